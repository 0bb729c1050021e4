"""The race as text, for the terminal and for screen readers."""

from __future__ import annotations

from hippodrome.games.benhur.cards import PLAY_TIMES, Card
from hippodrome.games.benhur.formatting import condition_text, count_text, segment_name
from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words


def describe(track: Track, cards: dict[int, Card], words: Words, view: View) -> str:
    """Return the race as text, with one line for each chariot."""
    table = view.table
    lines = [f"{track.title}, {count_text(table['laps'], 'lap')}. {_moment(words, table)}"]
    for place, seat in enumerate(table["standings"]):
        lines.append(f"{place + 1}. {_chariot_line(track, table, table['chariots'][seat])}")
    if table["caltrops"] >= 0:
        lines.append(f"Caltrops lie in {_where(track, table['caltrops'])}.")
    if view.seat >= 0:
        hand: list[int] = table["chariots"][view.seat]["hand"]
        lines.extend([f"You hold {cards[n].title}, {PLAY_TIMES[cards[n].when]}: {cards[n].short}." for n in hand])
    return "\n".join(lines)


def _moment(words: Words, table: Json) -> str:
    """Return the round and whose turn it is, or how the race ended."""
    if table["over"]:
        return f"The race is over. {FACTIONS[table['winner']]} wins: {words.reasons[table['reason']]}."
    if table["round"] == 0:
        return "The chariots are lining up for the start."
    text = f"Round {table['round']}."
    mover: int = table["mover"]
    if mover < 0:
        return text
    text += f" It is {FACTIONS[mover]}'s turn"
    if table["points"] > 0:
        text += f", with {count_text(table['points'], 'point')} left to move"
    return text + "."


def _chariot_line(track: Track, table: Json, chariot: Json) -> str:
    """Return the line of a chariot: lap, square, whips, wounds, conditions and neighbours."""
    name = FACTIONS[chariot["id"]]
    if chariot["fell"]:
        return f"{name} is destroyed."
    square: int = chariot["square"]
    if square < 0:
        return f"{name} has no starting lane yet."
    crossings: int = chariot["crossings"]
    lap = "before the line" if crossings == 0 else f"lap {min(crossings, table['laps'])}"
    where = f"{_where(track, square)}{_next_obstacle(track, square)}"
    text = f"{name}, {lap}: {where}; {condition_text(chariot, table['max_wounds'])}"
    return " ".join([text, *_neighbours(track, table, chariot)])


def _where(track: Track, square: int) -> str:
    """Return the place of a square: "lane 2, on the first straight"."""
    lanes = track.lanes
    segment = segment_name(track, lanes.segment[square])
    return f"lane {lanes.lane[square]}, {'on' if lanes.straight[square] else 'in'} {segment}"


def _next_obstacle(track: Track, square: int) -> str:
    """Return the distance to the next bend or jump in the lane."""
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
    return f", {count_text(steps, 'square')} before a {thing}"


def _neighbours(track: Track, table: Json, chariot: Json) -> list[str]:
    """Return sentences about the chariots alongside and directly ahead."""
    square: int = chariot["square"]
    beside: list[str] = []
    sentences: list[str] = []
    for other in table["chariots"]:
        if other["fell"] or other["square"] < 0:
            continue
        if other["square"] in track.lanes.beside[square]:
            beside.append(FACTIONS[other["id"]])
        elif other["square"] == track.ahead[square]:
            sentences.append(f"{FACTIONS[other['id']]} is directly ahead.")
    if beside:
        sentences.insert(0, f"{' and '.join(beside)} {'is' if len(beside) == 1 else 'are'} alongside.")
    return sentences
