"""What the laboratory takes and gives, and variants."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, Number, RequestModel, ResponseModel, Text, Word
from hippodrome.variants import MAX_CHARACTERS

MAX_EXPERIMENT_CHARS = 40_000
"""The letters of the longest experiment."""

Line = Annotated[StrictStr, Field(max_length=200)]
Typed = Annotated[StrictStr, Field(max_length=2000)]
File = Annotated[StrictStr, Field(max_length=MAX_EXPERIMENT_CHARS)]
Words = Annotated[list[Word], Field(max_length=60)]
Share = Annotated[StrictFloat, Field(ge=0, le=1)]
State = Literal["waiting", "running", "writing", "stopped", "done", "failed"]


# -------------------------------------------------------------------- what can be asked


class LabSide(ResponseModel):
    """Something that is compared with others."""

    key: str
    name: str


class LabComparison(ResponseModel):
    """What can be compared: the sides of the game, or the values of an option that each seat has for itself."""

    compare: str
    title: str
    sides: list[LabSide]


class LabValue(ResponseModel):
    """A value of the data files: its path, its name in its row, and what it is now, as one would type it."""

    path: str
    name: str
    now: str


class LabValues(ResponseModel):
    """A row of a data file, with what can be varied in it."""

    file: str
    name: str
    values: list[LabValue]


class LabGame(ResponseModel):
    """What an experiment with a game can compare and vary."""

    comparisons: list[LabComparison]
    rows: list[LabValues]


class LabExample(ResponseModel):
    """A ready experiment."""

    name: str
    title: str
    game: str
    game_title: str
    about: str
    text: str


# -------------------------------------------------------------------- asking


class LabVary(RequestModel):
    """A value that is varied, by its path, and the values to try, with commas between them."""

    path: Line
    values: Typed


class LabStop(RequestModel):
    """When a pairing is settled: even within the margin, or not even; wrong with the chance alpha."""

    margin: Share
    alpha: Share
    least: Annotated[StrictInt, Field(ge=0, le=MAX_SAFE_INTEGER)]


class LabForm(RequestModel):
    """An experiment as a form. `compare` is players, sides, or an option with a star; 0 seats are as many as usual."""

    game: Word
    title: Line
    scenarios: Words
    compare: Word
    sides: Words
    only: Words
    players: Words
    games: Number
    seats: Number
    batch: Number
    seed: Number
    swap: StrictBool
    mirror: StrictBool
    decisions: StrictBool
    options: Annotated[dict[Word, Number | Text], Field(max_length=40)]
    vary: Annotated[list[LabVary], Field(max_length=20)]
    stop: LabStop | None


class NewLook(RequestModel):
    """An experiment to be looked over: the file, or a form that is written as one first."""

    text: File = ""
    form: LabForm | None = None


class NewExperiment(RequestModel):
    """An experiment to be run, as its file."""

    text: File


class LabFault(ResponseModel):
    """Something that is wrong with an experiment."""

    line: int
    key: str
    text: str


class LabLook(ResponseModel):
    """What an experiment comes to; without a form if it cannot be run."""

    text: str
    form: LabForm | None
    cells: int
    matches: int
    faults: list[LabFault]


# -------------------------------------------------------------------- how it stands


class LabRow(ResponseModel):
    """How a pairing stands: what the first one scored so far, and the interval, which holds at every look."""

    pairing: str
    scenario: str
    arm: str
    games: int
    score: float
    low: float
    high: float
    verdict: str
    done: bool


class LabCard(ResponseModel):
    """An experiment in the list. `place` is its place in the queue, 0 if it does not wait."""

    id: str
    title: str
    game: str
    game_title: str
    state: State
    place: int
    played: int
    most: int
    cells: int
    cells_done: int
    seconds: float
    rate: float
    problem: str
    created: int
    touched: int


class LabRun(LabCard):
    """An experiment by itself: its file, the first of its pairings, and what else can be had of it."""

    text: str
    rows: list[LabRow]
    table: str
    stops: bool
    decisions: bool
    variant: bool


class LabPage(ResponseModel):
    """The laboratory: whether it is open to whoever asks, why not, ready experiments, and those of this server."""

    open: bool
    why: str
    processes: int
    examples: list[LabExample]
    experiments: list[LabCard]


# -------------------------------------------------------------------- variants


class NewVariant(RequestModel):
    """A variant to be taken into use, as the one file it is packed in."""

    text: Annotated[StrictStr, Field(max_length=MAX_CHARACTERS + 20_000)]


class VariantCard(ResponseModel):
    """A variant in use, with what it changes; `kept` if it was opened here and can be removed."""

    slug: str
    title: str
    text: str
    changes: list[str]
    kept: bool


class VariantPage(ResponseModel):
    """The variants in use, and whether whoever asks may open and remove some."""

    open: bool
    variants: list[VariantCard]
