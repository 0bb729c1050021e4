"""The page Verify and the end of a match: the same words as the server, and red where something is wrong."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.server.socket_client import SocketClient
from tests.verification.forgeries import FORGERIES
from tests.verification.signed_forgeries import PROVED_HEADLINE, SIGNED_FORGERIES

Json = dict[str, Any]
BOT = {"person": False, "level": "random"}
ALL_FORGERIES = {name: (lambda _, forge=forge: forge()) for name, forge in FORGERIES.items()} | {
    f"signed: {name}": forge for name, forge in SIGNED_FORGERIES.items()
}


@pytest.fixture(scope="module")
def match_id(base_url: str) -> str:
    """The id of a match that bots have played to its end on this server."""
    match = {"game": "pig", "scenario": "plain", "options": {"goal": 20}, "seats": [BOT, BOT]}
    id: str = httpx.post(f"{base_url}/api/matches", json=match, timeout=60).raise_for_status().json()["id"]
    with SocketClient(base_url, f"/socket/match/{id}") as spectator:
        spectator.wait_for_end()
    return id


@pytest.fixture(scope="module")
def genuine(base_url: str, match_id: str) -> str:
    """The record of this match."""
    return httpx.get(f"{base_url}/api/matches/{match_id}/record", timeout=60).raise_for_status().text


def color_of(element: Locator) -> str:
    """Return the colour of a text: "red", "green" or "other"."""
    red, green, blue = [
        int(part) for part in re.findall(r"\d+", element.evaluate("e => getComputedStyle(e).color"))[:3]
    ]
    if red > 1.5 * max(green, blue):
        return "red"
    return "green" if green > 1.2 * red and green > blue else "other"


def expect_verdicts(place: Page | Locator, check: Json) -> None:
    """Check that the verdicts are shown in the words of the server, and in the right colours."""
    rows = place.get_by_role("list", name="Verdicts").get_by_role("listitem")
    for row, verdict in zip(rows.all(), check["verdicts"], strict=True):
        expect(row).to_have_text(f"{verdict['name']}: {verdict['status']}. {verdict['sentence']}")
        color = "green" if verdict["proved"] else "red" if verdict["alarm"] else "other"
        assert color_of(row.get_by_text(f"{verdict['status']}.", exact=True)) == color


def test_every_forgery_is_shown_in_the_words_of_the_server_and_in_red(
    open_page: OpenPage, base_url: str, genuine: str
) -> None:
    page = open_page().page
    page.goto("/verify")
    for forge in ALL_FORGERIES.values():
        text = forge(genuine)
        check = httpx.post(f"{base_url}/api/verify", content=text, timeout=60).raise_for_status().json()
        page.get_by_role("textbox", name="Record").fill(text)
        with page.expect_response("**/api/verify"):
            page.get_by_role("button", name="Verify", exact=True).click()
        heading = page.get_by_role("heading", name=check["headline"], exact=True)
        expect(heading).to_be_visible()
        expect(page.get_by_role("heading", name=PROVED_HEADLINE)).to_have_count(0)
        assert color_of(heading) == ("red" if check["alarm"] else "other")
        expect_verdicts(page, check)
        if check["alarm"]:
            expect(page.get_by_role("button", name="Open replay")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dice_that_are_not_verified_are_red_in_light_and_dark(open_page: OpenPage, genuine: str, theme: str) -> None:
    page = open_page({"theme": theme}).page
    page.goto("/verify")
    for text, headline, color in (
        (SIGNED_FORGERIES["chosen dice"](genuine), "Moves legal; dice NOT verified", "red"),
        (genuine, PROVED_HEADLINE, "green"),
    ):
        page.get_by_role("textbox", name="Record").fill(text)
        page.get_by_role("button", name="Verify", exact=True).click()
        heading = page.get_by_role("heading", name=headline, exact=True)
        expect(heading).to_be_visible()
        assert color_of(heading) == color


def test_the_end_of_a_match_shows_the_verdicts_on_its_record(
    open_page: OpenPage, base_url: str, match_id: str, genuine: str
) -> None:
    check = httpx.post(f"{base_url}/api/verify", content=genuine, timeout=60).raise_for_status().json()
    assert check["proved"]
    me = open_page()
    me.page.goto(f"/match/{match_id}")
    me.page.get_by_text("Verification", exact=True).click()
    expect(me.page.get_by_text(check["headline"], exact=True)).to_be_visible()
    expect_verdicts(me.page, check)
    me.page.get_by_role("link", name="Open this record in Verify").click()
    expect(me.page.get_by_role("heading", name=PROVED_HEADLINE)).to_be_visible()


def test_a_table_shows_who_signed_the_commitment_and_where_to_get_the_keys(
    open_page: OpenPage, base_url: str, match_id: str, genuine: str
) -> None:
    info = httpx.get(f"{base_url}/api/matches/{match_id}", timeout=60).json()
    page = open_page().page
    page.goto(f"/match/{match_id}")
    page.get_by_role("tab", name="About").click()
    section = page.get_by_role("region", name="Commitment")
    expect(section).to_contain_text(info["committed"])
    expect(section).to_contain_text(info["commitment"])
    with page.expect_download() as download:
        section.get_by_role("link", name="signed commitment").click()
    assert genuine.startswith(download.value.path().read_text(encoding="utf-8"))
    for path in ("/verify", "/about"):
        page.goto(path)
        with page.expect_download() as download:
            page.get_by_role("link", name="its public keys").click()
        assert info["committed"].split()[-1].rstrip(".") in download.value.path().read_text(encoding="utf-8")


def test_a_replay_of_a_record_does_not_vouch_for_its_dice(open_page: OpenPage, base_url: str) -> None:
    text = FORGERIES["scripted dice"]()
    id = httpx.post(f"{base_url}/api/records", content=text, timeout=60).raise_for_status().json()["id"]
    page = open_page().page
    page.goto(f"/match/{id}")
    expect(page.get_by_text("Replay of a record. Its moves are legal")).to_be_visible()
    expect(page.get_by_text("die roll was verified")).to_have_count(0)
    page.get_by_role("link", name="See what is proved about its dice").click()
    expect(page.get_by_role("heading", name="Moves legal; dice NOT verified")).to_be_visible()
