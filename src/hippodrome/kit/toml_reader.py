"""Strict reading of TOML: keys are read by name and type, and unknown keys are errors."""

from __future__ import annotations

import re
from typing import Any, Final

from hippodrome.kit.toml_parser import TomlLimitError, parse_toml

_INDEX: Final = re.compile(r"\[\d+\]")  # in the path of a table
_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class DataError(ValueError):
    """Raised for an error in a data file. The message names file, line and key; `reason` is the rest of it."""

    def __init__(self, message: str, line: int = 1, key: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.key = key
        self.reason = reason or message
        self.errors: list[DataError] = [self]  # all errors, if this one stands for several


def raise_all(errors: list[DataError]) -> None:
    """Raise one DataError for several, or the only one; do nothing if there is none."""
    if not errors:
        return
    if len(errors) == 1:
        raise errors[0]
    first = errors[0]
    whole = DataError("\n".join([str(error) for error in errors]), first.line, first.key, first.reason)
    whole.errors = [inner for error in errors for inner in error.errors]
    raise whole


class TomlTable:
    """One table of a TOML file. Read its keys, then call `done`, which rejects keys that were not read."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._path = ""
        self._start = 0
        self._read: set[str] = set()
        try:
            self._values: dict[str, Any] = parse_toml(text)
        except TomlLimitError as error:
            raise DataError(f"{file}, line {error.line}: {error}", error.line, "", str(error)) from None
        except ValueError as error:  # invalid TOML, or a number that is too large
            raise _syntax_error(text, file, str(error)) from None

    def _part(self, values: dict[str, Any], path: str, start: int) -> TomlTable:
        part = TomlTable("", self._file)
        part._text, part._values, part._path, part._start = self._text, values, path, start
        return part

    def error(self, key: str, message: str) -> DataError:
        """Return the error for a key, with file, line and key."""
        line = self.line(key)
        return DataError(
            f"{self._file}, line {line}, {self._path}{key}: {message}", line, f"{self._path}{key}", message
        )

    def line(self, key: str) -> int:
        """Return the line of a key, or of the table if the key is missing."""
        match = re.compile(rf"^[ \t]*(?:\[+)?[\"']?{re.escape(key)}(?![A-Za-z0-9_-])", re.MULTILINE).search(
            self._text, self._start
        )
        start = match.start() if match and key in self._values else self._start
        return self._text.count("\n", 0, start) + 1

    def raw_value(self, key: str) -> Any:
        """Return a value of any type."""
        self._read.add(key)
        return self._values[key]

    def raw(self, key: str = "") -> dict[str, Any]:
        """Return the plain values of a nested table, or of this one without a key."""
        values: dict[str, Any] = self._get(key, dict, "a table") if key else self._values
        return values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def key_names(self) -> list[str]:
        """Return the keys in the order of the file."""
        return list(self._values)

    def _get(self, key: str, kind: type, what: str) -> Any:
        self._read.add(key)
        if key not in self._values:
            raise self.error(key, f"missing; it must be {what}")
        value = self._values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"must be {what}, not {value!r}")
        return value

    def text(self, key: str) -> str:
        """Return a text without surrounding spaces."""
        value: str = self._get(key, str, "a text")
        return value.strip()

    def text_or(self, key: str, default: str) -> str:
        """Return a text, or the default if the key is missing."""
        return self.text(key) if key in self._values else default

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """Return a text that is one of the known words."""
        value = self.text(key)
        if value not in known:
            raise self.error(key, f"must be one of {', '.join(known)}, not {value!r}")
        return value

    def flag(self, key: str) -> bool:
        """Return a boolean."""
        value: bool = self._get(key, bool, "true or false")
        return value

    def integer(self, key: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        value: int = self._get(key, int, "a whole number")
        if not least <= value <= most:
            raise self.error(key, f"must be from {least} to {most}, not {value}")
        return value

    def integers(self, key: str) -> list[int]:
        """Return a list of whole numbers."""
        values: list[Any] = self._get(key, list, "a list of whole numbers")
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.error(key, f"must be a list of whole numbers; {value!r} is not one")
        return values

    def integer_row(self, key: str, count: int, least: int, most: int) -> list[int]:
        """Return a list of `count` whole numbers in a range."""
        values = self.integers(key)
        if len(values) != count or not all(least <= value <= most for value in values):
            raise self.error(key, f"must be {count} whole numbers from {least} to {most}, not {values}")
        return values

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        values: list[Any] = self._get(key, list, "a list of texts")
        for value in values:
            if not isinstance(value, str):
                raise self.error(key, f"must be a list of texts; {value!r} is not one")
        return values

    def texts_or_empty(self, key: str) -> list[str]:
        """Return a list of texts, empty if the key is missing."""
        return self.texts(key) if key in self._values else []

    def table(self, key: str) -> TomlTable:
        """Return a nested table."""
        values: dict[str, Any] = self._get(key, dict, "a table")
        match = re.compile(rf"^[ \t]*(?:\[{re.escape(key)}\]|{re.escape(key)}\s*=)", re.MULTILINE).search(self._text)
        return self._part(values, f"{self._path}{key}.", match.start() if match else self._start)

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of a [[list]], empty if the key is missing."""
        self._read.add(key)
        rows = self._values.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.error(key, f"must be a list of tables, written [[{key}]]")
        name = re.escape(_INDEX.sub("", f"{self._path}{key}"))
        headers = re.compile(rf"^[ \t]*\[\[{name}\]\]", re.MULTILINE).finditer(self._text, self._start)
        starts = [match.end() for match, _ in zip(headers, rows, strict=False)]
        starts += [self._start] * (len(rows) - len(starts))
        return [self._part(row, f"{self._path}{key}[{n}].", starts[n]) for n, row in enumerate(rows)]

    def reject_unread(self) -> None:
        """Raise DataError for a key that was not read."""
        for key in self._values:
            if key not in self._read:
                known = ", ".join(sorted(self._read))
                raise self.error(key, f"unknown key; known here: {known}")


def read_tables(text: str, file: str, key: str) -> list[TomlTable]:
    """Return the tables of a file that consists of one [[list]]; raise DataError if it has any other key."""
    table = TomlTable(text, file)
    rows = table.tables(key)
    table.reject_unread()
    return rows


def _syntax_error(text: str, file: str, error: str) -> DataError:
    """Return a TOML syntax error in the format of the other errors."""
    position = _POSITION.search(error)
    what = error[: position.start()] if position else error
    line = int(position.group(1)) if position and position.group(1) else text.count("\n") + 1
    reason = f"this is not TOML: {what[:1].lower()}{what[1:]}"
    return DataError(f"{file}, line {line}: {reason}", line, "", reason)
