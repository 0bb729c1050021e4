"""Frames: a match at one point in time as one viewer may see it. Functions of the match alone, without state."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from hippodrome.kit import scene as drawn
from hippodrome.kit.actions import Action, Decision, OneOf, Option
from hippodrome.kit.actions import Span as AnySpan
from hippodrome.kit.compounds import Compound, Destination
from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.match import Match
from hippodrome.kit.menu import PASS_KEY, Menu
from hippodrome.kit.odds import Odds
from hippodrome.kit.odds_text import in_short, method_text, outcome_rows
from hippodrome.kit.recap import Recap
from hippodrome.server import wire

CHOICE_KEYS = "123456789qwryiopasdfgjkzxcv"
"""Keys of the choices, in order. The table page itself uses u, b, l, h, n and m, and e is the pass."""

LONG_LIST = 6
"""The number of choices above which compounds stand before them."""

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
    starts: Sequence[tuple[int, int]] = (),
    curtain: int = wire.NO_SEAT,
    undo: str | None = None,
    undone: bool = False,
    clock: wire.Clock | None = None,
    with_decision: bool = True,
    recap: wire.Recap | None = None,
    why: bool = False,
) -> tuple[wire.Frame, KnownLayers]:
    """Return the frame for a viewer, and the layers its client knows after receiving it.

    n, move          the numbers of entries and of moves, as the viewer may know them
    since            the number of events before those this frame shows
    known            the layers the client has already; None for a frame with the complete scene
    notes            log lines that the table adds itself
    starts           the number of events before each move of a compound, and the number of that move
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
        lines=[*log_lines(match, viewer, since, move, starts), *[table_note(move, text) for text in notes]],
        paths=animation_paths(match, viewer, since),
        ask=make_ask(match, visible, viewer, clock),
        undo=undo,
        curtain=curtain,
        undone=undone,
        outcome=outcome(match),
        recap=recap,
        why=why,
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
        panels=[wire.Panel(p.name, p.title, p.heads, p.rows, p.seats, p.of, p.minor) for p in scene.panels],
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


def log_lines(
    match: Match, viewer: int, since: int, move: int, starts: Sequence[tuple[int, int]] = ()
) -> list[wire.Line]:
    """Return the log lines of the events after the first `since` ones, as the viewer may read them.

    They belong to this move, or to those moves of a compound that `starts` gives.
    """

    def move_of(line: LogLine) -> int:
        return max([number for start, number in starts if start <= line.place], default=move)

    return [wire_line(line, move_of(line)) for line in match.log_lines(viewer, since)]


def wire_line(line: LogLine, move: int) -> wire.Line:
    """Return a log line as a part of a message. The client merges lines, because they arrive with several frames."""
    return wire.Line(
        move,
        line.text,
        line.rule,
        line.seat,
        line.dice,
        line.merge_key,
        line.is_key_moment,
        line.dice_at,
        line.harmed,
        line.is_loss,
        line.is_routine,
        line.is_heading,
    )


def numbered_line(line: LogLine, event_counts: Sequence[int], first_move: int = 0) -> wire.Line:
    """Return a log line as a part of a message, with the number of its move.

    `event_counts` are the numbers of events after each move from number `first_move` on.
    """
    return wire_line(line, first_move + bisect_right(event_counts, line.place))


def wire_recap(recap: Recap, event_counts: Sequence[int], first_move: int = 0) -> wire.Recap:
    """Return a recap as a part of a message; see `numbered_line`."""
    counts = event_counts
    seats = [
        wire.SeatRecap(each.seat, each.summary, [numbered_line(line, counts, first_move) for line in each.lines])
        for each in recap.seats
    ]
    harm = [numbered_line(line, counts, first_move) for line in recap.harm]
    return wire.Recap(first_move + bisect_right(counts, recap.start), harm, seats)


def table_note(move: int, text: str) -> wire.Line:
    """Return a log line that the table adds itself."""
    return wire.Line(move, text, "", wire.NO_SEAT, [], "", True, -1, wire.NO_SEAT, False, False, False)


# -------------------------------------------------------------------- the decision


