"""Telling: whatever changes is told, cites its clause, and has words."""

from __future__ import annotations

import importlib
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.catalogue import PACKAGE, all_games
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.agenda import Ask, Step
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.game import Game
from hippodrome.kit.text_renderer import cells
from hippodrome.lab import properties
from tests.conformance.walking import Case, every_case, moves, whole

every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games().keys())


@every_case
def test_whatever_changed_on_the_table_was_told(case: Case) -> None:
    for move in moves(case):
        properties.changes_are_reported(move.table, move.match.view().table, move.events)


@every_case
def test_every_event_and_question_cites_a_clause_that_exists(case: Case) -> None:
    for move in moves(case):
        properties.citations_exist(move.match, move.events)


@every_case
def test_a_whole_match_can_be_told_to_everybody(case: Case) -> None:
    match = whole(case)
    for seat in (None, *properties.viewers(match)):
        lines = match.log(seat).splitlines()
        assert len(lines) == len(match.visible_events(seat))
        assert all(line.endswith("]") and "{" not in line for line in lines)


@every_case
def test_the_end_can_be_drawn_and_told(case: Case) -> None:
    match = whole(case)
    scene = match.scene()
    assert scene.handles == []
    assert scene.prompt
    assert any(cell.glyph.strip() for row in cells(scene) for cell in row)
    assert match.result is not None
    assert match.result.reason in match.game.words.reasons
    assert match.proposals() == []


@every_game
def test_every_step_is_known_by_its_name_and_cites_a_clause(game: Game) -> None:
    for name, step in game.steps().items():
        assert step.__name__ == name
        assert step.RULE in game.rulebook.clauses, name


def all_steps(kind: type[Step]) -> set[type[Step]]:
    """The steps below a class that have none below themselves."""
    below = kind.__subclasses__()
    return {kind} if not below else {step for other in below for step in all_steps(other)}


@every_game
def test_no_step_of_a_game_is_missing_in_its_list(game: Game) -> None:
    package = f"{PACKAGE}.{game.slug}"
    own = {step.__name__ for step in all_steps(Step) if step.__module__.startswith(package + ".")}
    assert own <= set(game.steps())


@every_game
def test_every_question_has_a_prompt(game: Game) -> None:
    questions = [name for name, step in game.steps().items() if issubclass(step, Ask)]
    assert set(questions) == set(game.words.prompts)


@every_game
def test_every_event_has_a_sentence(game: Game) -> None:
    module = importlib.import_module(f"{PACKAGE}.{game.slug}.events")
    classes = [kind for _, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, Event)]
    own = [kind for kind in classes if kind.__module__ == module.__name__ and not issubclass(kind, DiceRolled)]
    told = [kind.__name__ for kind in own if not kind.__subclasses__()]
    assert set(told) == set(game.words.events)


WORDS = st.from_regex(r"[a-z][a-z-]{0,11}", fullmatch=True)


@given(WORDS, st.lists(st.integers(1 - 10**9, 10**9 - 1), max_size=5))
def test_an_action_that_is_written_can_be_read(verb: str, args: list[int]) -> None:
    action = Action(verb, tuple(args))
    assert parse(action.text) == action
    assert parse(str(action)) is not None


@given(st.text(alphabet="ab-0129 \tAé\n", max_size=12))
def test_what_can_be_read_is_written_the_same(text: str) -> None:
    action = parse(text)
    assert action is None or action.text == text
