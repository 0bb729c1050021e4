"""Chariot: fourteen battles on hexes, from 3000 to 458 BC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.chariot import (
    boarding,
    deployment,
    description,
    fire,
    leaving,
    melee,
    movement,
    panic,
    results,
    scene,
    sequence,
)
from hippodrome.games.chariot import events as told
from hippodrome.games.chariot.animation import paths
from hippodrome.games.chariot.attack_breakdown import best_attack, best_fire, joining, odds_with
from hippodrome.games.chariot.combat_table import CombatTable, read_table
from hippodrome.games.chariot.drawing import field
from hippodrome.games.chariot.evaluation import aspects, score
from hippodrome.games.chariot.faces import symbols
from hippodrome.games.chariot.formatting import (
    army_name,
    end_words,
    hex_name,
    hexes_names,
    placed_name,
    points,
    unit_name,
    units_names,
    verdict_words,
)
from hippodrome.games.chariot.ground import Ground, read_ground
from hippodrome.games.chariot.invariants import broken
from hippodrome.games.chariot.outcomes import outcome, presumed
from hippodrome.games.chariot.scenarios import OrderOfBattle, read_orders
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, PHASES, Battle, Options, Rules
from hippodrome.games.chariot.units import UNITS, Kind, read_kinds
from hippodrome.games.chariot.victory import level
from hippodrome.games.chariot.view import asked_words, imagine, view
from hippodrome.games.chariot.warnings import warning
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.evaluation import likely
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.geometry.hexes import COMPASS
from hippodrome.kit.scene import Layer, Scene
from hippodrome.kit.templates import filled

_STEPS: list[type[Step]] = [
    sequence.Begin, sequence.NewTurn, sequence.ChariotPhase, sequence.ChariotDefence, sequence.FirePhase,
    sequence.MovementPhase, sequence.MovementDefence, sequence.MeleePhase, sequence.RecoveryPhase,
    deployment.SideSetUp, deployment.Deploy, deployment.Place, deployment.Face, boarding.Board, boarding.GetOff,
    boarding.Crowd, movement.Move, movement.Go, leaving.LateComers, fire.Fire, fire.DefensiveFire, fire.Volley,
    melee.Melee, melee.Assault, melee.Withdrawal, melee.Clash, melee.Advance, results.Halving, panic.Flight,
    panic.Flee, panic.Rally,
]  # fmt: skip

_SHORT = 3  # Game-Turns of a short battle
_OFFON: tuple[str, ...] = ("off", "on")
_CHARIOT_SETTINGS = (
    Setting(
        "chariot_phase_defensive_fire",
        "Defensive Fire in the Chariot Phase",
        "Units next to which chariots have come may fire at once (CH-R2).",
        _OFFON,
        "on",
    ),
    Setting(
        "passenger_counts_for_stacking",
        "Passengers count for stacking",
        "A chariot and its rider count as 2 units, not as 1 (CH-R5).",
        _OFFON,
        "off",
    ),
)
_SETTINGS = (
    Setting("range_effects", "Range effects", "Fire fades with distance (CH-3.1).", _OFFON, "off"),
    Setting(
        "capability_chart",
        "Unit capability",
        "Some types do better against some others (CH-3.2, CH-S5.39).",
        _OFFON,
        "off",
    ),
    Setting("panic", "Panic", "An army that has lost too much runs (CH-S13.0a).", _OFFON, "off"),
    Setting("elevation", "Elevation", "Infantry attacks uphill at half strength (CH-S14.11).", _OFFON, "off"),
    Setting("facing", "Facing", "Units have a front and a flank (CH-S16.0).", _OFFON, "off"),
    Setting("retreat_before_combat", "Retreat before combat", "Fast units may step back (CH-S17.0).", _OFFON, "off"),
    Setting("contact", "Contact", "A melee without result holds both sides (CH-S18.1).", _OFFON, "off"),
    Setting("concession", "Tactical concession", "You may give up the field (CH-S15.0).", _OFFON, "off"),
)


class Ending(Result):
    """How a battle ended, with the names of the armies that fought it."""

    __slots__ = ("armies",)

    def __init__(self, places: tuple[int, ...], reason: str, armies: list[str]) -> None:
        super().__init__(places, reason)
        self.armies = armies


class Chariot(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "chariot"
        self.title = "Chariot"
        self.tagline = "Lead bowmen, axemen and chariots through fourteen battles on a map of hexes."
        self.length = "1 to 3 hours"
        self.kinds: list[Kind] = read_kinds(texts["data/units.toml"])
        self.combat: CombatTable = read_table(texts["data/combat.toml"])
        self.ground: Ground = read_ground(texts["data/map.toml"])
        orders = read_orders(texts["data/scenarios.toml"], self.kinds, self.ground)
        self.orders: dict[str, OrderOfBattle] = {order.key: order for order in orders}
        self.symbols = symbols(self.symbols, self.kinds, self.ground, self.ground.flat())
        self._fields: dict[bool, Layer] = {}  # drawn when first looked at

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """One for each battle."""
        return [self._scenario(order) for order in self.orders.values()]

    def _scenario(self, order: OrderOfBattle) -> Scenario:
        """CH-S12.0: options do not depend on each other; the first battle knows none (CH-V.4.0-4)."""
        text = "How many Game-Turns are played: the printed number, or a short battle to try things out (CH-R49)."
        length = Setting("turns", "Game-Turns", text, (order.turns, _SHORT), order.turns)
        has_chariots = any(group.counts[5] for army in order.armies for group in army.groups)
        own = (*(_CHARIOT_SETTINGS if has_chariots else ()), *_SETTINGS) if order.has_leaders else ()
        title = f"{order.title}, {order.date}"
        return Scenario(order.key, title, f"{order.note} {order.goal}", range(2, 3), 2, (length, *own))

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Battle:
        """Everybody is off the map."""
        switch = {name: value == "on" for name, value in options.items()}
        chosen = Options(
            int(options["turns"]),
            switch.get("chariot_phase_defensive_fire", True),
            switch.get("passenger_counts_for_stacking", False),
            switch.get("range_effects", False),
            switch.get("capability_chart", False),
            switch.get("panic", False),
            switch.get("elevation", False),
            switch.get("facing", False),
            switch.get("retreat_before_combat", False),
            switch.get("contact", False),
            switch.get("concession", False),
        )
        battle = Battle(Rules(self.orders[scenario.slug], self.kinds, self.combat, chosen), dice)
        battle.agenda = [sequence.BEGIN]
        return battle

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, battle: Battle) -> int:
        """Turns are bounded, and so is what every unit can do in one."""
        return battle.rules.count * (10 + 2 * int(battle.rules.options.turns) * 40) + 100

    def after_load(self, battle: Battle) -> None:
        """Work out anew who stands where."""
        battle.forget()

    # ---------------------------------------------------------------- play

    def check(self, battle: Battle, seat: int, action: Action) -> Refusal | None:
        """Nothing, or why the action is not legal; after the end nothing is."""
        if battle.over:
            return Refusal("CH-S11.3", "The battle is over. Nothing more can be played.")
        return super().check(battle, seat, action)

    def result(self, battle: Battle) -> Result | None:
        """Return the winner, or a draw."""
        if not battle.over:
            return None
        places = (1, 1) if battle.winner == DRAW else (1, 2) if battle.winner == 0 else (2, 1)
        return Ending(places, battle.reason, [army.name for army in battle.rules.armies])

    def value(self, battle: Battle, seat: int) -> int:
        """Winning is everything; before that, what has come of such positions."""
        if battle.over:
            return 500 if battle.winner == DRAW else 1000 if battle.winner == seat else 0
        chance = likely(score(battle))
        return chance if seat == 0 else 1000 - chance

    def features(self, battle: Battle, seat: int) -> list[int]:
        """Points, places and units off the map."""
        return aspects(battle, seat)

    def round_number(self, battle: Battle) -> int:
        """How many Player-Turns have begun."""
        return int(battle.number)

    # ---------------------------------------------------------------- what a seat may know

    def view(self, battle: Battle, seat: int) -> View:
        """What a seat may know."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: int, seed: bytes) -> Battle:
        """How a seat may imagine the rest."""
        return imagine(battle, seat, seed)

    # ---------------------------------------------------------------- pictures and words

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        order = self.orders[view.table["scenario"]]
        if order.is_flat not in self._fields:
            self._fields[order.is_flat] = field(order.ground, order.is_flat)
        ground = self._fields[order.is_flat]
        return scene.draw(ground, self.symbols, order, self.kinds, self.words, view, decision)

    def animation_paths(self, battle: Battle, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """From hex to hex."""
        return paths(battle, events)

    def describe(self, view: View) -> str:
        """Return the battle in words."""
        return description.describe(self.orders[view.table["scenario"]], self.words, view)

    def verdict(self, result: Result) -> str:
        """Who won, and why, in one sentence."""
        assert isinstance(result, Ending)
        winner = result.winners[0] if len(result.winners) == 1 else DRAW
        return verdict_words(result.armies, winner, self.words.reasons[result.reason])

    def field_text(self, battle: Battle, name: str, value: object) -> str:
        """Armies, units and hexes by name."""
        if isinstance(value, int):
            return self._word_of_number(battle, name, value)
        if name == "units" and isinstance(value, tuple):
            return units_names(battle, value)
        if name == "hexes" and isinstance(value, tuple):
            return hexes_names(battle, value)
        if name == "path" and isinstance(value, tuple):
            return hex_name(battle, value[-1])
        return super().field_text(battle, name, value)

    def _word_of_number(self, battle: Battle, name: str, value: int) -> str:
        if name in ("who", "seat"):
            return army_name(battle, value)
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
        """Who must do what, in one sentence."""
        who = ", ".join([army_name(battle, seat) for seat in asked.seats])
        words = asked_words(battle, battle.agenda[-1] if battle.agenda else None)
        return f"{who}: {filled(self.words.prompts[asked.name], words.__getitem__)}"

    def partial_label(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """Return an action in the player's words; what is still to be chosen is "…"."""
        if verb == "leave" and battle.agenda and isinstance(battle.agenda[-1], movement.Move):
            return "Concede: leave the map"  # CH-S15.0
        if verb == "done" and battle.agenda:
            return end_words(battle.agenda[-1].name(), battle.phase)
        words = [self._argument(battle, verb, place, value) for place, value in enumerate(args)]
        text = self.words.labels[verb]
        for place in range(2):
            text = text.replace(f"{{{place}}}", words[place] if place < len(words) else "…")
        return text + self._odds_words(battle, verb, args)

    def _odds_words(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """What an attack comes to with this choice, or what a way costs."""
        if verb in ("strike", "loose", "all"):
            return f" at {odds_with(battle, joining(battle) if verb == 'all' else [])}"
        if verb == "go" and args and isinstance(battle.agenda[-1], movement.Go):
            return f" (cost {points(movement.routes(battle, battle.agenda[-1].unit).cost.get(args[0], 0))})"
        if not args or verb not in ("add", "aim", "attack"):
            return ""
        if verb == "add":
            return f" for {odds_with(battle, [args[0]])}" if args[0] in joining(battle) else ""
        best = best_fire(battle, args[0]) if verb == "aim" else best_attack(battle, args[0])
        return f", up to {best}"

    def _argument(self, battle: Battle, verb: str, place: int, value: int) -> str:
        """Return a number of an action in the player's words."""
        if verb == "take":
            return self.kinds[value].name if 0 <= value < len(self.kinds) else str(value)
        if verb == "turn":
            return COMPASS[value] if 0 <= value < len(COMPASS) else str(value)
        is_unit = verb in ("move", "add", "lose", "board") or (place == 0 and verb in ("off", "withdraw", "advance"))
        if is_unit and not 0 <= value < battle.rules.count:
            return str(value)
        if is_unit:
            return placed_name(battle, value) if verb in ("move", "add", "lose") else unit_name(battle, value)
        return hex_name(battle, value) if 0 <= value < self.ground.hexes.count else str(value)

    def warning(self, battle: Battle, seat: int, action: Action) -> str:
        """Return a battle that is given up."""
        return warning(battle, action)

    # ---------------------------------------------------------------- the laboratory

    def assumed_answer(self, battle: Battle) -> Action | None:
        """Whoever may step back before combat stands."""
        return presumed(battle)

    def classify_outcome(self, battle: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """What came of an attack."""
        return outcome(events)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """For statistics."""
        found = {"turns": int(battle.turn), "level": level(battle)}
        for side, army in enumerate(battle.rules.armies):
            found[f"VP lost {army.name}"] = battle.losses(side)
            found[f"units lost {army.name}"] = battle.counted(side, ELIMINATED)
            found[f"units off {army.name}"] = battle.counted(side, EXITED)
        return found

    def counted_events(self) -> dict[str, str]:
        """For statistics."""
        return {kind.__name__: words for kind, words in _MEASURES}

    def invariants(self, battle: Battle) -> list[str]:
        """What is wrong with a battle."""
        return broken(battle)

    def fuzz_actions(self) -> list[str]:
        """Return every kind of unit is set up by hand, and units turn every way."""
        return [*[f"take {kind}" for kind in range(UNITS + 6)], *[f"turn {direction}" for direction in range(6)]]


_MEASURES: list[tuple[type[Event], str]] = [
    (told.Shot, "volleys"),
    (told.Charged, "melees"),
    (told.Flanked, "flank attacks"),
    (told.NoEffect, "attacks without effect"),
    (told.Disrupted, "times disrupted"),
    (told.Halved, "halved"),
    (told.WipedOut, "wiped out"),
    (told.Reduced, "leaders reduced"),
    (told.Removed, "leaders lost"),
    (told.Advanced, "advances"),
    (told.Boarded, "embarkations"),
    (told.Took, "objectives taken"),
    (told.Left, "exits"),
    (told.ArmyPanicked, "panics"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Chariot(texts)
