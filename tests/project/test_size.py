"""Limits on the size of files and undocumented functions."""

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
MAX_FILE_LINES = 600
MAX_UNDOCUMENTED_LINES = 50


def name_of(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def source_files() -> list[Path]:
    return sorted(SRC.rglob("*.py"))


def long_undocumented_functions(source: str) -> list[str]:
    """Return the long functions without a docstring."""
    return [
        f"line {node.lineno}: {node.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > MAX_UNDOCUMENTED_LINES
        and not ast.get_docstring(node)
    ]


def test_source_files_are_found() -> None:
    assert "hippodrome/__init__.py" in map(name_of, source_files())


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_no_file_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE_LINES


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_long_functions_have_a_docstring(path: Path) -> None:
    assert long_undocumented_functions(path.read_text(encoding="utf-8")) == []


def test_a_long_function_without_docstring_is_found() -> None:
    def function(lines: int, first: str) -> str:
        return "\n".join(["def f():", first, *["    x = 1"] * (lines - 2)])

    assert long_undocumented_functions(function(50, "    x = 1")) == []
    assert long_undocumented_functions(function(51, "    x = 1")) == ["line 1: f"]
    assert long_undocumented_functions(function(51, "    'Do something.'")) == []
