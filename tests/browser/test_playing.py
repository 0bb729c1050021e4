"""Playing in a real browser: whole races by mouse and by keyboard alone, on a phone, with chances and warnings."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, PHONE, Seated, set_up, tab_to, with_seed, yard


def race_by_mouse(me: Seated) -> int:
    """Play to the end: a lit target on the board where there is one, else a button. How many targets there were."""
    before, found = me.ready(), 0
    while before != "over":
        if me.targets.count():
            found += 1
            me.choose(me.targets.first)
        else:
            me.choose(me.options.first)
        before = me.ready(before)
    return found


def test_a_race_is_set_up_and_played_to_the_end_by_mouse(person: Open) -> None:
    me = person()
    page = me.page
    with_seed(page, 5)
    page.goto("/")
    page.get_by_role("link", name="Set up a table of Ben-Hur").click()
    page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    page.get_by_role("group", name="Laps").get_by_text("1", exact=True).click()
    page.get_by_role("textbox", name="Your name, as Red").fill("Judah")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/match/*")
    assert race_by_mouse(me) > 10
    expect(me.places).to_contain_text("Red (Judah)")
    expect(me.decision.get_by_role("heading", level=2)).to_contain_text("wins")
    expect(page).to_have_title(re.compile("^Over - Ben-Hur"))


# -------------------------------------------------------------------- by keyboard


def focused(page: Page) -> tuple[str, str, int]:
    """What the focus is on, for those who listen: its name, the key that takes it, and how many are in its group."""
    group = page.get_by_role("group").filter(has=page.locator(":focus")).last.get_by_role("button")
    button = group.and_(page.locator(":focus"))
    name = re.match(r"""- '?button "(.+?)\"""", button.aria_snapshot())
    assert name, button.aria_snapshot()
    return name[1], (button.get_attribute("aria-keyshortcuts") or "").split(" ")[0], group.count()


def set_up_by_keyboard(page: Page) -> None:
    tab_to(page, page.get_by_role("link", name="Set up a table of Ben-Hur"))
    page.keyboard.press("Enter")
    for group, choice in (("Laps", "1"), ("Number of seats", "2")):
        radios = page.get_by_role("group", name=group)
        tab_to(page, radios.get_by_role("radio"))
        while not radios.get_by_role("radio", name=choice, exact=True).is_checked():
            page.keyboard.press("ArrowLeft")
    tab_to(page, page.get_by_role("textbox", name="Your name, as Red"))
    page.keyboard.type("Esther")
    tab_to(page, page.get_by_role("button", name="Start"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")


def test_a_race_is_set_up_and_played_to_the_end_by_keyboard_and_accessible_names_alone(person: Open) -> None:
    me = person()
    page = me.page
    with_seed(page, 9)
    page.goto("/")
    set_up_by_keyboard(page)
    before = me.ready()
    used: set[str] = set()
    while before != "over":
        name, key, others = focused(page)
        if len(used) % 3 == 1 and others > 1:
            page.keyboard.press("Tab")
            name, key, others = focused(page)
        page.keyboard.press(key if len(used) % 2 else "Enter")
        if page.get_by_role("button", name="Do it").count() and me.now() == before:
            page.keyboard.press("Enter")
        used.add(f"{name} {before}")
        before = me.ready(before)
    assert len(used) > 10
    places = page.get_by_role("list", name="Places").get_by_role("listitem")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="Red (Esther)")).to_contain_text("you")
    expect(page.get_by_role("heading", level=2, name="wins")).to_be_visible()


def test_enter_takes_the_default_wherever_the_page_is_and_focus_stays_with_the_choices(
    person: Open, base_url: str
) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER]))
    before = me.ready()
    for _ in range(5):
        expect(me.options.first).to_be_focused()
        me.page.keyboard.press("Enter")
        before = me.ready(before)
    expect(me.options.first).to_be_focused()
    me.options.first.evaluate("button => button.blur()")
    me.page.keyboard.press("Enter")
    me.ready(before)


def test_keys_are_explained_and_can_be_switched_off(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER]))
    before = me.ready()
    me.page.keyboard.press("?")
    help_page = me.page.get_by_role("dialog", name="Keys and signs")
    help_page.get_by_role("checkbox", name="Single keys are shortcuts").uncheck()
    me.page.keyboard.press("Escape")
    expect(help_page).to_have_count(0)
    key = me.options.first.get_attribute("aria-keyshortcuts") or ""
    me.page.keyboard.press(key.split(" ")[0])
    me.page.keyboard.press("?")
    expect(help_page).to_have_count(0)
    expect(me.options.first).to_be_focused()
    me.page.keyboard.press("Enter")
    me.ready(before)
    assert len(me.heard("done")) == 1


# -------------------------------------------------------------------- on other screens, at another pace


