"""The REST part, asked as a browser asks it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import hippodrome as hd
from hippodrome.catalogue import all_games
from hippodrome.server.settings import RateLimits
from tests.server.api_helpers import BOT, FRIEND, PERSON, error_of
from tests.server.socket_client import SocketClient, play_to_the_end
from tests.serving import make_settings, run_in_thread

PIG = {"game": "pig", "scenario": "plain", "options": {"goal": 20}}


def set_up(client: httpx.Client, *seats: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A new table for the toy game."""
    answer = client.post("/api/matches", json={**PIG, "seats": list(seats), **rest})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def join(client: httpx.Client, created: dict[str, Any], *seats: int) -> SocketClient:
    """Sit down at a table on some seats of it, or as a spectator."""
    keys = {**created["keys"], **created["links"]}
    return SocketClient(str(client.base_url), f"/socket/match/{created['id']}", [keys[str(seat)] for seat in seats])


@pytest.fixture(scope="module")
def over(client: httpx.Client) -> dict[str, Any]:
    """A match that programs have played to its end."""
    created = set_up(client, BOT, BOT, seed=5)
    with join(client, created) as watching:
        watching.wait_for_end()
    return created


@pytest.fixture
def going_on(client: httpx.Client) -> dict[str, Any]:
    """A match in which a person must decide, with a friend on the other seat."""
    return set_up(client, PERSON, FRIEND, seed=3)


# -------------------------------------------------------------------- games


def test_the_games_are_shown_with_all_that_can_be_chosen(client: httpx.Client) -> None:
    found = {game["slug"]: game for game in client.get("/api/games").json()}
    assert set(found) == set(all_games())
    pig = found["pig"]
    assert ([level["slug"] for level in pig["levels"]], pig["level"]) == (["recruit"], "recruit")
    assert "manners" in pig["levels"][0]["text"]
    assert pig["seats"] == [2, 2]
    assert [scenario["slug"] for scenario in pig["scenarios"]] == ["plain", "blind"]
    option = pig["scenarios"][0]["options"][0]
    assert (option["name"], option["values"], option["default"]) == ("goal", [20, 50, 100], 100)


