"""Movement: which units may move, where to, and at what cost (CH-S5.11 to CH-S5.62, CH-1.4, CH-R31, CH-R48)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Entered, MoveBegan, Moved, MoveEnded, PhaseEnded, Took, Turned
from hippodrome.games.chariot.facing import FacingRoutes, direction_towards, facing_routes, is_front
from hippodrome.games.chariot.ground import POINT, STREAM
from hippodrome.games.chariot.leaving import can_leave, leave_map
from hippodrome.games.chariot.scenarios import EXIT
from hippodrome.games.chariot.stacking import may_share_hex, stacking_refusal, units_after_joining
from hippodrome.games.chariot.state import CHARIOT, HALTED_NOW, HALTED_TURN, OFF_MAP, Battle, with_value
from hippodrome.games.chariot.steps import (
    DONE,
    GO,
    LEAVE,
    MAX_PROPOSALS,
    MOVE,
    STOP,
    TURN,
    SideChoice,
    evenly_spread,
)
from hippodrome.games.chariot.units import CH
from hippodrome.games.chariot.victory import concede, is_hopeless
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES, ReachableHexes, reachable_hexes

# -------------------------------------------------------------------- units that may move


def may_enter(s: Battle, unit: i64) -> bool:
    """CH-V.5.4-3, CH-V.5.7-2, CH-V.5.8-2, CH-R36: return whether a unit off the map may enter in this Player-Turn."""
    army = s.rules.armies[s.rules.sides[unit]]
    return s.hexes[unit] == OFF_MAP and len(army.entry_hexes) > 0 and (not army.at_once or s.turn == 1)


def can_move(s: Battle, unit: i64) -> bool:
    """Return whether a unit of the phasing side may still be chosen to move in this phase (CH-S5.14, CH-S8.2b).

    Carried units do not walk (CH-1.04, CH-R32), units in contact stay (CH-S18.2), and panicked units flee (CH-S13.0c).
    """
    if s.moved[unit] or s.disrupted[unit] or s.aboard[unit] or s.contact[unit] or s.panicked[unit] or s.halted[unit]:
        return False
    if s.hexes[unit] < 0 and not may_enter(s, unit):
        return False
    if s.kinds[unit] == CH:
        return points_left(s, unit) >= POINT or s.spent[unit] == 0
    return s.phase != CHARIOT and s.rode[unit] != s.number


def points_left(s: Battle, unit: i64) -> i64:
    """Return a unit's unspent half points; a chariot's are for both phases (CH-1.4). None are saved (CH-S5.13)."""
    return s.allowance(unit) - s.spent[unit]


def move_refusal(s: Battle, unit: i64) -> Refusal:
    """Return the refusal for a unit that may not move."""
    if unit >= s.rules.count or s.rules.sides[unit] != s.side:
        return Refusal("CH-S5.21", "You may move only your own units, in your own Player-Turn.")
    if s.hexes[unit] < 0 and not may_enter(s, unit):
        return Refusal("CH-S5.12", "This unit is not on the map and may not enter it now.")
    if s.disrupted[unit]:
        return Refusal("CH-S8.2b", "A disrupted unit may not move.")
    if s.aboard[unit] or s.rode[unit] == s.number:
        return Refusal("CH-R32", "This unit has been aboard a chariot in this Player-Turn and may not walk.")
    if s.contact[unit]:
        return Refusal("CH-S18.2", "A unit in contact may not leave its hex.")
    if s.panicked[unit]:
        return Refusal("CH-S13.0c", "A panicked unit flees and takes no orders.")
    if s.phase == CHARIOT and s.kinds[unit] != CH:
        return Refusal("CH-1.02", "Only chariots move in the Chariot Phase.")
    if s.halted[unit]:
        return Refusal("CH-1.5b", "This unit has stopped for the rest of the Player-Turn.")
    return Refusal("CH-S5.14", "This unit has already moved in this phase.")


# -------------------------------------------------------------------- destinations


def routes(s: Battle, unit: i64) -> ReachableHexes:
    """Return every hex a unit can reach, whether or not it may stop there. Cached until something changes."""
    if s._routes is not None and s._routes_unit == unit:
        return s._routes
    if s.hexes[unit] == OFF_MAP:
        reachable = _entry_routes(s, unit)
    else:
        blocked = s.occupancy().occupied[1 - s.rules.sides[unit]]
        stops = _stopping_hexes(s, unit)
        points = max(points_left(s, unit), 0)
        if s.rules.options.facing:
            reachable = facing_routes(s, unit, points, blocked, stops)
        else:
            reachable = reachable_hexes(
                s.rules.ground.hexes, s.hexes[unit], points, s.rules.ground.costs, blocked, stops
            )
        _add_minimum_move(s, unit, reachable)
    s._routes = reachable
    s._routes_unit = unit
    s._destinations = None
    return reachable


def _stopping_hexes(s: Battle, unit: i64) -> bytes:
    """CH-S6.41b, CH-S6.41c, CH-1.5a, CH-1.5b: mark where a unit must stop: enemy zones, and streams for chariots."""
    zone = s.zone(1 - s.rules.sides[unit])
    if s.kinds[unit] != CH:
        return zone
    both = int.from_bytes(zone, "big") | s.rules.ground.streams
    return both.to_bytes(len(zone), "big")


def _entry_routes(s: Battle, unit: i64) -> ReachableHexes:
    """CH-R17: return the edge hexes where a unit may enter, each at its own cost."""
    entries = ReachableHexes()
    enemy = s.occupancy().occupied[1 - s.rules.sides[unit]]
    for hex in s.rules.armies[s.rules.sides[unit]].entry_hexes:
        if not enemy[hex] and s.rules.ground.entry_costs[hex] <= points_left(s, unit):
            entries.order.append(hex)
            entries.cost[hex] = s.rules.ground.entry_costs[hex]
            entries.predecessor[hex] = NO_HEX
    return entries


def _add_minimum_move(s: Battle, unit: i64, reachable: ReachableHexes) -> None:
    """CH-S5.15, CH-S10.24, CH-R31: add the 1 hex that is always open to a unit that has not moved this Player-Turn."""
    if s.spent[unit]:
        return
    hex = s.hexes[unit]
    enemy = s.occupancy().occupied[1 - s.rules.sides[unit]]
    for neighbour in s.rules.ground.hexes.around(hex):
        if neighbour in reachable.cost or enemy[neighbour]:
            continue
        if isinstance(reachable, FacingRoutes):
            if not is_front(s, unit, neighbour):
                continue
            direction = direction_towards(s, hex, neighbour)
            reachable.facing[neighbour] = direction
            reachable.before[neighbour * SIDES + direction] = hex * SIDES + s.facing[unit]
        reachable.order.append(neighbour)
        reachable.cost[neighbour] = int(max(points_left(s, unit), 0))
        reachable.predecessor[neighbour] = hex


def may_stop(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S5.4, CH-R6, CH-R48: return whether a unit may stay in a hex, or a unit there can still make room."""
    units = s.with_riders(unit)
    if not s.stack(hex) and len(units) == 1:
        return True
    together = units_after_joining(s, units, hex)
    if may_share_hex(s, together):
        return True
    stay = [other for other in together if other == unit or not _can_make_room(s, other, other in units)]
    return len(stay) < len(together) and may_share_hex(s, stay)


