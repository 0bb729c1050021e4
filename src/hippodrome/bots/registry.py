"""The bots of each game and their levels, from recruit to champion."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Final

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.base import Bot
from hippodrome.bots.random import RandomBot
from hippodrome.bots.recruit import Recruit
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import RolloutSearch
from hippodrome.bots.search.search_policy import SearchPolicy
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

RANDOM: Final = "random"
RECRUIT: Final = "recruit"
DRIVER: Final = "driver"

VETERAN: Final = "veteran"
CHAMPION: Final = "champion"
THINKING_TIME_S: Final = {VETERAN: 0.3, CHAMPION: 2.0}
"""The maximum time per decision of the lookahead bots when a player waits."""
MAX_ALTERNATIVES: Final = 5  # actions that are compared with one that was chosen without lookahead

DESCRIPTIONS: Final = {
    RANDOM: "Plays any legal move at random; for tests and measurements.",
    RECRUIT: "Plays at random, but sensibly; for a first match. Answers at once.",
    DRIVER: "Knows the game and plays by simple rules. Answers at once.",
    VETERAN: f"Looks ahead a little, for up to {THINKING_TIME_S[VETERAN]:g} seconds per decision.",
    CHAMPION: f"Looks ahead as far as it can, for up to {THINKING_TIME_S[CHAMPION]:g} seconds per decision.",
}
"""One line about each level."""

_PACKAGE: Final = "hippodrome.bots"

DRIVERS: Final[dict[str, Callable[[int], Bot]]] = {}
"""Constructors of the driver, by game; the argument is a random seed."""

SEARCH_POLICIES: Final[dict[str, SearchPolicy]] = {}
"""The search policy of each game."""


def _find_bots() -> None:
    """Fill both tables: `bots/<game>/` has `driver`, and its `lookahead.py`, if there is one, `search_policy`."""
    for module in iter_modules(import_module(_PACKAGE).__path__):
        if module.ispkg and module.name != "search":
            package = f"{_PACKAGE}.{module.name}"
            DRIVERS[module.name] = import_module(package).driver
            if find_spec(f"{package}.lookahead") is not None:
                SEARCH_POLICIES[module.name] = import_module(f"{package}.lookahead").search_policy()


_find_bots()


def levels(game: Game) -> list[str]:
    """Return the levels that menus offer for a game, weakest first."""
    offered = [RECRUIT]
    if game.base in DRIVERS:
        offered.append(DRIVER)
    if game.base in SEARCH_POLICIES:
        offered.extend([VETERAN, CHAMPION])
    return offered


def all_levels(game: Game) -> list[str]:
    """Return all levels that can play a game, including `random`."""
    return [RANDOM, *levels(game)]


def looks_ahead(level: str) -> bool:
    """Return whether the bots of a level look ahead."""
    return level.partition("/")[0] in THINKING_TIME_S


def thinking_time(level: str) -> float:
    """Return the maximum time per decision of a lookahead level, in seconds."""
    return THINKING_TIME_S[level]


def default_level(game: Game) -> str:
    """Return the default level of a game, which answers at once."""
    return DRIVER if game.base in DRIVERS else RECRUIT


def description(level: str) -> str:
    """Return one line about a level."""
    return DESCRIPTIONS[level]


def make(level: str, game: Game, seed: int, timed: bool = False) -> Bot:
    """Return a bot of a level; raise ValueError with the known levels if there is none.

    "champion/25" searches with 25 per cent of the budget. With `timed`, a search also keeps to its level's time.
    """
    name, slash, percent = level.partition("/")
    if name in (VETERAN, CHAMPION) and game.base in SEARCH_POLICIES:
        return lookahead_bot(name, game.base, seed, timed, parse_percent(percent) if slash else 100)
    if level == RANDOM:
        return RandomBot(seed)
    if level == RECRUIT:
        return Recruit(seed)
    if level == DRIVER and game.base in DRIVERS:
        return DRIVERS[game.base](seed)
    raise ValueError(f"no bot {level!r} plays {game.title}; there are: {', '.join(all_levels(game))}")


def parse_percent(text: str) -> int:
    """Return the percentage of the search budget; raise ValueError if the text is not a number from 1 to 1000."""
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise ValueError(f"the search effort must be from 1 to 1000 per cent, not {text!r}")
    return int(text)


def lookahead_bot(level: str, game: str, seed: int, timed: bool, percent: int = 100) -> LookaheadBot:
    """Return a lookahead bot. Unless it is `timed`, the same seed gives the same choices on any machine.

    `percent` scales the number of rollouts and the time.
    """
    policy = SEARCH_POLICIES[game].for_champion() if level == CHAMPION else SEARCH_POLICIES[game]
    budget = (policy.champion if level == CHAMPION else policy.veteran).scale(percent)
    return LookaheadBot(policy, budget, THINKING_TIME_S[level] * percent / 100 if timed else 0.0, seed)


def analyse_choice(game: Game, state: State, seat: int, chosen: Action, seed: int, timed: bool) -> Analysis:
    """Compare an action that was chosen without lookahead with a few alternatives, to explain it.

    The choice stays the same, even if an alternative looks better.
    """
    if game.base not in SEARCH_POLICIES:
        return Analysis([ScoredOption(chosen, 0, 0, [])], chosen)
    policy = SEARCH_POLICIES[game.base].for_champion()
    options = [chosen, *alternatives(agenda.proposals(state), chosen)]
    budget = SearchBudget(policy.champion.rollouts, math.inf)
    return RolloutSearch(
        game, policy, state, seat, budget, THINKING_TIME_S[CHAMPION] if timed else 0.0, seed, options
    ).run()


def alternatives(actions: list[Action], chosen: Action) -> list[Action]:
    """Return a few other actions, the first of each verb before further ones of the same verb."""
    first: list[Action] = []
    further: list[Action] = []
    verbs = [chosen.verb]
    for action in actions:
        if action.text != chosen.text:
            (further if action.verb in verbs else first).append(action)
            verbs.append(action.verb)
    return [*first, *further][:MAX_ALTERNATIVES]
