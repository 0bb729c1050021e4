"""Scripted battles: units placed by hand on a table, with scripted dice, from the start of an activation.

    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90", spread="1 1 2 3 5 5", dice="6 6")
    battle.play("advance 1", "leg 6", "drive 2000")
    assert battle.at("A") == (0, 2, 0)

Positions are the centres of bases in inches, x to the right and y up, from the middle of the table (or from its lower
left corner with `corner=True`); headings are in degrees, 0 upwards and clockwise. A unit is its kind, x, y and heading,
then fields such as `temporary 2`, `warrior 1`, `trait 6`, `expert 2` or `side 0`, and the flags `mirrored`, `unloaded`,
`broken` and `shield`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import pytest

import hippodrome as hd
from hippodrome.games.wheelie import Wheelie
from hippodrome.games.wheelie.chariots import chariot_kind_named
from hippodrome.games.wheelie.collisions import NO_LEG
from hippodrome.games.wheelie.deployment import PickEdge
from hippodrome.games.wheelie.sequence import END_TURN, NEW_TURN, NEXT_ACT, SPEND_DIE
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, NO_ID, Options, Rules, Skirmish, Unit, new_activation
from hippodrome.games.wheelie.terrain import terrain_kind_named
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.match import Match, Setup
from tests.games.scripted_world import LETTERS, ScriptedWorld, consecutive_letters, match_in, parse_dice

FLAGS = ("mirrored", "unloaded", "broken", "shield")


def the_game() -> Wheelie:
    """Return the game of What a Wheelie."""
    game = hd.game("wheelie")
    assert isinstance(game, Wheelie)
    return game


def world(
    *,
    dice: str | Sequence[int] = (),
    spread: str = "",
    size: tuple[int, int] = (72, 72),
    corner: bool = False,
    turn: int = 2,
    terrain: Sequence[str] = (),
    act: str = "A",
    order: str = "",
    morale: bool = True,
    wrecks: bool = False,
    aggressive: bool = False,
    limit: int = 0,
    friends_disperse: str = "yes",
    hit_before_acting: str = "now",
    spare_aim: str = "any",
    scenario: str = "sides",
    **units: str,
) -> World:
    """Return a battle with these units and scripted dice.

    With a spread, the unit `act` has rolled these action dice and spends them; the battle continues after that only if
    an order is given. With dice and no spread, the battle starts with the first unit of the order or, without an order,
    with the next turn. With neither, no unit acts.
    """
    letters = consecutive_letters(units)
    game = the_game()
    width, depth = size[0] * 1000, size[1] * 1000
    options = Options(
        morale=morale, wrecks=wrecks, aggressive="any" if aggressive else "one", limit=limit,
        friends_disperse=friends_disperse, hit_before_acting=hit_before_acting, spare_aim=spare_aim,
    )  # fmt: skip
    rules = Rules(game.scenario_data[scenario], game.kinds, game.terrain_kinds, width, depth, options)
    origin = (0, depth) if corner else (width // 2, depth // 2)
    rows = [unit_from(game, number, units[letter], origin) for number, letter in enumerate(letters)]
    state = Skirmish(
        rules, rows, [], new_activation(LETTERS.index(act), bytes(parse_dice(spread))), ScriptDice(parse_dice(dice))
    )
    state.act.die = NO_LEG
    for text in terrain:
        key, x, y, *slant = text.split()
        kind = terrain_kind_named(game.terrain_kinds, key)
        state.add_piece(kind.number, table_x(origin, x), table_y(origin, y), int(slant[0]) * 10 if slant else 0)
    state.turn = turn
    state.order = tuple([LETTERS.index(letter) for letter in order or act])
    state.edges = (0, 2)
    setup = Setup(game, scenario, game.scenario(scenario).default_seats, {})
    return World(match_in(setup, state), origin).run(*first_steps(bool(spread), bool(dice), bool(order)))


def first_steps(spread: bool, dice: bool, order: bool) -> list[Step]:
    """Return the first steps of a battle in their order; an unused decision, PickEdge, marks its end."""
    if order:
        return [*([SPEND_DIE, NEXT_ACT[1]] if spread else [NEXT_ACT[0]]), END_TURN, NEW_TURN]
    if spread:
        return [SPEND_DIE, PickEdge(0)]
    return [NEW_TURN] if dice else [PickEdge(0)]


def table_x(origin: tuple[int, int], x: str) -> int:
    """Convert an x in inches from the origin to one on the table, in 1/1000 inch."""
    return origin[0] + round(float(x) * 1000)


def table_y(origin: tuple[int, int], y: str) -> int:
    """Convert a y in inches from the origin to one on the table, in 1/1000 inch."""
    return origin[1] - round(float(y) * 1000)


def unit_from(game: Wheelie, number: int, text: str, origin: tuple[int, int]) -> Unit:
    """Return the unit that a text describes; units belong to the two sides and seats in turn."""
    key, x, y, heading, *words = text.split()
    unit = Unit(number, number % 2, number % 2, chariot_kind_named(game.kinds, key).number)
    unit.put(table_x(origin, x), table_y(origin, y), (round(float(heading) * 10) - 900) % 3600)
    unit.status = FIGHTING
    unit.edge = 0 if number % 2 == 0 else 2
    while words:
        word = words.pop(0)
        if word == "unloaded":
            unit.loaded = False
        elif word == "broken":
            unit.status = BROKEN
        elif word in FLAGS:
            setattr(unit, word, True)
        elif word == "side":
            unit.side = unit.seat = int(words.pop(0))
        else:
            setattr(unit, word, int(words.pop(0)))
    if unit.permanent == 0:
        unit.permanent = unit.team + unit.driver + unit.warrior
    return unit


class World(ScriptedWorld[Skirmish]):
    """A battle with short queries. Units are named by letter."""

    state_class = Skirmish

    def __init__(self, match: Match, origin: tuple[int, int]) -> None:
        super().__init__(match)
        self.origin = origin

    def leg(self, die: int, first: float, angle: float, second: float) -> Self:
        """Play a whole leg: a drive, a Wheel and a second drive, in inches and degrees."""
        self.play(f"leg {die}", f"drive {round(first * 1000)}")
        if self.decision == "LegWheel":
            self.play(f"wheel {round(angle * 10)}")
        if self.decision == "SecondDrive":
            self.play(f"drive {round(second * 1000)}")
        return self

    def unit(self, letter: str) -> Unit:
        """Return the unit of a letter."""
        return self.state.units[LETTERS.index(letter)]

    def at(self, letter: str) -> tuple[float, float, float]:
        """Return x, y and heading of a unit in inches and degrees."""
        unit = self.unit(letter)
        x = (int(unit.x) - self.origin[0]) / 1000
        y = (self.origin[1] - int(unit.y)) / 1000
        return x, y, (int(unit.turn) + 900) % 3600 / 10

    def aim(self, letter: str) -> str:
        """Return the letter of the unit's target; empty if it does not aim."""
        aim = self.unit(letter).aim
        return LETTERS[aim] if aim != NO_ID else ""


def is_close(one: tuple[float, ...], other: tuple[float, ...], tolerance: float = 0.0015) -> bool:
    """Return whether two positions are equal to about 1/1000 inch and degree."""
    return one == pytest.approx(other, abs=tolerance)
