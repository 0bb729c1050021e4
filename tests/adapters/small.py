"""Short matches of every game, for the doors."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hippodrome.adapters.session import Door, Play
from hippodrome.kit.dice import TapeDice, seed_from

SMALL: dict[str, tuple[str, int, Mapping[str, int | str]]] = {
    "benhur": ("arena", 2, {"laps": 1}),
    "chariot": ("rome", 2, {"turns": 3}),
    "magic": ("battle", 2, {"deployment": "ready"}),
    "races": ("eight", 2, {"laps": 1}),
    "wheelie": ("hunt", 2, {}),
}
GAMES = sorted(SMALL)


def small_door(slug: str) -> Door:
    return Door(slug, *SMALL[slug])


def begin(door: Door, seed: int) -> Play:
    return Play(door, door.start(TapeDice(seed_from(seed))))


def random_number(play: Play, chance: random.Random) -> int:
    return chance.choice(list(play.numbers))
