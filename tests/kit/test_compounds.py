"""Compounds: what they play, where they stop, and how they are undone."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import (
    COMPLETE,
    DICE_STOP,
    ILLEGAL_STOP,
    OVER_STOP,
    Compound,
    parse_compound,
)
from tests.games.benhur.world import race_of
from tests.kit.test_match import race

STRAIGHT = "straight"


def race_with_points(points: int) -> hd.Match:
    """Return a race without tricks whose mover has at least this many points and a straight ahead of it."""
    for seed in range(1, 60):
        match = race(seed)
        match.play("whips 1")
        if race_of(match).turn.points >= points:
            return match
    raise AssertionError(f"no seed gives {points} points")


def test_a_compound_is_played_to_its_end_and_undone_together() -> None:
    match = race_with_points(5)
    before, moves, events = match.snapshot(), len(match.moves), len(match.events)
    single = match.clone()
    run = match.play_all([STRAIGHT, Action(STRAIGHT), STRAIGHT])
    assert (run.count, run.stop, run.summary, run.refusal) == (3, COMPLETE, "", None)
    assert [move.action.text for move in run.moves] == [STRAIGHT] * 3
    for _ in range(3):
        single.play(STRAIGHT)
    assert match.digest() == single.digest()
    assert match.record() == single.record()
    assert run.events == match.events[events:]
    undone = match.undo()
    assert (undone.action.text, len(match.moves), len(match.events)) == (STRAIGHT, moves, events)
    assert match.snapshot() == before


def test_moves_after_a_compound_are_undone_one_by_one() -> None:
    match = race_with_points(5)
    moves = len(match.moves)
    match.play(STRAIGHT)
    match.play_all([STRAIGHT, STRAIGHT])
    match.play(STRAIGHT)
    counts = []
    while not match.undo_refusal:
        match.undo()
        counts.append(len(match.moves) - moves)
    assert counts == [3, 1, 0]


def test_a_compound_stops_at_dice() -> None:
    match = hd.new("pig", dice=[2, 3, 4])
    run = match.play_all(["roll", "roll", "hold"])
    assert (run.count, run.stop) == (1, DICE_STOP)
    assert run.summary == "Stopped after 1 of 3: dice were rolled."
    assert len(match.moves) == 1


def test_a_compound_stops_at_the_decision_of_another_seat_or_a_new_turn() -> None:
    match = hd.new("pig", dice=[2, 3, 4])
    match.play("roll")
    run = match.play_all(["hold", "hold"])
    assert run.count == 1
    assert run.summary == "Stopped after 1 of 2: another player decides."
    lone = race_with_points(2)
    points = int(race_of(lone).turn.points)
    run = lone.play_all([STRAIGHT] * (points + 1))
    assert run.count <= points
    assert run.stop != ILLEGAL_STOP


def test_a_compound_stops_at_the_first_action_that_is_no_longer_legal() -> None:
    match = race_with_points(5)
    run = match.play_all([STRAIGHT, "whips 3", STRAIGHT])
    assert (run.count, run.stop) == (1, ILLEGAL_STOP)
    assert run.refusal == match.check("whips 3")
    assert not match.undo_refusal


@pytest.mark.parametrize("first", ["whips 3", "no action", "trick 99"])
def test_a_compound_whose_first_action_is_illegal_changes_nothing(first: str) -> None:
    match = race_with_points(3)
    before = match.snapshot()
    with pytest.raises(hd.IllegalAction):
        match.play_all([first, STRAIGHT])
    assert match.snapshot() == before
    assert match.state.pauses is None


def test_a_compound_stops_at_the_end_of_the_match() -> None:
    match = hd.new("pig", dice=[6, 6, 6, 6], options={"goal": 20})
    for _ in range(3):
        match.play("roll")
    assert match.play_all(["roll", "roll"]).stop == OVER_STOP


def test_a_compound_leaves_pauses_as_they_were_collected() -> None:
    match = race_with_points(3)
    match.play_all([STRAIGHT, STRAIGHT])
    single = match.clone()
    assert (match.state.pauses, single.state.pauses) == (None, None)
    single.collect_pauses()
    single.play_all([STRAIGHT])
    assert single.state.pauses == []
    single.undo()
    assert single.state.pauses == []


def test_the_text_of_a_compound_can_be_read_again() -> None:
    actions = [Action("drive", (0, -3)), Action("stop")]
    text = Compound(actions, "Drive and stop").text
    assert text == "drive 0 -3; stop"
    assert parse_compound(text) == actions
    assert parse_compound("drive  2; stop") is None
