"""The text view of a race, for the terminal and screen readers: the moment, each chariot and the road ahead."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.formatting import side_text, turn_text
from hippodrome.games.races.scene import STATUS_TEXTS, crew_text, drift_text, team_text, turns_text, winners_text
from hippodrome.games.races.sequence import PHASE_NAMES
from hippodrome.games.races.state import DRIFT, FORWARD, LOOSE, RACING, SWIPE, WRECK
from hippodrome.games.races.track import BEND, Track
from hippodrome.kit.game import View
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, join_words
from hippodrome.kit.units import INCH, decimal, inches

NEARBY_MI: Final = 12_000  # chariots within this distance are described
LEVEL_MI: Final = 200  # chariots less far ahead or behind are level


def describe(track: Track, words: Words, view: View) -> str:
    """Return the description of a race as a seat sees it."""
    table = view.table
    laps = count_text(table["laps"], "lap")
    lines = [f"{track.title}, {laps} of {decimal(track.lap, INCH, 0)} inches. {moment_text(words, table)}"]
    lines.extend([chariot_text(track, table, seat) for seat in table["ranked"]])
    mine = view.seat if view.seat >= 0 else max(table["asked"]["seats"], default=-1)
    if mine >= 0 and table["turn"] and not table["over"] and table["chariots"][mine]["status"] == RACING:
        lines.append(outlook_text(track, table, mine))
    if table["move"]["poses"]:
        lines.append(plan_text(table))
    return "\n".join(lines)


def count_text(number: int, thing: str) -> str:
    """Return a number of things: "2 laps"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def moment_text(words: Words, table: Json) -> str:
    """Return the turn, phase and number called, or the result."""
    if table["over"]:
        return f"The race is over. {winners_text(table)}: {words.reasons[table['reason']]}."
    if not table["turn"]:
        return "The race has not begun."
    return f"Turn {table['turn']}, {PHASE_NAMES[table['phase']].lower()} phase, Initiative {table['number']}."


# -------------------------------------------------------------------- the chariots


def chariot_text(track: Track, table: Json, who: int) -> str:
    """Return a chariot's status, progress, position and condition."""
    chariot = table["chariots"][who]
    if chariot["status"] not in (RACING, LOOSE):
        return f"{chariot['name']} {STATUS_TEXTS[chariot['status']]}."
    place = "before the start line"
    if chariot["progress"] > 0:
        place = f"{inches(chariot['progress'] % track.lap // 100 * 100)} into lap {chariot['lap']}"
    body = f"{chariot['wounds']} of {chariot['full']} wounds, {team_text(chariot)}, {crew_text(chariot)}"
    where = f"{place}, {position_text(track, chariot)}"
    return f"{chariot['name']} {STATUS_TEXTS[chariot['status']]}, {where}, {body}."


def position_text(track: Track, chariot: Json) -> str:
    """Return a chariot's position across the road and its heading."""
    pose = track.at(chariot["progress"])
    aside = int(pose.aside_scaled(chariot["x"], chariot["y"])) >> 30
    side = "on the centre line"
    if abs(aside) >= 500:
        side = f"{inches(abs(aside))} {side_text(aside)} of the centre line"
    off = (chariot["turn"] - pose.turn + 1800) % 3600 - 1800
    if abs(off) < 50:
        return f"{side}, heading along the road"
    return f"{side}, heading {abs(off) // 10} degrees {side_text(off)} of the road"


# -------------------------------------------------------------------- a driver's outlook


def outlook_text(track: Track, table: Json, who: int) -> str:
    """Return the road ahead of a chariot and the chariots near it."""
    chariot = table["chariots"][who]
    near = [text for text in [bearing_text(chariot, other) for other in table["chariots"]] if text]
    rivals = f" Nearby: {'; '.join(near)}." if near else " No chariot is nearby."
    return f"From {chariot['name']}: {road_text(track, int(chariot['progress']))}.{rivals}"


def road_text(track: Track, progress: int) -> str:
    """Return the current and the next piece of road."""
    along = progress % int(track.lap)
    for number, piece in enumerate(track.pieces):
        if along < piece.length or number == len(track.pieces) - 1:
            break
        along -= int(piece.length)
    then = track.pieces[(number + 1) % len(track.pieces)]
    here = "straight ahead" if piece.kind != BEND else f"in a bend to the {side_text(piece.hand)}"
    after = "a straight" if then.kind != BEND else f"a bend to the {side_text(then.hand)}"
    return f"{here} for {decimal(max(0, int(piece.length) - along), INCH, 1)} inches, then {after}"


def bearing_text(mine: Json, other: Json) -> str:
    """Return the bearing of another chariot from this one; empty if it is far away or off the track."""
    if other["id"] == mine["id"] or not RACING <= other["status"] <= WRECK:
        return ""
    pose = Pose(mine["x"], mine["y"], mine["turn"])
    ahead = int(pose.ahead_scaled(other["x"], other["y"])) >> 30
    aside = int(pose.aside_scaled(other["x"], other["y"])) >> 30
    if ahead * ahead + aside * aside > NEARBY_MI * NEARBY_MI:
        return ""
    if abs(ahead) > LEVEL_MI:
        along = f"{decimal(abs(ahead), INCH, 1)} inches {'ahead' if ahead > 0 else 'behind'}"
        across = f" and {decimal(abs(aside), INCH, 1)} to the {side_text(aside)}" if abs(aside) > LEVEL_MI else ""
    else:
        along = "level"
        across = f", {decimal(abs(aside), INCH, 1)} inches to the {side_text(aside)}"
    name = f"the wreck of {other['name']}" if other["status"] == WRECK else other["name"]
    return f"{name} {along}{across}"


def plan_text(table: Json) -> str:
    """Return the plan so far, what can still be added and what it meets."""
    move = table["move"]
    who = table["chariots"][move["mover"]]["name"]
    steps = [step_text(table, move["plan"][at], move["plan"][at + 1]) for at in range(0, len(move["plan"]), 2)]
    planned = f"Planned: {join_words(steps)}." if steps else "Nothing is planned yet."
    rest = "The whole distance is planned."
    if move["left"]:
        rest = f"The {'last' if steps else 'whole'} {inches(move['left'])} will be straight ahead."
    limits = f"Turns: {turns_text(move)}. Drift: {drift_text(move)}."
    meets = move["forecast"]["meets"]
    ends = f"The plan meets {meets}." if meets else "Nothing is in the way."
    if move["forecast"]["then"]:
        ends += f" If that is avoided: {move['forecast']['then']}."
    return f"{who} must move {inches(move['owed'])}. {planned} {rest} {limits} {ends}"


def step_text(table: Json, step: int, amount: int) -> str:
    """Return a step of a plan as text."""
    if step == FORWARD:
        return f"forward {inches(amount)}"
    if step == DRIFT:
        return f"drift {side_text(amount)}"
    if step == SWIPE:
        return f"swipe at {table['chariots'][amount]['name']}"
    return f"turn {turn_text(amount)}"
