"""Tests of the board alone: mouse, touch and keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hippodrome.server import wire
from tests.browser.components.board_page import (
    Point,
    assert_near,
    choice,
    events,
    handle,
    piece,
    scene,
    screen_point,
    show,
    show_scene,
)
from tests.browser.components.conftest import OpenBoard

pytestmark = pytest.mark.xdist_group("board")  # with --dist=loadgroup, one worker builds the page for all

# -------------------------------------------------------------------- clicking


def lanes() -> wire.Scene:
    """Return a scene with three squares to choose, one of which has two actions, and a piece without any."""
    nodes = [
        piece("me", 1000, 4000),
        piece("low", 3000, 6000, css="target"),
        piece("left", 3000, 2000, css="target"),
        piece("on", 5000, 4000, css="target"),
        piece("rival", 5000, 4000, css="plate seat2"),
    ]
    return scene(
        nodes, [handle("low", "right"), handle("left", "left"), handle("on", "on"), handle("rival", "fight 2")]
    )


CHOICES = [
    choice("on", "Straight on"),
    choice("left", "Change lane left"),
    choice("right", "Change lane right"),
    choice("fight 2", "Fight White"),
]


def test_a_click_on_a_target_plays_its_action(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.mouse.click(*screen_point(page, 3000, 2000))
    page.get_by_role("button", name="Change lane right").click()
    assert events(page, "act") == ["left", "right"]
    assert events(page, "inspect") == []


def test_a_target_with_several_actions_opens_a_menu(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES, oddsByAction={"fight 2": "67 %"})
    spot = page.get_by_role("button", name="2 choices: Straight on; Fight White")
    spot.click()
    assert events(page, "act") == []
    expect(page.get_by_role("menuitem", name="Straight on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    spot.click()
    page.get_by_role("menuitem", name="Fight White").click()
    assert events(page, "act") == ["fight 2"]
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_menu_works_with_keys_and_closes_on_a_click_outside(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.get_by_role("button", name="2 choices").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Fight White")).to_be_focused()
    page.keyboard.press("Enter")
    assert events(page, "act") == ["fight 2"]
    page.get_by_role("button", name="2 choices").click()
    page.mouse.click(*screen_point(page, 9000, 7000))
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_click_on_something_else_reports_the_node_there(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    x, y = screen_point(page, 1000, 4000)
    page.mouse.click(x, y)
    (miss,) = events(page, "inspect")
    assert (miss["node"], miss["label"]) == ("me", "Piece me")
    assert_near((miss["x"], miss["y"]), (x, y), 1)
    page.mouse.click(*screen_point(page, 9000, 7000))
    assert events(page, "inspect")[1]["node"] == "sand"
    assert events(page, "act") == []


def test_targets_are_focused_in_reading_order_and_activated_by_keys(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    names = []
    for _ in range(3):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert names == ["Change lane left", "2 choices: Straight on; Fight White", "Change lane right"]
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="Change lane left")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="2 choices")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert events(page, "act") == ["left"]


def test_hover_and_focus_show_the_choice_and_its_odds(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES, oddsByAction={"left": "67 %"})
    page.mouse.move(*screen_point(page, 3000, 2000))
    callout = page.locator(".callout")
    expect(callout).to_contain_text("Change lane left")
    expect(callout).to_contain_text("67 %")
    page.mouse.move(*screen_point(page, 9000, 7000))
    expect(callout).not_to_contain_text("Change lane left")
    page.get_by_role("button", name="Change lane right").focus()
    expect(callout).to_contain_text("Change lane right")
    assert events(page, "hover")[-3:] == ["left", None, "right"]


def test_a_resting_pointer_shows_a_tooltip(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.mouse.move(*screen_point(page, 1000, 4000))
    expect(page.locator(".callout")).to_have_text("Piece me")


def test_an_option_hovered_in_the_list_is_highlighted_on_the_board(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES, highlighted="left")
    expect(page.locator(".spot.highlighted")).to_have_attribute("aria-label", "Change lane left")


# -------------------------------------------------------------------- pan and zoom


def test_dragging_the_ground_pans_and_does_not_click(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    page.keyboard.press("+")
    x, y = screen_point(page, 6000, 5500)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.move(x + 60, y + 20)
    page.mouse.up()
    assert_near(screen_point(page, 6000, 5500), (x + 60, y + 20))
    assert events(page, "inspect") == []
    assert events(page, "act") == []


def test_the_wheel_zooms_about_the_pointer_and_the_board_is_redrawn_at_the_new_scale(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    x, y = screen_point(page, 6000, 4000)
    before = screen_point(page, 7000, 4000)[0] - x
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_function("() => document.querySelector('.stage').getBoundingClientRect().width > 1500")
    assert_near(screen_point(page, 6000, 4000), (x, y), 2)
    assert screen_point(page, 7000, 4000)[0] - x > 1.5 * before
    page.wait_for_function("() => new DOMMatrix(document.querySelector('.stage').style.transform).a === 1")


def test_keys_and_buttons_zoom_pan_and_fit_and_a_new_frame_keeps_the_view(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    fitted = screen_point(page, 0, 0)
    board = page.get_by_role("group", name="Board", exact=True)
    board.focus()
    page.keyboard.press("+")
    page.get_by_role("button", name="Zoom in").click()
    board.focus()
    zoomed = screen_point(page, 0, 0)
    page.keyboard.press("ArrowRight")
    assert_near(screen_point(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    show(page, scene=scene([piece("me", 2000, 4000)]), resetKey=2)
    assert_near(screen_point(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    page.keyboard.press("0")
    assert_near(screen_point(page, 0, 0), fitted)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Show the whole board").click()
    assert_near(screen_point(page, 0, 0), fitted)
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()


def test_a_double_click_shows_the_whole_board(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    fitted = screen_point(page, 0, 0)
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.dblclick(*screen_point(page, 9000, 6500))
    assert_near(screen_point(page, 0, 0), fitted)


def test_the_board_cannot_be_panned_out_of_sight(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    page.keyboard.press("+")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    right, bottom = screen_point(page, 12000, 8000)
    assert right >= 1000 - 33
    assert bottom >= 720 - 33


def test_a_focused_target_is_brought_into_view(page: Page) -> None:
    show_scene(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    for _ in range(8):
        page.keyboard.press("+")
    page.keyboard.press("Tab")
    x, y = screen_point(page, 3000, 2000)
    assert 0 < x < 1000
    assert 0 < y < 720


def test_on_a_phone_the_board_fills_the_width_and_follows_the_window_size(open_board: OpenBoard) -> None:
    page = open_board(390, 500)
    show_scene(page, lanes(), choices=CHOICES)
    assert_near(screen_point(page, 0, 0), (0, screen_point(page, 0, 0)[1]))
    assert_near(screen_point(page, 12000, 0), (390, screen_point(page, 0, 0)[1]))
    page.set_viewport_size({"width": 500, "height": 390})
    page.wait_for_function("() => document.querySelector('.stage').offsetWidth === 500")


def test_touch_gestures_tap_pan_pinch_and_long_press(open_board: OpenBoard) -> None:
    page = open_board(390, 500, has_touch=True, is_mobile=True)
    show_scene(page, lanes(), choices=CHOICES)
    page.touchscreen.tap(*screen_point(page, 3000, 2000))
    assert events(page, "act") == ["left"]
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)
        ]})  # fmt: skip

    width = "document.querySelector('.stage').getBoundingClientRect().width"
    before = page.evaluate(width)
    touch("touchStart", (150, 250))
    touch("touchStart", (150, 250), (250, 250))
    touch("touchMove", (120, 250), (280, 250))
    touch("touchMove", (100, 250), (300, 250))
    touch("touchEnd")
    page.wait_for_function(f"before => {width} > 1.8 * before", arg=before)
    x, y = screen_point(page, 6000, 4000)
    touch("touchStart", (200, 300))
    touch("touchMove", (180, 300))
    touch("touchMove", (170, 310))
    touch("touchEnd")
    assert_near(screen_point(page, 6000, 4000), (x - 30, y + 10), 3)
    touch("touchStart", screen_point(page, 1000 + 3000, 4000))
    expect(page.locator(".callout")).to_have_text("Sand")
    touch("touchEnd")
    assert events(page, "act") == ["left"]
    assert events(page, "inspect") == []
