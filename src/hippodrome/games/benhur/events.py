"""What can happen in a race, in the past tense. Words for it are in words.toml."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class OfChariot(Event):
    """Something that happened to one chariot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot",)
    __slots__ = FIELDS

    def __init__(self, chariot: i64) -> None:
        self.chariot = chariot


@mypyc_attr(acyclic=True)
class OfTwo(Event):
    """Something between two chariots."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class OfNumber(Event):
    """Something that happened to one chariot, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "number")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, number: i64) -> None:
        self.chariot = chariot
        self.number = number


@mypyc_attr(acyclic=True)
class OfPlace(Event):
    """A chariot came from one square to another."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "came", "square")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, came: i64, square: i64) -> None:
        self.chariot = chariot
        self.came = came
        self.square = square


@mypyc_attr(acyclic=True)
class OfTrick(Event):
    """Something with a trick card."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "trick")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, trick: i64) -> None:
        self.chariot = chariot
        self.trick = trick


@mypyc_attr(acyclic=True)
class LaneTaken(OfPlace):
    """A chariot took its place at the start."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickHidden(OfChariot):
    """Somebody was dealt a card that others may not see."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickDealt(OfTrick):
    """A chariot was dealt a trick; only its driver sees which."""

    __slots__ = ()

    def seen_by(self, seat: i64) -> Event | None:
        """Return the driver sees the card, the others that there is one."""
        if seat == self.chariot:
            return self
        hidden = TrickHidden(self.chariot)
        hidden.rule = self.rule
        return hidden


@mypyc_attr(acyclic=True)
class RoundBegan(Event):
    """A round began; the chariots act in this order."""

    FIELDS: ClassVar[tuple[str, ...]] = ("round", "order")
    __slots__ = FIELDS

    def __init__(self, number: i64, order: tuple[int, ...]) -> None:
        self.round = number
        self.order = order


@mypyc_attr(acyclic=True)
class TurnBegan(OfChariot):
    """A chariot's turn began; what earlier tricks left for it takes effect."""


@mypyc_attr(acyclic=True)
class TurnedRound(OfChariot):
    """A spun chariot spent its turn turning round."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WhipsSet(OfNumber):
    """A chariot set its whips."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class WhipLost(OfNumber):
    """A chariot went down one whip because of a trick."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveCounted(OfNumber):
    """The length of a move was settled."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drove(OfPlace):
    """A chariot drove to the next square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LaneChanged(OfPlace):
    """A chariot changed lanes."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LaneMissed(OfChariot):
    """A lane change failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class BendHeld(OfChariot):
    """A skid test was passed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Skidded(OfChariot):
    """A skid test failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpunOut(OfChariot):
    """A chariot spun out of control."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HitWall(OfNumber):
    """A chariot was forced into a wall; number 5 for stone, 6 for a hedge."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveEnded(OfTwo):
    """A mover met a chariot a second time, and his move ended (BH-Q23)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Sideswiped(OfTwo):
    """One chariot rammed another from the side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shunted(OfTwo):
    """One chariot rammed another from behind."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PushedOn(OfTwo):
    """Two chariots touched that have rolled for wounds already."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pushed(OfPlace):
    """A chariot was pushed to another square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Entered(OfPlace):
    """An attacker took the square he rammed into."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Blocked(OfChariot):
    """An attacker could not move its victim and stayed where it was."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wounded(OfNumber):
    """A chariot lost a wound; the number is what is left."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Healed(OfNumber):
    """A chariot regained wounds; the number is what it has now."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Destroyed(OfChariot):
    """A chariot was destroyed and removed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class JumpCleared(OfChariot):
    """A jump succeeded."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class JumpFailed(OfChariot):
    """A jump failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Landed(OfPlace):
    """A chariot landed beyond the water."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FellIn(OfPlace):
    """A chariot came to stand in the water."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CaughtByCaltrops(OfChariot):
    """A chariot ran on to the caltrops."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CaltropsLaid(Event):
    """Caltrops were strewn on a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "square")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, square: i64) -> None:
        self.chariot = chariot
        self.square = square


@mypyc_attr(acyclic=True)
class Attacked(OfTwo):
    """A crewman attacked the chariot beside him."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LineCrossed(OfNumber):
    """A chariot crossed the line; the number is the lap that begins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TrickPlayed(Event):
    """A trick was played, perhaps on somebody (-1: on nobody)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "trick", "target")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, trick: i64, target: i64) -> None:
        self.chariot = chariot
        self.trick = trick
        self.target = target


@mypyc_attr(acyclic=True)
class TrickShown(OfTrick):
    """An unplayed trick was turned face up."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Won(OfChariot):
    """The race has a winner."""

    __slots__ = ()
