"""The table of a lesson. After each change it says with `LessonStep` where the lesson stands.

Whatever is a `Lesson` can be played here, whether it was read from a file or made from a position.
"""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.lessons import Lesson
from hippodrome.server import wire
from hippodrome.server.live.commands import Command
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.lesson_session import LessonSession
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.solo_table import SoloTable
from hippodrome.server.workers.pool import Workers

OTHER_LESSON = "This lesson has changed since you began it, so it starts again."
NOT_IN_A_LESSON = "That is not possible in a lesson."


class LessonTable(SoloTable):
    """The table of a lesson with its only client."""

    kind = "lesson"

    def __init__(
        self,
        lesson: Lesson,
        connection: Connection,
        workers: Workers,
        scheduler: FairScheduler,
        following: str = "",
        inputs: Sequence[str] = (),
    ) -> None:
        """Begin a lesson for a client; `following` is the name of the next lesson.

        `inputs` are those of an earlier connection, which are played first.
        """
        super().__init__(f"{lesson.game.slug}/{lesson.name}", connection, workers, scheduler)
        self._lesson = lesson
        self._following = following
        self._inputs = inputs
        self._session: LessonSession | None = None

    @property
    def session(self) -> LessonSession | None:
        """The session, once the lesson has begun."""
        return self._session

    def _join(self) -> None:
        """Begin the lesson, or resume it, and send the table."""
        session = self._session = LessonSession(self._lesson, self._following)
        if not session.resume(self._inputs):
            self._connection.send(wire.SocketError("lesson", OTHER_LESSON, False))
        session.draw_present()
        self._send_table(session)

    def _send_table(self, session: LessonSession) -> None:
        """Send everything that a client needs that knows nothing."""
        self._connection.send(wire.Welcome(session.info(), [session.seat], False, [], {}))
        self._send_frames(session)
        self._connection.send(session.log())

    def _send_frames(self, session: LessonSession) -> None:
        for frame in session.take_frames():
            self._connection.send(frame)
        self._connection.send(session.step())

    def _handle(self, request: Command) -> None:
        """Carry out a request."""
        session = self._session
        if session is None:
            raise RequestRejected(NOT_IN_A_LESSON)
        first = session.n + 1
        if isinstance(request, wire.StartAgain):
            session.start_again()
            self._connection.send(wire.Done(request.id, session.n))
            self._send_table(session)
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
        self._send_frames(session)
