"""Reviews: costly decisions are reported, sound ones are not."""

from __future__ import annotations

from functools import cache

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.review import MIN_Z, CostlyDecision, costliest, decisions, find_cost, is_decision, review, suspects
from hippodrome.bots.search.rollouts import compare
from hippodrome.kit.actions import Action
from tests.games.benhur.world import world


@cache
def race() -> hd.Match:
    """Return a finished short race between a random bot and a driver."""
    match = hd.new("benhur", "arena", seats=2, seed=5, options={"laps": 1, "tricks": 0})
    players = [bots.make(level, match.game, 1) for level in ("random", "driver")]
    while match.decision is not None:
        seat = match.seat
        imagined = match.imagine(seat, imagination_seed(1, len(match.moves)))
        match.play(players[seat].choose(match.game, imagined, seat))
    return match


def test_only_a_move_with_an_alternative_is_a_decision() -> None:
    match = race()
    numbers = decisions(match, 0)
    replayed = hd.new("benhur", "arena", seats=2, seed=5, options={"laps": 1, "tricks": 0})
    for number, move in enumerate(match.moves):
        assert (number in numbers) == (move.seat == 0 and len(replayed.proposals()) > 1)
        replayed.play(move.action)
    assert 0 < len(numbers) < len(match.moves)


def test_a_review_depends_only_on_its_seed_and_reports_progress() -> None:
    steps: list[tuple[int, int]] = []
    first = review(race(), 0, seed=2, progress=lambda done, total: steps.append((done, total)))
    again = review(race(), 0, seed=2)
    assert [one.text for one in first] == [one.text for one in again]
    assert len(first) <= 3
    assert [one.move for one in first] == sorted(one.move for one in first)
    for one in first:
        assert one.cost > MIN_Z * one.error - 1
        assert race().moves[one.move].action == one.played != one.better
        assert one.text.startswith(f"“{one.better_label}” instead of “{one.played_label}”: ")
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == steps[-1][1]


def test_driving_slowly_before_the_line_is_costly_and_driving_fast_is_not() -> None:
    match = world("circus", A="0/1/4 whips 2", B="0/4/6 whips 3", laps=1, dice="").match
    slow, fast = Action("whips", (1,)), Action("whips", (3,))
    assert is_decision(match, slow)
    state = match.imagine(0, imagination_seed(0, 0))
    assert find_cost(match.game, state, 0, 0, fast, 3) is None
    costly = find_cost(match.game, state, 0, 0, slow, 3)
    assert costly is not None
    assert (costly.better, costly.seat) == (fast, 0)
    assert costly.cost > 200 > 2 * costly.error
    assert costly.text.startswith("“3 whips” instead of “1 whip”: ")


def test_an_option_costs_nothing_compared_with_itself() -> None:
    match = world("circus", A="0/1/2 whips 2", B="0/2/2", dice="").match
    action = match.proposals()[0]
    comparison = compare(match.game, SEARCH_POLICIES["benhur"], match.state, 0, [action, action], 16, 0.0, 1)
    assert comparison.gap == 0
    assert comparison.one.features == comparison.other.features


def test_the_three_costliest_decisions_are_reported_in_the_order_of_play() -> None:
    go = Action("whips", (1,))
    costly_decisions = [
        CostlyDecision(move, 0, go, go, ("", ""), cost, 1, "") for move, cost in ((9, 50), (4, 90), (7, 20), (2, 60))
    ]
    assert [one.move for one in costliest(costly_decisions)] == [2, 4, 9]


def test_only_the_moves_that_look_costliest_get_a_closer_search() -> None:
    assert suspects([(1, 0.0), (5, 2.0), (3, 9.0)]) == [3, 5]
    assert suspects([(number, float(number)) for number in range(20)]) == list(range(12, 20))


def test_a_game_without_a_lookahead_bot_cannot_be_reviewed() -> None:
    match = hd.Match(hd.new("pig", seed=1).setup, hd.new("pig", seed=1).first_dice)
    with pytest.raises(ValueError, match="reviews are not available for Pig: it has no lookahead bot"):
        review(match, 0)
