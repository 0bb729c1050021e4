"""Parts of messages: scenes, decisions, choices, odds, hints, reviews, and matches in lists."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct):
    """A part of a message."""


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

    `move` is its position on the replay slider, and `index` the number of moves before it including silent answers,
    which names its drill. `action` is the better action. The chances to win, of what was played and of the better
    action, are in per cent.
    """

    move: int
    played: str
    better: str
    cost: int
    error: int
    text: str
    index: int
    action: str
    chances: tuple[str, str]


class DrillOption(Part):
    """An option of a drill: its label, the chance to win with it, and its odds in short.

    `by` is "tried" for what the player tried, "played" for what was played in the match, "best" for the best that was
    found. The label of the best is empty as long as it is not found.
    """

    by: str
    label: str
    chance: str
    odds: str


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
    """A table beside the board.

    If `of` is an action, the panel has details of that action. A `minor` panel comes last.
    """

    name: str
    title: str
    heads: list[str]
    rows: list[list[str]]
    seats: list[int]
    of: str
    minor: bool


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
    """A line of the log. Consecutive lines with the same `merge_key` (if not empty) are shown as one.

    `dice_at` is where the dice stand in the text, or -1. `harmed` is the seat that is hurt, or -1; `loss` says whether
    the harm is final. A short log leaves `routine` lines out. With a `heading`, a new part of the log begins.
    """

    move: int
    text: str
    rule: str
    seat: int
    dice: list[int]
    merge_key: str
    highlight: bool
    dice_at: int
    harmed: int
    loss: bool
    routine: bool
    heading: bool


class SeatRecap(Part):
    """The actions of another seat since the viewer's last move: counted, and its most important lines."""

    seat: int
    summary: str
    lines: list[Line]


class Recap(Part):
    """The news since move number `start`, the viewer's last one: what hurt the viewer, and the other seats."""

    start: int
    harm: list[Line]
    seats: list[SeatRecap]


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

    `key` is its keyboard shortcut; `warning` is shown before an action that does lasting harm, or gives something up.
    `passes` if it ends, stops or declines something: such choices stand apart, after all others. A choice with a
    `compound` plays these actions; its `action` is their text, and `note` says why it ends where it does. One with a
    `plan` and no compound has its actions still to be planned; with `repeats`, again after each stop.
    `has_odds` if odds of it may be asked for, so that room is kept for them.
    """

    action: str
    label: str
    rule: str
    key: str
    warning: str
    spans: list[Span]
    passes: bool
    compound: list[str] = []
    note: str = ""
    plan: str = ""
    repeats: bool = False
    has_odds: bool = False


class Destination(Part):
    """A place beyond the next step, and the compound that leads there; see hippodrome.kit.compounds."""

    choice: Choice
    node: Node
    cost: str
    path: list[tuple[int, int]]
    source: str
    replaces: bool


class Piece(Part):
    """A piece that may be selected; see hippodrome.kit.selection."""

    node: str
    name: str
    kind: str
    place: str
    action: str


class SeatInfo(Part):
    """The player of a seat. A person whose seat a bot is playing has a `level` too.

    `invited` while the seat's invitation is open: no player has taken the seat yet. `devices` is the number of
    connections of the seat. `explains` says whether its bot weighs options, so that it can give reasons.
    """

    faction: str
    name: str
    person: bool
    level: str
    online: bool
    invited: bool
    devices: int
    explains: bool = False


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
    kind: str  # "played", "branch", "imported" or "lesson"
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
    committed: str  # a sentence: when this server signed the commitment, and with which key; empty if it did not


class Clock(Part):
    """The time left for this decision, and the rest of the reserve, in milliseconds.

    The clock starts after `grace_ms`, when the moves before the decision have been shown.
    """

    left_ms: int
    reserve_ms: int
    grace_ms: int


class Ask(Part):
    """The pending decision.

    `mine` is the viewer's seat if it must decide, else -1. `choices` are those of that seat, passes last. `default` is
    the action of the choice that Enter plays, or empty; it passes only if there is nothing else to choose. With
    `destinations` there may be places beyond the next step, which the client can ask for. `pieces` may be selected;
    they are still to act, as `pending` says in words. `steered` is the node that may be dragged to any point, or empty.
    """

    seats: list[int]
    mine: int
    name: str
    rule: str
    choices: list[Choice]
    default: str
    clock: Clock | None
    destinations: bool = False
    pieces: list[Piece] = msgspec.field(default_factory=list)
    pending: str = ""
    steered: str = ""


class Outcome(Part):
    """The result of the match."""

    places: list[int]
    reason: str
    verdict: str


class ChatMessage(Part):
    """A chat message, or with seat -1 a notice of the table, such as a seat that was taken.

    `at` is in seconds since 1970.
    """

    seat: int
    text: str
    at: int


class LobbyMatch(Part):
    """A match in the lobby. `mine` are the client's seats, `pending` those of them that must decide now."""

    info: MatchInfo
    move: int
    mine: list[int]
    pending: list[int]
    turn: str
    updated: int  # seconds since 1970
    host: bool  # the client set up the match
