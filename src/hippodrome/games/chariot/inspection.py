"""Cards of counters, stacks and hexes, and the actions that a click on them may mean."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.boarding import Board, GetOff
from hippodrome.games.chariot.deployment import Deploy, Place
from hippodrome.games.chariot.drawing import tray_piles
from hippodrome.games.chariot.fire import FireDecision, Volley
from hippodrome.games.chariot.formatting import hex_name, kind_count, unit_name, unit_states
from hippodrome.games.chariot.ground import TERRAIN_NAMES
from hippodrome.games.chariot.melee import Assault, Melee
from hippodrome.games.chariot.movement import Go, Move
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.state import PHASES, Battle
from hippodrome.games.chariot.units import CH, Kind
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.state import Json
from hippodrome.kit.templates import sentence_case

UNIT_NODES: Final = ("unit", "open")
PLACE_NODES: Final = ("hex", "stack", "flag")
STATE_RULES: Final = {"disrupted": "CH-S8.2b", "panicked": "CH-S13.0b", "contact": "CH-S18.2"}


def unit_at(node: str) -> int:
    """Return the unit of a node, or -1."""
    return max([number_in(node, prefix) for prefix in UNIT_NODES])


def place_at(node: str) -> int:
    """Return the hex of a node that is no counter, or -1."""
    return max([number_in(node, prefix) for prefix in PLACE_NODES])


# -------------------------------------------------------------------- cards


def card(order: OrderOfBattle, kinds: list[Kind], rulebook: Rulebook, view: View, node: str) -> Card | None:
    """Return the card of a counter, a stack, a pile beside the map, or a hex; None for other nodes."""
    table = view.table
    unit, place, pile = unit_at(node), place_at(node), number_in(node, "pile")
    if 0 <= unit < len(table["units"]):
        return unit_card(kinds, rulebook, table, table["units"][unit])
    if 0 <= place < order.ground.hexes.count:
        return place_card(order, kinds, rulebook, table, place)
    piles = tray_piles(table)
    if 0 <= pile < len(piles):
        kind = kinds[table["units"][piles[pile][0]]["kind"]]
        facts = kind_facts(kind)
        return Card(f"{kind_count(kind, len(piles[pile]))}, not on the map", facts, kind_notes(kind, rulebook))
    return None


def unit_card(kinds: list[Kind], rulebook: Rulebook, table: Json, unit: Json) -> Card:
    """Return the card of a counter: its values, its state, and what they mean."""
    kind = kinds[unit["kind"]]
    states = unit_states(unit, table)
    if unit["id"] in table["moved"]:
        states.append("has moved")
    facts = [*kind_facts(kind), ("State", sentence_case(", ".join(states)) if states else "Ready")]
    rules = [rule for state, rule in STATE_RULES.items() if unit[state]]
    notes = [*kind_notes(kind, rulebook), *[note(rulebook, rule) for rule in rules]]
    return Card(f"{unit['name']} of the {table['armies'][unit['side']]['name']}", facts, notes)


def kind_facts(kind: Kind) -> list[tuple[str, str]]:
    """Return the values on a counter."""
    points = f"{kind.allowance} points"
    if kind.is_leader:
        return [("Bonus", f"+{kind.bonus}"), ("Radius", f"{kind.radius} hexes"), ("Movement", points)]
    melee = f"({kind.melee})" if kind.bracket else str(kind.melee or "a dot")
    facts = [("Melee", melee), ("Movement", points), ("Worth", f"{kind.vp} VP")]
    return [*facts, ("Fire", f"{kind.fire}, range {kind.range}")] if kind.is_fire else facts


def kind_notes(kind: Kind, rulebook: Rulebook) -> list[tuple[str, str]]:
    """Return what is special about a kind, in the words of its clauses."""
    applies = (
        (kind.is_leader, "CH-S10.11"),
        (kind.is_leader, "CH-S10.21"),
        (kind.is_fire, "CH-S6.12"),
        (kind.is_fire, "CH-S6.41a"),
        (kind.bracket, "CH-S3.37"),
        (not kind.is_leader and not kind.melee, "CH-S3.36a"),
        (not kind.is_leader and not kind.is_chariot and not kind.is_fire, "CH-S7.14"),
        (kind.is_chariot, "CH-1.01"),
        (kind.is_chariot, "CH-1.4"),
    )
    return [note(rulebook, rule) for is_special, rule in applies if is_special]


def note(rulebook: Rulebook, rule: str) -> tuple[str, str]:
    """Return a clause as a note."""
    return (rulebook.clauses[rule].text, rule)


def place_card(order: OrderOfBattle, kinds: list[Kind], rulebook: Rulebook, table: Json, hex: int) -> Card:
    """Return the card of a hex: its ground, its units, and who controls it."""
    terrain = TERRAIN_NAMES[order.ground.terrain[hex]]
    facts = []
    for unit in table["units"]:
        if unit["hex"] == hex:
            text = ", ".join([kinds[unit["kind"]].description, *unit_states(unit, table)])
            facts.append((str(unit["name"]), text))
    notes = [note(rulebook, f"CH-T.{terrain}")]
    if hex in order.objectives:
        owner = table["owners"][order.objectives.index(hex)]
        facts.append(("Objective of", table["armies"][owner]["name"] if owner >= 0 else "neither side"))
        notes.append(note(rulebook, "CH-S11.3"))
    return Card(f"{order.ground.hex_name(hex)}, {terrain}", facts, notes)


# -------------------------------------------------------------------- what a click may mean


def actions_at(s: Battle, node: str) -> list[Action]:
    """Return the actions that a click on a counter or a hex may mean, the most plausible first."""
    step = s.agenda[-1]
    units, hex = units_and_hex(s, node)
    own = [unit for unit in units if s.rules.sides[unit] == s.side]
    if isinstance(step, Move):
        return [Action("move", (unit,)) for unit in units]
    if hex < 0:
        return [Action("take", (s.kinds[unit],)) for unit in own[:1]] if isinstance(step, Deploy) else []
    if isinstance(step, Go):
        return [*[Action("move", (unit,)) for unit in own], Action("go", (hex,))]
    if isinstance(step, FireDecision):
        return [Action("aim", (hex,))]
    if isinstance(step, Volley):
        return [*[Action("add", (unit,)) for unit in units if unit not in step.units], Action("aim", (hex,))]
    if isinstance(step, Melee):
        return [Action("attack", (hex,))]
    if isinstance(step, Assault):
        return [Action("add", (unit,)) for unit in own if unit not in step.units] or [
            Action("also", (hex,)),
            Action("attack", (hex,)),
        ]
    if isinstance(step, Place):
        return [Action("place", (hex,))]
    if isinstance(step, Board):
        return [Action("board", (unit, chariot)) for unit in own for chariot in chariots_near(s, unit)]
    if isinstance(step, GetOff):
        return [Action("off", (unit, hex)) for unit in own]
    return []


def units_and_hex(s: Battle, node: str) -> tuple[list[int], int]:
    """Return the units of a node, and its hex, or -1: a counter with its hex, or all units of a hex."""
    unit, place = unit_at(node), place_at(node)
    if 0 <= unit < s.rules.count:
        return [unit], s.hexes[unit]
    if 0 <= place < s.rules.ground.hexes.count:
        return list(s.stack(place)), place
    return [], -1


def chariots_near(s: Battle, unit: int) -> list[int]:
    """Return the chariots that a unit might embark on, the nearest first; the chariot itself for a chariot."""
    if s.kinds[unit] == CH:
        return [unit]
    chariots = [other for other in s.units_of(s.side) if s.kinds[other] == CH and s.hexes[other] >= 0]
    here = s.hexes[unit]
    if here < 0:
        return chariots
    return sorted(chariots, key=lambda other: s.rules.ground.hexes.distance(here, s.hexes[other]))


def why_not(s: Battle, node: str) -> Refusal | None:
    """Return why a counter or hex has no part in the pending decision; None if no clause says why."""
    step = s.agenda[-1]
    units, hex = units_and_hex(s, node)
    own = [unit for unit in units if s.rules.sides[unit] == s.side]
    if isinstance(step, Move) and units and not own:
        return Refusal("CH-S5.22", "There is no combat in this phase. Choose one of your own units to move.")
    if isinstance(step, Move) and not own and hex >= 0:
        return Refusal(
            "CH-S5.12", f"Choose one of your units first; then choose where it goes, such as {hex_name(s, hex)}."
        )
    if isinstance(step, Go) and own and step.unit not in own:
        return Refusal("CH-S5.13", f"First finish the move of {unit_name(s, step.unit)}: continue, or stop.")
    if isinstance(step, FireDecision | Volley | Melee | Assault) and own:
        return Refusal("CH-S4.2", f"This is the {PHASES[s.phase]}. Units move in the Chariot and Movement Phases.")
    return None
