"""What travels over a socket: what a browser asks, and what the server tells it. The client's types are made from it.

A match has a journal: every move, every undo, every seat that changes hands is one entry. `n` is how many entries there
are, as far as the browser may know; a request names the `n` it answers, so that a late or doubled one is refused
without harm. `move` counts the moves that stand; it is the place on the scrubber. Whoever passes when asked in secret
does so silently: neither number tells anybody else that there was a question. `id` is a number of the client's own,
sent back with the answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

NO_SEAT = -1
"""A seat that is none: a spectator, or nobody at all."""


class Message(msgspec.Struct, tag_field="type", tag=str.lower, omit_defaults=False):
    """Anything sent over a socket; its type is the name of its class in small letters."""


class Part(msgspec.Struct):
    """A part of a message."""


# -------------------------------------------------------------------- what a browser asks


class Hello(Message):
    """The first message: the keys of the seats this browser holds (none: a spectator), and whom to show."""

    keys: list[str] = []
    look: int = NO_SEAT


class Look(Message):
    """The person at this screen is the one who plays this seat: lift the curtain."""

    seat: int


class Play(Message):
    """Play an action."""

    id: int
    n: int
    seat: int
    action: str


class Undo(Message):
    """Take back the last move that was a choice."""

    id: int
    n: int
    seat: int


class Preview(Message):
    """What would an action look like? Asked while something is dragged."""

    id: int
    n: int
    seat: int
    action: str


class Odds(Message):
    """What may come of each choice that is open now?"""

    id: int
    n: int
    seat: int


class Hint(Message):
    """What would the strongest program do in this seat's place, and why?"""

    id: int
    n: int
    seat: int


class Why(Message):
    """What had the program weighed that made a move? While the match goes on, only if that betrays nothing."""

    id: int
    move: int


class Review(Message):
    """Which decisions cost a seat most in this match, and what would have been better? When the match is over."""

    id: int
    seat: int


class Enough(Message):
    """A review that was asked for is not wanted any more."""


class Say(Message):
    """A word to the table."""

    seat: int
    text: str


class Note(Message):
    """The private notes of a seat, as they stand now."""

    seat: int
    text: str


class Name(Message):
    """What a person wants to be called."""

    seat: int
    name: str


class Leave(Message):
    """A person gives a seat to a program; by the host also for a person who is away."""

    id: int
    seat: int


class Return(Message):
    """A person takes the seat back."""

    id: int
    seat: int


Request = (
    Hello | Look | Play | Undo | Preview | Odds | Hint | Why | Review | Enough | Say | Note | Name | Leave | Return
)


# -------------------------------------------------------------------- parts of what the server tells


class Node(Part):
    """One thing drawn; see hippodrome.kit.scene."""

    id: str
    shape: str
    x: int
    y: int
    data: str
    turn: int
    css: str
    label: str
    size: int


class Layer(Part):
    """A group of nodes; one that is `of` a node is shown while that one is pointed at."""

    name: str
    static: bool
    nodes: list[Node]
    of: str = ""


class Handle(Part):
    """How a node is touched; see hippodrome.kit.scene."""

    on: str
    action: str
    kind: str
    span: tuple[int, int, int] | None
    hints: list[int]
    at: tuple[int, int, int] | None
    unit: int
    span_y: tuple[int, int, int] | None


class Panel(Part):
    """A table beside the board; one that is `of` an action says more about that one."""

    name: str
    title: str
    heads: list[str]
    rows: list[list[str]]
    seats: list[int]
    of: str


class Scene(Part):
    """A picture. A layer that is the same as in the frame before is not sent again, unless `whole`."""

    whole: bool
    box: tuple[int, int, int, int]
    order: list[str]
    layers: list[Layer]
    handles: list[Handle]
    prompt: str
    trail: list[str]
    panels: list[Panel]


class Line(Part):
    """A line of the log. Lines in a row with the same `merge` (not empty) are one that happened several times."""

    move: int
    text: str
    rule: str
    who: int
    dice: list[int]
    merge: str
    loud: bool


class Span(Part):
    """A number to be filled in, from lo to hi in steps; hints are values that matter, with their labels.

    People are shown it divided by `unit`.
    """

    name: str
    lo: int
    hi: int
    step: int
    hints: list[tuple[int, str]]
    unit: int


class Choice(Part):
    """An action that may be chosen. With spans, `action` is its beginning, and their numbers are to be added.

    `key` is what the keyboard calls it; `warning` is said before it is done, because it hurts and stays.
    """

    action: str
    label: str
    rule: str
    key: str
    warning: str
    spans: list[Span]


class Clock(Part):
    """The time for this decision, and what is left of the reserve, in milliseconds."""

    left: int
    reserve: int


class Ask(Part):
    """What must be decided. `mine` is the viewer's seat if it is asked, with the choices, the default first."""

    seats: list[int]
    mine: int
    name: str
    rule: str
    choices: list[Choice]
    clock: Clock | None


class Outcome(Part):
    """How the match ended."""

    places: list[int]
    reason: str
    verdict: str


