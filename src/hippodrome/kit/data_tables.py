"""Declarations of data files: the columns of each table, with type, range, unit and meaning.

A game declares each of its data files once (`Game.DATA_FILES`). The declaration reads the file, finds all errors in it
at once, explains the columns in the files of a new variant, and makes the reference pages of the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hippodrome.kit.toml_reader import DataError, TomlTable, raise_all

# Units of numbers.
MILLI_INCH: Final = "1/1000 inch"
TENTH_DEGREE: Final = "1/10 degree"
INCHES: Final = "inches"

# Kinds of columns.
KEY: Final = "key"
TEXT: Final = "text"
NUMBER: Final = "number"
NUMBERS: Final = "numbers"
FLAG: Final = "flag"
TEXTS: Final = "texts"  # a list of texts, each one of the known values if there are any
WORDS: Final = "words"  # a list of texts, each made of known words
TABLE: Final = "table"
ROWS: Final = "rows"

RULES: Final = "rules.toml"  # what a clause refers to
SYMBOLS: Final = "symbols"  # what a symbol refers to
KEY_PATTERN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
MAX_LISTED: Final = 40  # known values in a message
MAX_LISTED_CLAUSES: Final = 12
MAX_ROWS: Final = 500  # of one list


class Column:
    """A column of a table: its name, kind, meaning, and the values it may have.

    known       the values of a text or list, or () for any
    refers      the list whose keys are the known values, such as "data/weapons.toml weapon"; or RULES, or SYMBOLS
    extra       further values beside those that it refers to
    count       the length of a list of numbers, 0 for any
    parts       the names of the numbers of a list
    default     the value where the column is left out; None if it must be there
    """

    __slots__ = (
        "count", "default", "extra", "help", "kind", "known", "least", "may_be_empty", "most", "name", "parts",
        "refers", "table", "unit",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str,
        help: str,
        least: int = 0,
        most: int = 0,
        unit: str = "",
        count: int = 0,
        parts: tuple[str, ...] = (),
        known: tuple[str, ...] = (),
        refers: str = "",
        extra: tuple[str, ...] = (),
        default: Any = None,
        table: Table | None = None,
        may_be_empty: bool = False,
    ) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.least = least
        self.most = most
        self.unit = unit
        self.count = count or len(parts)
        self.parts = parts
        self.known = known
        self.refers = refers
        self.extra = extra
        self.default = default
        self.table = table
        self.may_be_empty = may_be_empty

    def __repr__(self) -> str:
        return f"<Column {self.name}: {self.type_text()}>"

    @property
    def is_required(self) -> bool:
        """True if every row needs the column."""
        return self.default is None

    def type_text(self) -> str:
        """Return the type and range in words: "whole number from 2 to 6"."""
        unit = f", in {self.unit}" if self.unit else ""
        if self.kind == NUMBER:
            return f"whole number from {self.least} to {self.most}{unit}"
        if self.kind == NUMBERS:
            what = f"{self.count} whole numbers" if self.count else "list of whole numbers"
            limits = f" from {self.least} to {self.most}" if self.most > self.least else ""
            return f"{what}{limits}{unit}"
        plain = {KEY: "one word of letters, digits, hyphens and underscores", FLAG: "true or false", TABLE: "table"}
        if self.kind in plain:
            return plain[self.kind]
        if self.kind == ROWS:
            return f"rows, each written [[{self.name}]]"
        what = {TEXT: "text", TEXTS: "list of texts", WORDS: "list of texts, each with words"}[self.kind]
        if self.known:
            return f"{what}: {join_known(self.known)}"
        return f"{what} from {self.refers_text()}" if self.refers else what

    def refers_text(self) -> str:
        """Return where the known values stand: "the keys in data/weapons.toml"."""
        if self.refers == RULES:
            return "the clauses of the rulebook"
        file, _, list_name = self.refers.partition(" ")
        return "the symbols" if file == SYMBOLS else f"the keys of [[{list_name}]] in {file}"


class Table:
    """A table or row: its columns, with an explanation of the whole."""

    __slots__ = ("columns", "help")

    def __init__(self, help: str, *columns: Column) -> None:
        self.help = help
        self.columns = {column.name: column for column in columns}

    def read(self, text: str, file: str) -> Record:
        """Return a file's values; raise DataError with all errors in it."""
        return self.read_table(TomlTable(text, file))

    def read_table(self, table: TomlTable) -> Record:
        """Return a table's values; raise DataError with all errors in it."""
        errors: list[DataError] = []
        record = Record(self, table, errors)
        raise_all(errors)
        return record


