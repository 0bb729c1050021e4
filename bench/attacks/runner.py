"""Attack a server while a victim plays on it, and compare the victim's latency with the undisturbed one.

    ./play bench attacks [NAME ...] [--scale N] [--seconds N]

Each attack gets a new server with its default limits. The victim, at 127.0.0.2, plays undisturbed for a few seconds and
then goes on while the attacker, at 127.0.0.1, attacks. The report shows both p95 values, the server's memory, and the
responses that the attacker got. The exit code is 1 if a goal is missed.

All share the processors of this machine. A real attacker uses processors of its own, so here the attacker's process has
a lower priority than the server (`ATTACKER_NICE`): what the victim waits for is what the server does about the attack,
not the work of inventing it. The victim has a process of its own, with the priority of the server, so that its clock
does not wait for the attacker's code. The report shows how much the attacker got done, and in which time.

An attack is a module of this package:

    async def attack(context: Context) -> None:
        await context.gather(context.post("/api/verify", text) for _ in range(context.count(40)))
        context.note("sent", 40)

It can have constants: `SERVER_OPTIONS` are words of the server's command line; with `BOT_LEVEL` the victim also plays
against a bot of this level, and the report shows how long the bot takes; `MAX_MEMORY_GROWTH_MB` limits the memory that
the server uses more after the attack than before. A function `goals(outcomes)` returns goals of the attack itself, as
`Result.goals` does.

A test runs the same attack with `run_attack(NAME, folder, scale=0.1, seconds=1)` and checks `Result.outcomes`.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import math
import multiprocessing
import os
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
from attack_victims import Victims
from live_clients import Server, make_scratch_folder
from websockets.asyncio.client import ClientConnection, connect

ATTACKER = "127.0.0.1"
"""The source address of the attacker; the victim has another one. Both are this machine, and count separately."""

ATTACKER_NICE = 10
"""Added to the niceness of the attacker's process."""

MAX_ATTACK_S = 60.0
"""An attack that takes longer is cancelled. It can have a constant of the same name."""

WARM_UP_S = 3.0
"""The victim plays this long before anything is measured, so that all workers have started."""

REQUEST_TIMEOUT_S = 30.0
MEMORY_SAMPLES_PER_S = 10.0

MAX_P95_MS = 100.0
MAX_P95_RATIO = 5.0
MAX_MEMORY_MB = 400.0
MAX_BOT_RATIO = 2.0
"""Goals while an attack runs. The memory is that of the server without its workers."""


# -------------------------------------------------------------------- what an attack can use


