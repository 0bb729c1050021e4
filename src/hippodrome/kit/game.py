"""What a game is: the one contract that library, terminal, laboratory and browser build on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.custom_files import CustomFileKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR, DiceRolled, Event, event_fields
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.state import Json, State, canonical, load
from hippodrome.kit.templates import Words, filled, listed, sentence_case

AnyState = Any  # a game names its own state class
Value = int | str
VARIANT: Final = "~"  # stands in the slug of a variant, between the game and the name of the variant


class Setting:
    """An option of a scenario: one of a few values, the default among them, and what it does.

    With `own`, its value may also be the text of a file of that kind (`kit/own.py`).
    """

    __slots__ = ("custom_kind", "default", "name", "text", "title", "values")

    def __init__(
        self, name: str, title: str, text: str, values: tuple[Value, ...], default: Value, custom_kind: str = ""
    ) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.values = values
        self.default = default
        self.custom_kind = custom_kind


class Scenario:
    """Something to play: a track, a battle. `seats` is the range of players, `usual` how many sit down by default."""

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
        return f"Scenario({self.slug!r})"


class View:
    """What one seat (or a spectator, -1) may know, built up from nothing, as JSON.

    Without `odds`, neither the picture nor the words made of it tell a chance.
    """

    __slots__ = ("odds", "seat", "table")

    def __init__(self, seat: int, table: Json) -> None:
        self.seat = seat
        self.table = table
        self.odds = True

    def text(self) -> str:
        """Canonical text: two views that show the same are the same text."""
        return canonical([self.seat, self.table])


class Result:
    """How a match ended: the place of each seat, 1 for the winner, and the reason."""

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
    """A game. Its texts (rules, words, data, symbols) are handed to it by name; it opens no file itself."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.slug = ""
        self.title = ""
        self.tagline = ""
        self.length = ""
        self.version = 1
        self.is_dev_game = False
        self.has_sheets = False
        self.rulebook = Rulebook(texts["rules.toml"], "rules.toml")
        self.words = Words(texts["words.toml"], "words.toml")
        self.symbols = texts.get("symbols.svg", "")

    @property
    def base(self) -> str:
        """The slug of the game whose rules these are: its own, or that of the game it is a variant of."""
        return self.slug.partition(VARIANT)[0]

    # ---------------------------------------------------------------- set-up

    @abstractmethod
    def scenarios(self) -> Sequence[Scenario]:
        """What can be played."""

    @abstractmethod
    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> AnyState:
        """Return a fresh state with its first steps on the agenda; nothing has been thrown yet."""

    @abstractmethod
    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step by name, to load a saved agenda."""

    @abstractmethod
    def max_decisions(self, state: AnyState) -> int:
        """More decisions than any match from this set-up can need."""

    @property
    def seats(self) -> range:
        """How many can play, over all scenarios."""
        ranges = [scenario.seats for scenario in self.scenarios()]
        return range(min([seats.start for seats in ranges]), max([seats.stop for seats in ranges]))

    def campaigns(self) -> list[CampaignKind]:
        """Kinds of campaigns, in which several matches follow one another; a game need not have any."""
        return []

    def custom_file_kinds(self) -> list[CustomFileKind]:
        """Kinds of files that people can write themselves, such as an army; a game need not have any."""
        return []

    def custom_file_kind(self, slug: str) -> CustomFileKind:
        """Return the kind of this name; ValueError names those there are."""
        for kind in self.custom_file_kinds():
            if kind.slug == slug:
                return kind
        known = ", ".join([kind.slug for kind in self.custom_file_kinds()])
        raise ValueError(f"{self.title} has no files of the kind {slug!r}; there are: {known or 'none'}")

    def validate_options(self, scenario: Scenario, options: Mapping[str, Value]) -> None:
        """Refuse what cannot be, such as a file of one's own with something in it that is not allowed: OptionError."""

    def after_load(self, state: AnyState) -> None:
        """Called after a snapshot was loaded, to work out what is not saved."""

    def scenario(self, slug: str) -> Scenario:
        """Return the scenario of this name; ValueError names those there are."""
        for scenario in self.scenarios():
            if scenario.slug == slug:
                return scenario
        known = ", ".join([scenario.slug for scenario in self.scenarios()])
        raise ValueError(f"{self.title} has no scenario {slug!r}; there are: {known}")

    # ---------------------------------------------------------------- play

    def check(self, state: AnyState, seat: int, action: Action) -> Refusal | None:
        """Nothing, or why the action is not legal: the one authority."""
        return agenda.check(state, seat, action)

    def proposals(self, state: AnyState) -> list[Action]:
        """Legal actions worth considering, the default first."""
        return agenda.proposals(state)

    @abstractmethod
    def result(self, state: AnyState) -> Result | None:
        """How the match ended; None while it goes on."""

    @abstractmethod
    def value(self, state: AnyState, seat: int) -> int:
        """How likely a seat is to win, as far as the state tells, in thousandths: 1000 has won, 0 has lost."""

    def features(self, state: AnyState, seat: int) -> list[int]:
        """What speaks for a seat and against it, as numbers; words.toml says under [aspects], in this order, of what.

        More is always better for the seat. Programs tell by them why one option is better than another.
        """
        return []

    def round_number(self, state: AnyState) -> int:
        """How many rounds or turns have begun. At the beginning of one all have had their say equally often, so that
        this is where programs stop looking ahead; of a game that has none they look at the end."""
        return 0

    # ---------------------------------------------------------------- what a seat may know

    @abstractmethod
    def view(self, state: AnyState, seat: int) -> View:
        """What a seat (-1: a spectator) may know."""

    @abstractmethod
    def imagine(self, state: AnyState, seat: int, seed: bytes) -> AnyState:
        """Return a copy as the seat may imagine it: fresh dice, and what it cannot know dealt anew.

        Nothing else changes, and nothing is run: a question that was waiting still lies on the agenda.
        """

    # ---------------------------------------------------------------- pictures and words

    @abstractmethod
    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view, with handles for the decision if it is the viewer's."""

    def animation_paths(self, state: AnyState, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """How pieces travelled during these events, which led to this state: waypoints (x, y, turn) by node.

        They come in order, without the place where the node was before; the last is where it stands now. A node
        that is no more has none. The events are as a viewer has seen them, and nothing else may be told by it.
        """
        return {}

    def preview_nodes(self, before: AnyState, after: AnyState, seat: int, action: Action) -> list[Node]:
        """What the preview of an action shows besides pieces: the ground they sweep, arcs, marks where they touch.

        Both states are imagined by the seat; `after` may have stopped at a die, in the middle of a step.
        """
        return []

    @abstractmethod
    def describe(self, view: View) -> str:
        """Return the board in words."""

    def sheets(self, view: View) -> list[Sheet]:
        """What would be written on paper at a real table, one sheet after the other; a game need not have any."""
        return []

    def field_text(self, state: AnyState, name: str, value: object) -> str:
        """Return a field of an event in words."""
        if name in ("who", "seat"):
            return FACTIONS[value] if isinstance(value, int) else str(value)
        if isinstance(value, (list, tuple)):
            return " ".join([str(item) for item in value])
        return str(value)

    def sentence(self, state: AnyState, event: Event) -> str:
        """Return an event as a sentence of the log."""
        fields = event_fields(event)
        if isinstance(event, DiceRolled):
            template = self.words.rolls[event.purpose]
        else:
            template = self.words.events[type(event).__name__]
        return sentence_case(filled(template, lambda name: self.field_text(state, name, fields[name])))

    def actor(self, event: Event) -> int:
        """Return the seat an event is about, to mark its line in the log; -1 if it is about no one."""
        fields = event_fields(event)
        found = fields.get("who", fields.get("seat", SPECTATOR))
        return found if isinstance(found, int) else SPECTATOR

    def verdict(self, result: Result) -> str:
        """Who won, and why, in one sentence."""
        reason = self.words.reasons.get(result.reason, result.reason)
        if not result.winners:
            return f"Nobody wins: {reason}."
        verb = "wins" if len(result.winners) == 1 else "share the victory"
        return f"{listed([FACTIONS[seat] for seat in result.winners])} {verb}: {reason}."

    def prompt(self, state: AnyState, asked: Decision) -> str:
        """Who must do what, in one sentence."""
        template = self.words.prompts[asked.name]
        who = ", ".join([FACTIONS[seat] for seat in asked.seats])
        return f"{who}: {template}"

    def label(self, state: AnyState, action: Action) -> str:
        """Return an action in the player's words."""
        return self.partial_label(state, action.verb, action.args)

    def partial_label(self, state: AnyState, verb: str, args: tuple[int, ...]) -> str:
        """Return the same for an action whose last numbers are still to be chosen: they are "…"."""

        def word(name: str) -> str:
            place = int(name)
            return self.argument_text(verb, place, args[place]) if place < len(args) else "…"

        return filled(self.words.labels[verb], word)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return a number of an action in the player's words."""
        return str(value)

    def warning(self, state: AnyState, seat: int, action: Action) -> str:
        """What is at stake, in a sentence, when a legal action cannot be undone and may really hurt; else nothing.

        It says nothing that the seat cannot know.
        """
        return ""

    # ---------------------------------------------------------------- the laboratory

    def exact_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact chances of what may come of an action, if the game knows a shorter way than to count all
        dice.

        They are those that `outcome` would give if all dice were counted.
        """
        return None

    def prepared_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact chances of what an action only prepares, such as the shot that an aim makes possible."""
        return None

    def assumed_answer(self, state: AnyState) -> Action | None:
        """Return the answer that odds reckon with if the question that waits is part of what an action leads to."""
        return None

    def classify_outcome(self, before: AnyState, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """What came of an action for a seat, in a few words, and how many of its events settled that; for odds.

        `before` is the state it was played in. Dice that fall after those events are not counted through. No words: it
        led to nothing worth telling.
        """
        return "", 0

    def match_statistics(self, state: AnyState) -> dict[str, int]:
        """Numbers about a finished match that statistics are made of."""
        return {}

    def counted_events(self) -> dict[str, str]:
        """Return the events worth counting in statistics: the name of their class, and what people call them."""
        return {}

    def round_robin(self) -> RoundRobinSpec | None:
        """What a round robin compares; a game need not have anything to compare."""
        return None

    def survived(self, state: AnyState, seat: int) -> bool:
        """Return whether a seat was still in the match when it ended; for statistics."""
        return True

    def invariants(self, state: AnyState) -> list[str]:
        """What is wrong with a state that only a broken rule could have made; nothing, as far as anybody knows."""
        return []

    def fuzz_actions(self) -> list[str]:
        """Beginnings of actions that an exhaustive fuzz must have seen, for example one for every card."""
        return []

    def fuzz_features(self) -> list[str]:
        """What else an exhaustive fuzz must have seen, for example every arc into which somebody can shoot."""
        return []

    def fuzz_features_of_action(self, state: AnyState, action: Action) -> list[str]:
        """Which of these a legal action shows if it is played now."""
        return []

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Which of these an event shows."""
        return []

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Where seats begin by the dice, such as a place on the grid, as the first events of a match tell it."""
        return {}


def unknown_game_message(slug: str, known: Iterable[str]) -> str:
    """What to say of a game that is not there."""
    base, mark, name = slug.partition(VARIANT)
    if mark:
        return f"it is of the variant {name!r} of {base}, which is not loaded here; --with FOLDER loads it"
    return f"there is no game {slug!r}; there are: {', '.join(known)}"


def restore(game: Game, state: State, saved: Json) -> None:
    """Fill a fresh state with a snapshot."""
    load(state, saved, game.steps())
    game.after_load(state)
