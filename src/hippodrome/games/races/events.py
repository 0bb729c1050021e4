"""Events of a race. Their texts are in words.toml; `who` and `target` are chariots."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.event_bases import ChariotEvent, NumberEvent, PairEvent, PoseEvent
from hippodrome.kit.events import DiceRolled, Event


@mypyc_attr(acyclic=True)
class Tested(DiceRolled):
    """Dice were rolled against a number: to avoid, hit, wound or save. `target` is the chariot concerned."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice", "need", "target")
    __slots__ = ("need", "target")

    def __init__(self, who: i64, purpose: str, dice: bytes, need: i64, target: i64) -> None:
        super().__init__(who, purpose, dice)
        self.need = need
        self.target = target


@mypyc_attr(acyclic=True)
class Planned(Event):
    """CR-Q4: a driver added a step to the plan."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "step", "amount")
    ACTOR: ClassVar[str] = "who"
    ROUTINE: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, who: i64, step: i64, amount: i64) -> None:
        self.who = who
        self.step = step
        self.amount = amount


@mypyc_attr(acyclic=True)
class TurnBegan(Event):
    """CR-I1: a turn began, with the chariots in Initiative order and the score of each."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number", "order", "scores")
    HEADING: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, number: i64, order: tuple[int, ...], scores: tuple[int, ...]) -> None:
        self.number = number
        self.order = order
        self.scores = scores


@mypyc_attr(acyclic=True)
class PhaseBegan(Event):
    """CR-S1: a phase began."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)
    HEADING: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, number: i64) -> None:
        self.number = number


@mypyc_attr(acyclic=True)
class MachinePicked(NumberEvent):
    """CR-G2: a player chose a machine."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Acted(NumberEvent):
    """CR-I2: a driver acted when a number was called."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Waited(NumberEvent):
    """CR-I2: a driver let a number pass."""

    MERGES: ClassVar[bool] = True
    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Whipped(NumberEvent):
    """CR-M5: a driver cracked the whip."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Reined(NumberEvent):
    """CR-M7: a driver pulled the reins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rattled(NumberEvent):
    """CR-O7, CR-O10: dice decided how far a machine moves."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DistanceSet(NumberEvent):
    """CR-M4: the distance of a move was set."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class LapBegun(NumberEvent):
    """CR-Q44: a chariot crossed the line."""

    DECISIVE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ObstacleHit(NumberEvent):
    """CR-X1: a chariot hit an obstacle and takes a number of hits."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class TableRolled(NumberEvent):
    """CR-X15: the damage table was rolled for a chariot."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class WoundsLost(NumberEvent):
    """A chariot lost wounds."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AxlesLocked(NumberEvent):
    """CR-D2: a chariot will be slower in its next move."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CrewFell(NumberEvent):
    """CR-D8: crew members fell off."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CrewLost(NumberEvent):
    """CR-F2: a crew member was killed, or a crew that steers alone lost a wound."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class RanWild(NumberEvent):
    """CR-L2: a chariot without a crew runs on."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Skipped(NumberEvent):
    """CR-Q49: a step of the plan had become impossible."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Blocked(ChariotEvent):
    """CR-Q20: the rest of a forward step is void, because a rammed chariot is in the way."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Veered(NumberEvent):
    """CR-Q42: a die chose the direction of a crewless doomwheel."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Steadied(ChariotEvent):
    """CR-M4: a driver used neither whip nor reins."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanDropped(ChariotEvent):
    """CR-M1: a driver dropped the plan to go straight ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanDeclared(ChariotEvent):
    """CR-M2: a plan was declared."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveEnded(ChariotEvent):
    """A move ended."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveLost(ChariotEvent):
    """CR-D2, CR-D11: the rest of a move was lost."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Avoided(ChariotEvent):
    """CR-X12: a driver got out of the way."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Caught(ChariotEvent):
    """CR-X12: a driver tried to avoid and failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Braced(ChariotEvent):
    """CR-Q26: a driver did not try to avoid."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unhurt(ChariotEvent):
    """A hit did not wound."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pierced(ChariotEvent):
    """CR-F3: a hit was too strong for any save."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Saved(ChariotEvent):
    """A chariot made its save."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldTogether(ChariotEvent):
    """CR-D3: the wood held."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Weakened(ChariotEvent):
    """CR-D5: a body lost Strength."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Softened(ChariotEvent):
    """CR-D8: a body lost Toughness."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SteedKilled(ChariotEvent):
    """CR-D10: a steed died."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class RatsKilled(ChariotEvent):
    """CR-O12: a doomwheel lost a movement die."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MobHurt(ChariotEvent):
    """CR-O9: the snotlings lost a wound."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DriverReplaced(ChariotEvent):
    """CR-L2: another crew member took the reins."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CutLoose(ChariotEvent):
    """CR-O13: a doomwheel drives on without its engineer."""

    HARM: ClassVar[str] = "who"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wrecked(ChariotEvent):
    """CR-L1: a chariot became a wreck, which is an obstacle."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Destroyed(ChariotEvent):
    """CR-D12: a chariot was removed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "who"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldFire(ChariotEvent):
    """CR-H1: a shooter held fire."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldBlow(ChariotEvent):
    """CR-F1: a fighter did not strike."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Finished(ChariotEvent):
    """CR-W1: a chariot won by crossing the line."""

    DECISIVE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class LastOne(ChariotEvent):
    """CR-W1: a chariot won as the last one still racing."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shunted(PairEvent):
    """CR-X3: a front ran into a rear."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Smashed(PairEvent):
    """CR-X6: a front ran into a side."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MetHeadOn(PairEvent):
    """CR-Q15: a front ran into a front."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Swiped(PairEvent):
    """CR-X9: a side swiped a side."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class WentThrough(PairEvent):
    """CR-Q19: a chariot drove on past another that avoided it."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rolled(PairEvent):
    """CR-O8: a roller took part in a contact."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shot(PairEvent):
    """CR-H1: a crew shot at a chariot."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShotMissed(PairEvent):
    """No shot hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LightningStruck(PairEvent):
    """CR-O11: warp lightning hit the nearest chariot."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Struck(PairEvent):
    """CR-F1: a crew struck at another crew."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class BlowMissed(PairEvent):
    """A blow did not hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Placed(PoseEvent):
    """CR-S2: a chariot took its place on the grid."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drove(PoseEvent):
    """CR-M4: a chariot drove straight ahead."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Turned(PoseEvent):
    """CR-M9: a chariot turned."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class FreelyTurned(PoseEvent):
    """CR-Q12, CR-Q58: a chariot made its free turn."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SlidBack(PoseEvent):
    """CR-Q58: a chariot slid straight back to make room for a free turn."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drifted(PoseEvent):
    """CR-M11: a chariot drifted."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ClosedIn(PoseEvent):
    """CR-X9: a chariot moved sideways into contact for a swipe."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class FellBack(PoseEvent):
    """CR-Q16: a chariot returned after a swipe that was avoided."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Scraped(PoseEvent):
    """CR-Q12: a chariot was turned along the obstacle it hit."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Stopped(PoseEvent):
    """CR-Q12: a chariot was stopped by an obstacle."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class StoppedShort(PoseEvent):
    """CR-Q17, CR-Q18: a chariot stopped just short of another."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Passed(PoseEvent):
    """CR-X4: a chariot was placed in front of one that avoided its shunt."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PutBack(PoseEvent):
    """CR-Q19: a chariot that did not get clear of another was put back."""

    __slots__ = ()
