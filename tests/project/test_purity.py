"""The rules are pure: kit and games use no files, terminal, clock or randomness except the dice of the match."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "hippodrome"

BANNED_MODULES = {
    "builtins", "copy", "datetime", "importlib", "io", "os", "pathlib", "pickle", "random", "secrets",
    "shutil", "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
BANNED_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}
ALLOWED_PACKAGES = {"hippodrome", "mypy_extensions"}
WHOLE_NUMBER_MATHS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}

# Files of kit/geometry and kit/dice that may use fractions, each with the reason. States never hold one.
FRACTIONS_ALLOWED: dict[str, str] = {}


def rules_files() -> list[Path]:
    return sorted(path for folder in ("kit", "games") for path in (PACKAGE / folder).rglob("*.py"))


def exact_files() -> list[Path]:
    """Return the files that may use whole numbers only: geometry and dice."""
    return [path for path in rules_files() if name_of(path).startswith(("kit/geometry", "kit/dice"))]


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def imported_modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        yield node.module or ""


def impurities(source: str) -> list[str]:
    """Return the imports and calls that rules may not use."""
    problems = []
    for node in ast.walk(ast.parse(source)):
        for module in imported_modules(node):
            top = module.partition(".")[0]
            outside = top not in sys.stdlib_module_names and top not in ALLOWED_PACKAGES
            if top in BANNED_MODULES or outside:
                problems.append(f"line {getattr(node, 'lineno', 0)}: import of {module}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS:
            problems.append(f"line {node.lineno}: call of {node.func.id}")
    return problems


def fractions(source: str) -> list[str]:
    """Return the places where a number may become fractional."""
    problems = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex() as number):
                problems.append(f"line {node.lineno}: {number}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                problems.append(f"line {node.lineno}: true division; // says which way it rounds")
            case ast.Call(func=ast.Name(id="float")):
                problems.append(f"line {node.lineno}: float()")
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in WHOLE_NUMBER_MATHS:
                problems.append(f"line {node.lineno}: math.{name}")
            case ast.ImportFrom(module="math", names=names):
                loose = {alias.name for alias in names} - WHOLE_NUMBER_MATHS
                problems += [f"line {node.lineno}: math.{name}" for name in sorted(loose)]
            case _:
                pass
    return problems


def test_rules_files_are_found() -> None:
    assert {"kit/agenda.py", "kit/dice.py"} <= {name_of(path) for path in rules_files()}
    assert len(exact_files()) > 1


@pytest.mark.parametrize("path", rules_files(), ids=name_of)
def test_rules_are_pure(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", exact_files(), ids=name_of)
def test_geometry_and_dice_use_whole_numbers_only(path: Path) -> None:
    if name_of(path) not in FRACTIONS_ALLOWED:
        assert fractions(path.read_text(encoding="utf-8")) == []


def test_files_that_may_use_fractions_exist_and_do() -> None:
    for name in FRACTIONS_ALLOWED:
        assert fractions((PACKAGE / name).read_text(encoding="utf-8")), f"{name} needs no exception any more"


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from os import path",
        "import os.path as p",
        "from importlib.resources import files",
        "from time import monotonic",
        "import numpy",
        "from rich.table import Table",
        "print('x')",
        "def f():\n    return open('x')",
        "def f():\n    import sys",
    ],
)
def test_a_forbidden_import_or_call_is_found(line: str) -> None:
    assert len(impurities(line)) == 1


@pytest.mark.parametrize(
    "line",
    ["import hashlib", "from mypy_extensions import i64", "from hippodrome.kit import dice", "race.open()"],
)
def test_permitted_code_is_accepted(line: str) -> None:
    assert impurities(line) == []


@pytest.mark.parametrize(
    "line",
    ["x = 0.5", "y = x / 2", "x /= 2", "x = float(y)", "x = math.sin(y)", "from math import isqrt, sqrt"],
)
def test_a_fraction_is_found(line: str) -> None:
    assert len(fractions(line)) == 1


@pytest.mark.parametrize("line", ["x = y // 2", "x = math.isqrt(y)", "from math import gcd", "p = 'a/b 0.5'"])
def test_whole_number_code_is_accepted(line: str) -> None:
    assert fractions(line) == []


def test_toml_is_parsed_in_one_place() -> None:
    """Only `kit/toml_parser.py` calls the parser, after checking that the text is within the limits."""
    importers = [
        name_of(path)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if "tomllib" in imported_modules(node)
    ]
    assert importers == ["kit/toml_parser.py"]
