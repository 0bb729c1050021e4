"""The lab over HTTP: forms and files, running, stopping and resuming experiments, reports, variants and access."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import httpx
import polars
import pytest

from hippodrome import catalogue
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_preview import examples
from hippodrome.lab.experiment_run import ExperimentRun
from hippodrome.lab.pool import local_pool
from hippodrome.lab.results import Results
from hippodrome.lab.tunable_values import ABSENT, PRESENT, tunable_rows
from hippodrome.server.http.api import laboratory as routes
from hippodrome.server.services import lab_jobs
from hippodrome.server.services.lab_jobs import ExperimentStatus, apply_progress, load_statuses
from hippodrome.server.settings import Settings
from hippodrome.variants import Variant
from hippodrome.variants.paths import value_at
from tests.server.api_helpers import error_of

LAB = "/api/laboratory"
PIG_EXPERIMENT = (
    'title = "Who begins?"\ngame = "pig"\nplayers = ["random"]\nseats = 2\ngames = 40\n[options]\ngoal = 20\n'
)
LONG_EXPERIMENT = PIG_EXPERIMENT.replace("games = 40", "games = 2000000")
TIMEOUT_S = 180


def preview_experiment(client: httpx.Client, **request: Any) -> dict[str, Any]:
    """Return the preview of an experiment given as text or as a form."""
    answer = client.post(f"{LAB}/previews", json=request)
    assert answer.status_code == 200, answer.text
    preview: dict[str, Any] = answer.json()
    return preview


def start_experiment(client: httpx.Client, text: str) -> str:
    """Start an experiment and return its id."""
    answer = client.post(f"{LAB}/experiments", json={"text": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def experiment_status(client: httpx.Client, id: str) -> dict[str, Any]:
    """Return the status of an experiment."""
    status: dict[str, Any] = client.get(f"{LAB}/experiments/{id}").json()
    return status


def wait_for_state(client: httpx.Client, id: str, *states: str, min_saved: int = 0) -> dict[str, Any]:
    """Wait until an experiment is in one of these states with at least this many saved games; return its status."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        status = experiment_status(client, id)
        if status["state"] in states and sum(row["games"] for row in status["rows"]) >= min_saved:
            return status
        time.sleep(0.05)
    raise AssertionError(f"the experiment is still {status['state']}")


@pytest.fixture(scope="module")
def finished_experiment(client: httpx.Client) -> dict[str, Any]:
    """An experiment that has run to its end."""
    return wait_for_state(client, start_experiment(client, PIG_EXPERIMENT), "done", "failed")


# -------------------------------------------------------------------- examples, forms and files


def test_the_lab_page_lists_the_examples(client: httpx.Client) -> None:
    page = client.get(LAB).json()
    assert (page["open"], page["why"]) == (True, "")
    assert {one["name"] for one in page["examples"]} == {one.name for one in examples()}
    assert all(one["about"] and one["game_title"] for one in page["examples"])


def test_a_game_lists_its_comparisons_and_tunable_values(client: httpx.Client) -> None:
    races = client.get(f"{LAB}/games/races").json()
    assert [one["compare"] for one in races["comparisons"]] == ["sides"]
    assert {"key": "wolf", "name": "wolf chariot"} in races["comparisons"][0]["sides"]
    wheelie = client.get(f"{LAB}/games/wheelie").json()
    assert {"key": "celtic", "name": "Celtic chariot"} in wheelie["comparisons"][0]["sides"]
    values = {value["path"]: value["current"] for row in races["rows"] for value in row["values"]}
    assert values["machines.boar.move"] == "7"
    assert [one["compare"] for one in client.get(f"{LAB}/games/magic").json()["comparisons"]] == ["army_*"]
    assert client.get(f"{LAB}/games/pig").json() == {"comparisons": [], "rows": []}
    assert error_of(client.get(f"{LAB}/games/chess"), 404)["where"] == "game"


