"""Strict reading of JSON: keys are read by name and type; errors name file, line and key."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from hippodrome.kit.toml_reader import DataError

MAX_JSON_DEPTH = 16
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{},:]|[^\s\[\]{},:"]+')


class Object:
    """One object of a JSON text. Read its keys, then call `done`, which rejects keys that were not read."""

    def __init__(self, values: dict[str, Any], file: str, path: str, lines: dict[str, int]) -> None:
        self._values = values
        self._file = file
        self._path = path
        self._lines = lines
        self._read: set[str] = set()

    def error(self, key: str, message: str) -> DataError:
        """Return the error for a key; without a key, for the object itself."""
        place = ".".join([part for part in (self._path, key) if part])
        line = self._lines.get(place, self._lines.get(self._path, 1))
        return DataError(f"{self._file}, line {line}, {place or 'the file'}: {message}")

    def _get(self, key: str, kind: type, what: str) -> Any:
        self._read.add(key)
        if key not in self._values:
            raise self.error(key, f"missing; it must be {what}")
        value = self._values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"must be {what}, not {json.dumps(value)[:60]}")
        return value

    def text(self, key: str, most: int = 200) -> str:
        """Return a text of at most `most` characters."""
        value: str = self._get(key, str, "a text")
        if len(value) > most:
            raise self.error(key, f"must be a text of at most {most} characters")
        return value

    def one_of(self, key: str, known: list[str]) -> str:
        """Return a text that is one of the known words."""
        value = self.text(key)
        if value not in known:
            raise self.error(key, f"must be one of {', '.join(known)}, not {value!r}")
        return value

    def integer(self, key: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        value: int = self._get(key, int, "a whole number")
        if not least <= value <= most:
            raise self.error(key, f"must be from {least} to {most}, not {value}")
        return value

    def texts(self, key: str, counts: range) -> list[str]:
        """Return a list of texts; their number must be in a range."""
        values: list[Any] = self._get(key, list, "a list of texts")
        if len(values) not in counts or not all(isinstance(value, str) and len(value) <= 200 for value in values):
            allowed = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
            raise self.error(key, f"must be a list of {allowed} texts")
        return values

    def integers(self, key: str, count: int) -> list[int]:
        """Return a list of `count` whole numbers."""
        values: list[Any] = self._get(key, list, "a list of whole numbers")
        if len(values) != count or not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise self.error(key, f"must be a list of {count} whole numbers")
        return values

    def values(self, key: str) -> dict[str, int | str]:
        """Return an object of whole numbers and texts."""
        values: dict[str, Any] = self._get(key, dict, "an object")
        for name, value in values.items():
            if not isinstance(value, (int, str)) or isinstance(value, bool):
                raise self.error(f"{key}.{name}", f"must be a whole number or a text, not {json.dumps(value)[:60]}")
        return values

    def objects(self, key: str) -> list[Object]:
        """Return a list of objects."""
        rows: list[Any] = self._get(key, list, "a list of objects")
        path = f"{self._path}.{key}" if self._path else key
        for place, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.error(f"{key}[{place}]", f"must be an object, not {json.dumps(row)[:60]}")
        return [Object(row, self._file, f"{path}[{place}]", self._lines) for place, row in enumerate(rows)]

    def reject_unread(self) -> None:
        """Raise DataError for a key that was not read."""
        for key in self._values:
            if key not in self._read:
                raise self.error(key, f"unknown key; known here: {', '.join(sorted(self._read))}")


def read_object(text: str, file: str) -> Object:
    """Return the object of a JSON text; raise DataError if it is not valid."""
    _check_depth(text, file)
    try:
        values = json.loads(text, object_pairs_hook=_unique_keys)
        json.dumps(values, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(f"{file}, line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except UnicodeEncodeError:
        raise DataError(f"{file}, line 1: it contains characters that are not valid text") from None
    except ValueError as error:
        raise DataError(f"{file}, line 1: cannot be read: {error}") from None
    if not isinstance(values, dict):
        raise DataError(f"{file}, line 1: must be an object, in braces")
    return Object(values, file, "", key_lines(text))


def _check_depth(text: str, file: str) -> None:
    """Raise DataError if objects and lists are nested too deeply."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token.group() in "[{") - (token.group() in "]}")
        if depth > MAX_JSON_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            raise DataError(f"{file}, line {line}: nested more than {MAX_JSON_DEPTH} deep")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise ValueError if a key appears twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {name!r} appears twice")
    return values


def key_lines(text: str) -> dict[str, int]:
    """Return the line of every key and item of a JSON text, by its path such as entries[2].places."""
    lines: dict[str, int] = {}
    paths: list[str] = [""]  # of the open objects and lists
    indices: list[int] = [-1]  # the current item of each open list, -1 for an object
    here = ""  # the path of the next value
    expects_key = False
    line, start = 1, 0
    for token in _TOKEN.finditer(text):
        word = token.group()
        line += text.count("\n", start, token.start())
        start = token.start()
        if word in "{[":
            lines.setdefault(here, line)
            paths.append(here)
            indices.append(0 if word == "[" else -1)
            expects_key = word == "{"
            here = f"{here}[0]" if word == "[" else here
        elif word in "}]":
            paths.pop()
            indices.pop()
            expects_key = False
        elif word == ",":
            if indices[-1] >= 0:
                indices[-1] += 1
                here = f"{paths[-1]}[{indices[-1]}]"
            expects_key = indices[-1] < 0
        elif expects_key:
            here = ".".join([part for part in (paths[-1], json.loads(word)) if part])
            lines.setdefault(here, line)
            expects_key = False
        elif word != ":":
            lines.setdefault(here, line)
    return lines
