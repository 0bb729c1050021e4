"""Movement: who may move, where to, and what it costs (CH-S5.11 to CH-S5.62, CH-1.4, CH-R31, CH-R48)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Entered, MoveBegan, Moved, MoveEnded, PhaseEnded, Took, Turned
from hippodrome.games.chariot.facing import FrontWays, front_ways, is_front
from hippodrome.games.chariot.ground import POINT, STREAM
from hippodrome.games.chariot.leaving import can_leave, leave
from hippodrome.games.chariot.scenarios import EXIT
from hippodrome.games.chariot.stacking import fits, joined, refusal
from hippodrome.games.chariot.state import CHARIOT, HALTED_NOW, HALTED_TURN, OFF_MAP, Battle, changed
from hippodrome.games.chariot.steps import DONE, GO, LEAVE, MOVE, PROPOSED, STOP, TURN, Question, some
from hippodrome.games.chariot.units import CH
from hippodrome.games.chariot.victory import concede, is_hopeless
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.hexes import NONE, SIDES, Ways, ways

# -------------------------------------------------------------------- who may move


def may_enter(s: Battle, unit: i64) -> bool:
    """CH-V.5.4-3, CH-V.5.7-2, CH-V.5.8-2, CH-R36: whether a unit off the map may come in this Player-Turn."""
    army = s.rules.armies[s.rules.sides[unit]]
    return s.hexes[unit] == OFF_MAP and len(army.entry) > 0 and (not army.at_once or s.turn == 1)


def can_move(s: Battle, unit: i64) -> bool:
    """Return whether a unit of the phasing side may still be picked up in this phase (CH-S5.14, CH-S8.2b).

    Carried units do not walk (CH-1.04, CH-R32), units in contact stay (CH-S18.2), panicked ones run (CH-S13.0c).
    """
    if s.moved[unit] or s.disrupted[unit] or s.aboard[unit] or s.contact[unit] or s.panicked[unit] or s.halted[unit]:
        return False
    if s.hexes[unit] < 0 and not may_enter(s, unit):
        return False
    if s.kinds[unit] == CH:
        return left(s, unit) >= POINT or s.spent[unit] == 0
    return s.phase != CHARIOT and s.rode[unit] != s.number


def left(s: Battle, unit: i64) -> i64:
    """Return the half points left; a chariot's are for both phases (CH-1.4). Nothing is saved or lent (CH-S5.13)."""
    return s.allowance(unit) - s.spent[unit]


def why_not(s: Battle, unit: i64) -> Refusal:
    """Why a unit may not move."""
    if unit >= s.rules.count or s.rules.sides[unit] != s.side:
        return Refusal("CH-S5.21", "Only the units of the side whose Player-Turn it is may move.")
    if s.hexes[unit] < 0 and not may_enter(s, unit):
        return Refusal("CH-S5.12", "This unit is not on the map.")
    if s.disrupted[unit]:
        return Refusal("CH-S8.2b", "A disrupted unit may not move.")
    if s.aboard[unit] or s.rode[unit] == s.number:
        return Refusal("CH-R32", "A unit that has been aboard a chariot in this Player-Turn may not walk.")
    if s.contact[unit]:
        return Refusal("CH-S18.2", "A unit in contact may not leave.")
    if s.panicked[unit]:
        return Refusal("CH-S13.0c", "A panicked unit runs; it takes no orders.")
    if s.phase == CHARIOT and s.kinds[unit] != CH:
        return Refusal("CH-1.02", "Only chariots move in the Chariot Phase.")
    if s.halted[unit]:
        return Refusal("CH-1.5b", "It has been stopped for the rest of this Player-Turn.")
    return Refusal("CH-S5.14", "It has made its move in this phase.")


# -------------------------------------------------------------------- where to


def routes(s: Battle, unit: i64) -> Ways:
    """Return every hex a unit can get to, stop or no stop; worked out once until something changes."""
    if s._ways is not None and s._ways_of == unit:
        return s._ways
    if s.hexes[unit] == OFF_MAP:
        found = _entries(s, unit)
    else:
        shut, halts, points = s.board().held[1 - s.rules.sides[unit]], _halts(s, unit), max(left(s, unit), 0)
        if s.rules.options.facing:
            found = front_ways(s, unit, points, shut, halts)
        else:
            found = ways(s.rules.ground.hexes, s.hexes[unit], points, s.rules.ground.costs, shut, halts)
        _add_least(s, unit, found)
    s._ways = found
    s._ways_of = unit
    s._targets = None
    return found


