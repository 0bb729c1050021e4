"""Clocks: seconds, reserves, pauses, and moves that are taken back."""

from __future__ import annotations

import pytest

from hippodrome.kit.actions import Action, Clock
from hippodrome.server import wire
from hippodrome.server.live.clocks import Clocks


class Time:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


def clocks(time: Time, seconds: int = 10, reserve: int = 60, used: dict[int, int] | None = None) -> Clocks:
    return Clocks(wire.Limits(seconds, reserve), used or {}, time)


def test_without_limits_nothing_presses(time: Time) -> None:
    free = Clocks(None, {}, time)
    free.start(0)
    time.seconds += 1000
    assert free.remaining(0, None) is None
    assert free.left_ms(0, None) is None
    assert free.charge(0, None) == (1000_000, 0)


def test_the_seconds_go_first_and_then_the_reserve(time: Time) -> None:
    table = clocks(time)
    table.start(1)
    assert table.remaining(1, None) == wire.Clock(10_000, 60_000)
    time.seconds += 4
    assert table.remaining(1, None) == wire.Clock(6_000, 60_000)
    time.seconds += 10
    assert table.remaining(1, None) == wire.Clock(0, 56_000)
    assert table.left_ms(1, None) == 56_000
    assert table.charge(1, None) == (14_000, 4_000)
    table.start(1)
    assert table.remaining(1, None) == wire.Clock(10_000, 56_000)


def test_nobody_pays_more_than_he_has(time: Time) -> None:
    table = clocks(time, used={0: 59_000})
    table.start(0)
    time.seconds += 30
    assert table.left_ms(0, None) == 0
    assert table.charge(0, None) == (30_000, 1_000)
    assert table.reserve_ms(0) == 0


def test_a_limit_of_the_rules_leaves_the_reserve_alone(time: Time) -> None:
    table = clocks(time)
    own = Clock(15, Action("pass"))
    table.start(0)
    time.seconds += 12
    assert table.remaining(0, own) == wire.Clock(3_000, 0)
    time.seconds += 5
    assert table.left_ms(0, own) == 0
    assert table.charge(0, own) == (17_000, 0)
    assert table.reserve_ms(0) == 60_000


def test_taking_a_move_back_gives_no_new_time(time: Time) -> None:
    table = clocks(time)
    table.start(0)
    time.seconds += 14
    spent, paid = table.charge(0, None)
    table.start(0)
    time.seconds += 1
    already = table.elapsed_ms(0) + spent
    table.refund(0, paid)
    table.start(0, already)
    assert table.remaining(0, None) == wire.Clock(0, 55_000)
    time.seconds += 2
    assert table.charge(0, None) == (17_000, 7_000)


def test_time_stands_still_while_nobody_is_there(time: Time) -> None:
    table = clocks(time)
    table.start(0)
    time.seconds += 3
    table.stop()
    time.seconds += 5000
    assert table.elapsed_ms(0) == 3_000
    assert table.left_ms(0, None) is None
    table.resume()
    assert table.left_ms(0, None) == 67_000
    time.seconds += 1
    assert table.elapsed_ms(0) == 4_000


def test_questions_of_one_spell_share_a_clock(time: Time) -> None:
    move = Clock(15, Action("straight"), "move 1 0")
    free = Clocks(None, {}, time)
    free.start(0)
    time.seconds += 6
    free.start(0, free.elapsed_ms(0))
    time.seconds += 4
    assert free.remaining(0, move) == wire.Clock(5_000, 0)
