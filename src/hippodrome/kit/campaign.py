"""Campaigns: several matches of one game in a row, with progress from each to the next.

A campaign is determined by its entries: games, and choices between them. Everything else (skills, open questions,
standings) follows from replaying the entries, so a file that was tampered with is rejected. A game offers kinds of
campaigns (`CampaignKind`) and implements their rules (`Campaign`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.kit.json_reader import Object, read_object
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.toml_reader import DataError

FORMAT: Final = "hippodrome campaign 1"
MAX_NAME_CHARACTERS: Final = 24
MAX_FIGURE: Final = 1_000_000  # of a match

Value = int | str
Values = dict[str, Value]


class NotReadyError(ValueError):
    """Raised when the campaign is not ready for something; the message says why."""


class MatchOutcome:
    """The outcome of a match: its set-up, the place of each seat, and its figures. `match` says where it is saved."""

    def __init__(
        self, match: str, commitment: str, scenario: str, options: Values, places: list[int], figures: dict[str, int]
    ) -> None:
        self.match = match
        self.commitment = commitment
        self.scenario = scenario
        self.options = options
        self.places = places
        self.figures = figures


class Answer:
    """One answer to a question: its name in files, its title and its meaning."""

    def __init__(self, name: str, title: str, text: str) -> None:
        self.name = name
        self.title = title
        self.text = text


class Question:
    """A question to decide between two games. The first answer is the default."""

    def __init__(self, name: str, seat: int, text: str, rule: str, answers: list[Answer]) -> None:
        self.name = name
        self.seat = seat
        self.text = text
        self.rule = rule
        self.answers = answers

    @property
    def default(self) -> Answer:
        """The answer for a seat that does not decide."""
        return self.answers[0]

    def json(self) -> Json:
        """Return the question as JSON."""
        answers = [{"name": one.name, "title": one.title, "text": one.text} for one in self.answers]
        return {"name": self.name, "seat": self.seat, "text": self.text, "rule": self.rule, "answers": answers}


class HistoryEntry:
    """One entry: a game with its outcome, or a seat's choice; `effects` describes what it led to."""

    def __init__(self, outcome: MatchOutcome | None, seat: int, question: str, answer: str) -> None:
        self.outcome = outcome
        self.seat = seat
        self.question = question
        self.answer = answer
        self.effects: list[str] = []  # sentences; derived, not saved

    def json(self) -> Json:
        """Return the entry as it is saved."""
        game = self.outcome
        if game is None:
            return {"kind": "choice", "seat": self.seat, "question": self.question, "answer": self.answer}
        return {
            "kind": "game",
            "match": game.match,
            "commitment": game.commitment,
            "options": game.options,
            "places": game.places,
            "figures": game.figures,
        }


class CampaignSetting:
    """A choice for the campaign itself, not for its games: its values, the default first, and their names."""

    def __init__(self, name: str, title: str, text: str, values: list[Value], labels: list[str]) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.values = values
        self.labels = labels


