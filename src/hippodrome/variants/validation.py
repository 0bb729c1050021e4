"""What every data file of a variant must keep to, whichever game it is of: names that are names, rules that exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from hippodrome.kit.toml_reader import Table
from hippodrome.variants.merging import is_rows

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
SHOWN = ("title", "name")
MOST_NAMED = 12


def judge(text: str, file: str, clauses: Collection[str]) -> None:
    """Refuse rows without a proper key or name, and rows that point to a rule that is not there."""
    for table in _tables(Table(text, file)):
        for key in table.key_names():
            value = table.raw_value(key)
            if isinstance(value, str):
                _judge_text(table, key, value, clauses)


def _judge_text(table: Table, key: str, value: str, clauses: Collection[str]) -> None:
    if key == "key" and not KEY.fullmatch(value):
        raise table.error(key, f"must be one word of letters, digits, hyphens and underscores, not {value!r}")
    if key in SHOWN and not value.strip():
        raise table.error(key, "must not be empty: it is what people see")
    if key == "rule" and value not in clauses:
        raise table.error(key, f"there is no clause {value!r}; {_near(value, clauses)}")


def _near(value: str, clauses: Collection[str]) -> str:
    """Clauses that begin alike, or else how they begin."""
    chapter = value.rstrip("0123456789.")
    alike = [clause for clause in clauses if clause.startswith(chapter)][:MOST_NAMED]
    return f"there are: {', '.join(alike or list(clauses)[:MOST_NAMED])} ..."


def _tables(table: Table) -> Iterator[Table]:
    """Yield the file and its rows."""
    yield table
    for key in table.key_names():
        if is_rows(table.raw_value(key)):
            yield from table.tables(key)
