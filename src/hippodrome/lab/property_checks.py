"""Checks of properties that must hold at every decision of every game. The tests and the fuzzer use them.

Each function inspects a match that waits for a decision and raises BrokenRule if the property does not hold. None of
them changes the match.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

from hippodrome.bots.playthrough import BrokenRule
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, IllegalAction, Refusal, expand, parse
from hippodrome.kit.dice import CountingDice, Dice, seed_from
from hippodrome.kit.events import SPECTATOR, Event, event_fields
from hippodrome.kit.match import Match
from hippodrome.kit.recording_dice import RecordingDice
from hippodrome.kit.scene import Scene, scene_json
from hippodrome.kit.state import Json, State, canonical, digest, rows_of, snapshot
from hippodrome.kit.svg_renderer import svg
from hippodrome.kit.text_renderer import plain_text

NOT_THIS_SEATS_DECISION = Refusal("", "It is not this seat's decision.")
MAX_PROBES = 24  # probe actions tried at a decision


def check_all(match: Match, seed: int) -> None:
    """Check every property of a decision that does not involve the previous move."""
    check_queries_change_nothing(match)
    check_snapshot_is_complete(match)
    check_clone_is_independent(match)
    check_proposals_are_legal(match)
    check_refusals_change_nothing(match)
    check_nothing_leaks(match, seed)
    check_pictures_can_be_drawn(match)
    check_citations_exist(match, match.events)


def state_text(state: State) -> str:
    """Return the complete state as text, including the dice."""
    return canonical(snapshot(state))


def match_text(match: Match) -> str:
    """Return the complete match as text, with the length of its log."""
    return canonical([match.snapshot(), len(match.events), match.undo_refusal])


def viewers(match: Match) -> Iterator[int]:
    """Yield a spectator, then every seat."""
    return iter(range(SPECTATOR, match.setup.seats))


def one_viewer(match: Match) -> int:
    """Return one viewer, a different one at each decision, for checks too slow to do for all."""
    return len(match.moves) % (match.setup.seats + 1) + SPECTATOR


def require(holds: bool, message: str) -> None:
    """Raise BrokenRule with a message unless a condition holds."""
    if not holds:
        raise BrokenRule(message)


# -------------------------------------------------------------------- queries


def check_queries_change_nothing(match: Match) -> None:
    """Check that options, checks, views, pictures and texts leave the match as it was."""
    before = match_text(match)
    query_everything(match)
    require(match_text(match) == before, "a query has changed the match")


def query_everything(match: Match) -> None:
    """Call every method of a match and its game that should not change it."""
    assert match.decision is not None
    for action in match.proposals():
        match.check(action)
        match.game.presentation.label(match.state, action)
    match.game.presentation.prompt(match.state, match.decision)
    for seat in viewers(match):
        match.describe(seat)
        match.view(seat).text()
    for seat in range(match.setup.seats):
        match.game.analysis.value(match.state, seat)
    match.scene(one_viewer(match))
    match.game.analysis.invariants(match.state)
    require(
        match.result is None and match.only_action() in (None, match.proposals()[0]), "there is a result before the end"
    )


def check_snapshot_is_complete(match: Match) -> None:
    """Check that a match loaded from its snapshot is the same match."""
    from hippodrome import load

    text = canonical(match.snapshot())
    other = load(json.loads(text))
    require(canonical(other.snapshot()) == text, "a loaded snapshot differs from the saved one")
    require(other.digest() == match.digest(), "a loaded match has a different digest")
    require(other.proposals() == match.proposals(), "a loaded match has different proposals")
    require(not match.game.analysis.invariants(other.state), "a loaded match breaks an invariant")


# -------------------------------------------------------------------- clones


def check_clone_is_independent(match: Match) -> None:
    """Check that a clone is equal to its source, and that changes to one do not affect the other."""
    state = match.state
    text = state_text(state)
    require(state_text(state.clone()) == text, "a clone differs from its source")
    require(not match.game.analysis.invariants(state.clone()), "a clone breaks an invariant")
    for action in match.proposals():
        agenda.act(state.clone(), action, match.seat)
    require(state_text(state) == text, "playing on a clone has changed the match")
    source, clone = state.clone(), state.clone()
    change_everything(clone)
    require(state_text(source) == text, "changing a clone has changed its source")
    clone = source.clone()
    change_everything(source)
    require(state_text(clone) == text, "changing a source has changed its clone")


def rows_in(state: State) -> list[Any]:
    """Return every row of a state."""
    rows: list[Any] = []
    for name in type(state).ROWS:
        value = getattr(state, name)
        rows.extend(value if isinstance(value, list) else [value])
    return rows


def change_everything(state: State) -> None:
    """Change every field of every row, every list, the agenda, the dice and the flags."""
    for row in rows_in(state):
        for name in type(row).FIELDS:
            setattr(row, name, other_value(getattr(row, name)))
    for name in type(state).ROWS:
        rows = getattr(state, name)
        if isinstance(rows, list) and rows:
            rows.append(rows[0])
    for name in type(state).FIELDS:
        setattr(state, name, other_value(getattr(state, name)))
    state.agenda.append(state.agenda[0])
    state.dice.roll_d6(1)
    state.over = not state.over
    state.undo_barrier += 1


def other_value(value: object) -> object:
    """Return a different value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, bytes):
        return value + b"\x01"
    assert isinstance(value, tuple)
    return (*value, 0)


