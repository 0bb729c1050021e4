"""axe finds nothing serious in any state of any page, in any theme."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

import hippodrome as hd
from tests.browser.conftest import Open
from tests.browser.table import DRIVER, FRIEND, ME, PHONE, set_up, yard

COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that look at colours. A theme changes nothing else: the others need to be asked only once."""

MEDIA: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}


def axe(page: Page, context: str, **options: Any) -> list[str]:
    """What axe calls serious or critical in a part of the page as it stands."""
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    asked = [context, {"resultTypes": ["violations"], **options}]
    found = page.evaluate("([context, options]) => axe.run(context, options)", asked)
    assert found["testEngine"]["name"] == "axe-core"
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def wear(page: Page, theme: str) -> None:
    """Have the system wish for a theme."""
    page.emulate_media(**MEDIA[theme])
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def colours(page: Page, context: str = "html") -> None:
    """Nothing serious about colours in the dark and in the high-contrast theme."""
    for theme in ("dark", "contrast"):
        wear(page, theme)
        assert axe(page, context, runOnly=COLOURS) == []
    wear(page, "light")


def accessible(page: Page, context: str = "html") -> None:
    """Nothing serious in any theme."""
    assert axe(page, context) == []
    colours(page, context)


def test_axe_finds_a_button_without_a_name_and_pale_letters_in_any_theme(person: Open) -> None:
    page = person().page
    page.goto("/about")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    for theme, pale in (("light", "#bbb"), ("dark", "#555")):
        wear(page, theme)
        page.evaluate("(pale) => document.querySelector('h1').style.setProperty('color', pale)", pale)
        assert {text.partition(":")[0] for text in axe(page, "html")} == {"button-name", "color-contrast"}
        assert len(axe(page, "html", runOnly=COLOURS)) == 1


# -------------------------------------------------------------------- pages


@pytest.mark.parametrize(
    "address",
    ["/", "/new/benhur", "/rules", "/rules/drill#DRL-9", "/verify", "/about", "/nowhere", "/match/nosuchtabl"],
)
def test_a_page_is_accessible(person: Open, base_url: str, address: str) -> None:
    me = person()
    me.hold(yard(base_url, ME, FRIEND, listed=True), 0)
    me.page.goto(address)
    me.page.get_by_role("heading", level=1).wait_for()
    me.page.wait_for_load_state("networkidle")
    accessible(me.page)


def test_a_long_rulebook_is_accessible(person: Open) -> None:
    page = person().page
    page.goto("/rules/benhur")
    page.get_by_role("article").first.wait_for()
    assert axe(page, "html", rules={rule: {"enabled": False} for rule in COLOURS}) == []
    page.get_by_role("searchbox", name="Search").fill("jump")
    expect(page.get_by_role("article").filter(has_text="Our reading").first).to_be_visible()
    expect(page.get_by_text("clauses found")).to_be_visible()
    assert axe(page, "html", runOnly=COLOURS) == []
    colours(page)


def test_the_links_for_friends_are_accessible(person: Open, base_url: str) -> None:
    me = person()
    made = yard(base_url, ME, FRIEND)
    me.hold(made, 0)
    me.page.goto(f"/invite/{made['id']}")
    expect(me.page.get_by_label("Link for White", exact=True)).to_be_visible()
    accessible(me.page)


def test_the_settings_are_accessible(person: Open) -> None:
    page = person().page
    page.goto("/about")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    accessible(page)


def test_the_verdicts_on_records_are_accessible(person: Open) -> None:
    match = hd.new("drill", "yard", seats=2, seed=5)
    match.play("place 30 80")
    page = person().page
    page.goto("/verify")
    for text, verdict in (
        (match.record(), "Verified"),
        (match.record().replace("30 80", "31 80"), "Verification failed"),
    ):
        page.get_by_role("textbox", name="Record").fill(text)
        page.get_by_role("button", name="Verify", exact=True).click()
        expect(page.get_by_role("heading", name=verdict)).to_be_visible()
        accessible(page, "main")


