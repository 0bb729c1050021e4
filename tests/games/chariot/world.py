"""Test worlds: a few units on the real map, scripted dice, and a Player-Turn that starts at any phase.

    battle = world({"a": "SD 10,10"}, {"x": "MS 10,9"}, "melee", dice="4")
    battle.play("attack 10,9", "all", "strike")
    assert battle.is_disrupted("x")

Units have letters: a, b, c ... belong to the side that moves first, x, y, z ... to the other. A unit is written as its
type (L1 to L6 for leaders), its hex as column and row, or `off` for off the map, and then its states: `disrupted`,
`panicked`, `fired 2`, `aboard c`, `facing 3`. Actions use letters and hexes too: `board a c`, `go 10,11`.
"""

from __future__ import annotations

from typing import Self

import hippodrome as hd
from hippodrome.games.chariot import Chariot
from hippodrome.games.chariot.deployment import Face
from hippodrome.games.chariot.handicap import NO_HANDICAP
from hippodrome.games.chariot.options import Options
from hippodrome.games.chariot.scenarios import OrderOfBattle, read_orders
from hippodrome.games.chariot.sequence import NEW_TURN_STEP, PLAYER_TURN_STEPS
from hippodrome.games.chariot.state import ELIMINATED, EXITED, OFF_MAP, Battle, Rules, with_value
from hippodrome.games.chariot.strength import ILLEGAL, attack_strength, defence_strength, melee_column
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.match import Match, Setup
from tests.games.scripted_world import ScriptedWorld, match_in, parse_dice

PHASES = ("chariot", "chariot fire", "fire", "move", "move fire", "melee", "recovery")
END = "Face"  # the decision that marks the end of the Player-Turn
LOCATIONS = {OFF_MAP: "off", ELIMINATED: "lost", EXITED: "left"}
Forces = dict[str, str]


def the_game() -> Chariot:
    """Return the game, as its own class."""
    game = hd.game("chariot")
    assert isinstance(game, Chariot)
    return game


def force_text(game: Chariot, forces: Forces) -> tuple[str, str]:
    """Return the units and leaders of a side as a scenario writes them."""
    keys = [text.split()[0] for text in forces.values()]
    units = [f"{keys.count(kind.key)}{kind.key}" for kind in game.kinds[:UNIT_TYPES] if kind.key in keys]
    leaders = [f"{keys.count(kind.key)}x{kind.level}" for kind in game.kinds[UNIT_TYPES:] if kind.key in keys]
    return " ".join(units), " ".join(leaders)


def make_scenario(
    game: Chariot, sides: list[Forces], stacking: tuple[int, int], victory: str, edges: str, flat: bool, leaders: bool,
    turns: int, panic: tuple[int, int], at_once: bool, chariots: tuple[int, int],
) -> OrderOfBattle:  # fmt: skip
    """Return a scenario made for the test."""
    text = f"""[[scenario]]
key = "test"
number = "4.0"
title = "Test"
date = "today"
goal = "none"
note = "none"
turns = {turns}
flat = {str(flat).lower()}
leaders = {str(leaders).lower()}
[scenario.victory]
{victory}
"""
    for side, forces in enumerate(sides):
        units, commanders = force_text(game, forces)
        text += f"""[[scenario.side]]
name = "{("Ours", "Theirs")[side]}"
deploys = {side + 1}
moves = {side + 1}
stacking = {stacking[side]}
panic = {panic[side]}
chariots = {chariots[side]}
edges = {edges if side == 0 else "[]"}
at_once = {str(at_once).lower()}
[[scenario.side.group]]
zones = ["D-9"]
force = "{units}"
leaders = "{commanders}"
"""
    return read_orders(text, game.kinds, game.ground)[0]


def world(
    ours: Forces,
    theirs: Forces,
    phase: str = "move",
    *,
    dice: str = "",
    number: int = 3,
    stacking: tuple[int, int] = (3, 3),
    victory: str = 'rule = "hold"\nhexes = ["D"]',
    edges: str = "[]",
    at_once: bool = False,
    flat: bool = False,
    leaders: bool = True,
    turns: int = 10,
    panic_levels: tuple[int, int] = (0, 0),
    chariots: tuple[int, int] = (9, 9),
    options: str = "",
    handicap: str = NO_HANDICAP,
    continues: bool = False,
) -> World:
    """Return a battle with these units at the start of a phase in the first side's Player-Turn.

    `options` names the options that are on, and after "no_" those that are off; the others have their defaults.
    After the Player-Turn the decision END waits, which nothing else asks, unless the battle continues.
    """
    game = the_game()
    order = make_scenario(
        game, [ours, theirs], stacking, victory, edges, flat, leaders, turns, panic_levels, at_once, chariots
    )
    values = {word.removeprefix("no_"): not word.startswith("no_") for word in options.split()}
    chosen = Options(turns, handicap=handicap, **values)
    state = Battle(Rules(order, game.kinds, game.combat, chosen), ScriptDice(parse_dice(dice)))
    ids = place_units(game, state, ours, theirs, number)
    state.number, state.turn, state.side = number, (number + 1) // 2, (number + 1) % 2
    if not leaders:
        state.controlled = bytes([1]) * state.rules.count
    last: Step = NEW_TURN_STEP if continues else Face(0)
    match = match_in(Setup(game, "rome", 2, {}), state)
    return World(match, ids).run(*PLAYER_TURN_STEPS[PHASES.index(phase) : -1], last)


