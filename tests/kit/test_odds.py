"""Odds: exact where the branches can be counted, sampled where not, and never from hidden things."""

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
from hippodrome.kit.odds import SAMPLES, Count, Odds, wilson
from hippodrome.kit.odds_text import MAX_LINES, in_full, in_short, outcome_rows


def race(square: str, whips: int, track: str = "circus") -> hd.Match:
    """Red alone on its part of the track, about to leave a square with points to move."""
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
    assert odds.chance("move 6") == six
    assert odds.chance("move 9") == 0
    assert sum(chance for _, chance in odds.rows) == 1
    assert max(odds.rows, key=lambda row: row[1])[1] == odds.rows[0][1]


@pytest.mark.parametrize(("whips", "chance"), [(1, Fraction(5, 6)), (2, Fraction(4, 6)), (3, Fraction(3, 6))])
def test_a_lane_change_succeeds_as_often_as_the_rules_say(whips: int, chance: Fraction) -> None:
    match = race("0/4/1", whips)
    match.play(f"whips {whips}")
    odds = match.odds("left")
    assert odds.chance("across") == chance
    assert odds.chance("straight on") == 1 - chance
    assert "exact" in repr(odds)


def test_odds_beyond_counting_are_sampled_and_say_so() -> None:
    match = race("0/4/1", 3)
    exact, tried = match.odds("whips 3"), match.odds("whips 3", branches=215)  # three dice fall in 216 ways
    assert exact.exact
    assert not tried.exact
    assert tried.samples == SAMPLES
    assert sum(chance for _, chance in tried.rows) == 1
    assert f"{SAMPLES} samples" in repr(tried)
    assert match.odds("whips 3", branches=215).rows == tried.rows


def test_sampled_odds_have_bounds_and_exact_ones_need_none() -> None:
    match = race("0/4/1", 3)
    exact, tried = match.odds("whips 3"), match.odds("whips 3", branches=1)
    for name, chance in exact.rows:
        low, high = tried.interval(name)
        assert 0 <= low <= tried.chance(name) < high <= 1
        assert low < chance < high
        assert exact.interval(name) == (float(chance), float(chance))
    assert tried.interval("move 9")[0] == 0 < tried.interval("move 9")[1] < 0.005


def test_the_bounds_are_wilsons() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=0.0001)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=0.0001)


def test_a_count_can_be_broken_off_and_taken_up_elsewhere() -> None:
    match = race("0/4/1", 3)
    action = parse("whips 3")
    assert action is not None
    first = Count(match.game, match.state, 0, action)
    assert not first.advance(100)
    second = Count(match.game, match.state, 0, action)
    second.resume(first.save())
    assert not second.advance(200)
    assert second.advance(216)
    assert second.runs == 216
    assert second.odds().rows == match.odds("whips 3").rows


def test_odds_in_words_say_how_they_were_found_and_between_which_bounds() -> None:
    match = race("0/4/1", 3)
    exact, tried = match.odds("whips 3"), match.odds("whips 3", branches=1)
    assert " 42 %  move 6" in in_full(exact)
    assert in_full(exact)[-1].strip() == "Counted exactly, if nobody answers."
    assert any(re.fullmatch(r" +4\d %  move 6  \d\d to 4\d %", line) for line in in_full(tried))
    assert "From 1000 trials" in in_full(tried)[-1]
    assert in_short(tried) == "move about 5.0 on average"


def test_asking_for_odds_throws_no_die_of_the_match() -> None:
    match = hd.new("pig", seed=1)
    before = match.snapshot()
    match.odds("roll")
    assert match.snapshot() == before


def test_odds_add_up_when_the_next_round_is_drawn_in_some_branches_and_not_in_others() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=0, options={"order": "random", "tricks": 0, "laps": 1})
    chance = Chance(0)
    while match.decision:
        actions = match.proposals()
        for action in actions:
            assert sum(part for _, part in match.odds(action).rows) == 1
        match.play(actions[chance.below(len(actions))])


def test_many_outcomes_are_told_in_few_lines() -> None:
    rows = [("often", Fraction(1, 2)), *[(f"rare {number}", Fraction(1, 40)) for number in range(20)]]
    lines = outcome_rows(Odds(rows, True, 0))
    assert len(lines) == MAX_LINES
    assert lines[0] == ("50 %", "often", "")
    assert lines[-1] == ("25 %", "10 others", "")
    assert outcome_rows(Odds(rows, False, 1000))[-1] == ("25 %", "10 others", "22 to 28 %")


def test_what_is_counted_is_told_in_its_order() -> None:
    rows = [("move 10", Fraction(1, 2)), ("move 2", Fraction(1, 3)), ("move -1", Fraction(1, 6))]
    assert [name for _, name, _ in outcome_rows(Odds(rows, True, 0))] == ["move -1", "move 2", "move 10"]
    many = [(f"move {20 - number}", Fraction(1, 20)) for number in range(20)]
    names = [name for _, name, _ in outcome_rows(Odds(many, True, 0))]
    assert names == [*[f"move {number}" for number in range(10, 21)], "9 others"]
    mixed = [("move 10", Fraction(2, 3)), ("falls", Fraction(1, 3))]
    assert [name for _, name, _ in outcome_rows(Odds(mixed, True, 0))] == ["move 10", "falls"]
