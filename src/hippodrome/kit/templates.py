"""Text templates from a game's words.toml: sentences of events, prompts, labels, and the legend of the text board.

A template may contain `{field}`, which the game replaces by text, and `{field:thing}`, which also counts: "1 thing",
"3 things".

A decision has two forms: its prompt addresses the player who decides, and others read that the player "is" doing what
`[waiting]` says, by default "deciding". The latter has no placeholders, so it reveals nothing.

`match`, above all tables, is what players call a match, such as "race". `[choices]` lists the verbs whose use
statistics compare, such as playing a card, with the text of the choice; `{label}` is the label of the action.
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
        self.waiting = _texts_or_empty(table, "waiting")
        self.reasons = _texts(table.table("reasons"))
        self.letters = _texts_or_empty(table, "letters")
        self.features = _texts_or_empty(table, "features")
        self.outcomes = _texts_or_empty(table, "outcomes")
        self.counted = _texts_or_empty(table, "counted")
        self.figures = _texts_or_empty(table, "figures")
        self.recap = _texts_or_empty(table, "recap")
        self.choices = _texts_or_empty(table, "choices")
        self.notes = _texts_or_empty(table, "notes")
        self.match = table.text_or("match", "match")
        for verb in self.choices:
            if verb not in self.labels:
                raise table.error("choices", f"there is no label for the verb {verb!r}")
        table.reject_unread()


def _texts(table: TomlTable) -> dict[str, str]:
    return {key: table.text(key) for key in table.key_names()}


def _texts_or_empty(table: TomlTable, name: str) -> dict[str, str]:
    return _texts(table.table(name)) if name in table.key_names() else {}


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


def count_and_verb(number: int, thing: str, singular: str, plural_verb: str) -> str:
    """Return a sentence about a number of things: "1 unit has not moved.", "12 units have not moved."."""
    return f"1 {thing} {singular}." if number == 1 else f"{number} {plural(thing)} {plural_verb}."


def waiting_sentence(words: Words, names: list[str], decision: str, plural: bool = False) -> str:
    """Return who decides, and what about, for those who wait: "Green is choosing whips."

    `decision` is the name of the decision; `plural` is true for names such as Romans.
    """
    verb = "are" if plural or len(names) > 1 else "is"
    return f"{sentence_case(join_words(names))} {verb} {words.waiting.get(decision, 'deciding')}."


def sentence_case(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def join_words(words: list[str]) -> str:
    """Return words as a list in a sentence: Red, Blue and Gold."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
