"""The agenda: a stack of steps that the rules must still run. This is the whole engine."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.actions import Action, Clock, Decision, Option, Refusal, expand, group_by_verb
from hippodrome.kit.events import describe_fields
from hippodrome.kit.state import State

AnyState = Any  # each step annotates the state class of its game


@mypyc_attr(acyclic=True)
class Step:
    """One thing the rules must still do. Immutable, so clones share it; saved as [name, field, ...].

    Its constructor takes FIELDS in order. RULE is the clause of all events that it emits. A step deeper in the stack
    may name the group of steps above it: "Round 3 > Red's turn". BREADCRUMB is that name, with the state as argument 0:
    "Round {0.round}". ACTIONS are the legal actions of a decision that always has the same ones. PASSES are the verbs
    that end, stop or decline something: menus set them apart, and Enter plays them only if there is nothing else.
    EXPLORED says whether the actions of a decision can be joined into ways to far places (`kit/destinations.py`).
    """

    RULE: ClassVar[str] = ""
    FIELDS: ClassVar[tuple[str, ...]] = ()
    ACTIONS: ClassVar[list[Action]] = []
    BREADCRUMB: ClassVar[str] = ""
    PASSES: ClassVar[tuple[str, ...]] = ()
    EXPLORED: ClassVar[bool] = False
    __slots__ = ()

    def __repr__(self) -> str:
        return describe_fields(self, type(self).FIELDS)

    def run(self, s: AnyState) -> list[Step]:
        """Run the step, and return the steps that come next, in the order of the rulebook."""
        raise NotImplementedError

    def waits(self, s: AnyState) -> bool:
        """Return whether the step waits for a decision."""
        return False

    def breadcrumb(self, s: AnyState) -> str:
        """Return the name of the group of steps that this step ends, or an empty string."""
        return type(self).BREADCRUMB.format(s)

    def name(self) -> str:
        """Return the name of the decision, for prompts; empty if the step asks for none."""
        return ""

    def secret(self, s: AnyState) -> bool:
        """Return whether it is a secret that the seats are asked."""
        return False

    def conceals(self, s: AnyState, text: str) -> bool:
        """Return whether this answer to a secret question looks to others as if the question had not been asked."""
        return False

    def waits_publicly(self, s: AnyState) -> bool:
        """Return whether the step waits, as far as all seats know; if not, concealed answers do not count as moves."""
        return True

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the seats that must decide."""
        return ()

    def proposals(self, s: AnyState) -> list[Action]:
        """Return the legal actions worth considering, the default first. The list may be shared: do not modify it."""
        raise NotImplementedError

    def player_order(self, s: AnyState, actions: list[Action]) -> list[Action]:
        """Return the proposals in the order in which players see them, the default of Enter first."""
        return actions

    def is_pass(self, action: Action) -> bool:
        """Return whether an action ends, stops or declines something."""
        return action.verb in type(self).PASSES

    def has_default(self) -> bool:
        """Return whether Enter may play an option; not where all options but the pass use something up."""
        return True

    def options(self, s: AnyState) -> list[Option]:
        """Return the verbs and parameters that may be used. Does not change the state."""
        raise NotImplementedError

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Return None if the action is legal, else a Refusal. Does not change the state."""
        raise NotImplementedError

    def clock(self, s: AnyState) -> Clock | None:
        """Return the time limit that the rules set, or None."""
        return None

    def answer(self, s: AnyState, action: Action, seat: i64) -> list[Step]:
        """Apply a legal action, and return the steps that come next.

        `seat` matters only if several seats decide at once.
        """
        raise NotImplementedError


NOTHING: Final[list[Step]] = []
NO_ACTIONS: Final[list[Action]] = []


@mypyc_attr(acyclic=True)
class Ask(Step):
    """A step that waits for a decision. If there is nothing to decide it does not wait and is run instead."""

    __slots__ = ()

    def waits(self, s: AnyState) -> bool:
        """Return True; a subclass returns False when there is nothing to decide."""
        return True

    def run(self, s: AnyState) -> list[Step]:
        """Continue, because there was nothing to decide."""
        return NOTHING

    def name(self) -> str:
        """Return the name of the class."""
        return type(self).__name__

    def seats(self, s: AnyState) -> tuple[int, ...]:
        """Return the seat whose turn it is, `s.seat`."""
        return (s.seat,)

    def proposals(self, s: AnyState) -> list[Action]:
        """Return the actions that the options suggest."""
        return expand(self.options(s))

    def confirm_even_if_forced(self, s: AnyState) -> bool:
        """Return whether to ask even if there is only one action, so that a plan is seen before dice are rolled."""
        return False


@mypyc_attr(acyclic=True)
class Choice(Ask):
    """A decision whose legal actions are listed; by default exactly the proposals are legal, and these are ACTIONS."""

    __slots__ = ()

    def proposals(self, s: AnyState) -> list[Action]:
        """Return the actions that are always legal."""
        return type(self).ACTIONS

    def legal(self, s: AnyState) -> list[Action]:
        """Return every legal action, the default first."""
        return self.proposals(s)

    def options(self, s: AnyState) -> list[Option]:
        """Return the legal actions, grouped by verb."""
        return group_by_verb(self.legal(s), type(self).RULE)

    def check(self, s: AnyState, seat: i64, action: Action) -> Refusal | None:
        """Return None if the action is legal, else the refusal from `explain` with a list of legal actions."""
        allowed = self.legal(s)
        for other in allowed:
            if other is action or other.text == action.text:
                return None
        refusal = self.explain(s, action)
        if refusal is None:
            refusal = Refusal(type(self).RULE, f"{action.text!r} is not possible here.")
        return Refusal(refusal.rule, f"{refusal.text} {legal_now(allowed)}")

    def explain(self, s: AnyState, action: Action) -> Refusal | None:
        """Return the refusal of an action that is not legal, or None if no clause says more."""
        return None


@mypyc_attr(acyclic=True)
class SampledChoice(Choice):
    """A choice that proposes only some of its legal actions, because there are many."""

    __slots__ = ()

    def legal(self, s: AnyState) -> list[Action]:
        """Return every legal action, the default first."""
        raise NotImplementedError

    def proposals(self, s: AnyState) -> list[Action]:
        """Return the actions worth considering, a subset of `legal`; by default all of them."""
        return self.legal(s)


LEGAL_NOW: Final = "Legal now: "


def legal_now(actions: list[Action]) -> str:
    """Return a sentence that lists what would be legal."""
    shown = ", ".join([action.text for action in actions[:8]])
    more = f" and {len(actions) - 8} more" if len(actions) > 8 else ""
    return f"{LEGAL_NOW}{shown}{more}."


def advance(s: State) -> None:
    """Run steps until one waits or none is left."""
    if not s.agenda:
        s.over = True
        return
    step = s.agenda[-1]
    if not step.waits(s):
        if s.logging:
            record_running(s, step)
        follow(s, step.run(s))


def act(s: State, action: Action, seat: i64 = -1) -> None:
    """Play an action that is known to be legal, because it was proposed or checked.

    The seat matters only to decisions that several seats make at once.
    """
    follow(s, answer(s, action, seat))


def answer(s: State, action: Action, seat: i64) -> list[Step]:
    """Apply a legal action to the pending decision and return the steps that come next, for `follow` to run."""
    step = s.agenda[-1]
    if s.logging:
        record_running(s, step)
    return step.answer(s, action, seat)


def follow(s: State, steps: list[Step]) -> None:
    """Replace the finished step on top by others, and run steps until one waits or none is left."""
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
            record_running(s, step)
        steps = step.run(s)


def record_running(s: State, step: Step) -> None:
    """Record the running step, whose clause its events get."""
    s.running = step
    if s.trace is not None:
        s.trace.append(step)


def proposals(s: State) -> list[Action]:
    """Return the legal actions worth considering at the pending decision, the default first."""
    return s.agenda[-1].proposals(s)


def seats(s: State) -> tuple[int, ...]:
    """Return the seats that must decide; none when the match is over."""
    return s.agenda[-1].seats(s) if s.agenda else ()


def only_action(s: State) -> Action | None:
    """Return the only legal action, or None if there is a choice or the decision must be confirmed anyway."""
    actions = proposals(s) if s.agenda else NO_ACTIONS
    if len(actions) != 1:
        return None
    step = s.agenda[-1]
    return None if isinstance(step, Ask) and step.confirm_even_if_forced(s) else actions[0]


def is_secret(s: State) -> bool:
    """Return whether a decision is pending whose existence is a secret of the seats that it asks."""
    return bool(s.agenda) and s.agenda[-1].secret(s)


def decision(s: State) -> Decision | None:
    """Return the pending decision, or None when the match is over."""
    if not s.agenda:
        return None
    step = s.agenda[-1]
    return Decision(step.seats(s), step.name(), step.RULE, step.options(s), step.clock(s), step.secret(s))


def check(s: State, seat: int, action: Action) -> Refusal | None:
    """Return None if the action is legal, else a Refusal. The one authority on legality."""
    if not s.agenda:
        return Refusal("", "The match is over. Nothing more can be played.")
    step = s.agenda[-1]
    if seat not in step.seats(s):
        return Refusal("" if step.secret(s) else step.RULE, "It is not this seat's decision.")
    return step.check(s, seat, action)


def reason(s: State, seat: int, action: Action) -> Refusal | None:
    """Return why an action is illegal, without the list of legal ones; None if it is legal or no clause says why."""
    refusal = check(s, seat, action)
    if refusal is None or not s.agenda:
        return refusal
    step = s.agenda[-1]
    if seat in step.seats(s) and isinstance(step, Choice):
        return step.explain(s, action)
    return Refusal(refusal.rule, refusal.text.partition(LEGAL_NOW)[0].strip())


def conceals(s: State, text: str) -> bool:
    """Return whether others cannot tell this answer to the pending decision from not being asked."""
    return bool(s.agenda) and s.agenda[-1].conceals(s, text)


def is_silent(s: State, text: str) -> bool:
    """Return whether this answer to the pending decision is not counted as a move, because others do not notice it."""
    return conceals(s, text) and not s.agenda[-1].waits_publicly(s)


def concrete_steps(package: str) -> list[type[Step]]:
    """Return the step classes that the loaded modules of a package define, without those that are bases of others."""
    own = [step for step in _subclasses(Step) if f"{module_of(step)}.".startswith(f"{package}.")]
    bases = {base for step in own for base in step.__bases__}
    return [step for step in own if step not in bases]


def module_of(kind: Any) -> str:
    """Return the name of the module that defines a class; mypyc cannot read it from a class whose type is known."""
    return str(kind.__module__)


def _subclasses(kind: type[Step]) -> list[type[Step]]:
    """Return the direct and indirect subclasses of a step class."""
    return [step for child in kind.__subclasses__() for step in [child, *_subclasses(child)]]


def breadcrumbs(s: State) -> list[str]:
    """Return the names of the groups of steps that are running, from the outermost to the pending decision."""
    names = [step.breadcrumb(s) for step in s.agenda]
    return [name for name in names if name]