def place_units(game: Chariot, state: Battle, ours: Forces, theirs: Forces, number: int) -> dict[str, int]:
    """Place every unit as its text says; return the unit numbers by letter."""
    ids: dict[str, int] = {}
    for side, forces in enumerate((ours, theirs)):
        for kind in game.kinds:
            same = [letter for letter, text in forces.items() if text.split()[0] == kind.key]
            units = [unit for unit in state.units_of(side) if state.rules.initial_kinds[unit] == kind.number]
            ids.update(zip(same, units, strict=True))
    for letter, text in (ours | theirs).items():
        place_unit(state, ids, ids[letter], text.split()[1:], number)
    return ids


def place_unit(state: Battle, ids: dict[str, int], unit: int, words: list[str], number: int) -> None:
    """Set the hex and the states of one unit."""
    place = words.pop(0)
    if place != "off":
        state.set_hex(unit, hex_at(place))
        state.take_control(state.hexes[unit], state.rules.sides[unit])
    while words:
        word = words.pop(0)
        if word == "disrupted":
            state.disrupted = with_value(state.disrupted, unit, number - 1)
        elif word == "panicked":
            state.panicked = with_value(state.panicked, unit, 1)
            state.panic = state.rules.sides[unit]
        elif word == "fired":
            state.fired = with_value(state.fired, unit, int(words.pop(0)))
        elif word == "facing":
            state.facing = with_value(state.facing, unit, int(words.pop(0)))
        elif word == "aboard":
            state.aboard = with_value(state.aboard, unit, ids[words.pop(0)] + 1)
            state.rode = with_value(state.rode, unit, number)
        else:
            raise ValueError(word)


def hex_at(text: str) -> int:
    """Return the hex at a column and row, written "10,11"."""
    column, row = text.split(",")
    hex = the_game().ground.hexes.at(int(column), int(row))
    assert hex >= 0, text
    return hex


class World(ScriptedWorld[Battle]):
    """A battle with short queries. Units are named by letter and hexes by coordinates."""

    state_class = Battle

    def __init__(self, match: Match, ids: dict[str, int]) -> None:
        super().__init__(match)
        self.ids = ids

    def action_text(self, action: str) -> str:
        """Return an action with unit numbers and hexes instead of letters and coordinates."""
        words = action.split()
        arguments = [str(hex_at(word)) if "," in word else str(self.ids.get(word, word)) for word in words[1:]]
        return " ".join([words[0], *arguments])

    def walk(self, letter: str, *places: str) -> Self:
        """Move a unit along these hexes; it stops at the last."""
        self.play(f"move {letter}", *[f"go {place}" for place in places])
        if self.decision == "Go":
            self.play("stop")
        return self

    def legal(self, verb: str) -> set[str]:
        """Return the legal first arguments of a verb, as letters or coordinates."""
        step = self.state.agenda[-1]
        names = {str(number): letter for letter, number in self.ids.items()}
        hexes = self.state.rules.ground.hexes
        arguments = set()
        for option in step.options(self.state):
            if option.verb == verb:
                values = option.params[0].suggestions() if option.params else ()
                for value in values:
                    is_hex = verb in ("go", "aim", "attack", "also", "place", "flee")
                    arguments.add(f"{hexes.column[value]},{hexes.row[value]}" if is_hex else names[str(value)])
        return arguments

    def at(self, letter: str) -> str:
        """Return where a unit is: column and row, or off, lost, left."""
        hex = self.state.hexes[self.ids[letter]]
        hexes = self.state.rules.ground.hexes
        return LOCATIONS[hex] if hex < 0 else f"{hexes.column[hex]},{hexes.row[hex]}"

    def is_disrupted(self, letter: str) -> bool:
        """Return whether a unit is disrupted."""
        return self.state.disrupted[self.ids[letter]] > 0

    def level(self, letter: str) -> int:
        """Return the level of a leader; 0 if the leader is lost."""
        return self.state.kind(self.ids[letter]).level if self.at(letter) != "lost" else 0

    def points_left(self, letter: str) -> float:
        """Return the Movement Points a unit has left."""
        unit = self.ids[letter]
        return (int(self.state.allowance(unit)) - self.state.spent[unit]) / 2

    def rider(self, letter: str) -> str:
        """Return the chariot a unit is aboard; empty if it is on foot."""
        chariot = self.state.aboard[self.ids[letter]] - 1
        return {number: name for name, number in self.ids.items()}.get(chariot, "")

    def attack(self, letters: str, *targets: str) -> float:
        """Return the strength with which units attack hexes."""
        units, hexes = self.group(letters), tuple([hex_at(target) for target in targets])
        return int(attack_strength(self.state, units, hexes)) / 16

    def defence(self, target: str, letters: str) -> float:
        """Return the strength of a hex against some units."""
        return int(defence_strength(self.state, hex_at(target), self.group(letters))) / 16

    def odds(self, letters: str, *targets: str) -> str:
        """Return the odds of an attack; empty if it is not allowed."""
        column = melee_column(self.state, self.group(letters), tuple([hex_at(target) for target in targets]))
        return self.state.rules.table.columns[column] if column != ILLEGAL else ""

    def group(self, letters: str) -> list[int]:
        """Return the numbers of some units."""
        return [self.ids[letter] for letter in letters]