def _can_make_room(s: Battle, unit: i64, is_carried: bool) -> bool:
    """Return whether a unit can still move on or debark in this phase."""
    if s.aboard[unit]:
        if not s.disrupted[unit] and not s.panicked[unit] and not s.contact[unit]:
            return True
        return not is_carried and can_move(s, s.aboard[unit] - 1)
    return can_move(s, unit)


def destinations(s: Battle, unit: i64) -> list[int]:
    """Return the hexes a unit may move to now, the cheapest first. Cached until something changes."""
    order = routes(s, unit).order
    if s._destinations is None:
        own = s.occupancy().occupied[s.rules.sides[unit]]
        empty = [hex for hex in order if not own[hex]]
        is_free = bool(empty) and may_stop(s, unit, empty[0])  # all empty hexes are alike
        s._destinations = [hex for hex in order if (may_stop(s, unit, hex) if own[hex] else is_free)]
    return s._destinations


# -------------------------------------------------------------------- moving


def move_to(s: Battle, unit: i64, hex: i64) -> None:
    """CH-S5.11, CH-S5.26: move a unit by the cheapest path, through friends if necessary, with its riders."""
    reachable = routes(s, unit)
    path = reachable.path(int(hex))
    is_entering = s.hexes[unit] == OFF_MAP
    is_minimum_move = _is_minimum_move(s, unit, path, int(hex))
    points = s.spent[unit] + reachable.cost[int(hex)]
    group = s.with_riders(unit)
    side = s.rules.sides[unit]
    s.spent = with_value(s.spent, unit, max(points, 1))
    if isinstance(reachable, FacingRoutes):
        for member in group:
            s.facing = with_value(s.facing, member, reachable.facing[int(hex)])
    move_group(s, group, hex)
    if is_entering and s.rules.options.facing:
        face_inward(s, unit, group)
    if s.logging:
        if is_entering:
            s.emit(Entered(unit, side, tuple(group), tuple(path)), "CH-R17")
        else:
            s.emit(Moved(unit, side, tuple(group), tuple(path)))
    for step in path:
        gain_control(s, step, side)
    stop = 0
    if s.zone(1 - side)[hex]:
        stop |= HALTED_NOW
    if is_minimum_move or (s.kinds[unit] == CH and s.rules.ground.terrain[hex] == STREAM):
        stop |= HALTED_TURN
    if stop:
        s.halted = with_value(s.halted, unit, s.halted[unit] | stop)


