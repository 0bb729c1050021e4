"""Advice in the browser: a hint by mouse and by keyboard, why a program moved so, and the review after a match."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, FRIEND, ME, PATIENCE, PHONE, Seated, set_up, tab_to

LONG = 240_000
"""A review takes a while, on a busy machine a long while."""

ENDED = re.compile("Nothing costly|What cost most")


def race(address: str, *seats: dict[str, Any], tricks: int = 0, **rest: Any) -> dict[str, Any]:
    """A short race, against one program unless said otherwise."""
    return set_up(address, list(seats) or [ME, DRIVER], options={"laps": 1, "tricks": tricks}, **rest)


def hint_card(me: Seated) -> Locator:
    return me.page.get_by_role("region", name="A hint")


class Late:
    """A line on which what the server says of a kind waits until somebody delivers it."""

    def __init__(self, page: Page, kind: str) -> None:
        self._page = page
        self._kind = kind
        self._held: list[str] = []
        page.route_web_socket(re.compile("^ws"), self._between)

    def _between(self, here: WebSocketRoute) -> None:
        self._here = here
        here.connect_to_server().on_message(self._said)

    def _said(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == self._kind:
            self._held.append(str(message))
        else:
            self._here.send(message)

    def wait(self) -> None:
        """Wait until something is held back."""
        for _ in range(PATIENCE):
            if self._held:
                return
            self._page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError(f"no {self._kind} comes")

    def deliver(self) -> None:
        """Let the page hear what was held back."""
        while self._held:
            self._here.send(self._held.pop(0))
        self._page.evaluate("new Promise((done) => setTimeout(done))")


def asked_by_now(me: Seated) -> list[dict[str, Any]]:
    return me.heard("hinted")


# -------------------------------------------------------------------- hints


def test_a_hint_by_mouse_marks_the_choice_and_its_place(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url))
    before = me.play(3)
    me.decision.get_by_role("button", name="Hint").click()
    expect(hint_card(me)).to_contain_text("The champion would choose")
    advice = asked_by_now(me)[-1]["advice"]
    expect(hint_card(me)).to_contain_text(advice["label"])
    row = me.decision.locator(f'[data-action="{advice["action"]}"]')
    expect(row.get_by_text("Hint", exact=True)).to_be_visible()
    expect(me.page.locator("[data-action]").get_by_text("Hint", exact=True)).to_have_count(1)
    if any(handle["action"] == advice["action"] for handle in me.latest["scene"]["handles"]):
        expect(me.page.locator("svg.touch .hinted")).not_to_have_count(0)
    me.choose(row.get_by_role("button"))
    me.ready(before)
    expect(hint_card(me)).to_have_count(0)
    expect(me.page.locator("svg.touch .hinted")).to_have_count(0)


def test_a_hint_by_keyboard_can_be_read_in_full(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url))
    me.ready()
    me.page.keyboard.press("h")
    expect(hint_card(me)).to_contain_text("to win")
    more = hint_card(me).get_by_text("What else was weighed")
    if more.count():
        tab_to(me.page, more, "Shift+Tab")
        me.page.keyboard.press("Enter")
        expect(hint_card(me).get_by_role("listitem").first).to_be_visible()
    me.page.keyboard.press("h")
    me.page.wait_for_timeout(300)
    assert len(asked_by_now(me)) == 1, "one hint for a decision"


def test_a_hint_on_a_phone_leaves_the_choices_in_reach(person: Open, base_url: str) -> None:
    me = person(**PHONE)
    me.sit(race(base_url))
    me.ready()
    me.decision.get_by_role("button", name="Hint").tap()
    expect(hint_card(me)).to_be_visible()
    row = me.decision.locator("[data-action]").filter(has=me.page.get_by_text("Hint", exact=True))
    row.scroll_into_view_if_needed()
    expect(row).to_be_in_viewport()


def test_a_decision_that_is_made_meanwhile_wants_no_hint(person: Open, base_url: str) -> None:
    """However long it takes on its way: when it comes, it is too late."""
    me = person()
    line = Late(me.page, "hinted")
    me.sit(race(base_url))
    before = me.ready()
    me.page.keyboard.press("h")
    line.wait()
    me.choose(me.options.first)
    me.ready(before)
    line.deliver()
    expect(me.decision.get_by_role("button", name="Hint")).to_be_visible()
    expect(hint_card(me)).to_have_count(0)
    expect(me.page.locator("svg.touch .hinted")).to_have_count(0)
    me.page.keyboard.press("h")
    line.wait()
    line.deliver()
    expect(hint_card(me)).to_contain_text("to win")


def test_friends_get_no_hints_and_the_set_up_says_so(person: Open, base_url: str) -> None:
    me = person()
    me.page.goto("/new/benhur")
    expect(me.page.get_by_role("checkbox", name="Hints")).to_be_checked()
    me.page.get_by_label("Who plays White", exact=True).select_option("friend")
    expect(me.page.get_by_role("checkbox", name="Hints")).to_have_count(0)
    expect(me.page.get_by_text("Hints are off in games with friends")).to_be_visible()
    me.page.get_by_label("Who plays White", exact=True).select_option("screen")
    expect(me.page.get_by_role("checkbox", name="Hints")).not_to_be_checked()
    me.sit(race(base_url, ME, FRIEND, seed=1))
    me.ready()
    expect(me.decision.get_by_role("button", name="Hint")).to_have_count(0)
    me.page.keyboard.press("h")
    me.page.wait_for_timeout(300)
    assert me.sent
    assert not [message for message in me.sent if message["type"] == "hint"]


# -------------------------------------------------------------------- why


def test_a_program_says_why_if_it_has_nothing_to_hide(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url))
    me.play(4)
    me.decision.get_by_role("button", name="Why did the program that moved last do so?").click()
    card = me.page.get_by_role("region", name="Why")
    expect(card).to_contain_text("White (driver) chose")
    expect(card).to_contain_text("It weighed nothing: it follows its rules of thumb.")
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_a_program_with_a_trick_keeps_its_reasons_to_itself(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url, tricks=2))
    me.play(4)
    me.decision.get_by_role("button", name="Why did the program that moved last do so?").click()
    expect(me.decision).to_contain_text("White keeps its reasons to itself")
    assert not me.heard("explained")


# -------------------------------------------------------------------- the review


def test_after_a_match_the_costly_decisions_are_shown_where_they_were_made(person: Open, base_url: str) -> None:
    me = person()
    me.sit(race(base_url))
    before = me.ready()
    while before != "over":
        me.choose(me.options.last)
        before = me.ready(before)
    part = me.page.get_by_role("region", name="Review")
    ask = part.get_by_role("button", name="Review your decisions")
    tab_to(me.page, ask)
    me.page.keyboard.press("Enter")
    expect(part.get_by_role("progressbar")).to_be_visible()
    part.get_by_role("button", name="Stop").click()
    expect(part).to_contain_text("The review was broken off.")
    ask.click()
    expect(part.get_by_text(ENDED)).to_be_visible(timeout=LONG)
    costly = me.heard("reviewed")[-1]["costly"]
    links = part.get_by_role("button", name="After move")
    expect(links).to_have_count(len(costly))
    if not costly:
        return
    links.first.focus()
    me.page.keyboard.press("Enter")
    shown, at = me.page.get_by_role("region", name="Costly"), costly[0]["move"]
    for told in costly:
        if told["move"] == at:  # the next one may have been costly as well
            expect(me.page.get_by_text(re.compile(rf"You are looking at move\s+{at}\s+of"))).to_be_visible()
            expect(shown).to_contain_text(f"{told['played']}. It cost {told['cost']} points")
            me.page.keyboard.press("]")
            at += 1
    expect(me.page.get_by_text(re.compile(rf"You are looking at move\s+{at}\s+of"))).to_be_visible()
    expect(shown).to_have_count(0)
    me.page.keyboard.press("Escape")
    expect(part.get_by_text(ENDED)).to_be_visible()


def test_a_game_without_a_program_that_looks_ahead_has_no_review(person: Open, base_url: str) -> None:
    me = person()
    made = set_up(base_url, [ME, {"person": False, "level": "random"}], game="pig", scenario="plain", options={})
    me.sit(made)
    expect(me.decision.get_by_role("button", name="Hint")).to_have_count(0)
    before = me.ready()
    while before != "over":
        me.choose(me.options.last)
        before = me.ready(before)
    expect(me.page.get_by_role("region", name="Review")).to_contain_text("There is no review of this game")
    assert json.dumps(me.heard("reviewed")) == "[]"
