"""Moves of several units as one plan, tried out on a copy: marches, a general advance, embarking, unloading."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.boarding import (
    Board,
    can_debark,
    can_embark,
    can_reach_chariot,
    debark_action,
    debark_hexes,
    embark_action,
    has_room_for,
)
from hippodrome.games.chariot.formatting import kind_count, unit_name
from hippodrome.games.chariot.map_drawing import hex_centre
from hippodrome.games.chariot.melee import Advance
from hippodrome.games.chariot.movement import Go, Move, can_move, destinations, routes
from hippodrome.games.chariot.panic import enemy_distance
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.steps import GO, LEAVE, MOVE, STOP
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.hexes import NO_HEX
from hippodrome.kit.preview import DiceNeeded, NoDice
from hippodrome.kit.templates import join_words

MAX_NAMED: Final = 4  # longer lists of units are counted by type
FAR_AWAY: Final = 10**6
ENDS_UNLOADING: Final = "After this the phase ends, and you cannot undo it."
ENDS_PHASE: Final = "After this no unit can move. The phase ends, and you cannot undo it."


class March:
    """A plan of moves, tried out one after the other on a copy of the battle.

    actions   the actions so far
    after     the battle after them
    stayed    the units that did not move
    short     the units that fell short of their goal
    has_ended whether the phase has ended, so that nothing more can be planned
    is_final  whether the plan cannot be undone, because dice or another side follow
    """

    def __init__(self, s: Battle) -> None:
        self.actions: list[Action] = []
        self.after: Battle = s.clone()
        self.after.dice = NoDice(s.dice.rolled)
        self.stayed: list[int] = []
        self.short: list[int] = []
        self.has_ended = False
        self.is_final = False
        self._phase = (int(s.number), int(s.phase))

    def play(self, action: Action) -> None:
        """Add an action; the plan ends where dice or another decision would follow."""
        self.actions.append(action)
        try:
            agenda.act(self.after, action)
        except DiceNeeded:
            self.has_ended = self.is_final = True
            return
        if self.after.over or (int(self.after.number), int(self.after.phase)) != self._phase:
            self.has_ended = True
            self.is_final = self.after.over or int(self.after.number) != self._phase[0] or self.is_of_enemy

    def move(self, unit: int, hex: int) -> None:
        """Add the complete move of a unit."""
        self.play(MOVE[unit])
        self.play(GO[hex])
        step = self.step()
        if isinstance(step, Go):
            self.play(STOP)
            step = self.step()
        self.has_ended = self.has_ended or not isinstance(step, Move)

    def leave(self, unit: int) -> None:
        """Add a unit's departure from the map."""
        self.play(MOVE[unit])
        self.play(LEAVE)
        self.has_ended = self.has_ended or not isinstance(self.step(), Move)

    def step(self) -> agenda.Step | None:
        """Return the pending decision."""
        return self.after.agenda[-1] if self.after.agenda else None

    @property
    def is_of_enemy(self) -> bool:
        """True if the enemy has the pending decision."""
        return int(self.after.side) not in agenda.seats(self.after)

    @property
    def warning(self) -> str:
        """The warning before a plan that ends the phase."""
        return ENDS_PHASE if self.is_final else ""

    @property
    def note(self) -> str:
        """The units that stay or fall short, as text; empty if there are none."""
        s = self.after
        parts = [f"{names(s, self.short)} cannot go all the way"] if self.short else []
        parts += [f"{names(s, self.stayed)} cannot go there"] if self.stayed else []
        return f"{'; '.join(parts)}." if parts else ""


def names(s: Battle, units: list[int]) -> str:
    """Return units by name, or counted by type if there are many."""
    if len(units) <= MAX_NAMED:
        return join_words([unit_name(s, unit) for unit in units])
    counts: dict[int, int] = {}
    for unit in units:
        counts[s.kinds[unit]] = counts.get(s.kinds[unit], 0) + 1
    return join_words([kind_count(s.rules.kinds[kind], count) for kind, count in counts.items()])


# -------------------------------------------------------------------- places


def stopping_hexes(s: Battle, unit: i64) -> list[int]:
    """Return the hexes where a unit may stay for good, the cheapest first: no other unit must make room."""
    group = s.with_riders(unit)
    return [hex for hex in destinations(s, unit) if may_join(s, group, hex)]


