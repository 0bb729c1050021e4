"""The presentation of What a Wheelie: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.wheelie import courses, deployment, description, far_moves, inspection, quick_start, scene
from hippodrome.games.wheelie import events as battle_events
from hippodrome.games.wheelie.animation import animation_paths
from hippodrome.games.wheelie.crew_view import crew_view, visible_shots
from hippodrome.games.wheelie.drawing import frame_layer, table_layer
from hippodrome.games.wheelie.formatting import EDGES, EXPERTS, SEVENS, TRAITS, turn_text, unit_name
from hippodrome.games.wheelie.preview_overlay import preview_nodes
from hippodrome.games.wheelie.sheets import sheets
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.games.wheelie.view import asked_name, prompt_fields
from hippodrome.games.wheelie.warnings import given_up, label_suffix, warning
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound, Course
from hippodrome.kit.events import Event, event_field
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import FACTIONS, Layer, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.templates import fill_template, join_words, sentence_case
from hippodrome.kit.units import degrees, inches

if TYPE_CHECKING:
    from hippodrome.games.wheelie import Wheelie

_EVENT_FIELDS = {
    "distance": "amount", "wheel": "amount", "edge_of": "amount", "edge": "number", "kind": "number",
    "trait": "number", "seven": "number", "expert": "number", "seats": "order", "hand": "number",
}  # fmt: skip
_UNFINISHED_LABELS = {
    "pick": "Pick a chariot…",
    "terrain": "Pick terrain…",
    "place": "Place the terrain…",
    "edge": "Choose an edge…",
    "deploy": "Place it on the edge…",
}


class WheeliePresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: Wheelie) -> None:
        super().__init__(game)
        self.game: Wheelie = game
        self._table_layers: dict[tuple[int, int], tuple[Layer, Layer]] = {}  # by width and depth, drawn when needed

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the scene of a view."""
        size = (view.table["width"], view.table["depth"])
        if size not in self._table_layers:
            self._table_layers[size] = (table_layer(*size), frame_layer(*size))
        table, frame = self._table_layers[size]
        shots = visible_shots(
            self.game.scenario_data[view.table["scenario"]], self.game.kinds, self.game.terrain_kinds, view
        )
        return scene.draw(
            table, frame, self.symbols, self.game.kinds, self.game.terrain_kinds, self.words, view, shots, decision
        )

    def animation_paths(self, skirmish: Skirmish, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the waypoints of units that moved."""
        return animation_paths(skirmish, events)

    def preview_nodes(self, before: Skirmish, after: Skirmish, seat: int, action: Action) -> list[Node]:
        """Return swept ground, collisions, arcs and ranges, and lines of sight."""
        return preview_nodes(before, after, action)

    def describe(self, view: View) -> str:
        """Return the battle as text."""
        data = self.game.scenario_data[view.table["scenario"]]
        return description.describe(
            data.title, self.game.terrain_kinds, view, crew_view(data, self.game.kinds, self.game.terrain_kinds, view)
        )

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of a unit, a die or a piece of terrain."""
        return inspection.card(self.game.kinds, self.game.terrain_kinds, self.game.rulebook, view, node)

    def actions_at(self, skirmish: Skirmish, seat: int, node: str) -> list[Action]:
        """Return what a click on a die or a unit may mean."""
        return inspection.actions_at(skirmish, node)

    def why_not(self, skirmish: Skirmish, seat: int, node: str) -> Refusal | None:
        """Return why a die or a target cannot be chosen now."""
        if seat not in agenda.seats(skirmish):
            return None
        return inspection.why_not(skirmish, node) or super().why_not(skirmish, seat, node)

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets (WW-R1)."""
        return sheets(self.game.kinds, self.game.rulebook, view)

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names."""
        return quick_start.figures(self.game)

    def placeholder_text(self, skirmish: Skirmish, event: Event, name: str) -> str:
        """Return the text of a placeholder, whose name also decides the meaning of a number."""
        if name == "damage" and isinstance(event, battle_events.Struck):
            return _damage_text(int(event.temporary), int(event.permanent))
        if name in _EVENT_FIELDS:
            return self.field_text(skirmish, name, event_field(event, _EVENT_FIELDS[name]))
        return super().placeholder_text(skirmish, event, name)

    def field_text(self, skirmish: Skirmish, name: str, value: object) -> str:
        """Return the text of a field: units by name, lengths in inches, angles in degrees."""
        if isinstance(value, int):
            text = self._number_text(skirmish, name, value)
            if text:
                return text
        if name in ("order", "units") and isinstance(value, tuple):
            return ", ".join([unit_name(skirmish, skirmish.units[unit]) for unit in value])
        if name in ("seats", "winners") and isinstance(value, tuple):
            return join_words([FACTIONS[seat] for seat in value]) if value else "no one"
        return super().field_text(skirmish, name, value)

    def _number_text(self, skirmish: Skirmish, name: str, value: int) -> str:
        """Return the text of a number by the name of its field; empty for a plain number."""
        if name in ("unit", "target"):
            return unit_name(skirmish, skirmish.units[value])
        if name == "kind":
            return self.game.kinds[value].name
        if name == "stuff":
            return self.game.terrain_kinds[value].name
        if name in ("x", "y", "distance"):
            return inches(value)
        if name == "angle":
            return degrees(value)
        if name == "wheel":
            return turn_text(value)
        if name in ("edge", "edge_of"):
            return EDGES[value]
        if name == "expert":
            return f"an {EXPERTS[value]}" if value else "no Expert"
        if name == "trait":
            return TRAITS[value] or "a choice of armour, shield or cab"
        if name == "hand":
            return "left" if value else "right"
        return SEVENS[value] if name == "seven" else ""

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return the text of an argument: lengths in inches, angles in degrees, kinds by name."""
        if verb == "drive":
            return inches(value)
        if verb == "wheel":
            return turn_text(value)
        if verb == "slant":
            return degrees(value)
        if verb in ("place", "deploy"):
            return inches(value * deployment.TENTH_MI)
        if verb == "pick":
            return self.game.kinds[value].priced_name
        if verb == "terrain":
            return self.game.terrain_kinds[value].name
        if verb == "edge":
            return EDGES[value]
        if verb == "expert":
            return EXPERTS[value] or "No Expert"
        return SEVENS[value] if verb == "choose" else super().argument_text(verb, place, value)

    def prompt(self, skirmish: Skirmish, decision: Decision) -> str:
        """Return the prompt of a decision, with the name of the unit that it is about."""
        fields = prompt_fields(skirmish)
        return f"{asked_name(skirmish)}: {fill_template(self.words.prompts[decision.name], fields.__getitem__)}"

    def partial_label(self, skirmish: Skirmish, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with its target, its dice, and the chariots it collides with."""
        if verb == "slant" and args == (0,):
            return "Do not turn it"
        if not args and verb in _UNFINISHED_LABELS:
            return _UNFINISHED_LABELS[verb]
        suffix = label_suffix(skirmish, verb, args)
        if verb == "wheel" and args == (0,):
            return f"Do not turn{suffix}"
        if verb == "aim" and len(args) == 2 and 0 <= args[1] < len(skirmish.units):
            return f"Aim with a {args[0]} at {unit_name(skirmish, skirmish.units[args[1]])}{suffix}"
        return f"{sentence_case(super().partial_label(skirmish, verb, args))}{suffix}"

    def warning(self, skirmish: Skirmish, seat: int, action: Action) -> str:
        """Return a warning of a collision or of a Turn given up."""
        return warning(skirmish, seat, action)

    def steered_node(self, skirmish: Skirmish, seat: int) -> str:
        """Return the node of a unit in a movement action."""
        return f"unit-{skirmish.act.unit}" if courses.is_steered(skirmish) else ""

    def course(self, skirmish: Skirmish, seat: int, x: int, y: int, turn: int | None) -> Course | None:
        """Return the Advance or Turn Manoeuvre that ends nearest to a point."""
        return courses.course_to(skirmish, seat, x, y, turn)

    def named_compounds(self, skirmish: Skirmish, seat: int) -> list[Compound]:
        """Return straight on, no turn, or a shot with its aim."""
        return far_moves.named_compounds(skirmish, seat)

    def given_up(self, skirmish: Skirmish, seat: int, action: Action) -> str:
        """Return the dice that a pass leaves unspent."""
        return given_up(skirmish, action)


def _damage_text(temporary: int, permanent: int) -> str:
    """Return damage in words: "1 Temporary and 2 Permanent Damage"."""
    parts = [f"{number} {kind}" for number, kind in ((temporary, "Temporary"), (permanent, "Permanent")) if number]
    return f"{' and '.join(parts)} Damage"
