"""Files of one's own: what people write themselves for a match, such as an army, as TOML; and a form to write it in.

A game offers kinds of them (`Game.own_kinds`), an option takes one (`Setting.own`), and its value is then the text of
the file itself: the match, its record and its snapshots carry all of it.
"""

from __future__ import annotations

import json
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hippodrome.kit.scene import Scene
from hippodrome.kit.state import Json
from hippodrome.kit.toml_reader import DataError

MOST: Final = 12_000  # letters of a file

# What a field of a form takes.
TEXT: Final = "text"
LINES: Final = "lines"  # several lines of text
NUMBER: Final = "number"
ONE: Final = "one"  # one of a few words
SOME: Final = "some"  # any of a few words
LIST: Final = "list"  # words separated by commas

_WHOLE: Final = re.compile("-?[0-9]{1,9}")
Values = dict[str, str]  # a form as it is filled in: every field a text, lists with commas


class OptionError(ValueError):
    """An option that cannot be what it is: `option` is its name, `line` and `key` the place in a file of one's own."""

    def __init__(self, option: str, message: str, line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.line = line
        self.key = key

    def __reduce__(self) -> tuple[object, ...]:
        return OptionError, (self.option, str(self), self.line, self.key)


class Field:
    """Something to fill in: its key in the file, its title, what it takes, and the words to choose from."""

    __slots__ = ("default", "kind", "name", "text", "title", "values")

    def __init__(
        self, name: str, title: str, kind: str, default: str = "", values: tuple[str, ...] = (), text: str = ""
    ) -> None:
        self.name = name
        self.title = title
        self.kind = kind
        self.default = default
        self.values = values
        self.text = text

    def json(self) -> Json:
        """As data."""
        names = ("name", "title", "kind", "default", "text")
        return {**{name: getattr(self, name) for name in names}, "values": list(self.values)}


class Form:
    """What a file consists of: fields, and a list of rows that have fields of their own (none if it has no name)."""

    __slots__ = ("fields", "row_fields", "row_title", "rows")

    def __init__(
        self, fields: list[Field], rows: str = "", row_title: str = "", row_fields: Sequence[Field] = ()
    ) -> None:
        self.fields = fields
        self.rows = rows
        self.row_title = row_title
        self.row_fields = list(row_fields)

    def json(self) -> Json:
        """As data."""
        return {
            "fields": [field.json() for field in self.fields],
            "rows": self.rows,
            "row_title": self.row_title,
            "row_fields": [field.json() for field in self.row_fields],
        }

    def write(self, head: Mapping[str, str], rows: Sequence[Mapping[str, str]]) -> str:
        """Return the file of a form that is filled in; what is as usual is left out of the rows."""
        lines = [_pair(field, head.get(field.name, field.default)) for field in self.fields]
        for row in rows:
            lines += ["", f"[[{self.rows}]]"]
            for field in self.row_fields:
                value = row.get(field.name, field.default).strip()
                if value and value != field.default:
                    lines.append(_pair(field, value))
        return clean("\n".join(lines))

    def fill(self, text: str) -> tuple[Values, list[Values]]:
        """Return the form as a file fills it in.

        The file has been read before, so it is TOML and has nothing else in it.
        """
        found: dict[str, Any] = tomllib.loads(text)
        rows: list[dict[str, Any]] = found.get(self.rows, [])
        return _filled(self.fields, found), [_filled(self.row_fields, row) for row in rows]


def _filled(fields: list[Field], table: dict[str, Any]) -> Values:
    """Return the fields of one table as texts."""
    values: Values = {}
    for field in fields:
        value = table.get(field.name, field.default)
        values[field.name] = ", ".join([str(word) for word in value]) if isinstance(value, list) else str(value).strip()
    return values


def _pair(field: Field, value: str) -> str:
    """Return a line of a file: key and value."""
    if field.kind in (SOME, LIST):
        words = ", ".join([_quoted(word.strip()) for word in value.split(",") if word.strip()])
        return f"{field.name} = [{words}]"
    if field.kind == LINES:
        inside = "\n".join([_quoted(line)[1:-1] for line in value.strip("\n").splitlines()])
        return f'{field.name} = """\n{inside}\n"""'
    if field.kind == NUMBER and _WHOLE.fullmatch(value.strip()):
        return f"{field.name} = {int(value)}"
    return f"{field.name} = {_quoted(value.strip())}"


def _quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class Fault:
    """Something that may not be in a file: its line, its key such as troops[2].gear, and what would be right."""

    __slots__ = ("key", "line", "text")

    def __init__(self, line: int, key: str, text: str) -> None:
        self.line = line
        self.key = key
        self.text = text

    def __str__(self) -> str:
        return f"line {self.line}, {self.key}: {self.text}" if self.key else self.text

    def json(self) -> Json:
        """As data."""
        return {"line": self.line, "key": self.key, "text": self.text}


class Report:
    """What a file of one's own is: its title, a summary, a note for each row, what is not allowed, and a picture."""

    __slots__ = ("faults", "notes", "scene", "summary", "title")

    def __init__(
        self, title: str, summary: list[str], notes: list[str], faults: list[Fault], scene: Scene | None = None
    ) -> None:
        self.title = title
        self.summary = summary
        self.notes = notes
        self.faults = faults
        self.scene = scene


class CustomFileKind(ABC):
    """A kind of file that people can write for a game. `samples` are ready files to begin with, by title."""

    def __init__(self, slug: str, title: str, text: str, form: Form, samples: dict[str, str]) -> None:
        self.slug = slug
        self.title = title
        self.text = text
        self.form = form
        self.samples = samples

    def start(self) -> str:
        """Return the title of the first ready one that nothing is wrong with: the one to begin with."""
        fine = [title for title, text in self.samples.items() if not self.report(text, title).faults]
        return fine[0] if fine else ""

    @abstractmethod
    def report(self, text: str, file: str) -> Report:
        """What a file is; DataError names file, line and key of what cannot be read."""


def judged(kind: CustomFileKind, text: str, file: str) -> tuple[Report | None, list[Fault]]:
    """Return the report of a file, if it can be read, and all that is wrong with it."""
    try:
        report = kind.report(clean(text), file)
    except DataError as error:
        return None, [Fault(error.line, error.key, error.said)]
    return report, report.faults


def clean(text: str) -> str:
    """Return a file as it is kept: lines without blanks at their ends, and nothing before the first or after the
    last.
    """
    return "".join([f"{line.rstrip()}\n" for line in text.strip().splitlines()])


def is_file(value: object) -> bool:
    """Return whether the value of an option is a file and not a word: it has lines."""
    return isinstance(value, str) and "\n" in value


def shown(value: object) -> str:
    """Return the value of an option in a few words: of a file, its title."""
    if not isinstance(value, str) or not is_file(value):
        return str(value)
    try:
        return f"own: {tomllib.loads(value).get('title', 'a file')}"
    except tomllib.TOMLDecodeError:
        return "own: a file"
