"""War in the Age of Magic in the browser: custom armies and grounds, battles by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, TablePage, create_match, fix_seed, tab_to
from tests.browser.test_accessibility import assert_accessible, axe

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
PREFERRED = ("assault", "attack", "shoot", "fight", "hit", "lose", "advance", "withdraw")
"""Verbs that are played whenever possible."""


def decision_name(me: TablePage) -> str:
    """Return the name of the current decision."""
    return str(me.latest["ask"]["name"])


class Player:
    """Attacks where possible, otherwise advances with two units per turn. `played` are the verbs played so far."""

    def __init__(self) -> None:
        self.moved = 0
        self.played: set[str] = set()

    def choice(self, me: TablePage) -> dict[str, Any]:
        """Return the choice to make now."""
        choices: list[dict[str, Any]] = me.latest["ask"]["choices"]
        choice = self._pick(decision_name(me), choices)
        self.played.add(choice["action"].split()[0])
        return choice

    def _pick(self, name: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        preferred = [choice for choice in choices if choice["action"].startswith(PREFERRED)]
        steps = [choice for choice in choices if choice["action"].startswith("go")]
        moves = [choice for choice in choices if choice["action"].startswith("move")]
        if preferred:
            return preferred[0]
        if steps:  # forward comes first
            return steps[0]
        if name == "MoveNext":
            self.moved = (self.moved + 1) % 3
            return moves[0] if moves and self.moved else choices[0]
        if name == "Deploy" and "place" not in self.played:
            return choices[1]
        return choices[0]


# -------------------------------------------------------------------- by mouse


def army_panel(me: TablePage, title: str) -> Locator:
    """Select a custom army and return the panel in which it is edited."""
    group = me.page.get_by_role("group", name=title, exact=True)
    group.get_by_text("Custom", exact=True).click()
    panel = me.page.get_by_role("region", name=f"{title}, custom")
    expect(panel.get_by_text("As defender: 212 of 230 points")).to_be_visible()
    return panel


def open_file(me: TablePage, title: str, text: str) -> Locator:
    """Open a file as the custom army of a seat, and return its panel."""
    panel = army_panel(me, title)
    panel.locator("input[type=file]").set_input_files(
        {"name": "army.toml", "mimeType": "application/toml", "buffer": text.encode()}
    )
    expect(panel.get_by_text("5 units, 1 characters").first).to_be_visible()
    return panel


def choose_by_mouse(me: TablePage, choice: dict[str, Any]) -> None:
    """Click a choice on the board, or its button if it has no spot there."""
    spot = me.targets.and_(me.page.locator(f'[aria-label*="{choice["label"]}"]')).last
    if not spot.count():
        me.choose(me.decision.locator(f'[data-action="{choice["action"]}"] button').first)
        return
    spot.click()
    menu = me.page.get_by_role("menuitem", name=choice["label"]).first
    if menu.count():
        menu.click()


def test_custom_armies_from_files_fight_to_the_end_by_mouse(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    fix_seed(me.page, 16)
    me.page.goto("/new/magic?scenario=woods")
    for title, text in (("Red's army", FALCONS), ("White's army", BULLS)):
        open_file(me, title, text)
    me.page.get_by_role("group", name="Attacker").get_by_text("Red", exact=True).click()
    me.page.get_by_role("button", name="Start").click()
    before, player = me.wait_ready(), Player()
    while before != "over":
        choose_by_mouse(me, player.choice(me))
        before = me.wait_ready(before)
    assert {"place", "move", "go"} <= player.played
    assert player.played & {"assault", "attack"}
    assert player.played & {"hit", "lose"}
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()
    record = httpx.get(f"{base_url}/api/matches/{me.page.url.rpartition('/')[2]}/record", timeout=60).text
    assert 'option army_red own\n| title = "Falcons"\n' in record
    assert httpx.post(f"{base_url}/api/verify", content=record, timeout=60).json()["alarm"] is False


# -------------------------------------------------------------------- by keyboard


def create_battle(address: str, seed: int, **options: str) -> dict[str, Any]:
    """Create a small battle of two custom armies against the driver bot."""
    settings = {"army_red": FALCONS, "army_white": BULLS, "attacker": "Red", **options}
    return create_match(address, [ME, DRIVER], game="magic", scenario="woods", options=settings, seed=seed)


def choose_by_keyboard(me: TablePage, choice: dict[str, Any]) -> None:
    """Move to a choice with Tab, by its name, and press Enter; confirm its warning if there is one."""
    before = me.state()
    button = me.options.and_(me.page.get_by_role("button", name=choice["label"], exact=True)).first
    tab_to(me.page, button)
    me.page.keyboard.press("Enter")
    confirm = me.decision.get_by_role("button", name="Confirm")
    if confirm.count() and me.state() == before:
        tab_to(me.page, confirm)
        me.page.keyboard.press("Enter")


def test_a_battle_is_played_to_the_end_by_keyboard(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_battle(base_url, 2))
    before, player = me.wait_ready(), Player()
    while before != "over":
        choose_by_keyboard(me, player.choice(me))
        before = me.wait_ready(before)
    assert {"place", "move", "go"} <= player.played
    assert player.played & {"assault", "attack"}
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- details and custom files


def test_an_attack_shows_its_breakdown_before_it_is_declared(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_battle(base_url, 4, deployment="ready"))
    before, player = me.wait_ready(), Player()
    while not any(choice["action"].startswith("assault") for choice in me.latest["ask"]["choices"]):
        me.choose(me.decision.locator(f'[data-action="{player.choice(me)["action"]}"] button').first)
        before = me.wait_ready(before)
    attack = next(choice for choice in me.latest["ask"]["choices"] if choice["action"].startswith("assault"))
    me.decision.locator(f'[data-action="{attack["action"]}"] button').hover()
    card = me.page.locator(".details.floating")
    expect(card.get_by_role("cell", name="Points", exact=True, include_hidden=True)).to_be_visible()
    for words in ("(WAM-F2)", "(WAM-D2)", "Dice", "Wins", "Draw", "Expected losses (bases)"):
        expect(card).to_contain_text(words)
    me.page.mouse.move(5, 5)
    expect(card).to_have_count(0)
    panel = next(one for one in me.latest["scene"]["panels"] if one["of"] == attack["action"])
    summary = me.page.get_by_role("heading", level=3, name=panel["title"])
    summary.click()
    expect(me.page.get_by_role("cell", name="Draw").first).to_be_visible()
    assert "countdown" in me.page.evaluate("document.querySelector('[id$=-clock]').textContent").lower()


def test_an_army_is_built_in_the_form_which_shows_its_problems(open_page: OpenPage) -> None:
    me = open_page()
    me.page.goto("/new/magic?scenario=woods")
    panel = army_panel(me, "Red's army")
    panel.get_by_label("Number").first.fill("6")
    expect(panel.get_by_text("As defender: 300 of 230 points")).to_be_visible()
    expect(panel.get_by_text("remove troops worth 70")).to_be_visible()
    expect(panel.get_by_text("6 x 22 = 132 points")).to_be_visible()
    panel.get_by_label("Number").first.fill("2")
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    panel.get_by_label("Kind").first.select_option("elephant")
    field = panel.get_by_label("Quality").first
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(panel.locator("li.fields").first.get_by_text("elephant cannot be elite")).to_be_visible()
    panel.get_by_role("button", name="Remove row 1", exact=True).click()
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    for _ in range(2):
        panel.get_by_role("button", name="Duplicate row 2", exact=True).click()
    expect(panel.get_by_text("remove troops worth 34")).to_be_visible()
    with me.page.expect_download() as download:
        panel.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "river-kingdom.toml"


def test_the_custom_army_form_and_file_are_accessible(open_page: OpenPage) -> None:
    me = open_page()
    me.page.goto("/new/magic?scenario=woods")
    panel = army_panel(me, "Red's army")
    panel.get_by_label("Kind").first.select_option("elephant")
    expect(panel.get_by_text("3 problems:")).to_be_visible()
    assert_accessible(me.page, ".custom-file")
    panel.get_by_role("tab", name="File").click()
    assert axe(me.page, ".custom-file") == []


def test_a_faulty_army_file_shows_its_line_and_cannot_be_played(open_page: OpenPage) -> None:
    me = open_page()
    me.page.goto("/new/magic")
    panel = open_file(me, "Red's army", FALCONS)
    panel.get_by_role("tab", name="File").click()
    area = panel.get_by_label("Text of the file")
    area.fill(FALCONS.replace('"support"', '"archers"'))
    problem = panel.get_by_role("button", name="Line 14, troops[1].kind")
    expect(problem).to_be_visible()
    problem.click()
    assert area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == 'kind = "archers"'
    me.page.get_by_role("button", name="Start").click()
    expect(me.page.get_by_role("alert")).to_contain_text("line 14, troops[1].kind: must be one of close order")
    area.fill(FALCONS)
    expect(panel.get_by_text("No problems: ready to play.")).to_be_visible()
    panel.get_by_role("tab", name="Form").click()
    expect(panel.get_by_label("Name", exact=True).nth(1)).to_have_value("Bows")


def test_a_custom_ground_is_previewed_and_fought_on(open_page: OpenPage) -> None:
    me = open_page()
    fix_seed(me.page, 4)
    me.page.goto("/new/magic")
    me.page.get_by_role("group", name="Battlefield").get_by_text("Custom", exact=True).click()
    panel = me.page.get_by_role("region", name="Battlefield, custom")
    expect(panel.get_by_alt_text("Preview")).to_be_visible()
    panel.get_by_label("Ground", exact=True).fill("\n".join([". . . . ."] * 3 + ["= = + # ="] + [". . w . ."] * 3))
    expect(panel.get_by_text("5 by 6 squares, 3 of them closed.")).to_be_visible()
    me.page.get_by_role("group", name="Deployment").get_by_text("Automatic", exact=True).click()
    me.page.get_by_role("button", name="Start").click()
    me.wait_ready()
    me.page.get_by_role("tab", name="Text view").click()
    expect(me.page.get_by_text("5 by 6 squares.").first).to_be_visible()
    me.page.get_by_role("tab", name="About").click()
    expect(me.page.get_by_text("Custom: Two Woods")).to_be_visible()


def test_a_choice_of_scenery_and_spells_says_what_it_does(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER], game="magic", scenario="battle", seed=8, options={}))
    me.play_until("PlaceScenery", "scenery")
    expect(me.decision.get_by_text("Nothing may enter; who must withdraw into it is destroyed.")).to_be_visible()
    me.play_until("CharacterPhase", "bolt")
    notes = me.decision.get_by_text("3 dice: each 5+ hits")
    expect(notes.first).to_be_visible()
    shown = [note for note in notes.all() if "visually-hidden" not in (note.get_attribute("class") or "")]
    assert len(shown) == 1