def test_every_tunable_value_is_found_at_its_path() -> None:
    for game in ("benhur", "wheelie"):
        offered = [value for row in tunable_rows(game, None) for value in row.values]
        for value in offered[::9]:
            if value.name not in (ABSENT, PRESENT):
                assert value.now == value_at(catalogue.game_texts(game), value.path), value.path


def test_a_form_becomes_a_file_and_a_file_fills_in_the_form(client: httpx.Client) -> None:
    preview = preview_experiment(client, text=next(one.text for one in examples() if one.name == "handicap-boar"))
    form = preview["form"]
    assert (form["compare"], form["only"], form["vary"]) == (
        "sides",
        ["boar"],
        [{"path": "machines.boar.move", "values": "8, 9"}, {"path": "machines.boar.body.2", "values": "4, 5"}],
    )
    assert (preview["cells"], preview["matches"]) == (80, 800)
    again = preview_experiment(client, form={**form, "title": "", "vary": [{"path": "option.laps", "values": "1,2"}]})
    assert again["form"]["vary"] == [{"path": "option.laps", "values": "1, 2"}]
    assert again["form"]["title"] == "An experiment with Chariot Races"
    assert '"option.laps" = [1, 2]' in again["text"]


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        (PIG_EXPERIMENT.replace("pig", "chess"), "game", "There is no game 'chess'; there are:"),
        (
            PIG_EXPERIMENT.replace('["random"]', '["genius"]'),
            "players",
            "No bot 'genius' plays Pig; there are: random, recruit.",
        ),
        (PIG_EXPERIMENT + "[vary]\n'option.goal' = [3]\n", "vary", "Option goal cannot be 3; it can be: 20, 50, 100."),
        (
            PIG_EXPERIMENT.replace('game = "pig"', 'game = "pig"\nwith = "../fast"'),
            "with",
            "No variant 'fast' of this game",
        ),
        (PIG_EXPERIMENT.replace("games = 40", "games = 40\nspeed = 1"), "speed", "Unknown key; known here:"),
        (
            f"{PIG_EXPERIMENT}[vary]\n" + "".join(f'"option.x{n}" = [1, 2, 3]\n' for n in range(40)),
            "vary",
            "This makes",
        ),
        (f"title = '{'x' * 300}'\nspeed = 1\n{PIG_EXPERIMENT.partition(chr(10))[2]}", "speed", "Unknown key"),
        ("game = [", "", "This is not TOML"),
    ],
)
def test_an_invalid_experiment_is_rejected_with_key_and_allowed_values(
    client: httpx.Client, text: str, key: str, message: str
) -> None:
    preview = preview_experiment(client, text=text)
    assert preview["form"] is None
    [fault] = preview["problems"]
    assert (fault["key"], fault["text"][: len(message)]) == (key, message)
    error = error_of(client.post(f"{LAB}/experiments", json={"text": text}), 422)
    assert error["where"] == key
    assert error["text"].lower().startswith(f"{key}: {message}".removeprefix(": ").lower()), error["text"]


def test_a_file_may_hold_longer_texts_than_a_form(client: httpx.Client) -> None:
    long = "x" * 300
    preview = preview_experiment(client, text=PIG_EXPERIMENT.replace("Who begins?", long))
    assert preview["form"]["title"] == long
    assert error_of(client.post(f"{LAB}/previews", json={"form": preview["form"]}), 422)["where"] == "form.title"


def test_typed_values_are_converted_to_the_type_of_the_value(client: httpx.Client) -> None:
    form = preview_experiment(client, text='game = "benhur"\n')["form"]
    typed = [{"path": "cards.5.when", "values": "roll, move"}, {"path": "cards.5.out", "values": "false,true"}]
    preview = preview_experiment(client, form={**form, "vary": typed})
    assert '"cards.5.when" = ["roll", "move"]' in preview["text"]
    assert '"cards.5.out" = [false, true]' in preview["text"]
    wrong = preview_experiment(client, form={**form, "vary": [{"path": "tracks.arena.laps", "values": "many"}]})
    assert "the present value 2, so it cannot be 'many'" in wrong["problems"][0]["text"]


