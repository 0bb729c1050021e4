"""Words: sentences for events, prompts for questions, labels for actions, and what the letters of a text drawing
stand for; all from a game's words.toml.

A template may hold `{field}`, which the game puts into words, and `{field:thing}`, which also counts: "1 thing",
"3 things".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from hippodrome.kit.toml_reader import Table

_HOLE: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")


class Words:
    """The templates of a game."""

    def __init__(self, text: str, file: str) -> None:
        table = Table(text, file)
        self.events = _texts(table.table("events"))
        self.rolls = _texts(table.table("rolls"))
        self.prompts = _texts(table.table("prompts"))
        self.labels = _texts(table.table("labels"))
        self.reasons = _texts(table.table("reasons"))
        self.letters = _texts(table.table("letters")) if "letters" in table.names() else {}
        self.aspects = _texts(table.table("aspects")) if "aspects" in table.names() else {}
        table.done()


def _texts(table: Table) -> dict[str, str]:
    return {key: table.text(key) for key in table.names()}


def filled(template: str, word: Callable[[str], str]) -> str:
    """Return the template with every hole filled by `word(name)`."""

    def fill(hole: re.Match[str]) -> str:
        value = word(hole.group(1))
        thing = hole.group(2)
        if not thing:
            return value
        return f"{value} {thing}" if value in ("1", "-1") else f"{value} {thing}s"

    return _HOLE.sub(fill, template)


def sentence_case(text: str) -> str:
    """Return the text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def listed(words: list[str]) -> str:
    """Words in a row: Red, Blue and Gold."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