def _is_minimum_move(s: Battle, unit: i64, path: list[int], hex: i64) -> bool:
    """Return whether a path is the 1 hex that is always possible and is not paid in full."""
    if s.hexes[unit] == OFF_MAP or len(path) != 1:
        return False
    ground = s.rules.ground
    side = ground.hexes.direction(s.hexes[unit], hex)
    return ground.costs[s.hexes[unit] * SIDES + side] > points_left(s, unit)


def move_group(s: Battle, group: list[int], hex: i64) -> None:
    """Move units into a hex together."""
    hexes = list(s.hexes)
    entered = bytearray(s.entered)
    for unit in group:
        hexes[unit] = int(hex)
        entered[unit] = 1
    s.hexes = tuple(hexes)
    s.entered = bytes(entered)
    s.clear_caches()


def gain_control(s: Battle, hex: i64, side: i64) -> None:
    """CH-R35: give a side control of a hex it has entered, even in passing."""
    if s.take_control(hex, side) and s.logging:
        s.emit(Took(hex, side), "CH-S11.3")


def face_inward(s: Battle, unit: i64, group: list[int]) -> None:
    """CH-R51: make a unit that enters the map face away from the edge."""
    ground = s.rules.ground
    hex = s.hexes[unit]
    inward = 1
    if hex in ground.edges["west"]:
        inward = 0
    elif hex in ground.edges["east"]:
        inward = 3
    elif hex in ground.edges["south"]:
        inward = 4
    for member in group:
        s.facing = with_value(s.facing, member, inward)


