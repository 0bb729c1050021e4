"""The command sheet: what players would keep on paper, as text."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.match import Match
from hippodrome.kit.sheets import Sheet
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.records import check_seat, heading


def sheets_of(match: Match, seat: int | None) -> list[Sheet]:
    """Return the sheets of a match as a seat, or a spectator, may see them."""
    found = match.game.sheets(match.view(check_seat(match, seat)))
    if not found:
        raise UsageError(f"{match.game.title} has no sheets: nothing is kept on paper there")
    return found


def written(match: Match, sheets: Sequence[Sheet]) -> str:
    """Return the sheets one after the other, under what is played."""
    return "\n".join([f"{heading(match)}\n", *[sheet.text() for sheet in sheets]])
