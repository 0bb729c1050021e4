"""What a Wheelie: chariots skirmish in inches, with action dice, arcs, volleys and collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hippodrome.games.wheelie import (
    collisions,
    combat,
    deployment,
    description,
    ending,
    movement,
    scene,
    sequence,
    setup,
)
from hippodrome.games.wheelie import events as told
from hippodrome.games.wheelie.animation import animation_paths
from hippodrome.games.wheelie.chariots import ChariotKind, read_chariot_kinds
from hippodrome.games.wheelie.crew_view import crew_view, visible_shots
from hippodrome.games.wheelie.crews import kills_of, survived
from hippodrome.games.wheelie.drawing import table_layer, frame_layer
from hippodrome.games.wheelie.evaluation import aspects, win_chance
from hippodrome.games.wheelie.formatting import EDGES, SEVENS, TRAITS, decimal, inches, unit_name, turn_text
from hippodrome.games.wheelie.fuzz_goals import all_goals, goals_of_action
from hippodrome.games.wheelie.invariants import violations
from hippodrome.games.wheelie.ladder import SCENARIO, LadderKind
from hippodrome.games.wheelie.outcomes import classify_outcome, prepared_odds, exact_odds
from hippodrome.games.wheelie.preview_overlay import preview_nodes
from hippodrome.games.wheelie.scenarios import BY_PREY, ScenarioData, read_scenarios, table_size
from hippodrome.games.wheelie.sheets import sheets
from hippodrome.games.wheelie.state import Rules, Skirmish, Unit, new_activation, new_unit
from hippodrome.games.wheelie.terrain import TerrainKind, read_terrain_kinds, terrain_kind_named
from hippodrome.games.wheelie.view import imagine, view, asked_name
from hippodrome.games.wheelie.warnings import label_suffix, warning
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import DiceRolled, Event, event_fields
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.scene import FACTIONS, Layer, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.templates import fill_template, join_words, sentence_case

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
_CHARIOTS_SETTING = Setting(
    "chariots",
    "Chariots",
    "usual: those of the scenario. chosen: each player picks his chariots before the battle.",
    ("usual", "chosen"),
    "usual",
)
_EVEN = "even"
_CHARIOTS_SETTING_WITH_EVEN = Setting(
    "chariots",
    "Chariots",
    f"{_CHARIOTS_SETTING.text} even: all bring what the first side has, so that no side is stronger.",
    ("usual", "chosen", _EVEN),
    "usual",
)
_COMMON_SETTINGS: tuple[Setting, ...] = (
    Setting("characteristics", "Characteristics", "Each chariot rolls for a characteristic of its own.", _OFF_ON, "off"),
    Setting("morale", "Morale", "Chariots that take Permanent Damage may withdraw.", _OFF_ON, "on"),
    Setting("wrecks", "Wrecks", "Wrecks of chariots stay on the table and are in the way.", _OFF_ON, "off"),
    Setting(
        "aggressive",
        "Aggressive chariots",
        "one: every trait converts one die a turn. any: Hittites and Assyrians convert as many as they like.",
        ("one", "any"),
        "one",
    ),
)
_EXPERTS = ("none", "driver", "warrior")
_EVENT_FIELDS = {
    "distance": "amount", "wheel": "amount", "edge_of": "amount", "edge": "number", "trait": "number",
    "seven": "number", "seats": "order", "hand": "number",
}  # fmt: skip
_MAX_DECISIONS_PER_ACTIVATION = 70  # decisions of one activation, and more


class Wheelie(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "wheelie"
        self.title = "What a Wheelie"  # by whatever name (WW-Q53)
        self.tagline = "Drive, wheel and shoot across a table in inches, and never lose sight of who is behind you."
        self.length = "30 to 90 minutes"
        self.has_sheets = True
        self.kinds: list[ChariotKind] = read_chariot_kinds(texts["data/chariots.toml"])
        self.terrain_kinds: list[TerrainKind] = read_terrain_kinds(texts["data/terrain.toml"])
        scenario_data = read_scenarios(texts["data/scenarios.toml"], self.kinds, self.terrain_kinds)
        self.battles: dict[str, ScenarioData] = {battle.key: battle for battle in scenario_data}
        self._fields: dict[tuple[int, int], tuple[Layer, Layer]] = {}  # drawn when first looked at

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """One for each battle."""
        return [self._scenario(battle) for battle in self.battles.values()]

    def _scenario(self, battle: ScenarioData) -> Scenario:
        own: list[Setting] = []
        if battle.ending == BY_PREY:
            own.append(Setting("hunters", "Hunters", "How many chariots hunt.", (1, 2), 1))
        if battle.key == "ladder":
            for seat in range(2):
                title = f"{FACTIONS[seat]}'s crew"
                text = f"Whether {FACTIONS[seat]}'s crew has an Expert Driver or an Expert Warrior."
                own.append(Setting(f"expert_{FACTIONS[seat].lower()}", title, text, _EXPERTS, "none"))
        else:
            limits = (battle.limit, 15 if battle.limit != 15 else 10)
            own.append(
                Setting("limit", "Game turns", "How many turns are played; 0 for no limit.", limits, battle.limit)
            )
        chariots = _CHARIOTS_SETTING if battle.ending == BY_PREY or battle.key == SCENARIO else _CHARIOTS_SETTING_WITH_EVEN
        options = (*own, chariots, *_COMMON_SETTINGS)
        return Scenario(battle.key, battle.title, battle.text, battle.seats, battle.default_seats, options)

    def campaigns(self) -> list[CampaignKind]:
        """Return the ladder, with the options that its players choose once."""
        found = [setting for setting in self.scenario(SCENARIO).options if not setting.name.startswith("expert_")]
        values = {
            setting.name: [setting.default, *[value for value in setting.values if value != setting.default]]
            for setting in found
        }
        return [LadderKind(self.slug, values)]

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Skirmish:
        """Units beside the table, and what the scenario puts in its middle."""
        battle = self.battles[scenario.slug]
        units = self._units(battle, seats, options)
        chariots = len([unit for unit in units if not self.kinds[unit.kind].is_runners])
        width, depth = table_size(battle.table_chariots or chariots)
        rules = Rules(
            battle, self.kinds, self.terrain_kinds, width, depth, options["chariots"] == "chosen",
            options["characteristics"] == "on", options["morale"] == "on", options["wrecks"] == "on",
            options["aggressive"] == "any", int(options.get("limit", 0)),
        )  # fmt: skip
        skirmish = Skirmish(rules, units, [], new_activation(0, b""), dice)
        skirmish.act.die = collisions.NO_LEG
        if battle.centre:
            skirmish.add_piece(terrain_kind_named(self.terrain_kinds, battle.centre).number, width // 2, depth // 2, 0)
        skirmish.agenda = [setup.BEGIN]
        return skirmish

    def _units(self, battle: ScenarioData, seats: int, options: Mapping[str, Value]) -> list[Unit]:
        """Return each side's chariots, dealt to its seats in turn; numbers go from side to side."""
        parties = self._parties(battle, seats, options)
        experts = [_EXPERTS.index(str(options.get(f"expert_{name.lower()}", "none"))) for name in FACTIONS]
        side_of = battle.seat_sides(seats)
        units: list[Unit] = []
        for place in range(max([len(party) for party in parties])):
            for side, party in enumerate(parties):
                if place < len(party):
                    owners = [seat for seat in range(seats) if side_of[seat] == side]
                    seat = owners[place % len(owners)]
                    units.append(new_unit(len(units), seat, side, party[place], experts[seat]))
        return units

    def _parties(self, battle: ScenarioData, seats: int, options: Mapping[str, Value]) -> list[list[int]]:
        """Return the kinds of each side: as many chariots as the scenario and the number of players want."""
        if battle.is_free_for_all:
            return [battle.parties[0]] * seats if options["chariots"] == _EVEN else battle.parties[:seats]
        if battle.ending == BY_PREY:
            return [battle.parties[0][: int(options["hunters"])], battle.parties[1]]
        most = max(2, (seats + 1) // 2)
        found: list[list[int]] = []
        for party in [battle.parties[0]] * len(battle.parties) if options["chariots"] == _EVEN else battle.parties:
            chariots = [kind for kind in party if not self.kinds[kind].is_runners]
            found.append(chariots[:most] + [kind for kind in party if self.kinds[kind].is_runners])
        return found

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, skirmish: Skirmish) -> int:
        """Turns are bounded (WW-Q49), and so is what can be decided in one."""
        turns = int(skirmish.rules.limit) or ending.MAX_TURNS
        return 100 + turns * len(skirmish.units) * _MAX_DECISIONS_PER_ACTIVATION

    def after_load(self, skirmish: Skirmish) -> None:
        """Lay the terrain out again."""
        skirmish.rebuild_ground()

    # ---------------------------------------------------------------- play

    def check(self, skirmish: Skirmish, seat: int, action: Action) -> Refusal | None:
        """Nothing, or why the action is not legal; after the end nothing is (WW-Q61)."""
        if skirmish.over:
            return Refusal("WW-Q61", "The battle is over. Nothing more can be played.")
        return super().check(skirmish, seat, action)

    def result(self, skirmish: Skirmish) -> Result | None:
        """Places by seat (WW-P8, WW-Q49)."""
        return Result(skirmish.places, skirmish.reason) if skirmish.over else None

    def value(self, skirmish: Skirmish, seat: int) -> int:
        """Winning is everything; before that, damage, shots and who acts first tell."""
        if skirmish.over:
            if skirmish.places[seat] > 1:
                return 0
            return 500 if max(skirmish.places) == 1 else 1000
        return win_chance(skirmish, seat)

    def features(self, skirmish: Skirmish, seat: int) -> list[int]:
        """Chariots, action dice, shots, points."""
        return aspects(skirmish, seat)

    def round_number(self, skirmish: Skirmish) -> int:
        """Activations."""
        return int(skirmish.undo_barrier - skirmish.turn)

    # ---------------------------------------------------------------- what a seat may know

    def view(self, skirmish: Skirmish, seat: int) -> View:
        """What a seat may know."""
        return view(skirmish, seat)

    def imagine(self, skirmish: Skirmish, seat: int, seed: bytes) -> Skirmish:
        """How a seat may imagine the rest."""
        return imagine(skirmish, seat, seed)

    # ---------------------------------------------------------------- pictures and words

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        size = (view.table["width"], view.table["depth"])
        if size not in self._fields:
            self._fields[size] = (table_layer(*size), frame_layer(*size))
        ground, around = self._fields[size]
        seen = visible_shots(self.battles[view.table["scenario"]], self.kinds, self.terrain_kinds, view)
        return scene.draw(ground, around, self.symbols, self.kinds, self.terrain_kinds, self.words, view, seen, decision)

    def animation_paths(self, skirmish: Skirmish, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Units go straight and turn about corners."""
        return animation_paths(skirmish, events)

    def preview_nodes(self, before: Skirmish, after: Skirmish, seat: int, action: Action) -> list[Node]:
        """Ground that is swept, collisions, arcs and ranges, lines of sight."""
        return preview_nodes(before, after, action)

    def describe(self, view: View) -> str:
        """Return the battle in words."""
        battle = self.battles[view.table["scenario"]]
        return description.describe(battle.title, self.terrain_kinds, view, crew_view(battle, self.kinds, self.terrain_kinds, view))

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets (WW-R1)."""
        return sheets(self.kinds, self.rulebook, view)

    def sentence(self, skirmish: Skirmish, event: Event) -> str:
        """Return an event as a sentence of the log; words.toml says in which words its number is meant."""
        if isinstance(event, DiceRolled):
            return super().sentence(skirmish, event)
        fields = event_fields(event)
        template = self.words.events[type(event).__name__]
        return sentence_case(
            fill_template(template, lambda name: self.field_text(skirmish, name, fields[_EVENT_FIELDS.get(name, name)]))
        )

    def field_text(self, skirmish: Skirmish, name: str, value: object) -> str:
        """Units by name, lengths in inches, angles in degrees."""
        if isinstance(value, int):
            found = self._number_text(skirmish, name, value)
            if found:
                return found
        if name in ("order", "units") and isinstance(value, tuple):
            return ", ".join([unit_name(skirmish, skirmish.units[unit]) for unit in value])
        if name in ("seats", "winners") and isinstance(value, tuple):
            return join_words([FACTIONS[seat] for seat in value]) if value else "nobody"
        return super().field_text(skirmish, name, value)

    def _number_text(self, skirmish: Skirmish, name: str, value: int) -> str:
        if name in ("unit", "target"):
            return unit_name(skirmish, skirmish.units[value])
        if name == "stuff":
            return self.terrain_kinds[value].name
        if name in ("x", "y"):
            return decimal(value, 1000, 1)
        if name == "distance":
            return inches(value)
        if name in ("wheel", "angle"):
            return turn_text(value)
        if name in ("edge", "edge_of"):
            return EDGES[value]
        if name == "trait":
            return TRAITS[value] or "a choice of armour, shield and cab"
        if name == "hand":
            return "left" if value else "right"
        return SEVENS[value] if name == "seven" else ""

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Lengths in inches, angles in degrees, things by name."""
        if verb == "drive":
            return inches(value)
        if verb in ("wheel", "slant"):
            return turn_text(value)
        if verb in ("place", "deploy"):
            return inches(value * deployment.TENTH_MI)
        if verb == "pick":
            return self.kinds[value].name
        if verb == "terrain":
            return self.terrain_kinds[value].name
        if verb == "edge":
            return EDGES[value]
        return SEVENS[value] if verb == "choose" else super().argument_text(verb, place, value)

    def prompt(self, skirmish: Skirmish, asked: Decision) -> str:
        """Units are asked by name."""
        return f"{asked_name(skirmish)}: {self.words.prompts[asked.name]}"

    def partial_label(self, skirmish: Skirmish, verb: str, args: tuple[int, ...]) -> str:
        """Targets by name, shots with their dice and chances, and moves with whom they run into."""
        if verb in ("wheel", "slant") and args == (0,):
            return "Do not turn" if verb == "wheel" else "Not turned"
        more = label_suffix(skirmish, verb, args)
        if verb == "aim" and len(args) == 2 and 0 <= args[1] < len(skirmish.units):
            return f"Aim with a {args[0]} at {unit_name(skirmish, skirmish.units[args[1]])}{more}"
        return f"{super().partial_label(skirmish, verb, args)}{more}"

    def warning(self, skirmish: Skirmish, seat: int, action: Action) -> str:
        """Collisions, and a Turn that is given up."""
        return warning(skirmish, seat, action)

    # ---------------------------------------------------------------- the laboratory

    def exact_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Those of a shot (WW-Q35, WW-Q36) and of a collision (WW-CC1)."""
        return exact_odds(skirmish, action)

    def prepared_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Those of the shot that an aim makes possible."""
        return prepared_odds(skirmish, action)

    def classify_outcome(
        self, skirmish: Skirmish, action: Action, seat: int, events: Sequence[Event]
    ) -> tuple[str, int]:
        """How far a move may go, what a shot does, who comes out of a collision."""
        return classify_outcome(skirmish, action, events)

    def match_statistics(self, skirmish: Skirmish) -> dict[str, int]:
        """For statistics, and for a campaign: kills by seat, and whose crew is alive."""
        found = {"turns": int(skirmish.turn)}
        for seat in range(len(skirmish.places)):
            found[f"kills {FACTIONS[seat]}"] = kills_of(skirmish, seat)
            found[f"alive {FACTIONS[seat]}"] = int(survived(skirmish, seat))
        return found

    def counted_events(self) -> dict[str, str]:
        """For statistics."""
        return {kind.__name__: words for kind, words in _COUNTED_EVENTS}

    def invariants(self, skirmish: Skirmish) -> list[str]:
        """What is wrong with a battle."""
        return violations(skirmish)

    def fuzz_features(self) -> list[str]:
        """Return every arc, every conversion, every characteristic."""
        return all_goals(self.kinds)

    def fuzz_features_of_action(self, skirmish: Skirmish, action: Action) -> list[str]:
        """Those that an action shows."""
        return goals_of_action(skirmish, action)

    def fuzz_actions(self) -> list[str]:
        """Return every score for every use, every choice of chariot and terrain, and every choice of a 7."""
        dice = [f"{verb} {die}" for verb in ("advance", "turn", "shoot", "reload") for die in range(1, 7)]
        wild = ["aim 3", "aim 6", "heal 6", "bank 6"]
        picks = [f"pick {kind.number}" for kind in self.kinds if not kind.is_runners]
        pieces = [f"terrain {stuff.number}" for stuff in self.terrain_kinds if not stuff.is_wreck]
        return [*dice, *wild, *picks, *pieces, *[f"choose {seven}" for seven in (1, 2, 3)]]


# What is settled when this is told, and not by a die.
_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (told.Attacked, "attacks"),
    (told.Struck, "attacks that got through"),
    (told.Swerved, "swerves"),
    (told.TookTemporary, "times Temporary Damage"),
    (told.TeamHit, "team hits"),
    (told.DriverHit, "driver hits"),
    (told.WarriorHit, "warrior hits"),
    (told.Collided, "collisions"),
    (told.Destroyed, "chariots destroyed"),
    (told.Lost, "chariots lost"),
    (told.Broke, "morale failed"),
    (told.Returned, "returns"),
    (told.Dispersed, "Runners dispersed"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Wheelie(texts)
