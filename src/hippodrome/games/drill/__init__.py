"""The Drill Yard: drive, wheel and shout your way across. A small game in inches that uses every kind of handle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.games.drill import scene, sequence
from hippodrome.games.drill.driving import leaves_yard, meets_post
from hippodrome.games.drill.events import Balked, Lurched
from hippodrome.games.drill.formatting import wheel_text
from hippodrome.games.drill.state import NO_SEAT, YARD_WIDTH_MI, Chariot, Yard
from hippodrome.games.drill.view import imagine, view
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.odds import first_outcome
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.units import decimal, inches

_STEPS: list[type[Step]] = [sequence.Place, sequence.NextTurn, sequence.Command]
_ROUNDS: Final = Setting("rounds", "Rounds", "The maximum number of rounds.", (10, 20, 30), 20)


class Drill(Game):
    """The game of the Drill Yard."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "drill"
        self.title = "Drill Yard"
        self.tagline = "Drive, wheel and shout your way past the post, and be across first."
        self.length = "5 minutes"
        self.is_dev_game = True
        self._scenarios = [Scenario("yard", "The yard", "Sand, a post, and two chariots.", range(2, 3), 2, (_ROUNDS,))]

    def scenarios(self) -> Sequence[Scenario]:
        """DRL-1: return the only yard."""
        return self._scenarios

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Yard:
        """DRL-2: return a yard with two chariots to be placed in the order of the seats."""
        chariots = [Chariot(seat, False, 0, 0, 0) for seat in range(seats)]
        yard = Yard(int(options["rounds"]), chariots, dice)
        yard.agenda = [sequence.NEXT_TURN, sequence.Place(1), sequence.Place(0)]
        return yard

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step by name."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, yard: Yard) -> int:
        """DRL-11: return a bound: rounds and commands are limited."""
        return 2 + 2 * int(yard.rounds) * sequence.COMMANDS_PER_TURN

    def result(self, yard: Yard) -> Result | None:
        """Return place 1 for the winner; in a draw both seats have it. None while the game is in progress."""
        if not yard.over:
            return None
        places = [1 if yard.winner in (NO_SEAT, chariot.id) else 2 for chariot in yard.chariots]
        return Result(tuple(places), yard.reason)

    def value(self, yard: Yard, seat: int) -> int:
        """Return how likely a seat is to win, in thousandths, by its lead over the other chariot."""
        if yard.over:
            return 500 if yard.winner == NO_SEAT else 1000 if yard.winner == seat else 0
        lead = int(yard.chariots[1 - seat].distance_left()) - int(yard.chariots[seat].distance_left())
        return 500 + 490 * lead // YARD_WIDTH_MI

    def view(self, yard: Yard, seat: int) -> View:
        """Return what a seat may know."""
        return view(yard, seat)

    def imagine(self, yard: Yard, seat: int, seed: bytes) -> Yard:
        """Return a state that is possible as far as the seat knows."""
        return imagine(yard, seat, seed)

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.words, view, decision)

    def preview_nodes(self, before: Yard, after: Yard, seat: int, action: Action) -> list[Node]:
        """Return the ground that the chariot would drive over."""
        return [scene.drive_corridor(before.chariots[seat], action.args[0])] if action.verb == "drive" else []

    def describe(self, view: View) -> str:
        """Return the yard as text."""
        return scene.describe(view)

    def field_text(self, yard: Yard, name: str, value: object) -> str:
        """Return lengths in inches and angles in degrees."""
        if isinstance(value, int) and name in ("x", "y"):
            return decimal(value, 10, 1)
        if isinstance(value, int) and name == "distance":
            return inches(value, 3)
        if isinstance(value, int) and name == "angle":
            return wheel_text(value)
        return super().field_text(yard, name, value)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return lengths in inches and angles in degrees."""
        if verb == "drive":
            return inches(value)
        return wheel_text(value) if verb == "wheel" else decimal(value, 10, 1)

    def warning(self, yard: Yard, seat: int, action: Action) -> str:
        """DRL-6: return a warning that a shout may cost the second command."""
        if action.verb == "shout" and yard.commands > 1:
            return "If you roll a 1, the team balks and you lose your second command."
        return ""

    def classify_outcome(self, yard: Yard, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of a shout."""
        return first_outcome(events, outcome_of)

    def match_statistics(self, yard: Yard) -> dict[str, int]:
        """Return the number of rounds."""
        return {"rounds": int(yard.round())}

    def counted_events(self) -> dict[str, str]:
        """Return the events that statistics count, with their names."""
        return {"Lurched": "lurches", "Balked": "balks"}

    def invariants(self, yard: Yard) -> list[str]:
        """Return everything in a game that is impossible."""
        problems: list[str] = []
        for chariot in yard.chariots:
            x, y = chariot.x, chariot.y
            if chariot.placed and (leaves_yard(x, y) or meets_post(x, y, x, y)):
                problems.append(f"{FACTIONS[chariot.id]} is at {x}, {y}")
            if chariot.turn % sequence.WHEEL_STEP or not 0 <= chariot.turn < 3600:
                problems.append(f"{FACTIONS[chariot.id]} faces {chariot.turn}")
        if not 0 <= yard.commands <= sequence.COMMANDS_PER_TURN or not 0 <= yard.turn <= 2 * yard.rounds:
            problems.append(f"{yard.commands} commands left in turn {yard.turn}")
        return problems


def outcome_of(event: Event) -> str:
    """Return the outcome of a shout that this event determines, or an empty string."""
    if isinstance(event, Lurched):
        return f"lurches {inches(event.distance, 3)}"
    return "balks" if isinstance(event, Balked) else ""


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Drill(texts)
