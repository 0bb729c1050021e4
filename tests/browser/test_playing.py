"""Playing in the browser: races of Ben-Hur by mouse, by keyboard and on a phone; odds, warnings and rules."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, PHONE, TablePage, create_drill, create_match, fix_seed, tab_to


def race_by_mouse(me: TablePage) -> int:
    """Play to the end, clicking targets on the board where possible. Return the number of targets clicked."""
    before, clicked = me.wait_ready(), 0
    while before != "over":
        if me.targets.count():
            clicked += 1
            me.choose(me.targets.first)
        else:
            me.choose(me.options.first)
        before = me.wait_ready(before)
    return clicked


def test_a_race_is_set_up_and_played_to_the_end_by_mouse(open_page: OpenPage) -> None:
    me = open_page()
    page = me.page
    fix_seed(page, 5)
    page.goto("/")
    page.get_by_role("link", name="Set up a match of Ben-Hur").click()
    page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    page.get_by_role("group", name="Laps").get_by_text("1", exact=True).click()
    page.get_by_role("textbox", name="Your name, as Red").fill("Judah")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/match/*")
    assert race_by_mouse(me) > 10
    expect(me.places).to_contain_text("Judah (Red)")
    expect(me.decision.get_by_role("heading", level=2)).to_contain_text("wins")
    expect(page).to_have_title(re.compile("^Finished - Ben-Hur"))


# -------------------------------------------------------------------- by keyboard


def focused_button(page: Page) -> tuple[str, str, int]:
    """Return the accessible name and the key of the focused button, and the number of buttons in its group."""
    group = page.get_by_role("group").filter(has=page.locator(":focus")).last.get_by_role("button")
    button = group.and_(page.locator(":focus"))
    name = re.match(r"""- '?button "(.+?)\"""", button.aria_snapshot())
    assert name, button.aria_snapshot()
    return name[1], (button.get_attribute("aria-keyshortcuts") or "").split(" ")[0], group.count()


def set_up_by_keyboard(page: Page) -> None:
    """Set up a short race with the keyboard."""
    tab_to(page, page.get_by_role("link", name="Set up a match of Ben-Hur"))
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


def test_a_race_is_set_up_and_played_to_the_end_by_keyboard(open_page: OpenPage) -> None:
    me = open_page()
    page = me.page
    fix_seed(page, 9)
    page.goto("/")
    set_up_by_keyboard(page)
    before = me.wait_ready()
    used: set[str] = set()
    while before != "over":
        if not me.latest["ask"]["default"]:  # a trick might be played, and Enter plays none
            page.keyboard.press("Enter")
            assert me.state() == before
            page.keyboard.press("e")
            before = me.wait_ready(before)
            continue
        name, key, others = focused_button(page)
        if len(used) % 3 == 1 and others > 1:
            page.keyboard.press("Tab")
            name, key, others = focused_button(page)
        page.keyboard.press(key if len(used) % 2 else "Enter")
        if page.get_by_role("button", name="Confirm").count() and me.state() == before:
            page.keyboard.press("Enter")
        used.add(f"{name} {before}")
        before = me.wait_ready(before)
    assert len(used) > 10
    places = page.get_by_role("list", name="Places").get_by_role("listitem")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="Esther (Red)")).to_contain_text("you")
    expect(page.get_by_role("heading", level=2, name="wins")).to_be_visible()


def test_enter_plays_the_default_and_the_focus_stays_on_the_choices(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER], options={"laps": 1, "tricks": 0}))
    before = me.wait_ready()
    default = me.decision.locator("[data-default] button")
    for _ in range(5):
        expect(default).to_be_focused()
        me.page.keyboard.press("Enter")
        before = me.wait_ready(before)
    expect(default).to_be_focused()
    default.evaluate("button => button.blur()")
    me.page.keyboard.press("Enter")
    me.wait_ready(before)