class Context:
    """The attacker's side: counts, connections from the attacker's address, and a tally of what came back.

    server     the server under attack; `server.port`, `server.memory_mb()`
    outcomes   how often each thing happened: HTTP statuses ("422"), "refused" for a broken connection, and notes
    """

    def __init__(self, server: Server, scale: float) -> None:
        self.server = server
        self.outcomes: Counter[str] = Counter()
        self._scale = scale
        transport = httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(max_connections=None))
        self._client = httpx.AsyncClient(base_url=server.address, transport=transport, timeout=REQUEST_TIMEOUT_S)

    def count(self, number: int) -> int:
        """Return a number of requests, connections or messages, scaled for this run; at least 1."""
        return max(1, round(number * self._scale))

    def seconds(self, number: float) -> float:
        """Return the length of an attack, scaled for this run; at least 1 second."""
        return max(1.0, number * self._scale)

    def record(self, name: str, shorter: str) -> str:
        """Return the name of the golden record to use: a shorter one if this run is scaled down."""
        return name if self._scale >= 1 else shorter

    def note(self, outcome: str, times: int = 1) -> None:
        """Add something to the tally."""
        self.outcomes[outcome] += times

    async def request(self, method: str, path: str, **arguments: Any) -> httpx.Response | None:
        """Send a request with the arguments of httpx and tally its status; return None if the connection broke."""
        try:
            response = await self._client.request(method, path, **arguments)
        except httpx.HTTPError:
            self.note("refused")
            return None
        self.note(str(response.status_code))
        return response

    async def get(self, path: str, **arguments: Any) -> httpx.Response | None:
        """Send a GET request."""
        return await self.request("GET", path, **arguments)

    async def post(self, path: str, body: str | dict[str, Any]) -> httpx.Response | None:
        """Send a POST request with a text, or with JSON."""
        return await self.request("POST", path, **({"content": body} if isinstance(body, str) else {"json": body}))

    async def gather(self, requests: Iterable[Awaitable[Any]]) -> list[Any]:
        """Send requests at once; return their results."""
        return await asyncio.gather(*requests)

    async def socket(self, path: str, hello: dict[str, Any] | None = None) -> ClientConnection:
        """Open a web socket, such as "/socket/lobby", and send its hello message if there is one."""
        url = f"ws://127.0.0.1:{self.server.port}{path}"
        socket = await connect(url, local_addr=(ATTACKER, 0), compression=None, ping_interval=None, max_queue=None)
        if hello is not None:
            await socket.send(json.dumps({"type": "hello", **hello}))
        return socket

    async def stream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a plain TCP connection, for requests that no HTTP client would send."""
        return await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(ATTACKER, 0))

    async def close(self) -> None:
        """Close the connections of the HTTP client."""
        await self._client.aclose()


# -------------------------------------------------------------------- a run


@dataclass
class Result:
    """Measurements of an attack: latencies in milliseconds, memory of the server without its workers in megabytes."""

    title: str
    undisturbed: list[float] = field(default_factory=list)
    disturbed: list[float] = field(default_factory=list)
    bot_undisturbed: list[float] = field(default_factory=list)
    bot_disturbed: list[float] = field(default_factory=list)
    max_memory_growth: float = math.inf
    memory_before: float = 0.0
    memory_peak: float = 0.0
    memory_after: float = 0.0
    worker_memory_peak: float = 0.0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    log: str = ""
    own_goals: Callable[[Counter[str]], list[tuple[str, bool]]] = field(default=lambda outcomes: [])

    def goals(self) -> list[tuple[str, bool]]:
        """Return each goal as a sentence, and whether it is reached."""
        before, during = p95(self.undisturbed), p95(self.disturbed)
        allowed = min(MAX_P95_MS, MAX_P95_RATIO * before)
        bot_before, bot_during = median(self.bot_undisturbed), median(self.bot_disturbed)
        growth = self.memory_after - self.memory_before
        errors = sum(times for outcome, times in self.outcomes.items() if outcome.startswith("5"))
        goals = [
            (f"the victim's p95 is at most {allowed:.0f} ms: {during:.1f} ms", during <= allowed),
            (f"memory stays under {MAX_MEMORY_MB:.0f} MB: {self.memory_peak:.0f} MB", self.memory_peak < MAX_MEMORY_MB),
            (f"no response is an internal error: {errors}", not errors),
            (f"the log has no traceback: {first_error(self.log) or 'none'}", "Traceback" not in self.log),
            *self.own_goals(self.outcomes),
        ]
        if self.bot_undisturbed:
            text = f"bots take at most {MAX_BOT_RATIO:.0f} times as long: {bot_before:.0f} to {bot_during:.0f} ms"
            goals.append((text, bot_during <= MAX_BOT_RATIO * bot_before))
        if math.isfinite(self.max_memory_growth):
            text = f"at most {self.max_memory_growth:.0f} MB more are in use after the attack: {growth:.0f} MB"
            goals.append((text, growth <= self.max_memory_growth))
        return goals

    def report(self) -> str:
        """Return the report as text."""
        tally = ", ".join(f"{times} x {outcome}" for outcome, times in sorted(self.outcomes.items()))
        lines = [
            self.title,
            f"  victim p95 {p95(self.undisturbed):.1f} ms undisturbed ({len(self.undisturbed)} actions), "
            f"{p95(self.disturbed):.1f} ms during {self.seconds:.1f} s of attack ({len(self.disturbed)} actions)",
            *self._bot_lines(),
            f"  server memory {self.memory_before:.0f} MB before, {self.memory_peak:.0f} MB peak, "
            f"{self.memory_after:.0f} MB after; its workers {self.worker_memory_peak:.0f} MB peak",
            f"  attacker: {tally or 'nothing came back'}",
        ]
        return "\n".join([*lines, *[f"  {'reached' if met else 'missed':<8} {text}" for text, met in self.goals()]])

    def _bot_lines(self) -> list[str]:
        """Return a line about the answers of the victim's bots, if they were measured."""
        if not self.bot_undisturbed:
            return []
        before, during = self.bot_undisturbed, self.bot_disturbed
        return [
            f"  its bots answer in {median(before):.0f} ms undisturbed (p95 {p95(before):.0f}, {len(before)} answers), "
            f"{median(during):.0f} ms during the attack (p95 {p95(during):.0f}, {len(during)} answers)"
        ]


def first_error(log: str) -> str:
    """Return the last line of the first traceback in a log; empty if there is none."""
    lines = log.partition("Traceback")[2].splitlines()[1:]
    return next((line for line in lines if not line.startswith(" ")), "")


def median(values: list[float]) -> float:
    """Return the median; infinity if there is no value."""
    return statistics.median(values) if values else math.inf


def p95(values: list[float]) -> float:
    """Return the value that 95 % of the values do not exceed; infinity if there is none."""
    return sorted(values)[math.ceil(0.95 * len(values)) - 1] if values else math.inf


