"""Short matches of every game, for the environments."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hippodrome.adapters.session import EnvironmentConfig, Session
from hippodrome.kit.dice import TapeDice, seed_from

SHORT_MATCHES: dict[str, tuple[str, int, Mapping[str, int | str]]] = {
    "benhur": ("arena", 2, {"laps": 1}),
    "chariot": ("rome", 2, {"turns": 3}),
    "drill": ("yard", 2, {"rounds": 10}),
    "magic": ("battle", 2, {"deployment": "ready"}),
    "pig": ("blind", 2, {"goal": 20}),
    "races": ("eight", 2, {"laps": 1}),
    "wheelie": ("hunt", 2, {}),
}
GAMES = sorted(SHORT_MATCHES)


def short_config(slug: str) -> EnvironmentConfig:
    """Return the configuration of a game's short match."""
    return EnvironmentConfig(slug, *SHORT_MATCHES[slug])


def start_session(config: EnvironmentConfig, seed: int) -> Session:
    """Start a match with the dice of a seed."""
    return Session(config, config.start(TapeDice(seed_from(seed))))


def random_number(session: Session, generator: random.Random) -> int:
    """Return one of the offered numbers at random."""
    return generator.choice(list(session.numbers))
