"""Cards of chariots and things on the track, and the actions that a click on them may mean."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.fighting import Fight
from hippodrome.games.races.machines import Machine
from hippodrome.games.races.planning import Declare, MakePlan
from hippodrome.games.races.scene import STATUS_TEXTS, crew_text, team_text
from hippodrome.games.races.sequence import Call
from hippodrome.games.races.shooting import Shoot
from hippodrome.games.races.state import LOOSE, RACING, Race
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.state import Json
from hippodrome.kit.templates import sentence_case

# Titles and clauses of what stands on the track or is painted on it, by the beginning of a node's id.
GROUND: Final = {
    "wall": ("The edge of the track", ("CR-X1", "CR-Q12")),
    "outcrop": ("Outcrop", ("CR-X1", "CR-Q12")),
    "post": ("The edge of the track", ("CR-X1", "CR-Q12")),
    "line": ("Start and finish", ("CR-Q44",)),
    "mark": ("Checkpoint", ("CR-Q44",)),
}


def card(machines: list[Machine], rulebook: Rulebook, view: View, node: str) -> Card | None:
    """Return the card of a chariot, an obstacle or a mark; None for other nodes."""
    table = view.table
    number = number_in(node, "chariot")
    if 0 <= number < len(table["chariots"]):
        return chariot_card(machines, rulebook, table["chariots"][number])
    prefix = node.split("-")[0]
    if prefix not in GROUND:
        return None
    title, rules = GROUND[prefix]
    return Card(title, [], [note(rulebook, rule) for rule in rules])


def note(rulebook: Rulebook, rule: str) -> tuple[str, str]:
    """Return a clause as a note."""
    return (rulebook.clauses[rule].text, rule)


def chariot_card(machines: list[Machine], rulebook: Rulebook, chariot: Json) -> Card:
    """Return the card of a chariot: its state and the profile of its machine."""
    machine = next(each for each in machines if each.key == chariot["machine"])
    facts = [
        ("State", sentence_case(STATUS_TEXTS[chariot["status"]])),
        ("Wounds left", f"{chariot['wounds']} of {chariot['full']}"),
        ("Lap", str(chariot["lap"])),
        ("Save", f"{machine.save}+"),
        ("Body", f"Strength {machine.strength}, Toughness {machine.toughness}"),
        ("Team", team_text(chariot)),
        ("Crew", crew_text(chariot)),
        ("Initiative", str(machine.initiative)),
    ]
    rules = [machine.rule, "CR-X12"]
    if chariot["status"] not in (RACING, LOOSE):
        rules = ["CR-X1", "CR-Q14"]
    elif chariot["status"] == LOOSE:
        rules = ["CR-L2", "CR-Q40"]
    return Card(str(chariot["name"]), facts, [note(rulebook, rule) for rule in rules])


# -------------------------------------------------------------------- what a click may mean


def actions_at(s: Race, seat: int, node: str) -> list[Action]:
    """Return the actions that a click on a chariot may mean."""
    step, number = s.agenda[-1], number_in(node, "chariot")
    if not 0 <= number < len(s.chariots) or number == seat:
        return []
    if isinstance(step, MakePlan):
        return [Action("swipe", (number,))]
    if isinstance(step, Shoot):
        return [Action("shoot", (number,))]
    return [Action("strike", (number,))] if isinstance(step, Fight) else []


def why_not(s: Race, seat: int, node: str) -> Refusal | None:
    """Return why a rival has no part in the pending decision; None if no clause says why."""
    step, number = s.agenda[-1], number_in(node, "chariot")
    if not 0 <= number < len(s.chariots) or number == seat:
        return None
    if isinstance(step, Call):
        return Refusal("CR-I2", "First act or wait; what you do to a rival comes when you act.")
    if isinstance(step, Declare):
        return Refusal("CR-Q4", "First choose your pace; then you plan your move, with swipes at rivals in reach.")
    return None
