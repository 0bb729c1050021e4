"""Advice at a table: hints for who practises, why a program moved as it did, and what cost somebody most.

A hint goes to the browser that asked, for its own decision, and is worked out from what that seat may know. What a
program had weighed would betray what it holds: while the match goes on it is told only if its seat knew nothing that a
spectator may not know, before its move and after it. When the match is over nothing is secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hippodrome.bots.advice import adviser_level, has_no_secret
from hippodrome.bots.review import MAX_SUSPECTS, can_review, suspects
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import MatchSession, RequestRejected
from hippodrome.server.storage.rows import CHOSEN, moves_not_undone
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers import advice
from hippodrome.server.workers.advice import REASONS_ARE_SECRET, REASONS_ARE_UNKNOWN, RememberedDecision
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot
from hippodrome.server.workers.replay import MatchHistory

MAX_REMEMBERED_MOVES = 1_000
"""Moves of programs whose reasons a table remembers."""

ADVICE_FAILED = "This could not be worked out. Please try again."


class AdviceService:
    """What programs can say about the play at a table."""

    def __init__(self, store: Store, programs: Workers, errands: BackgroundJobs) -> None:
        self._store = store
        self._programs = programs
        self._jobs = errands
        self._bot_moves: dict[int, RememberedDecision] = {}  # by the number of the move, silent ones not counted
        self._reviews: dict[int, wire.Reviewed] = {}

    # ---------------------------------------------------------------- hints

    def send_hint(self, session: MatchSession, connection: Connection, ask: wire.Hint) -> None:
        """Say what the strongest program would do in place of whoever asks, if he must decide."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        match = session.match
        if not session.row.hints:
            raise RequestRejected("This table plays without hints.")
        if not adviser_level(match.game):
            raise RequestRejected(f"Nobody can give a hint in {match.game.title}.")
        if not session.is_waiting_for_person(ask.seat):
            raise RequestRejected("You get a hint when you must decide.")
        n, asked = session.visible_n(connection.seats), session.pending[ask.seat]
        chance = bot_seed_bytes(match.commitment, ask.seat, len(match.moves))
        setup, state, odds = match.setup.json(), imagined_snapshot(match, ask.seat, chance), session.row.odds

        async def work() -> None:
            found = await self._programs.run_slow(advice.hint, setup, state, ask.seat, bot_seed(chance), odds)
            if session.pending.get(ask.seat) == asked:
                connection.send(wire.Hinted(ask.id, n, found))
            else:
                give_up()

        def give_up() -> None:
            connection.send(wire.Refused(ask.id, n, "", "The table has moved on since."))

        self._jobs.start("hint", connection, work, give_up)

    # ---------------------------------------------------------------- why a program moved

    @contextmanager
    def remember_decision(self, session: MatchSession, seat: int, pondered: BotDecision) -> Iterator[None]:
        """Around a program's move: remember what it had weighed, and whether that may be told."""
        if not session.row.hints:
            yield
            return
        place, moves = len(session.match.moves), session.move_count
        free = has_no_secret(session.match, seat)
        yield
        if session.move_count > moves:  # else it passed in secret
            free = free and has_no_secret(session.match, seat)
            self._bot_moves[session.move_count] = RememberedDecision(
                seat, session.players[seat].level, place, pondered, free
            )
            if len(self._bot_moves) > MAX_REMEMBERED_MOVES:
                del self._bot_moves[next(iter(self._bot_moves))]

    def send_explanation(self, session: MatchSession, connection: Connection, ask: wire.Why) -> None:
        """Say what a program had weighed; while the match goes on, the one that moved last."""
        if not connection.seats or not session.row.hints:
            raise RequestRejected("Programs give their reasons at tables where hints are given, to who plays there.")
        over = session.row.has_no_secrets
        move = ask.move if over else max(self._bot_moves, default=wire.NO_SEAT)
        weighing = self._bot_moves.get(move)
        if weighing is None:
            raise RequestRejected(REASONS_ARE_UNKNOWN)
        if not (over or weighing.is_public):
            raise RequestRejected(REASONS_ARE_SECRET.format(FACTIONS[weighing.seat]))
        story, n = session.history(), session.visible_n(connection.seats)

        async def work() -> None:
            found = await self._programs.run(advice.explain_decision, story, weighing)
            connection.send(wire.Explained(ask.id, move, weighing.seat, found))

        self._jobs.start("why", connection, work, lambda: connection.send(wire.Refused(ask.id, n, "", ADVICE_FAILED)))

    # ---------------------------------------------------------------- the review

    async def send_review(self, session: MatchSession, connection: Connection, ask: wire.Review) -> None:
        """Say which decisions cost a seat most; that takes a while, and the browser is told how far it is."""
        row = session.row
        if not row.has_no_secrets:
            raise RequestRejected("A review shows what would have been better. You can have it when the match is over.")
        if not 0 <= ask.seat < len(session.players):
            raise RequestRejected("There is no such seat.")
        if not can_review(session.match.game):
            raise RequestRejected(
                f"No program looks ahead in {session.match.game.title}: nobody can say what was costly."
            )
        known = self._reviews.get(ask.seat)
        if known is not None:
            connection.send(wire.Reviewed(ask.id, ask.seat, known.decisions, known.costly))
            return
        story, n = session.history(), session.visible_n(connection.seats)
        try:
            entries = moves_not_undone(await self._store.entries(row.id))
        except StoreError as error:
            raise RequestRejected("The match could not be read just now. Please try again in a moment.") from error
        places = [at for at, entry in enumerate(entries) if entry.seat == ask.seat and entry.how == CHOSEN]

        async def work() -> None:
            async with self._programs.review_lock:
                found = await self._run_review(connection, ask, story, places)
            self._reviews[ask.seat] = found
            connection.send(found)

        def give_up() -> None:
            connection.send(wire.Refused(ask.id, n, "", "The review was broken off."))

        connection.send(wire.Reviewing(ask.seat, 0, len(places) + MAX_SUSPECTS))
        self._jobs.start("review", connection, work, give_up)

    async def _run_review(
        self, connection: Connection, ask: wire.Review, story: MatchHistory, places: list[int]
    ) -> wire.Reviewed:
        """Weigh decision after decision, each as a job of its own, so that others get in."""
        run = self._programs.run_slow
        choices = await run(advice.real_decisions, story, places)
        total = len(choices) + MAX_SUSPECTS
        looks = []
        for done, place in enumerate(choices, 1):
            looks.append((place, await run(advice.estimate_cost, story, place)))
            connection.send(wire.Reviewing(ask.seat, done, total))
        found = []
        for done, place in enumerate(suspects(looks), 1):
            costly = await run(advice.measure_cost, story, place)
            found += [costly] if costly is not None else []
            connection.send(wire.Reviewing(ask.seat, len(choices) + done, total))
        return wire.Reviewed(ask.id, ask.seat, len(choices), advice.costliest(found))
