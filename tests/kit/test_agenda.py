"""The agenda: steps run in the order in which they were returned, and a finished match drops the rest."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.pig.sequence import CALL, TURN, Call, FirstTurn, PigState, Started
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.turn_game import Player

# The calls of both seats: if the die shows 1, the seat that called 1 starts.
RED, WHITE = FirstTurn((1, 6)), FirstTurn((6, 1))


def pig(*dice: int) -> PigState:
    """Return a game of Pig with an empty agenda and scripted dice."""
    state = PigState(20, [Player(0, 0), Player(1, 0)], ScriptDice(dice))
    state.logging = True
    return state


def run(state: PigState, *steps: Step) -> None:
    """Run these steps as if a step on top of the agenda had returned them."""
    state.agenda.append(TURN)
    agenda.follow(state, list(steps))


def starting_seats(state: PigState) -> list[int]:
    """Return the seats of the logged Started events, in order."""
    return [int(event.seat) for event in state.events if isinstance(event, Started)]


def test_returned_steps_run_in_the_given_order() -> None:
    state = pig(1, 1, 1)
    run(state, WHITE, RED, WHITE, TURN)
    assert starting_seats(state) == [1, 0, 1]
    assert state.agenda == [TURN]


def test_returned_steps_run_before_those_already_on_the_agenda() -> None:
    state = pig(1, 1, 1)
    state.agenda = [TURN, WHITE]
    run(state, RED, RED)
    assert starting_seats(state) == [0, 0, 1]


def test_the_agenda_stops_at_the_first_step_that_waits() -> None:
    state = pig(1)
    run(state, RED, TURN, WHITE)
    assert starting_seats(state) == [0]
    assert state.agenda == [WHITE, TURN]
    assert not state.over


def test_a_match_with_nothing_left_to_do_is_over() -> None:
    state = pig()
    agenda.advance(state)
    assert state.over
    assert agenda.decision(state) is None
    assert agenda.seats(state) == ()


def test_a_finished_match_drops_the_rest_of_its_agenda() -> None:
    state = pig(6)
    state.players[0].score = 14
    state.agenda = [WHITE, RED, TURN]
    agenda.act(state, Action("roll"))
    assert state.over
    assert state.agenda == []
    assert starting_seats(state) == []


def test_steps_returned_after_the_end_are_dropped() -> None:
    state = pig(1)
    state.finish()
    agenda.follow(state, [RED, TURN])
    assert state.agenda == []
    assert starting_seats(state) == []
    assert state.dice.count_left() == 1


def test_every_event_cites_the_clause_of_the_step_that_emitted_it() -> None:
    state = pig(1, 4)
    run(state, RED, TURN)
    agenda.act(state, Action("roll"))
    assert [event.rule for event in state.events] == ["PIG-9", "PIG-9", "PIG-2", "PIG-3"]


def test_steps_are_shared_by_clones_but_agendas_are_not() -> None:
    state = pig(1, 1)
    state.agenda = [WHITE, TURN]
    clone = state.clone()
    assert clone.agenda == state.agenda
    assert clone.agenda[0] is state.agenda[0]
    clone.agenda.append(RED)
    assert state.agenda == [WHITE, TURN]


def test_breadcrumbs_lead_from_the_outermost_group_to_the_decision() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=1, options={"tricks": 0})
    assert match.breadcrumbs() == ["Start"]
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    assert match.breadcrumbs()[0].startswith("Round 1")
    assert hd.new("pig", "blind", seed=1).breadcrumbs() == ["Start"]
    assert hd.new("pig", seed=1).breadcrumbs() == ["Turn 1"]


@pytest.mark.parametrize(
    ("step", "saved"),
    [(TURN, ["Turn"]), (CALL, ["Call", ["", ""]]), (RED, ["FirstTurn", [1, 6]])],
)
def test_a_step_is_saved_by_name_and_fields(step: Step, saved: list[object]) -> None:
    match = hd.new("pig", seed=1)
    match.state.agenda = [step]
    text = match.snapshot()
    assert text["state"]["agenda"] == [saved]
    assert hd.load(text).snapshot() == text


def test_an_unknown_step_in_a_snapshot_is_rejected() -> None:
    saved = hd.new("pig", seed=1).snapshot()
    saved["state"]["agenda"] = [["Fly"]]
    with pytest.raises(ValueError, match="unknown step 'Fly'"):
        hd.load(saved)


def test_only_the_deciding_seat_may_act() -> None:
    match = hd.new("pig", seed=1)
    refusal = match.check("roll", 1)
    assert refusal is not None
    assert (refusal.rule, refusal.text) == ("PIG-2", "It is not this seat's decision.")


def test_a_decision_is_named_after_its_class_and_other_steps_have_no_name() -> None:
    assert TURN.name() == "Turn"
    assert Call(("", "")).name() == "Call"
    assert RED.name() == ""
    assert not RED.waits(pig())


def test_a_long_list_of_legal_actions_is_cut_short() -> None:
    actions = [Action("call", (number,)) for number in range(10)]
    shown = ", ".join([action.text for action in actions[:8]])
    assert agenda.legal_now(actions) == f"Legal now: {shown} and 2 more."
