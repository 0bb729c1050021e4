"""Whole races in a real browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, set_up


def test_a_race_is_set_up_and_played_to_the_end_by_mouse(person: Open) -> None:
    me = person()
    page = me.page
    page.goto("/")
    page.get_by_role("link", name="Set up a table of Ben-Hur").click()
    page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    page.get_by_role("group", name="Laps").get_by_text("1", exact=True).click()
    page.get_by_role("textbox", name="Your name, as Red").fill("Judah")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/match/"))
    assert me.click_through() > 10
    me.over()
    expect(page.get_by_text("Judah").first).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    me.ready()
    assert me.moves() < 20


def test_a_race_is_played_to_the_end_by_keyboard_and_accessible_names_alone(person: Open) -> None:
    me = person()
    page = me.page
    page.goto("/")
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play Ben-Hur now":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/match/"))
    before, used = "", set()
    for number in range(1500):
        before = me.ready(before)
        if before == "over":
            break
        names = page.evaluate(
            """() => [...document.querySelectorAll("[data-decision] [data-action] button")].map((button) =>
                [document.getElementById(button.getAttribute("aria-labelledby"))?.textContent.trim(),
                 (button.getAttribute("aria-keyshortcuts") ?? "").split(" ")[0]])"""
        )
        assert all(name and key for name, key in names)
        name, key = names[number % len(names)]
        used.add(name)
        if number % 3:
            page.keyboard.press(key)
        else:
            page.get_by_role("button", name=name, exact=True).first.focus()
            page.keyboard.press("Enter")
        sure = page.get_by_role("button", name="Do it")
        if sure.count() and me.decision.get_attribute("data-turn") == before:
            page.keyboard.press("Enter")
    assert before == "over"
    me.over()
    assert len(used) > 3


def test_enter_takes_the_default_and_focus_stays_with_the_choices(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER], seed=4), 0)
    before = ""
    for _ in range(6):
        before = me.ready(before)
        expect(me.options.first).to_be_focused()
        me.page.keyboard.press("Enter")
    me.ready(before)


def test_a_race_can_be_played_on_a_phone(person: Open, base_url: str) -> None:
    me = person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    me.sit(set_up(base_url, [ME, DRIVER], seed=9), 0)
    before = ""
    for _ in range(12):
        before = me.ready(before)
        if before == "over":
            break
        option = me.options.first
        expect(option).to_be_in_viewport(ratio=0.9)
        option.tap()
        me.do_it(before)
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_text_at_twice_its_size_loses_nothing(person: Open, base_url: str) -> None:
    me = person(viewport={"width": 1280, "height": 900})
    me.sit(set_up(base_url, [ME, DRIVER], seed=9), 0)
    me.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    me.ready()
    me.options.first.scroll_into_view_if_needed()
    expect(me.options.first).to_be_in_viewport()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_moves_glide_and_any_key_skips_to_the_present(person: Open, base_url: str) -> None:
    me = person(pace="slow")
    me.sit(set_up(base_url, [ME, DRIVER], seed=9), 0)
    before = me.ready()
    me.options.first.click()
    me.page.keyboard.press("Shift")
    assert me.ready(before)


def test_someone_who_wants_no_motion_sees_none(person: Open, base_url: str) -> None:
    me = person(pace="usual", reduced_motion="reduce")
    me.sit(set_up(base_url, [ME, DRIVER], seed=9), 0)
    me.page.evaluate("window.travelled = []")
    me.page.evaluate(
        """() => {
          const look = () => {
            for (const one of document.getAnimations())
              for (const key of one.effect.getKeyframes())
                if ("transform" in key || "translate" in key || "left" in key) window.travelled.push(JSON.stringify(key));
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    before = ""
    for _ in range(8):
        before = me.ready(before)
        me.options.first.click()
    assert me.page.evaluate("window.travelled") == []
