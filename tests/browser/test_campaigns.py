"""Campaigns and record sheets in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import PHONE
from tests.browser.test_accessibility import assert_accessible, set_system_theme
from tests.server.campaign_files import ladder_file

RECORDS = Path(__file__).parents[1] / "records"
WHITE = "rgb(255, 255, 255)"
GAME_TIMEOUT_MS = 240_000
"""Time for bots to play a whole game on a busy machine."""


def import_record(base_url: str, scenario: str) -> str:
    """Import the record of a finished battle of What a Wheelie and return the path of its page."""
    record = (RECORDS / f"wheelie-{scenario}.record").read_bytes()
    answer = httpx.post(f"{base_url}/api/records", content=record, timeout=60)
    assert answer.status_code == 201, answer.text
    return f"/match/{answer.json()['id']}"


def open_file(page: Page, folder: Path, *players: str) -> None:
    """Open the file of a ladder in which Red has a decision to make."""
    file = folder / "ladder.json"
    file.write_text(ladder_file(*players), encoding="utf-8")
    page.goto("/")
    page.get_by_label("Campaign file").set_input_files(file)
    page.wait_for_url(re.compile("/campaign/"))


# -------------------------------------------------------------------- record sheets


def test_record_sheets_are_linked_from_the_table_and_printed_black_on_white(open_page: OpenPage, base_url: str) -> None:
    page = open_page().page
    page.goto(f"{import_record(base_url, 'hunt')}?at=0")
    page.get_by_role("link", name="Record sheets to print").click()
    expect(page.get_by_role("article")).to_have_count(4)
    expect(page.get_by_role("article").filter(has_text="White's band of Runners")).to_have_count(1)
    expect(page.get_by_text("before the first move")).to_be_visible()
    expect(page.get_by_role("img", name="0 of 6 ticked").first).to_be_visible()
    assert_accessible(page)
    set_system_theme(page, "dark")
    page.emulate_media(media="print")
    colours = page.locator("body").evaluate(
        "(body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]"
    )
    assert colours == [WHITE, "rgb(0, 0, 0)"]
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_record_sheets_fit_a_phone_and_show_losses(open_page: OpenPage, base_url: str) -> None:
    page = open_page(**PHONE).page
    page.goto(f"{import_record(base_url, 'sides')}/sheets")
    expect(page.get_by_role("article").first).to_be_visible()
    assert page.get_by_role("img", name=re.compile("[1-6] of 6 ticked")).count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]  # type: ignore[index]
    page.goto("/sheets/wheelie/sides")
    expect(page.get_by_text("before play")).to_be_visible()
    assert_accessible(page)


# -------------------------------------------------------------------- campaigns


def test_a_ladder_is_started_on_the_set_up_page_and_its_games_are_counted(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/new/wheelie?scenario=ladder")
    page.get_by_text("Campaign: The ladder").click()
    expect(page.get_by_text("White's crew")).to_have_count(0)
    page.get_by_label("Who plays Red").select_option("bot")
    for faction, name in (("Red", "Falcons"), ("White", "Bulls")):
        page.get_by_label(f"Level of the bot that plays {faction}").select_option("driver")
        page.get_by_label(f"Name of {faction}").fill(name)
    page.get_by_role("button", name="Start the campaign").click()
    page.get_by_role("button", name="Play the first game").click()
    page.get_by_role("link", name="Go to the campaign").click(timeout=GAME_TIMEOUT_MS)
    expect(page.get_by_role("heading", name=re.compile("leads|level"))).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile("^Falcons"))).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Replay game 1").click()
    page.wait_for_url(re.compile("/match/"))
    page.goto("/")
    expect(page.get_by_role("heading", name="Campaigns", exact=True)).to_be_visible()
    page.get_by_role("link", name="Open: The ladder").click()
    expect(page.get_by_role("button", name="Play the next game")).to_be_visible()


def test_a_campaign_from_a_file_is_continued_with_a_friend(open_page: OpenPage, tmp_path: Path) -> None:
    red, white = open_page().page, open_page().page
    open_file(red, tmp_path, "me", "friend")
    assert_accessible(red)
    red.get_by_text("Expert Driver", exact=True).click()
    red.get_by_role("button", name="Choose Expert Driver").click()
    expect(red.get_by_role("cell", name="Expert Driver")).to_be_visible()
    red.evaluate("navigator.clipboard.writeText = (text) => Promise.resolve((window.copied = text))")
    red.get_by_role("button", name="Copy the link for White").click()
    link = red.evaluate("window.copied")
    assert "#invitation=" in link
    red.get_by_role("button", name="Play the next game").click()
    red.wait_for_url(re.compile("/match/"))
    white.goto(link)
    expect(white).to_have_url(link.partition("#")[0])
    white.get_by_role("button", name="Go to game 3").click()
    white.wait_for_url(red.url)
    expect(white.locator("[data-decision]")).to_be_visible()
    white.goto("/")
    expect(white.get_by_role("region", name="Your matches").get_by_role("article")).to_have_count(1)


def test_a_campaign_fits_a_phone(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(**PHONE).page
    open_file(page, tmp_path, "me", "driver")
    expect(page.get_by_role("button", name="Choose Expert Warrior")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]  # type: ignore[index]
    assert_accessible(page)


def test_a_broken_campaign_file_is_rejected_with_the_faulty_entry(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page().page
    file = tmp_path / "broken.json"
    file.write_text(ladder_file("me", "random").replace('"kills Red": 1', '"kills Red": -1', 1), encoding="utf-8")
    page.goto("/")
    page.get_by_label("Campaign file").set_input_files(file)
    expect(page.get_by_text("entries[0].figures.kills Red")).to_be_visible()
    assert page.url.endswith("/")