def test_shortcuts_are_listed_and_can_be_switched_off(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    before = me.wait_ready()
    me.page.keyboard.press("?")
    help_dialog = me.page.get_by_role("dialog", name="Keyboard and symbols")
    help_dialog.get_by_role("checkbox", name="Single-key shortcuts").uncheck()
    me.page.keyboard.press("Escape")
    expect(help_dialog).to_have_count(0)
    key = me.options.first.get_attribute("aria-keyshortcuts") or ""
    me.page.keyboard.press(key.split(" ")[0])
    me.page.keyboard.press("?")
    expect(help_dialog).to_have_count(0)
    expect(me.options.first).to_be_focused()
    me.page.keyboard.press("Enter")
    me.wait_ready(before)
    assert len(me.messages_of("done")) == 1


# -------------------------------------------------------------------- phone and animation


def test_a_race_is_played_on_a_phone(open_page: OpenPage, base_url: str) -> None:
    me = open_page(**PHONE)
    me.open_match(create_match(base_url, [ME, DRIVER]))
    before = me.wait_ready()
    for number in range(14):
        if before == "over":
            break
        expect(me.options.first).to_be_in_viewport(ratio=0.9)
        if number % 2 and me.targets.count():
            me.targets.first.tap()
            choices = me.page.get_by_role("dialog").locator("button.primary")
            if me.state() == before and choices.count():  # on a chariot, which a tap inspects first
                choices.first.tap()
        else:
            me.options.first.tap()
        confirm = me.decision.get_by_role("button", name="Confirm")
        if me.state() == before and confirm.count():
            confirm.tap()
        before = me.wait_ready(before)
    assert me.latest["move"] > 14
    for sheet, content in (
        ("Standings", me.page.get_by_role("table").first),
        ("Log", me.page.get_by_role("log", name="Log")),
        ("Chat", me.page.get_by_role("textbox", name="Message to the table")),
        ("More", me.page.get_by_role("tab", name="About")),
    ):
        me.page.get_by_role("navigation", name="Table").get_by_role("button", name=sheet).tap()
        expect(content).to_be_in_viewport()
        assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
    me.page.get_by_role("button", name="Back to your decision").tap()
    expect(me.options.first).to_be_in_viewport(ratio=0.9)


def test_moves_of_others_are_animated_and_any_key_skips_them(open_page: OpenPage, base_url: str) -> None:
    me = open_page({"pace": "slow"})
    me.open_match(create_match(base_url, [ME, DRIVER]))
    before = me.wait_ready()
    me.options.first.click()
    skip = me.page.get_by_role("button", name="Skip animation")
    expect(skip).to_be_visible()
    me.page.keyboard.press("x")
    expect(skip).to_have_count(0)
    assert me.wait_ready(before) != before


# -------------------------------------------------------------------- odds and warnings


def test_odds_are_shown_beside_the_options_until_they_are_switched_off(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    odds = me.options.locator(".odds")
    me.wait_ready()
    while not (uncertain := [one for one in me.wait_for_message("odds_result")["odds"] if len(one["rows"]) > 1]):
        me.play(1)
    option = me.decision.locator(f"[data-action='{uncertain[0]['action']}']").get_by_role("button")
    expect(option).to_contain_text(uncertain[0]["summary"])
    option.hover()
    for percent, outcome, _ in uncertain[0]["rows"]:
        expect(me.page.get_by_role("row", include_hidden=True).filter(has_text=outcome).first).to_contain_text(percent)
    me.page.get_by_role("button", name="Settings").first.click()
    me.page.get_by_role("checkbox", name="Show odds").uncheck()
    expect(odds).to_have_count(0)


def test_a_table_without_odds_shows_none(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER], odds=False))
    me.play(6)
    assert me.messages_of("odds_result") == []
    expect(me.options.locator(".odds")).to_have_count(0)
    me.page.get_by_role("tab", name="About").click()
    expect(me.page.get_by_text("Not shown")).to_be_visible()


def test_a_risky_choice_must_be_confirmed(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_drill(base_url), 0, 1)
    before = me.give_orders("place 30 80", "place 200 30")
    shout = me.decision.locator("[data-action=shout]")
    shout.get_by_role("button").click()
    (warning,) = [one["warning"] for one in me.latest["ask"]["choices"] if one["action"] == "shout"]
    expect(shout.get_by_text(warning)).to_be_visible()
    expect(shout.get_by_role("button", name="Confirm")).to_be_focused()
    shout.get_by_role("button", name="Cancel").click()
    assert me.state() == before
    shout.get_by_role("button").click()
    shout.get_by_role("button", name="Confirm").click()
    me.wait_ready(before)
    assert me.move_count() == 3


