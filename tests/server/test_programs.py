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
from hippodrome.server.workers import pool as workers
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot
from tests.server.guests import waiting


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


@waiting
async def test_a_program_chooses_as_it_would_at_home(programs: Workers) -> None:
    match = at_a_choice(race(9))
    for level in [level for level in bots.all_levels(match.game) if not bots.looks_ahead(level)]:
        chance = bot_seed_bytes(match.commitment, match.seat, len(match.moves))
        home = bots.make(level, match.game, bot_seed(chance))
        expected = home.choose(match.game, match.imagine(match.seat, chance), match.seat)
        told = imagined_snapshot(match, match.seat, chance)
        found = await programs.choose_action(match.setup.json(), told, level, match.seat, bot_seed(chance))
        assert found.action == expected.text


def test_whoever_looks_ahead_keeps_to_the_time_of_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = at_a_choice(race(9))
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, len(match.moves)))
    made: list[bots.Bot] = []

    def make(level: str, game: Game, seed: int, timed: bool = False) -> bots.Bot:
        made.append(real(level, game, seed, timed))
        return made[-1]

    real = bots.make
    monkeypatch.setattr(bots, "make", make)
    found = workers.decide(match.setup.json(), told, "veteran", match.seat, 1)
    assert match.check(found.action) is None
    (veteran,) = made
    assert isinstance(veteran, LookaheadBot)
    assert veteran.seconds == bots.thinking_time("veteran") == 0.3


@waiting
async def test_nobody_else_waits_for_programs_that_look_ahead(programs: Workers) -> None:
    await asyncio.gather(programs.run(os.getpid), programs.run_slow(os.getpid))  # both have started
    order: list[str] = []

    async def long() -> None:
        await programs.run_slow(time.sleep, 1.0)
        order.append("long")

    async def short() -> None:
        await programs.run(os.getpid)
        order.append("short")

    await asyncio.gather(long(), long(), short())
    assert order == ["short", "long", "long"]
    assert programs.busy == 0


@waiting
async def test_a_program_is_not_told_the_dice_to_come(programs: Workers) -> None:
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


@waiting
async def test_odds_are_those_of_the_match(programs: Workers) -> None:
    match = at_a_choice(race(12))
    actions = [action.text for action in match.proposals()]
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    found = await programs.quick_odds(match.setup.json(), told, match.seat, [*actions, "nonsense", "fly 3"])
    assert found == [frames.odds_message(text, match.odds(text)) for text in actions]


@waiting
async def test_odds_are_counted_to_the_end_while_they_are_wanted(programs: Workers) -> None:
    match = at_a_choice(race(12))
    action = match.proposals()[0].text
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    asked = (match.setup.json(), told, match.seat)
    assert await programs.exact_odds(*asked, action, lambda: True) == frames.odds_message(action, match.odds(action))
    assert await programs.exact_odds(*asked, action, lambda: False) is None
    assert await programs.exact_odds(*asked, "fly 3", lambda: True) is None


def test_a_worker_counts_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ODDS_CHUNK", 2)
    match = at_a_choice(race(12))
    action = next(one.text for one in match.proposals() if len(match.odds(one).rows) > 1)
    told = imagined_snapshot(match, match.seat, bot_seed_bytes(match.commitment, match.seat, 12))
    found: SavedCount | wire.Chance | None = ([], {}, 0)
    bits = 0
    while isinstance(found, tuple):
        found = workers.continue_exact_odds(match.setup.json(), told, match.seat, action, found)
        bits += 1
    assert bits > 1
    assert found == frames.odds_message(action, match.odds(action))


@waiting
async def test_what_goes_wrong_in_a_worker_is_told(programs: Workers) -> None:
    match = race()
    with pytest.raises(ValueError, match="no bot 'genius'"):
        await programs.choose_action(match.setup.json(), imagined_snapshot(match, 0, bytes(32)), "genius", 0, 1)
    assert programs.busy == 0


@waiting
async def test_a_worker_that_dies_is_replaced_and_its_work_done_again() -> None:
    programs = Workers(1)
    try:
        first = await programs.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        again = await asyncio.gather(*[programs.run(os.getpid) for _ in range(3)])
        assert first not in again
        assert len(set(again)) == 1
    finally:
        await programs.close()


def kill_oneself() -> None:
    """A job that no worker survives."""
    os.kill(os.getpid(), signal.SIGKILL)


@waiting
async def test_a_job_that_kills_every_worker_is_given_up() -> None:
    programs = Workers(1)
    try:
        with pytest.raises(Exception, match="terminated abruptly"):
            await programs.run(kill_oneself)
        assert await programs.run(os.getpid) > 0
    finally:
        await programs.close()


@waiting
async def test_closed_workers_take_no_work() -> None:
    programs = Workers(1)
    worker = await programs.run(os.getpid)
    await programs.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with pytest.raises(RuntimeError, match="closed"):
        await programs.run(os.getpid)


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
