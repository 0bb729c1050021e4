"""Checking again while files are edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run


def edit_while_watching(monkeypatch: pytest.MonkeyPatch, *edits: tuple[Path, str]) -> None:
    """Write one edit at each pause of a watch, then end it as Ctrl+C does."""
    waiting = list(edits)

    def pause(_: float) -> None:
        if not waiting:
            raise KeyboardInterrupt
        path, text = waiting.pop(0)
        path.write_text(text)

    monkeypatch.setattr("hippodrome.terminal.watching.time.sleep", pause)


def test_a_variant_is_checked_again_after_each_edit(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fast.toml"
    good = 'game = "benhur"\nname = "fast"\n[changes]\n"tracks.arena.laps" = {}\n'
    file.write_text(good.format(1))
    edit_while_watching(monkeypatch, (file, good.format(99)), (file, good.format(2)))
    result = run("variant", "check", file, "--watch")
    assert result.exit_code == 0
    assert result.output.count("is valid") == 2
    assert "fast.toml, line 4, changes.tracks.arena.laps: must be from 1 to 7, not 99" in result.output


def test_a_custom_file_is_checked_again_after_an_edit(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "army.toml"
    assert run("custom", "new", "army", file).exit_code == 0
    text = file.read_text()
    edit_while_watching(monkeypatch, (file, text.replace("kind =", "kinds =")))
    result = run("custom", "check", "army", file, "--watch")
    assert result.exit_code == 0
    assert "is valid" in result.output
    assert result.output.count("unknown key") > 1, "all errors are listed"
