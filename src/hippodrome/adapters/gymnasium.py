"""Gymnasium: one seat of a match; the others are played by programs.

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

from hippodrome.adapters.action_ranges import VERBS
from hippodrome.adapters.observation import Vector
from hippodrome.adapters.session import RENDER, Door, Mask, Play
from hippodrome.bots import Bot, make
from hippodrome.bots.base import imagination_seed
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Value

Info = dict[str, Any]


class HippodromeEnv(gymnasium.Env[Vector, np.int64]):
    """A match seen from one seat. The reward comes at the end: 1 for the winner, -1 for the last.

    `seat` None draws the seat anew for each match. `rivals` is a program such as "random", for all other seats or one
    for each of them in order. Playing a number that the mask does not offer loses the match at once. After `limit`
    decisions of all seats together the match is cut off, and nobody wins anything.
    """

    metadata: dict[str, Any] = {**RENDER}  # noqa: RUF012

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
        self.door = Door(slug, scenario, seats, options)
        self.fixed = seat
        if seat is not None and not 0 <= seat < self.door.seats:
            raise ValueError(f"there is no seat {seat}; there are 0 to {self.door.seats - 1}")
        self.rivals = [rivals] * (self.door.seats - 1) if isinstance(rivals, str) else list(rivals)
        if len(self.rivals) != self.door.seats - 1:
            raise ValueError(f"there are {self.door.seats - 1} rivals, not {len(self.rivals)}")
        for level in self.rivals:
            make(level, self.door.game, 0)
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.door.actions)
        self.observation_space = spaces.Box(0, 1, (self.door.layout.size,), np.float32)

    # ---------------------------------------------------------------- a match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, Info]:
        """Return a new match, up to the first decision.

        With a seed its dice are those of `hippodrome.new(..., seed=seed)`.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**53))
        self.seed = drawn if seed is None else seed
        seats = self.door.seats
        self.seat = int(self.np_random.integers(seats)) if self.fixed is None else self.fixed
        self.match = Play(self.door, self.door.start(TapeDice(seed_from(self.seed))))
        self.bots = self._programs(drawn)
        self.illegal = False
        self._go_on()
        return self._observation(), self._info()

    def _programs(self, seed: int) -> dict[int, Bot]:
        others = [seat for seat in range(self.door.seats) if seat != self.seat]
        levels = zip(others, self.rivals, strict=True)
        return {seat: make(level, self.door.game, (seed + seat) % 2**53) for seat, level in levels}

    def step(self, action: np.int64) -> tuple[Vector, float, bool, bool, Info]:
        """Play a number, and let the others play until it is this seat's turn again."""
        if not self.match.over and int(action) not in self.match.numbers:
            self.illegal = True
            return self._observation(), -1.0, True, False, self._info()
        if not self.match.over:
            self.match.take(int(action))
            self._go_on()
        over = self.match.over
        reward = self.match.returns()[self.seat] if over else 0.0
        return self._observation(), reward, over, not over and self._is_long(), self._info()

    def _go_on(self) -> None:
        """Programs play, each from what its seat may know, until this seat is asked."""
        match = self.match
        while not match.over and match.seat != self.seat and not self._is_long():
            seed = imagination_seed(self.seed, match.decisions)
            match.play(self.bots[match.seat].choose(self.door.game, match.imagined(match.seat, seed), match.seat))
            match.settle()

    def _is_long(self) -> bool:
        return self.limit is not None and self.match.decisions >= self.limit

    # ---------------------------------------------------------------- what the seat sees

    def _observation(self) -> Vector:
        return self.match.vector(self.seat)

    def _info(self) -> Info:
        found: Info = {"seat": self.seat, "action_mask": self.action_masks()}
        if self.illegal:
            found["illegal"] = True
        elif self.match.result is not None:
            found["places"] = list(self.match.result.places)
        return found

    def action_masks(self) -> Mask:
        """What may be played now, as learners with masks ask for it."""
        return self.match.mask(self.seat)

    def render(self) -> Any:
        """Return the board as the seat may see it: in words or as SVG."""
        return self.match.picture(self.render_mode, self.seat)


def register() -> None:
    """Make the games known to `gymnasium.make`, as "hippodrome/benhur-v1" and so on."""
    for slug in VERBS:
        gymnasium.register(f"hippodrome/{slug}-v1", entry_point=f"{__name__}:HippodromeEnv", kwargs={"slug": slug})


register()
