"""Scripted races: chariots placed by hand on a wide open field, with scripted dice.

    race = world(A="boar 0 0 0", B="beastman 6.5 0 0", dice="4 | 4 5 33 | 3")
    race.start_move("A", "steady", "go")
    assert race.chariot("B").wounds == 2

Positions are the centres of bases in inches, x to the right and y up; headings are in degrees, 0 to the right and
anticlockwise. A chariot is its machine, x, y and heading, then fields such as `wounds 1`, `steeds 1`, `moved 7000` or
`score 8`, `crew 1` for the number of men left, and the flags `wreck` and `loose`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import pytest

import hippodrome as hd
from hippodrome.games.races import Races
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.machines import machine_named
from hippodrome.games.races.plan_execution import RUN_PLAN
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.sequence import NEW_TURN, Phase
from hippodrome.games.races.state import (
    FIGHTING,
    LOOSE,
    MOVING,
    RACING,
    RUNNING,
    SHOOTING,
    WRECK,
    Chariot,
    MoveInProgress,
    Options,
    Race,
    Rules,
    new_chariot,
)
from hippodrome.games.races.track import Track, read_track
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice
from hippodrome.kit.match import Setup
from tests.games.scripted_world import LETTERS, ScriptedWorld, consecutive_letters, match_in, parse_dice

FIELD = """
key = "field"
title = "Field"
text = "A road so wide that nothing is near."
laps = 1
usual = 2
ground = "sand"
width = 30000
start = [0, 0]
heading = 0
checkpoints = [200000]
"""
STRAIGHT = """
[[piece]]
kind = "straight"
length = {}
left = "wall"
right = "wall"
"""
BEND = """
[[piece]]
kind = "bend"
side = "left"
radius = {}
angle = 1800
left = "wall"
right = "wall"
"""
OPEN = FIELD + STRAIGHT.format(100000) + BEND.format(40000) + STRAIGHT.format(200000) + BEND.format(40000)
OPEN += STRAIGHT.format(100000)


def the_game() -> Races:
    """Return the game of Chariot Races."""
    game = hd.game("races")
    assert isinstance(game, Races)
    return game


def open_track(more: str = "", width: int = 30000) -> Track:
    """Return the wide open field; `more` is the text of outcrops."""
    return read_track(OPEN.replace("width = 30000", f"width = {width}") + more, "field.toml")


def world(
    *,
    dice: str | Sequence[int] = (),
    track: Track | str | None = None,
    phase: int = MOVING,
    count: int = 0,
    laps: int = 1,
    clock: bool = False,
    turn: int = 1,
    wide: bool = True,
    wrecks: str = "stay",
    steps: Sequence[Step] = (),
    **chariots: str,
) -> World:
    """Return a race with these chariots and dice; it waits until a move, phase or turn is started."""
    letters = consecutive_letters(chariots)
    game = the_game()
    seats = max(2, len(letters))
    race_track = game.tracks[track] if isinstance(track, str) else track or open_track()
    rules = Rules(
        race_track, game.machines, game.weapons, game.table, Options(laps, clock, wagon=3 if wide else 2, wrecks=wrecks)
    )
    rows = [chariot_from(rules, number, chariots[letter]) for number, letter in enumerate(letters)]
    state = Race(rules, rows, MoveInProgress(0), ScriptDice(parse_dice(dice)))
    for chariot in rows:
        x, y = state.nose(chariot)
        place = race_track.nearest_progress_anywhere(x, y)
        chariot.progress = place if place <= race_track.lap // 2 else place - race_track.lap
        while chariot.progress > race_track.mark_progress(chariot.marks):
            chariot.marks += 1
    state.turn = turn
    state.phase = phase
    state.number = count
    created = World(match_in(Setup(game, "oval", seats, {}), state))
    return created.run(*steps) if steps else created


def chariot_from(rules: Rules, number: int, text: str) -> Chariot:
    """Return the chariot that a text describes."""
    key, x, y, heading, *words = text.split()
    machine = machine_named(rules.machines, key)
    chariot = new_chariot(number, machine, rules.steeds_of(machine), rules.crew_of(machine))
    chariot.move_to(round(float(x) * 1000), -round(float(y) * 1000), round(-float(heading) * 10) % 3600)
    chariot.status = RACING
    while words:
        word = words.pop(0)
        if word == "wreck":
            chariot.status = WRECK
        elif word == "loose":
            chariot.status, chariot.crew = LOOSE, ()
        elif word == "crew":
            chariot.crew = chariot.crew[: int(words.pop(0))]
        else:
            setattr(chariot, word, int(words.pop(0)))
    return chariot


class World(ScriptedWorld[Race]):
    """A race with short queries. Chariots are named by letter."""

    state_class = Race

    def start_move(self, letter: str, *actions: str) -> Self:
        """Start a chariot's move and play actions: the declaration, the plan and what follows."""
        self.run(BeginMove(LETTERS.index(letter)), SETTLE)
        return self.play(*actions)

    def run_plan(self, letter: str, distance: float, *plan: tuple[int, int]) -> Self:
        """Run a plan of (step, amount) pairs with a given distance, without a declaration."""
        state = self.state
        state.move = MoveInProgress(LETTERS.index(letter))
        state.move.owed = round(distance * 1000)
        state.move.plan = tuple([number for step in plan for number in step])
        return self.run(RUN_PLAN, SETTLE)

    def run_phase(self, phase: int) -> Self:
        """Run a phase."""
        return self.run(Phase(phase))

    def run_shooting(self) -> Self:
        """Run the Shooting phase."""
        return self.run_phase(SHOOTING)

    def run_close_combat(self) -> Self:
        """Run the Close Combat phase."""
        return self.run_phase(FIGHTING)

    def start_turn(self) -> Self:
        """Start the next turn."""
        return self.run(NEW_TURN)

    @property
    def is_over(self) -> bool:
        """True once the race has a result; a test may run out of steps before that."""
        return self.state.reason != RUNNING

    def chariot(self, letter: str) -> Chariot:
        """Return the chariot of a letter."""
        return self.state.chariots[LETTERS.index(letter)]

    def at(self, letter: str) -> tuple[float, float, float]:
        """Return x, y and heading of a chariot in inches and degrees."""
        chariot = self.chariot(letter)
        heading = (-int(chariot.turn)) % 3600 / 10
        return int(chariot.x) / 1000, -int(chariot.y) / 1000, heading

    def gap(self, one: str, other: str) -> float:
        """Return the gap between two bases in inches."""
        return int(self.state.box(self.chariot(one)).gap_ceil(self.state.box(self.chariot(other)))) / 1000

    def body(self, letter: str) -> tuple[int, int, int]:
        """Return Strength, Toughness and wounds of a chariot."""
        chariot = self.chariot(letter)
        return int(chariot.strength), int(chariot.toughness), int(chariot.wounds)


def is_close(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two positions are equal to a tenth of an inch and of a degree."""
    return one == pytest.approx(other, abs=0.1)
