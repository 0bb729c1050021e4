"""Workers: bot decisions, odds, errors, and processes that die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.odds import SavedCount
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.workers import pool
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot
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
        chance = bot_seed_bytes(match.commitment, match.seat, len(match.moves))
        bot = bots.make(level, match.game, bot_seed(chance))
        expected = bot.choose(match.game, match.imagine(match.seat, chance), match.seat)
        imagined = imagined_snapshot(match, match.seat, chance)
        decision = await workers.choose_action(match.setup.json(), imagined, level, match.seat, bot_seed(chance))
        assert decision.action == expected.text


def test_a_lookahead_bot_has_the_thinking_time_of_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_to_a_choice(race(9))
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, len(match.moves)))
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


@async_test
async def test_quick_jobs_do_not_wait_for_slow_ones(workers: Workers) -> None:
    await asyncio.gather(workers.run(os.getpid), workers.run_slow(os.getpid))  # so that both pools have started
    order: list[str] = []

    async def long() -> None:
        await workers.run_slow(time.sleep, 1.0)
        order.append("long")

    async def short() -> None:
        await workers.run(os.getpid)
        order.append("short")

    await asyncio.gather(long(), long(), short())
    assert order == ["short", "long", "long"]
    assert workers.busy == 0


@async_test
async def test_a_bot_does_not_get_the_real_dice(workers: Workers) -> None:
    match = race(3)
    real_dice = match.snapshot()["state"]["dice"]
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 3))
    assert real_dice[0] == imagined["dice"][0] == "tape"
    assert real_dice[1] != imagined["dice"][1]


def test_the_seed_of_a_bot_depends_only_on_match_seat_and_move() -> None:
    assert bot_seed_bytes("abc", 1, 7) == bot_seed_bytes("abc", 1, 7)
    assert (
        len(
            {
                bot_seed_bytes("abc", 1, 7),
                bot_seed_bytes("abd", 1, 7),
                bot_seed_bytes("abc", 2, 7),
                bot_seed_bytes("abc", 1, 8),
            }
        )
        == 4
    )


@async_test
async def test_quick_odds_equal_the_odds_of_the_match(workers: Workers) -> None:
    match = play_to_a_choice(race(12))
    actions = [action.text for action in match.proposals()]
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    odds = await workers.quick_odds(match.setup.json(), imagined, match.seat, [*actions, "nonsense", "fly 3"])
    assert odds == [frames.odds_message(text, match.odds(text)) for text in actions]


@async_test
async def test_exact_odds_are_computed_only_while_they_are_wanted(workers: Workers) -> None:
    match = play_to_a_choice(race(12))
    action = match.proposals()[0].text
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    arguments = (match.setup.json(), imagined, match.seat)
    assert await workers.exact_odds(*arguments, action, lambda: True) == frames.odds_message(action, match.odds(action))
    assert await workers.exact_odds(*arguments, action, lambda: False) is None
    assert await workers.exact_odds(*arguments, "fly 3", lambda: True) is None


def test_exact_odds_are_computed_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ODDS_CHUNK", 2)
    match = play_to_a_choice(race(12))
    action = next(one.text for one in match.proposals() if len(match.odds(one).rows) > 1)
    imagined = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
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