def make_ask(match: Match, decision: Decision | None, viewer: int, clock: wire.Clock | None) -> wire.Ask | None:
    """Return the pending decision as the viewer may see it, with the choices if it is the viewer's own; or None."""
    if decision is None:
        return None
    mine = viewer if viewer in decision.seats else wire.NO_SEAT
    menu = match.menu()
    if mine == wire.NO_SEAT or menu is None:
        return wire.Ask(list(decision.seats), mine, decision.name, decision.rule, [], "", clock)
    selection = match.selection(mine)
    pieces = selection.pieces if selection is not None else []
    compounds = match.named_compounds(mine)
    listed = choices(match, decision, mine, menu, compounds)
    on_board = {piece.action for piece in pieces}
    _set_keys(CHOICE_KEYS, [choice for choice in listed if choice.action not in on_board])
    listed += passes(match, decision, mine, menu)
    default = next((compound.text for compound in compounds if compound.is_default), "")
    default = default or next((choice.action for choice in listed if _is_or_begins(choice, menu.default)), "")
    ask = wire.Ask(list(decision.seats), mine, decision.name, decision.rule, listed, default, clock)
    ask.destinations = match.game.presentation.has_destinations(match.state, mine)
    ask.steered = match.steered_node(mine)
    if selection is not None:
        ask.pending = selection.pending
        ask.pieces = [wire.Piece(p.node, p.name, p.kind, p.place, p.action) for p in pieces]
    return ask


def _is_or_begins(choice: wire.Choice, action: Action | None) -> bool:
    """Return whether a choice plays an action, perhaps with numbers that are still to be set."""
    if action is None:
        return False
    return choice.action == action.text or (choice.spans != [] and f"{action.text} ".startswith(f"{choice.action} "))


def choices(
    match: Match, decision: Decision, seat: int, menu: Menu, compounds: Sequence[Compound]
) -> list[wire.Choice]:
    """Return the choices that are no passes. Actions that differ only in the number of a span are one.

    Compounds follow; in a long list, or if one is the default, they come first, where they are seen.
    """
    by_action: dict[str, wire.Choice] = {}
    for action in menu.choices:
        option = _option_with_span(decision.options, action)
        if option is None:
            by_action.setdefault(action.text, _plain_choice(match, decision, seat, action))
        else:
            for choice in _span_choices(match, option):
                by_action.setdefault(choice.action, choice)
    orders = [compound_choice(decision.rule, compound) for compound in compounds]
    listed = list(by_action.values())
    comes_first = len(listed) > LONG_LIST or any(compound.is_default for compound in compounds)
    return [*orders, *listed] if comes_first else [*listed, *orders]


def compound_choice(rule: str, compound: Compound) -> wire.Choice:
    """Return a compound as a choice."""
    actions = [action.text for action in compound.actions]
    choice = wire.Choice(compound.text, compound.label, rule, "", compound.warning, [], False, actions, compound.note)
    choice.plan, choice.repeats = compound.plan, compound.repeats
    return choice


def destinations(match: Match, decision: Decision, seat: int, nodes: Sequence[str] = ()) -> list[wire.Destination]:
    """Return the places beyond the next step that a seat may choose, or those for the selected pieces."""
    places = match.selection_destinations(nodes, seat) if nodes else match.destinations(seat)
    return [_destination(decision.rule, place) for place in places]


def _destination(rule: str, place: Destination) -> wire.Destination:
    choice, node = compound_choice(rule, place), wire_node(place.node)
    return wire.Destination(choice, node, place.cost, place.path, place.source, place.replaces)


def passes(match: Match, decision: Decision, seat: int, menu: Menu) -> list[wire.Choice]:
    """Return the passes, each with what it gives up; the first has its own key."""
    listed = [_plain_choice(match, decision, seat, action) for action in menu.passes]
    for action, choice in zip(menu.passes, listed, strict=True):
        choice.passes = True
        if menu.choices:
            choice.warning = choice.warning or match.game.presentation.given_up(match.state, seat, action)
    _set_keys(PASS_KEY, listed)
    return listed


def _set_keys(keys: str, listed: Sequence[wire.Choice]) -> None:
    """Give each choice its key, as far as there are enough. Choices of pieces have none: they are made on the board."""
    for key, choice in zip(keys, listed, strict=False):
        choice.key = key


def _plain_choice(match: Match, decision: Decision, seat: int, action: Action) -> wire.Choice:
    game = match.game
    label = game.presentation.label(match.state, action)
    rule = next((option.rule for option in decision.options if option.verb == action.verb), decision.rule)
    choice = wire.Choice(action.text, label, rule, "", game.presentation.concern(match.state, seat, action), [], False)
    choice.has_odds = match.shows_odds and game.analysis.has_odds(match.state, action)
    choice.note = game.presentation.note(match.state, action)
    return choice


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
        span_choices.append(wire.Choice(partial.text, label, option.rule, "", "", wire_spans, False))
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
    method = " ".join([*odds.notes, method_text(odds)])
    return wire.ActionOdds(action, in_short(odds), outcome_rows(odds), odds.exact, method)


def outcome(match: Match) -> wire.Outcome | None:
    """Return the outcome of the match, or None if it is not over."""
    result = match.result
    if result is None:
        return None
    return wire.Outcome(list(result.places), result.reason, match.game.presentation.verdict(result))