# -------------------------------------------------------------------- experiments


def test_an_experiment_is_played_to_its_end(
    client: httpx.Client, finished_experiment: dict[str, Any], tmp_path: Path
) -> None:
    assert (finished_experiment["state"], finished_experiment["played"], finished_experiment["max_matches"]) == (
        "done",
        40,
        40,
    )
    [row] = finished_experiment["rows"]
    assert (row["games"], row["opponents"], row["scenario_title"]) == (40, ["Red", "White"], "Plain")
    [sentence, *_] = finished_experiment["answer"]
    assert re.fullmatch(r"(Red|White) wins \d+ % \(\d+ to \d+ %\) of 40 matches\.", sentence)
    local_run = ExperimentRun(parse(PIG_EXPERIMENT, "pig.toml"), tmp_path)
    local_run.play(local_pool(1))
    assert finished_experiment["table"] == local_run.summary()["table"], "the results equal those of the command line"
    assert finished_experiment["id"] == local_run.results.folder.name
    assert start_experiment(client, PIG_EXPERIMENT) == finished_experiment["id"], "the same experiment is not run again"
    assert experiment_status(client, finished_experiment["id"])["state"] == "done"
    assert error_of(client.post(f"{LAB}/experiments/{finished_experiment['id']}/resume"), 409)["text"].startswith(
        "This experiment is"
    )


def test_the_report_can_be_embedded_and_downloaded(client: httpx.Client, finished_experiment: dict[str, Any]) -> None:
    url = f"{LAB}/experiments/{finished_experiment['id']}"
    report = client.get(f"{url}/report?theme=dark")
    assert report.text.count(":root{color-scheme:dark;") == 1
    assert finished_experiment["answer"][0] in report.text
    assert "frame-ancestors 'self'" in report.headers["content-security-policy"]
    assert report.headers["x-frame-options"] == "SAMEORIGIN"
    download = client.get(f"{url}/files/report.html")
    assert "<h1>Who begins?</h1>" in download.text
    assert download.headers["content-disposition"] == f'attachment; filename="{finished_experiment["id"]}-report.html"'
    assert download.headers["x-frame-options"] == "DENY"
    with zipfile.ZipFile(io.BytesIO(client.get(f"{url}/files/report.zip").content)) as file:
        assert "report.md" in file.namelist()
        assert any(name.endswith(".svg") for name in file.namelist())
    assert polars.read_parquet(io.BytesIO(client.get(f"{url}/files/games.parquet").content)).height == 40
    assert client.get(f"{url}/files/experiment.toml").text == PIG_EXPERIMENT
    assert error_of(client.get(f"{url}/files/variant.toml"), 404)["where"] == "variant.toml"
    assert error_of(client.get(f"{url}/files/status.json"), 422)["where"] == "name"


ROW = {"pairing": "a v b", "scenario": "plain", "arm": "", "games": 20, "score": 0.5, "low": 0.1, "high": 0.9}
ROW |= {"verdict": "open", "done": False}
PROGRESS = {"played": 27, "kept": 20, "cells": 1, "cells_done": 0, "seconds": 2.0, "rate": 9.5, "rows": [ROW]}
FAKE_PROCESS = f"import sys; print({json.dumps(PROGRESS)!r}, flush=True); sys.stdin.read()"


