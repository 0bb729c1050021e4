"""What goes on at a table beside the play: talk, private notes, previews, odds, the log. None of it is an entry."""

from __future__ import annotations

import time
from collections.abc import Collection

from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.live.background_jobs import Errands
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOURS, Course, Refuse
from hippodrome.server.live.viewers import Audience
from hippodrome.server.storage.journal import Loaded
from hippodrome.server.storage.store import SAID, Store, StoreError
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Programs, imagined, thoughts

WORDS, NOTES = 400, 4000
"""The letters of the longest word to the table, and of the longest notes."""

ODDS = 24
"""Choices of which the odds are counted at once."""

UNKEPT = "This could not be kept on disk, so nothing was done. Please try again in a moment."


class Asides:
    """What was said and noted at a table, and what is worked out for who looks ahead or back."""

    def __init__(self, loaded: Loaded, store: Store, programs: Programs, errands: Errands) -> None:
        self.id = loaded.row.id
        self._said = loaded.said
        self._notes = loaded.notes
        self._store = store
        self._programs = programs
        self._errands = errands

    # ---------------------------------------------------------------- talk and notes

    def heard(self, seats: Collection[int]) -> tuple[list[wire.Speech], dict[int, str]]:
        """What somebody on these seats may know: what was said, and his own notes. Spectators hear nothing."""
        said = self._said if seats else []
        return said, {seat: self._notes[seat] for seat in seats if seat in self._notes}

    async def say(self, audience: Audience, connection: Connection, ask: wire.Say) -> None:
        """A word to the table: only those who have a seat speak, and hear it."""
        text = "".join(letter if letter.isprintable() else " " for letter in ask.text).strip()
        if ask.seat not in connection.seats:
            raise Refuse("Only those who play at this table talk here.")
        if not 1 <= len(text) <= WORDS:
            raise Refuse(f"Say something of 1 to {WORDS} letters.")
        if not connection.may_talk(time.monotonic()):
            raise Refuse("You talk too fast for this table. Please wait a few seconds.")
        speech = wire.Speech(ask.seat, text, int(time.time()))
        try:
            await self._store.say(self.id, speech)
        except StoreError as error:
            raise Refuse(UNKEPT) from error
        self._said = [*self._said, speech][-SAID:]
        audience.tell(wire.Said(speech), seated=True)

    async def note(self, connection: Connection, ask: wire.Note) -> None:
        """Keep private notes."""
        if ask.seat not in connection.seats:
            raise Refuse(NOT_YOURS)
        if len(ask.text) > NOTES:
            raise Refuse(f"Notes have at most {NOTES} letters. These were not kept.")
        try:
            await self._store.write_note(self.id, ask.seat, ask.text)
        except StoreError as error:
            raise Refuse(UNKEPT) from error
        self._notes[ask.seat] = ask.text

    # ---------------------------------------------------------------- looking ahead, looking back

    def preview(self, course: Course, connection: Connection, ask: wire.Preview) -> None:
        """Show what an action would look like."""
        course.see_whether_he_may(connection.seats, ask.seat, ask.n)
        found = course.match.preview(ask.action, ask.seat)
        nodes = [frames.node(node) for node in found.nodes]
        rule, text = (found.refusal.rule, found.refusal.text) if found.refusal is not None else ("", "")
        connection.tell(wire.Previewed(ask.id, ask.action, nodes, found.words, rule, text))

    def odds(self, course: Course, connection: Connection, ask: wire.Odds) -> None:
        """Say what may come of the choices, worked out in another process.

        What is only tried at first, for it has many ways, is then counted to the end while nobody has moved.
        """
        course.see_whether_he_may(connection.seats, ask.seat, ask.n)
        if not course.row.odds:
            raise Refuse("This table plays without odds.")
        if not course.decides(ask.seat):
            raise Refuse("You get odds when you must decide, for your own choices.")
        match, n = course.match, course.number(connection.seats)
        actions = [action.text for action in match.proposals()[:ODDS]]
        chance = thoughts(match.commitment, ask.seat, len(match.moves))
        setup, state = match.setup.json(), imagined(match, ask.seat, chance)
        asked, told = course.n, False

        async def count() -> None:
            nonlocal told
            chances = await self._programs.chances(setup, state, ask.seat, actions)
            connection.tell(wire.Chances(ask.id, n, chances))
            told = True
            for chance in chances:
                if not chance.exact:
                    action = chance.action
                    counted = await self._programs.count(setup, state, ask.seat, action, lambda: course.n == asked)
                    if counted is not None:
                        connection.tell(wire.Counted(n, [counted]))

        def give_up() -> None:
            if not told:
                connection.tell(wire.Refused(ask.id, n, "", "Other odds were asked for since."))

        self._errands.run("odds", connection, count, give_up)

    def send_log(self, course: Course, connection: Connection) -> None:
        """Send the whole log as the viewer may read it, once another process has made it."""
        viewer, story = connection.viewer, course.story()

        async def tell() -> None:
            told = await self._programs.run(replay.log, story, viewer)
            if connection.viewer == viewer:
                connection.tell(told)

        self._errands.run("log", connection, tell)
