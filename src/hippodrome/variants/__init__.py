"""Variants: games with changed data files.

    my-variant/
      variant.toml          game, name, title, text; [changes] of single values; files to leave out
      data/machines.toml    new rows, and changes of rows of the game
      data/tracks/hill.toml a whole new file
      rules.toml            new clauses and rulings, and changes of clauses
      symbols/centaur.svg   a drawing, which rows name as own-centaur

A variant is the same game made from altered texts, and nothing else: `AlteredTexts` alters them, and
`catalogue.build_variant` makes the game. Its slug ends with a digest of all changes, so that records, matches and
results identify their variant.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import tomlkit

from hippodrome.kit.data_tables import RULES, DataFile
from hippodrome.kit.game import VARIANT
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.kit.toml_reader import DataError, TomlTable, raise_all
from hippodrome.variants import merging, paths, symbols

MANIFEST = "variant.toml"
SYMBOLS = "symbols.svg"
CLAUSE_PATTERN = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Za-z0-9.]*[A-Za-z0-9])+")
NAME_PATTERN = re.compile(r"[a-z][a-z0-9-]{0,23}")
SLUG_DIGEST_DIGITS = 8
T = TypeVar("T")
MAX_CHARACTERS = 400_000  # of all files together


class VariantError(ValueError):
    """Raised for an invalid variant; the message names file, line and key, and the allowed values.

    `problems` are all errors, one text each; the message has one line for each.
    """

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems) or [message]

    def __reduce__(self) -> tuple[object, ...]:
        return VariantError, (str(self), self.problems)


@dataclass(frozen=True)
class Variant:
    """A game and its changes: files to merge, single values by their paths, and files to leave out."""

    game: str
    name: str
    title: str = ""
    text: str = ""
    files: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()  # path and JSON
    without: tuple[str, ...] = ()
    source: str = field(default="", compare=False)  # the path it was read from, for messages
    change_lines: tuple[tuple[str, int], ...] = field(default=(), compare=False)  # path and line in the manifest

    @property
    def digest(self) -> str:
        """The digest of everything that affects the game."""
        content = json.dumps([self.game, self.files, self.changes, self.without], ensure_ascii=False)
        return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()

    @property
    def slug(self) -> str:
        """The slug of its game, such as races~fast-1a2b3c4d."""
        return f"{self.game}{VARIANT}{self.name}-{self.digest[:SLUG_DIGEST_DIGITS]}"

    def with_changes(self, values: Mapping[str, Any], name: str = "") -> Variant:
        """Return the variant with more changes of single values, and a new name unless it is empty."""
        more = tuple((path, json.dumps(value, ensure_ascii=False)) for path, value in values.items())
        return replace(self, name=name or self.name, changes=(*self.changes, *more))

    def change_place(self, path: str) -> str:
        """Return the place of a changed value for messages: file, line and key in the manifest, or only its path."""
        if not self.source:
            return path
        line = dict(self.change_lines).get(path, 0)
        return f"{self.file_path(MANIFEST)}, {f'line {line}, ' if line else ''}changes.{path}"

    def file_path(self, file: str) -> str:
        """Return the path of a file of the variant, for messages."""
        if self.source.endswith(".toml"):  # a packed variant
            return self.source if file == MANIFEST else f"{self.source}, {file}"
        return f"{self.source}/{file}" if self.source else file


# -------------------------------------------------------------------- reading


def read_variant(path: Path) -> Variant:
    """Return the variant in a folder, or in a file written with `pack_variant`; raise VariantError if it is invalid."""
    try:
        if path.is_dir():
            return _from_folder(path)
        return _from_file(path)
    except DataError as error:
        raise VariantError(str(error)) from None
    except FileNotFoundError as error:
        missing = Path(error.filename)
        raise VariantError(
            f"there is no {missing}; create a variant with: hippodrome variant new GAME FOLDER"
        ) from None
    except UnicodeDecodeError:
        raise VariantError(f"{path} is not a text file; a variant is a folder or a TOML file") from None
    except OSError as error:
        raise VariantError(f"cannot read {error.filename}: {error.strerror}") from None


def _from_folder(folder: Path) -> Variant:
    head = TomlTable((folder / MANIFEST).read_text(encoding="utf-8"), str(folder / MANIFEST))
    files = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if path.is_file() and inside != MANIFEST and not path.name.startswith(".") and not path.name.endswith("~"):
            files[inside] = _text(path, inside, folder)
    return _variant(head, files, str(folder))


def _text(path: Path, inside: str, folder: Path) -> str:
    is_data = inside.startswith("data/") and path.suffix == ".toml"
    if not is_data and inside != RULES and not is_symbol(inside):
        raise VariantError(
            f"{path}: a variant may contain only {MANIFEST}, {RULES}, TOML files in {folder}/data and drawings in "
            f"{folder}/symbols (small letters, digits and hyphens, then .svg); remove or rename this file"
        )
    return path.read_text(encoding="utf-8")


def _from_file(path: Path) -> Variant:
    return _from_text(path.read_text(encoding="utf-8"), str(path))


def parse_variant(text: str, source: str) -> Variant:
    """Return a variant from the text of a packed file; `source` names it in messages."""
    return _convert_errors(lambda: _from_text(text, source))


def _from_text(text: str, source: str) -> Variant:
    if not re.search(r"^\s*game\b", text, re.MULTILINE):
        reason = (
            'this is not a variant: it does not name its game, as in game = "races"; download a template to start from'
        )
        raise VariantError(f"{source}, line 1: {reason}")
    head = TomlTable(text, source)
    files: dict[str, str] = {}
    if "files" in head:
        inside = head.table("files")
        files = {name: inside.text(name) + "\n" for name in inside.key_names()}
        inside.reject_unread()
        for name in files:
            if not (name.startswith("data/") and name.endswith(".toml")) and name != RULES and not is_symbol(name):
                raise inside.error(
                    name, f"a variant may contain only {RULES}, data/….toml and symbols/….svg; remove this file"
                )
    return _variant(head, files, source)


def _variant(head: TomlTable, files: dict[str, str], source: str) -> Variant:
    game, name = head.text("game"), head.text("name")
    if not NAME_PATTERN.fullmatch(name):
        raise head.error(
            "name", f"must be at most 24 lower-case letters, digits and hyphens, starting with a letter, not {name!r}"
        )
    changes = head.raw("changes") if "changes" in head else {}
    place = head.table("changes") if changes else head
    lines = tuple((path, place.line(path)) for path in changes)
    encoded = tuple((path, json.dumps(value, ensure_ascii=False)) for path, value in changes.items())
    title, text = head.text_or("title", name), head.text_or("text", "")
    without = tuple(head.texts_or_empty("without"))
    head.reject_unread()
    if len([name for name in files if is_symbol(name)]) > symbols.MAX_SYMBOLS:
        raise VariantError(f"{source}: a variant may have at most {symbols.MAX_SYMBOLS} drawings; remove some")
    if sum(map(len, files.values())) > MAX_CHARACTERS:
        raise VariantError(
            f"{source}: the files of a variant may have at most {MAX_CHARACTERS} characters together; remove some"
        )
    return Variant(game, name, title, text, tuple(sorted(files.items())), encoded, without, source, lines)


def pack_variant(variant: Variant) -> str:
    """Return a variant as the text of one file, for sharing; `read_variant` reads it like a folder."""
    head: dict[str, Any] = {name: getattr(variant, name) for name in ("game", "name", "title", "text")}
    head["without"] = list(variant.without)
    head["changes"] = {path: json.loads(value) for path, value in variant.changes}
    head["files"] = {name: _file_item(text) for name, text in variant.files}
    return tomlkit.dumps(head)


def _file_item(text: str) -> Any:
    """Return the text of a file as a TOML value: on several lines where that is possible."""
    is_literal = "'''" not in text and "\r" not in text
    return tomlkit.value(f"'''\n{text}'''") if is_literal else text


# -------------------------------------------------------------------- altering


class AlteredTexts:
    """The texts of a game as altered by a variant, with the origin of each altered row."""

    def __init__(self, variant: Variant, texts: Mapping[str, str], data_files: Sequence[DataFile] = ()) -> None:
        self.variant = variant
        self.data_files = data_files
        self.texts = dict(texts)
        self.base_texts = dict(texts)
        self.variant_files = dict(variant.files)
        self._origins: dict[str, merging.RowOrigins] = {}
        self._altered: dict[str, dict[str, Any]] = {}  # the values of each altered file
        for name in variant.without:
            self._leave_out(name)
        problems: list[str] = []
        for name, text in variant.files:
            _collect(problems, lambda name=name, text=text: self._merge_file(name, text, texts))  # type: ignore[misc]
        for path, value in variant.changes:
            _collect(problems, lambda path=path, value=value: self._change(path, json.loads(value)))  # type: ignore[misc]
        if problems:
            raise VariantError("\n".join(problems), problems)
        self.texts |= {name: tomlkit.dumps(values) for name, values in self._altered.items()}

    def altered_files(self) -> list[str]:
        """Return the names of the data files that differ from those of the game."""
        named = {name for name, _ in self.variant.files}
        named |= {paths.split_path(self.texts, path)[0] for path, _ in self.variant.changes}
        return [name for name in self.texts if name in named]

    def _leave_out(self, name: str) -> None:
        self._refuse_fixed(name, f"{self.variant.file_path(MANIFEST)}, without")
        if name not in self.texts or not name.startswith("data/"):
            known = ", ".join(_data_files(self.texts))
            raise VariantError(
                f"{self.variant.file_path(MANIFEST)}, without: there is no file {name!r}; there are: {known}"
            )
        del self.texts[name]

    def _merge_file(self, name: str, text: str, texts: Mapping[str, str]) -> None:
        """Merge a file of the variant with the game's, or add it if the game reads all files of its folder."""
        where = self.variant.file_path(name)
        if is_symbol(name):
            self._add_symbol(name, text, where)
            return
        if _convert_errors(lambda: TomlTable(text, where)).key_names():
            self._refuse_fixed(name, where)
        if name == RULES:
            _convert_errors(lambda: check_clauses(TomlTable(text, where)))
        if name in self.texts:
            merged = _convert_errors(lambda: merging.merge_file(self.texts[name], text, where))
            self._altered[name], self._origins[name] = merged.values, merged.rows
            return
        folders = {known.rpartition("/")[0] for known in _data_files(texts) if known.count("/") > 1}
        folders |= {file.path.rstrip("/") for file in self.data_files if file.path.endswith("/")}
        if name.rpartition("/")[0] not in folders:
            known = ", ".join([*_data_files(self.texts), *[f"{folder}/…" for folder in sorted(folders)]])
            raise VariantError(f"{where}: the game reads no such file; it reads: {known}")
        _convert_errors(lambda: TomlTable(text, where))
        self.texts[name] = text

    def _add_symbol(self, name: str, text: str, where: str) -> None:
        """Add a drawing to the symbols of the game."""
        try:
            drawing = symbols.read_drawing(text)
        except symbols.SymbolError as error:
            raise VariantError(f"{where}, line {error.line}: {error}") from None
        key = name[len(symbols.FOLDER) : -len(symbols.SUFFIX)]
        inside = drawing.symbols(f"{self.variant.game}-{symbols.OWN}{key}")
        self.texts[SYMBOLS] = self.texts.get(SYMBOLS, "<svg></svg>").replace("</svg>", f"{inside}\n</svg>")

    def _refuse_fixed(self, name: str, where: str) -> None:
        """Raise VariantError for a file that a variant cannot change."""
        for file in self.data_files:
            if file.fixed and name in file.names(self.texts):
                place = where if ", line " in where or ", without" in where else f"{where}, line 1"
                raise VariantError(f"{place}: a variant cannot change {name}: {file.fixed}; remove it")

    def _change(self, path: str, value: Any) -> None:
        try:
            name, rest = paths.split_path(self.texts, path)
            self._refuse_fixed(name, self._change_label(path))
            if name not in self._altered:
                self._altered[name] = parse_toml(self.texts[name])
            paths.change_value(self._altered[name], path, rest, value)
        except paths.PathError as error:
            raise VariantError(f"{self._change_label(path)}: {error}") from None

    def _change_label(self, path: str) -> str:
        """Return the name of a changed value for messages, with the manifest if the variant was read from one."""
        return self.variant.change_place(path)

    def explain(self, errors: Sequence[DataError]) -> VariantError:
        """Return errors in the game's data with the file, line and key in the variant; each once."""
        problems = [self._explain(each) for error in errors for each in error.errors]
        problems = list(dict.fromkeys(problems))
        return VariantError("\n".join(problems), problems)

    def _explain(self, error: DataError) -> str:
        """Return an error in the game's data with the file, line and key in the variant."""
        place = str(error).partition(", line ")[0].partition(":")[0]
        near = [name for name in self.texts if name.endswith(f"/{place.rpartition('/')[2]}")]
        name = place if place in self.texts else next(iter(near), "")
        what = f"{error.key}: {error.reason}" if error.key else error.reason
        changed = self._responsible_change(name, error.key)
        if changed:
            return f"{self._change_label(changed)}: {error.reason}"
        if name in self._origins:
            line, key = self._origins[name].locate(self.variant_files[name], error.key)
            if line:
                return f"{self.variant.file_path(name)}, line {line}, {key}: {error.reason}"
        elif name in self.variant_files:
            return f"{self.variant.file_path(name)}, line {error.line}, {what}"
        return self._indirect_error(name, place, what)

    def _responsible_change(self, name: str, key: str) -> str:
        """Return the path of the changed value that caused an error; an empty text if there is none.

        It is the key itself, or another key of the same row or table.
        """
        last, first = (re.sub(r"\[\d+\]", "", part) for part in (key.rpartition(".")[2], key.partition(".")[0]))
        for wanted in (last, first):
            for path, _ in self.variant.changes:
                file, rest = paths.split_path(self.texts, path)
                if file == name and wanted in [part for part in rest if not part.isdigit()]:
                    return path
        return ""

    def _indirect_error(self, name: str, place: str, what: str) -> str:
        """Return the message for an error outside the variant's rows; it names a change in the same file, if any."""
        message = f"this variant makes {name or place} invalid: {what}"
        named = re.findall(r"'([^']+)'", what)
        changed = [path for path, _ in self.variant.changes]
        mine = [path for path in changed if paths.split_path(self.texts, path)[0] == name]
        mine += [path for path in changed if set(path.split(".")) & set(named)]
        if mine:
            return f"{self._change_label(mine[0])}: {message}"
        files = sorted(self.variant_files, key=lambda file: file != name)
        for file in files:
            for number, line in enumerate(self.variant_files[file].splitlines(), 1):
                if any(f'"{word}"' in line for word in named):
                    return f"{self.variant.file_path(file)}, line {number}, {line.partition('=')[0].strip()}: {message}"
        if files:
            return f"{self.variant.file_path(files[0])}, line 1: {message}"
        if changed:
            return f"{self._change_label(changed[0])}: {message}"
        return f"{self.variant.file_path(MANIFEST)}, line 1, without: {message}"


