"""The contract of a game, on which library, terminal, lab and browser are built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.balance import BALANCE_FILE, Balance, read_balances
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.custom_files import CustomFileKind
from hippodrome.kit.data_tables import DataFile
from hippodrome.kit.dice import Dice, TapeDice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.reactions import Sealed
from hippodrome.kit.rulebook import Profile, Rulebook
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json, State, canonical, load, rows_of
from hippodrome.kit.templates import Words, sentence_case

if TYPE_CHECKING:
    from hippodrome.kit.analysis import GameAnalysis
    from hippodrome.kit.presentation import Presentation

AnyState = Any  # each game annotates its own state class
Value = int | str
LESSON_FOLDER: Final = "lessons/"  # of the files that `lessons.read_lesson` reads
QUICK_START_FILE: Final = "quick_start.toml"  # that `quick_start.read_quick_start` reads
VARIANT: Final = "~"  # separates the game and the name of the variant in a slug


class Setting:
    """An option of a scenario, with its possible values.

    With `custom_kind`, the value may also be the text of a custom file of that kind (`kit/custom_files.py`). `labels`
    are the names of the values for players, by default the values themselves, and `texts` their descriptions, if any.
    `absent` is the value in matches that were saved before the option existed, if that is not the default.
    """

    __slots__ = ("absent", "custom_kind", "default", "labels", "name", "text", "texts", "title", "values")

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        values: tuple[Value, ...],
        default: Value,
        custom_kind: str = "",
        labels: tuple[str, ...] = (),
        absent: Value | None = None,
        texts: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.values = values
        self.default = default
        self.custom_kind = custom_kind
        self.absent = default if absent is None else absent
        self.labels = labels or tuple([sentence_case(str(value)) for value in values])
        self.texts = texts

    def __repr__(self) -> str:
        return f"<Setting {self.name}: {', '.join([str(value) for value in self.values])}; default {self.default}>"


class Scenario:
    """A track or battle to play. `seats` is the allowed range of seats, `default_seats` the default number.

    Where each seat has a side of its own, `sides` are their names and `forces` what each of them has. `length` says how
    long the scenario lasts, if it says more than the game's own length. All three may be empty.
    """

    __slots__ = ("default_seats", "forces", "length", "options", "seats", "sides", "slug", "text", "title")

    def __init__(
        self,
        slug: str,
        title: str,
        text: str,
        seats: range,
        default_seats: int,
        options: tuple[Setting, ...],
        sides: tuple[str, ...] = (),
        forces: tuple[str, ...] = (),
        length: str = "",
    ) -> None:
        self.slug = slug
        self.title = title
        self.text = text
        self.seats = seats
        self.default_seats = default_seats
        self.options = options
        self.sides = sides
        self.forces = forces
        self.length = length

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

    It gets its texts (rules, words, data, symbols) by name and opens no file itself. Its slug is the name of its
    package, whose `__init__.py` defines one subclass.
    """

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = ()  # what the game reads, declared once
    presentation: Presentation
    analysis: GameAnalysis

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.slug = agenda.module_of(type(self)).rpartition(".")[2]
        self.title = ""
        self.tagline = ""
        self.length = ""
        self.is_dev_game = False
        self.has_sheets = False
        self._scenarios: list[Scenario] = []
        self.quick_options: tuple[str, ...] = ()  # the options that are asked before a quick match
        self.lineups: tuple[Lineup, ...] = ()  # of the ladder; if there is none, it uses the first scenario
        self.rulebook = Rulebook(texts["rules.toml"], "rules.toml")
        self.version = self.rulebook.version
        self.words = Words(texts["words.toml"], "words.toml")
        self.symbols = texts.get("symbols.svg", "")
        self.lesson_texts = {path: text for path, text in texts.items() if path.startswith(LESSON_FOLDER)}
        self.quick_start_text = texts.get(QUICK_START_FILE, "")
        self.balances: dict[str, Balance] = read_balances(texts.get(BALANCE_FILE, ""))

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.title}, {len(self.scenarios())} scenarios>"

    @property
    def base(self) -> str:
        """The slug of the game, without the name of a variant."""
        return self.slug.partition(VARIANT)[0]

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return the scenarios, in the order of menus; by default those that the constructor set."""
        return self._scenarios

    @abstractmethod
    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> AnyState:
        """Return a new state with its first steps on the agenda; no dice have been rolled yet."""

    def steps(self) -> dict[str, type[Step]]:
        """Return all step classes of the game's package by name, to load a saved agenda."""
        return {step.__name__: step for step in agenda.concrete_steps(agenda.module_of(type(self)))}

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

    def profiles(self) -> list[Profile]:
        """Return the rows of data that clauses describe; the clauses of variants are written from them."""
        return []

    def data_notes(self) -> list[str]:
        """Return a sentence for each value of the data that has less effect than one might expect."""
        return []

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

    def scenario_facts(self, scenario: Scenario) -> list[tuple[str, str]]:
        """Return titles and texts that help to choose a scenario: forces, length, and the measured balance."""
        facts = [(f"{side}", force) for side, force in zip(scenario.sides, scenario.forces, strict=True)]
        if scenario.length:
            facts.append(("Length", scenario.length))
        balance = self.balances.get(scenario.slug)
        if balance is not None:
            facts.append(("Between equal bots", balance.text(scenario.sides or FACTIONS)))
        return facts

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

    def view(self, state: AnyState, seat: int) -> View:
        """Return what a seat (or a spectator, -1) may know.

        By default that is the whole state except the dice and the answers of others to a sealed decision. A game with
        hidden fields overrides this and `imagine`.
        """
        result = self.result(state)
        table: Json = rows_of(state)
        table["over"] = state.over
        table["places"] = [] if result is None else list(result.places)
        table["reason"] = "" if result is None else result.reason
        table["breadcrumbs"] = agenda.breadcrumbs(state)
        table["asked"] = _pending(state, seat)
        return View(seat, table)

    def imagine(self, state: AnyState, seat: int, seed: bytes) -> AnyState:
        """Return a copy as the seat may imagine it: with fresh dice, and hidden cards dealt again.

        Nothing else changes and no step runs: a pending decision is still pending. By default only the dice and the
        answers of others to a sealed decision are hidden.
        """
        other, dice = state.clone(), TapeDice(seed)
        if state.agenda and isinstance(state.agenda[-1], Sealed):
            other.agenda[-1] = state.agenda[-1].imagine_answers(state, seat, dice)
        dice.rolled = state.dice.rolled
        other.dice = dice
        return other


def _pending(state: State, seat: int) -> Json:
    """Return the pending decision as a seat may know it: its name, who decides, and the seat's sealed answer."""
    step = state.agenda[-1] if state.agenda else None
    if step is None or (step.secret(state) and seat not in step.seats(state)):
        return {"name": "", "seats": [], "answer": ""}
    answers = step.answers if isinstance(step, Sealed) else ()
    answer = answers[seat] if 0 <= seat < len(answers) else ""
    return {"name": step.name(), "seats": list(step.seats(state)), "answer": answer}


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
