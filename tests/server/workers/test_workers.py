"""Workers: bot decisions, odds, errors, and processes that die."""

from __future__ import annotations

import asyncio
import hmac
import itertools
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

import hippodrome as hd
from hippodrome import bots, builds
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.kit.dice import ScriptDice, TapeDice
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.odds import SavedCount
from hippodrome.processes import preloaded_context
from hippodrome.server import wire
from hippodrome.server.clients import Client, working_for
from hippodrome.server.live import frames
from hippodrome.server.workers import pool
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot
from hippodrome.server.workers.worker_pool import (
    MAX_JOB_MEMORY_BYTES,
    PRELOADED_MODULE,
    JobStopped,
    PoolLimits,
    StickyWorkers,
    WorkerProcess,
    WorkersBusy,
)
from tests.server.room_client import async_test


def race(moves: int = 0) -> Match:
    match = hd.new("benhur", "circus", seats=3, seed=7)
    for _ in range(moves):
        match.play(match.proposals()[0])
    return match


def play_to_a_choice(match: Match) -> Match:
    """Play until the next decision that is neither forced nor secret, and return the match."""
    while match.only_action() is not None or (match.decision is not None and match.decision.secret):
        match.play(match.proposals()[0])
    return match


@async_test
async def test_a_bot_chooses_the_same_action_in_a_worker(workers: Workers) -> None:
    match = play_to_a_choice(race(9))
    for level in [level for level in bots.all_levels(match.game) if not bots.looks_ahead(level)]:
        chance = bot_seed_bytes(match, match.seat, len(match.moves))
        bot = bots.make(level, match.game, bot_seed(chance))
        expected = bot.choose(match.game, match.imagine(match.seat, chance), match.seat)
        imagined = imagined_snapshot(match, match.seat, chance)
        decision = await workers.choose_action(match.setup.json(), imagined, level, match.seat, bot_seed(chance))
        assert decision.action == expected.text


def test_a_lookahead_bot_has_the_thinking_time_of_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_to_a_choice(race(9))
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match, match.seat, len(match.moves)))
    created_bots: list[bots.Bot] = []

    def make(level: str, game: Game, seed: int, timed: bool = False) -> bots.Bot:
        created_bots.append(real_make(level, game, seed, timed))
        return created_bots[-1]

    real_make = bots.make
    monkeypatch.setattr(bots, "make", make)
    decision = pool.decide(match.setup.json(), imagined, "veteran", match.seat, 1)
    assert match.check(decision.action) is None
    (veteran,) = created_bots
    assert isinstance(veteran, LookaheadBot)
    assert veteran.seconds == bots.thinking_time("veteran") == 0.3


# -------------------------------------------------------------------- fair shares

FLOODER, PLAYER = Client("203.0.113.1"), Client("203.0.113.2")


@async_test
async def test_each_kind_of_job_has_its_own_processes(workers: Workers) -> None:
    runs = (workers.run, workers.run_slow, workers.run_for_play)
    processes = await asyncio.gather(*[run(os.getpid) for run in runs])
    assert len(set(processes)) == 3, "bots of a table never wait for replays, hints or reviews"
    assert await asyncio.gather(*[run(os.getpid) for run in runs]) == processes
    assert workers.busy == 0


async def finish_in_order(workers: Workers, clients: list[Client]) -> list[Client]:
    """Start a job for each of the clients at once; return them in the order in which the jobs finish."""
    finished: list[Client] = []

    async def run(client: Client) -> None:
        with working_for(client):
            await workers.run(os.getpid)
        finished.append(client)

    await asyncio.gather(*[run(client) for client in clients])
    return finished


@async_test
async def test_clients_are_served_in_turn() -> None:
    workers = Workers(1, reserved=0)
    finished = await finish_in_order(workers, [*[FLOODER] * 8, PLAYER])
    assert finished.index(PLAYER) == 2, "one job runs, one of the flooder is next in turn, then the player's"
    await workers.close()


@async_test
async def test_one_worker_is_reserved_for_other_addresses() -> None:
    workers = Workers(1)
    with working_for(FLOODER):
        jobs = [asyncio.create_task(workers.run(time.sleep, 1.0)) for _ in range(10)]
        await asyncio.sleep(0)
    with working_for(PLAYER):
        await workers.run(os.getpid)
    assert sum(job.done() for job in jobs) < 10, "the player's job did not wait for those of the flooder"
    assert workers._replay.load >= 1
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    await workers.close()


@async_test
async def test_the_tables_of_an_address_do_not_spread_to_the_reserved_worker() -> None:
    workers = StickyWorkers(1, 0, PoolLimits())
    pools = set()
    for number in range(5):
        pool = workers._pool_for(f"table {number}", FLOODER.address)
        workers._jobs[pool, FLOODER.address] += 1
        pools.add(pool)
    assert len(pools) == 1
    assert workers._pool_for("", FLOODER.address) in pools
    (used,) = pools
    used._running.add(asyncio.ensure_future(asyncio.sleep(0)))
    assert workers._pool_for("the player's", PLAYER.address) not in pools, "it goes to the worker that is free"
    assert workers._pool_for("the player's", FLOODER.address) not in pools, "a table stays with its worker"
    await workers.close()


