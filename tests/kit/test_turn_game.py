"""The defaults of the kit, with which a tiny game needs neither a drawing nor tables: Pig uses them all."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.pig.sequence import PigState
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.learning import LARGEST_NUMBER_BITS, MAX_PROPOSED_AT_ONCE, NO_ARGUMENTS, ViewNumbers, number_paths
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import Node, Scene
from hippodrome.kit.toml_reader import DataError
from hippodrome.kit.turn_game import NO_SEAT, Player

LOG_OF_A_CALL = ["Red makes a secret call.", "White makes a secret call.", "Red called 2.", "White called 5."]


def pig(*actions: str, scenario: str = "plain", dice: tuple[int, ...] = (4, 6, 2)) -> hd.Match:
    """Return a game of Pig to 20 after these actions."""
    match = hd.new("pig", scenario, dice=list(dice), options={"goal": 20})
    for action in actions:
        match.play(action)
    return match


def nodes(scene: Scene) -> dict[str, Node]:
    """Return the nodes of a scene by id."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


# -------------------------------------------------------------------- steps, view and imagine


def test_the_steps_of_a_game_are_those_of_its_package_without_their_bases() -> None:
    assert set(hd.game("pig").steps()) == {"Turn", "Call", "FirstTurn"}
    steps = hd.game("benhur").steps()
    assert {"SkidTest", "TurnTricks"} <= set(steps)
    assert not {"TrickWindow", "Ram", "Turn"} & set(steps)


def test_the_default_view_has_all_fields_rows_and_the_decision() -> None:
    assert pig("roll").view(SPECTATOR).table == {
        "goal": 20,
        "turn": 1,
        "seat": 0,
        "points": 4,
        "winner": -1,
        "reason": "",
        "players": [{"id": 0, "score": 0}, {"id": 1, "score": 0}],
        "over": False,
        "places": [],
        "breadcrumbs": ["Turn 1"],
        "asked": {"name": "Turn", "seats": [0], "answer": ""},
    }


def test_the_default_view_of_a_sealed_decision_shows_only_the_own_answer() -> None:
    match = hd.new("pig", "blind", dice=[])
    match.play("call 3", 1)
    assert [match.view(seat).table["asked"]["answer"] for seat in (SPECTATOR, 0, 1)] == ["", "", "call 3"]


def test_a_finished_match_shows_its_places_and_the_verdict() -> None:
    match = pig("roll", "roll", "roll", "roll", dice=(6, 6, 6, 6))
    assert match.view(0).table["places"] == [1, 2]
    assert match.scene(0).prompt == "Red wins: first to reach the goal."
    assert match.describe(0).splitlines()[-1] == "Red wins: first to reach the goal."


def test_sealed_answers_are_logged_when_they_are_given_and_when_they_are_revealed() -> None:
    match = pig("call 2", "call 5", scenario="blind")
    assert [line.text for line in match.log_lines()][: len(LOG_OF_A_CALL)] == LOG_OF_A_CALL


# -------------------------------------------------------------------- scene and description


def test_the_default_scene_has_a_button_for_every_proposal_of_the_viewer() -> None:
    match = pig("roll")
    scene = match.scene(0)
    assert [(handle.on, handle.action) for handle in scene.handles] == [
        ("button-roll", "roll"),
        ("button-hold", "hold"),
    ]
    drawn = nodes(scene)
    assert [drawn[f"button-{verb}-label"].data for verb in ("roll", "hold")] == ["Roll", "Hold"]
    assert match.scene(1).handles == match.scene().handles == []
    calls = hd.new("pig", "blind", seed=1).scene(1)
    assert [handle.action for handle in calls.handles] == [f"call {number}" for number in range(1, 7)]
    assert {"button-call-1", "button-call-6"} <= set(nodes(calls))


def test_the_default_scene_shows_the_numbers_of_players_and_match() -> None:
    scene = pig("roll", "hold", "roll").scene(0)
    drawn = nodes(scene)
    assert drawn["numbers-0"].data == "Score 4"
    assert drawn["numbers"].data == "Turn 2, Goal 20, Points 6"
    assert "acting" in drawn["player-1"].css
    assert "acting" not in drawn["player-0"].css
    [panel] = scene.panels
    assert (panel.heads, panel.rows, panel.seats) == (["Player", "Score"], [["Red", "4"], ["White", "0"]], [0, 1])
    assert scene.prompt == "White is deciding whether to roll."


