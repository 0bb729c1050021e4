"""Strict reading of TOML: every key is asked for by name and kind, and what nobody asked for is refused."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

_AT: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class DataError(ValueError):
    """Something is wrong in a data file; the message names file, line and key. `said` is the message without them."""

    def __init__(self, message: str, line: int = 1, key: str = "", said: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.key = key
        self.said = said or message


class Table:
    """One table of a TOML file. Ask for its keys, then call `done`, which refuses keys nobody asked for."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._path = ""
        self._start = 0
        self._asked: set[str] = set()
        try:
            self._values: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            raise _no_toml(text, file, "nested too deeply") from None
        except ValueError as error:  # what is no TOML, and numbers that nobody can hold
            raise _no_toml(text, file, str(error)) from None

    def _part(self, values: dict[str, Any], path: str, start: int) -> Table:
        part = Table("", self._file)
        part._text, part._values, part._path, part._start = self._text, values, path, start
        return part

    def wrong(self, key: str, message: str) -> DataError:
        """Return the error to raise for a key: it names file, line and key."""
        line = self.line(key)
        return DataError(
            f"{self._file}, line {line}, {self._path}{key}: {message}", line, f"{self._path}{key}", message
        )

    def line(self, key: str) -> int:
        """Return the line of a key, or of the table if it is not there."""
        place = re.compile(rf"^[ \t]*(?:\[+)?{re.escape(key)}\b", re.MULTILINE).search(self._text, self._start)
        found = place if key in self._values else None
        return self._text.count("\n", 0, found.start() if found else self._start) + 1

    def raw_value(self, key: str) -> Any:
        """Return a value as it stands in the file, whatever it is."""
        self._asked.add(key)
        return self._values[key]

    def raw(self, key: str = "") -> dict[str, Any]:
        """Return a table as it stands in the file, whatever its keys; without a name, this one."""
        found: dict[str, Any] = self._get(key, dict, "a table") if key else self._values
        return found

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def names(self) -> list[str]:
        """Return the keys in the order of the file."""
        return list(self._values)

    def _get(self, key: str, kind: type, what: str) -> Any:
        self._asked.add(key)
        if key not in self._values:
            raise self.wrong(key, f"missing; it must be {what}")
        value = self._values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(key, f"must be {what}, not {value!r}")
        return value

    def text(self, key: str) -> str:
        """Return a text."""
        found: str = self._get(key, str, "a text")
        return found.strip()

    def text_or(self, key: str, default: str) -> str:
        """Return a text, or the default if the key is not there."""
        return self.text(key) if key in self._values else default

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """One of a few words."""
        found = self.text(key)
        if found not in known:
            raise self.wrong(key, f"must be one of {', '.join(known)}, not {found!r}")
        return found

    def flag(self, key: str) -> bool:
        """true or false."""
        found: bool = self._get(key, bool, "true or false")
        return found

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        found: int = self._get(key, int, "a whole number")
        if not least <= found <= most:
            raise self.wrong(key, f"must be from {least} to {most}, not {found}")
        return found

    def wholes(self, key: str) -> list[int]:
        """Return a list of whole numbers."""
        found: list[Any] = self._get(key, list, "a list of whole numbers")
        for value in found:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.wrong(key, f"must be a list of whole numbers, not {value!r} in it")
        return found

    def row(self, key: str, count: int, least: int, most: int) -> list[int]:
        """Return a list of so many whole numbers in a range."""
        found = self.wholes(key)
        if len(found) != count or not all(least <= value <= most for value in found):
            raise self.wrong(key, f"must be {count} whole numbers from {least} to {most}, not {found}")
        return found

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        found: list[Any] = self._get(key, list, "a list of texts")
        for value in found:
            if not isinstance(value, str):
                raise self.wrong(key, f"must be a list of texts, not {value!r} in it")
        return found

    def texts_or_none(self, key: str) -> list[str]:
        """Return a list of texts, empty if the key is not there."""
        return self.texts(key) if key in self._values else []

    def table(self, key: str) -> Table:
        """Return a table in the table."""
        found: dict[str, Any] = self._get(key, dict, "a table")
        place = re.compile(rf"^[ \t]*(?:\[{re.escape(key)}\]|{re.escape(key)}\s*=)", re.MULTILINE).search(self._text)
        return self._part(found, f"{self._path}{key}.", place.start() if place else self._start)

    def tables(self, key: str) -> list[Table]:
        """Return the tables of a [[list]], none if the key is not there."""
        self._asked.add(key)
        rows = self._values.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.wrong(key, f"must be a list of tables, written [[{key}]]")
        starts = [found.end() for found in re.finditer(rf"^\[\[{re.escape(key)}\]\]", self._text, re.MULTILINE)]
        starts += [self._start] * (len(rows) - len(starts))
        return [self._part(row, f"{key}[{n}].", starts[n]) for n, row in enumerate(rows)]

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked))
                raise self.wrong(key, f"unknown key; known here: {known}")


def _no_toml(text: str, file: str, error: str) -> DataError:
    """What the reader of TOML says, with its line where every other complaint has it."""
    place = _AT.search(error)
    what = error[: place.start()] if place else error
    line = int(place.group(1)) if place and place.group(1) else text.count("\n") + 1
    said = f"this is not TOML: {what[:1].lower()}{what[1:]}"
    return DataError(f"{file}, line {line}: {said}", line, "", said)
