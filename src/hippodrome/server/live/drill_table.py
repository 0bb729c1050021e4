"""The table of a drill: one decision of a finished match. After each change it says with `DrillStep` where it stands.

What the player tries is rated by workers, in short jobs like those of a review; one try at a time.
"""

from __future__ import annotations

from hippodrome.server import wire
from hippodrome.server.http.http_errors import conflict, not_found
from hippodrome.server.live.commands import Command
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.drill_session import PLAYING, RATING, DrillSession
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.live.solo_table import SoloTable
from hippodrome.server.workers import drills
from hippodrome.server.workers.drills import DrillPosition, Known, RatedLine
from hippodrome.server.workers.pool import Workers

NOT_IN_A_DRILL = "That is not possible in a drill."
RATING_FAILED = "Your try could not be rated. Try again."


async def open_drill(
    rooms: Rooms, workers: Workers, id: str, index: int
) -> tuple[DrillPosition, wire.MatchInfo, wire.CostlyDecision | None]:
    """Return a decision of a finished match as a drill: the one after `index` moves, silent answers included.

    With it come the public information about the match, and what a review has found about the decision if the match is
    still in memory. 404 without such a decision; 409 if it cannot be a drill.
    """
    row, info = await rooms.row(id), await rooms.info(id)
    if not row.has_no_secrets:
        raise conflict("You can practise the decisions of a match when it is over.")
    if not info.reviews:
        raise conflict(f"Reviews and drills are not available for {info.title}.")
    position = await workers.run(drills.open_drill, await rooms.history(id), index)
    if isinstance(position, str):
        raise not_found(position, "index") if position == drills.NO_SUCH_DECISION else conflict(position, "index")
    return position, info, rooms.finding(id, position.seat, index)


class DrillTable(SoloTable):
    """The table of a drill with its only client."""

    kind = "drill"

    def __init__(
        self,
        position: DrillPosition,
        info: wire.MatchInfo,
        connection: Connection,
        workers: Workers,
        scheduler: FairScheduler,
        best: str = "",
        known: Known | None = None,
    ) -> None:
        """Begin a drill for a client. `best` is the best action, and `known` what the review says, if that is known."""
        super().__init__(f"{info.id}/{position.index}", connection, workers, scheduler)
        self._opening = (position, info, best, known)
        self._session: DrillSession | None = None

    @property
    def session(self) -> DrillSession | None:
        """The session, once the drill has begun."""
        return self._session

    def _join(self) -> None:
        """Begin the drill, and send the table."""
        session = self._session = DrillSession(*self._opening)
        session.draw_present()
        self._connection.send(wire.Welcome(session.info(), [session.seat], False, [], {}))
        self._send_frames(session)
        self._connection.send(session.log())

    def _send_frames(self, session: DrillSession) -> None:
        for frame in session.take_frames():
            self._connection.send(frame)
        self._connection.send(session.step())

    def _handle(self, request: Command) -> None:
        """Carry out a request."""
        session = self._session
        if session is None:
            raise RequestRejected(NOT_IN_A_DRILL)
        if isinstance(request, wire.Play | wire.PlayAll):
            session.require_turn(self._connection.seats, request.seat, request.n)
            session.play(request.actions if isinstance(request, wire.PlayAll) else [request.action])
        elif isinstance(request, wire.ShowMe):
            session.ask_solution()
        elif isinstance(request, wire.ReadOn):
            session.try_again()
            self._jobs.cancel("rating", self._connection)
        else:
            raise RequestRejected(NOT_IN_A_DRILL)
        self._connection.send(wire.Done(request.id, session.n))
        self._send_frames(session)
        if session.phase != PLAYING:
            self._start_rating(session)

    def _start_rating(self, session: DrillSession) -> None:
        """Rate the present try in the background, and send the progress and the answer."""

        async def rate() -> None:
            await self._rate(session)

        def give_up(reason: str = RATING_FAILED) -> None:
            if session.phase != RATING:
                return
            self._connection.send(wire.SocketError("drill", reason, False))
            session.try_again()
            self._send_frames(session)

        self._jobs.start("rating", self._connection, rate, give_up, give_up)

    async def _rate(self, session: DrillSession) -> None:
        position, run = session.position, self._workers.run_slow
        if not session.best:
            session.best = await run(drills.find_better, position)
        done, total = 0, drills.RATING_PARTS * len(session.missing_ratings)
        while missing := session.missing_ratings:
            session.progress = (done, total)
            self._connection.send(session.step())
            session.add_rating(await run(drills.continue_rating, position, missing[0]))
            done = total - sum(drills.RATING_PARTS - each.parts for each in session.missing_ratings)
        played, best = session.rating(position.played), session.rating(session.best)
        tried = session.line not in ("", position.played, session.best)
        rated: RatedLine | None = session.rating(session.line) if tried else None
        session.set_answer(await run(drills.answer, position, session.line, best, played, rated, session.known))
        self._send_frames(session)
