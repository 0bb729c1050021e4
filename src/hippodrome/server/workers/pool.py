"""Worker processes that choose bot moves, compute odds and replay matches, so that the server stays responsive.

They exchange plain data with the server. A bot gets only the state as its seat imagines it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from hippodrome import bots, builds
from hippodrome.catalogue import all_games
from hippodrome.kit.actions import parse
from hippodrome.kit.agenda import only_action
from hippodrome.kit.destinations import Trial
from hippodrome.kit.dice import TapeDice, derive_seed, seed_from
from hippodrome.kit.game import Game, restore
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.odds import MAX_BRANCHES, QUICK_BRANCHES, Count, SavedCount, odds
from hippodrome.kit.state import Json, State, snapshot
from hippodrome.server import wire
from hippodrome.server.clients import SERVER, working_for
from hippodrome.server.live import frames
from hippodrome.server.workers.bot_decision import BotDecision, pack_analysis
from hippodrome.server.workers.worker_pool import MAX_REMEMBERED_TABLES, PoolLimits, StickyWorkers, WorkerPool

WORKER_NICE = 5
"""Niceness of the workers, so that they never delay the server process."""

LOOKAHEAD_NICE = 12
"""Niceness of the workers for lookahead bots, so that they do not delay quick jobs."""

ADVICE_NICE, REPLAY_NICE = 16, 14
"""Niceness of the workers for jobs that no game waits for."""

NO_LIMIT = 1 << 30
PLAY_LIMITS = PoolLimits(max_per_browser=NO_LIMIT, max_per_address=NO_LIMIT)
"""Limits of the pools for play. A bot's decision is never refused; there is at most one per seat of a loaded table."""

FOLLOWING_TIME_S = 0.15
"""A bot starts no further decision when it has thought for this long."""

