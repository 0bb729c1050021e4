"""Campaigns on the server: begun, played game by game, decided, and taken out and in as files."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.api_helpers import BOT, FRIEND, PERSON, error_of
from tests.server.campaign_files import OPTIONS, ladder_file
from tests.server.socket_client import SocketClient
from tests.serving import make_settings, run_in_thread

Json = dict[str, Any]


def begin(client: httpx.Client, *seats: Json, **rest: Any) -> Json:
    """A new ladder."""
    asked = {"game": "wheelie", "campaign": "ladder", "seats": list(seats) or [BOT, BOT], **rest}
    answer = client.post("/api/campaigns", json=asked)
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


def keys(created: Json, *seats: int) -> dict[str, str]:
    """The headers of somebody who holds some seats; without seats, of the host."""
    all_keys = {**created["keys"], **created["links"]}
    return {"X-Seat-Key": ",".join(all_keys[str(seat)] for seat in seats) if seats else created["host"]}


def page(client: httpx.Client, created: Json, headers: dict[str, str] | None = None) -> Json:
    """A campaign as it stands."""
    answer = client.get(f"/api/campaigns/{created['id']}", headers=headers or {})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def play(client: httpx.Client, created: Json, headers: dict[str, str] | None = None) -> Json:
    """The table of the present or the next game."""
    answer = client.post(f"/api/campaigns/{created['id']}/play", headers=headers or keys(created))
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def watch(client: httpx.Client, match: str) -> None:
    """Look on until a game of programs is over."""
    with SocketClient(str(client.base_url), f"/socket/match/{match}", []) as watching:
        watching.wait_for_end()


def taken_in(client: httpx.Client, text: str) -> Json:
    """A campaign from its file."""
    answer = client.post("/api/campaigns/file", content=text, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


# -------------------------------------------------------------------- playing


def test_a_card_tells_of_the_campaigns_of_a_game(client: httpx.Client) -> None:
    cards = {card["slug"]: card["campaigns"] for card in client.get("/api/games").json()}
    (ladder,) = cards["wheelie"]
    assert (ladder["slug"], ladder["scenario"], ladder["seats"]) == ("ladder", "ladder", 2)
    assert ladder["options"] == list(OPTIONS)
    assert cards["benhur"] == []


def test_a_ladder_is_played_to_its_end_game_by_game(client: httpx.Client) -> None:
    """From the third game on; the tests below begin others."""
    created = taken_in(client, ladder_file("random", "random"))
    matches: list[str] = ["", ""]
    while not (now := page(client, created, keys(created)))["over"]:
        assert (now["played"], now["match"], now["host"]) == (len(matches), "", True)
        matches.append(play(client, created)["id"])
        assert play(client, created)["id"] == matches[-1], "whoever asks again is led to the same table"
        watch(client, matches[-1])
    assert 3 <= len(matches) <= 5
    assert [one["match"] for one in now["history"] if one["game"]] == matches
    assert "ladder" in now["verdict"]
    assert (
        "is over" in error_of(client.post(f"/api/campaigns/{created['id']}/play", headers=keys(created)), 409)["text"]
    )


def on_disk(folder: Path, created: Json) -> tuple[int, str]:
    """How many entries of a campaign are on disk, and the match that is being played."""
    with contextlib.closing(sqlite3.connect(folder / "matches.sqlite")) as file:
        text, match = file.execute("SELECT file, match FROM campaign WHERE id = ?", [created["id"]]).fetchone()
    return len(json.loads(text)["entries"]), match


def test_a_match_that_ends_is_taken_in_without_being_asked_for(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        created = begin(own)
        match = play(own, created)["id"]
        assert on_disk(tmp_path, created) == (0, match)
        watch(own, match)
    assert on_disk(tmp_path, created) == (1, "")
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        assert page(own, created, keys(created))["host"], "keys outlive the server"


def test_a_match_that_could_not_be_taken_in_is_when_somebody_asks(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        created = begin(own)
        match = play(own, created)["id"]
        with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:
            before = file.execute("SELECT file FROM campaign").fetchone()
        watch(own, match)
    with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:  # as if the server had died before
        file.execute("UPDATE campaign SET file = ?, match = ?", [*before, match])
        file.commit()
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        assert page(own, created)["played"] == 1
    assert on_disk(tmp_path, created) == (1, "")


def test_a_file_of_matches_from_before_campaigns_is_taken_over(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        match = play(own, begin(own))["id"]
    with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:
        file.executescript("DROP TABLE campaign; PRAGMA user_version=1")
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        assert own.get(f"/api/matches/{match}").status_code == 200
        assert page(own, begin(own))["played"] == 0


def test_a_game_that_goes_on_is_found_again_after_a_restart(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        created = begin(own, PERSON, BOT)
        match = play(own, created)["id"]
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as own:
        assert page(own, created)["match"] == match
        assert play(own, created)["id"] == match


def test_everybody_gets_the_keys_of_his_own_seats_and_no_others(client: httpx.Client) -> None:
    created = begin(client, {**PERSON, "name": "Aulus"}, FRIEND)
    assert (set(created["keys"]), set(created["links"])) == ({"0"}, {"1"})
    mine = play(client, created, keys(created, 0))
    theirs = play(client, created, keys(created, 1))
    assert mine["id"] == theirs["id"]
    assert (set(mine["keys"]), set(theirs["keys"])) == ({"0"}, {"1"})
    assert (mine["host"], theirs["host"]) == ("", "")
    info = client.get(f"/api/matches/{mine['id']}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Aulus", "White"]
    assert page(client, created, keys(created, 1))["mine"] == [1]


def test_without_a_key_one_can_only_look(client: httpx.Client) -> None:
    created, other = begin(client, PERSON, FRIEND), begin(client, PERSON, FRIEND)
    address = f"/api/campaigns/{created['id']}"
    assert page(client, created)["mine"] == []
    assert error_of(client.post(f"{address}/play"), 403)["code"] == "key"
    assert error_of(client.post(f"{address}/play", headers=keys(other, 0, 1)), 403)["code"] == "key"
    match = play(client, created, keys(created, 0))
    stolen = {"X-Seat-Key": match["keys"]["0"]}
    assert error_of(client.post(f"{address}/play", headers=stolen), 403)["code"] == "key"
    assert page(client, created, stolen)["mine"] == [], "the key of a match opens no campaign"
    sent = client.get(f"/api/matches/{match['id']}/log", params={"as": 0}, headers=keys(created, 0))
    assert sent.status_code == 403, "nor the other way round"


# -------------------------------------------------------------------- choices


def test_a_choice_belongs_to_its_seat(client: httpx.Client) -> None:
    created = taken_in(client, ladder_file("me", "friend"))
    (question,) = page(client, created)["questions"]
    assert (question["seat"], [one["name"] for one in question["answers"]]) == (0, ["warrior", "driver"])
    address = f"/api/campaigns/{created['id']}/choices"
    asked = {"seat": 0, "question": "expert", "answer": "driver"}
    assert error_of(client.post(address, json=asked), 403)["code"] == "key"
    assert error_of(client.post(address, json=asked, headers=keys(created, 1)), 403)["where"] == "seat"
    wrong = client.post(address, json={**asked, "answer": "cook"}, headers=keys(created, 0))
    assert "warrior or driver" in error_of(wrong, 409)["text"]
    assert client.post(address, json=asked, headers=keys(created, 0)).status_code == 204
    assert page(client, created)["questions"] == []
    assert error_of(client.post(address, json=asked, headers=keys(created, 0)), 409)["code"] == "conflict"
    match = play(client, created, keys(created, 1))
    assert client.get(f"/api/matches/{match['id']}").json()["options"]["expert_red"] == "driver"


def test_whoever_does_not_choose_gets_the_usual(client: httpx.Client) -> None:
    created = taken_in(client, ladder_file("me", "random"))
    match = play(client, created, keys(created, 0))
    assert client.get(f"/api/matches/{match['id']}").json()["options"]["expert_red"] == "warrior"
    assert page(client, created)["rows"][0][-1] == "Expert Warrior"


# -------------------------------------------------------------------- files


def test_a_file_goes_out_and_comes_in_again(client: httpx.Client) -> None:
    created = taken_in(client, ladder_file("me", "friend"))
    answer = client.get(f"/api/campaigns/{created['id']}/file")
    assert "attachment" in answer.headers["content-disposition"]
    copy = taken_in(client, answer.text)
    assert copy["id"] != created["id"]
    one, other = page(client, created), page(client, copy)
    assert one["rows"] == other["rows"]
    assert [row["match"] for row in one["history"]] == ["", ""], "games that are not kept here have no address"


def test_a_program_that_is_not_here_is_replaced(client: httpx.Client) -> None:
    created = taken_in(client, ladder_file("me", "oracle"))
    wheelie = next(card for card in client.get("/api/games").json() if card["slug"] == "wheelie")
    assert page(client, created)["seats"][1]["level"] == wheelie["level"] == "driver"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"kills Red": 1', '"kills Red": -1', "entries[0].figures.kills Red"),
        ("hippodrome campaign 1", "hippodrome campaign 9", "format"),
        ('"old2"', "old2", "column"),
    ],
)
def test_a_broken_file_is_refused_with_line_and_key(client: httpx.Client, old: str, new: str, where: str) -> None:
    text = ladder_file("me", "random").replace(old, new, 1)
    answer = client.post("/api/campaigns/file", content=text, headers={"Content-Type": "text/plain"})
    found = error_of(answer, 422)
    assert found["where"].startswith("line ")
    assert where in found["where"]


@pytest.mark.parametrize(
    ("change", "status", "where"),
    [
        ({"game": "chess"}, 404, "game"),
        ({"game": "benhur"}, 404, "campaign"),
        ({"campaign": "war"}, 404, "campaign"),
        ({"options": {"expert_red": "driver"}}, 422, "options"),
        ({"options": {"morale": "maybe"}}, 422, "options"),
        ({"seats": [PERSON]}, 422, "seats"),
        ({"seats": [{**PERSON, "name": "A"}, {**PERSON, "name": "a"}]}, 422, "seats"),
        ({"seats": [PERSON, {"person": False, "level": "oracle"}]}, 422, "seats.1.level"),
        ({"seats": [PERSON, {**PERSON, "name": "x" * 30}]}, 422, "seats.1.name"),
        ({"clock": {"seconds": 0}}, 422, "clock"),
    ],
)
def test_what_cannot_be_begun_is_named(client: httpx.Client, change: Json, status: int, where: str) -> None:
    asked = {"game": "wheelie", "campaign": "ladder", "seats": [PERSON, BOT], **change}
    assert error_of(client.post("/api/campaigns", json=asked), status)["where"] == where


def test_a_campaign_that_is_not_there_is_missing(client: httpx.Client) -> None:
    assert error_of(client.get("/api/campaigns/nothing"), 404)["text"] == "There is no such campaign."
    assert error_of(client.get("/api/campaigns/nothing/file"), 404)["where"] == "id"
    assert client.post("/api/campaigns/nothing/play").status_code == 404
