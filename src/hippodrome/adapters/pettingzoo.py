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

from hippodrome.adapters.session import RENDER_METADATA, EnvironmentConfig, Session
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
    """Return a game as an environment with PettingZoo's standard wrappers.

    An agent that plays a number that is not offered ends the match with reward -1.
    """
    bare = HippodromeAEC(slug, scenario, seats=seats, options=options, limit=limit, render_mode=render_mode)
    terminating = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class HippodromeAEC(AECEnv[str, Observation, int | None]):
    """A match whose agents are its seats, `seat_0` and so on.

    An observation has a vector of what the seat may know and a mask of the offered actions. Rewards come at the end and
    add up to 0. After `limit` decisions of all seats together the match is truncated, with reward 0 for all.
    """

    metadata: dict[str, Any] = {"name": "hippodrome_v1", "is_parallelizable": False, **RENDER_METADATA}  # noqa: RUF012

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
        self.config = EnvironmentConfig(slug, scenario, seats, options)
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.config.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.config.action_count) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.agents: list[str] = []

    def _make_observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.config.observation_layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.config.action_count,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match.

        With a seed, the dice are those of `hippodrome.new(..., seed=seed)`; later resets without a seed follow from it.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        match_seed = int(self._random.integers(2**53)) if seed is None else seed
        self.session = Session(self.config, self.config.start(TapeDice(seed_from(match_seed))))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.session.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and the mask of its actions, which is all 0 while it waits."""
        seat = self._seats[agent]
        return {"observation": self.session.observation(seat), "action_mask": self.session.action_mask(seat)}

    def step(self, action: int | None) -> None:
        """Play a number for the deciding agent, or None if its match is over; raise ValueError if it is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("The match is in progress: play a number that the action mask offers.")
        self.session.play_number(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._select_next_agent()

    def _select_next_agent(self) -> None:
        """Select the agent that decides next; at the end, set rewards and terminations or truncations."""
        session = self.session
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if session.is_over:
            self.rewards = dict(zip(self.agents, session.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        elif self.limit is not None and session.decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[session.seat]

    def render(self) -> str | None:
        """Return the board as the deciding agent may see it, as text or as SVG."""
        return self.session.render(self.render_mode, self._seats[self.agent_selection])

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
