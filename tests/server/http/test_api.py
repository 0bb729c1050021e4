"""The REST API over HTTP, as a browser uses it."""

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
from tests.server.api_helpers import BOT, FRIEND, PERSON, accept_invitations, error_of
from tests.server.socket_client import SocketClient, play_to_the_end
from tests.serving import make_settings, run_in_thread
from tests.verification.forgeries import FORGERIES

PIG = {"game": "pig", "scenario": "plain", "options": {"goal": 20}}


def create_match(client: httpx.Client, *seats: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Create a match of Pig."""
    answer = client.post("/api/matches", json={**PIG, "seats": list(seats), **rest})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def join(client: httpx.Client, created: dict[str, Any], *seats: int) -> SocketClient:
    """Connect to a match with the keys of some seats, or as a spectator."""
    keys = accept_invitations(client, created)
    return SocketClient(str(client.base_url), f"/socket/match/{created['id']}", [keys[str(seat)] for seat in seats])


@pytest.fixture(scope="module")
def finished_match(client: httpx.Client) -> dict[str, Any]:
    """A match that bots have played to its end."""
    created = create_match(client, BOT, BOT, seed=5)
    with join(client, created) as spectator:
        spectator.wait_for_end()
    return created


@pytest.fixture
def in_progress(client: httpx.Client) -> dict[str, Any]:
    """A match in which a person must decide, with a friend in the other seat."""
    return create_match(client, PERSON, FRIEND, seed=3)


# -------------------------------------------------------------------- games


def test_the_list_of_games_has_levels_seats_scenarios_and_options(client: httpx.Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    assert set(games) == set(all_games())
    pig = games["pig"]
    assert ([level["slug"] for level in pig["levels"]], pig["default_level"]) == (["recruit"], "recruit")
    assert "Plays at random, but sensibly" in pig["levels"][0]["text"]
    assert pig["seats"] == [2, 2]
    assert [scenario["slug"] for scenario in pig["scenarios"]] == ["plain", "blind"]
    option = pig["scenarios"][0]["options"][0]
    assert (option["name"], option["values"], option["default"]) == ("goal", [20, 50, 100], 100)


def test_scenarios_have_facts_that_help_to_choose(client: httpx.Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    assert all(scenario["facts"] == [] for scenario in games["pig"]["scenarios"])
    rome = next(scenario for scenario in games["chariot"]["scenarios"] if scenario["slug"] == "rome")
    assert [title for title, _ in rome["facts"]] == ["Romans", "Sabines", "Length", "Between equal bots"]
    assert rome["facts"][-1][1].startswith("Sabines 9")
    assert "handicap" in [option["name"] for option in rome["options"]]


def test_the_rulebook_is_served_in_chapters_with_every_clause(client: httpx.Client) -> None:
    for slug, game in all_games().items():
        book = client.get(f"/api/games/{slug}/rules").json()
        ids = [clause["id"] for chapter in book["chapters"] for clause in chapter["clauses"]]
        assert sorted(ids) == sorted(game.rulebook.clauses)
        assert len({chapter["title"] for chapter in book["chapters"]}) == len(book["chapters"])


def test_quick_starts_are_served_with_their_pictures(client: httpx.Client) -> None:
    for card in client.get("/api/games").json():
        slug, path = card["slug"], f"/api/games/{card['slug']}/quick-start"
        page = hd.quick_start(slug)
        assert card["has_quick_start"] == (page is not None)
        if page is None:
            assert "has no quick start" in error_of(client.get(path), 404)["text"]
            assert "has no quick start" in error_of(client.get(f"{path}/1.svg"), 404)["text"]
            continue
        assert client.get(path).json() == page.json()
        for number, diagram in enumerate(page.diagrams, 1):
            for theme in ("light", "dark", "contrast"):
                picture = client.get(f"{path}/{number}.svg", params={"theme": theme})
                assert picture.headers["content-type"].startswith("image/svg+xml")
                assert picture.text == diagram.svg(theme)
    error_of(client.get("/api/games/benhur/quick-start/4.svg"), 422)
    error_of(client.get("/api/games/benhur/quick-start/1.svg?theme=pink"), 422)
    error_of(client.get("/api/games/ludo/quick-start"), 404)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_boards_and_themes_are_served_as_svg_and_css(client: httpx.Client, theme: str) -> None:
    for game in client.get("/api/games").json():
        ElementTree.fromstring(client.get(f"/api/games/{game['slug']}/symbols.svg").text)
        for scenario in game["scenarios"]:
            board = client.get(f"/api/games/{game['slug']}/{scenario['slug']}/board.svg", params={"theme": theme})
            assert board.headers["content-type"].startswith("image/svg+xml")
            assert ElementTree.fromstring(board.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert f".scene.{theme}" in client.get(f"/api/themes/{theme}.css").text
    assert f'id="{theme}-seat0"' in client.get(f"/api/themes/{theme}.svg").text


def test_a_picture_in_the_browser_cache_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/api/games/pig/plain/board.svg")
    assert first.headers["cache-control"].startswith("public")
    again = client.get("/api/games/pig/plain/board.svg", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games/pig/plain/board.svg?theme=dark").headers["etag"] != first.headers["etag"]


def test_text_responses_are_compressed(client: httpx.Client) -> None:
    for path in (
        "/api/games",
        "/api/games/benhur/rules",
        "/api/games/benhur/circus/board.svg",
        "/api/themes/light.css",
    ):
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert packed.text == client.get(path, headers={"Accept-Encoding": "identity"}).text


def test_an_unknown_game_scenario_theme_path_or_method_is_named_in_the_error(client: httpx.Client) -> None:
    assert "Choose one of: " in error_of(client.get("/api/games/ludo/rules"), 404)["text"]
    assert "plain" in error_of(client.get("/api/games/pig/fancy/board.svg"), 404)["text"]
    assert "'light'" in error_of(client.get("/api/themes/pink.css"), 422)["text"]
    assert error_of(client.get("/api/nothing"), 404)["where"] == "/api/nothing"
    refused = client.put("/api/matches")
    assert "POST" in error_of(refused, 405)["text"]
    assert refused.headers["allow"] == "POST"
    assert client.put("/api/held").headers["allow"] == "GET, POST"


# -------------------------------------------------------------------- creating a match


def test_seats_at_this_screen_get_keys_and_seats_of_friends_get_invitations(client: httpx.Client) -> None:
    created = create_match(client, PERSON, FRIEND)
    assert set(created["keys"]) == {"0"}
    assert set(created["invitations"]) == {"1"}
    assert len({created["host"], created["keys"]["0"], created["invitations"]["1"]}) == 3


def test_a_new_match_has_its_seats_clock_options_and_dice_commitment(client: httpx.Client) -> None:
    created = create_match(client, {**PERSON, "name": "Judah"}, BOT, clock={"seconds": 60, "reserve": 300}, odds=False)
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
        ({"seats": [PERSON, {**BOT, "colour": "red"}]}, 422, "seats.1.colour", "unknown"),
        ({"seats": [{**PERSON, "name": "x" * 1000}, BOT]}, 422, "seats.0.name", "name"),
        ({"seats": "two"}, 422, "seats", "list"),
        ({"clock": {"seconds": -1}}, 422, "clock.seconds", "0"),
        ({"clock": {"seconds": 0}}, 422, "clock", "clock"),
        ({"odds": "yes"}, 422, "odds", "boolean"),
        ({"seed": 2**60}, 422, "seed", "less"),
        ({"colour": "red"}, 422, "colour", "unknown"),
    ],
)
def test_an_invalid_match_is_rejected_with_field_and_reason(
    client: httpx.Client, change: dict[str, Any], status: int, where: str, word: str
) -> None:
    error = error_of(client.post("/api/matches", json={**PIG, "seats": SEATS, **change}), status)
    assert error["where"].startswith(where)
    assert word in error["text"]


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '"text"', "{]", "NaN", b"\xed\xa0\xbd"])
def test_a_body_that_is_not_valid_json_is_rejected(client: httpx.Client, body: str | bytes) -> None:
    error_of(client.post("/api/matches", content=body, headers={"Content-Type": "application/json"}), 422)


def test_without_dev_games_neither_dev_games_nor_seeds_are_available(tmp_path: Path) -> None:
    request = {"game": "benhur", "scenario": "circus", "seats": [PERSON, BOT]}
    settings = dataclasses.replace(make_settings(tmp_path), dev_games=False)
    with run_in_thread(settings) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert [game["slug"] for game in client.get("/api/games").json()] == list(hd.games())
        assert error_of(client.get("/api/games/pig/rules"), 404)["where"] == "game"
        error_of(client.post("/api/matches", json={**PIG, "seats": [PERSON, BOT]}), 404)
        assert error_of(client.post("/api/matches", json={**request, "seed": 7}), 422)["where"] == "seed"
        assert client.post("/api/matches", json=request).status_code == 201


def test_a_body_that_is_too_large_is_rejected_whole_or_in_chunks(client: httpx.Client) -> None:
    json_type = {"Content-Type": "application/json"}
    for path, kilobytes in (("/api/matches", 65), ("/api/records", 2049), ("/api/verify", 2049)):
        body = b"x" * 1024 * kilobytes
        assert "KB" in error_of(client.post(path, content=body, headers=json_type), 413)["text"]
        chunks = (body[start : start + 50_000] for start in range(0, len(body), 50_000))
        assert "KB" in error_of(client.post(path, content=chunks, headers=json_type), 413)["text"]


# -------------------------------------------------------------------- viewing


def test_a_move_is_shown_from_a_seat_only_to_its_key_holder(client: httpx.Client, in_progress: dict[str, Any]) -> None:
    url = f"/api/matches/{in_progress['id']}/frames/0"
    frame = client.get(url).json()
    assert (frame["type"], frame["move"], frame["viewer"], frame["scene"]["complete"]) == ("frame", 0, -1, True)
    assert frame["ask"] is None
    assert frame["scene"]["handles"] == []
    seat_key = {"X-Seat-Key": f"{in_progress['host']}, {in_progress['keys']['0']}"}
    assert client.get(url, params={"as": 0}, headers=seat_key).json()["viewer"] == 0
    error_of(client.get(url, params={"as": 0}), 403)
    error_of(client.get(url, params={"as": 1}, headers=seat_key), 403)
    error_of(client.get(url, params={"as": 0}, headers={"X-Seat-Key": "forged"}), 403)
    error_of(client.get(url, params={"as": 7}), 422)


def test_a_move_that_has_not_been_played_is_not_found(client: httpx.Client, in_progress: dict[str, Any]) -> None:
    url = f"/api/matches/{in_progress['id']}/frames"
    assert "last one is 0" in error_of(client.get(f"{url}/1"), 404)["text"]
    error_of(client.get(f"{url}/-1"), 422)
    error_of(client.get(f"{url}/soon"), 422)


def test_the_log_is_shown_from_a_seat_only_to_its_key_holder(client: httpx.Client, in_progress: dict[str, Any]) -> None:
    with join(client, in_progress, 0) as red:
        red.wait_for("frame")
        assert red.play("roll")["type"] == "done"
    log = client.get(f"/api/matches/{in_progress['id']}/log").json()
    assert (log["type"], log["viewer"]) == ("log", -1)
    assert log["move"] >= 1
    assert any(line["dice"] for line in log["lines"])
    error_of(client.get(f"/api/matches/{in_progress['id']}/log", params={"as": 1}), 403)


@pytest.mark.parametrize("what", ["", "/frames/0", "/log", "/result", "/record"])
def test_an_unknown_match_is_not_found(client: httpx.Client, what: str) -> None:
    error_of(client.get(f"/api/matches/nosuchmatch{what}"), 404)
    error_of(client.get(f"/api/matches/%00%F0%9F%90%8E{what}"), 404)


def test_the_record_and_summary_of_a_match_in_progress_are_withheld(
    client: httpx.Client, in_progress: dict[str, Any]
) -> None:
    assert "over" in error_of(client.get(f"/api/matches/{in_progress['id']}/record"), 409)["text"]
    assert "over" in error_of(client.get(f"/api/matches/{in_progress['id']}/result"), 409)["text"]


# -------------------------------------------------------------------- finished matches


def test_a_finished_match_can_be_viewed_from_every_seat(client: httpx.Client, finished_match: dict[str, Any]) -> None:
    result = client.get(f"/api/matches/{finished_match['id']}/result").json()
    assert sorted(result["places"]) == [1, 2]
    assert [seat["place"] for seat in result["seats"]] == result["places"]
    assert result["dice"] == sum(seat["dice"] for seat in result["seats"])
    assert all((1 <= seat["mean"] <= 6) == (seat["dice"] > 0) for seat in result["seats"])
    assert result["verdict"].endswith(".")
    assert result["minutes"] == 0
    for seat in (-1, 0, 1):
        url = f"/api/matches/{finished_match['id']}/frames/{result['moves']}"
        frame = client.get(url, params={"as": seat}).json()
        assert frame["viewer"] == seat
        assert frame["outcome"]["verdict"] == result["verdict"]


def test_the_record_of_a_match_can_be_verified_and_imported(
    client: httpx.Client, finished_match: dict[str, Any]
) -> None:
    answer = client.get(f"/api/matches/{finished_match['id']}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert finished_match["id"] in answer.headers["content-disposition"]
    result = client.get(f"/api/matches/{finished_match['id']}/result").json()
    verdict = client.post("/api/verify", content=answer.text).json()
    assert verdict["alarm"] is False
    assert (verdict["moves"], verdict["seed"]) == (result["moves"], result["seed"])
    imported = client.post("/api/records", content=answer.text)
    assert imported.status_code == 201
    info = client.get(f"/api/matches/{imported.json()['id']}").json()
    assert (info["kind"], info["over"], info["commitment"]) == ("imported", True, result["commitment"])
    again = client.get(f"/api/matches/{imported.json()['id']}/frames/{result['moves']}", params={"as": 1}).json()
    assert again["outcome"]["places"] == result["places"]
    assert client.get(f"/api/matches/{imported.json()['id']}/record").text == answer.text


def test_an_invalid_record_is_rejected_with_its_line(client: httpx.Client, finished_match: dict[str, Any]) -> None:
    lines = client.get(f"/api/matches/{finished_match['id']}/record").text.splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("2 seat"))
    lines[number] = lines[number].replace(" dice ", " dice 6 ")
    broken = "\n".join(lines) + "\n"
    verdict = client.post("/api/verify", content=broken).json()
    assert (verdict["alarm"], verdict["line"]) == (True, number + 1)
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
def test_text_that_is_not_a_record_fails_verification(client: httpx.Client, text: str) -> None:
    verdict = client.post("/api/verify", content=text.encode()).json()
    assert verdict["alarm"] is True
    assert verdict["line"] >= 1
    assert [row["status"] for row in verdict["verdicts"]] == ["not proved"] * 3
    assert all(0 < len(row["sentence"]) <= 400 for row in verdict["verdicts"])
    error_of(client.post("/api/records", content=text.encode()), 422)


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forgery_is_vouched_for(client: httpx.Client, name: str) -> None:
    check = client.post("/api/verify", content=FORGERIES[name]()).json()
    assert check == hd.verify(FORGERIES[name]()).json()
    assert check["alarm"]
    if name != "scripted dice":
        error_of(client.post("/api/records", content=FORGERIES[name]()), 422)


def test_bytes_that_are_not_text_are_rejected(client: httpx.Client) -> None:
    assert "not a text file" in error_of(client.post("/api/verify", content=b"\xff\xfe"), 422)["text"]


# -------------------------------------------------------------------- rematches and branches


def test_a_rematch_leads_both_players_to_the_same_match(client: httpx.Client) -> None:
    created = create_match(client, {**PERSON, "name": "Judah"}, {**FRIEND, "name": "Messala"})
    url = f"/api/matches/{created['id']}/rematch"
    error_of(client.post(url), 403)
    assert "over" in error_of(client.post(url, headers={"X-Seat-Key": created["host"]}), 409)["text"]
    play_to_the_end(str(client.base_url), created)
    mine = client.post(url, headers={"X-Seat-Key": f"{created['host']},{created['keys']['0']}"})
    theirs = client.post(url, headers={"X-Seat-Key": accept_invitations(client, created)["1"]})
    assert mine.status_code == theirs.status_code == 201
    assert mine.json()["id"] == theirs.json()["id"] != created["id"]
    assert set(theirs.json()["keys"]) == {"1"}
    assert theirs.json()["host"] == ""
    info = client.get(f"/api/matches/{mine.json()['id']}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Judah", "Messala"]
    assert info["commitment"] != client.get(f"/api/matches/{created['id']}").json()["commitment"]


def test_a_branch_continues_a_match_against_bots(client: httpx.Client, finished_match: dict[str, Any]) -> None:
    created = client.post(f"/api/matches/{finished_match['id']}/branch", json={"at": 2, "seat": 0})
    assert created.status_code == 201
    assert set(created.json()["keys"]) == {"0"}
    info = client.get(f"/api/matches/{created.json()['id']}").json()
    assert info["kind"] == "branch"
    assert info["branch"] == {"match": finished_match["id"], "at": 2}
    assert [seat["person"] for seat in info["seats"]] == [True, False]
    assert "branch" in error_of(client.get(f"/api/matches/{created.json()['id']}/record"), 409)["text"]


def test_a_branch_needs_an_existing_move_and_seat(client: httpx.Client) -> None:
    url = f"/api/matches/{create_match(client, PERSON, BOT, seed=3)['id']}/branch"
    error_of(client.post(url, json={"at": 0, "seat": 0}), 403)
    error_of(client.post(url, json={"at": 10**6, "seat": None}), 422)
    error_of(client.post(url, json={"at": -1}), 422)
    error_of(client.post(url, json={"at": 0, "seat": 9}), 422)


def test_the_last_seat_of_the_largest_match_can_view_and_branch(client: httpx.Client) -> None:
    spec = {"game": "races", "scenario": "oval", "seats": [*[BOT] * 7, PERSON]}
    created = client.post("/api/matches", json=spec).json()
    headers = {"X-Seat-Key": created["keys"]["7"]}
    for path in ("frames/0", "log", "sheets"):
        answer = client.get(f"/api/matches/{created['id']}/{path}", params={"as": 7}, headers=headers)
        assert answer.status_code == 200, answer.text
    branch = client.post(f"/api/matches/{created['id']}/branch", json={"at": 0, "seat": 7}, headers=headers)
    assert branch.status_code == 201, branch.text


def test_a_match_in_progress_between_people_has_no_branch(client: httpx.Client, in_progress: dict[str, Any]) -> None:
    answer = client.post(f"/api/matches/{in_progress['id']}/branch", json={"at": 0, "seat": None})
    assert "when it is over" in error_of(answer, 409)["text"]


# -------------------------------------------------------------------- rate limits


def test_a_client_that_floods_a_match_is_disconnected_and_the_match_continues(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rates = RateLimits(messages="20/hour", matches="2/hour")
    with run_in_thread(make_settings(tmp_path, rates)) as address, httpx.Client(base_url=address, timeout=60) as client:
        created = create_match(client, PERSON, FRIEND)
        with join(client, created, 0) as red, join(client, created, 1) as white:
            white.wait_for("frame")
            for _ in range(30):
                red.send(type="view_as", seat=0)
            problem = red.wait_for("socket_error")
            assert (problem["code"], problem["final"]) == ("rate_limit", True)
            with pytest.raises(ConnectionClosed) as closed:
                red.wait_for("nothing else")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            with join(client, created, 0) as again:
                again.wait_for("frame")
                assert again.play("roll")["type"] == "done"
                assert white.wait_for("frame")["move"] == 1
        create_match(client, PERSON, FRIEND)
        refused = client.post("/api/matches", json={**PIG, "seats": SEATS})
        assert error_of(refused, 429)["code"] == "rate_limit"
        assert int(refused.headers["retry-after"]) > 0
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


# -------------------------------------------------------------------- the server itself


def test_the_health_endpoint_counts_matches_and_sockets(client: httpx.Client, in_progress: dict[str, Any]) -> None:
    with join(client, in_progress, 0) as red:
        red.wait_for("frame")
        health = client.get("/health").json()
    assert (health["status"], health["version"]) == ("ok", hd.__version__)
    assert health["matches"] >= 1
    assert health["sockets"] >= 1


def test_the_api_docs_list_every_path(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    page = client.get("/api/docs").text
    assert all(path in page for path in document["paths"])


def test_every_other_address_serves_the_client(client: httpx.Client) -> None:
    answer = client.get("/match/abc")
    assert answer.headers["content-type"].startswith("text/html")
