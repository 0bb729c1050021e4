"""The effects of the Sneaky Tricks, their numbers, and the cards of a game by effect.

An effect is what the rules do; its number is that of the clause BH-T1 to BH-T22. A card has one of the effects, with
numbers of its own. In the game each effect has one card; a variant may have several, others, or none.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64, mypyc_attr

MAX_CARD_NUMBER: Final = 60
_ONE: Final = re.compile(r"\b1 (whip|wound|point)s\b")


class EffectNumber:
    """A number of an effect: its name on a card, its default and its range.

    A `lasting` one is needed after the card was played, so that all cards with the effect must have the same.
    """

    __slots__ = ("default", "is_lasting", "least", "most", "name")

    def __init__(self, name: str, default: int, least: int, most: int, is_lasting: bool = False) -> None:
        self.name = name
        self.default = default
        self.least = least
        self.most = most
        self.is_lasting = is_lasting


class Effect:
    """An effect: its name in files, when it is played, what it does in a few words, and its numbers."""

    __slots__ = ("key", "needs_jump", "numbers", "short", "when")

    def __init__(self, key: str, when: str, short: str, *numbers: EffectNumber, needs_jump: bool = False) -> None:
        self.key = key
        self.when = when
        self.short = short
        self.numbers = numbers
        self.needs_jump = needs_jump


# The effects in the order of their clauses.
EFFECTS: Final = (
    Effect("fresh-horses", "roll", "add {add} to this move", EffectNumber("add", 3, 1, 6)),
    Effect(
        "crack-of-thunder", "start", "go up {whips} whips, to 3 at most, and add {add} to this move",
        EffectNumber("whips", 2, 1, 3), EffectNumber("add", 2, 1, 6),
    ),
    Effect("steady-hands", "react", "your skid test counts as passed, even a spin"),
    Effect(
        "inside-line", "move", "lane changes need no roll; you get back up to {points} points",
        EffectNumber("points", 3, 1, 6),
    ),
    Effect(
        "spina-hugger", "start", "your skid value is {value} in every lane this turn",
        EffectNumber("value", 3, 2, 5, True),
    ),
    Effect("roar-of-the-crowd", "react", "roll all these dice again; the second result counts"),
    Effect("leap-of-faith", "react", "your jump succeeds and costs no wound", needs_jump=True),
    Effect(
        "rein-in", "move", "stop here; next turn choose any whips, with up to {points} points more",
        EffectNumber("points", 3, 1, 6),
    ),
    Effect("patched-wheel", "start", "get {heal} wounds back, up to the full number", EffectNumber("heal", 2, 1, 6)),
    Effect("iron-rims", "react", "ignore 1 wound you have just taken"),
    Effect("shoulder-charge", "react", "choose where the defender goes; no wound die for you"),
    Effect(
        "scythed-hubs", "react", "the rival is wounded on {wounds_on}+ and loses 1 whip; you only on {own_wounds_on}",
        EffectNumber("wounds_on", 3, 2, 6, True), EffectNumber("own_wounds_on", 6, 2, 6, True),
    ),
    Effect(
        "long-spear", "react", "your crewman wounds on {wounds_on}+, and the rival loses 1 whip",
        EffectNumber("wounds_on", 3, 2, 6, True),
    ),
    Effect(
        "duck", "react", "the attack fails; the attacker is wounded on {wounds_on}+", EffectNumber("wounds_on", 3, 2, 6)
    ),
    Effect(
        "caltrops", "end", "trap the square you left last; wounds the next chariot on {wounds_on}+",
        EffectNumber("wounds_on", 4, 2, 6, True),
    ),
    Effect("greased-axle", "start", "a rival on 2 or 3 whips must go down 1 this turn"),
    Effect(
        "loose-linchpin", "react", "a rival that skids is wounded on {wounds_on}+, and its move ends",
        EffectNumber("wounds_on", 3, 2, 6),
    ),
    Effect("flash-of-bronze", "react", "a rival must reroll a lane change or skid test it passed"),
    Effect("thrown-net", "start", "halve the move of a near rival, rounded up"),
    Effect(
        "sand-in-the-eyes", "end", "a near rival cannot change lanes next turn and moves {less} less",
        EffectNumber("less", 1, 1, 6, True),
    ),
    Effect("curse-tablet", "react", "a rival must use its lowest movement die"),
    Effect(
        "bribed-steward", "round", "take the first turn of this round and add {add} to that move",
        EffectNumber("add", 1, 1, 6, True),
    ),
)  # fmt: skip
TRICK_COUNT: Final = len(EFFECTS)
EFFECT_KEYS: Final = tuple([effect.key for effect in EFFECTS])
NUMBER_NAMES: Final = tuple(sorted({number.name for effect in EFFECTS for number in effect.numbers}))


def fill(text: str, numbers: dict[str, int]) -> str:
    """Return a text with the numbers of a card in place of their names in braces."""
    for name, value in numbers.items():
        text = text.replace(f"{{{name}}}", str(value))
    return _ONE.sub(r"1 \1", text)


@mypyc_attr(acyclic=True)
class CardSet:
    """The cards of a game by number: the effect and the numbers of each. Hands are bits of card numbers."""

    def __init__(self) -> None:
        self.effect: list[int] = [0] * (MAX_CARD_NUMBER + 1)  # of each card number, 0 for none
        self.rules: list[str] = [""] * (MAX_CARD_NUMBER + 1)
        self.is_plain = True  # whether every card's number is that of its effect
        self._numbers: dict[int, dict[str, int]] = {}

    def add(self, number: int, effect: int, rule: str, numbers: dict[str, int]) -> None:
        """Add a card."""
        self.effect[number] = effect
        self.rules[number] = rule
        self._numbers[number] = numbers
        if number != effect:
            self.is_plain = False

    def effects_in(self, hand: i64) -> i64:
        """Return the bits of the effects of the cards in a hand."""
        if self.is_plain:
            return hand
        effects: i64 = 0
        number: i64 = 1
        rest = hand >> 1
        while rest:
            if rest & 1:
                effects |= 1 << self.effect[number]
            rest >>= 1
            number += 1
        return effects

    def number(self, card: i64, name: str) -> i64:
        """Return a number of a card."""
        return self._numbers[int(card)][name]

    def lasting_number(self, effect: i64, name: str) -> i64:
        """Return a number that all cards with an effect share."""
        for card, numbers in self._numbers.items():
            if self.effect[card] == effect:
                return numbers[name]
        for number in EFFECTS[effect - 1].numbers:
            if number.name == name:
                return number.default
        raise ValueError(f"effect {effect} has no number {name!r}")
