"""Signatures of a running server: what it signs, the keys it publishes, and its verdicts on forgeries."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import hippodrome as hd
from hippodrome.verification import KEYS_PATH
from tests.server.api_helpers import BOT, FRIEND, PERSON, error_of
from tests.server.socket_client import SocketClient, play_to_the_end
from tests.serving import make_settings, run_in_thread
from tests.verification.forgeries import FORGERIES
from tests.verification.signed_forgeries import PROVED_HEADLINE, SIGNED_FORGERIES, line_of

Json = dict[str, Any]
PIG = {"game": "pig", "scenario": "plain", "options": {"goal": 20}}


def create(client: httpx.Client, *seats: Json, **rest: Any) -> Json:
    """Create a match of Pig; by default between bots."""
    answer = client.post("/api/matches", json={**PIG, "seats": list(seats or (BOT, BOT)), **rest})
    created: Json = answer.raise_for_status().json()
    return created


def finish(client: httpx.Client, id: str) -> str:
    """Wait until the bots have finished a match, and return its record."""
    with SocketClient(str(client.base_url), f"/socket/match/{id}") as spectator:
        spectator.wait_for_end()
    return client.get(f"/api/matches/{id}/record").raise_for_status().text


def verify(client: httpx.Client, text: str) -> Json:
    """Return the server's verdicts on a record."""
    check: Json = client.post("/api/verify", content=text).raise_for_status().json()
    return check


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """An HTTP client of a server."""
    with (
        run_in_thread(make_settings(tmp_path_factory.mktemp("server"))) as address,
        httpx.Client(base_url=address, timeout=60) as http_client,
    ):
        yield http_client


@pytest.fixture(scope="module")
def genuine(client: httpx.Client) -> str:
    """The record of a match that was played on the server."""
    return finish(client, create(client)["id"])


@pytest.fixture(scope="module")
def keys(client: httpx.Client) -> str:
    """The keys that the server publishes, as a player saves them."""
    return client.get(KEYS_PATH).raise_for_status().text


# -------------------------------------------------------------------- genuine records


def test_a_match_played_on_the_server_is_proved_everywhere_in_the_same_words(
    client: httpx.Client, genuine: str, keys: str
) -> None:
    check = verify(client, genuine)
    assert check["headline"] == PROVED_HEADLINE
    assert check["proved"]
    assert hd.verify(genuine, keys).json() == check
    assert not hd.verify(genuine).is_proved


def test_the_published_keys_name_the_one_that_signs(keys: str, genuine: str) -> None:
    published = json.loads(keys)
    assert published["algorithm"] == "Ed25519"
    assert [key["id"] for key in published["keys"]] == [published["current"]]
    assert re.fullmatch("[0-9a-f]{64}", published["keys"][0]["public_key"])
    assert f" key {published['current']} " in line_of(genuine, "committed ")


def test_other_well_known_paths_do_not_exist(client: httpx.Client) -> None:
    error_of(client.get("/.well-known/nothing.json"), 404)


def test_the_commitment_is_signed_and_shown_from_the_start(client: httpx.Client) -> None:
    created = create(client, PERSON, FRIEND)
    info = client.get(f"/api/matches/{created['id']}").json()
    header = client.get(f"/api/matches/{created['id']}/commitment").raise_for_status().text
    _, time, _, key, _, _ = line_of(header, "committed ").split(" ")
    moment = datetime.fromisoformat(time)
    assert int(moment.timestamp()) == info["created"]
    assert info["committed"] == (
        f"Committed {moment:%H:%M:%S} UTC on {moment.day} {moment:%B %Y}. Signed by the server with key {key}."
    )
    assert f"\ncommitment {info['commitment']}\nmatch {created['id']}\n" in header
    play_to_the_end(str(client.base_url), created)
    record = client.get(f"/api/matches/{created['id']}/record").text
    assert record.startswith(header)
    assert moment <= datetime.fromisoformat(line_of(record, "first-move ").split(" ")[1]) <= datetime.now(UTC)
    assert verify(client, record)["proved"]


def test_the_verdicts_of_a_match_are_those_on_its_record(client: httpx.Client, genuine: str) -> None:
    id = line_of(genuine, "match ").split(" ")[1]
    assert client.get(f"/api/matches/{id}/verification").json() == verify(client, genuine)
    created = create(client, PERSON, FRIEND)
    error_of(client.get(f"/api/matches/{created['id']}/verification"), 409)


