"""Checks for the data files of variants of all games: proper keys and names, and clauses that exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from hippodrome.kit.toml_reader import TomlTable
from hippodrome.variants.merging import is_list_of_tables

KEY_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
VISIBLE_FIELDS = ("title", "name")
MAX_SUGGESTIONS = 12


def validate_file(text: str, file: str, clauses: Collection[str]) -> None:
    """Raise DataError for a row with an invalid key, an empty name or an unknown clause."""
    for table in _tables(TomlTable(text, file)):
        for key in table.key_names():
            value = table.raw_value(key)
            if isinstance(value, str):
                _validate_text(table, key, value, clauses)


def _validate_text(table: TomlTable, key: str, value: str, clauses: Collection[str]) -> None:
    if key == "key" and not KEY_PATTERN.fullmatch(value):
        raise table.error(key, f"must be one word of letters, digits, hyphens and underscores, not {value!r}")
    if key in VISIBLE_FIELDS and not value.strip():
        raise table.error(key, "must not be empty, because players see it")
    if key == "rule" and value not in clauses:
        raise table.error(key, f"there is no clause {value!r}; {_suggest_clauses(value, clauses)}")


def _suggest_clauses(value: str, clauses: Collection[str]) -> str:
    """Return a hint with clauses of the same chapter, or the first clauses if there are none."""
    chapter = value.rstrip("0123456789.")
    similar = [clause for clause in clauses if clause.startswith(chapter)][:MAX_SUGGESTIONS]
    return f"there are: {', '.join(similar or list(clauses)[:MAX_SUGGESTIONS])} ..."


def _tables(table: TomlTable) -> Iterator[TomlTable]:
    """Yield the table of the file and those of its rows."""
    yield table
    for key in table.key_names():
        if is_list_of_tables(table.raw_value(key)):
            yield from table.tables(key)
