"""Record files: reading one, and returning to an earlier position of its match."""

from __future__ import annotations

from pathlib import Path

import hippodrome as hd
from hippodrome.kit.custom_files import value_label
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.record import RecordError
from hippodrome.kit.scene import FACTIONS
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import find_game, find_scenario, is_game, new_match


def read_text(path: Path) -> str:
    """Return the text of a record file."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}; name a record, such as a saved match") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a record: it is not a text file") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def read_record(path: Path) -> Match:
    """Return the match of a record file, verified line by line. The file is never changed."""
    try:
        return hd.replay(read_text(path))
    except RecordError as error:
        raise UsageError(f"{path}: {error}; the file was not changed") from None


def position_after(match: Match, number: int | None) -> Match:
    """Return the match after a number of moves; the match itself if the number is None."""
    if number is None:
        return match
    if not 0 <= number <= len(match.moves):
        last = len(match.moves)
        raise UsageError(f"--at must be between 0 and {last}, the number of moves played, not {number}")
    earlier = match.rewound()
    if number < len(earlier.moves):
        first = len(earlier.moves)
        raise UsageError(
            f"the first {first} moves were played under earlier rules, which this program can no longer execute; "
            f"positions from {first} on can be shown"
        )
    for move in match.moves[len(earlier.moves) : number]:
        earlier.play(move.action, move.seat)
    return earlier


def first_position(match: Match) -> int:
    """Return the number of moves before the first position that can be shown; 0 unless the rules have changed."""
    return len(match.rewound(log=False).moves)


def load_position(what: str, scenario: str | None, number: int | None) -> Match:
    """Return a position of a record, or the start of a game; `what` is a path or the name of a game."""
    if is_game(what) and not Path(what).is_file():
        game = find_game(what)
        return starting_position(game, scenario, number)
    if not Path(what).is_file():
        known = ", ".join(hd.games())
        raise UsageError(f"{what!r} is neither a record nor a game; name a record file, or one of: {known}")
    if scenario is not None:
        raise UsageError("--scenario cannot be used with a record, which has its own scenario")
    return position_after(read_record(Path(what)), number)


def starting_position(game: hd.Game, scenario: str | None, number: int | None) -> Match:
    """Return a scenario of a game at its first decision, with fixed dice; `number` may only be 0 or None."""
    chosen = find_scenario(game, scenario)
    return position_after(new_match(game, chosen, chosen.default_seats, (), "0"), number)


def describe_setup(match: Match) -> str:
    """Return the game, scenario, seats and options of a match, and the number of moves played."""
    setup = match.setup
    options = ", ".join(f"{name} {value_label(value)}" for name, value in setup.options.items())
    return f"{setup.game.title}: {setup.scenario.title}, {setup.seats} seats, {options}; after {len(match.moves)} moves"


def viewer_seat(match: Match, number: int | None) -> int:
    """Return the seat with this number, counted from 1; a spectator if the number is None."""
    if number is None:
        return SPECTATOR
    if not 1 <= number <= match.setup.seats:
        known = ", ".join(f"{n + 1} {FACTIONS[n]}" for n in range(match.setup.seats))
        raise UsageError(f"there is no seat {number}; choose one of: {known}")
    return number - 1
