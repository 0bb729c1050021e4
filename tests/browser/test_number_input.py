"""Number input in the drill yard: dragged on the board, set with keys, typed beside the board; and undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import TablePage, create_drill, tab_to

PLACE_X, PLACE_Y = "Start at … by … inches: x", "Start at … by … inches: y"
DRIVE, WHEEL = "Drive …", "Wheel …"


@pytest.fixture
def me(open_page: OpenPage, base_url: str) -> TablePage:
    """Open a drill with both chariots at one screen."""
    table = open_page()
    table.open_match(create_drill(base_url), 0, 1)
    table.wait_ready()
    expect(table.board).to_be_visible()
    return table


def knob(me: TablePage, name: str) -> Locator:
    """Return the knob of a dial on the board."""
    return me.board.get_by_role("slider", name=name, exact=True)


def drag(me: TablePage, start: tuple[float, float], *points: tuple[int, int]) -> None:
    """Press at a point of the screen and move over points of the scene, without releasing."""
    me.page.mouse.move(*start)
    me.page.mouse.down()
    for x, y in points:
        me.page.mouse.move(*me.screen_point(x, y))


def centre(element: Locator) -> tuple[float, float]:
    """Return the centre of an element on the screen."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ghost(me: TablePage, seat: int) -> Locator:
    """Return the preview of a seat's chariot."""
    return me.page.locator(f".ghosts [id$='ghost-chariot-{seat}']")


def piece(me: TablePage, label: str) -> Locator:
    """Return the piece with a label."""
    return me.page.get_by_role("img", name=label)


def confirm(me: TablePage) -> None:
    """Confirm the value set on the board."""
    before = me.state() or ""
    me.page.get_by_role("button", name="Confirm").click()
    me.wait_ready(before)


def deploy(me: TablePage) -> None:
    """Place Red in the middle of the left side and White in the upper right."""
    me.give_orders("place 30 80", "place 200 30")


# -------------------------------------------------------------------- by mouse


def test_a_point_is_dragged_with_its_preview(me: TablePage) -> None:
    drag(me, me.screen_point(8000, 4000), (5000, 6000), (3000, 8000))
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(3000 8000)")
    me.page.mouse.up()
    assert me.move_count() == 0
    confirm(me)
    expect(piece(me, "Red at 3 by 8 inches")).to_be_visible()
    expect(ghost(me, 0)).to_have_count(0)


def test_a_ruler_is_dragged_and_refused_where_the_way_is_blocked(me: TablePage) -> None:
    deploy(me)
    drag(me, centre(knob(me, DRIVE)), (6000, 8000), (9000, 8000))
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(9000 8000)")
    me.page.mouse.up()
    confirm(me)
    drag(me, centre(knob(me, DRIVE)), (12000, 8000), (15000, 8000))
    status = me.page.get_by_role("status").filter(has_text="The post is in the way")
    expect(status).to_contain_text("in this direction you can drive up to 2 inches")
    expect(ghost(me, 0)).to_have_count(0)
    me.page.mouse.up()
    expect(me.page.get_by_role("button", name="Confirm")).to_be_disabled()
    status.get_by_role("button", name="DRL-7").click()
    expect(me.page.get_by_role("dialog", name="Rule DRL-7")).to_be_visible()
    me.page.keyboard.press("Escape")
    drag(me, centre(knob(me, DRIVE)), (12000, 8000), (10400, 8000))
    me.page.mouse.up()
    expect(me.page.get_by_text("Drive 1.4 inches").first).to_be_visible()
    confirm(me)
    expect(piece(me, "Red at 10.4 by 8 inches")).to_be_visible()


def test_an_arc_is_dragged_about_the_chariot(me: TablePage) -> None:
    deploy(me)
    drag(me, centre(knob(me, WHEEL)), (6000, 10000), (6000, 11000))
    expect(knob(me, WHEEL)).to_have_attribute("aria-valuenow", "450")
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(3000 8000) rotate(45)")
    me.page.mouse.up()
    confirm(me)
    expect(piece(me, "Red at 3 by 8 inches, facing 45 degrees")).to_be_visible()


# -------------------------------------------------------------------- by keys


def press(me: TablePage, slider: Locator, keys: list[tuple[str, int]]) -> None:
    """Press keys and assert the value of the slider after each."""
    for key, value in keys:
        me.page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(value))


