"""Two-chariot worlds: chariots placed by hand on a wide open field, scripted dice, and a move that runs from its start.

    race = world(A="boar 0 0 0", B="beastman 6.5 0 0", dice="4 | 4 5 33 | 3")
    race.move("A", "steady", "go")
    assert race.chariot("B").wounds == 2

Places are the middles of bases in inches, x to the right and y up; headings in degrees, 0 to the right and
anticlockwise, as in the rules notes. A chariot is its machine, x, y, heading and then words: `wounds 1`, `steeds 1`,
`moved 7000`, `score 8`, `crew 1` (so many men are left), and the marks `wreck`, `loose`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import hippodrome as hd
from hippodrome.games.races import Races
from hippodrome.games.races.machines import machine_named
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.running import RUN_PLAN
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
    Race,
    Rules,
    new_chariot,
    new_move,
)
from hippodrome.games.races.track import Track, read_track
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.match import Match, Setup

LETTERS = "ABCDEFGH"
E = TypeVar("E", bound=Event)

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

scripts: list[World] = []
"""The worlds of the running test: none may end it with dice that were never thrown."""


def the_game() -> Races:
    """The game as what it is."""
    game = hd.game("races")
    assert isinstance(game, Races)
    return game


def open_track(more: str = "", width: int = 30000) -> Track:
    """The wide field; `more` are outcrops."""
    return read_track(OPEN.replace("width = 30000", f"width = {width}") + more, "field.toml")


def world(
    *,
    dice: str | Sequence[int] = (),
    track: Track | str | None = None,
    phase: int = MOVING,
    count: int = 0,
    laps: int = 1,
    clock: int = 0,
    turn: int = 1,
    wide: bool = True,
    steps: Sequence[Step] = (),
    **chariots: str,
) -> World:
    """A race with these chariots and dice, which waits for nobody: `move`, `phase` and `turns` make it go on."""
    letters = "".join(sorted(chariots))
    assert letters == LETTERS[: len(letters)], f"chariots are named A, B, C ..., not {letters}"
    game = the_game()
    seats = max(2, len(letters))
    match = Match(Setup(game, "oval", seats, {}), TapeDice(seed_from(1)))
    chosen = game.tracks[track] if isinstance(track, str) else track or open_track()
    rules = Rules(chosen, game.machines, game.weapons, game.table, laps, False, clock, 3, False, wide)
    rows = [chariot_from(rules, number, chariots[letter]) for number, letter in enumerate(letters)]
    state = Race(rules, rows, new_move(0), ScriptDice(script(dice)))
    for chariot in rows:
        x, y = state.nose(chariot)
        place = chosen.nearest_progress_anywhere(x, y)
        chariot.progress = place if place <= chosen.lap // 2 else place - chosen.lap
        while chariot.progress > chosen.mark_progress(chariot.marks):
            chariot.marks += 1
    state.turn = turn
    state.phase = phase
    state.number = count
    state.logging = True
    match.state = state
    match.events = []
    state.events = []
    made = World(match)
    if steps:
        made.run(*steps)
    return made


def chariot_from(rules: Rules, number: int, text: str) -> Chariot:
    """A chariot as its text says."""
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


def script(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Dice as the rules notes write them: `4 | 4 5 3 3`; the bars are for the reader."""
    values = dice.replace("|", " ").replace(",", " ").split() if isinstance(dice, str) else dice
    return tuple([int(value) for value in values])


class World:
    """A match with short questions about it. Chariots go by letter."""

    def __init__(self, match: Match) -> None:
        self.match = match
        scripts.append(self)

    # ---------------------------------------------------------------- playing

    def run(self, *steps: Step) -> World:
        """Put steps on the agenda, the first of them to be run first, and go on to the first question."""
        state = self.state
        state.agenda = list(reversed(steps))
        state.over = False
        agenda.advance(state)
        self._collect()
        return self

    def _collect(self) -> None:
        self.match.events.extend(self.state.events)
        self.state.events = []
        if not self.state.over:
            self.match.replace_dice(self.state.dice)

    def move(self, letter: str, *actions: str) -> World:
        """A chariot's move: declaration, plan, and whatever is asked on the way."""
        from hippodrome.games.races.ending import SETTLE

        self.run(BeginMove(LETTERS.index(letter)), SETTLE)
        return self.play(*actions)

    def drive(self, letter: str, distance: float, *plan: tuple[int, int]) -> World:
        """A move of a given distance without declaration or dice for it; plan steps as pairs."""
        state = self.state
        state.move = new_move(LETTERS.index(letter))
        state.move.owed = round(distance * 1000)
        state.move.plan = tuple([number for step in plan for number in step])
        from hippodrome.games.races.ending import SETTLE

        return self.run(RUN_PLAN, SETTLE)

    def phase(self, phase: int) -> World:
        """A whole phase."""
        return self.run(Phase(phase))

    def shoot(self) -> World:
        """The Shooting phase."""
        return self.phase(SHOOTING)

    def fight(self) -> World:
        """The Close Combat phase."""
        return self.phase(FIGHTING)

    def new_turn(self) -> World:
        """The next turn."""
        return self.run(NEW_TURN)

    def play(self, *actions: str) -> World:
        """Play actions one after the other."""
        for action in actions:
            self.match.play(action)
        return self

    def refused(self, action: str) -> hd.Refusal:
        """Why an action is refused, which it must be."""
        refusal = self.match.check(action)
        assert refusal is not None, f"{action!r} is legal"
        return refusal

    def allows(self, action: str) -> bool:
        """Whether an action is legal now."""
        return self.match.check(action) is None

    # ---------------------------------------------------------------- questions

    @property
    def state(self) -> Race:
        """The state itself."""
        assert isinstance(self.match.state, Race)
        return self.match.state

    @property
    def question(self) -> str:
        """The name of the question that waits; empty when there is none."""
        decision = self.match.decision
        return decision.name if decision is not None else ""

    @property
    def ended(self) -> bool:
        """Whether the race is over; it also stops when nothing is left to do in a test."""
        return self.state.reason != RUNNING

    @property
    def asked(self) -> str:
        """The letter of whoever must decide."""
        return LETTERS[self.match.seat]

    @property
    def options(self) -> list[str]:
        """What may be answered, the default first."""
        return [action.text for action in self.match.proposals()]

    @property
    def dice_left(self) -> int:
        """Dice of the script that have not been thrown."""
        return self.state.dice.left()

    def chariot(self, letter: str) -> Chariot:
        """The row of a chariot."""
        return self.state.chariots[LETTERS.index(letter)]

    def at(self, letter: str) -> tuple[float, float, float]:
        """Where a chariot stands and heads, as the notes write it."""
        chariot = self.chariot(letter)
        heading = (-int(chariot.turn)) % 3600 / 10
        return int(chariot.x) / 1000, -int(chariot.y) / 1000, heading

    def gap(self, one: str, other: str) -> float:
        """How far two bases are apart, in inches."""
        return int(self.state.box(self.chariot(one)).gap_ceil(self.state.box(self.chariot(other)))) / 1000

    def body(self, letter: str) -> tuple[int, int, int]:
        """Strength, Toughness and wounds of a chariot."""
        chariot = self.chariot(letter)
        return int(chariot.strength), int(chariot.toughness), int(chariot.wounds)

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


def close(one: tuple[float, ...], other: tuple[float, ...], off: float = 0.02) -> bool:
    """Whether two places are the same to about a fiftieth of an inch or a tenth of a degree."""
    return all(abs(a - b) <= off * 5 for a, b in zip(one, other, strict=True))
