"""Help texts, the version, and shell completion."""

from __future__ import annotations

import pytest

import hippodrome as hd
from tests.terminal.conftest import Run

COMMANDS = (
    "games",
    "play",
    "watch",
    "serve",
    "replay",
    "verify",
    "render",
    "sheet",
    "campaign",
    "custom",
    "rules",
    "odds",
    "drill",
    "review",
    "simulate",
    "ladder",
    "fuzz",
    "lab",
    "variant",
)


def test_every_command_has_help_with_an_example(run: Run) -> None:
    listed = run("--help").output
    for command in COMMANDS:
        assert f"│ {command} " in listed
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Examples:" in result.output
        assert f"hippodrome {command}" in result.output.split("Examples:")[1]


def test_help_is_shown_without_a_command(run: Run) -> None:
    assert "Usage: hippodrome" in run().output


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").output == f"hippodrome {hd.__version__}\n"


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("play b", ["benhur"]),
        ("play benhur --scenario ", ["river", "circus", "arena", "villa", "serpent"]),
        ("play benhur --seats ", ["me", "recruit", "driver", "veteran", "champion"]),
        ("play benhur --seats me,dr", ["me,driver"]),
        ("simulate benhur --seats ", ["recruit", "driver", "veteran", "champion"]),
        ("play benhur --option tr", ["tricks=0", "tricks=1", "tricks=2"]),
        ("play --speed ", ["slow", "normal", "fast", "instant"]),
        ("rules benhur BH-W", ["BH-W1"]),
        ("render benhur --theme ", ["light", "dark", "contrast"]),
        ("ver", ["verify"]),
    ],
)
def test_shells_complete_arguments(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, completions: list[str]
) -> None:
    monkeypatch.setenv("_HIPPODROME_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"hippodrome {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert run().output.split() == completions
