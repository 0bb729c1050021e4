"""Clocks: seconds per move, reserves, pauses and undone moves."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import Skidded
from hippodrome.kit.actions import Action, Clock
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.server import wire
from hippodrome.server.live.clocks import MAX_GRACE_MS, Clocks, ShowTimes, display_ms


class FakeTime:
    """A clock that only advances when a test says so."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


def make_clocks(time: FakeTime, seconds: int = 10, reserve: int = 60, used: dict[int, int] | None = None) -> Clocks:
    return Clocks(wire.Limits(seconds, reserve), used or {}, time)


def test_without_limits_there_is_no_deadline(time: FakeTime) -> None:
    unlimited = Clocks(None, {}, time)
    unlimited.start(0)
    time.seconds += 1000
    assert unlimited.remaining(0, None) is None
    assert unlimited.left_ms(0, None) is None
    assert unlimited.charge(0, None) == (1000_000, 0)


def test_the_seconds_per_move_are_used_before_the_reserve(time: FakeTime) -> None:
    clocks = make_clocks(time)
    clocks.start(1)
    assert clocks.remaining(1, None) == wire.Clock(10_000, 60_000, 0)
    time.seconds += 4
    assert clocks.remaining(1, None) == wire.Clock(6_000, 60_000, 0)
    time.seconds += 10
    assert clocks.remaining(1, None) == wire.Clock(0, 56_000, 0)
    assert clocks.left_ms(1, None) == 56_000
    assert clocks.charge(1, None) == (14_000, 4_000)
    clocks.start(1)
    assert clocks.remaining(1, None) == wire.Clock(10_000, 56_000, 0)


def test_a_seat_cannot_use_more_than_its_reserve(time: FakeTime) -> None:
    clocks = make_clocks(time, used={0: 59_000})
    clocks.start(0)
    time.seconds += 30
    assert clocks.left_ms(0, None) == 0
    assert clocks.charge(0, None) == (30_000, 1_000)
    assert clocks.reserve_ms(0) == 0


def test_a_time_limit_of_the_rules_does_not_use_the_reserve(time: FakeTime) -> None:
    clocks = make_clocks(time)
    rules_limit = Clock(15, Action("pass"))
    clocks.start(0)
    time.seconds += 12
    assert clocks.remaining(0, rules_limit) == wire.Clock(3_000, 0, 0)
    time.seconds += 5
    assert clocks.left_ms(0, rules_limit) == 0
    assert clocks.charge(0, rules_limit) == (17_000, 0)
    assert clocks.reserve_ms(0) == 60_000


def test_undoing_a_move_gives_no_extra_time(time: FakeTime) -> None:
    clocks = make_clocks(time)
    clocks.start(0)
    time.seconds += 14
    spent, paid = clocks.charge(0, None)
    clocks.start(0)
    time.seconds += 1
    already = clocks.elapsed_ms(0) + spent
    clocks.refund(0, paid)
    clocks.start(0, already)
    assert clocks.remaining(0, None) == wire.Clock(0, 55_000, 0)
    time.seconds += 2
    assert clocks.charge(0, None) == (17_000, 7_000)


def test_a_stopped_clock_does_not_run(time: FakeTime) -> None:
    clocks = make_clocks(time)
    clocks.start(0)
    time.seconds += 3
    clocks.stop()
    time.seconds += 5000
    assert clocks.elapsed_ms(0) == 3_000
    assert clocks.left_ms(0, None) is None
    clocks.resume()
    assert clocks.left_ms(0, None) == 67_000
    time.seconds += 1
    assert clocks.elapsed_ms(0) == 4_000


def test_decisions_of_one_clock_period_share_its_time(time: FakeTime) -> None:
    move = Clock(15, Action("straight"), "move 1 0")
    unlimited = Clocks(None, {}, time)
    unlimited.start(0)
    time.seconds += 6
    unlimited.start(0, unlimited.elapsed_ms(0))
    time.seconds += 4
    assert unlimited.remaining(0, move) == wire.Clock(5_000, 0, 0)


def test_a_clock_starts_after_its_grace_period(time: FakeTime) -> None:
    clocks = make_clocks(time)
    clocks.start(1, grace_ms=3000)
    assert clocks.remaining(1, None) == wire.Clock(10_000, 60_000, 3000)
    assert clocks.left_ms(1, None) == 73_000
    time.seconds += 2
    assert clocks.charge(1, None) == (0, 0)
    time.seconds += 5
    assert clocks.remaining(1, None) == wire.Clock(6_000, 60_000, 0)


def test_the_time_to_show_events_does_not_depend_on_the_moves_they_belong_to() -> None:
    events: list[Event] = [DiceRolled(0, "skid", b"\x04"), Skidded(0, 5), DiceRolled(1, "move", b"\x02")]
    assert display_ms(events) == display_ms(events[:1]) + display_ms(events[1:])
    assert display_ms([]) == 0


def test_a_seat_sees_moves_one_after_another_but_its_own_at_once() -> None:
    shown = ShowTimes()
    shown.add([0, 1], 0, now_ms=1000, display_ms=500)
    shown.add([0, 1], 0, now_ms=1200, display_ms=500)
    assert (shown.left_ms(0, 1200), shown.left_ms(1, 1200)) == (500, 800)
    assert shown.left_ms(1, 5000) == 0


def test_the_time_to_show_moves_is_limited() -> None:
    shown = ShowTimes()
    for _ in range(100):
        shown.add([0], 1, now_ms=0, display_ms=3000)
    assert shown.left_ms(0, 0) == MAX_GRACE_MS