class DataFile:
    """A data file of a game, or every file of a folder if the path ends in "/". `fixed` says why it cannot change."""

    __slots__ = ("fixed", "path", "table", "title")

    def __init__(self, path: str, title: str, table: Table, fixed: str = "") -> None:
        self.path = path
        self.title = title
        self.table = table
        self.fixed = fixed

    def __repr__(self) -> str:
        return f"<DataFile {self.path}: {self.title}>"

    def names(self, texts: Mapping[str, str]) -> list[str]:
        """Return the names of these files among the texts of a game."""
        if self.path.endswith("/"):
            return [name for name in texts if name.startswith(self.path)]
        return [self.path] if self.path in texts else []


class Record:
    """The values of a table that was read by its declaration; columns that were left out have their defaults."""

    __slots__ = ("_lists", "_table", "_tables", "_values", "spec")

    def __init__(self, spec: Table, table: TomlTable, errors: list[DataError]) -> None:
        self.spec = spec
        self._table = table
        self._values: dict[str, Any] = {}
        self._lists: dict[str, list[Record]] = {}
        self._tables: dict[str, Record] = {}
        for column in spec.columns.values():
            try:
                self._read(column, errors)
            except DataError as error:
                errors.append(error)
        for key in table.key_names():
            if key not in spec.columns:
                known = ", ".join(sorted(spec.columns))
                errors.append(table.error(key, f"unknown key; known here: {known}"))

    def _read(self, column: Column, errors: list[DataError]) -> None:
        """Read one column; raise DataError if it is wrong."""
        table, name = self._table, column.name
        if column.kind == ROWS:
            rows = table.tables(name)
            if len(rows) > column.most:
                raise table.error(name, f"must have at most {column.most} rows, not {len(rows)}")
            if column.is_required and name not in table:
                raise table.error(name, f"missing; rows are written [[{name}]]")
            assert column.table is not None
            self._lists[name] = [Record(column.table, row, errors) for row in rows]
        elif column.kind == TABLE:
            assert column.table is not None
            if column.is_required or name in table:
                self._tables[name] = Record(column.table, table.table(name), errors)
        elif name in table or column.is_required:
            self._values[name] = read_value(column, table)
        else:
            self._values[name] = column.default

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def error(self, name: str, message: str) -> DataError:
        """Return the error for a column, with file, line and key."""
        return self._table.error(name, message)

    def line(self, name: str) -> int:
        """Return the line of a column."""
        return self._table.line(name)

    def text(self, name: str) -> str:
        """Return a text."""
        value: str = self._values[name]
        return value

    def number(self, name: str) -> int:
        """Return a whole number."""
        value: int = self._values[name]
        return value

    def numbers(self, name: str) -> list[int]:
        """Return a list of whole numbers."""
        return list(self._values[name])

    def flag(self, name: str) -> bool:
        """Return a boolean."""
        value: bool = self._values[name]
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return list(self._values[name])

    def table(self, name: str) -> Record:
        """Return a nested table."""
        return self._tables[name]

    def rows(self, name: str) -> list[Record]:
        """Return the rows of a list."""
        return self._lists[name]

    def column_values(self) -> Iterator[tuple[Record, Column]]:
        """Yield every column that the file has a value for, here and in all tables inside, each with its record."""
        for column in self.spec.columns.values():
            if column.kind == ROWS:
                for row in self._lists.get(column.name, []):
                    yield from row.column_values()
            elif column.kind == TABLE:
                if column.name in self._tables:
                    yield from self._tables[column.name].column_values()
            elif column.name in self._values and column.name in self._table:
                yield self, column

    def words(self, column: Column) -> list[str]:
        """Return the words of a column that may have to be known values."""
        value = self._values[column.name]
        if column.kind == WORDS:
            return [word for text in value for word in text.split()]
        return list(value) if column.kind == TEXTS else [value] if value else []


