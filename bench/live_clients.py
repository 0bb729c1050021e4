"""A server in a process of its own, and people who play at its tables over sockets."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

READY = "Hippodrome is ready at "
PATIENCE = 60.0
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


# -------------------------------------------------------------------- the server


class Server:
    """The real server at 127.0.0.1, with its data in a folder of its own. It may be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        """Start it, and wait until it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "hippodrome.cli", "serve", "--no-browser", "--no-limits"]
        command += ["--data-dir", str(self.folder), "--port", str(self.port), *self.options]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(READY):
                self.port = int(line.rpartition(":")[2])
            if line.startswith("Press Ctrl-C"):
                return self
        raise SystemExit(f"the server did not start; see {self.folder / 'log'}")

    def end(self, kill: bool = False) -> None:
        """End it: politely, or as a power cut would."""
        if self.process is None:
            return
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        self.process = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What its REST part answers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["Content-Type"] else text

    def cpu(self) -> float:
        """The seconds of processor time it has used, without its workers."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """The megabytes of memory it holds, without its workers."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        (line,) = [line for line in status if line.startswith("VmRSS")]
        return int(line.split()[1]) / 1024


def scratch() -> Path:
    """A folder for the data of a server."""
    return Path(tempfile.mkdtemp(prefix="hippodrome-bench-"))


# -------------------------------------------------------------------- what comes through a socket


class Choice(msgspec.Struct):
    """What may be chosen."""

    action: str


class Ask(msgspec.Struct):
    """Who is asked, and what he may choose."""

    seats: list[int]
    mine: int
    choices: list[Choice]


class Message(msgspec.Struct):
    """As much of a message as players care for."""

    type: str
    n: int = 0
    id: int = 0
    move: int = 0
    ask: Ask | None = None
    outcome: Any = None
    text: str = ""


_read = msgspec.json.Decoder(Message).decode


class Player:
    """Somebody with a seat and a socket of his own. He remembers the last frame, and when it came."""

    def __init__(self, table: Table, seat: int, key: str) -> None:
        self.table = table
        self.seat = seat
        self.key = key
        self.line: ClientConnection | None = None
        self.n = -1
        self.move = 0
        self.at = 0.0
        self.ask: Ask | None = None
        self._listening: asyncio.Task[None] | None = None

    async def sit_down(self, port: int) -> None:
        """Connect, and listen from then on."""
        self.n = -1
        place = f"ws://127.0.0.1:{port}/socket/match/{self.table.id}"
        self.line = await connect(
            place, max_size=None, compression=None, open_timeout=PATIENCE, ping_interval=None, max_queue=None
        )
        await self.line.send(json.dumps({"type": "hello", "keys": [self.key], "view_as": self.seat}))
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.line is not None
        async for text in self.line:
            message = _read(text)
            if message.type == "frame":
                self.n, self.at, self.ask = message.n, time.perf_counter(), message.ask
                self.move = message.move
                self.table.over = message.outcome is not None
            if message.type in ("frame", "done", "rejected"):
                self.table.heard(self, message)

    def first_choice(self) -> str:
        """What he will play when he is asked."""
        assert self.ask is not None
        return self.ask.choices[0].action

    async def play(self, number: int) -> None:
        """Play the first choice."""
        assert self.line is not None
        ask = {"type": "play", "id": number, "n": self.n, "seat": self.seat, "action": self.first_choice()}
        await self.line.send(json.dumps(ask))

    async def hear_all(self) -> None:
        """Hear what is still on its way from a server that has died."""
        if self._listening is not None:
            await asyncio.wait([self._listening], timeout=PATIENCE)

    async def go(self) -> None:
        """Disconnect; the server may be gone already."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self.line is not None:
            self.line.transport.abort()
            await self.line.wait_closed()
        self.line = self._listening = None


class Table:
    """A match and its players; one action at a time."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id: str = made["id"]
        keys = {**made["keys"], **made.get("links", {})}
        self.players = [Player(self, int(seat), key) for seat, key in keys.items()]
        self.over = False
        self.acknowledged: list[tuple[int, int, str]] = []  # number, seat and action of what was said to be done
        self.seen = 0  # the latest move that anybody was shown
        self.refused = 0
        self._number = 0
        self._asked_for = (-1, "")
        self._done = 0
        self.told = 0.0  # how many seconds the latest action took until it was acknowledged
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()

    async def sit_down(self, port: int) -> None:
        """Everybody connects, and sees the table."""
        await asyncio.gather(*[player.sit_down(port) for player in self.players])
        await self._until(lambda: all(player.n >= 0 for player in self.players))

    def heard(self, player: Player, message: Message) -> None:
        """Somebody has been told something."""
        self.seen = max(self.seen, player.move)
        if message.type == "done" and message.id == self._number:
            self._done = message.n
            self.acknowledged.append((message.n, *self._asked_for))
        elif message.type == "rejected":
            self.refused += 1
            self._done = -1
        self._news.set()

    async def act(self) -> float:
        """Whoever is asked plays; gives the seconds until everybody at the table has seen it, 0 if nobody can play."""
        async with self._turn:
            return await self._act()

    async def _act(self) -> float:
        await self._until(lambda: self.over or self._asked() is not None)
        asked = self._asked()
        if asked is None:
            return 0.0
        self._number += 1
        self._done = 0
        began = time.perf_counter()
        self._asked_for = (asked.seat, asked.first_choice())
        before = {player: player.n for player in self.players}
        audience = [asked] if self._is_secret(asked) and asked.first_choice() == "pass" else self.players
        await asked.play(self._number)
        await self._until(lambda: self._done != 0)
        self.told = time.perf_counter() - began
        if self._done < 0:
            return 0.0
        last: dict[Player, float] = {}

        def seen() -> bool:
            for player in audience:
                if player.n > before[player] and player not in last:
                    last[player] = player.at
            return len(last) == len(audience)

        await self._until(seen)
        return max(last.values()) - began

    def _asked(self) -> Player | None:
        """Who must decide, once everybody has seen the same."""
        if len({player.move for player in self.players}) > 1:
            return None
        return next((player for player in self.players if player.ask is not None and player.ask.mine >= 0), None)

    def _is_secret(self, asked: Player) -> bool:
        """Whether nobody else is shown that somebody is asked."""
        return len(self.players) > 1 and all(player.ask is None for player in self.players if player is not asked)

    async def _until(self, true: Any) -> None:
        while not true():
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def go(self) -> None:
        """Everybody disconnects."""
        await asyncio.gather(*[player.go() for player in self.players])


def new_table(server: Server, people: int, game: str = "", seed: int | None = None) -> Table:
    """Set up a table of the server's first game for some people, each with a socket of his own."""
    card = next(card for card in server.ask("/api/games") if game in ("", card["slug"]))
    plan: dict[str, Any] = {
        "game": card["slug"],
        "scenario": card["scenarios"][0]["slug"],
        "seats": [{"person": True}] * people,
    }
    if seed is not None:
        plan["seed"] = seed
    return Table(server.ask("/api/matches", plan))
