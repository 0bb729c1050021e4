"""Touching: handles that any client can use, previews, warnings and waypoints, for every game."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.kit.actions import Action, Option, Span, parse
from hippodrome.kit.dice import seed_from
from hippodrome.kit.match import Match
from hippodrome.kit.preview import Preview
from hippodrome.kit.scene import Handle, Layer, Node, Scene, scene_json
from hippodrome.kit.state import canonical
from hippodrome.lab import properties
from tests.conformance.walking import Case, decisions, every_case, moves

FEW = 2  # proposals of a decision that are looked at where looking takes long
NUMBERS = {"click": 0, "ruler": 1, "arc": 1, "point": 2}


def nodes(scene: Scene) -> dict[str, Node]:
    """What is drawn, by id."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def option_of(match: Match, handle: Handle) -> Option:
    """The option that a handle stands for: its action begins as the option does."""
    begun = parse(handle.action)
    assert begun is not None
    assert match.decision is not None
    size = len(begun.args) + NUMBERS[handle.kind]
    [found] = [option for option in match.decision.options if (option.verb, len(option.params)) == (begun.verb, size)]
    return found


def span_of(option: Option, place: int) -> Span:
    param = option.params[place]
    assert isinstance(param, Span)
    return param


def bounds(span: Span) -> tuple[int, int, int]:
    return (span.lo, span.hi, span.step)


@every_case
def test_a_handle_fills_in_numbers_of_its_option(case: Case) -> None:
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
def test_a_hint_can_be_played(case: Case) -> None:
    for match in decisions(case):
        for handle in match.scene(match.seat).handles:
            for hint in handle.hints:
                assert match.check(f"{handle.action} {hint}") is None


@every_case
def test_what_never_changes_is_handed_out_once(case: Case) -> None:
    scenes = [match.scene(seat) for match in decisions(case) for seat in (None, match.seat)]
    first = [layer for layer in scenes[0].layers if layer.static]
    assert first
    for scene in scenes:
        still = [layer for layer in scene.layers if layer.static]
        assert [layer.name for layer in still] == [layer.name for layer in first]
        assert all(one is other for one, other in zip(still, first, strict=True))


# -------------------------------------------------------------------- previews


def shown(preview: Preview) -> str:
    """All that a preview shows."""
    picture = Scene((0, 0, 1, 1), [Layer("ghost", preview.nodes)], [], preview.label, [], [])
    return canonical([repr(preview.refusal), scene_json(picture)])


def few(match: Match, number: int) -> list[Action]:
    """Some of many proposals, others at every decision."""
    actions = match.proposals()
    step = (len(actions) + FEW - 1) // FEW
    return actions[number % step :: step]


@every_case
def test_previews_change_nothing_and_tell_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        before = properties.table_text(match)
        other = match.clone()
        other.state = match.imagine(match.seat, seed_from(number))
        for action in few(match, number):
            preview = match.preview(action)
            assert preview.refusal is None
            assert preview.label == match.game.label(match.state, action)
            assert shown(other.preview(action, match.seat)) == shown(preview)
        assert properties.table_text(match) == before


@every_case
def test_a_preview_is_refused_in_the_words_of_the_check(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        for text in properties.probe_actions(match) if number % 4 == 0 else ():
            for seat in range(match.setup.seats):
                assert match.preview(text, seat).refusal == match.check(text, seat)


@every_case
def test_an_action_without_a_die_and_without_secrets_comes_out_as_it_was_previewed(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        seat = match.seat
        for action in few(match, number):
            after = match.clone()
            after.play(action)
            if after.state.dice.rolled != match.state.dice.rolled or after.undo_refusal:
                continue
            drawn = nodes(after.game.scene(after.view(seat), None))
            for node in match.preview(action).nodes:
                if node.id in drawn:
                    real = drawn[node.id]
                    assert (node.x, node.y, node.turn, node.data) == (real.x, real.y, real.turn, real.data)


# -------------------------------------------------------------------- warnings and labels


@every_case
def test_warnings_are_sentences_and_tell_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        imagined = match.imagine(match.seat, seed_from(number))
        for action in match.proposals():
            warning = match.game.warning(match.state, match.seat, action)
            assert warning == "" or warning.endswith(".")
            assert match.game.warning(imagined, match.seat, action) == warning


@every_case
def test_a_label_can_be_given_before_all_numbers_are_chosen(case: Case) -> None:
    for match in decisions(case):
        assert match.decision is not None
        for option in match.decision.options:
            open_label = match.game.partial_label(match.state, option.verb, ())
            assert ("…" in open_label) == (len(option.params) > 0)
        for action in match.proposals():
            assert match.game.partial_label(match.state, action.verb, action.args) == match.game.label(
                match.state, action
            )


# -------------------------------------------------------------------- waypoints


@every_case
def test_waypoints_lead_to_where_a_node_stands(case: Case) -> None:
    for move in moves(case):
        match = move.match
        drawn = nodes(match.scene())
        for viewer in (-1, move.seat):
            seen = [event.seen_by(viewer) for event in move.events]
            found = match.game.animation_paths(match.state, [event for event in seen if event is not None])
            for id, waypoints in found.items():
                assert waypoints[-1] == (drawn[id].x, drawn[id].y, drawn[id].turn)


def test_a_label_without_numbers_is_the_same_either_way() -> None:
    match = hd.new("pig", seed=1)
    assert match.game.partial_label(match.state, "roll", ()) == match.game.label(match.state, Action("roll")) == "Roll"
    assert match.game.partial_label(match.state, "call", ()) == "Call …"
