"""Frames: a moment of a match as one viewer may see it, made of the match alone. Nothing here keeps anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from hippodrome.kit import scene as drawn
from hippodrome.kit.actions import Action, Decision, OneOf, Option
from hippodrome.kit.actions import Span as AnySpan
from hippodrome.kit.events import DiceRolled, Event, event_fields
from hippodrome.kit.match import Match
from hippodrome.kit.odds import Odds
from hippodrome.kit.odds_text import in_short, method_text, outcome_rows
from hippodrome.server import wire

CHOICE_KEYS = "123456789qwertyiopasdfgjkzxcvnm"
"""The keys of choices, in order; u, b, l and h are the table's own."""

KnownLayers = dict[str, wire.Layer]
"""The layers a viewer has been sent, by name."""


def make_frame(
    match: Match,
    *,
    n: int,
    move: int,
    viewer: int,
    since: int,
    last: KnownLayers | None = None,
    notes: Sequence[str] = (),
    curtain: int = wire.NO_SEAT,
    undo: str | None = None,
    undone: bool = False,
    clock: wire.Clock | None = None,
    asking: bool = True,
) -> tuple[wire.Frame, KnownLayers]:
    """Return the frame for a viewer, and the layers it has been sent by then.

    `since` is how many events there were before what this frame tells of; `last` the layers sent before (None: the
    frame is whole); `notes` are sentences of the table's own for the log. A frame that is not
    `asking` is for looking at only: nothing in it can be chosen or touched.
    """
    view, decision = match.view(viewer), match.decision if asking else None
    mine = decision if decision is not None and (viewer in decision.seats or not decision.secret) else None
    scene = match.game.scene(view, mine)
    layers = {layer.name: _layer(layer) for layer in scene.layers}
    frame = wire.Frame(
        n=n,
        move=move,
        viewer=viewer,
        scene=_scene(scene, layers, last),
        words=match.game.describe(view),
        lines=[*log_lines(match, viewer, since, move), *[table_note(move, text) for text in notes]],
        paths=animation_paths(match, viewer, since),
        ask=make_ask(match, mine, viewer, clock),
        undo=undo,
        curtain=curtain,
        undone=undone,
        outcome=outcome(match),
    )
    return frame, layers


# -------------------------------------------------------------------- the picture


def _scene(scene: drawn.Scene, layers: KnownLayers, last: KnownLayers | None) -> wire.Scene:
    """Return the picture, without the layers that the viewer has already."""
    known = last or {}
    fresh = [layer for name, layer in layers.items() if layer is not known.get(name) and layer != known.get(name)]
    return wire.Scene(
        whole=last is None,
        box=scene.box,
        order=list(layers),
        layers=fresh,
        handles=[_handle(handle) for handle in scene.handles],
        prompt=scene.prompt,
        trail=scene.trail,
        panels=[wire.Panel(p.name, p.title, p.heads, p.rows, p.seats, p.of) for p in scene.panels],
    )


def _layer(layer: drawn.Layer) -> wire.Layer:
    return _copy_static_layer(layer) if layer.static else _copy_layer(layer)


@lru_cache(maxsize=256)
def _copy_static_layer(layer: drawn.Layer) -> wire.Layer:
    """Return a layer that never changes is copied once: games hand out the same one every time."""
    return _copy_layer(layer)


def _copy_layer(layer: drawn.Layer) -> wire.Layer:
    return wire.Layer(layer.name, layer.static, [wire_node(drawn_node) for drawn_node in layer.nodes], layer.of)


def wire_node(n: drawn.Node) -> wire.Node:
    """Return a node as it is sent."""
    return wire.Node(n.id, n.shape, n.x, n.y, n.data, n.turn, n.css, n.label, n.size)


def _handle(h: drawn.Handle) -> wire.Handle:
    return wire.Handle(h.on, h.action, h.kind, h.span, list(h.hints), h.at, h.unit, h.span_y)


def animation_paths(match: Match, viewer: int, since: int) -> dict[str, list[tuple[int, int, int]]]:
    """How pieces travelled, as far as the viewer saw it."""
    return match.game.animation_paths(match.state, match.visible_events(viewer, since))


# -------------------------------------------------------------------- the log


def log_lines(match: Match, viewer: int, since: int, move: int) -> list[wire.Line]:
    """What happened since, as the viewer may read it."""
    loud = match.game.counted_events()
    return [log_line(match, event, move, type(event).__name__ in loud) for event in match.visible_events(viewer, since)]