ODDS_CHUNK = 1_000
"""Dice sequences counted per job, so that other jobs get a turn."""

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """Worker processes in four pools, so that jobs of one kind never wait for those of another.

    play        bots without lookahead, and odds, of tables at which people play
    lookahead   lookahead bots of these tables
    advice      hints, reviews, and lookahead bots of tables without people; at least one process
    replay      everything else: replays, records, texts from clients; at least one process

    In each pool the clients are served in turn (see `clients.current_client`), and one worker more than one address
    gets is there for others.

    build   the build of the workers, "plain" or "compiled"; empty until they have started
    """

    def __init__(self, size: int | None = None, reserved: int = 1) -> None:
        self.size = size if size is not None else max(1, (os.cpu_count() or 2) - 1)
        self.busy = 0
        self.build = ""
        others = max(1, self.size // 2)
        play, rest = PLAY_LIMITS._replace(reserved=reserved), PoolLimits(reserved=reserved)
        self._play = WorkerPool(self.size, WORKER_NICE, play)
        self._lookahead = StickyWorkers(self.size, LOOKAHEAD_NICE, play)
        self._advice = StickyWorkers(others, ADVICE_NICE, rest)
        self._replay = WorkerPool(others, REPLAY_NICE, rest)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker, when it is the current client's turn.

        Raise HttpError 429 if the client has too much work waiting, and 422 if the job takes too much time or memory.
        """
        with self._counting():
            return await self._replay.run(function, *args, **kwargs)

    async def run_within(self, time_limit_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function like `run`, with another time limit."""
        with self._counting():
            return await self._replay.run_within(time_limit_s, function, *args, **kwargs)

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker for hints and reviews."""
        with self._counting():
            return await self._advice.run("", function, *args, **kwargs)

    async def run_for_play(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker for tables at which people play. The job must be short."""
        with self._counting():
            return await self._play.run(function, *args, **kwargs)

    @contextmanager
    def _counting(self) -> Iterator[None]:
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1

    async def choose_action(
        self,
        setup: Json,
        imagined: Json,
        level: str,
        seat: int,
        seed: int,
        table: str = "",
        has_people: bool = True,
        later_seeds: Sequence[bytes] = (),
    ) -> BotDecision:
        """Return a bot's decision for a seat. At a table, a lookahead bot remembers its plans between calls.

        If no people play at the table, the decision waits with the jobs that are not urgent. With seeds for later
        decisions, the bot makes as many of those as quickly follow.
        """
        if not bots.looks_ahead(level):
            run = self.run_for_play if has_people else self.run
            return await run(decide, setup, imagined, level, seat, seed, "", later_seeds)
        bot_key = f"{table} {seat} {level}" if table else ""
        pool = self._lookahead if has_people else self._advice
        with self._counting():
            return await pool.run(table, decide, setup, imagined, level, seat, seed, bot_key, later_seeds)

    async def quick_odds(self, setup: Json, imagined: Json, seat: int, actions: list[str]) -> list[wire.ActionOdds]:
        """Return the odds of each legal action as its seat may know them; estimate them if counting takes too long.

        Each action is a separate job, so that other jobs get a turn.
        """
        chances = [await self.run_for_play(estimate_odds, setup, imagined, seat, action) for action in actions]
        return [chance for chance in chances if chance is not None]

    async def exact_odds(
        self, setup: Json, imagined: Json, seat: int, action: str, wanted: Callable[[], bool]
    ) -> wire.ActionOdds | None:
        """Return the exact odds of an action, counted in chunks so that other jobs get a turn.

        Return None if the action is not legal, if `wanted` returns False in between, or if there are too many outcomes.
        """
        result: SavedCount | wire.ActionOdds | None = ([], {}, 0)
        while isinstance(result, tuple) and result[2] < MAX_BRANCHES and wanted():
            result = await self.run_for_play(continue_exact_odds, setup, imagined, seat, action, result)
        return None if isinstance(result, tuple) else result

    async def start(self) -> None:
        """Start the workers for play and replays in advance; the others start when needed."""
        with working_for(SERVER):
            await asyncio.gather(self._play.start(), self._replay.start())
            self.build = await self.run(load_games)

    async def replace(self) -> None:
        """Start new workers and move the jobs to them; running jobs finish in the old ones.

        The new workers have the compiled build if it has become ready since the old ones started.
        """
        with working_for(SERVER):
            await asyncio.gather(*[pool.replace() for pool in self._pools()])
            if self.build:
                self.build = await self.run(load_games)

    def restart(self) -> None:
        """Start new workers with the next jobs; running jobs finish."""
        for pool in self._pools():
            pool.restart()

    async def close(self) -> None:
        """Stop the workers; running jobs finish, and waiting jobs fail."""
        await asyncio.gather(*[pool.close() for pool in self._pools()])

    def _pools(self) -> list[WorkerPool | StickyWorkers]:
        return [self._play, self._lookahead, self._advice, self._replay]


# -------------------------------------------------------------------- seeds


def bot_seed_bytes(match: Match, seat: int, moves: int) -> bytes:
    """Return random bytes for a bot's decision. They depend on the match alone, so that a restart changes nothing.

    They are derived from the secret seed of the dice, so that players cannot predict the bots.
    """
    return derive_seed(match.first_dice, f"bot {seat} {moves}")


def bot_seed(seed_bytes: bytes) -> int:
    """Return the seed for a bot's own random choices."""
    return int.from_bytes(seed_bytes[:7], "big")


def imagined_snapshot(match: Match, seat: int, seed: bytes) -> Json:
    """Return a snapshot of the state as a seat imagines it, for a worker."""
    return snapshot(match.imagine(seat, seed))


# -------------------------------------------------------------------- in a worker


def load_games() -> str:
    """Load all games and return the build of this worker, "plain" or "compiled"."""
    all_games()
    return builds.current_build()


def restore_state(setup: Json, saved: Json) -> tuple[Game, State]:
    """Return the game of a setup, and the state restored from a snapshot."""
    game = all_games()[setup["game"]]
    state = Setup(game, setup["scenario"], setup["seats"], setup["options"]).start(TapeDice(seed_from(0)))
    restore(game, state, saved)
    return game, state


_bots: dict[str, bots.Bot] = {}
"""This worker's lookahead bots, which remember their plans, by table, seat and level; most recently used last."""


def decide(
    setup: Json,
    imagined: Json,
    level: str,
    seat: int,
    seed: int,
    bot_key: str = "",
    later_seeds: Sequence[bytes] = (),
) -> BotDecision:
    """Return a bot's decision and the options it considered. A lookahead bot keeps to the time limit of its level.

    With a `bot_key`, reuse the bot of the earlier calls with this key. See `choose_action` for `later_seeds`.
    """
    game, state = restore_state(setup, imagined)
    end = time.monotonic() + FOLLOWING_TIME_S
    analysis = _bot(game, level, seed, bot_key).analyse(game, state, seat)
    decision = pack_analysis(analysis)
    for seed_bytes in later_seeds:
        trial = Trial(game, state, seat, analysis.chosen)
        if time.monotonic() > end or not trial.is_free or only_action(trial.after) is not None:
            break
        trial.after.dice, trial.after.pauses = state.dice, None  # nothing was rolled
        state = game.imagine(trial.after, seat, seed_bytes)
        analysis = _bot(game, level, bot_seed(seed_bytes), bot_key).analyse(game, state, seat)
        decision.following.append(pack_analysis(analysis))
    return decision


def _bot(game: Game, level: str, seed: int, bot_key: str) -> bots.Bot:
    """Return a bot: the one with this key that was used before, or a new one."""
    bot = _bots.pop(bot_key, None) or bots.make(level, game, seed, timed=True)
    if bot_key:
        while len(_bots) >= MAX_REMEMBERED_TABLES:
            del _bots[next(iter(_bots))]
        _bots[bot_key] = bot
    return bot


def estimate_odds(setup: Json, imagined: Json, seat: int, text: str) -> wire.ActionOdds | None:
    """Return the odds of an action as a wire message; None if the action is not legal in the imagined state."""
    game, state = restore_state(setup, imagined)
    action = parse(text)
    if action is None or game.check(state, seat, action) is not None:
        return None
    return frames.odds_message(text, odds(game, state, seat, action, QUICK_BRANCHES))


def continue_exact_odds(
    setup: Json, imagined: Json, seat: int, text: str, saved: SavedCount
) -> wire.ActionOdds | SavedCount | None:
    """Continue a count of the odds of an action by one chunk.

    Return the odds if the count is complete, else its new state; None if the action is not legal in the imagined state.
    """
    game, state = restore_state(setup, imagined)
    action = parse(text)
    if action is None or game.check(state, seat, action) is not None:
        return None
    count = Count(game, state, seat, action)
    if saved[2]:
        count.resume(saved)
    return frames.odds_message(text, count.odds()) if count.advance(count.runs + ODDS_CHUNK) else count.save()
