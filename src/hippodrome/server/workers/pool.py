"""Worker processes that choose bot moves, compute odds and replay matches, so that the server stays responsive.

They exchange plain data with the server. A bot gets only the state as its seat imagines it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from hippodrome import bots, builds
from hippodrome.catalogue import all_games
from hippodrome.kit.actions import parse
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, restore
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.odds import MAX_BRANCHES, QUICK_BRANCHES, Count, SavedCount, odds
from hippodrome.kit.state import Json, State, snapshot
from hippodrome.processes import process_context, process_pool
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.workers.bot_decision import BotDecision, pack_analysis

log = logging.getLogger("hippodrome.server.workers.pool")

WORKER_NICE = 5
"""Niceness of the workers, so that they never delay the server process."""

LOOKAHEAD_NICE = 12
"""Niceness of the workers for slow jobs such as lookahead, so that they do not delay quick jobs."""

MAX_REMEMBERED_TABLES = 256
"""Limit for tables assigned to a worker, and for bots remembered by a worker."""

ODDS_CHUNK = 1_000
"""Dice sequences counted per job, so that other jobs get a turn."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkerPool:
    """A pool of worker processes. It starts with the first job, and is replaced if a worker dies."""

    def __init__(self, size: int, nice: int) -> None:
        self.size = size
        self._nice = nice
        self._executor: ProcessPoolExecutor | None = None
        self._restarts = 0
        self._closed = False

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker. If the worker dies, try once more in a new pool."""
        executor = self._get_executor()
        try:
            return await asyncio.wrap_future(executor.submit(function, *args, **kwargs))
        except BrokenProcessPool:
            log.warning("worker died, retrying its job", extra={"facts": {"job": getattr(function, "__name__", "")}})
            self._drop(executor)
            return await asyncio.wrap_future(self._get_executor().submit(function, *args, **kwargs))

    def restart(self) -> None:
        """Start new workers with the next job; running jobs finish."""
        self._restarts += 1
        if self._executor is not None:
            self._drop(self._executor)

    async def replace(self) -> None:
        """Start new workers, and use them as soon as they have loaded the games; running jobs finish in the old ones.

        If no worker has been started yet, do nothing.
        """
        if self._executor is None:
            return
        executor, restarts = self._make_executor(), self._restarts
        try:
            await asyncio.gather(*[asyncio.wrap_future(executor.submit(load_games)) for _ in range(self.size)])
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        if self._closed or self._restarts != restarts:
            executor.shutdown(wait=False)  # outdated; the next job starts new workers anyway
            return
        old, self._executor = self._executor, executor
        if old is not None:
            old.shutdown(wait=False)

    async def close(self) -> None:
        """Stop the workers; running jobs finish, queued jobs are cancelled."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _get_executor(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the worker pool is closed")
        if self._executor is None:
            self._executor = self._make_executor()
        return self._executor

    def _make_executor(self) -> ProcessPoolExecutor:
        return process_pool(self.size, process_context("spawn"), self._nice)

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        """Drop a broken or outdated pool; the next job starts a new one."""
        if self._executor is executor:
            self._executor = None
            executor.shutdown(wait=False)


