"""Battles on squares in a real browser: armies built at set-up, a battle by mouse, one by keyboard, and their sums."""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, Seated, set_up, tab_to, with_seed
from tests.browser.test_accessible import accessible, axe

ARMY = """\
title = "{0}"
text = "A few good men."
motive = "none"

[[troops]]
name = "Guard"
kind = "close order"
quality = "veteran"
number = 3
places = ["0 front", "0 front", "-1 front"]

[[troops]]
name = "Bows"
kind = "support"
gear = ["missile"]
number = 2
places = ["0 front", "+1 front"]

[[troops]]
name = "King"
kind = "general"
places = ["0 front"]
"""
FALCONS, BULLS = ARMY.format("Falcons"), ARMY.format("Bulls")
ENDED = re.compile("has broken|on points|too close to call")
BEST = ("assault", "attack", "shoot", "fight", "hit", "lose", "advance", "withdraw")
"""What is done whenever it can be, on the board."""


def question(me: Seated) -> str:
    """What is asked, by the name of the decision."""
    return str(me.latest["ask"]["name"])


class Plan:
    """Attack where it is possible, else advance with two units a turn. `done` are the verbs that were played."""

    def __init__(self) -> None:
        self.moved = 0
        self.done: set[str] = set()

    def choice(self, me: Seated) -> dict[str, Any]:
        """What to choose now."""
        choices: list[dict[str, Any]] = me.latest["ask"]["choices"]
        found = self.best(question(me), choices)
        self.done.add(found["action"].split()[0])
        return found

    def best(self, name: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        able = [choice for choice in choices if choice["action"].startswith(BEST)]
        steps = [choice for choice in choices if choice["action"].startswith("go")]
        moves = [choice for choice in choices if choice["action"].startswith("move")]
        if able:
            return able[0]
        if steps:  # forward comes first
            return steps[0]
        if name == "MoveNext":
            self.moved = (self.moved + 1) % 3
            return moves[0] if moves and self.moved else choices[0]
        if name == "Deploy" and "place" not in self.done:
            return choices[1]
        return choices[0]


# -------------------------------------------------------------------- by mouse


def army_panel(me: Seated, title: str) -> Locator:
    """Where an army of one's own is written."""
    group = me.page.get_by_role("group", name=title, exact=True)
    group.get_by_text("Custom", exact=True).click()
    panel = me.page.get_by_role("region", name=f"{title}, custom")
    expect(panel.get_by_text("As defender: 212 of 230 points")).to_be_visible()
    return panel


def open_file(me: Seated, title: str, text: str) -> Locator:
    """Open a file as the army of a seat."""
    panel = army_panel(me, title)
    panel.locator("input[type=file]").set_input_files(
        {"name": "army.toml", "mimeType": "application/toml", "buffer": text.encode()}
    )
    expect(panel.get_by_text("5 units, 1 characters").first).to_be_visible()
    return panel


def clicked(me: Seated, choice: dict[str, Any]) -> None:
    """Click on what means this on the board; or on its button, if it has no place there."""
    spot = me.targets.and_(me.page.locator(f'[aria-label*="{choice["label"]}"]')).last
    if not spot.count():
        me.choose(me.decision.locator(f'[data-action="{choice["action"]}"] button').first)
        return
    spot.click()
    menu = me.page.get_by_role("menuitem", name=choice["label"]).first
    if menu.count():
        menu.click()


def test_armies_are_opened_at_set_up_and_fight_to_the_end_by_mouse(person: Open, base_url: str) -> None:
    me = person()
    with_seed(me.page, 4)
    me.page.goto("/new/magic?scenario=woods")
    for title, text in (("Red's army", FALCONS), ("White's army", BULLS)):
        open_file(me, title, text)
    me.page.get_by_role("group", name="Attacker").get_by_text("Red", exact=True).click()
    me.page.get_by_role("button", name="Start").click()
    before, plan = me.ready(), Plan()
    while before != "over":
        clicked(me, plan.choice(me))
        before = me.ready(before)
    assert {"place", "move", "go"} <= plan.done
    assert plan.done & {"assault", "attack"}
    assert plan.done & {"hit", "lose"}
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()
    record = httpx.get(f"{base_url}/api/matches/{me.page.url.rpartition('/')[2]}/record", timeout=60).text
    assert 'option army_red own\n| title = "Falcons"\n' in record
    assert httpx.post(f"{base_url}/api/verify", content=record, timeout=60).json()["ok"]


# -------------------------------------------------------------------- by keyboard


def battle(address: str, seed: int, **options: str) -> dict[str, Any]:
    """A small battle against the plain general, set up with two files."""
    asked = {"army_red": FALCONS, "army_white": BULLS, "attacker": "Red", **options}
    return set_up(address, [ME, DRIVER], game="magic", scenario="woods", options=asked, seed=seed)


def keyed(me: Seated, choice: dict[str, Any]) -> None:
    """Go to a choice with Tab, by its name, and press Enter; and once more if it warns."""
    before = me.now()
    button = me.options.and_(me.page.get_by_role("button", name=choice["label"], exact=True)).first
    tab_to(me.page, button)
    me.page.keyboard.press("Enter")
    sure = me.decision.get_by_role("button", name="Do it")
    if sure.count() and me.now() == before:
        tab_to(me.page, sure)
        me.page.keyboard.press("Enter")


def test_a_battle_is_played_to_the_end_by_keyboard_and_accessible_names_alone(person: Open, base_url: str) -> None:
    me = person()
    me.sit(battle(base_url, 2))
    before, plan = me.ready(), Plan()
    while before != "over":
        keyed(me, plan.choice(me))
        before = me.ready(before)
    assert {"place", "move", "go"} <= plan.done
    assert plan.done & {"assault", "attack"}
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- what one is shown


def test_an_attack_shows_its_whole_sum_before_it_is_declared(person: Open, base_url: str) -> None:
    me = person()
    me.sit(battle(base_url, 4, deployment="ready"))
    before, plan = me.ready(), Plan()
    while not any(choice["action"].startswith("assault") for choice in me.latest["ask"]["choices"]):
        me.choose(me.decision.locator(f'[data-action="{plan.choice(me)["action"]}"] button').first)
        before = me.ready(before)
    found = next(choice for choice in me.latest["ask"]["choices"] if choice["action"].startswith("assault"))
    me.decision.locator(f'[data-action="{found["action"]}"] button').hover()
    card = me.page.locator(".odds.apart")
    expect(card.get_by_role("cell", name="Points", exact=True, include_hidden=True)).to_be_visible()
    for words in ("(WAM-F2)", "(WAM-D2)", "Dice", "Wins", "Nobody wins", "Bases lost on average"):
        expect(card).to_contain_text(words)
    me.page.mouse.move(5, 5)
    expect(card).to_have_count(0)
    panel = next(one for one in me.latest["scene"]["panels"] if one["of"] == found["action"])
    summary = me.page.get_by_role("heading", level=3, name=panel["title"])
    summary.click()
    expect(me.page.get_by_role("cell", name="Nobody wins").first).to_be_visible()
    assert "countdown" in me.page.evaluate("document.querySelector('[id$=-clock]').textContent").lower()


def test_an_army_is_built_in_the_form_and_says_what_is_not_allowed(person: Open) -> None:
    me = person()
    me.page.goto("/new/magic?scenario=woods")
    panel = army_panel(me, "Red's army")
    panel.get_by_label("Number").first.fill("6")
    expect(panel.get_by_text("As defender: 288 of 230 points")).to_be_visible()
    expect(panel.get_by_text("leave out troops for 58")).to_be_visible()
    expect(panel.get_by_text("6 x 19 = 114 points")).to_be_visible()
    panel.get_by_label("Number").first.fill("2")
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    panel.get_by_label("Kind").first.select_option("elephant")
    field = panel.get_by_label("Quality").first
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(panel.locator("li.fields").first.get_by_text("elephant is never elite")).to_be_visible()
    panel.get_by_role("button", name="Remove row 1").click()
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    panel.get_by_role("button", name="Duplicate row 1").click()
    expect(panel.get_by_text("leave out troops for 8")).to_be_visible()
    with me.page.expect_download() as saved:
        panel.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "iron-hill.toml"


def test_the_form_and_the_file_are_accessible_in_every_theme(person: Open) -> None:
    me = person()
    me.page.goto("/new/magic?scenario=woods")
    panel = army_panel(me, "Red's army")
    panel.get_by_label("Kind").first.select_option("elephant")
    expect(panel.get_by_text("2 problems:")).to_be_visible()
    accessible(me.page, ".own")
    panel.get_by_role("tab", name="File").click()
    assert axe(me.page, ".own") == []


def test_a_file_with_a_mistake_shows_it_at_its_line_and_begins_no_match(person: Open) -> None:
    me = person()
    me.page.goto("/new/magic")
    panel = open_file(me, "Red's army", FALCONS)
    panel.get_by_role("tab", name="File").click()
    area = panel.get_by_label("File", exact=True)
    area.fill(FALCONS.replace('"support"', '"archers"'))
    fault = panel.get_by_role("button", name="Line 14, troops[1].kind")
    expect(fault).to_be_visible()
    fault.click()
    assert area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == 'kind = "archers"'
    me.page.get_by_role("button", name="Start").click()
    expect(me.page.get_by_role("alert")).to_contain_text("line 14, troops[1].kind: must be one of close order")
    area.fill(FALCONS)
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    panel.get_by_role("tab", name="Form").click()
    expect(panel.get_by_label("Name", exact=True).nth(1)).to_have_value("Bows")


def test_a_layout_of_ones_own_is_drawn_while_it_is_written_and_fought_on(person: Open) -> None:
    me = person()
    with_seed(me.page, 4)
    me.page.goto("/new/magic")
    me.page.get_by_role("group", name="Ground").get_by_text("Custom", exact=True).click()
    panel = me.page.get_by_role("region", name="Ground, custom")
    expect(panel.get_by_alt_text("Preview")).to_be_visible()
    panel.get_by_label("Ground", exact=True).fill("\n".join([". . . . ."] * 3 + ["= = + # ="] + [". . w . ."] * 3))
    expect(panel.get_by_text("5 by 6 squares, 3 of them closed.")).to_be_visible()
    me.page.get_by_role("group", name="Deployment").get_by_text("Ready", exact=True).click()
    me.page.get_by_role("button", name="Start").click()
    me.ready()
    me.page.get_by_role("tab", name="In words").click()
    expect(me.page.get_by_text("5 by 6 squares.").first).to_be_visible()
    me.page.get_by_role("tab", name="About").click()
    expect(me.page.get_by_text("Custom: Two Woods")).to_be_visible()
