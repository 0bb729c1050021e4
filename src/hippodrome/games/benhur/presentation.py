"""The presentation of Ben-Hur: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.benhur import scene
from hippodrome.games.benhur.animation import chariot_paths
from hippodrome.games.benhur.description import describe
from hippodrome.games.benhur.drawing import TrackDrawing
from hippodrome.games.benhur.formatting import square_name
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.warnings import warning
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import View
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import FACTIONS, Scene

if TYPE_CHECKING:
    from hippodrome.games.benhur import BenHur


class BenHurPresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: BenHur) -> None:
        super().__init__(game)
        self.game: BenHur = game
        self._boards: dict[str, TrackDrawing] = {}  # filled on demand

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.board(view.table["track"]), self.game.cards, self.symbols, self.words, view, decision)

    def board(self, track: str) -> TrackDrawing:
        """Return the drawing of a track: the same object every time."""
        board = self._boards.get(track)
        if board is None:
            board = TrackDrawing(self.game.tracks[track])
            self._boards[track] = board
        return board

    def animation_paths(self, race: Race, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the paths of the chariots, from square to square."""
        return chariot_paths(self.board(race.track.key), race, events)

    def describe(self, view: View) -> str:
        """Return the race as text."""
        return describe(self.game.tracks[view.table["track"]], self.game.cards, self.words, view)

    def field_text(self, race: Race, name: str, value: object) -> str:
        """Return chariots by faction, squares by place, tricks by title."""
        if name == "defender" and isinstance(value, int):
            return FACTIONS[value]
        if name == "order" and isinstance(value, tuple):
            return ", ".join([FACTIONS[chariot] for chariot in value])
        if name == "square" and isinstance(value, int):
            return square_name(race.track, value)
        if name == "trick" and isinstance(value, int):
            return self.game.cards[value].title
        if name == "needed" and isinstance(value, int):
            return f" (needed {value}+)" if value else ""
        if name == "target" and isinstance(value, int):
            return f" on {FACTIONS[value]}" if value >= 0 else ""
        return super().field_text(race, name, value)

    def prompt(self, race: Race, asked: Decision) -> str:
        """Return who must do what, in one sentence."""
        table = self.game.view(race, SPECTATOR).table
        who = ", ".join([FACTIONS[seat] for seat in asked.seats])
        return f"{who}: {scene.question(self.words, race.track, table, asked.name)}"

    def partial_label(self, race: Race, verb: str, args: tuple[int, ...]) -> str:
        """Return a trick with its target and effect; other actions as in the templates."""
        if verb == "trick" and args:
            card = self.game.cards[args[0]]
            target = f" on {FACTIONS[args[1]]}" if len(args) > 1 else ""
            return f"{card.title}{target}: {card.short}"
        return super().partial_label(race, verb, args)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return a rival by its faction."""
        return FACTIONS[value] if verb == "fight" else super().argument_text(verb, place, value)

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Return a warning for a driver with one wound left, or an empty string."""
        return warning(race, seat, action)
