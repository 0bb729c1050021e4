"""Two-unit worlds: units placed by hand on a table, scripted dice, and an activation that runs from its start.

    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90", spread="1 1 2 3 5 5", dice="6 6")
    battle.play("advance 1", "leg 6", "drive 2000")
    assert battle.at("A") == (0, 2, 0)

Places are those of the rules notes: x to the right, y up, in inches, from the middle of the table (or from its lower
left corner with `corner=True`); headings in degrees, 0 upwards and clockwise. A unit is its kind, x, y, heading and
then words: `temporary 2`, `warrior 1`, `trait 6`, `expert 2`, `side 0`, and the marks `mirrored`, `unloaded`, `broken`,
`shield`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import hippodrome as hd
from hippodrome.games.wheelie import Wheelie
from hippodrome.games.wheelie.chariots import chariot_kind_named
from hippodrome.games.wheelie.collisions import NO_LEG
from hippodrome.games.wheelie.deployment import PickEdge
from hippodrome.games.wheelie.sequence import END_TURN, NEW_TURN, NEXT_ACT, SPEND_DIE
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, NO_ID, Rules, Skirmish, Unit, new_activation, new_unit
from hippodrome.games.wheelie.terrain import terrain_kind_named
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.match import Match, Setup

LETTERS = "ABCDEFGH"
MARKS = ("mirrored", "unloaded", "broken", "shield")
E = TypeVar("E", bound=Event)

scripts: list[World] = []
"""The worlds of the running test: none may end it with dice that were never thrown."""


def the_game() -> Wheelie:
    """The game as what it is."""
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
    scenario: str = "sides",
    **units: str,
) -> World:
    """A battle with these units. With a spread, the first of them acts and has rolled it.

    After the spread the battle goes on only if an order is given. With dice and no spread the battle goes on from the
    first in the order or, without one, from the next turn; with neither nobody acts.
    """
    letters = "".join(sorted(units))
    assert letters == LETTERS[: len(letters)], f"units are named A, B, C ..., not {letters}"
    game = the_game()
    match = Match(Setup(game, scenario, game.scenario(scenario).default_seats, {}), TapeDice(seed_from(1)))
    width, depth = size[0] * 1000, size[1] * 1000
    rules = Rules(
        game.scenario_data[scenario], game.kinds, game.terrain_kinds, width, depth, False, False, morale, wrecks, aggressive, limit
    )
    origin = (0, depth) if corner else (width // 2, depth // 2)
    rows = [unit_from(game, number, units[letter], origin) for number, letter in enumerate(letters)]
    state = Skirmish(rules, rows, [], new_activation(LETTERS.index(act), bytes(script(spread))), ScriptDice(script(dice)))
    state.act.die = NO_LEG
    for text in terrain:
        key, x, y, *slant = text.split()
        stuff = terrain_kind_named(game.terrain_kinds, key)
        state.add_piece(stuff.number, across(origin, x), down(origin, y), int(slant[0]) * 10 if slant else 0)
    state.turn = turn
    state.order = tuple([LETTERS.index(letter) for letter in order or act])
    state.edges = (0, 2)
    state.logging = True
    state.agenda = first_steps(bool(spread), bool(dice), bool(order))
    agenda.advance(state)
    match.state = state
    match.events, state.events = state.events, []
    match.replace_dice(state.dice)
    return World(match, origin)


def first_steps(spread: bool, dice: bool, order: bool) -> list[Step]:
    """Where a battle begins; a question that nothing else asks stands for its end."""
    if order:
        return [NEW_TURN, END_TURN, *([NEXT_ACT[1], SPEND_DIE] if spread else [NEXT_ACT[0]])]
    if spread:
        return [PickEdge(0), SPEND_DIE]
    return [NEW_TURN] if dice else [PickEdge(0)]


def across(origin: tuple[int, int], x: str) -> int:
    """An x of the notes as one of the table."""
    return origin[0] + round(float(x) * 1000)


def down(origin: tuple[int, int], y: str) -> int:
    """A y of the notes as one of the table."""
    return origin[1] - round(float(y) * 1000)


def unit_from(game: Wheelie, number: int, text: str, origin: tuple[int, int]) -> Unit:
    """A unit as its text says; sides and seats go by turns."""
    key, x, y, heading, *words = text.split()
    unit = new_unit(number, number % 2, number % 2, chariot_kind_named(game.kinds, key).number, 0)
    unit.put(across(origin, x), down(origin, y), (round(float(heading) * 10) - 900) % 3600)
    unit.status = FIGHTING
    unit.edge = 0 if number % 2 == 0 else 2
    while words:
        word = words.pop(0)
        if word == "unloaded":
            unit.loaded = False
        elif word == "broken":
            unit.status = BROKEN
        elif word in MARKS:
            setattr(unit, word, True)
        elif word == "side":
            unit.side = unit.seat = int(words.pop(0))
        else:
            setattr(unit, word, int(words.pop(0)))
    if unit.permanent == 0:
        unit.permanent = unit.team + unit.driver + unit.warrior
    return unit


def script(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Dice as the rules notes write them: `3 4 | 5 4`; the bars are for the reader."""
    values = dice.replace("|", " ").replace(",", " ").split() if isinstance(dice, str) else dice
    return tuple([int(value) for value in values])


