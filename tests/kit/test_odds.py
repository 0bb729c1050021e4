"""Odds: exact where all paths of dice can be counted, sampled elsewhere, and never based on hidden information."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN
from hippodrome.games.benhur.state import Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import parse
from hippodrome.kit.dice import CountingDice, next_path
from hippodrome.kit.odds import SAMPLES, Count, Odds, wilson
from hippodrome.kit.odds_text import MAX_LINES, in_full, in_short, outcome_rows


def race(square: str, whips: int, track: str = "circus") -> hd.Match:
    """Return a race in which Red, with no rival near, starts a turn on this square with these whips."""
    match = hd.new("benhur", track, seats=2, seed=1, options={"tricks": 0})
    state = match.state
    assert isinstance(state, Race)
    state.chariots[0].square = state.track.lanes.parse_name(square)
    state.chariots[1].square = state.track.lanes.parse_name("4/4/0")
    state.chariots[0].whips = whips
    state.round = 2
    state.order = (0, 1)
    state.agenda = [NEW_ROUND, NEXT_TURN[0]]
    agenda.advance(state)
    return match


@pytest.mark.parametrize(("whips", "six"), [(1, Fraction(1, 6)), (2, Fraction(11, 36)), (3, Fraction(91, 216))])
def test_the_highest_of_the_movement_dice_is_counted_exactly(whips: int, six: Fraction) -> None:
    odds = race("0/4/1", whips).odds(f"whips {whips}")
    assert odds.exact
    assert odds.samples == 0
    assert "exact" in repr(odds)
    assert odds.chance("move 6") == six
    assert odds.chance("move 9") == 0
    assert sum(chance for _, chance in odds.rows) == 1
    assert max(odds.rows, key=lambda row: row[1])[1] == odds.rows[0][1]


def test_odds_with_too_many_paths_are_sampled_and_marked_as_such() -> None:
    match = race("0/4/1", 3)
    exact, sampled = match.odds("whips 3"), match.odds("whips 3", branches=55)  # three dice show 56 combinations
    assert exact.exact
    assert not sampled.exact
    assert sampled.samples == SAMPLES
    assert sum(chance for _, chance in sampled.rows) == 1
    assert f"{SAMPLES} samples" in repr(sampled)
    assert match.odds("whips 3", branches=55).rows == sampled.rows


def test_the_bounds_of_sampled_odds_include_the_exact_chance() -> None:
    match = race("0/4/1", 3)
    exact, sampled = match.odds("whips 3"), match.odds("whips 3", branches=1)
    for name, chance in exact.rows:
        low, high = sampled.interval(name)
        assert 0 <= low <= sampled.chance(name) < high <= 1
        assert low < chance < high
        assert exact.interval(name) == (float(chance), float(chance))
    assert sampled.interval("move 9")[0] == 0 < sampled.interval("move 9")[1] < 0.005


def test_the_bounds_are_wilson_intervals() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=0.0001)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=0.0001)


def test_a_count_can_be_interrupted_and_resumed() -> None:
    match = race("0/4/1", 3)
    action = parse("whips 3")
    assert action is not None
    first = Count(match.game, match.state, 0, action)
    assert not first.advance(20)
    second = Count(match.game, match.state, 0, action)
    second.resume(first.save())
    assert not second.advance(50)
    assert second.advance(56)
    assert second.runs == 56
    assert second.odds().rows == match.odds("whips 3").rows


def test_odds_as_text_say_how_they_were_computed_and_show_bounds() -> None:
    match = race("0/4/1", 3)
    exact, sampled = match.odds("whips 3"), match.odds("whips 3", branches=1)
    assert " 42 %  move 6" in in_full(exact)
    assert in_full(exact)[-1].strip() == "Exact odds, before any reaction by another player."
    assert any(re.fullmatch(r" +4\d %  move 6  \d\d to 4\d %", line) for line in in_full(sampled))
    assert in_full(sampled)[-1].strip() == (
        "From 1000 simulations, before any reaction by another player; the bounds are 95 % intervals."
    )
    assert in_short(sampled) == "move about 5.0 on average"


def test_odds_use_no_dice_of_the_match() -> None:
    match = hd.new("pig", seed=1)
    before = match.snapshot()
    match.odds("roll")
    assert match.snapshot() == before


def test_odds_add_up_to_one_when_only_some_branches_start_a_new_round() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=0, options={"order": "random", "tricks": 0, "laps": 1})
    chance = Chance(0)
    while match.decision:
        actions = match.proposals()
        for action in actions:
            assert sum(part for _, part in match.odds(action).rows) == 1
        match.play(actions[chance.below(len(actions))])


def test_many_outcomes_are_summed_up_in_a_few_lines() -> None:
    rows = [("often", Fraction(1, 2)), *[(f"rare {number}", Fraction(1, 40)) for number in range(20)]]
    lines = outcome_rows(Odds(rows, True, 0))
    assert len(lines) == MAX_LINES
    assert lines[0] == ("50 %", "often", "")
    assert lines[-1] == ("25 %", "10 others", "")
    assert outcome_rows(Odds(rows, False, 1000))[-1] == ("25 %", "10 others", "22 to 28 %")


def test_outcomes_with_a_number_are_listed_in_numerical_order() -> None:
    rows = [("move 10", Fraction(1, 2)), ("move 2", Fraction(1, 3)), ("move -1", Fraction(1, 6))]
    assert [name for _, name, _ in outcome_rows(Odds(rows, True, 0))] == ["move -1", "move 2", "move 10"]
    many = [(f"move {20 - number}", Fraction(1, 20)) for number in range(20)]
    names = [name for _, name, _ in outcome_rows(Odds(many, True, 0))]
    assert names == [*[f"move {number}" for number in range(10, 21)], "9 others"]
    mixed = [("move 10", Fraction(2, 3)), ("falls", Fraction(1, 3))]
    assert [name for _, name, _ in outcome_rows(Odds(mixed, True, 0))] == ["move 10", "falls"]


def test_the_chances_that_matter_most_stand_first_and_a_certain_outcome_has_no_percentage() -> None:
    rows = [("holds", Fraction(2, 3)), ("skids, you are wounded", Fraction(1, 3))]
    key = [("skid", Fraction(1, 3)), ("you wounded", Fraction(1, 3))]
    assert in_short(Odds(rows, True, 0, key)) == "33 % skid, 33 % you wounded"
    assert in_short(Odds(rows, False, 100, key)) == "about 33 % skid, 33 % you wounded"
    assert in_short(Odds(rows, True, 0)) == "67 % holds, 33 % skids, you are wounded"
    assert in_short(Odds([("moves", Fraction(1))], True, 0, [("moves", Fraction(1))])) == "moves"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_rolls_counted_in_ascending_order_have_the_same_chances(n: int) -> None:
    sums: dict[bool, dict[tuple[int, int], Fraction]] = {}
    for ordered in (True, False):
        chances: dict[tuple[int, int], Fraction] = {}
        path: list[int] | None = []
        while path is not None:
            dice = CountingDice(path, ordered)
            first, second = dice.roll_d6(n), dice.roll_d6(2)
            key = (max(first), min(second))
            chances[key] = chances.get(key, Fraction(0)) + dice.chance()
            path = next_path(dice)
        sums[ordered] = chances
    assert sums[True] == sums[False]
    assert sum(sums[False].values()) == 1
