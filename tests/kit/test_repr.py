"""Public objects have a short `repr` on one line."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.kit.actions import Action, Clock, OneOf, Option, Span


def race() -> hd.Match:
    """Return a race of two in which Red has chosen a lane."""
    match = hd.new("benhur", "circus", seats=2, seed=7, options={"laps": 1, "tricks": 0})
    match.play("lane 1")
    return match


def test_a_match_says_where_it_stands() -> None:
    match = race()
    decision = match.decision
    assert decision is not None
    assert repr(match) == f"<Match benhur/circus, 2 seats, move 1, {('Red', 'White')[match.seat]} to {decision.name}>"
    while match.decision:
        match.play(match.proposals()[0])
    assert match.result is not None
    assert repr(match).endswith(f"move {len(match.moves)}, over: {match.result.reason}>")


def test_the_parts_of_a_match_are_named() -> None:
    match = race()
    assert repr(match.setup) == "<Setup benhur/circus, 2 seats>"
    assert repr(match.moves[0]) == "<Move Red: lane 1>"
    assert repr(match.state).startswith("<Race, next step ")
    assert repr(match.state.agenda[0]).startswith(f"<{type(match.state.agenda[0]).__name__}")
    assert repr(match.state.dice) == f"<TapeDice, {match.state.dice.rolled} rolled>"
    assert repr(match.view(0)).startswith("<View of Red, ")
    assert repr(match.view()).startswith("<View of a spectator, ")
    assert repr(match.scene()).startswith("<Scene, ")


def test_events_and_rows_show_their_fields() -> None:
    match = hd.new("pig", dice=[3])
    (event,) = [event for event in match.play("roll") if type(event).__name__ == "DiceRolled"]
    assert repr(event) == "<DiceRolled who=0 purpose='turn' dice=[3]>"
    chariot = race().state.chariots[0]  # type: ignore[attr-defined]
    assert repr(chariot).startswith("<Chariot id=0 ")


def test_a_preview_shows_its_label_or_its_refusal() -> None:
    match = race()
    action = match.proposals()[0]
    assert repr(match.preview(action)).startswith(f"<Preview {match.game.presentation.label(match.state, action)}, ")
    assert repr(match.preview("fly 1")).startswith("<Preview refused: ")


def test_a_game_and_its_rules_are_named() -> None:
    game = hd.game("benhur")
    circus = game.scenario("circus")
    assert repr(game) == f"<Game benhur: Ben-Hur, {len(game.scenarios())} scenarios>"
    assert repr(circus).startswith("<Scenario circus: ")
    assert repr(circus.options[0]).startswith("<Setting laps: ")
    assert repr(game.rulebook) == f"<Rulebook, {len(game.rulebook.clauses)} clauses>"
    assert repr(game.rulebook.clauses["BH-S5"]).startswith("<Clause BH-S5: ")
    assert repr(bots.make("driver", game, 1)) == "<BenHurDriver>"


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (Action("lane", (2,)), "Action('lane 2')"),
        (OneOf("lane", (1, 2)), "<OneOf lane: 1, 2>"),
        (Span("distance", 0, 12000, 100, ()), "<Span distance: 0 to 12000, step 100>"),
        (Option("aim", "WW-I1", (OneOf("die", (0,)), OneOf("unit", (1,)))), "<Option aim die unit>"),
        (Clock(30, Action("pass")), "<Clock 30 s, then pass>"),
    ],
)
def test_actions_and_options_are_written_out(item: object, text: str) -> None:
    assert repr(item) == text
