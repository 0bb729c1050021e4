"""Requests at a table that are not moves: chat, private notes, questions and the log. They add no entries."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress

from hippodrome.server import wire
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, MatchSession, RequestRejected
from hippodrome.server.live.questions import Questions
from hippodrome.server.live.seat_rates import CHAT, NOTES, SeatRates
from hippodrome.server.live.viewers import Viewers
from hippodrome.server.services.rules_changes import RulesChanges
from hippodrome.server.storage.base_store import MAX_CHAT_SHOWN
from hippodrome.server.storage.rows import LoadedMatch
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers.pool import Workers

MAX_CHAT_CHARS, MAX_NOTE_CHARS = 400, 4000

CHAT_NOT_SAVED = "Your message could not be saved and was not sent. Try again in a moment."
NOTE_NOT_SAVED = "Your notes could not be saved. Try again in a moment."


class TableServices(Questions):
    """Chat, notes, questions about the position, and log requests."""

    def __init__(
        self, loaded: LoadedMatch, store: Store, workers: Workers, jobs: BackgroundJobs, rates: SeatRates
    ) -> None:
        super().__init__(workers, jobs)
        self.match_id = loaded.row.id
        self._chat = loaded.chat
        self._notes = loaded.notes
        self._store = store
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

    # ---------------------------------------------------------------- the log

    def send_log(self, session: MatchSession, connection: Connection) -> None:
        """Send the whole log as the client's viewer may read it, written in a worker process."""
        viewer, history = connection.viewer, session.history()

        async def write_log() -> None:
            log = await self._rules_changes.full_log(session.row, history, viewer)
            if connection.viewer == viewer:
                connection.send(log)

        self._jobs.start("log", connection, write_log)