# -------------------------------------------------------------------- legality


def check_proposals_are_legal(match: Match) -> None:
    """Check that there are proposals, and that each is legal, unique and covered by the options."""
    decision = match.decision
    assert decision is not None
    actions = match.proposals()
    require(bool(actions), f"{decision.name} has no proposal")
    require(bool(decision.seats), f"{decision.name} asks no seat")
    require(len({action.text for action in actions}) == len(actions), f"{decision.name} proposes an action twice")
    for action in actions:
        require(parse(action.text) == action, f"{action.text!r} cannot be read back")
        for seat in decision.seats:
            refusal = match.check(action, seat)
            require(refusal is None, f"{action.text!r} is proposed and refused: {refusal}")
    offered = {action.text for action in expand(decision.options)}
    for action in actions:
        require(action.text in offered, f"{action.text!r} is proposed, but no option offers it")


def probe_actions(match: Match) -> list[str]:
    """Return actions that are mostly illegal: verbs of the game with arguments that rarely fit."""
    verbs = list(match.game.words.labels)
    actions = [f"{verb}{args}" for args in ("", " 0", " 1", " 3", " 9", " 2 1", " -1") for verb in verbs]
    start = len(match.moves) % len(actions)
    return ["", "Pass", "fly", "pass  ", *[*actions[start:], *actions[:start]][:MAX_PROBES]]


def check_refusals_change_nothing(match: Match) -> None:
    """Check that illegal actions are refused with a sentence and a clause, and change nothing."""
    before = match_text(match)
    decision = match.decision
    assert decision is not None
    for text in probe_actions(match):
        for seat in range(match.setup.seats):
            refusal = match.check(text, seat)
            if refusal is not None:
                check_refusal(match, text, seat, refusal)
                hidden = decision.secret and seat not in decision.seats
                require(
                    not hidden or refusal == NOT_THIS_SEATS_DECISION,
                    f"the refusal of {text!r} reveals a secret decision to seat {seat}",
                )
            else:
                require(seat in decision.seats, f"{text!r} is legal for seat {seat}, which is not asked")
    require(match_text(match) == before, "a refused action has changed the match")


def check_refusal(match: Match, text: str, seat: int, refusal: Refusal) -> None:
    """Check that a refusal is a sentence and cites a clause, and that playing the action raises it."""
    require(refusal.text.endswith("."), f"the refusal of {text!r} is not a sentence: {refusal.text!r}")
    require(refusal.rule in ("", *match.game.rulebook.clauses), f"the refusal of {text!r} cites {refusal.rule!r}")
    try:
        match.play(text, seat)
    except IllegalAction as error:
        require(error.refusal == refusal, f"playing {text!r} raises a different refusal than its check")
    else:
        raise BrokenRule(f"{text!r} is refused but can be played")


# -------------------------------------------------------------------- secrets


def check_nothing_leaks(match: Match, seed: int) -> None:
    """Check that a seat is shown the same in every state that it could imagine."""
    decision = match.decision
    assert decision is not None
    for seat in viewers(match):
        knows = seat in decision.seats or not decision.secret
        shown = shown_to(match, seat, knows)
        other = match.clone()
        other.state = match.imagine(seat, seed_from(seed))
        require(shown_to(other, seat, knows) == shown, f"seat {seat} is shown something it cannot know")
        require(
            not match.game.analysis.invariants(other.state), f"the state imagined by seat {seat} breaks an invariant"
        )


def shown_to(match: Match, seat: int, knows: bool) -> str:
    """Return everything a seat can see, as one text; `knows` says whether it may know the decision."""
    view = match.view(seat)
    shown: list[Json] = [view.text(), match.describe(seat), refusals_to(match, seat)]
    decision = match.decision if knows else None
    if decision is not None:
        shown.append([decision.name, decision.rule, decision.seats, match.breadcrumbs()])
        if seat in decision.seats:
            shown.append([options_json(match), [action.text for action in match.proposals()]])
    if knows or (match.moves and match.moves[-1].seat == seat):
        shown.append(match.undo_refusal)
    if seat == one_viewer(match):
        shown.append(scene_json(match.game.presentation.scene(view, decision)))
    return canonical(shown)


