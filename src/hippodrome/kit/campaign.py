"""A campaign: several matches of one game in a row, and what is kept from each to the next.

Its truth is a list of entries: games that were played and choices that were made between them. Everything else (who
has grown to what, what is open, who leads) follows from playing the entries again, so a file that was tampered with
does not hold. A game offers kinds of campaigns (`CampaignKind`) and writes their rules (`Campaign`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from hippodrome.kit.json_reader import Object, read_object
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json

FORMAT: Final = "hippodrome campaign 1"
NAME: Final = 24  # letters of the longest name
MOST: Final = 1_000_000  # what can be counted in a match

Value = int | str
Values = dict[str, Value]


class NotReadyError(ValueError):
    """Something that cannot be done as the campaign stands; the message says why, in a sentence."""


class Outcome:
    """How a match ended: what it was set up with, the places by seat, and its figures. `match` is where it is kept."""

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
    """One way to answer a question: a word for programs, what people call it, and what it means."""

    def __init__(self, name: str, title: str, text: str) -> None:
        self.name = name
        self.title = title
        self.text = text


class Question:
    """Something to decide between two games. The first answer is taken if nobody decides."""

    def __init__(self, name: str, seat: int, text: str, rule: str, answers: list[Answer]) -> None:
        self.name = name
        self.seat = seat
        self.text = text
        self.rule = rule
        self.answers = answers

    @property
    def default(self) -> Answer:
        """What is taken if nobody decides."""
        return self.answers[0]

    def json(self) -> Json:
        """Return the question as JSON."""
        answers = [{"name": one.name, "title": one.title, "text": one.text} for one in self.answers]
        return {"name": self.name, "seat": self.seat, "text": self.text, "rule": self.rule, "answers": answers}


class Entry:
    """Something that happened: a game (with its outcome) or a choice (of a seat, on a question), and what it led to."""

    def __init__(self, outcome: Outcome | None, seat: int, question: str, answer: str) -> None:
        self.outcome = outcome
        self.seat = seat
        self.question = question
        self.answer = answer
        self.told: list[str] = []  # in sentences; worked out, not saved

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


class CampaignKind(ABC):
    """A kind of campaign that a game has: what it is, which scenario it plays, and what can be chosen for it.

    `settings` are the options of the scenario that are chosen once for all games, each with its values, the default
    first; the campaign sets the other options itself. `figures` are those of a match that it must know.
    """

    def __init__(
        self,
        game: str,
        slug: str,
        title: str,
        text: str,
        scenario: str,
        seats: int,
        settings: dict[str, list[Value]],
        figures: list[str],
    ) -> None:
        self.game = game
        self.slug = slug
        self.title = title
        self.text = text
        self.scenario = scenario
        self.seats = seats
        self.settings = settings
        self.figures = figures

    @abstractmethod
    def begin(self, names: list[str], players: list[str], options: Values) -> Campaign:
        """Return a campaign in which nothing has been played yet. Use `new_campaign`, which checks what it is given."""


class Campaign(ABC):
    """A campaign in progress. `players` says who plays each seat, in the words of whoever keeps the campaign."""

    def __init__(self, kind: CampaignKind, names: list[str], players: list[str], options: Values) -> None:
        self.kind = kind
        self.names = names
        self.players = players
        self.options = options
        self.entries: list[Entry] = []

    # ---------------------------------------------------------------- the rules of the kind

    @abstractmethod
    def own_options(self) -> Values:
        """Return the options that the campaign itself sets for the next game."""

    @abstractmethod
    def questions(self) -> list[Question]:
        """What is open to decide now."""

    @abstractmethod
    def played(self, outcome: Outcome) -> list[str]:
        """Take a game into account; returns what it led to, in sentences."""

    @abstractmethod
    def chosen(self, seat: int, question: str, answer: str) -> list[str]:
        """Take a choice into account; returns what it led to, in sentences."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether no further game is played."""

    @abstractmethod
    def verdict(self) -> str:
        """Who leads, or who has won, in one sentence."""

    @abstractmethod
    def heads(self) -> list[str]:
        """Return the heads of the standings."""

    @abstractmethod
    def rows(self) -> list[list[str]]:
        """Return the standings: a row for each seat."""

    # ---------------------------------------------------------------- what every campaign can do

    @property
    def games(self) -> list[Outcome]:
        """The games that were played."""
        return [entry.outcome for entry in self.entries if entry.outcome is not None]

    def next_options(self) -> Values:
        """What the next game is set up with."""
        return {**self.options, **self.own_options()}

    def take(self, outcome: Outcome) -> list[str]:
        """Take a finished match in; NotNow says why it is not one of this campaign."""
        if self.is_over():
            raise NotReadyError(f"The campaign is over. {self.verdict()}")
        if self.questions():
            raise NotReadyError(f"First decide this: {self.questions()[0].text}")
        if outcome.scenario != self.kind.scenario or len(outcome.places) != self.kind.seats:
            raise NotReadyError(
                f"This is another match: the campaign plays {self.kind.scenario} for {self.kind.seats}."
            )
        for name, value in self.next_options().items():
            if outcome.options.get(name) != value:
                raise NotReadyError(
                    f"This match was played with {name} {outcome.options.get(name)}; it must be {value}."
                )
        if outcome.commitment and outcome.commitment in [game.commitment for game in self.games]:
            raise NotReadyError("This match is in the campaign already.")
        return self._enter(Entry(outcome, -1, "", ""))

    def decide(self, seat: int, question: str, answer: str) -> list[str]:
        """Answer a question; NotNow names what can be answered."""
        for one in self.questions():
            if (one.seat, one.name) == (seat, question):
                if answer not in [known.name for known in one.answers]:
                    raise NotReadyError(
                        f"This can be {' or '.join([known.name for known in one.answers])}, not {answer}."
                    )
                return self._enter(Entry(None, seat, question, answer))
        whose = f"{FACTIONS[seat]} has" if 0 <= seat < self.kind.seats else "Nobody has"
        raise NotReadyError(f"{whose} nothing to decide about {question!r} now.")

    def decide_rest(self) -> None:
        """Take the default wherever nobody has decided."""
        while self.questions():
            one = self.questions()[0]
            self.decide(one.seat, one.name, one.default.name)

    def _enter(self, entry: Entry) -> list[str]:
        game = entry.outcome
        entry.told = self.chosen(entry.seat, entry.question, entry.answer) if game is None else self.played(game)
        self.entries.append(entry)
        return entry.told

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


