"""The commands play and watch: set a table, play at it, and say what became of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hippodrome.kit.match import Match
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.keys import is_keyboard
from hippodrome.terminal.match_arguments import Seat, find_game, find_scenario, new_match, read_seats
from hippodrome.terminal.match_loop import Quit, MatchLoop
from hippodrome.terminal.match_summary import show_ending
from hippodrome.terminal.saves import find_save, read_record, read_side, typed
from hippodrome.terminal.screen_layout import fits
from hippodrome.terminal.screens import PACES, TOO_SMALL, LineScreen, Screen, WholeScreen


def is_screen(console: Console) -> bool:
    """Return whether a person sits at a terminal that can be drawn on."""
    return is_keyboard() and sys.stdout.isatty() and not console.is_dumb_terminal


def choose_screen(console: Console, speed: str, plain: bool) -> Screen:
    """Whole screens where they fit, else plain lines."""
    if speed not in PACES:
        raise UsageError(f"there is no speed {speed!r}; there are: {', '.join(PACES)}")
    if plain or not is_screen(console):
        return LineScreen(console)
    return WholeScreen(console, PACES[speed]) if fits(*console.size) else LineScreen(console)


def resumed(text: str, seats: str | None) -> tuple[Match, list[Seat], Path]:
    """Return an unfinished match, who sits where, and its file."""
    path = find_save(text)
    match = read_record(path)
    if match.decision is None:
        raise UsageError(f"the match in {path} is over; hippodrome replay {typed(path)} shows it")
    sitting = read_side(path) if seats is None else None
    if sitting is None:
        sitting = read_seats(match.game, seats, match.setup.seats)
    if len(sitting) != match.setup.seats:
        raise UsageError(f"the match in {path} has {match.setup.seats} seats, not {len(sitting)}")
    return match, sitting, path


def started(
    game: str | None,
    scenario: str | None,
    seats: str | None,
    options: Sequence[str],
    seed: str | None,
    person: bool,
) -> tuple[Match, list[Seat]]:
    """Return a new match, and who sits where."""
    found = find_game(game)
    chosen = find_scenario(found, scenario)
    sitting = read_seats(found, seats, chosen.default_seats, person)
    return new_match(found, chosen, len(sitting), options, seed), sitting


def play_at(table: MatchLoop, console: Console, verb: str) -> None:
    """Play until the end or until somebody stops; then say what became of it."""
    if isinstance(table.screen, LineScreen) and is_screen(console) and not fits(*console.size):
        table.message = TOO_SMALL.format(*console.size)
    try:
        with table.screen:
            table.play()
            if isinstance(table.screen, LineScreen):
                table.screen.tell(table.picture())
    except (Quit, EOFError, KeyboardInterrupt):
        leave(table, console)
        return
    show_ending(console, table.match, table.seats, table.save, verb)


def leave(table: MatchLoop, console: Console) -> None:
    """Save, and say how to go on."""
    console.print()
    if table.save is None:
        console.print("Stopped.")
        return
    if not table.keep():
        console.print(Text(table.message), soft_wrap=True)
        return
    console.print(Text(f"Saved in {typed(table.save.path)}"), soft_wrap=True)
    console.print(Text(f"Go on with: {table.save.command}"), soft_wrap=True)
