"""The game What a Wheelie: a chariot skirmish in inches, with action dice, arcs, volleys and collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hippodrome.games.wheelie import collisions, ending, ladder, setup, teams
from hippodrome.games.wheelie.analysis import WheelieAnalysis
from hippodrome.games.wheelie.chariots import CHARIOTS, PICTURES, ChariotKind, profile, read_chariot_kinds
from hippodrome.games.wheelie.presentation import WheeliePresentation
from hippodrome.games.wheelie.scenarios import (
    BY_PREY,
    MAX_PER_SIDE,
    PREY_SIDE,
    SCENARIOS,
    ScenarioData,
    read_scenarios,
    table_size,
)
from hippodrome.games.wheelie.state import NO_EXPERT, Options, Rules, Skirmish, Unit, new_activation
from hippodrome.games.wheelie.terrain import TERRAIN, TerrainKind, read_terrain_kinds, terrain_kind_named
from hippodrome.games.wheelie.view import imagine, view
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.data_tables import DataFile, symbol_names
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.rulebook import Profile
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import join_words

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
    _EVEN,
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
    Setting(
        "spare_aim",
        "Spare Aims",
        "An Aim die after the first may serve for any shot, or only for a second shot in the same activation.",
        ("any", "second"),
        "any",
        labels=("For any shot", "For a second shot"),
    ),
    Setting(
        "hit_before_acting",
        "Hit before acting",
        "Damage taken before a chariot acts costs it a die in the same turn, or only in the next.",
        ("now", "next"),
        "now",
        labels=("Costs a die this turn", "Costs a die next turn"),
    ),
    Setting(
        "friends_disperse",
        "Friends and Runners",
        "Whether a chariot that drives right through Runners of its own side disperses them, too.",
        ("yes", "no"),
        "yes",
        labels=("Friends disperse Runners", "Only enemies do"),
    ),
)
_EXPERTS = ("none", "driver", "warrior")
_EXPERTS_SETTING = Setting(
    "experts",
    "Experts",
    "The Experts of all chariots. Chosen: each player picks for each chariot.",
    (*_EXPERTS, "chosen"),
    "none",
    labels=("None", "Expert Drivers", "Expert Warriors", "Chosen by the players"),
)
_RUNNERS_TEXT = "A base of Runners beside the chariots: as in the scenario, none, for one side, or for every side."
_RUNNERS_SETTING = Setting(
    "runners",
    "Runners",
    _RUNNERS_TEXT,
    ("usual", "none", "red", "white", "all"),
    "usual",
    labels=("As in the scenario", "None", "For Red's side", "For White's side", "For both sides"),
)
_FREE_RUNNERS_SETTING = Setting(
    "runners",
    "Runners",
    "A base of Runners beside every player's chariot, or none.",
    ("usual", "all"),
    "usual",
    labels=("None", "For every player"),
)
_MAX_DECISIONS_PER_ACTIVATION = 70  # a generous upper bound
_SAME_CHARIOTS: tuple[tuple[str, Value], ...] = (("chariots", "even"),)
_LINEUPS = (
    Lineup("duel", "duel", 2),
    Lineup("two against two, same chariots on both sides", "sides", 4, _SAME_CHARIOTS),
    Lineup("three against three, same chariots on both sides", "sides", 6, _SAME_CHARIOTS),
    Lineup("funeral games of four", "funeral", 4),
)


def _crew_setting(name: str, crew: str) -> Setting:
    """Return the setting for the Expert of a crew."""
    return Setting(name, f"{crew}'s crew", f"The kind of Expert in {crew}'s crew.", _EXPERTS, "none")


def _expert_option(side: int, index: int, options: Mapping[str, Value]) -> str:
    """Return the Expert of a side's chariot with this index; none where the players choose later."""
    for name in (f"expert_{FACTIONS[side].lower()}", teams.crew_option(side, index)):
        if name in options:
            return str(options[name])
    choice = str(options.get("experts", "none"))
    return choice if choice in _EXPERTS else "none"


