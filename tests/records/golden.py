"""The golden matches: one for every scenario, played by programs, chosen so that together they show the most."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.catalogue import all_games
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Match

FOLDER = Path(__file__).parent
SEEDS = range(1, 25)
OPTIONS: dict[str, dict[str, Value]] = {
    "benhur": {"laps": 1, "tricks": 2},
    "wheelie": {"chariots": "chosen", "characteristics": "on", "wrecks": "on"},
    "magic": {"scenery": "on", "motives": "on", "rally": "on"},
    "races": {"field": "chosen", "laps": 1, "clock": "on"},
    "races-circus": {"field": "wacky"},
    "wheelie-ladder": {"expert_red": "driver", "expert_white": "warrior"},
    "chariot": {"turns": 3},
    "chariot-rome": {"turns": 10},
    "chariot-delta": {"contact": "on", "elevation": "on"},
    "chariot-babylon": {"capability_chart": "on", "passenger_counts_for_stacking": "on"},
    "chariot-sinai": {"facing": "on", "range_effects": "on"},
    "chariot-tabal": {"concession": "on"},
    "chariot-charchemish": {
        "turns": 6,
        "panic": "on",
        "concession": "on",
        "retreat_before_combat": "on",
        "contact": "on",
    },
    "chariot-bubastis": {"turns": 15, "panic": "on", "concession": "on"},
    "chariot-armageddon": {"turns": 10, "concession": "on"},
    "chariot-regillus": {"turns": 15, "retreat_before_combat": "on", "elevation": "on"},
}
"""Options that make the matches of a game, or of one of its scenarios, fuller or shorter than the default ones."""


def names() -> list[str]:
    """The name of every golden match: game and scenario."""
    return [f"{game.slug}-{scenario.slug}" for game in all_games().values() for scenario in game.scenarios()]


def record_file(name: str) -> Path:
    """Where the record of a golden match is kept."""
    return FOLDER / f"{name}.record"


def log_file(name: str) -> Path:
    """Where its log is kept."""
    return FOLDER / f"{name}.log"


def write(path: Path, text: str) -> None:
    """Write a text with the same line ends on every platform."""
    path.write_bytes(text.encode())


def played(game: Game, scenario: str, options: Mapping[str, Value], seed: int) -> Match:
    """A match between chance and the plain program of a game, in turn by seat."""
    match = hd.new(game.slug, scenario, options=options, seed=seed)
    players = [
        bots.make(bots.default_level(game) if seat % 2 else "random", game, seed * 10 + seat)
        for seat in range(match.setup.seats)
    ]
    while match.decision:
        seat = match.seat
        imagined = match.imagine(seat, imagination_seed(seed, len(match.moves)))
        match.play(players[seat].choose(game, imagined, seat), seat)
    return match


def shown(match: Match) -> set[str]:
    """What a match shows: kinds of events, and beginnings of actions."""
    events = {type(event).__name__ for event in match.events}
    return events | verbs(match) | {" ".join(move.action.text.split()[:2]) for move in match.moves}


def verbs(match: Match) -> set[str]:
    """The verbs of its actions."""
    return {move.action.verb for move in match.moves}


def fullness(match: Match, seen: set[str]) -> tuple[int, int, int, int]:
    """How much a match shows that was not seen before: verbs first, then all else; the shorter the better."""
    found = shown(match)
    return len(verbs(match) - seen), len(found - seen), len(found), -len(match.moves)


def rewrite() -> None:
    """Play the golden matches anew: of some seeds the one that shows most of what was not seen before."""
    for game in all_games().values():
        seen: set[str] = set()
        for scenario in game.scenarios():
            name = f"{game.slug}-{scenario.slug}"
            options = {**OPTIONS.get(game.slug, {}), **OPTIONS.get(name, {})}
            matches = [played(game, scenario.slug, options, seed) for seed in SEEDS]
            best = max(matches, key=partial(fullness, seen=seen))
            seen |= shown(best)
            write(record_file(name), best.record())
            write(log_file(name), best.log() + "\n")
