"""Sheets over HTTP: of a match as a seat may see it, and of a scenario before play."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.api_helpers import FRIEND, PERSON, accept_invitations


@pytest.fixture
def duel(client: httpx.Client) -> dict[str, Any]:
    """A duel in progress, with a friend in the other seat."""
    request = {"game": "wheelie", "scenario": "duel", "seats": [PERSON, FRIEND], "seed": 1}
    answer = client.post("/api/matches", json=request)
    assert answer.status_code == 201, answer.text
    match: dict[str, Any] = answer.json()
    return match


def test_a_match_has_a_sheet_for_each_seat(client: httpx.Client, duel: dict[str, Any]) -> None:
    sheets = client.get(f"/api/matches/{duel['id']}/sheets").json()
    assert (sheets["game"], sheets["title"], sheets["scenario"]) == (
        "wheelie",
        "What a Wheelie",
        "Duel at the waterhole",
    )
    assert [sheet["seat"] for sheet in sheets["sheets"]] == [0, 1]
    kinds = [block["kind"] for block in sheets["sheets"][0]["blocks"]]
    assert kinds == ["fields", "boxes", "grid", "traits"]


def test_sheets_of_a_move_that_has_not_been_played_are_not_found(client: httpx.Client, duel: dict[str, Any]) -> None:
    assert client.get(f"/api/matches/{duel['id']}/sheets", params={"at": 0}).json()["move"] == 0
    answer = client.get(f"/api/matches/{duel['id']}/sheets", params={"at": 5000})
    assert answer.status_code == 404
    assert "There is no move 5000 yet." in answer.json()["error"]["text"]


def test_the_sheets_of_a_seat_require_its_key(client: httpx.Client, duel: dict[str, Any]) -> None:
    address = f"/api/matches/{duel['id']}/sheets"
    assert client.get(address, params={"as": 1}).status_code == 403
    wrong = client.get(address, params={"as": 1}, headers={"X-Seat-Key": duel["keys"]["0"]})
    assert wrong.status_code == 403
    right = client.get(address, params={"as": 1}, headers={"X-Seat-Key": accept_invitations(client, duel)["1"]})
    assert right.status_code == 200


def test_a_scenario_has_sheets_before_play(client: httpx.Client) -> None:
    sheets = client.get("/api/games/wheelie/sides/sheets").json()
    assert len(sheets["sheets"]) == 4
    assert client.get("/api/games/benhur/circus/sheets").json()["sheets"] == []
    assert client.get("/api/games/wheelie/nowhere/sheets").status_code == 404
    cards = {card["slug"]: card["sheets"] for card in client.get("/api/games").json()}
    assert (cards["wheelie"], cards["benhur"]) == (True, False)
