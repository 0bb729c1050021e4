"""The laboratory over the wire: what can be asked, experiments that are played, stopped and gone on with, reports."""

from __future__ import annotations

import io
import json
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
PIG = 'title = "Who begins?"\ngame = "pig"\nplayers = ["random"]\nseats = 2\ngames = 40\n[options]\ngoal = 20\n'
LONG = PIG.replace("games = 40", "games = 2000000")
TIMEOUT_S = 180


def looked(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    """What is said of an experiment."""
    answer = client.post(f"{LAB}/looks", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begun(client: httpx.Client, text: str) -> str:
    """Begin an experiment; gives its name."""
    answer = client.post(f"{LAB}/experiments", json={"text": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def stands(client: httpx.Client, id: str) -> dict[str, Any]:
    """How an experiment stands."""
    found: dict[str, Any] = client.get(f"{LAB}/experiments/{id}").json()
    return found


def until(client: httpx.Client, id: str, *states: str, kept: int = 0) -> dict[str, Any]:
    """How an experiment stands once it is so far."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        found = stands(client, id)
        if found["state"] in states and sum(row["games"] for row in found["rows"]) >= kept:
            return found
        time.sleep(0.05)
    raise AssertionError(f"it is still {found['state']}")


@pytest.fixture(scope="module")
def finished(client: httpx.Client) -> dict[str, Any]:
    """An experiment that has been played to its end."""
    return until(client, begun(client, PIG), "done", "failed")


# -------------------------------------------------------------------- what can be asked


def test_the_page_has_ready_experiments(client: httpx.Client) -> None:
    page = client.get(LAB).json()
    assert (page["open"], page["why"]) == (True, "")
    assert {one["name"] for one in page["examples"]} == {one.name for one in examples()}
    assert all(one["about"] and one["game_title"] for one in page["examples"])


def test_a_game_tells_what_can_be_compared_and_varied(client: httpx.Client) -> None:
    races = client.get(f"{LAB}/games/races").json()
    assert [one["compare"] for one in races["comparisons"]] == ["sides"]
    assert {"key": "wolf", "name": "wolf chariot"} in races["comparisons"][0]["sides"]
    values = {value["path"]: value["now"] for row in races["rows"] for value in row["values"]}
    assert values["machines.boar.move"] == "7"
    assert [one["compare"] for one in client.get(f"{LAB}/games/magic").json()["comparisons"]] == ["army_*"]
    assert client.get(f"{LAB}/games/pig").json() == {"comparisons": [], "rows": []}
    assert error_of(client.get(f"{LAB}/games/chess"), 404)["where"] == "game"


def test_every_value_that_is_offered_is_where_its_path_leads() -> None:
    for game in ("benhur", "wheelie"):
        offered = [value for row in tunable_rows(game, None) for value in row.values]
        for value in offered[::9]:
            if value.name not in (ABSENT, PRESENT):
                assert value.now == value_at(catalogue.game_texts(game), value.path), value.path


def test_a_form_is_written_as_a_file_and_filled_in_from_it(client: httpx.Client) -> None:
    found = looked(client, text=next(one.text for one in examples() if one.name == "handicap-boar"))
    form = found["form"]
    assert (form["compare"], form["only"], form["vary"]) == (
        "sides",
        ["boar"],
        [{"path": "machines.boar.move", "values": "8, 9"}, {"path": "machines.boar.body.2", "values": "4, 5"}],
    )
    assert (found["cells"], found["matches"]) == (80, 800)
    again = looked(client, form={**form, "title": "", "vary": [{"path": "option.laps", "values": "1,2"}]})
    assert again["form"]["vary"] == [{"path": "option.laps", "values": "1, 2"}]
    assert again["form"]["title"] == "An experiment with Chariot Races"
    assert '"option.laps" = [1, 2]' in again["text"]


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        (PIG.replace("pig", "chess"), "game", "There is no game 'chess'; there are:"),
        (
            PIG.replace('["random"]', '["genius"]'),
            "players",
            "No program 'genius' plays Pig; there are: random, recruit.",
        ),
        (PIG + "[vary]\n'option.goal' = [3]\n", "vary", "Option goal cannot be 3; it can be: 20, 50, 100."),
        (PIG.replace('game = "pig"', 'game = "pig"\nwith = "../fast"'), "with", "No variant 'fast' of this game"),
        (PIG.replace("games = 40", "games = 40\nspeed = 1"), "speed", "Unknown key; known here:"),
        (f"{PIG}[vary]\n" + "".join(f'"option.x{n}" = [1, 2, 3]\n' for n in range(40)), "vary", "This makes"),
        (f"title = '{'x' * 300}'\nspeed = 1\n{PIG.partition(chr(10))[2]}", "speed", "Unknown key"),
        ("game = [", "", "This is not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_key_and_what_would_be_right(
    client: httpx.Client, text: str, key: str, said: str
) -> None:
    found = looked(client, text=text)
    assert found["form"] is None
    [fault] = found["faults"]
    assert (fault["key"], fault["text"][: len(said)]) == (key, said)
    refused = error_of(client.post(f"{LAB}/experiments", json={"text": text}), 422)
    assert refused["where"] == key
    assert refused["text"].lower().startswith(f"{key}: {said}".removeprefix(": ").lower()), refused["text"]


def test_a_file_may_hold_more_than_a_form_takes(client: httpx.Client) -> None:
    long = "x" * 300
    found = looked(client, text=PIG.replace("Who begins?", long))
    assert found["form"]["title"] == long
    assert error_of(client.post(f"{LAB}/looks", json={"form": found["form"]}), 422)["where"] == "form.title"


def test_what_is_typed_is_read_as_what_the_value_is(client: httpx.Client) -> None:
    form = looked(client, text='game = "benhur"\n')["form"]
    typed = [{"path": "cards.5.when", "values": "roll, move"}, {"path": "cards.5.out", "values": "false,true"}]
    found = looked(client, form={**form, "vary": typed})
    assert '"cards.5.when" = ["roll", "move"]' in found["text"]
    assert '"cards.5.out" = [false, true]' in found["text"]
    wrong = looked(client, form={**form, "vary": [{"path": "tracks.arena.laps", "values": "many"}]})
    assert "is 2 now, so it cannot be 'many'" in wrong["faults"][0]["text"]


# -------------------------------------------------------------------- experiments


def test_an_experiment_is_played_to_its_end(client: httpx.Client, finished: dict[str, Any], tmp_path: Path) -> None:
    assert (finished["state"], finished["played"], finished["most"]) == ("done", 40, 40)
    assert [row["games"] for row in finished["rows"]] == [40]
    alone = ExperimentRun(parse(PIG, "pig.toml"), tmp_path)
    alone.play(local_pool(1))
    assert finished["table"] == alone.summary()["table"], "the same matches as on the command line"
    assert finished["id"] == alone.results.folder.name
    assert begun(client, PIG) == finished["id"], "and it is not played again"
    assert stands(client, finished["id"])["state"] == "done"
    assert error_of(client.post(f"{LAB}/experiments/{finished['id']}/go"), 409)["text"].startswith("This experiment is")


def test_the_report_can_be_shown_in_a_frame_and_kept(client: httpx.Client, finished: dict[str, Any]) -> None:
    place = f"{LAB}/experiments/{finished['id']}"
    report = client.get(f"{place}/report?theme=dark")
    assert report.text.count(":root{color-scheme:dark;") == 1
    assert "frame-ancestors 'self'" in report.headers["content-security-policy"]
    assert report.headers["x-frame-options"] == "SAMEORIGIN"
    kept = client.get(f"{place}/files/report.html")
    assert "<h1>Who begins?</h1>" in kept.text
    assert kept.headers["content-disposition"] == f'attachment; filename="{finished["id"]}-report.html"'
    assert kept.headers["x-frame-options"] == "DENY"
    with zipfile.ZipFile(io.BytesIO(client.get(f"{place}/files/report.zip").content)) as file:
        assert "report.md" in file.namelist()
        assert any(name.endswith(".svg") for name in file.namelist())
    assert polars.read_parquet(io.BytesIO(client.get(f"{place}/files/games.parquet").content)).height == 40
    assert client.get(f"{place}/files/experiment.toml").text == PIG
    assert error_of(client.get(f"{place}/files/variant.toml"), 404)["where"] == "variant.toml"
    assert error_of(client.get(f"{place}/files/status.json"), 422)["where"] == "name"


ROW = {"pairing": "a v b", "scenario": "plain", "arm": "", "games": 20, "score": 0.5, "low": 0.1, "high": 0.9}
ROW |= {"verdict": "open", "done": False}
TOLD = {"played": 27, "kept": 20, "cells": 1, "cells_done": 0, "seconds": 2.0, "rate": 9.5, "rows": [ROW]}
SPEAKS = f"import sys; print({json.dumps(TOLD)!r}, flush=True); sys.stdin.read()"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments that have played a little and never come to an end."""
    command = [sys.executable, "-S", "-c", SPEAKS]

    def service(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    monkeypatch.setattr(lab_jobs, "start_lab_process", service)


@pytest.mark.usefixtures("slow")
def test_one_is_played_at_a_time_and_can_be_stopped_gone_on_with_and_deleted(client: httpx.Client) -> None:
    first, second = begun(client, LONG), begun(client, LONG.replace("seats", "seed = 2\nseats"))
    before = until(client, first, "running", kept=20)
    assert (before["played"], before["rate"], before["seconds"]) == (27, 9.5, 2.0)
    assert (stands(client, second)["state"], stands(client, second)["place"]) == ("waiting", 1)
    assert [one["id"] for one in client.get(LAB).json()["experiments"]][:2] == [first, second]
    stopped = client.post(f"{LAB}/experiments/{first}/stop").json()
    assert (stopped["state"], stopped["played"]) == ("stopped", 20), "what was not kept yet is played again"
    until(client, second, "running", kept=20)
    assert client.post(f"{LAB}/experiments/{first}/go").json()["state"] == "waiting"
    assert client.post(f"{LAB}/experiments/{second}/delete").status_code == 204
    assert error_of(client.get(f"{LAB}/experiments/{second}"), 404)["where"] == "id"
    assert until(client, first, "running")["seconds"] >= 2.0
    assert client.post(f"{LAB}/experiments/{first}/delete").status_code == 204
    assert {one["state"] for one in client.get(LAB).json()["experiments"]} <= {"done"}


def test_a_process_that_nobody_listens_to_ends_and_another_goes_on(tmp_path: Path) -> None:
    folder = Results.create(tmp_path, parse(LONG, "pig.toml")).folder
    with lab_jobs.start_lab_process("run", str(folder), "1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        standing = ExperimentStatus(folder.name, "", "pig", "running", 1, 1, 0, 0)
        while standing.kept < 20:
            apply_progress(standing, json.loads(process.stdout.readline()), 0.0)
        process.stdin.close()  # as when the server dies
        assert process.wait(TIMEOUT_S) == 0
    (folder / "status.json").write_text(json.dumps(asdict(standing)), encoding="utf-8")
    (tmp_path / "pig-000000000000").mkdir()
    (tmp_path / "pig-000000000000" / "status.json").write_text("{", encoding="utf-8")
    found = load_statuses(tmp_path)
    assert list(found) == [folder.name]
    assert (found[folder.name].state, found[folder.name].played) == ("stopped", standing.kept)
    assert ExperimentRun(parse(LONG, "pig.toml"), tmp_path).progress().played >= standing.kept


def test_what_goes_wrong_in_an_experiment_is_told() -> None:
    standing = ExperimentStatus("pig-000000000000", "", "pig", "running", 1, 100, 0, 0)
    apply_progress(standing, {"failed": "the results were made with other rules or data"}, 0.0)
    assert (standing.state, standing.problem) == ("failed", "The results were made with other rules or data.")


# -------------------------------------------------------------------- variants, and who may


@pytest.fixture
def fast() -> Iterator[Variant]:
    """A variant in use."""
    variant = Variant("benhur", "fast", "Fast").with_changes({"tracks.arena.laps": 1})
    catalogue.register_variant(variant)
    yield variant
    catalogue.unregister_variant(variant)


@pytest.mark.usefixtures("slow")
def test_a_variant_in_use_can_be_experimented_with(client: httpx.Client, fast: Variant) -> None:
    assert fast.slug in [game["slug"] for game in client.get("/api/games").json()]
    rows = client.get(f"{LAB}/games/{fast.slug}").json()["rows"]
    assert {value["path"]: value["now"] for row in rows for value in row["values"]}["tracks.arena.laps"] == "1"
    text = 'game = "benhur"\nwith = "fast/"\nscenarios = ["arena"]\nplayers = ["random"]\ngames = 2\nbatch = 2\n'
    form = looked(client, text=text)["form"]
    assert form["game"] == fast.slug
    assert 'with = "fast.toml"' in looked(client, form=form)["text"]
    found = stands(client, begun(client, text))
    assert (found["game"], found["game_title"], found["variant"]) == (fast.slug, "Fast (Ben-Hur)", True)
    assert '"tracks.arena.laps" = 1' in client.get(f"{LAB}/experiments/{found['id']}/files/variant.toml").text
    assert client.post(f"{LAB}/experiments/{found['id']}/delete").status_code == 204


class Asker:
    """A request from somewhere."""

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
def test_the_laboratory_is_for_who_sits_at_the_machine(host: str, lab: bool, public: bool, is_open: bool) -> None:
    asker: Any = Asker(host, replace(Settings(), lab=lab, public=public))
    assert routes.is_open(asker) is is_open


def test_a_closed_laboratory_says_how_it_is_opened(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "is_open", lambda request: False)
    page = client.get(LAB).json()
    assert (page["open"], page["examples"], page["experiments"]) == (False, [], [])
    assert "--lab" in page["why"]
    assert error_of(client.post(f"{LAB}/experiments", json={"text": PIG}), 403)["code"] == "closed"
    assert error_of(client.get(f"{LAB}/games/pig"), 403)["code"] == "closed"
