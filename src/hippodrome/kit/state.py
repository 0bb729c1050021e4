"""State: flat rows, their snapshot and their digest.

A row is a plain class whose constructor takes its FIELDS in order and that has its own `clone`. Snapshot, load and
digest are generic over FIELDS. Only the constructor is written by hand: `./play fix` writes FIELDS, ROWS, `__slots__`,
the body of the constructor and `clone` from its signature, or for a state from the attributes that it sets.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.dice import Dice, unpack_dice
from hippodrome.kit.events import DiceRolled, Event, ScoredRoll, describe_fields

if TYPE_CHECKING:
    from hippodrome.kit.agenda import Step

Json = Any  # a JSON value


class UnreadableState(ValueError):
    """Raised for a saved state that does not fit the rules: a value without a default is missing, or a step is gone."""


@mypyc_attr(acyclic=True)
class Row:
    """One record of a state, made of numbers, strings, booleans, bytes and tuples of them."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def __repr__(self) -> str:
        return describe_fields(self, type(self).FIELDS)


class FixedData:
    """Values that are set up once and never change, such as the options of a match; clones share them."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def __repr__(self) -> str:
        return describe_fields(self, type(self).FIELDS)


class State:
    """A match in progress: rows, agenda and dice, and nothing else.

    FIELDS are plain values; ROWS maps attributes that hold a row, or a list of rows, to the row's class. Attributes
    with other types, and those named in DERIVED, are not saved; a copy shares them. `undo_barrier`
    counts the points that cannot be undone although no die was rolled. If `logging` is on, events are collected and
    `running` is the running step; `trace`, if it is a list, then collects every step that runs. `pauses`, if it is a
    list, collects the moments at which seats might have been asked in secret.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    ROWS: ClassVar[dict[str, type[Row]]] = {}
    __slots__ = ("agenda", "dice", "events", "logging", "over", "pauses", "running", "trace", "undo_barrier")

    def __init__(self, dice: Dice) -> None:
        self.agenda: list[Step] = []
        self.dice = dice
        self.events: list[Event] = []
        self.logging = False
        self.running: Step | None = None
        self.trace: list[Step] | None = None
        self.pauses: list[Pause] | None = None
        self.over = False
        self.undo_barrier: i64 = 0

    def __repr__(self) -> str:
        status = f"next step {type(self.agenda[-1]).__name__}" if self.agenda else "over"
        return f"<{type(self).__name__}, {status}, {self.dice.rolled} dice rolled>"

    def roll(
        self, purpose: str, n: i64, who: i64, rule: str = "", needed: i64 = 0, bonus: i64 = 0, piece: i64 = -1
    ) -> bytes:
        """Roll n six-sided dice. With `draw`, the only source of chance.

        The last parameters are only logged; `ScoredRoll` explains them.
        """
        dice = self.dice.roll(purpose, who, n)
        if self.logging:
            is_plain = needed == 0 and bonus == 0 and piece < 0
            event = DiceRolled(who, purpose, dice)
            self.emit(event if is_plain else ScoredRoll(who, purpose, dice, needed, bonus, piece), rule)
        return dice

    def draw(self, values: list[int], count: i64) -> list[int]:
        """Remove some values from a list at random and return them, without an event."""
        return [values.pop(self.dice.roll_die(len(values)) - 1) for _ in range(count)]

    def emit(self, event: Event, rule: str = "") -> None:
        """Log an event if `logging` is on; its clause is `rule`, or else the running step's.

        Rules that run often check `logging` first, so as not to create events for nothing.
        """
        if not self.logging:
            return
        if rule:
            event.rule = rule
        elif self.running is not None:
            event.rule = self.running.RULE
        self.events.append(event)

    def pause(self) -> None:
        """Record a moment at which a seat might be asked in secret, as far as others know, if `pauses` is a list."""
        if self.pauses is not None:
            self.pauses.append(Pause(self.clone(), len(self.events)))

    def finish(self) -> None:
        """End the match at once and clear the agenda."""
        self.over = True
        self.agenda.clear()

    def clone(self) -> State:
        """Return an independent copy without the log."""
        raise NotImplementedError


class Pause:
    """A moment at which a seat might be asked in secret: a copy of the state, and the number of events before it.

    Others are shown this moment whether or not a seat was asked, so that they cannot tell one from the other.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: State, events: int) -> None:
        self.state = state
        self.events = events


def pack(value: object) -> Json:
    """Return a field's value as JSON: tuples become lists, bytes become {"dice": [...]}."""
    if isinstance(value, bytes):
        return {"dice": list(value)}
    if isinstance(value, tuple):
        return [pack(item) for item in value]
    return value


