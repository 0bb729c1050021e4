"""Custom files: TOML files, such as an army, that players write for a match, and the forms to write them with.

A game offers kinds of custom files (`Game.custom_file_kinds`), and an option takes one (`Setting.custom_kind`). The
value of the option is then the whole text, so the match, its record and its snapshots carry it.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hippodrome.kit.scene import Scene
from hippodrome.kit.state import Json
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.kit.toml_reader import DataError

MAX_CHARACTERS: Final = 12_000  # of a custom file

# The kinds of fields in a form.
TEXT: Final = "text"
LINES: Final = "lines"  # several lines of text
NUMBER: Final = "number"
ONE: Final = "one"  # one of several words
SOME: Final = "some"  # any of several words
LIST: Final = "list"  # words separated by commas

_WHOLE_NUMBER: Final = re.compile("-?[0-9]{1,9}")
Values = dict[str, str]  # a completed form: the text of each field, lists with commas


class OptionError(ValueError):
    """Raised for an option value that is not allowed; `line` and `key` are the position in a custom file."""

    def __init__(self, option: str, message: str, line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.line = line
        self.key = key

    def __reduce__(self) -> tuple[object, ...]:
        return OptionError, (self.option, str(self), self.line, self.key)


class FormField:
    """A field of a form: its key in the file, title, kind, default, and possible values with their labels.

    `initial` is its value in a new row; without one, the default.
    """

    __slots__ = ("default", "initial", "kind", "labels", "name", "text", "title", "values")

    def __init__(
        self,
        name: str,
        title: str,
        kind: str,
        default: str = "",
        values: tuple[str, ...] = (),
        text: str = "",
        labels: tuple[str, ...] = (),
        initial: str = "",
    ) -> None:
        self.name = name
        self.title = title
        self.kind = kind
        self.default = default
        self.values = values
        self.text = text
        self.labels = labels or values
        self.initial = initial or default

    def json(self) -> Json:
        """Return plain data."""
        names = ("name", "title", "kind", "default", "initial", "text")
        texts = {name: getattr(self, name) for name in names}
        return {**texts, "values": list(self.values), "labels": list(self.labels)}


class Form:
    """The form of a kind of file: its fields, and the fields of its rows if `rows` names their list."""

    __slots__ = ("fields", "row_fields", "row_title", "rows")

    def __init__(
        self, fields: list[FormField], rows: str = "", row_title: str = "", row_fields: Sequence[FormField] = ()
    ) -> None:
        self.fields = fields
        self.rows = rows
        self.row_title = row_title
        self.row_fields = list(row_fields)

    def json(self) -> Json:
        """Return plain data."""
        return {
            "fields": [field.json() for field in self.fields],
            "rows": self.rows,
            "row_title": self.row_title,
            "row_fields": [field.json() for field in self.row_fields],
        }

    def write(self, head: Mapping[str, str], rows: Sequence[Mapping[str, str]]) -> str:
        """Return the file of a completed form; defaults are left out of the rows."""
        lines = [_key_value_line(field, head.get(field.name, field.default)) for field in self.fields]
        for row in rows:
            lines += ["", f"[[{self.rows}]]"]
            for field in self.row_fields:
                value = row.get(field.name, field.default).strip()
                if value and value != field.default:
                    lines.append(_key_value_line(field, value))
        return clean("\n".join(lines))

    def has_any_key(self, text: str) -> bool:
        """Return whether any line of a text begins with a key of the form, so that it may be such a file."""
        keys = [field.name for field in self.fields] + ([self.rows] if self.rows else [])
        return re.search(rf"^[ \t\[]*({'|'.join(keys)})\b", text, re.MULTILINE) is not None

    def fill(self, text: str) -> tuple[Values, list[Values]]:
        """Return the values of the form, and of its rows, from a file that has been validated before."""
        table: dict[str, Any] = parse_toml(text)
        rows: list[dict[str, Any]] = table.get(self.rows, [])
        return _field_values(self.fields, table), [_field_values(self.row_fields, row) for row in rows]


def _field_values(fields: list[FormField], table: dict[str, Any]) -> Values:
    """Return the fields of one table as texts."""
    values: Values = {}
    for field in fields:
        value = table.get(field.name, field.default)
        values[field.name] = ", ".join([str(word) for word in value]) if isinstance(value, list) else str(value).strip()
    return values


def _key_value_line(field: FormField, value: str) -> str:
    """Return the line of a file with the key and value of a field."""
    if field.kind in (SOME, LIST):
        words = ", ".join([_quote(word.strip()) for word in value.split(",") if word.strip()])
        return f"{field.name} = [{words}]"
    if field.kind == LINES:
        inside = "\n".join([_quote(line)[1:-1] for line in value.strip("\n").splitlines()])
        return f'{field.name} = """\n{inside}\n"""'
    if field.kind == NUMBER and _WHOLE_NUMBER.fullmatch(value.strip()):
        return f"{field.name} = {int(value)}"
    return f"{field.name} = {_quote(value.strip())}"


def _quote(text: str) -> str:
    """Return a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class Fault:
    """A problem in a file: its line, its key such as troops[2].gear, and what would be right."""

    __slots__ = ("key", "line", "text")

    def __init__(self, line: int, key: str, text: str) -> None:
        self.line = line
        self.key = key
        self.text = text

    def __str__(self) -> str:
        return f"line {self.line}, {self.key}: {self.text}" if self.key else self.text

    def json(self) -> Json:
        """Return plain data."""
        return {"line": self.line, "key": self.key, "text": self.text}


class Report:
    """The report on a custom file: title, summary, a note for each row, faults, and a scene to show."""

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
    """A kind of custom file of a game. `samples` are complete files to start from, by title."""

    def __init__(self, slug: str, title: str, text: str, form: Form, samples: dict[str, str]) -> None:
        self.slug = slug
        self.title = title
        self.text = text
        self.form = form
        self.samples = samples

    def first_legal_sample(self) -> str:
        """Return the title of the first sample without faults, or an empty string."""
        legal = [title for title, text in self.samples.items() if not self.report(text, title).faults]
        return legal[0] if legal else ""

    @abstractmethod
    def report(self, text: str, file: str) -> Report:
        """Return the report on a file; raise DataError with file, line and key if it cannot be read."""


def check_file(kind: CustomFileKind, text: str, file: str) -> tuple[Report | None, list[Fault]]:
    """Return the report on a file (None if it cannot be read) and all its faults."""
    if not kind.form.has_any_key(text):
        reason = f"This file is not a custom {kind.title.lower()}. Start from an example, or open another file."
        return None, [Fault(1, "", reason)]
    try:
        report = kind.report(clean(text), file)
    except DataError as error:
        return None, [Fault(each.line, each.key, each.reason) for each in error.errors]
    return report, report.faults


def clean(text: str) -> str:
    """Return a file without trailing spaces and without empty lines at its start and end."""
    return "".join([f"{line.rstrip()}\n" for line in text.strip().splitlines()])


def is_file(value: object) -> bool:
    """Return whether the value of an option is a custom file, which has several lines, and not a word."""
    return isinstance(value, str) and "\n" in value


def value_label(value: object) -> str:
    """Return a short label of an option's value; for a custom file, its title."""
    if not isinstance(value, str) or not is_file(value):
        return str(value)
    try:
        return f"custom: {parse_toml(value).get('title', 'a file')}"
    except ValueError:
        return "custom: a file"