@async_test
async def test_a_client_with_too_much_work_is_asked_to_try_again(workers: Workers) -> None:
    with working_for(Client("203.0.113.1")):
        jobs = [asyncio.create_task(workers.run(os.getpid)) for _ in range(40)]
    await asyncio.sleep(0)
    with working_for(Client("203.0.113.2")):
        assert await workers.run(os.getpid) > 0
    results = await asyncio.gather(*jobs, return_exceptions=True)
    refused = [result for result in results if isinstance(result, WorkersBusy)]
    assert len(refused) == 40 - 1 - PoolLimits().max_per_browser
    assert (refused[0].status, refused[0].code, refused[0].retry_after_s > 0) == (429, "busy", True)


@async_test
async def test_the_job_of_a_client_that_has_gone_does_not_start(tmp_path: Path) -> None:
    workers, gone = Workers(1, reserved=0), asyncio.Event()

    async def wait_until_gone() -> None:
        await gone.wait()

    running = asyncio.create_task(workers.run(time.sleep, 0.2))
    await asyncio.sleep(0)
    with working_for(Client("203.0.113.1"), wait_until_gone):
        waiting = asyncio.create_task(workers.run((tmp_path / "started").touch))
    await asyncio.sleep(0)
    gone.set()
    with pytest.raises(ClientDisconnect):
        await waiting
    await running
    assert await workers.run(os.getpid) > 0
    assert not (tmp_path / "started").exists()
    await workers.close()


@async_test
async def test_a_job_whose_caller_is_cancelled_keeps_its_worker_until_its_end(workers: Workers) -> None:
    await workers.run(os.getpid)
    cancelled = asyncio.create_task(workers.run(time.sleep, 0.2))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(workers.run(os.getpid))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    assert not waiting.done()
    assert await waiting > 0


# -------------------------------------------------------------------- starting workers


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks workers")
@async_test
async def test_a_worker_is_forked_with_everything_loaded() -> None:
    workers = Workers(1)
    try:
        for module in ("hippodrome.games.benhur", "hippodrome.bots.magic", "hippodrome.server.services.match_factory"):
            assert await workers.run(eval, f"{module!r} in __import__('sys').modules"), module
        assert await workers.run(os.getppid) != os.getpid(), "its parent is the fork server"
    finally:
        await workers.close()


def test_workers_are_not_forked_while_they_may_move_to_another_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert preloaded_context(PRELOADED_MODULE).get_start_method() == "forkserver"
    monkeypatch.setenv(builds.FOLDER_VARIABLE, str(tmp_path / "compiled"))
    assert preloaded_context(PRELOADED_MODULE).get_start_method() == "spawn"
    monkeypatch.delenv(builds.FOLDER_VARIABLE)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert preloaded_context(PRELOADED_MODULE).get_start_method() == "spawn"


# -------------------------------------------------------------------- limits of a job


@pytest.mark.parametrize(("job", "argument"), [(any, itertools.repeat(False)), (time.sleep, 60)], ids=["busy", "idle"])
@async_test
async def test_a_job_that_takes_too_long_is_stopped_and_its_worker_replaced(
    job: Callable[[Any], object], argument: object
) -> None:
    workers = Workers(1)
    try:
        first = await workers.run(os.getpid)
        with pytest.raises(JobStopped, match="took more than"):
            await workers.run_within(0.1, job, argument)
        assert await workers.run(os.getpid) != first
        while Path(f"/proc/{first}").exists():
            await asyncio.sleep(0.01)
    finally:
        await workers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the time that a process has run")
@async_test
async def test_a_job_has_time_to_wait_for_a_busy_processor() -> None:
    workers = Workers(1)
    try:
        first = await workers.run(os.getpid)
        await workers.run_within(0.1, time.sleep, 0.2)
        assert await workers.run(os.getpid) == first
    finally:
        await workers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
@async_test
async def test_a_job_that_needs_too_much_memory_is_stopped_and_its_worker_replaced() -> None:
    workers = Workers(1)
    try:
        first = await workers.run(os.getpid)
        with pytest.raises(JobStopped, match="too much memory"):
            await workers.run(bytes, 2 * MAX_JOB_MEMORY_BYTES)
        assert await workers.run(os.getpid) != first
    finally:
        await workers.close()


# -------------------------------------------------------------------- bots


@async_test
async def test_a_bot_does_not_get_the_real_dice(workers: Workers) -> None:
    match = race(3)
    real_dice = match.snapshot()["state"]["dice"]
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match, match.seat, 3))
    assert real_dice[0] == imagined["dice"][0] == "tape"
    assert real_dice[1] != imagined["dice"][1]


