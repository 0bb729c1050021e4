"""Logs and texts: every change is logged, every event cites its clause, and everything has a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.catalogue import PACKAGE, all_games
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.agenda import Ask
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.game import Game
from hippodrome.kit.text_renderer import cells
from hippodrome.lab import property_checks
from tests.conformance.random_matches import Case, every_case, finished_match, moves

every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games().keys())


@every_case
def test_every_visible_change_is_logged(case: Case) -> None:
    for move in moves(case):
        property_checks.check_changes_are_reported(move.table, move.match.view().table, move.events)


@every_case
def test_every_event_and_decision_cites_an_existing_clause(case: Case) -> None:
    for move in moves(case):
        property_checks.check_citations_exist(move.match, move.events)


@every_case
def test_every_viewer_has_a_log_of_the_whole_match(case: Case) -> None:
    match = finished_match(case)
    for seat in (None, *property_checks.viewers(match)):
        lines = match.log(seat).splitlines()
        assert len(lines) == len(match.visible_events(seat))
        assert all(line.endswith("]") and "{" not in line for line in lines)


@every_case
def test_a_finished_match_can_be_drawn_and_has_a_reason(case: Case) -> None:
    match = finished_match(case)
    scene = match.scene()
    assert scene.handles == []
    assert scene.prompt
    assert any(cell.glyph.strip() for row in cells(scene) for cell in row)
    assert match.result is not None
    assert match.result.reason in match.game.words.reasons
    assert match.proposals() == []


@every_game
def test_every_step_is_listed_by_its_name_and_cites_a_clause(game: Game) -> None:
    for name, step in game.steps().items():
        assert step.__name__ == name
        assert step.RULE in game.rulebook.clauses, name


@every_game
def test_every_decision_has_a_prompt(game: Game) -> None:
    decisions = [name for name, step in game.steps().items() if issubclass(step, Ask)]
    assert set(decisions) == set(game.words.prompts)
    assert set(game.words.waiting) <= set(game.words.prompts)


@every_game
def test_every_note_is_about_an_action_with_a_label(game: Game) -> None:
    assert {note.split(" ")[0] for note in game.words.notes} <= set(game.words.labels)


@every_case
def test_only_the_player_who_decides_is_addressed(case: Case) -> None:
    for move in moves(case):
        match, decision = move.match, move.match.decision
        if decision is None:
            continue
        waiting = f" {match.game.words.waiting.get(decision.name, 'deciding')}."
        for viewer in property_checks.viewers(match):
            prompt = match.scene(viewer).prompt
            assert prompt
            if viewer not in decision.seats:
                assert prompt.endswith(waiting) or (decision.secret and prompt.startswith("Waiting")) or match.result, (
                    prompt
                )
            else:
                assert not prompt.endswith(waiting), prompt


def concrete_events(kind: type[Event], package: str) -> set[type[Event]]:
    """Return the events below a class that a package defines and that have no subclasses."""
    below = kind.__subclasses__()
    if below:
        return {event for other in below for event in concrete_events(other, package)}
    is_own = f"{kind.__module__}.".startswith(f"{package}.")
    return {kind} if is_own and not issubclass(kind, DiceRolled) else set()


@every_game
def test_every_event_has_a_sentence(game: Game) -> None:
    own = {kind.__name__ for kind in concrete_events(Event, f"{PACKAGE}.{game.slug}")}
    shared = {kind.__name__ for kind in concrete_events(Event, "hippodrome.kit")}
    assert own
    assert own <= set(game.words.events) <= own | shared


@every_game
def test_outcomes_and_statistics_name_events(game: Game) -> None:
    assert {*game.words.outcomes, *game.words.counted, *game.words.recap} <= set(game.words.events)


@every_game
def test_the_actor_of_an_event_is_one_of_its_fields(game: Game) -> None:
    classes = concrete_events(Event, f"{PACKAGE}.{game.slug}")
    assert any(kind.ACTOR for kind in classes)
    for kind in classes:
        assert kind.ACTOR in ("", *kind.FIELDS), kind.__name__


@every_game
def test_harm_is_done_to_a_seat_and_is_never_routine(game: Game) -> None:
    classes = concrete_events(Event, f"{PACKAGE}.{game.slug}")
    for kind in classes:
        assert kind.HARM in ("", *kind.FIELDS), kind.__name__
        assert kind.HARM or not kind.LOSS, kind.__name__
        assert not (kind.ROUTINE and (kind.HARM or kind.KEY_MOMENT or kind.HEADING)), kind.__name__


WORDS = st.from_regex(r"[a-z][a-z-]{0,11}", fullmatch=True)


@given(WORDS, st.lists(st.integers(1 - 10**9, 10**9 - 1), max_size=5))
def test_the_text_of_an_action_can_be_parsed(verb: str, args: list[int]) -> None:
    action = Action(verb, tuple(args))
    assert parse(action.text) == action
    assert parse(str(action)) is not None


@given(st.text(alphabet="ab-0129 \tAé\n", max_size=12))
def test_a_parsed_action_has_the_same_text(text: str) -> None:
    action = parse(text)
    assert action is None or action.text == text
