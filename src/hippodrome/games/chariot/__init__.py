"""Chariot: fourteen battles on a hex map, from 3000 to 458 BC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hippodrome.games.chariot import sequence
from hippodrome.games.chariot.analysis import ChariotAnalysis
from hippodrome.games.chariot.combat_table import COMBAT, CombatTable, read_combat_table
from hippodrome.games.chariot.counter_symbols import build_symbols
from hippodrome.games.chariot.ground import MAP, MAPS, Ground, read_ground, read_map
from hippodrome.games.chariot.handicap import HANDICAP_FILE, HANDICAPS, handicap_setting, read_handicaps
from hippodrome.games.chariot.options import CHARIOT_SETTINGS, SETTINGS, Options
from hippodrome.games.chariot.presentation import ChariotPresentation
from hippodrome.games.chariot.scenarios import SCENARIOS, Army, OrderOfBattle, read_orders, write_clauses
from hippodrome.games.chariot.state import DRAW, Battle, Rules
from hippodrome.games.chariot.units import CH, UNIT_TYPES, UNITS, Kind, read_kinds
from hippodrome.games.chariot.victory import Ending
from hippodrome.games.chariot.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.balance import BALANCES
from hippodrome.kit.data_tables import DataFile
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.templates import join_words

_SHORT_BATTLE_TURNS = 3
_EVEN_BY_DEFAULT = "delta"  # Play now is for equal players, so this battle starts with the suggested handicap
# Battles that are about even between equal players; see docs/chariot-battles.md.
_LINEUPS = (Lineup("the Delta", "delta", 2), Lineup("Tabal", "tabal", 2), Lineup("the Aequi", "aequi", 2))


class Chariot(Game):
    """The game of Chariot."""

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = (SCENARIOS, UNITS, COMBAT, MAP, MAPS, HANDICAPS, BALANCES)

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "Chariot"
        self.tagline = "Lead bowmen, axemen and chariots in fourteen battles on a hex map."
        self.length = "1 to 3 hours"
        self.lineups = _LINEUPS
        self.quick_options = ("turns",)
        self.kinds: list[Kind] = read_kinds(texts["data/units.toml"])
        self.combat: CombatTable = read_combat_table(texts["data/combat.toml"])
        self.ground: Ground = read_ground(texts["data/map.toml"])
        maps = dict([read_map(texts[name], name) for name in MAPS.names(texts)])
        orders = read_orders(texts["data/scenarios.toml"], self.kinds, self.ground, maps)
        write_clauses(orders, self.rulebook)
        self.orders: dict[str, OrderOfBattle] = {order.key: order for order in orders}
        self.handicaps = read_handicaps(texts.get(HANDICAP_FILE, ""))
        self.symbols = build_symbols(self.symbols, self.kinds, [self.ground, *maps.values()])
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
        options = (*(CHARIOT_SETTINGS if has_chariots else ()), *SETTINGS) if order.has_leaders else ()
        names = [army.name for army in order.armies]
        handicap = handicap_setting(order.key, names, self.handicaps, order.key == _EVEN_BY_DEFAULT)
        return Scenario(
            order.key,
            f"{order.title}, {order.date}",
            f"{order.note} {order.goal}",
            range(2, 3),
            2,
            (length, *handicap, *options),
            tuple(names),
            tuple([self._force_text(army) for army in order.armies]),
            f"{order.turns} Game-Turns",
        )

    def _force_text(self, army: Army) -> str:
        """Return the number of units, chariots and leaders of an army."""
        counts = [sum([group.counts[kind] for group in army.groups]) for kind in range(len(self.kinds))]
        chariots, leaders = counts[CH], sum(counts[UNIT_TYPES:])
        parts = [f"{sum(counts[:UNIT_TYPES]) - chariots} units"]
        parts += [f"{chariots} chariots"] if chariots else []
        parts += [f"{leaders} leader{'s' if leaders > 1 else ''}"] if leaders else []
        return join_words(parts)

    def data_notes(self) -> list[str]:
        """Return what has less effect than one might expect."""
        notes: list[str] = []
        for order in self.orders.values():
            for army in order.armies:
                who = f"{order.title}, {army.name}"
                if army.panic > army.vp:
                    notes.append(
                        f"{who}: they never panic, because panic is {army.panic} and they have {army.vp} points."
                    )
                if army.at_once and not army.edges:
                    notes.append(f"{who}: at_once has no effect, because the army has no edges to enter by.")
                if not order.has_leaders and any(sum(group.counts[UNIT_TYPES:]) for group in army.groups):
                    notes.append(f"{who}: the leaders have no effect with leaders = false.")
        return notes

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Battle:
        """Return a battle with all units off the map."""
        chosen = Options(**option_values(options, Options.FIELDS))
        battle = Battle(Rules(self.orders[scenario.slug], self.kinds, self.combat, chosen), dice)
        battle.agenda = [sequence.BEGIN_STEP]
        return battle

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
