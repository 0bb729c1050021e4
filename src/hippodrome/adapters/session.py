"""What all doors share: a game set up for learning programs (Door), and a match played through it (Play).

A program plays numbers instead of actions and sees vectors instead of views. A decision that leaves no choice is
taken without asking anybody; a question to several seats is put to one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import hippodrome
from hippodrome.adapters.action_encoding import Numbering
from hippodrome.adapters.action_ranges import VERBS
from hippodrome.adapters.observation import Vector
from hippodrome.adapters.observation_layouts import LAYOUTS
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.game import Result, Value
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State
from hippodrome.kit.svg_renderer import svg

Mask = NDArray[np.int8]


class Door:
    """A game, a scenario, seats and options, with the numbers of their actions and the layout of their views."""

    def __init__(
        self,
        slug: str,
        scenario: str | None = None,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.game = hippodrome.game(slug)
        if slug not in VERBS:
            raise ValueError(f"{self.game.title} has no door for learning programs; there are: {', '.join(VERBS)}")
        chosen = self.game.scenario(scenario) if scenario is not None else self.game.scenarios()[0]
        self.setup = Setup(self.game, chosen.slug, chosen.default_seats if seats is None else seats, options or {})
        self.seats = self.setup.seats
        self.numbering = Numbering(VERBS[slug])
        self.layout = LAYOUTS[slug](self.game)

    @property
    def actions(self) -> int:
        """How many numbers there are for actions."""
        return self.numbering.size

    def start(self, dice: Dice) -> State:
        """Return a state whose first steps lie on the agenda; nothing has been thrown yet."""
        return self.setup.start(dice)


class Play:
    """A match played by numbers. `numbers` has what the seat that must decide may do, by number."""

    def __init__(self, door: Door, state: State) -> None:
        """Take over a state, and go on to its first decision."""
        self.door = door
        self.state = state
        self.seat = SPECTATOR
        self.numbers: dict[int, Action] = {}
        self.decisions = 0
        agenda.advance(state)
        self.settle()

    def settle(self) -> None:
        """Go on to the next decision with a choice in it."""
        state = self.state
        while state.agenda:
            actions = agenda.proposals(state)
            self.seat = agenda.seats(state)[0]
            if len(actions) > 1:
                self.numbers = self.door.numbering.numbered(actions)
                return
            self.play(actions[0])
        self.seat = SPECTATOR
        self.numbers = {}

    def play(self, action: Action) -> None:
        """Play a legal action for the seat that must decide, and do not look further."""
        agenda.act(self.state, action, self.seat)
        self.decisions += 1

    def take(self, number: int) -> None:
        """Play the action with this number; ValueError if it is not offered."""
        action = self.numbers.get(number)
        if action is None:
            raise ValueError(self.refusal(number))
        self.play(action)
        self.settle()

    def refusal(self, number: int) -> str:
        """Why a number cannot be played now, and what can."""
        if not self.numbers:
            return "The match is over. Nothing more can be played."
        offered = ", ".join([f"{known} ({action.text})" for known, action in sorted(self.numbers.items())])
        return f"{number} ({self.door.numbering.meaning(number)}) is not offered now. Offered: {offered}."

    # ---------------------------------------------------------------- what a seat sees

    def vector(self, seat: int) -> Vector:
        """What a seat may know, as numbers from 0 to 1."""
        return self.door.layout.vector(self.door.game.view(self.state, seat))

    def mask(self, seat: int) -> Mask:
        """1 for every number that a seat may play now; all 0 while it waits."""
        found: Mask = np.zeros(self.door.actions, np.int8)
        if seat == self.seat:
            found[list(self.numbers)] = 1
        return found

    def text(self, seat: int = SPECTATOR) -> str:
        """Return the board in words."""
        return self.door.game.describe(self.door.game.view(self.state, seat))

    def svg(self, seat: int = SPECTATOR) -> str:
        """Return the board as a picture."""
        asked = agenda.decision(self.state)
        mine = asked if asked is not None and (seat in asked.seats or not asked.secret) else None
        return svg(self.door.game.scene(self.door.game.view(self.state, seat), mine))

    def picture(self, mode: str | None, seat: int = SPECTATOR) -> str | None:
        """Return the board as a render mode wants it, "ansi" or "svg"; nothing without one."""
        if mode is None:
            return None
        return self.svg(seat) if mode == "svg" else self.text(seat)

    def imagined(self, seat: int, seed: bytes) -> State:
        """Return a copy of the state as a seat may imagine it, for programs with an eye of their own."""
        found: State = self.door.game.imagine(self.state, seat, seed)
        return found

    # ---------------------------------------------------------------- the end

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.state.agenda

    @property
    def result(self) -> Result | None:
        """Places and reason; None while the match goes on."""
        return self.door.game.result(self.state)

    def returns(self) -> list[float]:
        """What each seat has won, from -1 to 1: all 0 while the match goes on."""
        found = self.result
        return [0.0] * self.door.seats if found is None else shares(found.places)


def shares(places: tuple[int, ...]) -> list[float]:
    """Return the places of a match as points: for each rival left behind 1, for each one ahead -1, by the number
    of rivals.
    """
    rivals = max(len(places) - 1, 1)
    return [sum([(other > mine) - (other < mine) for other in places]) / rivals for mine in places]


RENDER: Final[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 2}
"""How environments can show a board: in words, or as a picture."""
