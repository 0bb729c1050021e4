"""Find stilted words, docstrings that begin with a relative clause, and functions named by a bare participle.

    python tools/check_language.py [PATH ...]

language.toml lists the words and the places where they are allowed. The exit code is 1 if there is a hit.
"""

import ast
import fnmatch
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WORD_LIST_FILE = Path(__file__).with_name("language.toml")

RELATIVE_PRONOUN = re.compile(
    r"(What|How|Where|Who|Whom|Whose|Whoever|Which|When|Whenever|Whether|Whatever)\b(?!.*\?$)"
)
CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z])")
SCRIPT_DOC_COMMENT = re.compile(r"/\*\*\s*\n?\s*\*?\s*(\S.*)")
SCRIPT_FUNCTION = re.compile(r"^\s*(?:export )?(?:async )?function (\w+)")


class Hit(NamedTuple):
    """A line that should be written differently."""

    path: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: {self.advice}"


class Language:
    """The word list with its exceptions."""

    def __init__(self, source: str) -> None:
        table: dict[str, Any] = tomllib.loads(source)
        self.files: list[str] = table["files"]
        self.skipped: list[str] = table["skip"]
        self.words = {re.compile(rf"\b(?:{word})\b", re.IGNORECASE): advice for word, advice in table["words"].items()}
        self.any_word = re.compile("|".join(pattern.pattern for pattern in self.words), re.IGNORECASE)
        self.irregular: list[str] = table["participles"]["irregular"]
        self.nouns: list[str] = table["participles"]["allowed"]
        self.allowed: list[dict[str, str]] = table["allow"]
        self.unused = [*range(len(self.allowed))]

    def check(self, path: str, text: str) -> Iterator[Hit]:
        """Yield the hits of a file that are not on the allow-list."""
        lines = text.splitlines()
        for hit in self.hits(path, text, lines):
            if not self.is_allowed(path, lines[hit.line - 1]):
                yield hit

    def hits(self, path: str, text: str, lines: Sequence[str]) -> Iterator[Hit]:
        """Yield all hits of a file."""
        for number, line in enumerate(lines, 1):
            words = CAMEL_CASE_BOUNDARY.sub(" ", line.replace("_", " "))
            if not self.any_word.search(words):
                continue
            for pattern, advice in self.words.items():
                for match in pattern.finditer(words):
                    yield Hit(path, number, match[0], advice)
        if path.endswith(".py") or path == "play":
            yield from self.python_hits(path, ast.parse(text))
        elif path.endswith((".ts", ".svelte")):
            yield from self.script_hits(path, text, lines)

    def python_hits(self, path: str, tree: ast.Module) -> Iterator[Hit]:
        """Yield docstrings that begin with a relative clause and functions named by a participle."""
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield from relative_clause(path, node.lineno, node.value.value)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and self.is_participle(node.name):
                yield Hit(path, node.lineno, node.name, "name a function by what it does")

    def script_hits(self, path: str, text: str, lines: Sequence[str]) -> Iterator[Hit]:
        """Yield doc comments that begin with a relative clause and functions named by a participle, in client code."""
        for match in SCRIPT_DOC_COMMENT.finditer(text):
            yield from relative_clause(path, text.count("\n", 0, match.start(1)) + 1, match[1])
        for number, line in enumerate(lines, 1):
            function = SCRIPT_FUNCTION.match(line)
            if function and self.is_participle(function[1]):
                yield Hit(path, number, function[1], "name a function by what it does")

    def is_participle(self, name: str) -> bool:
        """Return whether a function's name is a single word that is a participle."""
        word = name.strip("_")
        return word in self.irregular or bool(re.fullmatch(r"[a-z]+ed", word) and word not in self.nouns)

    def is_allowed(self, path: str, line: str) -> bool:
        """Return whether the allow-list has this line."""
        for place, entry in enumerate(self.allowed):
            if fnmatch.fnmatch(path, entry["files"]) and entry["text"] in line:
                if place in self.unused:
                    self.unused.remove(place)
                return True
        return False


def relative_clause(path: str, number: int, docstring: str) -> Iterator[Hit]:
    """Yield a hit if a docstring begins with a relative clause; questions are fine."""
    match = RELATIVE_PRONOUN.match(docstring.strip().split("\n")[0])
    if match:
        yield Hit(path, number, match[1], "begin a docstring with a verb or a noun")


def listed_files(language: Language, root: Path = ROOT) -> list[Path]:
    """Return all files that the list names."""
    paths = {path for pattern in language.files for path in root.glob(pattern) if path.is_file()}
    skipped = {path for pattern in language.skipped for path in root.glob(pattern)}
    return sorted(path for path in paths - skipped if "node_modules" not in path.parts)


def check(paths: Sequence[Path], language: Language, root: Path = ROOT) -> list[Hit]:
    """Return the hits in some files and folders, or in everything if none is named."""
    wanted = [path.resolve() for path in paths]
    files = [
        file
        for file in listed_files(language, root)
        if not wanted or any(file == path or path in file.parents for path in wanted)
    ]
    hits: list[Hit] = []
    for file in files:
        hits.extend(language.check(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")))
    return hits


def main(args: Sequence[str]) -> int:
    """Print the hits, and for the whole project the exceptions that match nothing; return 1 if there are any."""
    language = Language(WORD_LIST_FILE.read_text(encoding="utf-8"))
    hits = check([Path(arg) for arg in args], language)
    unused = [] if args else [language.allowed[place] for place in language.unused]
    for hit in hits:
        print(hit)
    if hits:
        print(f"{len(hits)} places to reword. Words that are right there belong in [[allow]] in {WORD_LIST_FILE.name}.")
    for exception in unused:
        print(f"{WORD_LIST_FILE.name}: an exception that matches nothing: {exception}")
    return 1 if hits or unused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