def test_a_rematch_is_signed_too(client: httpx.Client) -> None:
    created = create(client, PERSON, FRIEND)
    play_to_the_end(str(client.base_url), created)
    url, headers = f"/api/matches/{created['id']}/rematch", {"X-Seat-Key": created["host"]}
    again = client.post(url, headers=headers).raise_for_status().json()
    header = client.get(f"/api/matches/{again['id']}/commitment").raise_for_status().text
    assert f"\nmatch {again['id']}\ncommitted " in header


def test_a_game_of_a_campaign_is_signed_too(client: httpx.Client) -> None:
    request = {"game": "wheelie", "campaign": "ladder", "seats": [PERSON, BOT]}
    created = client.post("/api/campaigns", json=request).raise_for_status().json()
    keys = ",".join([created["host"], *created["keys"].values()])
    game = client.post(f"/api/campaigns/{created['id']}/play", headers={"X-Seat-Key": keys}).raise_for_status().json()
    header = client.get(f"/api/matches/{game['id']}/commitment").raise_for_status().text
    assert f"\nmatch {game['id']}\ncommitted " in header


def test_an_imported_record_keeps_its_signatures_and_gets_no_others(client: httpx.Client, genuine: str) -> None:
    for text in (
        genuine,
        SIGNED_FORGERIES["signed with another key"](genuine),
        SIGNED_FORGERIES["an unsigned record"](""),
    ):
        id = client.post("/api/records", content=text).raise_for_status().json()["id"]
        assert client.get(f"/api/matches/{id}/record").text == text
        assert client.get(f"/api/matches/{id}/verification").json() == verify(client, text)
        assert client.get(f"/api/matches/{id}").json()["committed"] == ""
        error_of(client.get(f"/api/matches/{id}/commitment"), 409)


def test_a_match_with_a_chosen_seed_is_not_signed(client: httpx.Client) -> None:
    created = create(client, seed=5)
    record = finish(client, created["id"])
    assert "committed " not in record
    assert verify(client, record)["headline"] == "Moves legal; dice match the seed; time of the commitment not proved"
    error_of(client.get(f"/api/matches/{created['id']}/commitment"), 409)


# -------------------------------------------------------------------- forgeries


@pytest.mark.parametrize("name", SIGNED_FORGERIES)
def test_no_forgery_of_a_signed_record_is_vouched_for(client: httpx.Client, genuine: str, keys: str, name: str) -> None:
    forged = SIGNED_FORGERIES[name](genuine)
    check = verify(client, forged)
    assert not check["proved"]
    assert check["headline"] != PROVED_HEADLINE
    assert check["verdicts"][2]["status"] == "not proved"
    assert check == hd.verify(forged, keys).json()


@pytest.mark.parametrize("name", FORGERIES)
def test_no_unsigned_forgery_is_vouched_for(client: httpx.Client, name: str) -> None:
    check = verify(client, FORGERIES[name]())
    assert check["alarm"]
    assert check == hd.verify(FORGERIES[name]()).json()


# -------------------------------------------------------------------- restarts and earlier versions


def test_a_record_stays_the_same_and_proved_after_a_new_key(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        id = create(client)["id"]
        record = finish(client, id)
        open_match = create(client, PERSON, FRIEND)
    (tmp_path / "signing-key").unlink()
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        published = client.get(KEYS_PATH).json()
        assert [key["id"] == published["current"] for key in published["keys"]] == [False, True]
        assert client.get(f"/api/matches/{id}/record").text == record
        assert verify(client, record)["proved"]
        play_to_the_end(address, open_match)
        check = client.get(f"/api/matches/{open_match['id']}/verification").json()
        assert check["proved"]
        assert " and key ".join(key["id"] for key in published["keys"]) in check["verdicts"][2]["sentence"]


def test_a_match_begun_before_the_server_signed_is_not_proved(tmp_path: Path) -> None:
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = create(client, PERSON, FRIEND)
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as file:
        for column in ("first_move", "signed_header", "signed_footer"):
            file.execute(f"ALTER TABLE match DROP COLUMN {column}")
        file.execute("PRAGMA user_version=5")
        file.commit()
    with run_in_thread(make_settings(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert client.get(f"/api/matches/{created['id']}").json()["committed"] == ""
        play_to_the_end(address, created)
        check = client.get(f"/api/matches/{created['id']}/verification").json()
        assert [verdict["status"] for verdict in check["verdicts"]] == ["proved", "proved", "not proved"]
        assert not check["alarm"]
        assert check["verdicts"][2]["sentence"].startswith("No server signed this record")
        assert finish(client, create(client)["id"]).count(" signature ") == 2
