"""A server in a separate process, and clients that play matches on it over sockets."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

READY_PREFIX = "Hippodrome is ready at "
TIMEOUT_S = 60.0
CLOCK_TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


# -------------------------------------------------------------------- the server


class Server:
    """The real server on 127.0.0.1, with its data in a given folder. It can be killed and started again."""

    def __init__(self, folder: Path, *options: str, limits: bool = False) -> None:
        self.folder = folder
        self.options = options if limits else ("--no-limits", *options)
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        """Start the server and wait until it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "hippodrome.cli", "serve", "--no-browser"]
        command += ["--data-dir", str(self.folder), "--port", str(self.port), *self.options]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(READY_PREFIX):
                self.port = int(line.rpartition(":")[2])
            if line.startswith("Press Ctrl-C"):
                return self
        raise SystemExit(f"the server did not start; see {self.folder / 'log'}")

    def stop(self, kill: bool = False) -> None:
        """Shut the server down, or kill it as a power cut would."""
        if self.process is None:
            return
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.communicate(timeout=TIMEOUT_S)
        self.process = None

    @property
    def address(self) -> str:
        """The base URL of the server."""
        return f"http://127.0.0.1:{self.port}"

    def request(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request to the REST API (POST with a body, else GET) and return the response."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            text = response.read().decode()
        return json.loads(text) if "json" in response.headers["Content-Type"] else text

    def cpu_seconds(self) -> float:
        """Return the processor time used so far, without the workers."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS_PER_S

    def memory_mb(self) -> float:
        """Return the memory in use, in megabytes, without the workers."""
        assert self.process is not None
        return resident_mb(self.process.pid)

    def worker_memory_mb(self) -> float:
        """Return the memory in use by all worker processes together, in megabytes; what they share counts once."""
        assert self.process is not None
        return sum(map(proportional_mb, descendants(self.process.pid)))


def descendants(process_id: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started, from any thread."""
    children: list[str] = []
    for thread in Path(f"/proc/{process_id}/task").glob("*/children"):
        with suppress(OSError):  # it has ended meanwhile
            children += thread.read_text().split()
    return [one for child in children for one in [int(child), *descendants(int(child))]]


def proportional_mb(process_id: int) -> float:
    """Return the memory in use by a process, in megabytes, with its part of what it shares; 0 if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process_id}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def resident_mb(process_id: int) -> float:
    """Return the memory in use by a process, in megabytes; 0 if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process_id}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


def make_scratch_folder() -> Path:
    """Return a new folder for the data of a server."""
    return Path(tempfile.mkdtemp(prefix="hippodrome-bench-"))


# -------------------------------------------------------------------- messages of a socket


class Choice(msgspec.Struct):
    """An action to choose from."""

    action: str


class Ask(msgspec.Struct):
    """A pending decision; `mine` is the seat of the viewer if it must decide, else -1."""

    seats: list[int]
    mine: int
    choices: list[Choice]


class Message(msgspec.Struct):
    """The fields of messages that the players need."""

    type: str
    n: int = 0
    id: int = 0
    move: int = 0
    ask: Ask | None = None
    outcome: Any = None
    text: str = ""


_decode = msgspec.json.Decoder(Message).decode


