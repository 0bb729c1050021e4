"""The coverage of a rulebook: which clauses the code of a game cites, and which its tests name.

Code cites a clause by writing its id anywhere in the modules of the game or of its programs; a test names the
clauses it proves with `@clause("BH-S5")`. Tests are there in a checkout only, not in an installed package.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from hippodrome.kit.game import Game
from hippodrome.kit.state import Json

PACKAGE = Path(__file__).parent
MARK = "clause"
# Numbers, some with a letter after them (CH-S8.1d), names (CH-T.woods, CH-C) and numbers of scenarios (CH-V.5.4-1).
_ID = re.compile(r"\b[A-Z]{2,4}-(?:[A-Z]{0,2}\d+(?:\.\d+)*[a-z]?|V\.\d+(?:\.\d+)?-\d+|[MT]\.[a-z]+|C)\b")


class Coverage:
    """Where each clause is cited: by id, as file:line. `tests` is None if there is no such folder."""

    def __init__(self, game: Game, code: dict[str, list[str]], tests: dict[str, list[str]] | None) -> None:
        self.game = game
        self.ids = list(game.rulebook.clauses)
        self.code = code
        self.tests = tests

    def missing_in_code(self) -> list[str]:
        """Clauses that no code cites."""
        return [id for id in self.ids if id not in self.code]

    def missing_in_tests(self) -> list[str]:
        """Clauses that no test names; none are reported when there are no tests to look at."""
        return [] if self.tests is None else [id for id in self.ids if id not in self.tests]

    def unknown(self) -> dict[str, list[str]]:
        """Ids of this rulebook's kind that are cited somewhere, but do not exist."""
        kinds = {id.split("-")[0] for id in self.ids}
        cited = {**self.code, **(self.tests or {})}
        return {id: places for id, places in cited.items() if id.split("-")[0] in kinds and id not in self.ids}

    def is_complete(self) -> bool:
        """Return whether every clause is cited by code and, where there are tests, named by one."""
        return not (self.missing_in_code() or self.missing_in_tests() or self.unknown())

    def json(self) -> Json:
        """Return all of it, for programs."""
        size = len(self.ids)
        return {
            "game": self.game.slug,
            "clauses": size,
            "code": {"cited": size - len(self.missing_in_code()), "missing": self.missing_in_code()},
            "tests": None
            if self.tests is None
            else {"named": size - len(self.missing_in_tests()), "missing": self.missing_in_tests()},
            "unknown": self.unknown(),
            "complete": self.is_complete(),
            "places": {id: {"code": self.code.get(id, []), "tests": (self.tests or {}).get(id, [])} for id in self.ids},
        }


def coverage(game: Game, package: Path = PACKAGE, tests: Path | None = None) -> Coverage:
    """Return the coverage of a game's rulebook, from the sources of the package and the tests beside them."""
    folder = checkout_tests(package) if tests is None else tests
    named = None if folder is None else named_in_tests(folder)
    return Coverage(game, cited_in_code(game.base, package), named)


def checkout_tests(package: Path = PACKAGE) -> Path | None:
    """Return the tests of the checkout that the package lies in; None if it was installed without them."""
    folder = package.parents[1] / "tests"
    return folder if (folder / "conftest.py").is_file() else None


def cited_in_code(slug: str, package: Path = PACKAGE) -> dict[str, list[str]]:
    """Return every id that the modules of a game and of its programs write, with the places."""
    game = sorted((package / "games" / slug).rglob("*.py"))
    programs = [path for path in (package / "bots" / f"{slug}.py",) if path.is_file()]
    found: dict[str, list[str]] = {}
    for path in [*game, *programs]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for id in _ID.findall(line):
                found.setdefault(id, []).append(f"{path.relative_to(package).as_posix()}:{number}")
    return found


def named_in_tests(folder: Path) -> dict[str, list[str]]:
    """Return every id that a test names with the mark, with the places."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for id, number in marks(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(id, []).append(f"{path.relative_to(folder).as_posix()}:{number}")
    return found


def marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the ids in the marks of a module's tests, with their lines: on functions, classes and cases."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) == MARK:
            for word in _texts(node.args):
                yield word, node.lineno


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