class CampaignKind(ABC):
    """A kind of campaign of a game: the scenarios it plays, the range of seats, and what can be chosen for it.

    `settings` are the options of the scenarios that are chosen once for all games, with their values, the default
    first; the campaign sets the other options itself. `own_settings` are choices for the campaign. `figures` are the
    match statistics that it needs. `round_name` is what players call one game of it, such as "race".
    """

    def __init__(
        self,
        game: str,
        slug: str,
        title: str,
        text: str,
        scenarios: list[str],
        seats: range,
        default_seats: int,
        settings: dict[str, list[Value]],
        figures: list[str],
        own_settings: Sequence[CampaignSetting] = (),
        round_name: str = "game",
    ) -> None:
        self.game = game
        self.slug = slug
        self.title = title
        self.text = text
        self.scenarios = scenarios
        self.seats = seats
        self.default_seats = default_seats
        self.settings = settings
        self.figures = figures
        self.own_settings = own_settings
        self.round_name = round_name

    def all_settings(self) -> dict[str, list[Value]]:
        """Return everything that can be chosen, with its values, the default first."""
        return {**{own.name: own.values for own in self.own_settings}, **self.settings}

    def players_text(self) -> str:
        """Return the number of players: "2 players" or "2 to 8 players"."""
        first, last = self.seats[0], self.seats[-1]
        return f"{first} players" if first == last else f"{first} to {last} players"

    @abstractmethod
    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a new campaign. Call `new_campaign` instead, which validates its arguments."""


class Campaign(ABC):
    """A campaign in progress. `players` says who plays each seat; its format is up to the caller."""

    def __init__(self, kind: CampaignKind, names: list[str], players: list[str], options: Values) -> None:
        self.kind = kind
        self.names = names
        self.players = players
        self.options = options
        self.entries: list[HistoryEntry] = []

    # ---------------------------------------------------------------- the rules of the kind

    @abstractmethod
    def campaign_options(self) -> Values:
        """Return the options that the campaign itself sets for the next game."""

    @abstractmethod
    def questions(self) -> list[Question]:
        """Return the open questions."""

    @abstractmethod
    def apply_game(self, outcome: MatchOutcome) -> list[str]:
        """Apply a finished game; return sentences that describe its effects."""

    @abstractmethod
    def apply_choice(self, seat: int, question: str, answer: str) -> list[str]:
        """Apply a choice; return sentences that describe its effects."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether no further game is played."""

    @abstractmethod
    def verdict(self) -> str:
        """Return one sentence that says who leads or has won."""

    @abstractmethod
    def heads(self) -> list[str]:
        """Return the column heads of the standings."""

    @abstractmethod
    def rows(self) -> list[list[str]]:
        """Return the standings: a row for each seat."""

    # ---------------------------------------------------------------- common to all kinds

    @property
    def seats(self) -> int:
        """The number of seats in every game."""
        return len(self.names)

    @property
    def games(self) -> list[MatchOutcome]:
        """The games that were played."""
        return [entry.outcome for entry in self.entries if entry.outcome is not None]

    def next_scenario(self) -> str:
        """Return the scenario of the next game."""
        return self.kind.scenarios[0]

    def next_options(self) -> Values:
        """Return the options of the next game."""
        chosen = {name: value for name, value in self.options.items() if name in self.kind.settings}
        return {**chosen, **self.campaign_options()}

    def add_game(self, outcome: MatchOutcome) -> list[str]:
        """Add a finished match and return its effects; raise NotReadyError if it does not belong to the campaign."""
        if self.is_over():
            raise NotReadyError(f"The campaign is over. {self.verdict()}")
        if self.questions():
            raise NotReadyError(f"First decide this: {self.questions()[0].text}")
        if outcome.scenario != self.next_scenario() or len(outcome.places) != self.seats:
            raise NotReadyError(
                f"This match does not fit: the campaign plays {self.next_scenario()} with {self.seats} seats."
            )
        for name, value in self.next_options().items():
            played = outcome.options.get(name, self._default_option(name))
            if played != value:
                raise NotReadyError(f"This match was played with {name} {played}; it must be {value}.")
        if outcome.commitment and outcome.commitment in [game.commitment for game in self.games]:
            raise NotReadyError("This match is in the campaign already.")
        return self._add(HistoryEntry(outcome, -1, "", ""))

    def _default_option(self, name: str) -> Value | None:
        """Return the value that an option has in a match begun before the option existed; None if it has no default."""
        return self.kind.settings[name][0] if name in self.kind.settings else None

    def decide(self, seat: int, question: str, answer: str) -> list[str]:
        """Answer a question and return the effects; raise NotReadyError if it is not open or the answer is unknown."""
        for one in self.questions():
            if (one.seat, one.name) == (seat, question):
                if answer not in [known.name for known in one.answers]:
                    raise NotReadyError(
                        f"The answer must be {' or '.join([known.name for known in one.answers])}, not {answer}."
                    )
                return self._add(HistoryEntry(None, seat, question, answer))
        who = FACTIONS[seat] if 0 <= seat < self.seats else f"Seat {seat}"
        raise NotReadyError(f"{who} has nothing to decide about {question!r} now.")

    def decide_rest(self) -> None:
        """Answer all open questions with their defaults."""
        while self.questions():
            one = self.questions()[0]
            self.decide(one.seat, one.name, one.default.name)

    def _add(self, entry: HistoryEntry) -> list[str]:
        game = entry.outcome
        entry.effects = (
            self.apply_choice(entry.seat, entry.question, entry.answer) if game is None else self.apply_game(game)
        )
        self.entries.append(entry)
        return entry.effects

    def text(self) -> str:
        """Return the file of the campaign."""
        saved = {
            "format": FORMAT,
            "game": self.kind.game,
            "campaign": self.kind.slug,
            "names": self.names,
            "players": self.players,
            "options": self.options,
            "entries": [entry.json() for entry in self.entries],
        }
        return json.dumps(saved, indent=1, ensure_ascii=False) + "\n"


