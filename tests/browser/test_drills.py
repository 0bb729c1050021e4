"""Drills in the browser: from the review of a match to the answer, by mouse and by keyboard, and the list of drills."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import hippodrome as hd
from hippodrome.bots import review
from tests.browser.conftest import OpenPage
from tests.browser.table_page import PHONE, TablePage, tab_to
from tests.browser.test_accessibility import assert_accessible
from tests.browser.test_layout import FAULTS

RATING_TIMEOUT_MS = 120_000
"""Time for a rating on a busy machine."""


@pytest.fixture(scope="module", name="race")
def finished_race() -> hd.Match:
    """Return a finished race of one lap at two or three whips."""
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"laps": 1, "tricks": 0})
    while match.decision:
        actions = match.proposals()
        whips = [action for action in actions if action.text in ("whips 2", "whips 3")]
        match.play((whips or actions)[-1 if whips else 0])
    return match


@pytest.fixture(scope="module", name="match_id")
def import_race(base_url: str, race: hd.Match) -> str:
    """Import the race and return its id."""
    headers = {"Content-Type": "text/plain"}
    answer = httpx.post(f"{base_url}/api/records", content=race.record(), headers=headers, timeout=60)
    id: str = answer.json()["id"]
    return id


def find_decisions(race: hd.Match) -> list[int]:
    """Return the indices at which Red took three whips and might have taken fewer."""
    indices = []
    for index in review.decisions(race, 0):
        if race.moves[index].action.text == "whips 3":
            indices.append(index)
    return indices


def costly_decision(index: int) -> dict[str, Any]:
    """Return a finding of a review."""
    return {
        "move": index, "played": "3 whips", "better": "2 whips", "cost": 12, "error": 3, "index": index,
        "action": "whips 2", "chances": ["40 %", "52 %"], "text": "“2 whips” instead of “3 whips”: wins more.",
    }  # fmt: skip


def fake_review(page: Page, indices: list[int]) -> None:
    """Answer the request for a review at once, with these decisions."""

    def intercept(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(text: str | bytes) -> None:
            request = json.loads(text)
            if request["type"] != "review":
                server.send(text)
                return
            costly = [costly_decision(index) for index in indices]
            answer = {"type": "reviewed", "id": request["id"], "seat": 0, "decisions": 20, "costly": costly}
            route.send(json.dumps(answer))

        route.on_message(on_message)

    page.route_web_socket(re.compile("/socket/match/"), intercept)


def choose(me: TablePage, action: str) -> None:
    """Play an action of the drill with the mouse, and wait for the answer."""
    me.decision.locator(f"[data-action='{action}'] button").click()
    wait_for_answer(me)


def wait_for_answer(me: TablePage) -> None:
    expect(me.page.locator("[data-coach]")).to_have_attribute("data-phase", "answer", timeout=RATING_TIMEOUT_MS)


def test_the_review_leads_to_drills_which_are_solved_with_the_mouse(
    open_page: OpenPage, race: hd.Match, match_id: str, tmp_path: Path
) -> None:
    me = open_page()
    page, indices = me.page, find_decisions(race)[:2]
    fake_review(page, indices)
    page.goto(f"/match/{match_id}")
    page.get_by_role("button", name="Review Red's decisions").click()
    expect(page.get_by_role("button", name=re.compile("^Practise this decision"))).to_have_count(2)
    assert_accessible(page, "[data-decision]")
    page.get_by_role("button", name="Practise Red's 2 costliest decisions").click()
    expect(page).to_have_url(re.compile(f"/drill/{match_id}/{indices[0]}$"))
    coach = page.locator("[data-coach]")
    expect(coach.get_by_role("heading")).to_have_text(re.compile("^Find something better than “.*3.*”.$"))
    assert_accessible(page)
    choose(me, "whips 3")
    expect(coach.get_by_role("heading")).to_have_text("That is what was played.")
    expect(coach.get_by_role("heading")).to_be_focused()
    expect(coach.locator("dl > div")).to_have_count(2)
    expect(coach).to_contain_text("Not shown yet")
    expect(me.options).to_have_count(0)
    assert_accessible(page)
    coach.get_by_role("button", name="Try again").click()
    choose(me, "whips 2")
    expect(coach.get_by_role("heading")).to_have_text("Yes! That is the best that was found.")
    expect(coach.locator("dd b").first).to_contain_text("%")
    assert_accessible(page)
    coach.get_by_role("link", name="Next drill").click()
    expect(page).to_have_url(re.compile(f"/drill/{match_id}/{indices[1]}$"))
    page.locator("[data-coach]").get_by_role("link", name="Your drills").click()
    drills = page.get_by_role("region", name="Your drills")
    expect(drills).to_contain_text("1 of 2 drills solved")
    expect(drills).to_contain_text("Solved in 2 tries")
    expect(drills).to_contain_text("Not tried yet")
    expect(drills.get_by_role("listitem").first).to_contain_text("Not tried yet")
    assert_accessible(page)

    with page.expect_download() as download:
        drills.get_by_role("button", name="Export drills").click()
    file = tmp_path / "drills.json"
    download.value.save_as(file)
    for _ in range(2):
        drills.get_by_role("button", name=re.compile("^Delete the drill")).first.click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(drills.get_by_role("listitem")).to_have_count(0)
    drills.get_by_label("File of drills").set_input_files(file)
    expect(drills.get_by_role("status")).to_have_text("2 drills imported.")
    expect(drills).to_contain_text("1 of 2 drills solved")
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"tries": 2', '"tries": -2'))
    drills.get_by_label("File of drills").set_input_files(broken)
    refusal = re.compile(r"^Drill \d: “tries” must be a whole number from 0\.\s*$")
    expect(drills.get_by_role("status")).to_have_text(refusal)
    assert_accessible(page)
    page.reload()
    expect(page.get_by_role("region", name="Your drills").get_by_role("listitem")).to_have_count(2)


def test_a_drill_by_keyboard(open_page: OpenPage, race: hd.Match, match_id: str) -> None:
    me = open_page()
    page, keyboard = me.page, me.page.keyboard
    page.goto(f"/drill/{match_id}/{find_decisions(race)[0]}")
    coach = page.locator("[data-coach]")
    expect(coach).to_have_attribute("data-phase", "play")
    key = next(choice["key"] for choice in me.latest["ask"]["choices"] if choice["action"] == "whips 3") or ""
    if key:
        keyboard.press(key)
    else:
        tab_to(page, me.decision.locator("[data-action='whips 3'] button"))
        keyboard.press("Enter")
    wait_for_answer(me)
    heading = coach.get_by_role("heading")
    expect(heading).to_be_focused()
    if "That is what was played" in heading.inner_text():  # otherwise the champion finds nothing better
        keyboard.press("Enter")
        expect(coach).to_have_attribute("data-phase", "play")
        expect(me.options.first).to_be_visible()
        keyboard.press("h")
        wait_for_answer(me)
        expect(heading).to_have_text("This is the best that was found.")
        expect(heading).to_be_focused()
    tab_to(page, coach.get_by_role("link", name="Your drills"))
    keyboard.press("Enter")
    drills = page.get_by_role("region", name="Your drills")
    expect(drills.get_by_role("listitem")).to_have_count(1)
    tab_to(page, drills.get_by_role("button", name=re.compile("^Delete the drill")))
    keyboard.press("Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("button", name="Delete"))
    keyboard.press("Enter")
    expect(drills.get_by_role("listitem")).to_have_count(0)
    expect(drills.get_by_role("heading", name="Your drills")).to_be_focused()


def stored_drill(match: str, index: int) -> str:
    """Return a stored list with one drill."""
    drill = {
        "game": "benhur", "title": "Ben-Hur", "match": match, "index": index, "move": index, "seat": 0,
        "played": "3 whips", "better": "whips 2", "betterLabel": "2 whips", "cost": 12, "text": "“2 whips” wins more.",
        "tries": 0, "solved": False, "shown": False, "at": 1,
    }  # fmt: skip
    return json.dumps([drill])


def test_a_drill_whose_match_is_gone_says_so(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/favicon.svg")
    page.evaluate("(drills) => localStorage.setItem('hippodrome.drills', drills)", stored_drill("gone", 3))
    page.goto("/drill/gone/3")
    expect(page.get_by_role("heading", name="The match of this drill is gone")).to_be_visible()
    expect(page.locator("main")).to_contain_text("“2 whips” wins more.")
    assert_accessible(page)
    page.get_by_role("button", name="Delete this drill").click()
    expect(page.get_by_role("region", name="Your drills")).to_be_visible()
    assert page.evaluate("localStorage.getItem('hippodrome.drills')") == "[]"
    page.goto("/drill/gone/3")
    expect(page.get_by_role("heading", name="Drill not found")).to_be_visible()


def test_a_phone_shows_the_drill_and_its_answer(open_page: OpenPage, race: hd.Match, match_id: str) -> None:
    me = open_page(**PHONE)
    page, index = me.page, find_decisions(race)[0]
    page.goto("/favicon.svg")
    page.evaluate("(drills) => localStorage.setItem('hippodrome.drills', drills)", stored_drill(match_id, index))
    page.goto(f"/drill/{match_id}/{index}")
    option = me.decision.locator("[data-action='whips 3'] button")
    expect(option).to_be_visible()
    assert [fault for fault in page.evaluate(FAULTS) if not fault.endswith("options are cut")] == []
    option.tap()
    wait_for_answer(me)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.goto("/learn/benhur")
    expect(page.get_by_role("region", name="Your drills")).to_contain_text("Not solved yet, 1 try")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
