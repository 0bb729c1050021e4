"""The command sheet: what players would keep on paper, as text."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.match import Match
from hippodrome.kit.sheets import Sheet
from hippodrome.terminal.records import check_seat, heading
from hippodrome.terminal.speak import Complaint


def sheets_of(match: Match, seat: int | None) -> list[Sheet]:
    """The sheets of a match as a seat, or a spectator, may see them."""
    found = match.game.sheets(match.view(check_seat(match, seat)))
    if not found:
        raise Complaint(f"{match.game.title} has no sheets: nothing is kept on paper there")
    return found


def written(match: Match, sheets: Sequence[Sheet]) -> str:
    """The sheets one after the other, under what is played."""
    return "\n".join([f"{heading(match)}\n", *[sheet.text() for sheet in sheets]])
