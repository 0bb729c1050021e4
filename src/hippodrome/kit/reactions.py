"""Reaction windows, in which seats may react in turn, and sealed decisions, which several seats make at once."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import AnyState, Ask, Choice, Step
from hippodrome.kit.state import State

PASS = Action("pass")


@mypyc_attr(acyclic=True)
class ReactionWindow(Choice):
    """A reaction window: each seat in turn that has a suitable reaction may use it, or pass.

    `asked` is the number of seats that have had their turn. The seats to ask follow from the state, so a window stays
    correct when hidden cards are dealt again. It is secret, and no answer can be undone.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("asked",)
    __slots__ = FIELDS

    def __init__(self, asked: i64) -> None:
        self.asked = asked

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


@mypyc_attr(acyclic=True)
class Sealed(Ask):
    """A decision that several seats make in secret; the answers are revealed together.

    `answers` holds the text of each seat's answer, or an empty string while it is missing.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("answers",)
    __slots__ = FIELDS

    def __init__(self, answers: tuple[str, ...]) -> None:
        self.answers = answers

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the seats that have not answered yet."""
        return tuple([seat for seat, text in enumerate(self.answers) if not text])

    def check_answer(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Return None if the answer is legal, else a Refusal."""
        raise NotImplementedError

    def reveal(self, s: AnyState, answers: tuple[str, ...]) -> list[Step]:
        """Apply the answers once all seats have given one; return the steps that come next."""
        raise NotImplementedError

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Return None if the answer is legal, else a Refusal. The seats may answer in any order."""
        return self.check_answer(s, seat, action)

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Save the answer of a seat, or of the next missing one if `seat` is -1; reveal all after the last."""
        s.undo_barrier += 1
        answers = list(self.answers)
        answers[seat if seat >= 0 else self.seats(s)[0]] = action.text
        if not all(answers):
            constructor: Any = type(self)
            return [constructor(tuple(answers))]
        return self.reveal(s, tuple(answers))
