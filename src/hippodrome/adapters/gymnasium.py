"""Gymnasium: one seat of a match; bots play the others.

import gymnasium
import hippodrome.adapters.gymnasium
env = gymnasium.make("hippodrome/benhur-v1", scenario="arena", seats=2, rivals="driver")
observation, info = env.reset(seed=7)
action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from hippodrome.adapters.observation import Vector
from hippodrome.adapters.session import RENDER_METADATA, EnvironmentConfig, Mask, Session
from hippodrome.bots import Bot, make
from hippodrome.bots.base import imagination_seed
from hippodrome.catalogue import all_games
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Value

Info = dict[str, Any]


class HippodromeEnv(gymnasium.Env[Vector, np.int64]):
    """A match seen from one seat. The reward comes at the end: 1 for the first place, -1 for the last.

    With `seat=None` each match draws its seat. `rivals` is a bot such as "random" for all other seats, or a list with
    one bot for each of them in order. Playing a number that the mask does not offer ends the match with reward -1.
    After `limit` decisions of all seats together the match is truncated, with reward 0.
    """

    metadata: dict[str, Any] = {**RENDER_METADATA}  # noqa: RUF012

    def __init__(
        self,
        slug: str,
        scenario: str | None = None,
        *,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        seat: int | None = 0,
        rivals: str | Sequence[str] = "random",
        limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.config = EnvironmentConfig(slug, scenario, seats, options)
        self.fixed_seat = seat
        if seat is not None and not 0 <= seat < self.config.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.config.seats - 1}")
        self.rivals = [rivals] * (self.config.seats - 1) if isinstance(rivals, str) else list(rivals)
        if len(self.rivals) != self.config.seats - 1:
            raise ValueError(f"rivals must name {self.config.seats - 1} bots, not {len(self.rivals)}")
        for level in self.rivals:
            make(level, self.config.game, 0)
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.config.action_count)
        self.observation_space = spaces.Box(0, 1, (self.config.observation_layout.size,), np.float32)

    # ---------------------------------------------------------------- a match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, Info]:
        """Start a new match, let the rivals play up to the seat's first decision, and return observation and info.

        With a seed, the dice are those of `hippodrome.new(..., seed=seed)`.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**53))
        self.seed = drawn if seed is None else seed
        seats = self.config.seats
        self.seat = int(self.np_random.integers(seats)) if self.fixed_seat is None else self.fixed_seat
        self.session = Session(self.config, self.config.start(TapeDice(seed_from(self.seed))))
        self.bots = self._make_bots(drawn)
        self.played_illegal = False
        self._play_rivals()
        return self._observation(), self._info()

    def _make_bots(self, seed: int) -> dict[int, Bot]:
        others = [seat for seat in range(self.config.seats) if seat != self.seat]
        levels = zip(others, self.rivals, strict=True)
        return {seat: make(level, self.config.game, (seed + seat) % 2**53) for seat, level in levels}

    def step(self, action: np.int64) -> tuple[Vector, float, bool, bool, Info]:
        """Play a number, then let the rivals play until this seat decides again."""
        if not self.session.is_over and int(action) not in self.session.numbers:
            self.played_illegal = True
            return self._observation(), -1.0, True, False, self._info()
        if not self.session.is_over:
            self.session.play_number(int(action))
            self._play_rivals()
        over = self.session.is_over
        reward = self.session.returns()[self.seat] if over else 0.0
        return self._observation(), reward, over, not over and self._is_past_limit(), self._info()

    def _play_rivals(self) -> None:
        """Let the bots play, each from what its seat may know, until this seat decides."""
        session = self.session
        while not session.is_over and session.seat != self.seat and not self._is_past_limit():
            imagined = session.imagine(session.seat, imagination_seed(self.seed, session.decisions))
            session.play_action(self.bots[session.seat].choose(self.config.game, imagined, session.seat))
            session.advance()

    def _is_past_limit(self) -> bool:
        return self.limit is not None and self.session.decisions >= self.limit

    # ---------------------------------------------------------------- observations

    def _observation(self) -> Vector:
        return self.session.observation(self.seat)

    def _info(self) -> Info:
        info: Info = {"seat": self.seat, "action_mask": self.action_masks()}
        if self.played_illegal:
            info["illegal"] = True
        elif self.session.result is not None:
            info["places"] = list(self.session.result.places)
        return info

    def action_masks(self) -> Mask:
        """Return the mask of the offered actions, under the name that learners with action masks expect."""
        return self.session.action_mask(self.seat)

    def render(self) -> Any:
        """Return the board as the seat may see it, as text or as SVG."""
        return self.session.render(self.render_mode, self.seat)


def register() -> None:
    """Register all games, also those for development, with `gymnasium.make` as "hippodrome/benhur-v1" and so on."""
    for slug in all_games():
        gymnasium.register(f"hippodrome/{slug}-v1", entry_point=f"{__name__}:HippodromeEnv", kwargs={"slug": slug})


register()
