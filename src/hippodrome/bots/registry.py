"""The bots of each game and their levels, from recruit to champion."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.base import Bot
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.benhur.lookahead import BenHurSearchPolicy
from hippodrome.bots.chariot import ChariotBot
from hippodrome.bots.chariot.lookahead import ChariotPolicy
from hippodrome.bots.magic import MagicBot
from hippodrome.bots.magic.lookahead import MagicPolicy
from hippodrome.bots.races import RacesDriver
from hippodrome.bots.races.lookahead import RacesSearchPolicy
from hippodrome.bots.random import RandomBot
from hippodrome.bots.recruit import Recruit
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import RolloutSearch
from hippodrome.bots.search.search_policy import SearchPolicy
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.bots.wheelie import WheelieDriver
from hippodrome.bots.wheelie.lookahead import wheelie_policy
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
"""How long each of them thinks about a decision at the most, where somebody waits."""
OTHERS: Final = 5  # answers that are weighed beside one that was chosen by rule of thumb

DESCRIPTIONS: Final = {
    RANDOM: "Any legal move, whatever it is; for tests and measurements.",
    RECRUIT: "Plays by chance, but with manners: for a first match. Answers at once.",
    DRIVER: "Knows the game and plays by rules of thumb. Answers at once.",
    VETERAN: f"Looks ahead a little before it moves. Thinks {THINKING_TIME_S[VETERAN]:g} seconds about a decision, at most.",
    CHAMPION: f"Looks ahead as far as it can. Thinks {THINKING_TIME_S[CHAMPION]:g} seconds about a decision, at most.",
}
"""What each program is, and how long it thinks."""

DRIVERS: Final[dict[str, Callable[[int], Bot]]] = {
    "benhur": lambda seed: BenHurDriver(),
    "chariot": lambda seed: ChariotBot(),
    "magic": lambda seed: MagicBot(),
    "races": lambda seed: RacesDriver(),
    "wheelie": WheelieDriver,
}
"""Who makes the plain program, by game, from the seed of its own chance."""

SEARCH_POLICIES: Final[dict[str, SearchPolicy]] = {
    "benhur": BenHurSearchPolicy(),
    "chariot": ChariotPolicy(),
    "magic": MagicPolicy(),
    "races": RacesSearchPolicy(),
    "wheelie": wheelie_policy(),
}
"""How to look ahead, by game."""


def levels(game: Game) -> list[str]:
    """Return the programs that are offered as opponents in a game, the weakest first."""
    found = [RECRUIT]
    if game.base in DRIVERS:
        found.append(DRIVER)
    if game.base in SEARCH_POLICIES:
        found.extend([VETERAN, CHAMPION])
    return found


def all_levels(game: Game) -> list[str]:
    """Return all programs that can play a game: those that are offered, and `random` for tests and measurements."""
    return [RANDOM, *levels(game)]


def looks_ahead(level: str) -> bool:
    """Return whether a program takes its time: it looks ahead."""
    return level.partition("/")[0] in THINKING_TIME_S


def thinking_time(level: str) -> float:
    """How long a program that looks ahead thinks about a decision at most, where somebody waits."""
    return THINKING_TIME_S[level]


def default_level(game: Game) -> str:
    """Return the program that plays when nobody says which: the plain one. It answers at once."""
    return DRIVER if game.base in DRIVERS else RECRUIT


def description(level: str) -> str:
    """What a program is, in a line."""
    return DESCRIPTIONS[level]


def make(level: str, game: Game, seed: int, timed: bool = False) -> Bot:
    """Return a program by name; ValueError names those there are. `timed` ones keep to the time their level has for a
    move.

    "champion/25" is a program that looks ahead with 25 per cent of its effort.
    """
    name, part, percent = level.partition("/")
    if name in (VETERAN, CHAMPION) and game.base in SEARCH_POLICIES:
        return lookahead_bot(name, game.base, seed, timed, parse_percent(percent) if part else 100)
    if level == RANDOM:
        return RandomBot(seed)
    if level == RECRUIT:
        return Recruit(seed)
    if level == DRIVER and game.base in DRIVERS:
        return DRIVERS[game.base](seed)
    raise ValueError(f"no program {level!r} plays {game.title}; there are: {', '.join(all_levels(game))}")


def parse_percent(text: str) -> int:
    """Return the part of its effort with which a program looks ahead."""
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise ValueError(f"a program thinks with 1 to 1000 per cent of its effort, not {text!r}")
    return int(text)


def lookahead_bot(level: str, game: str, seed: int, timed: bool, percent: int = 100) -> LookaheadBot:
    """Return a program by its level; without a clock the same seed gives the same choices on any machine.

    With less than all of its effort it thinks in fewer worlds, and with less time.
    """
    guide = SEARCH_POLICIES[game].for_champion() if level == CHAMPION else SEARCH_POLICIES[game]
    effort = (guide.champion if level == CHAMPION else guide.veteran).scaled(percent)
    return LookaheadBot(guide, effort, THINKING_TIME_S[level] * percent / 100 if timed else 0.0, seed)


def analyse_choice(game: Game, state: State, seat: int, chosen: Action, seed: int, timed: bool) -> Analysis:
    """What a champion who chose by rule of thumb thinks when he is asked: his choice beside some others.

    He does not change his mind: what he weighs now only tells how the others would look.
    """
    if game.base not in SEARCH_POLICIES:
        return Analysis([ScoredOption(chosen, 0, 0, [])], chosen)
    guide = SEARCH_POLICIES[game.base].for_champion()
    options = [chosen, *others(agenda.proposals(state), chosen)]
    effort = SearchBudget(guide.champion.rollouts, math.inf)
    return RolloutSearch(
        game, guide, state, seat, effort, THINKING_TIME_S[CHAMPION] if timed else 0.0, seed, options
    ).run()


def others(actions: list[Action], chosen: Action) -> list[Action]:
    """Return a few other answers, the first of each verb before its like."""
    first: list[Action] = []
    like: list[Action] = []
    verbs = [chosen.verb]
    for action in actions:
        if action.text != chosen.text:
            (like if action.verb in verbs else first).append(action)
            verbs.append(action.verb)
    return [*first, *like][:OTHERS]
