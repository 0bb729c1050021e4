"""The presentation of Drill Yard: scenes, texts, labels and warnings."""

from __future__ import annotations

from hippodrome.games.drill import scene
from hippodrome.games.drill.formatting import wheel_text
from hippodrome.games.drill.state import Yard
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card, number_in
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.units import decimal, inches


class DrillPresentation(Presentation):
    """The scenes and texts of the game."""

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.words, view, decision)

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of the post or a chariot."""
        if node == "post":
            return Card("Post", [], [("No chariot may come nearer than 1 inch.", "DRL-7")])
        number = number_in(node, "chariot")
        if not 0 <= number < len(FACTIONS):
            return None
        return Card(f"{FACTIONS[number]}'s chariot", [], [("It drives up to 6 inches.", "DRL-4")])

    def why_not(self, yard: Yard, seat: int, node: str) -> Refusal | None:
        """DRL-3: return that the post takes no commands."""
        if node != "post" or seat not in agenda.seats(yard):
            return None
        return Refusal("DRL-3", "You command your chariot, not the post: drive, wheel or shout.")

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
