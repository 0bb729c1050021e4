"""What must hold at every decision of every game. The tests ask for all of it, the fuzzer for samples.

Each function looks at a match that waits for a decision and raises Broken, with a sentence, if something does not hold.
None of them changes the match.
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
from hippodrome.kit.record import RecordingDice
from hippodrome.kit.scene import Scene, scene_json
from hippodrome.kit.state import Json, State, canonical, digest, rows_of, snapshot
from hippodrome.kit.svg_renderer import svg
from hippodrome.kit.text_renderer import plain_text

NOT_THIS_SEATS_DECISION = Refusal("", "It is not this seat's decision.")
MAX_PROBES = 24  # nonsense actions tried at a decision


def everything_holds(match: Match, seed: int) -> None:
    """All that can be seen from one decision without looking back."""
    asking_changes_nothing(match)
    a_snapshot_is_the_whole_match(match)
    a_clone_is_apart(match)
    proposals_are_legal(match)
    refusals_change_nothing(match)
    nothing_leaks(match, seed)
    pictures_can_be_drawn(match)
    citations_exist(match, match.events)


def state_text(state: State) -> str:
    """Return the whole of a state, dice included."""
    return canonical(snapshot(state))


def table_text(match: Match) -> str:
    """Return the whole of a match as it stands, with the length of its log."""
    return canonical([match.snapshot(), len(match.events), match.undo_refusal])


def viewers(match: Match) -> Iterator[int]:
    """Yield a spectator, then every seat."""
    return iter(range(SPECTATOR, match.setup.seats))


def one_viewer(match: Match) -> int:
    """Return a viewer for what is too dear to ask for all: another one at every decision."""
    return len(match.moves) % (match.setup.seats + 1) + SPECTATOR


def require(holds: bool, complaint: str) -> None:
    """Complain unless it holds."""
    if not holds:
        raise BrokenRule(complaint)


# -------------------------------------------------------------------- asking


def asking_changes_nothing(match: Match) -> None:
    """Options, checks, views, pictures and words are read from the state, and leave it as it was."""
    before = table_text(match)
    ask_everything(match)
    require(table_text(match) == before, "asking has changed the match")


def ask_everything(match: Match) -> None:
    """Every question that does not play."""
    assert match.decision is not None
    for action in match.proposals():
        match.check(action)
        match.game.label(match.state, action)
    match.game.prompt(match.state, match.decision)
    for seat in viewers(match):
        match.describe(seat)
        match.view(seat).text()
    for seat in range(match.setup.seats):
        match.game.value(match.state, seat)
    match.scene(one_viewer(match))
    match.game.invariants(match.state)
    require(match.result is None and match.only_action() in (None, match.proposals()[0]), "a result before the end")


def a_snapshot_is_the_whole_match(match: Match) -> None:
    """Snapshot, text, load and snapshot again give the same."""
    from hippodrome import load

    text = canonical(match.snapshot())
    other = load(json.loads(text))
    require(canonical(other.snapshot()) == text, "a loaded snapshot is not what was saved")
    require(other.digest() == match.digest(), "a loaded match has another digest")
    require(other.proposals() == match.proposals(), "a loaded match has other proposals")
    require(not match.game.invariants(other.state), "a loaded match is broken")


# -------------------------------------------------------------------- clones


def a_clone_is_apart(match: Match) -> None:
    """A clone is the same, and whatever happens to one of the two does not happen to the other."""
    state = match.state
    text = state_text(state)
    require(state_text(state.clone()) == text, "a clone has forgotten a field")
    require(not match.game.invariants(state.clone()), "a clone is broken")
    for action in match.proposals():
        agenda.act(state.clone(), action, match.seat)
    require(state_text(state) == text, "playing on a clone has changed the match")
    source, clone = state.clone(), state.clone()
    change_everything(clone)
    require(state_text(source) == text, "changes of a clone have changed its source")
    clone = source.clone()
    change_everything(source)
    require(state_text(clone) == text, "changes of a source have changed its clone")


def rows_in(state: State) -> list[Any]:
    """Return every row of a state."""
    found: list[Any] = []
    for name in type(state).ROWS:
        held = getattr(state, name)
        found.extend(held if isinstance(held, list) else [held])
    return found


def change_everything(state: State) -> None:
    """Change every field of every row, every list, the agenda, the dice and the flags."""
    for row in rows_in(state):
        for name in type(row).FIELDS:
            setattr(row, name, other_value(getattr(row, name)))
    for name in type(state).ROWS:
        held = getattr(state, name)
        if isinstance(held, list) and held:
            held.append(held[0])
    for name in type(state).FIELDS:
        setattr(state, name, other_value(getattr(state, name)))
    state.agenda.append(state.agenda[0])
    state.dice.roll_d6(1)
    state.over = not state.over
    state.undo_barrier += 1


def other_value(value: object) -> object:
    """Return a value of the same kind that is not the same."""
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


def proposals_are_legal(match: Match) -> None:
    """There is a proposal; each passes the check, is written once, and is covered by the options."""
    decision = match.decision
    assert decision is not None
    actions = match.proposals()
    require(bool(actions), f"{decision.name} has no proposal")
    require(bool(decision.seats), f"{decision.name} asks nobody")
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
    """Actions that are mostly not legal: every verb of the game with numbers it may not have."""
    verbs = list(match.game.words.labels)
    found = [f"{verb}{args}" for args in ("", " 0", " 1", " 3", " 9", " 2 1", " -1") for verb in verbs]
    start = len(match.moves) % len(found)
    return ["", "Pass", "fly", "pass  ", *[*found[start:], *found[:start]][:MAX_PROBES]]


def refusals_change_nothing(match: Match) -> None:
    """What is not legal is refused with a sentence and a clause, and nothing has changed."""
    before = table_text(match)
    decision = match.decision
    assert decision is not None
    for text in probe_actions(match):
        for seat in range(match.setup.seats):
            refusal = match.check(text, seat)
            if refusal is not None:
                check_refusal(match, text, seat, refusal)
                hidden = decision.secret and seat not in decision.seats
                require(not hidden or refusal == NOT_THIS_SEATS_DECISION, f"the refusal of {text!r} tells seat {seat} what is asked")
            else:
                require(seat in decision.seats, f"{text!r} is legal for seat {seat}, which is not asked")
    require(table_text(match) == before, "a refused action has changed the match")


def check_refusal(match: Match, text: str, seat: int, refusal: Refusal) -> None:
    """A refusal can be read, and playing against it raises it."""
    require(refusal.text.endswith("."), f"the refusal of {text!r} is no sentence: {refusal.text!r}")
    require(refusal.rule in ("", *match.game.rulebook.clauses), f"the refusal of {text!r} cites {refusal.rule!r}")
    try:
        match.play(text, seat)
    except IllegalAction as error:
        require(error.refusal == refusal, f"playing {text!r} is refused in other words than its check")
    else:
        raise BrokenRule(f"{text!r} is refused, and can be played")


# -------------------------------------------------------------------- secrets


def nothing_leaks(match: Match, seed: int) -> None:
    """What a seat is shown is the same in every state that it could imagine."""
    decision = match.decision
    assert decision is not None
    for seat in viewers(match):
        knows = seat in decision.seats or not decision.secret
        shown = shown_to(match, seat, knows)
        other = match.clone()
        other.state = match.imagine(seat, seed_from(seed))
        require(shown_to(other, seat, knows) == shown, f"seat {seat} is shown something that it cannot know")
        require(not match.game.invariants(other.state), f"what seat {seat} imagines is broken")


def shown_to(match: Match, seat: int, knows: bool) -> str:
    """Everything a seat can ask for, as one text; `knows`: it may know what is being decided."""
    view = match.view(seat)
    found: list[Json] = [view.text(), match.describe(seat), refusals_to(match, seat)]
    decision = match.decision if knows else None
    if decision is not None:
        found.append([decision.name, decision.rule, decision.seats, match.breadcrumbs()])
        if seat in decision.seats:
            found.append([options_json(match), [action.text for action in match.proposals()]])
    if knows or (match.moves and match.moves[-1].seat == seat):
        found.append(match.undo_refusal)
    if seat == one_viewer(match):
        found.append(scene_json(match.game.scene(view, decision)))
    return canonical(found)


def options_json(match: Match) -> Json:
    """Return the options of the decision."""
    assert match.decision is not None
    return [
        [option.verb, option.rule, [[param.name, param.suggestions()] for param in option.params]]
        for option in match.decision.options
    ]


def refusals_to(match: Match, seat: int) -> list[str]:
    """How a seat is answered when it tries everything."""
    if seat == SPECTATOR:
        return []
    return [repr(match.check(text, seat)) for text in probe_actions(match)]


def odds_do_not_leak(match: Match, seed: int) -> None:
    """The odds of an action are the same in every state its seat could imagine, and asking changes nothing."""
    before = table_text(match)
    seat = match.seat
    other = match.clone()
    other.state = match.imagine(seat, seed_from(seed))
    for action in match.proposals():
        odds = match.odds(action, seat)
        require(repr(other.odds(action, seat)) == repr(odds), f"the odds of {action.text!r} tell a secret")
        require(sum([chance for _, chance in odds.rows]) == 1, f"the odds of {action.text!r} do not add up")
    require(table_text(match) == before, "asking for odds has changed the match")


def secrets_are_not_revealed(match: Match, action: Action, seat: int) -> int:
    """What is drawn in secret is told only to those who may know; returns how many draws were compared.

    Secrets come from dice that nobody is told of, those of a shuffle. The action is played again with one of them
    changed at a time: a viewer for whom the table then looks the same must have been told the same.
    """
    path, sides = dice_rolled_by(match.state, action, seat)
    seen = views_after(match, action, seat, path)
    compared = 0
    for place in range(len(path)):
        if sides[place] == 6:
            continue
        other = list(path)
        other[place] = other[place] % sides[place] + 1
        for viewer, (view, told) in enumerate(views_after(match, action, seat, other)):
            if view == seen[viewer][0]:
                compared += 1
                require(told == seen[viewer][1], f"seat {viewer - 1} was told what was drawn in secret by {action.text!r}")
    return compared


def dice_rolled_by(state: State, action: Action, seat: int) -> tuple[list[int], list[int]]:
    """Return the dice that an action throws, and their sides."""
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
    """For the spectator and every seat: the view after an action with given dice, and what it was told."""
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
    """Events as one text."""
    return canonical([[type(event).__name__, event.rule, event_fields(event)] for event in events if event is not None])


# -------------------------------------------------------------------- pictures, words, citations


def pictures_can_be_drawn(match: Match) -> None:
    """For the seat that is asked and for one other viewer: SVG, text, and handles that give legal actions."""
    decision = match.decision
    assert decision is not None
    for seat in {match.seat, one_viewer(match)}:
        scene = match.scene(seat)
        ElementTree.fromstring(svg(scene))
        require(bool(plain_text(scene).strip()), "the text drawing is empty")
        require(bool(match.describe(seat)), "the board has no words")
        check_handles(match, scene, seat if seat in decision.seats else SPECTATOR)


def check_handles(match: Match, scene: Scene, asked: int) -> None:
    """Handles are there for the seat that is asked alone, each on a node, each with an action it may play."""
    nodes = [node.id for layer in scene.layers for node in layer.nodes]
    require(len(set(nodes)) == len(nodes), "two nodes have the same id")
    require(asked >= 0 or not scene.handles, "somebody who is not asked has handles")
    for handle in scene.handles:
        require(handle.on in nodes, f"a handle is on {handle.on!r}, which is not drawn")
        require(parse(handle.action) is not None, f"the action of a handle cannot be read: {handle.action!r}")
        if handle.kind == "click":
            require(match.check(handle.action, asked) is None, f"a handle gives an illegal action: {handle.action!r}")


def citations_exist(match: Match, events: Iterable[Event]) -> None:
    """Every event and question cites a clause of the rulebook, and every event has its sentence."""
    clauses = match.game.rulebook.clauses
    for event in events:
        require(event.rule in clauses, f"{type(event).__name__} cites {event.rule!r}, which is not in the rulebook")
        for viewer in viewers(match):
            seen = event.seen_by(viewer)
            if seen is not None:
                require(seen.rule == event.rule, f"{type(event).__name__} loses its clause when it is redacted")
                require(bool(match.game.sentence(match.state, seen)), f"{type(event).__name__} has no words")
    decision = match.decision
    if decision is not None:
        require(decision.rule in clauses, f"{decision.name} cites {decision.rule!r}")
        for option in decision.options:
            require(option.rule in clauses, f"{option.verb} cites {option.rule!r}")


# -------------------------------------------------------------------- looking back at a move


def changes_are_reported(before: Json, after: Json, events: list[Event]) -> None:
    """Whatever changed on the table, as a spectator sees it, was told; a changed row was named by an event.

    Names are left out: twins are numbered, so a name may change with what others are.
    """
    named = {number for event in events for number in numbers_in(event)}
    for key, value in after.items():
        if key in ("asked", "trail") or value == before[key]:
            continue
        require(bool(events), f"{key} has changed from {before[key]} to {value}, and nothing was told")
        if isinstance(value, list):
            for old, row in zip(before[key], value, strict=False):
                if isinstance(row, dict) and {**row, "name": ""} != {**old, "name": ""}:
                    require(row["id"] in named, f"{key} {row['id']} has changed, and no event names it: {old} -> {row}")


def numbers_in(event: Event) -> Iterator[int]:
    """Yield the whole numbers among the facts of an event."""
    for value in event_fields(event).values():
        if isinstance(value, int):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from [item for item in value if isinstance(item, int)]


def undo_is_exact(before: str, match: Match, rolled_before: int, secret: bool) -> None:
    """The move just played can be taken back, to the letter, or there is a reason; never across dice or secrets."""
    after = table_text(match)
    reason = match.undo_refusal
    if reason:
        try:
            match.undo()
        except ValueError as error:
            require(str(error) == reason, "undo is refused in other words than it says")
        else:
            raise BrokenRule(f"a move was taken back although: {reason}")
        require(table_text(match) == after, "a refused undo has changed the match")
        return
    require(match.state.dice.rolled == rolled_before, "a move that threw dice can be taken back")
    require(not secret, "an answer to a secret question can be taken back")
    require(match.moves[-1].seat == match.seat, "another seat's decision would be crossed by undo")
    other = match.clone()
    move = other.undo()
    require(canonical(other.snapshot()) == before, "undo does not restore the match")
    other.play(move.action, move.seat)
    require(table_text(other) == after, "playing again after undo gives another match")


def undo_shows_no_secret(before: State, match: Match, seed: int) -> None:
    """A move that showed a rival something hidden cannot be taken back."""
    if match.undo_refusal:
        return
    mover = match.moves[-1].seat
    for seat in viewers(match):
        if seat != mover:
            shown = hidden_places(match, before, seat, seed, 2)
            for number in range(20):
                if shown:
                    shown -= hidden_places(match, match.state, seat, seed + number, 1)
            require(not shown, f"seat {seat} has seen {sorted(shown)}, and the move can be taken back")


def hidden_places(match: Match, state: State, seat: int, seed: int, times: int) -> set[str]:
    """Where the table a seat imagines differs from the table that is."""
    real = leaves(rows_of(state))
    found: set[str] = set()
    for number in range(times):
        imagined: State = match.game.imagine(state, seat, seed_from(seed + number))
        other = leaves(rows_of(imagined))
        found.update([place for place in real if other.get(place) != real[place]])
    return found


def leaves(value: Json, place: str = "") -> dict[str, str]:
    """Return the values of a JSON by their place in it; a list that is no list of rows counts as one value."""
    if isinstance(value, dict):
        return {k: v for name, item in value.items() for k, v in leaves(item, f"{place}/{name}").items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {k: v for n, item in enumerate(value) for k, v in leaves(item, f"{place}/{n}").items()}
    return {place: canonical(value)}


def same_digest(match: Match, state: State) -> None:
    """Two ways through the same match end in the same state."""
    require(match.digest() == digest(state), "the walk and the match have come to different ends")
