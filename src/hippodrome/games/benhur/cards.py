"""The Sneaky Trick cards as data: title, effect with its numbers, and clause."""

from __future__ import annotations

import re
from typing import Final

from hippodrome.games.benhur.card_effects import (
    EFFECT_KEYS,
    EFFECTS,
    MAX_CARD_NUMBER,
    NUMBER_NAMES,
    CardSet,
    Effect,
    fill,
)
from hippodrome.kit.data_tables import (
    DataFile,
    Record,
    Table,
    choice_column,
    clause_column,
    flag_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.rulebook import Rulebook
from hippodrome.kit.toml_reader import DataError, raise_all

GENERATED_CLAUSE: Final = "BH-V."  # the start of the ids of generated clauses
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
_NUMBER: Final = re.compile(r"\d+")
_NUMBER_HELP: Final = {
    "add": "Points added to the move.",
    "whips": "Whips that you go up.",
    "points": "Points that you get back or save at most.",
    "value": "Skid value in every lane.",
    "heal": "Wounds that you get back.",
    "wounds_on": "What a die needs at least to wound.",
    "own_wounds_on": "What a die needs at least to wound you.",
    "less": "Points taken from the move.",
}


def _uses(name: str) -> str:
    """Return the effects with a number, each with its default: "fresh-horses 3"."""
    uses = [f"{effect.key} {one.default}" for effect in EFFECTS for one in effect.numbers if one.name == name]
    return ", ".join(uses)


CARDS: Final = DataFile(
    "data/cards.toml",
    "Sneaky Tricks",
    Table(
        "The Sneaky Tricks. A card has one of the effects of the rules; the same effect may be on several cards.",
        rows_column(
            "card",
            Table(
                "A card.",
                number_column("number", 1, MAX_CARD_NUMBER, "Its number, which names it. New cards begin at 23."),
                text_column("title", "Its title."),
                choice_column("effect", EFFECT_KEYS, "What it does; the moment to play it follows from that."),
                *[
                    number_column(name, 1, 6, f"{_NUMBER_HELP[name]} For these effects: {_uses(name)}.", default=0)
                    for name in NUMBER_NAMES
                ],
                text_column(
                    "short", "The effect in a few words; by default written from effect and numbers.", "", True
                ),
                clause_column("Its clause; without one, a clause is written from effect and numbers.", ""),
                flag_column("out", "Whether it is left out of the deck.", False),
                choice_column("when", tuple(PLAY_TIMES), "The moment to play it. It follows from the effect.", ""),
                flag_column("needs_jump", "Whether it needs a track with a jump. It follows from the effect.", False),
            ),
        ),
    ),
)


class Card:
    """A Sneaky Trick card. `effect_number` is the number of its effect, and `numbers` are those on the card."""

    __slots__ = ("effect_number", "is_out", "needs_jump", "number", "numbers", "rule", "short", "title", "when")

    def __init__(self, row: Record) -> None:
        self.number = row.number("number")
        self.title = row.text("title")
        self.effect_number = EFFECT_KEYS.index(row.text("effect")) + 1
        effect = EFFECTS[self.effect_number - 1]
        self.numbers = _read_numbers(row, effect)
        self.when = effect.when
        self.needs_jump = effect.needs_jump
        if "when" in row and row.text("when") != self.when:
            raise row.error("when", f"has no effect: {effect.key} is always played {PLAY_TIMES[self.when]}; remove it")
        if "needs_jump" in row and row.flag("needs_jump") != self.needs_jump:
            raise row.error("needs_jump", f"has no effect: it follows from {effect.key}; remove it")
        written = fill(effect.short, self.numbers)
        self.short = fill(row.text("short"), self.numbers) or written
        if sorted(_NUMBER.findall(self.short)) != sorted(_NUMBER.findall(written)):
            change = f"set {effect.numbers[0].name}" if effect.numbers else "take another effect"
            raise row.error(
                "short",
                f"the card does not do what {self.short!r} says: it does {written!r}; {change}, or remove short",
            )
        self.rule = row.text("rule") or f"{GENERATED_CLAUSE}{self.number}"
        self.is_out = row.flag("out")


def _read_numbers(row: Record, effect: Effect) -> dict[str, int]:
    """Return the numbers of a card; DataError for one that its effect does not have or that is out of range."""
    names = [one.name for one in effect.numbers]
    for name in NUMBER_NAMES:
        if name in row and name not in names:
            may = f"its numbers are: {', '.join(names)}" if names else "it has no numbers"
            raise row.error(name, f"has no effect on a card with {effect.key}; {may}")
    numbers: dict[str, int] = {}
    for one in effect.numbers:
        value = row.number(one.name) if one.name in row else one.default
        if not one.least <= value <= one.most:
            raise row.error(one.name, f"must be from {one.least} to {one.most} for {effect.key}, not {value}")
        numbers[one.name] = value
    return numbers


def read_cards(text: str) -> dict[int, Card]:
    """Return all cards by number; no number may be there twice."""
    table = CARDS.table.read(text, CARDS.path)
    cards: dict[int, Card] = {}
    errors: list[DataError] = []
    for row in table.rows("card"):
        try:
            card = Card(row)
            if card.number in cards:
                raise row.error("number", f"card {card.number} is defined twice")
            _check_lasting_numbers(row, card, cards)
            cards[card.number] = card
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    if len([card for card in cards.values() if not card.is_out and not card.needs_jump]) < MIN_CARDS_IN_DECK:
        raise table.error(
            "card", f"too many cards are out: {MIN_CARDS_IN_DECK} must stay in, two for each of six players"
        )
    return cards


def _check_lasting_numbers(row: Record, card: Card, cards: dict[int, Card]) -> None:
    """Raise DataError if a number differs from another card's whose effect lasts, so that it would be forgotten."""
    for other in cards.values():
        if other.effect_number == card.effect_number:
            for one in EFFECTS[card.effect_number - 1].numbers:
                mine, yours = card.numbers[one.name], other.numbers[one.name]
                if one.is_lasting and mine != yours:
                    raise row.error(
                        one.name, f"must be {yours}, as on card {other.number}: the effect lasts after the card is gone"
                    )


def card_set(cards: dict[int, Card]) -> CardSet:
    """Return the cards as the rules read them."""
    whole = CardSet()
    for card in cards.values():
        whole.add(card.number, card.effect_number, card.rule, card.numbers)
    return whole


def write_clauses(cards: dict[int, Card], rulebook: Rulebook) -> None:
    """Write the numbers of the cards into their clauses, and a clause for each card that names none."""
    templates = {number: rulebook.clauses[f"BH-T{number}"].text for number in range(1, len(EFFECTS) + 1)}
    filled: set[str] = set()
    for card in cards.values():
        template = templates[card.effect_number]
        if card.rule.startswith(GENERATED_CLAUSE):
            text = f"{fill(template, card.numbers)} Its effect is that of BH-T{card.effect_number}, with these numbers."
            rulebook.add(card.rule, "Tricks", card.title, text, (f"BH-T{card.effect_number}",))
        if card.rule in rulebook.clauses and card.rule not in filled:
            clause = rulebook.clauses[card.rule]
            clause.text = fill(clause.text, card.numbers)
            filled.add(card.rule)
    for number, effect in enumerate(EFFECTS, 1):
        clause = rulebook.clauses[f"BH-T{number}"]
        clause.text = fill(clause.text, {one.name: one.default for one in effect.numbers})
