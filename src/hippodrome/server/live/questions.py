"""Questions about a position: previews, courses, cards, destinations, plans and odds. They change nothing.

A match and a lesson answer them in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.compounds import SEPARATOR, parse_compound, way_node
from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.workers.pool import Workers, bot_seed_bytes, imagined_snapshot

MAX_ODDS_ACTIONS = 24
"""Odds are computed for this many choices at most."""

NOT_DECIDING = "You can see where you may go only on your own turn."
NOTHING_TO_PLAN = "That is not possible now."
NO_COURSE = "You cannot go there."

PositionQuestion = wire.Preview | wire.Steer | wire.Inspect | wire.Destinations | wire.Plan | wire.Odds


class TablePosition(Protocol):
    """The position that is asked about: that of a match session, or of a lesson."""

    @property
    def match(self) -> Match:
        """The match in this position."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""

    @property
    def n(self) -> int:
        """A number that changes with the position."""

    @property
    def move(self) -> int:
        """The number of moves, as viewers count them."""

    def visible_n(self, held: Collection[int]) -> int:
        """Return the number as the holders of some seats may know it."""

    def require_turn(self, held: Collection[int], seat: int, n: int) -> None:
        """Reject a request for a seat the client does not hold, or for an earlier position."""

    def is_waiting_for_person(self, seat: int) -> bool:
        """Return whether a person must decide for this seat now."""

    def action_instead(self, seat: int, actions: Sequence[Action]) -> str:
        """Return the first of these actions that can take the place of the seat's last choice; empty if none can."""


class Questions:
    """Answers the questions of clients about a position."""

    def __init__(self, workers: Workers, jobs: BackgroundJobs) -> None:
        self._workers = workers
        self._jobs = jobs

    def send_answer(
        self,
        session: TablePosition,
        connection: Connection,
        ask: PositionQuestion,
    ) -> None:
        """Answer a question about the position."""
        if isinstance(ask, wire.Preview):
            self.send_preview(session, connection, ask)
        elif isinstance(ask, wire.Steer):
            self.send_course(session, connection, ask)
        elif isinstance(ask, wire.Inspect):
            self.send_inspection(session, connection, ask)
        elif isinstance(ask, wire.Destinations):
            self.send_destinations(session, connection, ask)
        elif isinstance(ask, wire.Plan):
            self.send_plan(session, connection, ask)
        else:
            self.send_odds(session, connection, ask)

    def send_preview(self, session: TablePosition, connection: Connection, ask: wire.Preview) -> None:
        """Send a preview of an action, a compound or a plan."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        actions = parse_compound(ask.action) if SEPARATOR in ask.action else None
        match = session.match
        if ask.plan:
            preview = match.preview_plan(ask.action, ask.seat)
        else:
            preview = match.preview_all(actions, ask.seat) if actions else match.preview(ask.action, ask.seat)
        nodes = [frames.wire_node(node) for node in preview.nodes]
        rule, text = (preview.refusal.rule, preview.refusal.text) if preview.refusal is not None else ("", "")
        connection.send(wire.Previewed(ask.id, ask.action, nodes, preview.label, rule, text))

    def send_course(self, session: TablePosition, connection: Connection, ask: wire.Steer) -> None:
        """Send the compound that leads the steered piece towards a point, with its preview."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        if session.decision is None or not session.is_waiting_for_person(ask.seat):
            raise RequestRejected(NOT_DECIDING)
        course = session.match.course(ask.x, ask.y, ask.turn, ask.seat)
        if course is None:
            connection.send(wire.Previewed(ask.id, "", [], "", session.decision.rule, NO_COURSE))
            return
        choice = frames.compound_choice(session.decision.rule, course)
        nodes = [frames.wire_node(node) for node in session.match.preview_all(course.actions, ask.seat).nodes]
        nodes.append(frames.wire_node(way_node(course.path)))
        text = ". ".join([part for part in (course.label, course.note) if part])
        connection.send(wire.Previewed(ask.id, course.text, nodes, text, "", "", choice, course.end))

    def send_inspection(self, session: TablePosition, connection: Connection, ask: wire.Inspect) -> None:
        """Send what a node is for the client's viewer and, if that seat must decide, why it cannot be chosen."""
        viewer, match = connection.viewer, session.match
        may_decide = viewer in connection.seats and session.is_waiting_for_person(viewer)
        card = match.game.presentation.card(match.view(viewer), ask.node)
        title, facts, notes = (card.title, card.facts, card.notes) if card is not None else ("", [], [])
        answer = wire.Inspected(ask.id, ask.node, title, facts, notes, "", "", "")
        if may_decide:
            inspection = match.inspect(ask.node, viewer)
            answer.instead = session.action_instead(viewer, inspection.meant)
            if inspection.refusal is not None:
                answer.rule, answer.refusal = inspection.refusal.rule, inspection.refusal.text
        connection.send(answer)

    def send_destinations(self, session: TablePosition, connection: Connection, ask: wire.Destinations) -> None:
        """Send the places beyond the next step that a person who must decide may choose."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        if session.decision is None or not session.is_waiting_for_person(ask.seat):
            raise RequestRejected(NOT_DECIDING)
        found = frames.destinations(session.match, session.decision, ask.seat, ask.nodes)
        connection.send(wire.DestinationsFound(ask.id, session.visible_n(connection.seats), found))

    def send_plan(self, session: TablePosition, connection: Connection, ask: wire.Plan) -> None:
        """Send the actions of a plan to a person who must decide."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        if session.decision is None or not session.is_waiting_for_person(ask.seat):
            raise RequestRejected(NOT_DECIDING)
        compound = session.match.plan(ask.plan, ask.seat)
        if compound is None or not compound.actions:
            raise RequestRejected(NOTHING_TO_PLAN if compound is None else compound.note or NOTHING_TO_PLAN)
        choice = frames.compound_choice(session.decision.rule, compound)
        connection.send(wire.Planned(ask.id, session.visible_n(connection.seats), choice))

    def send_odds(self, session: TablePosition, connection: Connection, ask: wire.Odds) -> None:
        """Send the odds of a seat's choices, computed in a worker process.

        Odds that were only estimated are then counted exactly, as long as no move is played.
        """
        session.require_turn(connection.seats, ask.seat, ask.n)
        if not session.match.shows_odds:
            raise RequestRejected("Odds are off in this match.")
        if not session.is_waiting_for_person(ask.seat):
            raise RequestRejected("You can see odds only for your own choices, on your turn.")
        match, n = session.match, session.visible_n(connection.seats)
        rolled = [action for action in match.proposals() if match.game.analysis.has_odds(match.state, action)]
        actions = [action.text for action in rolled[:MAX_ODDS_ACTIONS]]
        seed = bot_seed_bytes(match, ask.seat, session.move)
        setup, state = match.setup.json(), imagined_snapshot(match, ask.seat, seed)
        entry, is_answered = session.n, False

        async def compute() -> None:
            nonlocal is_answered
            odds = await self._workers.quick_odds(setup, state, ask.seat, actions)
            connection.send(wire.OddsResult(ask.id, n, odds))
            is_answered = True
            for estimate in odds:
                if not estimate.exact:
                    exact = await self._workers.exact_odds(
                        setup, state, ask.seat, estimate.action, lambda: session.n == entry
                    )
                    if exact is not None:
                        connection.send(wire.OddsUpdate(n, [exact]))

        def on_cancel(reason: str = "Replaced by a newer request.") -> None:
            if not is_answered:
                connection.send(wire.Rejected(ask.id, n, "", reason))

        self._jobs.start("odds", connection, compute, on_cancel, on_cancel)
