"""The events of a race. words.toml has their sentences."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class ChariotEvent(Event):
    """An event about one chariot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot",)
    ACTOR: ClassVar[str] = "chariot"
    __slots__ = FIELDS

    def __init__(self, chariot: i64) -> None:
        self.chariot = chariot


@mypyc_attr(acyclic=True)
class PairEvent(Event):
    """An event between two chariots."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    ACTOR: ClassVar[str] = "attacker"
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class ChariotNumberEvent(Event):
    """An event about one chariot, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "number")
    ACTOR: ClassVar[str] = "chariot"
    __slots__ = FIELDS

    def __init__(self, chariot: i64, number: i64) -> None:
        self.chariot = chariot
        self.number = number


@mypyc_attr(acyclic=True)
class TestEvent(ChariotEvent):
    """The result of a test. `needed` is the lowest die that passes, or 0 if a trick decided it."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "needed")
    __slots__ = ("needed",)

    def __init__(self, chariot: i64, needed: i64) -> None:
        self.chariot = chariot
        self.needed = needed


@mypyc_attr(acyclic=True)
class ChariotMoveEvent(Event):
    """An event in which a chariot came from one square to another."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "came", "square")
    ACTOR: ClassVar[str] = "chariot"
    MERGES: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, chariot: i64, came: i64, square: i64) -> None:
        self.chariot = chariot
        self.came = came
        self.square = square


@mypyc_attr(acyclic=True)
class TrickEvent(Event):
    """An event about a trick card of a chariot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "trick")
    ACTOR: ClassVar[str] = "chariot"
    __slots__ = FIELDS

    def __init__(self, chariot: i64, trick: i64) -> None:
        self.chariot = chariot
        self.trick = trick


@mypyc_attr(acyclic=True)
class LaneTaken(ChariotMoveEvent):
    """A chariot took its place at the start."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickHidden(ChariotEvent):
    """A chariot was dealt a trick that the viewer may not see."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickDealt(TrickEvent):
    """A chariot was dealt a trick, which only its own seat sees."""

    __slots__ = ()

    def seen_by(self, seat: i64) -> Event | None:
        """Return the event for its own seat, and a TrickHidden for all others."""
        if seat == self.chariot:
            return self
        hidden = TrickHidden(self.chariot)
        hidden.rule = self.rule
        return hidden


@mypyc_attr(acyclic=True)
class RoundBegan(Event):
    """A round began; the chariots act in this order."""

    FIELDS: ClassVar[tuple[str, ...]] = ("round", "order")
    HEADING: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, round: i64, order: tuple[int, ...]) -> None:
        self.round = round
        self.order = order


@mypyc_attr(acyclic=True)
class TurnBegan(ChariotEvent):
    """A chariot's turn began; the effects that earlier tricks left for it apply."""

    HEADING: ClassVar[bool] = True


@mypyc_attr(acyclic=True)
class TurnedRound(ChariotEvent):
    """A spun chariot spent its turn turning round."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class WhipsSet(ChariotNumberEvent):
    """A chariot set its whips."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WhipLost(ChariotNumberEvent):
    """A chariot went down one whip because of a trick."""

    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveCounted(ChariotNumberEvent):
    """The length of a move was determined."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drove(ChariotMoveEvent):
    """A chariot drove to the next square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LaneChanged(ChariotMoveEvent):
    """A chariot changed lanes. `needed` is the lowest die that succeeds, or 0 if there was no roll."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "came", "square", "needed")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("needed",)

    def __init__(self, chariot: i64, came: i64, square: i64, needed: i64) -> None:
        self.chariot = chariot
        self.came = came
        self.square = square
        self.needed = needed


@mypyc_attr(acyclic=True)
class LaneMissed(TestEvent):
    """A lane change failed."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class BendHeld(TestEvent):
    """A skid test was passed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Skidded(TestEvent):
    """A skid test failed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpunOut(ChariotEvent):
    """A chariot spun out of control."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class HitWall(ChariotNumberEvent):
    """A chariot was forced into a wall; number 5 for stone, 6 for a hedge."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveEnded(PairEvent):
    """A mover met a chariot for the second time this turn, and its move ended (BH-Q23)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Sideswiped(PairEvent):
    """One chariot rammed another from the side."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shunted(PairEvent):
    """One chariot rammed another from behind."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class PushedOn(PairEvent):
    """Two chariots met that have already rolled for wounds this turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pushed(ChariotMoveEvent):
    """A chariot was pushed to another square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Entered(ChariotMoveEvent):
    """An attacker took the square it rammed into."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Blocked(PairEvent):
    """An attacker could not move the defender and stayed where it was."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wounded(ChariotNumberEvent):
    """A chariot lost a wound; the number is how many are left."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unhurt(ChariotNumberEvent):
    """A chariot escaped a wound; the number is the lowest die that would have wounded it."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Healed(ChariotNumberEvent):
    """A chariot regained wounds; the number is how many it has now."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Destroyed(ChariotEvent):
    """A chariot was destroyed and removed."""

    HARM: ClassVar[str] = "chariot"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class JumpCleared(ChariotEvent):
    """A jump succeeded."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class JumpFailed(ChariotEvent):
    """A jump failed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Landed(ChariotMoveEvent):
    """A chariot landed beyond the water."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FellIn(ChariotMoveEvent):
    """A chariot came to a stop in the water."""

    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CaughtByCaltrops(ChariotEvent):
    """A chariot ran over the caltrops."""

    HARM: ClassVar[str] = "chariot"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CaltropsLaid(Event):
    """A chariot laid caltrops on a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "square")
    ACTOR: ClassVar[str] = "chariot"
    __slots__ = FIELDS

    def __init__(self, chariot: i64, square: i64) -> None:
        self.chariot = chariot
        self.square = square


@mypyc_attr(acyclic=True)
class Attacked(PairEvent):
    """A crewman attacked the chariot alongside."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class LineCrossed(ChariotNumberEvent):
    """A chariot crossed the line; the number is the lap that begins."""

    DECISIVE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickPlayed(Event):
    """A trick was played. `target` is the rival it was played on, or -1."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "trick", "target")
    ACTOR: ClassVar[str] = "chariot"
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, chariot: i64, trick: i64, target: i64) -> None:
        self.chariot = chariot
        self.trick = trick
        self.target = target


@mypyc_attr(acyclic=True)
class TrickShown(TrickEvent):
    """An unplayed trick was revealed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Won(ChariotEvent):
    """The race has a winner."""

    __slots__ = ()
