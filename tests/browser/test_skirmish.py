"""A duel in inches in a real browser: one by mouse with every leg dragged, one by keyboard through accessible names."""

from __future__ import annotations

import math
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.table import ME, Seated, set_up, tab_to

RANDOM = {"person": False, "level": "random"}
DRIVE, TURN, EDGE, PIECE = "Drive …", "Turn …", "At … along the edge", "a piece of terrain"
MINE, FOE = 0, 1
ENDED = re.compile("is left to fight|time has run out|nobody has fought")


def duel(address: str, seed: int) -> dict[str, Any]:
    """A duel against a program that plays anything."""
    return set_up(address, [ME, RANDOM], game="wheelie", scenario="duel", options={}, seed=seed)


def node(me: Seated, name: str) -> dict[str, Any]:
    """A node as the last frame that drew it has it."""
    for frame in reversed(me.heard("frame")):
        for layer in frame["scene"]["layers"]:
            for found in layer["nodes"]:
                if found["id"] == name:
                    return dict(found)
    raise AssertionError(f"there is no {name}")


def ahead(unit: dict[str, Any], distance: float, off: float = 0) -> tuple[int, int]:
    """A point of the table so far from a unit, so many tenths of a degree off its heading."""
    angle = math.radians((unit["turn"] + off) / 10)
    return round(unit["x"] + distance * math.cos(angle)), round(unit["y"] + distance * math.sin(angle))


def off_course(me: Seated) -> int:
    """How far my chariot must turn to head for the other, in tenths of a degree."""
    mine, foe = node(me, f"unit-{MINE}"), node(me, f"unit-{FOE}")
    angle = math.degrees(math.atan2(foe["y"] - mine["y"], foe["x"] - mine["x"])) * 10 - mine["turn"]
    return int((angle + 1800) % 3600 - 1800)


def question(me: Seated) -> str:
    """What is asked, by the name of the decision."""
    return str(me.latest["ask"]["name"])


# -------------------------------------------------------------------- by mouse


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(me: Seated, name: str, to: tuple[int, int]) -> None:
    """Take a knob, drag it over the table, let go, and confirm."""
    knob = me.board.get_by_role("slider", name=name, exact=True)
    me.page.mouse.move(*middle(knob))
    me.page.mouse.down()
    me.page.mouse.move(*me.at(*to), steps=3)
    me.page.mouse.up()
    me.page.get_by_role("button", name="Confirm").click()


def touched(me: Seated, words: str) -> bool:
    """Click on what means this on the board: a target, or a die and then its menu."""
    spot = me.targets.and_(me.page.locator(f"[aria-label*='{words}']")).last
    if not spot.count():
        return False
    spot.click()
    menu = me.page.get_by_role("menuitem", name=words).first
    if menu.count():
        menu.click()
    return True


def by_mouse(me: Seated) -> str:
    """Answer what is asked with the mouse, on the board alone where that is possible. What was dragged."""
    name = question(me)
    if name == "PlacePiece":
        x, y = me.at(5_000, 5_000)
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
        drag(me, DRIVE, ahead(node(me, f"unit-{MINE}"), 9_000))
        return DRIVE
    if name in ("LegWheel", "TurnPivot"):
        drag(me, TURN, ahead(node(me, f"unit-{MINE}"), 5_000, max(-450, min(450, off_course(me)))))
        return TURN
    wanted = {"SpendDie": ("Shoot with", "Aim with", "Advance with a", "Reload"), "NextLeg": ("A leg with the",)}
    if not any(touched(me, words) for words in (*wanted.get(name, ()), "The bottom edge")):
        me.choose(me.decision.get_by_role("button", name="Low rise").or_(me.options.first).last)
    return ""


