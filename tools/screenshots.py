"""Take the screenshots of the README and the docs: ./play screenshots

Starts servers with empty data folders and fixed dice, and opens their pages in Chromium.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.table_page import DRIVER, ME, TablePage, create_match  # noqa: E402
from tests.browser.test_wheelie import by_keyboard, node  # noqa: E402
from tests.serving import run_in_process  # noqa: E402

PICTURES_DIR = ROOT / "docs" / "pictures"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
RACE_MOVES = 150
SKIRMISH_MOVES = 110
OTHER_TABLES = (
    ("races", "circus", 6, 150, "race"),
    ("chariot", "megiddo", 2, 200, "battle"),
    ("magic", "battle", 2, 90, "magic"),
)
"""Game, scenario, seats, number of moves, and name of the picture."""


def open_page(browser: Browser, address: str, theme: str, size: dict[str, int]) -> TablePage:
    """Open a page with this theme and window size, without animation."""
    is_phone = size == PHONE
    context = browser.new_context(
        base_url=address,
        viewport=size,
        has_touch=is_phone,
        is_mobile=is_phone,
        device_scale_factor=2 if is_phone else 1,
    )
    settings = f'{{"pace": "none", "theme": "{theme}"}}'
    context.add_init_script(f"localStorage.setItem('hippodrome.settings', '{settings}')")
    return TablePage(context.new_page())


def take_screenshot(page: TablePage, name: str) -> None:
    """Take a picture once the network is idle and all animations have finished."""
    page.page.wait_for_load_state("networkidle")
    for message in page.page.get_by_role("button", name="Close message").all():
        message.click()
    page.page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))")
    page.page.screenshot(path=PICTURES_DIR / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def take_pages(browser: Browser, address: str) -> None:
    """Take the home page, the setup page and a rulebook."""
    me = open_page(browser, address, "light", DESKTOP)
    me.page.goto("/")
    take_screenshot(me, "home")
    me.page.goto("/new/benhur?scenario=river")
    me.page.get_by_role("heading", level=1).wait_for()
    take_screenshot(me, "setup")
    me.page.goto("/rules/benhur#BH-S5")
    me.page.get_by_role("heading", level=1).wait_for()
    take_screenshot(me, "rules")


def take_table(browser: Browser, address: str) -> None:
    """Take a race in all themes, on a phone, and as a replay."""
    me = open_page(browser, address, "light", DESKTOP)
    match = create_match(address, [ME, DRIVER, DRIVER, DRIVER], scenario="river", options={}, seed=21)
    me.open_match(match, 0)
    while me.wait_ready() != "over" and me.move_count() < RACE_MOVES:
        me.play(1)
    take_screenshot(me, "table")
    for theme, size, name in (("dark", DESKTOP, "table-dark"), ("contrast", DESKTOP, "table-contrast")):
        other = open_page(browser, address, theme, size)
        other.open_match(match, 0)
        other.wait_ready()
        take_screenshot(other, name)
    phone = open_page(browser, address, "light", PHONE)
    phone.open_match(match, 0)
    phone.wait_ready()
    take_screenshot(phone, "phone")
    me.page.goto(f"/match/{match['id']}?at=90")
    me.page.get_by_text(re.compile("You are viewing move")).wait_for()
    take_screenshot(me, "replay")


def take_skirmish(browser: Browser, address: str) -> None:
    """Take a skirmish with the arcs of a unit, and its record sheets."""
    me = open_page(browser, address, "light", DESKTOP)
    match = create_match(address, [ME, DRIVER, DRIVER, DRIVER], game="wheelie", scenario="sides", options={}, seed=4)
    me.open_match(match, 0)
    before = me.wait_ready()
    while before != "over" and me.move_count() < SKIRMISH_MOVES:
        by_keyboard(me)
        before = me.wait_ready(before)
    enemy = node(me, "unit-1")
    me.page.mouse.move(*me.screen_point(enemy["x"], enemy["y"]))
    me.page.get_by_text(enemy["label"]).last.wait_for()
    take_screenshot(me, "skirmish")
    me.page.goto(f"/match/{match['id']}/sheets")
    me.page.get_by_role("heading", level=1).wait_for()
    take_screenshot(me, "sheets")


def take_other_tables(browser: Browser, address: str) -> None:
    """Take a race on a free track, a battle on hexes and one on squares, each against bots."""
    for game, scenario, seats, moves, name in OTHER_TABLES:
        me = open_page(browser, address, "light", DESKTOP)
        players = [ME, *[DRIVER] * (seats - 1)]
        me.open_match(create_match(address, players, game=game, scenario=scenario, options={}, seed=5), 0)
        while me.wait_ready() != "over" and me.move_count() < moves:
            me.play(1)
        take_screenshot(me, name)


def main() -> None:
    """Start the servers and the browser, and take all pictures."""
    PICTURES_DIR.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        run_in_process(Path(first), "--no-limits") as server,
        run_in_process(Path(second), "--no-limits", "--dev-games") as seeded_server,  # accepts seeds
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        take_pages(browser, server.address)
        take_table(browser, seeded_server.address)
        take_skirmish(browser, seeded_server.address)
        take_other_tables(browser, seeded_server.address)
        browser.close()


if __name__ == "__main__":
    main()
