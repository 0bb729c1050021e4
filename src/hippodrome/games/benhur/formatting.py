"""Text for people: names of squares and segments, and the condition of a chariot."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.kit.state import Json

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def count_text(number: int, thing: str) -> str:
    """Return a number with its noun: "1 lap", "2 laps"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def ordinal(number: int) -> str:
    """Return "first", "second" and so on; from the ninth in figures."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def segment_name(track: Track, segment: int) -> str:
    """Return the name of a segment: "the first straight"."""
    codes = track.lanes.segments
    is_straight = codes[segment][0] == "S"
    before = [code for code in codes[: segment + 1] if (code[0] == "S") == is_straight]
    return f"the {ordinal(len(before))} {'straight' if is_straight else 'bend'}"


def square_name(track: Track, square: int) -> str:
    """Return the name of a square within a sentence: "lane 2 of the first straight, square 4"."""
    lanes = track.lanes
    where = segment_name(track, lanes.segment[square])
    return f"lane {lanes.lane[square]} of {where}, square {lanes.index[square] + 1}"


def square_label(track: Track, square: int) -> str:
    """Return the label of a square: "Lane 2 on the first straight, square 4"."""
    lanes = track.lanes
    where = segment_name(track, lanes.segment[square])
    on = "on" if lanes.straight[square] else "in"
    text = f"Lane {lanes.lane[square]} {on} {where}, square {lanes.index[square] + 1}"
    if track.kind[square] == BEND:
        text += f", skid value {track.skid[square]}+"
    elif track.kind[square] == JUMP:
        text += ", jump"
    elif track.kind[square] == WATER:
        text += ", water"
    return text


def condition_text(chariot: Json, max_wounds: int) -> str:
    """Return the whips, wounds and conditions of a chariot: "2 whips, 4 of 5 wounds left, wet."."""
    parts = [count_text(chariot["whips"], "whip"), f"{chariot['wounds']} of {max_wounds} wounds left"]
    return ", ".join([*parts, *conditions_of(chariot)]) + "."


def conditions_of(chariot: Json) -> list[str]:
    """Return what limits or helps a chariot in its next turn."""
    conditions: list[str] = []
    if chariot["spun"]:
        conditions.append("spun round")
    if chariot["wet"]:
        conditions.append("wet")
    if chariot["sand"]:
        conditions.append("sand in the eyes")
    if chariot["rein"]:
        conditions.append("reined in, any whips next turn")
    if chariot["saved"]:
        conditions.append(f"{count_text(chariot['saved'], 'point')} saved")
    if chariot["bribed"]:
        conditions.append("1 point more this turn")
    return conditions
