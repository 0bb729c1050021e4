"""The part that all interfaces share: a game configured for learning agents, and a match played through it.

An agent plays numbers instead of actions and sees vectors instead of views. A decision with only one action is played
without asking the agent; a decision of several seats is asked one seat after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import hippodrome
from hippodrome.adapters.action_encoding import ActionEncoding
from hippodrome.adapters.observation import ObservationLayout, Vector
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.game import Result, Value
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State
from hippodrome.kit.svg_renderer import svg

Mask = NDArray[np.int8]


class EnvironmentConfig:
    """A game, scenario, seats and options, with the encoding of its actions and the layout of its observations."""

    def __init__(
        self,
        slug: str,
        scenario: str | None = None,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        """Use the game's first scenario, its default seats and options unless given; raise ValueError if invalid."""
        self.game = hippodrome.game(slug)
        tables = self.game.analysis.learning_tables()
        chosen = self.game.scenario(scenario) if scenario is not None else self.game.scenarios()[0]
        self.setup = Setup(self.game, chosen.slug, chosen.default_seats if seats is None else seats, options or {})
        self.seats = self.setup.seats
        self.action_encoding = ActionEncoding(tables.action_ranges)
        self.observation_layout = ObservationLayout(tables.observation)

    @property
    def action_count(self) -> int:
        """The size of the action space."""
        return self.action_encoding.size

    def start(self, dice: Dice) -> State:
        """Return a state with its first steps on the agenda; no dice have been rolled yet."""
        return self.setup.start(dice)


class Session:
    """A match played by numbers. `numbers` holds the actions offered to the deciding seat, by number."""

    def __init__(self, config: EnvironmentConfig, state: State) -> None:
        """Play a new state up to its first decision."""
        self.config = config
        self.state = state
        self.seat = SPECTATOR
        self.numbers: dict[int, Action] = {}
        self.decisions = 0
        agenda.advance(state)
        self.advance()

    def advance(self) -> None:
        """Play forced actions until the next decision with a choice, or the end."""
        state = self.state
        while state.agenda:
            actions = agenda.proposals(state)
            self.seat = agenda.seats(state)[0]
            if len(actions) > 1:
                self.numbers = self.config.action_encoding.encode(actions)
                return
            self.play_action(actions[0])
        self.seat = SPECTATOR
        self.numbers = {}

    def play_action(self, action: Action) -> None:
        """Play a legal action for the deciding seat, without advancing to the next choice."""
        agenda.act(self.state, action, self.seat)
        self.decisions += 1

    def play_number(self, number: int) -> None:
        """Play the action with this number and advance; raise ValueError if it is not offered."""
        action = self.numbers.get(number)
        if action is None:
            raise ValueError(self.refusal_text(number))
        self.play_action(action)
        self.advance()

    def refusal_text(self, number: int) -> str:
        """Return why a number cannot be played, and which can."""
        if not self.numbers:
            return "The match is over. No action can be played."
        offered = ", ".join([f"{known} ({action.text})" for known, action in sorted(self.numbers.items())])
        meaning = self.config.action_encoding.meaning(number)
        return f"{number} ({meaning}) is not offered at this decision. Offered: {offered}."

    # ---------------------------------------------------------------- observations

    def observation(self, seat: int) -> Vector:
        """Return what a seat may know, as numbers from 0 to 1."""
        return self.config.observation_layout.vector(self.config.game.view(self.state, seat))

    def action_mask(self, seat: int) -> Mask:
        """Return a mask with 1 for every number that a seat may play; all 0 while it waits."""
        mask: Mask = np.zeros(self.config.action_count, np.int8)
        if seat == self.seat:
            mask[list(self.numbers)] = 1
        return mask

    def text(self, seat: int = SPECTATOR) -> str:
        """Return the text view of the board."""
        return self.config.game.presentation.describe(self.config.game.view(self.state, seat))

    def svg(self, seat: int = SPECTATOR) -> str:
        """Return the board as SVG."""
        decision = agenda.decision(self.state)
        visible = decision if decision is not None and (seat in decision.seats or not decision.secret) else None
        return svg(self.config.game.presentation.scene(self.config.game.view(self.state, seat), visible))

    def render(self, mode: str | None, seat: int = SPECTATOR) -> str | None:
        """Return the board in a render mode, "ansi" or "svg"; None without one."""
        if mode is None:
            return None
        return self.svg(seat) if mode == "svg" else self.text(seat)

    def imagine(self, seat: int, seed: bytes) -> State:
        """Return a copy of the state as a seat may imagine it, for agents that compute their own features."""
        state: State = self.config.game.imagine(self.state, seat, seed)
        return state

    # ---------------------------------------------------------------- the end

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        return not self.state.agenda

    @property
    def result(self) -> Result | None:
        """Places and reason; None while the match is in progress."""
        return self.config.game.result(self.state)

    def returns(self) -> list[float]:
        """Return the reward of each seat, from -1 to 1; all 0 while the match is in progress."""
        result = self.result
        return [0.0] * self.config.seats if result is None else rewards_from_places(result.places)


def rewards_from_places(places: tuple[int, ...]) -> list[float]:
    """Return a reward per seat: 1 for each rival behind, -1 for each rival ahead, divided by the number of rivals."""
    rivals = max(len(places) - 1, 1)
    return [sum([(other > mine) - (other < mine) for other in places]) / rivals for mine in places]


RENDER_METADATA: Final[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 2}
"""The render modes of the environments: the text view, or a picture."""
