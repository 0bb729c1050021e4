"""The code samples of README and docs: each is run as a reader would run it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

QUOTED_PAGES = {"docs/architecture.md": "a step of Ben-Hur, shown to explain the agenda"}
"""Pages whose Python samples are quotations, which another test compares with the source."""

EXPERIMENT = """
title = "A small sample"
game = "races"
sides = ["wolf", "boar"]
players = ["random"]
games = 2
[options]
laps = 1
"""


def fences(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def pages_with(language: str) -> list[Any]:
    pages = [page for page in PAGES if fences(page, language) and name_of(page) not in QUOTED_PAGES]
    return [pytest.param(page, id=name_of(page)) for page in pages]


@pytest.mark.parametrize("document", pages_with("python"))
def test_python_samples_run_one_after_another(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wolf.toml").write_text(EXPERIMENT)
    blocks = fences(document, "python")
    if name_of(document) == "docs/designers.md":
        blocks.reverse()  # the table that the first sample reads is made by the last one
    namespace: dict[str, Any] = {"__name__": "sample"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{name_of(document)}, sample {number}", "exec"), namespace)


@pytest.mark.parametrize("document", pages_with("console"))
def test_commands_run_one_after_another(document: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "HOME": str(tmp_path),
        "TERM": "dumb",
    }
    for block in fences(document, "console"):
        for line in block.splitlines():
            program, *words = shlex.split(line)
            assert program == "hippodrome", f"{name_of(document)}: {line}"
            result = subprocess.run(
                [sys.executable, "-m", "hippodrome.cli", *words],
                cwd=tmp_path,
                env=environment,
                input="q\n",
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert result.returncode == 0, f"{name_of(document)}: {line}\n{result.stdout}\n{result.stderr}"


def test_toml_samples_are_read() -> None:
    from hippodrome.lab.experiment import parse

    (sample,) = fences(ROOT / "docs" / "designers.md", "toml")
    assert parse(sample, "sample.toml").title == "Is the wolf chariot too strong?"


def test_the_quoted_step_is_the_one_in_the_source() -> None:
    (quoted,) = fences(ROOT / "docs" / "architecture.md", "python")
    source = (ROOT / "src" / "hippodrome" / "games" / "benhur" / "skidding.py").read_text(encoding="utf-8")
    lines = {line.strip() for line in source.splitlines()}
    assert [line for line in quoted.splitlines() if line.strip() not in lines] == []


def test_commands_in_plain_blocks_exist() -> None:
    from typer.main import get_command

    from hippodrome.cli import app

    commands = get_command(app)
    unknown = []
    for page in PAGES:
        for block in fences(page, ""):
            for line in block.splitlines():
                match = re.match(r"\s*(?:hippodrome|\./play) ([a-z]+)\b(?: ([a-z]+)\b)?", line)
                if match and not is_known(commands, match[1], match[2]):
                    unknown.append(f"{name_of(page)}: {line}")
    assert unknown == []


def is_known(commands: Any, first: str, second: str | None) -> bool:
    """Return whether a line begins with a command of hippodrome or of ./play."""
    if first in ("test", "check", "fix", "pytest", "bench", "soak", "screenshots", "types", "help", "study"):
        return True
    command = commands.commands.get(first)
    return command is not None and (second is None or not hasattr(command, "commands") or second in command.commands)