def test_every_button_lies_in_the_box() -> None:
    for match in (pig(), hd.new("pig", "blind", seed=1)):
        scene = match.scene(0)
        left, top, width, height = scene.box
        for node in nodes(scene).values():
            assert left < node.x < left + width
            assert top < node.y < top + height


def test_the_default_description_names_numbers_and_the_deciding_seat() -> None:
    assert pig("roll").describe(0).splitlines() == [
        "Turn 1, Goal 20, Points 4.",
        "Red: Score 0.",
        "White: Score 0.",
        "To decide: Red.",
    ]


# -------------------------------------------------------------------- analysis


def test_the_default_value_follows_from_the_result_and_before_the_end_from_the_estimate() -> None:
    analysis, match = hd.game("pig").analysis, pig("roll")
    assert [analysis.value(match.state, seat) for seat in (0, 1)] == [598, 402]
    over = pig("roll", "roll", "roll", "roll", dice=(6, 6, 6, 6))
    assert [analysis.value(over.state, seat) for seat in (0, 1)] == [1000, 0]


def test_outcomes_come_from_the_words_of_the_game() -> None:
    odds = pig(scenario="blind").odds("call 3", 0)
    assert {name for name, _ in odds.rows} <= {"Red starts", "White starts", "nothing special"}
    outcomes = {*[f"adds {die}" for die in range(2, 7)], "loses the points"}
    assert {name for name, _ in pig().odds("roll").rows} == outcomes


def test_statistics_count_turns() -> None:
    match = pig("hold", "hold")
    assert match.game.analysis.match_statistics(match.state) == {"turns": 3}
    assert match.game.analysis.round_number(match.state) == 3


# -------------------------------------------------------------------- learning


def test_action_ranges_follow_from_the_steps() -> None:
    assert hd.game("pig").analysis.learning_tables().action_ranges == {"roll": (), "hold": (), "call": (range(1, 7),)}
    drill = hd.game("drill").analysis.learning_tables().action_ranges
    assert (drill["drive"], drill["shout"]) == (MAX_PROPOSED_AT_ONCE, NO_ARGUMENTS)


def test_the_observation_has_every_number_of_the_view() -> None:
    view = pig("roll").view(0)
    part = ViewNumbers(view.table)
    assert {"goal", "points", "winner", "players.1.score", "over"} <= set(part.names())
    out: list[float] = []
    part.write(view, out)
    values = dict(zip(part.names(), out, strict=True))
    assert values["winner"] == -1 / LARGEST_NUMBER_BITS
    assert values["players.0.id"] == 0
    assert values["points"] == pytest.approx(2.32 / LARGEST_NUMBER_BITS, rel=0.01)


def test_a_number_that_is_missing_from_a_view_is_0() -> None:
    part = ViewNumbers({"cards": [5, 5, 5]})
    view = hd.new("pig", seed=1).view(0)
    view.table = {"cards": [5]}
    out: list[float] = []
    part.write(view, out)
    assert out[0] > 0
    assert out[1:] == [0, 0]
    assert number_paths({"a": {"b": [1, "x", {"c": True}]}}, ()) == [("a", "b", 0), ("a", "b", 2, "c")]


# -------------------------------------------------------------------- state and rulebook


def test_the_leader_has_the_highest_score_alone() -> None:
    state = PigState(20, [Player(seat, score) for seat, score in enumerate((3, 7, 5))], ScriptDice(()))
    assert state.leader() == 1
    state.players[0].score = 7
    assert state.leader() == NO_SEAT
    state.seat = 2
    state.next_turn()
    assert (state.turn, state.seat) == (2, 0)


def test_a_clause_inherits_its_chapter_and_is_a_ruling_if_it_has_a_question() -> None:
    first = '[[clause]]\nid = "X-1"\nchapter = "One"\ntitle = "A"\ntext = "B"\n'
    second = '[[clause]]\nid = "X-2"\ntitle = "A"\ntext = "B"\nquestion = "Why?"\n'
    clauses = Rulebook(first + second, "rules.toml").clauses
    assert [(clause.chapter, clause.source) for clause in clauses.values()] == [("One", "rulebook"), ("One", "ruling")]
    with pytest.raises(DataError, match="chapter"):
        Rulebook(second, "rules.toml")
