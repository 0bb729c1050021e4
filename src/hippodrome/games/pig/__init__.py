"""Pig: roll or hold. The smallest complete game, for tests and as a yardstick of speed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.games.pig import events as told
from hippodrome.games.pig import scene, sequence
from hippodrome.games.pig.state import NOBODY, PigState, Player
from hippodrome.games.pig.view import imagine, view
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.odds import first_named
from hippodrome.kit.scene import FACTIONS, Scene

_STEPS: list[type[Step]] = [sequence.Turn, sequence.Call, sequence.FirstTurn]
_GOAL: Final = Setting("goal", "Goal", "How many points win.", (20, 50, 100), 100)
_OUTCOMES: list[tuple[type[Event], str]] = [
    (told.Won, "wins"),
    (told.LostPoints, "loses the points"),
    (told.Held, "holds"),
    (told.Passed, "passes on"),
]
_MOST_ROLLS: Final = 50  # of a turn: every one but the last adds 2 or more, and 100 are enough


class Pig(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "pig"
        self.title = "Pig"
        self.tagline = "Roll for points, and hold before the 1 comes."
        self.length = "5 minutes"
        self.is_dev_game = True
        self._scenarios = [
            Scenario("plain", "Plain", "Red starts.", range(2, 3), 2, (_GOAL,)),
            Scenario("blind", "Blind start", "Secret calls decide who starts.", range(2, 3), 2, (_GOAL,)),
        ]

    def scenarios(self) -> Sequence[Scenario]:
        """Return the plain game, and the one with a blind start (PIG-9)."""
        return self._scenarios

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> PigState:
        """Two players without a point (PIG-1)."""
        pig = PigState(int(options["goal"]), [Player(seat, 0) for seat in range(seats)], dice)
        pig.agenda = [sequence.CALL if scenario.slug == "blind" else sequence.TURN]
        return pig

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, pig: PigState) -> int:
        """Turns are counted (PIG-8), and so are the rolls that can be of use in one."""
        return len(pig.players) + sequence.TURNS * (_MOST_ROLLS + 1)

    def result(self, pig: PigState) -> Result | None:
        """Return the winner's place is 1; a draw puts both there."""
        if not pig.over:
            return None
        places = [1 if pig.winner in (NOBODY, player.id) else 2 for player in pig.players]
        return Result(tuple(places), pig.reason)

    def value(self, pig: PigState, seat: int) -> int:
        """Winning is everything; before that, how far one is ahead, the points of the turn included."""
        if pig.over:
            return 500 if pig.winner == NOBODY else 1000 if pig.winner == seat else 0
        ahead = int(pig.players[seat].score) - int(pig.players[1 - seat].score)
        ahead += int(pig.points) if pig.seat == seat else -int(pig.points)
        return max(1, min(999, 500 + 490 * ahead // int(pig.goal)))

    def view(self, pig: PigState, seat: int) -> View:
        """What a seat may know."""
        return view(pig, seat)

    def imagine(self, pig: PigState, seat: int, seed: bytes) -> PigState:
        """How a seat may imagine the rest."""
        return imagine(pig, seat, seed)

    def invariants(self, pig: PigState) -> list[str]:
        """Scores and points stay in their bounds; the winner has earned it."""
        found: list[str] = []
        for player in pig.players:
            if not 0 <= player.score < pig.goal + 6:
                found.append(f"{FACTIONS[player.id]} has {player.score} points of {pig.goal}")
            if player.score >= pig.goal and pig.winner != player.id:
                found.append(f"{FACTIONS[player.id]} has reached the goal, but has not won")
        if pig.points < 0 or (pig.players[pig.seat].score + pig.points >= pig.goal and not pig.over):
            found.append(f"{pig.points} points at stake cannot be")
        if not 1 <= pig.turn <= sequence.TURNS:
            found.append(f"turn {pig.turn} of {sequence.TURNS}")
        return found

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        return scene.draw(self.words, view, decision)

    def describe(self, view: View) -> str:
        """Return the game in words."""
        return scene.describe(view)

    def classify_outcome(self, pig: PigState, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """What became of a roll, of holding, or of the calls."""
        return first_named(events, named)

    def match_statistics(self, pig: PigState) -> dict[str, int]:
        """For statistics."""
        return {"turns": int(pig.turn)}


def named(event: Event) -> str:
    """What came of an action, if this event settles it."""
    if isinstance(event, told.Added):
        return f"adds {event.number}"
    if isinstance(event, told.Started):
        return f"{FACTIONS[event.seat]} starts"
    for kind, name in _OUTCOMES:
        if isinstance(event, kind):
            return name
    return ""


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Pig(texts)
