"""Cards of chariots, squares and walls, and the actions that a click on them may mean."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.cards import Card as TrickCard
from hippodrome.games.benhur.fighting import FightFirst
from hippodrome.games.benhur.formatting import conditions_of, count_text, square_label
from hippodrome.games.benhur.movement import NextStep
from hippodrome.games.benhur.sequence import PickLane, SetWhips
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.games.benhur.tricks import CALTROPS
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import sentence_case

GROUND_RULES: Final = {BEND: ("BH-S1", "BH-S3", "BH-S4"), JUMP: ("BH-J1", "BH-J5"), WATER: ("BH-Q29",)}
# The clause of each condition of a chariot, by its name in the view.
CONDITION_RULES: Final = {"spun": "BH-Q17", "wet": "BH-Q29", "sand": "BH-T20", "rein": "BH-T8", "bribed": "BH-T22"}


def card(track: Track, cards: dict[int, TrickCard], rulebook: Rulebook, view: View, node: str) -> Card | None:
    """Return the card of a chariot, a square, caltrops, a wall or the line; None for other nodes."""
    table = view.table
    chariot, square = number_in(node, "chariot"), number_in(node, "square")
    if 0 <= chariot < len(table["chariots"]):
        return chariot_card(rulebook, table, table["chariots"][chariot])
    if node == "caltrops":
        square = table["caltrops"]
    if 0 <= square < len(track.kind):
        return square_card(track, cards, rulebook, table, square)
    if node.startswith("wall-"):
        return Card("The edge of the track", [], [note(rulebook, "BH-W1"), note(rulebook, "BH-Q14")])
    if node == "line":
        return Card("Start and finish", [("Laps", str(table["laps"]))], [note(rulebook, "BH-Q4")])
    return None


def note(rulebook: Rulebook, rule: str) -> tuple[str, str]:
    """Return a clause as a note."""
    return (rulebook.clauses[rule].text, rule)


def chariot_card(rulebook: Rulebook, table: Json, chariot: Json) -> Card:
    """Return the card of a chariot: speed, wounds, place and condition."""
    laps = f"{min(max(chariot['crossings'], 1), table['laps'])} of {table['laps']}"
    conditions = conditions_of(chariot)
    facts = [
        ("Whips", f"{chariot['whips']}: as many dice to move"),
        ("Wounds left", f"{chariot['wounds']} of {table['max_wounds']}"),
        ("Lap", laps),
        ("Tricks", str(chariot["tricks"])),
        ("State", sentence_case(", ".join(conditions)) if conditions else "Ready"),
    ]
    rules = ["BH-M3", *[rule for name, rule in CONDITION_RULES.items() if chariot[name]], "BH-R1"]
    return Card(FACTIONS[chariot["id"]], facts, [note(rulebook, rule) for rule in rules])


def square_card(track: Track, cards: dict[int, TrickCard], rulebook: Rulebook, table: Json, square: int) -> Card:
    """Return the card of a square: a bend, a jump, water or a plain one, and the caltrops on it."""
    kind = track.kind[square]
    facts = [("Skid value", f"every die must show {track.skid[square]} or more")] if kind == BEND else []
    notes = [note(rulebook, rule) for rule in GROUND_RULES.get(kind, ())]
    if square == table["caltrops"]:
        laid = [card for card in cards.values() if card.effect_number == CALTROPS]
        facts += [(card.title, card.short) for card in laid[:1]]
        notes += [*[note(rulebook, card.rule) for card in laid[:1]], note(rulebook, "BH-Q47")]
    return Card(square_label(track, square), facts, notes)


# -------------------------------------------------------------------- what a click may mean


def actions_at(race: Race, seat: int, node: str) -> list[Action]:
    """Return the actions that a click on a chariot or a square may mean, the most plausible first."""
    step = race.agenda[-1]
    chariot, square = number_in(node, "chariot"), square_at(race, node)
    if isinstance(step, FightFirst):
        return [Action("fight", (chariot,))] if chariot >= 0 else []
    if square < 0:
        return []
    lanes = race.track.lanes
    if isinstance(step, PickLane):
        return [Action("lane", (lanes.lane[square],))]
    if isinstance(step, NextStep) and is_near(race, seat, square):
        across = int(lanes.lane[square]) - int(lanes.lane[race.chariots[seat].square])
        return [Action("left" if across < 0 else "right")] if across else []
    return []


def square_at(race: Race, node: str) -> int:
    """Return the square of a node: its own, that of its chariot, or -1."""
    chariot, square = number_in(node, "chariot"), number_in(node, "square")
    if node == "caltrops":
        return int(race.caltrops)
    if 0 <= chariot < len(race.chariots):
        return int(race.chariots[chariot].square)
    return square if square < len(race.track.kind) else -1


def is_near(race: Race, seat: int, square: int) -> bool:
    """Return whether a square is one step ahead of a chariot or beside it, in the next lane."""
    here = int(race.chariots[seat].square)
    if here < 0:
        return False
    lanes, ahead = race.track.lanes, int(race.track.ahead[here])
    return square in (lanes.left[here], lanes.right[here], *lanes.beside[here], *lanes.beside[ahead])


def why_not(race: Race, seat: int, node: str) -> Refusal | None:
    """Return why a square or chariot has no part in the pending decision; None if no clause says why."""
    step, square = race.agenda[-1], square_at(race, node)
    if square < 0 or square == race.chariots[seat].square:
        return None
    if isinstance(step, SetWhips):
        return Refusal("BH-M3", "Set your whips first; the dice then say how far you drive.")
    if isinstance(step, NextStep):
        left = count_text(int(race.turn.points), "square")
        return Refusal("BH-Q36", f"Go straight on or change lanes: choose a marked square. You have {left} left.")
    return None
