"""Text templates from a game's words.toml: sentences of events, prompts, labels, and the legend of the text board.

A template may contain `{field}`, which the game replaces by text, and `{field:thing}`, which also counts: "1 thing",
"3 things".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from hippodrome.kit.toml_reader import TomlTable

_SINGULAR: Final = ("1", "-1", "one")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")


class Words:
    """The templates of a game."""

    def __init__(self, text: str, file: str) -> None:
        table = TomlTable(text, file)
        self.events = _texts(table.table("events"))
        self.rolls = _texts(table.table("rolls"))
        self.prompts = _texts(table.table("prompts"))
        self.labels = _texts(table.table("labels"))
        self.reasons = _texts(table.table("reasons"))
        self.letters = _texts(table.table("letters")) if "letters" in table.key_names() else {}
        self.features = _texts(table.table("features")) if "features" in table.key_names() else {}
        table.reject_unread()


def _texts(table: TomlTable) -> dict[str, str]:
    return {key: table.text(key) for key in table.key_names()}


def fill_template(template: str, field_text: Callable[[str], str]) -> str:
    """Return the template with every placeholder replaced by `field_text(name)`."""

    def fill(placeholder: re.Match[str]) -> str:
        value = field_text(placeholder.group(1))
        thing = placeholder.group(2)
        if not thing:
            return value
        return f"{value} {thing if value in _SINGULAR else plural(thing)}"

    return _PLACEHOLDER.sub(fill, template)


def plural(thing: str) -> str:
    """Return the plural of a thing: lanes, inches, action dice."""
    if thing == "die" or thing.endswith(" die"):
        return f"{thing[:-1]}ce"
    return f"{thing}es" if thing.endswith(("ch", "sh", "s", "x")) else f"{thing}s"


def sentence_case(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def join_words(words: list[str]) -> str:
    """Return words as a list in a sentence: Red, Blue and Gold."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
