"""War in the Age of Magic: a fantasy battle on squares, with points, dice, magic, morale and a countdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from hippodrome.games.magic import setup
from hippodrome.games.magic.analysis import MagicAnalysis
from hippodrome.games.magic.armies import ARMIES, COSTS, CUSTOM_KEY, Army, Costs, read_army
from hippodrome.games.magic.custom_files import (
    ARMY,
    LAYOUT,
    CustomFiles,
    army_samples,
    faults_on_either_side,
    layout_faults,
)
from hippodrome.games.magic.layouts import LAYOUTS, Layout, read_layouts
from hippodrome.games.magic.presentation import MagicPresentation
from hippodrome.games.magic.state import NONE, ROLLED, SHARED, Battle, Clash, Options, Rules
from hippodrome.games.magic.view import imagine, view
from hippodrome.kit.custom_files import CustomFileKind, is_file
from hippodrome.kit.data_tables import DataFile
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError, raise_all

_OFF_ON: tuple[str, ...] = ("off", "on")
_ROLES: tuple[str, ...] = ("dice", "Red", "White")
BATTLE = "battle"
_ARMIES: Final = ("army_red", "army_white")
_DEFAULT_ARMIES: Final = ("river", "barrow")  # evenly matched: each wins half of the battles between drivers
_DEFENDER: Final = "defender"
_MAX_TURNS = 25
_DECISIONS_PER_TURN = 900  # an upper bound
_LINEUPS = (
    Lineup("River against River, pitched battle", "battle", 2, (("army_red", "river"), ("army_white", "river"))),
    Lineup(
        "Ironhill against Ironhill, Ford of Reeds", "ford", 2, (("army_red", "ironhill"), ("army_white", "ironhill"))
    ),
    Lineup(
        "Sunthrone against Sunthrone, Village Cross",
        "cross",
        2,
        (("army_red", "sunthrone"), ("army_white", "sunthrone")),
    ),
)


class Magic(Game):
    """The game War in the Age of Magic."""

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = (ARMIES, LAYOUTS, COSTS)

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "War in the Age of Magic"
        self.tagline = (
            "Two fantasy armies on a board of squares: mass your troops, charge, cast spells and beat the countdown."
        )
        self.length = "45 to 90 minutes"
        self.lineups = _LINEUPS
        self.quick_options = _ARMIES
        self.costs = Costs(texts["data/costs.toml"])
        self.layouts: list[Layout] = read_layouts(texts["data/layouts.toml"], "data/layouts.toml")
        self.armies: dict[str, Army] = {}
        errors: list[DataError] = []
        for name in sorted(ARMIES.names(texts)):
            try:
                army = read_army(texts[name], name)
                if army.key in self.armies or army.key == CUSTOM_KEY:
                    raise DataError(f"{name}, line 1, key: must be a word that no other army has", 1, "key")
                self.armies[army.key] = army
            except DataError as error:
                errors.append(error)
        raise_all(errors)
        self.custom_files = CustomFiles(self.armies, self.costs, army_samples(texts, "data/armies/"), self.layouts)
        self.presentation = MagicPresentation(self)
        self.analysis = MagicAnalysis(self)

    # ---------------------------------------------------------------- custom files

    def custom_file_kinds(self) -> list[CustomFileKind]:
        """Return the kinds of custom files: armies and layouts."""
        return self.custom_files.kinds

    def data_notes(self) -> list[str]:
        """Return which armies a player could not bring as custom armies."""
        notes = [
            f"{army.title}: the game allows its own armies everything, but a custom army may not be so: {fault.text}"
            for army in self.armies.values()
            for fault in faults_on_either_side(army, self.costs)
        ]
        return notes + [f"{layout.title}: {fault.text}" for layout in self.layouts for fault in layout_faults(layout)]

    def validate_options(self, scenario: Scenario, options: Mapping[str, Value]) -> None:
        """WAM-Q42: raise OptionError if a custom army, in a role it may have, or a custom layout is illegal."""
        role = _ROLES.index(str(options["attacker"])) - 1
        for seat, name in enumerate(_ARMIES):
            self.custom_files.validate_army(name, options[name], [role == seat] if role != NONE else [False, True])
        self.custom_files.validate_layout("layout", options.get("layout", ""))

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return a battle whose ground the defender picks, and one for each layout."""
        options = self._options()
        text = "The defender picks the ground. Two armies fight until one breaks or the countdown ends."
        ground = Setting(
            "layout", "Battlefield", "The defender picks one of the layouts, or you use a custom one.",
            (_DEFENDER,), _DEFENDER, LAYOUT, ("Defender picks",),
        )  # fmt: skip
        scenarios = [Scenario(BATTLE, "Pitched battle", text, range(2, 3), 2, (ground, *options))]
        for layout in self.layouts:
            scenarios.append(Scenario(layout.key, layout.title, layout.text, range(2, 3), 2, options))
        return scenarios

    def _options(self) -> tuple[Setting, ...]:
        """Return the options that all scenarios share."""
        armies = tuple(self.armies)
        defaults = [key if key in armies else armies[0] for key in _DEFAULT_ARMIES]
        titles = tuple([army.title for army in self.armies.values()])
        texts = tuple([army.text for army in self.armies.values()])
        seats = [
            Setting(
                name,
                f"{FACTIONS[seat]}'s army",
                "",
                armies,
                defaults[seat],
                ARMY,
                titles,
                texts=texts,
            )
            for seat, name in enumerate(_ARMIES)
        ]
        return (
            *seats,
            Setting("attacker", "Attacker", "Decided by dice, or chosen here.", _ROLES, "dice"),
            Setting(
                "deployment", "Deployment", "Each player deploys an army, or both armies deploy automatically.",
                ("players", "ready"), "players", labels=("By the players", "Automatic"),
            ),
            Setting(
                "scenery", "Terrain movement",
                "Each side may own a chasm, walking wood, dead fog or fire pit, and try to move it every turn.",
                _OFF_ON, "on",
            ),
            Setting("motives", "Motives", "Each army has a motive worth up to 4 points.", _OFF_ON, "off"),
            Setting("rally", "Generals rally", "Generals may move one square before the morale tests.", _OFF_ON, "off"),
            Setting(
                "priority", "Priority in movement",
                "One roll decides who goes first in the whole turn, or a second roll decides it from the movement on.",
                (SHARED, ROLLED), SHARED, labels=("The initiative roll", "A roll of its own"),
            ),
            Setting(
                "attackers_shoot", "Attackers shoot", "Units that have declared an attack may shoot before the fight.",
                ("no", "yes"), "no",
            ),
        )  # fmt: skip

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Battle:
        """Return a battle with both armies off the board."""
        layouts, ground = self._ground(scenario, options)
        armies = [self.custom_files.army(options[name]) for name in _ARMIES]
        role = _ROLES.index(str(options["attacker"])) - 1
        rules = Rules(armies, layouts, ground, role, Options(**option_values(options, Options.FIELDS)))
        battle = Battle(rules, [], [], Clash(), dice)
        battle.agenda = [setup.BEGIN]
        return battle

    def _ground(self, scenario: Scenario, options: Mapping[str, Value]) -> tuple[list[Layout], int]:
        """Return all layouts, and the number of the one to fight on, or NONE if the defender picks it."""
        if scenario.slug != BATTLE:
            return self.layouts, [layout.key for layout in self.layouts].index(scenario.slug)
        if is_file(options["layout"]):
            return [*self.layouts, self.custom_files.layout(str(options["layout"]))], len(self.layouts)
        return self.layouts, NONE

    def max_decisions(self, battle: Battle) -> int:
        """WAM-Q40: return a bound that follows from the countdown and from the decisions possible in one turn."""
        return 200 + _MAX_TURNS * _DECISIONS_PER_TURN

    def after_load(self, battle: Battle) -> None:
        """Derive the ground and the names of the pieces; the number of a custom layout grows with the layouts."""
        if battle.rules.ground != NONE:
            battle.layout = battle.rules.ground
        battle.update_ground()
        if battle.units:
            battle.muster()

    # ---------------------------------------------------------------- play

    def result(self, battle: Battle) -> Result | None:
        """WAM-Q41: return the places by seat, or None before the end."""
        return Result(battle.places, battle.reason) if battle.over else None

    # ---------------------------------------------------------------- what a seat may know

    def view(self, battle: Battle, seat: int) -> View:
        """Return what a seat may know."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: int, seed: bytes) -> Battle:
        """Return a copy with new dice; nothing else is hidden."""
        return imagine(battle, seat, seed)
