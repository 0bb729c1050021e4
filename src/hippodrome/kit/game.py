"""The contract of a game, on which library, terminal, lab and browser are built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.custom_files import CustomFileKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR, DiceRolled, Event, event_field
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.state import Json, State, canonical, load
from hippodrome.kit.templates import Words, fill_template, join_words, sentence_case

if TYPE_CHECKING:
    from hippodrome.kit.learning import LearningTables

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
    """A game. It gets its texts (rules, words, data, symbols) by name and opens no file itself."""

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

    @abstractmethod
    def value(self, state: AnyState, seat: int) -> int:
        """Return an estimate of a seat's chance to win, in thousandths: 1000 has won, 0 has lost."""

    def features(self, state: AnyState, seat: int) -> list[int]:
        """Return numbers that explain the evaluation of a seat; higher is always better for it.

        [features] in words.toml names them, in this order. Bots explain with them why one option is better.
        """
        return []

    def round_number(self, state: AnyState) -> int:
        """Return the number of rounds or turns that have begun; 0 if the game has none.

        Lookahead stops at the start of a round, when all seats have moved equally often.
        """
        return 0

    # ---------------------------------------------------------------- hidden information

    @abstractmethod
    def view(self, state: AnyState, seat: int) -> View:
        """Return what a seat (or a spectator, -1) may know."""

    @abstractmethod
    def imagine(self, state: AnyState, seat: int, seed: bytes) -> AnyState:
        """Return a copy as the seat may imagine it: with fresh dice, and hidden cards dealt again.

        Nothing else changes and no step runs: a pending decision is still pending.
        """

    # ---------------------------------------------------------------- scenes and texts

    @abstractmethod
    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the scene of a view, with handles for the decision if it is the viewer's."""

    def animation_paths(self, state: AnyState, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return how pieces moved during these events, which led to this state: waypoints (x, y, turn) by node id.

        Waypoints are in order, without the start; the last one is the present position. A removed node has none. The
        events are as a viewer saw them, and the paths may reveal nothing else.
        """
        return {}

    def preview_nodes(self, before: AnyState, after: AnyState, seat: int, action: Action) -> list[Node]:
        """Return what the preview of an action shows besides pieces: swept ground, arcs, marks of contact.

        Both states are imagined by the seat; `after` may have stopped at a die roll in the middle of a step.
        """
        return []

    @abstractmethod
    def describe(self, view: View) -> str:
        """Return the board as plain text."""

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets that players would keep on paper, if the game has any."""
        return []

    def sentence(self, state: AnyState, event: Event) -> str:
        """Return the sentence of an event for the log."""
        if isinstance(event, DiceRolled):
            template = self.words.rolls[event.purpose]
        else:
            template = self.words.events[type(event).__name__]
        return sentence_case(fill_template(template, lambda name: self.placeholder_text(state, event, name)))

    def placeholder_text(self, state: AnyState, event: Event, name: str) -> str:
        """Return the text of a placeholder in the sentence of an event: that of the field with this name."""
        if name == type(event).ACTOR:
            return self.actor_name(state, event.actor())
        return self.field_text(state, name, event_field(event, name))

    def actor_name(self, state: AnyState, seat: int) -> str:
        """Return the name of the seat that an event is about, in its sentence."""
        return FACTIONS[seat]

    def field_text(self, state: AnyState, name: str, value: object) -> str:
        """Return the text of an event's field, other than its actor."""
        if isinstance(value, (list, tuple)):
            return " ".join([str(item) for item in value])
        return str(value)

    def verdict(self, result: Result) -> str:
        """Return one sentence that says who won and why."""
        reason = self.words.reasons.get(result.reason, result.reason)
        if not result.winners:
            return f"No winner: {reason}."
        verb = "wins" if len(result.winners) == 1 else "share the victory"
        return f"{join_words([FACTIONS[seat] for seat in result.winners])} {verb}: {reason}."

    def prompt(self, state: AnyState, decision: Decision) -> str:
        """Return the prompt of a decision: who decides what."""
        template = self.words.prompts[decision.name]
        who = ", ".join([FACTIONS[seat] for seat in decision.seats])
        return f"{who}: {template}"

    def label(self, state: AnyState, action: Action) -> str:
        """Return the label of an action for players."""
        return self.partial_label(state, action.verb, action.args)

    def partial_label(self, state: AnyState, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action whose last numbers are not chosen yet; they are shown as "…"."""

        def fill(name: str) -> str:
            place = int(name)
            return self.argument_text(verb, place, args[place]) if place < len(args) else "…"

        return fill_template(self.words.labels[verb], fill)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return the text of an argument of an action."""
        return str(value)

    def warning(self, state: AnyState, seat: int, action: Action) -> str:
        """Return a sentence about the risk of a legal action that may hurt and cannot be undone, or an empty string.

        It reveals nothing that the seat cannot know.
        """
        return ""

    # ---------------------------------------------------------------- learning, odds, statistics and tests

    def learning_tables(self) -> LearningTables | None:
        """Return the tables for learning agents; None if the game has no learning environment."""
        return None

    def exact_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of an action, if the game can compute them without counting all dice, else None.

        They are the same as counting all dice with `classify_outcome` would give.
        """
        return None

    def prepared_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of what an action only prepares, such as the shot after an aim, else None."""
        return None

    def assumed_answer(self, state: AnyState) -> Action | None:
        """Return the answer that odds assume for a pending decision that is part of resolving an action, else None."""
        return None

    def classify_outcome(self, before: AnyState, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an action for a seat in a few words, and how many of its events decided it; for odds.

        `before` is the state in which it was played. Dice rolled after these events are not counted. An empty text
        means that nothing notable happened.
        """
        return "", 0

    def match_statistics(self, state: AnyState) -> dict[str, int]:
        """Return numbers about a finished match, for statistics."""
        return {}

    def counted_events(self) -> dict[str, str]:
        """Return the events to count in statistics: class names, with their names for players."""
        return {}

    def round_robin(self) -> RoundRobinSpec | None:
        """Return what a round robin compares, or None."""
        return None

    def has_survived(self, state: AnyState, seat: int) -> bool:
        """Return whether a seat was still in the match when it ended; for statistics."""
        return True

    def invariants(self, state: AnyState) -> list[str]:
        """Return the invariants that a state violates; only a broken rule can cause any."""
        return []

    def fuzz_actions(self) -> list[str]:
        """Return prefixes of actions that an exhaustive fuzz run must play, for example one for every card."""
        return []

    def fuzz_features(self) -> list[str]:
        """Return other features that an exhaustive fuzz run must see, for example every firing arc."""
        return []

    def fuzz_features_of_action(self, state: AnyState, action: Action) -> list[str]:
        """Return which of these features a legal action shows if it is played now."""
        return []

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Return which of these features an event shows."""
        return []

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the start position of each seat, such as a place on the grid, from the first events of a match."""
        return {}


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