def _halts(s: Battle, unit: i64) -> bytes:
    """CH-S6.41b, CH-S6.41c, CH-1.5a, CH-1.5b: where it must stop: zones of the enemy, and for chariots the stream."""
    zone = s.zone(1 - s.rules.sides[unit])
    if s.kinds[unit] != CH:
        return zone
    both = int.from_bytes(zone, "big") | s.rules.ground.streams
    return both.to_bytes(len(zone), "big")


def _entries(s: Battle, unit: i64) -> Ways:
    """CH-R17: the hexes at the edge, each at its own cost."""
    found = Ways()
    enemy = s.board().held[1 - s.rules.sides[unit]]
    for hex in s.rules.armies[s.rules.sides[unit]].entry:
        if not enemy[hex] and s.rules.ground.entry[hex] <= left(s, unit):
            found.order.append(hex)
            found.cost[hex] = s.rules.ground.entry[hex]
            found.came[hex] = NONE
    return found


def _add_least(s: Battle, unit: i64, found: Ways) -> None:
    """CH-S5.15, CH-S10.24, CH-R31: one hex is always possible to a unit that has not moved in this Player-Turn."""
    if s.spent[unit]:
        return
    hex = s.hexes[unit]
    enemy = s.board().held[1 - s.rules.sides[unit]]
    for other in s.rules.ground.hexes.around(hex):
        if other in found.cost or enemy[other]:
            continue
        if isinstance(found, FrontWays):
            if not is_front(s, unit, other):
                continue
            found.facing[other] = s.facing[unit]
            found.before[other * SIDES + s.facing[unit]] = hex * SIDES + s.facing[unit]
        found.order.append(other)
        found.cost[other] = int(max(left(s, unit), 0))
        found.came[other] = hex


