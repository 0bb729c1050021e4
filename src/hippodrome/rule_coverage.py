"""The coverage of a rulebook: which clauses are cited by a game's code, and which by its tests.

Code cites a clause by its id anywhere in the modules of the game or its bots; a test cites the clauses it checks with
`@clause("BH-S5")`. The tests exist only in a checkout, not in an installed package.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from hippodrome.catalogue import lessons
from hippodrome.kit.game import Game
from hippodrome.kit.state import Json

PACKAGE = Path(__file__).parent
MARK_NAME = "clause"
# Numbers, some followed by a letter (CH-S8.1d), names (CH-T.woods, CH-C) and numbers of scenarios (CH-V.5.4-1).
_ID = re.compile(r"\b[A-Z]{2,4}-(?:[A-Z]{0,2}\d+(?:\.\d+)*[a-z]?|V\.\d+(?:\.\d+)?-\d+|[MT]\.[a-z]+|C)\b")


class Coverage:
    """The places that cite each clause, as file:line by id. `tests` is None if there is no folder of tests."""

    def __init__(self, game: Game, code: dict[str, list[str]], tests: dict[str, list[str]] | None) -> None:
        self.game = game
        self.ids = list(game.rulebook.clauses)
        self.code = code
        self.tests = tests

    def missing_in_code(self) -> list[str]:
        """Return the clauses that no code cites."""
        return [id for id in self.ids if id not in self.code]

    def missing_in_tests(self) -> list[str]:
        """Return the clauses that no test cites; an empty list if there are no tests."""
        return [] if self.tests is None else [id for id in self.ids if id not in self.tests]

    def without_lesson(self) -> list[str]:
        """Return the clauses that no lesson teaches."""
        taught = {id for lesson in lessons(self.game) for id in lesson.clauses}
        return [id for id in self.ids if id not in taught]

    def unknown(self) -> dict[str, list[str]]:
        """Return the ids with this rulebook's prefix that are cited but do not exist, with their places."""
        kinds = {id.split("-")[0] for id in self.ids}
        cited = {**self.code, **(self.tests or {})}
        return {id: places for id, places in cited.items() if id.split("-")[0] in kinds and id not in self.ids}

    def is_complete(self) -> bool:
        """Return whether every clause is cited by code and, if there are tests, by a test."""
        return not (self.missing_in_code() or self.missing_in_tests() or self.unknown())

    def json(self) -> Json:
        """Return the whole report as JSON."""
        size = len(self.ids)
        return {
            "game": self.game.slug,
            "clauses": size,
            "code": {"cited": size - len(self.missing_in_code()), "missing": self.missing_in_code()},
            "tests": None
            if self.tests is None
            else {"named": size - len(self.missing_in_tests()), "missing": self.missing_in_tests()},
            "lessons": {"taught": size - len(self.without_lesson()), "missing": self.without_lesson()},
            "unknown": self.unknown(),
            "complete": self.is_complete(),
            "places": {id: {"code": self.code.get(id, []), "tests": (self.tests or {}).get(id, [])} for id in self.ids},
        }


def coverage(game: Game, package: Path = PACKAGE, tests: Path | None = None) -> Coverage:
    """Return the coverage of a game's rulebook by the package's sources and, by default, the tests of its checkout."""
    folder = checkout_tests(package) if tests is None else tests
    named = None if folder is None else find_test_citations(folder)
    return Coverage(game, find_code_citations(game.base, package), named)


def checkout_tests(package: Path = PACKAGE) -> Path | None:
    """Return the folder of tests in the checkout that contains the package; None if the package was installed."""
    folder = package.parents[1] / "tests"
    return folder if (folder / "conftest.py").is_file() else None


def find_code_citations(slug: str, package: Path = PACKAGE) -> dict[str, list[str]]:
    """Return every id in the modules of a game and its bots, with the places."""
    citations: dict[str, list[str]] = {}
    for path in [path for layer in ("games", "bots") for path in sorted((package / layer / slug).rglob("*.py"))]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for id in _ID.findall(line):
                citations.setdefault(id, []).append(f"{path.relative_to(package).as_posix()}:{number}")
    return citations


def find_test_citations(folder: Path) -> dict[str, list[str]]:
    """Return every id in a `clause` mark of a test, with the places."""
    citations: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for id, number in iter_clause_marks(ast.parse(path.read_text(encoding="utf-8"))):
            citations.setdefault(id, []).append(f"{path.relative_to(folder).as_posix()}:{number}")
    return citations


def iter_clause_marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the ids in a module's `clause` marks, on functions, classes and cases, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called_name(node.func) == MARK_NAME:
            for word in _string_constants(node.args):
                yield word, node.lineno


def _called_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _string_constants(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
