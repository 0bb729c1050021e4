"""What can happen in a race, in the past tense. Words for it are in words.toml; `who` and `target` are chariots."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import DiceRolled, Event


@mypyc_attr(acyclic=True)
class Tested(DiceRolled):
    """Dice were thrown against a number: to avoid, to hit, to wound or to save, and against whom."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice", "need", "target")
    __slots__ = ("need", "target")

    def __init__(self, who: i64, purpose: str, dice: bytes, need: i64, target: i64) -> None:
        super().__init__(who, purpose, dice)
        self.need = need
        self.target = target


@mypyc_attr(acyclic=True)
class OfOne(Event):
    """Something that happened to one chariot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who


@mypyc_attr(acyclic=True)
class OfNumber(Event):
    """Something that happened to one chariot, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "number")
    __slots__ = FIELDS

    def __init__(self, who: i64, number: i64) -> None:
        self.who = who
        self.number = number


@mypyc_attr(acyclic=True)
class OfTwo(Event):
    """Something between two chariots."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "target")
    __slots__ = FIELDS

    def __init__(self, who: i64, target: i64) -> None:
        self.who = who
        self.target = target


@mypyc_attr(acyclic=True)
class OfPose(Event):
    """A chariot came to another place: how far or by what angle, and where it stands now."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "amount", "x", "y", "turn")
    __slots__ = FIELDS

    def __init__(self, who: i64, amount: i64, x: i64, y: i64, turn: i64) -> None:
        self.who = who
        self.amount = amount
        self.x = x
        self.y = y
        self.turn = turn


@mypyc_attr(acyclic=True)
class Planned(Event):
    """CR-Q4: a driver added a step to his plan."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "step", "amount")
    __slots__ = FIELDS

    def __init__(self, who: i64, step: i64, amount: i64) -> None:
        self.who = who
        self.step = step
        self.amount = amount


@mypyc_attr(acyclic=True)
class TurnBegan(Event):
    """A turn began; who is called first to last."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number", "order")
    __slots__ = FIELDS

    def __init__(self, number: i64, order: tuple[int, ...]) -> None:
        self.number = number
        self.order = order


@mypyc_attr(acyclic=True)
class PhaseBegan(Event):
    """CR-S1: a phase began."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)
    __slots__ = FIELDS

    def __init__(self, number: i64) -> None:
        self.number = number


@mypyc_attr(acyclic=True)
class MachinePicked(OfNumber):
    """CR-G2: a driver chose his machine."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Acted(OfNumber):
    """CR-I2: a driver acted when a number was called."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Waited(OfNumber):
    """CR-I2: a driver let a number pass."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Whipped(OfNumber):
    """CR-M5: a driver cracked the whip."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Reined(OfNumber):
    """CR-M7: a driver pulled the reins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rattled(OfNumber):
    """CR-O7, CR-O10: dice say how far a machine moves."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class DistanceSet(OfNumber):
    """CR-M4: how far a chariot has to move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LapBegun(OfNumber):
    """CR-Q44: a chariot crossed the line."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ObstacleHit(OfNumber):
    """CR-X1: a chariot hit an obstacle, for so many hits."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TableRolled(OfNumber):
    """CR-X15: the damage table was rolled for a chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WoundsLost(OfNumber):
    """A chariot lost wounds."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AxlesLocked(OfNumber):
    """CR-D2: a chariot will be slower."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CrewFell(OfNumber):
    """CR-D8: men fell off."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CrewLost(OfNumber):
    """CR-F2: a man aboard was killed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class RanWild(OfNumber):
    """CR-L2: a chariot without crew runs on."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Skipped(OfNumber):
    """CR-Q49: a step of the plan had become impossible."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Veered(OfNumber):
    """CR-Q42: a crewless doomwheel chose its way."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Steadied(OfOne):
    """CR-M4: a driver uses neither whip nor reins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanDropped(OfOne):
    """CR-M1: all the way straight ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanDeclared(OfOne):
    """CR-M2: the plan stands."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveEnded(OfOne):
    """A move came to its end."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveLost(OfOne):
    """CR-D2, CR-D11: the rest of a move was lost."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WreckRemoved(OfOne):
    """CR-Q14: a wreck was broken up."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Avoided(OfOne):
    """CR-X12: a driver got out of the way."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Caught(OfOne):
    """CR-X12: a driver tried to avoid and failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Braced(OfOne):
    """CR-Q26: a driver did not try to avoid."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unhurt(OfOne):
    """A hit did not wound."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pierced(OfOne):
    """CR-F3: a blow was too strong for any armour."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Saved(OfOne):
    """Armour saved a chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldTogether(OfOne):
    """CR-D3: the wood holds."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Weakened(OfOne):
    """CR-D5: a body lost Strength."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Softened(OfOne):
    """CR-D8: a body lost Toughness."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SteedKilled(OfOne):
    """CR-D10: a steed died."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class RatsKilled(OfOne):
    """CR-O12: a doomwheel lost a movement die."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MobHurt(OfOne):
    """CR-O9: the snotlings lost a wound."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class DriverReplaced(OfOne):
    """CR-L2: another man took the reins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CutLoose(OfOne):
    """CR-O13: a doomwheel goes on without its engineer."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wrecked(OfOne):
    """CR-L1: a chariot became an obstacle."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Destroyed(OfOne):
    """CR-D12: a chariot was removed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldFire(OfOne):
    """CR-H1: a man did not shoot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldBlow(OfOne):
    """CR-F1: a man did not strike."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Finished(OfOne):
    """CR-W1: a chariot won over the line."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LastOne(OfOne):
    """CR-W1: a chariot won because it alone still races."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shunted(OfTwo):
    """CR-X3: front into rear."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Smashed(OfTwo):
    """CR-X6: front into side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MetHeadOn(OfTwo):
    """CR-Q15: front into front."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Swiped(OfTwo):
    """CR-X9: side against side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WentThrough(OfTwo):
    """CR-Q19: on past a chariot that got out of the way."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rolled(OfTwo):
    """CR-O8: the spiked roller is in a contact."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shot(OfTwo):
    """CR-H1: a man shot at a chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShotMissed(OfTwo):
    """No shot hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LightningStruck(OfTwo):
    """CR-O11: warp lightning hit the nearest."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Struck(OfTwo):
    """CR-F1: a man struck at another chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class BlowMissed(OfTwo):
    """A blow did not land."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Placed(OfPose):
    """CR-S2: a chariot took its place on the grid."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drove(OfPose):
    """CR-M4: straight ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Turned(OfPose):
    """CR-M9: a turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FreelyTurned(OfPose):
    """CR-Q12, CR-Q58: the free turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SlidBack(OfPose):
    """CR-Q58: straight back, to turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drifted(OfPose):
    """CR-M11: a step to the side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ClosedIn(OfPose):
    """CR-X9: into contact, side to side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FellBack(OfPose):
    """CR-Q16: back from a swipe that was avoided."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Scraped(OfPose):
    """CR-Q12: along what was hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Stopped(OfPose):
    """CR-Q12: nose to what was hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StoppedShort(OfPose):
    """CR-Q17, CR-Q18: just short of a chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Passed(OfPose):
    """CR-X4: placed in front of a chariot that avoided."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PutBack(OfPose):
    """CR-Q19: not clear of a chariot, so back before it."""

    __slots__ = ()
