"""Actions, options and their parameters."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.actions import (
    Action,
    Clock,
    Decision,
    IllegalAction,
    OneOf,
    Option,
    Refusal,
    Span,
    expand,
    group_by_verb,
    parse,
)
from hippodrome.kit.custom_files import OptionError


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("roll"), "roll"),
        (Action("lane", (2,)), "lane 2"),
        (Action("wheel", (-450,)), "wheel -450"),
        (Action("fire", (3, 0)), "fire 3 0"),
        (Action("re-roll"), "re-roll"),
    ],
)
def test_an_action_is_parsed_from_the_text_it_is_written_as(action: Action, text: str) -> None:
    assert action.text == text == str(action)
    assert parse(text) == action
    assert hash(parse(text)) == hash(action)
    assert repr(action) == f"Action({text!r})"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Roll",
        "roll ",
        " roll",
        "roll  1",
        "roll 01",
        "roll -0",
        "roll +1",
        "roll 1.0",
        "1 roll",
        "-x",
        "a_b",
        "roll\n",
        "roll \u0661",
        "roll 1000000000",
        "roll " + "9" * 5000,
    ],
)
def test_a_text_that_is_not_canonical_is_not_an_action(text: str) -> None:
    assert parse(text) is None


def test_actions_differ_by_verb_and_arguments() -> None:
    assert len({Action("a"), Action("a", (1,)), Action("a", (1, 2)), Action("b"), Action("a")}) == 4
    assert Action("a") != "a"


def test_refusals_can_be_compared_and_raised() -> None:
    refusal = Refusal("X-1", "No.")
    assert refusal == Refusal("X-1", "No.")
    assert len({refusal, Refusal("X-1", "No."), Refusal("X-2", "No.")}) == 2
    assert str(IllegalAction(refusal)) == "No. [X-1]"
    assert repr(refusal) == "Refusal(rule='X-1', text='No.')"


def test_refusals_and_option_errors_survive_pickling() -> None:
    raised = IllegalAction(Refusal("X-1", "No."))
    copy = pickle.loads(pickle.dumps(raised))
    assert (str(copy), copy.refusal) == (str(raised), raised.refusal)
    option_error = OptionError("army", "No such army.", 3, "name")
    copy = pickle.loads(pickle.dumps(option_error))
    assert (str(copy), copy.option, copy.line, copy.key) == ("No such army.", "army", 3, "name")


def test_parameters_suggest_their_values() -> None:
    assert OneOf("lane", (1, 2)).suggestions() == (1, 2)
    assert Span("inches", 0, 9, 1, (3, 6)).suggestions() == (3, 6)
    assert Span("inches", 0, 9, 1, ()).suggestions() == (0, 9)
    assert Span("inches", 4, 4, 1, ()).suggestions() == (4,)


def test_options_expand_to_every_combination() -> None:
    options = [Option("pass", "X-1"), Option("fire", "X-2", (OneOf("at", (1, 2)), Span("by", 0, 5, 1, ())))]
    assert [action.text for action in expand(options)] == ["pass", "fire 1 0", "fire 1 5", "fire 2 0", "fire 2 5"]


def test_actions_are_grouped_by_verb_and_length() -> None:
    actions = [
        Action("pass"),
        Action("trick", (3,)),
        Action("trick", (20, 1)),
        Action("trick", (5,)),
        Action("trick", (20, 2)),
    ]
    options = group_by_verb(actions, "X-1")
    assert [(option.verb, [param.suggestions() for param in option.params]) for option in options] == [
        ("pass", []),
        ("trick", [(3, 5)]),
        ("trick", [(20,), (1, 2)]),
    ]
    assert {option.rule for option in options} == {"X-1"}


@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), st.lists(st.integers(0, 2), max_size=2)), max_size=6))
def test_grouped_options_offer_at_least_the_given_actions(rows: list[tuple[str, list[int]]]) -> None:
    actions = [Action(verb, tuple(args)) for verb, args in rows]
    assert set(actions) <= set(expand(group_by_verb(actions, "")))


def test_the_repr_of_a_decision_lists_its_verbs() -> None:
    clock = Clock(15, Action("pass"))
    decision = Decision((0, 1), "Call", "X-1", [Option("call", "X-1"), Option("pass", "X-1")], clock, False)
    assert repr(decision) == "Decision(Call, seats=(0, 1), call, pass)"
    assert decision.clock is not None
    assert (decision.clock.seconds, decision.clock.action.text) == (15, "pass")
