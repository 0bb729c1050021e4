"""What a side sees when it begins to think in a phase: where the enemy can strike, where its own men are near."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.distance_maps import DistanceMaps, steps_to
from hippodrome.bots.chariot.objectives import goal_distances, has_last_turn, must_change_result, turns_left
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.unit_values import UNIT_VALUES, ExpectedLosses
from hippodrome.games.chariot.command import is_controlled
from hippodrome.games.chariot.ground import STREAM, VILLAGE, WOODS
from hippodrome.games.chariot.scenarios import EXIT, LIMIT, RATIO
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import odds_column
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.geometry.hexes import SIDES

ENEMY_RADIUS: Final = 12  # hexes within which enemies matter: no unit goes further in a phase
ENTRY_RADIUS: Final = 9  # hexes within which enemies draw those who come onto the map
SUPPORT_RADIUS: Final = 4  # hexes within which friends are a support
HALF_POINTS: Final = 2  # strengths are counted in halves here
TYPICAL_MELEE: Final = 3  # the melee strength of most units
ALL_SIDES: Final = 63
COVERED_SIDES: Final = [1 << side | 1 << (side + 1) % SIDES | 1 << (side + 5) % SIDES for side in range(SIDES)]


class Situation:
    """The enemy's reach and one's own support by hex, and what each unit is after. It holds for one phase."""

    def __init__(self, s: Battle, side: int, maps: DistanceMaps, odds: ExpectedLosses, temper: Style) -> None:
        self.side = side
        self.temper = temper
        self.maps = maps
        self.odds = odds
        self.key = situation_key(s, side)
        self.enemies = sorted({s.hexes[unit] for unit in s.units_of(1 - side) if s.hexes[unit] >= 0})
        self.steps = steps_to(s.rules.ground.hexes, self.enemies, ENEMY_RADIUS)
        self.threat = [0] * s.rules.ground.hexes.count
        self.fire = [0] * s.rules.ground.hexes.count
        self.support = [0] * s.rules.ground.hexes.count
        self.fields = goal_distances(s, side, maps, self.enemies, temper)
        self.caution = danger_weight(s, side, temper)
        is_race = s.rules.order.victory.rule == EXIT
        self.gets_out = is_race and s.rules.order.victory.side == side
        self.haste = (
            100 if self.gets_out else temper.pressing if is_race or must_change_result(s, side) else temper.holding
        )
        self.flanked = 100 if is_race else temper.flanked
        self.ring = guard_ring(s, side)
        self.led = set() if is_race else led_hexes(s, side, maps)  # in a race for the edge nobody waits for leaders
        self.attacks: dict[int, int] = {}  # where units go to attack
        self.is_planned = False
        self._prey: dict[int, int] = {}
        self.focus = -1  # the hex at which chariots go to shoot
        self._look_out(s)
        self._look_round(s)

    def _look_out(self, s: Battle) -> None:
        """Where the enemy could strike in his next Player-Turn."""
        foe = 1 - self.side
        leaders = [unit for unit in s.units_of(foe) if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0]
        for unit in s.units_of(foe):
            hex = s.hexes[unit]
            kind = s.kind(unit)
            if hex < 0 or s.disrupted[unit] == s.number or s.panicked[unit]:
                continue
            if kind.melee:
                reach = kind.allowance
                if s.rules.has_leaders and not is_controlled(s, unit, leaders):
                    reach = max(reach // 2, 1)
                self._spread(self.threat, hex, reach + 1, kind.melee)
            if kind.fire:
                self._spread(self.fire, hex, kind.range + (4 if s.aboard[unit] else 0), kind.fire)

    def _look_round(self, s: Battle) -> None:
        """Where one's own men could help."""
        for unit in s.units_of(self.side):
            melee = s.kind(unit).melee
            if melee and s.hexes[unit] >= 0 and not s.disrupted[unit]:
                self._spread(self.support, s.hexes[unit], SUPPORT_RADIUS, melee)

    def _spread(self, field: list[int], hex: int, radius: int, strength: int) -> None:
        for other in self.maps.disc(hex, radius):
            field[other] += strength

    def prey(self, s: Battle, hex: int) -> int:
        """How many enemy units are near a hex."""
        found = self._prey.get(hex)
        if found is None:
            hexes = s.rules.ground.hexes
            near = [other for other in self.enemies if hexes.distance(hex, other) <= ENTRY_RADIUS]
            found = sum([len(s.stack(other)) for other in near])
            self._prey[hex] = found
        return found

    # ---------------------------------------------------------------- danger

    def danger(self, s: Battle, unit: i64, hex: i64) -> int:
        """What a unit risks on average by standing in a hex in the enemy's next Player-Turn."""
        threat = self.threat[hex]
        fire = self.fire[hex]
        if threat == 0 and fire == 0:
            return 0
        kinds = [int(s.kinds[other]) for other in s.stack(hex) if other != unit and s.aboard[other] != unit + 1]
        led = any(kind >= UNIT_TYPES for kind in kinds)
        group = [int(s.kinds[other]) for other in s.with_riders(unit)]
        kinds.extend(group)
        strength = defence_strength_of(s, kinds, hex)
        risk = self.odds.share(odds_column(self.blow(s, unit, hex), strength), False, True, led)
        risk = risk * self.boldness(hex) // 100
        risk += self.odds.share(odds_column(min(fire, 8), 3), False, True, led) // 2
        return sum([UNIT_VALUES[kind] for kind in group]) * risk * self.caution // 10000

    def blow(self, s: Battle, unit: i64, hex: i64) -> int:
        """Return the strength, in halves, with which the enemy may strike a hex: friends beside it leave him
        fewer sides.
        """
        own = s.board().occupied[self.side]
        ground = s.rules.ground
        room, covered = 0, 0
        for side in range(SIDES):
            other = ground.hexes.next[hex * SIDES + side]
            if other >= 0 and (not own[other] or other == s.hexes[unit]):
                room += 1 if ground.terrain[other] == STREAM else HALF_POINTS
                covered |= COVERED_SIDES[side]
        most = room * s.rules.armies[1 - self.side].stacking * TYPICAL_MELEE
        found = min(self.threat[hex] * HALF_POINTS * self.temper.gathered // 100, most)
        return found * self.flanked // 100 if covered == ALL_SIDES else found

    def boldness(self, hex: i64) -> int:
        """Per cent of the danger that counts: little where friends are twice as strong as the enemy can be."""
        ratio = self.support[hex] * 100 // max(self.threat[hex], 1)
        return max(15, min(100, self.temper.nerve - ratio))


def defence_strength_of(s: Battle, kinds: list[int], hex: i64) -> i64:
    """Return the melee defence of such units in a hex, in halves, with the bonus of their leaders."""
    strength: i64 = 0
    dots: i64 = 0
    bonus: i64 = 0
    for kind in kinds:
        what = s.rules.kinds[kind]
        bonus += what.bonus * HALF_POINTS
        if what.melee:
            strength += what.melee if what.bracket else what.melee * HALF_POINTS
        else:
            dots += HALF_POINTS
    if strength == 0:
        strength = dots
    if s.rules.ground.terrain[hex] in (WOODS, VILLAGE):
        strength *= 2
    return strength + min(bonus, strength)


def guard_ring(s: Battle, side: int) -> set[int]:
    """Return the hexes round the objectives that the side holds: whoever fills them keeps the enemy from the guard."""
    found: set[int] = set()
    for number, hex in enumerate(s.rules.order.objectives):
        if s.owners[number] == side + 1:
            found.update(s.rules.ground.hexes.around(hex))
    return found


def led_hexes(s: Battle, side: int, maps: DistanceMaps) -> set[int]:
    """Return the hexes within the radius of the side's leaders."""
    found: set[int] = set()
    for unit in s.units_of(side):
        if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0:
            found.update(maps.disc(s.hexes[unit], s.kind(unit).radius))
    return found


def danger_weight(s: Battle, side: int, temper: Style) -> int:
    """Per cent of every danger that counts: less for whoever must change something, and none at the very end."""
    if has_last_turn(s, side):
        return 0
    left = turns_left(s, side)
    if not must_change_result(s, side):
        return temper.caution * (60 if s.rules.order.victory.rule == EXIT else 100) // 100
    if s.rules.order.victory.rule == EXIT:
        return temper.pressed * 20 // 100
    hunts = s.rules.order.victory.rule in (RATIO, LIMIT)
    return temper.pressed * (20 if left < 3 else 40 if left < 6 or hunts else 60) // 100


def situation_key(s: Battle, side: int) -> tuple[int, int, int, tuple[int, ...], bytes]:
    """What a picture depends on: while this stays the same, it holds."""
    foe = s.units_of(1 - side)
    return int(s.number), int(s.phase), side, s.hexes[foe.start : foe.stop], s.disrupted
