"""Set-up: by hand, hex by hex, or automatically (CH-S11.1b, CH-R33, CH-R45, CH-R50)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Arrayed, Faced, Placed, SetUp
from hippodrome.games.chariot.facing import direction_towards
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.movement import gain_control
from hippodrome.games.chariot.scenarios import Group
from hippodrome.games.chariot.stacking import stacking_fault, stacking_refusal, units_after_joining
from hippodrome.games.chariot.state import NO_UNIT, OFF_MAP, Battle, with_value
from hippodrome.games.chariot.steps import AUTO, PLACE, TAKE, TURN, SideChoice, evenly_spread
from hippodrome.games.chariot.units import AX, BW, CH, HB, IB, MC, MI, MS, SD, SK, UNIT_TYPES
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES

# The best fighters stand in front. Chariots need a hex to themselves and come before their riders.
DEPLOYMENT_ORDER: Final = (SD, AX, MS, MI, CH, SK, IB, BW, MC, HB)


# -------------------------------------------------------------------- deployment hexes


def group_of(s: Battle, unit: i64) -> Group:
    """Return the group a unit sets up with (CH-V.5.4-5)."""
    return s.rules.armies[s.rules.sides[unit]].groups[s.rules.groups[unit]]


def undeployed_units(s: Battle) -> list[int]:
    """Return the units that the deploying side must still place."""
    units = s.units_of(s.side)
    return [unit for unit in units if s.hexes[unit] == OFF_MAP and group_of(s, unit).hexes]


def chariot_to_board(s: Battle, unit: i64, hex: i64) -> int:
    """CH-R33: return the chariot in a hex that a unit boards at set-up, or NO_UNIT. Leaders do not board (CH-R34)."""
    if s.kinds[unit] >= UNIT_TYPES or not s.kind(unit).is_rider:
        return NO_UNIT
    for other in s.stack(hex):
        if s.kinds[other] == CH and all(s.kinds[rider] >= UNIT_TYPES for rider in s.riders(other)):
            return other
    return NO_UNIT


def has_room(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-R45: return whether a unit may set up in a hex by the class, stacking and chariot rules, away from enemies."""
    stack = s.stack(hex)
    if not stack:
        return True
    if s.rules.sides[stack[0]] != s.rules.sides[unit]:
        return False
    if chariot_to_board(s, unit, hex) == NO_UNIT:
        return stacking_fault(s, [*stack, int(unit)]) == 0
    return not s.rules.options.passenger_counts_for_stacking or len(stack) < s.rules.armies[s.side].stacking


def deployment_hexes(s: Battle, kind: i64) -> list[int]:
    """Return the hexes where a unit of a kind may set up."""
    hexes: list[int] = []
    for number, group in enumerate(s.rules.armies[s.side].groups):
        unit = next_undeployed(s, kind, number)
        if unit != NO_UNIT:
            hexes.extend([hex for hex in group.hexes if has_room(s, unit, hex)])
    return hexes


def next_undeployed(s: Battle, kind: i64, group: i64) -> int:
    """Return the next unit of a kind in a group, or NO_UNIT."""
    for unit in undeployed_units(s):
        if s.kinds[unit] == kind and s.rules.groups[unit] == group:
            return unit
    return NO_UNIT


def deploy_unit(s: Battle, unit: i64, hex: i64) -> None:
    """Place a unit in a hex, aboard a chariot if it can ride there."""
    chariot = chariot_to_board(s, unit, hex)
    if chariot != NO_UNIT:
        s.aboard = with_value(s.aboard, unit, chariot + 1)
    facing = direction_towards(s, hex, front_hex(s)) if chariot == NO_UNIT else s.facing[chariot]
    s.facing = with_value(s.facing, unit, facing)
    s.set_hex(unit, hex)


