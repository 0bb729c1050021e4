"""Duels of What a Wheelie in the browser, by mouse and by keyboard, and what the table shows."""

from __future__ import annotations

import math
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import ME, TablePage, create_match, tab_to

RANDOM = {"person": False, "level": "random"}
DRIVE, TURN, EDGE, PIECE = "Drive …", "Turn …", "Place it on the edge…", "a piece of terrain"
MINE, FOE = 0, 1
ENDED = re.compile("is left to fight|time has run out|for too long")


def create_duel(address: str, seed: int) -> dict[str, Any]:
    """Create a duel against the random bot."""
    return create_match(address, [ME, RANDOM], game="wheelie", scenario="duel", options={}, seed=seed)


def node(me: TablePage, name: str) -> dict[str, Any]:
    """Return a node from the last frame that drew it."""
    for frame in reversed(me.messages_of("frame")):
        for layer in frame["scene"]["layers"]:
            for one in layer["nodes"]:
                if one["id"] == name:
                    return dict(one)
    raise AssertionError(f"there is no node {name}")


def point_ahead(unit: dict[str, Any], distance: float, turn: float = 0) -> tuple[int, int]:
    """Return the point of the table at a distance from a unit, turned by tenths of a degree from its facing."""
    angle = math.radians((unit["turn"] + turn) / 10)
    return round(unit["x"] + distance * math.cos(angle)), round(unit["y"] + distance * math.sin(angle))


def turn_to_enemy(me: TablePage) -> int:
    """Return the turn of my chariot towards the enemy, in tenths of a degree."""
    mine, foe = node(me, f"unit-{MINE}"), node(me, f"unit-{FOE}")
    angle = math.degrees(math.atan2(foe["y"] - mine["y"], foe["x"] - mine["x"])) * 10 - mine["turn"]
    return int((angle + 1800) % 3600 - 1800)


def decision_name(me: TablePage) -> str:
    """Return the name of the current decision."""
    return str(me.latest["ask"]["name"])


# -------------------------------------------------------------------- by mouse


