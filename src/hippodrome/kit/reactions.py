"""Windows, in which each seat in order may respond, and sealed questions, answered by several seats at once."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import AnyState, Ask, Choice, Step
from hippodrome.kit.state import State

PASS = Action("pass")


@mypyc_attr(acyclic=True)
class Window(Choice):
    """Each seat in order that has a fitting response may give one, or pass. `asked` seats have had their say.

    Who is asked is worked out from the state, so a window heals itself when hidden things are dealt anew. It
    is secret, and no answer to it can be undone.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("asked",)
    __slots__ = FIELDS

    def __init__(self, asked: i64) -> None:
        self.asked = asked

    def order(self, s: AnyState) -> list[int]:
        """Return the seats in the order in which they are asked."""
        raise NotImplementedError

    def fitting(self, s: AnyState, seat: i64) -> list[Action]:
        """Return the responses open to a seat, without passing."""
        raise NotImplementedError

    def respond(self, s: AnyState, seat: i64, action: Action) -> list[Step]:
        """Return the effect of a response."""
        raise NotImplementedError

    def next_asked(self, s: AnyState) -> i64:
        """Return the place in the order of the next seat that can respond, or -1."""
        order = self.order(s)
        for place in range(int(self.asked), len(order)):
            if self.fitting(s, order[place]):
                return place
        return -1

    def waits(self, s: AnyState) -> bool:
        """While somebody can respond."""
        return self.next_asked(s) >= 0

    def secret(self, s: AnyState) -> bool:
        """Being asked betrays that one could respond."""
        return True

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the next seat that can respond."""
        place = self.next_asked(s)
        return (self.order(s)[place],) if place >= 0 else ()

    def proposals(self, s: AnyState) -> list[Action]:
        """Pass, or a fitting response."""
        return [PASS, *self.fitting(s, self.order(s)[self.next_asked(s)])]

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Return the response takes effect at once; then the window goes on with the next seat."""
        s.undo_barrier += 1
        place = self.next_asked(s)
        after = self.after(place + 1)
        if action.verb == "pass":
            return [after]
        return [*self.respond(s, self.order(s)[place], action), after]

    def after(self, asked: i64) -> Step:
        """Return the same window when `asked` seats have had their say."""
        raise NotImplementedError


def keep_asked(real: State, imagined: State, seat: i64) -> None:
    """Let the window that waits ask the seat that imagines if, and only if, it really does.

    Whoever could speak before it has had his say; and a seat that is not asked yet will not be.
    """
    top = real.agenda[-1] if real.agenda else None
    if not isinstance(top, Window):
        return
    if seat in top.seats(real):
        imagined.agenda[-1] = top.after(top.next_asked(real))
    elif seat in top.seats(imagined):
        imagined.agenda[-1] = top.after(top.next_asked(imagined) + 1)


@mypyc_attr(acyclic=True)
class Sealed(Ask):
    """A question that several seats answer in secret; the answers are opened together.

    `answers` holds the text of each seat's answer, empty where it is still missing.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("answers",)
    __slots__ = FIELDS

    def __init__(self, answers: tuple[str, ...]) -> None:
        self.answers = answers

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Everybody who has not answered yet."""
        return tuple([seat for seat, text in enumerate(self.answers) if not text])

    def judge(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Nothing, or why this answer is not legal."""
        raise NotImplementedError

    def reveal(self, s: AnyState, answers: tuple[str, ...]) -> list[Step]:
        """Return all have answered: what follows."""
        raise NotImplementedError

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Any seat that has not answered may give a legal answer."""
        return self.judge(s, seat, action)

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Keep the answer; when it was the last one, open them all. Without a seat it is the next that is missing."""
        s.undo_barrier += 1
        answers = list(self.answers)
        answers[seat if seat >= 0 else self.seats(s)[0]] = action.text
        if not all(answers):
            maker: Any = type(self)
            return [maker(tuple(answers))]
        return self.reveal(s, tuple(answers))
