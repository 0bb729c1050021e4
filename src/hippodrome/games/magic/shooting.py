"""Shooting with hand-held weapons and artillery (WAM-T5, WAM-S1 to WAM-S5, WAM-A1, WAM-A2)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import FALLEN, HIT_BY_ARTILLERY, HIT_BY_SHOT, Suffer
from hippodrome.games.magic.events import Aimed, ArtilleryShot, HeldFire, VolleyShot
from hippodrome.games.magic.kinds import ARTILLERY, LEVY, MISSILE, is_mounted, is_skirmisher
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.games.magic.state import BY_SHOOTING, NONE, Battle, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

HIT_SCORE: Final = 5  # WAM-S3, WAM-Q33
ARTILLERY_DICE: Final = 2  # WAM-Q33
ARTILLERY_RANGE: Final = 3  # squares
SHOOT: Final = [Action("shoot", (square,)) for square in range(MAX_SQUARES)]
SKIP: Final = Action("skip")


def shot_dice(s: Battle, unit: Unit) -> i64:
    """WAM-S1, WAM-S2: return the number of dice that a unit shoots with.

    One for each base, minus one for a levy and one for a mounted unit; a skirmish unit always has one (WAM-Q34).
    Units that declared an attack shoot only with that option (WAM-Q32).
    """
    if unit.square == NONE or (unit.target != NONE and s.rules.options.attackers_shoot == "no"):
        return 0
    if unit.kind == ARTILLERY:
        return ARTILLERY_DICE if unit.walked == 0 else 0
    if is_skirmisher(unit.kind):
        return 1
    if not unit.gear & MISSILE:
        return 0
    fewer = (1 if unit.quality == LEVY else 0) + (1 if is_mounted(unit.kind) else 0)
    return max(unit.bases - fewer, 0)


def shot_targets(s: Battle, unit: Unit) -> list[int]:
    """WAM-Q32, WAM-Q33: return the squares a unit can shoot at, most enemy units first.

    No shots pass into or out of the Dead Fog (WAM-Q37).
    """
    if shot_dice(s, unit) == 0 or s.is_fog(unit.square):
        return []
    reach = ARTILLERY_RANGE if unit.kind == ARTILLERY else 1
    count: dict[int, int] = {}
    for enemy in s.units:
        if (
            enemy.side != unit.side
            and enemy.square != NONE
            and 1 <= s.board.line_distance(unit.square, enemy.square) <= reach
        ) and not s.is_fog(enemy.square):
            square = int(enemy.square)
            count[square] = count.get(square, 0) + (0 if enemy.is_character() else 1)
    return sorted(count, key=lambda square: (-count[square], square))


@mypyc_attr(acyclic=True)
class Aim(Choice):
    """WAM-T5, WAM-Q32: each shooter picks its target before any dice are rolled."""

    RULE: ClassVar[str] = "WAM-Q32"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "after")
    PASSES: ClassVar[tuple[str, ...]] = ("skip",)
    __slots__ = FIELDS

    def __init__(self, side: i64, after: i64) -> None:
        self.side = side
        self.after = after

    def shooter(self, s: Battle) -> Unit | None:
        """Return the next unit that can shoot at anything, or None."""
        for unit in s.units:
            if unit.id > self.after and unit.side == self.side and shot_dice(s, unit) > 0 and shot_targets(s, unit):
                return unit
        return None

    def waits(self, s: Battle) -> bool:
        """Return whether there is another shooter."""
        return self.shooter(s) is not None

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the possible targets, most enemy units first, then holding fire."""
        unit = self.shooter(s)
        assert unit is not None
        return [*[SHOOT[square] for square in shot_targets(s, unit)], SKIP]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q32: name the ranges of weapons."""
        return Refusal("WAM-Q32", "Hand-held weapons reach 1 square and artillery 3, in a straight line.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Note the target, and ask for the next shooter."""
        unit = self.shooter(s)
        assert unit is not None
        if action.verb == "shoot":
            unit.aim = action.args[0]
            if s.logging:
                s.emit(Aimed(unit.id, unit.side, unit.aim))
        elif s.logging:
            s.emit(HeldFire(unit.id, unit.side))
        return [Aim(self.side, unit.id)]


@mypyc_attr(acyclic=True)
class Volleys(Step):
    """WAM-T5, WAM-Q51: roll the first player's dice square by square, then the second's, then saves and monsters."""

    RULE: ClassVar[str] = "WAM-S3"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q32: roll with the bases that were there before any shot."""
        steps: list[Step] = []
        for side in (s.first, s.second_player()):
            aimed = [unit for unit in s.units if unit.side == side and unit.aim != NONE]
            for square in sorted({int(unit.aim) for unit in aimed}):
                there = [unit for unit in aimed if unit.aim == square]
                self.volley(s, side, square, there, steps)
        if not steps:
            return NOTHING
        return [*steps, FALLEN]

    def volley(self, s: Battle, side: i64, square: i64, shooters: list[Unit], steps: list[Step]) -> None:
        """WAM-Q32: roll all shots of a player at a square, hand-held weapons first, then artillery."""
        hand: i64 = 0
        guns: i64 = 0
        for unit in shooters:
            if unit.kind == ARTILLERY:
                guns += shot_dice(s, unit)
            else:
                hand += shot_dice(s, unit)
        if hand > 0:
            hits = len([die for die in s.roll("volley", hand, side) if die >= HIT_SCORE])
            if s.logging:
                s.emit(VolleyShot(side, square, hits))
            steps.append(Suffer(1 - side, square, hits, HIT_BY_SHOT, BY_SHOOTING, False))
        if guns > 0:
            hits = len([die for die in s.roll("artillery", guns, side, "WAM-Q33") if die >= HIT_SCORE])
            if s.logging:
                s.emit(ArtilleryShot(side, square, hits), "WAM-A1")
            steps.append(Suffer(1 - side, square, hits, HIT_BY_ARTILLERY, BY_SHOOTING, False))


AIM: Final = [Aim(side, NONE) for side in range(2)]
VOLLEYS: Final = Volleys()
