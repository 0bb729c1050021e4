"""What the REST part takes and gives. Frames, logs and tables are those of hippodrome.server.wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from hippodrome.kit.custom_files import MAX_CHARACTERS

MAX_WORD_CHARS = 60
"""The letters of the longest name, slug or level that is taken."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The greatest number that every browser keeps exactly."""

Word = Annotated[StrictStr, Field(max_length=MAX_WORD_CHARS)]
Text = Annotated[StrictStr, Field(max_length=MAX_CHARACTERS)]
Number = Annotated[StrictInt, Field(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]


class RequestModel(BaseModel):
    """Something a browser sends; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class ResponseModel(BaseModel):
    """Something a browser gets."""


# -------------------------------------------------------------------- games


class OptionCard(ResponseModel):
    """An option of a scenario, with its values; with `own`, its value may also be the text of a file of that kind."""

    name: str
    title: str
    text: str
    values: list[int | str]
    default: int | str
    own: str


class ScenarioCard(ResponseModel):
    """Something to play: how many can, how many usually do, and its options."""

    slug: str
    title: str
    text: str
    seats: tuple[int, int]
    usual: int
    options: list[OptionCard]


class CampaignCard(ResponseModel):
    """A kind of campaign: the scenario it plays, how many play, and the options of the scenario that can be chosen."""

    slug: str
    title: str
    text: str
    scenario: str
    seats: int
    options: list[str]


class LevelCard(ResponseModel):
    """A program that plays: what it is, and how long it thinks."""

    slug: str
    title: str
    text: str


class GameCard(ResponseModel):
    """A game, as the home page shows it. Levels go from the weakest program to the strongest; `level` is usual."""

    slug: str
    title: str
    line: str
    length: str
    seats: tuple[int, int]
    levels: list[LevelCard]
    level: str
    scenarios: list[ScenarioCard]
    sheets: bool
    campaigns: list[CampaignCard]


class ClauseText(ResponseModel):
    """A clause of the rulebook; where something was unclear, the question, our reading and why."""

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


# -------------------------------------------------------------------- matches


class NewSeat(RequestModel):
    """Who sits down: a person at this screen (`here`), a friend by link, or a program and its level."""

    person: StrictBool
    here: StrictBool = True
    level: Word = ""
    name: Word = ""


class NewClock(RequestModel):
    """A clock: seconds for each decision, and a reserve of seconds for the whole match."""

    seconds: Annotated[StrictInt, Field(ge=0, le=30 * 24 * 3600)]
    reserve: Annotated[StrictInt, Field(ge=0, le=30 * 24 * 3600)] = 0


class NewMatch(RequestModel):
    """A table to be set up. Hints are to be had where one person plays, unless they are switched off; where several
    play on one screen, if they are switched on; and never where friends play by link."""

    game: Word
    scenario: Word
    options: Annotated[dict[Word, Number | Text], Field(max_length=40)] = Field(default_factory=dict)
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    odds: StrictBool = True
    hints: StrictBool | None = None
    listed: StrictBool = False
    clock: NewClock | None = None
    seed: Number | None = None


class NewBranch(RequestModel):
    """The moment to play on from, and the seat to play it from."""

    at: Annotated[StrictInt, Field(ge=0, le=MAX_SAFE_INTEGER)]
    seat: Annotated[StrictInt, Field(ge=-1, le=5)] | None = None


class Created(ResponseModel):
    """A new table: its name, the host's key, the keys of the seats at this screen, and those for friends' links."""

    id: str
    host: str
    keys: dict[int, str]
    links: dict[int, str]


class EndingSeat(ResponseModel):
    """How a seat ended: its place, how many dice it threw, their mean, and what is counted of it."""

    place: int
    dice: int
    mean: float
    counts: dict[str, int]


class Ending(ResponseModel):
    """The end of a match: result, figures, and the proof of the dice."""

    verdict: str
    places: list[int]
    reason: str
    seats: list[EndingSeat]
    figures: dict[str, int]
    moves: int
    dice: int
    minutes: int
    commitment: str
    seed: str


# -------------------------------------------------------------------- campaigns


class NewCampaign(RequestModel):
    """A campaign to be begun: who plays in all of its games, and with which options."""

    game: Word
    campaign: Word
    options: Annotated[dict[Word, Number | Word], Field(max_length=40)] = Field(default_factory=dict)
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=6)]
    odds: StrictBool = True
    clock: NewClock | None = None


class NewChoice(RequestModel):
    """What a seat decides between two games."""

    seat: Annotated[StrictInt, Field(ge=0, le=5)]
    question: Word
    answer: Word


class CampaignSeat(ResponseModel):
    """Who plays a seat in all games: the crew's name, and a program's level."""

    faction: str
    name: str
    person: bool
    level: str


class CampaignGame(ResponseModel):
    """Something that happened: a game (`match` where it can be seen, or empty) or a choice, and what came of it."""

    game: bool
    match: str
    told: list[str]


class CampaignAnswer(ResponseModel):
    """One way to answer a question."""

    name: str
    title: str
    text: str


class CampaignQuestion(ResponseModel):
    """What a seat may decide now. The first answer is taken if it does not."""

    name: str
    seat: int
    text: str
    rule: str
    answers: list[CampaignAnswer]


class CampaignPage(ResponseModel):
    """A campaign as it stands: standings, history, what is open, and the game that is being played, if one is.

    `mine` are the seats of whoever asks, `host` is whether he began it.
    """

    id: str
    game: str
    title: str
    campaign: str
    text: str
    scenario: str
    seats: list[CampaignSeat]
    heads: list[str]
    rows: list[list[str]]
    history: list[CampaignGame]
    questions: list[CampaignQuestion]
    match: str
    played: int
    over: bool
    verdict: str
    mine: list[int]
    host: bool
    created: int
    touched: int


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
    """A row of boxes, the first of them ticked, and what it means."""

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
    """Something special: its name, what it does, and its clause."""

    name: str
    text: str
    rule: str


class SheetTraits(ResponseModel):
    """A block of a sheet: what is special."""

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


# -------------------------------------------------------------------- files of one's own


class OwnField(ResponseModel):
    """Something to fill in. `kind`: text, lines, number, one of the values, some of them, or a list with commas."""

    name: str
    title: str
    kind: Literal["text", "lines", "number", "one", "some", "list"]
    default: str
    values: list[str]
    text: str


class OwnCard(ResponseModel):
    """A kind of file: its fields, its rows with fields of their own, and ready ones, of which `start` is the first."""

    slug: str
    title: str
    text: str
    fields: list[OwnField]
    rows: str
    row_title: str
    row_fields: list[OwnField]
    samples: dict[str, str]
    start: str


class OwnFilled(RequestModel):
    """A form that is filled in: every field as text, lists with commas."""

    head: Annotated[dict[Word, Text], Field(max_length=40)]
    rows: Annotated[list[Annotated[dict[Word, Text], Field(max_length=40)]], Field(max_length=200)]


class NewOwn(RequestModel):
    """A file to look over, or a form to write it from."""

    text: Text = ""
    form: OwnFilled | None = None


class OwnForm(ResponseModel):
    """A form as a file fills it in."""

    head: dict[str, str]
    rows: list[dict[str, str]]


class OwnFault(ResponseModel):
    """Something that is wrong in a file: its line, its key such as troops[2].gear, and what would be right."""

    line: int
    key: str
    text: str


class OwnReport(ResponseModel):
    """A file as it is kept, and what it comes to: a summary, a note for each row, a picture, and what is wrong."""

    text: str
    readable: bool
    title: str
    summary: list[str]
    notes: list[str]
    faults: list[OwnFault]
    form: OwnForm
    picture: str


# -------------------------------------------------------------------- records


class Imported(ResponseModel):
    """Where an imported match can be seen."""

    id: str


class Verified(ResponseModel):
    """Whether a record holds; if not, the line that does not, and why."""

    ok: bool
    line: int
    text: str
    game: str
    title: str
    scenario: str
    moves: int
    dice: int
    commitment: str
    seed: str
    verdict: str


# -------------------------------------------------------------------- the server itself


class Health(ResponseModel):
    """How the server is: what it holds in memory and who is connected."""

    status: str
    version: str
    matches: int
    sockets: int
    programs: int


class ErrorText(ResponseModel):
    """What went wrong: a code for programs, a sentence for people, and the field or line it is about."""

    code: str
    text: str
    where: str


class ErrorBody(ResponseModel):
    """Every answer that is not a success."""

    error: ErrorText
