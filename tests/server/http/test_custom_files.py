"""Files of one's own over the wire: their forms, what is said of them, and tables that are set up with them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from tests.server.api_helpers import PERSON, error_of
from tests.server.socket_client import SocketClient

ARMY = "/api/games/magic/own/army"
LAYOUT = "/api/games/magic/own/layout"


@pytest.fixture(scope="module")
def kinds(client: httpx.Client) -> dict[str, dict[str, Any]]:
    """The kinds of files of the game."""
    return {kind["slug"]: kind for kind in client.get("/api/games/magic/own").json()}


def looked_over(client: httpx.Client, address: str, **asked: Any) -> dict[str, Any]:
    """What is said of a file or of a form."""
    answer = client.post(address, json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_game_tells_what_can_be_written_for_it(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    assert list(kinds) == ["army", "layout"]
    army = kinds["army"]
    assert (army["rows"], [field["kind"] for field in army["fields"]]) == ("troops", ["text", "text", "one"])
    assert "Iron Hill" in army["samples"]
    assert client.get("/api/games/pig/own").json() == []
    assert error_of(client.get("/api/games/chess/own"), 404)["where"] == "game"
    assert "army, layout" in error_of(client.post("/api/games/magic/own/navy", json={}), 404)["text"]


def test_the_card_of_an_option_says_which_files_it_takes(client: httpx.Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    options = {option["name"]: option["own"] for option in games["magic"]["scenarios"][0]["options"]}
    assert (options["army_red"], options["layout"], options["rally"]) == ("army", "layout", "")


def test_a_file_is_read_counted_and_filled_into_the_form(
    client: httpx.Client, kinds: dict[str, dict[str, Any]]
) -> None:
    found = looked_over(client, ARMY, text=kinds["army"]["samples"]["Iron Hill"])
    assert (found["readable"], found["title"], found["faults"]) == (True, "Iron Hill", [])
    assert found["form"]["rows"][0]["name"] == "Hammer guard"
    assert found["notes"][0] == "2 x 19 = 38 points"
    again = looked_over(client, ARMY, form=found["form"])
    assert (again["notes"], again["form"]) == (found["notes"], found["form"])


def test_what_is_wrong_is_named_with_line_and_key(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    text = kinds["army"]["samples"]["Iron Hill"]
    broken = looked_over(client, ARMY, text=text.replace('"artillery"', '"cannon"'))
    assert (broken["readable"], broken["form"]["rows"]) == (False, [])
    [fault] = broken["faults"]
    assert fault["key"] == "troops[5].kind"
    assert text.splitlines()[fault["line"] - 1] == 'kind = "artillery"'
    assert fault["text"].startswith("Must be one of close order")
    dear = looked_over(client, ARMY, text=text.replace("number = 4", "number = 9"))
    assert [fault["key"] for fault in dear["faults"]] == ["", ""]
    assert looked_over(client, ARMY, text="a = [")["faults"][0]["text"].startswith("This is not TOML")
    assert "deeply" in looked_over(client, ARMY, text="a = " + "[" * 9000)["faults"][0]["text"]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_layout_has_a_picture(client: httpx.Client, kinds: dict[str, dict[str, Any]], theme: str) -> None:
    sample = kinds["layout"]["samples"]["Two Woods"]
    found = looked_over(client, f"{LAYOUT}?theme={theme}", text=sample)
    assert ElementTree.fromstring(found["picture"]).tag.endswith("svg")
    assert looked_over(client, LAYOUT, text="title = 3\n")["picture"] == ""


def test_a_table_is_set_up_with_a_file_and_told_with_it(client: httpx.Client, kinds: dict[str, dict[str, Any]]) -> None:
    army, ground = kinds["army"]["samples"]["Iron Hill"], kinds["layout"]["samples"]["Village Cross"]
    options = {"army_red": army, "layout": ground, "attacker": "Red", "deployment": "ready"}
    asked = {"game": "magic", "scenario": "battle", "options": options, "seats": [PERSON, PERSON], "seed": 3}
    created = client.post("/api/matches", json=asked).json()
    info = client.get(f"/api/matches/{created['id']}").json()
    assert info["options"]["army_red"].startswith('key = "ironhill"\n')
    with SocketClient(str(client.base_url), f"/socket/match/{created['id']}", list(created["keys"].values())) as me:
        assert me.wait_for("frame")["ask"]["name"]
    moment = client.get(f"/api/matches/{created['id']}/moments/0").json()
    assert "Red: Iron Hill" in [panel["title"] for panel in moment["scene"]["panels"]]


def test_a_table_with_a_file_that_is_wrong_is_not_set_up(
    client: httpx.Client, kinds: dict[str, dict[str, Any]]
) -> None:
    asked: dict[str, Any] = {"game": "magic", "scenario": "woods", "seats": [PERSON, PERSON]}
    army = kinds["army"]["samples"]["Iron Hill"]
    dear = {"army_red": army.replace("number = 4", "number = 9")}
    found = error_of(client.post("/api/matches", json={**asked, "options": dear}), 422)
    assert found["where"] == "options.army_red"
    assert "remove troops worth 62" in found["text"]
    long = {"army_white": army + "#" * 12_000}
    assert error_of(client.post("/api/matches", json={**asked, "options": long}), 422)["where"] == "options.army_white"
    wrong = {"motives": army}
    assert error_of(client.post("/api/matches", json={**asked, "options": wrong}), 422)["where"] == "options.motives"
