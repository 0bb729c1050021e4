"""Input budgets: the inputs that typical tasks need in the browser, as published in docs/input-budgets.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, MAX_FRAMES, ME, TablePage, create_match
from tests.serving import ServerProcess

PAGE = Path(__file__).resolve().parents[2] / "docs" / "input-budgets.md"
SEED = 1
CURVE = (5000, 2500)  # ahead of the chariot and to its right, in thousandths of an inch
SINGLE_UNITS = 3
"""The number of units that are sent one by one in each phase of movement."""
WINGS = ((0.01, 0.5), (0.99, 0.5))
"""The sides of the boxes that are drawn around wings, in parts of the width of the board."""


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


class Commander:
    """Plays the Player-Turn of a large battle: single units first, then wings, then everything else."""

    def __init__(self, me: TablePage) -> None:
        self.me = me
        self.inputs = 0
        self.phase = ""
        self.orders = 0

    def choose(self, action: str) -> None:
        """Choose an option by its action."""
        self.inputs += choose(self.me, action)

    def pass_on(self) -> None:
        """Pass, and confirm what is given up."""
        passes = next(choice for choice in self.me.latest["ask"]["choices"] if choice["passes"])
        self.choose(passes["action"])

    def places_after(self, select: Callable[[], None]) -> list[dict[str, Any]]:
        """Select pieces with one input; return where they may go."""
        answers = len(self.me.messages_of("destinations_found"))
        select()
        self.inputs += 1
        self.me.page.wait_for_timeout(30)
        for _ in range(MAX_FRAMES):
            found: list[dict[str, Any]] = self.me.messages_of("destinations_found")
            if len(found) > answers:
                places: list[dict[str, Any]] = found[-1]["destinations"]
                return places
            self.me.page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError("no destinations arrived")

    def send(self, places: list[dict[str, Any]], x: int) -> None:
        """Click the free place whose x is nearest to the one given."""
        free = [place["node"] for place in places if place["node"]["css"] == "target"]
        nearest = min(free, key=lambda node: (abs(node["x"] - x), node["id"]))
        self.me.board.get_by_role("button", name=nearest["label"]).click()
        self.inputs += 1

    def box(self, left: float, right: float) -> None:
        """Show the whole board if it is not shown, and draw a box over a part of it, given in parts of its width."""
        whole = self.me.page.get_by_role("button", name="Show the whole board")
        if whole.count():
            whole.click()
            self.inputs += 1
        bounds = self.me.board.bounding_box()
        assert bounds is not None
        mouse, top, bottom = self.me.page.mouse, bounds["y"] + 4, bounds["y"] + bounds["height"] - 4
        self.me.page.keyboard.down("Shift")
        mouse.move(bounds["x"] + left * bounds["width"], top)
        mouse.down()
        mouse.move(bounds["x"] + (left + right) / 2 * bounds["width"], (top + bottom) / 2)
        mouse.move(bounds["x"] + right * bounds["width"], bottom)
        mouse.up()
        self.me.page.keyboard.up("Shift")

    def move_units(self) -> None:
        """Send some units one by one and both wings towards the middle of the map; then everything else advances."""
        breadcrumbs = str(self.me.latest["scene"]["breadcrumbs"])
        if breadcrumbs != self.phase:
            self.phase, self.orders = breadcrumbs, 0
        self.orders += 1
        left, _, width, _ = self.me.latest["scene"]["box"]
        if self.orders <= SINGLE_UNITS:
            self.send(self.places_after(lambda: self.me.page.keyboard.press("n")), left + width // 2)
        elif self.orders <= SINGLE_UNITS + len(WINGS):
            wing = WINGS[self.orders - SINGLE_UNITS - 1]
            self.send(self.places_after(lambda: self.box(*wing)), left + width // 2)
        elif self.orders == SINGLE_UNITS + len(WINGS) + 1 and self.offers("advance"):
            self.choose("advance")
        else:
            self.pass_on()

    def offers(self, action: str) -> bool:
        """Return whether an action is one of the choices."""
        return any(choice["action"] == action for choice in self.me.latest["ask"]["choices"])

    def decide(self) -> None:
        """Make the current decision."""
        name = self.me.latest["ask"]["name"]
        if name == "Move":
            self.move_units()
        elif name == "Board" and self.offers("embark"):
            self.choose("embark")
        elif name == "Fire" and self.offers("volleys"):
            self.choose("volleys")
        elif name == "Melee":
            self.me.board.get_by_role("button", name=re.compile("^2 choices: Attack")).first.click()
            self.me.page.get_by_role("menuitem", name="with").first.click()
            self.inputs += 2
        elif name in ("Board", "GetOff"):
            self.pass_on()
        else:
            self.choose(self.me.latest["ask"]["choices"][0]["action"])


def player_turn(me: TablePage, server: ServerProcess) -> int:
    """Play the second Player-Turn of the Hittites at Kadesh; before it both sides do what takes few inputs."""
    match = create_match(server.address, [ME, ME], game="chariot", scenario="kadesh", seed=SEED, options={"turns": 3})
    me.open_match(match, 0, 1)
    before, commander = me.wait_ready(), Commander(me)
    while True:
        breadcrumbs, mine = me.latest["scene"]["breadcrumbs"], me.latest["ask"]["mine"]
        actions = [choice["action"] for choice in me.latest["ask"]["choices"]]
        is_counted = any("Game-Turn 2" in crumb for crumb in breadcrumbs)
        if is_counted and any("Egyptians" in crumb for crumb in breadcrumbs):
            return commander.inputs
        if is_counted and mine == 0:
            commander.decide()
        else:
            quick = [action for action in actions if action == "auto" or (action in ("embark", "advance") and not mine)]
            choose(me, (quick or actions[-1:])[0])
        before = me.wait_ready(before)


TASKS: dict[tuple[str, str], Callable[[TablePage, ServerProcess], int]] = {
    ("Ben-Hur", "a race of 2 laps on the River against three drivers"): race,
    ("War in the Age of Magic", "deployment and two turns of the Pitched battle against a driver"): two_turns,
    ("What a Wheelie", "an Advance with both dice round a curve"): advance,
    ("Chariot Races", "the move of one chariot: pace, a plan with turns, go"): plan,
    ("Chariot", "a Player-Turn with 55 units at Kadesh"): player_turn,
}


def test_every_published_budget_is_tested() -> None:
    assert set(read_budgets()) == set(TASKS)


@pytest.mark.parametrize("task", TASKS, ids=" - ".join)
def test_a_task_stays_within_its_budget(task: tuple[str, str], open_page: OpenPage, server: ServerProcess) -> None:
    budget, counted = read_budgets()[task]
    inputs = TASKS[task](open_page(), server)
    assert inputs <= budget
    assert inputs == counted