# -------------------------------------------------------------------- beginning


def new_campaign(kind: CampaignKind, names: list[str], players: list[str], options: Mapping[str, Value]) -> Campaign:
    """Return a campaign of a kind; NotNow says what does not fit."""
    if len(names) != kind.seats or len(players) != kind.seats:
        raise NotReadyError(f"{kind.title} is for {kind.seats} players, not {len(names)}.")
    for name in names:
        if not is_name(name):
            raise NotReadyError(
                f"A name has 1 to {NAME} letters, and only such that can be seen: {name!r} does not fit."
            )
    if len({name.lower() for name in names}) < len(names):
        raise NotReadyError("Two cannot have the same name.")
    for setting, value in options.items():
        if setting not in kind.settings:
            raise NotReadyError(f"{kind.title} has no option {setting!r}; there are: {', '.join(kind.settings)}.")
        if value not in kind.settings[setting]:
            allowed = ", ".join([str(known) for known in kind.settings[setting]])
            raise NotReadyError(f"The option {setting} cannot be {value!r}; it can be: {allowed}.")
    filled = {setting: options.get(setting, values[0]) for setting, values in kind.settings.items()}
    return kind.begin(list(names), list(players), filled)


def is_name(text: str) -> bool:
    """Return whether a text can be a name."""
    return 1 <= len(text) <= NAME and text.isprintable() and text == " ".join(text.split())


# -------------------------------------------------------------------- reading


def read_campaign(text: str, file: str, kinds: list[CampaignKind]) -> Campaign:
    """Return the campaign of a file, entry by entry; DataError names file, line and key of what does not hold."""
    saved = read_object(text, file)
    if saved.text("format") != FORMAT:
        raise saved.wrong("format", f"must be {FORMAT!r}: this is no campaign, or one of another version")
    game = saved.one_of("game", sorted({kind.game for kind in kinds}))
    slug = saved.one_of("campaign", [kind.slug for kind in kinds if kind.game == game])
    kind = next(kind for kind in kinds if (kind.game, kind.slug) == (game, slug))
    names, players = saved.texts("names", kind.seats), saved.texts("players", kind.seats)
    options = saved.values("options")
    try:
        campaign = new_campaign(kind, names, players, options)
    except NotReadyError as error:
        raise saved.wrong("names" if "name" in str(error) else "options", str(error)) from None
    for row in saved.objects("entries"):
        _read_entry(campaign, row)
    saved.done()
    return campaign


def _read_entry(campaign: Campaign, row: Object) -> None:
    """Play an entry again."""
    try:
        if row.one_of("kind", ["game", "choice"]) == "game":
            campaign.take(_read_outcome(campaign.kind, row))
        else:
            seat = row.whole("seat", 0, campaign.kind.seats - 1)
            campaign.decide(seat, row.text("question"), row.text("answer"))
    except NotReadyError as error:
        raise row.wrong("", f"this does not follow from what is before it. {error}") from None
    row.done()


def _read_outcome(kind: CampaignKind, row: Object) -> Outcome:
    figures = row.values("figures")
    places = row.wholes("places", kind.seats)
    if sorted(places)[0] != 1 or max(places) > kind.seats:
        raise row.wrong("places", f"must be places from 1 to {kind.seats}, the first among them")
    for name in kind.figures:
        if name not in figures:
            raise row.wrong("figures", f"{name!r} is missing; it must be a whole number")
    for name, value in figures.items():
        if not isinstance(value, int) or not 0 <= value <= MOST:
            raise row.wrong(f"figures.{name}", f"must be a whole number from 0 to {MOST}")
    counted = {name: int(value) for name, value in figures.items()}
    return Outcome(row.text("match"), row.text("commitment"), kind.scenario, row.values("options"), places, counted)
