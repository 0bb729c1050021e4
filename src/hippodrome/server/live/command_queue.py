"""The waiting commands of a room, with a limited lane for each client."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection

from hippodrome.server.clients import SERVER, Client
from hippodrome.server.live.commands import Command, Question, Replaceable
from hippodrome.server.live.connection import Connection

MAX_WAITING_REQUESTS = 32
"""Limit for the waiting requests of one client. The browser rarely has more than two."""

Item = tuple[Connection | None, Command]
"""A command and its client; None for a command of the room itself."""


class LaneFull(Exception):
    """The client has too many requests waiting."""


class CommandQueue:
    """Commands that wait, in order for each client; the clients of an address are served in turn."""

    def __init__(self) -> None:
        self._lanes: OrderedDict[Client, deque[Item]] = OrderedDict()
        self._filled = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return sum(len(lane) for lane in self._lanes.values())

    @property
    def is_finished(self) -> bool:
        """True if the queue is closed and empty."""
        return self._closed and not self._lanes

    def put_own(self, client: Client, command: Command) -> None:
        """Add a command of the room itself, done for a client."""
        self._append(client, (None, command))

    def put_event(self, connection: Connection, command: Command) -> None:
        """Add the news that a client has connected or disconnected."""
        self._append(connection.client, (connection, command))

    def put_request(self, connection: Connection, request: Command) -> Replaceable | None:
        """Add a request; return the older one that it replaces, which is no longer carried out. Raise LaneFull."""
        replaced = self._remove_replaced(connection.client, request) if isinstance(request, Replaceable) else None
        if len(self._lanes.get(connection.client, ())) >= MAX_WAITING_REQUESTS:
            raise LaneFull
        self._append(connection.client, (connection, request))
        return replaced

    def _remove_replaced(self, client: Client, request: Replaceable) -> Replaceable | None:
        """Remove and return the waiting request of the same kind, if there is one."""
        lane = self._lanes.get(client, deque())
        for place, (_, command) in enumerate(lane):
            if isinstance(command, Replaceable) and type(command) is type(request):
                del lane[place]
                return command
        return None

    def drop_questions(self, client: Client) -> None:
        """Remove the questions of a client that has disconnected. What it has done, such as a move, remains."""
        kept = deque(item for item in self._lanes.get(client, ()) if not isinstance(item[1], Question))
        if kept:
            self._lanes[client] = kept
        else:
            self._lanes.pop(client, None)

    def close(self) -> None:
        """Drop all questions; what remains is handed out at once, in the name of the server."""
        for client in list(self._lanes):
            self.drop_questions(client)
        self._closed = True
        self._filled.set()

    async def wait(self) -> None:
        """Wait until there is a command, or the queue is closed."""
        if not self._lanes and not self._closed:
            self._filled.clear()
            await self._filled.wait()

    def addresses(self) -> Collection[str]:
        """Return the addresses whose commands wait."""
        return (SERVER.address,) if self._closed else {client.address for client in self._lanes}

    def take(self, address: str) -> Item | None:
        """Remove and return the next command of an address; of any if the queue is closed. None if there is none."""
        client = next((each for each in self._lanes if self._closed or each.address == address), None)
        if client is None:
            return None
        lane = self._lanes.pop(client)
        item = lane.popleft()
        if lane:
            self._lanes[client] = lane  # at the end of the round
        return item

    def take_all(self) -> list[Item]:
        """Remove and return everything."""
        items = [item for lane in self._lanes.values() for item in lane]
        self._lanes.clear()
        return items

    def _append(self, client: Client, item: Item) -> None:
        self._lanes.setdefault(client, deque()).append(item)
        self._filled.set()
