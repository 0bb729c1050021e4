"""The commands of hippodrome lab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippodrome.lab import experiment_preview
from hippodrome.lab.experiment_preview import Example
from tests.terminal.conftest import Run


def test_an_experiment_is_created_run_and_reported(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    assert run("lab", "new", "benhur", file).exit_code == 0
    text = file.read_text().replace("games = 100", "games = 4\nbatch = 2").replace("[options]", "[options]\nlaps = 1")
    file.write_text(text)
    first = run("lab", "run", file, "--out", tmp_path / "out", "--processes", "1")
    assert first.exit_code == 0, first.output
    assert "of 4 races against the recruit bot." in first.output
    again = json.loads(run("lab", "run", file, "--out", tmp_path / "out", "--processes", "1", "--json").output)
    assert again["state"] == "done"
    assert again["games"] == 4
    assert again["table"] in " ".join(first.output.split())
    shown = run("lab", "show", again["folder"])
    assert shown.exit_code == 0, shown.output
    assert "What would you like to know?" in shown.output
    assert again["answer"][0] in shown.output, "lab run and lab show answer in the same words"
    assert "<h1>What would you like to know?</h1>" in (Path(again["folder"]) / "report.html").read_text()
    assert (Path(again["folder"]) / "report.md").exists()
    assert "there are no results in" in run("lab", "show", tmp_path).output


def test_an_example_is_run_by_its_name_and_its_report_is_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = Example(
        "brief", "Brief", "pig", "", 'game = "pig"\nplayers = ["random"]\nseats = 2\ngames = 4\nbatch = 2\n'
    )
    monkeypatch.setattr(experiment_preview, "examples", lambda: [example])
    assert "brief" in run("lab", "examples").output
    assert run("lab", "examples", "brief").output == example.text
    assert "there is no example experiment 'long'; choose one of: brief" in run("lab", "examples", "long").output
    report = tmp_path / "brief.md"
    result = run("lab", "run", "brief", "--out", tmp_path, "--processes", "1", "--report", report)
    assert result.exit_code == 0, result.output
    assert "# An experiment with" in report.read_text()
    wrong = run("lab", "run", "brief", "--out", tmp_path, "--processes", "1", "--report", tmp_path / "x.pdf")
    assert "ends in .html or .md" in " ".join(wrong.output.split())


def test_an_experiment_runs_with_a_variant(run: Run, tmp_path: Path) -> None:
    variant = tmp_path / "fast.toml"
    variant.write_text('game = "benhur"\nname = "fast"\n[changes]\n"tracks.arena.laps" = 1\n')
    file = tmp_path / "experiment.toml"
    file.write_text('game = "benhur"\nscenarios = ["arena"]\nseats = 2\nplayers = ["random"]\ngames = 2\nbatch = 2\n')
    with_variant = json.loads(
        run("lab", "run", file, "--variant", variant, "--out", tmp_path, "--processes", "1", "--json").output
    )
    plan = json.loads((Path(with_variant["folder"]) / "plan.json").read_text())
    assert plan["variant"]["name"] == "fast"
    without = json.loads(run("lab", "run", file, "--out", tmp_path, "--processes", "1", "--json").output)
    assert without["folder"] != with_variant["folder"]


def test_a_missing_or_invalid_experiment_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    missing = run("lab", "run", tmp_path / "no.toml")
    assert missing.exit_code == 2
    assert "hippodrome lab new GAME FILE writes one" in " ".join(missing.output.split())
    (tmp_path / "bad.toml").write_text('game = "benhur"\ngamez = 3\n')
    bad = run("lab", "run", tmp_path / "bad.toml")
    assert bad.exit_code == 2
    assert "line 2, gamez: unknown key" in " ".join(bad.output.split())