def centre(element: Locator) -> tuple[float, float]:
    """Return the centre of an element on the screen."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(me: TablePage, name: str, to: tuple[int, int]) -> None:
    """Drag a knob to a point of the table, release it and confirm."""
    knob = me.board.get_by_role("slider", name=name, exact=True)
    me.page.mouse.move(*centre(knob))
    me.page.mouse.down()
    me.page.mouse.move(*me.screen_point(*to), steps=3)
    me.page.mouse.up()
    me.page.get_by_role("button", name="Confirm").click()


def click_spot(me: TablePage, label: str) -> bool:
    """Click the spot with a label, and the label in its menu if it has one. Return whether there is such a spot."""
    spot = me.targets.and_(me.page.locator(f"[aria-label*='{label}']")).last
    if not spot.count():
        return False
    spot.click()
    menu = me.page.get_by_role("menuitem", name=label).first
    if menu.count():
        menu.click()
    return True


def by_mouse(me: TablePage) -> str:
    """Make the current decision with the mouse, on the board where possible. Return what was dragged, or ""."""
    name = decision_name(me)
    if name == "PlacePiece":
        x, y = me.screen_point(5_000, 5_000)
        me.page.mouse.move(x + 60, y + 60)
        me.page.mouse.down()
        me.page.mouse.move(x, y, steps=3)
        me.page.mouse.up()
        me.page.get_by_role("button", name="Confirm").click()
        return PIECE
    if name == "Deploy":
        drag(me, EDGE, (14_000, 14_000))
        return EDGE
    if name in ("FirstDrive", "SecondDrive", "TurnDrive"):
        drag(me, DRIVE, point_ahead(node(me, f"unit-{MINE}"), 9_000))
        return DRIVE
    if name in ("LegWheel", "TurnPivot"):
        drag(me, TURN, point_ahead(node(me, f"unit-{MINE}"), 5_000, max(-450, min(450, turn_to_enemy(me)))))
        return TURN
    labels = {"SpendDie": ("Shoot with", "Aim with", "Advance with a", "Reload"), "NextLeg": ("Move using the",)}
    if not any(click_spot(me, label) for label in (*labels.get(name, ()), "The bottom edge")):
        me.choose(me.decision.get_by_role("button", name="Low rise").or_(me.options.first).last)
    return ""


def test_a_duel_is_played_to_the_end_by_mouse(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_duel(base_url, 1))
    before = me.wait_ready()
    dragged: list[str] = []
    while before != "over":
        dragged.append(by_mouse(me))
        before = me.wait_ready(before)
    assert {PIECE, EDGE, DRIVE, TURN} <= set(dragged)
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- by keyboard


def steering_keys(me: TablePage) -> list[str]:
    """Return the keys that set the largest turn towards the enemy; none to go straight on."""
    [span] = me.latest["ask"]["choices"][0]["spans"]
    turns = [value for value, _ in span["hints"] if value in (span["lo"], 0, span["hi"])]
    best = min(turns, key=lambda value: abs(value - turn_to_enemy(me)))
    return {span["lo"]: ["Home"], 0: [], span["hi"]: ["End"]}[best]


def by_keyboard(me: TablePage) -> str:
    """Make the current decision with the keyboard, by button names. Return the text of the chosen option."""
    name, keyboard = decision_name(me), me.page.keyboard
    pattern = {
        "SpendDie": r"^(Shoot|Aim|Advance|Reload) with a",
        "NextLeg": r"^Move using",
        "PickPiece": "^No terrain",
    }.get(name, ".")
    button = me.decision.get_by_role("button", name=re.compile(pattern)).and_(me.options)
    chosen = button.first if button.count() else me.options.first
    tab_to(me.page, chosen)
    text = chosen.inner_text()
    if name in ("FirstDrive", "SecondDrive", "TurnDrive"):
        for key in ("Enter", "End", "Enter"):
            keyboard.press(key)
    elif name in ("LegWheel", "TurnPivot"):
        for key in ("Enter", *steering_keys(me), "Enter"):
            keyboard.press(key)
    else:
        warning = next((each["warning"] for each in me.latest["ask"]["choices"] if each["label"] in text), "")
        for key in ("Enter", "Enter") if name == "Deploy" or warning else ("Enter",):
            keyboard.press(key)
    return text


def test_a_duel_is_played_to_the_end_by_keyboard(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_duel(base_url, 2))
    before = me.wait_ready()
    chosen: list[str] = []
    while before != "over":
        chosen.append(by_keyboard(me))
        before = me.wait_ready(before)
    assert any("Advance with" in text for text in chosen)
    assert any("Drive" in text for text in chosen)
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- what the table shows


def play_to_first_drive(me: TablePage) -> None:
    """Play with the keyboard until the first drive."""
    before = me.wait_ready()
    while decision_name(me) != "FirstDrive":
        by_keyboard(me)
        before = me.wait_ready(before)


def zones(me: TablePage) -> Locator:
    """Return the arcs and ranges of the hovered chariot or of the value being set."""
    return me.page.locator(".hover-nodes .zone")


def test_hovering_a_chariot_shows_its_arcs_and_ranges(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_duel(base_url, 4))
    play_to_first_drive(me)
    expect(zones(me)).to_have_count(0)
    foe = node(me, f"unit-{FOE}")
    me.page.mouse.move(*me.screen_point(foe["x"], foe["y"]))
    expect(me.page.get_by_text("White's Egyptian: 6 of 6 dice, loaded").last).to_be_visible()
    expect(zones(me).first).to_be_visible()
    me.page.mouse.move(*me.screen_point(foe["x"] + 9_000, foe["y"] - 9_000))
    expect(zones(me)).to_have_count(0)


def test_dragging_a_drive_previews_its_path_and_its_arcs(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_duel(base_url, 4))
    play_to_first_drive(me)
    unit = node(me, f"unit-{MINE}")
    me.page.mouse.move(*centre(me.board.get_by_role("slider", name=DRIVE, exact=True)))
    me.page.mouse.down()
    me.page.mouse.move(*me.screen_point(*point_ahead(unit, 2_000 + 1_500)), steps=3)
    expect(me.page.locator(".ghosts [id$='ghost-trace-drive']")).to_be_visible()
    expect(me.page.locator(f".ghosts [id$='ghost-unit-{MINE}']")).to_be_visible()
    expect(zones(me).first).to_be_visible()
    me.page.mouse.up()
    me.page.keyboard.press("Escape")
    expect(zones(me)).to_have_count(0)
    assert decision_name(me) == "FirstDrive"