def read_value(column: Column, table: TomlTable) -> Any:
    """Return the value of a column that is no table; raise DataError if it does not fit the declaration."""
    name = column.name
    if column.kind == NUMBER:
        return table.integer(name, column.least, column.most)
    if column.kind == NUMBERS:
        return _read_numbers(column, table)
    if column.kind == FLAG:
        return table.flag(name)
    if column.kind in (TEXTS, WORDS):
        values = table.texts(name)
        _check_known(column, table, values, column.known)
        if not values and not column.may_be_empty:
            raise table.error(name, "must name at least one")
        if column.kind == WORDS and not all(value.split() for value in values):
            raise table.error(name, "must be a list of texts, each with one or more words")
        return values
    value = table.text(name)
    if column.known:
        if value not in column.known:
            raise table.error(name, f"must be one of {', '.join(column.known)}, not {value!r}")
    elif column.kind == KEY and not KEY_PATTERN.fullmatch(value):
        raise table.error(name, f"must be one word of letters, digits, hyphens and underscores, not {value!r}")
    elif not value and not column.may_be_empty:
        raise table.error(name, "must not be empty")
    return value


def _read_numbers(column: Column, table: TomlTable) -> list[int]:
    """Return a list of whole numbers in the range of a column, if it has one."""
    values = table.integers(column.name)
    if column.count and len(values) != column.count:
        raise table.error(column.name, f"must be {_numbers_text(column)}, not {values}")
    if column.most > column.least and not all(column.least <= value <= column.most for value in values):
        raise table.error(column.name, f"must be {_numbers_text(column)}, not {values}")
    return values


def _numbers_text(column: Column) -> str:
    parts = f" ({', '.join(column.parts)})" if column.parts else ""
    return f"{column.type_text().replace(', in ', ' in ')}{parts}"


def _check_known(column: Column, table: TomlTable, values: list[str], known: Sequence[str]) -> None:
    """Raise DataError for a value of a list that is not known; any value is if none is known."""
    for value in values:
        if known and value not in known:
            raise table.error(column.name, f"there is no {value!r}; there are: {', '.join(known)}")


def join_known(values: Sequence[str]) -> str:
    """Return known values in one line, the first ones if there are many."""
    shown = [value or '""' for value in values[:MAX_LISTED]]
    return ", ".join(shown) + (", ..." if len(values) > MAX_LISTED else "")


# -------------------------------------------------------------------- shorthand for declarations


def key_column(help: str, name: str = "key") -> Column:
    """Return a column that names its row."""
    return Column(name, KEY, help)


def text_column(name: str, help: str, default: str | None = None, may_be_empty: bool = False) -> Column:
    """Return a column of text."""
    return Column(name, TEXT, help, default=default, may_be_empty=may_be_empty)


def number_column(name: str, least: int, most: int, help: str, unit: str = "", default: int | None = None) -> Column:
    """Return a column of whole numbers in a range."""
    return Column(name, NUMBER, help, least, most, unit, default=default)


def flag_column(name: str, help: str, default: bool | None = None) -> Column:
    """Return a column of true and false."""
    return Column(name, FLAG, help, default=default)


def choice_column(name: str, known: tuple[str, ...], help: str, default: str | None = None) -> Column:
    """Return a column with one of several words."""
    return Column(name, TEXT, help, known=known, default=default, may_be_empty="" in known)


