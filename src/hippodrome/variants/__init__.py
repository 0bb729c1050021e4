"""Variants: games whose data files somebody has changed.

    my-variant/
      variant.toml          game, name, title, text; [changes] of single values; files that are left out
      data/machines.toml    rows that are new, or change a row of the game
      data/tracks/hill.toml a whole new file

A variant is the same game made from altered texts, and nothing else: `Altered` alters them, `catalogue.use` makes the
game. Its slug ends in a digest of all that was altered, so records, tables and results say which variant they are of.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from hippodrome.kit.game import VARIANT
from hippodrome.kit.toml_reader import DataError, Table
from hippodrome.variants import merging, paths, toml_writer

HEAD = "variant.toml"
NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
DIGITS = 8
T = TypeVar("T")
MOST = 400_000  # letters of all files together


class VariantError(ValueError):
    """A variant that cannot be used; the message names file, line and key, and what would be right."""


@dataclass(frozen=True)
class Variant:
    """Whose data is altered, and how: files to be merged, single values by their paths, files that are left out."""

    game: str
    name: str
    title: str = ""
    text: str = ""
    files: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()  # path and JSON
    without: tuple[str, ...] = ()
    source: str = field(default="", compare=False)  # where it was read, for messages

    @property
    def digest(self) -> str:
        """A fingerprint of everything that can make a difference."""
        told = json.dumps([self.game, self.files, self.changes, self.without], ensure_ascii=False)
        return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()

    @property
    def slug(self) -> str:
        """The slug of its game, such as races~fast-1a2b3c4d."""
        return f"{self.game}{VARIANT}{self.name}-{self.digest[:DIGITS]}"

    def changed(self, values: Mapping[str, Any], name: str = "") -> Variant:
        """Return the same with further single values."""
        more = tuple((path, json.dumps(value, ensure_ascii=False)) for path, value in values.items())
        return replace(self, name=name or self.name, changes=(*self.changes, *more))

    def where(self, file: str) -> str:
        """Return a file of the variant, for messages."""
        if self.source.endswith(".toml"):  # all of it in one file
            return self.source if file == HEAD else f"{self.source}, {file}"
        return f"{self.source}/{file}" if self.source else file


# -------------------------------------------------------------------- reading


def read(path: Path) -> Variant:
    """Return a variant from its folder, or from the one file that `packed` wrote."""
    try:
        if path.is_dir():
            return _from_folder(path)
        return _from_file(path)
    except DataError as error:
        raise VariantError(str(error)) from None
    except FileNotFoundError as error:
        missing = Path(error.filename)
        raise VariantError(f"there is no {missing}; hippodrome variant new GAME FOLDER begins a variant") from None
    except UnicodeDecodeError:
        raise VariantError(f"{path} is not text") from None
    except OSError as error:
        raise VariantError(f"cannot read {error.filename}: {error.strerror}") from None


def _from_folder(folder: Path) -> Variant:
    head = Table((folder / HEAD).read_text(encoding="utf-8"), str(folder / HEAD))
    files = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if path.is_file() and inside != HEAD and not path.name.startswith(".") and not path.name.endswith("~"):
            files[inside] = _text(path, inside, folder)
    return _variant(head, files, str(folder))


def _text(path: Path, inside: str, folder: Path) -> str:
    if not inside.startswith("data/") or path.suffix != ".toml":
        raise VariantError(f"{path}: a variant consists of {HEAD} and of TOML files in {folder}/data; take it out")
    return path.read_text(encoding="utf-8")


def _from_file(path: Path) -> Variant:
    return _from_text(path.read_text(encoding="utf-8"), str(path))


def unpacked(text: str, source: str) -> Variant:
    """Return a variant from the text of its one file; `source` names it in messages."""
    return _read(lambda: _from_text(text, source))


def _from_text(text: str, source: str) -> Variant:
    head = Table(text, source)
    files: dict[str, str] = {}
    if "files" in head:
        inside = head.table("files")
        files = {name: inside.text(name) + "\n" for name in inside.key_names()}
        inside.done()
    return _variant(head, files, source)


def _variant(head: Table, files: dict[str, str], source: str) -> Variant:
    game, name = head.text("game"), head.text("name")
    if not NAME.fullmatch(name):
        raise head.error("name", f"must be small letters, digits and hyphens, 24 at most, not {name!r}")
    changes = head.raw("changes") if "changes" in head else {}
    told = tuple((path, json.dumps(value, ensure_ascii=False)) for path, value in changes.items())
    title, text = head.text_or("title", name), head.text_or("text", "")
    without = tuple(head.texts_or_empty("without"))
    head.done()
    if sum(map(len, files.values())) > MOST:
        raise VariantError(f"{source}: its files have more than {MOST} letters")
    return Variant(game, name, title, text, tuple(sorted(files.items())), told, without, source)


def pack(variant: Variant) -> str:
    """Return a variant as one file, to be shared; `read` takes it as it takes the folder."""
    head: dict[str, Any] = {name: getattr(variant, name) for name in ("game", "name", "title", "text")}
    head["without"] = list(variant.without)
    head["changes"] = {path: json.loads(value) for path, value in variant.changes}
    lines = [toml_writer.written(head).rstrip(), "", "[files]"]
    lines += [f"{json.dumps(name)} = {toml_writer.long_text(text)}" for name, text in variant.files]
    return "\n".join(lines) + "\n"


# -------------------------------------------------------------------- altering


class Altered:
    """The texts of a game as a variant alters them, and where each altered row came from."""

    def __init__(self, variant: Variant, texts: Mapping[str, str]) -> None:
        self.variant = variant
        self.texts = dict(texts)
        self.own = dict(variant.files)
        self._rows: dict[str, merging.Rows] = {}
        for name in variant.without:
            self._leave_out(name)
        for name, text in variant.files:
            self._take(name, text, texts)
        for path, value in variant.changes:
            self._change(path, json.loads(value))

    def touched(self) -> list[str]:
        """Return the data files that are not as the game has them."""
        named = {name for name, _ in self.variant.files}
        named |= {paths.found_file(self.texts, path)[0] for path, _ in self.variant.changes}
        return [name for name in self.texts if name in named]

    def _leave_out(self, name: str) -> None:
        if name not in self.texts or not name.startswith("data/"):
            known = ", ".join(_data(self.texts))
            raise VariantError(f"{self.variant.where(HEAD)}, without: there is no file {name!r}; there are: {known}")
        del self.texts[name]

    def _take(self, name: str, text: str, texts: Mapping[str, str]) -> None:
        """A file of the variant: merged with the game's, or new in a folder where the game looks for files."""
        where = self.variant.where(name)
        if name in self.texts:
            merged = _read(lambda: merging.merged(self.texts[name], text, where))
            self.texts[name], self._rows[name] = toml_writer.written(merged.values), merged.rows
            return
        folders = {known.rpartition("/")[0] for known in _data(texts) if known.count("/") > 1}
        if name.rpartition("/")[0] not in folders:
            known = ", ".join([*_data(self.texts), *[f"{folder}/…" for folder in sorted(folders)]])
            raise VariantError(f"{where}: the game reads no such file; it reads: {known}")
        _read(lambda: Table(text, where))
        self.texts[name] = text

    def _change(self, path: str, value: Any) -> None:
        try:
            name, values = paths.changed(self.texts, path, value)
        except paths.PathError as error:
            raise VariantError(f"{self._where(path)}: {error}") from None
        self.texts[name] = toml_writer.written(values)

    def _where(self, path: str) -> str:
        """Return a single value, with the file it was read from if there is one."""
        return f"{self.variant.where(HEAD)}, changes.{path}" if self.variant.source else path

    def explained(self, error: DataError) -> VariantError:
        """What is wrong, with the file, line and key of whoever wrote the variant."""
        place = str(error).partition(", line ")[0].partition(":")[0]
        name = next((name for name in self.texts if name.endswith(f"/{place.rpartition('/')[2]}")), "")
        what = f"{error.key}: {error.reason}" if error.key else error.reason
        changed = self._changed(name, error.key)
        if changed:
            return VariantError(f"{self._where(changed)}: {error.reason}")
        if name in self._rows:
            line, key = self._rows[name].place(self.own[name], error.key)
            if line:
                return VariantError(f"{self.variant.where(name)}, line {line}, {key}: {error.reason}")
        elif name in self.own:
            return VariantError(f"{self.variant.where(name)}, line {error.line}, {what}")
        return VariantError(self._at_large(name, place, what))

    def _changed(self, name: str, key: str) -> str:
        """Return the single value that a complaint is about: the one that is named, or one in the same row or table."""
        last, first = (re.sub(r"\[\d+\]", "", part) for part in (key.rpartition(".")[2], key.partition(".")[0]))
        for wanted in (last, first):
            for path, _ in self.variant.changes:
                file, rest = paths.found_file(self.texts, path)
                if file == name and wanted in [part for part in rest if not part.isdigit()]:
                    return path
        return ""

    def _at_large(self, name: str, place: str, what: str) -> str:
        """Return a complaint about something that the variant did not touch itself, with what it did change in
        that file.
        """
        source = self.variant.source or self.variant.name
        told = f"with this variant, {name or place} is no longer right: {what}"
        mine = [path for path, _ in self.variant.changes if paths.found_file(self.texts, path)[0] == name]
        return f"{self._where(mine[0]) if mine else source}: {told}"


def _read(reading: Callable[[], T]) -> T:
    try:
        return reading()
    except DataError as error:
        raise VariantError(str(error)) from None


def _data(texts: Mapping[str, str]) -> list[str]:
    return [name for name in texts if name.startswith("data/")]
