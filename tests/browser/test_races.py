"""Chariot Races in the browser: a lap by mouse and one by keyboard, and what the table shows."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from hippodrome.kit.scene import FACTIONS
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, TablePage, create_match, tab_to

TURN_STEP, TURN_TOLERANCE = 150, 75
"""Turns are planned in steps of 15 degrees; a chariot off the road by less than half a step goes straight on."""


def create_race(address: str, seed: int, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Create a race of two laps, so that it continues after the first."""
    settings = {"field": "classic", "laps": 2, **options}
    return create_match(
        address, list(seats) or [ME, DRIVER], game="races", scenario="oval", options=settings, seed=seed
    )


def decision_name(me: TablePage) -> str:
    """Return the name of the current decision."""
    return str(me.latest["ask"]["name"])


def handles(me: TablePage) -> dict[str, dict[str, Any]]:
    """Return the handles on the board by action."""
    return {str(handle["action"]): dict(handle) for handle in me.latest["scene"]["handles"]}


def board_nodes(me: TablePage) -> dict[str, dict[str, Any]]:
    """Return the nodes of the board by id, each from the last frame that drew it."""
    nodes: dict[str, dict[str, Any]] = {}
    for frame in me.messages_of("frame"):
        for layer in frame["scene"]["layers"]:
            nodes.update({node["id"]: node for node in layer["nodes"]})
    return nodes


def panel_rows(me: TablePage, name: str) -> list[list[str]]:
    """Return the rows of a panel."""
    panels = [panel["rows"] for panel in me.latest["scene"]["panels"] if panel["name"] == name]
    return list(panels[0])


def my_lap(me: TablePage) -> str:
    """Return my lap in the standings."""
    return next(row[2] for row in panel_rows(me, "standings") if row[1].startswith("Red"))


def wanted_turn(me: TablePage) -> int:
    """Return the turn that follows the road in whole steps, at which the arc on the board rests."""
    arc = handles(me).get("turn")
    if arc is None:
        return 0
    knob = me.board.get_by_role("slider", name="Turn …", exact=True)
    angle = int(knob.get_attribute("aria-valuenow") or 0)
    return (angle + TURN_TOLERANCE) // TURN_STEP * TURN_STEP


def next_step(me: TablePage) -> str:
    """Return the next step of a plan that follows the road: a turn, a drive to the next turn, or "go"."""
    actions = handles(me)
    pivots = [action for action in actions if action.startswith("pivot ")]
    turn = wanted_turn(me)
    if pivots:
        return pivots[0]
    if turn and f"turn {turn}" in actions:
        return f"turn {turn}"
    return next((action for action in actions if re.match(r"forward \d+$", action)), "go")


# -------------------------------------------------------------------- by mouse


def click_on_board(me: TablePage, action: str) -> None:
    """Click the spot of an action, and confirm its warning if there is one."""
    node = board_nodes(me)[handles(me)[action]["on"]]
    me.page.mouse.click(*me.visible_point(node["x"], node["y"]))
    confirm = me.decision.get_by_role("button", name="Confirm")
    me.page.evaluate("new Promise(requestAnimationFrame)")
    if confirm.count():
        confirm.click()


def by_mouse(me: TablePage) -> str:
    """Make the current decision with the mouse, on the board where possible. Return what was done."""
    name = decision_name(me)
    action = next_step(me) if name == "MakePlan" else "act"
    if action in handles(me):
        click_on_board(me, action)
        return action.split()[0]
    me.choose(me.options.first)
    return name


def test_a_lap_is_driven_by_mouse(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 2))
    before = me.wait_ready()
    done: list[str] = []
    while before != "over" and my_lap(me) != "2 of 2":
        done.append(by_mouse(me))
        before = me.wait_ready(before)
    assert my_lap(me) == "2 of 2"
    assert {"act", "forward", "turn", "go"} <= set(done)


# -------------------------------------------------------------------- by keyboard


def press_option(me: TablePage, action: str) -> None:
    """Choose an option by its key."""
    button = me.decision.locator(f"[data-action='{action}']").get_by_role("button").first
    me.page.keyboard.press((button.get_attribute("aria-keyshortcuts") or "").split()[0])


def by_keyboard(me: TablePage) -> str:
    """Make the current decision with the keyboard. Return the verb that was chosen."""
    action = next_step(me) if decision_name(me) == "MakePlan" else str(me.latest["ask"]["choices"][0]["action"])
    verb, *numbers = action.split()
    press_option(me, verb)
    if numbers:
        form = me.decision.locator(f"[data-action={verb}] form")
        field = form.get_by_role("spinbutton")
        tab_to(me.page, field)
        unit = int(field.get_attribute("data-unit") or 1)
        me.page.keyboard.type(str(int(numbers[0]) / unit))
        me.page.keyboard.press("Enter")
    else:
        me.page.evaluate("new Promise(requestAnimationFrame)")
        if me.decision.get_by_role("button", name="Confirm").count():
            me.page.keyboard.press("Enter")
    return verb


