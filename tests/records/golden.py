"""The golden matches: one for every scenario, played by bots and chosen to cover as much of the rules as possible."""

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
from hippodrome.kit.record import RecordError

FOLDER = Path(__file__).parent
SEEDS = range(1, 25)
OPTIONS: dict[str, dict[str, Value]] = {
    "benhur": {"laps": 1, "tricks": 2},
    "wheelie": {"chariots": "chosen", "characteristics": "on", "wrecks": "on"},
    "magic": {"scenery": "on", "motives": "on", "rally": "on"},
    "races": {"field": "chosen", "laps": 1, "clock": "on"},
    "races-circus": {"field": "wacky"},
    "wheelie-sides": {"experts": "chosen", "per_side": 3},
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
"""Options for the matches of a game, or of one of its scenarios, that cover more rules or shorten the match."""


def names() -> list[str]:
    """Return the name of every golden match: game and scenario."""
    return [f"{game.slug}-{scenario.slug}" for game in all_games().values() for scenario in game.scenarios()]


def record_file(name: str) -> Path:
    """Return the path of a golden record."""
    return FOLDER / f"{name}.record"


def log_file(name: str) -> Path:
    """Return the path of a golden log."""
    return FOLDER / f"{name}.log"


def read(path: Path) -> str:
    """Read a text without changing its line ends."""
    return path.read_bytes().decode()


def write(path: Path, text: str) -> None:
    """Write a text with the same line ends on every platform."""
    path.write_bytes(text.encode())


def play_match(game: Game, scenario: str, options: Mapping[str, Value], seed: int) -> Match:
    """Play a match between the random bot and the game's default bot, alternating by seat."""
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


def features(match: Match) -> set[str]:
    """Return the features that a match covers: kinds of events, verbs, and actions by their first two words."""
    events = {type(event).__name__ for event in match.events}
    return events | verbs(match) | {" ".join(move.action.text.split()[:2]) for move in match.moves}


def verbs(match: Match) -> set[str]:
    """Return the verbs of the actions of a match."""
    return {move.action.verb for move in match.moves}


def coverage_gain(match: Match, covered: set[str]) -> tuple[int, int, int, int, int]:
    """Return a sort key for what a match adds: verbs first, then goals of the fuzzer, then the rest; short ones win."""
    own = features(match)
    goals = own & set(match.game.analysis.fuzz_actions())
    return len(verbs(match) - covered), len(goals - covered), len(own - covered), len(own), -len(match.moves)


# -------------------------------------------------------------------- rewriting


def stored_match(name: str) -> Match | None:
    """Return the match of a golden record, or None if the record is missing or does not replay."""
    if not record_file(name).is_file():
        return None
    text = read(record_file(name))
    try:
        match = hd.replay(text)
    except RecordError:
        return None
    return match if match.result is not None and record_like(match, text) == text else None


def record_like(match: Match, text: str) -> str:
    """Return the record of a match without the options that came after `text` was written and have their defaults."""
    defaults = {f"option {setting.name} {setting.default}" for setting in match.setup.scenario.options}
    new = defaults - set(text.splitlines())
    return "".join([line for line in match.record().splitlines(keepends=True) if line.rstrip("\n") not in new])


def rewrite_log(name: str) -> None:
    """Replay a golden record and write its log."""
    write(log_file(name), hd.replay(read(record_file(name))).log() + "\n")


def rewrite_record(name: str) -> None:
    """Write the log of a golden record that still replays; otherwise play a new match, and write record and log."""
    if stored_match(name) is not None:
        rewrite_log(name)
        return
    match = best_match(name)
    write(record_file(name), match.record())
    write(log_file(name), match.log() + "\n")


def best_match(name: str) -> Match:
    """Play a match with each seed and return the one that adds most to the game's other golden matches."""
    slug, _, scenario = name.partition("-")
    game = all_games()[slug]
    others = [other for other in names() if other.startswith(slug + "-") and other != name]
    covered: set[str] = set().union(*[features(match) for match in map(stored_match, others) if match is not None])
    options = {**OPTIONS.get(slug, {}), **OPTIONS.get(name, {})}
    matches = [play_match(game, scenario, options, seed) for seed in SEEDS]
    return max(matches, key=partial(coverage_gain, covered=covered))