def may_stop(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S5.4, CH-R6, CH-R48: whether it may stay there, or somebody there can still make room."""
    units = s.with_riders(unit)
    if not s.stack(hex) and len(units) == 1:
        return True
    together = joined(s, units, hex)
    if fits(s, together):
        return True
    stay = [other for other in together if other == unit or not _can_go(s, other, other in units)]
    return len(stay) < len(together) and fits(s, stay)


def _can_go(s: Battle, unit: i64, is_carried: bool) -> bool:
    """Return whether a unit can still move on, or get off, in this phase."""
    if s.aboard[unit]:
        if not s.disrupted[unit] and not s.panicked[unit] and not s.contact[unit]:
            return True
        return not is_carried and can_move(s, s.aboard[unit] - 1)
    return can_move(s, unit)


def targets(s: Battle, unit: i64) -> list[int]:
    """Return the hexes a unit may go to now, the cheapest first. Worked out once until something changes."""
    order = routes(s, unit).order
    if s._targets is None:
        own = s.board().held[s.rules.sides[unit]]
        empty = [hex for hex in order if not own[hex]]
        is_free = bool(empty) and may_stop(s, unit, empty[0])  # one empty hex is like another
        s._targets = [hex for hex in order if (may_stop(s, unit, hex) if own[hex] else is_free)]
    return s._targets


# -------------------------------------------------------------------- going


def go(s: Battle, unit: i64, hex: i64) -> None:
    """CH-S5.11, CH-S5.26: go there by the cheapest way, through friends if need be; riders come along."""
    found = routes(s, unit)
    path = found.path(int(hex))
    came_in = s.hexes[unit] == OFF_MAP
    short = _is_least(s, unit, path, int(hex))
    points = s.spent[unit] + found.cost[int(hex)]
    group = s.with_riders(unit)
    side = s.rules.sides[unit]
    s.spent = changed(s.spent, unit, max(points, 1))
    if isinstance(found, FrontWays):
        for one in group:
            s.facing = changed(s.facing, one, found.facing[int(hex)])
    carry(s, group, hex)
    if came_in and s.rules.options.facing:
        face_in(s, unit, group)
    if s.logging:
        if came_in:
            s.emit(Entered(unit, side, tuple(group), tuple(path)), "CH-R17")
        else:
            s.emit(Moved(unit, side, tuple(group), tuple(path)))
    for step in path:
        occupy(s, step, side)
    stop = 0
    if s.zone(1 - side)[hex]:
        stop |= HALTED_NOW
    if short or (s.kinds[unit] == CH and s.rules.ground.terrain[hex] == STREAM):
        stop |= HALTED_TURN
    if stop:
        s.halted = changed(s.halted, unit, s.halted[unit] | stop)


def _is_least(s: Battle, unit: i64, path: list[int], hex: i64) -> bool:
    """Return whether this is the one hex that is always possible, and not paid in full."""
    if s.hexes[unit] == OFF_MAP or len(path) != 1:
        return False
    ground = s.rules.ground
    side = ground.hexes.direction(s.hexes[unit], hex)
    return ground.costs[s.hexes[unit] * SIDES + side] > left(s, unit)


def carry(s: Battle, group: list[int], hex: i64) -> None:
    """Units come into a hex together."""
    hexes = list(s.hexes)
    entered = bytearray(s.entered)
    for unit in group:
        hexes[unit] = int(hex)
        entered[unit] = 1
    s.hexes = tuple(hexes)
    s.entered = bytes(entered)
    s.forget()


def occupy(s: Battle, hex: i64, side: i64) -> None:
    """CH-R35: entering a hex, even in passing, counts for control."""
    if s.take(hex, side) and s.logging:
        s.emit(Took(hex, side), "CH-S11.3")


def face_in(s: Battle, unit: i64, group: list[int]) -> None:
    """CH-R51: whoever enters faces away from the edge."""
    ground = s.rules.ground
    hex = s.hexes[unit]
    inward = 1
    if hex in ground.edges["west"]:
        inward = 0
    elif hex in ground.edges["east"]:
        inward = 3
    elif hex in ground.edges["south"]:
        inward = 4
    for one in group:
        s.facing = changed(s.facing, one, inward)


@mypyc_attr(acyclic=True)
class Go(Question):
    """CH-S5.13: the unit in hand goes on by whatever way, hex by hex or far, until it stops or is stopped."""

    RULE: ClassVar[str] = "CH-S5.11"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def waits(self, s: Battle) -> bool:
        """While there is somewhere to go."""
        if s.hexes[self.unit] < OFF_MAP or s.halted[self.unit]:
            return False
        return can_leave(s, self.unit) or self.can_turn(s) or len(targets(s, self.unit)) > 0

    def can_turn(self, s: Battle) -> bool:
        """CH-S16.11: turning costs a point."""
        return s.rules.options.facing and s.hexes[self.unit] >= 0 and left(s, self.unit) >= POINT

    def must_go(self, s: Battle, found: list[int]) -> bool:
        """CH-R48: whoever can make room in a crowded hex, and has been picked up, goes."""
        return s.hexes[self.unit] in s.crowded and len(found) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Stop; leave; turn; or go on."""
        return self.listed(s, targets(s, self.unit), False)

    def listed(self, s: Battle, found: list[int], is_short: bool) -> list[Action]:
        actions: list[Action] = [] if self.must_go(s, found) else [STOP]
        if can_leave(s, self.unit):
            actions.insert(0, LEAVE)
        if self.can_turn(s):
            actions.extend([TURN[d] for d in range(SIDES) if d != s.facing[self.unit]])
        shown = worthwhile(s, self.unit, found) if is_short else found
        actions.extend([GO[hex] for hex in shown])
        return actions

    def proposals(self, s: Battle) -> list[Action]:
        """Return some places to go to, the nearest to the enemy or the goal among them."""
        return self.listed(s, targets(s, self.unit), True)

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb != "go" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if s.board().held[1 - s.side][hex]:
            return Refusal(
                "CH-S5.23", "You may not enter a hex with an enemy unit, be it a lone leader or chariot (CH-R4)."
            )
        if hex in routes(s, self.unit).cost:
            return refusal(s, joined(s, s.with_riders(self.unit), hex))
        return Refusal("CH-S5.27", "It has not enough Movement Points for that, or would be stopped on the way.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Go on, and ask again if there is anything left to do."""
        unit = self.unit
        if action.verb == "go":
            go(s, unit, action.args[0])
            return [self]
        if action.verb == "turn":
            s.spent = changed(s.spent, unit, s.spent[unit] + POINT)
            group = s.with_riders(unit)
            for one in group:
                s.facing = changed(s.facing, one, action.args[0])
            s.forget()
            if s.logging:
                s.emit(Turned(unit, s.side, tuple(group), action.args[0]), "CH-S16.11")
            return [self]
        if action.verb == "leave":
            leave(s, unit)
            return NOTHING
        return self.run(s)

    def run(self, s: Battle) -> list[Step]:
        """CH-S5.24: the move is over, and final."""
        unit = self.unit
        for one in s.with_riders(unit):
            s.moved = changed(s.moved, one, 1)
        hex = s.hexes[unit]
        if hex >= 0 and hex not in s.crowded and not fits(s, s.stack(hex)):
            s.crowded = (*s.crowded, hex)
        s.forget()
        if s.logging:
            s.emit(MoveEnded(unit, s.side), "CH-S5.24")
        return NOTHING


def worthwhile(s: Battle, unit: i64, found: list[int]) -> list[int]:
    """Return some of many hexes: those nearest to what the battle is about, and others all around."""
    focus = focus_of(s, unit)
    if focus < 0 or len(found) <= PROPOSED:
        return some(found)
    hexes = s.rules.ground.hexes
    far = [hexes.distance(hex, focus) for hex in found]
    nearest = min(far)
    near = [hex for place, hex in enumerate(found) if far[place] == nearest][:3]
    return [*near, *[hex for hex in some(found, PROPOSED // 2) if hex not in near]]


def focus_of(s: Battle, unit: i64) -> int:
    """Return the way out, an objective hex for some units, an enemy unit for others."""
    objectives = s.rules.order.objectives
    victory = s.rules.order.victory
    if victory.rule == EXIT and victory.side == s.rules.sides[unit]:
        return s.rules.ground.edges[victory.edge][unit * 7 % len(s.rules.ground.edges[victory.edge])]
    if objectives and unit % 2:
        return objectives[unit // 2 % len(objectives)]
    enemies = [s.hexes[enemy] for enemy in s.units_of(1 - s.rules.sides[unit]) if s.hexes[enemy] >= 0]
    return enemies[unit % len(enemies)] if enemies else NONE


@mypyc_attr(acyclic=True)
class Move(Question):
    """CH-S5.12: any, all or none of the phasing units may move, one after the other (CH-S5.43)."""

    RULE: ClassVar[str] = "CH-S5.12"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While somebody can move; a player without a choice is passed over."""
        return any(can_move(s, unit) for unit in s.units_of(s.side))

    def movers(self, s: Battle) -> list[int]:
        """Whoever can still move, those in crowded hexes first."""
        found = [unit for unit in s.units_of(s.side) if can_move(s, unit)]
        if s.crowded:
            found.sort(key=lambda unit: s.hexes[unit] not in s.crowded)
        return found

    def may_end(self, s: Battle, movers: list[int]) -> bool:
        """CH-R48: not while a crowded hex can be mended by moving on."""
        for hex in s.crowded:
            if not fits(s, s.stack(hex)) and any(s.hexes[unit] == hex and targets(s, unit) for unit in movers):
                return False
        return True

    def legal(self, s: Battle) -> list[Action]:
        """Return every unit that can move; or the end."""
        movers = self.movers(s)
        found = [DONE] if self.may_end(s, movers) else []
        found.extend([MOVE[unit] for unit in movers])
        if s.rules.options.concession:
            found.append(LEAVE)
        return found

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        movers = self.movers(s)
        found = [DONE] if self.may_end(s, movers) else []
        found.extend([MOVE[unit] for unit in some(movers)])
        if s.rules.options.concession and is_hopeless(s, s.side):
            found.append(LEAVE)
        return found

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb == "move" and len(action.args) == 1 and action.args[0] >= 0:
            return why_not(s, action.args[0])
        if action.verb == "done":
            return Refusal("CH-R48", "Too many units share a hex, and one of them can still move on.")
        if action.verb == "leave":
            return Refusal("CH-S15.0", "You may concede the field only if the option is used.")
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Pick a unit up, or end."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        if action.verb == "leave":
            return concede(s)
        unit = action.args[0]
        s._ways = None
        if s.logging:
            s.emit(MoveBegan(unit, s.side))
        return [Go(unit), MOVE_UNITS]


MOVE_UNITS: Final = Move()
