"""Tests of the board alone: numbers set with a ruler, an arc or a point."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hippodrome.server import wire
from tests.browser.components.board_page import (
    Point,
    choice,
    events,
    handle,
    piece,
    scene,
    screen_point,
    show,
    show_scene,
    to_json,
)

pytestmark = pytest.mark.xdist_group("board")  # with --dist=loadgroup, one worker builds the page for all

DRIVE = choice("drive", "Drive …", [wire.Span("distance", 0, 6000, 100, [(3017, "Drive to the post")], 1000)])
WHEEL = choice("wheel", "Wheel …", [wire.Span("angle", -900, 900, 50, [], 10)])


def dial_scene() -> wire.Scene:
    """Return a scene with a piece that has a ruler and an arc."""
    at = (2000, 4000, 0)
    nodes = [
        piece("me", 2000, 4000),
        piece("drive", 3200, 4000, shape="circle", data="300", css="target"),
        piece("wheel", 4200, 4000, shape="circle", data="300", css="target"),
    ]
    handles = [
        handle("drive", "drive", "ruler", span=(0, 6000, 100), hints=[3017], at=at),
        handle("wheel", "wheel", "arc", span=(-900, 900, 50), at=at),
    ]
    return scene(nodes, handles)


def drag(page: Page, *points: Point) -> None:
    """Press on the first point of the scene and move over the others, without releasing."""
    start, *rest = [screen_point(page, x, y) for x, y in points]
    page.mouse.move(*start)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point)


def preview_requests(page: Page) -> list[str]:
    """Return the actions of the preview requests that are not yet answered."""
    actions: list[str] = page.evaluate("harness.previewRequests.map(one => one.action)")
    return actions


def answer_preview(page: Page, **previewed: Any) -> None:
    """Wait for a preview request and answer it."""
    page.wait_for_function("() => harness.previewRequests.length > 0")
    page.evaluate("previewed => harness.answerPreview(previewed)", to_json(previewed))


def test_a_ruler_is_dragged_previewed_and_confirmed(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (4000, 4600), (4440, 5200))
    assert preview_requests(page) == ["drive 2000"]  # the first value reached; the newest waits
    answer_preview(page, description="Drive 2 inches")
    page.wait_for_function("() => harness.previewRequests.length > 0")
    assert preview_requests(page) == ["drive 2400"]
    answer_preview(page, description="Drive 2.4 inches", nodes=[piece("me", 4440, 4000)])
    ghost = page.locator(".ghosts [id$='ghost-me']")
    expect(ghost).to_have_attribute("transform", "translate(4440 4000)")
    assert page.evaluate("getComputedStyle(document.querySelector('.ghosts')).opacity") == "0.45"
    expect(page.locator(".callout")).to_contain_text("Drive 2.4 inches")
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    page.mouse.up()
    assert events(page, "act") == []
    page.get_by_role("button", name="Confirm").click()
    assert events(page, "act") == ["drive 2400"]
    expect(page.locator(".ghosts > *")).to_have_count(0)
    expect(page.locator(".callout")).to_have_count(0)


def test_a_ruler_snaps_to_hints(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (3600, 4000), (4960, 4000))
    page.mouse.up()
    expect(page.get_by_role("slider", name="Drive …")).to_have_attribute("aria-valuenow", "3017")
    expect(page.locator(".callout")).to_contain_text("Drive to the post")


def test_a_refused_value_shows_the_reason_and_cannot_be_confirmed(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (7000, 4000))
    answer_preview(page, refusal="The post is in the way.", rule="DRL-7")
    expect(page.locator(".dial.refused")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("The post is in the way.")
    page.mouse.up()
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    page.keyboard.press("Enter")
    assert events(page, "act") == []
    page.get_by_role("button", name="DRL-7").click()
    assert events(page, "rule") == ["DRL-7"]
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".callout")).to_have_count(0)


def test_an_arc_is_dragged_about_its_centre_and_cancelled_with_escape(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (4200, 4000), (4200, 4600), (4000, 6000))
    page.mouse.up()
    expect(page.get_by_role("slider", name="Wheel …")).to_have_attribute("aria-valuenow", "450")
    page.keyboard.press("Escape")
    expect(page.get_by_role("slider", name="Wheel …")).to_have_attribute("aria-valuenow", "0")
    assert events(page, "act") == []


def test_a_point_is_set_by_a_click_and_moved_by_keys(page: Page) -> None:
    area = piece("half", 3000, 4000, data="4000 6000", css="target")
    spans = [wire.Span("x", 10, 50, 1, [], 10), wire.Span("y", 10, 70, 1, [], 10)]
    point = handle("half", "place", "point", span=(10, 50, 1), span_y=(10, 70, 1), unit=100)
    show_scene(page, scene([area], [point]), choices=[choice("place", "Start at … by …", spans)])
    page.mouse.click(*screen_point(page, 2020, 3030))
    answer_preview(page, description="Start at 2 by 3 inches")
    across = page.get_by_role("slider", name="Start at … by …: x")
    down = page.get_by_role("slider", name="Start at … by …: y")
    expect(across).to_be_focused()
    expect(across).to_have_attribute("aria-valuenow", "20")
    expect(down).to_have_attribute("aria-valuenow", "30")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(down).to_be_focused()
    page.keyboard.press("End")
    expect(across).to_have_attribute("aria-valuenow", "21")
    expect(down).to_have_attribute("aria-valuenow", "70")
    page.keyboard.press("Enter")
    assert events(page, "act") == ["place 21 70"]


def test_a_number_is_set_by_keys_alone(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    slider = page.get_by_role("slider", name="Drive …")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuenow", "1200")
    for key, value in [("ArrowRight", 1300), ("Shift+ArrowUp", 2300), ("ArrowLeft", 2200), ("PageUp", 3017),
                       ("ArrowDown", 3000), ("Home", 0), ("End", 6000), ("PageDown", 3017)]:  # fmt: skip
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(value))
    expect(slider).to_have_attribute("aria-valuetext", "Drive to the post")
    page.keyboard.press("Enter")
    assert events(page, "act") == ["drive 3017"]


def test_a_dial_can_be_opened_from_outside_the_board(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    assert page.evaluate("harness.board().openDial('wheel')") is True
    expect(page.get_by_role("slider", name="Wheel …")).to_be_focused()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert page.evaluate("harness.board().openDial('shout')") is False


def test_a_new_frame_discards_the_value_being_set(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000))
    page.mouse.up()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    show(page, scene=dial_scene(), resetKey=2)
    expect(page.locator(".callout")).to_have_count(0)
    expect(page.get_by_role("slider", name="Drive …")).to_have_attribute("aria-valuenow", "1200")


def test_a_frame_without_the_handle_ends_the_drag(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000))
    show(page, scene=scene([piece("me", 2000, 4000)]), resetKey=2)
    page.mouse.move(*screen_point(page, 6000, 4000))
    page.mouse.up()
    expect(page.locator(".callout")).to_have_count(0)
    assert events(page, "act") == []


def test_a_missing_preview_does_not_block_confirmation(page: Page) -> None:
    show_scene(page, dial_scene(), choices=[DRIVE, WHEEL])
    drag(page, (3200, 4000), (5000, 4000), (6000, 4000))
    page.mouse.up()
    expect(page.locator(".callout .text")).to_have_text("Drive 4")
    page.keyboard.press("Enter")
    assert events(page, "act") == ["drive 4000"]
