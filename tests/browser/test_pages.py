"""The pages around the table, also on small screens and with large text."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from hippodrome.server.settings import default_static
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, FRIEND, ME, PHONE, create_drill, create_match

# -------------------------------------------------------------------- home


def test_one_click_starts_a_match_against_bots(open_page: OpenPage) -> None:
    me = open_page()
    me.page.goto("/")
    expect(me.page.get_by_role("article").filter(has_text="Ben-Hur").get_by_text("2 to 6 players")).to_be_visible()
    me.page.get_by_role("button", name="Play now: Ben-Hur").click()
    me.page.wait_for_url("**/match/*")
    me.wait_ready()
    info = me.messages_of("welcome")[0]["info"]
    assert [seat["person"] for seat in info["seats"]] == [True, False, False, False]
    assert info["scenario"] == "river", "a track with a jump"


def test_matches_stay_in_the_list_of_this_browser_until_they_are_removed(open_page: OpenPage, base_url: str) -> None:
    me, other = open_page(), open_page()
    match = create_match(base_url, [ME, DRIVER])
    me.store_keys(match, 0)
    me.page.goto("/")
    mine = me.page.get_by_role("region", name="Your matches")
    mine.get_by_role("link", name="Ben-Hur, The Circus").click()
    me.wait_ready()
    me.page.get_by_role("link", name="Hippodrome, home page").click()
    mine.get_by_role("button", name="Remove Ben-Hur, The Circus").click()
    dialog = me.page.get_by_role("dialog", name="Remove this match?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(mine.get_by_role("article")).to_have_count(1)
    mine.get_by_role("button", name="Remove Ben-Hur, The Circus").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(mine.get_by_role("article")).to_have_count(0)
    other.page.goto("/")
    expect(other.page.get_by_text("No matches yet.")).to_be_visible()


def test_seats_are_moved_to_another_browser_in_a_file(open_page: OpenPage, base_url: str) -> None:
    me, elsewhere = open_page(), open_page()
    me.store_keys(create_drill(base_url, ME, FRIEND), 0)
    me.page.goto("/")
    me.page.get_by_role("button", name="Settings").click()
    with me.page.expect_download() as download:
        me.page.get_by_role("button", name="Save to a file").click()
    elsewhere.page.goto("/")
    elsewhere.page.get_by_role("button", name="Settings").click()
    with elsewhere.page.expect_file_chooser() as chooser:
        elsewhere.page.get_by_role("button", name="Load from a file").click()
    chooser.value.set_files(download.value.path())
    expect(elsewhere.page.get_by_text("The seats of this file are loaded.")).to_be_visible()
    elsewhere.page.get_by_role("button", name="Done").click()
    elsewhere.page.get_by_role("link", name="Continue: Drill Yard, The yard").click()
    elsewhere.wait_ready()


# -------------------------------------------------------------------- set-up


def test_a_match_is_played_with_the_settings_of_the_set_up_page(open_page: OpenPage) -> None:
    me = open_page()
    page = me.page
    page.goto("/new/benhur?scenario=arena")
    expect(page.get_by_role("radio", name="The Arena")).to_be_checked()
    page.get_by_text("The River", exact=True).first.click()
    expect(page.get_by_role("img", name="The board of The River")).to_be_visible()
    tricks = page.get_by_role("group", name="Sneaky tricks")
    expect(tricks).to_have_accessible_description(re.compile(r"\w+"))
    tricks.get_by_text("2", exact=True).click()
    page.get_by_role("group", name="Wounds").get_by_text("7", exact=True).click()
    page.get_by_role("group", name="Second contact").get_by_text("Your move ends").click()
    page.get_by_role("group", name="First turn").get_by_text("1 or 2 whips").click()
    page.get_by_role("group", name="Number of seats").get_by_text("3", exact=True).click()
    page.get_by_role("textbox", name="Your name, as Red").fill("Iras")
    page.get_by_label("Who plays White").select_option("Another player, same screen")
    page.get_by_role("textbox", name="Name of the player of White").fill("Simonides")
    page.get_by_role("combobox", name="Level of the bot that plays").first.select_option("recruit")
    page.get_by_role("checkbox", name="Show odds").uncheck()
    page.get_by_role("group", name="Clock").get_by_text("Slow").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/match/*")
    me.wait_ready()
    info = me.messages_of("welcome")[0]["info"]
    assert (info["scenario"], info["options"]["tricks"], info["odds"], info["listed"]) == ("river", 2, False, False)
    assert [info["options"][name] for name in ("wounds", "repeat_contact", "first_turn")] == [7, "stop", "free"]
    assert info["clock"] == {"seconds": 120, "reserve": 1200}
    assert [(seat["name"], seat["person"], seat["level"]) for seat in info["seats"][:2]] == [
        ("Iras", True, ""),
        ("Simonides", True, ""),
    ]
    assert (info["seats"][2]["person"], info["seats"][2]["level"]) == (False, "recruit")
    page.get_by_role("tab", name="About").click()
    expect(page.get_by_role("definition").filter(has_text="2 minutes per decision")).to_be_visible()


def test_a_rejected_set_up_shows_the_reason(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/new/benhur")
    page.get_by_role("group", name="Clock").get_by_text("Custom").click()
    page.get_by_label("Seconds per decision").fill("0")
    page.get_by_label("Reserve in minutes").fill("0")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("A clock needs seconds per decision or a reserve.")
    expect(page).to_have_url(re.compile("/new/benhur"))


# -------------------------------------------------------------------- settings


def test_a_chosen_theme_is_saved_and_the_default_follows_the_system(open_page: OpenPage) -> None:
    page = open_page(color_scheme="light").page
    page.goto("/about")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(contrast="more")
    expect(html).to_have_attribute("data-theme", "contrast")
    page.get_by_role("button", name="Settings").click()
    themes = page.get_by_role("group", name="Theme")
    background = page.locator("body")
    colours = set()
    for label, name in (("Light", "light"), ("Dark", "dark"), ("High contrast", "contrast")):
        themes.get_by_text(label, exact=True).click()
        expect(html).to_have_attribute("data-theme", name)
        colours.add(
            background.evaluate("body => getComputedStyle(body).backgroundColor + getComputedStyle(body).color")
        )
    assert len(colours) == 3
    page.get_by_role("group", name="Text size").get_by_text("Largest").click()
    large = html.evaluate("html => parseFloat(getComputedStyle(html).fontSize)")
    page.reload()
    expect(html).to_have_attribute("data-theme", "contrast")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Reset to defaults").click()
    assert html.evaluate("html => parseFloat(getComputedStyle(html).fontSize)") < large


# -------------------------------------------------------------------- rulebook


def test_the_rulebook_can_be_searched_and_a_clause_has_an_address(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/rules/drill#DRL-9")
    clause = page.get_by_role("article", name="DRL-9 Other chariots")
    expect(clause).to_be_focused()
    expect(clause).to_contain_text("Our reading")
    page.get_by_role("searchbox", name="Search").fill("post")
    expect(page.get_by_text("2 clauses found.")).to_be_visible()
    page.get_by_role("searchbox", name="Search").fill("")
    page.get_by_role("checkbox", name="Only our readings").check()
    expect(page.get_by_role("article")).to_have_count(2)
    clause.get_by_role("link", name="Rule DRL-4").click()
    expect(page.get_by_role("dialog", name="Rule DRL-4")).to_contain_text("straight ahead")


# -------------------------------------------------------------------- unknown addresses


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("/nowhere", "Off the track"),
        ("/match/nosuchtabl", "Match not found"),
        ("/new/nosuchgame", "This server does not have the game"),
        ("/rules/nosuchgame", "There is no game"),
    ],
)
def test_an_unknown_address_shows_an_error_and_a_link_to_the_home_page(
    open_page: OpenPage, address: str, text: str
) -> None:
    page = open_page().page
    page.goto(address)
    expect(page.get_by_role("main")).to_contain_text(text)
    page.get_by_role("link", name="Hippodrome, home page").click()
    expect(page.get_by_role("button", name="Play now: Ben-Hur")).to_be_visible()


# -------------------------------------------------------------------- small screens and large text

ADDRESSES = ["/", "/new/benhur", "/rules/drill", "/verify", "/about"]
CLIPPED = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const { overflowX } = getComputedStyle(element);
  const hidden = overflowX === "hidden" || overflowX === "clip";
  return own && hidden && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
}).map((element) => element.outerHTML.slice(0, 200))"""
"""Elements whose text is clipped. Those one pixel wide are for screen readers."""


