"""Frames: a match at one point in time as one viewer may see it. Functions of the match alone, without state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from hippodrome.kit import scene as drawn
from hippodrome.kit.actions import Action, Decision, OneOf, Option, action_digits
from hippodrome.kit.actions import Span as AnySpan
from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.match import Match
from hippodrome.kit.odds import Odds
from hippodrome.kit.odds_text import in_short, method_text, outcome_rows
from hippodrome.server import wire

CHOICE_KEYS = "123456789qwertyiopasdfgjkzxcvnm"
"""Keys of the choices, in order. The table page itself uses u, b, l and h."""

KnownLayers = dict[str, wire.Layer]
"""The layers a client has already received, by name."""


def make_frame(
    match: Match,
    *,
    n: int,
    move: int,
    viewer: int,
    since: int,
    known: KnownLayers | None = None,
    notes: Sequence[str] = (),
    curtain: int = wire.NO_SEAT,
    undo: str | None = None,
    undone: bool = False,
    clock: wire.Clock | None = None,
    with_decision: bool = True,
) -> tuple[wire.Frame, KnownLayers]:
    """Return the frame for a viewer, and the layers its client knows after receiving it.

    n, move          the numbers of entries and of moves, as the viewer may know them
    since            the number of events before those this frame shows
    known            the layers the client has already; None for a frame with the complete scene
    notes            log lines that the table adds itself
    with_decision    if False, the frame is only for viewing: it has no choices and no handles
    """
    view, decision = match.view(viewer), match.decision if with_decision else None
    visible = decision if decision is not None and (viewer in decision.seats or not decision.secret) else None
    scene = match.game.presentation.scene(view, visible)
    layers = {layer.name: _layer(layer) for layer in scene.layers}
    frame = wire.Frame(
        n=n,
        move=move,
        viewer=viewer,
        scene=_scene(scene, layers, known),
        description=match.game.presentation.describe(view),
        lines=[*log_lines(match, viewer, since, move), *[table_note(move, text) for text in notes]],
        paths=animation_paths(match, viewer, since),
        ask=make_ask(match, visible, viewer, clock),
        undo=undo,
        curtain=curtain,
        undone=undone,
        outcome=outcome(match),
    )
    return frame, layers


# -------------------------------------------------------------------- the scene


def _scene(scene: drawn.Scene, layers: KnownLayers, known: KnownLayers | None) -> wire.Scene:
    """Return the scene without the layers that the client knows already."""
    old = known or {}
    changed = [layer for name, layer in layers.items() if layer is not old.get(name) and layer != old.get(name)]
    return wire.Scene(
        complete=known is None,
        box=scene.box,
        order=list(layers),
        layers=changed,
        handles=[_handle(handle) for handle in scene.handles],
        prompt=scene.prompt,
        breadcrumbs=scene.breadcrumbs,
        panels=[wire.Panel(p.name, p.title, p.heads, p.rows, p.seats, p.of) for p in scene.panels],
    )


def _layer(layer: drawn.Layer) -> wire.Layer:
    return _copy_static_layer(layer) if layer.static else _copy_layer(layer)


@lru_cache(maxsize=256)
def _copy_static_layer(layer: drawn.Layer) -> wire.Layer:
    """Return the copy of a layer that never changes. Games return the same object each time, so it is copied once."""
    return _copy_layer(layer)


def _copy_layer(layer: drawn.Layer) -> wire.Layer:
    return wire.Layer(layer.name, layer.static, [wire_node(drawn_node) for drawn_node in layer.nodes], layer.of)


def wire_node(n: drawn.Node) -> wire.Node:
    """Return a node as a part of a message."""
    return wire.Node(n.id, n.shape, n.x, n.y, n.data, n.turn, n.css, n.label, n.size)


def _handle(h: drawn.Handle) -> wire.Handle:
    return wire.Handle(h.on, h.action, h.kind, h.span, list(h.hints), h.at, h.unit, h.span_y)


def animation_paths(match: Match, viewer: int, since: int) -> dict[str, list[tuple[int, int, int]]]:
    """Return the paths along which pieces moved, as far as the viewer saw it."""
    return match.game.presentation.animation_paths(match.state, match.visible_events(viewer, since))


# -------------------------------------------------------------------- the log


def log_lines(match: Match, viewer: int, since: int, move: int) -> list[wire.Line]:
    """Return the log lines of the events after the first `since` ones, as the viewer may read them."""
    return [wire_line(line, move) for line in match.log_lines(viewer, since)]


def wire_line(line: LogLine, move: int) -> wire.Line:
    """Return a log line as a part of a message. The client merges lines, because they arrive with several frames."""
    return wire.Line(move, line.text, line.rule, line.seat, line.dice, line.merge_key, line.is_key_moment)


def table_note(move: int, text: str) -> wire.Line:
    """Return a log line that the table adds itself."""
    return wire.Line(move, text, "", wire.NO_SEAT, [], "", True)


# -------------------------------------------------------------------- the decision


def make_ask(match: Match, decision: Decision | None, viewer: int, clock: wire.Clock | None) -> wire.Ask | None:
    """Return the pending decision as the viewer may see it, with the choices if it is the viewer's own; or None."""
    if decision is None:
        return None
    mine = viewer if viewer in decision.seats else wire.NO_SEAT
    own_choices = choices(match, decision, mine) if mine != wire.NO_SEAT else []
    return wire.Ask(list(decision.seats), mine, decision.name, decision.rule, own_choices, clock)


