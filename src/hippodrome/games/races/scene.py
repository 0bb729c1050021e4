"""The scene of a race: layers, handles, prompt and panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.charts import NEVER
from hippodrome.games.races.collisions import SIDE_SWIPE
from hippodrome.games.races.drawing import TrackDrawing, chariot_nodes
from hippodrome.games.races.formatting import needed_text
from hippodrome.games.races.handles import HandleBuilder
from hippodrome.games.races.preview_overlay import contact_nodes, plan_nodes
from hippodrome.games.races.sequence import ACT_VERBS
from hippodrome.games.races.state import GONE, LOOSE, RACING, REINS, WAITING, WHIP, WRECK
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template, join_words, sentence_case, waiting_sentence
from hippodrome.kit.units import INCH, decimal, inches

WAITING_TEXT: Final = "Waiting."
STATUS_TEXTS: Final = {
    WAITING: "is not on the grid yet",
    RACING: "is racing",
    LOOSE: "drives on without a crew",
    WRECK: "is a wreck",
    GONE: "is off the track",
}
OUT_TEXTS: Final = {LOOSE: "no crew", WRECK: "wreck", GONE: "removed"}
DECLARATION_TEXTS: Final = {WHIP: "whip", REINS: "reins"}
ATTACK_TEXTS: Final = ("runs into your rear", "runs into your side", "runs head on into you", "swipes at you")
CONTACT_TITLES: Final = ("Shunt", "Smash", "Head on", "Side-swipe")


def draw(drawing: TrackDrawing, words: Words, symbols: str, view: View, decision: Decision | None) -> Scene:
    """Return the race as a seat sees it, with handles if the decision is the viewer's."""
    table = view.table
    builder = HandleBuilder(table)
    if decision is not None and view.seat in decision.seats:
        builder.add_handles(decision)
    layers = [
        drawing.layer,
        Layer("plan", plan_nodes(table)),
        Layer("pieces", chariot_nodes(table)),
        Layer("marks", contact_nodes(table)),
        Layer("targets", builder.nodes),
    ]
    breadcrumbs: list[str] = list(table["breadcrumbs"])
    if decision is not None:
        breadcrumbs.append(decision.rule)
    panels = [plan_panel(table), collision_panel(table), standings_panel(drawing.track.lap, table), sheets_panel(table)]
    return Scene(drawing.box, layers, builder.handles, prompt(words, view, decision), breadcrumbs, panels, symbols)


def prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Return the question to the viewer, who decides otherwise, or the result of a race that is over."""
    table = view.table
    if table["over"]:
        return f"{winners_text(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING_TEXT
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    if view.seat in seats:
        return sentence_case(question_text(words, table, name))
    return waiting_sentence(words, [FACTIONS[seat] for seat in seats], name)


def question_text(words: Words, table: Json, name: str) -> str:
    """Return the question of a decision, with its holes filled from the view."""

    def fill(hole: str) -> str:
        if hole == "number":
            return str(table["number"])
        if hole == "act":
            return ACT_VERBS[table["phase"]]
        if hole == "plan":
            left = table["move"]["left"]
            return f"plan your move, then go ({inches(left)} left)" if left else "your move is planned: go"
        return attack_text(table) if hole == "attack" else str(table["contact"]["avoid"])

    return fill_template(words.prompts[name], fill)


def attack_text(table: Json) -> str:
    """Return the contact that a driver may avoid, addressed to that driver."""
    contact = table["contact"]
    if contact["dodger"] == contact["attacker"]:
        return f"You run into the roller of {table['chariots'][contact['defender']]['name']}"
    return f"{table['chariots'][contact['attacker']]['name']} {ATTACK_TEXTS[contact['kind']]}"


def winners_text(table: Json) -> str:
    """Return who won, or between whom the race is drawn."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    return f"{first[0]} wins" if len(first) == 1 else f"A draw between {join_words(first)}"


# -------------------------------------------------------------------- panels


def plan_panel(table: Json) -> Panel:
    """Return the panel of the plan so far: its distance and what can still be added."""
    move = table["move"]
    rows: list[list[str]] = []
    if move["poses"]:
        rows.append(["Distance", distance_text(move)])
        rows.append(["Still to plan", inches(move["left"])])
        rows.append(["Turns", turns_text(move)])
        rows.append(["Drift", drift_text(move)])
        rows.append(["Meets", move["forecast"]["meets"] or "nothing"])
        if move["forecast"]["then"]:
            rows.append(["If avoided", move["forecast"]["then"]])
    return Panel("move", "Plan", ["Item", "Value"], rows, [-1] * len(rows))


