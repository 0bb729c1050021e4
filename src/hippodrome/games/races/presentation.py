"""The presentation of Chariot Races: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.races import (
    animation,
    courses,
    description,
    fighting,
    inspection,
    planning,
    quick_start,
    scene,
    sequence,
)
from hippodrome.games.races.drawing import TrackDrawing, draw_track
from hippodrome.games.races.formatting import needed_text, side_text, turn_text
from hippodrome.games.races.planning import STEP_NAMES
from hippodrome.games.races.state import DRIFT, FORWARD, SHOOTING, SWIPE, Race
from hippodrome.games.races.view import view
from hippodrome.games.races.warnings import given_up, warning
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound, Course
from hippodrome.kit.events import SPECTATOR, Event, event_fields
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.units import INCH, inches

if TYPE_CHECKING:
    from hippodrome.games.races import Races


class RacesPresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: Races) -> None:
        super().__init__(game)
        self.game: Races = game
        self._track_drawings: dict[str, TrackDrawing] = {}  # filled on first use

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the board, prompt and panels of a view."""
        return scene.draw(self.track_drawing(view.table["track"]), self.words, self.symbols, view, decision)

    def track_drawing(self, key: str) -> TrackDrawing:
        """Return the drawing of a track, made on first use."""
        if key not in self._track_drawings:
            self._track_drawings[key] = draw_track(self.game.tracks[key])
        return self._track_drawings[key]

    def animation_paths(self, race: Race, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the waypoints of the chariots that moved, by node."""
        return animation.paths(race, events)

    def describe(self, view: View) -> str:
        """Return the text view of a race."""
        return description.describe(self.game.tracks[view.table["track"]], self.words, view)

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of a chariot, an obstacle or a mark."""
        return inspection.card(self.game.machines, self.game.rulebook, view, node)

    def actions_at(self, race: Race, seat: int, node: str) -> list[Action]:
        """Return what a click on a rival may mean."""
        return inspection.actions_at(race, seat, node)

    def why_not(self, race: Race, seat: int, node: str) -> Refusal | None:
        """Return why a rival cannot be chosen now."""
        if seat not in agenda.seats(race):
            return None
        return super().why_not(race, seat, node) or inspection.why_not(race, seat, node)

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names."""
        return quick_start.figures(self.game)

    def placeholder_text(self, race: Race, event: Event, name: str) -> str:
        """Return the text of a placeholder: lengths in inches, angles in degrees, chariots by name."""
        fields = event_fields(event)
        number = fields.get("number", fields.get("amount", 0))
        amount = number if isinstance(number, int) else 0
        if name == "need":
            return needed_text(int(str(fields["need"])))
        if name == "under":
            return f"{fields['need']} or less"
        if name == "plan":
            return plan_step_text(race, int(str(fields["step"])), amount)
        if name == "crew_loss":
            return crew_loss_text(race, event.actor(), amount)
        if name == "initiative":
            return initiative_text(race, fields["order"], fields["scores"])
        text = amount_text(name, amount)
        if text:
            return text
        if name == "machine":
            return self.game.machines[amount].name
        if name == "row_of":
            return self.game.table[amount].text
        if name == "seat_of":
            return FACTIONS[event.actor()]
        return super().placeholder_text(race, event, name)

    def actor_name(self, race: Race, seat: int) -> str:
        """Return the name of a chariot."""
        return race.chariot_name(seat)

    def field_text(self, race: Race, name: str, value: object) -> str:
        """Return a field of an event as text, with chariots by name."""
        if name == "target" and isinstance(value, int):
            return race.chariot_name(value)
        return super().field_text(race, name, value)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return a number of an action as text: lengths in inches, angles in degrees, machines by name."""
        if verb == "forward":
            return inches(value)
        if verb in ("turn", "pivot"):
            return turn_text(value)
        if verb == "drift":
            return side_text(value)
        if verb == "pick":
            return self.game.machines[value].name if 0 <= value < len(self.game.machines) else str(value)
        return super().argument_text(verb, place, value)

    def partial_label(self, race: Race, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with targets and crew members by name."""
        if verb in ("swipe", "shoot", "single", "strike") and args and 0 <= args[0] < len(race.chariots):
            return self.words.labels[verb].replace("{0}", race.chariot_name(args[0]))
        if verb == "pick" and args and race.agenda and isinstance(race.agenda[-1], fighting.LoseMan):
            crew = race.chariots[race.agenda[-1].who].crew
            if 0 < args[0] < len(crew):
                return f"Lose the man with the {self.game.weapons[crew[args[0]]].name}"
        if verb in ("go", "straight"):
            return go_label(race, verb)
        if verb == "hold":
            return "Hold fire" if race.phase == SHOOTING else "Hold back"
        if verb == "act":
            return f"{sequence.ACT_VERBS[race.phase]} now"
        return super().partial_label(race, verb, args)

    def prompt(self, race: Race, asked: Decision) -> str:
        """Return who must decide what, in one sentence."""
        who = ", ".join([FACTIONS[seat] for seat in asked.seats])
        return f"{who}: {scene.question_text(self.words, view(race, SPECTATOR).table, asked.name)}"

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Return a warning of rams and walls in the way of a plan; empty if there is nothing to warn of."""
        return warning(race, seat, action)

    def steered_node(self, race: Race, seat: int) -> str:
        """Return the node of the chariot whose move is planned, or of the ghost at the end of its plan."""
        return courses.steered_node(race)

    def course(self, race: Race, seat: int, x: int, y: int, turn: int | None) -> Course | None:
        """Return the steps of a plan that end nearest to a point."""
        return courses.course_to(race, seat, x, y, turn)

    def named_compounds(self, race: Race, seat: int) -> list[Compound]:
        """Return a plan that follows the track."""
        return courses.follow_track(race, seat)

    def note(self, race: Race, action: Action) -> str:
        """Return what a declaration does, with the distance of a steady move."""
        if action.verb == "steady" and race.agenda and isinstance(race.agenda[-1], planning.Declare):
            return f"{inches(max(0, planning.base_distance(race, race.mover())))}, without a roll."
        if action.verb == "straight" and race.agenda and isinstance(race.agenda[-1], planning.MakePlan):
            return ""
        return super().note(race, action)

    def given_up(self, race: Race, seat: int, action: Action) -> str:
        """Return what a pass gives up."""
        return given_up(race)


def go_label(race: Race, verb: str) -> str:
    """Return the label of running the plan or dropping it (CR-Q49)."""
    if verb == "straight":
        return "Drop the plan and go straight ahead" if race.move.plan else "Go straight ahead"
    if not race.move.plan:
        return "Go straight ahead"
    left = planning.PlannedPath(race).distance_left(race)
    return f"Go, with the last {inches(left)} straight ahead" if left > 0 else "Go"


def plan_step_text(race: Race, step: int, amount: int) -> str:
    """Return a step of a plan as text."""
    if step == FORWARD:
        return f"forward {inches(amount)}"
    if step == DRIFT:
        return f"drift {side_text(amount)}"
    if step == SWIPE:
        return f"swipe at {race.chariot_name(amount)}"
    return f"turn {turn_text(amount)}"


def crew_loss_text(race: Race, who: int, left: int) -> str:
    """Return what a blow cost a crew: a man, or a wound of the snotlings."""
    if race.machine(race.chariots[who]).crew_wounds > 1:
        return f"loses a crew wound; {left} left"
    return f"loses a man; {left} left aboard" if left else "loses its last man"


def initiative_text(race: Race, order: object, scores: object) -> str:
    """Return the Initiative order of a turn with each score."""
    assert isinstance(order, tuple)
    assert isinstance(scores, tuple)
    return ", ".join([f"{race.chariot_name(seat)} {score}" for seat, score in zip(order, scores, strict=True)])


def amount_text(hole: str, value: int) -> str:
    """Return the amount of an event as the hole wants it; empty if the hole does not stand for an amount."""
    if hole in ("distance", "distance_of"):
        return inches(value)
    if hole == "inches":
        return inches(value * INCH)
    if hole == "angle":
        return turn_text(value)
    if hole == "turns":
        return f"turns {turn_text(value)}" if value else "has no room to turn"
    if hole == "drifts":
        return f"drifts {inches(abs(value))} to the {side_text(value)}" if value else "has no room to drift"
    if hole == "veers":
        return f"veers {side_text(value)}" if value else "goes straight ahead"
    if hole == "phase":
        return sequence.PHASE_NAMES[value]
    if hole == "step_of":
        return STEP_NAMES[value]
    return str(value) if hole == "row" else ""
