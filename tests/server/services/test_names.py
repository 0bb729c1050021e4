"""Names of players: visible, and not to be confused with those of others at the table."""

from __future__ import annotations

import json

import httpx
import pytest

from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.services.match_factory import SeatSpec
from hippodrome.server.storage.rows import TAKEN_NAME, Player, clean_name, is_name_taken
from hippodrome.server.workers.pool import Workers
from tests.server.api_helpers import error_of
from tests.server.campaign_files import ladder_file
from tests.server.room_client import async_test, join, match_spec, open_rooms

INVISIBLE = [
    "\u3164",
    "\u2800",
    "\uffa0",
    "\u115f\u1160",
    "\u034f",
    "\u200b",
    "\u00ad",
    "\ufe0f",
    "\u2060",
    "\U000e0101",
]
LOOK_ALIKES = ["messala", "MESSALA", "Mes sala", "\uff2d\uff45\uff53\uff53\uff41\uff4c\uff41", "Me\u00dfala"]


@pytest.mark.parametrize("character", INVISIBLE)
def test_a_name_of_invisible_characters_is_rejected(character: str) -> None:
    assert clean_name(character) is None
    assert clean_name(character * 3) is None


@pytest.mark.parametrize("character", ["\u3164", "\u2800", "\uffa0", "\u115f", "\u034f", "\u200b"])
def test_an_invisible_character_in_a_name_is_rejected(character: str) -> None:
    assert clean_name(f"Ben{character}Hur") is None


@pytest.mark.parametrize("name", ["Zoë", "Ben-Hur 2", "Ἰούδας", "ユダ", "बेन हर", "🐎", "❤"])
def test_visible_names_in_any_script_are_accepted(name: str) -> None:
    assert clean_name(name) == name


def test_emoji_lose_only_what_cannot_be_seen() -> None:
    assert clean_name("❤\ufe0f") == "❤"
    assert clean_name("\u0301\u0302") is None, "marks without a letter"
    assert clean_name("") is clean_name("   ") is clean_name("x" * 25) is None


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_a_name_that_looks_like_another_is_taken(name: str) -> None:
    players = [Player("Messala", True), Player("", True)]
    assert is_name_taken(name, 1, players)
    assert not is_name_taken(name, 0, players), "a player may write their own name differently"


def test_the_colour_of_another_seat_is_taken() -> None:
    players = [Player("", True), Player("", False, "driver")]
    assert is_name_taken("white", 0, players)
    assert not is_name_taken("White", 1, players)
    assert not is_name_taken("Blue", 0, players), "no seat of this match"


@async_test
async def test_names_are_checked_when_a_match_is_set_up_and_at_the_table(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        with pytest.raises(HttpError, match="looks the same") as caught:
            await rooms.create(match_spec(SeatSpec(True, name="Messala"), SeatSpec(True, name="MESSALA")))
        assert (caught.value.status, caught.value.where) == (422, "seats.0.name")
        created = await rooms.create(match_spec(SeatSpec(True, name="Messala"), SeatSpec(True)))
        white = await join(rooms, created.id, [created.seat_keys[1]])
        white.send(wire.Rename(1, "mes\u3164sala"))
        assert "visible" in (await white.wait_for("rejected"))["text"]
        white.send(wire.Rename(1, "messala"))
        assert (await white.wait_for("rejected"))["text"] == TAKEN_NAME
        white.send(wire.Rename(1, "Ben-Hur"))
        while [seat["name"] for seat in (await white.wait_for("info_changed"))["info"]["seats"]] != [
            "Messala",
            "Ben-Hur",
        ]:
            pass


def test_names_of_campaigns_are_checked(client: httpx.Client) -> None:
    seats = [{"person": True, "name": "Bulls"}, {"person": True, "name": "BULLS"}]
    new = {"game": "wheelie", "campaign": "ladder", "seats": seats}
    assert error_of(client.post("/api/campaigns", json=new), 422)["text"] == TAKEN_NAME
    file = json.loads(ladder_file("me", "driver"))
    file["names"] = ["\u3164", "Bulls"]
    error = error_of(client.post("/api/campaigns/file", content=json.dumps(file)), 422)
    assert (error["where"], "visible" in error["text"]) == ("names", True)
