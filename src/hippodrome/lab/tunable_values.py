"""The values that an experiment can vary: every value of a game's data files, by file and row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hippodrome import catalogue
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.variants import AlteredTexts, Variant, VariantError
from hippodrome.variants.merging import is_list_of_tables, key_field, key_text
from hippodrome.variants.paths import DATA_FOLDER, SUFFIX

TEXT_KEYS = {"key", "rule", "text", "note", "goal", "date", "words", "short", "title", "name"}
"""Keys of names and texts, which do not affect the game and are not offered."""

MAX_LIST_ITEMS = 12  # longer lists are not offered item by item
MAX_TEXT_CHARS = 60
PRESENT = "is in the game"
OUT = "out"
ABSENT = "is left out"


@dataclass(frozen=True)
class TunableValue:
    """A value that can be varied: its path, its name within its row, and its present value."""

    path: str
    name: str
    now: Any


@dataclass(frozen=True)
class TunableRow:
    """A row of a data file, or with an empty name the values outside rows; `file` is the title of the file."""

    file: str
    name: str
    values: list[TunableValue]


def tunable_rows(game: str, variant: Variant | None) -> list[TunableRow]:
    """Return everything that can be varied in a game, or in a variant of it, by file and row."""
    base = variant if variant is not None else Variant(game, "arm")
    rows: list[TunableRow] = []
    files = catalogue.packaged_games()[game].DATA_FILES
    fixed = [name for file in files if file.fixed for name in file.names(catalogue.game_texts(game))]
    for name, text in AlteredTexts(base, catalogue.game_texts(game)).texts.items():
        if name.startswith(DATA_FOLDER) and name.endswith(SUFFIX) and name not in fixed:
            rows += _file_rows(name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", "."), parse_toml(text), base)
    return [row for row in rows if row.values]


def value_title(game: str, variant: Variant | None, path: str) -> tuple[str, str]:
    """Return the names of the row and of the value at a path; the row is empty, and the value the path, if unknown."""
    base = variant if variant is not None else Variant(game, "arm")
    for name, text in AlteredTexts(base, catalogue.game_texts(game)).texts.items():
        file = name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", ".")
        if not (name.startswith(DATA_FOLDER) and name.endswith(SUFFIX) and path.startswith(f"{file}.")):
            continue
        for row_path, row, key in _named_rows(file, parse_toml(text)):
            title = str(row.get("title") or row.get("name") or row[key])
            if path == row_path:
                return title, PRESENT
            if path.startswith(f"{row_path}."):
                rest = path[len(row_path) + 1 :]
                return title, ABSENT if rest == OUT else rest.replace(".", " ")
    return "", path


def _file_rows(file: str, whole: dict[str, Any], base: Variant) -> Iterator[TunableRow]:
    title = str(whole.get("title") or file)
    lists = [key for key, inside in whole.items() if is_list_of_tables(inside) and key_field(inside)]
    yield TunableRow(title, "", list(_nested_values(file, "", {key: whole[key] for key in whole if key not in lists})))
    named = list(_named_rows(file, whole))
    can_be_removed = bool(named) and _is_valid(base, named[0][0], False)
    has_out_key = bool(named) and _is_valid(base, f"{named[0][0]}.{OUT}", True)
    for path, row, key in named:
        values = [TunableValue(path, PRESENT, True)] if can_be_removed else []
        values += [TunableValue(f"{path}.{OUT}", ABSENT, bool(row.get(OUT)))] if has_out_key else []
        values += _nested_values(path, "", {name: inside for name, inside in row.items() if name not in (key, OUT)})
        yield TunableRow(title, str(row.get("title") or row.get("name") or row[key]), values)


def _is_valid(base: Variant, path: str, value: Any) -> bool:
    """Return whether the game still works with another value at a path."""
    try:
        catalogue.build_variant(base.with_changes({path: value}))
    except VariantError:
        return False
    return True


def _named_rows(path: str, whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield path, row and key field of each row of a table; the path names the list if the key alone is ambiguous."""
    seen = set(whole)
    for key, inside in whole.items():
        if not is_list_of_tables(inside) or not key_field(inside):
            continue
        for row in inside:
            name = key_text(row[key_field(inside)])
            if "." not in name:
                yield (f"{path}.{key}.{name}" if name in seen else f"{path}.{name}"), row, key_field(inside)
            seen.add(name)


def _nested_values(path: str, label_prefix: str, table: dict[str, Any]) -> Iterator[TunableValue]:
    """Yield all values inside a table, at any depth."""
    for key, inside in table.items():
        if key not in TEXT_KEYS and "." not in key and not (is_list_of_tables(inside) and key_field(inside)):
            yield from _leaf_values(f"{path}.{key}", f"{label_prefix} {key}".strip(), inside)
    for place, row, name in _named_rows(path, table):
        label = f"{label_prefix} {row[name]}".strip()
        yield from _nested_values(place, label, {key: inside for key, inside in row.items() if key != name})


def _leaf_values(path: str, label: str, inside: Any) -> Iterator[TunableValue]:
    """Yield a value, or the values inside it; long texts and lists are left out."""
    if isinstance(inside, dict):
        yield from _nested_values(path, label, inside)
    elif isinstance(inside, list):
        if not is_list_of_tables(inside) and len(str(inside)) <= MAX_TEXT_CHARS:
            yield TunableValue(path, label, inside)
        if len(inside) <= MAX_LIST_ITEMS and not any(isinstance(item, str) for item in inside):
            for place, item in enumerate(inside):
                yield from _leaf_values(f"{path}.{place}", f"{label}, number {place}", item)
    elif not isinstance(inside, str) or (len(inside) <= MAX_TEXT_CHARS and "\n" not in inside):
        yield TunableValue(path, label, inside)
