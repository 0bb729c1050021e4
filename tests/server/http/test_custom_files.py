"""Custom files over HTTP: their forms and checks, and matches created with them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from tests.server.api_helpers import PERSON, error_of
from tests.server.socket_client import SocketClient

ARMY = "/api/games/magic/custom-files/army"
LAYOUT = "/api/games/magic/custom-files/layout"


@pytest.fixture(scope="module")
def kinds(client: httpx.Client) -> dict[str, dict[str, Any]]:
    """The kinds of custom files of Magic, by slug."""
    return {kind["slug"]: kind for kind in client.get("/api/games/magic/custom-files").json()}


def check_file(client: httpx.Client, address: str, **request: Any) -> dict[str, Any]:
    """Return the check of a file or of a form."""
    answer = client.post(address, json=request)
    assert answer.status_code == 200, answer.text
    check: dict[str, Any] = answer.json()
    return check


def test_a_game_lists_the_kinds_of_its_custom_files(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    assert list(kinds) == ["army", "layout"]
    army = kinds["army"]
    assert (army["rows"], [field["kind"] for field in army["fields"]]) == ("troops", ["text", "text", "one"])
    assert "Iron Hill" in army["samples"]
    assert client.get("/api/games/pig/custom-files").json() == []
    assert error_of(client.get("/api/games/chess/custom-files"), 404)["where"] == "game"
    assert "army, layout" in error_of(client.post("/api/games/magic/custom-files/navy", json={}), 404)["text"]


def test_an_option_names_the_kind_of_file_it_accepts(client: httpx.Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    options = {option["name"]: option["custom_kind"] for option in games["magic"]["scenarios"][0]["options"]}
    assert (options["army_red"], options["layout"], options["rally"]) == ("army", "layout", "")


def test_a_file_is_checked_and_fills_in_the_form(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    check = check_file(client, ARMY, text=kinds["army"]["samples"]["Iron Hill"])
    assert (check["readable"], check["title"], check["problems"]) == (True, "Iron Hill", [])
    assert check["form"]["rows"][0]["name"] == "Hammer guard"
    assert check["notes"][0] == "2 x 19 = 38 points"
    again = check_file(client, ARMY, form=check["form"])
    assert (again["notes"], again["form"]) == (check["notes"], check["form"])


def test_an_invalid_file_is_rejected_with_line_and_key(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    text = kinds["army"]["samples"]["Iron Hill"]
    broken = check_file(client, ARMY, text=text.replace('"artillery"', '"cannon"'))
    assert (broken["readable"], broken["form"]["rows"]) == (False, [])
    [fault] = broken["problems"]
    assert fault["key"] == "troops[5].kind"
    assert text.splitlines()[fault["line"] - 1] == 'kind = "artillery"'
    assert fault["text"].startswith("Must be one of close order")
    too_expensive = check_file(client, ARMY, text=text.replace("number = 4", "number = 9"))
    assert [fault["key"] for fault in too_expensive["problems"]] == ["", ""]
    assert check_file(client, ARMY, text="title = [")["problems"][0]["text"].startswith("This is not TOML")
    assert "nested at most" in check_file(client, ARMY, text="title = " + "[" * 9000)["problems"][0]["text"]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_layout_is_shown_as_a_picture(client: httpx.Client, kinds: dict[str, dict[str, Any]], theme: str) -> None:
    sample = kinds["layout"]["samples"]["Two Woods"]
    check = check_file(client, f"{LAYOUT}?theme={theme}", text=sample)
    assert ElementTree.fromstring(check["picture"]).tag.endswith("svg")
    assert check_file(client, LAYOUT, text="title = 3\n")["picture"] == ""


def test_a_match_can_be_created_with_custom_files(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    army, ground = kinds["army"]["samples"]["Iron Hill"], kinds["layout"]["samples"]["Village Cross"]
    options = {"army_red": army, "layout": ground, "attacker": "Red", "deployment": "ready"}
    request = {"game": "magic", "scenario": "battle", "options": options, "seats": [PERSON, PERSON], "seed": 3}
    created = client.post("/api/matches", json=request).json()
    info = client.get(f"/api/matches/{created['id']}").json()
    assert info["options"]["army_red"].startswith('key = "ironhill"\n')
    with SocketClient(str(client.base_url), f"/socket/match/{created['id']}", list(created["keys"].values())) as player:
        assert player.wait_for("frame")["ask"]["name"]
    moment = client.get(f"/api/matches/{created['id']}/frames/0").json()
    assert "Red: Iron Hill" in [panel["title"] for panel in moment["scene"]["panels"]]


def test_a_match_with_an_invalid_file_is_not_created(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    request: dict[str, Any] = {"game": "magic", "scenario": "woods", "seats": [PERSON, PERSON]}
    army = kinds["army"]["samples"]["Iron Hill"]
    too_expensive = {"army_red": army.replace("number = 4", "number = 9")}
    error = error_of(client.post("/api/matches", json={**request, "options": too_expensive}), 422)
    assert error["where"] == "options.army_red"
    assert "remove troops worth 45" in error["text"]
    long = {"army_white": army + "#" * 12_000}
    assert (
        error_of(client.post("/api/matches", json={**request, "options": long}), 422)["where"] == "options.army_white"
    )
    wrong = {"motives": army}
    assert error_of(client.post("/api/matches", json={**request, "options": wrong}), 422)["where"] == "options.motives"
