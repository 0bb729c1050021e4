"""What goes on at a table beside the play: talk, private notes, previews, odds, the log. None of it is an entry."""

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
"""The letters of the longest word to the table, and of the longest notes."""

MAX_ODDS_ACTIONS = 24
"""Choices of which the odds are counted at once."""

NOT_SAVED = "This could not be kept on disk, so nothing was done. Please try again in a moment."


class TableServices:
    """What was said and noted at a table, and what is worked out for who looks ahead or back."""

    def __init__(self, loaded: LoadedMatch, store: Store, programs: Workers, errands: BackgroundJobs) -> None:
        self.match_id = loaded.row.id
        self._chat = loaded.chat
        self._notes = loaded.notes
        self._store = store
        self._programs = programs
        self._jobs = errands

    # ---------------------------------------------------------------- talk and notes

    def chat_and_notes(self, seats: Collection[int]) -> tuple[list[wire.Speech], dict[int, str]]:
        """What somebody on these seats may know: what was said, and his own notes. Spectators hear nothing."""
        said = self._chat if seats else []
        return said, {seat: self._notes[seat] for seat in seats if seat in self._notes}

    async def post_chat(self, audience: Viewers, connection: Connection, ask: wire.Say) -> None:
        """A word to the table: only those who have a seat speak, and hear it."""
        text = "".join(letter if letter.isprintable() else " " for letter in ask.text).strip()
        if ask.seat not in connection.seats:
            raise RequestRejected("Only those who play at this table talk here.")
        if not 1 <= len(text) <= MAX_CHAT_CHARS:
            raise RequestRejected(f"Say something of 1 to {MAX_CHAT_CHARS} letters.")
        if not connection.can_chat(time.monotonic()):
            raise RequestRejected("You talk too fast for this table. Please wait a few seconds.")
        speech = wire.Speech(ask.seat, text, int(time.time()))
        try:
            await self._store.save_chat(self.match_id, speech)
        except StoreError as error:
            raise RequestRejected(NOT_SAVED) from error
        self._chat = [*self._chat, speech][-MAX_CHAT_SHOWN:]
        audience.broadcast(wire.Said(speech), seated_only=True)

    async def save_note(self, connection: Connection, ask: wire.Note) -> None:
        """Keep private notes."""
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if len(ask.text) > MAX_NOTE_CHARS:
            raise RequestRejected(f"Notes have at most {MAX_NOTE_CHARS} letters. These were not kept.")
        try:
            await self._store.save_note(self.match_id, ask.seat, ask.text)
        except StoreError as error:
            raise RequestRejected(NOT_SAVED) from error
        self._notes[ask.seat] = ask.text

    # ---------------------------------------------------------------- looking ahead, looking back

    def send_preview(self, session: MatchSession, connection: Connection, ask: wire.Preview) -> None:
        """Show what an action would look like."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        found = session.match.preview(ask.action, ask.seat)
        nodes = [frames.wire_node(node) for node in found.nodes]
        rule, text = (found.refusal.rule, found.refusal.text) if found.refusal is not None else ("", "")
        connection.send(wire.Previewed(ask.id, ask.action, nodes, found.label, rule, text))

    def send_odds(self, session: MatchSession, connection: Connection, ask: wire.Odds) -> None:
        """Say what may come of the choices, worked out in another process.

        What is only tried at first, for it has many ways, is then counted to the end while nobody has moved.
        """
        session.require_turn(connection.seats, ask.seat, ask.n)
        if not session.row.odds:
            raise RequestRejected("This table plays without odds.")
        if not session.is_waiting_for_person(ask.seat):
            raise RequestRejected("You get odds when you must decide, for your own choices.")
        match, n = session.match, session.visible_n(connection.seats)
        actions = [action.text for action in match.proposals()[:MAX_ODDS_ACTIONS]]
        chance = bot_seed_bytes(match.commitment, ask.seat, len(match.moves))
        setup, state = match.setup.json(), imagined_snapshot(match, ask.seat, chance)
        asked, told = session.n, False

        async def count() -> None:
            nonlocal told
            chances = await self._programs.quick_odds(setup, state, ask.seat, actions)
            connection.send(wire.Chances(ask.id, n, chances))
            told = True
            for chance in chances:
                if not chance.exact:
                    action = chance.action
                    counted = await self._programs.exact_odds(
                        setup, state, ask.seat, action, lambda: session.n == asked
                    )
                    if counted is not None:
                        connection.send(wire.Counted(n, [counted]))

        def give_up() -> None:
            if not told:
                connection.send(wire.Refused(ask.id, n, "", "Other odds were asked for since."))

        self._jobs.start("odds", connection, count, give_up)

    def send_log(self, session: MatchSession, connection: Connection) -> None:
        """Send the whole log as the viewer may read it, once another process has made it."""
        viewer, story = connection.viewer, session.history()

        async def tell() -> None:
            told = await self._programs.run(replay.full_log, story, viewer)
            if connection.viewer == viewer:
                connection.send(told)

        self._jobs.start("log", connection, tell)
