"""Advice at a table: hints, explanations of bot moves, and reviews of a player's costliest decisions.

A hint goes only to the client that asked and uses only what its seat may know. An explanation could reveal a bot's
secrets: before the match is over it is given only if the bot's seat knew nothing that spectators do not, before its
move and after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hippodrome.bots.advice import adviser_level, has_no_secret
from hippodrome.bots.review import MAX_SUSPECTS, can_review, suspects
from hippodrome.kit.agenda import conceals
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import MatchSession, RequestRejected
from hippodrome.server.storage.rows import BY_PERSON, moves_not_undone
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers import advice
from hippodrome.server.workers.advice import REASONS_ARE_SECRET, REASONS_ARE_UNKNOWN, RememberedDecision
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot
from hippodrome.server.workers.replay import MatchHistory

MAX_REMEMBERED_MOVES = 1_000
"""A table can explain this many of the last bot moves."""

MOVES_PER_JOB = 100
"""Moves that one job of a review looks at to find the real decisions."""

_ONLY_EARLIER_RULES = (
    "All decisions of this seat were made under earlier rules, which this server can no longer execute. It cannot "
    "review them."
)
ADVICE_FAILED = "The explanation failed. Try again."


class AdviceService:
    """Hints, explanations and reviews of one match."""

    def __init__(self, store: Store, workers: Workers, jobs: BackgroundJobs) -> None:
        self._store = store
        self._workers = workers
        self._jobs = jobs
        self._bot_moves: dict[int, RememberedDecision] = {}  # by move number, without silent passes
        self._last_secrecy = ((-1, -1), False)  # the entry and seat last asked about, and whether it knew no secret
        self._reviews: dict[int, wire.Reviewed] = {}  # finished reviews by seat

    # ---------------------------------------------------------------- hints

    def send_hint(self, session: MatchSession, connection: Connection, ask: wire.Hint) -> None:
        """Send what the strongest bot would do in the client's place, if it is that seat's turn."""
        session.require_turn(connection.seats, ask.seat, ask.n)
        match = session.match
        if not session.row.hints:
            raise RequestRejected("Hints are off in this match.")
        if not adviser_level(match.game):
            raise RequestRejected(f"Hints are not available for {match.game.title}.")
        if not session.is_waiting_for_person(ask.seat):
            raise RequestRejected("You can ask for a hint only on your turn.")
        n, opened_at = session.visible_n(connection.seats), session.pending[ask.seat]
        seed = bot_seed_bytes(match, ask.seat, session.move)
        setup, state, with_odds = match.setup.json(), imagined_snapshot(match, ask.seat, seed), session.row.odds

        async def find_hint() -> None:
            hint = await self._workers.run_slow(advice.hint, setup, state, ask.seat, bot_seed(seed), with_odds)
            if session.pending.get(ask.seat) == opened_at:
                connection.send(wire.Hinted(ask.id, n, hint))
            else:
                on_cancel()

        def on_cancel(reason: str = "The position has changed since you asked for the hint.") -> None:
            connection.send(wire.Rejected(ask.id, n, "", reason))

        self._jobs.start("hint", connection, find_hint, on_cancel, on_cancel)

    # ---------------------------------------------------------------- explanations of bot moves

    @contextmanager
    def remember_decision(self, session: MatchSession, seat: int, decision: BotDecision) -> Iterator[None]:
        """Remember a bot's decision, and whether it may be explained before the end, around playing its move."""
        if not session.row.hints or conceals(session.match.state, decision.action):
            yield
            return
        move_index = len(session.match.moves)
        is_public = self._has_no_secret(session, seat)
        yield
        is_public = is_public and self._has_no_secret(session, seat)
        level = session.players[seat].level
        self._bot_moves[session.move] = RememberedDecision(seat, level, move_index, decision, is_public)
        if len(self._bot_moves) > MAX_REMEMBERED_MOVES:
            del self._bot_moves[next(iter(self._bot_moves))]

    def _has_no_secret(self, session: MatchSession, seat: int) -> bool:
        """Return whether a seat knows no secret now. The last answer is remembered: the next decision asks it again."""
        key = (session.n, seat)
        if self._last_secrecy[0] != key:
            self._last_secrecy = (key, has_no_secret(session.match, seat))
        return self._last_secrecy[1]

    def forget_moves_after(self, move: int) -> None:
        """Forget the decisions of bot moves that were undone or could not be saved."""
        self._bot_moves = {number: decision for number, decision in self._bot_moves.items() if number <= move}
        self._last_secrecy = ((-1, -1), False)

    def can_explain(self) -> bool:
        """Return whether players may now ask for the reasons of a bot's move, and get some."""
        remembered = self._bot_moves.get(self._last_move_with_reasons())
        return remembered is not None and remembered.has_public_reasons()

    def _last_move_with_reasons(self) -> int:
        """Return the last bot move whose reasons may be shown; without any the last bot move, or NO_SEAT."""
        numbers = [number for number, decision in self._bot_moves.items() if decision.has_public_reasons()]
        return max(numbers or self._bot_moves, default=wire.NO_SEAT)

    def send_explanation(self, session: MatchSession, connection: Connection, ask: wire.Explain) -> None:
        """Send a bot's reasons for a move; before the match is over, for the last bot move that has any."""
        if not connection.seats or not session.row.hints:
            raise RequestRejected("Only players can ask, and only where hints are on.")
        is_over = session.row.has_no_secrets
        move = ask.move if is_over else self._last_move_with_reasons()
        remembered = self._bot_moves.get(move)
        if remembered is None:
            raise RequestRejected(REASONS_ARE_UNKNOWN)
        if not (is_over or remembered.is_public):
            raise RequestRejected(REASONS_ARE_SECRET.format(FACTIONS[remembered.seat]))
        history, n = session.history(), session.visible_n(connection.seats)

        async def explain() -> None:
            explanation = await self._workers.run(advice.explain_decision, history, remembered)
            connection.send(wire.Explained(ask.id, move, remembered.seat, explanation))

        def on_cancel(reason: str = ADVICE_FAILED) -> None:
            connection.send(wire.Rejected(ask.id, n, "", reason))

        self._jobs.start("explain", connection, explain, on_cancel, on_cancel)

    # ---------------------------------------------------------------- reviews

    async def send_review(self, session: MatchSession, connection: Connection, ask: wire.Review) -> None:
        """Start a review of a seat's costliest decisions, and send its progress and its result."""
        row = session.row
        if not row.has_no_secrets:
            raise RequestRejected("Reviews are available when the match is over.")
        if not 0 <= ask.seat < len(session.players):
            raise RequestRejected("There is no such seat.")
        if not can_review(session.match.game):
            raise RequestRejected(f"Reviews are not available for {session.match.game.title}.")
        finished = self._reviews.get(ask.seat)
        if finished is not None:
            connection.send(wire.Reviewed(ask.id, ask.seat, finished.decisions, finished.costly))
            return
        history, n = session.history(), session.visible_n(connection.seats)
        try:
            moves = moves_not_undone(await self._store.entries(row.id))
        except StoreError as error:
            raise RequestRejected("The match could not be loaded. Try again in a moment.") from error
        first = history.start.number if history.start is not None else 0  # moves before it cannot be executed
        chosen = [index for index, entry in enumerate(moves) if entry.seat == ask.seat and entry.how in BY_PERSON]
        indices = [index for index in chosen if index >= first]
        if chosen and not indices:
            raise RequestRejected(_ONLY_EARLIER_RULES)

        async def review() -> None:
            result = await self._run_review(connection, ask, history, indices)
            self._reviews[ask.seat] = result
            connection.send(result)

        def on_cancel(reason: str = "The review was cancelled.") -> None:
            connection.send(wire.Rejected(ask.id, n, "", reason))

        connection.send(wire.ReviewProgress(ask.seat, 0, len(indices) + MAX_SUSPECTS))
        self._jobs.start("review", connection, review, on_cancel, on_cancel)

    def finding(self, seat: int, index: int) -> wire.CostlyDecision | None:
        """Return what a finished review has found about the move with this index; None if it was not costly."""
        review = self._reviews.get(seat)
        costly = review.costly if review is not None else []
        return next((one for one in costly if one.index == index), None)

    async def _run_review(
        self, connection: Connection, ask: wire.Review, history: MatchHistory, indices: list[int]
    ) -> wire.Reviewed:
        """Review the moves with these indices in short jobs, so that other clients get their turn in between."""
        run = self._workers.run_slow
        decisions: list[int] = []
        for first in range(0, len(indices), MOVES_PER_JOB):
            decisions += await run(advice.real_decisions, history, indices[first : first + MOVES_PER_JOB])
        total = len(decisions) + MAX_SUSPECTS
        estimates = []
        for done, index in enumerate(decisions, 1):
            estimates.append((index, await run(advice.estimate_cost, history, index)))
            connection.send(wire.ReviewProgress(ask.seat, done, total))
        costly = []
        for done, index in enumerate(suspects(estimates), 1):
            measured = await run(advice.measure_cost, history, index)
            costly += [measured] if measured is not None else []
            connection.send(wire.ReviewProgress(ask.seat, len(decisions) + done, total))
        return wire.Reviewed(ask.id, ask.seat, len(decisions), advice.costliest(costly))
