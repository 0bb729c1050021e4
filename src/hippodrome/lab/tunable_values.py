"""What an experiment can vary: every single value of a game's data files, by file and row, with what it is now."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hippodrome import catalogue
from hippodrome.variants import AlteredTexts, Variant, VariantError
from hippodrome.variants.merging import is_rows, key_field, key_text
from hippodrome.variants.paths import SUFFIX, DATA_FOLDER

TEXT_KEYS = {"key", "rule", "text", "note", "goal", "date", "words", "short", "title", "name"}
"""Keys of names, and of what only people read: to vary it would change nothing."""

MAX_LIST_ITEMS = 12  # items of a list that are offered one by one
MAX_TEXT_CHARS = 60
PRESENT = "is in the game"
OUT = "out"
ABSENT = "is left out"


@dataclass(frozen=True)
class TunableValue:
    """A value: its path, what it is called in its row, and what it is now."""

    path: str
    name: str
    now: Any


@dataclass(frozen=True)
class TunableRow:
    """A row of a file, or the values that stand in the file by themselves; `file` is what the file is called."""

    file: str
    name: str
    values: list[TunableValue]


def tunable_rows(game: str, variant: Variant | None) -> list[TunableRow]:
    """Everything that can be varied in a game, or in a variant of it, file by file and row by row."""
    base = variant if variant is not None else Variant(game, "arm")
    found: list[TunableRow] = []
    for name, text in AlteredTexts(base, catalogue.game_texts(game)).texts.items():
        if name.startswith(DATA_FOLDER) and name.endswith(SUFFIX):
            found += _file_rows(name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", "."), tomllib.loads(text), base)
    return [row for row in found if row.values]


def _file_rows(file: str, whole: dict[str, Any], base: Variant) -> Iterator[TunableRow]:
    called = str(whole.get("title") or file)
    lists = [key for key, inside in whole.items() if is_rows(inside) and key_field(inside)]
    yield TunableRow(called, "", list(_nested_values(file, "", {key: whole[key] for key in whole if key not in lists})))
    named = list(_named_rows(file, whole))
    can_go = bool(named) and _is_valid(base, named[0][0], False)
    has_out = bool(named) and _is_valid(base, f"{named[0][0]}.{OUT}", True)
    for path, row, key in named:
        values = [TunableValue(path, PRESENT, True)] if can_go else []
        values += [TunableValue(f"{path}.{OUT}", ABSENT, bool(row.get(OUT)))] if has_out else []
        values += _nested_values(path, "", {name: inside for name, inside in row.items() if name not in (key, OUT)})
        yield TunableRow(called, str(row.get("title") or row.get("name") or row[key]), values)


def _is_valid(base: Variant, path: str, value: Any) -> bool:
    """Return whether the game can be made with another value; asked once for all rows of a file."""
    try:
        catalogue.build_variant(base.with_changes({path: value}))
    except VariantError:
        return False
    return True


def _named_rows(path: str, whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the named rows of a table with their paths; where two lists have the same name, the path names the
    list too.
    """
    seen = set(whole)
    for key, inside in whole.items():
        if not is_rows(inside) or not key_field(inside):
            continue
        for row in inside:
            name = key_text(row[key_field(inside)])
            if "." not in name:
                yield (f"{path}.{key}.{name}" if name in seen else f"{path}.{name}"), row, key_field(inside)
            seen.add(name)


def _nested_values(path: str, called: str, table: dict[str, Any]) -> Iterator[TunableValue]:
    """Yield the values inside a table, however deep."""
    for key, inside in table.items():
        if key not in TEXT_KEYS and "." not in key and not (is_rows(inside) and key_field(inside)):
            yield from _leaf_values(f"{path}.{key}", f"{called} {key}".strip(), inside)
    for place, row, name in _named_rows(path, table):
        label = f"{called} {row[name]}".strip()
        yield from _nested_values(place, label, {key: inside for key, inside in row.items() if key != name})


def _leaf_values(path: str, called: str, inside: Any) -> Iterator[TunableValue]:
    if isinstance(inside, dict):
        yield from _nested_values(path, called, inside)
    elif isinstance(inside, list):
        if not is_rows(inside) and len(str(inside)) <= MAX_TEXT_CHARS:
            yield TunableValue(path, called, inside)
        if len(inside) <= MAX_LIST_ITEMS and not any(isinstance(item, str) for item in inside):
            for place, item in enumerate(inside):
                yield from _leaf_values(f"{path}.{place}", f"{called}, number {place}", item)
    elif not isinstance(inside, str) or (len(inside) <= MAX_TEXT_CHARS and "\n" not in inside):
        yield TunableValue(path, called, inside)
