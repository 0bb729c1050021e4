"""The Drill Yard: drive, wheel and shout your way across. A small game in inches, to try every kind of handle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.games.drill import events as told
from hippodrome.games.drill import scene, sequence
from hippodrome.games.drill.driving import leaves_yard, meets_post
from hippodrome.games.drill.formatting import degrees, figure, inches
from hippodrome.games.drill.state import NOBODY, WIDTH, Chariot, Yard
from hippodrome.games.drill.view import imagine, view
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.odds import first_named
from hippodrome.kit.scene import FACTIONS, Node, Scene

_STEPS: list[type[Step]] = [sequence.Place, sequence.NextTurn, sequence.Command]
_ROUNDS: Final = Setting("rounds", "Rounds", "How many rounds there are at most.", (10, 20, 30), 20)


class Drill(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "drill"
        self.title = "Drill Yard"
        self.tagline = "Drive, wheel and shout your way past the post, and be across first."
        self.length = "5 minutes"
        self.is_dev_game = True
        self._scenarios = [Scenario("yard", "The yard", "Sand, a post, and two chariots.", range(2, 3), 2, (_ROUNDS,))]

    def scenarios(self) -> Sequence[Scenario]:
        """There is one yard (DRL-1)."""
        return self._scenarios

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Yard:
        """Two chariots beside the yard, to be placed in the order of the seats (DRL-2)."""
        chariots = [Chariot(seat, False, 0, 0, 0) for seat in range(seats)]
        yard = Yard(int(options["rounds"]), chariots, dice)
        yard.agenda = [sequence.NEXT_TURN, sequence.Place(1), sequence.Place(0)]
        return yard

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, yard: Yard) -> int:
        """Rounds are counted (DRL-11), and so are commands."""
        return 2 + 2 * int(yard.rounds) * sequence.COMMANDS

    def result(self, yard: Yard) -> Result | None:
        """Return the winner's place is 1; a draw puts both there."""
        if not yard.over:
            return None
        places = [1 if yard.winner in (NOBODY, chariot.id) else 2 for chariot in yard.chariots]
        return Result(tuple(places), yard.reason)

    def value(self, yard: Yard, seat: int) -> int:
        """Winning is everything; before that, how much less there is to go than for the other."""
        if yard.over:
            return 500 if yard.winner == NOBODY else 1000 if yard.winner == seat else 0
        lead = int(yard.chariots[1 - seat].to_go()) - int(yard.chariots[seat].to_go())
        return 500 + 490 * lead // WIDTH

    def view(self, yard: Yard, seat: int) -> View:
        """What a seat may know."""
        return view(yard, seat)

    def imagine(self, yard: Yard, seat: int, seed: bytes) -> Yard:
        """How a seat may imagine the rest."""
        return imagine(yard, seat, seed)

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        return scene.draw(self.words, view, decision)

    def preview_nodes(self, before: Yard, after: Yard, seat: int, action: Action) -> list[Node]:
        """Return the ground that is driven over."""
        return [scene.swept(before.chariots[seat], action.args[0])] if action.verb == "drive" else []

    def describe(self, view: View) -> str:
        """Return the yard in words."""
        return scene.describe(view)

    def field_text(self, yard: Yard, name: str, value: object) -> str:
        """Lengths in inches, angles in degrees."""
        if isinstance(value, int) and name in ("x", "y"):
            return figure(value, 10)
        if isinstance(value, int) and name == "distance":
            return inches(value)
        if isinstance(value, int) and name == "angle":
            return degrees(value)
        return super().field_text(yard, name, value)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Lengths in inches, angles in degrees."""
        if verb == "drive":
            return inches(value)
        return degrees(value) if verb == "wheel" else figure(value, 10)

    def warning(self, yard: Yard, seat: int, action: Action) -> str:
        """Return a shout may cost the second command (DRL-6)."""
        if action.verb == "shout" and yard.commands > 1:
            return "If you throw a 1 the team balks, and you lose your second command."
        return ""

    def classify_outcome(self, yard: Yard, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """What came of a shout."""
        return first_named(events, named)

    def match_statistics(self, yard: Yard) -> dict[str, int]:
        """For statistics."""
        return {"rounds": int(yard.round())}

    def counted_events(self) -> dict[str, str]:
        """For statistics."""
        return {"Lurched": "lurches", "Balked": "balks"}

    def invariants(self, yard: Yard) -> list[str]:
        """Chariots stay in the yard, away from the post, and face a direction there is."""
        found: list[str] = []
        for chariot in yard.chariots:
            x, y = chariot.x, chariot.y
            if chariot.placed and (leaves_yard(x, y) or meets_post(x, y, x, y)):
                found.append(f"{FACTIONS[chariot.id]} stands at {x}, {y}")
            if chariot.turn % sequence.WHEEL_STEP or not 0 <= chariot.turn < 3600:
                found.append(f"{FACTIONS[chariot.id]} faces {chariot.turn}")
        if not 0 <= yard.commands <= sequence.COMMANDS or not 0 <= yard.turn <= 2 * yard.rounds:
            found.append(f"{yard.commands} commands left in turn {yard.turn}")
        return found


def named(event: Event) -> str:
    """What came of a shout, if this event settles it."""
    if isinstance(event, told.Lurched):
        return f"lurches {inches(event.distance)}"
    return "balks" if isinstance(event, told.Balked) else ""


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Drill(texts)