def choices(match: Match, decision: Decision, seat: int) -> list[wire.Choice]:
    """Return the choices of a seat, the default first. Actions that differ only in the number of a span are one."""
    by_action: dict[str, wire.Choice] = {}
    actions = match.proposals()
    for action in actions:
        option = _option_with_span(decision.options, action)
        if option is None:
            by_action.setdefault(action.text, _plain_choice(match, decision, seat, action))
        else:
            for choice in _span_choices(match, option):
                by_action.setdefault(choice.action, choice)
    for key, choice in zip(choice_keys(actions, len(by_action)), by_action.values(), strict=False):
        choice.key = key
    return list(by_action.values())


def choice_keys(actions: Sequence[Action], count: int) -> str:
    """Return the keys of `count` choices: the actions' own digits if all have one, as in "whips 2", else in order."""
    digits = action_digits(actions)
    return "".join([str(digit) for digit in digits]) if digits and len(digits) == count else CHOICE_KEYS


def _plain_choice(match: Match, decision: Decision, seat: int, action: Action) -> wire.Choice:
    game = match.game
    label = game.presentation.label(match.state, action)
    rule = next((option.rule for option in decision.options if option.verb == action.verb), decision.rule)
    return wire.Choice(action.text, label, rule, "", game.presentation.warning(match.state, seat, action), [])


def _option_with_span(options: Sequence[Option], action: Action) -> Option | None:
    """Return the option of an action if its last parameter is a span, else None."""
    for option in options:
        if option.verb == action.verb and len(option.params) == len(action.args):
            return option if option.params and isinstance(option.params[-1], AnySpan) else None
    return None


def _span_choices(match: Match, option: Option) -> list[wire.Choice]:
    """Return the choices of an option that ends in spans: one for each combination of its other parameters."""
    fixed = [param for param in option.params if isinstance(param, OneOf)]
    spans = [param for param in option.params if isinstance(param, AnySpan)]
    span_choices = []
    for args in product(*[param.values for param in fixed]):
        partial = Action(option.verb, args)
        wire_spans = [_wire_span(match, partial, span, is_only=len(spans) == 1) for span in spans]
        label = match.game.presentation.partial_label(match.state, option.verb, args)
        span_choices.append(wire.Choice(partial.text, label, option.rule, "", "", wire_spans))
    return span_choices


def _wire_span(match: Match, partial: Action, span: AnySpan, is_only: bool) -> wire.Span:
    """Return a span; the hints of an only span are labelled with the complete action."""

    def label(value: int) -> str:
        return (
            match.game.presentation.label(match.state, Action(partial.verb, (*partial.args, value)))
            if is_only
            else str(value)
        )

    return wire.Span(span.name, span.lo, span.hi, span.step, [(value, label(value)) for value in span.hints], span.unit)


def odds_message(action: str, odds: Odds) -> wire.ActionOdds:
    """Return the odds of a choice as text."""
    return wire.ActionOdds(action, in_short(odds), outcome_rows(odds), odds.exact, method_text(odds))


def outcome(match: Match) -> wire.Outcome | None:
    """Return the outcome of the match, or None if it is not over."""
    result = match.result
    if result is None:
        return None
    return wire.Outcome(list(result.places), result.reason, match.game.presentation.verdict(result))
