"""axe finds nothing serious on any page, in any theme."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, Seated, set_up

THEMES = ("light", "dark", "contrast")


def troubles(me: Seated) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    me.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    found: list[dict[str, Any]] = Axe().run(me.page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def themed(me: Seated, theme: str) -> None:
    me.page.context.add_init_script(
        f"localStorage.setItem('hippodrome.settings', JSON.stringify({{pace: 'none', theme: '{theme}'}}))"
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("address", ["/", "/new/benhur", "/rules", "/rules/benhur", "/verify", "/about", "/nowhere"])
def test_a_page_is_accessible(person: Open, theme: str, address: str) -> None:
    me = person()
    themed(me, theme)
    me.page.goto(address)
    me.page.get_by_role("heading", level=1).wait_for()
    me.page.wait_for_load_state("networkidle")
    assert troubles(me) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_is_accessible_in_play_and_at_its_end(person: Open, base_url: str, theme: str) -> None:
    me = person()
    themed(me, theme)
    me.sit(set_up(base_url, [ME, DRIVER], seed=3), 0)
    me.ready()
    assert troubles(me) == []
    for tab in ("Talk", "Notes", "Rules", "In words", "About", "Log"):
        me.page.get_by_role("tab", name=tab).click()
        assert troubles(me) == []
    me.page.keyboard.press("[")
    me.page.get_by_text("You are looking at move").wait_for()
    assert troubles(me) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_on_a_phone_is_accessible(person: Open, base_url: str, theme: str) -> None:
    me = person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    themed(me, theme)
    me.sit(set_up(base_url, [ME, DRIVER], seed=3), 0)
    me.ready()
    assert troubles(me) == []


def test_the_end_and_the_curtain_are_accessible(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, ME], seed=3), 0, 1)
    for _ in range(40):
        if me.ready() == "curtain":
            break
        me.options.first.click()
    assert troubles(me) == []


def test_the_board_in_words_follows_the_race(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER], seed=3), 0)
    me.ready()
    me.page.get_by_role("tab", name="In words").click()
    first = me.page.get_by_role("tabpanel").inner_text()
    assert "Red" in first
    before = me.ready()
    me.options.first.click()
    me.ready(before)
    assert me.page.get_by_role("tabpanel").inner_text() != first
    assert me.page.locator("[aria-live=polite]").count() > 0
