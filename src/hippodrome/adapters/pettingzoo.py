"""PettingZoo: all seats of a match, one after another (AEC).

from hippodrome.adapters import pettingzoo
env = pettingzoo.env("benhur", "arena", seats=2, options={"laps": 1})
env.reset(seed=7)  # the dice of hippodrome.new("benhur", "arena", seats=2, seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    ended = termination or truncation
    env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv

from hippodrome.adapters.session import RENDER, Door, Play
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Value

Observation = dict[str, Any]


def env(
    slug: str,
    scenario: str | None = None,
    *,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    limit: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """Return a game as an environment with PettingZoo's usual guards: whoever plays what is not offered loses at
    once.
    """
    bare = HippodromeAEC(slug, scenario, seats=seats, options=options, limit=limit, render_mode=render_mode)
    guarded = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class HippodromeAEC(AECEnv[str, Observation, int | None]):
    """A match whose agents are its seats, `seat_0` and so on.

    An observation is a vector of what the seat may know and a mask of what it may do. Rewards come at the end and
    add up to 0. After `limit` decisions of all seats together the match is cut off, and nobody wins anything.
    """

    metadata: dict[str, Any] = {"name": "hippodrome_v1", "is_parallelizable": False, **RENDER}  # noqa: RUF012

    def __init__(
        self,
        slug: str,
        scenario: str | None = None,
        *,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.door = Door(slug, scenario, seats, options)
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.door.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.door.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observed() for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.agents: list[str] = []

    def _observed(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.door.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.door.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers of actions: the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed, its dice are those of `hippodrome.new(..., seed=seed)`, and so on from there."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        found = int(self._random.integers(2**53)) if seed is None else seed
        self.match = Play(self.door, self.door.start(TapeDice(seed_from(found))))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.seat]

    def observe(self, agent: str) -> Observation:
        """What an agent may know now, and what it may do; all zeros while it waits."""
        seat = self._seats[agent]
        return {"observation": self.match.vector(seat), "action_mask": self.match.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play a number for the agent that must decide; None for one whose match is over. ValueError if not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("The match goes on: play a number that the action mask offers.")
        self.match.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._look()

    def _look(self) -> None:
        """Who is next, or how it ended."""
        match = self.match
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if match.over:
            self.rewards = dict(zip(self.agents, match.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        elif self.limit is not None and match.decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[match.seat]

    def render(self) -> str | None:
        """Return the board as the agent that must decide may see it: in words or as SVG."""
        return self.match.picture(self.render_mode, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
