"""Request and response models of the laboratory and of variants."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, Number, RequestModel, ResponseModel, Text, Word
from hippodrome.variants import MAX_CHARACTERS

MAX_EXPERIMENT_CHARS = 40_000

Line = Annotated[StrictStr, Field(max_length=200)]
Typed = Annotated[StrictStr, Field(max_length=2000)]
File = Annotated[StrictStr, Field(max_length=MAX_EXPERIMENT_CHARS)]
Words = Annotated[list[Word], Field(max_length=60)]
Share = Annotated[StrictFloat, Field(ge=0, le=1)]
State = Literal["waiting", "running", "writing", "stopped", "done", "failed"]


# -------------------------------------------------------------------- choices for an experiment


class LabSide(ResponseModel):
    """One side of a comparison."""

    key: str
    name: str


class LabComparison(ResponseModel):
    """A possible comparison: between the sides of a game, or between the values of an option that each seat sets."""

    compare: str
    title: str
    sides: list[LabSide]


class LabValue(ResponseModel):
    """A value in a data file: its path, its name within the row, and its current value as typed text."""

    path: str
    name: str
    current: str


class LabValueRow(ResponseModel):
    """A row of a data file, with the values that can be varied."""

    file: str
    name: str
    values: list[LabValue]


class LabGame(ResponseModel):
    """The comparisons and tunable values available for experiments with a game."""

    comparisons: list[LabComparison]
    rows: list[LabValueRow]


class LabExample(ResponseModel):
    """An example experiment."""

    name: str
    title: str
    game: str
    game_title: str
    about: str
    text: str


# -------------------------------------------------------------------- writing an experiment


class LabVariation(RequestModel):
    """A value to vary, by its path, and the values to try, separated by commas."""

    path: Line
    values: Typed


class LabStopRule(RequestModel):
    """Rule for stopping a pairing early: once it is clearly even within `margin`, or clearly not, after at least
    `least` games; the conclusion is wrong with probability `alpha` at most.
    """

    margin: Share
    alpha: Share
    least: Annotated[StrictInt, Field(ge=0, le=MAX_SAFE_INTEGER)]


class ExperimentFormData(RequestModel):
    """An experiment as a form.

    `compare` is "players", "sides" or an option name with a star; 0 `seats` means the default number.
    """

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
    vary: Annotated[list[LabVariation], Field(max_length=20)]
    stop: LabStopRule | None


class NewExperimentPreview(RequestModel):
    """An experiment to preview: its file, or a form that is converted to a file first."""

    text: File = ""
    form: ExperimentFormData | None = None


class NewExperiment(RequestModel):
    """An experiment to run, as the text of its file."""

    text: File


class ExperimentProblem(ResponseModel):
    """A problem in an experiment: its line, its key, and what is wrong."""

    line: int
    key: str
    text: str


class ExperimentPreview(ResponseModel):
    """Preview of an experiment: its file and size. `form` is null if it cannot be run."""

    text: str
    form: ExperimentFormData | None
    cells: int
    matches: int
    problems: list[ExperimentProblem]


class ExperimentEstimate(ResponseModel):
    """Estimated time of an experiment that does not stop early, in seconds; possibly more if `at_least` is true."""

    seconds: float
    at_least: bool


# -------------------------------------------------------------------- state of an experiment


class PairingResult(ResponseModel):
    """Results of a pairing so far: the share of wins of its first opponent, with its range.

    Opponents are named as players know them; in a match between equal bots they are the sides, or the seats. If the
    experiment stops early, the range stays valid however often it is looked at.
    """

    pairing: str
    opponents: list[str]
    scenario_title: str
    arm_title: str
    scenario: str
    arm: str
    games: int
    score: float
    low: float
    high: float
    verdict: str
    done: bool


class ExperimentCard(ResponseModel):
    """An experiment in the list. `queue_position` is 0 if it is not waiting.

    `answer` has the sentences that answer its question so far. Only if it is `own` may the client stop or delete it.
    """

    id: str
    title: str
    game: str
    game_title: str
    state: State
    queue_position: int
    played: int
    max_matches: int
    cells: int
    cells_done: int
    seconds: float
    rate: float
    problem: str
    created: int
    updated: int
    answer: list[str]
    own: bool


class ExperimentPage(ExperimentCard):
    """The page of an experiment: file, first pairings, and whether it stops early, saves decisions or has a variant."""

    text: str
    rows: list[PairingResult]
    table: str
    stops: bool
    decisions: bool
    variant: bool


class LabPage(ResponseModel):
    """The laboratory page: whether it is open to the client and if not why, examples, and this server's experiments."""

    open: bool
    why: str
    processes: int
    examples: list[LabExample]
    experiments: list[ExperimentCard]


# -------------------------------------------------------------------- variants


class NewVariant(RequestModel):
    """A variant to install, as the text of its single file."""

    text: Annotated[StrictStr, Field(max_length=MAX_CHARACTERS + 20_000)]


class VariantCard(ResponseModel):
    """An installed variant and its changes. An `uploaded` variant can be removed."""

    slug: str
    title: str
    text: str
    changes: list[str]
    uploaded: bool


class VariantSample(ResponseModel):
    """A sample variant that can be installed: the name of its file, its game, and what it is."""

    name: str
    game: str
    title: str
    text: str


class VariantPage(ResponseModel):
    """The installed variants, the samples, and whether the client may upload and remove variants."""

    open: bool
    variants: list[VariantCard]
    samples: list[VariantSample]
