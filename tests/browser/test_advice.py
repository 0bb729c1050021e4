"""Advice in the browser: hints, odds, the reasons for a bot's move, and the review after a match."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, FRIEND, MAX_FRAMES, ME, PHONE, TablePage, create_match, tab_to
from tests.browser.test_accessibility import assert_accessible

REVIEW_TIMEOUT_MS = 240_000
"""Time for a review on a busy machine."""

REVIEWED = re.compile("No costly mistakes|costliest decision")


def create_race(address: str, *seats: dict[str, Any], tricks: int = 0, **rest: Any) -> dict[str, Any]:
    """Create a short race: by default against one bot."""
    return create_match(address, list(seats) or [ME, DRIVER], options={"laps": 1, "tricks": tricks}, **rest)


def hint_card(me: TablePage) -> Locator:
    """Return the card with the hint."""
    return me.page.get_by_role("region", name="Hint")


class DelayedMessages:
    """A socket on which messages of one kind are held back until the test delivers them."""

    def __init__(self, page: Page, kind: str) -> None:
        self._page = page
        self._kind = kind
        self._held: list[str] = []
        page.route_web_socket(re.compile("^ws"), self._intercept)

    def _intercept(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._on_message)

    def _on_message(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == self._kind:
            self._held.append(str(message))
        else:
            self._route.send(message)

    def wait(self, n: int) -> None:
        """Wait until a message for a position is held back."""
        for _ in range(MAX_FRAMES):
            if any(json.loads(message).get("n") == n for message in self._held):
                return
            self._page.evaluate("new Promise(requestAnimationFrame)")
        raise AssertionError(f"no {self._kind} message arrived")

    def deliver(self) -> None:
        """Deliver the messages that were held back."""
        while self._held:
            self._route.send(self._held.pop(0))
        self._page.evaluate("new Promise((done) => setTimeout(done))")


# -------------------------------------------------------------------- hints


def test_a_hint_marks_the_choice_and_its_spot_on_the_board(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url))
    before = me.play(3)
    me.decision.get_by_role("button", name="Hint").click()
    expect(hint_card(me)).to_contain_text("The champion would choose")
    advice = me.messages_of("hinted")[-1]["advice"]
    expect(hint_card(me)).to_contain_text(advice["label"])
    row = me.decision.locator(f'[data-action="{advice["action"]}"]')
    expect(row.get_by_text("Hint", exact=True)).to_be_visible()
    expect(me.page.locator("[data-action]").get_by_text("Hint", exact=True)).to_have_count(1)
    if any(handle["action"] == advice["action"] for handle in me.latest["scene"]["handles"]):
        expect(me.page.locator("svg.handles .hinted")).not_to_have_count(0)
    me.choose(row.get_by_role("button"))
    me.wait_ready(before)
    expect(hint_card(me)).to_have_count(0)
    expect(me.page.locator("svg.handles .hinted")).to_have_count(0)


def test_a_hint_by_keyboard_shows_its_alternatives(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url))
    me.wait_ready()
    me.page.keyboard.press("h")
    expect(hint_card(me)).to_contain_text(re.compile(r"\d\s%"))
    more = hint_card(me).get_by_text("Alternatives considered")
    if more.count():
        tab_to(me.page, more, "Shift+Tab")
        me.page.keyboard.press("Enter")
        expect(hint_card(me).get_by_role("listitem").first).to_be_visible()
    me.page.keyboard.press("h")
    me.page.wait_for_timeout(300)
    assert len(me.messages_of("hinted")) == 1, "only one hint per decision is requested"


def test_a_hint_on_a_phone_leaves_the_choices_visible(open_page: OpenPage, base_url: str) -> None:
    me = open_page(**PHONE)
    me.open_match(create_race(base_url))
    me.wait_ready()
    me.decision.get_by_role("button", name="Hint").tap()
    expect(hint_card(me)).to_be_visible()
    row = me.decision.locator("[data-action]").filter(has=me.page.get_by_text("Hint", exact=True))
    row.scroll_into_view_if_needed()
    expect(row).to_be_in_viewport()


def test_a_hint_that_arrives_after_the_decision_is_ignored(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    socket = DelayedMessages(me.page, "hinted")
    me.open_match(create_race(base_url))
    before = me.wait_ready()
    me.page.keyboard.press("h")
    socket.wait(me.latest["n"])
    me.choose(me.options.first)
    me.wait_ready(before)
    socket.deliver()
    expect(me.decision.get_by_role("button", name="Hint")).to_be_visible()
    expect(hint_card(me)).to_have_count(0)
    expect(me.page.locator("svg.handles .hinted")).to_have_count(0)
    me.page.keyboard.press("h")
    socket.wait(me.latest["n"])
    socket.deliver()
    expect(hint_card(me)).to_contain_text(re.compile(r"\d\s%"))


def test_hints_are_off_in_matches_with_friends_and_the_set_up_page_says_so(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.page.goto("/new/benhur")
    expect(me.page.get_by_role("checkbox", name="Hints")).to_be_checked()
    me.page.get_by_label("Who plays White", exact=True).select_option("friend")
    expect(me.page.get_by_role("checkbox", name="Hints")).to_have_count(0)
    expect(me.page.get_by_text("Hints are off in games with friends")).to_be_visible()
    me.page.get_by_label("Who plays White", exact=True).select_option("screen")
    expect(me.page.get_by_role("checkbox", name="Hints")).not_to_be_checked()
    me.open_match(create_race(base_url, ME, FRIEND, seed=1))
    me.wait_ready()
    expect(me.decision.get_by_role("button", name="Hint")).to_have_count(0)
    me.page.keyboard.press("h")
    me.page.wait_for_timeout(300)
    assert me.sent
    assert not [message for message in me.sent if message["type"] == "hint"]


# -------------------------------------------------------------------- odds


def test_odds_that_arrive_late_move_nothing_and_a_ram_is_confirmed(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    socket = DelayedMessages(me.page, "odds_result")
    me.open_match(create_race(base_url, ME, ME, scenario="arena"), 0, 1)
    for action in ("lane 1", "lane 2", "straight"):
        before = me.wait_ready()
        me.choose(me.decision.locator(f"[data-action='{action}']").get_by_role("button"))
        me.wait_ready(before)
    socket.wait(me.latest["n"])
    ram = me.decision.locator("[data-action=left]").get_by_role("button", name="Ram White: change lane left")
    buttons = me.options.all()
    before_odds = [button.bounding_box() for button in buttons]
    socket.deliver()
    expect(ram).to_contain_text("83 % ram White")
    assert [button.bounding_box() for button in buttons] == before_odds
    ram.click()
    expect(me.decision.get_by_text("You ram White")).to_be_visible()
    expect(me.decision.get_by_text("83 % ram White")).to_be_visible()
    expect(me.decision.get_by_role("button", name="Confirm")).to_be_focused()


# -------------------------------------------------------------------- reasons


def why_button(me: TablePage) -> Locator:
    """Return the button that asks for a bot's reasons."""
    return me.decision.get_by_role("button", name="Why? Explain the bot's last move")


