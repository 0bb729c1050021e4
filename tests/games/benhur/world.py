"""Test worlds: chariots placed by hand on a track, scripted dice, and a turn that runs from its start.

    race = world("circus", A="1/1/0 whips 1", B="1/2/2", dice="3 4 | 5 4 | 2 5")
    race.drive("whips 2")
    assert race.at("A") == "2/2/1"

A chariot is given as its square and then words: `whips 2`, `wounds 1`, `crossings 0`, `hand 6,18`, `saved 2`, and
the marks `spun`, `wet`, `sand`, `rein`, `bribed`. The defaults are 1 whip, all wounds, 1 crossing and an empty hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Self

import hippodrome as hd
from hippodrome.games.benhur import BenHur
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN
from hippodrome.games.benhur.state import Chariot, Race, tricks_in_hand
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from tests.games.scripted_world import LETTERS, ScriptedWorld, consecutive_letters, parse_dice

FLAGS = ("spun", "wet", "sand", "rein", "bribed")
NUMBERS = ("whips", "wounds", "crossings", "saved")


def world(
    track: str = "circus",
    *,
    dice: str | Sequence[int] = (),
    turn: str = "A",
    order: str = "",
    round: int = 2,
    laps: int = 2,
    caltrops: str = "",
    drawn: bool = False,
    repeat: str = "push",
    first_turn: str = "slow",
    max_wounds: int = 5,
    game: hd.Game | None = None,
    **chariots: str,
) -> World:
    """Return a race with these chariots at the start of a turn, or before a new round if `turn` is empty.

    Without `order`, the chariot whose turn it is comes first and then the rest by letter. `repeat` is the option
    `repeat_contact`, `max_wounds` the option `wounds`.
    """
    letters = consecutive_letters(chariots)
    options: dict[str, int | str] = {"laps": laps, "order": "random" if drawn else "leader"}
    options |= {"repeat_contact": repeat, "first_turn": first_turn, "wounds": max_wounds}
    setup = Setup(game or hd.game("benhur"), track, len(letters), options)
    match = Match(setup, TapeDice(seed_from(1)))
    race = race_of(match)
    for letter, text in chariots.items():
        place(race, race.chariots[LETTERS.index(letter)], text)
    race.recount_hands()
    race.round = round
    play_order = order or turn + "".join([letter for letter in letters if letter != turn])
    race.order = tuple([LETTERS.index(letter) for letter in play_order])
    race.caltrops = race.track.lanes.parse_name(caltrops) if caltrops else -1
    match.events = []
    match.replace_dice(ScriptDice(parse_dice(dice)))
    steps = [NEXT_TURN[play_order.index(turn)]] if turn else []
    return World(match).run(*steps, NEW_ROUND)


def place(race: Race, chariot: Chariot, text: str) -> None:
    """Place a chariot on the track as its text says."""
    square, *words = text.split()
    chariot.square = race.track.lanes.parse_name(square)
    chariot.crossings = 1
    while words:
        word = words.pop(0)
        if word in FLAGS:
            setattr(chariot, word, True)
        elif word in NUMBERS:
            setattr(chariot, word, int(words.pop(0)))
        elif word == "hand":
            chariot.hand = sum([1 << int(number) for number in words.pop(0).split(",")])
        else:
            raise ValueError(f"unknown word {word!r} for a chariot")


def race_of(match: Match) -> Race:
    """Return the state of a match as a race."""
    assert isinstance(match.state, Race)
    return match.state


def texts() -> dict[str, str]:
    """Return the texts of the game as the catalogue passes them to it."""
    root = files("hippodrome.games.benhur")
    tracks = root / "data" / "tracks"
    contents = {name: (root / name).read_text(encoding="utf-8") for name in ("rules.toml", "words.toml", "symbols.svg")}
    contents["data/cards.toml"] = (root / "data" / "cards.toml").read_text(encoding="utf-8")
    for track in sorted(tracks.iterdir(), key=lambda entry: entry.name):
        contents[f"data/tracks/{track.name}"] = track.read_text(encoding="utf-8")
    return contents


def game_with(track: str) -> hd.Game:
    """Return the game with one more track, given as the text of its file; its key must be `test`."""
    return BenHur({**texts(), "data/tracks/test.toml": track})


class World(ScriptedWorld[Race]):
    """A race with short queries. Chariots are named by letter."""

    state_class = Race

    def drive(self, *actions: str) -> Self:
        """Play actions, then drive straight on until the mover has no choice left."""
        self.play(*actions)
        while self.decision == "NextStep":
            self.play("straight")
        return self

    @property
    def points(self) -> int:
        """The movement points left in this turn."""
        return int(self.state.turn.points)

    @property
    def order(self) -> str:
        """The order of this round."""
        return "".join([LETTERS[seat] for seat in self.state.order])

    @property
    def caltrops(self) -> str:
        """The square of the caltrops; empty if there are none."""
        return self.state.track.lanes.name(int(self.state.caltrops)) if self.state.caltrops >= 0 else ""

    @property
    def places(self) -> str:
        """The letters from first to last place, when the race is over."""
        result = self.match.result
        assert result is not None, "the race is not over"
        assert result.places[self.state.winner] == 1
        return "".join(sorted(LETTERS[: len(result.places)], key=lambda one: result.places[LETTERS.index(one)]))

    @property
    def reason(self) -> str:
        """The reason why the race ended."""
        return self.state.reason

    def chariot(self, letter: str) -> Chariot:
        """Return the row of a chariot."""
        return self.state.chariots[LETTERS.index(letter)]

    def at(self, letter: str) -> str:
        """Return the square of a chariot; empty if it is destroyed."""
        chariot = self.chariot(letter)
        return "" if chariot.fell else self.state.track.lanes.name(int(chariot.square))

    def wounds(self, letter: str) -> int:
        """Return the wounds a chariot has left."""
        return int(self.chariot(letter).wounds)

    def whips(self, letter: str) -> int:
        """Return the whips of a chariot."""
        return int(self.chariot(letter).whips)

    def crossings(self, letter: str) -> int:
        """Return how often a chariot has crossed the line."""
        return int(self.chariot(letter).crossings)

    def hand(self, letter: str) -> list[int]:
        """Return the tricks a chariot holds."""
        return tricks_in_hand(self.chariot(letter).hand)
