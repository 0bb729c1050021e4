"""Paths of single values in the data files: machines.wolf.save, tracks.oval.laps, units.MI.melee, cards.5.

A path names the file without its suffix, then a row by its key, then a value in it; items of a list are numbered from
0. The value of a whole row is true to include it or false to remove it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hippodrome.kit.toml_parser import parse_toml
from hippodrome.variants.merging import is_list_of_tables, key_field, key_text

DATA_FOLDER = "data/"
SUFFIX = ".toml"
MAX_FILE_PARTS = 8
"""Parts at the beginning of a path that may name its file."""


class PathError(ValueError):
    """Raised for a path that does not exist, or a value it cannot have; the message lists the alternatives."""


def split_path(texts: Mapping[str, str], path: str) -> tuple[str, list[str]]:
    """Return the file that a path begins with, and the rest of the path; raise PathError if there is no such file."""
    parts = path.split(".")
    for length in range(min(len(parts), MAX_FILE_PARTS), 0, -1):
        name = f"{DATA_FOLDER}{'/'.join(parts[:length])}{SUFFIX}"
        if name in texts:
            return name, parts[length:]
    known = ", ".join(file_names(texts))
    raise PathError(f"there is no data file {parts[0]!r}; a path begins with one of: {known}")


def file_names(texts: Mapping[str, str]) -> list[str]:
    """Return the file names with which a path can begin."""
    names = [name for name in texts if name.startswith(DATA_FOLDER) and name.endswith(SUFFIX)]
    return [name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", ".") for name in names]


def value_at(texts: Mapping[str, str], path: str) -> Any:
    """Return the value at the end of a path."""
    name, rest = split_path(texts, path)
    here: Any = parse_toml(texts[name])
    for part in rest:
        holder, key = _step(here, part)
        here = holder[key]
    return here


def change_value(whole: dict[str, Any], path: str, rest: Sequence[str], value: Any) -> None:
    """Change the value at the end of a path in the values of its file; `rest` is the path without the file."""
    if not rest:
        raise PathError(f"the path ends at a file; name a row and a value in it, such as {path}.{_example_path(whole)}")
    here: Any = whole
    for part in rest[:-1]:
        holder, key = _step(here, part)
        here = holder[key]
    if (
        isinstance(here, dict)
        and rest[-1] not in here
        and not [rows for rows in here.values() if is_list_of_tables(rows)]
    ):
        here[rest[-1]] = value  # a key that the row does not have yet; the game checks it
        return
    holder, key = _step(here, rest[-1])
    if isinstance(holder[key], dict) and isinstance(holder, list):
        _include_row(holder, key, value)
    else:
        holder[key] = _check_type(holder[key], value)


def _include_row(holder: list[Any], key: int, value: Any) -> None:
    if not isinstance(value, bool):
        raise PathError(f"the path ends at a row, which can be true (included) or false (removed), not {value!r}")
    if not value:
        del holder[key]


def _check_type(old: Any, new: Any) -> Any:
    """Return the new value; raise PathError if its type differs from that of the old one."""
    if type(old) is not type(new):
        raise PathError(f"must have the same type as the present value {old!r}, so it cannot be {new!r}")
    return new


def _step(here: Any, part: str) -> tuple[Any, Any]:
    """Return the table or list that holds a part of a path, and its key or index; raise PathError if there is none."""
    if isinstance(here, dict):
        if part in here:
            return here, part
        lists = [rows for rows in here.values() if is_list_of_tables(rows) and key_field(rows)]
        for rows in lists:
            for place, row in enumerate(rows):
                if key_text(row[key_field(rows)]) == part:
                    return rows, place
        known = [
            *[key for key in here if not is_list_of_tables(here[key])],
            *[key_text(row[key_field(rows)]) for rows in lists for row in rows],
        ]
        raise PathError(f"there is no {part!r} here; there are: {', '.join(known)}")
    if isinstance(here, list):
        name = key_field(here) if is_list_of_tables(here) else ""
        for place in range(len(here)):
            if (key_text(here[place][name]) if name else str(place)) == part:
                return here, place
        known = [key_text(row[name]) if name else str(place) for place, row in enumerate(here)]
        raise PathError(f"there is no {part!r} in this list; there are: {', '.join(known)}")
    raise PathError(f"{part!r} does not exist: {here!r} is a single value")


def _example_path(whole: dict[str, Any]) -> str:
    """Return an example of the rest of a path into a file."""
    for rows in whole.values():
        if is_list_of_tables(rows) and key_field(rows):
            row = rows[0]
            inner = [key for key in row if key != key_field(rows)]
            return f"{row[key_field(rows)]}.{inner[0]}" if inner else str(row[key_field(rows)])
    return str(next(iter(whole), ""))
