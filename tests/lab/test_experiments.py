"""Experiments: what a file asks for, and that the results depend on it and on nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hippodrome import catalogue
from hippodrome.lab import pool
from hippodrome.lab.experiment import Experiment, ExperimentError, parse
from hippodrome.lab.experiment_preview import Example, examples
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from hippodrome.lab.results import Results
from tests.support import once

RACE = """\
game = "benhur"
scenarios = ["arena"]
players = ["driver", "random"]
games = 12
batch = 2
[options]
laps = 1
[vary]
"cards.5.out" = [true, false]
"""
PIG = 'game = "pig"\nplayers = ["random"]\nseats = 2\ngames = 32\nbatch = 4\n'


def asked(text: str = RACE) -> Experiment:
    return parse(text, "race.toml")


def done(text: str, folder: Path, workers: pool.WorkerPool | None = None) -> ExperimentRun:
    run = ExperimentRun(asked(text), folder)
    run.play(pool.local_pool(1) if workers is None else workers)
    return run


# -------------------------------------------------------------------- what is asked


def test_every_arm_scenario_and_pairing_is_a_cell() -> None:
    text = RACE.replace('["arena"]', '["arena", "villa"]').replace("laps = 1", "laps = 1\n")
    cells = asked(text + '"option.tricks" = [1, 2]\n').cells()
    assert len(cells) == 2 * 2 * 2
    assert {cell.pairing for cell in cells} == {"driver v random"}
    assert cells[0].arm == "cards.5.out = true, option.tricks = 1"
    assert {cell.arm for cell in cells if cell.seed == cells[0].seed} == {cell.arm for cell in cells}, "dice are paired"


def test_everybody_meets_everybody_and_himself_if_wanted() -> None:
    text = 'game = "races"\nsides = ["boar", "wolf", "chaos"]\n'
    assert [cell.scenario for cell in asked(text).cells()] == ["oval"] * 3 + ["pass"] * 3
    pairs = [cell.pairing for cell in asked(text + "mirror = true\n").cells()][:6]
    assert pairs[0] == "boar v wolf"
    assert pairs[-1] == "chaos v chaos"


def test_only_some_may_meet_everybody_else() -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "wolf", "chaos"]\nmirror = true\nonly = ["wolf"]\n'
    assert [cell.pairing for cell in asked(text).cells()] == ["boar v wolf", "wolf v chaos", "wolf v wolf"]
    with pytest.raises(ExperimentError, match=r"only: 'pump' is not compared here; there are: boar, wolf, chaos"):
        asked(text.replace('only = ["wolf"]', 'only = ["pump"]'))


def test_an_option_may_choose_the_sides() -> None:
    cell = asked('game = "magic"\nsides = ["river", "crag"]\nside_option = "army_*"\n').cells()[0]
    assert cell.options_for(0) | {"army_red": "river", "army_white": "crag"} == cell.options_for(0)
    assert cell.options_for(1) | {"army_red": "crag", "army_white": "river"} == cell.options_for(1)


def test_all_contenders_can_be_compared() -> None:
    assert len(asked('game = "races"\nsides = "all"\n').cells()) == 2 * 55


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"benhur"', '"chess"', "race.toml, line 1, game: there is no game 'chess'; there are: benhur"),
        ('"arena"', '"moon"', "race.toml, line 2, scenarios: there is no scenario 'moon'; there are: circus"),
        ("games = 12", "gamez = 12", "race.toml, line 4, gamez: unknown key; known here: batch"),
        ("games = 12", "games = 13", "race.toml, line 4, games: must be even, so that seats can be swapped; not 13"),
        ("laps = 1", "laps = 99", "race.toml, line 6, options: option laps cannot be 99; it can be: 1, 2"),
        ("laps = 1", "whips = 1", "race.toml, line 6, options: The Arena has no option 'whips'"),
        ('"driver", "random"', '"genius"', "line 3, players: no program 'genius' plays Ben-Hur"),
        ("[true, false]", "true", "race.toml, line 8, vary: cards.5.out must be a list of values to try"),
        ("cards.5.out", "cards.99.out", "vary: cards.99.out: there is no '99' here; there are: 1, 2"),
        (
            "cards.5.out",
            "carts.5.out",
            "vary: carts.5.out: there is no data file 'carts'; a path begins with one of: cards",
        ),
        ("cards.5.out", "cards.5.outt", "vary: cards.5.outt: unknown key; known here: needs_jump"),
        ('"arena"]', '"arena"]\nsides = ["a"]', "Ben-Hur has nothing to compare in a round robin; name the option"),
        ("laps = 1", "laps = 1\n[stop]\nmargin = 2", "stop.margin: must be a number from 0.001 to 0.5, not 2"),
    ],
)
def test_what_cannot_be_asked_is_said_with_what_would_be_right(old: str, new: str, message: str) -> None:
    assert old in RACE
    with pytest.raises(ExperimentError) as error:
        asked(RACE.replace(old, new))
    assert message in str(error.value)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_ready_experiments_can_be_run(example: Example) -> None:
    assert parse(example.text, example.name).cells()


# -------------------------------------------------------------------- what comes of it


def test_the_games_that_people_play_stay_as_they_were(tmp_path: Path) -> None:
    """Whatever is varied, and whatever variant a file names, is the business of the experiment alone."""
    (tmp_path / "quick.toml").write_text('game = "benhur"\nname = "quick"\n[changes]\n"tracks.arena.laps" = 1\n')
    before, variants = catalogue.all_games(), catalogue.registered_variants()
    text = RACE.replace('"benhur"', '"benhur"\nwith = "quick.toml"').replace("games = 12", "games = 2")
    run = ExperimentRun(parse(text, "race.toml", folder=tmp_path), tmp_path)
    run.play(pool.local_pool(1))
    assert run.is_done
    assert {cell.cell.rules().title for cell in run.cells} == {"quick (Ben-Hur)"}
    assert len({cell.cell.rules() for cell in run.cells}) == 2, "an arm has its own game"
    assert (catalogue.all_games(), catalogue.registered_variants()) == (before, variants)


def test_one_process_and_two_give_the_same_table(tmp_path: Path) -> None:
    one = done(RACE, tmp_path / "one")
    two = done(RACE, tmp_path / "two", pool.local_pool(2))
    assert one.results.digest() == two.results.digest()
    assert one.summary()["cells"] == two.summary()["cells"]
    other = done(RACE.replace("games = 12", "games = 12\nseed = 2"), tmp_path / "other")
    assert other.results.digest() != one.results.digest()


def test_a_match_is_played_from_both_seats_with_the_same_dice(tmp_path: Path) -> None:
    games = done(RACE, tmp_path).results.games()
    rows = games.filter(cell=0).to_dicts()
    assert [row["seats"] for row in rows[:2]] == [["driver", "random"], ["random", "driver"]]
    assert rows[0]["seed"] == rows[1]["seed"] != rows[2]["seed"]
    assert {row["seed"] for row in rows} == set(games.filter(cell=1)["seed"]), "and in both arms"
    assert sum(games["score"]) > games.height / 2, "the driver is better than chance"
    assert all(0 <= row["decided"] <= 1 and row["decisions"] > 0 for row in rows)
    used = {use["what"] for row in rows for use in row["uses"]}
    assert any("play" in what.lower() or "trick" in what.lower() for what in used), used


def test_a_cell_stops_when_its_question_is_settled(tmp_path: Path) -> None:
    text = RACE.replace("games = 12", "games = 400") + "[stop]\nmargin = 0.05\nleast = 8\n"
    run = done(text, tmp_path / "one")
    cells = run.summary()["cells"]
    assert all(cell["verdict"] == "not fair" and cell["games"] < 100 for cell in cells)
    assert run.results.games().height == sum(cell["games"] for cell in cells), "nothing beyond is kept"
    assert done(text, tmp_path / "two", pool.local_pool(2)).results.digest() == run.results.digest()


def test_decisions_are_kept_if_wanted(tmp_path: Path) -> None:
    results = done("decisions = true\n" + PIG, tmp_path).results
    games, decisions = results.games(), results.decisions()
    assert decisions.height == games["decisions"].sum()
    assert all(len(values) == 2 for values in decisions["values"])


def test_a_mirror_match_of_a_symmetric_game_is_even(tmp_path: Path) -> None:
    text = 'game = "benhur"\nscenarios = ["arena"]\nplayers = ["random"]\nseats = 2\ngames = 80\n[options]\nlaps = 1\n'
    cell = done(text, tmp_path).summary()["cells"][0]
    assert cell["low"] <= 0.5 <= cell["high"]


# -------------------------------------------------------------------- killed and taken up again

SCRIPT = """
import sys
from pathlib import Path
from hippodrome.lab import pool
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_run import ExperimentRun
run = ExperimentRun(parse(sys.argv[1], "race.toml"), Path(sys.argv[2]))
run.play(pool.local_pool(int(sys.argv[3])), lambda now: print(now.played, flush=True))
"""


@once
@pytest.mark.parametrize("processes", [1, 2])
def test_a_run_that_was_killed_goes_on_and_ends_as_if_nothing_had_been(tmp_path: Path, processes: int) -> None:
    command = [sys.executable, "-c", SCRIPT, RACE, str(tmp_path / "killed"), str(processes)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 6:
                process.send_signal(signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL
    again = ExperimentRun(asked(), tmp_path / "killed")
    assert 6 <= again.progress().played < 24
    told: list[RunProgress] = []
    again.play(pool.local_pool(1), told.append)
    assert told[0].played >= 6, "what was there is not played again"
    assert again.results.digest() == done(RACE, tmp_path / "whole").results.digest()


def test_a_run_that_is_over_plays_nothing_more(tmp_path: Path) -> None:
    first = done(PIG, tmp_path)
    told: list[RunProgress] = []
    again = ExperimentRun(asked(PIG), tmp_path)
    again.play(pool.local_pool(1), told.append)
    assert [now.played for now in told] == [32]
    assert again.summary() == first.summary()


def test_a_run_can_be_stopped_and_taken_up_again(tmp_path: Path) -> None:
    run = ExperimentRun(asked(PIG), tmp_path / "stopped")
    run.play(pool.local_pool(1), lambda now: run.stop() if now.played >= 20 else None)
    assert run.summary()["state"] == "stopped"
    assert run.progress().played == 20
    run.play(pool.local_pool(1))
    assert run.summary()["state"] == "done"
    assert run.results.digest() == done(PIG, tmp_path / "whole").results.digest()


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    workers = pool.local_pool(2)
    killed: list[int] = []

    def kill(now: RunProgress) -> None:
        if now.played and not killed:
            killed.extend(list(getattr(workers.executor, "_processes"))[:1])  # noqa: B009
            os.kill(killed[0], signal.SIGKILL)

    run = ExperimentRun(asked(), tmp_path / "killed")
    run.play(workers, kill)
    assert killed
    assert run.results.digest() == done(RACE, tmp_path / "whole").results.digest()


def test_results_of_other_rules_are_not_taken_up(tmp_path: Path) -> None:
    folder = done(PIG, tmp_path).results.folder
    assert Results.open(folder).digest() == done(PIG, tmp_path).results.digest()
    text = (folder / "experiment.toml").read_text()
    (folder / "experiment.toml").write_text(text.replace("games = 32", "games = 34"))
    with pytest.raises(ValueError, match="other rules or data"):
        Results.open(folder)
