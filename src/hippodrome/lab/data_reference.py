"""Explanations of the data files of a game, from the declarations that read them: as comments and as a page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from hippodrome import catalogue
from hippodrome.kit.data_tables import ROWS, RULES, TABLE, WORDS, Column, DataFile, Table, join_known, known_values

LINE_WIDTH = 118
PAGES_FOLDER = "docs/data"
_PAGE_HEAD = """\
<!-- Written by: hippodrome variant reference {game} --out {folder}/{game}.md -->

# {title}: data files

What the data files of {title} may contain. A [variant](../designers.md#variants) changes rows by their keys,
adds rows and files, or changes single values. Every value is checked when the variant is loaded; errors name file,
line and key.
"""


def data_file(game: str, path: str) -> DataFile | None:
    """Return the declaration of a data file by its path in the game, or None if it has none."""
    for file in catalogue.packaged_games()[game].DATA_FILES:
        if path == file.path or (file.path.endswith("/") and path.startswith(file.path)):
            return file
    return None


def column_text(game: str, column: Column) -> str:
    """Return what a column may contain: type, range, unit, default, meaning, parts and known values."""
    base = catalogue.packaged_games()[game]
    known = list(column.known)
    if column.refers and column.refers != RULES:
        known = known_values(column.refers, base.DATA_FILES, catalogue.game_texts(game))
    kind = column.type_text()
    if column.refers and known:
        kind = f"{kind.partition(' from ')[0]}: {join_known(known)}"
    parts = f": {', '.join(column.parts)}" if column.parts else ""
    return f"{kind}{parts}. {column.help}{default_text(column)}"


def default_text(column: Column) -> str:
    """Return whether a column may be left out, and what it is then."""
    if column.is_required:
        return ""
    if column.kind in (ROWS, TABLE) or column.default in ("", (), 0, False):
        return " May be left out."
    return f" By default {column.default}."


def walk(table: Table, header: str = "") -> Iterator[tuple[str, Table]]:
    """Yield a table and the tables inside it, each with its header such as [[scenario.side]]."""
    yield header, table
    for column in table.columns.values():
        if column.table is not None:
            inner = f"{header.strip('[]')}.{column.name}".strip(".")
            yield from walk(column.table, f"[[{inner}]]" if column.kind == ROWS else f"[{inner}]")


# -------------------------------------------------------------------- comments


def comment_lines(game: str, path: str) -> list[str]:
    """Return comments that explain every column of a data file; empty if the file is not declared."""
    file = data_file(game, path)
    if file is None:
        return []
    lines = [f"# {line}" for line in textwrap.wrap(f"{file.title}. {file.table.help}", LINE_WIDTH)]
    for header, table in walk(file.table):
        columns = [column for column in table.columns.values() if column.table is None]
        if header:
            lines += ["#", *[f"# {line}" for line in textwrap.wrap(f"{header}  {table.help}", LINE_WIDTH)]]
        width = max((len(column.name) for column in columns), default=0)
        for column in columns:
            first, *rest = textwrap.wrap(column_text(game, column), LINE_WIDTH - width - 5)
            lines.append(f"#   {column.name:<{width}}  {first}")
            lines += [f"#   {'':<{width}}  {line}" for line in rest]
    return lines


# -------------------------------------------------------------------- pages


def reference_page(game: str) -> str:
    """Return the reference page of a game in Markdown."""
    base = catalogue.packaged_games()[game]
    lines = [_PAGE_HEAD.format(game=game, title=base.title, folder=PAGES_FOLDER)]
    for file in base.DATA_FILES:
        name = f"{file.path}*.toml" if file.path.endswith("/") else file.path
        lines += [f"## {file.title}", "", f"`{name}`: {file.table.help}", ""]
        if file.fixed:
            lines += [f"A variant cannot change it: {file.fixed}.", ""]
            continue
        for header, table in walk(file.table):
            lines += _section(game, header, table)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(game: str, header: str, table: Table) -> list[str]:
    """Return the part of a page about one table."""
    columns = [column for column in table.columns.values() if column.table is None]
    lines = [f"### `{header}`", "", table.help, ""] if header else []
    if not columns:
        return lines
    lines += ["| column | value | meaning |", "|---|---|---|"]
    for column in columns:
        value, _, meaning = column_text(game, column).partition(". ")
        if column.kind == WORDS:
            value = value.replace("each with words", "each with these words")
        lines.append(f"| `{column.name}` | {_cell(value)} | {_cell(meaning)} |")
    return [*lines, ""]


def _cell(text: str) -> str:
    """Return a text for a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
