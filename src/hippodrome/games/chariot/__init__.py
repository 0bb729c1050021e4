"""Chariot: fourteen battles on a hex map, from 3000 to 458 BC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.chariot import boarding, deployment, fire, leaving, melee, movement, panic, results, sequence
from hippodrome.games.chariot.analysis import ChariotAnalysis
from hippodrome.games.chariot.combat_table import CombatTable, read_combat_table
from hippodrome.games.chariot.counter_symbols import build_symbols
from hippodrome.games.chariot.ground import Ground, read_ground
from hippodrome.games.chariot.presentation import ChariotPresentation
from hippodrome.games.chariot.scenarios import OrderOfBattle, read_orders
from hippodrome.games.chariot.state import DRAW, Battle, Options, Rules
from hippodrome.games.chariot.units import CH, Kind, read_kinds
from hippodrome.games.chariot.victory import Ending
from hippodrome.games.chariot.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values

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
        self.presentation = ChariotPresentation(self)
        self.analysis = ChariotAnalysis(self)

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

    # ---------------------------------------------------------------- views

    def view(self, battle: Battle, seat: int) -> View:
        """Return the view of a seat; it is the same for all."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: int, seed: bytes) -> Battle:
        """Return a copy with fresh dice."""
        return imagine(battle, seat, seed)


def make(texts: Mapping[str, str]) -> Game:
    """Return the game made from its texts."""
    return Chariot(texts)
