"""The jump: BH-J1 to BH-J5, BH-Q25 to BH-Q30."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import JumpCleared, JumpFailed, Landed
from hippodrome.games.benhur.ramming import enter
from hippodrome.games.benhur.skill_rolls import has_passed, settled
from hippodrome.games.benhur.state import JUMP_TEST, NOWHERE, Chariot, Race
from hippodrome.games.benhur.wounds import Caltrops, settle, wound
from hippodrome.kit.agenda import NOTHING, Step


def jump_dice(race: Race, chariot: Chariot) -> i64:
    """BH-J1: as many dice as whips; a pushed chariot throws those of its present whips, at least 1 (BH-Q25)."""
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
        """Throw the dice, then tricks, then the outcome."""
        turn = race.turn
        turn.open_test(JUMP_TEST, self.chariot)
        turn.test = b""
        if self.granted:
            turn.granted = True
            return [JumpOutcome(self.chariot)]
        turn.test = race.roll("jump", jump_dice(race, race.chariots[self.chariot]), self.chariot)
        return settled(race, JumpOutcome(self.chariot))


@mypyc_attr(acyclic=True)
class JumpOutcome(Step):
    """BH-J2, BH-J5: over the water on any 5 or 6, or into it. Either costs the mover 1 point (BH-Q27).

    After a good landing the mover goes on with the points he has left (BH-J4).
    """

    RULE: ClassVar[str] = "BH-J2"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot",)
    __slots__ = FIELDS

    def __init__(self, chariot: i64) -> None:
        self.chariot = chariot

    def run(self, race: Race) -> list[Step]:
        """Whoever is on the landing or in the water is shunted (BH-Q28)."""
        chariot = race.chariots[self.chariot]
        if chariot.id == race.turn.mover:
            race.turn.points -= 1
        water = race.track.ahead[chariot.square]
        if not has_passed(race):
            if race.logging:
                race.emit(JumpFailed(chariot.id), "BH-J5")
            return enter(race, chariot, water, 0)
        if race.logging:
            race.emit(JumpCleared(chariot.id), self.RULE)
        landing: i64 = race.track.ahead[water]
        dice = 0 if race.turn.granted else jump_dice(race, chariot)
        came = chariot.square
        steps = [*enter(race, chariot, landing, 0), Landing(chariot.id, landing, dice)]
        if chariot.id == race.turn.mover and race.caltrops != NOWHERE:
            steps.append(Caltrops(chariot.id, came))
        return steps


@mypyc_attr(acyclic=True)
class Landing(Step):
    """BH-J3: as many dice as whips, and each 6 is a wound; thrown after any ram (BH-Q28)."""

    RULE: ClassVar[str] = "BH-J3"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "square", "dice")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, square: i64, dice: i64) -> None:
        self.chariot = chariot
        self.square = square
        self.dice = dice

    def run(self, race: Race) -> list[Step]:
        """Only if it did land; trick 7 throws no dice."""
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
        return settle(race, hurt)
