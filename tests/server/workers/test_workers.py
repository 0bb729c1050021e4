"""The workers: programs think there, odds are counted there, and a worker that dies is replaced."""

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


def at_a_choice(match: Match) -> Match:
    """Play on until there is something to choose, openly."""
    while match.only_action() is not None or (match.decision is not None and match.decision.secret):
        match.play(match.proposals()[0])
    return match


@async_test
async def test_a_program_chooses_as_it_would_at_home(workers: Workers) -> None:
    match = at_a_choice(race(9))
    for level in [level for level in bots.all_levels(match.game) if not bots.looks_ahead(level)]:
        chance = bot_seed_bytes(match.commitment, match.seat, len(match.moves))
        home = bots.make(level, match.game, bot_seed(chance))
        expected = home.choose(match.game, match.imagine(match.seat, chance), match.seat)
        told = imagined_snapshot(match, match.seat, chance)
        found = await workers.choose_action(match.setup.json(), told, level, match.seat, bot_seed(chance))
        assert found.action == expected.text


def test_whoever_looks_ahead_keeps_to_the_time_of_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = at_a_choice(race(9))
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, len(match.moves)))
    created: list[bots.Bot] = []

    def make(level: str, game: Game, seed: int, timed: bool = False) -> bots.Bot:
        created.append(real(level, game, seed, timed))
        return created[-1]

    real = bots.make
    monkeypatch.setattr(bots, "make", make)
    found = pool.decide(match.setup.json(), told, "veteran", match.seat, 1)
    assert match.check(found.action) is None
    (veteran,) = created
    assert isinstance(veteran, LookaheadBot)
    assert veteran.seconds == bots.thinking_time("veteran") == 0.3


@async_test
async def test_nobody_else_waits_for_programs_that_look_ahead(workers: Workers) -> None:
    await asyncio.gather(workers.run(os.getpid), workers.run_slow(os.getpid))  # both have started
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
async def test_a_program_is_not_told_the_dice_to_come(workers: Workers) -> None:
    match = race(3)
    real = match.snapshot()["state"]["dice"]
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 3))
    assert real[0] == told["dice"][0] == "tape"
    assert real[1] != told["dice"][1]


def test_thoughts_depend_on_match_seat_and_moment_alone() -> None:
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
async def test_odds_are_those_of_the_match(workers: Workers) -> None:
    match = at_a_choice(race(12))
    actions = [action.text for action in match.proposals()]
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    found = await workers.quick_odds(match.setup.json(), told, match.seat, [*actions, "nonsense", "fly 3"])
    assert found == [frames.odds_message(text, match.odds(text)) for text in actions]


@async_test
async def test_odds_are_counted_to_the_end_while_they_are_wanted(workers: Workers) -> None:
    match = at_a_choice(race(12))
    action = match.proposals()[0].text
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    asked = (match.setup.json(), told, match.seat)
    assert await workers.exact_odds(*asked, action, lambda: True) == frames.odds_message(action, match.odds(action))
    assert await workers.exact_odds(*asked, action, lambda: False) is None
    assert await workers.exact_odds(*asked, "fly 3", lambda: True) is None


def test_a_worker_counts_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ODDS_CHUNK", 2)
    match = at_a_choice(race(12))
    action = next(one.text for one in match.proposals() if len(match.odds(one).rows) > 1)
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    found: SavedCount | wire.Chance | None = ([], {}, 0)
    bits = 0
    while isinstance(found, tuple):
        found = pool.continue_exact_odds(match.setup.json(), told, match.seat, action, found)
        bits += 1
    assert bits > 1
    assert found == frames.odds_message(action, match.odds(action))


@async_test
async def test_what_goes_wrong_in_a_worker_is_told(workers: Workers) -> None:
    match = race()
    with pytest.raises(ValueError, match="no bot 'genius'"):
        await workers.choose_action(match.setup.json(), imagined_snapshot(match, 0, bytes(32)), "genius", 0, 1)
    assert workers.busy == 0


@async_test
async def test_a_worker_that_dies_is_replaced_and_its_work_done_again() -> None:
    workers = Workers(1)
    try:
        first = await workers.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        again = await asyncio.gather(*[workers.run(os.getpid) for _ in range(3)])
        assert first not in again
        assert len(set(again)) == 1
    finally:
        await workers.close()


def kill_oneself() -> None:
    """A job that no worker survives."""
    os.kill(os.getpid(), signal.SIGKILL)


@async_test
async def test_a_job_that_kills_every_worker_is_given_up() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(Exception, match="terminated abruptly"):
            await workers.run(kill_oneself)
        assert await workers.run(os.getpid) > 0
    finally:
        await workers.close()


@async_test
async def test_closed_workers_take_no_work() -> None:
    workers = Workers(1)
    worker = await workers.run(os.getpid)
    await workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with pytest.raises(RuntimeError, match="closed"):
        await workers.run(os.getpid)


def test_workers_do_not_outlive_a_server_that_is_killed() -> None:
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
    # The worker holds the other end of our pipe too: that there is nothing more to come means that it has ended.
    assert server.stdout.read() == ""
    server.stdout.close()
    assert server.wait() == -signal.SIGKILL