class Wheelie(Game):
    """The game."""

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = (CHARIOTS, SCENARIOS, TERRAIN)

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "What a Wheelie"  # one spelling of several (WW-Q53)
        self.tagline = "Drive, wheel and shoot across an open table, and never lose sight of the enemy behind you."
        self.length = "30 to 90 minutes"
        self.lineups = _LINEUPS
        self.quick_options = ("limit",)
        self.has_sheets = True
        self.kinds: list[ChariotKind] = read_chariot_kinds(texts["data/chariots.toml"], symbol_names(texts, PICTURES))
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
        is_crew_battle = data.key in (ladder.SCENARIO, teams.SCENARIO)
        if data.ending == BY_PREY:
            hunters = len(self._chariots(data.parties[1 - PREY_SIDE]))
            counts = tuple(range(1, max(2, hunters) + 1))
            settings.append(Setting("hunters", "Hunters", "Number of hunting chariots.", counts, hunters))
        if data.reserves:
            settings.append(self._per_side_setting(data))
        if data.key == ladder.SCENARIO:
            settings.extend([_crew_setting(f"expert_{FACTIONS[seat].lower()}", FACTIONS[seat]) for seat in range(2)])
        elif data.key == teams.SCENARIO:
            settings.extend([_crew_setting(name, title) for name, title in teams.crew_options()])
        else:
            limits = (data.limit, 15 if data.limit != 15 else 10)
            labels = tuple([f"{turns} turns" if turns else "No limit" for turns in limits])
            text = "Number of turns."
            settings.append(Setting("limit", "Game turns", text, limits, data.limit, labels=labels))
        has_even_option = data.ending != BY_PREY and not is_crew_battle
        settings.append(self._chariots_setting(data, has_even_option))
        if not is_crew_battle:
            settings.append(self._runners_setting(_FREE_RUNNERS_SETTING if data.is_free_for_all else _RUNNERS_SETTING))
            settings.append(_EXPERTS_SETTING)
        options = (*settings, *_COMMON_SETTINGS)
        return Scenario(data.key, data.title, data.text, data.seats, data.default_seats, options)

    def _chariots_setting(self, data: ScenarioData, has_even_option: bool) -> Setting:
        """Return the setting for the chariots of both sides, with the points of those in the scenario (WW-Q65)."""
        base = _CHARIOTS_SETTING_WITH_EVEN if has_even_option else _CHARIOTS_SETTING
        default = _EVEN if data.is_even and has_even_option else "usual"
        sums = [sum([int(self.kinds[kind].points) for kind in party]) for party in data.parties]
        if not all(sums):
            return Setting(base.name, base.title, base.text, base.values, default, labels=base.labels)
        numbers = [str(value) for value in sums]
        points = " against ".join(numbers) if len(sums) == 2 else join_words(numbers)
        labels = (f"{base.labels[0]}: {points} points", *base.labels[1:])
        text = f"{base.text} 20 points more win about 60 battles of 100."
        return Setting(base.name, base.title, text, base.values, default, labels=labels)

    def _runners_setting(self, base: Setting) -> Setting:
        """Return the setting for Runners, with their points (WW-Q65)."""
        points = max([int(kind.points) for kind in self.kinds if kind.is_runners], default=0)
        text = f"{base.text} A base is worth {points} points." if points else base.text
        return Setting(base.name, base.title, text, base.values, base.default, labels=base.labels)

    def _per_side_setting(self, data: ScenarioData) -> Setting:
        """Return the setting for the number of chariots on each side (WW-P1), by default those of the scenario."""
        listed = max([len(self._chariots(party)) for party in data.parties])
        first = 2 if data.key == teams.SCENARIO else 1
        text = "Number of chariots on each side; one player may command several. Every player has at least one."
        values = tuple(range(first, max(listed, MAX_PER_SIDE) + 1))
        return Setting("per_side", "Chariots per side", text, values, max(listed, first))

    def _chariots(self, party: list[int]) -> list[int]:
        """Return the kinds of a party that are no Runners."""
        return [kind for kind in party if not self.kinds[kind].is_runners]

    def profiles(self) -> list[Profile]:
        """Return the chariots."""
        return [profile(kind) for kind in self.kinds]

    def data_notes(self) -> list[str]:
        """Return what has less effect than one might expect."""
        notes: list[str] = []
        for data in self.scenario_data.values():
            if data.is_even and len({tuple(party) for party in data.parties}) > 1:
                parties = ["".join([f"{self.kinds[kind].key} " for kind in party]).strip() for party in data.parties]
                notes.append(
                    f"{data.title}: by default every side has {parties[0]}, as the first side; set even = false "
                    f"so that "
                    f"the others have {join_words(parties[1:])}."
                )
        return notes

    def most_units(self) -> int:
        """Return the most units that a battle can have: the chariots of all sides, with a base of Runners for each."""
        most = 0
        for data in self.scenario_data.values():
            players = 1 if data.is_free_for_all else (data.seats[-1] + 1) // 2  # of a side
            least = max(players, MAX_PER_SIDE if data.reserves else 0)
            most = max(most, sum([max(len(party), least) + 1 for party in data.parties]))
        return most

    def campaigns(self) -> list[CampaignKind]:
        """Return the ladder and the team campaign, with the options that their players choose once."""
        kinds: list[CampaignKind] = []
        if ladder.SCENARIO in self.scenario_data:
            kinds.append(ladder.LadderKind(self.slug, self._campaign_settings(ladder.SCENARIO)))
        if teams.SCENARIO in self.scenario_data:
            kinds.append(teams.TeamKind(self.slug, self._campaign_settings(teams.SCENARIO)))
        return kinds

    def _campaign_settings(self, slug: str) -> dict[str, list[Value]]:
        """Return the options of a campaign's scenario that are chosen once, each with its default first."""
        settings = [setting for setting in self.scenario(slug).options if not setting.name.startswith("expert_")]
        return {
            setting.name: [setting.default, *[value for value in setting.values if value != setting.default]]
            for setting in settings
        }

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
        seat_sides = data.seat_sides(seats)
        parties = self._parties(data, seat_sides, options)
        units: list[Unit] = []
        for index in range(max([len(party) for party in parties])):
            for side, party in enumerate(parties):
                if index < len(party):
                    owners = [seat for seat in range(seats) if seat_sides[seat] == side]
                    expert = NO_EXPERT
                    if not self.kinds[party[index]].is_runners:
                        expert = _EXPERTS.index(_expert_option(side, index, options))
                    units.append(Unit(len(units), owners[index % len(owners)], side, party[index], expert=expert))
        return units

    def _parties(self, data: ScenarioData, seat_sides: list[int], options: Mapping[str, Value]) -> list[list[int]]:
        """Return the kinds of each side: chariots as listed or chosen, one for every player at least, then Runners."""
        sides = 1 + max(seat_sides)
        parties: list[list[int]] = []
        for side in range(sides):
            source = 0 if options["chariots"] == _EVEN else side
            listed = data.parties[source]
            chariots = self._chariots(listed)
            pool = chariots + (data.reserves[source] if data.reserves else [])
            count = int(options.get("per_side", len(chariots)))
            if data.ending == BY_PREY and side != PREY_SIDE:
                count = int(options["hunters"])
            if chariots:
                count = max(count, seat_sides.count(side))
                chariots = [pool[index % len(pool)] for index in range(count)]
            runners = [kind for kind in listed if self.kinds[kind].is_runners]
            parties.append(chariots + self._runners(runners, side, str(options.get("runners", "usual"))))
        return parties

    def _runners(self, listed: list[int], side: int, choice: str) -> list[int]:
        """Return the Runners of a side: those of the scenario, none, or one base by the option."""
        if choice == "usual":
            return listed
        has_runners = choice == "all" or (choice != "none" and choice == FACTIONS[side].lower())
        return [int(kind.number) for kind in self.kinds if kind.is_runners][:1] if has_runners else []

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