def unpack(value: Json) -> object:
    """Return the value that `pack` turned into JSON."""
    if isinstance(value, dict):
        return bytes(value["dice"])
    if isinstance(value, list):
        return tuple([unpack(item) for item in value])
    return value


def pack_row(row: object) -> Json:
    """Return a row, or a list of rows, as JSON."""
    if isinstance(row, list):
        return [pack_row(item) for item in row]
    fields: tuple[str, ...] = type(row).FIELDS  # type: ignore[attr-defined]
    return {name: pack(getattr(row, name)) for name in fields}


def unpack_row(row_class: type[Row], saved: Json) -> object:
    """Return the row, or the list of rows, that `pack_row` saved.

    Earlier rules may have saved other fields. A field that is gone is ignored; a new one gets its default value. Raise
    UnreadableState if it has none.
    """
    if isinstance(saved, list):
        return [unpack_row(row_class, item) for item in saved]
    return _construct(row_class, row_class.FIELDS, saved)


def _construct(kind: type[object], fields: tuple[str, ...], saved: Json) -> object:
    """Call a constructor with the fields that were saved, by name if some are missing."""
    constructor: Any = kind
    missing = [name for name in fields if name not in saved]
    if not missing:
        return constructor(*[unpack(saved[name]) for name in fields])
    try:
        return constructor(**{name: unpack(saved[name]) for name in fields if name in saved})
    except TypeError:
        raise UnreadableState(f"a saved {kind.__name__} has no value for {', '.join(missing)}") from None


def pack_step(step: Step) -> Json:
    """Return a step as [name, field, ...]."""
    return [type(step).__name__, *[pack(getattr(step, name)) for name in type(step).FIELDS]]


def rows_of(state: State) -> Json:
    """Return fields and rows as JSON, without agenda and dice."""
    kind = type(state)
    table: dict[str, Json] = {name: pack(getattr(state, name)) for name in kind.FIELDS}
    for name in kind.ROWS:
        table[name] = pack_row(getattr(state, name))
    return table


def snapshot(state: State) -> Json:
    """Return the whole state as JSON. It contains the dice, so it reveals all future rolls."""
    saved = saved_position(state)
    saved["dice"] = state.dice.pack()
    return saved


def saved_position(state: State) -> Json:
    """Return the state as JSON without its dice. Steps are saved by position, so the names of their fields follow."""
    saved = digest_input(state)
    saved["fields"] = {type(step).__name__: list(type(step).FIELDS) for step in state.agenda if type(step).FIELDS}
    return saved


def digest_input(state: State) -> Json:
    """Return what the digest covers: everything except the source of the dice, of which only the count is included."""
    return {
        "table": rows_of(state),
        "agenda": [pack_step(step) for step in state.agenda],
        "over": state.over,
        "barrier": int(state.undo_barrier),
        "thrown": int(state.dice.rolled),
    }


def load(state: State, saved: Json, steps: dict[str, type[Step]]) -> None:
    """Fill a new state of the same set-up from a snapshot.

    Values that the snapshot lacks, because earlier rules did not have them, stay as the set-up made them. Raise
    UnreadableState if the snapshot does not fit.
    """
    kind = type(state)
    table = saved["table"]
    for name in kind.FIELDS:
        if name in table:
            setattr(state, name, unpack(table[name]))
    for name, row in kind.ROWS.items():
        if name in table:
            setattr(state, name, unpack_row(row, table[name]))
    fields: dict[str, list[str]] = saved.get("fields", {})  # snapshots of earlier versions have none
    state.agenda = [_unpack_step(steps, item, fields) for item in saved["agenda"]]
    state.over = saved["over"]
    state.undo_barrier = saved["barrier"]
    state.dice = unpack_dice(saved["dice"])


def _unpack_step(steps: dict[str, type[Step]], saved: Json, fields: dict[str, list[str]]) -> Step:
    if saved[0] not in steps:
        raise UnreadableState(f"the snapshot's agenda names an unknown step {saved[0]!r}")
    kind = steps[saved[0]]
    names = fields.get(saved[0], list(kind.FIELDS))
    if len(names) < len(saved) - 1:
        raise UnreadableState(f"the step {saved[0]} was saved with {len(saved) - 1} values; it has {len(names)}")
    step: Any = _construct(kind, kind.FIELDS, dict(zip(names, saved[1:], strict=False)))
    return step  # type: ignore[no-any-return]


def canonical(value: Json) -> str:
    """Return JSON text that is the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(value: Json) -> str:
    """Return the digest of a JSON value."""
    return hashlib.blake2b(canonical(value).encode(), digest_size=16).hexdigest()


def digest(state: State) -> str:
    """Return the digest of a state. Equal states have equal digests, whatever their future dice."""
    return digest_of(digest_input(state))
