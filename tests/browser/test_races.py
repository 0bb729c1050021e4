"""Chariot Races in a real browser: a lap by mouse on the board, one by keyboard, and what a driver is shown."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, Seated, set_up, tab_to

STEP, GRAZE = 150, 75
"""Turns are planned in steps of 15 degrees; who is off the road by less than half of one goes straight on."""


def race(address: str, seed: int, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Two laps, so that the race still goes on when I have driven one."""
    chosen = {"field": "classic", "laps": 2, **options}
    return set_up(address, list(seats) or [ME, DRIVER], game="races", scenario="oval", options=chosen, seed=seed)


def question(me: Seated) -> str:
    """What is asked, by the name of the decision."""
    return str(me.latest["ask"]["name"])


def actions(me: Seated) -> dict[str, dict[str, Any]]:
    """What can be touched on the board, by its action."""
    return {str(handle["action"]): dict(handle) for handle in me.latest["scene"]["handles"]}


def nodes(me: Seated) -> dict[str, dict[str, Any]]:
    """Every node of the board as the last frame that drew it has it."""
    found: dict[str, dict[str, Any]] = {}
    for frame in me.heard("frame"):
        for layer in frame["scene"]["layers"]:
            found.update({node["id"]: node for node in layer["nodes"]})
    return found


def panel(me: Seated, name: str) -> list[list[str]]:
    """The rows of a panel."""
    found = [panel["rows"] for panel in me.latest["scene"]["panels"] if panel["name"] == name]
    return list(found[0])


def my_lap(me: Seated) -> str:
    """Which lap the standings say I am on."""
    return next(row[2] for row in panel(me, "standings") if row[1].startswith("Red"))


def wanted_turn(me: Seated) -> int:
    """The turn towards the road, in whole steps: the arc on the board begins there."""
    arc = actions(me).get("turn")
    if arc is None:
        return 0
    knob = me.board.get_by_role("slider", name="Turn …", exact=True)
    angle = int(knob.get_attribute("aria-valuenow") or 0)
    return (angle + GRAZE) // STEP * STEP


def next_step(me: Seated) -> str:
    """The next step of a plan that follows the road: turn when the road does, else on to the next turn, else go."""
    able = actions(me)
    free = [action for action in able if action.startswith("pivot ")]
    turn = wanted_turn(me)
    if free:
        return free[0]
    if turn and f"turn {turn}" in able:
        return f"turn {turn}"
    return next((action for action in able if re.match(r"forward \d+$", action)), "go")


# -------------------------------------------------------------------- by mouse


def click_on_board(me: Seated, action: str) -> None:
    """Click on the place that stands for an action, and say yes to a warning."""
    node = nodes(me)[actions(me)[action]["on"]]
    me.page.mouse.click(*me.at(node["x"], node["y"]))
    sure = me.decision.get_by_role("button", name="Do it")
    me.page.evaluate("new Promise(requestAnimationFrame)")
    if sure.count():
        sure.click()


def by_mouse(me: Seated) -> str:
    """Answer what is asked with the mouse, on the board where that is possible. What was done."""
    name = question(me)
    wanted = next_step(me) if name == "MakePlan" else "act"
    if wanted in actions(me):
        click_on_board(me, wanted)
        return wanted.split()[0]
    me.choose(me.options.first)
    return name


def test_a_lap_is_driven_by_mouse(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, 2))
    before = me.ready()
    done: list[str] = []
    while before != "over" and my_lap(me) != "2 of 2":
        done.append(by_mouse(me))
        before = me.ready(before)
    assert my_lap(me) == "2 of 2"
    assert {"act", "forward", "turn", "go"} <= set(done)


# -------------------------------------------------------------------- by keyboard


def press_option(me: Seated, action: str) -> None:
    """Choose an option by the key that it names."""
    button = me.decision.locator(f"[data-action='{action}']").get_by_role("button").first
    me.page.keyboard.press((button.get_attribute("aria-keyshortcuts") or "").split()[0])