def choices_column(name: str, known: tuple[str, ...], help: str, default: tuple[str, ...] | None = None) -> Column:
    """Return a column with any of several words."""
    return Column(name, TEXTS, help, known=known, default=default, may_be_empty=True)


def clause_column(help: str, default: str | None = None) -> Column:
    """Return a column that names a clause of the rulebook."""
    return Column("rule", TEXT, help, refers=RULES, default=default)


def rows_column(name: str, table: Table, help: str = "", is_required: bool = True, most: int = MAX_ROWS) -> Column:
    """Return a list of rows."""
    return Column(name, ROWS, help, most=most, table=table, default=None if is_required else ())


def table_column(name: str, inside: Table, help: str = "", is_required: bool = True) -> Column:
    """Return a nested table."""
    return Column(name, TABLE, help, table=inside, default=None if is_required else ())


# -------------------------------------------------------------------- all files of a game


def known_values(refers: str, files: Sequence[DataFile], texts: Mapping[str, str]) -> list[str]:
    """Return the keys of the rows that a column refers to, in a game's texts."""
    path, _, list_name = refers.partition(" ")
    if path == SYMBOLS:
        return symbol_names(texts, list_name)
    if path == RULES:
        table = TomlTable(texts[RULES], RULES)
        return [str(row.raw().get("id", "")) for row in table.tables("clause")]
    keys: list[str] = []
    for file in files:
        if file.path == path:
            for name in file.names(texts):
                whole = TomlTable(texts[name], name)
                rows = whole.tables(list_name) if list_name else [whole]
                keys += [str(row.raw().get("key", "")) for row in rows]
    return keys


def symbol_names(texts: Mapping[str, str], pattern: str) -> list[str]:
    """Return the names of the symbols whose ids match a pattern with one group, in the symbols of a game."""
    names = re.findall(rf'id="{pattern}"', texts.get("symbols.svg", ""))
    return list(dict.fromkeys(names))


def check_files(files: Sequence[DataFile], texts: Mapping[str, str]) -> list[DataError]:
    """Return all errors in the data files of a game: types, ranges, and values that do not exist."""
    errors: list[DataError] = []
    known: dict[str, list[str]] = {}
    records: list[Record] = []
    is_broken = False
    for file in files:
        for name in file.names(texts):
            try:
                table = TomlTable(texts[name], name)
            except DataError as error:
                errors.append(error)
                is_broken = True
                continue
            records.append(Record(file.table, table, errors))
    if is_broken:  # the keys of its rows are not known
        return errors
    for record in records:
        for inside, column in record.column_values():
            if column.refers:
                if column.refers not in known:
                    known[column.refers] = _values_or_none(column.refers, files, texts)
                if known[column.refers]:
                    errors += _unknown_words(inside, column, [*known[column.refers], *column.extra])
    return errors


def _values_or_none(refers: str, files: Sequence[DataFile], texts: Mapping[str, str]) -> list[str]:
    """Return the values that a column may refer to; none if their file cannot be read, which is an error of its own."""
    try:
        return known_values(refers, files, texts) or ["(none)"]
    except DataError:
        return []


def _unknown_words(record: Record, column: Column, known: list[str]) -> list[DataError]:
    """Return the error for the first word of a column that is not known, if there is one."""
    for word in record.words(column):
        if word not in known:
            noun = "clause" if column.refers == RULES else column.refers.partition(" ")[2] or "value"
            if column.refers.startswith(SYMBOLS):
                noun = "symbol"
            return [
                record.error(
                    column.name, f"there is no {noun} {word!r}; there are: {_suggestions(word, column, known)}"
                )
            ]
    return []


def _suggestions(word: str, column: Column, known: list[str]) -> str:
    """Return known values; of clauses only those of the same chapter, or the first ones."""
    if column.refers != RULES:
        return join_known(known)
    chapter = word.rstrip("0123456789.")
    similar = [id for id in known if id.startswith(chapter)][:MAX_LISTED_CLAUSES]
    return f"{', '.join(similar or known[:MAX_LISTED_CLAUSES])} ..."