# -------------------------------------------------------------------- creating


def new_campaign(kind: CampaignKind, names: list[str], players: list[str], options: Mapping[str, Value]) -> Campaign:
    """Return a new campaign of a kind; raise NotReadyError if names, players or options are not allowed."""
    if len(names) not in kind.seats or len(players) != len(names):
        raise NotReadyError(f"{kind.title} is for {kind.players_text()}, not {len(names)}.")
    for name in names:
        if not is_name(name):
            raise NotReadyError(
                f"Names must be 1 to {MAX_NAME_CHARACTERS} printable characters; {name!r} is not allowed."
            )
    if len({name.lower() for name in names}) < len(names):
        raise NotReadyError("All names must be different.")
    settings = kind.all_settings()
    for setting, value in options.items():
        if setting not in settings:
            raise NotReadyError(f"{kind.title} has no option {setting!r}; there are: {', '.join(settings)}.")
        if value not in settings[setting]:
            allowed = ", ".join([str(known) for known in settings[setting]])
            raise NotReadyError(f"The option {setting} cannot be {value!r}; it can be: {allowed}.")
    chosen = {setting: options.get(setting, values[0]) for setting, values in settings.items()}
    return kind.begin(list(names), list(players), chosen)


def is_name(text: str) -> bool:
    """Return whether a text is a valid name."""
    return 1 <= len(text) <= MAX_NAME_CHARACTERS and text.isprintable() and text == " ".join(text.split())


# -------------------------------------------------------------------- reading


def read_campaign(text: str, file: str, kinds: list[CampaignKind]) -> Campaign:
    """Return the campaign of a file by replaying its entries; raise DataError with line and key if one is wrong."""
    if '"format"' not in text:
        reason = "this is not a campaign file; open one that was saved on the page of a campaign or in the terminal"
        raise DataError(f"{file}, line 1: {reason}", reason=reason)
    saved = read_object(text, file)
    if saved.text("format") != FORMAT:
        raise saved.error("format", f"must be {FORMAT!r}: this is not a campaign, or it has another version")
    game = saved.one_of("game", sorted({kind.game for kind in kinds}))
    slug = saved.one_of("campaign", [kind.slug for kind in kinds if kind.game == game])
    kind = next(kind for kind in kinds if (kind.game, kind.slug) == (game, slug))
    names = saved.texts("names", kind.seats)
    players = saved.texts("players", range(len(names), len(names) + 1))
    options = saved.values("options")
    try:
        campaign = new_campaign(kind, names, players, options)
    except NotReadyError as error:
        raise saved.error("names" if "name" in str(error) else "options", str(error)) from None
    for row in saved.objects("entries"):
        _read_entry(campaign, row)
    saved.reject_unread()
    return campaign


def _read_entry(campaign: Campaign, row: Object) -> None:
    """Replay an entry."""
    try:
        if row.one_of("kind", ["game", "choice"]) == "game":
            campaign.add_game(_read_outcome(campaign, row))
        else:
            seat = row.integer("seat", 0, campaign.seats - 1)
            campaign.decide(seat, row.text("question"), row.text("answer"))
    except NotReadyError as error:
        raise row.error("", f"this does not follow from the entries before it. {error}") from None
    row.reject_unread()


def _read_outcome(campaign: Campaign, row: Object) -> MatchOutcome:
    figures = row.values("figures")
    places = row.integers("places", campaign.seats)
    if sorted(places)[0] != 1 or max(places) > campaign.seats:
        raise row.error("places", f"must be places from 1 to {campaign.seats}, with at least one 1")
    for name in campaign.kind.figures:
        if name not in figures:
            raise row.error("figures", f"{name!r} is missing; it must be a whole number")
    for name, value in figures.items():
        if not isinstance(value, int) or not 0 <= value <= MAX_FIGURE:
            raise row.error(f"figures.{name}", f"must be a whole number from 0 to {MAX_FIGURE}")
    counted = {name: int(value) for name, value in figures.items()}
    return MatchOutcome(
        row.text("match"), row.text("commitment"), campaign.next_scenario(), row.values("options"), places, counted
    )
