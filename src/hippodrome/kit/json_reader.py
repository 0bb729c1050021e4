"""Strict reading of JSON: every key is asked for by name and kind; what is wrong is named with file, line and key."""

from __future__ import annotations

import json
import re
from typing import Any

from hippodrome.kit.toml_reader import DataError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


class Object:
    """One object of a JSON text. Ask for its keys, then call `done`, which refuses keys nobody asked for."""

    def __init__(self, values: dict[str, Any], file: str, path: str, lines: dict[str, int]) -> None:
        self._values = values
        self._file = file
        self._path = path
        self._lines = lines
        self._asked: set[str] = set()

    def wrong(self, key: str, message: str) -> DataError:
        """Return the error to raise for a key; without a key, for the object itself."""
        place = ".".join([part for part in (self._path, key) if part])
        line = self._lines.get(place, self._lines.get(self._path, 1))
        return DataError(f"{self._file}, line {line}, {place or 'the file'}: {message}")

    def _get(self, key: str, kind: type, what: str) -> Any:
        self._asked.add(key)
        if key not in self._values:
            raise self.wrong(key, f"missing; it must be {what}")
        value = self._values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(key, f"must be {what}, not {json.dumps(value)[:60]}")
        return value

    def text(self, key: str, most: int = 200) -> str:
        """Return a text that is not too long."""
        found: str = self._get(key, str, "a text")
        if len(found) > most:
            raise self.wrong(key, f"must be a text of at most {most} letters")
        return found

    def one_of(self, key: str, known: list[str]) -> str:
        """One of a few words."""
        found = self.text(key)
        if found not in known:
            raise self.wrong(key, f"must be one of {', '.join(known)}, not {found!r}")
        return found

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        found: int = self._get(key, int, "a whole number")
        if not least <= found <= most:
            raise self.wrong(key, f"must be from {least} to {most}, not {found}")
        return found

    def texts(self, key: str, count: int) -> list[str]:
        """Return a list of so many texts."""
        found: list[Any] = self._get(key, list, "a list of texts")
        if len(found) != count or not all(isinstance(value, str) and len(value) <= 200 for value in found):
            raise self.wrong(key, f"must be a list of {count} texts")
        return found

    def wholes(self, key: str, count: int) -> list[int]:
        """Return a list of so many whole numbers."""
        found: list[Any] = self._get(key, list, "a list of whole numbers")
        if len(found) != count or not all(isinstance(value, int) and not isinstance(value, bool) for value in found):
            raise self.wrong(key, f"must be a list of {count} whole numbers")
        return found

    def values(self, key: str) -> dict[str, int | str]:
        """Return an object of whole numbers and texts."""
        found: dict[str, Any] = self._get(key, dict, "an object")
        for name, value in found.items():
            if not isinstance(value, (int, str)) or isinstance(value, bool):
                raise self.wrong(f"{key}.{name}", f"must be a whole number or a text, not {json.dumps(value)[:60]}")
        return found

    def objects(self, key: str) -> list[Object]:
        """Return a list of objects."""
        rows: list[Any] = self._get(key, list, "a list of objects")
        path = f"{self._path}.{key}" if self._path else key
        for place, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.wrong(f"{key}[{place}]", f"must be an object, not {json.dumps(row)[:60]}")
        return [Object(row, self._file, f"{path}[{place}]", self._lines) for place, row in enumerate(rows)]

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                raise self.wrong(key, f"unknown key; known here: {', '.join(sorted(self._asked))}")


def read_object(text: str, file: str) -> Object:
    """Return the object that a JSON text is."""
    try:
        found = json.loads(text, object_pairs_hook=_once)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(f"{file}, line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise DataError(f"{file}, line 1: this is nested too deeply") from None
    except UnicodeEncodeError:
        raise DataError(f"{file}, line 1: there are letters in it that are no text") from None
    except ValueError as error:
        raise DataError(f"{file}, line 1: this cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise DataError(f"{file}, line 1: must be an object, written in braces")
    lines = lines_of(text)
    return Object(found, file, "", lines)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, in which no key may be twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def lines_of(text: str) -> dict[str, int]:
    """Return the line of every key and item of a JSON text, by its path such as entries[2].places."""
    found: dict[str, int] = {}
    paths: list[str] = [""]  # of the objects and lists that are open
    places: list[int] = [-1]  # the item that is read in each, -1 in an object
    here = ""  # the path of the value that comes next
    awaiting = False  # whether a key comes next
    line, start = 1, 0
    for token in _TOKEN.finditer(text):
        word = token.group()
        line += text.count("\n", start, token.start())
        start = token.start()
        if word in "{[":
            found.setdefault(here, line)
            paths.append(here)
            places.append(0 if word == "[" else -1)
            awaiting = word == "{"
            here = f"{here}[0]" if word == "[" else here
        elif word in "}]":
            paths.pop()
            places.pop()
            awaiting = False
        elif word == ",":
            if places[-1] >= 0:
                places[-1] += 1
                here = f"{paths[-1]}[{places[-1]}]"
            awaiting = places[-1] < 0
        elif awaiting:
            here = ".".join([part for part in (paths[-1], json.loads(word)) if part])
            found.setdefault(here, line)
            awaiting = False
        elif word != ":":
            found.setdefault(here, line)
    return found
