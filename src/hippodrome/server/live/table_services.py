"""Requests at a table that are not moves: chat, private notes, previews, odds and the log. They add no entries."""

from __future__ import annotations

import time
from collections.abc import Collection

from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, MatchSession, RequestRejected
from hippodrome.server.live.viewers import Viewers
from hippodrome.server.storage.rows import LoadedMatch
from hippodrome.server.storage.store import MAX_CHAT_SHOWN, Store, StoreError
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers, bot_seed_bytes, imagined_snapshot

MAX_CHAT_CHARS, MAX_NOTE_CHARS = 400, 4000

MAX_ODDS_ACTIONS = 24
"""Odds are computed for this many choices at most."""

CHAT_NOT_SAVED = "Your message could not be saved and was not sent. Try again in a moment."
NOTE_NOT_SAVED = "Your notes could not be saved. Try again in a moment."


class TableServices:
    """Chat, notes, previews, odds and log requests."""

    def __init__(self, loaded: LoadedMatch, store: Store, workers: Workers, jobs: BackgroundJobs) -> None:
        self.match_id = loaded.row.id
        self._chat = loaded.chat
        self._notes = loaded.notes
        self._store = store
        self._workers = workers
        self._jobs = jobs

    # ---------------------------------------------------------------- chat and notes

    def chat_and_notes(self, seats: Collection[int]) -> tuple[list[wire.ChatMessage], dict[int, str]]:
        """Return the chat (empty for spectators) and the private notes of these seats."""
        chat = self._chat if seats else []
        return chat, {seat: self._notes[seat] for seat in seats if seat in self._notes}

    async def post_chat(self, viewers: Viewers, connection: Connection, ask: wire.Chat) -> None:
        """Save a chat message and send it to all players; spectators neither send nor get any."""
        text = "".join(char if char.isprintable() else " " for char in ask.text).strip()
        if ask.seat not in connection.seats:
            raise RequestRejected("Only players at this table can chat.")
        if not 1 <= len(text) <= MAX_CHAT_CHARS:
            raise RequestRejected(f"Messages must be 1 to {MAX_CHAT_CHARS} characters.")
        if not connection.can_chat(time.monotonic()):
            raise RequestRejected("You are sending messages too fast. Wait a few seconds.")
        message = wire.ChatMessage(ask.seat, text, int(time.time()))
        try:
            await self._store.save_chat(self.match_id, message)
        except StoreError as error:
            raise RequestRejected(CHAT_NOT_SAVED) from error
        self._chat = [*self._chat, message][-MAX_CHAT_SHOWN:]
        viewers.broadcast(wire.ChatPosted(message), seated_only=True)

    async def save_note(self, connection: Connection, ask: wire.Note) -> None:
        """Save the private notes of a seat."""
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if len(ask.text) > MAX_NOTE_CHARS:
            raise RequestRejected(f"Notes can have at most {MAX_NOTE_CHARS} characters. These were not saved.")
        try:
            await self._store.save_note(self.match_id, ask.seat, ask.text)
        except StoreError as error:
            raise RequestRejected(NOTE_NOT_SAVED) from error
        self._notes[ask.seat] = ask.text

    # ---------------------------------------------------------------- previews, odds and the log

    def send_preview(self, session: MatchSession, connection: Connection, ask: wire.Preview) -> None:
        """Send a preview of an action."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        preview = session.match.preview(ask.action, ask.seat)
        nodes = [frames.wire_node(node) for node in preview.nodes]
        rule, text = (preview.refusal.rule, preview.refusal.text) if preview.refusal is not None else ("", "")
        connection.send(wire.Previewed(ask.id, ask.action, nodes, preview.label, rule, text))

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
        actions = [action.text for action in match.proposals()[:MAX_ODDS_ACTIONS]]
        seed = bot_seed_bytes(match.commitment, ask.seat, len(match.moves))
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

        def on_cancel() -> None:
            if not is_answered:
                connection.send(wire.Rejected(ask.id, n, "", "Replaced by a newer request."))

        self._jobs.start("odds", connection, compute, on_cancel)

    def send_log(self, session: MatchSession, connection: Connection) -> None:
        """Send the whole log as the client's viewer may read it, written in a worker process."""
        viewer, history = connection.viewer, session.history()

        async def write_log() -> None:
            log = await self._workers.run(replay.full_log, history, viewer)
            if connection.viewer == viewer:
                connection.send(log)

        self._jobs.start("log", connection, write_log)
