"""The table of a lesson: one client, whose requests are carried out one at a time. Nothing is saved.

It speaks the messages of a live table, and after each change says with `LessonStep` where the lesson stands. Whatever
is a `Lesson` can be played here, whether it was read from a file or made from a position.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from hippodrome.kit.lessons import Lesson
from hippodrome.server import wire
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.command_queue import CommandQueue, LaneFull
from hippodrome.server.live.commands import ClientJoined, Command
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.lesson_session import LessonSession
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.questions import PositionQuestion, Questions
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.live.lesson_table")

IDLE_TIMEOUT_S = 30 * 60.0
"""A lesson is closed after this time without a request. The client can resume it."""

CLOSE_INTERNAL_ERROR = 1011
CLOSE_IDLE = 4408
"""Close code of an idle lesson: 4000, added to HTTP status 408."""

IDLE = "Nothing has happened here for a while."
OTHER_LESSON = "This lesson has changed since you began it, so it starts again."
TOO_MANY_REQUESTS = "You have sent too many requests at once. Wait until the earlier ones are answered."
NOT_IN_A_LESSON = "That is not possible in a lesson."
FAILED = "Something went wrong in this lesson."


class LessonTable:
    """The table of a lesson with its only client."""

    def __init__(
        self, lesson: Lesson, connection: Connection, workers: Workers, scheduler: FairScheduler, following: str = ""
    ) -> None:
        """Begin a lesson for a client; `following` is the name of the next lesson."""
        self._lesson = lesson
        self._following = following
        self._connection = connection
        self._scheduler = scheduler
        self._jobs = BackgroundJobs(f"lesson {lesson.game.slug}/{lesson.name}")
        self._questions = Questions(workers, self._jobs)
        self._commands = CommandQueue()
        self._session: LessonSession

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

    async def run(self, inputs: Sequence[str] = (), idle_timeout_s: float = IDLE_TIMEOUT_S) -> None:
        """Play the inputs of an earlier connection, then carry out requests until cancelled or idle for long."""
        try:
            self._commands.put_event(self._connection, ClientJoined())
            while True:
                async with asyncio.timeout(idle_timeout_s):
                    await self._commands.wait()
                address = await self._scheduler.wait_for_turn(self._commands.addresses)
                item = self._commands.take(address)
                if item is not None:
                    await self._scheduler.measure(address, self._dispatch(item[1], inputs))
        except TimeoutError:
            self._connection.close(CLOSE_IDLE, wire.SocketError("idle", IDLE, True))
        except Exception:
            log.exception("lesson failed", extra={"facts": {"lesson": self._jobs.match_id}})
            self._connection.close(CLOSE_INTERNAL_ERROR, wire.SocketError("internal", FAILED, True))
        finally:
            self._jobs.shut_down()

    async def _dispatch(self, command: Command, inputs: Sequence[str]) -> None:
        """Carry out one command, or reject it."""
        if isinstance(command, ClientJoined):
            self._join(inputs)
            return
        try:
            self._handle(command)
        except RequestRejected as rejection:
            self._reject(command, rejection)

    def _join(self, inputs: Sequence[str]) -> None:
        """Begin the lesson, or resume it, and send the table."""
        self._session = LessonSession(self._lesson, self._following)
        if not self._session.resume(inputs):
            self._connection.send(wire.SocketError("lesson", OTHER_LESSON, False))
        self._session.draw_present()
        self._send_table()

    def _send_table(self) -> None:
        """Send everything that a client needs that knows nothing."""
        self._connection.send(wire.Welcome(self._session.info(), [self._session.seat], False, [], {}))
        self._send_frames()
        self._connection.send(self._session.log())

    def _send_frames(self) -> None:
        for frame in self._session.take_frames():
            self._connection.send(frame)
        self._connection.send(self._session.step())

    def _reject(self, command: Command, rejection: RequestRejected) -> None:
        n = self._session.n if hasattr(self, "_session") else 0
        self._connection.send(wire.Rejected(getattr(command, "id", 0), n, rejection.rule, rejection.text))

    def _handle(self, request: Command) -> None:
        """Carry out a request."""
        session, first = self._session, self._session.n + 1
        if isinstance(request, PositionQuestion):
            self._questions.send_answer(session, self._connection, request)
            return
        if isinstance(request, wire.StartAgain):
            session.start_again()
            self._connection.send(wire.Done(request.id, session.n))
            self._send_table()
            return
        if isinstance(request, wire.Play | wire.PlayAll):
            session.require_turn(self._connection.seats, request.seat, request.n)
            session.play(request.actions if isinstance(request, wire.PlayAll) else [request.action])
        elif isinstance(request, wire.ReadOn):
            session.read_on()
        elif isinstance(request, wire.ShowMe):
            session.show_me()
        else:
            raise RequestRejected(NOT_IN_A_LESSON)
        self._connection.send(wire.Done(request.id, min(first, session.n)))
        self._send_frames()
