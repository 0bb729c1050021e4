"""A template for variants: every data file of a game, commented out, and a manifest with instructions."""

from __future__ import annotations

from typing import Any

import tomlkit

from hippodrome import catalogue
from hippodrome.kit.data_tables import RULES
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.lab.data_reference import comment_lines, data_file
from hippodrome.lab.tunable_values import tunable_rows
from hippodrome.variants import MANIFEST, NAME_PATTERN
from hippodrome.variants.merging import is_list_of_tables, key_field
from hippodrome.variants.paths import file_names

_MANIFEST_TEXT = """\
# A variant of {title}. Check it with: hippodrome variant check FOLDER
game = "{game}"
name = "{name}"     # small letters, digits and hyphens
title = "{heading}"
text = "Describe the changes in one sentence."

# Files of the game to leave out, such as {file!r}.
without = []

# Single values, by file, row and key. All other changes go into the files in data/. There, a row with the key of an
# existing row changes that row, one with another key is new, and one with `remove = true` is removed. rules.toml has
# clauses. A drawing symbols/centaur.svg is a symbol that rows name as own-centaur.
[changes]
# {example}
"""
_ROWS_FILE_TEXT = """\
# {about}
#
{columns}
#
# Remove the "# " from lines you change. A changed row needs its {name} and the values that differ.
# A new row needs all values, and a {name} that is not used yet.

"""
_SINGLE_FILE_TEXT = """\
# {about}
#
{columns}
#
# Remove the "# " from lines you change.{more}

"""


_RULES_TEXT = """\
# New clauses and rulings of the rulebook, and changes of clauses by their ids. The profiles of changed rows and a list
# of everything that differs are written by themselves; a clause that you write here stays as you write it.
#
#   id        Such as {prefix}-V1. An id that the rulebook has changes that clause.
#   chapter   The chapter; by default that of the clause before it.
#   title     A few words.
#   text      The rule, as players read it.
#   question, reading, why   For a ruling: what is unclear, how you decide it, and the reason.
#   see       Ids of other clauses.
#
# [[clause]]
# id = "{prefix}-V1"
# chapter = "House rules"
# title = "A house rule"
# text = "What players must know."
"""


_PACKED_TEXT = """\
# A variant of {title}: the game with other values. Everything after a "#" is a comment.
#
# 1. Change the name, the title and the text below.
# 2. Below [changes], remove the "# " from the lines of the values to change, and change them. Leave all others.
# 3. Open this file on the home page, under Variants. If something is wrong, the message says what would be right.
#
# Lengths are in thousandths of an inch, angles in tenths of a degree. A line with true stands for a whole row: false
# leaves the row out.
game = "{game}"
name = "my-variant"     # small letters, digits and hyphens
title = "My variant"
text = "Describe the changes in one sentence."

[changes]
"""


def template_file(game: str) -> str:
    """Return a packed variant without changes: every value is a comment. Raise ValueError if the game has none."""
    rows = tunable_rows(game, None)
    if not rows:
        raise ValueError(f"{game} has no data files to change")
    lines = [_PACKED_TEXT.format(title=catalogue.packaged_games()[game].title, game=game)]
    file = ""
    for row in rows:
        if row.file != file:
            file = row.file
            lines.append(f"\n# ---- {file}\n")
        if row.name:
            lines.append(f"\n# {row.name}\n")
        lines += [f"# {tomlkit.key([value.path]).as_string()} = {_inline(value.now)}\n" for value in row.values]
    return "".join(lines)


def _inline(value: Any) -> str:
    """Return a value as TOML in one line."""
    text: str = tomlkit.item(value).as_string()
    return text


def template_files(game: str, name: str) -> dict[str, str]:
    """Return the files of a new variant by path; raise ValueError if the name is not allowed."""
    if not NAME_PATTERN.fullmatch(name):
        raise ValueError(f"{name!r} is not a variant name: use small letters, digits and hyphens (--name sets it)")
    texts = {path: text for path, text in catalogue.game_texts(game).items() if path.startswith("data/")}
    if not texts:
        raise ValueError(f"{game} has no data files to change")
    texts = {path: text for path, text in texts.items() if not is_fixed(game, path)}
    files = {path: _comment_out(game, path, text) for path, text in texts.items()}
    files[RULES] = _RULES_TEXT.format(
        prefix=next(iter(catalogue.packaged_games()[game].rulebook.clauses)).partition("-")[0]
    )
    title = catalogue.packaged_games()[game].title
    head = {"game": game, "name": name, "title": title, "heading": name.replace("-", " ").capitalize()}
    return {MANIFEST: _MANIFEST_TEXT.format(**head, file=next(iter(texts)), example=_example_change(texts)), **files}


def is_fixed(game: str, path: str) -> bool:
    """Return whether a variant cannot change a data file."""
    file = data_file(game, path)
    return file is not None and bool(file.fixed)


def _comment_out(game: str, path: str, text: str) -> str:
    """Return a data file with every line commented out, below instructions."""
    lines = "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())
    names = [key_field(rows) for rows in parse_toml(text).values() if is_list_of_tables(rows)]
    named = [name for name in names if name]
    columns = "\n".join(comment_lines(game, path)) or "#"
    if path.count("/") > 1 or not named:
        more = " To add one instead, copy this file to a new name and give it a new key." if path.count("/") > 1 else ""
        return _SINGLE_FILE_TEXT.format(about=path, columns=columns, more=more) + lines
    return _ROWS_FILE_TEXT.format(about=path, name=named[0], columns=columns) + lines


def _example_change(texts: dict[str, str]) -> str:
    """Return an example line for [changes]: the first whole number in a row, or else the first in a file."""
    top_level = []
    for path, file in zip(texts, file_names(texts), strict=True):
        values = parse_toml(texts[path])
        top_level += [f'"{file}.{key}" = {value}' for key, value in values.items() if _is_number(value)]
        for rows in values.values():
            name = key_field(rows) if is_list_of_tables(rows) else ""
            numbers = [key for key, value in rows[0].items() if _is_number(value) and key != name] if name else []
            if numbers:
                return f'"{file}.{rows[0][name]}.{numbers[0]}" = {rows[0][numbers[0]]}'
    return top_level[0]


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