def distance_text(move: Json) -> str:
    """Return the distance of the move and what was declared."""
    by = DECLARATION_TEXTS.get(move["declared"], "")
    return f"{inches(move['owed'])}, {by}" if by else inches(move["owed"])


def turns_text(move: Json) -> str:
    """CR-M9, CR-M10: return how many turns are left, and when the next is possible."""
    left = f"{move['turns']} left"
    return f"{left}, next in {inches(move['to_turn'])}" if move["turns"] and move["to_turn"] else left


def drift_text(move: Json) -> str:
    """CR-M11: return when the next drift is possible."""
    return "now" if move["drift"] else f"in {inches(move['to_drift'])}"


def collision_panel(table: Json) -> Panel:
    """CR-Z1: return the panel with the rolls that a contact needs, while it can still be avoided."""
    contact = table["contact"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if contact is not None:
        rows.append([FACTIONS[contact["dodger"]], f"avoids on {contact['avoid']} or less"])
        seats.append(contact["dodger"])
        for seat, wound, save in contact["hits"]:
            rows.append([FACTIONS[seat], hit_text(wound, save)])
            seats.append(seat)
        if contact["kind"] == SIDE_SWIPE:
            rows.append(["Then", "the second hit is rolled only if the first does no harm"])
            seats.append(-1)
        rows.append(["Damage", "two dice on the damage table for each unsaved wound"])
        seats.append(-1)
    title = f"Collision: {CONTACT_TITLES[contact['kind']].lower()}" if contact is not None else "Collision"
    return Panel("collision", title, ["Chariot", "Needs"], rows, seats)


def hit_text(wound: int, save: int) -> str:
    """Return the rolls that wound a chariot and save it."""
    if wound == NEVER:
        return "cannot be wounded"
    saved = "no save" if save == NEVER else f"saved on {needed_text(save)}"
    return f"wounded on {needed_text(wound)}, {saved}"


def standings_panel(lap: int, table: Json) -> Panel:
    """Return the panel of places, laps, distances to the finish and gaps to the leader."""
    rows: list[list[str]] = []
    leader = table["chariots"][table["ranked"][0]]["progress"]
    for place, who in enumerate(table["ranked"]):
        chariot = table["chariots"][who]
        racing = chariot["status"] in (RACING, WAITING)
        behind = decimal(leader - chariot["progress"], INCH, 1) if place else ""
        rows.append(
            [
                str(place + 1) if racing else "out",
                chariot["name"],
                f"{chariot['lap']} of {table['laps']}" if chariot["lap"] else "grid",
                decimal(max(0, table["laps"] * lap - chariot["progress"]), INCH, 0),
                behind if racing else OUT_TEXTS[chariot["status"]],
            ]
        )
    heads = ["Place", "Chariot", "Lap", "Inches to go", "Behind"]
    return Panel("standings", "Standings", heads, rows, list(table["ranked"]))


def sheets_panel(table: Json) -> Panel:
    """Return the panel of record sheets."""
    rows: list[list[str]] = []
    for chariot in table["chariots"]:
        rows.append(
            [
                FACTIONS[chariot["id"]],
                f"{chariot['wounds']} of {chariot['full']}",
                str(chariot["strength"]),
                str(chariot["toughness"]),
                f"{chariot['save']}+",
                team_text(chariot),
                crew_text(chariot),
                str(chariot["score"]) if chariot["score"] else "",
            ]
        )
    heads = ["Chariot", "Wounds", "Str", "Tough", "Save", "Team", "Crew", "Score"]
    return Panel("sheets", "Record sheets", heads, rows, [chariot["id"] for chariot in table["chariots"]], minor=True)


def team_text(chariot: Json) -> str:
    """Return the team of a chariot, or its movement dice."""
    if chariot["dice"]:
        dice = chariot["steeds"] if chariot["machine"] == "doomwheel" else chariot["dice"]
        return f"{dice}D6, {chariot['team']}"
    return f"{chariot['steeds']} {chariot['team']}"


def crew_text(chariot: Json) -> str:
    """Return the crew of a chariot and its weapons."""
    if not chariot["crew"]:
        return "none"
    if chariot["dice"]:
        return "1 wound" if chariot["grit"] == 1 else f"{chariot['grit']} wounds"
    armed = [weapon for weapon in chariot["crew"][1:] if weapon != "nothing"]
    men = f"{len(chariot['crew'])} men" if len(chariot["crew"]) > 1 else "driver only"
    return f"{men}, {', '.join(armed)}" if armed else men
