"""Sheets over the REST part: of a match as a seat may see it, and of a scenario before play."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

PERSON, FRIEND = {"person": True}, {"person": True, "here": False}


@pytest.fixture
def created(client: httpx.Client) -> dict[str, Any]:
    """A battle that has begun, with a friend on the other seat."""
    asked = {"game": "wheelie", "scenario": "duel", "seats": [PERSON, FRIEND], "seed": 1}
    answer = client.post("/api/matches", json=asked)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_match_has_its_sheets(client: httpx.Client, created: dict[str, Any]) -> None:
    found = client.get(f"/api/matches/{created['id']}/sheets").json()
    assert (found["game"], found["title"], found["scenario"]) == ("wheelie", "What a Wheelie", "Duel at the waterhole")
    assert [sheet["seat"] for sheet in found["sheets"]] == [0, 1]
    kinds = [block["kind"] for block in found["sheets"][0]["blocks"]]
    assert kinds == ["fields", "boxes", "grid", "traits"]


def test_a_moment_that_is_not_there_is_named(client: httpx.Client, created: dict[str, Any]) -> None:
    assert client.get(f"/api/matches/{created['id']}/sheets", params={"at": 0}).json()["move"] == 0
    answer = client.get(f"/api/matches/{created['id']}/sheets", params={"at": 5000})
    assert answer.status_code == 404
    assert "There is no move 5000 yet." in answer.json()["error"]["text"]


def test_the_sheets_of_a_seat_are_for_its_key_alone(client: httpx.Client, created: dict[str, Any]) -> None:
    address = f"/api/matches/{created['id']}/sheets"
    assert client.get(address, params={"as": 1}).status_code == 403
    wrong = client.get(address, params={"as": 1}, headers={"X-Seat-Key": created["keys"]["0"]})
    assert wrong.status_code == 403
    right = client.get(address, params={"as": 1}, headers={"X-Seat-Key": created["links"]["1"]})
    assert right.status_code == 200


def test_a_scenario_has_sheets_before_play(client: httpx.Client) -> None:
    found = client.get("/api/games/wheelie/sides/sheets").json()
    assert len(found["sheets"]) == 5
    assert client.get("/api/games/benhur/circus/sheets").json()["sheets"] == []
    assert client.get("/api/games/wheelie/nowhere/sheets").status_code == 404
    cards = {card["slug"]: card["sheets"] for card in client.get("/api/games").json()}
    assert (cards["wheelie"], cards["benhur"]) == (True, False)
