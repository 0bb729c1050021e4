"""Quick starts in the browser: above the clauses, over every page, and printed on one A4 page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import hippodrome as hd
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, FRIEND, ME, PHONE, create_match
from tests.browser.test_accessibility import assert_accessible

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
TITLE = "How to play in one minute"


def open_rules(page: Page, game: str) -> Locator:
    """Open the rules at the quick start and return it, with all pictures loaded."""
    page.goto(f"/rules/{game}#quick-start")
    section = page.get_by_role("region", name=TITLE)
    expect(section.get_by_role("img")).to_have_count(3)
    page.wait_for_function(
        "[...document.querySelectorAll('figure img')].every((one) => one.complete && one.naturalWidth > 0)"
    )
    return section


@pytest.mark.parametrize("game", list(hd.games()))
def test_it_stands_above_the_clauses_and_prints_on_one_page(open_page: OpenPage, game: str) -> None:
    page = open_page().page
    section = open_rules(page, game)
    found = hd.quick_start(game)
    assert found is not None
    expect(section.get_by_role("heading", name=TITLE)).to_be_focused()
    expect(section.get_by_role("listitem")).to_have_count(len(found.lines()) - 1)
    expect(section).to_contain_text(found.goal.text)
    top = section.bounding_box()
    first = page.get_by_role("article").first.bounding_box()
    assert top is not None
    assert first is not None
    assert top["y"] + top["height"] < first["y"]
    assert_accessible(page, "section.quick-start")
    page.evaluate("window.print = () => {}")
    section.get_by_role("button", name="Print on one page").click()
    assert len(PDF_PAGE.findall(page.pdf(format="A4"))) == 1
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert len(PDF_PAGE.findall(page.pdf(format="A4"))) > 10, "the whole rulebook, with the page"


def test_dark_pictures_are_printed_in_light_colours(open_page: OpenPage) -> None:
    page = open_page(color_scheme="dark").page
    section = open_rules(page, "benhur")
    assert "theme=dark" in (section.get_by_role("img").first.get_attribute("src") or "")
    page.emulate_media(media="print", color_scheme="dark")
    shown = [one.get_attribute("src") or "" for one in page.locator("figure img").all() if one.is_visible()]
    assert len(shown) == 3
    assert all("theme=light" in address for address in shown)


def test_it_fits_a_phone(open_page: OpenPage) -> None:
    page = open_page(**PHONE).page
    open_rules(page, "wheelie")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_one_click_opens_it_at_home_at_set_up_and_at_the_table(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    dialog = page.get_by_role("dialog", name=TITLE)
    page.goto("/")
    page.get_by_role("link", name="How to play: Ben-Hur").click()
    expect(dialog.get_by_role("heading", name="Your turn")).to_be_visible()
    assert_accessible(page, "dialog[open]")
    dialog.get_by_role("link", name="Rule BH-M3").first.click()
    expect(page.get_by_role("dialog", name="Rule BH-M3")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.goto("/new/chariot")
    page.get_by_role("link", name=TITLE).click()
    expect(dialog.get_by_role("heading", name="What wins a battle")).to_be_visible()
    dialog.get_by_role("link", name="Open in the rulebook").click()
    page.wait_for_url("**/rules/chariot#quick-start")
    expect(dialog).to_be_hidden()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    page.get_by_role("tab", name="Rules").or_(page.get_by_role("button", name="Rules")).first.click()
    page.get_by_role("link", name=TITLE).click()
    expect(dialog.get_by_role("img")).to_have_count(3)
    page.get_by_role("button", name="Close").click()
    assert "/match/" in page.url, "the table stays open"


def test_an_invited_friend_reads_the_same_page(open_page: OpenPage, base_url: str) -> None:
    friend = open_page()
    match = create_match(base_url, [ME, FRIEND])
    friend.page.goto(f"/match/{match['id']}#invitation={match['invitations']['1']}")
    section = friend.page.get_by_role("region", name="How to play, in one minute")
    page = hd.quick_start("benhur")
    assert page is not None
    expect(section).to_contain_text(page.turn[0].text)
    expect(section.get_by_role("img")).to_have_count(3)


def test_a_game_without_the_page_has_no_link_to_it(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/rules/pig")
    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_role("region", name=TITLE)).to_have_count(0)
    page.goto("/new/pig")
    expect(page.get_by_role("heading", name="Set up a match")).to_be_visible()
    expect(page.get_by_role("link", name=TITLE)).to_have_count(0)
