"""The layout of the table on screens of different sizes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, PHONE, TablePage, create_match

SIZES = ((1440, 900), (1366, 768), (1280, 720), (390, 844))
FAULTS = """() => {
  const faults = [];
  const scrolls = (one, axis) => /auto|scroll/.test(getComputedStyle(one)["overflow" + axis]);
  const areas = [...document.querySelectorAll(".table *")].filter(
    (one) => scrolls(one, "Y") && one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0);
  for (const area of areas)
    if (areas.some((other) => other !== area && other.contains(area))) faults.push("nested: " + area.className);
  if (areas.length > 1) faults.push("scroll areas: " + areas.map((one) => one.className).join(", "));
  for (const one of document.querySelectorAll(".sidebar, .column, .strip, .drawer, .bar, .tabs"))
    if (one.scrollWidth > one.clientWidth + 1) faults.push("cut: " + one.className);
  const items = [...document.querySelectorAll("[data-decision] [data-action]")];
  const isSeen = (one) => {
    const { left, width, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 4, bottom - 3));
  };
  const hidden = items.filter((one) => !isSeen(one)).length;
  if (hidden && !document.querySelector("[data-decision] .hidden-count")?.textContent.startsWith(`${hidden} more`))
    faults.push(`${hidden} options are cut`);
  for (const one of document.querySelectorAll(".table button, .table summary, .table [role=tab]")) {
    const { width, height } = one.getBoundingClientRect();
    if (width && (width < 24 || height < 24)) faults.push("small: " + (one.ariaLabel ?? one.textContent).trim());
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("page too wide");
  return faults;
}"""


def assert_no_faults(me: TablePage) -> None:
    """Assert at every size that nothing is cut, too small to tap or inside another scroll area."""
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate("new Promise((done) => setTimeout(done, 150))")  # the odds and the observers of sizes follow
        assert me.page.evaluate(FAULTS) == [], (width, height)


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        ({"seats": [ME, DRIVER, DRIVER, DRIVER]}, 6),
        ({"game": "magic", "scenario": "battle", "seats": [ME, DRIVER], "options": {}}, 0),
    ],
    ids=["wide", "many-options"],
)
def test_nothing_is_cut_or_nested_at_any_size(
    open_page: OpenPage, base_url: str, setup: dict[str, Any], moves: int
) -> None:
    me = open_page()
    me.open_match(create_match(base_url, **setup))
    state = me.play(moves)
    expect(me.board).to_be_visible()
    assert_no_faults(me)
    if state != "over" and moves:
        assert me.play(400) == "over"
        expect(me.places).to_be_visible()
        assert_no_faults(me)


def test_a_phone_keeps_the_board_in_place_and_zooms_to_the_piece(open_page: OpenPage, base_url: str) -> None:
    me = open_page(**PHONE)
    me.open_match(create_match(base_url, [ME, DRIVER]))
    boxes = set()
    before = me.wait_ready()
    for _ in range(5):
        box = me.board.bounding_box()
        assert box
        boxes.add((box["y"], box["height"]))
        me.choose(me.first_option())
        before = me.wait_ready(before)
    assert len(boxes) == 1
    piece = me.page.locator(".plate.seat0").bounding_box()
    box = me.board.bounding_box()
    assert piece
    assert box
    assert piece["width"] >= 22
    assert box["y"] <= piece["y"] <= box["y"] + box["height"] - piece["height"]
    me.page.get_by_role("button", name="Show the whole board").tap()
    me.page.get_by_role("button", name="Zoom to the action").tap()
    expect(me.page.get_by_role("button", name="Show the whole board")).to_be_visible()