def by_keyboard(me: Seated) -> str:
    """Answer what is asked with keys. The name of what was chosen."""
    wanted = next_step(me) if question(me) == "MakePlan" else str(me.latest["ask"]["choices"][0]["action"])
    verb, *numbers = wanted.split()
    press_option(me, verb)
    if numbers:
        form = me.decision.locator(f"[data-action={verb}] form")
        figure = form.get_by_role("spinbutton")
        tab_to(me.page, figure)
        unit = int(figure.get_attribute("data-unit") or 1)
        me.page.keyboard.type(str(int(numbers[0]) / unit))
        me.page.keyboard.press("Enter")
    else:
        me.page.evaluate("new Promise(requestAnimationFrame)")
        if me.decision.get_by_role("button", name="Do it").count():
            me.page.keyboard.press("Enter")
    return verb


def test_a_lap_is_driven_by_keyboard_and_accessible_names_alone(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, 3))
    before = me.ready()
    done: list[str] = []
    while before != "over" and my_lap(me) != "2 of 2":
        done.append(by_keyboard(me))
        before = me.ready(before)
    assert my_lap(me) == "2 of 2"
    assert {"act", "forward", "turn", "go"} <= set(done)


# -------------------------------------------------------------------- what one is shown


def to_question(me: Seated, name: str, wish: str = "act") -> None:
    """Answer whatever is asked with what is wished or else the first choice, until something is asked."""
    before = me.ready()
    while question(me) != name:
        able = [choice["action"] for choice in me.latest["ask"]["choices"]]
        me.choose(me.decision.locator(f"[data-action={wish if wish in able else able[0]}] button"))
        before = me.ready(before)


def test_a_plan_grows_with_its_ghost_and_can_be_taken_back(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, 2))
    to_question(me, "MakePlan")
    before = me.ready()
    ghost = me.page.locator("[id$='-plan-ghost']")
    expect(me.page.locator("[id$='-plan-swept']")).to_be_visible()
    expect(ghost).to_have_count(0)
    click_on_board(me, "forward 3000")
    before = me.ready(before)
    expect(ghost).to_be_visible()
    expect(me.page.get_by_role("region", name="Rosters")).to_contain_text("Still to plan 4 inches")
    spot = nodes(me)[actions(me)["turn -300"]["on"]]
    me.page.mouse.move(*me.at(spot["x"], spot["y"]))
    expect(me.page.get_by_text("Turn 30 degrees left")).to_be_visible()
    expect(me.page.locator(".ghosts [id$='ghost-plan-ghost']")).to_be_visible()
    me.page.keyboard.press("u")
    me.ready(before)
    expect(ghost).to_have_count(0)
    expect(me.page.get_by_role("region", name="Rosters")).to_contain_text("Still to plan 7 inches")


def test_a_collision_is_explained_die_by_die(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, 4, ME, ME, ME, ME), 0, 1, 2, 3)
    before = me.ready()
    last = next(row for row in reversed(panel(me, "standings")))[1].split("'")[0]
    while question(me) != "Avoid":
        mine = me.latest["scene"]["prompt"].startswith(last)
        able = [choice["action"] for choice in me.latest["ask"]["choices"]]
        wanted = {"Call": "act" if mine else "wait", "Declare": "straight"}[question(me)]
        me.choose(me.decision.locator(f"[data-action={wanted if wanted in able else able[0]}] button"))
        before = me.ready(before)
    expect(me.decision).to_contain_text(f"{last}'s")
    expect(me.decision).to_contain_text("runs into your rear; try to avoid it?")
    expect(me.page.get_by_text("Collision: shunt")).to_be_visible()
    expect(me.page.get_by_role("region", name="Rosters")).to_contain_text(re.compile("avoids with [34] or less"))
    me.choose(me.decision.locator("[data-action=brace] button"))
    me.ready(before)
    expect(me.page.locator(".throws")).to_contain_text("to wound")


def test_the_fifteen_seconds_of_a_move_are_shown(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, 2, clock="on"))
    to_question(me, "Declare")
    expect(me.page.get_by_role("timer")).to_contain_text("for this decision")
    whole = me.latest["ask"]["clock"]["left"]
    assert 0 < whole <= 15_000
    to_question(me, "MakePlan", "steady")
    assert 0 < me.latest["ask"]["clock"]["left"] < whole
