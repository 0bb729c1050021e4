"""Single values of the data files by their paths: machines.wolf.save, tracks.oval.laps, units.MI.melee, cards.5.

A path names the file without its ending, then a row by its key, then a value in it; an item of a list by its number
from 0. The value of a row itself is true or false: in or out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from hippodrome.variants.merging import is_rows, name_of, same

FOLDER = "data/"
ENDING = ".toml"


class PathError(ValueError):
    """A path that leads nowhere; the message says where one can go."""


def found_file(texts: Mapping[str, str], path: str) -> tuple[str, list[str]]:
    """Return the file that a path begins with, and the rest of the path."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        name = f"{FOLDER}{'/'.join(parts[:length])}{ENDING}"
        if name in texts:
            return name, parts[length:]
    known = ", ".join(file_names(texts))
    raise PathError(f"there is no data file {parts[0]!r}; a path begins with one of: {known}")


def file_names(texts: Mapping[str, str]) -> list[str]:
    """What paths can begin with."""
    names = [name for name in texts if name.startswith(FOLDER) and name.endswith(ENDING)]
    return [name[len(FOLDER) : -len(ENDING)].replace("/", ".") for name in names]


def value_at(texts: Mapping[str, str], path: str) -> Any:
    """Return the value at the end of a path."""
    name, rest = found_file(texts, path)
    here: Any = tomllib.loads(texts[name])
    for part in rest:
        holder, key = _step(here, part)
        here = holder[key]
    return here


def changed(texts: Mapping[str, str], path: str, value: Any) -> tuple[str, dict[str, Any]]:
    """Return the file that a path leads to, and its values with the one at the end of the path changed."""
    name, rest = found_file(texts, path)
    if not rest:
        raise PathError(
            f"the path ends at a file; name a row and a value in it, such as {path}.{_example(texts[name])}"
        )
    whole: dict[str, Any] = tomllib.loads(texts[name])
    here: Any = whole
    for part in rest[:-1]:
        holder, key = _step(here, part)
        here = holder[key]
    if isinstance(here, dict) and rest[-1] not in here and not [rows for rows in here.values() if is_rows(rows)]:
        here[rest[-1]] = value  # a key the row does not have yet; the game judges it
        return name, whole
    holder, key = _step(here, rest[-1])
    if isinstance(holder[key], dict) and isinstance(holder, list):
        _in_or_out(holder, key, value)
    else:
        holder[key] = _fitting(holder[key], value)
    return name, whole


def _in_or_out(holder: list[Any], key: int, value: Any) -> None:
    if not isinstance(value, bool):
        raise PathError(f"the path ends at a row: it can be true (in) or false (out), not {value!r}")
    if not value:
        del holder[key]


def _fitting(old: Any, new: Any) -> Any:
    """Return the new value if it is of the old one's kind."""
    if type(old) is not type(new):
        raise PathError(f"is {old!r} now, so it cannot be {new!r}")
    return new


def _step(here: Any, part: str) -> tuple[Any, Any]:
    """Where a part of a path leads: what holds it, and under which key or number."""
    if isinstance(here, dict):
        if part in here:
            return here, part
        lists = [rows for rows in here.values() if is_rows(rows) and name_of(rows)]
        for rows in lists:
            for place, row in enumerate(rows):
                if same(row[name_of(rows)]) == part:
                    return rows, place
        known = [
            *[key for key in here if not is_rows(here[key])],
            *[same(row[name_of(rows)]) for rows in lists for row in rows],
        ]
        raise PathError(f"there is no {part!r} here; there are: {', '.join(known)}")
    if isinstance(here, list):
        name = name_of(here) if is_rows(here) else ""
        for place in range(len(here)):
            if (same(here[place][name]) if name else str(place)) == part:
                return here, place
        known = [same(row[name]) if name else str(place) for place, row in enumerate(here)]
        raise PathError(f"there is no {part!r} in this list; there are: {', '.join(known)}")
    raise PathError(f"{part!r} leads nowhere: {here!r} has nothing in it")


def _example(text: str) -> str:
    """Return a way into a file."""
    here: Any = tomllib.loads(text)
    for rows in here.values():
        if is_rows(rows) and name_of(rows):
            row = rows[0]
            inner = [key for key in row if key != name_of(rows)]
            return f"{row[name_of(rows)]}.{inner[0]}" if inner else str(row[name_of(rows)])
    return str(next(iter(here), ""))