def test_points_rulers_and_arcs_are_set_with_the_keyboard(me: TablePage) -> None:
    page = me.page
    tab_to(page, knob(me, PLACE_X), "Shift+Tab")
    press(me, knob(me, PLACE_X), [("Home", 10), ("Shift+ArrowRight", 20), ("ArrowRight", 21), ("ArrowLeft", 20)])
    tab_to(page, knob(me, PLACE_Y))
    press(me, knob(me, PLACE_Y), [("Home", 10), ("Shift+ArrowDown", 20), ("ArrowDown", 21), ("ArrowUp", 20)])
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(2000 2000)")
    expect(knob(me, PLACE_Y)).to_have_attribute("aria-valuetext", "Start at 2 by 2 inches")
    page.keyboard.press("Enter")
    expect(piece(me, "Red at 2 by 2 inches")).to_be_visible()
    me.give_orders("place 200 30")
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


def test_enter_does_not_play_a_refused_value(me: TablePage) -> None:
    deploy(me)
    me.give_orders("drive 6000")
    tab_to(me.page, knob(me, DRIVE), "Shift+Tab")
    press(me, knob(me, DRIVE), [("End", 6000)])
    expect(me.page.get_by_role("status").filter(has_text="The post is in the way")).to_be_visible()
    me.page.keyboard.press("Enter")
    expect(knob(me, DRIVE)).to_be_focused()
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("button", name="Confirm")).to_have_count(0)
    me.give_orders("drive 1000")
    assert me.move_count() == 4
    expect(piece(me, "Red at 10 by 8 inches")).to_be_visible()


# -------------------------------------------------------------------- beside the board


def test_a_number_typed_beside_the_board_shows_its_preview_or_its_refusal(me: TablePage) -> None:
    deploy(me)
    before = me.give_orders("drive 6000")
    row = me.decision.locator("[data-action=drive]")
    row.get_by_role("button").click()
    row.get_by_role("spinbutton").fill("1.5")
    row.get_by_role("spinbutton").blur()
    expect(ghost(me, 0)).to_have_attribute("transform", "translate(10500 8000)")
    row.get_by_role("slider").fill("6000")
    expect(row.get_by_text("The post is in the way")).to_be_visible()
    expect(row.get_by_role("link", name="Rule DRL-7")).to_be_visible()
    expect(row.get_by_role("button", name="Confirm")).to_be_disabled()
    row.get_by_role("slider").press("Enter")
    row.get_by_role("button", name="Cancel").click()
    expect(ghost(me, 0)).to_have_count(0)
    assert me.state() == before
    me.give_orders("drive 1000")
    expect(piece(me, "Red at 10 by 8 inches")).to_be_visible()


# -------------------------------------------------------------------- undo


def undo_by_key(me: TablePage) -> None:
    """Undo with the shortcut."""
    me.page.keyboard.press("u")


def undo_by_button(me: TablePage) -> None:
    """Undo with the button."""
    me.page.get_by_role("button", name="Undo").click()


@pytest.mark.parametrize("undo", [undo_by_key, undo_by_button])
def test_a_choice_can_be_undone_until_dice_are_rolled(me: TablePage, undo: Callable[[TablePage], None]) -> None:
    deploy(me)
    before = me.give_orders("drive 2000")
    expect(piece(me, "Red at 5 by 8 inches")).to_be_visible()
    assert me.move_count() == 3
    undo(me)
    before = me.wait_ready(before)
    expect(piece(me, "Red at 3 by 8 inches")).to_be_visible()
    assert me.move_count() == 2
    assert me.latest["undone"]
    me.choose(me.decision.locator("[data-action=shout]").get_by_role("button"))
    before = me.wait_ready(before)
    expect(me.decision.get_by_text(me.latest["undo"])).to_be_visible()
    expect(me.page.get_by_role("button", name="Undo")).to_have_count(0)
    me.page.keyboard.press("u")
    assert me.state() == before
    assert me.move_count() == 3


def test_an_undone_move_disappears_from_the_log(me: TablePage) -> None:
    deploy(me)
    log = me.page.get_by_role("log", name="Log")
    before = me.give_orders("drive 2000")
    expect(log).to_contain_text("2 inches")
    undo_by_key(me)
    before = me.wait_ready(before)
    expect(log).not_to_contain_text("2 inches")
    me.give_orders("drive 3000")
    expect(log).to_contain_text("3 inches")
