"""The Sneaky Trick cards as data: title, moment, effect in short, clause."""

from __future__ import annotations

from hippodrome.games.benhur.state import CARDS
from hippodrome.kit.toml_reader import Table

FEWEST = 12
_MOMENTS = ("start", "roll", "move", "react", "end", "round")


class Card:
    """One card."""

    __slots__ = ("is_out", "needs_jump", "number", "rule", "short", "title", "when")

    def __init__(self, table: Table) -> None:
        self.number = table.whole("number", 1, CARDS)
        self.title = table.text("title")
        self.when = table.one_of("when", _MOMENTS)
        self.short = table.text("short")
        self.rule = table.text("rule")
        self.needs_jump = table.flag("needs_jump")
        self.is_out = "out" in table and table.flag("out")  # not in the deck of a variant
        table.done()


def read_cards(text: str) -> dict[int, Card]:
    """Return all cards by number; every number must be there once."""
    table = Table(text, "data/cards.toml")
    cards: dict[int, Card] = {}
    for row in table.tables("card"):
        card = Card(row)
        if card.number in cards:
            raise row.wrong("number", f"card {card.number} is there twice")
        cards[card.number] = card
    table.done()
    missing = [number for number in range(1, CARDS + 1) if number not in cards]
    if missing:
        raise table.wrong("card", f"cards missing: {missing}")
    if len([card for card in cards.values() if not card.is_out and not card.needs_jump]) < FEWEST:
        raise table.wrong("card", f"too many cards are out: {FEWEST} must be left for every track, two for each of six")
    return cards