def options_json(match: Match) -> Json:
    """Return the options of the decision as plain data."""
    assert match.decision is not None
    return [
        [option.verb, option.rule, [[param.name, param.suggestions()] for param in option.params]]
        for option in match.decision.options
    ]


def refusals_to(match: Match, seat: int) -> list[str]:
    """Return how a seat's probe actions are answered; empty for a spectator."""
    if seat == SPECTATOR:
        return []
    return [repr(match.check(text, seat)) for text in probe_actions(match)]


def check_odds_do_not_leak(match: Match, seed: int) -> None:
    """Check that odds are the same in every state the seat could imagine, and that asking for them changes nothing."""
    before = match_text(match)
    seat = match.seat
    other = match.clone()
    other.state = match.imagine(seat, seed_from(seed))
    for action in match.proposals():
        odds = match.odds(action, seat)
        require(repr(other.odds(action, seat)) == repr(odds), f"the odds of {action.text!r} reveal a secret")
        require(sum([chance for _, chance in odds.rows]) == 1, f"the odds of {action.text!r} do not add up")
    require(match_text(match) == before, "asking for odds has changed the match")


def check_secrets_are_not_revealed(match: Match, action: Action, seat: int) -> int:
    """Check that secret draws are revealed only to the seats that may know them; return the number of comparisons.

    Secret draws come from hidden dice, those of a shuffle. The action is repeated with one hidden die changed at a
    time: a viewer whose view stays the same must have received the same events.
    """
    path, sides = dice_rolled_by(match.state, action, seat)
    seen = views_after(match, action, seat, path)
    compared = 0
    for place in range(len(path)):
        if sides[place] == 6:
            continue
        other = list(path)
        other[place] = other[place] % sides[place] + 1
        for viewer, (view, received) in enumerate(views_after(match, action, seat, other)):
            if view == seen[viewer][0]:
                compared += 1
                require(
                    received == seen[viewer][1], f"seat {viewer - 1} learnt what was drawn in secret by {action.text!r}"
                )
    return compared


def dice_rolled_by(state: State, action: Action, seat: int) -> tuple[list[int], list[int]]:
    """Return the dice that an action rolls, and their numbers of sides."""
    watched = state.clone()
    recorder = RecordingDice(state.dice.clone())
    watched.dice = recorder
    agenda.act(watched, action, seat)
    path = recorder.take()
    counted = state.clone()
    dice = CountingDice(list(path))
    counted.dice = dice
    agenda.act(counted, action, seat)
    return path, dice.sides[: len(path)]


def views_after(match: Match, action: Action, seat: int, path: list[int]) -> list[tuple[str, str]]:
    """Return each viewer's view and events after an action with given dice, the spectator first."""
    state = match.state.clone()
    dice: Dice = CountingDice(list(path))
    dice.rolled = state.dice.rolled
    state.dice = dice
    state.logging = True
    agenda.act(state, action, seat)
    return [
        (match.game.view(state, viewer).text(), events_text([event.seen_by(viewer) for event in state.events]))
        for viewer in viewers(match)
    ]


def events_text(events: Iterable[Event | None]) -> str:
    """Return events as one text."""
    return canonical([[type(event).__name__, event.rule, event_fields(event)] for event in events if event is not None])


# -------------------------------------------------------------------- pictures, texts, citations


def check_pictures_can_be_drawn(match: Match) -> None:
    """Check SVG, text view and handles for the seat to move and for one other viewer."""
    decision = match.decision
    assert decision is not None
    for seat in {match.seat, one_viewer(match)}:
        scene = match.scene(seat)
        ElementTree.fromstring(svg(scene))
        require(bool(plain_text(scene).strip()), "the text view is empty")
        require(bool(match.describe(seat)), "the board has no description")
        check_handles(match, scene, seat if seat in decision.seats else SPECTATOR)


def check_handles(match: Match, scene: Scene, seat_to_move: int) -> None:
    """Check that only the seat to move has handles, each on a node that is drawn, with a legal action."""
    nodes = [node.id for layer in scene.layers for node in layer.nodes]
    require(len(set(nodes)) == len(nodes), "two nodes have the same id")
    require(seat_to_move >= 0 or not scene.handles, "a viewer that is not asked has handles")
    for handle in scene.handles:
        require(handle.on in nodes, f"a handle is on {handle.on!r}, which is not drawn")
        require(parse(handle.action) is not None, f"the action of a handle cannot be read: {handle.action!r}")
        if handle.kind == "click":
            require(
                match.check(handle.action, seat_to_move) is None, f"a handle gives an illegal action: {handle.action!r}"
            )