def front_hex(s: Battle) -> int:
    """Return the hex an army faces at set-up: an objective outside its zone, the enemy's zone or the map centre."""
    hexes = s.rules.ground.hexes
    enemy_groups = s.rules.armies[1 - s.side].groups
    own_groups = s.rules.armies[s.side].groups
    objectives = s.rules.order.objectives
    if objectives and not any(objectives[0] in group.hexes for group in own_groups):
        return objectives[0]
    zone = [hex for group in enemy_groups for hex in group.hexes]
    return zone[len(zone) // 2] if zone else hexes.at(18, 17)


# -------------------------------------------------------------------- automatic set-up


def deploy_automatically(s: Battle) -> list[int]:
    """Deploy the remaining units and return them.

    The best fighters hold the objectives inside the zone, the others go near the enemy, riders aboard. Leaders go where
    they command most.
    """
    units = undeployed_units(s)
    troops = [unit for unit in units if s.kinds[unit] < UNIT_TYPES]
    troops.sort(key=lambda unit: (DEPLOYMENT_ORDER.index(s.kinds[unit]), unit))
    garrison = garrison_objectives(s, troops)
    placed = garrison + [unit for unit in troops if unit not in garrison and deploy_troop(s, unit)]
    leaders = [unit for unit in units if s.kinds[unit] >= UNIT_TYPES]
    leaders.sort(key=lambda unit: (-s.kind(unit).radius, s.kinds[unit], unit))
    covered: set[int] = set()
    for leader in leaders:
        deploy_leader(s, leader, covered)
    return [*placed, *leaders]


def garrison_objectives(s: Battle, troops: list[int]) -> list[int]:
    """CH-R50: place the best fighters in every objective inside their zone that is still empty; return them."""
    garrison: list[int] = []
    for hex in s.rules.order.objectives:
        for unit in troops:
            if s.stack(hex):
                break
            if unit not in garrison and hex in group_of(s, unit).hexes and has_room(s, unit, hex):
                deploy_unit(s, unit, hex)
                garrison.append(unit)
    return garrison


def deploy_troop(s: Battle, unit: i64) -> bool:
    """Deploy a unit in the best hex with room, preferably aboard a chariot; return False if there is none."""
    hexes = s.rules.ground.hexes
    front = front_hex(s)
    best, score = NO_HEX, 10**6
    for hex in group_of(s, unit).hexes:
        if has_room(s, unit, hex):
            value = int(hexes.distance(hex, front)) * 4 + (40 if s.rules.ground.terrain[hex] == STREAM else 0)
            if chariot_to_board(s, unit, hex) != NO_UNIT:
                value -= 400
            if value < score:
                best, score = hex, value
    if best != NO_HEX:
        deploy_unit(s, unit, best)
    return best != NO_HEX


def deploy_leader(s: Battle, leader: i64, covered: set[int]) -> None:
    """Deploy a leader where it commands most units that no other leader does, and helps most in melee."""
    group = group_of(s, leader)
    hexes = s.rules.ground.hexes
    own = [unit for unit in s.units_of(s.side) if s.kinds[unit] < UNIT_TYPES and s.hexes[unit] >= 0]
    radius = s.kind(leader).radius
    best, most = group.hexes[0], -1
    for hex in group.hexes:
        stack = s.stack(hex)
        if not stack or s.rules.sides[stack[0]] != s.side:
            continue
        count = len([unit for unit in own if unit not in covered and hexes.distance(hex, s.hexes[unit]) <= radius])
        strength = sum([s.kind(unit).melee for unit in stack]) if not s.has_leader(hex) else 0
        value = count * 1000 + strength * 40 + 36 - int(hexes.distance(hex, front_hex(s)))
        if value > most:
            best, most = hex, value
    deploy_unit(s, leader, best)
    covered.update([unit for unit in own if hexes.distance(best, s.hexes[unit]) <= radius])


# -------------------------------------------------------------------- decisions


@mypyc_attr(acyclic=True)
class SideSetUp(Step):
    """CH-S11.1a, CH-R45: one side sets up completely, then the other; units that enter from an edge wait."""

    RULE: ClassVar[str] = "CH-R45"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def run(self, s: Battle) -> list[Step]:
        """Start the set-up of the side if it has units to place."""
        s.side = self.side
        return [DEPLOY_STEP] if undeployed_units(s) else NOTHING


@mypyc_attr(acyclic=True)
class Deploy(SideChoice):
    """CH-S11.1b: choose a kind of unit to place, or have the rest deployed automatically."""

    RULE: ClassVar[str] = "CH-S11.1b"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether units are still to be placed."""
        return len(undeployed_units(s)) > 0

    def run(self, s: Battle) -> list[Step]:
        """Complete the set-up of the side."""
        s.undo_barrier += 1
        for hex in sorted({s.hexes[unit] for unit in s.units_of(s.side) if s.hexes[unit] >= 0}):
            gain_control(s, hex, s.side)
        if s.logging:
            s.emit(SetUp(s.side))
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Return the automatic set-up, and each kind for which there is room."""
        kinds = sorted({s.kinds[unit] for unit in undeployed_units(s)})
        return [AUTO, *[TAKE[kind] for kind in kinds if deployment_hexes(s, kind)]]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Place one unit, or deploy the rest; if hand-placed units leave no room, the whole army is deployed again."""
        if action.verb == "take":
            return [Place(action.args[0]), self]
        units = deploy_automatically(s)
        if undeployed_units(s):
            for unit in s.units_of(s.side):
                s.aboard = with_value(s.aboard, unit, 0)
                s.set_hex(unit, OFF_MAP)
            units = deploy_automatically(s)
        if s.logging:
            s.emit(Arrayed(s.side, tuple(units)))
        return [self]


@mypyc_attr(acyclic=True)
class Place(SideChoice):
    """CH-S11.1b: choose a hex of the deployment zone for a unit of the chosen kind."""

    RULE: ClassVar[str] = "CH-S11.1b"
    FIELDS: ClassVar[tuple[str, ...]] = ("kind",)
    __slots__ = FIELDS

    def __init__(self, kind: i64) -> None:
        self.kind = kind

    def legal(self, s: Battle) -> list[Action]:
        """Return every hex with room."""
        return [PLACE[hex] for hex in deployment_hexes(s, self.kind)]

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of the hexes with room."""
        return [PLACE[hex] for hex in evenly_spread(deployment_hexes(s, self.kind))]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb != "place" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        groups = [number for number, group in enumerate(s.rules.armies[s.side].groups) if hex in group.hexes]
        units = [next_undeployed(s, self.kind, number) for number in groups]
        free = [unit for unit in units if unit != NO_UNIT]
        if not free:
            return Refusal("CH-S11.1b", "That hex is not in the deployment zone of this type of unit.")
        if s.occupancy().occupied[1 - s.side][hex]:
            return Refusal("CH-R45", "There is an enemy unit in that hex.")
        return stacking_refusal(s, units_after_joining(s, [free[0]], hex))

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Place the unit; with facing on, its owner then chooses its facing."""
        hex = action.args[0]
        groups = s.rules.armies[s.side].groups
        numbers = [number for number, group in enumerate(groups) if hex in group.hexes]
        open_groups = [number for number in numbers if self.has_undeployed(s, number)]
        unit = next_undeployed(s, self.kind, open_groups[0])
        deploy_unit(s, unit, hex)
        if s.logging:
            s.emit(Placed(unit, s.side, hex))
        return [Face(unit)] if s.rules.options.facing and not s.aboard[unit] else NOTHING

    def has_undeployed(self, s: Battle, group: i64) -> bool:
        """Return whether a group still has a unit of the chosen kind to place."""
        return next_undeployed(s, self.kind, group) != NO_UNIT


@mypyc_attr(acyclic=True)
class Face(SideChoice):
    """CH-S16.0: choose the facing of a unit at set-up."""

    RULE: ClassVar[str] = "CH-S16.0"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def legal(self, s: Battle) -> list[Action]:
        """Return all six directions, the one towards the enemy first."""
        return [TURN[(s.facing[self.unit] + turn) % SIDES] for turn in range(SIDES)]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Set the facing."""
        s.facing = with_value(s.facing, self.unit, action.args[0])
        if s.logging:
            s.emit(Faced(self.unit, s.side, action.args[0]))
        return NOTHING


DEPLOY_STEP: Final = Deploy()
