"""The messages of the sockets. The types of the browser client are generated from them.

A match has a journal: every move, every undo and every change of a seat is one entry. `n` is the number of the newest
entry and `move` the number of moves, both as the client may know them (`live.match_session` defines them). A request
carries the `n` it is based on, so that a late or repeated request is rejected without harm. `id` is chosen by the
client and sent back with the answer.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

NO_SEAT = -1
"""In place of a seat: a spectator, or none."""


def _tag(name: str) -> str:
    """Return the type of a message: the name of its class in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, tag_field="type", tag=_tag, omit_defaults=False):
    """A message over a socket. Its `type` is the name of its class in snake case."""


class Part(msgspec.Struct):
    """A part of a message."""


# -------------------------------------------------------------------- requests


class Hello(Message):
    """The first message: the seat keys of this client (none for a spectator) and the seat to view from."""

    keys: list[str] = []
    view_as: int = NO_SEAT


class ViewAs(Message):
    """View the match from this seat. On a shared screen, its player confirms that they are looking."""

    seat: int


class Play(Message):
    """Play an action."""

    id: int
    n: int
    seat: int
    action: str


class Undo(Message):
    """Undo the last move that was a choice."""

    id: int
    n: int
    seat: int


class Preview(Message):
    """Show what an action would do, for example while a piece is dragged."""

    id: int
    n: int
    seat: int
    action: str


class Odds(Message):
    """Compute the odds of each present choice."""

    id: int
    n: int
    seat: int


class Hint(Message):
    """Ask the strongest bot what it would do in this seat's place, and why."""

    id: int
    n: int
    seat: int


class Explain(Message):
    """Explain a bot's move; before the match is over, only if that reveals no secrets."""

    id: int
    move: int


class Review(Message):
    """Review a finished match: find a seat's costliest decisions and better alternatives."""

    id: int
    seat: int


class CancelReview(Message):
    """Cancel the review that is running for this client."""


class Chat(Message):
    """Send a chat message to all players."""

    seat: int
    text: str


class Note(Message):
    """Save the private notes of a seat."""

    seat: int
    text: str


class Rename(Message):
    """Change the name of a seat's player."""

    seat: int
    name: str


class Leave(Message):
    """Give a seat to a bot. The host may also do this for a player who is offline."""

    id: int
    seat: int


class Return(Message):
    """Take a seat back from a bot."""

    id: int
    seat: int


Request = (
    Hello
    | ViewAs
    | Play
    | Undo
    | Preview
    | Odds
    | Hint
    | Explain
    | Review
    | CancelReview
    | Chat
    | Note
    | Rename
    | Leave
    | Return
)


# -------------------------------------------------------------------- parts of messages from the server


class Node(Part):
    """A drawn object; see hippodrome.kit.scene."""

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
    """A group of nodes. If `of` names a node, the layer is shown while the pointer is over that node."""

    name: str
    static: bool
    nodes: list[Node]
    of: str = ""


class Handle(Part):
    """A node that can be clicked or dragged; see hippodrome.kit.scene."""

    on: str
    action: str
    kind: str
    span: tuple[int, int, int] | None
    hints: list[int]
    at: tuple[int, int, int] | None
    unit: int
    span_y: tuple[int, int, int] | None


class Panel(Part):
    """A table beside the board. If `of` is an action, the panel has details of that action."""

    name: str
    title: str
    heads: list[str]
    rows: list[list[str]]
    seats: list[int]
    of: str


class Scene(Part):
    """A drawing of the position. Unless it is `complete`, layers that have not changed are left out."""

    complete: bool
    box: tuple[int, int, int, int]
    order: list[str]
    layers: list[Layer]
    handles: list[Handle]
    prompt: str
    breadcrumbs: list[str]
    panels: list[Panel]


class Line(Part):
    """A line of the log. Consecutive lines with the same `merge_key` (if not empty) are shown as one."""

    move: int
    text: str
    rule: str
    seat: int
    dice: list[int]
    merge_key: str
    highlight: bool


class Span(Part):
    """A number to choose, from `lo` to `hi` in steps. `hints` are notable values with their labels.

    Numbers are displayed divided by `unit`.
    """

    name: str
    lo: int
    hi: int
    step: int
    hints: list[tuple[int, str]]
    unit: int


class Choice(Part):
    """An action to choose. With spans, `action` is incomplete, and their numbers are appended to it.

    `key` is its keyboard shortcut; `warning` is shown before an action that does lasting harm.
    """

    action: str
    label: str
    rule: str
    key: str
    warning: str
    spans: list[Span]


class Clock(Part):
    """The time left for this decision, and the rest of the reserve, in milliseconds."""

    left_ms: int
    reserve_ms: int


class Ask(Part):
    """The pending decision.

    `mine` is the viewer's seat if it must decide, else -1. `choices` are those of that seat, the default first.
    """

    seats: list[int]
    mine: int
    name: str
    rule: str
    choices: list[Choice]
    clock: Clock | None


class Outcome(Part):
    """The result of the match."""

    places: list[int]
    reason: str
    verdict: str


class SeatInfo(Part):
    """The player of a seat. A person whose seat a bot is playing has a `level` too."""

    faction: str
    name: str
    person: bool
    level: str
    online: bool