def check_citations_exist(match: Match, events: Iterable[Event]) -> None:
    """Check that every event, decision and option cites a clause, and that every event has a sentence."""
    clauses = match.game.rulebook.clauses
    for event in events:
        require(event.rule in clauses, f"{type(event).__name__} cites {event.rule!r}, which is not in the rulebook")
        for viewer in viewers(match):
            seen = event.seen_by(viewer)
            if seen is not None:
                require(seen.rule == event.rule, f"{type(event).__name__} loses its clause when it is redacted")
                require(
                    bool(match.game.presentation.sentence(match.state, seen)), f"{type(event).__name__} has no sentence"
                )
    decision = match.decision
    if decision is not None:
        require(decision.rule in clauses, f"{decision.name} cites {decision.rule!r}")
        for option in decision.options:
            require(option.rule in clauses, f"{option.verb} cites {option.rule!r}")


# -------------------------------------------------------------------- the previous move


def check_changes_are_reported(before: Json, after: Json, events: list[Event]) -> None:
    """Check that every change a spectator can see was reported by an event, and that events name all changed rows.

    Names are ignored: identical units are numbered, so a name may change because of other units.
    """
    named = {number for event in events for number in numbers_in(event)}
    for key, value in after.items():
        if key in ("asked", "breadcrumbs") or value == before[key]:
            continue
        require(bool(events), f"{key} has changed from {before[key]} to {value} without an event")
        if isinstance(value, list):
            for old, row in zip(before[key], value, strict=False):
                if isinstance(row, dict) and {**row, "name": ""} != {**old, "name": ""}:
                    require(row["id"] in named, f"{key} {row['id']} has changed but no event names it: {old} -> {row}")


def numbers_in(event: Event) -> Iterator[int]:
    """Yield the whole numbers among the fields of an event."""
    for value in event_fields(event).values():
        if isinstance(value, int):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from [item for item in value if isinstance(item, int)]


def check_undo_is_exact(before: str, state: State, match: Match) -> None:
    """Check that undo restores the match exactly, or is refused with a reason, and never crosses dice or secrets.

    `before` is the snapshot of the match before its last move, and `state` its state then.
    """
    after = match_text(match)
    reason = match.undo_refusal
    if reason:
        try:
            match.undo()
        except ValueError as error:
            require(str(error) == reason, "undo raises a different reason than it states")
        else:
            raise BrokenRule(f"a move was undone although undo is refused: {reason}")
        require(match_text(match) == after, "a refused undo has changed the match")
        return
    require(match.state.dice.rolled == state.dice.rolled, "a move that rolled dice can be undone")
    asked_in_secret = state.agenda[-1].secret(state) and not agenda.conceals(state, match.moves[-1].action.text)
    require(not asked_in_secret, "an answer that shows a secret decision can be undone")
    require(match.moves[-1].seat == match.seat, "undo would cross another seat's decision")
    other = match.clone()
    move = other.undo()
    require(canonical(other.snapshot()) == before, "undo does not restore the match")
    other.play(move.action, move.seat)
    require(match_text(other) == after, "playing again after undo gives a different match")


def check_undo_shows_no_secret(before: State, match: Match, seed: int) -> None:
    """Check that a move that revealed something to another seat cannot be undone."""
    if match.undo_refusal:
        return
    mover = match.moves[-1].seat
    for seat in viewers(match):
        if seat != mover:
            shown = hidden_places(match, before, seat, seed, 2)
            for number in range(20):
                if shown:
                    shown -= hidden_places(match, match.state, seat, seed + number, 1)
            require(not shown, f"seat {seat} has seen {sorted(shown)}, but the move can be undone")


def hidden_places(match: Match, state: State, seat: int, seed: int, times: int) -> set[str]:
    """Return the places in which states imagined by a seat differ from the real one."""
    real = leaf_values(rows_of(state))
    hidden: set[str] = set()
    for number in range(times):
        imagined: State = match.game.imagine(state, seat, seed_from(seed + number))
        other = leaf_values(rows_of(imagined))
        hidden.update([place for place in real if other.get(place) != real[place]])
    return hidden


def leaf_values(value: Json, place: str = "") -> dict[str, str]:
    """Return the values of plain data by their path; a list counts as one value unless it is a list of rows."""
    if isinstance(value, dict):
        return {k: v for name, item in value.items() for k, v in leaf_values(item, f"{place}/{name}").items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {k: v for n, item in enumerate(value) for k, v in leaf_values(item, f"{place}/{n}").items()}
    return {place: canonical(value)}


def check_same_digest(match: Match, state: State) -> None:
    """Check that a match ends in the same state as another way of playing it."""
    require(match.digest() == digest(state), "the playthrough and the match have ended in different states")
