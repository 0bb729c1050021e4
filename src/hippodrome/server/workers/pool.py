"""Worker processes, in which programs think, odds are counted and matches are replayed, beside the server's own work.

What is handed to them and back is plain data. A program is told only the state as its seat imagines it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import ParamSpec, TypeVar

from hippodrome import bots
from hippodrome.catalogue import all_games, register_variants, registered_variants
from hippodrome.kit.actions import parse
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, restore
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.odds import MAX_BRANCHES, QUICK_BRANCHES, Count, SavedCount, odds
from hippodrome.kit.state import Json, State, snapshot
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.workers.bot_decision import BotDecision, pack_analysis
from hippodrome.variants import Variant

log = logging.getLogger("hippodrome.server.workers.pool")

WORKER_NICE = 5
"""How much lower the workers' priority is: the table itself must never wait for them."""

LOOKAHEAD_NICE = 12
"""How much lower it is where programs look ahead: others who wait for a worker come first."""

MAX_REMEMBERED_TABLES = 256
"""Tables, and programs at them, that are remembered at the most."""

ODDS_CHUNK = 1_000
"""Ways of the dice that are counted before somebody else gets in."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkerPool:
    """Some worker processes. They start when they are first needed, and one that dies is replaced."""

    def __init__(self, size: int, nice: int) -> None:
        self.size = size
        self._nice = nice
        self._executor: ProcessPoolExecutor | None = None
        self._closed = False

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module in a worker. If the worker dies it is called once more in another one."""
        executor = self._get_executor()
        try:
            return await asyncio.wrap_future(executor.submit(function, *args, **kwargs))
        except BrokenProcessPool:
            log.warning("a worker died", extra={"facts": {"job": getattr(function, "__name__", "")}})
            self._drop(executor)
            return await asyncio.wrap_future(self._get_executor().submit(function, *args, **kwargs))

    def restart(self) -> None:
        """Let the next job start fresh workers; what the old ones are at is finished."""
        if self._executor is not None:
            self._drop(self._executor)

    async def close(self) -> None:
        """End the workers; what they are at is finished, what waits is not begun."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _get_executor(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the workers have ended")
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self.size, mp_context=context, initializer=initialise_worker, initargs=(registered_variants(), self._nice)
            )
        return self._executor

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        """Forget processes that are broken or of yesterday; whoever comes next starts new ones."""
        if self._executor is executor:
            self._executor = None
            executor.shutdown(wait=False)


class StickyWorkers:
    """Workers for those who take their time. What belongs to one table always goes to the same one.

    Programs that look ahead make plans for several moves, and remember them there.
    """

    def __init__(self, size: int, nice: int) -> None:
        self._pools = [WorkerPool(1, nice) for _ in range(size)]
        self._job_counts = [0] * size
        self._worker_by_table: dict[str, int] = {}

    async def run(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the worker of a table; without a table in whichever has least to do."""
        place = self._worker_for(table)
        self._job_counts[place] += 1
        try:
            return await self._pools[place].run(function, *args, **kwargs)
        finally:
            self._job_counts[place] -= 1

    def _worker_for(self, table: str) -> int:
        idle = self._job_counts.index(min(self._job_counts))
        if not table:
            return idle
        while len(self._worker_by_table) >= MAX_REMEMBERED_TABLES:
            del self._worker_by_table[next(iter(self._worker_by_table))]
        return self._worker_by_table.setdefault(table, idle)

    def restart(self) -> None:
        """Let the next job start fresh workers."""
        for pool in self._pools:
            pool.restart()

    async def close(self) -> None:
        """End the workers."""
        await asyncio.gather(*[pool.close() for pool in self._pools])


