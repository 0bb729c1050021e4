"""The messages of the sockets. The types of the browser client are generated from them.

A match has a journal: every move, every undo and every change of a seat is one entry. `n` is the number of the newest
entry and `move` the number of moves, both as the client may know them (`live.match_session` defines them). A request
carries the `n` it is based on, so that a late or repeated request is rejected without harm. `id` is chosen by the
client and sent back with the answer.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec

from hippodrome.kit.compounds import MAX_ACTIONS
from hippodrome.kit.selection import MAX_PLAN_LENGTH, MAX_SELECTED
from hippodrome.server.wire_parts import ActionOdds as ActionOdds
from hippodrome.server.wire_parts import Advice as Advice
from hippodrome.server.wire_parts import Ask as Ask
from hippodrome.server.wire_parts import Branch as Branch
from hippodrome.server.wire_parts import ChatMessage as ChatMessage
from hippodrome.server.wire_parts import Choice as Choice
from hippodrome.server.wire_parts import Clock as Clock
from hippodrome.server.wire_parts import CostlyDecision as CostlyDecision
from hippodrome.server.wire_parts import Destination as Destination
from hippodrome.server.wire_parts import DrillOption as DrillOption
from hippodrome.server.wire_parts import Handle as Handle
from hippodrome.server.wire_parts import Layer as Layer
from hippodrome.server.wire_parts import Limits as Limits
from hippodrome.server.wire_parts import Line as Line
from hippodrome.server.wire_parts import LobbyMatch as LobbyMatch
from hippodrome.server.wire_parts import MatchInfo as MatchInfo
from hippodrome.server.wire_parts import Node as Node
from hippodrome.server.wire_parts import Outcome as Outcome
from hippodrome.server.wire_parts import Panel as Panel
from hippodrome.server.wire_parts import Part as Part
from hippodrome.server.wire_parts import Piece as Piece
from hippodrome.server.wire_parts import Reason as Reason
from hippodrome.server.wire_parts import Recap as Recap
from hippodrome.server.wire_parts import Scene as Scene
from hippodrome.server.wire_parts import SeatInfo as SeatInfo
from hippodrome.server.wire_parts import SeatRecap as SeatRecap
from hippodrome.server.wire_parts import Span as Span

NO_SEAT = -1
"""In place of a seat: a spectator, or none."""

ActionText = Annotated[str, msgspec.Meta(max_length=100)]
"""The text of an action in a compound."""

MAX_COORDINATE = 1_000_000
Coordinate = Annotated[int, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
"""A coordinate in a scene, or a direction in tenths of a degree."""


def _tag(name: str) -> str:
    """Return the type of a message: the name of its class in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, tag_field="type", tag=_tag, omit_defaults=False):
    """A message over a socket. Its `type` is the name of its class in snake case."""


# -------------------------------------------------------------------- requests


MAX_LESSON_INPUTS = 300
"""Inputs of a learner that a lesson takes; the longest needs about 30."""


class Hello(Message):
    """The first message: the seat to view from, and the keys of this client: seat keys, or its personal key.

    A spectator has none. In a lesson, `inputs` are those that the server has accepted before the connection was lost.
    In a drill, `better` is the better action that a review has found, or empty.
    """

    keys: list[str] = []
    view_as: int = NO_SEAT
    inputs: Annotated[list[ActionText], msgspec.Meta(max_length=MAX_LESSON_INPUTS)] = []
    better: ActionText = ""


class ViewAs(Message):
    """View the match from this seat. On a shared screen, its player confirms that they are looking."""

    seat: int


class Play(Message):
    """Play an action."""

    id: int
    n: int
    seat: int
    action: str


class PlayAll(Message):
    """Play the actions of a compound one after another, until something stops it. They are undone together."""

    id: int
    n: int
    seat: int
    actions: Annotated[list[ActionText], msgspec.Meta(min_length=1, max_length=MAX_ACTIONS)]


class Undo(Message):
    """Undo the last choice: a move, or a compound."""

    id: int
    n: int
    seat: int


class Preview(Message):
    """Show what an action or the actions of a compound would do, for example while a piece is dragged.

    With `plan`, the action is an order, and the answer shows where its plan leaves the pieces.
    """

    id: int
    n: int
    seat: int
    action: str
    plan: bool = False


class Steer(Message):
    """Find the compound that leads the steered piece towards a point, where it faces a direction, or any with None."""

    id: int
    n: int
    seat: int
    x: Coordinate
    y: Coordinate
    turn: Coordinate | None = None


class Inspect(Message):
    """Tell what a node of the board is, and why a click on it does nothing."""

    id: int
    node: str


class Destinations(Message):
    """Find the places beyond the next step to which a compound leads; with `nodes`, those for these selected pieces."""

    id: int
    n: int
    seat: int
    nodes: Annotated[list[str], msgspec.Meta(max_length=MAX_SELECTED)] = []


