"""The table of a single client, for a lesson or a drill: requests are carried out one at a time, and nothing is saved.

It speaks the messages of a live table.
"""

from __future__ import annotations

import asyncio
import logging

from hippodrome.server import wire
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.command_queue import CommandQueue, LaneFull
from hippodrome.server.live.commands import ClientJoined, Command
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.questions import PositionQuestion, Questions
from hippodrome.server.live.solo_session import SoloSession
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.live.solo_table")

IDLE_TIMEOUT_S = 30 * 60.0
"""A table is closed after this time without a request. The client can open it again."""

CLOSE_INTERNAL_ERROR = 1011
CLOSE_IDLE = 4408
"""Close code of an idle table: 4000, added to HTTP status 408."""

IDLE = "Nothing has happened here for a while."
TOO_MANY_REQUESTS = "You have sent too many requests at once. Wait until the earlier ones are answered."


class SoloTable:
    """A table with its only client. `kind` is what is played here, for texts and logs."""

    kind = ""

    def __init__(self, name: str, connection: Connection, workers: Workers, scheduler: FairScheduler) -> None:
        self.name = f"{self.kind} {name}"
        self._connection = connection
        self._workers = workers
        self._scheduler = scheduler
        self._jobs = BackgroundJobs(self.name)
        self._questions = Questions(workers, self._jobs)
        self._commands = CommandQueue()

    @property
    def session(self) -> SoloSession | None:
        """The session, once it has begun."""
        raise NotImplementedError

    def put(self, request: Command) -> None:
        """Queue a request; answer it with a rejection if too many wait. Of some kinds only the newest counts."""
        try:
            replaced = self._commands.put_request(self._connection, request)
        except LaneFull:
            self._reject(request, RequestRejected(TOO_MANY_REQUESTS))
        else:
            if replaced is not None:
                self._reject(replaced, RequestRejected("Replaced by a newer request."))
        self._scheduler.wake()

    async def run(self, idle_timeout_s: float = IDLE_TIMEOUT_S) -> None:
        """Begin, then carry out requests until cancelled or idle for long."""
        try:
            self._commands.put_event(self._connection, ClientJoined())
            while True:
                async with asyncio.timeout(idle_timeout_s):
                    await self._commands.wait()
                address = await self._scheduler.wait_for_turn(self._commands.addresses)
                item = self._commands.take(address)
                if item is not None:
                    await self._scheduler.measure(address, self._dispatch(item[1]))
        except TimeoutError:
            self._connection.close(CLOSE_IDLE, wire.SocketError("idle", IDLE, True))
        except Exception:
            log.exception("table failed", extra={"facts": {"table": self.name}})
            text = f"Something went wrong in this {self.kind}."
            self._connection.close(CLOSE_INTERNAL_ERROR, wire.SocketError("internal", text, True))
        finally:
            self._jobs.shut_down()

    async def _dispatch(self, command: Command) -> None:
        """Carry out one command, or reject it."""
        session = self.session
        if isinstance(command, ClientJoined):
            self._join()
            return
        try:
            if session is not None and isinstance(command, PositionQuestion):
                self._questions.send_answer(session, self._connection, command)
            else:
                self._handle(command)
        except RequestRejected as rejection:
            self._reject(command, rejection)

    def _join(self) -> None:
        """Begin, and send the table."""
        raise NotImplementedError

    def _handle(self, request: Command) -> None:
        """Carry out a request; raise RequestRejected if it is not possible."""
        raise NotImplementedError

    def _reject(self, command: Command, rejection: RequestRejected) -> None:
        n = self.session.n if self.session is not None else 0
        self._connection.send(wire.Rejected(getattr(command, "id", 0), n, rejection.rule, rejection.text))