def test_a_risky_choice_needs_no_confirmation_if_the_setting_is_off(open_page: OpenPage, base_url: str) -> None:
    me = open_page({"confirm": False})
    me.open_match(create_drill(base_url), 0, 1)
    before = me.give_orders("place 30 80", "place 200 30")
    me.decision.locator("[data-action=shout]").get_by_role("button").click()
    me.wait_ready(before)
    assert me.move_count() == 3


# -------------------------------------------------------------------- rules


def test_a_log_line_links_to_its_rule_and_the_rule_to_the_rulebook(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    me.open_match(create_match(base_url, [ME, DRIVER]))
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


def test_a_click_on_something_else_tells_why_not_and_what_it_is(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_drill(base_url), 0, 1)
    before = me.give_orders("place 30 80", "place 200 30")
    me.page.mouse.click(*me.screen_point(12000, 8000))
    card = me.page.get_by_role("dialog", name="Post")
    expect(card.get_by_role("alert")).to_contain_text("You command your chariot, not the post")
    expect(card.get_by_role("link", name="Rule DRL-7")).to_be_visible()
    card.get_by_role("link", name="Rule DRL-3").click()
    expect(me.page.get_by_role("dialog", name="Rule DRL-3")).to_be_visible()
    assert me.state() == before


def test_a_card_says_what_happened_since_your_last_move(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER, DRIVER, DRIVER]))
    me.play(6)
    card = me.page.locator("[data-recap]")
    expect(card).to_contain_text("Since your last move")
    head = card.get_by_role("button", expanded=True)
    head.focus()
    me.page.keyboard.press("Enter")
    expect(card.get_by_role("button", expanded=False)).to_be_visible()
    me.page.keyboard.press("Enter")
    moment = card.get_by_role("button", name="Go to move").first
    while not moment.count():
        assert me.play(1) != "over"
    number = int((moment.get_attribute("aria-label") or "").rpartition(" ")[2])
    moment.click()
    expect(me.page).to_have_url(re.compile(f"at={number}"))


def test_the_log_hides_routine_lines_and_returns_to_its_end(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER, DRIVER, DRIVER]))
    me.play(12)
    me.page.get_by_role("button", name="Show the whole log").click()
    log = me.page.get_by_role("log", name="Log")
    expect(log.get_by_role("heading").first).to_be_visible()
    more = log.get_by_role("button", name="more line").last
    lines = log.locator("li").count()
    more.click()
    expect(log.get_by_role("button", name="Show fewer")).to_be_visible()
    assert log.locator("li").count() > lines
    me.page.keyboard.press("[")
    me.page.keyboard.press("[")
    expect(me.page.get_by_text("You are viewing move")).to_be_visible()
    log.evaluate("(log) => log.scrollTo(0, 0)")
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_text("You are viewing move")).to_be_hidden()
    me.page.wait_for_function(
        "() => { const log = document.querySelector('[data-sheet=log]');"
        " return log.scrollHeight - log.scrollTop - log.clientHeight < 40; }"
    )


def test_arrows_show_what_others_have_moved_unless_they_are_off(open_page: OpenPage, base_url: str) -> None:
    for trails in (True, False):
        me = open_page({"trails": trails})
        me.open_match(create_match(base_url, [ME, DRIVER, DRIVER, DRIVER]))
        me.play(6)
        arrows = me.page.locator("svg.trails .arrow")
        expect(arrows.first).to_be_attached() if trails else expect(arrows).to_have_count(0)


def test_the_end_says_how_it_was_decided(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    assert me.play(400) == "over"
    decided = me.page.get_by_role("region", name="How it was decided")
    expect(decided.get_by_role("listitem").first).to_be_visible()
    figures = me.page.locator("dl.figures > div").filter(has_text="Moves")
    expect(figures.get_by_role("definition")).to_have_text(str(me.move_count()))
