"""Requests at a table that are not moves: chat, private notes, previews, odds and the log. They add no entries."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress

from hippodrome.kit.compounds import SEPARATOR, parse_compound, way_node
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, MatchSession, RequestRejected
from hippodrome.server.live.seat_rates import CHAT, NOTES, SeatRates
from hippodrome.server.live.viewers import Viewers
from hippodrome.server.services.rules_changes import RulesChanges
from hippodrome.server.storage.base_store import MAX_CHAT_SHOWN
from hippodrome.server.storage.rows import LoadedMatch
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers.pool import Workers, bot_seed_bytes, imagined_snapshot

MAX_CHAT_CHARS, MAX_NOTE_CHARS = 400, 4000

MAX_ODDS_ACTIONS = 24
"""Odds are computed for this many choices at most."""

CHAT_NOT_SAVED = "Your message could not be saved and was not sent. Try again in a moment."
NOT_DECIDING = "You can see where you may go only on your own turn."
NOTHING_TO_PLAN = "That is not possible now."
NO_COURSE = "You cannot go there."
NOTE_NOT_SAVED = "Your notes could not be saved. Try again in a moment."


class TableServices:
    """Chat, notes, previews, odds and log requests."""

    def __init__(
        self, loaded: LoadedMatch, store: Store, workers: Workers, jobs: BackgroundJobs, rates: SeatRates
    ) -> None:
        self.match_id = loaded.row.id
        self._chat = loaded.chat
        self._notes = loaded.notes
        self._store = store
        self._workers = workers
        self._jobs = jobs
        self._rates = rates
        self._rules_changes = RulesChanges(store, workers)

    # ---------------------------------------------------------------- chat and notes

    def chat_and_notes(self, seats: Collection[int]) -> tuple[list[wire.ChatMessage], dict[int, str]]:
        """Return the chat (for spectators only the notices of the table) and the private notes of these seats."""
        chat = [message for message in self._chat if seats or message.seat == wire.NO_SEAT]
        return chat, {seat: self._notes[seat] for seat in seats if seat in self._notes}

    async def post_chat(self, viewers: Viewers, connection: Connection, ask: wire.Chat) -> None:
        """Save a chat message and send it to all players; spectators neither send nor get any."""
        text = "".join(char if char.isprintable() else " " for char in ask.text).strip()
        if ask.seat not in connection.seats:
            raise RequestRejected("Only players at this table can chat.")
        if not 1 <= len(text) <= MAX_CHAT_CHARS:
            raise RequestRejected(f"Messages must be 1 to {MAX_CHAT_CHARS} characters.")
        self._rates.count(CHAT, ask.seat)
        message = wire.ChatMessage(ask.seat, text, int(time.time()))
        try:
            await self._save_chat(message)
        except StoreError as error:
            raise RequestRejected(CHAT_NOT_SAVED) from error
        viewers.broadcast(wire.ChatPosted(message), seated_only=True)

    async def post_notice(self, viewers: Viewers, text: str) -> None:
        """Save a notice of the table and send it to all clients. If it cannot be saved, it is sent all the same."""
        message = wire.ChatMessage(wire.NO_SEAT, text, int(time.time()))
        with suppress(StoreError):
            await self._save_chat(message)
        viewers.broadcast(wire.ChatPosted(message))

    async def _save_chat(self, message: wire.ChatMessage) -> None:
        """Save a message; the newest `MAX_CHAT_SHOWN` remain. Raise StoreError."""
        dropped = self._chat[0] if len(self._chat) >= MAX_CHAT_SHOWN else None
        await self._store.save_chat(self.match_id, message, dropped)
        self._chat = [*self._chat, message][-MAX_CHAT_SHOWN:]

    async def clear_note(self, seat: int) -> None:
        """Delete the private notes of a seat that gets another player; raise StoreError if that fails."""
        if self._notes.get(seat):
            await self._store.save_note(self.match_id, seat, "", self._notes[seat])
            del self._notes[seat]

    async def save_note(self, connection: Connection, ask: wire.Note) -> None:
        """Save the private notes of a seat."""
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if len(ask.text) > MAX_NOTE_CHARS:
            raise RequestRejected(f"Notes can have at most {MAX_NOTE_CHARS} characters. These were not saved.")
        self._rates.count(NOTES, ask.seat)
        try:
            await self._store.save_note(self.match_id, ask.seat, ask.text, self._notes.get(ask.seat, ""))
        except StoreError as error:
            raise RequestRejected(NOTE_NOT_SAVED) from error
        self._notes[ask.seat] = ask.text

    # ---------------------------------------------------------------- previews, odds and the log

    def send_answer(
        self,
        session: MatchSession,
        connection: Connection,
        ask: wire.Preview | wire.Steer | wire.Inspect | wire.Destinations | wire.Plan | wire.Odds,
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

    def send_preview(self, session: MatchSession, connection: Connection, ask: wire.Preview) -> None:
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

    def send_course(self, session: MatchSession, connection: Connection, ask: wire.Steer) -> None:
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

    def send_inspection(self, session: MatchSession, connection: Connection, ask: wire.Inspect) -> None:
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

    def send_destinations(self, session: MatchSession, connection: Connection, ask: wire.Destinations) -> None:
        """Send the places beyond the next step that a person who must decide may choose."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        if session.decision is None or not session.is_waiting_for_person(ask.seat):
            raise RequestRejected(NOT_DECIDING)
        found = frames.destinations(session.match, session.decision, ask.seat, ask.nodes)
        connection.send(wire.DestinationsFound(ask.id, session.visible_n(connection.seats), found))

    def send_plan(self, session: MatchSession, connection: Connection, ask: wire.Plan) -> None:
        """Send the actions of a plan to a person who must decide."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        if session.decision is None or not session.is_waiting_for_person(ask.seat):
            raise RequestRejected(NOT_DECIDING)
        compound = session.match.plan(ask.plan, ask.seat)
        if compound is None or not compound.actions:
            raise RequestRejected(NOTHING_TO_PLAN if compound is None else compound.note or NOTHING_TO_PLAN)
        choice = frames.compound_choice(session.decision.rule, compound)
        connection.send(wire.Planned(ask.id, session.visible_n(connection.seats), choice))

    def send_odds(self, session: MatchSession, connection: Connection, ask: wire.Odds) -> None:
        """Send the odds of a seat's choices, computed in a worker process.

        Odds that were only estimated are then counted exactly, as long as no move is played.
        """
        session.require_turn(connection.seats, ask.seat, ask.n)
        if not session.row.odds:
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

    def send_log(self, session: MatchSession, connection: Connection) -> None:
        """Send the whole log as the client's viewer may read it, written in a worker process."""
        viewer, history = connection.viewer, session.history()

        async def write_log() -> None:
            log = await self._rules_changes.full_log(session.row, history, viewer)
            if connection.viewer == viewer:
                connection.send(log)

        self._jobs.start("log", connection, write_log)