def test_what_the_server_will_not_have_is_accessible(person: Open) -> None:
    page = person().page
    page.goto("/new/drill")
    page.get_by_role("group", name="Clock").get_by_text("Custom").click()
    page.get_by_label("Seconds per decision").fill("0")
    page.get_by_label("Reserve in minutes").fill("0")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_be_visible()
    accessible(page)


# -------------------------------------------------------------------- the table


def test_a_race_is_accessible(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER]))
    me.play(4)
    expect(me.board).to_be_visible()
    accessible(me.page)


def test_every_sheet_and_the_past_are_accessible(person: Open, base_url: str) -> None:
    me = person()
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    expect(me.board).to_be_visible()
    for tab in ("Log", "Talk", "Notes", "Rules", "In words", "About"):
        me.page.get_by_role("tab", name=tab).click()
        accessible(me.page)
    me.page.keyboard.press("[")
    me.page.get_by_text("You are looking at move").wait_for()
    accessible(me.page)


def test_a_table_on_a_phone_is_accessible(person: Open, base_url: str) -> None:
    me = person(**PHONE)
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    expect(me.board).to_be_visible()
    for sheet in ("Play", "Rosters", "Log", "Talk", "More"):
        me.page.get_by_role("navigation", name="At the table").get_by_role("button", name=sheet).tap()
        accessible(me.page)


def test_numbers_warnings_and_refusals_are_accessible(person: Open, base_url: str) -> None:
    me = person()
    page = me.page
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30")
    me.decision.locator("[data-action=shout]").get_by_role("button").click()
    accessible(page, "[data-decision]")
    me.decision.get_by_role("button", name="Not yet").click()
    me.command("drive 6000")
    row = me.decision.locator("[data-action=drive]")
    row.get_by_role("button").click()
    row.get_by_role("slider").fill("6000")
    expect(row.get_by_text("The post is in the way")).to_be_visible()
    accessible(page, "[data-decision]")
    row.get_by_role("button", name="Not yet").click()
    me.board.get_by_role("slider", name="Drive …").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("status").filter(has_text="The post is in the way")).to_be_visible()
    accessible(page)
    page.keyboard.press("Escape")
    page.mouse.click(*me.at(500, 15000))
    expect(page.get_by_role("alert")).to_be_visible()
    accessible(page)


def test_the_curtain_is_accessible(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, ME]), 0, 1)
    before = me.ready()
    while before != "curtain":
        me.choose(me.options.first)
        before = me.ready(before)
    accessible(me.page)


def test_the_recap_the_branch_and_the_rule_are_accessible(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    red.order("place 30 80")
    red.page.get_by_text("Waiting for White").wait_for()
    red.page.goto("/about")
    white.join(made, 1)
    white.order("place 200 30")
    white.page.get_by_text("Waiting for Red").wait_for()
    red.page.goto(f"/match/{made['id']}")
    red.page.get_by_role("region", name="Since your last visit").wait_for()
    accessible(red.page)
    red.page.get_by_role("log", name="Log").get_by_role("link", name="Rule DRL-2").first.click()
    expect(red.page.get_by_role("dialog", name="Rule DRL-2")).to_be_visible()
    accessible(red.page, "dialog[open]")
    red.page.keyboard.press("Escape")
    red.page.keyboard.press("?")
    expect(red.page.get_by_role("dialog", name="Keys and signs")).to_be_visible()
    accessible(red.page, "dialog[open]")
    red.page.keyboard.press("Escape")
    red.page.keyboard.press("[")
    red.page.get_by_role("button", name="Play on from here").click()
    red.page.get_by_text("Branch: not the real match.").wait_for()
    accessible(red.page)


def test_the_end_is_accessible(person: Open, base_url: str) -> None:
    me = person()
    me.sit(yard(base_url), 0, 1)
    assert me.command("place 110 30", "place 130 100", "drive 6000", "drive 6000") == "over"
    expect(me.page.get_by_role("region", name="Figures by seat")).to_be_visible()
    accessible(me.page)
