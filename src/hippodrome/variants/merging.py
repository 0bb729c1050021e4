"""Merging a data file of a variant with the game's: a row with a known key changes that row, any other row is new.

A row with `remove = true` removes the game's row. Lists of tables without a key, and all other lists, are replaced as a
whole.
"""

from __future__ import annotations

from typing import Any

from hippodrome.kit.toml_reader import TomlTable

KEY_FIELDS = ("id", "key", "number", "name", "title", "from")
REMOVE = "remove"
Row = dict[str, Any]


class RowOrigins:
    """The origin of each merged row: its index in the variant's file, or -1 for an unchanged row of the game."""

    def __init__(self) -> None:
        self.origins: dict[str, list[int]] = {}

    def locate(self, text: str, key: str) -> tuple[int, str]:
        """Return the line and key in the variant's file for a merged key such as machine[3].save; line 0 if none."""
        table = TomlTable(text, "")
        head, bracket, rest = key.partition("[")
        number, _, tail = rest.partition("].")
        if not bracket:
            head, _, inner = key.partition(".")
            there = table.table(head) if inner and head in table else table
            return (there.line(inner or head), key) if head in table else (0, key)
        origins = self.origins.get(head, [])
        origin = origins[int(number)] if int(number) < len(origins) else -1
        if origin < 0:
            return 0, key
        line = table.tables(head)[origin].line(tail.partition("[")[0].partition(".")[0])
        return line, f"{head}[{origin}].{tail}"


class MergedFile:
    """A merged document and the origins of its rows."""

    def __init__(self, values: Row, rows: RowOrigins) -> None:
        self.values = values
        self.rows = rows


def merge_file(base: str, changes: str, where: str) -> MergedFile:
    """Return the game's file with the variant's changes; `where` names the variant's file in errors."""
    rows = RowOrigins()
    table = TomlTable(changes, where)
    game = TomlTable(base, "").raw()
    values = dict(game)
    for key, value in table.raw().items():
        if is_list_of_tables(game.get(key)) and is_list_of_tables(value) and key_field(game[key]):
            values[key], rows.origins[key] = _merge_rows(game[key], value, table.tables(key))
        else:
            values[key] = overlay(game.get(key), value)
            if is_list_of_tables(value):
                rows.origins[key] = list(range(len(value)))
    return MergedFile(values, rows)


def _merge_rows(base: list[Row], changes: list[Row], tables: list[TomlTable]) -> tuple[list[Row], list[int]]:
    """Return the game's rows with the variant's changes, then the new rows, and the origin of each."""
    name = key_field(base)
    rows, origins = [dict(row) for row in base], [-1] * len(base)
    for number, (row, table) in enumerate(zip(changes, tables, strict=True)):
        places = {key_text(each[name]): place for place, each in enumerate(rows)}
        if name not in row:
            known = ", ".join(str(each[name]) for each in base)
            raise table.error(name, f"missing; it must name a new row or one of: {known}")
        place = places.get(key_text(row[name]), -1)
        if row.get(REMOVE):
            _remove_row(rows, origins, place, table, name)
        elif place >= 0:
            rows[place], origins[place] = overlay(rows[place], row), number
        else:
            rows.append(row)
            origins.append(number)
    return rows, origins


def _remove_row(rows: list[Row], origins: list[int], place: int, table: TomlTable, name: str) -> None:
    if place < 0:
        known = ", ".join(str(each[name]) for each in rows)
        raise table.error(name, f"there is no such row to remove; there are: {known}")
    del rows[place], origins[place]


def overlay(base: Any, changes: Any) -> Any:
    """Return a value with changes: tables key by key, lists of keyed rows row by row, anything else replaced."""
    if isinstance(base, dict) and isinstance(changes, dict):
        return {**base, **{key: overlay(base.get(key), value) for key, value in changes.items()}}
    if (
        is_list_of_tables(base)
        and is_list_of_tables(changes)
        and key_field(base)
        and all(key_field(base) in row for row in changes)
    ):
        return _overlay_rows(base, changes, key_field(base))
    return changes


def _overlay_rows(base: list[Row], changes: list[Row], name: str) -> list[Row]:
    """Merge rows inside a row, such as the sides of a scenario."""
    rows = {key_text(row[name]): row for row in base}
    for row in changes:
        key = key_text(row[name])
        if row.get(REMOVE):
            rows.pop(key, None)
        else:
            rows[key] = overlay(rows.get(key, {}), row)
    return list(rows.values())


def is_list_of_tables(value: Any) -> bool:
    """Return whether a value is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def key_field(rows: list[Row]) -> str:
    """Return the field that identifies the rows of a list; empty if there is none."""
    for name in KEY_FIELDS:
        values = [key_text(row[name]) for row in rows if name in row]
        if len(values) == len(rows) == len(set(values)):
            return name
    return ""


def key_text(value: Any) -> str:
    """Return the value of a key field as a text."""
    return str(value)
