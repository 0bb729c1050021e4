"""The contract of a game, on which library, terminal, lab and browser are built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.custom_files import CustomFileKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json, State, canonical, load
from hippodrome.kit.templates import Words, sentence_case

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from hippodrome.kit.analysis import GameAnalysis
    from hippodrome.kit.presentation import Presentation

AnyState = Any  # each game annotates its own state class
Value = int | str
VARIANT: Final = "~"  # separates the game and the name of the variant in a slug


class Setting:
    """An option of a scenario, with its possible values.

    With `custom_kind`, the value may also be the text of a custom file of that kind (`kit/custom_files.py`). `labels`
    are the names of the values for players, by default the values themselves.
    """

    __slots__ = ("custom_kind", "default", "labels", "name", "text", "title", "values")

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        values: tuple[Value, ...],
        default: Value,
        custom_kind: str = "",
        labels: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.values = values
        self.default = default
        self.custom_kind = custom_kind
        self.labels = labels or tuple([sentence_case(str(value)) for value in values])

    def __repr__(self) -> str:
        return f"<Setting {self.name}: {', '.join([str(value) for value in self.values])}; default {self.default}>"


class Scenario:
    """A track or battle to play. `seats` is the allowed range of seats, `default_seats` the default number."""

    __slots__ = ("default_seats", "options", "seats", "slug", "text", "title")

    def __init__(
        self, slug: str, title: str, text: str, seats: range, default_seats: int, options: tuple[Setting, ...]
    ) -> None:
        self.slug = slug
        self.title = title
        self.text = text
        self.seats = seats
        self.default_seats = default_seats
        self.options = options

    def __repr__(self) -> str:
        return f"<Scenario {self.slug}: {self.title}, {self.seats[0]} to {self.seats[-1]} seats>"


class Lineup:
    """A set-up in which bots are measured. Its number of seats is even, so that two levels can share and swap them."""

    __slots__ = ("options", "scenario", "seats", "title")

    def __init__(self, title: str, scenario: str, seats: int, options: tuple[tuple[str, Value], ...] = ()) -> None:
        self.title = title
        self.scenario = scenario
        self.seats = seats
        self.options = options

    def __repr__(self) -> str:
        return f"<Lineup {self.key}: {self.title}>"

    @property
    def key(self) -> str:
        """The name in stored results: everything that determines what is played."""
        return ",".join([self.scenario, str(self.seats), *[f"{name}={value}" for name, value in self.options]])


class View:
    """The information that one seat (or a spectator, -1) may have, as JSON, assembled from nothing.

    Without `odds`, scenes and texts made from it contain no odds.
    """

    __slots__ = ("odds", "seat", "table")

    def __init__(self, seat: int, table: Json) -> None:
        self.seat = seat
        self.table = table
        self.odds = True

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat == SPECTATOR else FACTIONS[self.seat]
        return f"<View of {viewer}, {len(self.table)} fields>"

    def text(self) -> str:
        """Return canonical text, which is equal for views that show the same."""
        return canonical([self.seat, self.table])


class Result:
    """The result of a match: the place of each seat, 1 for the winner, and the reason for the end."""

    __slots__ = ("places", "reason")

    def __init__(self, places: tuple[int, ...], reason: str) -> None:
        self.places = places
        self.reason = reason

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple([seat for seat, place in enumerate(self.places) if place == 1])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and (self.places, self.reason) == (other.places, other.reason)

    def __hash__(self) -> int:
        return hash((self.places, self.reason))

    def __repr__(self) -> str:
        return f"Result(places={self.places}, reason={self.reason!r})"


class Game(ABC):
    """A game: its rules, and the objects that show and analyse it, which its constructor sets.

    It gets its texts (rules, words, data, symbols) by name and opens no file itself.
    """

    presentation: Presentation
    analysis: GameAnalysis

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.slug = ""
        self.title = ""
        self.tagline = ""
        self.length = ""
        self.version = 1
        self.is_dev_game = False
        self.has_sheets = False
        self.lineups: tuple[Lineup, ...] = ()  # of the ladder; if there is none, it uses the first scenario
        self.rulebook = Rulebook(texts["rules.toml"], "rules.toml")
        self.words = Words(texts["words.toml"], "words.toml")
        self.symbols = texts.get("symbols.svg", "")

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.title}, {len(self.scenarios())} scenarios>"

    @property
    def base(self) -> str:
        """The slug of the game, without the name of a variant."""
        return self.slug.partition(VARIANT)[0]

    # ---------------------------------------------------------------- set-up

    @abstractmethod
    def scenarios(self) -> Sequence[Scenario]:
        """Return the scenarios, in the order of menus."""

    @abstractmethod
    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> AnyState:
        """Return a new state with its first steps on the agenda; no dice have been rolled yet."""

    @abstractmethod
    def steps(self) -> dict[str, type[Step]]:
        """Return all step classes by name, to load a saved agenda."""

    @abstractmethod
    def max_decisions(self, state: AnyState) -> int:
        """Return a number of decisions that no match from this set-up can exceed."""

    @property
    def seats(self) -> range:
        """The range of seats over all scenarios."""
        ranges = [scenario.seats for scenario in self.scenarios()]
        return range(min([seats.start for seats in ranges]), max([seats.stop for seats in ranges]))

    def campaigns(self) -> list[CampaignKind]:
        """Return the kinds of campaigns, if the game has any."""
        return []

    def custom_file_kinds(self) -> list[CustomFileKind]:
        """Return the kinds of custom files, such as armies, if the game has any."""
        return []

    def custom_file_kind(self, slug: str) -> CustomFileKind:
        """Return the kind of custom file with this slug; raise ValueError with the known ones if there is none."""
        for kind in self.custom_file_kinds():
            if kind.slug == slug:
                return kind
        known = ", ".join([kind.slug for kind in self.custom_file_kinds()])
        raise ValueError(f"{self.title} has no custom files of the kind {slug!r}; there are: {known or 'none'}")

    def validate_options(self, scenario: Scenario, options: Mapping[str, Value]) -> None:
        """Raise OptionError if the options are not allowed, for example because of an illegal custom file."""

    def after_load(self, state: AnyState) -> None:
        """Compute what is not saved, after a snapshot was loaded."""

    def scenario(self, slug: str) -> Scenario:
        """Return the scenario with this slug; raise ValueError with the known ones if there is none."""
        for scenario in self.scenarios():
            if scenario.slug == slug:
                return scenario
        known = ", ".join([scenario.slug for scenario in self.scenarios()])
        raise ValueError(f"{self.title} has no scenario {slug!r}; there are: {known}")

    # ---------------------------------------------------------------- play

    def check(self, state: AnyState, seat: int, action: Action) -> Refusal | None:
        """Return None if the action is legal, else a Refusal. Single source of truth."""
        return agenda.check(state, seat, action)

    def proposals(self, state: AnyState) -> list[Action]:
        """Return the legal actions worth considering, the default first."""
        return agenda.proposals(state)

    @abstractmethod
    def result(self, state: AnyState) -> Result | None:
        """Return the result, or None while the match is in progress."""

    # ---------------------------------------------------------------- hidden information

    @abstractmethod
    def view(self, state: AnyState, seat: int) -> View:
        """Return what a seat (or a spectator, -1) may know."""

    @abstractmethod
    def imagine(self, state: AnyState, seat: int, seed: bytes) -> AnyState:
        """Return a copy as the seat may imagine it: with fresh dice, and hidden cards dealt again.

        Nothing else changes and no step runs: a pending decision is still pending.
        """


def option_values(options: Mapping[str, Value], names: Sequence[str]) -> dict[str, Any]:
    """Return the options with these names as arguments of a constructor; "on" and "off" become booleans."""
    chosen = {name: options[name] for name in names if name in options}
    return {name: value == "on" if value in ("on", "off") else value for name, value in chosen.items()}


def unknown_game_message(slug: str, known: Iterable[str]) -> str:
    """Return the error message for a game that does not exist or is not loaded."""
    base, mark, name = slug.partition(VARIANT)
    if mark:
        return f"it belongs to the variant {name!r} of {base}, which is not loaded; --variant FOLDER loads it"
    return f"there is no game {slug!r}; there are: {', '.join(known)}"


def restore(game: Game, state: State, saved: Json) -> None:
    """Fill a new state from a snapshot."""
    load(state, saved, game.steps())
    game.after_load(state)