def nearest(s: Battle, unit: i64, goal: i64) -> int:
    """Return the hex nearest to a goal where a unit may stay, the cheapest of several; NO_HEX if none is nearer."""
    hexes = s.rules.ground.hexes
    best = NO_HEX
    least: i64 = hexes.distance(s.hexes[unit], goal) if s.hexes[unit] >= 0 else FAR_AWAY
    for hex in stopping_hexes(s, unit):
        distance = hexes.distance(hex, goal)
        if distance < least:
            best, least = hex, distance
    return best


# -------------------------------------------------------------------- a march in formation


def lead_unit(s: Battle, units: list[int], goal: i64) -> int:
    """Return the unit nearest to a goal: the one that goes there, while the others keep their places beside it."""
    on_map = [unit for unit in units if s.hexes[unit] >= 0]
    if not on_map:
        return units[0]
    hexes = s.rules.ground.hexes
    distances = [hexes.distance(s.hexes[unit], goal) for unit in on_map]
    return on_map[distances.index(min(distances))]


def plan_march(s: Battle, goal: int, units: list[int]) -> March:
    """Move units to a goal in formation: all by the same way as the one nearest to it, as far as each can go.

    The foremost go first, so that they make room. Units off the map enter as near to the goal as they can.
    """
    march = March(s)
    lead = lead_unit(s, units, goal)
    for unit in in_marching_order(s, units, lead, goal):
        if march.has_ended or not can_move(march.after, unit):
            march.stayed.append(unit)
            continue
        target = place_in_formation(s, unit, lead, goal)
        hex = nearest(march.after, unit, target)
        if hex == NO_HEX:
            if s.hexes[unit] != target:
                march.stayed.append(unit)
            continue
        if hex != target and s.hexes[unit] >= 0:
            march.short.append(unit)
        march.move(unit, hex)
    return march


def in_marching_order(s: Battle, units: list[int], lead: int, goal: int) -> list[int]:
    """Return units in the order in which they move: the foremost first, those off the map last."""
    if s.hexes[lead] < 0:
        return units
    ground = s.rules.ground
    x, y = hex_centre(ground, goal)
    lead_x, lead_y = hex_centre(ground, s.hexes[lead])
    dx, dy = x - lead_x, y - lead_y
    keys: dict[int, tuple[bool, int]] = {}
    for unit in units:
        unit_x, unit_y = hex_centre(ground, s.hexes[unit]) if s.hexes[unit] >= 0 else (0, 0)
        keys[unit] = (s.hexes[unit] < 0, -(unit_x * dx + unit_y * dy))
    return sorted(units, key=keys.__getitem__)


def place_in_formation(s: Battle, unit: int, lead: int, goal: int) -> int:
    """Return where a unit goes when the leading one goes to the goal: as far in the same direction."""
    if s.hexes[lead] < 0 or s.hexes[unit] < 0:
        return goal
    hexes = s.rules.ground.hexes
    here, start = s.hexes[unit], s.hexes[lead]
    place = hexes.at_cube(
        hexes.q[here] + hexes.q[goal] - hexes.q[start], hexes.row[here] + hexes.row[goal] - hexes.row[start]
    )
    return place if place != NO_HEX else goal


# -------------------------------------------------------------------- a general advance


def plan_advance(s: Battle) -> March:
    """Move every unit that has not moved as far as it can towards the enemy, the foremost first.

    Fire units stop where the enemy is in range. Leaders come last and go only where there are troops.
    """
    march = March(s)
    step = s.agenda[-1]
    if not isinstance(step, Move):
        return march
    distances = enemy_distance(s, s.side)
    order = [(s.kinds[unit] >= UNIT_TYPES, _distance(s, unit, distances), unit) for unit in step.movers(s)]
    for _, _, unit in sorted(order):
        if march.has_ended:
            break
        if not can_move(march.after, unit):
            continue
        hex = hex_of_advance(march.after, unit, distances)
        if hex != NO_HEX:
            march.move(unit, hex)
    return march


