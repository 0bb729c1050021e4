"""Take the pictures of the README and the docs anew: ./play screenshots

A server with a folder of its own and fixed dice, a real Chromium, and the pages as a player sees them.
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
from tests.serving import in_process  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOVES = 150
SKIRMISH = 110
OTHERS = (
    ("races", "circus", 6, 150, "race"),
    ("chariot", "megiddo", 2, 200, "battle"),
    ("magic", "battle", 2, 90, "magic"),
)
"""Game, scenario, seats, after how many moves, and the name of the picture."""


def open_page(browser: Browser, address: str, theme: str, size: dict[str, int]) -> TablePage:
    """Somebody who likes a theme and moves without travel."""
    phone = size == PHONE
    context = browser.new_context(
        base_url=address, viewport=size, has_touch=phone, is_mobile=phone, device_scale_factor=2 if phone else 1
    )
    kept = f'{{"pace": "none", "theme": "{theme}"}}'
    context.add_init_script(f"localStorage.setItem('hippodrome.settings', '{kept}')")
    return TablePage(context.new_page())


def shoot(who: TablePage, name: str, whole: bool = False) -> None:
    """Take a picture when everything has come to rest."""
    who.page.wait_for_load_state("networkidle")
    who.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    who.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)
    print(f"docs/pictures/{name}.png")


def take_pages(browser: Browser, address: str) -> None:
    """The pages around the table."""
    me = open_page(browser, address, "light", DESKTOP)
    me.page.goto("/")
    shoot(me, "home")
    me.page.goto("/new/benhur?scenario=river")
    me.page.get_by_role("heading", level=1).wait_for()
    shoot(me, "setup")
    me.page.goto("/rules/benhur#BH-S5")
    me.page.get_by_role("heading", level=1).wait_for()
    shoot(me, "rules")


def take_table(browser: Browser, address: str) -> None:
    """A race, in all looks."""
    me = open_page(browser, address, "light", DESKTOP)
    made = create_match(address, [ME, DRIVER, DRIVER, DRIVER], scenario="river", options={}, seed=21)
    me.open_match(made, 0)
    while me.wait_ready() != "over" and me.move_count() < MOVES:
        me.play(1)
    shoot(me, "table")
    for theme, size, name in (("dark", DESKTOP, "table-dark"), ("contrast", DESKTOP, "table-contrast")):
        other = open_page(browser, address, theme, size)
        other.open_match(made, 0)
        other.wait_ready()
        shoot(other, name)
    phone = open_page(browser, address, "light", PHONE)
    phone.open_match(made, 0)
    phone.wait_ready()
    shoot(phone, "phone")
    me.page.goto(f"/match/{made['id']}?at=90")
    me.page.get_by_text(re.compile("You are viewing move")).wait_for()
    shoot(me, "replay")


def take_skirmish(browser: Browser, address: str) -> None:
    """A battle in inches with the arcs of a unit shown, and the record sheets on paper."""
    me = open_page(browser, address, "light", DESKTOP)
    made = create_match(address, [ME, DRIVER, DRIVER, DRIVER], game="wheelie", scenario="sides", options={}, seed=4)
    me.open_match(made, 0)
    before = me.wait_ready()
    while before != "over" and me.move_count() < SKIRMISH:
        by_keyboard(me)
        before = me.wait_ready(before)
    enemy = node(me, "unit-1")
    me.page.mouse.move(*me.screen_point(enemy["x"], enemy["y"]))
    me.page.get_by_text(enemy["label"]).last.wait_for()
    shoot(me, "skirmish")
    me.page.goto(f"/match/{made['id']}/sheets")
    me.page.get_by_role("heading", level=1).wait_for()
    shoot(me, "sheets")


def take_others(browser: Browser, address: str) -> None:
    """A race on a free track, a battle on hexes and one on squares, each against programs after some moves."""
    for game, scenario, seats, moves, name in OTHERS:
        me = open_page(browser, address, "light", DESKTOP)
        players = [ME, *[DRIVER] * (seats - 1)]
        me.open_match(create_match(address, players, game=game, scenario=scenario, options={}, seed=5), 0)
        while me.wait_ready() != "over" and me.move_count() < moves:
            me.play(1)
        shoot(me, name)


def main() -> None:
    """Start servers and a browser, and take the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        in_process(Path(first), "--no-limits") as usual,
        in_process(Path(second), "--no-limits", "--dev-games") as seeded,  # only such a server takes a seed
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        take_pages(browser, usual.address)
        take_table(browser, seeded.address)
        take_skirmish(browser, seeded.address)
        take_others(browser, seeded.address)
        browser.close()


if __name__ == "__main__":
    main()
