"""Compounds in the browser: far squares by mouse, by drag and by keyboard, named compounds, one undo."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import ME, PHONE, TablePage, create_match, tab_to
from tests.serving import ServerProcess


@pytest.fixture
def race(open_page: OpenPage, server: ServerProcess) -> TablePage:
    """Return the table of a race in which Red may drive several squares."""
    return open_race(open_page(), server)


def open_race(me: TablePage, server: ServerProcess) -> TablePage:
    """Open a race between two players of this screen and play until Red may drive at least four squares."""
    match = create_match(server.address, [ME, ME], scenario="river", seed=5, options={"laps": 1, "tricks": 0})
    me.open_match(match, 0, 1)
    before = me.wait_ready()
    for _ in range(20):
        labels = {choice["label"]: len(choice["compound"]) for choice in me.latest["ask"]["choices"]}
        if any(label.startswith("Straight on, all") and length >= 4 for label, length in labels.items()):
            me.wait_for_message("destinations_found")
            expect(far_targets(me).first).to_be_visible()
            return me
        me.choose(me.options.last if me.latest["ask"]["name"] == "SetWhips" else me.options.first)
        before = me.wait_ready(before)
    raise AssertionError("no roll is long enough")


def far_targets(me: TablePage) -> Locator:
    """Return the spots beyond the next step."""
    return me.board.get_by_role("button", name="squares")


def three_squares(me: TablePage) -> Locator:
    """Return the spot three squares straight ahead."""
    return me.board.get_by_role("button", name="Straight on, 3 squares", exact=True)


def compounds(me: TablePage) -> list[list[str]]:
    """Return the compounds that were sent."""
    return [message["actions"] for message in me.sent if message["type"] == "play_all"]


def chariot(me: TablePage) -> dict[str, Any]:
    """Return the acting chariot in the last frame that has its layer."""
    for frame in reversed(me.messages_of("frame")):
        for layer in frame["scene"]["layers"]:
            for node in layer["nodes"]:
                if "acting" in node["css"].split(" "):
                    found: dict[str, Any] = node
                    return found
    raise AssertionError("no chariot is acting")


def test_a_click_on_a_far_square_drives_there_and_one_undo_takes_it_back(race: TablePage) -> None:
    before, place = race.wait_ready(), chariot(race)
    three_squares(race).hover()
    expect(race.page.locator(".notes [id$=way]")).to_have_count(1)
    expect(race.page.locator(".notes [id$=way-end]")).to_have_count(1)
    three_squares(race).click()
    before = race.wait_ready(before)
    assert compounds(race) == [["straight"] * 3]
    assert abs(chariot(race)["x"] - place["x"]) + abs(chariot(race)["y"] - place["y"]) == 3000
    assert len(race.latest["paths"][place["id"]]) == 3
    race.page.keyboard.press("u")
    race.wait_ready(before)
    assert (chariot(race)["x"], chariot(race)["y"]) == (place["x"], place["y"])
    expect(three_squares(race)).to_be_visible()


def test_the_chariot_is_dragged_to_a_far_square(race: TablePage) -> None:
    before, place, page = race.wait_ready(), chariot(race), race.page
    start = race.screen_point(place["x"], place["y"])
    box = three_squares(race).bounding_box()
    assert box is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] + 2, steps=4)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    expect(page.locator(".notes [id$=way]")).to_have_count(1)
    page.mouse.up()
    race.wait_ready(before)
    assert compounds(race) == [["straight"] * 3]


def test_a_drag_that_ends_nowhere_plays_nothing(race: TablePage) -> None:
    place, page = chariot(race), race.page
    start = race.screen_point(place["x"], place["y"])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] + 40, steps=4)
    page.mouse.move(start[0], 130, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert compounds(race) == []
    assert [message for message in race.sent if message["type"] == "play"][-1]["n"] < race.latest["n"]


def test_a_far_square_is_reached_by_keyboard(race: TablePage) -> None:
    before = race.wait_ready()
    tab_to(race.page, race.board.get_by_role("button", name="Straight on", exact=True))
    for _ in range(8):
        if three_squares(race).and_(race.page.locator(":focus")).count():
            break
        race.page.keyboard.press("ArrowRight")
    expect(three_squares(race)).to_be_focused()
    expect(race.page.locator(".notes [id$=way]")).to_have_count(1)
    race.page.keyboard.press("Enter")
    race.wait_ready(before)
    assert compounds(race) == [["straight"] * 3]


def test_a_named_compound_has_a_key_and_shows_its_way(race: TablePage) -> None:
    before = race.wait_ready()
    button = race.options.filter(has_text="Straight on, all")
    (choice,) = [choice for choice in race.latest["ask"]["choices"] if choice["compound"]]
    button.hover()
    expect(race.page.locator(".notes [id$=way]")).to_have_count(1)
    expect(button).to_have_attribute("aria-keyshortcuts", choice["key"])
    race.page.keyboard.press(choice["key"])
    race.wait_ready(before)
    assert compounds(race) == [choice["compound"]]


def test_far_squares_are_tapped_on_a_phone(open_page: OpenPage, server: ServerProcess) -> None:
    me = open_race(open_page(**PHONE), server)
    before = me.wait_ready()
    three_squares(me).tap()
    me.wait_ready(before)
    assert compounds(me) == [["straight"] * 3]


@pytest.fixture
def battle(open_page: OpenPage, server: ServerProcess) -> TablePage:
    """Return the table of a battle in which Red has rolled its movement dice."""
    me = open_page()
    match = create_match(server.address, [ME, ME], game="wheelie", scenario="duel", seed=1, options={})
    me.open_match(match, 0, 1)
    before = me.play_until("SpendDie", "advance")
    me.decision.locator("[data-action^=advance] button").first.click()
    me.wait_ready(before)
    return me


def facing(me: TablePage) -> int:
    """Return the direction that the acting chariot faces."""
    turn: int = chariot(me)["turn"]
    return turn


def test_a_chariot_is_dragged_to_any_point_and_faces_a_direction(battle: TablePage) -> None:
    before, place, page = battle.wait_ready(), chariot(battle), battle.page
    battle.drag_steered(4000, 1500)
    expect(page.locator(".notes [id$=way]")).to_have_count(1)
    expect(page.locator(".ghosts [id$=unit-0]")).to_have_count(1)
    knob = page.locator("[data-axis='2'] .disc")
    box = knob.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*battle.steered_point(9000, 1500), steps=6)
    page.mouse.up()
    expect(battle.confirm_course).to_be_enabled()
    assert [message["turn"] for message in battle.sent if message["type"] == "steer"][-1] is not None
    battle.confirm_course.click()
    before = battle.wait_ready(before)
    end = battle.messages_of("previewed")[-1]["end"]
    assert [chariot(battle)[name] for name in ("x", "y", "turn")] == end
    assert abs(facing(battle) - place["turn"]) <= 60
    page.keyboard.press("u")
    battle.wait_ready(before)
    assert (chariot(battle)["x"], chariot(battle)["y"]) == (place["x"], place["y"])


def test_a_chariot_is_steered_by_keyboard_or_with_a_click(battle: TablePage) -> None:
    before, place, page = battle.wait_ready(), chariot(battle), battle.page
    knob = page.get_by_role("slider", name="move it")
    knob.focus()
    page.keyboard.press("Enter")
    expect(battle.confirm_course).to_be_enabled()
    page.keyboard.press("ArrowRight")
    expect(battle.confirm_course).to_be_enabled()
    page.keyboard.press("Escape")
    expect(battle.confirm_course).to_have_count(0)
    page.mouse.click(*battle.steered_point(3500, 800))
    expect(battle.confirm_course).to_be_enabled()
    battle.confirm_course.click()
    battle.wait_ready(before)
    assert (chariot(battle)["x"], chariot(battle)["y"]) != (place["x"], place["y"])


def test_a_named_compound_shows_its_end_on_the_board(battle: TablePage) -> None:
    button = battle.options.filter(has_text="Straight on")
    button.hover()
    expect(battle.page.locator(".ghosts [id$=unit-0]")).to_have_count(1)
    battle.page.mouse.move(1, 1)
    expect(battle.page.locator(".ghosts [id$=unit-0]")).to_have_count(0)
