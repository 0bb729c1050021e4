"""Files and functions stay small enough to read."""

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
LONGEST_FILE = 600
LONGEST_WITHOUT_DOCSTRING = 50


def name_of(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def source_files() -> list[Path]:
    return sorted(SRC.rglob("*.py"))


def unexplained(source: str) -> list[str]:
    """List the long functions that do not say what they do."""
    return [
        f"line {node.lineno}: {node.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_WITHOUT_DOCSTRING
        and not ast.get_docstring(node)
    ]


def test_there_are_files_to_look_at() -> None:
    assert "hippodrome/__init__.py" in map(name_of, source_files())


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_no_file_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_long_functions_have_a_docstring(path: Path) -> None:
    assert unexplained(path.read_text(encoding="utf-8")) == []


def test_a_long_function_without_docstring_is_found() -> None:
    def function(lines: int, first: str) -> str:
        return "\n".join(["def f():", first, *["    x = 1"] * (lines - 2)])

    assert unexplained(function(50, "    x = 1")) == []
    assert unexplained(function(51, "    x = 1")) == ["line 1: f"]
    assert unexplained(function(51, "    'What it does.'")) == []