def assert_nothing_clipped(page: Page, width: int) -> None:
    """Assert that the page does not scroll sideways and no text is clipped."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CLIPPED) == []


def double_text_size(page: Page) -> None:
    """Double the font size of the page."""
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_fits_a_phone_and_text_at_double_size(open_page: OpenPage, address: str) -> None:
    page = open_page(**PHONE).page
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    assert_nothing_clipped(page, 390)
    page.set_viewport_size({"width": 1280, "height": 900})
    double_text_size(page)
    assert_nothing_clipped(page, 1280)


def make_narrow(page: Page) -> None:
    """Give the window the size of a phone, and wait for the new layout."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_table_fits_with_text_at_double_size(open_page: OpenPage, base_url: str) -> None:
    me = open_page(viewport={"width": 1280, "height": 900})
    me.open_match(create_match(base_url, [ME, DRIVER]))
    me.wait_ready()
    double_text_size(me.page)
    me.options.last.scroll_into_view_if_needed()
    expect(me.options.last).to_be_in_viewport(ratio=0.9)
    assert_nothing_clipped(me.page, 1280)
    me.play(1)
    make_narrow(me.page)
    me.options.last.scroll_into_view_if_needed()
    expect(me.options.last).to_be_in_viewport(ratio=0.9)
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
    me.play(1)


MAX_HOME_PAGE_BYTES = 60_000


def test_the_home_page_is_small_and_loads_no_lesson(open_page: OpenPage) -> None:
    page = open_page().page
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    scripts = [url for url in loaded if "/assets/" in url]
    assert scripts
    assert not [url for url in scripts if re.search("/(Lesson|Learn|Table|ClauseDrawer)", url)]
    files = [
        default_static() / "index.html",
        *[default_static() / "assets" / url.rpartition("/")[2] for url in scripts],
    ]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MAX_HOME_PAGE_BYTES
