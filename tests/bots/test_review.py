"""The review: what was costly is found, what was not is left in peace."""

from __future__ import annotations

from functools import cache

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.review import MIN_Z, CostlyDecision, decisions, is_decision, find_cost, costliest, review, suspects
from hippodrome.bots.search.rollouts import compare
from hippodrome.kit.actions import Action
from tests.games.benhur.world import world


@cache
def race() -> hd.Match:
    """A short race of a random driver against a plain one."""
    match = hd.new("benhur", "arena", seats=2, seed=5, options={"laps": 1, "tricks": 0})
    players = [bots.make(level, match.game, 1) for level in ("random", "driver")]
    while match.decision is not None:
        seat = match.seat
        imagined = match.imagine(seat, imagination_seed(1, len(match.moves)))
        match.play(players[seat].choose(match.game, imagined, seat))
    return match


def test_only_what_could_have_been_otherwise_is_a_decision() -> None:
    match = race()
    found = decisions(match, 0)
    again = hd.new("benhur", "arena", seats=2, seed=5, options={"laps": 1, "tricks": 0})
    for number, move in enumerate(match.moves):
        assert (number in found) == (move.seat == 0 and len(again.proposals()) > 1)
        again.play(move.action)
    assert 0 < len(found) < len(match.moves)


def test_a_match_is_reviewed_by_its_seed_alone_and_tells_how_far_it_is() -> None:
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


def test_dawdling_before_the_line_is_costly_and_hurrying_is_not() -> None:
    match = world("circus", A="0/1/4 whips 2", B="0/4/6 whips 3", laps=1, dice="").match
    slow, fast = Action("whips", (1,)), Action("whips", (3,))
    assert is_decision(match, slow)
    state = match.imagine(0, imagination_seed(0, 0))
    assert find_cost(match.game, state, 0, 0, fast, 3) is None
    found = find_cost(match.game, state, 0, 0, slow, 3)
    assert found is not None
    assert (found.better, found.seat) == (fast, 0)
    assert found.cost > 200 > 2 * found.error
    assert found.text.startswith("“3 whips” instead of “1 whip”: ")


def test_an_option_costs_nothing_beside_itself() -> None:
    match = world("circus", A="0/1/2 whips 2", B="0/2/2", dice="").match
    action = match.proposals()[0]
    found = compare(match.game, SEARCH_POLICIES["benhur"], match.state, 0, [action, action], 16, 0.0, 1)
    assert found.gap == 0
    assert found.one.features == found.other.features


def test_the_three_most_costly_are_named_in_the_order_of_play() -> None:
    go = Action("whips", (1,))
    found = [
        CostlyDecision(move, 0, go, go, ("", ""), cost, 1, "") for move, cost in ((9, 50), (4, 90), (7, 20), (2, 60))
    ]
    assert [one.move for one in costliest(found)] == [2, 4, 9]


def test_only_what_seems_to_cost_something_is_looked_at_closely() -> None:
    assert suspects([(1, 0.0), (5, 2.0), (3, 9.0)]) == [3, 5]
    assert suspects([(number, float(number)) for number in range(20)]) == list(range(12, 20))


def test_a_game_in_which_no_program_looks_ahead_says_so() -> None:
    match = hd.Match(hd.new("pig", seed=1).setup, hd.new("pig", seed=1).first_dice)
    with pytest.raises(ValueError, match="no program looks ahead in Pig"):
        review(match, 0)
