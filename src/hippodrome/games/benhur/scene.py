"""A race as a picture with its panels, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.cards import Card
from hippodrome.games.benhur.drawing import (
    Board,
    Targets,
    conditions,
    marks,
    pieces,
    segment_words,
    state_words,
)
from hippodrome.games.benhur.state import ALL_DESTROYED, FINISHED, LAST_LEFT, OUT_OF_ROUNDS
from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words

WAITING: Final = "Waiting."
_WHEN: Final = {
    "start": "at the start of a turn",
    "roll": "after movement dice",
    "move": "during your move",
    "react": "at once, when it happens",
    "end": "at the end of your move",
    "round": "before a round",
}
_REASONS: Final = {
    FINISHED: "first over the line after the last lap",
    LAST_LEFT: "the last chariot left",
    ALL_DESTROYED: "furthest on of those who fell last",
    OUT_OF_ROUNDS: "furthest on when the rounds ran out",
}


def draw(
    board: Board, cards: dict[int, Card], symbols: str, words: Words, view: View, decision: Decision | None
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
    prompt, trail = _prompt(words, view, decision), _trail(view, decision)
    return Scene(board.box, layers, targets.handles, prompt, trail, panels, symbols)


# -------------------------------------------------------------------- prompt and trail


def _is_shown(view: View, decision: Decision) -> bool:
    """Return whether the viewer may know of a decision."""
    return not decision.secret or view.seat in decision.seats


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return f"{FACTIONS[table['winner']]} wins: {words.reasons[table['reason']]}."
    name: str = table["asked"]["name"]
    seats: list[int] = list(table["asked"]["seats"])
    if decision is not None:
        name, seats = (decision.name, list(decision.seats)) if _is_shown(view, decision) else ("", [])
    if not name:
        return WAITING
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {words.prompts[name]}"


def _trail(view: View, decision: Decision | None) -> list[str]:
    """Where in the rulebook the race stands, down to the clause of the question."""
    trail: list[str] = list(view.table["trail"])
    if decision is not None and _is_shown(view, decision):
        trail.append(decision.rule)
    return trail


# -------------------------------------------------------------------- panels


def _standings(track: Track, table: Json) -> Panel:
    """Return every chariot from first to last."""
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
    """Return the lap a chariot is in: "1 of 2"."""
    crossings: int = chariot["crossings"]
    laps: int = table["laps"]
    if crossings == 0:
        return "start"
    return "home" if crossings > laps else f"{crossings} of {laps}"


def _state(track: Track, chariot: Json) -> str:
    """What a chariot has to reckon with."""
    if chariot["fell"]:
        return "destroyed"
    square: int = chariot["square"]
    if square < 0:
        return "waits for a lane"
    found = conditions(chariot)
    if track.kind[square] == BEND:
        found.append(f"in a bend, {track.skid[square]}+")
    elif track.kind[square] == JUMP:
        found.append("at the jump")
    elif track.kind[square] == WATER:
        found.append("in the water")
    return ", ".join(found)


def _turn(table: Json) -> Panel:
    """Whose turn it is, the dice, and the points still to be moved."""
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
    """Return the viewer's own tricks."""
    rows = [[cards[n].title, _WHEN[cards[n].when], cards[n].short] for n in hand]
    return Panel("hand", "Your tricks", ["Trick", "When", "Effect"], rows, [-1] * len(rows))


def _discard(cards: dict[int, Card], discard: list[int]) -> Panel:
    """Tricks that have been played or turned up, the latest first."""
    rows = [[cards[n].title, cards[n].short] for n in reversed(discard)]
    return Panel("discard", "Played tricks", ["Trick", "Effect"], rows, [-1] * len(rows))


# -------------------------------------------------------------------- in words


def describe(track: Track, cards: dict[int, Card], view: View) -> str:
    """Return the race in words, for the terminal and for a screen reader: a paragraph for each chariot."""
    table = view.table
    lines = [f"{track.title}, {_counted(table['laps'], 'lap')}. {_moment(table)}"]
    for place, seat in enumerate(table["standings"]):
        lines.append(f"{place + 1}. {_chariot_words(track, table, table['chariots'][seat])}")
    if table["caltrops"] >= 0:
        lines.append(f"Caltrops lie in {_where(track, table['caltrops'])}.")
    if view.seat >= 0:
        hand: list[int] = table["chariots"][view.seat]["hand"]
        lines.extend([f"You hold {cards[n].title}, {_WHEN[cards[n].when]}: {cards[n].short}." for n in hand])
    return "\n".join(lines)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _moment(table: Json) -> str:
    """Return the round and whose turn it is."""
    if table["over"]:
        return f"The race is over. {FACTIONS[table['winner']]} wins: {_REASONS[table['reason']]}."
    if table["round"] == 0:
        return "The chariots are lining up for the start."
    text = f"Round {table['round']}."
    mover: int = table["mover"]
    if mover < 0:
        return text
    text += f" It is {FACTIONS[mover]}'s turn"
    if table["points"] > 0:
        text += f", with {_counted(table['points'], 'point')} left to move"
    return text + "."


def _chariot_words(track: Track, table: Json, chariot: Json) -> str:
    """One chariot: lap, place, whips, wounds, state, and who is near."""
    name = FACTIONS[chariot["id"]]
    if chariot["fell"]:
        return f"{name} is destroyed."
    square: int = chariot["square"]
    if square < 0:
        return f"{name} waits for a lane."
    crossings: int = chariot["crossings"]
    lap = "before the line" if crossings == 0 else f"lap {min(crossings, table['laps'])}"
    text = f"{name}, {lap}: {_where(track, square)}{_before(track, square)}; {state_words(chariot)}"
    return " ".join([text, *_near(track, table, chariot)])


def _where(track: Track, square: int) -> str:
    """Return a square: "lane 2, on the first straight"."""
    lanes = track.lanes
    words = segment_words(track, lanes.segment[square])
    return f"lane {lanes.lane[square]}, {'on' if lanes.straight[square] else 'in'} {words}"


def _before(track: Track, square: int) -> str:
    """How far it is to the next bend or jump in the lane."""
    kind = track.kind[square]
    if kind == BEND:
        return f", on its bend square with skid value {track.skid[square]}+"
    if kind == JUMP:
        return ", at the jump"
    if kind == WATER:
        return ", in the water"
    ahead = track.ahead[square]
    steps = 1
    while track.kind[ahead] not in (BEND, JUMP):
        ahead = track.ahead[ahead]
        steps += 1
    thing = "bend square" if track.kind[ahead] == BEND else "jump"
    return f", {_counted(steps, 'square')} before a {thing}"


def _near(track: Track, table: Json, chariot: Json) -> list[str]:
    """Who is alongside and who is directly ahead."""
    square: int = chariot["square"]
    beside: list[str] = []
    found: list[str] = []
    for other in table["chariots"]:
        if other["fell"] or other["square"] < 0:
            continue
        if other["square"] in track.lanes.beside[square]:
            beside.append(FACTIONS[other["id"]])
        elif other["square"] == track.ahead[square]:
            found.append(f"{FACTIONS[other['id']]} is directly ahead.")
    if beside:
        found.insert(0, f"{' and '.join(beside)} {'is' if len(beside) == 1 else 'are'} alongside.")
    return found
