"""The presentation of Chariot: scenes, texts, labels and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.chariot import description, inspection, movement, orders, quick_start, scene
from hippodrome.games.chariot.animation import animation_paths
from hippodrome.games.chariot.attack_breakdown import best_attack, best_fire, odds_with, units_that_may_join
from hippodrome.games.chariot.drawing import ground_layer
from hippodrome.games.chariot.formatting import (
    army_name,
    end_label,
    hex_list,
    hex_name,
    placed_name,
    points_text,
    unit_list,
    unit_name,
    verdict_text,
)
from hippodrome.games.chariot.state import DRAW, PHASES, Battle
from hippodrome.games.chariot.victory import Ending
from hippodrome.games.chariot.view import prompt_fields
from hippodrome.games.chariot.warnings import given_up, warning
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound, Destination
from hippodrome.kit.events import Event
from hippodrome.kit.game import Result, View
from hippodrome.kit.geometry.hexes import COMPASS
from hippodrome.kit.inspection import Card
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.scene import Layer, Scene
from hippodrome.kit.selection import Selection
from hippodrome.kit.templates import fill_template

if TYPE_CHECKING:
    from hippodrome.games.chariot import Chariot


class ChariotPresentation(Presentation):
    """The scenes and texts of the game."""

    def __init__(self, game: Chariot) -> None:
        super().__init__(game)
        self.game: Chariot = game
        self._ground_layers: dict[str, Layer] = {}  # by the name of the map; drawn on first use

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        order = self.game.orders[view.table["scenario"]]
        if order.ground.name not in self._ground_layers:
            self._ground_layers[order.ground.name] = ground_layer(order.ground)
        background = self._ground_layers[order.ground.name]
        return scene.draw(background, self.symbols, order, self.game.kinds, self.words, view, decision)

    def animation_paths(self, battle: Battle, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the paths of moved counters, from hex to hex."""
        return animation_paths(battle, events)

    def describe(self, view: View) -> str:
        """Return a description of the battle."""
        return description.describe(self.game.orders[view.table["scenario"]], self.words, view)

    def card(self, view: View, node: str) -> Card | None:
        """Return the card of a counter, a stack or a hex."""
        order = self.game.orders[view.table["scenario"]]
        return inspection.card(order, self.game.kinds, self.game.rulebook, view, node)

    def actions_at(self, battle: Battle, seat: int, node: str) -> list[Action]:
        """Return what a click on a counter or a hex may mean."""
        return inspection.actions_at(battle, node)

    def why_not(self, battle: Battle, seat: int, node: str) -> Refusal | None:
        """Return why a counter or a hex cannot be chosen now."""
        special = inspection.why_not(battle, node) if seat in agenda.seats(battle) else None
        return special or super().why_not(battle, seat, node)

    def verdict(self, result: Result) -> str:
        """Return the winner and the reason in one sentence."""
        assert isinstance(result, Ending)
        winner = result.winners[0] if len(result.winners) == 1 else DRAW
        return verdict_text(result.armies, winner, self.words.reasons[result.reason])

    def actor_name(self, battle: Battle, seat: int) -> str:
        """Return the name of an army."""
        return army_name(battle, seat)

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names."""
        return quick_start.figures(self.game)

    def field_text(self, battle: Battle, name: str, value: object) -> str:
        """Return a field of an event as text, with units and hexes by name."""
        if isinstance(value, int):
            return self._number_text(battle, name, value)
        if name == "units" and isinstance(value, tuple):
            return unit_list(battle, value)
        if name == "hexes" and isinstance(value, tuple):
            return hex_list(battle, value)
        if name == "path" and isinstance(value, tuple):
            return hex_name(battle, value[-1])
        return super().field_text(battle, name, value)

    def _number_text(self, battle: Battle, name: str, value: int) -> str:
        """Return a number of an event as text."""
        if name in ("unit", "chariot"):
            return unit_name(battle, value)
        if name == "hex":
            return hex_name(battle, value)
        if name == "direction":
            return COMPASS[value]
        if name == "phase":
            return PHASES[value]
        return self.game.combat.columns[value] if name == "column" else str(value)

    def prompt(self, battle: Battle, asked: Decision) -> str:
        """Return who must decide what, in one sentence."""
        who = ", ".join([army_name(battle, seat) for seat in asked.seats])
        fields = prompt_fields(battle, battle.agenda[-1] if battle.agenda else None)
        return f"{who}: {fill_template(self.words.prompts[asked.name], fields.__getitem__)}"

    def partial_label(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action; arguments still to be chosen are "…"."""
        if verb == "leave" and battle.agenda and isinstance(battle.agenda[-1], movement.Move):
            return "Concede the battle"  # CH-S15.0
        if verb == "done" and battle.agenda:
            return end_label(battle.agenda[-1].name(), battle.phase)
        arguments = [self._argument_text(battle, verb, index, value) for index, value in enumerate(args)]
        text = self.words.labels[verb]
        for index in range(2):
            text = text.replace(f"{{{index}}}", arguments[index] if index < len(arguments) else "…")
        return text + self._odds_suffix(battle, verb, args)

    def _odds_suffix(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """Return the odds that an action leads to, the cost of a move, or the points that stopping leaves."""
        if verb == "stop" and isinstance(battle.agenda[-1], movement.Go):
            left = movement.points_left(battle, battle.agenda[-1].unit)
            return f" ({points_text(left)} left)" if left > 0 else ""
        if verb in ("strike", "loose"):
            return f" at {odds_with(battle, [])}"
        if verb == "all":
            return f" for {odds_with(battle, units_that_may_join(battle))}"
        if verb == "go" and args and isinstance(battle.agenda[-1], movement.Go):
            cost = movement.routes(battle, battle.agenda[-1].unit).cost.get(args[0], 0)
            return f" (cost {points_text(cost)})"
        if not args or verb not in ("add", "aim", "attack"):
            return ""
        if verb == "add":
            return f" for {odds_with(battle, [args[0]])}" if args[0] in units_that_may_join(battle) else ""
        if verb == "aim":
            return f": choose who fires (up to {best_fire(battle, args[0])})"
        return f": choose who attacks (up to {best_attack(battle, args[0])})"

    def _argument_text(self, battle: Battle, verb: str, index: int, value: int) -> str:
        """Return one argument of an action as text."""
        if verb == "take":
            return self.game.kinds[value].name if 0 <= value < len(self.game.kinds) else str(value)
        if verb == "turn":
            return COMPASS[value] if 0 <= value < len(COMPASS) else str(value)
        is_unit = verb in ("move", "add", "lose", "board") or (index == 0 and verb in ("off", "withdraw", "advance"))
        if is_unit and not 0 <= value < battle.rules.count:
            return str(value)
        if is_unit:
            return placed_name(battle, value) if verb in ("move", "add", "lose") else unit_name(battle, value)
        return hex_name(battle, value) if 0 <= value < battle.rules.ground.hexes.count else str(value)

    def warning(self, battle: Battle, seat: int, action: Action) -> str:
        """Return a warning before a concession."""
        return warning(battle, action)

    def given_up(self, battle: Battle, seat: int, action: Action) -> str:
        """Return what the end of a phase gives up."""
        return given_up(battle, action)

    # ---------------------------------------------------------------- compounds

    def has_destinations(self, battle: Battle, seat: int) -> bool:
        """Return whether targets can be attacked with everyone at once."""
        return orders.has_destinations(battle)

    def destinations(self, battle: Battle, seat: int) -> list[Destination]:
        """Return for each target the attack with all units that can take part."""
        return orders.whole_attacks(battle) if orders.has_destinations(battle) else []

    def named_compounds(self, battle: Battle, seat: int) -> list[Compound]:
        """Return "Advance all", "Embark all" and the like, where they apply."""
        return orders.named_compounds(battle)

    def plan(self, battle: Battle, seat: int, order: Action) -> Compound | None:
        """Return the moves or attacks that carry out an order."""
        return orders.plan(battle, order)

    def selection(self, battle: Battle, seat: int) -> Selection | None:
        """Return the units that may be selected."""
        return orders.selection(battle)

    def selection_destinations(self, battle: Battle, seat: int, nodes: list[str]) -> list[Destination]:
        """Return where the selected units may go, or which hexes they may attack."""
        return orders.selection_destinations(battle, nodes)
