"""The presentation of Ben-Hur: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.benhur import inspection, quick_start, scene
from hippodrome.games.benhur.animation import chariot_paths
from hippodrome.games.benhur.contacts import risk, step_label
from hippodrome.games.benhur.description import describe
from hippodrome.games.benhur.drawing import TrackDrawing
from hippodrome.games.benhur.far_moves import straight_run, target_square, way_label
from hippodrome.games.benhur.formatting import count_text, square_name
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.warnings import warning
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card
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

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of a chariot, a square or a wall."""
        return inspection.card(self.game.tracks[view.table["track"]], self.game.cards, self.game.rulebook, view, node)

    def actions_at(self, race: Race, seat: int, node: str) -> list[Action]:
        """Return what a click on a chariot or a square may mean."""
        return inspection.actions_at(race, seat, node)

    def why_not(self, race: Race, seat: int, node: str) -> Refusal | None:
        """Return why a chariot or a square cannot be chosen now."""
        if seat not in agenda.seats(race):
            return None
        return super().why_not(race, seat, node) or inspection.why_not(race, seat, node)

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names."""
        return quick_start.figures(self.game)

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
        return step_label(race, verb, super().partial_label(race, verb, args))

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return a rival by its faction."""
        return FACTIONS[value] if verb == "fight" else super().argument_text(verb, place, value)

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Return a warning for a driver with one wound left, or an empty string."""
        return warning(race, seat, action)

    def risk(self, race: Race, seat: int, action: Action) -> str:
        """Return what a ram, a jump or a skid may cost a driver with wounds to spare."""
        return risk(race, seat, action)

    # ---------------------------------------------------------------- compounds

    def named_compounds(self, race: Race, seat: int) -> list[Compound]:
        """Return straight on with all points, as far as the track and the rivals let the chariot pass."""
        run = straight_run(self.game, race, seat)
        return [run] if run is not None else []

    def destination_label(self, race: Race, actions: list[Action]) -> str:
        """Return how the chariot gets to a square: straight on, and perhaps a lane change at the end."""
        return way_label(race, actions)

    def destination_name(self, race: Race, action: Action) -> str:
        """Return the name of the square, as in "go 2/3/0"."""
        square = target_square(race, action)
        return race.track.lanes.name(square) if square >= 0 else ""

    def destination_cost(self, race: Race, actions: list[Action]) -> str:
        """Return the points that the way takes."""
        return count_text(len(actions), "point")
