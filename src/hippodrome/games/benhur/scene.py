"""The scene of a race: the picture with its prompt and panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.cards import PLAY_TIMES, Card
from hippodrome.games.benhur.drawing import TrackDrawing, marks, pieces
from hippodrome.games.benhur.formatting import conditions_of
from hippodrome.games.benhur.handles import Targets
from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template, sentence_case, waiting_sentence

WAITING: Final = "Waiting: a trick may be played."


def draw(
    board: TrackDrawing, cards: dict[int, Card], symbols: str, words: Words, view: View, decision: Decision | None
) -> Scene:
    """Return the race as a seat sees it, with handles if the decision is the viewer's."""
    table = view.table
    track, grid = board.track, board.grid
    targets = Targets(track, grid, view)
    if decision is not None and view.seat in decision.seats:
        targets.fill(decision, view.seat)
    layers = [
        board.ground,
        Layer("marks", marks(track, grid, table)),
        Layer("pieces", pieces(track, grid, table)),
        Layer("targets", targets.nodes),
    ]
    panels = [_standings(track, table), _turn(table)]
    if view.seat >= 0:
        panels.append(_hand(cards, table["chariots"][view.seat]["hand"]))
    panels.append(_discard(cards, table["discard"]))
    prompt, breadcrumbs = _prompt(words, track, view, decision), _breadcrumbs(view, decision)
    return Scene(board.box, layers, targets.handles, prompt, breadcrumbs, panels, symbols)


# -------------------------------------------------------------------- prompt and breadcrumbs


def _is_shown(view: View, decision: Decision) -> bool:
    """Return whether the viewer may know of a decision."""
    return not decision.secret or view.seat in decision.seats


def _prompt(words: Words, track: Track, view: View, decision: Decision | None) -> str:
    """Return who must do what, or how the race ended."""
    table = view.table
    if table["over"]:
        return f"{FACTIONS[table['winner']]} wins: {words.reasons[table['reason']]}."
    name: str = table["asked"]["name"]
    seats: list[int] = list(table["asked"]["seats"])
    if decision is not None:
        name, seats = (decision.name, list(decision.seats)) if _is_shown(view, decision) else ("", [])
    if not name:
        return WAITING
    if view.seat in seats:
        return sentence_case(question(words, track, table, name))
    return waiting_sentence(words, [FACTIONS[seat] for seat in seats], name)


def question(words: Words, track: Track, table: Json, name: str) -> str:
    """Return the text of a decision, with the facts of the mover that its template asks for."""

    def fact(field: str) -> str:
        mover = table["chariots"][table["mover"]]
        if field == "ahead":
            return _ahead(track, mover["square"], table["points"])
        return str(table["points"] if field == "points" else mover["whips"])

    return fill_template(words.prompts[name], fact)


def _ahead(track: Track, square: int, points: int) -> str:
    """Return the bend or jump that the mover is on or can reach with its points: ", bend in 2"; "" for none."""
    for steps in range(points + 1):
        if track.kind[square] in (BEND, JUMP):
            obstacle = "bend" if track.kind[square] == BEND else "jump"
            return f", {obstacle} in {steps}" if steps else f", {obstacle} now"
        square = track.ahead[square]
    return ""


def _breadcrumbs(view: View, decision: Decision | None) -> list[str]:
    """Return where in the rulebook the race is, down to the clause of the pending decision."""
    breadcrumbs: list[str] = list(view.table["breadcrumbs"])
    if decision is not None and _is_shown(view, decision):
        breadcrumbs.append(decision.rule)
    return breadcrumbs


# -------------------------------------------------------------------- panels


def _standings(track: Track, table: Json) -> Panel:
    """Return the panel of all chariots, from first to last."""
    rows: list[list[str]] = []
    standings: list[int] = table["standings"]
    for place, seat in enumerate(standings):
        chariot = table["chariots"][seat]
        rows.append(
            [
                str(place + 1),
                FACTIONS[seat],
                _lap(table, chariot),
                str(chariot["whips"]),
                str(chariot["wounds"]),
                str(chariot["tricks"]),
                _state(track, chariot),
            ]
        )
    heads = ["Place", "Driver", "Lap", "Whips", "Wounds", "Tricks", "State"]
    return Panel("standings", "Standings", heads, rows, standings)


def _lap(table: Json, chariot: Json) -> str:
    """Return the lap of a chariot: "1 of 2"."""
    crossings: int = chariot["crossings"]
    laps: int = table["laps"]
    if crossings == 0:
        return "start"
    return "finished" if crossings > laps else f"{crossings} of {laps}"


def _state(track: Track, chariot: Json) -> str:
    """Return the conditions of a chariot and the special square it is on."""
    if chariot["fell"]:
        return "destroyed"
    square: int = chariot["square"]
    if square < 0:
        return "no lane yet"
    states = conditions_of(chariot)
    if track.kind[square] == BEND:
        states.append(f"in a bend, {track.skid[square]}+")
    elif track.kind[square] == JUMP:
        states.append("at the jump")
    elif track.kind[square] == WATER:
        states.append("in the water")
    return ", ".join(states)


def _turn(table: Json) -> Panel:
    """Return the panel of the current turn: driver, dice and points left."""
    mover: int = table["mover"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if table["round"]:
        rows.append(["Round", str(table["round"])])
        seats.append(-1)
    if mover >= 0 and not table["over"]:
        rows.append(["Driver", FACTIONS[mover]])
        rows.append(["Dice", _dice(table["dice"])])
        if table["test"]:
            rows.append(["Last test", _dice(table["test"])])
        rows.append(["Points left", str(table["points"])])
        seats.extend([mover] + [-1] * (len(rows) - len(seats) - 1))
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def _dice(dice: list[int]) -> str:
    return " ".join([str(die) for die in dice]) if dice else "none yet"


def _hand(cards: dict[int, Card], hand: list[int]) -> Panel:
    """Return the panel of the viewer's own tricks."""
    rows = [[cards[n].title, PLAY_TIMES[cards[n].when], cards[n].short] for n in hand]
    return Panel("hand", "Your tricks", ["Trick", "When", "Effect"], rows, [-1] * len(rows))


def _discard(cards: dict[int, Card], discard: list[int]) -> Panel:
    """Return the panel of tricks that have been played or revealed, the latest first."""
    rows = [[cards[n].title, cards[n].short] for n in reversed(discard)]
    return Panel("discard", "Played tricks", ["Trick", "Effect"], rows, [-1] * len(rows), minor=True)