async def run_attack(
    name: str, folder: Path, scale: float = 1.0, seconds: float = 10.0, options: str = "", attacker_nice: int = 0
) -> Result:
    """Run an attack on a new server with its data in a folder; the victim plays undisturbed for `seconds` before.

    `options` are more words of the server's command line. They override those of the attack (its `SERVER_OPTIONS`).
    `attacker_nice` is added to the niceness of this process.
    """
    module = load_attack(name)
    words = [*getattr(module, "SERVER_OPTIONS", ()), *options.split()]
    server = Server(folder, "--host", "127.0.0.1", *words, limits=True)
    await asyncio.to_thread(server.start)
    try:
        return await measure(module, server, scale, seconds, attacker_nice)
    finally:
        await asyncio.to_thread(server.stop)


async def measure(module: ModuleType, server: Server, scale: float, seconds: float, attacker_nice: int = 0) -> Result:
    """Let the victim play, first undisturbed and then during the attack."""
    result = Result(f"{module.__name__.rpartition('.')[2]}: {(module.__doc__ or '').splitlines()[0]}")
    result.max_memory_growth = getattr(module, "MAX_MEMORY_GROWTH_MB", math.inf)
    result.own_goals = getattr(module, "goals", result.own_goals)
    time_limit = getattr(module, "MAX_ATTACK_S", MAX_ATTACK_S)
    levels = [module.BOT_LEVEL] if hasattr(module, "BOT_LEVEL") else []
    context, victims = Context(server, scale), Victims(server.port, levels)
    if attacker_nice:
        os.nice(attacker_nice)  # after the server and the victim have started
    try:
        await play_during(victims, asyncio.sleep(min(WARM_UP_S, seconds)))
        result.undisturbed, *bots = await play_during(victims, asyncio.sleep(seconds))
        result.bot_undisturbed = [latency for latencies in bots for latency in latencies]
        result.memory_before = server.memory_mb()
        sampling = asyncio.create_task(sample_memory(server, result))
        start = time.perf_counter()
        result.disturbed, *bots = await play_during(victims, run_within(module, context, time_limit))
        result.bot_disturbed = [latency for latencies in bots for latency in latencies]
        result.seconds = time.perf_counter() - start
        sampling.cancel()
    finally:
        await victims.close()
        await context.close()
    result.memory_after = server.memory_mb()
    result.outcomes, result.log = context.outcomes, (server.folder / "log").read_text(encoding="utf-8")
    return result


async def run_within(module: ModuleType, context: Context, time_limit_s: float) -> None:
    """Run an attack; cancel it and note that if it takes too long."""
    try:
        async with asyncio.timeout(time_limit_s):
            await module.attack(context)
    except TimeoutError:
        context.note("cut off")


async def play_during(victims: Victims, work: Awaitable[None]) -> list[list[float]]:
    """Return the latencies of each victim while some work is done."""
    victims.start()
    try:
        await work
    finally:
        latencies = await victims.stop()
    return latencies


async def sample_memory(server: Server, result: Result) -> None:
    """Record the highest memory use of the server and of its workers until cancelled."""
    while True:
        result.memory_peak = max(result.memory_peak, server.memory_mb())
        result.worker_memory_peak = max(result.worker_memory_peak, server.worker_memory_mb())
        await asyncio.sleep(1 / MEMORY_SAMPLES_PER_S)


# -------------------------------------------------------------------- the command


def attack_names() -> list[str]:
    """Return the names of all attacks."""
    modules = [path.stem for path in Path(__file__).parent.glob("*.py")]
    return sorted(name for name in modules if name not in ("__init__", "__main__", "runner"))


def load_attack(name: str) -> ModuleType:
    """Return the module of an attack; a hyphen in its name may be written as in the file name or not."""
    return importlib.import_module(f"attacks.{name.replace('-', '_')}")


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="./play bench attacks", description=(__doc__ or "").split("\n\n")[2])
    names = attack_names()
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: all of {', '.join(names)}")
    parser.add_argument("--scale", type=float, default=1.0, metavar="N", help="factor for all counts (1)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="N", help="undisturbed play before (10)")
    args = parser.parse_args()
    unknown = [name for name in args.names if name.replace("-", "_") not in names]
    if unknown:
        parser.error(f"there is no attack {unknown[0]!r}; choose from {', '.join(names)}")
    return args


def main() -> None:
    """Run the attacks, each in a new process, and print their reports."""
    args = parse_arguments()
    if not Path("/proc/self/status").exists():
        raise SystemExit("This benchmark reads memory use from /proc, which this system does not have.")
    missed = False
    for name in args.names or attack_names():
        process = multiprocessing.get_context("spawn").Process(
            target=report_attack, args=(name, args.scale, args.seconds)
        )
        process.start()
        process.join()
        missed = missed or process.exitcode != 0
    raise SystemExit(1 if missed else 0)


def report_attack(name: str, scale: float, seconds: float) -> None:
    """Run an attack and print its report; exit with 1 if a goal is missed. This process becomes the attacker's."""
    folder = make_scratch_folder()
    result = asyncio.run(run_attack(name, folder, scale, seconds, attacker_nice=ATTACKER_NICE))
    print(result.report(), end="\n\n", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    raise SystemExit(0 if all(met for _, met in result.goals()) else 1)
