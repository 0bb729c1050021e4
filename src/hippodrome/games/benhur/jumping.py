"""The jump: BH-J1 to BH-J5, BH-Q25 to BH-Q30."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import JumpCleared, JumpFailed, Landed, Unhurt
from hippodrome.games.benhur.ramming import enter_square
from hippodrome.games.benhur.skill_rolls import has_passed, resolve_test
from hippodrome.games.benhur.state import JUMP_TEST, NO_SQUARE, Chariot, Race
from hippodrome.games.benhur.wounds import Caltrops, after_wounds, wound
from hippodrome.kit.agenda import NOTHING, Step


def jump_dice(race: Race, chariot: Chariot) -> i64:
    """BH-J1: return the number of jump dice: the whips of the turn, or a pushed chariot's own, at least 1 (BH-Q25)."""
    if chariot.id == race.turn.mover:
        return race.turn.whips
    return max(chariot.whips, 1)


@mypyc_attr(acyclic=True)
class Leap(Step):
    """BH-J1: a chariot leaves the jump square. `granted`: trick 7 was played before the dice."""

    RULE: ClassVar[str] = "BH-J1"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "granted")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, granted: bool) -> None:
        self.chariot = chariot
        self.granted = granted

    def run(self, race: Race) -> list[Step]:
        """Roll the dice, then ask for tricks, then resolve the outcome."""
        turn = race.turn
        turn.begin_test(JUMP_TEST, self.chariot)
        turn.test = b""
        if self.granted:
            turn.granted = True
            return [JumpOutcome(self.chariot)]
        turn.test = race.roll("jump", jump_dice(race, race.chariots[self.chariot]), self.chariot)
        return resolve_test(race, JumpOutcome(self.chariot))


@mypyc_attr(acyclic=True)
class JumpOutcome(Step):
    """BH-J2, BH-J5: the chariot clears the water on any 5 or 6, or falls in. The mover pays 1 point (BH-Q27).

    After a good landing the mover drives on with its remaining points (BH-J4).
    """

    RULE: ClassVar[str] = "BH-J2"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot",)
    __slots__ = FIELDS

    def __init__(self, chariot: i64) -> None:
        self.chariot = chariot

    def run(self, race: Race) -> list[Step]:
        """BH-Q28: a chariot on the landing square, or in the water after a failed jump, is shunted."""
        chariot = race.chariots[self.chariot]
        if chariot.id == race.turn.mover:
            race.turn.points -= 1
        water = race.track.ahead[chariot.square]
        if not has_passed(race):
            if race.logging:
                race.emit(JumpFailed(chariot.id), "BH-J5")
            return enter_square(race, chariot, water, 0)
        if race.logging:
            race.emit(JumpCleared(chariot.id), self.RULE)
        landing: i64 = race.track.ahead[water]
        dice = 0 if race.turn.granted else jump_dice(race, chariot)
        came = chariot.square
        steps = [*enter_square(race, chariot, landing, 0), Landing(chariot.id, landing, dice)]
        if chariot.id == race.turn.mover and race.caltrops != NO_SQUARE:
            steps.append(Caltrops(chariot.id, came))
        return steps


@mypyc_attr(acyclic=True)
class Landing(Step):
    """BH-J3: one die for each whip, and each 6 is a wound; rolled after any ram (BH-Q28)."""

    RULE: ClassVar[str] = "BH-J3"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "square", "dice")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, square: i64, dice: i64) -> None:
        self.chariot = chariot
        self.square = square
        self.dice = dice

    def run(self, race: Race) -> list[Step]:
        """Roll only if the chariot has landed; trick 7 needs no dice."""
        chariot = race.chariots[self.chariot]
        if chariot.fell or chariot.square != self.square:
            return NOTHING
        if race.logging:
            race.emit(Landed(chariot.id, chariot.square, self.square))
        if self.dice == 0:
            return NOTHING
        hurt: i64 = 0
        for _ in range(race.roll("landing", self.dice, chariot.id).count(6)):
            hurt |= wound(race, chariot, "BH-J3")
        if hurt == 0 and race.logging:
            race.emit(Unhurt(chariot.id, 6))
        return after_wounds(race, hurt)