class SeatInfo(Part):
    """Who sits where. A person whose place a program keeps has a `level` too; `here` says whether he is connected."""

    faction: str
    name: str
    person: bool
    level: str
    here: bool


class Branch(Part):
    """The match and the move from which a branch was made."""

    match: str
    at: int


class Limits(Part):
    """The table's clock: seconds for each decision, and a reserve for the whole match."""

    seconds: int
    reserve: int


class Info(Part):
    """What everybody may know of a table."""

    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    options: dict[str, int | str]
    kind: str  # "played", "branch" or "imported"
    branch: Branch | None
    commitment: str
    odds: bool
    hints: bool  # a hint can be had here, and why a program moved
    reviews: bool  # a program can say afterwards what was costly
    listed: bool
    clock: Limits | None
    seats: list[SeatInfo]
    created: int  # seconds since 1970
    over: bool
    rematch: str  # the match that is its rematch, once somebody has asked for one


class Speech(Part):
    """A word somebody said."""

    seat: int
    text: str
    at: int


class Chance(Part):
    """What may come of a choice: in short, outcome by outcome, and how that was found.

    A row is a chance, its outcome, and the bounds of the chance if it was not counted but tried.
    """

    action: str
    short: str
    rows: list[tuple[str, str, str]]
    exact: bool
    how: str


class Reason(Part):
    """An option that a program weighed, and what it says of it."""

    action: str
    label: str
    text: str


class Advice(Part):
    """What a program chose or would choose: the options it weighed, the chosen one first, and what else there is to
    say. `by` is the level of the program."""

    by: str
    action: str
    label: str
    reasons: list[Reason]
    notes: list[str]


class Costly(Part):
    """A decision that cost a seat something: the moment is `move` on the scrubber.

    `cost` is in percentage points of the chance to win, within `error` to either side.
    """

    move: int
    played: str
    better: str
    cost: int
    error: int
    text: str


class Row(Part):
    """A match in a list: `mine` are the seats held, `asked` those of them that must decide now."""

    info: Info
    move: int
    mine: list[int]
    asked: list[int]
    turn: str
    touched: int


# -------------------------------------------------------------------- what the server tells


class Welcome(Message):
    """The first answer: the table, the seats this browser holds, and what was said."""

    info: Info
    mine: list[int]
    host: bool
    said: list[Speech]
    notes: dict[int, str]


class Table(Message):
    """The table changed: a name, a seat, somebody came or went."""

    info: Info


class Frame(Message):
    """A moment of the match as the viewer may see it, and what led to it."""

    n: int
    move: int
    viewer: int
    scene: Scene
    words: str
    lines: list[Line]
    paths: dict[str, list[tuple[int, int, int]]]
    ask: Ask | None
    undo: str | None  # None: nothing to take back; "": it can be; else why it cannot
    curtain: int  # a seat of this screen that must be handed the screen first
    undone: bool
    outcome: Outcome | None


class Log(Message):
    """The whole log as the viewer may read it."""

    viewer: int
    move: int
    lines: list[Line]


class Done(Message):
    """A request was carried out; when this is sent it is on disk."""

    id: int
    n: int


class Refused(Message):
    """A request was not carried out, and nothing changed."""

    id: int
    n: int
    rule: str
    text: str


class Previewed(Message):
    """What an action would look like: the nodes that would be new or elsewhere, in words too; or why it is refused."""

    id: int
    action: str
    nodes: list[Node]
    words: str
    rule: str
    refusal: str


class Chances(Message):
    """What may come of the choices."""

    id: int
    n: int
    chances: list[Chance]


class Counted(Message):
    """Chances that had only been tried have been counted since."""

    n: int
    chances: list[Chance]


class Hinted(Message):
    """What the strongest program would do."""

    id: int
    n: int
    advice: Advice


class Explained(Message):
    """What a program had weighed that made a move: the seat it played, and the move."""

    id: int
    move: int
    seat: int
    advice: Advice


class Reviewing(Message):
    """How far a review is: so many steps of so many."""

    seat: int
    done: int
    total: int


class Reviewed(Message):
    """The most costly decisions of a seat, in the order in which they were made, of so many that were weighed."""

    id: int
    seat: int
    decisions: int
    costly: list[Costly]


class Said(Message):
    """Somebody said something."""

    speech: Speech


class Problem(Message):
    """Something is wrong with the connection or a message; `final` if the socket closes now."""

    code: str
    text: str
    final: bool


class Rows(Message):
    """The lobby: one's own matches, and those one may watch."""

    mine: list[Row]
    watch: list[Row]


Answer = (
    Welcome
    | Table
    | Frame
    | Log
    | Done
    | Refused
    | Previewed
    | Chances
    | Counted
    | Hinted
    | Explained
    | Reviewing
    | Reviewed
    | Said
    | Problem
    | Rows
)

_requests = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode_request(text: str | bytes) -> Request:
    """Return a request; msgspec.DecodeError or msgspec.ValidationError says what is wrong with it."""
    found: Request = _requests.decode(text)
    return found


def encode(message: Any) -> bytes:
    """Return a message, or a part of one, as JSON."""
    return _encoder.encode(message)
