"""Advice at a table: hints for who practises, why a program moved as it did, and what cost somebody most.

A hint goes to the browser that asked, for its own decision, and is worked out from what that seat may know. What a
program had weighed would betray what it holds: while the match goes on it is told only if its seat knew nothing that a
spectator may not know, before its move and after it. When the match is over nothing is secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hippodrome.bots.advice import adviser, has_no_secret
from hippodrome.bots.review import SUSPECTS, can_review, suspects
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.live.background_jobs import Errands
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import Course, Refuse
from hippodrome.server.storage.journal import CHOSEN, standing_moves
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers import advice
from hippodrome.server.workers.advice import SECRET, UNKNOWN, Weighing
from hippodrome.server.workers.bot_decision import Pondered
from hippodrome.server.workers.pool import Programs, imagined, seed_of, thoughts
from hippodrome.server.workers.replay import Story

REMEMBERED = 1_000
"""Moves of programs whose reasons a table remembers."""

FAILED = "This could not be worked out. Please try again."


class Counsel:
    """What programs can say about the play at a table."""

    def __init__(self, store: Store, programs: Programs, errands: Errands) -> None:
        self._store = store
        self._programs = programs
        self._errands = errands
        self._weighed: dict[int, Weighing] = {}  # by the number of the move, silent ones not counted
        self._reviews: dict[int, wire.Reviewed] = {}

    # ---------------------------------------------------------------- hints

    def hint(self, course: Course, connection: Connection, ask: wire.Hint) -> None:
        """Say what the strongest program would do in place of whoever asks, if he must decide."""
        course.see_whether_he_may(connection.seats, ask.seat, ask.n)
        match = course.match
        if not course.row.hints:
            raise Refuse("This table plays without hints.")
        if not adviser(match.game):
            raise Refuse(f"Nobody can give a hint in {match.game.title}.")
        if not course.decides(ask.seat):
            raise Refuse("You get a hint when you must decide.")
        n, asked = course.number(connection.seats), course.asked[ask.seat]
        chance = thoughts(match.commitment, ask.seat, len(match.moves))
        setup, state, odds = match.setup.json(), imagined(match, ask.seat, chance), course.row.odds

        async def work() -> None:
            found = await self._programs.ponder(advice.hint, setup, state, ask.seat, seed_of(chance), odds)
            if course.asked.get(ask.seat) == asked:
                connection.tell(wire.Hinted(ask.id, n, found))
            else:
                give_up()

        def give_up() -> None:
            connection.tell(wire.Refused(ask.id, n, "", "The table has moved on since."))

        self._errands.run("hint", connection, work, give_up)

    # ---------------------------------------------------------------- why a program moved

    @contextmanager
    def remembered(self, course: Course, seat: int, pondered: Pondered) -> Iterator[None]:
        """Around a program's move: remember what it had weighed, and whether that may be told."""
        if not course.row.hints:
            yield
            return
        place, moves = len(course.match.moves), course.moves
        free = has_no_secret(course.match, seat)
        yield
        if course.moves > moves:  # else it passed in secret
            free = free and has_no_secret(course.match, seat)
            self._weighed[course.moves] = Weighing(seat, course.people[seat].level, place, pondered, free)
            if len(self._weighed) > REMEMBERED:
                del self._weighed[next(iter(self._weighed))]

    def why(self, course: Course, connection: Connection, ask: wire.Why) -> None:
        """Say what a program had weighed; while the match goes on, the one that moved last."""
        if not connection.seats or not course.row.hints:
            raise Refuse("Programs give their reasons at tables where hints are given, to who plays there.")
        over = course.row.open
        move = ask.move if over else max(self._weighed, default=wire.NOBODY)
        weighing = self._weighed.get(move)
        if weighing is None:
            raise Refuse(UNKNOWN)
        if not (over or weighing.open):
            raise Refuse(SECRET.format(FACTIONS[weighing.seat]))
        story, n = course.story(), course.number(connection.seats)

        async def work() -> None:
            found = await self._programs.run(advice.why, story, weighing)
            connection.tell(wire.Explained(ask.id, move, weighing.seat, found))

        self._errands.run("why", connection, work, lambda: connection.tell(wire.Refused(ask.id, n, "", FAILED)))

    # ---------------------------------------------------------------- the review

    async def review(self, course: Course, connection: Connection, ask: wire.Review) -> None:
        """Say which decisions cost a seat most; that takes a while, and the browser is told how far it is."""
        row = course.row
        if not row.open:
            raise Refuse("A review shows what would have been better. You can have it when the match is over.")
        if not 0 <= ask.seat < len(course.people):
            raise Refuse("There is no such seat.")
        if not can_review(course.match.game):
            raise Refuse(f"No program looks ahead in {course.match.game.title}: nobody can say what was costly.")
        known = self._reviews.get(ask.seat)
        if known is not None:
            connection.tell(wire.Reviewed(ask.id, ask.seat, known.decisions, known.costly))
            return
        story, n = course.story(), course.number(connection.seats)
        try:
            entries = standing_moves(await self._store.entries(row.id))
        except StoreError as error:
            raise Refuse("The match could not be read just now. Please try again in a moment.") from error
        places = [at for at, entry in enumerate(entries) if entry.seat == ask.seat and entry.how == CHOSEN]

        async def work() -> None:
            async with self._programs.reviewing:
                found = await self._reviewed(connection, ask, story, places)
            self._reviews[ask.seat] = found
            connection.tell(found)

        def give_up() -> None:
            connection.tell(wire.Refused(ask.id, n, "", "The review was broken off."))

        connection.tell(wire.Reviewing(ask.seat, 0, len(places) + SUSPECTS))
        self._errands.run("review", connection, work, give_up)

    async def _reviewed(
        self, connection: Connection, ask: wire.Review, story: Story, places: list[int]
    ) -> wire.Reviewed:
        """Weigh decision after decision, each as a job of its own, so that others get in."""
        run = self._programs.ponder
        choices = await run(advice.decisions, story, places)
        total = len(choices) + SUSPECTS
        looks = []
        for done, place in enumerate(choices, 1):
            looks.append((place, await run(advice.glance, story, place)))
            connection.tell(wire.Reviewing(ask.seat, done, total))
        found = []
        for done, place in enumerate(suspects(looks), 1):
            costly = await run(advice.judged, story, place)
            found += [costly] if costly is not None else []
            connection.tell(wire.Reviewing(ask.seat, len(choices) + done, total))
        return wire.Reviewed(ask.id, ask.seat, len(choices), advice.worst(found))
