"""Request and response models of the REST API. Frames, logs and match information come from hippodrome.server.wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from hippodrome.kit.custom_files import MAX_CHARACTERS
from hippodrome.kit.scene import FACTIONS

MAX_WORD_CHARS = 60
"""Limit for names, slugs and levels."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""

Word = Annotated[StrictStr, Field(max_length=MAX_WORD_CHARS)]
Text = Annotated[StrictStr, Field(max_length=MAX_CHARACTERS)]
Number = Annotated[StrictInt, Field(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]


class RequestModel(BaseModel):
    """Base of request bodies; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid")


class ResponseModel(BaseModel):
    """Base of response bodies."""


# -------------------------------------------------------------------- games


class OptionCard(ResponseModel):
    """An option of a scenario with its values; `texts` describe them, or are empty.

    With a `custom_kind`, the text of such a custom file is valid too.
    """

    name: str
    title: str
    text: str
    values: list[int | str]
    labels: list[str]
    texts: list[str]
    default: int | str
    custom_kind: str


class ScenarioCard(ResponseModel):
    """A scenario: the smallest and largest number of seats, the default number, its options, and titled facts.

    `sides` are the names of the seats' sides if each seat has one of its own, such as the armies of a battle. The facts
    help to choose: forces, length, and how often each side wins between equal bots.
    """

    slug: str
    title: str
    text: str
    seats: tuple[int, int]
    default_seats: int
    sides: list[str]
    options: list[OptionCard]
    facts: list[tuple[str, str]]


class CampaignCard(ResponseModel):
    """A kind of campaign: its scenarios, the smallest and largest number of seats, and what can be chosen.

    `options` are the scenario options that are chosen once for all games; `own_options` are options of the campaign.
    """

    slug: str
    title: str
    text: str
    scenarios: list[str]
    seats: tuple[int, int]
    options: list[str]
    own_options: list[OptionCard]


class LevelCard(ResponseModel):
    """A bot level: its strength, and how long it thinks."""

    slug: str
    title: str
    text: str


class GameCard(ResponseModel):
    """A game on the home page. `levels` go from the weakest bot to the strongest.

    `quick_options` are the options that are asked before a quick match; `lessons` is the number of its lessons.
    """

    slug: str
    title: str
    tagline: str
    length: str
    seats: tuple[int, int]
    levels: list[LevelCard]
    default_level: str
    scenarios: list[ScenarioCard]
    sheets: bool
    campaigns: list[CampaignCard]
    quick_options: list[str]
    has_quick_start: bool
    lessons: int


class LessonCard(ResponseModel):
    """A lesson of a game: its name in addresses, its place in the list, its one idea, and the clauses it teaches."""

    name: str
    number: int
    title: str
    idea: str
    minutes: int
    clauses: list[str]


class ClauseText(ResponseModel):
    """A clause of the rulebook; for unclear rules, also the question, our reading and the reason for it."""

    id: str
    title: str
    text: str
    source: str
    question: str
    reading: str
    why: str
    see: list[str]


class Chapter(ResponseModel):
    """A chapter of the rulebook."""

    title: str
    clauses: list[ClauseText]


class RulesText(ResponseModel):
    """The rulebook of a game."""

    title: str
    chapters: list[Chapter]


class QuickStartLine(ResponseModel):
    """A line of a quick start with the ids of its clauses; the goal has no name."""

    name: str
    text: str
    clauses: list[str]


class QuickStartDiagram(ResponseModel):
    """A diagram: `/api/games/GAME/quick-start/NUMBER.svg` is its picture, `description` says what the picture shows.

    `heads` and `rows` are a table below it, such as the sum of a fight; both may be empty.
    """

    title: str
    text: str
    clauses: list[str]
    description: str
    heads: list[str]
    rows: list[list[str]]


class QuickStartText(ResponseModel):
    """A game on one page: its goal, a turn, what wins and what loses, and diagrams."""

    game: str
    title: str
    goal: QuickStartLine
    turn: list[QuickStartLine]
    win_title: str
    wins: list[QuickStartLine]
    loss_title: str
    losses: list[QuickStartLine]
    diagrams: list[QuickStartDiagram]


# -------------------------------------------------------------------- matches


class NewSeat(RequestModel):
    """The player of a seat: a person at this screen (`here`), a friend by link, or a bot of some level."""

    person: StrictBool
    here: StrictBool = True
    level: Word = ""
    name: Word = ""


class NewClock(RequestModel):
    """A clock: seconds per decision, and a reserve in seconds for the whole match."""

    seconds: Annotated[StrictInt, Field(ge=0, le=30 * 24 * 3600)]
    reserve: Annotated[StrictInt, Field(ge=0, le=30 * 24 * 3600)] = 0


class NewMatch(RequestModel):
    """A match to set up.

    By default, hints are on if one person plays and off if several do. They cannot be on if friends play by link.
    `seed` is only accepted by a server with development games.
    """

    game: Word
    scenario: Word
    options: Annotated[dict[Word, Number | Text], Field(max_length=40)] = Field(default_factory=dict)
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=len(FACTIONS))]
    odds: StrictBool = True
    hints: StrictBool | None = None
    listed: StrictBool = False
    clock: NewClock | None = None
    seed: Number | None = None


class NewBranch(RequestModel):
    """A branch to set up: the move to continue from, and the seat to play."""

    at: Annotated[StrictInt, Field(ge=0, le=MAX_SAFE_INTEGER)]
    seat: Annotated[StrictInt, Field(ge=-1, lt=len(FACTIONS))] | None = None


class Created(ResponseModel):
    """A match or campaign: its id, the host's key, the keys of this screen's seats, and the open invitations by seat.

    The host's key and the invitations are empty unless the caller is the host.
    """

    id: str
    host: str
    keys: dict[int, str]
    invitations: dict[int, str]


SignedText = Annotated[StrictStr, Field(max_length=400)]
SeatNumber = Annotated[StrictInt, Field(ge=0, lt=len(FACTIONS))]


class NewAcceptance(RequestModel):
    """An invitation to exchange for a key of its seat."""

    invitation: SignedText


class NewMatchAcceptance(NewAcceptance):
    """An invitation to a match, and the name that the player wants, or an empty text for that of the seat."""

    name: Word = ""


class Addresses(ResponseModel):
    """The addresses at which other computers reach this server."""

    addresses: list[str]


class InvitedSeat(ResponseModel):
    """The seat of an invitation, and whether the client has it already."""

    seat: int
    is_yours: bool


class ChosenSeat(RequestModel):
    """A seat, for which the host replaces or cancels the invitation, or a player wants a device code."""

    seat: SeatNumber


class Invitations(ResponseModel):
    """The open invitations of a match or campaign by seat."""

    invitations: dict[int, str]


class DeviceCode(ResponseModel):
    """A code with which another device of the same player joins the seat once, and the seconds that it is valid."""

    code: str
    seconds: int


class NewDevice(RequestModel):
    """A device code to exchange for a key of its seat."""

    code: Word


class JoinedDevice(ResponseModel):
    """The match or campaign that a device has joined, with the key of the seat."""

    kind: Literal["match", "campaign"]
    joined: Created


class NewHeldKeys(RequestModel):
    """Seat keys that a personal key is to hold."""

    keys: Annotated[list[Annotated[StrictStr, Field(max_length=400)]], Field(max_length=200)]


class HeldKeys(ResponseModel):
    """The seat keys that could not be saved, because they are not valid on this server."""

    refused: list[str]


class SeatResult(ResponseModel):
    """Result of a seat: its place, the number of dice it rolled, their mean, and its statistics."""

    place: int
    dice: int
    mean: float
    counts: dict[str, int]


class DecisiveEvent(ResponseModel):
    """An event that may have decided a match: its move, sentence and clause, and the seat it is about (-1: none)."""

    move: int
    text: str
    rule: str
    seat: int


class MatchResult(ResponseModel):
    """Result of a match, with statistics, the events that decided it, and the proof of the dice.

    `note` says if not all moves are counted.
    """

    verdict: str
    places: list[int]
    reason: str
    seats: list[SeatResult]
    statistics: dict[str, int]
    moves: int
    dice: int
    minutes: int
    commitment: str
    seed: str
    decisive: list[DecisiveEvent]
    note: str


# -------------------------------------------------------------------- sheets


class SheetField(ResponseModel):
    """A name and its value."""

    name: str
    value: str


class SheetFields(ResponseModel):
    """A block of a sheet: names and values."""

    kind: Literal["fields"]
    title: str
    rows: list[SheetField]


class SheetRow(ResponseModel):
    """A row of boxes, of which the first `ticked` are ticked, and what it means."""

    name: str
    count: int
    ticked: int
    text: str


class SheetBoxes(ResponseModel):
    """A block of a sheet: rows of boxes."""

    kind: Literal["boxes"]
    title: str
    rows: list[SheetRow]


class SheetGrid(ResponseModel):
    """A block of a sheet: a table whose first column names its rows."""

    kind: Literal["grid"]
    title: str
    heads: list[str]
    rows: list[list[str]]
    text: str


class SheetTrait(ResponseModel):
    """A special ability: its name, its effect and its clause."""

    name: str
    text: str
    rule: str


class SheetTraits(ResponseModel):
    """A block of a sheet: special abilities."""

    kind: Literal["traits"]
    title: str
    rows: list[SheetTrait]


class SheetPage(ResponseModel):
    """A sheet of one seat, in blocks."""

    title: str
    seat: int
    blocks: list[SheetFields | SheetBoxes | SheetGrid | SheetTraits]


class SheetPages(ResponseModel):
    """The sheets of a match after a number of moves, or of a scenario before play (`move` is 0)."""

    game: str
    title: str
    scenario: str
    move: int
    sheets: list[SheetPage]


# -------------------------------------------------------------------- custom files


class CustomFileField(ResponseModel):
    """A field of a form. `one` and `some` choose among the values; a `list` is separated by commas.

    `initial` is the value in a new row.
    """

    name: str
    title: str
    kind: Literal["text", "lines", "number", "one", "some", "list"]
    default: str
    initial: str
    values: list[str]
    labels: list[str]
    text: str


class CustomFileKindCard(ResponseModel):
    """A kind of custom file: its fields, the fields of each row, and samples; `start` names the first legal sample."""

    slug: str
    title: str
    text: str
    fields: list[CustomFileField]
    rows: str
    row_title: str
    row_fields: list[CustomFileField]
    samples: dict[str, str]
    start: str


class FilledForm(RequestModel):
    """A completed form: every field as text, lists separated by commas."""

    head: Annotated[dict[Word, Text], Field(max_length=40)]
    rows: Annotated[list[Annotated[dict[Word, Text], Field(max_length=40)]], Field(max_length=200)]


class NewCustomFile(RequestModel):
    """A custom file to check, or a form that is converted to a file first."""

    text: Text = ""
    form: FilledForm | None = None


class CustomFileForm(ResponseModel):
    """A form filled in from a file."""

    head: dict[str, str]
    rows: list[dict[str, str]]


class CustomFileProblem(ResponseModel):
    """A problem in a file: its line, its key such as troops[2].gear, and how to fix it."""

    line: int
    key: str
    text: str


class CustomFileReport(ResponseModel):
    """A checked file: its text as saved, a summary, a note per row, a picture, and its problems."""

    text: str
    readable: bool
    title: str
    summary: list[str]
    notes: list[str]
    problems: list[CustomFileProblem]
    form: CustomFileForm
    picture: str


# -------------------------------------------------------------------- records


class ImportedMatch(ResponseModel):
    """The id of an imported match."""

    id: str


class RecordVerdict(ResponseModel):
    """A verdict on a record: Moves, Dice or Commitment, "proved" or "not proved", and a sentence that says why.

    `alarm` means that something is wrong, and not only without proof.
    """

    name: str
    proved: bool
    status: str
    alarm: bool
    sentence: str


class RecordCheck(ResponseModel):
    """Result of verifying a record: a headline, three verdicts, the first wrong line or 0, and facts of the match.

    `proved` means that all three verdicts are proved; `alarm` that something is wrong.
    """

    headline: str
    proved: bool
    alarm: bool
    verdicts: list[RecordVerdict]
    line: int
    game: str
    title: str
    scenario: str
    moves: int
    dice: int
    commitment: str
    seed: str
    result: str
    over: bool


class SignatureKey(ResponseModel):
    """A public key of this server: its id, its hexadecimal digits, and the time of the first start with it."""

    id: str
    public_key: str
    since: str


class PublicKeys(ResponseModel):
    """The public keys of this server, oldest first; `current` is the id of the one that signs now."""

    algorithm: str
    current: str
    keys: list[SignatureKey]


# -------------------------------------------------------------------- the server itself


class Health(ResponseModel):
    """Status of the server: loaded matches, open sockets, busy worker processes, and the builds in use.

    `status` is "ok", "damaged" if damage to the database was found at a start, or "low disk" if nothing new is saved;
    `problems` says more. The server and the workers, in which bots think, are "plain" or "compiled"; workers that start
    have no build yet.
    """

    status: str
    problems: list[str]
    version: str
    matches: int
    sockets: int
    busy_workers: int
    build: str
    worker_build: str


class ErrorText(ResponseModel):
    """An error: a code for clients to test, a sentence for people to read, and the field or line concerned."""

    code: str
    text: str
    where: str


class ErrorBody(ResponseModel):
    """The body of every error response."""

    error: ErrorText