class Plan(Message):
    """Work out the actions of a choice with a plan."""

    id: int
    n: int
    seat: int
    plan: Annotated[str, msgspec.Meta(max_length=MAX_PLAN_LENGTH)]


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


class ReadOn(Message):
    """Continue with a lesson: its text has been read, or the comment on a mistake, which is undone.

    In a drill, try again, also while the last try is still being rated.
    """

    id: int


class ShowMe(Message):
    """Let a lesson play the next action, or a drill show its solution."""

    id: int


class StartAgain(Message):
    """Start a lesson again."""

    id: int


Request = (
    Hello
    | ViewAs
    | Play
    | PlayAll
    | Undo
    | Preview
    | Steer
    | Destinations
    | Plan
    | Inspect
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
    | ReadOn
    | ShowMe
    | StartAgain
)


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
    recap: Recap | None  # if the viewer must decide
    why: bool  # a bot's reasons for a recent move can be asked for


class Log(Message):
    """The whole log as the viewer may read it, and the recap for the decision after this move if it is the viewer's."""

    viewer: int
    move: int
    lines: list[Line]
    recap: Recap | None


class Done(Message):
    """A request was carried out, and is on disk. `stopped` says why a compound was not played to its end."""

    id: int
    n: int
    stopped: str = ""
    rule: str = ""


class Rejected(Message):
    """A request was rejected, and nothing changed."""

    id: int
    n: int
    rule: str
    text: str


class Previewed(Message):
    """The preview of an action: new and moved nodes and a description; or why the action is refused.

    The answer to `Steer` has the compound that was found as a choice, and the x, y and direction of its end.
    """

    id: int
    action: str
    nodes: list[Node]
    description: str
    rule: str
    refusal: str
    choice: Choice | None = None
    end: tuple[int, int, int] | None = None


class Inspected(Message):
    """Card of a node, if there is more to say than its label: a title, facts, and notes with their clauses.

    `refusal` is why the viewer, who must decide, cannot choose it, with the clause `rule`. `instead` is an action that
    may be played in place of the viewer's last choice, such as picking another unit. All of them may be empty.
    """

    id: int
    node: str
    title: str
    facts: list[tuple[str, str]]
    notes: list[tuple[str, str]]
    rule: str
    refusal: str
    instead: str


class DestinationsFound(Message):
    """The places beyond the next step."""

    id: int
    n: int
    destinations: list[Destination]


class Planned(Message):
    """A plan with its actions, as a choice."""

    id: int
    n: int
    choice: Choice


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


class LessonStep(Message):
    """A step of a lesson, for the frame with the number `n`.

    phase    "read" if the learner only reads and continues, "play", "mistake" while one is shown, "over" at the end
    number   of the step, from 1; at the end it is `steps`
    text     what the lesson says now, or about the mistake
    nodes    the nodes of the scene that the text is about, and in `clauses` the clauses
    allowed  the forms of the actions that are played in this step; * stands for any number
    next     the action that the lesson would play if asked
    comment  a remark on the last action, such as why the rest of a compound was not played
    stars    those that the learner can still get, or has got
    inputs   what has been accepted so far, to send in `Hello.inputs` after the connection was lost
    following    the name of the next lesson, or empty
    """

    n: int
    title: str
    idea: str
    phase: str
    number: int
    steps: int
    text: str
    nodes: list[str]
    clauses: list[str]
    allowed: list[str]
    next: str
    comment: str
    stars: int
    inputs: list[str]
    following: str


class DrillStep(Message):
    """The state of a drill, for the frame with the number `n`.

    phase    "play", "rating" while a try is rated, or "answer"
    index    the number of moves before the decision, including silent answers; `move` is the same without them
    seat     whose decision it is, `played` the label of what it played
    text     what to do, or what came of it
    solved   whether the try solves the drill
    shown    whether the solution was shown instead
    options  with the answer: the try, what was played, and the best
    reason   why, or empty
    better   the best action and in `better_label` its label, once it is found or shown
    done     of `total` steps of the rating
    tries    the number of tries that were answered
    """

    n: int
    phase: str
    index: int
    move: int
    seat: int
    played: str
    text: str
    solved: bool
    shown: bool
    options: list[DrillOption]
    reason: str
    better: str
    better_label: str
    done: int
    total: int
    tries: int


class LobbyList(Message):
    """The lobby: a page of the client's own matches, and matches to watch.

    `mine` has the first matches in progress and the first finished ones, those that wait for the client first, then the
    most recently updated. The counts are of all the client's matches: in progress, finished, waiting for the client.
    """

    mine: list[LobbyMatch]
    watch: list[LobbyMatch]
    running: int
    finished: int
    pending: int


Answer = (
    Welcome
    | InfoChanged
    | Frame
    | Log
    | Done
    | Rejected
    | Previewed
    | DestinationsFound
    | Planned
    | Inspected
    | OddsResult
    | OddsUpdate
    | Hinted
    | Explained
    | ReviewProgress
    | Reviewed
    | ChatPosted
    | SocketError
    | LessonStep
    | DrillStep
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
