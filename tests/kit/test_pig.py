"""Pig, clause by clause."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.pig.sequence import MAX_TURNS, Call, Held, LostPoints, Passed, PigState, Started
from hippodrome.kit.dice import seed_from
from hippodrome.kit.reactions import AnswerSealed
from hippodrome.kit.turn_game import Drawn
from tests.support import clause


def state(match: hd.Match) -> PigState:
    """Return the state as a game of Pig."""
    assert isinstance(match.state, PigState)
    return match.state


def scores(match: hd.Match) -> list[int]:
    """Return the scores by seat."""
    return [int(player.score) for player in state(match).players]


def pig(dice: list[int], *actions: str, goal: int = 100, scenario: str = "plain") -> hd.Match:
    """Return a game with scripted dice in which these actions have been played."""
    match = hd.new("pig", scenario, dice=dice, options={"goal": goal})
    for action in actions:
        match.play(action)
    return match


@clause("PIG-1")
def test_both_players_begin_without_points_and_red_starts() -> None:
    match = pig([])
    assert scores(match) == [0, 0]
    assert match.seat == 0
    with pytest.raises(ValueError, match="2 to 2 players, not 3"):
        hd.new("pig", seats=3)


@clause("PIG-2")
def test_in_a_turn_the_player_rolls_or_holds() -> None:
    match = pig([4], "roll")
    assert [action.text for action in match.proposals()] == ["roll", "hold"]
    refusal = match.check("roll 2")
    assert refusal is not None
    assert (refusal.rule, refusal.text) == ("PIG-2", "'roll 2' is not possible here. Legal now: roll, hold.")


@clause("PIG-3")
def test_points_add_up_but_are_not_safe() -> None:
    match = pig([4, 6], "roll", "roll")
    assert state(match).points == 10
    assert scores(match) == [0, 0]


@clause("PIG-4")
def test_a_one_loses_the_turn_total() -> None:
    match = pig([4, 6, 1], "roll", "roll", "roll")
    assert scores(match) == [0, 0]
    assert match.seat == 1
    lost = [event for event in match.events if isinstance(event, LostPoints)]
    assert [(event.seat, event.number) for event in lost] == [(0, 10)]


@clause("PIG-5")
def test_holding_makes_the_turn_total_safe() -> None:
    match = pig([4, 6, 1], "roll", "roll", "hold", "roll")
    assert scores(match) == [10, 0]
    assert match.seat == 0
    assert [event.number for event in match.events if isinstance(event, Held)] == [10]


@clause("PIG-6")
def test_enough_points_win_at_once() -> None:
    match = pig([6, 6, 6, 2], "roll", "roll", "roll", "roll", goal=20)
    assert match.result == hd.Result((1, 2), "reached the goal")
    assert scores(match) == [20, 0]
    assert match.log().endswith("Red wins with 20 points. [PIG-6]")


@clause("PIG-7")
def test_holding_without_points_passes_the_turn() -> None:
    match = pig([], "hold")
    assert match.seat == 1
    assert scores(match) == [0, 0]
    assert isinstance(match.events[-1], Passed)


@clause("PIG-8")
@pytest.mark.parametrize(("die", "places"), [([3], (1, 2)), ([], (1, 1))])
def test_the_game_ends_when_the_turns_run_out(die: list[int], places: tuple[int, ...]) -> None:
    match = pig(die, *["roll"] * len(die), *["hold"] * MAX_TURNS)
    assert match.result == hd.Result(places, "out of turns")
    assert isinstance(match.events[-1], Drawn) == (not die)
    assert [match.game.analysis.value(match.state, seat) for seat in (0, 1)] == ([1000, 0] if die else [500, 500])


@clause("PIG-8")
def test_white_wins_with_the_higher_score() -> None:
    match = pig([5], "hold", "roll", *["hold"] * (MAX_TURNS - 1))
    assert match.result == hd.Result((2, 1), "out of turns")


@clause("PIG-9")
@pytest.mark.parametrize(("calls", "die", "first"), [((2, 5), 3, 0), ((2, 5), 4, 1), ((6, 1), 1, 1), ((4, 5), 6, 1)])
def test_the_nearer_call_starts(calls: tuple[int, int], die: int, first: int) -> None:
    match = pig([die], scenario="blind")
    match.play(f"call {calls[1]}", 1)
    match.play(f"call {calls[0]}", 0)
    assert match.seat == first
    assert [(event.seat, event.rule) for event in match.events if isinstance(event, Started)] == [(first, "PIG-9")]


@clause("PIG-9")
@pytest.mark.parametrize("action", ["call 0", "call 7", "call", "call 1 2", "roll"])
def test_only_a_number_of_the_die_can_be_called(action: str) -> None:
    refusal = pig([], scenario="blind").check(action, 1)
    assert refusal is not None
    assert refusal.rule == "PIG-9"


@clause("PIG-9")
def test_a_call_is_hidden_until_both_have_called() -> None:
    match = pig([2], scenario="blind")
    match.play("call 3", 1)
    assert match.decision is not None
    assert match.decision.seats == (0,)
    assert "Your secret answer: Call 3." in match.describe(1)
    assert "3" not in match.describe(0)
    assert [type(event) for event in match.visible_events(0)] == [AnswerSealed]
    assert {imagined_call(match, 0, n) for n in range(60)} == {f"call {number}" for number in range(1, 7)}
    assert {imagined_call(match, 1, n) for n in range(60)} == {"call 3"}


def imagined_call(match: hd.Match, seat: int, number: int) -> str:
    """Return White's call as a seat imagines it."""
    step = match.imagine(seat, seed_from(number)).agenda[-1]
    assert isinstance(step, Call)
    return step.answers[1]


@clause("PIG-10")
@pytest.mark.parametrize("calls", [(3, 3), (2, 4), (4, 2)])
def test_red_starts_if_both_calls_are_equally_near(calls: tuple[int, int]) -> None:
    match = pig([3], *[f"call {number}" for number in calls], scenario="blind")
    assert match.seat == 0
    assert [event.rule for event in match.events if isinstance(event, Started)] == ["PIG-10"]


def test_the_dev_game_is_not_offered_to_players() -> None:
    assert "pig" not in hd.games()
    assert hd.game("pig").is_dev_game


def test_impossible_scores_are_reported() -> None:
    game = hd.game("pig")
    match = pig([4], "roll")
    assert game.analysis.invariants(match.state) == []
    state(match).players[0].score = 100
    assert game.analysis.invariants(match.state) == ["[100, 0] with 4 more at stake is impossible in a game to 100"]
    state(match).players[0].score = 106
    state(match).turn = 0
    assert len(game.analysis.invariants(match.state)) == 3


def test_odds_of_a_roll_are_exact() -> None:
    odds = pig([6, 6, 6], "roll", "roll", "roll", goal=20).odds("roll")
    assert odds.exact
    assert [(name, str(chance)) for name, chance in odds.rows] == [("wins", "5/6"), ("loses the points", "1/6")]
    assert [name for name, _ in pig([]).odds("hold").rows] == ["passes"]
    assert [name for name, _ in pig([3], "roll").odds("hold").rows] == ["holds"]
    assert str(pig([3], "roll").odds("roll").chance("adds 4")) == "1/6"
