"""The game What a Wheelie: a chariot skirmish in inches, with action dice, arcs, volleys and collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.games.wheelie import collisions, combat, deployment, ending, movement, sequence, setup
from hippodrome.games.wheelie.analysis import WheelieAnalysis
from hippodrome.games.wheelie.chariots import ChariotKind, read_chariot_kinds
from hippodrome.games.wheelie.ladder import SCENARIO, LadderKind
from hippodrome.games.wheelie.presentation import WheeliePresentation
from hippodrome.games.wheelie.scenarios import BY_PREY, ScenarioData, read_scenarios, table_size
from hippodrome.games.wheelie.state import Options, Rules, Skirmish, Unit, new_activation
from hippodrome.games.wheelie.terrain import TerrainKind, read_terrain_kinds, terrain_kind_named
from hippodrome.games.wheelie.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.scene import FACTIONS

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
_MAX_DECISIONS_PER_ACTIVATION = 70  # a generous upper bound
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
        self.presentation = WheeliePresentation(self)
        self.analysis = WheelieAnalysis(self)

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

    # ---------------------------------------------------------------- views

    def view(self, skirmish: Skirmish, seat: int) -> View:
        """Return a seat's view."""
        return view(skirmish, seat)

    def imagine(self, skirmish: Skirmish, seat: int, seed: bytes) -> Skirmish:
        """Return the state as a seat may imagine it."""
        return imagine(skirmish, seat, seed)


def make(texts: Mapping[str, str]) -> Game:
    """Return the game from its texts."""
    return Wheelie(texts)
