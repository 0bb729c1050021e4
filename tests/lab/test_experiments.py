"""Experiments: how files are read, and that results depend on the file and on nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hippodrome import catalogue
from hippodrome.lab import experiment_form, pool
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


def parse_text(text: str = RACE) -> Experiment:
    return parse(text, "race.toml")


def run_experiment(text: str, folder: Path, workers: pool.TaskPool | None = None) -> ExperimentRun:
    run = ExperimentRun(parse_text(text), folder)
    run.play(pool.local_pool(1) if workers is None else workers)
    return run


# -------------------------------------------------------------------- reading


def test_every_arm_scenario_and_pairing_is_a_cell() -> None:
    text = RACE.replace('["arena"]', '["arena", "villa"]').replace("laps = 1", "laps = 1\n")
    cells = parse_text(text + '"option.tricks" = [1, 2]\n').cells()
    assert len(cells) == 2 * 2 * 2
    assert {cell.pairing for cell in cells} == {"driver v random"}
    assert cells[0].arm == "cards.5.out = true, option.tricks = 1"
    assert {cell.arm for cell in cells if cell.seed == cells[0].seed} == {cell.arm for cell in cells}, "arms share dice"


def test_every_pair_meets_and_mirror_pairs_if_wanted() -> None:
    text = 'game = "races"\nsides = ["boar", "wolf", "chaos"]\n'
    assert [cell.scenario for cell in parse_text(text).cells()] == ["oval"] * 3 + ["pass"] * 3
    pairs = [cell.pairing for cell in parse_text(text + "mirror = true\n").cells()][:6]
    assert pairs[0] == "boar v wolf"
    assert pairs[-1] == "chaos v chaos"


def test_pairings_can_be_limited_to_those_of_one_side() -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "wolf", "chaos"]\nmirror = true\nonly = ["wolf"]\n'
    assert [cell.pairing for cell in parse_text(text).cells()] == ["boar v wolf", "wolf v chaos", "wolf v wolf"]
    with pytest.raises(ExperimentError, match=r"only: 'pump' is not compared here; there are: boar, wolf, chaos"):
        parse_text(text.replace('only = ["wolf"]', 'only = ["pump"]'))


def test_an_option_may_choose_the_sides() -> None:
    cell = parse_text('game = "magic"\nsides = ["river", "crag"]\nside_option = "army_*"\n').cells()[0]
    assert cell.options_for(0) | {"army_red": "river", "army_white": "crag"} == cell.options_for(0)
    assert cell.options_for(1) | {"army_red": "crag", "army_white": "river"} == cell.options_for(1)


def test_all_contenders_can_be_compared() -> None:
    assert len(parse_text('game = "races"\nsides = "all"\n').cells()) == 2 * 55


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"benhur"', '"chess"', "race.toml, line 1, game: there is no game 'chess'; there are: benhur"),
        ('"arena"', '"moon"', "race.toml, line 2, scenarios: there is no scenario 'moon'; there are: river"),
        ("games = 12", "gamez = 12", "race.toml, line 4, gamez: unknown key; known here: batch"),
        ("games = 12", "games = 13", "race.toml, line 4, games: must be even, so that seats can be swapped, not 13"),
        ("laps = 1", "laps = 99", "race.toml, line 6, options: option laps cannot be 99; it can be: 1, 2"),
        ("laps = 1", "whips = 1", "race.toml, line 6, options: The Arena has no option 'whips'"),
        ('"driver", "random"', '"genius"', "line 3, players: no bot 'genius' plays Ben-Hur"),
        ("[true, false]", "true", "race.toml, line 8, vary: cards.5.out must be a list of values to try"),
        ("cards.5.out", "cards.99.out", "vary: cards.99.out: there is no '99' here; there are: 1, 2"),
        (
            "cards.5.out",
            "carts.5.out",
            "vary: carts.5.out: there is no data file 'carts'; a path begins with one of: cards",
        ),
        ("cards.5.out", "cards.5.outt", "vary: cards.5.outt: unknown key; known here: add, effect"),
        ('"arena"]', '"arena"]\nsides = ["a"]', "Ben-Hur has nothing to compare in a round robin; name the option"),
        ("laps = 1", "laps = 1\n[stop]\nmargin = 2", "stop.margin: must be a number from 0.001 to 0.5, not 2"),
    ],
)
def test_an_error_names_file_line_and_key_and_what_would_be_right(old: str, new: str, message: str) -> None:
    assert old in RACE
    with pytest.raises(ExperimentError) as error:
        parse_text(RACE.replace(old, new))
    assert message in str(error.value)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_examples_are_valid(example: Example) -> None:
    assert parse(example.text, example.name).cells()


# -------------------------------------------------------------------- playing


def test_an_experiment_does_not_change_the_games_in_use(tmp_path: Path) -> None:
    """Varied values and the variant of the file apply only inside the experiment."""
    (tmp_path / "quick.toml").write_text('game = "benhur"\nname = "quick"\n[changes]\n"tracks.arena.laps" = 1\n')
    before, variants = catalogue.all_games(), catalogue.registered_variants()
    text = RACE.replace('"benhur"', '"benhur"\nwith = "quick.toml"').replace("games = 12", "games = 2")
    run = ExperimentRun(parse(text, "race.toml", folder=tmp_path), tmp_path)
    run.play(pool.local_pool(1))
    assert run.is_done
    assert {cell.cell.rules().title for cell in run.cells} == {"quick (Ben-Hur)"}
    assert len({cell.cell.rules() for cell in run.cells}) == 2, "each arm has its own game"
    assert (catalogue.all_games(), catalogue.registered_variants()) == (before, variants)


def test_one_process_and_two_give_the_same_table(tmp_path: Path) -> None:
    one = run_experiment(RACE, tmp_path / "one")
    two = run_experiment(RACE, tmp_path / "two", pool.local_pool(2))
    assert one.results.digest() == two.results.digest()
    assert one.summary()["cells"] == two.summary()["cells"]
    other = run_experiment(RACE.replace("games = 12", "games = 12\nseed = 2"), tmp_path / "other")
    assert other.results.digest() != one.results.digest()


def test_a_match_is_played_from_both_seats_with_the_same_dice(tmp_path: Path) -> None:
    games = run_experiment(RACE, tmp_path).results.games()
    rows = games.filter(cell=0).to_dicts()
    assert [row["seats"] for row in rows[:2]] == [["driver", "random"], ["random", "driver"]]
    assert rows[0]["seed"] == rows[1]["seed"] != rows[2]["seed"]
    assert {row["seed"] for row in rows} == set(games.filter(cell=1)["seed"]), "both arms have the same dice"
    assert sum(games["score"]) > games.height / 2, "the driver is better than chance"
    assert all(0 <= row["decided"] <= 1 and row["decisions"] > 0 for row in rows)
    used = {use["what"] for row in rows for use in row["uses"]}
    assert any("play" in what.lower() or "trick" in what.lower() for what in used), used


def test_a_cell_stops_when_its_verdict_is_clear(tmp_path: Path) -> None:
    text = RACE.replace("games = 12", "games = 400") + "[stop]\nmargin = 0.05\nleast = 8\n"
    run = run_experiment(text, tmp_path / "one")
    cells = run.summary()["cells"]
    assert all(cell["verdict"] == "not fair" and cell["games"] < 100 for cell in cells)
    assert run.results.games().height == sum(cell["games"] for cell in cells), "no surplus batch is kept"
    assert run_experiment(text, tmp_path / "two", pool.local_pool(2)).results.digest() == run.results.digest()


def test_decisions_are_saved_if_wanted(tmp_path: Path) -> None:
    results = run_experiment("decisions = true\n" + PIG, tmp_path).results
    games, decisions = results.games(), results.decisions()
    assert decisions.height == games["decisions"].sum()
    assert all(len(values) == 2 for values in decisions["values"])


def test_a_mirror_match_of_a_symmetric_game_is_even(tmp_path: Path) -> None:
    text = 'game = "benhur"\nscenarios = ["arena"]\nplayers = ["random"]\nseats = 2\ngames = 80\n[options]\nlaps = 1\n'
    cell = run_experiment(text, tmp_path).summary()["cells"][0]
    assert cell["low"] <= 0.5 <= cell["high"]


# -------------------------------------------------------------------- interrupting and continuing

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
def test_a_killed_run_continues_and_gives_the_same_results(tmp_path: Path, processes: int) -> None:
    command = [sys.executable, "-c", SCRIPT, RACE, str(tmp_path / "killed"), str(processes)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 6:
                process.send_signal(signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL
    again = ExperimentRun(parse_text(), tmp_path / "killed")
    assert 6 <= again.progress().played < 24
    reported: list[RunProgress] = []
    again.play(pool.local_pool(1), reported.append)
    assert reported[0].played >= 6, "saved batches are not played again"
    assert again.results.digest() == run_experiment(RACE, tmp_path / "whole").results.digest()


def test_a_finished_run_plays_no_more_matches(tmp_path: Path) -> None:
    first = run_experiment(PIG, tmp_path)
    reported: list[RunProgress] = []
    again = ExperimentRun(parse_text(PIG), tmp_path)
    again.play(pool.local_pool(1), reported.append)
    assert [now.played for now in reported] == [32]
    assert again.summary() == first.summary()


def test_a_run_can_be_stopped_and_continued(tmp_path: Path) -> None:
    run = ExperimentRun(parse_text(PIG), tmp_path / "stopped")
    run.play(pool.local_pool(1), lambda now: run.stop() if now.played >= 20 else None)
    assert run.summary()["state"] == "stopped"
    assert run.progress().played == 20
    run.play(pool.local_pool(1))
    assert run.summary()["state"] == "done"
    assert run.results.digest() == run_experiment(PIG, tmp_path / "whole").results.digest()


def test_a_killed_worker_does_not_change_the_results(tmp_path: Path) -> None:
    workers = pool.local_pool(2)
    killed: list[int] = []

    def kill(now: RunProgress) -> None:
        if now.played and not killed:
            killed.extend(list(getattr(workers.executor, "_processes"))[:1])  # noqa: B009
            os.kill(killed[0], signal.SIGKILL)

    run = ExperimentRun(parse_text(), tmp_path / "killed")
    run.play(workers, kill)
    assert killed
    assert run.results.digest() == run_experiment(RACE, tmp_path / "whole").results.digest()


def test_results_of_other_rules_are_rejected(tmp_path: Path) -> None:
    folder = run_experiment(PIG, tmp_path).results.folder
    assert Results.open(folder).digest() == run_experiment(PIG, tmp_path).results.digest()
    text = (folder / "experiment.toml").read_text()
    (folder / "experiment.toml").write_text(text.replace("games = 32", "games = 34"))
    with pytest.raises(ValueError, match="belong to other rules or data"):
        Results.open(folder)


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        ("oval", "oval"),
        ("5", '"5"'),
        ("a, b", '"a, b"'),
        ("", '""'),
        (5, "5"),
        (True, "true"),
        ([4, 5], "[4, 5]"),
        ({"a": [{"b": 1}]}, "{a = [{b = 1}]}"),
        ([{"a": 1}], "[{a = 1}]"),
    ],
)
def test_a_value_is_shown_as_it_would_be_typed(value: object, typed: str) -> None:
    assert experiment_form.format_value(value) == typed
    assert experiment_form.parse_values(typed, "" if isinstance(value, str) else None) == [value]
