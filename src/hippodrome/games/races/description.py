"""A race in words, for the terminal and for a screen reader: the moment, everybody in order, and the way ahead."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.formatting import figure, hand, inches, sideways
from hippodrome.games.races.scene import STATUS, crew_words, drift_words, team_words, turns_words, winners
from hippodrome.games.races.sequence import PHASES
from hippodrome.games.races.state import DRIFT, FORWARD, LOOSE, RACING, SWIPE, WRECK
from hippodrome.games.races.track import BEND, Track
from hippodrome.kit.game import View
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, listed

NEAR: Final = 12_000  # how far off others are told of
LEVEL: Final = 200


def describe(track: Track, words: Words, view: View) -> str:
    """Return the race in words."""
    table = view.table
    laps = counted(table["laps"], "lap")
    lines = [f"{track.title}, {laps} of {figure(track.lap, 1000, 0)} inches. {moment(words, table)}"]
    lines.extend([chariot_words(track, table, who) for who in table["ranked"]])
    mine = view.seat if view.seat >= 0 else max(table["asked"]["seats"], default=-1)
    if mine >= 0 and table["turn"] and not table["over"] and table["chariots"][mine]["status"] == RACING:
        lines.append(outlook(track, table, mine))
    if table["move"]["poses"]:
        lines.append(plan_words(table))
    return "\n".join(lines)


def counted(number: int, thing: str) -> str:
    """So many things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def moment(words: Words, table: Json) -> str:
    """When it is."""
    if table["over"]:
        return f"The race is over. {winners(table)}: {words.reasons[table['reason']]}."
    if not table["turn"]:
        return "The race has not begun."
    return f"Turn {table['turn']}, {PHASES[table['phase']].lower()}, {table['number']} called."


# -------------------------------------------------------------------- everybody


def chariot_words(track: Track, table: Json, who: int) -> str:
    """One chariot: how far, where on the road, and what is left of it."""
    chariot = table["chariots"][who]
    if chariot["status"] not in (RACING, LOOSE):
        return f"{chariot['name']} {STATUS[chariot['status']]}."
    place = "still before the line"
    if chariot["progress"] > 0:
        place = f"{inches(chariot['progress'] % track.lap // 100 * 100)} into lap {chariot['lap']}"
    body = f"{chariot['wounds']} of {chariot['full']} wounds, {team_words(chariot)}, {crew_words(chariot)}"
    where = f"{place}, {aside_words(track, chariot)}"
    return f"{chariot['name']} {STATUS[chariot['status']]}, {where}, {body}."


def aside_words(track: Track, chariot: Json) -> str:
    """Where across the road, and how it heads."""
    pose = track.at(chariot["progress"])
    aside = int(pose.aside_scaled(chariot["x"], chariot["y"])) >> 30
    side = (
        "on the middle line"
        if abs(aside) < 500
        else f"{inches(abs(aside))} {'right' if aside > 0 else 'left'} of the middle"
    )
    off = (chariot["turn"] - pose.turn + 1800) % 3600 - 1800
    if abs(off) < 50:
        return f"{side}, heading along the road"
    return f"{side}, heading {abs(off) // 10} degrees {'right' if off > 0 else 'left'} of the road"


# -------------------------------------------------------------------- as a driver sees it


def outlook(track: Track, table: Json, who: int) -> str:
    """What lies ahead of a driver: the road, and everybody near, from where he stands."""
    chariot = table["chariots"][who]
    near = [found for found in [bearing(chariot, other) for other in table["chariots"]] if found]
    rivals = f" Near: {'; '.join(near)}." if near else " Nobody is near."
    return f"From {chariot['name']}: {road_words(track, int(chariot['progress']))}.{rivals}"


def road_words(track: Track, progress: int) -> str:
    """Return the road from a place on it: straight or bend for how long, and what comes then."""
    along = progress % int(track.lap)
    for number, piece in enumerate(track.pieces):
        if along < piece.length or number == len(track.pieces) - 1:
            break
        along -= int(piece.length)
    then = track.pieces[(number + 1) % len(track.pieces)]
    here = "straight on" if piece.kind != BEND else f"in a bend to the {hand(piece.hand)}"
    after = "a straight" if then.kind != BEND else f"a bend to the {hand(then.hand)}"
    return f"{here} for {figure(max(0, int(piece.length) - along), 1000, 1)} inches, then {after}"


def bearing(mine: Json, other: Json) -> str:
    """Somebody else from a chariot: how far ahead or behind and to which side; nothing if he is far."""
    if other["id"] == mine["id"] or not RACING <= other["status"] <= WRECK:
        return ""
    pose = Pose(mine["x"], mine["y"], mine["turn"])
    ahead = int(pose.ahead_scaled(other["x"], other["y"])) >> 30
    aside = int(pose.aside_scaled(other["x"], other["y"])) >> 30
    if ahead * ahead + aside * aside > NEAR * NEAR:
        return ""
    along = (
        f"{figure(abs(ahead), 1000, 1)} inches {'ahead' if ahead > 0 else 'behind'}" if abs(ahead) > LEVEL else "level"
    )
    across = f" and {figure(abs(aside), 1000, 1)} to the {hand(aside)}" if abs(aside) > LEVEL else ""
    name = f"the wreck of {other['name']}" if other["status"] == WRECK else other["name"]
    return f"{name} {along}{across}"


def plan_words(table: Json) -> str:
    """Return the plan in the making: what is said, what may still be added, and what it leads to."""
    move = table["move"]
    who = table["chariots"][move["mover"]]["name"]
    steps = [step_words(table, move["plan"][at], move["plan"][at + 1]) for at in range(0, len(move["plan"]), 2)]
    said = f"Planned: {listed(steps)}." if steps else "Nothing is planned yet."
    rest = f"{inches(move['left'])} straight on at the end, {turns_words(move)} turns left, drift {drift_words(move)}"
    meets = move["forecast"]["meets"]
    ends = f"It meets {meets}." if meets else "Nothing is in the way."
    return f"{who} has {inches(move['owed'])} to go. {said} {rest.capitalize()}. {ends}"


def step_words(table: Json, step: int, amount: int) -> str:
    """Return a step of a plan."""
    if step == FORWARD:
        return f"forward {inches(amount)}"
    if step == DRIFT:
        return f"drift {hand(amount)}"
    if step == SWIPE:
        return f"swipe at {table['chariots'][amount]['name']}"
    return f"turn {sideways(amount)}"
