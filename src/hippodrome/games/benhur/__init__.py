"""Ben-Hur: whips, skids, rams, jumps and hidden tricks on lanes of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.benhur import fighting, jumping, movement, ramming, sequence, skidding, skill_rolls, wounds
from hippodrome.games.benhur.analysis import BenHurAnalysis
from hippodrome.games.benhur.cards import Card, read_cards
from hippodrome.games.benhur.presentation import BenHurPresentation
from hippodrome.games.benhur.state import NO_CHARIOT, Chariot, Race, Turn
from hippodrome.games.benhur.track import Track
from hippodrome.games.benhur.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View
from hippodrome.kit.toml_reader import TomlTable

_STEPS: list[type[Step]] = [
    sequence.StartRolls, sequence.PickLane, sequence.Deal, sequence.NewRound, sequence.RoundTricks,
    sequence.NextTurn, sequence.TurnTricks, sequence.SetWhips, sequence.RollMove, sequence.RollTricks,
    sequence.RollLastWord, sequence.CountMove, movement.NextStep, movement.LaneOutcome, skidding.SkidTest,
    skidding.SkidOutcome, skidding.DriveOut, skidding.LosePoint, jumping.Leap, jumping.JumpOutcome,
    jumping.Landing, skill_rolls.TestTricks, skill_rolls.LastWord, ramming.Shunt, ramming.Sideswipe,
    ramming.ContactTricks, ramming.ChooseThrow, ramming.WoundBoth, ramming.TakeSquare, ramming.Push,
    ramming.Throw, ramming.ThrowForward, wounds.IronRims, wounds.Fallen, wounds.WallTest, wounds.Soak,
    wounds.Caltrops, fighting.EndTricks, fighting.Fighting, fighting.FightFirst, fighting.Attack, fighting.SpearTrick,
    fighting.Strike, fighting.DuckTrick, fighting.Blow,
]  # fmt: skip

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
)
_LINEUPS = (Lineup("two in the Circus", "circus", 2), Lineup("four on the River", "river", 4))


class BenHur(Game):
    """The game of Ben-Hur."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "benhur"
        self.title = "Ben-Hur"
        self.tagline = "Whip your team round the circus, shove your rivals into the wall, keep a trick up your sleeve."
        self.length = "20 to 40 minutes"
        self.lineups = _LINEUPS
        self.cards: dict[int, Card] = read_cards(texts["data/cards.toml"])
        names = [name for name in texts if name.startswith("data/tracks/")]
        tracks = [Track(TomlTable(texts[name], name)) for name in names]
        self.tracks: dict[str, Track] = {track.key: track for track in sorted(tracks, key=lambda t: t.order)}
        self.presentation = BenHurPresentation(self)
        self.analysis = BenHurAnalysis(self)

    def scenarios(self) -> Sequence[Scenario]:
        """Return one scenario for each track; 2 to 6 chariots (BH-Q1), 1 to 7 laps (BH-Q3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        laps = Setting("laps", "Laps", "The number of laps to race.", (1, 2, 3, 4, 5, 6, 7), track.laps)
        return Scenario(track.key, track.title, track.text, range(2, 7), 4, (laps, *_OPTIONS))

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Return a race before the start rolls, with all chariots off the track."""
        chariots = [Chariot(seat) for seat in range(seats)]
        shuffled = options["order"] == "random"
        track = self.tracks[scenario.slug]
        race = Race(
            track, int(options["laps"]), int(options["tricks"]), shuffled, chariots,
            Turn(NO_CHARIOT), dice,
        )  # fmt: skip
        race.deck = self.deck(track)
        race.agenda = [sequence.START_ROLLS]
        return race

    def deck(self, track: Track) -> tuple[int, ...]:
        """BH-Q48: return the tricks that are dealt on a track."""
        cards = [card for card in self.cards.values() if not card.is_out]
        return tuple([card.number for card in cards if track.has_jump or not card.needs_jump])

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step by name."""
        return {step.__name__: step for step in _STEPS}

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


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return BenHur(texts)