@mypyc_attr(acyclic=True)
class Go(SideChoice):
    """CH-S5.13: the chosen unit moves by any path, one hex or several at a time, until it stops or must stop."""

    RULE: ClassVar[str] = "CH-S5.11"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    PASSES: ClassVar[tuple[str, ...]] = ("stop",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def waits(self, s: Battle) -> bool:
        """Return whether the unit can still move, turn or leave."""
        if s.hexes[self.unit] < OFF_MAP or s.halted[self.unit]:
            return False
        return can_leave(s, self.unit) or self.can_turn(s) or len(destinations(s, self.unit)) > 0

    def can_turn(self, s: Battle) -> bool:
        """CH-S16.11: return whether the unit can pay the 1 point for a turn."""
        return s.rules.options.facing and s.hexes[self.unit] >= 0 and points_left(s, self.unit) >= POINT

    def must_go(self, s: Battle, hexes: list[int]) -> bool:
        """CH-R48: return whether the unit must move on, because it can make room in an overcrowded hex."""
        return s.hexes[self.unit] in s.crowded and len(hexes) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions stop, leave, turn and move on."""
        return self.actions(s, destinations(s, self.unit), False)

    def actions(self, s: Battle, hexes: list[int], is_short: bool) -> list[Action]:
        """Return the legal actions for these destinations, only the promising ones if `is_short`."""
        actions: list[Action] = [] if self.must_go(s, hexes) else [STOP]
        if can_leave(s, self.unit):
            actions.insert(0, LEAVE)
        if self.can_turn(s):
            actions.extend([TURN[d] for d in range(SIDES) if d != s.facing[self.unit]])
        listed = promising_hexes(s, self.unit, hexes) if is_short else hexes
        actions.extend([GO[hex] for hex in listed])
        return actions

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of destinations, including those nearest to the enemy or the goal."""
        return self.actions(s, destinations(s, self.unit), True)

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb != "go" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if s.occupancy().occupied[1 - s.side][hex]:
            return Refusal(
                "CH-S5.23", "You may not enter a hex with an enemy unit, not even a lone leader or chariot (CH-R4)."
            )
        if hex in routes(s, self.unit).cost:
            return stacking_refusal(s, units_after_joining(s, s.with_riders(self.unit), hex))
        return Refusal("CH-S5.27", "The unit does not have enough Movement Points, or must stop on the way.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Carry out the action, and ask again if the unit can do more."""
        unit = self.unit
        if action.verb == "go":
            move_to(s, unit, action.args[0])
            return [self]
        if action.verb == "turn":
            s.spent = with_value(s.spent, unit, s.spent[unit] + POINT)
            group = s.with_riders(unit)
            for member in group:
                s.facing = with_value(s.facing, member, action.args[0])
            s.clear_caches()
            if s.logging:
                s.emit(Turned(unit, s.side, tuple(group), action.args[0]), "CH-S16.11")
            return [self]
        if action.verb == "leave":
            leave_map(s, unit)
            return NOTHING
        return self.run(s)

    def run(self, s: Battle) -> list[Step]:
        """CH-S5.24: end the move; it is final."""
        unit = self.unit
        for member in s.with_riders(unit):
            s.moved = with_value(s.moved, member, 1)
        hex = s.hexes[unit]
        if hex >= 0 and hex not in s.crowded and not may_share_hex(s, s.stack(hex)):
            s.crowded = (*s.crowded, hex)
        s.clear_caches()
        if s.logging:
            s.emit(MoveEnded(unit, s.side), "CH-S5.24")
        return NOTHING


def promising_hexes(s: Battle, unit: i64, hexes: list[int]) -> list[int]:
    """Return a sample of hexes: those nearest to the focus of the unit, and others spread over the list."""
    focus = focus_of(s, unit)
    if focus < 0 or len(hexes) <= MAX_PROPOSALS:
        return evenly_spread(hexes)
    grid = s.rules.ground.hexes
    distances = [grid.distance(hex, focus) for hex in hexes]
    least = min(distances)
    nearest = [hex for index, hex in enumerate(hexes) if distances[index] == least][:3]
    return [*nearest, *[hex for hex in evenly_spread(hexes, MAX_PROPOSALS // 2) if hex not in nearest]]


def focus_of(s: Battle, unit: i64) -> int:
    """Return the hex a unit should head for: the exit, an objective or an enemy unit, depending on its number."""
    objectives = s.rules.order.objectives
    victory = s.rules.order.victory
    if victory.rule == EXIT and victory.side == s.rules.sides[unit]:
        return s.rules.ground.edges[victory.edge][unit * 7 % len(s.rules.ground.edges[victory.edge])]
    if objectives and unit % 2:
        return objectives[unit // 2 % len(objectives)]
    enemies = [s.hexes[enemy] for enemy in s.units_of(1 - s.rules.sides[unit]) if s.hexes[enemy] >= 0]
    return enemies[unit % len(enemies)] if enemies else NO_HEX


@mypyc_attr(acyclic=True)
class Move(SideChoice):
    """CH-S5.12: any, all or none of the phasing units may move, one after the other (CH-S5.43)."""

    RULE: ClassVar[str] = "CH-S5.12"
    PASSES: ClassVar[tuple[str, ...]] = ("done", "leave")
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether any unit can still move."""
        return any(can_move(s, unit) for unit in s.units_of(s.side))

    def movers(self, s: Battle) -> list[int]:
        """Return the units that can still move, those in overcrowded hexes first."""
        units = [unit for unit in s.units_of(s.side) if can_move(s, unit)]
        if s.crowded:
            units.sort(key=lambda unit: s.hexes[unit] not in s.crowded)
        return units

    def may_end(self, s: Battle, movers: list[int]) -> bool:
        """CH-R48: return False while moving on can still put an overcrowded hex right."""
        for hex in s.crowded:
            if not may_share_hex(s, s.stack(hex)) and any(
                s.hexes[unit] == hex and destinations(s, unit) for unit in movers
            ):
                return False
        return True

    def legal(self, s: Battle) -> list[Action]:
        """Return the end of the phase and every unit that can move."""
        movers = self.movers(s)
        actions = [DONE] if self.may_end(s, movers) else []
        actions.extend([MOVE[unit] for unit in movers])
        if s.rules.options.concession:
            actions.append(LEAVE)
        return actions

    def proposals(self, s: Battle) -> list[Action]:
        """Return the end of the phase and a sample of the units that can move."""
        movers = self.movers(s)
        actions = [DONE] if self.may_end(s, movers) else []
        actions.extend([MOVE[unit] for unit in evenly_spread(movers)])
        if s.rules.options.concession and is_hopeless(s, s.side):
            actions.append(LEAVE)
        return actions

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb == "move" and len(action.args) == 1 and action.args[0] >= 0:
            return move_refusal(s, action.args[0])
        if action.verb == "done":
            return Refusal("CH-R48", "Too many units share a hex. Move one of them on first.")
        if action.verb == "leave":
            return Refusal("CH-S15.0", "You may concede only if the concession option is on.")
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Choose a unit, concede, or end the phase."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        if action.verb == "leave":
            return concede(s)
        unit = action.args[0]
        s._routes = None
        if s.logging:
            s.emit(MoveBegan(unit, s.side))
        return [Go(unit), MOVE_STEP]


MOVE_STEP: Final = Move()
