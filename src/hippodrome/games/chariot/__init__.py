"""Chariot: fourteen battles on a hex map, from 3000 to 458 BC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.chariot import (
    boarding,
    deployment,
    description,
    fire,
    learning,
    leaving,
    melee,
    movement,
    panic,
    results,
    scene,
    sequence,
)
from hippodrome.games.chariot.animation import animation_paths
from hippodrome.games.chariot.attack_breakdown import best_attack, best_fire, odds_with, units_that_may_join
from hippodrome.games.chariot.combat_table import CombatTable, read_combat_table
from hippodrome.games.chariot.counter_symbols import build_symbols
from hippodrome.games.chariot.drawing import ground_layer
from hippodrome.games.chariot.evaluation import features, score
from hippodrome.games.chariot.events import (
    Advanced,
    ArmyPanicked,
    Boarded,
    Charged,
    Disrupted,
    Flanked,
    Halved,
    Left,
    NoEffect,
    Reduced,
    Removed,
    Shot,
    Took,
    WipedOut,
)
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
from hippodrome.games.chariot.ground import Ground, read_ground
from hippodrome.games.chariot.invariants import violations
from hippodrome.games.chariot.outcomes import assumed_answer, classify_outcome
from hippodrome.games.chariot.scenarios import OrderOfBattle, read_orders
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, PHASES, Battle, Options, Rules
from hippodrome.games.chariot.units import CH, UNIT_TYPES, Kind, read_kinds
from hippodrome.games.chariot.victory import victory_level
from hippodrome.games.chariot.view import imagine, prompt_fields, view
from hippodrome.games.chariot.warnings import warning
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.evaluation import logistic
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.geometry.hexes import COMPASS
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.scene import Layer, Scene
from hippodrome.kit.templates import fill_template

_STEPS: list[type[Step]] = [
    sequence.Begin, sequence.NewTurn, sequence.ChariotPhase, sequence.ChariotDefence, sequence.FirePhase,
    sequence.MovementPhase, sequence.MovementDefence, sequence.MeleePhase, sequence.RecoveryPhase,
    deployment.SideSetUp, deployment.Deploy, deployment.Place, deployment.Face, boarding.Board, boarding.GetOff,
    boarding.Crowd, movement.Move, movement.Go, leaving.LateComers, fire.Fire, fire.DefensiveFire, fire.Volley,
    melee.Melee, melee.Assault, melee.Withdrawal, melee.Clash, melee.Advance, results.Halving, panic.Flight,
    panic.Flee, panic.Rally,
]  # fmt: skip

_SHORT_BATTLE_TURNS = 3
_OFF_ON: tuple[str, ...] = ("off", "on")
_CHARIOT_SETTINGS = (
    Setting(
        "chariot_phase_defensive_fire",
        "Defensive Fire in the Chariot Phase",
        "Enemy units may use Defensive Fire against chariots that move next to them in the Chariot Phase (CH-R2).",
        _OFF_ON,
        "on",
    ),
    Setting(
        "passenger_counts_for_stacking",
        "Riders count for stacking",
        "A chariot and its rider count as 2 units, not as 1 (CH-R5).",
        _OFF_ON,
        "off",
    ),
)
_SETTINGS = (
    Setting("range_effects", "Range effects", "Fire strength falls with distance (CH-3.1).", _OFF_ON, "off"),
    Setting(
        "capability_chart",
        "Unit capability",
        "Some unit types defend better or worse against others (CH-3.2, CH-S5.39).",
        _OFF_ON,
        "off",
    ),
    Setting("panic", "Panic", "An army that loses too much flees (CH-S13.0a).", _OFF_ON, "off"),
    Setting("elevation", "Elevation", "Infantry attacks uphill at half strength (CH-S14.11).", _OFF_ON, "off"),
    Setting("facing", "Facing", "Units have front and flank sides (CH-S16.0).", _OFF_ON, "off"),
    Setting(
        "retreat_before_combat",
        "Retreat before combat",
        "Fast units may step back before a melee (CH-S17.0).",
        _OFF_ON,
        "off",
    ),
    Setting("contact", "Contact", "A melee without effect holds both sides (CH-S18.1).", _OFF_ON, "off"),
    Setting("concession", "Tactical concession", "You may concede the battle (CH-S15.0).", _OFF_ON, "off"),
)
# Battles that are about even between equal players; see docs/chariot-battles.md.
_LINEUPS = (Lineup("the Delta", "delta", 2), Lineup("Tabal", "tabal", 2), Lineup("the Aequi", "aequi", 2))


class Ending(Result):
    """The result of a battle, with the names of the armies."""

    __slots__ = ("armies",)

    def __init__(self, places: tuple[int, ...], reason: str, armies: list[str]) -> None:
        super().__init__(places, reason)
        self.armies = armies


class Chariot(Game):
    """The game of Chariot."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "chariot"
        self.title = "Chariot"
        self.tagline = "Lead bowmen, axemen and chariots in fourteen battles on a hex map."
        self.length = "1 to 3 hours"
        self.lineups = _LINEUPS
        self.kinds: list[Kind] = read_kinds(texts["data/units.toml"])
        self.combat: CombatTable = read_combat_table(texts["data/combat.toml"])
        self.ground: Ground = read_ground(texts["data/map.toml"])
        orders = read_orders(texts["data/scenarios.toml"], self.kinds, self.ground)
        self.orders: dict[str, OrderOfBattle] = {order.key: order for order in orders}
        self.symbols = build_symbols(self.symbols, self.kinds, self.ground, self.ground.flat())
        self._ground_layers: dict[bool, Layer] = {}  # by whether hills are ignored; drawn on first use

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return one scenario for each battle."""
        return [self._scenario(order) for order in self.orders.values()]

    def _scenario(self, order: OrderOfBattle) -> Scenario:
        """CH-S12.0: offer each option independently; the first battle has none (CH-V.4.0-4)."""
        text = "The printed number of Game-Turns, or a short battle (CH-R49)."
        length = Setting("turns", "Game-Turns", text, (order.turns, _SHORT_BATTLE_TURNS), order.turns)
        has_chariots = any(group.counts[CH] for army in order.armies for group in army.groups)
        options = (*(_CHARIOT_SETTINGS if has_chariots else ()), *_SETTINGS) if order.has_leaders else ()
        title = f"{order.title}, {order.date}"
        return Scenario(order.key, title, f"{order.note} {order.goal}", range(2, 3), 2, (length, *options))

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Battle:
        """Return a battle with all units off the map."""
        chosen = Options(**option_values(options, Options.FIELDS))
        battle = Battle(Rules(self.orders[scenario.slug], self.kinds, self.combat, chosen), dice)
        battle.agenda = [sequence.BEGIN_STEP]
        return battle

    def steps(self) -> dict[str, type[Step]]:
        """Return the step classes by name."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, battle: Battle) -> int:
        """Return an upper bound: turns are limited, and so are the decisions per unit and turn."""
        return battle.rules.count * (10 + 2 * int(battle.rules.options.turns) * 40) + 100

    def after_load(self, battle: Battle) -> None:
        """Clear the caches, which are not saved."""
        battle.clear_caches()

    # ---------------------------------------------------------------- play

    def check(self, battle: Battle, seat: int, action: Action) -> Refusal | None:
        """Return None if the action is legal, otherwise a refusal. After the end no action is legal."""
        if battle.over:
            return Refusal("CH-S11.3", "The battle is over. No more actions are possible.")
        return super().check(battle, seat, action)

    def result(self, battle: Battle) -> Result | None:
        """Return the winner or a draw; None before the end."""
        if not battle.over:
            return None
        places = (1, 1) if battle.winner == DRAW else (1, 2) if battle.winner == 0 else (2, 1)
        return Ending(places, battle.reason, [army.name for army in battle.rules.armies])

    def value(self, battle: Battle, seat: int) -> int:
        """Return the winning chance of a seat in thousandths, estimated from similar positions."""
        if battle.over:
            return 500 if battle.winner == DRAW else 1000 if battle.winner == seat else 0
        chance = logistic(score(battle))
        return chance if seat == 0 else 1000 - chance

    def features(self, battle: Battle, seat: int) -> list[int]:
        """Return VP, objectives and exits as seen by a seat."""
        return features(battle, seat)

    def round_number(self, battle: Battle) -> int:
        """Return how many Player-Turns have begun."""
        return int(battle.number)

    # ---------------------------------------------------------------- views

    def view(self, battle: Battle, seat: int) -> View:
        """Return the view of a seat; it is the same for all."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: int, seed: bytes) -> Battle:
        """Return a copy with fresh dice."""
        return imagine(battle, seat, seed)

    # ---------------------------------------------------------------- presentation

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        order = self.orders[view.table["scenario"]]
        if order.is_flat not in self._ground_layers:
            self._ground_layers[order.is_flat] = ground_layer(order.ground, order.is_flat)
        background = self._ground_layers[order.is_flat]
        return scene.draw(background, self.symbols, order, self.kinds, self.words, view, decision)

    def animation_paths(self, battle: Battle, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the paths of moved counters, from hex to hex."""
        return animation_paths(battle, events)

    def describe(self, view: View) -> str:
        """Return a description of the battle."""
        return description.describe(self.orders[view.table["scenario"]], self.words, view)

    def verdict(self, result: Result) -> str:
        """Return the winner and the reason in one sentence."""
        assert isinstance(result, Ending)
        winner = result.winners[0] if len(result.winners) == 1 else DRAW
        return verdict_text(result.armies, winner, self.words.reasons[result.reason])

    def actor_name(self, battle: Battle, seat: int) -> str:
        """Return the name of an army."""
        return army_name(battle, seat)

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
        return self.combat.columns[value] if name == "column" else str(value)

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
        """Return the odds that an action leads to, or the cost of a move."""
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
        best = best_fire(battle, args[0]) if verb == "aim" else best_attack(battle, args[0])
        return f" (up to {best})"

    def _argument_text(self, battle: Battle, verb: str, index: int, value: int) -> str:
        """Return one argument of an action as text."""
        if verb == "take":
            return self.kinds[value].name if 0 <= value < len(self.kinds) else str(value)
        if verb == "turn":
            return COMPASS[value] if 0 <= value < len(COMPASS) else str(value)
        is_unit = verb in ("move", "add", "lose", "board") or (index == 0 and verb in ("off", "withdraw", "advance"))
        if is_unit and not 0 <= value < battle.rules.count:
            return str(value)
        if is_unit:
            return placed_name(battle, value) if verb in ("move", "add", "lose") else unit_name(battle, value)
        return hex_name(battle, value) if 0 <= value < self.ground.hexes.count else str(value)

    def warning(self, battle: Battle, seat: int, action: Action) -> str:
        """Return a warning before a concession."""
        return warning(battle, action)

    # ---------------------------------------------------------------- analysis

    def assumed_answer(self, battle: Battle) -> Action | None:
        """Return the answer assumed in odds: units that may step back before combat stand."""
        return assumed_answer(battle)

    def classify_outcome(self, battle: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an attack, and the number of events it covers."""
        return classify_outcome(events)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """Return turns, the level of victory, and losses and exits by army."""
        statistics = {"turns": int(battle.turn), "level": victory_level(battle)}
        for side, army in enumerate(battle.rules.armies):
            statistics[f"VP lost {army.name}"] = battle.losses(side)
            statistics[f"units lost {army.name}"] = battle.count_units(side, ELIMINATED)
            statistics[f"units off {army.name}"] = battle.count_units(side, EXITED)
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the events that statistics count, with their labels."""
        return {kind.__name__: label for kind, label in _COUNTED_EVENTS}

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self)

    def invariants(self, battle: Battle) -> list[str]:
        """Return the invariants that the battle violates."""
        return violations(battle)

    def fuzz_actions(self) -> list[str]:
        """Return the actions that fuzzing must reach: deploying every kind of unit and turning in every direction."""
        return [*[f"take {kind}" for kind in range(UNIT_TYPES + 6)], *[f"turn {direction}" for direction in range(6)]]


_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (Shot, "volleys"),
    (Charged, "melees"),
    (Flanked, "flank attacks"),
    (NoEffect, "attacks without effect"),
    (Disrupted, "disruptions"),
    (Halved, "half eliminations"),
    (WipedOut, "eliminations"),
    (Reduced, "leaders reduced"),
    (Removed, "leaders lost"),
    (Advanced, "advances"),
    (Boarded, "embarkations"),
    (Took, "objectives taken"),
    (Left, "exits"),
    (ArmyPanicked, "panics"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game made from its texts."""
    return Chariot(texts)
