"""Handles that any client can use, previews, warnings and waypoints, for every game."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.kit.actions import Action, Option, Span, parse
from hippodrome.kit.dice import seed_from
from hippodrome.kit.match import Match
from hippodrome.kit.preview import Preview
from hippodrome.kit.scene import Handle, Layer, Node, Scene, scene_json
from hippodrome.kit.state import canonical
from hippodrome.lab import property_checks
from tests.conformance.random_matches import Case, decisions, every_case, moves

MAX_PREVIEWED = 2  # proposals per decision, because previews are slow
FREE_ARGUMENTS = {"click": 0, "ruler": 1, "arc": 1, "point": 2}


def nodes(scene: Scene) -> dict[str, Node]:
    """Return the nodes of a scene by id."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def option_of(match: Match, handle: Handle) -> Option:
    """Return the option of a handle: same verb, and as many parameters as the handle's complete action."""
    partial = parse(handle.action)
    assert partial is not None
    assert match.decision is not None
    size = len(partial.args) + FREE_ARGUMENTS[handle.kind]
    [option] = [
        option for option in match.decision.options if (option.verb, len(option.params)) == (partial.verb, size)
    ]
    return option


def span_of(option: Option, place: int) -> Span:
    param = option.params[place]
    assert isinstance(param, Span)
    return param


def bounds(span: Span) -> tuple[int, int, int]:
    return (span.lo, span.hi, span.step)


@every_case
def test_a_handle_has_the_range_of_its_options_last_parameters(case: Case) -> None:
    for match in decisions(case):
        for handle in match.scene(match.seat).handles:
            assert handle.unit > 0
            if handle.kind == "click":
                assert (handle.span, handle.span_y, handle.at, handle.hints) == (None, None, None, ())
                continue
            option = option_of(match, handle)
            if handle.kind == "point":
                assert handle.span == bounds(span_of(option, -2))
                assert handle.span_y == bounds(span_of(option, -1))
                continue
            assert handle.at is not None
            assert handle.span == bounds(span_of(option, -1))
            assert handle.hints == span_of(option, -1).hints


@every_case
def test_every_hint_of_a_handle_is_legal(case: Case) -> None:
    for match in decisions(case):
        for handle in match.scene(match.seat).handles:
            for hint in handle.hints:
                assert match.check(f"{handle.action} {hint}") is None


@every_case
def test_static_layers_are_shared_between_scenes(case: Case) -> None:
    scenes = [match.scene(seat) for match in decisions(case) for seat in (None, match.seat)]
    first = [layer for layer in scenes[0].layers if layer.static]
    assert first
    for scene in scenes:
        static = [layer for layer in scene.layers if layer.static]
        assert [layer.name for layer in static] == [layer.name for layer in first]
        assert all(one is other for one, other in zip(static, first, strict=True))


# -------------------------------------------------------------------- previews


def preview_text(preview: Preview) -> str:
    """Return everything that a preview shows, as a canonical text."""
    picture = Scene((0, 0, 1, 1), [Layer("ghost", preview.nodes)], [], preview.label, [], [])
    return canonical([repr(preview.refusal), scene_json(picture)])


def some_proposals(match: Match, number: int) -> list[Action]:
    """Return a few proposals, different ones at every decision."""
    actions = match.proposals()
    step = (len(actions) + MAX_PREVIEWED - 1) // MAX_PREVIEWED
    return actions[number % step :: step]


@every_case
def test_previews_change_nothing_and_reveal_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        before = property_checks.match_text(match)
        other = match.clone()
        other.state = match.imagine(match.seat, seed_from(number))
        for action in some_proposals(match, number):
            preview = match.preview(action)
            assert preview.refusal is None
            assert preview.label == match.game.presentation.label(match.state, action)
            assert preview_text(other.preview(action, match.seat)) == preview_text(preview)
        assert property_checks.match_text(match) == before


@every_case
def test_the_preview_of_an_illegal_action_has_the_refusal_of_the_check(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        for text in property_checks.probe_actions(match) if number % 4 == 0 else ():
            for seat in range(match.setup.seats):
                assert match.preview(text, seat).refusal == match.check(text, seat)


@every_case
def test_an_action_without_dice_and_secrets_has_the_result_of_its_preview(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        seat = match.seat
        for action in some_proposals(match, number):
            after = match.clone()
            after.play(action)
            if after.state.dice.rolled != match.state.dice.rolled or after.undo_refusal:
                continue
            drawn = nodes(after.game.presentation.scene(after.view(seat), None))
            for node in match.preview(action).nodes:
                if node.id in drawn:
                    real = drawn[node.id]
                    assert (node.x, node.y, node.turn, node.data) == (real.x, real.y, real.turn, real.data)


# -------------------------------------------------------------------- warnings and labels


@every_case
def test_warnings_are_sentences_and_reveal_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        imagined = match.imagine(match.seat, seed_from(number))
        for action in match.proposals():
            warning = match.game.presentation.warning(match.state, match.seat, action)
            assert warning == "" or warning.endswith(".")
            assert match.game.presentation.warning(imagined, match.seat, action) == warning


@every_case
def test_a_label_can_be_given_before_all_numbers_are_chosen(case: Case) -> None:
    for match in decisions(case):
        assert match.decision is not None
        for option in match.decision.options:
            label = match.game.presentation.partial_label(match.state, option.verb, ())
            assert ("…" in label) == (len(option.params) > 0)
        for action in match.proposals():
            assert match.game.presentation.partial_label(
                match.state, action.verb, action.args
            ) == match.game.presentation.label(match.state, action)


# -------------------------------------------------------------------- waypoints


@every_case
def test_waypoints_end_at_the_position_of_the_node(case: Case) -> None:
    for move in moves(case):
        match = move.match
        drawn = nodes(match.scene())
        for viewer in (-1, move.seat):
            seen = [event.seen_by(viewer) for event in move.events]
            paths = match.game.presentation.animation_paths(match.state, [event for event in seen if event is not None])
            for id, waypoints in paths.items():
                assert waypoints[-1] == (drawn[id].x, drawn[id].y, drawn[id].turn)


def test_a_label_without_numbers_equals_its_partial_label() -> None:
    match = hd.new("pig", seed=1)
    assert (
        match.game.presentation.partial_label(match.state, "roll", ())
        == match.game.presentation.label(match.state, Action("roll"))
        == "Roll"
    )
    assert match.game.presentation.partial_label(match.state, "call", ()) == "Call …"