@pytest.fixture
def endless_experiments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lab processes that report some progress and then never finish."""
    command = [sys.executable, "-S", "-c", FAKE_PROCESS]

    def service(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    monkeypatch.setattr(lab_jobs, "start_lab_process", service)


ANA, BEN = ({"x-seat-key": f"me.{letter * 43}"} for letter in "ab")
"""The personal keys of two browsers."""


@pytest.mark.usefixtures("endless_experiments")
def test_only_the_browser_that_started_an_experiment_may_stop_or_delete_it(client: httpx.Client) -> None:
    text = LONG_EXPERIMENT.replace("seats", "seed = 3\nseats")
    id = client.post(f"{LAB}/experiments", json={"text": text}, headers=ANA).json()["id"]
    url = f"{LAB}/experiments/{id}"
    again = client.post(f"{LAB}/experiments", json={"text": text}, headers=BEN).json()
    assert (again["id"], again["own"]) == (id, False), "starting the same one again does not change its owner"
    for headers in (BEN, {}):
        listed = {one["id"]: one["own"] for one in client.get(LAB, headers=headers).json()["experiments"]}
        assert listed[id] is False
        for command in ("stop", "delete"):
            assert error_of(client.post(f"{url}/{command}", headers=headers), 403)["code"] == "forbidden"
    assert client.get(url, headers=ANA).json()["own"] is True
    assert client.post(f"{url}/stop", headers=ANA).json()["state"] == "stopped"
    assert client.post(f"{url}/delete", headers=ANA).status_code == 204


def test_the_time_of_an_experiment_is_estimated_before_it_starts(client: httpx.Client) -> None:
    estimate = client.post(f"{LAB}/estimates", json={"text": PIG_EXPERIMENT}).json()
    assert estimate["at_least"] is False
    longer = client.post(f"{LAB}/estimates", json={"text": PIG_EXPERIMENT.replace("= 40", "= 4000000")}).json()
    assert 0 < estimate["seconds"] < longer["seconds"]
    slow = 'game = "magic"\nplayers = ["champion"]\ngames = 2\nbatch = 2\n'
    assert client.post(f"{LAB}/estimates", json={"text": slow}).json()["at_least"] is True
    assert error_of(client.post(f"{LAB}/estimates", json={"text": "game = ["}), 422)


@pytest.mark.usefixtures("endless_experiments")
def test_experiments_run_one_at_a_time_and_can_be_stopped_resumed_and_deleted(client: httpx.Client) -> None:
    first, second = (
        start_experiment(client, LONG_EXPERIMENT),
        start_experiment(client, LONG_EXPERIMENT.replace("seats", "seed = 2\nseats")),
    )
    before = wait_for_state(client, first, "running", min_saved=20)
    assert (before["played"], before["rate"], before["seconds"]) == (27, 9.5, 2.0)
    assert (experiment_status(client, second)["state"], experiment_status(client, second)["queue_position"]) == (
        "waiting",
        1,
    )
    assert [one["id"] for one in client.get(LAB).json()["experiments"]][:2] == [first, second]
    stopped = client.post(f"{LAB}/experiments/{first}/stop").json()
    assert (stopped["state"], stopped["played"]) == ("stopped", 20), "unsaved games are played again"
    wait_for_state(client, second, "running", min_saved=20)
    assert client.post(f"{LAB}/experiments/{first}/resume").json()["state"] == "waiting"
    assert client.post(f"{LAB}/experiments/{second}/delete").status_code == 204
    assert error_of(client.get(f"{LAB}/experiments/{second}"), 404)["where"] == "id"
    assert wait_for_state(client, first, "running")["seconds"] >= 2.0
    assert client.post(f"{LAB}/experiments/{first}/delete").status_code == 204
    assert {one["state"] for one in client.get(LAB).json()["experiments"]} <= {"done"}


def test_a_lab_process_ends_with_the_server_and_its_results_are_continued(tmp_path: Path) -> None:
    folder = Results.create(tmp_path, parse(LONG_EXPERIMENT, "pig.toml")).folder
    with lab_jobs.start_lab_process("run", str(folder), "1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        status = ExperimentStatus(folder.name, "", "pig", "running", 1, 1, 0, 0)
        while status.kept < 20:
            apply_progress(status, json.loads(process.stdout.readline()), 0.0)
        process.stdin.close()  # as when the server crashes
        assert process.wait(TIMEOUT_S) == 0
    (folder / "status.json").write_text(json.dumps(asdict(status)), encoding="utf-8")
    (tmp_path / "pig-000000000000").mkdir()
    (tmp_path / "pig-000000000000" / "status.json").write_text("{", encoding="utf-8")
    statuses = load_statuses(tmp_path)
    assert list(statuses) == [folder.name]
    assert (statuses[folder.name].state, statuses[folder.name].played) == ("stopped", status.kept)
    assert ExperimentRun(parse(LONG_EXPERIMENT, "pig.toml"), tmp_path).progress().played >= status.kept


def test_the_failure_of_an_experiment_is_reported() -> None:
    status = ExperimentStatus("pig-000000000000", "", "pig", "running", 1, 100, 0, 0)
    apply_progress(status, {"failed": "the results were made with other rules or data"}, 0.0)
    assert (status.state, status.problem) == ("failed", "The results were made with other rules or data.")


# -------------------------------------------------------------------- variants and access


@pytest.fixture
def fast_variant() -> Iterator[Variant]:
    """A registered variant."""
    variant = Variant("benhur", "fast", "Fast").with_changes({"tracks.arena.laps": 1})
    catalogue.register_variant(variant)
    yield variant
    catalogue.unregister_variant(variant)


@pytest.mark.usefixtures("endless_experiments")
def test_an_experiment_can_use_a_registered_variant(client: httpx.Client, fast_variant: Variant) -> None:
    assert fast_variant.slug in [game["slug"] for game in client.get("/api/games").json()]
    rows = client.get(f"{LAB}/games/{fast_variant.slug}").json()["rows"]
    assert {value["path"]: value["current"] for row in rows for value in row["values"]}["tracks.arena.laps"] == "1"
    text = 'game = "benhur"\nwith = "fast/"\nscenarios = ["arena"]\nplayers = ["random"]\ngames = 2\nbatch = 2\n'
    form = preview_experiment(client, text=text)["form"]
    assert form["game"] == fast_variant.slug
    assert 'with = "fast.toml"' in preview_experiment(client, form=form)["text"]
    status = experiment_status(client, start_experiment(client, text))
    assert (status["game"], status["game_title"], status["variant"]) == (fast_variant.slug, "Fast (Ben-Hur)", True)
    assert '"tracks.arena.laps" = 1' in client.get(f"{LAB}/experiments/{status['id']}/files/variant.toml").text
    assert client.post(f"{LAB}/experiments/{status['id']}/delete").status_code == 204


class FakeRequest:
    """A request from an address."""

    def __init__(self, host: str, settings: Settings) -> None:
        self.client = type("Client", (), {"host": host})
        self.app = type("App", (), {"state": type("State", (), {"settings": settings})})


@pytest.mark.parametrize(
    ("host", "lab", "public", "is_open"),
    [
        ("127.0.0.1", False, False, True),
        ("::1", False, False, True),
        ("::ffff:127.0.0.1", False, False, True),
        ("192.168.1.7", False, False, False),
        ("127.0.0.1", False, True, False),
        ("testclient", False, False, False),
        ("192.168.1.7", True, False, True),
        ("203.0.113.5", True, True, True),
    ],
)
def test_the_lab_is_open_only_on_this_machine_unless_enabled(host: str, lab: bool, public: bool, is_open: bool) -> None:
    request: Any = FakeRequest(host, replace(Settings(), lab=lab, public=public))
    assert routes.is_open(request) is is_open


def test_a_closed_lab_explains_how_to_open_it(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "is_open", lambda request: False)
    page = client.get(LAB).json()
    assert (page["open"], page["examples"], page["experiments"]) == (False, [], [])
    assert "--lab" in page["why"]
    assert error_of(client.post(f"{LAB}/experiments", json={"text": PIG_EXPERIMENT}), 403)["code"] == "closed"
    assert error_of(client.get(f"{LAB}/games/pig"), 403)["code"] == "closed"
