"""The game What a Wheelie: a chariot skirmish in inches, with action dice, arcs, volleys and collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hippodrome.games.wheelie import (
    collisions,
    combat,
    deployment,
    description,
    ending,
    learning,
    movement,
    scene,
    sequence,
    setup,
)
from hippodrome.games.wheelie import events as battle_events
from hippodrome.games.wheelie.animation import animation_paths
from hippodrome.games.wheelie.chariots import ChariotKind, read_chariot_kinds
from hippodrome.games.wheelie.crew_view import crew_view, visible_shots
from hippodrome.games.wheelie.crews import crew_survived, kills_of
from hippodrome.games.wheelie.drawing import frame_layer, table_layer
from hippodrome.games.wheelie.evaluation import features, win_chance
from hippodrome.games.wheelie.formatting import EDGES, SEVENS, TRAITS, turn_text, unit_name
from hippodrome.games.wheelie.fuzz_goals import all_goals, goals_of_action
from hippodrome.games.wheelie.invariants import violations
from hippodrome.games.wheelie.ladder import SCENARIO, LadderKind
from hippodrome.games.wheelie.outcomes import classify_outcome, exact_odds, prepared_odds
from hippodrome.games.wheelie.preview_overlay import preview_nodes
from hippodrome.games.wheelie.scenarios import BY_PREY, ScenarioData, read_scenarios, table_size
from hippodrome.games.wheelie.sheets import sheets
from hippodrome.games.wheelie.state import Options, Rules, Skirmish, Unit, new_activation
from hippodrome.games.wheelie.terrain import TerrainKind, read_terrain_kinds, terrain_kind_named
from hippodrome.games.wheelie.view import asked_name, imagine, prompt_fields, view
from hippodrome.games.wheelie.warnings import label_suffix, warning
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event, event_field
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.scene import FACTIONS, Layer, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.templates import fill_template, join_words, sentence_case
from hippodrome.kit.units import degrees, inches

_STEPS: list[type[Step]] = [
    setup.Begin, setup.PickChariot, setup.TerrainRolls, setup.PickPiece, setup.TurnPiece, setup.PlacePiece,
    setup.RollTraits, setup.ChooseSeven, setup.TakeShield, setup.DeploymentRolls, deployment.PickEdge,
    deployment.Deploy, deployment.Mirror, sequence.NewTurn, sequence.NextAct, sequence.SpendDie,
    sequence.EndTurn, movement.RollAdvance, movement.NextLeg, movement.FirstDrive, movement.LegWheel,
    movement.SecondDrive, movement.RollTurn, movement.KeepDie, movement.TurnDrive, movement.TurnPivot,
    movement.EndTurnMove, collisions.Collision, combat.Attack, combat.EvenExchange, combat.Swerve, combat.Damage,
    combat.TakeTemporary, combat.TakePermanent, combat.MoraleTest, ending.CheckEnd,
]  # fmt: skip

_OFF_ON: tuple[str, ...] = ("off", "on")
_CHARIOTS_LABELS: tuple[str, ...] = ("As in the scenario", "Chosen by the players")
_CHARIOTS_SETTING = Setting(
    "chariots",
    "Chariots",
    "The chariots of the scenario, or those that the players choose before the battle.",
    ("usual", "chosen"),
    "usual",
    labels=_CHARIOTS_LABELS,
)
_EVEN = "even"
_CHARIOTS_SETTING_WITH_EVEN = Setting(
    "chariots",
    "Chariots",
    f"{_CHARIOTS_SETTING.text} Even: every side has the chariots of the first side.",
    ("usual", "chosen", _EVEN),
    "usual",
    labels=(*_CHARIOTS_LABELS, "Even"),
)
_COMMON_SETTINGS: tuple[Setting, ...] = (
    Setting("characteristics", "Characteristics", "Each chariot rolls for a characteristic.", _OFF_ON, "off"),
    Setting(
        "morale", "Morale", "A chariot that takes Permanent Damage tests its morale and may withdraw.", _OFF_ON, "on"
    ),
    Setting("wrecks", "Wrecks", "Destroyed and lost chariots leave wrecks that block the way.", _OFF_ON, "off"),
    Setting(
        "aggressive",
        "Aggressive chariots",
        "An Aggressive chariot may convert one die in each activation. "
        "Any number: Hittites and Assyrians may convert any number.",
        ("one", "any"),
        "one",
        labels=("One die", "Any number"),
    ),
)
_EXPERTS = ("none", "driver", "warrior")
_EVENT_FIELDS = {
    "distance": "amount", "wheel": "amount", "edge_of": "amount", "edge": "number", "kind": "number",
    "trait": "number", "seven": "number", "seats": "order", "hand": "number",
}  # fmt: skip
_MAX_DECISIONS_PER_ACTIVATION = 70  # a generous upper bound
_UNFINISHED_LABELS = {
    "pick": "Pick a chariot…",
    "terrain": "Pick terrain…",
    "place": "Place the terrain…",
    "edge": "Choose an edge…",
    "deploy": "Place it on the edge…",
}
_SAME_CHARIOTS: tuple[tuple[str, Value], ...] = (("chariots", "even"),)
# Both sides have the same chariots, because a side with Runners wins nine battles of ten.
_LINEUPS = (
    Lineup("duel", "duel", 2),
    Lineup("two against two, same chariots on both sides", "sides", 4, _SAME_CHARIOTS),
    Lineup("three against three, same chariots on both sides", "sides", 6, _SAME_CHARIOTS),
    Lineup("funeral games of four", "funeral", 4),
)


class Wheelie(Game):
    """The game."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "wheelie"
        self.title = "What a Wheelie"  # one spelling of several (WW-Q53)
        self.tagline = "Drive, wheel and shoot across an open table, and never lose sight of the enemy behind you."
        self.length = "30 to 90 minutes"
        self.lineups = _LINEUPS
        self.has_sheets = True
        self.kinds: list[ChariotKind] = read_chariot_kinds(texts["data/chariots.toml"])
        self.terrain_kinds: list[TerrainKind] = read_terrain_kinds(texts["data/terrain.toml"])
        scenarios = read_scenarios(texts["data/scenarios.toml"], self.kinds, self.terrain_kinds)
        self.scenario_data: dict[str, ScenarioData] = {data.key: data for data in scenarios}
        self._table_layers: dict[tuple[int, int], tuple[Layer, Layer]] = {}  # by width and depth, drawn when needed

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return the scenarios in the order of the file."""
        return [self._scenario(data) for data in self.scenario_data.values()]

    def _scenario(self, data: ScenarioData) -> Scenario:
        """Return a scenario with its options."""
        settings: list[Setting] = []
        if data.ending == BY_PREY:
            settings.append(Setting("hunters", "Hunters", "Number of hunting chariots.", (1, 2), 1))
        if data.key == "ladder":
            for seat in range(2):
                title = f"{FACTIONS[seat]}'s crew"
                text = f"The kind of Expert in {FACTIONS[seat]}'s crew."
                settings.append(Setting(f"expert_{FACTIONS[seat].lower()}", title, text, _EXPERTS, "none"))
        else:
            limits = (data.limit, 15 if data.limit != 15 else 10)
            settings.append(Setting("limit", "Game turns", "Number of turns; 0 for no limit.", limits, data.limit))
        chariots = _CHARIOTS_SETTING if data.ending == BY_PREY or data.key == SCENARIO else _CHARIOTS_SETTING_WITH_EVEN
        options = (*settings, chariots, *_COMMON_SETTINGS)
        return Scenario(data.key, data.title, data.text, data.seats, data.default_seats, options)

    def campaigns(self) -> list[CampaignKind]:
        """Return the ladder, with the options that its players choose once."""
        settings = [setting for setting in self.scenario(SCENARIO).options if not setting.name.startswith("expert_")]
        values = {
            setting.name: [setting.default, *[value for value in setting.values if value != setting.default]]
            for setting in settings
        }
        return [LadderKind(self.slug, values)]

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Skirmish:
        """Return the state before the first decision: units beside the table, and the scenario's central terrain."""
        data = self.scenario_data[scenario.slug]
        units = self._units(data, seats, options)
        chariots = len([unit for unit in units if not self.kinds[unit.kind].is_runners])
        width, depth = table_size(data.table_chariots or chariots)
        chosen = Options(**option_values(options, Options.FIELDS))
        rules = Rules(data, self.kinds, self.terrain_kinds, width, depth, chosen)
        skirmish = Skirmish(rules, units, [], new_activation(0, b""), dice)
        skirmish.act.die = collisions.NO_LEG
        if data.centre:
            skirmish.add_piece(terrain_kind_named(self.terrain_kinds, data.centre).number, width // 2, depth // 2, 0)
        skirmish.agenda = [setup.BEGIN]
        return skirmish

    def _units(self, data: ScenarioData, seats: int, options: Mapping[str, Value]) -> list[Unit]:
        """Return the units, dealt to the seats of their side in turn and numbered alternately by side."""
        parties = self._parties(data, seats, options)
        experts = [_EXPERTS.index(str(options.get(f"expert_{name.lower()}", "none"))) for name in FACTIONS]
        seat_sides = data.seat_sides(seats)
        units: list[Unit] = []
        for index in range(max([len(party) for party in parties])):
            for side, party in enumerate(parties):
                if index < len(party):
                    owners = [seat for seat in range(seats) if seat_sides[seat] == side]
                    seat = owners[index % len(owners)]
                    units.append(Unit(len(units), seat, side, party[index], expert=experts[seat]))
        return units

    def _parties(self, data: ScenarioData, seats: int, options: Mapping[str, Value]) -> list[list[int]]:
        """Return the kinds of each side, with as many chariots as the scenario and the number of players need."""
        if data.is_free_for_all:
            return [data.parties[0]] * seats if options["chariots"] == _EVEN else data.parties[:seats]
        if data.ending == BY_PREY:
            return [data.parties[0][: int(options["hunters"])], data.parties[1]]
        max_chariots = max(2, (seats + 1) // 2)
        parties: list[list[int]] = []
        for party in [data.parties[0]] * len(data.parties) if options["chariots"] == _EVEN else data.parties:
            chariots = [kind for kind in party if not self.kinds[kind].is_runners]
            parties.append(chariots[:max_chariots] + [kind for kind in party if self.kinds[kind].is_runners])
        return parties

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, skirmish: Skirmish) -> int:
        """Return an upper bound of the decisions: turns are limited (WW-Q49), and so are the decisions in each."""
        turns = int(skirmish.rules.options.limit) or ending.MAX_TURNS
        return 100 + turns * len(skirmish.units) * _MAX_DECISIONS_PER_ACTIVATION

    def after_load(self, skirmish: Skirmish) -> None:
        """Rebuild the ground."""
        skirmish.rebuild_ground()

    # ---------------------------------------------------------------- play

    def check(self, skirmish: Skirmish, seat: int, action: Action) -> Refusal | None:
        """Return None if the action is legal, else a Refusal; after the end no action is legal (WW-Q61)."""
        if skirmish.over:
            return Refusal("WW-Q61", "The battle is over. No more actions are possible.")
        return super().check(skirmish, seat, action)

    def result(self, skirmish: Skirmish) -> Result | None:
        """Return the places by seat (WW-P8, WW-Q49); None before the end."""
        return Result(skirmish.places, skirmish.reason) if skirmish.over else None

    def value(self, skirmish: Skirmish, seat: int) -> int:
        """Return the chance of a seat to win, in thousandths; after the end, the share of the victory."""
        if skirmish.over:
            if skirmish.places[seat] > 1:
                return 0
            return 500 if max(skirmish.places) == 1 else 1000
        return win_chance(skirmish, seat)

    def features(self, skirmish: Skirmish, seat: int) -> list[int]:
        """Return chariots, action dice, shots and points of a seat."""
        return features(skirmish, seat)

    def round_number(self, skirmish: Skirmish) -> int:
        """Return the number of activations so far."""
        return int(skirmish.undo_barrier - skirmish.turn)

    # ---------------------------------------------------------------- views

    def view(self, skirmish: Skirmish, seat: int) -> View:
        """Return a seat's view."""
        return view(skirmish, seat)

    def imagine(self, skirmish: Skirmish, seat: int, seed: bytes) -> Skirmish:
        """Return the state as a seat may imagine it."""
        return imagine(skirmish, seat, seed)

    # ---------------------------------------------------------------- pictures and texts

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the scene of a view."""
        size = (view.table["width"], view.table["depth"])
        if size not in self._table_layers:
            self._table_layers[size] = (table_layer(*size), frame_layer(*size))
        table, frame = self._table_layers[size]
        shots = visible_shots(self.scenario_data[view.table["scenario"]], self.kinds, self.terrain_kinds, view)
        return scene.draw(table, frame, self.symbols, self.kinds, self.terrain_kinds, self.words, view, shots, decision)

    def animation_paths(self, skirmish: Skirmish, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the waypoints of units that moved."""
        return animation_paths(skirmish, events)

    def preview_nodes(self, before: Skirmish, after: Skirmish, seat: int, action: Action) -> list[Node]:
        """Return swept ground, collisions, arcs and ranges, and lines of sight."""
        return preview_nodes(before, after, action)

    def describe(self, view: View) -> str:
        """Return the battle as text."""
        data = self.scenario_data[view.table["scenario"]]
        return description.describe(
            data.title, self.terrain_kinds, view, crew_view(data, self.kinds, self.terrain_kinds, view)
        )

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets (WW-R1)."""
        return sheets(self.kinds, self.rulebook, view)

    def placeholder_text(self, skirmish: Skirmish, event: Event, name: str) -> str:
        """Return the text of a placeholder, whose name also decides the meaning of a number."""
        if name == "damage" and isinstance(event, battle_events.Struck):
            return _damage_text(int(event.temporary), int(event.permanent))
        if name in _EVENT_FIELDS:
            return self.field_text(skirmish, name, event_field(event, _EVENT_FIELDS[name]))
        return super().placeholder_text(skirmish, event, name)

    def field_text(self, skirmish: Skirmish, name: str, value: object) -> str:
        """Return the text of a field: units by name, lengths in inches, angles in degrees."""
        if isinstance(value, int):
            text = self._number_text(skirmish, name, value)
            if text:
                return text
        if name in ("order", "units") and isinstance(value, tuple):
            return ", ".join([unit_name(skirmish, skirmish.units[unit]) for unit in value])
        if name in ("seats", "winners") and isinstance(value, tuple):
            return join_words([FACTIONS[seat] for seat in value]) if value else "no one"
        return super().field_text(skirmish, name, value)

    def _number_text(self, skirmish: Skirmish, name: str, value: int) -> str:
        """Return the text of a number by the name of its field; empty for a plain number."""
        if name in ("unit", "target"):
            return unit_name(skirmish, skirmish.units[value])
        if name == "kind":
            return self.kinds[value].name
        if name == "stuff":
            return self.terrain_kinds[value].name
        if name in ("x", "y", "distance"):
            return inches(value)
        if name == "angle":
            return degrees(value)
        if name == "wheel":
            return turn_text(value)
        if name in ("edge", "edge_of"):
            return EDGES[value]
        if name == "trait":
            return TRAITS[value] or "a choice of armour, shield or cab"
        if name == "hand":
            return "left" if value else "right"
        return SEVENS[value] if name == "seven" else ""

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return the text of an argument: lengths in inches, angles in degrees, kinds by name."""
        if verb == "drive":
            return inches(value)
        if verb == "wheel":
            return turn_text(value)
        if verb == "slant":
            return degrees(value)
        if verb in ("place", "deploy"):
            return inches(value * deployment.TENTH_MI)
        if verb == "pick":
            return self.kinds[value].name
        if verb == "terrain":
            return self.terrain_kinds[value].name
        if verb == "edge":
            return EDGES[value]
        return SEVENS[value] if verb == "choose" else super().argument_text(verb, place, value)

    def prompt(self, skirmish: Skirmish, decision: Decision) -> str:
        """Return the prompt of a decision, with the name of the unit that it is about."""
        fields = prompt_fields(skirmish)
        return f"{asked_name(skirmish)}: {fill_template(self.words.prompts[decision.name], fields.__getitem__)}"

    def partial_label(self, skirmish: Skirmish, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with its target, its dice, and the chariots it collides with."""
        if verb in ("wheel", "slant") and args == (0,):
            return "Do not turn" if verb == "wheel" else "Do not turn it"
        if not args and verb in _UNFINISHED_LABELS:
            return _UNFINISHED_LABELS[verb]
        suffix = label_suffix(skirmish, verb, args)
        if verb == "aim" and len(args) == 2 and 0 <= args[1] < len(skirmish.units):
            return f"Aim with a {args[0]} at {unit_name(skirmish, skirmish.units[args[1]])}{suffix}"
        return f"{sentence_case(super().partial_label(skirmish, verb, args))}{suffix}"

    def warning(self, skirmish: Skirmish, seat: int, action: Action) -> str:
        """Return a warning of a collision or of a Turn given up."""
        return warning(skirmish, seat, action)

    # ---------------------------------------------------------------- odds, statistics and tests

    def exact_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of a shot (WW-Q35, WW-Q36) or a collision (WW-CC1)."""
        return exact_odds(skirmish, action)

    def prepared_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of the shot that an aim makes possible."""
        return prepared_odds(skirmish, action)

    def classify_outcome(
        self, skirmish: Skirmish, action: Action, seat: int, events: Sequence[Event]
    ) -> tuple[str, int]:
        """Return the distance of a move, the effect of a shot, or the result of a collision."""
        return classify_outcome(skirmish, action, events)

    def match_statistics(self, skirmish: Skirmish) -> dict[str, int]:
        """Return the number of turns and, for campaigns, the kills and the survival of each seat's crew."""
        statistics = {"turns": int(skirmish.turn)}
        for seat in range(len(skirmish.places)):
            statistics[f"kills {FACTIONS[seat]}"] = kills_of(skirmish, seat)
            statistics[f"alive {FACTIONS[seat]}"] = int(crew_survived(skirmish, seat))
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the events to count."""
        return {event.__name__: text for event, text in _COUNTED_EVENTS}

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self)

    def invariants(self, skirmish: Skirmish) -> list[str]:
        """Return the violated invariants."""
        return violations(skirmish)

    def fuzz_features(self) -> list[str]:
        """Return every arc, conversion and characteristic."""
        return all_goals(self.kinds)

    def fuzz_features_of_action(self, skirmish: Skirmish, action: Action) -> list[str]:
        """Return the features that an action shows."""
        return goals_of_action(skirmish, action)

    def fuzz_actions(self) -> list[str]:
        """Return every score for every use, and every choice of chariot, terrain and 7."""
        dice = [f"{verb} {die}" for verb in ("advance", "turn", "shoot", "reload") for die in range(1, 7)]
        wild = ["aim 3", "aim 6", "heal 6", "bank 6"]
        picks = [f"pick {kind.number}" for kind in self.kinds if not kind.is_runners]
        pieces = [f"terrain {kind.number}" for kind in self.terrain_kinds if not kind.is_wreck]
        return [*dice, *wild, *picks, *pieces, *[f"choose {seven}" for seven in (1, 2, 3)]]


def _damage_text(temporary: int, permanent: int) -> str:
    """Return damage in words: "1 Temporary and 2 Permanent Damage"."""
    parts = [f"{number} {kind}" for number, kind in ((temporary, "Temporary"), (permanent, "Permanent")) if number]
    return f"{' and '.join(parts)} Damage"


# Events for statistics: each settles something and is not itself a roll.
_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (battle_events.Attacked, "attacks"),
    (battle_events.Struck, "attacks that did damage"),
    (battle_events.Swerved, "swerves"),
    (battle_events.TookTemporary, "temporary damage taken"),
    (battle_events.TeamHit, "team hits"),
    (battle_events.DriverHit, "driver hits"),
    (battle_events.WarriorHit, "warrior hits"),
    (battle_events.Collided, "collisions"),
    (battle_events.Destroyed, "chariots destroyed"),
    (battle_events.Lost, "chariots lost"),
    (battle_events.Broke, "failed morale tests"),
    (battle_events.Returned, "returns"),
    (battle_events.Dispersed, "Runners dispersed"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game from its texts."""
    return Wheelie(texts)
