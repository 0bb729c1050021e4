"""The presentation of War in the Age of Magic: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.magic import group_choices, group_moves, inspection, movement, quick_start, scene, setup, spells
from hippodrome.games.magic.description import describe
from hippodrome.games.magic.drawing import board_layer, terrain_layer
from hippodrome.games.magic.handles import SPELL_VERBS, SQUARE_SPELLS, SQUARE_VERBS
from hippodrome.games.magic.kinds import MAGICIAN
from hippodrome.games.magic.layouts import GROUND_NAMES, SCENERY, Layout
from hippodrome.games.magic.state import NONE, Battle, Unit
from hippodrome.games.magic.view import piece_name
from hippodrome.games.magic.warnings import given_up, warning
from hippodrome.games.magic.withdrawal import Advance
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound, Destination
from hippodrome.kit.game import View
from hippodrome.kit.inspection import Card
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import Layer, Scene

if TYPE_CHECKING:
    from hippodrome.games.magic import Magic


class MagicPresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: Magic) -> None:
        super().__init__(game)
        self.game: Magic = game
        self._terrain_layers: dict[str, Layer] = {}  # by key
        self._board_layers: dict[tuple[int, int], Layer] = {}  # by size, drawn when first needed

    def _layout_of(self, view: View) -> Layout:
        """Return the layout of a view; the view itself carries the text of a custom one."""
        source = str(view.table["ground"])
        return self.game.custom_files.layout(source) if source else self.game.layouts[view.table["layout"]]

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view, with handles for the decision."""
        layout = self._layout_of(view)
        size = (layout.squares.columns, layout.squares.rows)
        if size not in self._board_layers:
            self._board_layers[size] = board_layer(layout.squares)
        if layout.source:
            return scene.draw(
                [self._board_layers[size], terrain_layer(layout)], layout, self.words, view, decision, self.symbols
            )
        if layout.key not in self._terrain_layers:
            self._terrain_layers[layout.key] = terrain_layer(layout)
        ground = [self._board_layers[size], self._terrain_layers[layout.key]]
        return scene.draw(ground, layout, self.words, view, decision, self.symbols)

    def describe(self, view: View) -> str:
        """Return the text description of a view."""
        return describe(self._layout_of(view), view)

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of a piece or a square."""
        return inspection.card(self._layout_of(view), self.game.rulebook, self.words, view, node)

    def actions_at(self, battle: Battle, seat: int, node: str) -> list[Action]:
        """Return what a click on a piece or a square may mean."""
        return inspection.actions_at(battle, node)

    def why_not(self, battle: Battle, seat: int, node: str) -> Refusal | None:
        """Return why a piece or a square cannot be chosen now."""
        special = inspection.why_not(battle, node) if seat in agenda.seats(battle) else None
        return special or super().why_not(battle, seat, node)

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names."""
        return quick_start.figures(self.game)

    def field_text(self, battle: Battle, name: str, value: object) -> str:
        """Return a field of an event as text: pieces, squares and grounds by name."""
        if isinstance(value, int):
            if name in ("unit", "victim"):
                return piece_name(battle, value) if value >= 0 else "none"
            if name in ("square", "target"):
                return battle.board.name[value]
            if name == "layout":
                return self.game.layouts[value].title
            if name == "ground":
                return GROUND_NAMES[value]
            if name == "spell":
                return spells.SPELL_NAMES[value]
            if name in ("dice", "answer"):
                return "1 die" if value == 1 else f"{value} dice"
        return super().field_text(battle, name, value)

    def partial_label(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with pieces and squares by name; arguments not yet chosen are "…"."""
        if verb == "pass" and battle.agenda and isinstance(battle.agenda[-1], setup.PlaceScenery):
            return "No scenery"
        if verb == "stay" and battle.agenda and isinstance(battle.agenda[-1], Advance) and battle.clash.entered == 0:
            return "No advance"
        template = self.words.labels[verb]
        if verb == "move" and args and 0 <= args[0] < len(battle.units):
            template = template.replace("{1}", battle.board.name[battle.units[args[0]].square])
        if verb in SPELL_VERBS and args and is_only_magician(battle, args[0]):
            template = template.removeprefix("{0}: ")
        for place, value in enumerate(args):
            template = template.replace("{" + str(place) + "}", self._argument_text(battle, verb, place, value))
        for place in range(len(args), 2):
            template = template.replace("{" + str(place) + "}", "…")
        return template

    def _argument_text(self, battle: Battle, verb: str, place: int, value: int) -> str:
        """Return one argument of an action as text."""
        is_second = place == 1
        if verb in SQUARE_VERBS or (is_second and verb in SQUARE_SPELLS):
            return battle.board.name[value] if 0 <= value < battle.board.size else str(value)
        if verb == "layout":
            return self.game.layouts[value].title if 0 <= value < len(self.game.layouts) else str(value)
        if verb == "scenery":
            return GROUND_NAMES[SCENERY[value]] if 0 <= value < len(SCENERY) else str(value)
        return battle.names[value] if 0 <= value < len(battle.names) else str(value)

    def note(self, battle: Battle, action: Action) -> str:
        """Return what an action does in one line: of a battlefield its description."""
        if action.verb == "layout":
            return str(battle.rules.layouts[action.args[0]].text)
        return super().note(battle, action)

    def warning(self, battle: Battle, seat: int, action: Action) -> str:
        """Return a warning before a general leads an attack, or before a chance to attack is given up."""
        return warning(battle, seat, action)

    def given_up(self, battle: Battle, seat: int, action: Action) -> str:
        """Return what a pass gives up."""
        return given_up(battle, action)

    # ---------------------------------------------------------------- compounds

    def has_destinations(self, battle: Battle, seat: int) -> bool:
        """Return whether a piece is picked, or units are being deployed."""
        return isinstance(battle.agenda[-1], (movement.MoveUnit, setup.Deploy))

    def destinations(self, battle: Battle, seat: int) -> list[Destination]:
        """Return the squares where the picked piece or its whole square can go, or where units can be deployed."""
        return group_moves.destinations(self.game, battle, seat)

    def named_compounds(self, battle: Battle, seat: int) -> list[Compound]:
        """Return one choice for several units, hits or bases."""
        return group_choices.named_compounds(self.game, battle, seat)


def is_only_magician(battle: Battle, id: int) -> bool:
    """Return whether a piece is the only magician of its side on the board, so that labels need not name it."""
    if not 0 <= id < len(battle.units):
        return False
    side = battle.units[id].side
    return [int(unit.id) for unit in battle.units if is_magician(unit, side)] == [id]


def is_magician(unit: Unit, side: int) -> bool:
    """Return whether a piece is a magician of a side on the board."""
    return unit.side == side and unit.kind == MAGICIAN and unit.square != NONE
