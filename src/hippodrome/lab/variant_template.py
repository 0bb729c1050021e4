"""A variant to begin with: every data file of a game, commented out, and a head that says how it is done."""

from __future__ import annotations

import tomllib

from hippodrome import catalogue
from hippodrome.variants import MANIFEST, NAME_PATTERN
from hippodrome.variants.merging import is_rows, key_field
from hippodrome.variants.paths import file_names

_HEAD = """\
# A variant of {title}. Check it with: hippodrome variant check FOLDER
game = "{game}"
name = "{name}"     # small letters, digits and hyphens
title = "{heading}"
text = "What is different, in a sentence."

# Files of the game to leave out, such as {file!r}.
without = []

# Single values, by file, row and key. Everything else goes into the files in data/: rows there with the key of a row of
# the game change it, rows with another key are new, and rows with `remove = true` take one out.
[changes]
# {example}
"""
_FILE = """\
# {about}
# Take away the "# " of what you change. A row needs its {name}, and then only what is different.
# A new row needs everything, under a {name} of its own.

"""
_SINGLE = """\
# {about}
# Take away the "# " of what you change. To add one instead, copy this file to another name, with another key.

"""


def template_files(game: str, name: str) -> dict[str, str]:
    """Return the files of a fresh variant by their paths; ValueError if it cannot be called that."""
    if not NAME_PATTERN.fullmatch(name):
        raise ValueError(f"a variant is called by small letters, digits and hyphens, not {name!r}; --name names it")
    texts = {path: text for path, text in catalogue.game_texts(game).items() if path.startswith("data/")}
    if not texts:
        raise ValueError(f"{game} has no data files that could be changed")
    found = {path: _comment_out(path, text) for path, text in texts.items()}
    title = catalogue.packaged_games()[game].title
    head = {"game": game, "name": name, "title": title, "heading": name.replace("-", " ").capitalize()}
    return {MANIFEST: _HEAD.format(**head, file=next(iter(texts)), example=_example_change(texts)), **found}


def _comment_out(path: str, text: str) -> str:
    lines = "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())
    names = [key_field(rows) for rows in tomllib.loads(text).values() if is_rows(rows)]
    named = [name for name in names if name]
    if path.count("/") > 1 or not named:
        return _SINGLE.format(about=path) + lines
    return _FILE.format(about=path, name=named[0]) + lines


def _example_change(texts: dict[str, str]) -> str:
    """Return a line that could stand under [changes]: the first whole number in a row, or else the first of a file."""
    alone = []
    for path, file in zip(texts, file_names(texts), strict=True):
        values = tomllib.loads(texts[path])
        alone += [f'"{file}.{key}" = {value}' for key, value in values.items() if _is_number(value)]
        for rows in values.values():
            name = key_field(rows) if is_rows(rows) else ""
            numbers = [key for key, value in rows[0].items() if _is_number(value) and key != name] if name else []
            if numbers:
                return f'"{file}.{rows[0][name]}.{numbers[0]}" = {rows[0][numbers[0]]}'
    return alone[0]


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
