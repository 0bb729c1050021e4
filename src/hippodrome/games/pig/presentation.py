"""The presentation of Pig: scenes, texts, labels and warnings."""

from __future__ import annotations

from hippodrome.games.pig import scene
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import Scene


class PigPresentation(Presentation):
    """The scenes and texts of the game."""

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.words, view, decision)

    def describe(self, view: View) -> str:
        """Return the game as text."""
        return scene.describe(view)
