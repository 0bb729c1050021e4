"""A board on its own: what pointers, fingers and keys do on it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from hippodrome.server import wire
from tests.browser.components.board import (
    Point,
    assert_near,
    choice,
    handle,
    piece,
    place,
    present,
    said,
    scene,
    show,
)
from tests.browser.components.conftest import Open

# -------------------------------------------------------------------- clicking


def lanes() -> wire.Scene:
    """Three squares to go to, one of them with two meanings, and a piece that is none."""
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


def test_a_click_on_a_target_acts(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.mouse.click(*place(page, 3000, 2000))
    page.get_by_role("button", name="Change lane right").click()
    assert said(page, "act") == ["left", "right"]
    assert said(page, "refuse") == []


def test_a_target_with_several_meanings_asks_which(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, chances={"fight 2": "67 %"})
    spot = page.get_by_role("button", name="2 choices: Straight on; Fight White")
    spot.click()
    assert said(page, "act") == []
    expect(page.get_by_role("menuitem", name="Straight on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    spot.click()
    page.get_by_role("menuitem", name="Fight White").click()
    assert said(page, "act") == ["fight 2"]
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_menu_is_used_by_keys_and_closed_by_a_click_elsewhere(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("button", name="2 choices").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Fight White")).to_be_focused()
    page.keyboard.press("Enter")
    assert said(page, "act") == ["fight 2"]
    page.get_by_role("button", name="2 choices").click()
    page.mouse.click(*place(page, 9000, 7000))
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_click_on_something_else_is_answered_with_what_lies_there(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    x, y = place(page, 1000, 4000)
    page.mouse.click(x, y)
    (missed,) = said(page, "refuse")
    assert (missed["node"], missed["label"]) == ("me", "Piece me")
    assert_near((missed["x"], missed["y"]), (x, y), 1)
    page.mouse.click(*place(page, 9000, 7000))
    assert said(page, "refuse")[1]["node"] == "sand"
    assert said(page, "act") == []


def test_targets_come_in_reading_order_and_keys_act(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
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
    assert said(page, "act") == ["left"]


def test_pointing_and_focus_tell_the_choice_and_its_odds(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, chances={"left": "67 %"})
    page.mouse.move(*place(page, 3000, 2000))
    told = page.locator(".callout")
    expect(told).to_contain_text("Change lane left")
    expect(told).to_contain_text("67 %")
    page.mouse.move(*place(page, 9000, 7000))
    expect(told).not_to_contain_text("Change lane left")
    page.get_by_role("button", name="Change lane right").focus()
    expect(told).to_contain_text("Change lane right")
    assert said(page, "hover")[-3:] == ["left", None, "right"]


def test_a_resting_pointer_is_told_what_lies_there(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.mouse.move(*place(page, 1000, 4000))
    expect(page.locator(".callout")).to_have_text("Piece me")


def test_an_option_that_is_pointed_at_elsewhere_is_shown_on_the_board(page: Page) -> None:
    present(page, lanes(), choices=CHOICES, lit="left")
    expect(page.locator(".spot.lit")).to_have_attribute("aria-label", "Change lane left")


# -------------------------------------------------------------------- pan and zoom


def test_the_ground_is_dragged_and_that_is_no_click(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    page.keyboard.press("+")
    x, y = place(page, 6000, 5500)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.move(x + 60, y + 20)
    page.mouse.up()
    assert_near(place(page, 6000, 5500), (x + 60, y + 20))
    assert said(page, "refuse") == []
    assert said(page, "act") == []


def test_the_wheel_zooms_about_the_pointer_and_letters_are_drawn_anew(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    x, y = place(page, 6000, 4000)
    before = place(page, 7000, 4000)[0] - x
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_function("() => document.querySelector('.stage').getBoundingClientRect().width > 1500")
    assert_near(place(page, 6000, 4000), (x, y), 2)
    assert place(page, 7000, 4000)[0] - x > 1.5 * before
    page.wait_for_function("() => new DOMMatrix(document.querySelector('.stage').style.transform).a === 1")


def test_keys_and_buttons_zoom_pan_and_fit_and_the_view_stays_from_frame_to_frame(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    fitted = place(page, 0, 0)
    board = page.get_by_role("group", name="Board", exact=True)
    board.focus()
    page.keyboard.press("+")
    page.get_by_role("button", name="Zoom in").click()
    board.focus()
    zoomed = place(page, 0, 0)
    page.keyboard.press("ArrowRight")
    assert_near(place(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    show(page, scene=scene([piece("me", 2000, 4000)]), frame=2)
    assert_near(place(page, 0, 0), (zoomed[0] - 80, zoomed[1]))
    page.keyboard.press("0")
    assert_near(place(page, 0, 0), fitted)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Show the whole board").click()
    assert_near(place(page, 0, 0), fitted)
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()


def test_a_double_click_shows_the_whole_board(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    fitted = place(page, 0, 0)
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.dblclick(*place(page, 9000, 6500))
    assert_near(place(page, 0, 0), fitted)


def test_the_board_cannot_be_lost(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    page.keyboard.press("+")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    right, bottom = place(page, 12000, 8000)
    assert right >= 1000 - 33
    assert bottom >= 720 - 33


def test_a_target_outside_the_window_is_brought_in_by_the_focus(page: Page) -> None:
    present(page, lanes(), choices=CHOICES)
    page.get_by_role("group", name="Board", exact=True).focus()
    for _ in range(8):
        page.keyboard.press("+")
    page.keyboard.press("Tab")
    x, y = place(page, 3000, 2000)
    assert 0 < x < 1000
    assert 0 < y < 720


def test_on_a_phone_the_board_has_the_width_and_follows_the_window(opened: Open) -> None:
    page = opened(390, 500)
    present(page, lanes(), choices=CHOICES)
    assert_near(place(page, 0, 0), (0, place(page, 0, 0)[1]))
    assert_near(place(page, 12000, 0), (390, place(page, 0, 0)[1]))
    page.set_viewport_size({"width": 500, "height": 390})
    page.wait_for_function("() => document.querySelector('.stage').offsetWidth === 500")


def test_fingers_tap_pan_pinch_and_ask(opened: Open) -> None:
    page = opened(390, 500, has_touch=True, is_mobile=True)
    present(page, lanes(), choices=CHOICES)
    page.touchscreen.tap(*place(page, 3000, 2000))
    assert said(page, "act") == ["left"]
    hand = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: Point) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)
        ]})  # fmt: skip

    width = "document.querySelector('.stage').getBoundingClientRect().width"
    before = page.evaluate(width)
    fingers("touchStart", (150, 250))
    fingers("touchStart", (150, 250), (250, 250))
    fingers("touchMove", (120, 250), (280, 250))
    fingers("touchMove", (100, 250), (300, 250))
    fingers("touchEnd")
    page.wait_for_function(f"before => {width} > 1.8 * before", arg=before)
    x, y = place(page, 6000, 4000)
    fingers("touchStart", (200, 300))
    fingers("touchMove", (180, 300))
    fingers("touchMove", (170, 310))
    fingers("touchEnd")
    assert_near(place(page, 6000, 4000), (x - 30, y + 10), 3)
    fingers("touchStart", place(page, 1000 + 3000, 4000))
    expect(page.locator(".callout")).to_have_text("Sand")
    fingers("touchEnd")
    assert said(page, "act") == ["left"]
    assert said(page, "refuse") == []
