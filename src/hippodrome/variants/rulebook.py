"""The rulebook of a variant: profiles as the data have them, and a chapter that lists everything else that differs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hippodrome.kit.data_tables import RULES, Column, DataFile, Table
from hippodrome.kit.game import Game
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.variants import AlteredTexts
from hippodrome.variants.merging import is_list_of_tables, key_field

CHAPTER = "This variant"
MAX_VALUE_CHARS = 100
MAX_LINES = 60
"""Lines of the chapter in one clause."""


@dataclass(frozen=True)
class Difference:
    """A value that a variant changes; `was` is None if it is new, `now` if it is removed."""

    path: str
    was: Any
    now: Any

    def text(self) -> str:
        """Return both values on one line."""
        if self.was is None:
            return f"new: {shorten(self.now)}"
        return "removed" if self.now is None else f"{shorten(self.was)}, now {shorten(self.now)}"


def shorten(value: Any) -> str:
    """Return a value on one line, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[: MAX_VALUE_CHARS - 1]}…"


def compare(path: str, was: Any, now: Any) -> Iterator[Difference]:
    """Yield the values under a path that differ."""
    before, after = _children(was), _children(now)
    if before is None or after is None:
        if was != now:
            yield Difference(path, was, now)
        return
    for key in {**before, **after}:
        yield from compare(f"{path}.{key}", before.get(key), after.get(key))


def _children(value: Any) -> dict[str, Any] | None:
    """Return the contents of a table, with rows of lists by their keys; None if the value is not a table."""
    if not isinstance(value, dict):
        return None
    children: dict[str, Any] = {}
    for key, inside in value.items():
        if is_list_of_tables(inside) and key_field(inside):
            children |= {str(row[key_field(inside)]): row for row in inside}
        else:
            children[key] = inside
    return children


def follow_data(base: Game, game: Game, altered: AlteredTexts) -> None:
    """Make the rulebook of a variant's game say what its data say; clauses that the variant writes stay as they are."""
    own = parse_toml(altered.variant_files.get(RULES, "")).get("clause", [])
    own_ids = [str(row.get("id", "")) for row in own]
    before = {profile.key: profile for profile in base.profiles()}
    used = {profile.rule for profile in before.values()}
    for profile in game.profiles():
        old = before.get(profile.key)
        if (old is not None and old.text == profile.text and old.rule == profile.rule) or profile.rule in own_ids:
            continue
        if profile.rule in game.rulebook.clauses and (old is None or old.rule != profile.rule) and profile.rule in used:
            see, profile.row.rule = (profile.rule,), profile.generated  # it is the clause of another row
            game.rulebook.add(profile.generated, profile.chapter, profile.title, profile.text, see)
        elif profile.rule in game.rulebook.clauses:
            clause = game.rulebook.clauses[profile.rule]
            clause.title, clause.text, clause.source = profile.title, profile.text, "data"
        else:
            game.rulebook.add(profile.rule, profile.chapter, profile.title, profile.text)
    _list_differences(base, game, altered)


def _list_differences(base: Game, game: Game, altered: AlteredTexts) -> None:
    """Add a chapter with all changed values, one clause for each file."""
    prefix = next(iter(base.rulebook.clauses)).partition("-")[0]
    number = 0
    for file in base.DATA_FILES:
        for name in sorted({*file.names(altered.texts), *file.names(altered.base_texts)}):
            lines = list(_file_lines(file, _values(altered.base_texts, name), _values(altered.texts, name)))
            if lines:
                number += 1
                more = [f"and {len(lines) - MAX_LINES} more values"] if len(lines) > MAX_LINES else []
                text = "; ".join([*lines[:MAX_LINES], *more])
                title = (
                    f"{file.title}: {_title(altered.texts, altered.base_texts, name)}"
                    if file.path.endswith("/")
                    else file.title
                )
                game.rulebook.add(f"{prefix}-VARIANT-{number}", CHAPTER, title, f"{text[:1].upper()}{text[1:]}.")


def _values(texts: dict[str, str], name: str) -> Any:
    return parse_toml(texts[name]) if name in texts else None


def _title(texts: dict[str, str], before: dict[str, str], name: str) -> str:
    whole = _values(texts, name) or _values(before, name)
    return str(whole.get("title") or name)


def _file_lines(file: DataFile, was: Any, now: Any) -> Iterator[str]:
    """Yield a phrase for each value that differs between two versions of a file."""
    if was is None or now is None:
        yield "it is new" if was is None else "it is left out"
        return
    yield from _table_lines(file.table, "", was, now)


def _table_lines(table: Table, name: str, was: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    for column in table.columns.values():
        yield from _column_lines(column, name, was.get(column.name), now.get(column.name))


def _column_lines(column: Column, name: str, was: Any, now: Any) -> Iterator[str]:
    """Yield a phrase for a value that differs, or one for each value that differs inside a table or list."""
    if was == now:
        return
    if column.table is not None and isinstance(was, dict) and isinstance(now, dict):
        yield from _table_lines(column.table, f"{name} {column.name}".strip(), was, now)
    elif (
        column.table is not None
        and is_list_of_tables(was)
        and is_list_of_tables(now)
        and key_field(now) == key_field(was) != ""
    ):
        yield from _row_lines(column.table, name, was, now)
    else:
        label = f"{name}: {column.name}" if name else column.name
        if was is None or now is None:
            yield f"{label} {shorten(now)}" if was is None else f"{label} is left out"
        else:
            yield f"{label} {shorten(now)} instead of {shorten(was)}"


def _row_lines(table: Table, name: str, was: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a phrase for each row that is new or left out, and those for the values of the others."""
    field = key_field(list(now))
    before, after = {row[field]: row for row in was}, {row[field]: row for row in now}
    for key in {**before, **after}:
        row = after.get(key) or before[key]
        title = str(row.get("name") or row.get("title") or key)
        label = f"{name}, {title}" if name else title
        if key not in before or key not in after:
            yield f"{label} is new" if key not in before else f"{label} is left out"
        else:
            yield from _table_lines(table, label, before[key], after[key])
