"""Hippodrome: chariot games with every rule enforced.

A match, from the start to the end:

    import hippodrome as hd
    match = hd.new("benhur", "circus", seats=4, seed=7)
    while match.decision:
        match.play(match.proposals()[0])
    print(match.result, match.log())
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from hippodrome.catalogue import all_games, games
from hippodrome.catalogue import lessons as _lessons
from hippodrome.catalogue import quick_start as _quick_start
from hippodrome.kit.actions import Action, Decision, IllegalAction, Option, Refusal
from hippodrome.kit.dice import Dice, ScriptDice, TapeDice, seed_from, unpack_dice
from hippodrome.kit.game import Game, Result, Scenario, Value, unknown_game_message
from hippodrome.kit.lessons import Lesson, LessonRun
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.quick_start import QuickStart
from hippodrome.kit.record import RecordError, read
from hippodrome.kit.state import Json
from hippodrome.signatures import read_public_keys
from hippodrome.verification import Verdict, Verification
from hippodrome.verification import verify as _verify

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Decision",
    "Game",
    "IllegalAction",
    "Lesson",
    "LessonRun",
    "Match",
    "Option",
    "QuickStart",
    "RecordError",
    "Refusal",
    "Result",
    "Scenario",
    "Verdict",
    "Verification",
    "game",
    "games",
    "lessons",
    "load",
    "new",
    "quick_start",
    "replay",
    "verify",
]


def game(slug: str) -> Game:
    """Return the game with this slug; raise ValueError, with the known slugs, if there is none."""
    known = all_games()
    if slug not in known:
        raise ValueError(unknown_game_message(slug, games()))
    return known[slug]


def lessons(slug: str) -> list[Lesson]:
    """Return the lessons of a game in their order; `LessonRun(lesson)` plays one."""
    return _lessons(game(slug))


def quick_start(slug: str) -> QuickStart | None:
    """Return the quick start of a game: goal, turn, what wins and loses, and diagrams; None if it has none."""
    return _quick_start(game(slug))


def new(
    slug: str,
    scenario: str | None = None,
    *,
    seats: int | None = None,
    seed: int | bytes | None = None,
    dice: Sequence[int] | None = None,
    options: Mapping[str, Value] | None = None,
    log: bool = True,
) -> Match:
    """Return a new match of a game, with its first scenario, default seats and default options unless given.

    The dice come from a seed (a number or 32 bytes; a random secret one by default) or from a script, `dice=[6, 6, 5]`.
    `log=False` records no events. Raise ValueError if the set-up is invalid.
    """
    if seed is not None and dice is not None:
        raise ValueError("give a seed or a script of dice, not both")
    rules = game(slug)
    chosen = rules.scenario(scenario) if scenario is not None else rules.scenarios()[0]
    setup = Setup(rules, chosen.slug, chosen.default_seats if seats is None else seats, options or {})
    return Match(setup, _dice(seed, dice), log)


def _dice(seed: int | bytes | None, script: Sequence[int] | None) -> Dice:
    if script is not None:
        return ScriptDice(tuple(script))
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed must have 32 bytes, not {len(seed)}")
        return TapeDice(seed)
    return TapeDice(secrets.token_bytes(32) if seed is None else seed_from(seed))


def load(snapshot: Json) -> Match:
    """Return the match that `match.snapshot()` saved, with an empty log; raise ValueError for other rules."""
    setup = snapshot["setup"]
    rules = game(setup["game"])
    if setup["version"] != rules.version:
        raise ValueError(
            f"the snapshot has version {setup['version']} of the rules, but version {rules.version} is installed"
        )
    match = Match(
        Setup(rules, setup["scenario"], setup["seats"], setup["options"]),
        unpack_dice(snapshot["first"]),
        log=False,
    )
    match.resume(snapshot)
    match.state.logging = True
    return match


def replay(record: str) -> Match:
    """Return the match of a record; raise RecordError, with the line, if a die, a move or a digest is wrong."""
    return read(record, all_games())


def verify(record: str, keys: str | Sequence[str] = ()) -> Verification:
    """Verify a record; the result has a verdict on its moves, its dice and its commitment, each proved or not.

    `keys` are the public keys of servers that you trust: hexadecimal digits, or the JSON that a server publishes at
    /.well-known/hippodrome-keys.json. Raise ValueError if they are malformed.
    """
    texts = [keys] if isinstance(keys, str) else keys
    return _verify(record, all_games(), [key for text in texts for key in read_public_keys(text)])
