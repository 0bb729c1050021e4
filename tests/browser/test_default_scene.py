"""A game without a drawing of its own, played on the default scene."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import ME, create_match


def test_a_whole_match_is_played_with_the_buttons_of_the_default_scene(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    rival = {"person": False, "level": "recruit"}
    me.open_match(create_match(base_url, [ME, rival], game="pig", scenario="blind", options={"goal": 20}))
    state = me.wait_ready()
    expect(me.board).to_contain_text("Turn 1, Goal 20, Points 0")
    me.targets.and_(me.page.get_by_role("button", name="Call 3")).click()
    while (state := me.wait_ready(state)) != "over":
        me.targets.and_(me.page.get_by_role("button", name="Roll")).click()
    expect(me.places).to_be_visible()
