"""The measured balance of scenarios: how often each side wins between equal bots.

The figures are a data file of the game, which `./play study fairness` writes. A game without the file has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.kit.data_tables import NUMBERS, Column, DataFile, Record, Table, key_column, number_column, rows_column
from hippodrome.kit.templates import join_words

BALANCE_FILE: Final = "data/balance.toml"
MAX_SEATS: Final = 8
MAX_MATCHES: Final = 1_000_000
BALANCES: Final = DataFile(
    BALANCE_FILE,
    "Measured balance",
    Table(
        "How often each side wins between equal bots.",
        rows_column(
            "balance",
            Table(
                "A scenario.",
                key_column("The scenario.", "scenario"),
                number_column("matches", 1, MAX_MATCHES, "The matches in which it was measured."),
                number_column("draws", 0, MAX_MATCHES, "Drawn matches."),
                Column("half_wins", NUMBERS, "Wins of each seat in halves; a draw is a half for each."),
            ),
        ),
    ),
    "it was measured with the unchanged game, and variants do not show it",
)


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
        for row in BALANCES.table.read(text, BALANCE_FILE).rows("balance"):
            balances[row.text("scenario")] = _read_balance(row)
    return balances


def _read_balance(row: Record) -> Balance:
    matches, draws = row.number("matches"), row.number("draws")
    balance = Balance(matches, draws, row.numbers("half_wins"))
    if draws > matches:
        raise row.error("draws", f"must be from 0 to {matches}, not {draws}")
    if not 2 <= len(balance.half_wins) <= MAX_SEATS or sum(balance.half_wins) != 2 * matches:
        raise row.error("half_wins", "there must be one number for each seat, and their sum must be twice the matches")
    return balance
