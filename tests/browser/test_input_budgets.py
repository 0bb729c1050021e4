"""Input budgets: the inputs that typical tasks need in the browser, as published in docs/input-budgets.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, TablePage, create_match
from tests.serving import ServerProcess

PAGE = Path(__file__).resolve().parents[2] / "docs" / "input-budgets.md"
SEED = 1
CURVE = (5000, 2500)  # ahead of the chariot and to its right, in thousandths of an inch


def read_budgets() -> dict[tuple[str, str], tuple[int, int]]:
    """Return budget and counted inputs by game and task."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text("utf-8").splitlines()
        if "|" in line
    ]
    return {(game, task): (int(budget), int(counted)) for game, task, budget, counted, _ in rows[2:]}


def choose(me: TablePage, action: str) -> int:
    """Click the option of an action, and confirm its warning if there is one; return the number of inputs."""
    before = me.state()
    me.decision.locator(f'[data-action="{action}"] button').first.click()
    confirm = me.decision.get_by_role("button", name="Confirm")
    if confirm.count() and me.state() == before:
        confirm.click()
        return 2
    return 1


def race(me: TablePage, server: ServerProcess) -> int:
    """Race with 2 whips, straight on with all points, and play each trick at its first occasion."""
    match = create_match(server.address, [ME, DRIVER, DRIVER, DRIVER], scenario="river", seed=SEED, options={})
    me.open_match(match)
    before, inputs = me.wait_ready(), 0
    while before != "over":
        choices = me.latest["ask"]["choices"]
        wanted = [choice["action"] for choice in choices if choice["compound"] or choice["action"] == "whips 2"]
        inputs += choose(me, (wanted or [choices[0]["action"]])[0])
        before = me.wait_ready(before)
    return inputs


def two_turns(me: TablePage, server: ServerProcess) -> int:
    """Deploy automatically, cast nothing, attack with whole squares or advance, and leave losses to the default."""
    match = create_match(server.address, [ME, DRIVER], game="magic", scenario="battle", seed=SEED, options={})
    me.open_match(match)
    before, inputs = me.wait_ready(), 0
    while "Turn 3" not in " ".join(me.latest["scene"]["breadcrumbs"]):
        inputs += choose(me, magic_choice(me.latest["ask"]))
        before = me.wait_ready(before)
    return inputs


def magic_choice(ask: dict[str, Any]) -> str:
    """Return what a player chooses who attacks or advances as a whole and otherwise takes the first option."""
    choices = ask["choices"]
    passes = [choice["action"] for choice in choices if choice["passes"]]
    attacks = [choice["action"] for choice in choices if choice["action"].startswith("assault")]
    compounds = [choice["action"] for choice in choices if choice["compound"]]
    rest = passes if ask["name"] in ("CharacterPhase", "MoveNext") else [choices[0]["action"]]
    return str([*attacks, *compounds, *rest][0])


def steer(me: TablePage, before: str, ahead: int, right: int) -> str:
    """Drag the piece to a point and confirm it: two inputs. Return the state after them."""
    me.drag_steered(ahead, right)
    me.confirm_course.click()
    return me.wait_ready(before)


def sent_compound(me: TablePage) -> list[str]:
    """Return the only compound that was sent."""
    (compound,) = [message["actions"] for message in me.sent if message["type"] == "play_all"]
    return list(compound)


def advance(me: TablePage, server: ServerProcess) -> int:
    """Advance with both movement dice, round a curve; one undo takes the whole way back."""
    match = create_match(server.address, [ME, ME], game="wheelie", scenario="duel", seed=SEED, options={})
    me.open_match(match, 0, 1)
    before = me.play_until("SpendDie", "advance")
    action = next(one["action"] for one in me.latest["ask"]["choices"] if one["action"].startswith("advance"))
    inputs = choose(me, action)
    before = me.wait_ready(before)
    start = me.node(me.latest["ask"]["steered"])
    before = steer(me, before, *CURVE)
    assert sum(action.startswith("leg") for action in sent_compound(me)) == 2
    assert me.node(start["id"]) != start
    return inputs + 2


def plan(me: TablePage, server: ServerProcess) -> int:
    """Call the Initiative, keep the pace, plan a way to the other side of the road, and go."""
    match = create_match(server.address, [ME, ME], game="races", scenario="oval", seed=SEED, options={"laps": 1})
    me.open_match(match, 0, 1)
    before = me.play_until("Call", "act")
    inputs = choose(me, "act")
    before = me.wait_ready(before)
    before = steer(me, before, 7000, 1500)
    assert [action.split()[0] for action in sent_compound(me)][:3] == ["steady", "forward", "turn"]
    inputs += 2 + choose(me, "go")
    me.wait_ready(before)
    return inputs


TASKS: dict[tuple[str, str], Callable[[TablePage, ServerProcess], int]] = {
    ("Ben-Hur", "a race of 2 laps on the River against three drivers"): race,
    ("War in the Age of Magic", "deployment and two turns of the Pitched battle against a driver"): two_turns,
    ("What a Wheelie", "an Advance with both dice round a curve"): advance,
    ("Chariot Races", "the move of one chariot: pace, a plan with turns, go"): plan,
}


def test_every_published_budget_is_tested() -> None:
    assert set(read_budgets()) == set(TASKS)


@pytest.mark.parametrize("task", TASKS, ids=" - ".join)
def test_a_task_stays_within_its_budget(task: tuple[str, str], open_page: OpenPage, server: ServerProcess) -> None:
    budget, counted = read_budgets()[task]
    inputs = TASKS[task](open_page(), server)
    assert inputs <= budget
    assert inputs == counted