def test_a_lap_is_driven_by_keyboard(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 3))
    before = me.wait_ready()
    done: list[str] = []
    while before != "over" and my_lap(me) != "2 of 2":
        done.append(by_keyboard(me))
        before = me.wait_ready(before)
    assert my_lap(me) == "2 of 2"
    assert {"act", "forward", "turn", "go"} <= set(done)


# -------------------------------------------------------------------- what the table shows


def play_until(me: TablePage, name: str, preferred: str = "act") -> None:
    """Choose the preferred action, or else the first, until a decision with this name."""
    before = me.wait_ready()
    while decision_name(me) != name:
        actions = [choice["action"] for choice in me.latest["ask"]["choices"]]
        me.choose(me.decision.locator(f"[data-action={preferred if preferred in actions else actions[0]}] button"))
        before = me.wait_ready(before)


def test_a_plan_is_previewed_step_by_step_and_can_be_undone(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 2))
    play_until(me, "MakePlan")
    before = me.wait_ready()
    ghost = me.page.locator("[id$='-plan-ghost']")
    expect(me.page.locator("[id$='-plan-swept']")).to_be_visible()
    expect(ghost).to_have_count(0)
    click_on_board(me, "forward 3000")
    before = me.wait_ready(before)
    expect(ghost).to_be_visible()
    expect(me.page.get_by_role("region", name="Standings")).to_contain_text("Still to plan 4 inches")
    spot = board_nodes(me)[handles(me)["turn -300"]["on"]]
    me.page.mouse.move(*me.visible_point(spot["x"], spot["y"]))
    expect(me.page.get_by_text("Turn 30 degrees left")).to_be_visible()
    expect(me.page.locator(".ghosts [id$='ghost-plan-ghost']")).to_be_visible()
    me.page.keyboard.press("u")
    me.wait_ready(before)
    expect(ghost).to_have_count(0)
    expect(me.page.get_by_role("region", name="Standings")).to_contain_text("Still to plan 7 inches")


def test_a_collision_shows_its_odds_and_dice(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 4, ME, ME, ME, ME), 0, 1, 2, 3)
    before = me.wait_ready()
    last = next(row for row in reversed(panel_rows(me, "standings")))[1].split("'")[0]
    while decision_name(me) != "Avoid":
        mine = FACTIONS[me.latest["ask"]["mine"]] == last
        actions = [choice["action"] for choice in me.latest["ask"]["choices"]]
        action = {"Call": "act" if mine else "wait", "Declare": "straight"}[decision_name(me)]
        me.choose(me.decision.locator(f"[data-action={action if action in actions else actions[0]}] button"))
        before = me.wait_ready(before)
    expect(me.decision).to_contain_text(f"{last}'s")
    expect(me.decision).to_contain_text("runs into your rear. Try to avoid it")
    expect(me.page.get_by_text("Collision: shunt")).to_be_visible()
    expect(me.page.get_by_role("region", name="Standings")).to_contain_text(re.compile("avoids on [34] or less"))
    me.choose(me.decision.locator("[data-action=brace] button"))
    me.wait_ready(before)
    expect(me.page.locator(".rolls")).to_contain_text("on the damage table")
    me.decision.get_by_role("button", name=re.compile("^Since your last move")).click()  # closed, it leaves room
    expect(me.page.locator(".rolls")).to_contain_text("to wound")


def test_the_clock_of_fifteen_seconds_per_move_is_shown(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 2, clock="on"))
    play_until(me, "Declare")
    expect(me.page.get_by_role("timer")).to_contain_text("for this decision")
    first = me.latest["ask"]["clock"]["left_ms"]
    assert 0 < first <= 15_000
    expect(me.page.get_by_role("timer")).to_contain_text(re.compile("0:(0[5-9]|1[0-3])"))  # it runs once all is shown
    play_until(me, "MakePlan", "steady")
    assert 0 < me.latest["ask"]["clock"]["left_ms"] <= 14_000


def test_a_move_that_is_planned_to_the_end_waits_for_one_key(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, 3, ME, ME), 0, 1)
    before = me.play_until("Call", "act")
    me.choose(me.decision.locator("[data-action=act] button"))
    before = me.wait_ready(before)
    steady = me.decision.locator("[data-action=steady]").get_by_role("button")
    expect(steady).to_contain_text("inches, without a roll.")
    me.choose(steady)
    before = me.wait_ready(before)
    distance = next(choice for choice in me.latest["ask"]["choices"] if choice["action"] == "forward")["spans"][0]["hi"]
    me.enter_numbers("forward", distance)
    before = me.wait_ready(before)
    expect(me.page.get_by_role("heading", name="Your move is planned: go.")).to_be_visible()
    me.page.keyboard.press("u")
    before = me.wait_ready(before)
    me.enter_numbers("forward", distance)
    before = me.wait_ready(before)
    me.page.keyboard.press("Enter")
    me.wait_ready(before)
    assert [message["action"] for message in me.sent if message["type"] == "play"][-1] == "go"
