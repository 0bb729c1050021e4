"""Ben-Hur: whips, skids, rams, jumps and hidden tricks on lanes of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.benhur import events as told
from hippodrome.games.benhur import fighting, jumping, movement, ramming, scene, sequence, skidding, skill_rolls, wounds
from hippodrome.games.benhur.animation import paths
from hippodrome.games.benhur.cards import Card, read_cards
from hippodrome.games.benhur.drawing import Board, square_name
from hippodrome.games.benhur.evaluation import aspects, value
from hippodrome.games.benhur.invariants import broken
from hippodrome.games.benhur.outcomes import outcome
from hippodrome.games.benhur.state import Race, new_chariot, new_turn
from hippodrome.games.benhur.track import Track
from hippodrome.games.benhur.view import imagine, view
from hippodrome.games.benhur.warnings import warning
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event, facts
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.toml_reader import Table

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
        "leader: each round the chariots act from the leader backwards. random: the order is drawn each round.",
        ("leader", "random"),
        "leader",
    ),
    Setting("tricks", "Sneaky tricks", "How many trick cards each driver is dealt; 0 is a race without.", (0, 1, 2), 1),
)


class BenHur(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "benhur"
        self.title = "Ben-Hur"
        self.tagline = "Whip your team round the circus, shove your rivals into the wall, keep a trick up your sleeve."
        self.length = "20 to 40 minutes"
        self.cards: dict[int, Card] = read_cards(texts["data/cards.toml"])
        names = [name for name in texts if name.startswith("data/tracks/")]
        tracks = [Track(Table(texts[name], name)) for name in names]
        self.tracks: dict[str, Track] = {track.key: track for track in sorted(tracks, key=lambda t: t.order)}
        self._boards: dict[str, Board] = {}  # drawn when first looked at

    def scenarios(self) -> Sequence[Scenario]:
        """One for each track; 2 to 6 chariots (BH-Q1), 1 to 7 laps (BH-Q3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        laps = Setting("laps", "Laps", "How often the chariots go round.", (1, 2, 3, 4, 5, 6, 7), track.laps)
        return Scenario(track.key, track.title, track.text, range(2, 7), 4, (laps, *_OPTIONS))

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Chariots beside the track, and the throw for places."""
        chariots = [new_chariot(seat) for seat in range(seats)]
        shuffled = options["order"] == "random"
        track = self.tracks[scenario.slug]
        race = Race(
            track, int(options["laps"]), int(options["tricks"]), shuffled, chariots,
            new_turn(-1), dice,
        )  # fmt: skip
        race.deck = self.deck(track)
        race.agenda = [sequence.START_ROLLS]
        return race

    def deck(self, track: Track) -> tuple[int, ...]:
        """Return the tricks that are dealt on a track (BH-Q48)."""
        cards = [card for card in self.cards.values() if not card.is_out]
        return tuple([card.number for card in cards if track.has_jump or not card.needs_jump])

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, race: Race) -> int:
        """Rounds are bounded (BH-Q49), and so is what can be decided in one."""
        return sequence.ROUNDS_PER_LAP * int(race.laps) * len(race.chariots) * 40

    def after_load(self, race: Race) -> None:
        """Count the hands again."""
        race.recount_hands()

    def check(self, race: Race, seat: int, action: Action) -> Refusal | None:
        """Nothing, or why the action is not legal; after the finish nothing is (BH-Q4)."""
        if race.over:
            return Refusal("BH-Q4", "The race is over. Nothing more can be played.")
        return super().check(race, seat, action)

    def result(self, race: Race) -> Result | None:
        """Places by seat (BH-Q4)."""
        if not race.over:
            return None
        standings = race.standings()
        if race.winner >= 0:
            winner = int(race.winner)
            standings = [winner, *[chariot for chariot in standings if chariot != winner]]
        return Result(tuple([standings.index(seat) + 1 for seat in range(len(standings))]), race.reason)

    def value(self, race: Race, seat: int) -> int:
        """Winning is everything; before that, how likely it is."""
        return value(race, seat)

    def round_number(self, race: Race) -> int:
        """Rounds."""
        return int(race.round)

    def features(self, race: Race, seat: int) -> list[int]:
        """What speaks for a driver and against him."""
        return aspects(race, seat)

    def view(self, race: Race, seat: int) -> View:
        """What a seat may know."""
        return view(race, seat)

    def imagine(self, race: Race, seat: int, seed: bytes) -> Race:
        """How a seat may imagine the rest."""
        return imagine(race, seat, seed)

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        return scene.draw(self.board(view.table["track"]), self.cards, self.symbols, self.words, view, decision)

    def board(self, track: str) -> Board:
        """Return a track as it is drawn: the same object every time."""
        found = self._boards.get(track)
        if found is None:
            found = Board(self.tracks[track])
            self._boards[track] = found
        return found

    def animation_paths(self, race: Race, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Chariots go from square to square."""
        return paths(self.board(race.track.key), race, events)

    def describe(self, view: View) -> str:
        """Return the race in words."""
        return scene.describe(self.tracks[view.table["track"]], self.cards, view)

    def field_text(self, race: Race, name: str, value: object) -> str:
        """Chariots by their faction, squares by their place, tricks by their title."""
        if name in ("chariot", "attacker", "defender") and isinstance(value, int):
            return FACTIONS[value]
        if name == "order" and isinstance(value, tuple):
            return ", ".join([FACTIONS[chariot] for chariot in value])
        if name == "square" and isinstance(value, int):
            return square_name(race.track, value)
        if name == "trick" and isinstance(value, int):
            return self.cards[value].title
        if name == "target" and isinstance(value, int):
            return f" on {FACTIONS[value]}" if value >= 0 else ""
        return super().field_text(race, name, value)

    def actor(self, event: Event) -> int:
        """Return the chariot it happened to, or the one that attacked."""
        if isinstance(event, told.OfTwo):
            return int(event.attacker)
        found = facts(event).get("chariot")
        return found if isinstance(found, int) else super().actor(event)

    def partial_label(self, race: Race, verb: str, args: tuple[int, ...]) -> str:
        """Tricks by title and effect, rivals by name."""
        if verb == "trick" and args:
            card = self.cards[args[0]]
            target = f" on {FACTIONS[args[1]]}" if len(args) > 1 else ""
            return f"{card.title}{target}: {card.short}"
        return super().partial_label(race, verb, args)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Rivals by their faction."""
        return FACTIONS[value] if verb == "fight" else super().argument_text(verb, place, value)

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Return a driver with one wound left is told what may go wrong."""
        return warning(race, seat, action)

    def classify_outcome(self, race: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the length of the move, what became of a lane change, a bend, a jump, or who was wounded."""
        return outcome(seat, events)

    def match_statistics(self, race: Race) -> dict[str, int]:
        """For statistics."""
        return {"rounds": int(race.round), "destroyed": len(race.chariots) - len(race.in_race())}

    def counted_events(self) -> dict[str, str]:
        """For statistics."""
        return {kind.__name__: words for kind, words in _MEASURES}

    def invariants(self, race: Race) -> list[str]:
        """What is wrong with a race."""
        return broken(race, len(self.deck(race.track)))

    def fuzz_actions(self) -> list[str]:
        """Return every trick must have been played."""
        return [f"trick {number}" for number, card in self.cards.items() if not card.is_out]


_MEASURES: list[tuple[type[Event], str]] = [
    (told.Wounded, "wounds"),
    (told.Skidded, "skids"),
    (told.SpunOut, "spins"),
    (told.HitWall, "wall hits"),
    (told.Shunted, "shunts"),
    (told.Sideswiped, "sideswipes"),
    (told.Attacked, "attacks in fights"),
    (told.LaneChanged, "lane changes"),
    (told.LaneMissed, "missed lane changes"),
    (told.JumpCleared, "jumps cleared"),
    (told.JumpFailed, "jumps failed"),
    (told.TrickPlayed, "tricks played"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return BenHur(texts)
