"""How Pig is shown: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.pig import scene
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import Scene

if TYPE_CHECKING:
    from hippodrome.games.pig import Pig


class PigPresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: Pig) -> None:
        super().__init__(game)
        self.game: Pig = game

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.words, view, decision)

    def describe(self, view: View) -> str:
        """Return the game as text."""
        return scene.describe(view)
