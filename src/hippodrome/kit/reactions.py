"""Reaction windows, in which seats may react in turn, and sealed decisions, which several seats make at once."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.actions import Action, parse
from hippodrome.kit.agenda import NOTHING, AnyState, Choice, Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SeatEvent, SeatNumberEvent
from hippodrome.kit.state import State

PASS = Action("pass")


@mypyc_attr(acyclic=True)
class ReactionWindow(Choice):
    """A reaction window: each seat in turn that has a suitable reaction may use it, or pass.

    `asked` is the number of seats that have had their turn. The seats to ask follow from the state, so a window stays
    correct when hidden cards are dealt again. It is secret, and no answer can be undone.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("asked",)
    PASSES: ClassVar[tuple[str, ...]] = ("pass",)
    __slots__ = FIELDS

    def __init__(self, asked: i64) -> None:
        self.asked = asked

    def has_default(self) -> bool:
        """Return False: no reaction is used up by Enter."""
        return False

    def order(self, s: AnyState) -> list[int]:
        """Return the seats in the order in which they are asked."""
        raise NotImplementedError

    def reactions(self, s: AnyState, seat: i64) -> list[Action]:
        """Return the reactions of a seat, without passing."""
        raise NotImplementedError

    def respond(self, s: AnyState, seat: i64, action: Action) -> list[Step]:
        """Apply a reaction, and return the steps that come next."""
        raise NotImplementedError

    def next_asked(self, s: AnyState) -> i64:
        """Return the position in the order of the next seat that can react, or -1."""
        order = self.order(s)
        for place in range(int(self.asked), len(order)):
            if self.reactions(s, order[place]):
                return place
        return -1

    def waits(self, s: AnyState) -> bool:
        """Return whether a seat can still react."""
        return self.next_asked(s) >= 0

    def secret(self, s: AnyState) -> bool:
        """Return True: being asked reveals that the seat could react."""
        return True

    def conceals(self, s: AnyState, text: str) -> bool:
        """Return whether the answer is to pass, which others do not notice."""
        return text == PASS.text

    def waits_publicly(self, s: AnyState) -> bool:
        """Return False: seats are asked only if they hold a reaction."""
        return False

    def could_open(self, s: AnyState) -> bool:
        """Return whether a seat that has not been asked might hold a reaction, as far as all seats know."""
        return True

    def run(self, s: AnyState) -> list[Step]:
        """Continue without a reaction, after a pause if there might have been one."""
        if s.pauses is not None and self.could_open(s):
            s.pause()
        return NOTHING

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the next seat that can react."""
        place = self.next_asked(s)
        return (self.order(s)[place],) if place >= 0 else ()

    def proposals(self, s: AnyState) -> list[Action]:
        """Return passing and the reactions of the seat."""
        return [PASS, *self.reactions(s, self.order(s)[self.next_asked(s)])]

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Apply the reaction at once; then continue with the next seat."""
        s.undo_barrier += 1
        place = self.next_asked(s)
        after = self.after(place + 1)
        if action.verb == "pass":
            return [after]
        return [*self.respond(s, self.order(s)[place], action), after]

    def after(self, asked: i64) -> Step:
        """Return this window after `asked` seats have had their turn."""
        raise NotImplementedError


def keep_asked_seat(real: State, imagined: State, seat: i64) -> None:
    """Make the pending window of an imagined state ask the imagining seat if, and only if, the real one does.

    Earlier seats have passed; later seats will not be asked.
    """
    top = real.agenda[-1] if real.agenda else None
    if not isinstance(top, ReactionWindow):
        return
    if seat in top.seats(real):
        imagined.agenda[-1] = top.after(top.next_asked(real))
    elif seat in top.seats(imagined):
        imagined.agenda[-1] = top.after(top.next_asked(imagined) + 1)


def without_question(real: State) -> State:
    """Return a copy whose pending window asks no seat: what a client is shown before its own seat is asked."""
    other = real.clone()
    top = other.agenda[-1] if other.agenda else None
    if isinstance(top, ReactionWindow):
        other.agenda[-1] = top.after(len(top.order(real)))
    return other


@mypyc_attr(acyclic=True)
class AnswerSealed(SeatEvent):
    """A seat gave a secret answer to a sealed decision."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AnswerRevealed(SeatNumberEvent):
    """The answer of a seat to a sealed decision was revealed; the number is its first argument, or 0."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Sealed(Choice):
    """A decision that several seats make in secret; the answers are revealed together.

    `answers` holds the text of each seat's answer, or an empty string while it is missing. The default `view` and
    `imagine` of a game keep the answers secret.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("answers",)
    __slots__ = FIELDS

    def __init__(self, answers: tuple[str, ...]) -> None:
        self.answers = answers

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the seats that have not answered yet. They may answer in any order."""
        return tuple([seat for seat, text in enumerate(self.answers) if not text])

    def reveal(self, s: AnyState, answers: list[Action]) -> list[Step]:
        """Apply the revealed answers of all seats; return the steps that come next."""
        raise NotImplementedError

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Save the answer of a seat, or of the next missing one if `seat` is -1; reveal all after the last."""
        s.undo_barrier += 1
        place = seat if seat >= 0 else self.seats(s)[0]
        s.emit(AnswerSealed(place))
        answers = list(self.answers)
        answers[place] = action.text
        if not all(answers):
            return [self.with_answers(answers)]
        actions = [parsed for text in answers if (parsed := parse(text)) is not None]
        for rival, answer in enumerate(actions):
            s.emit(AnswerRevealed(rival, answer.args[0] if answer.args else 0))
        return self.reveal(s, actions)

    def with_answers(self, answers: list[str]) -> Step:
        """Return the same decision with these answers."""
        constructor: Any = type(self)
        step: Step = constructor(tuple(answers))
        return step

    def imagine_answers(self, s: AnyState, seat: i64, dice: Dice) -> Step:
        """Return the decision as a seat may imagine it, with random answers where others have answered."""
        actions, answers = self.proposals(s), list(self.answers)
        for rival, text in enumerate(answers):
            if rival != seat and text:
                answers[rival] = actions[dice.roll_die(len(actions)) - 1].text
        return self.with_answers(answers)