class StickyWorkers:
    """Workers for slow jobs. All jobs of one table go to the same worker.

    Lookahead bots plan several moves ahead and keep their plans in that worker.
    """

    def __init__(self, size: int, nice: int) -> None:
        self._pools = [WorkerPool(1, nice) for _ in range(size)]
        self._job_counts = [0] * size
        self._worker_by_table: dict[str, int] = {}

    async def run(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the worker of a table; if `table` is empty, in the least busy worker."""
        worker = self._worker_for(table)
        self._job_counts[worker] += 1
        try:
            return await self._pools[worker].run(function, *args, **kwargs)
        finally:
            self._job_counts[worker] -= 1

    def _worker_for(self, table: str) -> int:
        idle = self._job_counts.index(min(self._job_counts))
        if not table:
            return idle
        while len(self._worker_by_table) >= MAX_REMEMBERED_TABLES:
            del self._worker_by_table[next(iter(self._worker_by_table))]
        return self._worker_by_table.setdefault(table, idle)

    def restart(self) -> None:
        """Start new workers with the next job; running jobs finish."""
        for pool in self._pools:
            pool.restart()

    async def replace(self) -> None:
        """Start new workers and move the jobs to them; running jobs finish in the old ones."""
        await asyncio.gather(*[pool.replace() for pool in self._pools])

    async def close(self) -> None:
        """Stop the workers."""
        await asyncio.gather(*[pool.close() for pool in self._pools])


class Workers:
    """Two sets of `size` worker processes: one for quick jobs, one for slow jobs.

    However many bots look ahead at once, they delay only each other, not odds, replays and bots without lookahead.

    build   the build of the workers, "plain" or "compiled"; empty until they have started
    """

    def __init__(self, size: int | None = None) -> None:
        self.size = size if size is not None else max(1, (os.cpu_count() or 2) - 1)
        self.busy = 0
        self.build = ""
        self._quick = WorkerPool(self.size, WORKER_NICE)
        self._slow = StickyWorkers(self.size, LOOKAHEAD_NICE)
        self.review_lock = asyncio.Semaphore(1)  # live matches come first: only one review runs at a time

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker for quick jobs."""
        self.busy += 1
        try:
            return await self._quick.run(function, *args, **kwargs)
        finally:
            self.busy -= 1

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker for slow jobs, such as lookahead."""
        self.busy += 1
        try:
            return await self._slow.run("", function, *args, **kwargs)
        finally:
            self.busy -= 1

    async def choose_action(
        self, setup: Json, imagined: Json, level: str, seat: int, seed: int, table: str = ""
    ) -> BotDecision:
        """Return a bot's decision for a seat. At a table, a lookahead bot remembers its plans between calls."""
        if not bots.looks_ahead(level):
            return await self.run(decide, setup, imagined, level, seat, seed)
        self.busy += 1
        try:
            bot_key = f"{table} {seat} {level}" if table else ""
            return await self._slow.run(table, decide, setup, imagined, level, seat, seed, bot_key)
        finally:
            self.busy -= 1

    async def quick_odds(self, setup: Json, imagined: Json, seat: int, actions: list[str]) -> list[wire.ActionOdds]:
        """Return the odds of each legal action as its seat may know them; estimate them if counting takes too long.

        Each action is a separate job, so that other jobs get a turn.
        """
        chances = [await self.run(estimate_odds, setup, imagined, seat, action) for action in actions]
        return [chance for chance in chances if chance is not None]

    async def exact_odds(
        self, setup: Json, imagined: Json, seat: int, action: str, wanted: Callable[[], bool]
    ) -> wire.ActionOdds | None:
        """Return the exact odds of an action, counted in chunks so that other jobs get a turn.

        Return None if the action is not legal, if `wanted` returns False in between, or if there are too many outcomes.
        """
        result: SavedCount | wire.ActionOdds | None = ([], {}, 0)
        while isinstance(result, tuple) and result[2] < MAX_BRANCHES and wanted():
            result = await self.run(continue_exact_odds, setup, imagined, seat, action, result)
        return None if isinstance(result, tuple) else result

    async def start(self) -> None:
        """Start the workers for quick jobs in advance; those for slow jobs start when needed."""
        self.build, *_ = await asyncio.gather(*[self.run(load_games) for _ in range(self.size)])

    async def replace(self) -> None:
        """Start new workers and move the jobs to them; running jobs finish in the old ones.

        The new workers have the compiled build if it has become ready since the old ones started.
        """
        await asyncio.gather(self._quick.replace(), self._slow.replace())
        if self.build:
            self.build = await self.run(load_games)

    def restart(self) -> None:
        """Start new workers with the next jobs; running jobs finish."""
        self._quick.restart()
        self._slow.restart()

    async def close(self) -> None:
        """Stop the workers; running jobs finish, queued jobs are cancelled."""
        await asyncio.gather(self._quick.close(), self._slow.close())


# -------------------------------------------------------------------- seeds


def bot_seed_bytes(commitment: str, seat: int, moves: int) -> bytes:
    """Return random bytes for a bot's decision, derived from the match alone, so that a restart changes nothing."""
    return hashlib.sha256(f"{commitment} {seat} {moves}".encode()).digest()


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


def decide(setup: Json, imagined: Json, level: str, seat: int, seed: int, bot_key: str = "") -> BotDecision:
    """Return a bot's decision and the options it considered. A lookahead bot keeps to the time limit of its level.

    With a `bot_key`, reuse the bot of the earlier calls with this key.
    """
    game, state = restore_state(setup, imagined)
    bot = _bots.pop(bot_key, None) or bots.make(level, game, seed, timed=True)
    if bot_key:
        while len(_bots) >= MAX_REMEMBERED_TABLES:
            del _bots[next(iter(_bots))]
        _bots[bot_key] = bot
    return pack_analysis(bot.analyse(game, state, seat))


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
