"""The Sneaky Trick cards as data: title, moment, short effect and clause."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.tricks import TRICK_COUNT
from hippodrome.kit.toml_reader import TomlTable

MIN_CARDS_IN_DECK: Final = 12  # two for each of six players
PLAY_TIMES: Final = {
    "start": "at the start of a turn",
    "roll": "after a movement roll",
    "move": "during your move",
    "react": "at once, when it happens",
    "end": "at the end of your move",
    "round": "before a round",
}
"""The moments at which a card can be played, as players read them."""


class Card:
    """A Sneaky Trick card."""

    __slots__ = ("is_out", "needs_jump", "number", "rule", "short", "title", "when")

    def __init__(self, table: TomlTable) -> None:
        self.number = table.integer("number", 1, TRICK_COUNT)
        self.title = table.text("title")
        self.when = table.one_of("when", tuple(PLAY_TIMES))
        self.short = table.text("short")
        self.rule = table.text("rule")
        self.needs_jump = table.flag("needs_jump")
        self.is_out = "out" in table and table.flag("out")  # not in the deck of a variant
        table.reject_unread()


def read_cards(text: str) -> dict[int, Card]:
    """Return all cards by number; every number must be there once."""
    table = TomlTable(text, "data/cards.toml")
    cards: dict[int, Card] = {}
    for row in table.tables("card"):
        card = Card(row)
        if card.number in cards:
            raise row.error("number", f"card {card.number} is defined twice")
        cards[card.number] = card
    table.reject_unread()
    missing = [number for number in range(1, TRICK_COUNT + 1) if number not in cards]
    if missing:
        raise table.error("card", f"cards are missing: {missing}")
    if len([card for card in cards.values() if not card.is_out and not card.needs_jump]) < MIN_CARDS_IN_DECK:
        raise table.error(
            "card", f"too many cards are out: {MIN_CARDS_IN_DECK} must stay in, two for each of six players"
        )
    return cards