def test_a_bot_that_weighs_options_explains_its_move(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url, ME, {"person": False, "level": "veteran"}))
    for _ in range(12):
        if why_button(me).count():
            break
        me.play(1)
    why_button(me).click()
    card = me.page.get_by_role("region", name="Reasons")
    expect(card).to_contain_text("White (veteran) chose")
    expect(card).to_contain_text(me.messages_of("explained")[-1]["advice"]["label"])
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_a_bot_with_rules_of_thumb_offers_no_reasons(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url))
    me.play(4)
    assert not me.latest["why"]
    expect(why_button(me)).to_have_count(0)


# -------------------------------------------------------------------- review


def test_the_review_links_the_costliest_decisions_to_their_moves(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_race(base_url))
    before = me.wait_ready()
    while before != "over":
        me.choose(me.options.last)
        before = me.wait_ready(before)
    review = me.page.get_by_role("region", name="Review")
    ask = review.get_by_role("button", name="Review your decisions")
    tab_to(me.page, ask)
    me.page.keyboard.press("Enter")
    expect(review.get_by_role("progressbar")).to_be_visible()
    review.get_by_role("button", name="Stop").click()
    expect(review.get_by_role("status")).not_to_be_empty()
    ask.click()
    expect(review.get_by_role("progressbar")).to_be_visible()
    assert_accessible(me.page, "[data-decision]")
    expect(review.get_by_text(REVIEWED).first).to_be_visible(timeout=REVIEW_TIMEOUT_MS)
    assert_accessible(me.page)
    costly = me.messages_of("reviewed")[-1]["costly"]
    links = review.get_by_role("button", name=re.compile("^After move"))
    expect(links).to_have_count(len(costly))
    if not costly:
        return
    links.first.focus()
    me.page.keyboard.press("Enter")
    card, move = me.page.get_by_role("region", name="Costly decision"), costly[0]["move"]
    for finding in costly:
        if finding["move"] == move:  # the next move may be costly as well
            expect(me.page.get_by_text(re.compile(rf"You are viewing move\s+{move}\s+of"))).to_be_visible()
            expect(card).to_contain_text(re.compile(rf"It cost {finding['cost']}\s% winning chance"))
            expect(card).to_contain_text(finding["played"])
            me.page.keyboard.press("]")
            move += 1
    expect(me.page.get_by_text(re.compile(rf"You are viewing move\s+{move}\s+of"))).to_be_visible()
    expect(card).to_have_count(0)
    me.page.keyboard.press("Escape")
    expect(review.get_by_text(REVIEWED).first).to_be_visible()


def test_a_game_without_a_lookahead_bot_has_no_review(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    match = create_match(base_url, [ME, {"person": False, "level": "random"}], game="pig", scenario="plain", options={})
    me.open_match(match)
    expect(me.decision.get_by_role("button", name="Hint")).to_have_count(0)
    before = me.wait_ready()
    while before != "over":
        me.choose(me.options.last)
        before = me.wait_ready(before)
    expect(me.page.get_by_role("region", name="Review")).to_contain_text("Reviews are not available for this game.")
    assert me.messages_of("reviewed") == []
