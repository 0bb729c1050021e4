"""Campaigns on the server: starting, playing game by game, choices, export and import of files."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.api_helpers import BOT, FRIEND, PERSON, accept_invitations, error_of
from tests.server.campaign_files import OPTIONS, ladder_file
from tests.server.socket_client import SocketClient
from tests.serving import make_settings, run_in_thread

Json = dict[str, Any]


def begin_campaign(client: httpx.Client, *seats: Json, **rest: Any) -> Json:
    """Begin a ladder."""
    request = {"game": "wheelie", "campaign": "ladder", "seats": list(seats) or [BOT, BOT], **rest}
    answer = client.post("/api/campaigns", json=request)
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


def key_headers(created: Json, *seats: int) -> dict[str, str]:
    """Return headers with the keys of some seats, or with the key of the host if none are given."""
    seat_keys = created["keys"]
    return {"X-Seat-Key": ",".join(seat_keys[str(seat)] for seat in seats) if seats else created["host"]}


def view_campaign(client: httpx.Client, created: Json, headers: dict[str, str] | None = None) -> Json:
    """Return the present state of a campaign."""
    answer = client.get(f"/api/campaigns/{created['id']}", headers=headers or {})
    assert answer.status_code == 200, answer.text
    state: Json = answer.json()
    return state


def open_next_game(client: httpx.Client, created: Json, headers: dict[str, str] | None = None) -> Json:
    """Open the current game or the next one and return its match."""
    answer = client.post(f"/api/campaigns/{created['id']}/play", headers=headers or key_headers(created))
    assert answer.status_code == 201, answer.text
    state: Json = answer.json()
    return state


def wait_for_end_of(client: httpx.Client, match: str) -> None:
    """Watch a match of bots until it is over."""
    with SocketClient(str(client.base_url), f"/socket/match/{match}", []) as spectator:
        spectator.wait_for_end()


def import_campaign(client: httpx.Client, text: str) -> Json:
    """Import a campaign from the text of its file."""
    answer = client.post("/api/campaigns/file", content=text, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


# -------------------------------------------------------------------- playing


def test_the_list_of_games_includes_their_campaigns(client: httpx.Client) -> None:
    cards = {card["slug"]: card["campaigns"] for card in client.get("/api/games").json()}
    ladder, team = cards["wheelie"]
    assert (ladder["slug"], ladder["scenarios"], ladder["seats"]) == ("ladder", ["ladder"], [2, 2])
    assert set(OPTIONS) <= set(ladder["options"]), "a file may be older than an option"
    assert ladder["own_options"] == []
    assert (team["slug"], team["scenarios"], team["seats"]) == ("team", ["team"], [2, 2])
    assert [(one["name"], one["default"]) for one in team["own_options"]] == [("battles", 5)]
    (season,) = cards["races"]
    assert (season["slug"], season["seats"], season["scenarios"][:2]) == ("season", [2, 8], ["oval", "eight"])
    assert [(one["name"], one["default"]) for one in season["own_options"]] == [("races", 5), ("tracks", "rotate")]
    assert [season["slug"] for season in cards["benhur"]] == ["season"]
    assert cards["chariot"] == []


def test_a_season_of_races_is_played_on_its_tracks(client: httpx.Client) -> None:
    options = {"races": 3, "tracks": "eight", "laps": 1}
    request = {"game": "races", "campaign": "season", "seats": [BOT, BOT, BOT], "options": options}
    answer = client.post("/api/campaigns", json=request)
    assert answer.status_code == 201, answer.text
    created = answer.json()
    match = open_next_game(client, created)["id"]
    wait_for_end_of(client, match)
    now = view_campaign(client, created)
    assert (now["scenario"], now["round_name"], now["played"], now["over"]) == ("eight", "race", 1, False)
    assert now["history"][0]["effects"][0].startswith("Race 1, Figure of Eight: ")
    assert sum(int(row[3]) for row in now["rows"]) == 20
    refused = client.post("/api/campaigns", json={**request, "options": {"races": 99}})
    assert "The option races cannot be 99" in error_of(refused, 422)["text"]


def test_a_ladder_is_played_to_its_end_game_by_game(client: httpx.Client) -> None:
    """Start from the third game; other tests begin new campaigns."""
    created = import_campaign(client, ladder_file("random", "random"))
    matches: list[str] = ["", ""]
    while not (now := view_campaign(client, created, key_headers(created)))["over"]:
        assert (now["played"], now["match"], now["host"]) == (len(matches), "", True)
        matches.append(open_next_game(client, created)["id"])
        assert open_next_game(client, created)["id"] == matches[-1], "a second request leads to the same match"
        wait_for_end_of(client, matches[-1])
    assert 3 <= len(matches) <= 5
    assert [one["match"] for one in now["history"] if one["is_game"]] == matches
    assert "ladder" in now["verdict"]
    assert (
        "is over"
        in error_of(client.post(f"/api/campaigns/{created['id']}/play", headers=key_headers(created)), 409)["text"]
    )


def saved_campaign(folder: Path, created: Json) -> tuple[int, str]:
    """Return the number of entries of a campaign on disk, and the match in progress."""
    with contextlib.closing(sqlite3.connect(folder / "matches.sqlite")) as file:
        text, match = file.execute("SELECT file, match FROM campaign WHERE id = ?", [created["id"]]).fetchone()
    return len(json.loads(text)["entries"]), match


def test_a_finished_match_is_added_to_the_campaign_at_once(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = begin_campaign(client)
        match = open_next_game(client, created)["id"]
        assert saved_campaign(tmp_path, created) == (0, match)
        wait_for_end_of(client, match)
    assert saved_campaign(tmp_path, created) == (1, "")
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert view_campaign(client, created, key_headers(created))["host"], "keys stay valid after a restart"


def test_a_finished_match_missed_by_a_crash_is_added_on_the_next_request(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = begin_campaign(client)
        match = open_next_game(client, created)["id"]
        with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:
            before = file.execute("SELECT file FROM campaign").fetchone()
        wait_for_end_of(client, match)
    with contextlib.closing(
        sqlite3.connect(tmp_path / "matches.sqlite")
    ) as file:  # as if the server had crashed before it was added
        file.execute("UPDATE campaign SET file = ?, match = ?", [*before, match])
        file.commit()
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert view_campaign(client, created)["played"] == 1
    assert saved_campaign(tmp_path, created) == (1, "")


def test_a_database_from_before_campaigns_is_migrated(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        match = open_next_game(client, begin_campaign(client))["id"]
    with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:
        file.executescript("DROP TABLE campaign; PRAGMA user_version=1")
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert client.get(f"/api/matches/{match}").status_code == 200
        assert view_campaign(client, begin_campaign(client))["played"] == 0


def test_a_match_in_progress_is_found_again_after_a_restart(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = begin_campaign(client, PERSON, BOT)
        match = open_next_game(client, created)["id"]
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert view_campaign(client, created)["match"] == match
        assert open_next_game(client, created)["id"] == match


def test_players_get_the_keys_of_their_own_seats_only(client: httpx.Client) -> None:
    created = begin_campaign(client, {**PERSON, "name": "Aulus"}, FRIEND)
    assert (set(created["keys"]), set(created["invitations"])) == ({"0"}, {"1"})
    mine = open_next_game(client, created, key_headers(created, 0))
    accept_invitations(client, created, "campaigns")
    theirs = open_next_game(client, created, key_headers(created, 1))
    assert mine["id"] == theirs["id"]
    assert (set(mine["keys"]), set(theirs["keys"])) == ({"0"}, {"1"})
    assert (mine["host"], theirs["host"]) == ("", "")
    info = client.get(f"/api/matches/{mine['id']}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Aulus", "White"]
    assert view_campaign(client, created, key_headers(created, 1))["mine"] == [1]


def test_without_a_key_a_campaign_can_only_be_viewed(client: httpx.Client) -> None:
    created, other = begin_campaign(client, PERSON, FRIEND), begin_campaign(client, PERSON, FRIEND)
    accept_invitations(client, other, "campaigns")
    address = f"/api/campaigns/{created['id']}"
    assert view_campaign(client, created)["mine"] == []
    assert error_of(client.post(f"{address}/play"), 403)["code"] == "key"
    assert error_of(client.post(f"{address}/play", headers=key_headers(other, 0, 1)), 403)["code"] == "key"
    match = open_next_game(client, created, key_headers(created, 0))
    stolen = {"X-Seat-Key": match["keys"]["0"]}
    assert error_of(client.post(f"{address}/play", headers=stolen), 403)["code"] == "key"
    assert view_campaign(client, created, stolen)["mine"] == [], "the key of a match does not open its campaign"
    sent = client.get(f"/api/matches/{match['id']}/log", params={"as": 0}, headers=key_headers(created, 0))
    assert sent.status_code == 403, "the key of a campaign does not open its match"


# -------------------------------------------------------------------- choices


def test_a_choice_can_only_be_made_once_and_by_its_seat(client: httpx.Client) -> None:
    created = import_campaign(client, ladder_file("me", "friend"))
    accept_invitations(client, created, "campaigns")
    (question,) = view_campaign(client, created)["questions"]
    assert (question["seat"], [one["name"] for one in question["answers"]]) == (0, ["warrior", "driver"])
    address = f"/api/campaigns/{created['id']}/answers"
    request = {"seat": 0, "question": "expert", "answer": "driver"}
    assert error_of(client.post(address, json=request), 403)["code"] == "key"
    assert error_of(client.post(address, json=request, headers=key_headers(created, 1)), 403)["where"] == "seat"
    wrong = client.post(address, json={**request, "answer": "cook"}, headers=key_headers(created, 0))
    assert "warrior or driver" in error_of(wrong, 409)["text"]
    assert client.post(address, json=request, headers=key_headers(created, 0)).status_code == 204
    assert view_campaign(client, created)["questions"] == []
    assert error_of(client.post(address, json=request, headers=key_headers(created, 0)), 409)["code"] == "conflict"
    match = open_next_game(client, created, key_headers(created, 1))
    assert client.get(f"/api/matches/{match['id']}").json()["options"]["expert_red"] == "driver"


def test_a_seat_that_does_not_choose_gets_the_default(client: httpx.Client) -> None:
    created = import_campaign(client, ladder_file("me", "random"))
    match = open_next_game(client, created, key_headers(created, 0))
    assert client.get(f"/api/matches/{match['id']}").json()["options"]["expert_red"] == "warrior"
    assert view_campaign(client, created)["rows"][0][-1] == "Expert Warrior"


# -------------------------------------------------------------------- files


def test_an_exported_file_can_be_imported_again(client: httpx.Client) -> None:
    created = import_campaign(client, ladder_file("me", "friend"))
    answer = client.get(f"/api/campaigns/{created['id']}/file")
    assert "attachment" in answer.headers["content-disposition"]
    copy = import_campaign(client, answer.text)
    assert copy["id"] != created["id"]
    one, other = view_campaign(client, created), view_campaign(client, copy)
    assert one["rows"] == other["rows"]
    assert [row["match"] for row in one["history"]] == ["", ""], "games that are not saved here have no link"


def test_an_unknown_bot_is_replaced_by_the_default_level(client: httpx.Client) -> None:
    created = import_campaign(client, ladder_file("me", "oracle"))
    wheelie = next(card for card in client.get("/api/games").json() if card["slug"] == "wheelie")
    assert view_campaign(client, created)["seats"][1]["level"] == wheelie["default_level"] == "driver"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"kills Red": 1', '"kills Red": -1', "entries[0].figures.kills Red"),
        ("hippodrome campaign 1", "hippodrome campaign 9", "format"),
        ('"old2"', "old2", "column"),
    ],
)
def test_a_broken_file_is_rejected_with_line_and_key(client: httpx.Client, old: str, new: str, where: str) -> None:
    text = ladder_file("me", "random").replace(old, new, 1)
    answer = client.post("/api/campaigns/file", content=text, headers={"Content-Type": "text/plain"})
    error = error_of(answer, 422)
    assert error["where"].startswith("line ")
    assert where in error["where"]


@pytest.mark.parametrize(
    ("change", "status", "where"),
    [
        ({"game": "chess"}, 404, "game"),
        ({"game": "benhur"}, 404, "campaign"),
        ({"campaign": "war"}, 404, "campaign"),
        ({"options": {"expert_red": "driver"}}, 422, "options"),
        ({"options": {"morale": "maybe"}}, 422, "options"),
        ({"seats": [PERSON]}, 422, "seats"),
        ({"seats": [{**PERSON, "name": "A"}, {**PERSON, "name": "a"}]}, 422, "seats.0.name"),
        ({"seats": [PERSON, {"person": False, "level": "oracle"}]}, 422, "seats.1.level"),
        ({"seats": [PERSON, {**PERSON, "name": "x" * 30}]}, 422, "seats.1.name"),
        ({"clock": {"seconds": 0}}, 422, "clock"),
    ],
)
def test_an_invalid_campaign_is_rejected_with_its_field(
    client: httpx.Client, change: Json, status: int, where: str
) -> None:
    request = {"game": "wheelie", "campaign": "ladder", "seats": [PERSON, BOT], **change}
    assert error_of(client.post("/api/campaigns", json=request), status)["where"] == where


def test_an_unknown_campaign_is_not_found(client: httpx.Client) -> None:
    assert error_of(client.get("/api/campaigns/nothing"), 404)["text"] == "There is no such campaign."
    assert error_of(client.get("/api/campaigns/nothing/file"), 404)["where"] == "id"
    assert client.post("/api/campaigns/nothing/play").status_code == 404
