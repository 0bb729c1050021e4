"""The import contracts of pyproject.toml catch forbidden imports. ./play check applies them to the project."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter in a folder that holds the package and pyproject.toml."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--no-logo", "--config", str(ROOT / "pyproject.toml")],
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("kit/forbidden.py", "import hippodrome.games", "Imports point one way"),
        ("kit/forbidden.py", "import hippodrome", "Imports point one way"),
        ("games/forbidden/__init__.py", "import hippodrome.catalogue", "Imports point one way"),
        ("games/forbidden/__init__.py", "import hippodrome.games.other", "No game imports another"),
        ("kit/forbidden.py", "import rich", "The rules import only"),
        ("games/forbidden/__init__.py", "import open_spiel", "The rules import only"),
        ("kit/forbidden.py", "import msgspec", "The rules import only"),
        ("games/forbidden/__init__.py", "import sqlalchemy.ext.asyncio", "The rules import only"),
        ("forbidden.py", "import typer", "Only the command line"),
    ],
)
def test_a_forbidden_import_is_caught(tmp_path: Path, file: str, line: str, contract: str) -> None:
    package = tmp_path / "hippodrome"
    shutil.copytree(ROOT / "src" / "hippodrome", package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for path, text in (("games/other/__init__.py", ""), (file, line + "\n")):
        (package / path).parent.mkdir(exist_ok=True)
        (package / path).write_text(text)
    result = lint_imports(tmp_path)
    broken = [text for text in result.stdout.splitlines() if " BROKEN" in text]
    assert result.returncode == 1, result.stdout + result.stderr
    assert any(text.startswith(contract) for text in broken), result.stdout