def _convert_errors(read: Callable[[], T]) -> T:
    """Call a function and convert its DataError to a VariantError."""
    try:
        return read()
    except DataError as error:
        raise VariantError(str(error), [str(each) for each in error.errors]) from None


def check_clauses(table: TomlTable) -> None:
    """Raise DataError for anything in the rules of a variant but clauses, or for a clause that removes one."""
    errors = [
        table.error(key, "a variant may only add and change clauses, written [[clause]]; remove this")
        for key in table.key_names()
        if key != "clause"
    ]
    for row in table.tables("clause"):
        id = row.raw().get("id")
        if not isinstance(id, str) or not CLAUSE_PATTERN.fullmatch(id):
            errors.append(
                row.error("id", f"must be like BH-V1: letters, a hyphen, then letters, digits and dots; not {id!r}")
            )
        if merging.REMOVE in row:
            errors.append(
                row.error(merging.REMOVE, "a clause cannot be removed, because the log cites it; change its text")
            )
    raise_all(errors)


def is_symbol(name: str) -> bool:
    """Return whether a file of a variant is a drawing by its name: symbols/centaur.svg."""
    folder, key, suffix = name[: len(symbols.FOLDER)], name[len(symbols.FOLDER) : -len(symbols.SUFFIX)], name[-4:]
    return (folder, suffix) == (symbols.FOLDER, symbols.SUFFIX) and symbols.NAME_PATTERN.fullmatch(key) is not None


def _collect(problems: list[str], act: Callable[[], None]) -> None:
    """Call a function and collect the problems of the VariantError that it raises."""
    try:
        act()
    except VariantError as error:
        problems += error.problems


def _data_files(texts: Mapping[str, str]) -> list[str]:
    return [name for name in texts if name.startswith("data/")]
