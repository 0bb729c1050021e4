"""The measured balance of scenarios: how often each side wins between equal bots.

The figures are a data file of the game, which `./play study fairness` writes. A game without the file has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.kit.templates import join_words
from hippodrome.kit.toml_reader import TomlTable, read_tables

BALANCE_FILE: Final = "data/balance.toml"
MAX_SEATS: Final = 8
MAX_MATCHES: Final = 1_000_000


class Balance:
    """The measured balance of one scenario: matches, draws, and wins by seat in halves; a draw is a half for each."""

    __slots__ = ("draws", "half_wins", "matches")

    def __init__(self, matches: int, draws: int, half_wins: Sequence[int]) -> None:
        self.matches = matches
        self.draws = draws
        self.half_wins = tuple(half_wins)

    def __repr__(self) -> str:
        return f"<Balance of {self.matches} matches: {', '.join([str(half / 2) for half in self.half_wins])}>"

    def percent(self, seat: int) -> int:
        """Return the share of wins of a seat in whole per cent; a draw counts half."""
        return (100 * self.half_wins[seat] + self.matches) // (2 * self.matches)

    def text(self, sides: Sequence[str]) -> str:
        """Return the balance as text, the strongest side first."""
        order = sorted(range(len(self.half_wins)), key=lambda seat: -self.half_wins[seat])
        shares = join_words([f"{sides[seat]} {self.percent(seat)} %" for seat in order])
        drawn = "" if not self.draws else f", {self.draws} of them drawn"
        return f"{shares} ({self.matches} matches{drawn})"


def read_balances(text: str) -> dict[str, Balance]:
    """Return the balance of each scenario in the text of a data file, which may be empty; DataError if it is wrong."""
    balances: dict[str, Balance] = {}
    if text:
        for table in read_tables(text, BALANCE_FILE, "balance"):
            slug = table.text("scenario")
            balances[slug] = _read_balance(table)
    return balances


def _read_balance(table: TomlTable) -> Balance:
    matches = table.integer("matches", 1, MAX_MATCHES)
    balance = Balance(matches, table.integer("draws", 0, matches), table.integers("half_wins"))
    if not 2 <= len(balance.half_wins) <= MAX_SEATS or sum(balance.half_wins) != 2 * matches:
        raise table.error(
            "half_wins", "there must be one number for each seat, and their sum must be twice the matches"
        )
    table.reject_unread()
    return balance
