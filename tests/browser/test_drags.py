"""Numbers that are set by hand, in the drill yard: dragged on the board, turned by keys, typed beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.table import Seated, tab_to, yard

PLACE_X, PLACE_Y = "Start at … by … inches: x", "Start at … by … inches: y"
DRIVE, WHEEL = "Drive …", "Wheel …"


@pytest.fixture
def me(person: Open, base_url: str) -> Seated:
    """Somebody who plays both chariots at one screen."""
    both = person()
    both.sit(yard(base_url), 0, 1)
    both.ready()
    expect(both.board).to_be_visible()
    return both


def knob(me: Seated, name: str) -> Locator:
    return me.board.get_by_role("slider", name=name, exact=True)


def drag(me: Seated, start: tuple[float, float], *points: tuple[int, int]) -> None:
    """Press there and move over points of the scene, without letting go."""
    me.page.mouse.move(*start)
    me.page.mouse.down()
    for x, y in points:
        me.page.mouse.move(*me.at(x, y))


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ghost(me: Seated, seat: int) -> Locator:
    return me.page.locator(f".ghosts [id$='ghost-chariot-{seat}']")


def piece(me: Seated, words: str) -> Locator:
    return me.page.get_by_role("img", name=words)


def confirm(me: Seated) -> None:
    before = me.now() or ""
    me.page.get_by_role("button", name="Confirm").click()
    me.ready(before)


def start(me: Seated) -> None:
    """Red in the middle of the left side, White in the upper right."""
    me.command("place 30 80", "place 200 30")


# -------------------------------------------------------------------- by mouse


def test_a_point_is_dragged_with_its_ghost(me: Seated) -> None:
    drag(me, me.at(8000, 4000), (5000, 6000), (3000, 8000))
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(3000 8000)")
    me.page.mouse.up()
    assert me.moves() == 0
    confirm(me)
    expect(piece(me, "Red at 3 by 8 inches")).to_be_visible()
    expect(ghost(me, 0)).to_have_count(0)


def test_a_ruler_is_dragged_and_refused_where_something_is_in_the_way(me: Seated) -> None:
    start(me)
    drag(me, middle(knob(me, DRIVE)), (6000, 8000), (9000, 8000))
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(9000 8000)")
    me.page.mouse.up()
    confirm(me)
    drag(me, middle(knob(me, DRIVE)), (12000, 8000), (15000, 8000))
    status = me.page.get_by_role("status").filter(has_text="The post is in the way")
    expect(status).to_contain_text("in this direction you can drive up to 2 inches")
    expect(ghost(me, 0)).to_have_count(0)
    me.page.mouse.up()
    expect(me.page.get_by_role("button", name="Confirm")).to_be_disabled()
    status.get_by_role("button", name="DRL-7").click()
    expect(me.page.get_by_role("dialog", name="Rule DRL-7")).to_be_visible()
    me.page.keyboard.press("Escape")
    drag(me, middle(knob(me, DRIVE)), (12000, 8000), (10400, 8000))
    me.page.mouse.up()
    expect(me.page.get_by_text("Drive 1.4 inches").first).to_be_visible()
    confirm(me)
    expect(piece(me, "Red at 10.4 by 8 inches")).to_be_visible()


def test_an_arc_is_dragged_about_the_chariot(me: Seated) -> None:
    start(me)
    drag(me, middle(knob(me, WHEEL)), (6000, 10000), (6000, 11000))
    expect(knob(me, WHEEL)).to_have_attribute("aria-valuenow", "450")
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(3000 8000) rotate(45)")
    me.page.mouse.up()
    confirm(me)
    expect(piece(me, "Red at 3 by 8 inches, facing 45 degrees")).to_be_visible()


# -------------------------------------------------------------------- by keys


def press(me: Seated, slider: Locator, keys: list[tuple[str, int]]) -> None:
    for key, value in keys:
        me.page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(value))


def test_points_rulers_and_arcs_are_set_by_keys_alone(me: Seated) -> None:
    page = me.page
    tab_to(page, knob(me, PLACE_X), "Shift+Tab")
    press(me, knob(me, PLACE_X), [("Home", 10), ("Shift+ArrowRight", 20), ("ArrowRight", 21), ("ArrowLeft", 20)])
    tab_to(page, knob(me, PLACE_Y))
    press(me, knob(me, PLACE_Y), [("Home", 10), ("Shift+ArrowDown", 20), ("ArrowDown", 21), ("ArrowUp", 20)])
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(2000 2000)")
    expect(knob(me, PLACE_Y)).to_have_attribute("aria-valuetext", "Start at 2 by 2 inches")
    page.keyboard.press("Enter")
    expect(piece(me, "Red at 2 by 2 inches")).to_be_visible()
    me.command("place 200 30")
    tab_to(page, knob(me, DRIVE), "Shift+Tab")
    press(me, knob(me, DRIVE), [("End", 6000), ("ArrowLeft", 5900)])
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(7900 2000)")
    page.keyboard.press("Enter")
    expect(piece(me, "Red at 7.9 by 2 inches")).to_be_visible()
    tab_to(page, knob(me, WHEEL), "Shift+Tab")
    press(me, knob(me, WHEEL), [("Home", -900), ("ArrowRight", -850)])
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(7900 2000) rotate(275)")
    page.keyboard.press("Enter")
    expect(piece(me, "Red at 7.9 by 2 inches, facing 275 degrees")).to_be_visible()


def test_what_is_refused_is_said_and_not_done_by_enter(me: Seated) -> None:
    start(me)
    me.command("drive 6000")
    tab_to(me.page, knob(me, DRIVE), "Shift+Tab")
    press(me, knob(me, DRIVE), [("End", 6000)])
    expect(me.page.get_by_role("status").filter(has_text="The post is in the way")).to_be_visible()
    me.page.keyboard.press("Enter")
    expect(knob(me, DRIVE)).to_be_focused()
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("button", name="Confirm")).to_have_count(0)
    me.command("drive 1000")
    assert me.moves() == 4
    expect(piece(me, "Red at 10 by 8 inches")).to_be_visible()


# -------------------------------------------------------------------- beside the board


def test_a_number_typed_beside_the_board_shows_its_ghost_and_its_refusal(me: Seated) -> None:
    start(me)
    before = me.command("drive 6000")
    row = me.decision.locator("[data-action=drive]")
    row.get_by_role("button").click()
    row.get_by_role("spinbutton").fill("1.5")
    row.get_by_role("spinbutton").blur()
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(10500 8000)")
    row.get_by_role("slider").fill("6000")
    expect(row.get_by_text("The post is in the way")).to_be_visible()
    expect(row.get_by_role("link", name="Rule DRL-7")).to_be_visible()
    expect(row.get_by_role("button", name="Do it")).to_be_disabled()
    row.get_by_role("slider").press("Enter")
    row.get_by_role("button", name="Not yet").click()
    expect(ghost(me, 0)).to_have_count(0)
    assert me.now() == before
    me.command("drive 1000")
    expect(piece(me, "Red at 10 by 8 inches")).to_be_visible()


# -------------------------------------------------------------------- taking back


def by_key(me: Seated) -> None:
    me.page.keyboard.press("u")


def by_button(me: Seated) -> None:
    me.page.get_by_role("button", name="Take back").click()


@pytest.mark.parametrize("take_back", [by_key, by_button])
def test_a_choice_is_taken_back_until_a_die_falls(me: Seated, take_back: Callable[[Seated], None]) -> None:
    start(me)
    before = me.command("drive 2000")
    expect(piece(me, "Red at 5 by 8 inches")).to_be_visible()
    assert me.moves() == 3
    take_back(me)
    before = me.ready(before)
    expect(piece(me, "Red at 3 by 8 inches")).to_be_visible()
    assert me.moves() == 2
    assert me.latest["undone"]
    me.choose(me.decision.locator("[data-action=shout]").get_by_role("button"))
    before = me.ready(before)
    expect(me.decision.get_by_text("A die has fallen since")).to_be_visible()
    expect(me.page.get_by_role("button", name="Take back")).to_have_count(0)
    me.page.keyboard.press("u")
    assert me.now() == before
    assert me.moves() == 3


def test_what_was_taken_back_is_gone_from_the_log(me: Seated) -> None:
    start(me)
    log = me.page.get_by_role("log", name="Log")
    before = me.command("drive 2000")
    expect(log).to_contain_text("2 inches")
    by_key(me)
    before = me.ready(before)
    expect(log).not_to_contain_text("2 inches")
    me.command("drive 3000")
    expect(log).to_contain_text("3 inches")