def test_the_seed_of_a_bot_depends_only_on_match_seat_and_move() -> None:
    match, same, other = race(), race(), hd.new("benhur", "circus", seats=3, seed=8)
    assert bot_seed_bytes(match, 1, 7) == bot_seed_bytes(same, 1, 7)
    seeds = {bot_seed_bytes(match, 1, 7), bot_seed_bytes(other, 1, 7), *[bot_seed_bytes(match, 2, n) for n in (7, 8)]}
    assert len(seeds) == 4


def test_the_seed_of_a_bot_needs_the_secret_seed_of_the_dice() -> None:
    match = race()
    dice = match.first_dice
    assert isinstance(dice, TapeDice)
    assert bot_seed_bytes(match, 1, 7) == hmac.digest(dice.seed, b"bot 1 7", "sha256")
    published = match.clone()
    published.first_dice = ScriptDice(())
    published.published_commitment = match.commitment
    assert published.commitment == match.commitment
    assert bot_seed_bytes(published, 1, 7) != bot_seed_bytes(match, 1, 7)


@async_test
async def test_quick_odds_equal_the_odds_of_the_match(workers: Workers) -> None:
    match = play_to_a_choice(race(12))
    actions = [action.text for action in match.proposals()]
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match, match.seat, 12))
    odds = await workers.quick_odds(match.setup.json(), imagined, match.seat, [*actions, "nonsense", "fly 3"])
    assert odds == [frames.odds_message(text, match.odds(text)) for text in actions]


@async_test
async def test_exact_odds_are_computed_only_while_they_are_wanted(workers: Workers) -> None:
    match = play_to_a_choice(race(12))
    action = match.proposals()[0].text
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match, match.seat, 12))
    arguments = (match.setup.json(), imagined, match.seat)
    assert await workers.exact_odds(*arguments, action, lambda: True) == frames.odds_message(action, match.odds(action))
    assert await workers.exact_odds(*arguments, action, lambda: False) is None
    assert await workers.exact_odds(*arguments, "fly 3", lambda: True) is None


def test_exact_odds_are_computed_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ODDS_CHUNK", 2)
    match = play_to_a_choice(race(12))
    action = next(one.text for one in match.proposals() if len(match.odds(one).rows) > 1)
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match, match.seat, 12))
    odds: SavedCount | wire.ActionOdds | None = ([], {}, 0)
    chunks = 0
    while isinstance(odds, tuple):
        odds = pool.continue_exact_odds(match.setup.json(), imagined, match.seat, action, odds)
        chunks += 1
    assert chunks > 1
    assert odds == frames.odds_message(action, match.odds(action))


@async_test
async def test_an_error_in_a_worker_is_reported(workers: Workers) -> None:
    match = race()
    with pytest.raises(ValueError, match="no bot 'genius'"):
        await workers.choose_action(match.setup.json(), imagined_snapshot(match, 0, bytes(32)), "genius", 0, 1)
    assert workers.busy == 0


@async_test
async def test_a_worker_that_dies_is_replaced_and_its_job_is_retried() -> None:
    workers = Workers(1)
    try:
        first = await workers.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        again = await asyncio.gather(*[workers.run(os.getpid) for _ in range(3)])
        assert first not in again
        assert len(set(again)) == 1
    finally:
        await workers.close()


def kill_worker() -> None:
    """Kill the worker process that runs this."""
    os.kill(os.getpid(), signal.SIGKILL)


@async_test
async def test_a_job_that_kills_every_worker_fails() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(Exception, match="terminated abruptly"):
            await workers.run(kill_worker)
        assert await workers.run(os.getpid) > 0
    finally:
        await workers.close()


@async_test
async def test_a_job_begins_although_its_worker_is_replaced_at_once() -> None:
    process = WorkerProcess(0)
    try:
        old = await process.run(10, os.getpid)
        job = asyncio.create_task(process.run(10, os.getpid))
        await asyncio.sleep(0)  # the job has been handed over
        process.restart()
        assert await job == old
        assert await process.run(10, os.getpid) != old
    finally:
        await process.close()


@async_test
async def test_closed_workers_accept_no_jobs() -> None:
    workers = Workers(1)
    worker = await workers.run(os.getpid)
    await workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with pytest.raises(RuntimeError, match="closed"):
        await workers.run(os.getpid)


def test_workers_end_when_the_server_is_killed() -> None:
    code = """
        import asyncio, os, signal
        from hippodrome.server.workers.pool import Workers

        async def main():
            print(await Workers(1).run(os.getpid), flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

        if __name__ == "__main__":
            asyncio.run(main())
    """
    server = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert worker != server.pid
    # The worker holds the other end of our pipe too, so the end of the stream means that it has ended.
    assert server.stdout.read() == ""
    server.stdout.close()
    assert server.wait() == -signal.SIGKILL