def _distance(s: Battle, unit: int, distances: bytearray) -> int:
    """Return the distance of a unit from the nearest enemy; a large number off the map."""
    return distances[s.hexes[unit]] if s.hexes[unit] >= 0 else FAR_AWAY


def hex_of_advance(s: Battle, unit: int, distances: bytearray) -> int:
    """Return where a unit goes in a general advance; NO_HEX if it stays."""
    kind = s.kind(unit)
    least = max(kind.range, 1) if kind.is_fire and s.kinds[unit] != CH else 1
    best, best_distance = NO_HEX, _distance(s, unit, distances)
    if best_distance <= least:
        return NO_HEX
    for hex in stopping_hexes(s, unit):
        if least <= distances[hex] < best_distance and (not kind.is_leader or _has_troops(s, hex)):
            best, best_distance = hex, distances[hex]
    return best


def _has_troops(s: Battle, hex: int) -> bool:
    """Return whether units other than leaders are in a hex."""
    return any(s.kinds[unit] < UNIT_TYPES for unit in s.stack(hex))


def plan_pursuit(s: Battle) -> list[Action]:
    """CH-S8.4: return the actions with which every unit that may advance after combat does."""
    march = March(s)
    step = march.step()
    while isinstance(step, Advance) and not march.has_ended:
        actions = step.unit_actions(march.after)
        if not actions:
            break
        march.play(actions[0])
        step = march.step()
    return march.actions


# -------------------------------------------------------------------- embarking


def plan_embarking(s: Battle) -> list[Action]:
    """Return the actions that give a rider to every chariot that can have one; those with few to choose from first."""
    if not isinstance(s.agenda[-1], Board):
        return []
    riders = [unit for unit in s.units_of(s.side) if s.kinds[unit] < UNIT_TYPES and can_embark(s, unit)]
    chariots = [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH and s.hexes[unit] >= 0]
    if s.rules.armies[s.side].entry_hexes:
        chariots += [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH and s.hexes[unit] == OFF_MAP]
    choices: dict[int, list[int]] = {}
    for chariot in chariots:
        if not s.riders(chariot):
            near = [unit for unit in riders if can_reach_chariot(s, unit, chariot) and has_room_for(s, unit, chariot)]
            if near:
                choices[chariot] = near
    actions: list[Action] = []
    while choices:
        chariot = min(choices, key=lambda one: (len(choices[one]), one))
        near = choices.pop(chariot)
        rider = max(near, key=lambda unit: (s.kind(unit).fire * s.kind(unit).range, -unit))
        actions.append(embark_action(rider, chariot))
        for other in list(choices):
            choices[other] = [unit for unit in choices[other] if unit != rider]
            if not choices[other]:
                del choices[other]
    return actions


# -------------------------------------------------------------------- unloading


def riders_to_unload(s: Battle) -> list[int]:
    """Return the riders of the phasing side that can debark; leaders stay aboard."""
    troops = [unit for unit in s.units_of(s.side) if s.aboard[unit] and s.kinds[unit] < UNIT_TYPES]
    return [unit for unit in troops if can_debark(s, unit) and debark_hexes(s, unit)]


def plan_unloading(s: Battle) -> March:
    """Unload every rider towards the enemy, the foremost first; fire units no nearer than their range needs."""
    march = March(s)
    distances = enemy_distance(s, s.side)
    for unit in sorted(riders_to_unload(s), key=lambda rider: (_distance(s, rider, distances), rider)):
        hexes = [] if march.has_ended else debark_hexes(march.after, unit)
        if not hexes:
            march.stayed.append(unit)
            continue
        kind = s.kind(unit)
        wanted = max(kind.range, 1) if kind.is_fire else 1
        misses = [(abs(distances[hex] - wanted), len(march.after.stack(hex)), hex) for hex in hexes]
        march.play(debark_action(unit, min(misses)[2]))
    return march


def path_of(s: Battle, unit: i64, hex: int) -> list[tuple[int, int]]:
    """Return the centres of the hexes on a unit's way, with its own hex."""
    ground = s.rules.ground
    start = [s.hexes[unit]] if s.hexes[unit] >= 0 else []
    return [hex_centre(ground, entered) for entered in [*start, *routes(s, unit).path(hex)]]
