"""Campaigns and sheets in the browser: begun, played, decided, carried over in files; shown and printed."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import PHONE
from tests.browser.test_accessible import accessible, wear
from tests.server.test_campaigns import grown

RECORD = Path(__file__).parents[1] / "records" / "wheelie-sides.record"
WHITE = "rgb(255, 255, 255)"
WHOLE = 240_000
"""Programs play a whole game, which takes a while on a busy machine."""


def kept(base_url: str) -> str:
    """The address of a finished battle."""
    answer = httpx.post(f"{base_url}/api/records", content=RECORD.read_bytes(), timeout=60)
    assert answer.status_code == 201, answer.text
    return f"/match/{answer.json()['id']}"


def open_file(page: Page, folder: Path, *players: str) -> None:
    """Take in the file of a ladder in which Red has something to decide."""
    file = folder / "ladder.json"
    file.write_text(grown(*players), encoding="utf-8")
    page.goto("/")
    page.get_by_label("Campaign file").set_input_files(file)
    page.wait_for_url(re.compile("/campaign/"))


# -------------------------------------------------------------------- sheets


def test_sheets_are_reached_from_the_table_and_printed_black_on_white(person: Open, base_url: str) -> None:
    page = person().page
    page.goto(f"{kept(base_url)}?at=0")
    page.get_by_role("link", name="Sheets to print").click()
    expect(page.get_by_role("article")).to_have_count(5)
    expect(page.get_by_text("before the first move")).to_be_visible()
    expect(page.get_by_role("img", name="0 of 6 ticked").first).to_be_visible()
    accessible(page)
    wear(page, "dark")
    page.emulate_media(media="print")
    shown = page.locator("body").evaluate(
        "(body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]"
    )
    assert shown == [WHITE, "rgb(0, 0, 0)"]
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_sheets_fit_a_phone_and_show_what_was_lost(person: Open, base_url: str) -> None:
    page = person(**PHONE).page
    page.goto(f"{kept(base_url)}/sheets")
    expect(page.get_by_role("article")).to_have_count(5)
    assert page.get_by_role("img", name=re.compile("[1-6] of 6 ticked")).count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]  # type: ignore[index]
    page.goto("/sheets/wheelie/sides")
    expect(page.get_by_text("before play")).to_be_visible()
    accessible(page)


# -------------------------------------------------------------------- campaigns


def test_a_ladder_is_begun_where_a_table_is_set_up_and_its_games_are_taken_in(person: Open) -> None:
    page = person().page
    page.goto("/new/wheelie?scenario=ladder")
    page.get_by_text("Campaign: The ladder").click()
    expect(page.get_by_text("White's crew")).to_have_count(0)
    page.get_by_label("Who plays Red").select_option("bot")
    for faction, name in (("Red", "Falcons"), ("White", "Bulls")):
        page.get_by_label(f"Level of the bot that plays {faction}").select_option("driver")
        page.get_by_label(f"Name of {faction}").fill(name)
    page.get_by_role("button", name="Start the campaign").click()
    page.get_by_role("button", name="Play the first game").click()
    page.get_by_role("link", name="To the campaign").click(timeout=WHOLE)
    expect(page.get_by_role("heading", name="It stands")).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile("^Falcons"))).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Replay game 1").click()
    page.wait_for_url(re.compile("/match/"))
    page.goto("/")
    expect(page.get_by_role("heading", name="Your campaigns")).to_be_visible()
    page.get_by_role("link", name="Open: The ladder").click()
    expect(page.get_by_role("button", name="Play the next game")).to_be_visible()


def test_a_file_is_opened_something_is_decided_and_a_friend_comes_by_link(person: Open, tmp_path: Path) -> None:
    red, white = person().page, person().page
    open_file(red, tmp_path, "me", "friend")
    accessible(red)
    red.get_by_text("Expert Driver", exact=True).click()
    red.get_by_role("button", name="Choose Expert Driver").click()
    expect(red.get_by_role("cell", name="Expert Driver")).to_be_visible()
    link = red.evaluate(
        """() => {
          const id = location.pathname.split("/").pop();
          const { links } = JSON.parse(localStorage.getItem("hippodrome.campaign." + id));
          return location.pathname + "#seat=" + links["1"];
        }"""
    )
    red.get_by_role("button", name="Play the next game").click()
    red.wait_for_url(re.compile("/match/"))
    white.goto(link)
    white.get_by_role("button", name="Go to game 3").click()
    white.wait_for_url(red.url)
    expect(white.locator("[data-decision]")).to_be_visible()
    held = white.evaluate(
        "() => JSON.parse(localStorage.getItem('hippodrome.match.' + location.pathname.split('/').pop()))"
    )
    assert len(held["keys"]) == 1


def test_a_campaign_fits_a_phone(person: Open, tmp_path: Path) -> None:
    page = person(**PHONE).page
    open_file(page, tmp_path, "me", "driver")
    expect(page.get_by_role("button", name="Choose Expert Warrior")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]  # type: ignore[index]
    accessible(page)


def test_a_broken_file_is_named_and_nothing_is_begun(person: Open, tmp_path: Path) -> None:
    page = person().page
    file = tmp_path / "broken.json"
    file.write_text(grown("me", "random").replace('"kills Red": 1', '"kills Red": -1', 1), encoding="utf-8")
    page.goto("/")
    page.get_by_label("Campaign file").set_input_files(file)
    expect(page.get_by_text("entries[0].figures.kills Red")).to_be_visible()
    assert page.url.endswith("/")
