"""Accessibility checks with axe: no serious violations on any page, in any theme."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

import hippodrome as hd
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, FRIEND, ME, PHONE, create_drill, create_match

COLOURS = ["color-contrast", "link-in-text-block"]
"""The axe rules about colours. Only they depend on the theme; the other rules are run once."""

MEDIA: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}


def axe(page: Page, context: str, **options: Any) -> list[str]:
    """Return the serious and critical violations in a part of the page."""
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    arguments = [context, {"resultTypes": ["violations"], **options}]
    results = page.evaluate("([context, options]) => axe.run(context, options)", arguments)
    assert results["testEngine"]["name"] == "axe-core"
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for one in results["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def set_system_theme(page: Page, theme: str) -> None:
    """Emulate the system preferences that select a theme."""
    page.emulate_media(**MEDIA[theme])
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def assert_colours(page: Page, context: str = "html") -> None:
    """Assert that the dark and the high-contrast theme have no serious violation about colours."""
    for theme in ("dark", "contrast"):
        set_system_theme(page, theme)
        assert axe(page, context, runOnly=COLOURS) == []
    set_system_theme(page, "light")


def assert_accessible(page: Page, context: str = "html") -> None:
    """Assert that there is no serious violation in any theme."""
    assert axe(page, context) == []
    assert_colours(page, context)


def test_axe_reports_a_nameless_button_and_low_contrast_in_any_theme(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/about")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    for theme, pale in (("light", "#bbb"), ("dark", "#555")):
        set_system_theme(page, theme)
        page.evaluate("(pale) => document.querySelector('h1').style.setProperty('color', pale)", pale)
        assert {text.partition(":")[0] for text in axe(page, "html")} == {"button-name", "color-contrast"}
        assert len(axe(page, "html", runOnly=COLOURS)) == 1


# -------------------------------------------------------------------- pages


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/new/benhur",
        "/rules",
        "/rules/drill#DRL-9",
        "/learn",
        "/learn/benhur",
        "/verify",
        "/about",
        "/nowhere",
        "/match/nosuchtabl",
    ],
)
def test_a_page_is_accessible(open_page: OpenPage, base_url: str, address: str) -> None:
    me = open_page()
    me.store_keys(create_drill(base_url, ME, FRIEND, listed=True), 0)
    me.page.goto(address)
    me.page.get_by_role("heading", level=1).wait_for()
    me.page.wait_for_load_state("networkidle")
    assert_accessible(me.page)


def test_a_long_rulebook_is_accessible(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/rules/benhur")
    page.get_by_role("article").first.wait_for()
    assert axe(page, "html", rules={rule: {"enabled": False} for rule in COLOURS}) == []
    page.get_by_role("searchbox", name="Search").fill("jump")
    expect(page.get_by_role("article").filter(has_text="Our reading").first).to_be_visible()
    expect(page.get_by_text("clauses found")).to_be_visible()
    assert axe(page, "html", runOnly=COLOURS) == []
    assert_colours(page)


def test_the_invitation_links_are_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    match = create_drill(base_url, ME, FRIEND)
    me.store_keys(match, 0)
    me.page.goto(f"/invite/{match['id']}")
    expect(me.page.get_by_label("Link for White", exact=True)).to_be_visible()
    assert_accessible(me.page)


@pytest.mark.parametrize("game", ["chariot", "races", "magic", "wheelie"])
def test_the_set_up_of_a_game_is_accessible(open_page: OpenPage, game: str) -> None:
    page = open_page().page
    page.goto(f"/new/{game}")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert_accessible(page)


def test_the_welcome_of_an_invited_friend_and_the_page_of_a_spectator_are_accessible(
    open_page: OpenPage, base_url: str
) -> None:
    match = create_match(base_url, [ME, FRIEND], listed=True)
    friend, spectator = open_page().page, open_page()
    friend.goto(f"/match/{match['id']}#invitation={match['invitations']['1']}")
    expect(friend.get_by_role("button", name="Join the match")).to_be_visible()
    assert_accessible(friend)
    spectator.watch(match)
    expect(spectator.board).to_be_visible()
    assert_accessible(spectator.page)


def test_the_settings_are_accessible(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/about")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    assert_accessible(page)


def test_the_verification_results_are_accessible(open_page: OpenPage) -> None:
    match = hd.new("drill", "yard", seats=2, seed=5)
    match.play("place 30 80")
    page = open_page().page
    page.goto("/verify")
    for text, verdict in (
        (match.record(), "Moves legal so far; dice not verifiable yet"),
        (match.record(with_seed=True), "Moves legal so far; dice match the seed"),
        (match.record().replace("30 80", "31 80"), "Record NOT valid"),
    ):
        page.get_by_role("textbox", name="Record").fill(text)
        page.get_by_role("button", name="Verify", exact=True).click()
        expect(page.get_by_role("heading", name=verdict)).to_be_visible()
        assert_accessible(page, "main")


def test_a_rejected_set_up_is_accessible(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/new/drill")
    page.get_by_role("group", name="Clock").get_by_text("Custom").click()
    page.get_by_label("Seconds per decision").fill("0")
    page.get_by_label("Reserve in minutes").fill("0")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_accessible(page)


# -------------------------------------------------------------------- the table


def test_a_race_is_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    me.play(4)
    expect(me.board).to_be_visible()
    assert_accessible(me.page)


def test_every_sheet_and_the_replay_are_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    expect(me.board).to_be_visible()
    for tab in ("Log", "Chat", "Notes", "Rules", "Text view", "About"):
        me.page.get_by_role("tab", name=tab).click()
        assert_accessible(me.page)
    me.page.keyboard.press("[")
    me.page.get_by_text("You are viewing move").wait_for()
    assert_accessible(me.page)


def test_a_table_on_a_phone_is_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page(**PHONE)
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    expect(me.board).to_be_visible()
    for sheet in ("Play", "Standings", "Log", "Chat", "More"):
        me.page.get_by_role("navigation", name="Table").get_by_role("button", name=sheet).tap()
        assert_accessible(me.page)


def test_number_fields_warnings_and_refusals_are_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30")
    me.decision.locator("[data-action=shout]").get_by_role("button").click()
    assert_accessible(page, "[data-decision]")
    me.decision.get_by_role("button", name="Cancel").click()
    page.mouse.click(*me.screen_point(12000, 8000))
    expect(page.get_by_role("dialog", name="Post").get_by_role("alert")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    me.give_orders("drive 6000")
    row = me.decision.locator("[data-action=drive]")
    row.get_by_role("button").click()
    row.get_by_role("slider").fill("6000")
    expect(row.get_by_text("The post is in the way")).to_be_visible()
    assert_accessible(page, "[data-decision]")
    row.get_by_role("button", name="Cancel").click()
    me.board.get_by_role("slider", name="Drive …").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("status").filter(has_text="The post is in the way")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.mouse.click(*me.screen_point(500, 15000))
    expect(page.get_by_role("dialog", name="White's far side")).to_be_visible()
    assert_accessible(page)


def test_the_curtain_is_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, ME]), 0, 1)
    before = me.wait_ready()
    while before != "curtain":
        me.choose(me.options.first)
        before = me.wait_ready(before)
    assert_accessible(me.page)


def test_the_recap_the_rule_the_help_and_a_branch_are_accessible(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    red.give_order("place 30 80")
    red.page.get_by_text("Waiting for White").wait_for()
    red.page.goto("/about")
    white.open_link(match, 1)
    white.give_order("place 200 30")
    white.page.get_by_text("Waiting for Red").wait_for()
    red.page.goto(f"/match/{match['id']}")
    red.page.get_by_role("region", name="Since your last visit").wait_for()
    assert_accessible(red.page)
    red.page.get_by_role("log", name="Log").get_by_role("link", name="Rule DRL-2").first.click()
    expect(red.page.get_by_role("dialog", name="Rule DRL-2")).to_be_visible()
    assert_accessible(red.page, "dialog[open]")
    red.page.keyboard.press("Escape")
    red.page.keyboard.press("?")
    expect(red.page.get_by_role("dialog", name="Keyboard and symbols")).to_be_visible()
    assert_accessible(red.page, "dialog[open]")
    red.page.keyboard.press("Escape")
    red.page.keyboard.press("[")
    red.page.get_by_text("You are viewing move").wait_for()
    expect(red.page.get_by_role("button", name="Play from here")).to_have_count(0)
    alone = create_match(base_url, [ME, DRIVER])
    red.open_match(alone)
    red.play(1)
    red.page.keyboard.press("[")
    red.page.get_by_role("button", name="Play from here").click()
    red.page.get_by_text("This is a branch, not the original match.").wait_for()
    assert_accessible(red.page)


def test_the_end_of_a_match_is_accessible(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_drill(base_url), 0, 1)
    assert me.give_orders("place 110 30", "place 130 100", "drive 6000", "drive 6000") == "over"
    expect(me.page.get_by_role("region", name="Statistics by seat")).to_be_visible()
    assert_accessible(me.page)