def test_the_rulebook_is_given_in_chapters(client: httpx.Client) -> None:
    for slug, game in all_games().items():
        book = client.get(f"/api/games/{slug}/rules").json()
        ids = [clause["id"] for chapter in book["chapters"] for clause in chapter["clauses"]]
        assert sorted(ids) == sorted(game.rulebook.clauses)
        assert len({chapter["title"] for chapter in book["chapters"]}) == len(book["chapters"])


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_boards_and_looks_are_pictures_of_their_own(client: httpx.Client, theme: str) -> None:
    for game in client.get("/api/games").json():
        ElementTree.fromstring(client.get(f"/api/games/{game['slug']}/symbols.svg").text)
        for scenario in game["scenarios"]:
            board = client.get(f"/api/games/{game['slug']}/{scenario['slug']}/board.svg", params={"theme": theme})
            assert board.headers["content-type"].startswith("image/svg+xml")
            assert ElementTree.fromstring(board.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert f".scene.{theme}" in client.get(f"/api/looks/{theme}.css").text
    assert f'id="{theme}-seat0"' in client.get(f"/api/looks/{theme}.svg").text


def test_a_picture_that_the_browser_has_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/api/games/pig/plain/board.svg")
    assert first.headers["cache-control"].startswith("public")
    again = client.get("/api/games/pig/plain/board.svg", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games/pig/plain/board.svg?theme=dark").headers["etag"] != first.headers["etag"]


def test_texts_are_packed_for_the_way(client: httpx.Client) -> None:
    for path in ("/api/games", "/api/games/benhur/rules", "/api/games/benhur/circus/board.svg", "/api/looks/light.css"):
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert packed.text == client.get(path, headers={"Accept-Encoding": "identity"}).text


def test_what_is_not_there_is_named(client: httpx.Client) -> None:
    assert "Choose one of: " in error_of(client.get("/api/games/ludo/rules"), 404)["text"]
    assert "plain" in error_of(client.get("/api/games/pig/fancy/board.svg"), 404)["text"]
    assert "'light'" in error_of(client.get("/api/looks/pink.css"), 422)["text"]
    assert error_of(client.get("/api/nothing"), 404)["where"] == "/api/nothing"
    refused = client.put("/api/matches")
    assert "POST" in error_of(refused, 405)["text"]
    assert refused.headers["allow"] == "POST"


# -------------------------------------------------------------------- setting up


def test_keys_for_this_screen_and_links_for_friends_are_given_apart(client: httpx.Client) -> None:
    created = set_up(client, PERSON, FRIEND)
    assert set(created["keys"]) == {"0"}
    assert set(created["links"]) == {"1"}
    assert len({created["host"], created["keys"]["0"], created["links"]["1"]}) == 3


def test_a_table_shows_who_sits_there_and_promises_its_dice(client: httpx.Client) -> None:
    created = set_up(client, {**PERSON, "name": "Judah"}, BOT, clock={"seconds": 60, "reserve": 300}, odds=False)
    info = client.get(f"/api/matches/{created['id']}").json()
    assert info["seats"][0]["name"] == "Judah"
    assert [(seat["person"], seat["faction"]) for seat in info["seats"]] == [(True, "Red"), (False, "White")]
    assert info["clock"] == {"seconds": 60, "reserve": 300}
    assert info["odds"] is False
    assert info["kind"] == "played"
    assert len(info["commitment"]) == 64
    assert info["options"] == {"goal": 20}


SEATS = [PERSON, BOT]


@pytest.mark.parametrize(
    ("change", "status", "where", "word"),
    [
        ({"game": "ludo"}, 404, "game", "pig"),
        ({"scenario": "fancy"}, 404, "scenario", "plain"),
        ({"options": {"goal": 21}}, 422, "options.goal", "20, 50, 100"),
        ({"options": {"speed": 1}}, 422, "options.speed", "goal"),
        ({"options": {"goal": [1]}}, 422, "options.goal", "goal"),
        ({"options": {"goal": True}}, 422, "options.goal", "goal"),
        ({"seats": [PERSON]}, 422, "seats", "2"),
        ({"seats": [PERSON] * 9}, 422, "seats", "8"),
        ({"seats": [PERSON, {"person": False, "level": "genius"}]}, 422, "seats.1.level", "random"),
        ({"seats": [PERSON, {"person": False, "level": ""}]}, 422, "seats.1.level", "random"),
        ({"seats": [PERSON, {"level": "random"}]}, 422, "seats.1.person", "missing"),
        ({"seats": [PERSON, {**BOT, "colour": "red"}]}, 422, "seats.1.colour", "not known"),
        ({"seats": [{**PERSON, "name": "x" * 1000}, BOT]}, 422, "seats.0.name", "name"),
        ({"seats": "two"}, 422, "seats", "list"),
        ({"clock": {"seconds": -1}}, 422, "clock.seconds", "0"),
        ({"clock": {"seconds": 0}}, 422, "clock", "clock"),
        ({"odds": "yes"}, 422, "odds", "boolean"),
        ({"seed": 2**60}, 422, "seed", "less"),
        ({"colour": "red"}, 422, "colour", "not known"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_says_why(
    client: httpx.Client, change: dict[str, Any], status: int, where: str, word: str
) -> None:
    found = error_of(client.post("/api/matches", json={**PIG, "seats": SEATS, **change}), status)
    assert found["where"].startswith(where)
    assert word in found["text"]


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '"text"', "{]", "NaN", b"\xed\xa0\xbd"])
def test_what_cannot_be_read_is_refused(client: httpx.Client, body: str | bytes) -> None:
    error_of(client.post("/api/matches", content=body, headers={"Content-Type": "application/json"}), 422)


def test_without_toys_there_are_no_toys_and_nobody_chooses_the_dice(tmp_path: Path) -> None:
    request = {"game": "benhur", "scenario": "circus", "seats": [PERSON, BOT]}
    settings = dataclasses.replace(make_settings(tmp_path), dev_games=False)
    with run_in_thread(settings) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert [game["slug"] for game in client.get("/api/games").json()] == list(hd.games())
        assert error_of(client.get("/api/games/pig/rules"), 404)["where"] == "game"
        error_of(client.post("/api/matches", json={**PIG, "seats": [PERSON, BOT]}), 404)
        assert error_of(client.post("/api/matches", json={**request, "seed": 7}), 422)["where"] == "seed"
        assert client.post("/api/matches", json=request).status_code == 201


def test_more_than_is_taken_is_refused_however_it_comes(client: httpx.Client) -> None:
    kind = {"Content-Type": "application/json"}
    for path, kilobytes in (("/api/matches", 65), ("/api/records", 2049), ("/api/verify", 2049)):
        body = b"x" * 1024 * kilobytes
        assert "KB" in error_of(client.post(path, content=body, headers=kind), 413)["text"]
        parts = (body[place : place + 50_000] for place in range(0, len(body), 50_000))
        assert "KB" in error_of(client.post(path, content=parts, headers=kind), 413)["text"]


# -------------------------------------------------------------------- looking


def test_a_moment_is_shown_to_whom_it_may_be(client: httpx.Client, going_on: dict[str, Any]) -> None:
    place = f"/api/matches/{going_on['id']}/moments/0"
    frame = client.get(place).json()
    assert (frame["type"], frame["move"], frame["viewer"], frame["scene"]["whole"]) == ("frame", 0, -1, True)
    assert frame["ask"] is None
    assert frame["scene"]["handles"] == []
    own = {"X-Seat-Key": f"{going_on['host']}, {going_on['keys']['0']}"}
    assert client.get(place, params={"as": 0}, headers=own).json()["viewer"] == 0
    error_of(client.get(place, params={"as": 0}), 403)
    error_of(client.get(place, params={"as": 1}, headers=own), 403)
    error_of(client.get(place, params={"as": 0}, headers={"X-Seat-Key": "forged"}), 403)
    error_of(client.get(place, params={"as": 7}), 422)


def test_a_moment_that_has_not_come_is_not_there(client: httpx.Client, going_on: dict[str, Any]) -> None:
    place = f"/api/matches/{going_on['id']}/moments"
    assert "last one is 0" in error_of(client.get(f"{place}/1"), 404)["text"]
    error_of(client.get(f"{place}/-1"), 422)
    error_of(client.get(f"{place}/soon"), 422)


def test_the_log_is_read_as_the_moment_is_seen(client: httpx.Client, going_on: dict[str, Any]) -> None:
    with join(client, going_on, 0) as red:
        red.wait_for("frame")
        assert red.play("roll")["type"] == "done"
    log = client.get(f"/api/matches/{going_on['id']}/log").json()
    assert (log["type"], log["viewer"]) == ("log", -1)
    assert log["move"] >= 1
    assert any(line["dice"] for line in log["lines"])
    error_of(client.get(f"/api/matches/{going_on['id']}/log", params={"as": 1}), 403)


@pytest.mark.parametrize("what", ["", "/moments/0", "/log", "/ending", "/record"])
def test_a_match_that_is_not_there_is_not_there(client: httpx.Client, what: str) -> None:
    error_of(client.get(f"/api/matches/nosuchmatch{what}"), 404)
    error_of(client.get(f"/api/matches/%00%F0%9F%90%8E{what}"), 404)


def test_what_is_secret_while_it_goes_on_is_kept_back(client: httpx.Client, going_on: dict[str, Any]) -> None:
    assert "over" in error_of(client.get(f"/api/matches/{going_on['id']}/record"), 409)["text"]
    assert "over" in error_of(client.get(f"/api/matches/{going_on['id']}/ending"), 409)["text"]


# -------------------------------------------------------------------- the end


def test_a_match_that_is_over_hides_nothing(client: httpx.Client, over: dict[str, Any]) -> None:
    ending = client.get(f"/api/matches/{over['id']}/ending").json()
    assert sorted(ending["places"]) == [1, 2]
    assert [seat["place"] for seat in ending["seats"]] == ending["places"]
    assert ending["dice"] == sum(seat["dice"] for seat in ending["seats"])
    assert all(1 <= seat["mean"] <= 6 for seat in ending["seats"])
    assert ending["verdict"].endswith(".")
    assert ending["minutes"] == 0
    for seat in (-1, 0, 1):
        place = f"/api/matches/{over['id']}/moments/{ending['moves']}"
        frame = client.get(place, params={"as": seat}).json()
        assert frame["viewer"] == seat
        assert frame["outcome"]["verdict"] == ending["verdict"]


def test_the_record_of_a_match_can_be_checked_and_taken_in(client: httpx.Client, over: dict[str, Any]) -> None:
    answer = client.get(f"/api/matches/{over['id']}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert over["id"] in answer.headers["content-disposition"]
    ending = client.get(f"/api/matches/{over['id']}/ending").json()
    verdict = client.post("/api/verify", content=answer.text).json()
    assert verdict["ok"] is True
    assert (verdict["moves"], verdict["seed"]) == (ending["moves"], ending["seed"])
    taken = client.post("/api/records", content=answer.text)
    assert taken.status_code == 201
    info = client.get(f"/api/matches/{taken.json()['id']}").json()
    assert (info["kind"], info["over"], info["commitment"]) == ("imported", True, ending["commitment"])
    again = client.get(f"/api/matches/{taken.json()['id']}/moments/{ending['moves']}", params={"as": 1}).json()
    assert again["outcome"]["places"] == ending["places"]
    assert client.get(f"/api/matches/{taken.json()['id']}/record").text == answer.text


def test_a_record_that_does_not_hold_is_named_by_its_line(client: httpx.Client, over: dict[str, Any]) -> None:
    lines = client.get(f"/api/matches/{over['id']}/record").text.splitlines()
    number = next(place for place, line in enumerate(lines) if line.startswith("2 seat"))
    lines[number] = lines[number].replace(" dice ", " dice 6 ")
    broken = "\n".join(lines) + "\n"
    verdict = client.post("/api/verify", content=broken).json()
    assert (verdict["ok"], verdict["line"]) == (False, number + 1)
    assert verdict["text"]
    assert str(number + 1) in error_of(client.post("/api/records", content=broken), 422)["where"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "hello",
        "Hippodrome record 1",
        "Hippodrome record 1\ngame pig 1\nscenario plain\nseats " + "9" * 5000,
        "Hippodrome record 1\ngame pig 1\nscenario plain\nseats ²",
        "Hippodrome record 1\ngame pig 1\nscenario plain\nseats 2\noption goal " + "9" * 5000,
        "Hippodrome record 1\ngame pig 1\nscenario plain\nseats 2\noption goal 20\nscripted\nstart dice 9"
        + "9" * 5000
        + " digest "
        + "0" * 32,
        "Hippodrome record 1\u2028game pig 1",
    ],
)
def test_whatever_is_no_record_is_said_to_be_none(client: httpx.Client, text: str) -> None:
    verdict = client.post("/api/verify", content=text.encode()).json()
    assert verdict["ok"] is False
    assert verdict["line"] >= 1
    assert 0 < len(verdict["text"]) <= 400
    error_of(client.post("/api/records", content=text.encode()), 422)


def test_bytes_are_no_record(client: httpx.Client) -> None:
    assert "not text" in error_of(client.post("/api/verify", content=b"\xff\xfe"), 422)["text"]


# -------------------------------------------------------------------- again, and otherwise


def test_all_meet_at_the_same_table_for_a_rematch(client: httpx.Client) -> None:
    created = set_up(client, {**PERSON, "name": "Judah"}, {**FRIEND, "name": "Messala"})
    place = f"/api/matches/{created['id']}/rematch"
    error_of(client.post(place), 403)
    assert "over" in error_of(client.post(place, headers={"X-Seat-Key": created["host"]}), 409)["text"]
    play_to_the_end(str(client.base_url), created)
    mine = client.post(place, headers={"X-Seat-Key": f"{created['host']},{created['keys']['0']}"})
    theirs = client.post(place, headers={"X-Seat-Key": created["links"]["1"]})
    assert mine.status_code == theirs.status_code == 201
    assert mine.json()["id"] == theirs.json()["id"] != created["id"]
    assert set(theirs.json()["keys"]) == {"1"}
    assert theirs.json()["host"] == ""
    info = client.get(f"/api/matches/{mine.json()['id']}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Judah", "Messala"]
    assert info["commitment"] != client.get(f"/api/matches/{created['id']}").json()["commitment"]


def test_a_branch_is_played_on_against_programs(client: httpx.Client, over: dict[str, Any]) -> None:
    created = client.post(f"/api/matches/{over['id']}/branch", json={"at": 2, "seat": 0})
    assert created.status_code == 201
    assert set(created.json()["keys"]) == {"0"}
    info = client.get(f"/api/matches/{created.json()['id']}").json()
    assert info["kind"] == "branch"
    assert info["branch"] == {"match": over["id"], "at": 2}
    assert [seat["person"] for seat in info["seats"]] == [True, False]
    assert "branch" in error_of(client.get(f"/api/matches/{created.json()['id']}/record"), 409)["text"]


def test_a_branch_needs_a_moment_and_a_seat_that_there_are(client: httpx.Client, going_on: dict[str, Any]) -> None:
    place = f"/api/matches/{going_on['id']}/branch"
    error_of(client.post(place, json={"at": 0, "seat": 0}), 403)
    error_of(client.post(place, json={"at": 10**6, "seat": None}), 422)
    error_of(client.post(place, json={"at": -1}), 422)
    error_of(client.post(place, json={"at": 0, "seat": 9}), 422)


# -------------------------------------------------------------------- too often


def test_who_floods_a_table_is_cut_off_and_the_table_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rates = RateLimits(messages="20/hour", matches="2/hour")
    with run_in_thread(make_settings(tmp_path, rates)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = set_up(client, PERSON, FRIEND)
        with join(client, created, 0) as red, join(client, created, 1) as white:
            white.wait_for("frame")
            for _ in range(30):
                red.send(type="look", seat=0)
            problem = red.wait_for("problem")
            assert (problem["code"], problem["final"]) == ("often", True)
            with pytest.raises(ConnectionClosed) as closed:
                red.wait_for("nothing else")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            with join(client, created, 0) as again:
                again.wait_for("frame")
                assert again.play("roll")["type"] == "done"
                assert white.wait_for("frame")["move"] == 1
        set_up(client, PERSON, FRIEND)
        refused = client.post("/api/matches", json={**PIG, "seats": SEATS})
        assert error_of(refused, 429)["code"] == "often"
        assert int(refused.headers["retry-after"]) > 0
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


# -------------------------------------------------------------------- the server itself


def test_it_says_how_it_is(client: httpx.Client, going_on: dict[str, Any]) -> None:
    with join(client, going_on, 0) as red:
        red.wait_for("frame")
        health = client.get("/health").json()
    assert (health["status"], health["version"]) == ("ok", hd.__version__)
    assert health["matches"] >= 1
    assert health["sockets"] >= 1


def test_the_api_is_described(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    page = client.get("/api/docs").text
    assert all(path in page for path in document["paths"])


def test_the_client_is_served_at_every_other_address(client: httpx.Client) -> None:
    answer = client.get("/match/abc")
    assert answer.headers["content-type"].startswith("text/html")