class World:
    """A match with short questions about it. Units go by letter."""

    def __init__(self, match: Match, origin: tuple[int, int]) -> None:
        self.match = match
        self.origin = origin
        scripts.append(self)

    # ---------------------------------------------------------------- playing

    def play(self, *actions: str) -> World:
        """Play actions one after the other."""
        for action in actions:
            self.match.play(action)
        return self

    def leg(self, die: int, first: float, angle: float, second: float) -> World:
        """A whole leg, as the notes write it: (a, angle, b)."""
        self.play(f"leg {die}", f"drive {round(first * 1000)}")
        if self.question == "LegWheel":
            self.play(f"wheel {round(angle * 10)}")
        if self.question == "SecondDrive":
            self.play(f"drive {round(second * 1000)}")
        return self

    def refused(self, action: str) -> hd.Refusal:
        """Why an action is refused, which it must be."""
        refusal = self.match.check(action)
        assert refusal is not None, f"{action!r} is legal"
        return refusal

    def fork(self) -> World:
        """The same battle once more, to be played on in another way."""
        other = World.__new__(World)
        other.match, other.origin = self.match.clone(), self.origin
        return other

    # ---------------------------------------------------------------- questions

    @property
    def state(self) -> Skirmish:
        """The state itself."""
        assert isinstance(self.match.state, Skirmish)
        return self.match.state

    @property
    def question(self) -> str:
        """The name of the question that waits; empty when the battle is over."""
        decision = self.match.decision
        return decision.name if decision is not None else ""

    @property
    def options(self) -> list[str]:
        """What may be answered, the default first."""
        return [action.text for action in self.match.proposals()]

    @property
    def dice_left(self) -> int:
        """Dice of the script that have not been thrown."""
        return self.state.dice.left()

    def unit(self, letter: str) -> Unit:
        """The row of a unit."""
        return self.state.units[LETTERS.index(letter)]

    def at(self, letter: str) -> tuple[float, float, float]:
        """Where a unit stands and faces, as the notes write it, to a thousandth."""
        unit = self.unit(letter)
        x = (int(unit.x) - self.origin[0]) / 1000
        y = (self.origin[1] - int(unit.y)) / 1000
        return x, y, (int(unit.turn) + 900) % 3600 / 10

    def aim(self, letter: str) -> str:
        """At whom a unit aims; empty if at nobody."""
        aim = self.unit(letter).aim
        return LETTERS[aim] if aim != NO_ID else ""

    # ---------------------------------------------------------------- what was told

    def events(self, kind: type[E]) -> list[E]:
        """Everything of one kind that was told."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def told(self) -> list[str]:
        """The names of all events, in order."""
        return [type(event).__name__ for event in self.match.events]

    def purposes(self) -> list[str]:
        """What the dice were thrown for, in order."""
        return [event.purpose for event in self.events(DiceRolled)]


def close(one: tuple[float, ...], other: tuple[float, ...], off: float = 0.0015) -> bool:
    """Whether two places are the same to about a thousandth."""
    return all(abs(a - b) <= off for a, b in zip(one, other, strict=True))
