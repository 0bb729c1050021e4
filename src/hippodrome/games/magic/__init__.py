"""War in the Age of Magic: a fantasy battle on squares, with points, dice, magic, morale and a countdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from hippodrome.games.magic import (
    casualties,
    characters,
    fighting,
    learning,
    morale,
    movement,
    scene,
    sequence,
    setup,
    shooting,
    spells,
    victory,
    withdrawal,
)
from hippodrome.games.magic.armies import Army, Costs, read_army
from hippodrome.games.magic.custom_files import ARMY, LAYOUT, CustomFiles, army_samples
from hippodrome.games.magic.description import describe
from hippodrome.games.magic.drawing import board_layer, terrain_layer
from hippodrome.games.magic.evaluation import feature_differences, win_chance
from hippodrome.games.magic.events import (
    AttackerWon,
    DefenderWon,
    Destroyed,
    FightDrawn,
    GeneralLed,
    Killed,
    MonsterFell,
    MoraleFailed,
    SideBroke,
    SpellCast,
    Struck,
    Trapped,
    Unbound,
)
from hippodrome.games.magic.handles import SPELL_VERBS, SQUARE_SPELLS, SQUARE_VERBS
from hippodrome.games.magic.invariants import find_violations
from hippodrome.games.magic.kinds import MAGICIAN
from hippodrome.games.magic.layouts import GROUND_NAMES, SCENERY, Layout, read_layouts
from hippodrome.games.magic.outcomes import assumed_answer, classify_outcome, exact_odds, prepared_odds
from hippodrome.games.magic.state import (
    BY_MORALE,
    BY_PURSUIT,
    BY_REPULSE,
    BY_SHOOTING,
    FIGHT_COUNT,
    NONE,
    Battle,
    Clash,
    Options,
    Rules,
    Unit,
)
from hippodrome.games.magic.victory import points_of
from hippodrome.games.magic.view import imagine, piece_name, view
from hippodrome.games.magic.warnings import warning
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.custom_files import CustomFileKind, is_file
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.scene import FACTIONS, Layer, Scene

_STEPS: list[type[Step]] = [
    setup.Begin, setup.PickLayout, setup.PlaceScenery, setup.LayScenery, setup.Deploy, sequence.EnterPhase,
    sequence.NewTurn, characters.CharacterPhase,
    spells.Cast, spells.Unbind, spells.SpellWorks, movement.BeginMovement, movement.MoveNext, movement.TryAttack,
    movement.MoveUnit, movement.SecondRoll, movement.EndMovement, shooting.Aim, shooting.Volleys, fighting.NextFight,
    fighting.BeginFight, fighting.LeadAttack, fighting.RollFight, fighting.SettleFight, casualties.Suffer,
    casualties.Allot, casualties.Saves, casualties.LoseBases, casualties.FallenMonsters, withdrawal.Withdraw,
    withdrawal.Pursuit, withdrawal.Advance, morale.RallyGeneral, morale.Morale, victory.CheckBreak, victory.Countdown,
]  # fmt: skip

_OFF_ON: tuple[str, ...] = ("off", "on")
_ROLES: tuple[str, ...] = ("dice", "Red", "White")
BATTLE = "battle"
_ARMIES: Final = ("army_red", "army_white")
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

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "magic"
        self.title = "War in the Age of Magic"
        self.tagline = (
            "Two fantasy armies on a board of squares: mass your troops, charge, cast spells and beat the countdown."
        )
        self.length = "45 to 90 minutes"
        self.lineups = _LINEUPS
        self.symbols = texts.get("symbols.svg", "")
        self.costs = Costs(texts["data/costs.toml"])
        self.layouts: list[Layout] = read_layouts(texts["data/layouts.toml"], "data/layouts.toml")
        self.armies: dict[str, Army] = {}
        for name in sorted(texts):
            if name.startswith("data/armies/"):
                army = read_army(texts[name], name)
                self.armies[army.key] = army
        self.custom_files = CustomFiles(self.armies, self.costs, army_samples(texts, "data/armies/"), self.layouts)
        self._board_layers: dict[tuple[int, int], Layer] = {}  # by size, drawn when first needed
        self._terrain_layers: dict[str, Layer] = {}  # by key

    # ---------------------------------------------------------------- custom files

    def custom_file_kinds(self) -> list[CustomFileKind]:
        """Return the kinds of custom files: armies and layouts."""
        return self.custom_files.kinds

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
        titles = tuple([army.title for army in self.armies.values()])
        seats = [
            Setting(name, f"{FACTIONS[seat]}'s army", _army_text(self.armies), armies, armies[seat], ARMY, titles)
            for seat, name in enumerate(_ARMIES)
        ]
        return (
            *seats,
            Setting("attacker", "Attacker", "Decided by dice, or chosen here.", _ROLES, "dice"),
            Setting(
                "deployment", "Deployment", "Each player deploys an army, or both armies deploy automatically.",
                ("players", "ready"), "players", labels=("By the players", "Automatic"),
            ),
            Setting("scenery", "Special scenery", "Each side may place scenery that can move.", _OFF_ON, "off"),
            Setting("motives", "Motives", "Each army has a motive worth up to 4 points.", _OFF_ON, "off"),
            Setting("rally", "Generals rally", "Generals may move one square before the morale tests.", _OFF_ON, "off"),
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

    def _layout_of(self, view: View) -> Layout:
        """Return the layout of a view; the view itself carries the text of a custom one."""
        source = str(view.table["ground"])
        return self.custom_files.layout(source) if source else self.layouts[view.table["layout"]]

    def steps(self) -> dict[str, type[Step]]:
        """Return every step class by name."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, battle: Battle) -> int:
        """WAM-Q40: return a bound that follows from the countdown and from the decisions possible in one turn."""
        return 200 + _MAX_TURNS * _DECISIONS_PER_TURN

    def after_load(self, battle: Battle) -> None:
        """Derive the ground and the names of the pieces."""
        battle.update_ground()
        if battle.units:
            battle.muster()

    # ---------------------------------------------------------------- play

    def result(self, battle: Battle) -> Result | None:
        """WAM-Q41: return the places by seat, or None before the end."""
        return Result(battle.places, battle.reason) if battle.over else None

    def value(self, battle: Battle, seat: int) -> int:
        """Return the chance that a seat wins, in thousandths, from points, bases and the distance from breaking."""
        return win_chance(battle, seat)

    def features(self, battle: Battle, seat: int) -> list[int]:
        """Return the features of a seat minus those of its enemy."""
        return feature_differences(battle, seat)

    def round_number(self, battle: Battle) -> int:
        """Return the turn."""
        return int(battle.turn)

    # ---------------------------------------------------------------- what a seat may know

    def view(self, battle: Battle, seat: int) -> View:
        """Return what a seat may know."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: int, seed: bytes) -> Battle:
        """Return a copy with new dice; nothing else is hidden."""
        return imagine(battle, seat, seed)

    # ---------------------------------------------------------------- pictures and texts

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view, with handles for the decision."""
        layout = self._layout_of(view)
        size = (layout.squares.columns, layout.squares.rows)
        if size not in self._board_layers:
            self._board_layers[size] = board_layer(layout.squares)
        if layout.source:
            return scene.draw(
                [self._board_layers[size], terrain_layer(layout)], layout, self.words, view, decision, self.symbols
            )
        if layout.key not in self._terrain_layers:
            self._terrain_layers[layout.key] = terrain_layer(layout)
        ground = [self._board_layers[size], self._terrain_layers[layout.key]]
        return scene.draw(ground, layout, self.words, view, decision, self.symbols)

    def describe(self, view: View) -> str:
        """Return the text description of a view."""
        return describe(self._layout_of(view), view)

    def field_text(self, battle: Battle, name: str, value: object) -> str:
        """Return a field of an event as text: pieces, squares and grounds by name."""
        if isinstance(value, int):
            if name in ("unit", "victim"):
                return piece_name(battle, value) if value >= 0 else "none"
            if name in ("square", "target"):
                return battle.board.name[value]
            if name == "layout":
                return self.layouts[value].title
            if name == "ground":
                return GROUND_NAMES[value]
            if name == "spell":
                return spells.SPELL_NAMES[value]
            if name in ("dice", "answer"):
                return "1 die" if value == 1 else f"{value} dice"
        return super().field_text(battle, name, value)

    def partial_label(self, battle: Battle, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with pieces and squares by name; arguments not yet chosen are "…"."""
        if verb == "pass" and battle.agenda and isinstance(battle.agenda[-1], setup.PlaceScenery):
            return "No scenery"
        template = self.words.labels[verb]
        if verb == "move" and args and 0 <= args[0] < len(battle.units):
            template = template.replace("{1}", battle.board.name[battle.units[args[0]].square])
        if verb in SPELL_VERBS and args and is_only_magician(battle, args[0]):
            template = template.removeprefix("{0}: ")
        for place, value in enumerate(args):
            template = template.replace("{" + str(place) + "}", self._argument_text(battle, verb, place, value))
        for place in range(len(args), 2):
            template = template.replace("{" + str(place) + "}", "…")
        return template

    def _argument_text(self, battle: Battle, verb: str, place: int, value: int) -> str:
        """Return one argument of an action as text."""
        is_second = place == 1
        if verb in SQUARE_VERBS or (is_second and verb in SQUARE_SPELLS):
            return battle.board.name[value] if 0 <= value < battle.board.size else str(value)
        if verb == "layout":
            return self.layouts[value].title if 0 <= value < len(self.layouts) else str(value)
        if verb == "scenery":
            return GROUND_NAMES[SCENERY[value]] if 0 <= value < len(SCENERY) else str(value)
        return battle.names[value] if 0 <= value < len(battle.names) else str(value)

    def warning(self, battle: Battle, seat: int, action: Action) -> str:
        """Return a warning before a general leads an attack, or before a chance to attack is given up."""
        return warning(battle, seat, action)

    # ---------------------------------------------------------------- the laboratory

    def exact_odds(self, battle: Battle, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of a fight, of shots, of a pursuit or of morale."""
        return exact_odds(battle, action)

    def prepared_odds(self, battle: Battle, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of the fight that an attack leads to."""
        return prepared_odds(battle, action)

    def assumed_answer(self, battle: Battle) -> Action | None:
        """Return the default for small decisions that follow an action."""
        return assumed_answer(battle)

    def classify_outcome(self, battle: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of a fight, spell, strike, shot, movement roll, save or morale test."""
        return classify_outcome(battle, action, seat, events)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """Return turns, fights, bases lost by cause, and points."""
        tally = battle.tally
        statistics = {"turns": int(battle.turn), "fights": tally[FIGHT_COUNT], "shooting": tally[BY_SHOOTING]}
        statistics |= {"in fights": tally[1], "in pursuit": tally[BY_PURSUIT], "in repulse": tally[BY_REPULSE]}
        statistics |= {
            "to morale": tally[BY_MORALE],
            "attacker won": int(battle.places[battle.attacker] < battle.places[1 - battle.attacker]),
        }
        for seat in range(2):
            statistics[f"points {FACTIONS[seat]}"] = int(points_of(battle, seat))
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the names of events for statistics, with their texts."""
        return {kind.__name__: words for kind, words in _COUNTED_EVENTS}

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self)

    def invariants(self, battle: Battle) -> list[str]:
        """Return a sentence for every violated invariant."""
        return find_violations(battle)

    def fuzz_actions(self) -> list[str]:
        """Return every piece of scenery, and every action without arguments."""
        bare = [verb for verb, label in self.words.labels.items() if "{0}" not in label]
        return [*[f"scenery {kind}" for kind in range(len(SCENERY))], *bare]


def is_only_magician(battle: Battle, id: int) -> bool:
    """Return whether a piece is the only magician of its side on the board, so that labels need not name it."""
    if not 0 <= id < len(battle.units):
        return False
    side = battle.units[id].side
    return [int(unit.id) for unit in battle.units if is_magician(unit, side)] == [id]


def is_magician(unit: Unit, side: int) -> bool:
    """Return whether a piece is a magician of a side on the board."""
    return unit.side == side and unit.kind == MAGICIAN and unit.square != NONE


def _army_text(armies: dict[str, Army]) -> str:
    """Return the first sentence about each army."""
    return " ".join([f"{army.title}: {army.text.partition('. ')[0].rstrip('.')}." for army in armies.values()])


_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (AttackerWon, "fights won by the attacker"),
    (DefenderWon, "fights won by the defender"),
    (FightDrawn, "fights drawn"),
    (Trapped, "groups that could not retire"),
    (SpellCast, "spells cast"),
    (Unbound, "spells unbound"),
    (Struck, "strikes that hit"),
    (GeneralLed, "attacks led by a general"),
    (MonsterFell, "monsters killed"),
    (MoraleFailed, "morale tests failed"),
    (Destroyed, "units destroyed"),
    (Killed, "characters killed"),
    (SideBroke, "armies broken"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Magic(texts)
