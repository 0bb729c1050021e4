"""A race as a picture with its panels, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.drawing import Course, Grips, chariots, plan
from hippodrome.games.races.measures import figure, inches
from hippodrome.games.races.sequence import PHASES
from hippodrome.games.races.state import GONE, LOOSE, RACING, REINS, WAITING, WHIP, WRECK
from hippodrome.games.races.track import Track
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.words import Words, listed

WAITING_WORDS: Final = "Waiting."
STATUS: Final = {
    WAITING: "waits for the grid",
    RACING: "races",
    LOOSE: "runs on without a crew",
    WRECK: "is a wreck",
    GONE: "is gone",
}
DECLARED: Final = {WHIP: "whip", REINS: "reins"}


def draw(course: Course, words: Words, symbols: str, view: View, decision: Decision | None) -> Scene:
    """The race as a seat sees it, with grips if the decision is the viewer's."""
    table = view.table
    grips = Grips(table)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [
        course.layer,
        Layer("plan", plan(table)),
        Layer("pieces", chariots(table)),
        Layer("targets", grips.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [standings(table), sheets(table), this_move(table)]
    return Scene(course.box, layers, grips.handles, prompt(words, table, decision), trail, panels, symbols)


def prompt(words: Words, table: Json, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    if table["over"]:
        return f"{winners(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING_WORDS
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {words.prompts[name]}"


def winners(table: Json) -> str:
    """Who has won."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    return f"{first[0]} wins" if len(first) == 1 else f"A draw between {listed(first)}"


# -------------------------------------------------------------------- panels


def standings(table: Json) -> Panel:
    """Places, laps, how far everybody has come, and the gaps to the leader."""
    rows: list[list[str]] = []
    leader = table["chariots"][table["ranked"][0]]["progress"]
    for place, who in enumerate(table["ranked"]):
        chariot = table["chariots"][who]
        racing = chariot["status"] == RACING
        gap = figure(leader - chariot["progress"], 1000, 1) if place and racing else ""
        rows.append(
            [
                str(place + 1) if racing else "out",
                chariot["name"],
                f"{chariot['lap']} of {table['laps']}",
                figure(chariot["progress"], 1000, 1),
                gap,
                STATUS[chariot["status"]],
            ]
        )
    heads = ["Place", "Chariot", "Lap", "Inches", "Behind", "State"]
    return Panel("standings", "Standings", heads, rows, list(table["ranked"]))


def sheets(table: Json) -> Panel:
    """What is left of every chariot."""
    rows: list[list[str]] = []
    for chariot in table["chariots"]:
        rows.append(
            [
                chariot["name"],
                f"{chariot['strength']} {chariot['toughness']}",
                f"{chariot['wounds']} of {chariot['full']}",
                f"{chariot['save']}+",
                team_words(chariot),
                crew_words(chariot),
                str(chariot["score"]),
            ]
        )
    heads = ["Chariot", "Strength, Toughness", "Wounds", "Save", "Team", "Crew", "Initiative"]
    return Panel("sheets", "Record sheets", heads, rows, [chariot["id"] for chariot in table["chariots"]])


def team_words(chariot: Json) -> str:
    """What draws it."""
    if chariot["dice"]:
        dice = chariot["steeds"] if chariot["machine"] == "doomwheel" else chariot["dice"]
        return f"{dice}D6, {chariot['team']}"
    return f"{chariot['steeds']} {chariot['team']}"


def crew_words(chariot: Json) -> str:
    """Who is aboard, and with what."""
    if not chariot["crew"]:
        return "nobody"
    if chariot["dice"]:
        return f"{chariot['grit']} wounds"
    armed = [weapon for weapon in chariot["crew"][1:] if weapon != "nothing"]
    men = f"{len(chariot['crew'])} men" if len(chariot["crew"]) > 1 else "the driver alone"
    return f"{men}, {', '.join(armed)}" if armed else men


def this_move(table: Json) -> Panel:
    """The move in hand: whose, how far, what may still be planned."""
    move = table["move"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if table["turn"]:
        rows.append(["Turn", str(table["turn"])])
        rows.append(["Phase", f"{PHASES[table['phase']]}, {table['number']} called"])
        seats += [-1, -1]
    if move["mover"] >= 0:
        rows.append(["Moves", table["chariots"][move["mover"]]["name"]])
        seats.append(move["mover"])
    if move["poses"]:
        rows.append(["Distance", distance_words(move)])
        rows.append(["Still to plan", inches(move["left"])])
        rows.append(["Turns left", str(move["turns"])])
        rows.append(["Drift", "ready" if move["drift"] else "not yet"])
        seats += [-1] * 4
    return Panel("move", "This turn", ["What", "Now"], rows, seats)


def distance_words(move: Json) -> str:
    """How far, and by what."""
    by = DECLARED.get(move["declared"], "")
    return f"{inches(move['owed'])}, {by}" if by else inches(move["owed"])


# -------------------------------------------------------------------- in words


def describe(track: Track, words: Words, view: View) -> str:
    """The race in words, for the terminal and for a screen reader."""
    table = view.table
    laps = counted(table["laps"], "lap")
    lines = [f"{track.title}, {laps} of {figure(track.lap, 1000, 0)} inches. {moment(words, table)}"]
    lines.extend([chariot_words(track, table, who) for who in table["ranked"]])
    move = table["move"]
    if move["poses"]:
        who = table["chariots"][move["mover"]]["name"]
        drift = "ready" if move["drift"] else "not yet"
        lines.append(
            f"{who} has {inches(move['owed'])} to go: {inches(move['left'])} still to plan, "
            f"{counted(move['turns'], 'turn')} left, drift {drift}."
        )
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


def chariot_words(track: Track, table: Json, who: int) -> str:
    """One chariot: how far, where on the road, what is left of it, and who is near."""
    chariot = table["chariots"][who]
    if chariot["status"] not in (RACING, LOOSE):
        return f"{chariot['name']} {STATUS[chariot['status']]}."
    place = "still before the line"
    if chariot["progress"] > 0:
        place = f"{figure(chariot['progress'] % track.lap, 1000, 1)} inches into lap {chariot['lap']}"
    body = f"{chariot['wounds']} of {chariot['full']} wounds, {team_words(chariot)}, {crew_words(chariot)}"
    where = f"{place}, {aside_words(track, chariot)}"
    return f"{chariot['name']} {STATUS[chariot['status']]}, {where}, {body}.{near(table, who)}"


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


def near(table: Json, who: int) -> str:
    """Who is within 6 inches, middle to middle."""
    mine = table["chariots"][who]
    found: list[str] = []
    for other in table["chariots"]:
        if other["id"] != who and RACING <= other["status"] <= WRECK:
            away = (mine["x"] - other["x"]) ** 2 + (mine["y"] - other["y"]) ** 2
            if away <= 6000 * 6000:
                found.append(other["name"])
    return f" Close by: {listed(found)}." if found else ""
