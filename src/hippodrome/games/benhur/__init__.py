"""Ben-Hur: whips, skids, rams, jumps and hidden tricks on lanes of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hippodrome.games.benhur import sequence
from hippodrome.games.benhur.analysis import BenHurAnalysis
from hippodrome.games.benhur.cards import CARDS, Card, card_set, read_cards, write_clauses
from hippodrome.games.benhur.presentation import BenHurPresentation
from hippodrome.games.benhur.state import DEFAULT_WOUNDS, NO_CHARIOT, Chariot, Race, Turn
from hippodrome.games.benhur.track import TRACKS, Track, read_tracks
from hippodrome.games.benhur.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.data_tables import DataFile
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View
from hippodrome.kit.season import SeasonKind

_OPTIONS: tuple[Setting, ...] = (
    Setting(
        "order",
        "Order of play",
        "In each round the leader goes first, or the order is drawn.",
        ("leader", "random"),
        "leader",
        labels=("Leader first", "Random"),
    ),
    Setting("tricks", "Sneaky tricks", "Trick cards dealt to each driver; 0 for a race without.", (0, 1, 2), 1),
    Setting(
        "wounds",
        "Wounds",
        "Wounds of each chariot at the start; with fewer, more chariots are destroyed.",
        (3, 4, 5, 6, 7),
        DEFAULT_WOUNDS,
    ),
    Setting(
        "repeat_contact",
        "Second contact",
        "Running into the same chariot again in one move pushes it on without wound rolls, or ends your move.",
        ("push", "stop"),
        "push",
        labels=("Push it on", "Your move ends"),
    ),
    Setting(
        "first_turn",
        "First turn",
        "In round 1 all chariots stay on 1 whip, or may already go up to 2.",
        ("slow", "free"),
        "slow",
        labels=("1 whip", "1 or 2 whips"),
    ),
)
_SEATS = range(2, 7)  # BH-Q1
_DEFAULT_SEATS = 4
_LINEUPS = (Lineup("two in the Circus", "circus", 2), Lineup("four on the River", "river", 4))


class BenHur(Game):
    """The game of Ben-Hur."""

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = (CARDS, TRACKS)

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "Ben-Hur"
        self.tagline = "Whip your team round the circus, shove your rivals into the wall, keep a trick up your sleeve."
        self.length = "20 to 40 minutes"
        self.lineups = _LINEUPS
        self.quick_options = ("laps",)
        self.cards: dict[int, Card] = read_cards(texts["data/cards.toml"])
        self.card_set = card_set(self.cards)
        write_clauses(self.cards, self.rulebook)
        self.tracks: dict[str, Track] = {track.key: track for track in read_tracks(texts)}
        self.presentation = BenHurPresentation(self)
        self.analysis = BenHurAnalysis(self)

    def scenarios(self) -> Sequence[Scenario]:
        """Return one scenario for each track; 2 to 6 chariots (BH-Q1), 1 to 7 laps (BH-Q3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        laps = Setting("laps", "Laps", "The number of laps to race.", (1, 2, 3, 4, 5, 6, 7), track.laps)
        return Scenario(track.key, track.title, track.text, _SEATS, _DEFAULT_SEATS, (laps, *_OPTIONS))

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Return a race before the start rolls, with all chariots off the track."""
        wounds = int(options["wounds"])
        chariots = [Chariot(seat, wounds=wounds) for seat in range(seats)]
        shuffled = options["order"] == "random"
        track = self.tracks[scenario.slug]
        race = Race(
            track, self.card_set, int(options["laps"]), int(options["tricks"]), shuffled, wounds,
            options["repeat_contact"] == "stop", options["first_turn"] == "free", chariots, Turn(NO_CHARIOT), dice,
        )  # fmt: skip
        race.deck = self.deck(track)
        race.agenda = [sequence.START_ROLLS]
        return race

    def deck(self, track: Track) -> tuple[int, ...]:
        """BH-Q48: return the tricks that are dealt on a track."""
        cards = [card for card in self.cards.values() if not card.is_out]
        return tuple([card.number for card in cards if track.has_jump or not card.needs_jump])

    def campaigns(self) -> list[CampaignKind]:
        """BH-Q52: return the season on all tracks, with the options that its players choose once."""
        settings = {
            setting.name: [setting.default, *[value for value in setting.values if value != setting.default]]
            for setting in self.scenarios()[0].options
        }
        titles = {track.key: track.title for track in self.tracks.values()}
        return [SeasonKind(self.slug, titles, _SEATS, _DEFAULT_SEATS, settings)]

    def max_decisions(self, race: Race) -> int:
        """BH-Q49: return a bound: the rounds are limited, and so are the decisions in a turn."""
        return sequence.MAX_ROUNDS_PER_LAP * int(race.laps) * len(race.chariots) * 40

    def after_load(self, race: Race) -> None:
        """Recount the hands, which are not saved."""
        race.recount_hands()

    def check(self, race: Race, seat: int, action: Action) -> Refusal | None:
        """BH-Q4: return None if the action is legal, else a refusal; after the finish nothing is legal."""
        if race.over:
            return Refusal("BH-Q4", "The race is over; there is nothing left to play.")
        return super().check(race, seat, action)

    def result(self, race: Race) -> Result | None:
        """BH-Q4: return the places by seat, or None while the race is in progress."""
        if not race.over:
            return None
        standings = race.standings()
        if race.winner >= 0:
            winner = int(race.winner)
            standings = [winner, *[chariot for chariot in standings if chariot != winner]]
        return Result(tuple([standings.index(seat) + 1 for seat in range(len(standings))]), race.reason)

    def view(self, race: Race, seat: int) -> View:
        """Return what a seat may know."""
        return view(race, seat)

    def imagine(self, race: Race, seat: int, seed: bytes) -> Race:
        """Return a state that is possible as far as the seat knows."""
        return imagine(race, seat, seed)
