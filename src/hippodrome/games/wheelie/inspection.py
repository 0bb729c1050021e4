"""Cards of units, dice and terrain, and the actions that a click on them may mean."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.die_uses import AIM, BANK, HEAL, RELOAD, SHOOT, VERBS, WILD
from hippodrome.games.wheelie.drawing import terrain_text
from hippodrome.games.wheelie.movement import KeepDie, MoverDecision, NextLeg, acting_unit
from hippodrome.games.wheelie.scene import STATUS_TEXTS, damage_text
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.sheets import trait_list
from hippodrome.games.wheelie.state import MAX_ACTION_DICE, Skirmish, Unit
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.state import Json

# What each score of an action die does, and its clause.
DIE_NOTES: Final = {
    1: ("Advance: roll one movement die for each 1 that you spend, and drive and wheel with them.", "WW-B2"),
    2: ("Turn Manoeuvre: drive straight ahead first, then turn on the spot.", "WW-B9"),
    3: ("Aim at an enemy that you could shoot. You must be loaded.", "WW-B11"),
    4: ("Shoot at the enemy that you aim at. You must be loaded and have aimed.", "WW-B14"),
    5: ("Reload after a shot.", "WW-B15"),
    6: ("Wild: any action, 1 Temporary Damage less, or +1 on your next initiative roll.", "WW-B16"),
}
TERRAIN_NOTES: Final = (
    ("In bad going every inch counts as two.", "WW-F1"),
    ("Impassable ground stops a chariot that meets it.", "WW-F3"),
)


def card(
    kinds: list[ChariotKind], terrain_kinds: list[TerrainKind], rulebook: Rulebook, view: View, node: str
) -> Card | None:
    """Return the card of a unit, a die or a piece of terrain; None for other nodes."""
    units: list[Json] = view.table["units"]
    number = number_in(node, "unit")
    if 0 <= number < len(units):
        return unit_card(kinds, rulebook, units, units[number])
    die = number_in(node, "die")
    if die in DIE_NOTES:
        return Card(f"Action die: {die}", [], [DIE_NOTES[die]])
    die = number_in(node, "move-die")
    if die >= 0:
        text = "Each movement die is one leg: drive up to its inches, with one wheel on the way."
        return Card(f"Movement die: {die}", [], [(text, "WW-Q15")])
    place = number_in(node, "terrain")
    for piece in view.table["pieces"]:
        if piece["id"] == place:
            kind = terrain_kinds[piece["stuff"]]
            return Card(terrain_text(kind), [], [TERRAIN_NOTES[0 if kind.is_bad else 1]])
    return None


def unit_card(kinds: list[ChariotKind], rulebook: Rulebook, units: list[Json], row: Json) -> Card:
    """Return the card of a unit: its dice, damage and state, and its traits in words."""
    unit = Unit(*[row[name] for name in Unit.FIELDS])
    kind = kinds[unit.kind]
    facts = [
        ("State", STATUS_TEXTS[row["status"]]),
        ("Action dice", f"{row['pool']} of {MAX_ACTION_DICE}"),
        ("Damage", damage_text(row)),
        ("Defence dice", str(kind.defence)),
        ("Loaded", "yes" if row["loaded"] else "no, it must reload before it aims"),
        ("Aims at", units[row["aim"]]["name"] if row["aim"] >= 0 else "no target"),
    ]
    if row["banked"]:
        facts.append(("Next initiative", f"+{row['banked']}"))
    traits = [(f"{trait.name}: {trait.text}", trait.rule) for trait in trait_list(kind, unit, rulebook)]
    return Card(str(row["name"]), facts, [("Every damage costs 1 action die.", "WW-I10"), *traits])


# -------------------------------------------------------------------- what a click may mean


def actions_at(s: Skirmish, node: str) -> list[Action]:
    """Return the actions that a click on a node may mean, the most plausible first."""
    step = s.agenda[-1]
    if isinstance(step, (NextLeg, KeepDie)):
        die = number_in(node, "move-die")
        return [Action("leg" if isinstance(step, NextLeg) else "keep", (die,))] if die >= 0 else []
    if not isinstance(step, SpendDie):
        return []
    die, target = number_in(node, "die"), number_in(node, "unit")
    if die > 0:
        return die_actions(s, die)
    if 0 <= target < len(s.units) and s.units[target].side != acting_unit(s).side:
        return target_actions(s, target)
    return []


def die_actions(s: Skirmish, die: int) -> list[Action]:
    """Return the uses of a die, that of its score first; none for a number that is no die."""
    if die > WILD:
        return []
    natural = SHOOT if die == WILD else die
    uses = [natural, *[use for use in (SHOOT, RELOAD, HEAL, BANK) if die == WILD and use != natural]]
    enemies = [int(unit.id) for unit in s.units if unit.side != acting_unit(s).side and unit.is_on_table()]
    return [Action(VERBS[use], (die, *enemies[:1]) if use == AIM else (die,)) for use in uses]


def target_actions(s: Skirmish, target: int) -> list[Action]:
    """Return shooting at a target that is aimed at, or aiming at it, with a die that may do so."""
    dice = list(s.act.dice)
    if acting_unit(s).aim == target:
        return [Action("shoot", (die,)) for die in (SHOOT, WILD, AIM) if die in dice] or [Action("shoot", (SHOOT,))]
    return [Action("aim", (die, target)) for die in (AIM, WILD) if die in dice] or [Action("aim", (AIM, target))]


def why_not(s: Skirmish, node: str) -> Refusal | None:
    """WW-N4: return that a move must be finished before a die is spent or a target chosen; None if that is not so."""
    if not isinstance(s.agenda[-1], (MoverDecision, NextLeg, KeepDie)):
        return None
    target = number_in(node, "unit")
    is_enemy = 0 <= target < len(s.units) and s.units[target].side != acting_unit(s).side
    if is_enemy or number_in(node, "die") > 0:
        return Refusal("WW-N4", "Finish this move first; then you can spend the next action die.")
    return None
