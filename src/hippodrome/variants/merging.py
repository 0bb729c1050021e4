"""Merging a data file of a variant with the game's: rows with the same key are changed, others are new.

A row with `remove = true` takes the game's row out. Lists of tables whose rows have no name of their own are replaced
whole, and so are all other lists.
"""

from __future__ import annotations

from typing import Any

from hippodrome.kit.toml_reader import Table

NAMES = ("key", "number", "name", "title", "from")
REMOVE = "remove"
Row = dict[str, Any]


class Rows:
    """Which row of the variant's file each row of a merged list comes from; -1 for rows of the game alone."""

    def __init__(self) -> None:
        self.origins: dict[str, list[int]] = {}

    def place(self, text: str, key: str) -> tuple[int, str]:
        """Line and key, in the variant's file, of a key such as machine[3].save; line 0 if it has no such row."""
        table = Table(text, "")
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


class Merged:
    """A merged document and the origins of its rows."""

    def __init__(self, values: Row, rows: Rows) -> None:
        self.values = values
        self.rows = rows


def merged(base: str, own: str, where: str) -> Merged:
    """Return the game's file with the variant's laid over it; `where` names the latter in complaints."""
    rows = Rows()
    table = Table(own, where)
    game = Table(base, "").raw()
    found = dict(game)
    for key, value in table.raw().items():
        if is_rows(game.get(key)) and is_rows(value) and name_of(game[key]):
            found[key], rows.origins[key] = _rows(game[key], value, table.tables(key))
        else:
            found[key] = over(game.get(key), value)
            if is_rows(value):
                rows.origins[key] = list(range(len(value)))
    return Merged(found, rows)


def _rows(base: list[Row], own: list[Row], tables: list[Table]) -> tuple[list[Row], list[int]]:
    """Rows of the game as rows of the variant change them, then new ones; and where each comes from."""
    name = name_of(base)
    found, origins = [dict(row) for row in base], [-1] * len(base)
    for number, (row, table) in enumerate(zip(own, tables, strict=True)):
        places = {same(each[name]): place for place, each in enumerate(found)}
        if name not in row:
            known = ", ".join(str(each[name]) for each in base)
            raise table.error(name, f"missing; it names the row: a new one, or one of: {known}")
        place = places.get(same(row[name]), -1)
        if row.get(REMOVE):
            _take_out(found, origins, place, table, name)
        elif place >= 0:
            found[place], origins[place] = over(found[place], row), number
        else:
            found.append(row)
            origins.append(number)
    return found, origins


def _take_out(found: list[Row], origins: list[int], place: int, table: Table, name: str) -> None:
    if place < 0:
        known = ", ".join(str(each[name]) for each in found)
        raise table.error(name, f"there is no such row to remove; there are: {known}")
    del found[place], origins[place]


def over(base: Any, own: Any) -> Any:
    """One value laid over another: tables key by key, lists of named rows row by row, all else whole."""
    if isinstance(base, dict) and isinstance(own, dict):
        return {**base, **{key: over(base.get(key), value) for key, value in own.items()}}
    if is_rows(base) and is_rows(own) and name_of(base) and all(name_of(base) in row for row in own):
        return _inner_rows(base, own, name_of(base))
    return own


def _inner_rows(base: list[Row], own: list[Row], name: str) -> list[Row]:
    """Rows inside a row, such as the sides of a scenario."""
    found = {same(row[name]): row for row in base}
    for row in own:
        key = same(row[name])
        if row.get(REMOVE):
            found.pop(key, None)
        else:
            found[key] = over(found.get(key, {}), row)
    return list(found.values())


def is_rows(value: Any) -> bool:
    """Return whether a value is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def name_of(rows: list[Row]) -> str:
    """Return the key that tells the rows of a list apart; empty if there is none."""
    for name in NAMES:
        values = [same(row[name]) for row in rows if name in row]
        if len(values) == len(rows) == len(set(values)):
            return name
    return ""


def same(value: Any) -> str:
    """What a row is called, as a text."""
    return str(value)