def log_line(match: Match, event: Event, move: int, loud: bool) -> wire.Line:
    """Return an event as a line of the log."""
    text = match.game.sentence(match.state, event)
    dice = list(event.dice) if isinstance(event, DiceRolled) else []
    return wire.Line(move, text, event.rule, match.game.actor(event), dice, _merge_key(event), loud)


def _merge_key(event: Event) -> str:
    """What two lines in a row share if they are one thing that went on: a piece that goes on from where it came to."""
    known = event_fields(event)
    if "square" not in known or "came" not in known:
        return ""
    rest = [str(value) for name, value in known.items() if name not in ("came", "square")]
    return " ".join([type(event).__name__, event.rule, *rest])


def table_note(move: int, text: str) -> wire.Line:
    """Return a sentence of the table's own as a line of the log."""
    return wire.Line(move, text, "", wire.NO_SEAT, [], "", True)


# -------------------------------------------------------------------- the decision


def make_ask(match: Match, decision: Decision | None, viewer: int, clock: wire.Clock | None) -> wire.Ask | None:
    """What must be decided, as far as the viewer may know; with the choices, if it is his decision."""
    if decision is None:
        return None
    mine = viewer if viewer in decision.seats else wire.NO_SEAT
    offered = choices(match, decision, mine) if mine != wire.NO_SEAT else []
    return wire.Ask(list(decision.seats), mine, decision.name, decision.rule, offered, clock)


def choices(match: Match, decision: Decision, seat: int) -> list[wire.Choice]:
    """Return the actions to choose from, the default first.

    Actions that differ only in a number of a span are one choice.
    """
    found: dict[str, wire.Choice] = {}
    actions = match.proposals()
    for action in actions:
        option = _option_with_span(decision.options, action)
        for choice in (
            _span_choices(match, option) if option is not None else [_plain_choice(match, decision, seat, action)]
        ):
            found.setdefault(choice.action, choice)
    for key, choice in zip(choice_keys(actions, len(found)), found.values(), strict=False):
        choice.key = key
    return list(found.values())


def choice_keys(actions: Sequence[Action], count: int) -> str:
    """Return the keys of the choices: an action's own number where every one has one, as in whips 2; else in order."""
    own = [action.args[0] for action in actions if len(action.args) == 1 and 0 < action.args[0] < 10]
    if len(set(own)) == len(actions) == count and len({action.verb for action in actions}) == 1:
        return "".join([str(number) for number in own])
    return CHOICE_KEYS


def _plain_choice(match: Match, decision: Decision, seat: int, action: Action) -> wire.Choice:
    game = match.game
    label = game.label(match.state, action)
    rule = next((option.rule for option in decision.options if option.verb == action.verb), decision.rule)
    return wire.Choice(action.text, label, rule, "", game.warning(match.state, seat, action), [])


def _option_with_span(options: Sequence[Option], action: Action) -> Option | None:
    """Return the option behind an action, if it ends in a number that can be set freely."""
    for option in options:
        if option.verb == action.verb and len(option.params) == len(action.args):
            return option if option.params and isinstance(option.params[-1], AnySpan) else None
    return None


def _span_choices(match: Match, option: Option) -> list[wire.Choice]:
    """Return an option that ends in spans: one choice for every combination of what comes before them."""
    fixed = [param for param in option.params if isinstance(param, OneOf)]
    spans = [param for param in option.params if isinstance(param, AnySpan)]
    found = []
    for args in product(*[param.values for param in fixed]):
        begun = Action(option.verb, args)
        shown = [_span(match, begun, span, alone=len(spans) == 1) for span in spans]
        label = match.game.partial_label(match.state, option.verb, args)
        found.append(wire.Choice(begun.text, label, option.rule, "", "", shown))
    return found


def _span(match: Match, begun: Action, span: AnySpan, alone: bool) -> wire.Span:
    """Return a number to be set; hints have the label of the whole action if it is the only number."""

    def label(value: int) -> str:
        return match.game.label(match.state, Action(begun.verb, (*begun.args, value))) if alone else str(value)

    return wire.Span(span.name, span.lo, span.hi, span.step, [(value, label(value)) for value in span.hints], span.unit)


def odds_message(action: str, odds: Odds) -> wire.Chance:
    """Return the odds of a choice in words."""
    return wire.Chance(action, in_short(odds), outcome_rows(odds), odds.exact, method_text(odds))


def outcome(match: Match) -> wire.Outcome | None:
    """How the match ended, if it has."""
    result = match.result
    if result is None:
        return None
    return wire.Outcome(list(result.places), result.reason, match.game.verdict(result))
