"""Taking back, coming back after a loss, and going through a match again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

import hippodrome as hd
from tests.browser.conftest import Open
from tests.browser.table import DRIVER, ME, Seated, set_up
from tests.serving import in_process


def play(me: Seated, count: int, before: str = "") -> str:
    for _ in range(count):
        before = me.ready(before)
        if before == "over":
            break
        me.options.first.click()
        me.do_it(before)
    return before


def test_a_choice_is_taken_back_until_a_die_falls(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, ME], game="drill", scenario="yard", options={}, seed=2), 0, 1)
    page = me.page
    before = me.ready()
    me.dial("place", 30, 80)
    before = me.ready(before)
    me.dial("place", 200, 30)
    before = me.ready(before)
    moves = me.moves()
    me.dial("drive", 2000)
    before = me.ready(before)
    assert me.moves() == moves + 1
    page.keyboard.press("u")
    before = me.ready(before)
    assert me.moves() == moves
    me.decision.locator("[data-action=shout] button").click()
    me.do_it(before)
    me.ready(before)
    expect(page.get_by_text("Nothing can be taken back now").first).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


def test_an_impossible_number_is_refused_with_its_clause_and_loses_nothing(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, ME], game="drill", scenario="yard", options={}, seed=2), 0, 1)
    before = me.ready()
    for place in ((30, 80), (200, 30)):
        me.dial("place", *place)
        before = me.ready(before)
    for _ in range(2):
        me.dial("drive", 6000)
        if "DRL-7" in me.decision.inner_text():
            break
        before = me.ready(before)
        while me.heard("frame")[-1]["ask"]["mine"] != 0:
            me.decision.locator("[data-action=shout] button").click()
            me.do_it(before)
            before = me.ready(before)
    expect(me.decision.get_by_text("DRL-7")).to_be_visible()
    moves = me.moves()
    me.dial("drive", 1000)
    me.ready(before)
    assert me.moves() == moves + 1


def test_a_match_survives_a_reload_and_a_killed_server(person: Open, tmp_path: Path) -> None:
    with in_process(tmp_path, "--no-limits", "--toys") as served:
        me = person(base_url=served.address)
        made = set_up(served.address, [ME, DRIVER], seed=3)
        me.sit(made, 0)
        play(me, 6)
        me.ready()
        moves = me.moves()
        me.page.reload()
        me.ready()
        assert me.moves() == moves
        served.kill()
        expect(me.page.get_by_text("Connection lost").first).to_be_visible()
        served.start()
        expect(me.page.get_by_text("Connection lost")).to_have_count(0, timeout=30_000)
        assert me.moves() == moves
        play(me, 4)
        me.ready()
        assert me.moves() > moves


def test_a_moment_has_an_address_and_one_can_play_on_from_it(person: Open, base_url: str) -> None:
    me, friend = person(), person()
    made = set_up(base_url, [ME, DRIVER], seed=3)
    me.sit(made, 0)
    play(me, 8)
    me.ready()
    page = me.page
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page).to_have_url(re.compile(r"\?at=\d+"))
    moment = page.url
    expect(page.get_by_text(re.compile("You are looking at move"))).to_be_visible()
    friend.page.goto(moment)
    expect(friend.page.get_by_text(re.compile("You are looking at move"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Play on from here")).click()
    as_red = page.get_by_role("button", name=re.compile("Red"))
    if "/match/" + made["id"] in page.url and as_red.count():
        as_red.last.click()
    page.wait_for_url(lambda url: "/match/" in url and made["id"] not in url)
    expect(page.get_by_text(re.compile("Branch")).first).to_be_visible()
    me.ready()
    me.options.first.click()
    page.get_by_role("link", name="back to that moment").click()
    page.wait_for_url(re.compile(made["id"]))


def test_the_scrubber_shows_every_moment_to_its_seat_alone(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER], seed=3), 0)
    play(me, 10)
    me.ready()
    moves = me.moves()
    slider = me.page.get_by_role("slider", name=re.compile("^Move$"))
    slider.focus()
    me.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", f"Move 0 of {moves}")
    me.page.keyboard.press("Escape")
    expect(me.page).not_to_have_url(re.compile("at="))
    me.ready()


def test_a_record_is_checked_and_opened_as_a_replay(person: Open) -> None:
    match = hd.new("benhur", "circus", seats=2, seed=5, options={"laps": 1})
    while match.decision is not None:
        match.play(match.proposals()[0])
    text = match.record()
    me = person()
    page = me.page
    page.goto("/verify")
    page.get_by_role("textbox").first.fill(text)
    page.get_by_role("button", name="Verify").first.click()
    expect(page.get_by_text("Every die and every move holds").first).to_be_visible()
    page.get_by_role("button", name=re.compile("replay")).first.click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.get_by_role("list", name="Places")).to_be_visible()
    page.goto("/verify")
    broken = text.replace(" dice ", " dice 6 ", 3).replace("dice 6 -", "dice 6")
    page.get_by_role("textbox").first.fill(broken)
    page.get_by_role("button", name="Verify").first.click()
    expect(page.get_by_text(re.compile(r"[Ll]ine \d+")).first).to_be_visible()