def test_a_duel_is_played_to_the_end_by_mouse_and_every_leg_is_dragged(person: Open, base_url: str) -> None:
    me = person()
    me.sit(duel(base_url, 1))
    before = me.ready()
    dragged: list[str] = []
    while before != "over":
        dragged.append(by_mouse(me))
        before = me.ready(before)
    assert {PIECE, EDGE, DRIVE, TURN} <= set(dragged)
    expect(me.places.get_by_role("listitem")).to_have_count(2)
    expect(me.decision.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- by keyboard


def steer(me: Seated) -> list[str]:
    """The keys that set a turn as far towards the other chariot as it goes; none to go straight on."""
    [span] = me.latest["ask"]["choices"][0]["spans"]
    able = [value for value, _ in span["hints"] if value in (span["lo"], 0, span["hi"])]
    best = min(able, key=lambda value: abs(value - off_course(me)))
    return {span["lo"]: ["Home"], 0: [], span["hi"]: ["End"]}[best]


def by_keyboard(me: Seated) -> str:
    """Answer what is asked with keys, by the names of the buttons. The name of what was chosen."""
    name, keyboard = question(me), me.page.keyboard
    wanted = {"SpendDie": r"^(Shoot|Aim|Advance|Reload) with a", "NextLeg": r"^A leg with"}.get(name, ".")
    button = me.decision.get_by_role("button", name=re.compile(wanted)).and_(me.options)
    chosen = button.first if button.count() else me.options.first
    tab_to(me.page, chosen)
    said = chosen.inner_text()
    if name in ("FirstDrive", "SecondDrive", "TurnDrive"):
        for key in ("Enter", "End", "Enter"):
            keyboard.press(key)
    elif name in ("LegWheel", "TurnPivot"):
        for key in ("Enter", *steer(me), "Enter"):
            keyboard.press(key)
    else:
        for key in ("Enter", "Enter") if name == "Deploy" else ("Enter",):
            keyboard.press(key)
    return said


def test_a_duel_is_played_to_the_end_by_keyboard_and_accessible_names_alone(person: Open, base_url: str) -> None:
    me = person()
    me.sit(duel(base_url, 2))
    before = me.ready()
    said: list[str] = []
    while before != "over":
        said.append(by_keyboard(me))
        before = me.ready(before)
    assert any("Advance with" in words for words in said)
    assert any("Drive" in words for words in said)
    expect(me.page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    expect(me.page.get_by_role("heading", level=2, name=ENDED)).to_be_visible()


# -------------------------------------------------------------------- what one is shown


def to_first_leg(me: Seated) -> None:
    """Play with keys until a leg is to be driven."""
    before = me.ready()
    while question(me) != "FirstDrive":
        by_keyboard(me)
        before = me.ready(before)


def zones(me: Seated) -> Locator:
    """The arcs and ranges of what is pointed at, or of what is being set."""
    return me.page.locator(".auras .zone")


def test_arcs_and_ranges_are_shown_to_who_points_at_a_chariot(person: Open, base_url: str) -> None:
    me = person()
    me.sit(duel(base_url, 4))
    to_first_leg(me)
    expect(zones(me)).to_have_count(0)
    foe = node(me, f"unit-{FOE}")
    me.page.mouse.move(*me.at(foe["x"], foe["y"]))
    expect(me.page.get_by_text("White's Hittite: 6 of 6 dice, loaded").last).to_be_visible()
    expect(zones(me).first).to_be_visible()
    me.page.mouse.move(*me.at(foe["x"] + 9_000, foe["y"] - 9_000))
    expect(zones(me)).to_have_count(0)


def test_a_leg_that_is_dragged_shows_what_it_sweeps_and_what_could_be_shot_from_its_end(
    person: Open, base_url: str
) -> None:
    me = person()
    me.sit(duel(base_url, 4))
    to_first_leg(me)
    unit = node(me, f"unit-{MINE}")
    me.page.mouse.move(*middle(me.board.get_by_role("slider", name=DRIVE, exact=True)))
    me.page.mouse.down()
    me.page.mouse.move(*me.at(*ahead(unit, 2_000 + 1_500)), steps=3)
    expect(me.page.locator(".ghosts [id$='ghost-trace-drive']")).to_be_visible()
    expect(me.page.locator(f".ghosts [id$='ghost-unit-{MINE}']")).to_be_visible()
    expect(zones(me).first).to_be_visible()
    me.page.mouse.up()
    me.page.keyboard.press("Escape")
    expect(zones(me)).to_have_count(0)
    assert question(me) == "FirstDrive"
