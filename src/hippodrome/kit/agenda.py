"""The agenda: a stack of steps, each one thing the rules must still do. This is the whole engine."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.actions import Action, Clock, Decision, Option, Refusal, expand, grouped
from hippodrome.kit.state import State

AnyState = Any  # a step names its own game's state class; the agenda hands it whatever state it belongs to


@mypyc_attr(acyclic=True)
class Step:
    """One thing the rules must still do. Immutable: clones share it; saved as [name, field, ...].

    Its constructor takes FIELDS in order. RULE is stamped on every event told while it runs. A step that
    lies deeper in the stack may name the group of steps above it (`trail`): "Round 3 > Red's turn".
    """

    RULE: ClassVar[str] = ""
    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def run(self, s: AnyState) -> list[Step]:
        """Do it, and return what comes next in the order of the rulebook."""
        raise NotImplementedError

    def waits(self, s: AnyState) -> bool:
        """Return whether somebody must decide before it can be done."""
        return False

    def breadcrumb(self, s: AnyState) -> str:
        """Return the name of the group of steps that this step closes, if it has one."""
        return ""

    def name(self) -> str:
        """Return the name of the question, for prompts; empty if the step asks nothing."""
        return ""

    def secret(self, s: AnyState) -> bool:
        """Return whether the very fact of being asked is secret."""
        return False

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Who must decide."""
        return ()

    def proposals(self, s: AnyState) -> list[Action]:
        """Legal actions worth considering, the default first. The list may be shared: do not change it."""
        raise NotImplementedError

    def options(self, s: AnyState) -> list[Option]:
        """Verbs and parameters that may be used. Reads only."""
        raise NotImplementedError

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Nothing, or why the action is not legal. Reads only."""
        raise NotImplementedError

    def clock(self, s: AnyState) -> Clock | None:
        """Return a time limit of the rules, if there is one."""
        return None

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Do what a legal action says, and return what comes next. A question to one seat knows whom it asked."""
        raise NotImplementedError


NOTHING: Final[list[Step]] = []


@mypyc_attr(acyclic=True)
class Ask(Step):
    """A step that waits for a seat. One that has nothing to decide does not wait, and is run instead."""

    __slots__ = ()

    def waits(self, s: AnyState) -> bool:
        """Return a question waits unless it has nothing to decide."""
        return True

    def run(self, s: AnyState) -> list[Step]:
        """There was nothing to decide: go on."""
        return NOTHING

    def name(self) -> str:
        """Return the name of the question: its class."""
        return type(self).__name__

    def proposals(self, s: AnyState) -> list[Action]:
        """What the options suggest."""
        return expand(self.options(s))

    def confirm_even_if_forced(self, s: AnyState) -> bool:
        """Return whether it is asked even if there is only one answer: a plan is to be seen before dice settle it."""
        return False


@mypyc_attr(acyclic=True)
class Choice(Ask):
    """A question with few answers, all of them listed: exactly the proposals are legal."""

    __slots__ = ()

    def options(self, s: AnyState) -> list[Option]:
        """Return the proposals, grouped by verb."""
        return grouped(self.proposals(s), type(self).RULE)

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Legal if proposed; otherwise the game explains."""
        allowed = self.proposals(s)
        for other in allowed:
            if other is action or other.text == action.text:
                return None
        found = self.explain(s, action)
        if found is None:
            found = Refusal(type(self).RULE, f"{action.text!r} is not possible here.")
        return Refusal(found.rule, f"{found.text} {legal_now(allowed)}")

    def explain(self, s: AnyState, action: Action) -> Refusal | None:
        """Why an action that is not proposed is not legal, as far as a clause says so."""
        return None


def legal_now(actions: list[Action]) -> str:
    """Return a sentence that lists what would be legal."""
    shown = ", ".join([action.text for action in actions[:8]])
    more = f" and {len(actions) - 8} more" if len(actions) > 8 else ""
    return f"Legal now: {shown}{more}."


def advance(s: State) -> None:
    """Run steps until one waits or none is left."""
    if not s.agenda:
        s.over = True
        return
    step = s.agenda[-1]
    if not step.waits(s):
        if s.logging:
            note(s, step)
        follow(s, step.run(s))


def act(s: State, action: Action, seat: i64 = -1) -> None:
    """Play an action that is known to be legal: it came from the proposals, or has been checked.

    The seat matters only to questions that several seats answer at once.
    """
    step = s.agenda[-1]
    if s.logging:
        note(s, step)
    follow(s, step.answer(s, action, seat))


def follow(s: State, steps: list[Step]) -> None:
    """Put steps in the place of the one on top, which is done, and run on until one waits or none is left."""
    agenda: list[Any] = s.agenda
    while not s.over:
        last = len(steps) - 1
        if last >= 0:
            step = steps[0]
            agenda[-1] = steps[last]
            while last > 0:
                last -= 1
                agenda.append(steps[last])
        else:
            agenda.pop()
            if not agenda:
                s.over = True
                return
            step = agenda[-1]
        if step.waits(s):
            return
        if s.logging:
            note(s, step)
        steps = step.run(s)


def note(s: State, step: Step) -> None:
    """Remember the step that runs: its clause is stamped on the events it tells."""
    s.running = step
    if s.trace is not None:
        s.trace.append(step)


def proposals(s: State) -> list[Action]:
    """Legal actions worth considering at the decision that waits, the default first."""
    return s.agenda[-1].proposals(s)


def seats(s: State) -> tuple[int, ...]:
    """Who must decide; nobody when the match is over."""
    return s.agenda[-1].seats(s) if s.agenda else ()


def decision(s: State) -> Decision | None:
    """Return the decision that waits, or None when the match is over."""
    if not s.agenda:
        return None
    step = s.agenda[-1]
    return Decision(step.seats(s), step.name(), step.RULE, step.options(s), step.clock(s), step.secret(s))


def check(s: State, seat: int, action: Action) -> Refusal | None:
    """Return the one authority on legality: nothing, or a refusal."""
    if not s.agenda:
        return Refusal("", "The match is over. Nothing more can be played.")
    step = s.agenda[-1]
    if seat not in step.seats(s):
        return Refusal("" if step.secret(s) else step.RULE, "It is not this seat's decision now.")
    return step.check(s, seat, action)


def trail(s: State) -> list[str]:
    """Where in the rulebook the match stands, from the outermost group of steps to the question."""
    names = [step.breadcrumb(s) for step in s.agenda]
    return [name for name in names if name]