def test_a_race_is_played_on_a_phone(person: Open, base_url: str) -> None:
    me = person(**PHONE)
    me.sit(set_up(base_url, [ME, DRIVER]))
    before = me.ready()
    for number in range(14):
        if before == "over":
            break
        if number % 2 and me.targets.count():
            me.targets.first.tap()
        else:
            expect(me.options.first).to_be_in_viewport(ratio=0.9)
            me.options.first.tap()
        before = me.ready(before)
    assert me.latest["move"] > 14
    for sheet, there in (
        ("Rosters", me.page.get_by_role("table").first),
        ("Log", me.page.get_by_role("log", name="Log")),
        ("Talk", me.page.get_by_role("textbox", name="Say something to the table")),
        ("More", me.page.get_by_role("tab", name="About")),
    ):
        me.page.get_by_role("navigation", name="At the table").get_by_role("button", name=sheet).tap()
        expect(there).to_be_in_viewport()
        assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
    me.page.get_by_role("button", name="Back to your decision").tap()
    expect(me.options.first).to_be_in_viewport(ratio=0.9)


def test_moves_of_others_are_shown_one_by_one_and_any_key_skips_to_the_present(person: Open, base_url: str) -> None:
    me = person({"pace": "slow"})
    me.sit(set_up(base_url, [ME, DRIVER]))
    before = me.ready()
    me.options.first.click()
    skip = me.page.get_by_role("button", name="Skip to the present")
    expect(skip).to_be_visible()
    me.page.keyboard.press("x")
    expect(skip).to_have_count(0)
    assert me.ready(before) != before


# -------------------------------------------------------------------- chances and warnings


def test_chances_stand_beside_the_options_until_they_are_switched_off(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER]))
    odds = me.options.locator(".odds")
    me.ready()
    while not (told := [one for one in me.hear("chances")["chances"] if len(one["rows"]) > 1]):
        me.play(1)
    option = me.decision.locator(f"[data-action='{told[0]['action']}']").get_by_role("button")
    expect(option).to_contain_text(told[0]["short"])
    option.hover()
    for percent, outcome, _ in told[0]["rows"]:
        expect(me.page.get_by_role("row", include_hidden=True).filter(has_text=outcome).first).to_contain_text(percent)
    me.page.get_by_role("button", name="Settings").first.click()
    me.page.get_by_role("checkbox", name="Show odds").uncheck()
    expect(odds).to_have_count(0)


def test_a_table_without_chances_tells_none(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER], odds=False))
    me.play(6)
    assert me.heard("chances") == []
    expect(me.options.locator(".odds")).to_have_count(0)
    me.page.get_by_role("tab", name="About").click()
    expect(me.page.get_by_text("Not shown at this table.")).to_be_visible()


def test_what_may_hurt_and_stays_is_asked_once_more(person: Open, base_url: str) -> None:
    me = person()
    me.sit(yard(base_url), 0, 1)
    before = me.command("place 30 80", "place 200 30")
    shout = me.decision.locator("[data-action=shout]")
    shout.get_by_role("button").click()
    expect(shout.get_by_text("If you throw a 1 the team balks")).to_be_visible()
    expect(shout.get_by_role("button", name="Do it")).to_be_focused()
    shout.get_by_role("button", name="Not yet").click()
    assert me.now() == before
    shout.get_by_role("button").click()
    shout.get_by_role("button", name="Do it").click()
    me.ready(before)
    assert me.moves() == 3


def test_who_does_not_want_to_be_asked_is_not(person: Open, base_url: str) -> None:
    me = person({"confirm": False})
    me.sit(yard(base_url), 0, 1)
    before = me.command("place 30 80", "place 200 30")
    me.decision.locator("[data-action=shout]").get_by_role("button").click()
    me.ready(before)
    assert me.moves() == 3


# -------------------------------------------------------------------- rules


def test_a_line_of_the_log_opens_its_rule_and_that_the_rulebook(person: Open, base_url: str) -> None:
    me = person()
    page = me.page
    me.sit(set_up(base_url, [ME, DRIVER]))
    me.play(2)
    link = page.get_by_role("log", name="Log").get_by_role("link", name=re.compile("^Rule BH-")).last
    id = (link.get_attribute("aria-label") or "").removeprefix("Rule ")
    link.click()
    drawer = page.get_by_role("dialog", name=f"Rule {id}")
    title = drawer.get_by_role("heading", level=3).inner_text()
    drawer.get_by_role("link", name="Open in the rulebook").click()
    page.wait_for_url(f"**/rules/benhur#{id}")
    clause = page.get_by_role("article", name=f"{id} {title}")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()


def test_a_click_on_what_is_no_choice_is_answered_with_what_is(person: Open, base_url: str) -> None:
    me = person()
    me.sit(yard(base_url), 0, 1)
    before = me.command("place 30 80", "place 200 30")
    me.page.mouse.click(*me.at(12000, 8000))
    note = me.page.get_by_role("alert")
    expect(note).to_contain_text("“Post” is not a choice now.")
    note.get_by_role("link", name="Rule DRL-3").click()
    expect(me.page.get_by_role("dialog", name="Rule DRL-3")).to_be_visible()
    assert me.now() == before