class Workers:
    """The worker processes: some for what is soon done, and as many others for what takes its time.

    However many programs look ahead at once, they wait for each other only: not the odds, replays and plain programs.
    """

    def __init__(self, size: int | None = None) -> None:
        self.size = size if size is not None else max(1, (os.cpu_count() or 2) - 1)
        self.busy = 0
        self._quick = WorkerPool(self.size, WORKER_NICE)
        self._slow = StickyWorkers(self.size, LOOKAHEAD_NICE)
        self.review_lock = asyncio.Semaphore(1)  # people who play come first: one review goes on at a time

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module in a worker, for something that is soon done."""
        self.busy += 1
        try:
            return await self._quick.run(function, *args, **kwargs)
        finally:
            self.busy -= 1

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the same for something that takes its time, such as looking ahead."""
        self.busy += 1
        try:
            return await self._slow.run("", function, *args, **kwargs)
        finally:
            self.busy -= 1

    async def choose_action(
        self, setup: Json, imagined: Json, level: str, seat: int, seed: int, table: str = ""
    ) -> BotDecision:
        """What a program chooses for a seat, and what it had weighed; at a table it remembers its plans."""
        if not bots.looks_ahead(level):
            return await self.run(decide, setup, imagined, level, seat, seed)
        self.busy += 1
        try:
            mind = f"{table} {seat} {level}" if table else ""
            return await self._slow.run(table, decide, setup, imagined, level, seat, seed, mind)
        finally:
            self.busy -= 1

    async def quick_odds(self, setup: Json, imagined: Json, seat: int, actions: list[str]) -> list[wire.Chance]:
        """What may come of each action, as its seat may know it, soon: what cannot be counted quickly is tried.

        Each is a job of its own, so that others get in.
        """
        found = [await self.run(estimate_odds, setup, imagined, seat, action) for action in actions]
        return [chance for chance in found if chance is not None]

    async def exact_odds(
        self, setup: Json, imagined: Json, seat: int, action: str, wanted: Callable[[], bool]
    ) -> wire.Chance | None:
        """Return the same of one action counted to the end, bit by bit, so that others get in.

        None if it is not wanted any more, or if there are too many ways.
        """
        found: SavedCount | wire.Chance | None = ([], {}, 0)
        while isinstance(found, tuple) and found[2] < MAX_BRANCHES and wanted():
            found = await self.run(continue_exact_odds, setup, imagined, seat, action, found)
        return None if isinstance(found, tuple) else found

    async def start(self) -> None:
        """Start the workers before anybody has to wait for them; those that take their time start when needed."""
        await asyncio.gather(*[self.run(load_games) for _ in range(self.size)])

    def restart(self) -> None:
        """Let the next jobs start fresh workers; what the old ones are at is finished."""
        self._quick.restart()
        self._slow.restart()

    async def close(self) -> None:
        """End the workers; what they are at is finished, what waits is not begun."""
        await asyncio.gather(self._quick.close(), self._slow.close())


# -------------------------------------------------------------------- seeds


def bot_seed_bytes(commitment: str, seat: int, moves: int) -> bytes:
    """What a program's chance grows from: the match alone, so that it goes on alike after a restart."""
    return hashlib.sha256(f"{commitment} {seat} {moves}".encode()).digest()


def bot_seed(thoughts: bytes) -> int:
    """Return the seed of a program's own choices."""
    return int.from_bytes(thoughts[:7], "big")


def imagined_snapshot(match: Match, seat: int, seed: bytes) -> Json:
    """Return the state as a seat imagines it, to be handed to a worker."""
    return snapshot(match.imagine(seat, seed))


# -------------------------------------------------------------------- in a worker


def initialise_worker(variants: list[Variant], nice: int) -> None:
    """Prepare a worker: Ctrl-C is the server's business, people come first, and nobody outlives the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # some systems know no such politeness
        os.nice(nice)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    register_variants(variants)


def _exit_with_parent() -> None:
    """End when the server has died, however it died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def load_games() -> int:
    """Read all games."""
    return len(all_games())


def restore_state(setup: Json, saved: Json) -> tuple[Game, State]:
    """Return a game, and the state that a snapshot tells of."""
    game = all_games()[setup["game"]]
    state = Setup(game, setup["scenario"], setup["seats"], setup["options"]).start(TapeDice(seed_from(0)))
    restore(game, state, saved)
    return game, state


_bots: dict[str, bots.Bot] = {}
"""The programs of this worker that remember their plans, those that thought last at the end."""


def decide(setup: Json, imagined: Json, level: str, seat: int, seed: int, mind: str = "") -> BotDecision:
    """What a program chooses, and what it had weighed; one that looks ahead keeps to the time of its level."""
    game, state = restore_state(setup, imagined)
    bot = _bots.pop(mind, None) or bots.make(level, game, seed, timed=True)
    if mind:
        while len(_bots) >= MAX_REMEMBERED_TABLES:
            del _bots[next(iter(_bots))]
        _bots[mind] = bot
    return pack_analysis(bot.analyse(game, state, seat))


def estimate_odds(setup: Json, imagined: Json, seat: int, text: str) -> wire.Chance | None:
    """Return the odds of an action in words; None if it is not legal as the seat imagines things."""
    game, state = restore_state(setup, imagined)
    action = parse(text)
    if action is None or game.check(state, seat, action) is not None:
        return None
    return frames.odds_message(text, odds(game, state, seat, action, QUICK_BRANCHES))


def continue_exact_odds(
    setup: Json, imagined: Json, seat: int, text: str, kept: SavedCount
) -> wire.Chance | SavedCount | None:
    """Return a count of the odds of an action that is taken up and goes on for a while: the odds if it is
    finished then.
    """
    game, state = restore_state(setup, imagined)
    action = parse(text)
    if action is None or game.check(state, seat, action) is not None:
        return None
    count = Count(game, state, seat, action)
    if kept[2]:
        count.resume(kept)
    return frames.odds_message(text, count.odds()) if count.advance(count.runs + ODDS_CHUNK) else count.save()
