"""A race as a picture with its prompt and its panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.charts import NEVER
from hippodrome.games.races.collisions import SWIPE
from hippodrome.games.races.drawing import Course, chariots
from hippodrome.games.races.formatting import figure, inches
from hippodrome.games.races.handles import Grips
from hippodrome.games.races.preview_overlay import marks, plan
from hippodrome.games.races.state import GONE, LOOSE, RACING, REINS, WAITING, WHIP, WRECK
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, listed

WAITING_WORDS: Final = "Waiting."
STATUS: Final = {
    WAITING: "waits for the grid",
    RACING: "races",
    LOOSE: "runs on without a crew",
    WRECK: "is a wreck",
    GONE: "is gone",
}
OUT: Final = {LOOSE: "no crew", WRECK: "wreck", GONE: "gone"}
DECLARED: Final = {WHIP: "whip", REINS: "reins"}
COMES: Final = ("runs into your rear", "runs into your side", "meets you head on", "swipes at you")
KINDS: Final = ("Shunt", "Smash", "Head on", "Side-swipe")


def draw(course: Course, words: Words, symbols: str, view: View, decision: Decision | None) -> Scene:
    """Return the race as a seat sees it, with grips if the decision is the viewer's."""
    table = view.table
    grips = Grips(table)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [
        course.layer,
        Layer("plan", plan(table)),
        Layer("pieces", chariots(table)),
        Layer("marks", marks(table)),
        Layer("targets", grips.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [this_move(table), collision(table), standings(course.track.lap, table), sheets(table)]
    return Scene(course.box, layers, grips.handles, prompt(words, table, decision), trail, panels, symbols)


def prompt(words: Words, table: Json, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    if table["over"]:
        return f"{winners(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING_WORDS
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {question(words, table, name)}"


def question(words: Words, table: Json, name: str) -> str:
    """What is asked; when numbers are called, which one; of whoever may avoid something, what comes at him."""
    contact = table["contact"]
    if name == "Call":
        return f"{table['number']} is called; {words.prompts[name]}"
    if name != "Avoid" or contact is None:
        return words.prompts[name]
    if contact["dodger"] == contact["attacker"]:
        return f"you meet the roller of {table['chariots'][contact['defender']]['name']}; {words.prompts[name]}"
    attacker = table["chariots"][contact["attacker"]]["name"]
    return f"{attacker} {COMES[contact['kind']]}; {words.prompts[name]}"


def winners(table: Json) -> str:
    """Who has won."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    return f"{first[0]} wins" if len(first) == 1 else f"A draw between {listed(first)}"


# -------------------------------------------------------------------- panels


def this_move(table: Json) -> Panel:
    """Return the plan in the making: how far, and what may still be added."""
    move = table["move"]
    rows: list[list[str]] = []
    if move["poses"]:
        rows.append(["Distance", distance_words(move)])
        rows.append(["Still to plan", inches(move["left"])])
        rows.append(["Turns left", turns_words(move)])
        rows.append(["Drift", drift_words(move)])
        rows.append(["Meets", move["forecast"]["meets"] or "nothing"])
    return Panel("move", "Plan", ["What", "Now"], rows, [-1] * len(rows))


def distance_words(move: Json) -> str:
    """How far, and by what."""
    by = DECLARED.get(move["declared"], "")
    return f"{inches(move['owed'])}, {by}" if by else inches(move["owed"])


def turns_words(move: Json) -> str:
    """How many turns are left, and when the next may come (CR-M9, CR-M10)."""
    count = str(move["turns"])
    return f"{count}, in {inches(move['to_turn'])}" if move["turns"] and move["to_turn"] else count


def drift_words(move: Json) -> str:
    """Return whether a drift may come now, or when (CR-M11)."""
    return "ready" if move["drift"] else f"in {inches(move['to_drift'])}"


def collision(table: Json) -> Panel:
    """What every die of a contact needs, while it can still be avoided (CR-Z1)."""
    contact = table["contact"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if contact is not None:
        rows.append([FACTIONS[contact["dodger"]], f"avoids with {contact['avoid']} or less"])
        seats.append(contact["dodger"])
        for who, wound, save in contact["hits"]:
            rows.append([FACTIONS[who], hit_words(wound, save)])
            seats.append(who)
        if contact["kind"] == SWIPE:
            rows.append(["Then", "only one of them: the second if the first does no harm"])
            seats.append(-1)
        rows.append(["Damage", "two dice on the table for each wound that is not saved"])
        seats.append(-1)
    title = f"Collision: {KINDS[contact['kind']].lower()}" if contact is not None else "Collision"
    return Panel("collision", title, ["Who", "Needs"], rows, seats)


def hit_words(wound: int, save: int) -> str:
    """What wounds a chariot, and what saves it."""
    if wound == NEVER:
        return "cannot be wounded"
    saved = "armour is no help" if save == NEVER else f"saved with {needed(save)}"
    return f"wounded with {needed(wound)}, {saved}"


def needed(die: int) -> str:
    """What a die must show."""
    return f"{die} or more" if die < 6 else "6"


def standings(lap: int, table: Json) -> Panel:
    """Places, laps, how far there is still to go, and the gaps to the leader."""
    rows: list[list[str]] = []
    leader = table["chariots"][table["ranked"][0]]["progress"]
    for place, who in enumerate(table["ranked"]):
        chariot = table["chariots"][who]
        racing = chariot["status"] in (RACING, WAITING)
        behind = figure(leader - chariot["progress"], 1000, 1) if place else ""
        rows.append(
            [
                str(place + 1) if racing else "out",
                chariot["name"],
                f"{chariot['lap']} of {table['laps']}" if chariot["lap"] else "grid",
                figure(max(0, table["laps"] * lap - chariot["progress"]), 1000, 0),
                behind if racing else OUT[chariot["status"]],
            ]
        )
    heads = ["Place", "Chariot", "Lap", "Inches to go", "Behind"]
    return Panel("standings", "Standings", heads, rows, list(table["ranked"]))


def sheets(table: Json) -> Panel:
    """What is left of every chariot."""
    rows: list[list[str]] = []
    for chariot in table["chariots"]:
        rows.append(
            [
                FACTIONS[chariot["id"]],
                f"{chariot['wounds']} of {chariot['full']}",
                str(chariot["strength"]),
                str(chariot["toughness"]),
                f"{chariot['save']}+",
                team_words(chariot),
                crew_words(chariot),
                str(chariot["score"]) if chariot["score"] else "",
            ]
        )
    heads = ["Record", "Wounds", "Str", "Tough", "Save", "Team", "Crew", "Score"]
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
    men = f"{len(chariot['crew'])} men" if len(chariot["crew"]) > 1 else "the driver"
    return f"{men}, {', '.join(armed)}" if armed else men
