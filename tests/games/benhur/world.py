"""Test worlds: chariots placed by hand on a track, scripted dice, and a turn that runs from its start.

    race = world("circus", A="1/1/0 whips 1", B="1/2/2", dice="3 4 | 5 4 | 2 5")
    race.drive("whips 2")
    assert race.at("A") == "2/2/1"

A chariot is given as its square and then words: `whips 2`, `wounds 1`, `crossings 0`, `hand 6,18`, `saved 2`, and
the marks `spun`, `wet`, `sand`, `rein`, `bribed`. The defaults are 1 whip, 5 wounds, 1 crossing and an empty hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TypeVar

import hippodrome as hd
from hippodrome.games.benhur import make
from hippodrome.games.benhur.sequence import NEW_ROUND, NEXT_TURN
from hippodrome.games.benhur.state import Chariot, Race, tricks_in_hand
from hippodrome.kit import agenda
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.match import Match, Setup

LETTERS = "ABCDEF"
FLAGS = ("spun", "wet", "sand", "rein", "bribed")
NUMBERS = ("whips", "wounds", "crossings", "saved")
E = TypeVar("E", bound=Event)

worlds: list[World] = []
"""The worlds of the running test: none may end it with scripted dice left."""


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
    game: hd.Game | None = None,
    **chariots: str,
) -> World:
    """Return a race with these chariots at the start of a turn, or before a new round if `turn` is empty.

    Without `order`, the chariot whose turn it is comes first and then the rest by letter.
    """
    letters = "".join(sorted(chariots))
    assert letters == LETTERS[: len(letters)], f"chariots are named A, B, C ..., not {letters}"
    options: dict[str, int | str] = {"laps": laps, "order": "random" if drawn else "leader"}
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
    race.agenda = [NEW_ROUND, NEXT_TURN[play_order.index(turn)]] if turn else [NEW_ROUND]
    race.events = []
    match.replace_dice(ScriptDice(script(dice)))
    agenda.advance(race)
    match.events, race.events = race.events, []
    return World(match)


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


def script(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Return dice from a text such as `3 4 | 5 4 | 2 5`; the bars are for the reader."""
    values = dice.replace("|", " ").split() if isinstance(dice, str) else dice
    return tuple([int(value) for value in values])


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
    return make({**texts(), "data/tracks/test.toml": track})


class World:
    """A match with short queries. Chariots are named by letter."""

    def __init__(self, match: Match) -> None:
        self.match = match
        worlds.append(self)

    # ---------------------------------------------------------------- playing

    def play(self, *actions: str) -> World:
        """Play actions one after the other. `"B: pass"` also asserts that B is asked."""
        for action in actions:
            who, colon, text = action.partition(": ")
            if colon:
                assert self.decider == who, f"{self.decider or 'no chariot'} is asked, not {who}, before {action!r}"
            self.match.play(text if colon else action)
        return self

    def drive(self, *actions: str) -> World:
        """Play actions, then drive straight on until the mover has no choice left."""
        self.play(*actions)
        while self.question == "NextStep":
            self.play("straight")
        return self

    def expect_refusal(self, action: str, who: str = "") -> hd.Refusal:
        """Assert that an action is refused, and return the refusal."""
        seat = LETTERS.index(who) if who else None
        refusal = self.match.check(action, seat)
        assert refusal is not None, f"{action!r} is legal"
        return refusal

    def fork(self) -> World:
        """Return a copy of the race, to be continued in another way."""
        return World(self.match.clone())

    # ---------------------------------------------------------------- queries

    @property
    def race(self) -> Race:
        """The state itself."""
        return race_of(self.match)

    @property
    def decider(self) -> str:
        """The letter of the chariot that must decide; empty when the race is over."""
        return LETTERS[self.match.seat] if self.match.seat >= 0 else ""

    @property
    def question(self) -> str:
        """The name of the pending decision; empty when the race is over."""
        decision = self.match.decision
        return decision.name if decision is not None else ""

    @property
    def options(self) -> list[str]:
        """The legal actions, the default first."""
        return [action.text for action in self.match.proposals()]

    @property
    def points(self) -> int:
        """The movement points left in this turn."""
        return int(self.race.turn.points)

    @property
    def order(self) -> str:
        """The order of this round."""
        return "".join([LETTERS[seat] for seat in self.race.order])

    @property
    def dice_left(self) -> int:
        """The number of scripted dice that have not been rolled."""
        return self.race.dice.count_left()

    @property
    def caltrops(self) -> str:
        """The square of the caltrops; empty if there are none."""
        return self.race.track.lanes.name(int(self.race.caltrops)) if self.race.caltrops >= 0 else ""

    @property
    def places(self) -> str:
        """The letters from first to last place, when the race is over."""
        result = self.match.result
        assert result is not None, "the race is not over"
        assert result.places[self.race.winner] == 1
        return "".join(sorted(LETTERS[: len(result.places)], key=lambda one: result.places[LETTERS.index(one)]))

    @property
    def reason(self) -> str:
        """The reason why the race ended."""
        return self.race.reason

    def chariot(self, letter: str) -> Chariot:
        """Return the row of a chariot."""
        return self.race.chariots[LETTERS.index(letter)]

    def at(self, letter: str) -> str:
        """Return the square of a chariot; empty if it is destroyed."""
        chariot = self.chariot(letter)
        return "" if chariot.fell else self.race.track.lanes.name(int(chariot.square))

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

    # ---------------------------------------------------------------- log

    def events(self, kind: type[E]) -> list[E]:
        """Return all events of one kind."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def rolls(self, purpose: str = "") -> list[list[int]]:
        """Return every roll so far, or those for one purpose."""
        return [list(event.dice) for event in self.events(DiceRolled) if purpose in ("", event.purpose)]

    def purposes(self) -> list[str]:
        """Return the purposes of all rolls, in order."""
        return [event.purpose for event in self.events(DiceRolled)]