class Player:
    """A client that plays one seat over its own socket. It stores the latest frame and when it arrived."""

    def __init__(self, table: Table, seat: int, key: str) -> None:
        self.table = table
        self.seat = seat
        self.key = key
        self.socket: ClientConnection | None = None
        self.n = -1
        self.move = 0
        self.frame_time = 0.0
        self.ask: Ask | None = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self, port: int) -> None:
        """Connect, and read messages from then on."""
        self.n = -1
        url = f"ws://127.0.0.1:{port}/socket/match/{self.table.id}"
        self.socket = await connect(
            url,
            max_size=None,
            compression=None,
            open_timeout=TIMEOUT_S,
            ping_interval=None,
            max_queue=None,
            local_addr=(self.table.source, 0),
        )
        await self.socket.send(json.dumps({"type": "hello", "keys": [self.key], "view_as": self.seat}))
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            message = _decode(text)
            if message.type == "frame":
                self.n, self.frame_time, self.ask = message.n, time.perf_counter(), message.ask
                self.move = message.move
                self.table.is_over = message.outcome is not None
            if message.type in ("frame", "done", "rejected"):
                self.table.on_message(self, message)

    def first_choice(self) -> str:
        """Return the action this player plays: always the first choice."""
        assert self.ask is not None
        return self.ask.choices[0].action

    async def play(self, id: int) -> None:
        """Play the first choice."""
        assert self.socket is not None
        request = {"type": "play", "id": id, "n": self.n, "seat": self.seat, "action": self.first_choice()}
        await self.socket.send(json.dumps(request))

    async def read_to_end(self) -> None:
        """Read the messages that the server had sent before it was killed."""
        if self._reader is not None:
            await asyncio.wait([self._reader], timeout=TIMEOUT_S)

    async def disconnect(self) -> None:
        """Disconnect; the server need not be running."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self.socket is not None:
            self.socket.transport.abort()
            await self.socket.wait_closed()
        self.socket = self._reader = None


class Table:
    """A match and its players, who play one action at a time. Only seats set up with `here` have a player.

    source         the address that the players connect from
    acknowledged   number, seat and action of each action that the server has acknowledged
    last_seen      the latest move that any player was shown
    ack_seconds    the time until the latest action was acknowledged
    """

    def __init__(self, created: dict[str, Any], source: str = "127.0.0.1") -> None:
        self.id: str = created["id"]
        self.source = source
        self.players = [Player(self, int(seat), key) for seat, key in created["keys"].items()]
        self.is_over = False
        self.acknowledged: list[tuple[int, int, str]] = []
        self.last_seen = 0
        self.rejected_count = 0
        self.ack_seconds = 0.0
        self._request_id = 0
        self._requested = (-1, "")  # seat and action
        self._answer = 0  # the number of the acknowledged entry; 0: none yet, -1: rejected
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()

    async def connect(self, port: int) -> None:
        """Connect all players and wait for their first frames."""
        await asyncio.gather(*[player.connect(port) for player in self.players])
        await self._wait_until(lambda: all(player.n >= 0 for player in self.players))

    def on_message(self, player: Player, message: Message) -> None:
        """Handle a frame or an answer that a player received."""
        self.last_seen = max(self.last_seen, player.move)
        if message.type == "done" and message.id == self._request_id:
            self._answer = message.n
            self.acknowledged.append((message.n, *self._requested))
        elif message.type == "rejected":
            self.rejected_count += 1
            self._answer = -1
        self._changed.set()

    async def act(self) -> float:
        """Play one action; return the seconds until all players have its frame.

        Return 0 if the action is rejected or the match is over.
        """
        async with self._lock:
            return await self._act()

    async def _act(self) -> float:
        await self._wait_until(lambda: self.is_over or self._player_to_move() is not None)
        mover = self._player_to_move()
        if mover is None:
            return 0.0
        self._request_id += 1
        self._answer = 0
        start = time.perf_counter()
        self._requested = (mover.seat, mover.first_choice())
        before = {player: player.n for player in self.players}
        # The others may get no frame for the answer to a secret question.
        viewers = [mover] if self._is_secret(mover) else self.players
        await mover.play(self._request_id)
        await self._wait_until(lambda: self._answer != 0)
        self.ack_seconds = time.perf_counter() - start
        if self._answer < 0:
            return 0.0
        times: dict[Player, float] = {}

        def is_shown_to_all() -> bool:
            for player in viewers:
                if player.n > before[player] and player not in times:
                    times[player] = player.frame_time
            return len(times) == len(viewers)

        await self._wait_until(is_shown_to_all)
        return max(times.values()) - start

    async def wait_for_turn(self) -> float:
        """Wait until a player must decide or the match is over; return the seconds that it took."""
        if self.is_over or self._player_to_move() is not None:
            return 0.0
        start = time.perf_counter()
        await self._wait_until(lambda: self.is_over or self._player_to_move() is not None)
        return time.perf_counter() - start

    def _player_to_move(self) -> Player | None:
        """Return a player who must decide; None if there is none, or while the players see different moves."""
        if len({player.move for player in self.players}) > 1:
            return None
        return next((player for player in self.players if player.ask is not None and player.ask.mine >= 0), None)

    def _is_secret(self, mover: Player) -> bool:
        """Return whether the pending decision is hidden from all other players."""
        return len(self.players) > 1 and all(player.ask is None for player in self.players if player is not mover)

    async def _wait_until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), TIMEOUT_S)

    async def disconnect(self) -> None:
        """Disconnect all players."""
        await asyncio.gather(*[player.disconnect() for player in self.players])


def new_table(server: Server, players: int, game: str = "", seed: int | None = None) -> Table:
    """Create a match of a game (by default the server's first) in which each player has a socket."""
    card = next(card for card in server.request("/api/games") if game in ("", card["slug"]))
    match: dict[str, Any] = {
        "game": card["slug"],
        "scenario": card["scenarios"][0]["slug"],
        "seats": [{"person": True}] * players,
    }
    if seed is not None:
        match["seed"] = seed
    return Table(server.request("/api/matches", match))