class Branch(Part):
    """The match and the move that a branch started from."""

    match: str
    at: int


class Limits(Part):
    """A clock: seconds for each decision, and a reserve of seconds for the whole match."""

    seconds: int
    reserve: int


class MatchInfo(Part):
    """The public information about a match."""

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
    hints: bool  # players can ask for hints and for explanations of bot moves
    reviews: bool  # a review is available when the match is over
    listed: bool
    clock: Limits | None
    seats: list[SeatInfo]
    created: int  # seconds since 1970
    over: bool
    rematch: str  # the id of the rematch, or empty


class ChatMessage(Part):
    """A chat message; `at` is in seconds since 1970."""

    seat: int
    text: str
    at: int


class ActionOdds(Part):
    """The odds of a choice: a summary, one row per outcome, and how they were computed.

    A row has the probability, the outcome, and the confidence interval (empty if the odds are exact).
    """

    action: str
    summary: str
    rows: list[tuple[str, str, str]]
    exact: bool
    method: str


class Reason(Part):
    """An option that a bot considered, and its comment on it."""

    action: str
    label: str
    text: str


class Advice(Part):
    """A bot's choice, the options it considered (the chosen one first) and further notes. `by` is the bot's level."""

    by: str
    action: str
    label: str
    reasons: list[Reason]
    notes: list[str]


class CostlyDecision(Part):
    """A decision that cost a seat winning chances, in percentage points, with the error to either side.

    `move` is its position on the replay slider.
    """

    move: int
    played: str
    better: str
    cost: int
    error: int
    text: str


class LobbyMatch(Part):
    """A match in the lobby. `mine` are the client's seats, `pending` those of them that must decide now."""

    info: MatchInfo
    move: int
    mine: list[int]
    pending: list[int]
    turn: str
    updated: int  # seconds since 1970


# -------------------------------------------------------------------- messages from the server


class Welcome(Message):
    """The answer to the hello: the match, the client's seats, the chat and the private notes by seat."""

    info: MatchInfo
    mine: list[int]
    host: bool
    chat: list[ChatMessage]
    notes: dict[int, str]


class InfoChanged(Message):
    """The public information about the match has changed: a name, a seat, or a player who came or left."""

    info: MatchInfo


class Frame(Message):
    """The match at one point as the viewer may see it, and the log lines and movements that led to it."""

    n: int
    move: int
    viewer: int
    scene: Scene
    description: str
    lines: list[Line]
    paths: dict[str, list[tuple[int, int, int]]]
    ask: Ask | None
    undo: str | None  # None: there is nothing to undo; "": the last choice can be undone; else why it cannot
    curtain: int  # the seat whose player must confirm before their secrets are shown, or -1
    undone: bool
    outcome: Outcome | None


class Log(Message):
    """The whole log as the viewer may read it."""

    viewer: int
    move: int
    lines: list[Line]


class Done(Message):
    """A request was carried out, and is on disk."""

    id: int
    n: int


class Rejected(Message):
    """A request was rejected, and nothing changed."""

    id: int
    n: int
    rule: str
    text: str


class Previewed(Message):
    """The preview of an action: new and moved nodes and a description; or why the action is refused."""

    id: int
    action: str
    nodes: list[Node]
    description: str
    rule: str
    refusal: str


class OddsResult(Message):
    """The odds of the choices. Those that take long to count exactly are estimated."""

    id: int
    n: int
    odds: list[ActionOdds]


class OddsUpdate(Message):
    """Exact odds that replace estimated ones."""

    n: int
    odds: list[ActionOdds]


class Hinted(Message):
    """The hint that was asked for."""

    id: int
    n: int
    advice: Advice


class Explained(Message):
    """The explanation of a bot's move, and the seat it played."""

    id: int
    move: int
    seat: int
    advice: Advice


class ReviewProgress(Message):
    """The progress of a review: `done` of `total` steps."""

    seat: int
    done: int
    total: int


class Reviewed(Message):
    """A seat's costliest decisions in the order of play, and the number of decisions reviewed."""

    id: int
    seat: int
    decisions: int
    costly: list[CostlyDecision]


class ChatPosted(Message):
    """A player has sent a chat message."""

    message: ChatMessage


class SocketError(Message):
    """An error of the connection or of a message. If it is `final`, the server closes the socket."""

    code: str
    text: str
    final: bool


class LobbyList(Message):
    """The lobby: the client's own matches, and matches to watch."""

    mine: list[LobbyMatch]
    watch: list[LobbyMatch]


Answer = (
    Welcome
    | InfoChanged
    | Frame
    | Log
    | Done
    | Rejected
    | Previewed
    | OddsResult
    | OddsUpdate
    | Hinted
    | Explained
    | ReviewProgress
    | Reviewed
    | ChatPosted
    | SocketError
    | LobbyList
)

_request_decoder = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode_request(text: str | bytes) -> Request:
    """Return a request; raise msgspec.DecodeError or msgspec.ValidationError if it is malformed."""
    request: Request = _request_decoder.decode(text)
    return request


def encode(message: Any) -> bytes:
    """Return a message, or a part of one, as JSON."""
    return _encoder.encode(message)
