"""Lessons in the browser: by mouse and by keyboard, mistakes, progress, links to them, and their look on any screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hippodrome as hd
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, ME, PHONE, TablePage, create_match, tab_to
from tests.browser.test_accessibility import assert_accessible
from tests.browser.test_layout import FAULTS

KEEP_SOCKETS = """() => {
  const Native = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Native { constructor(...all) { super(...all); sockets.push(this); } };
}"""

WATCH = """() => {
  const live = document.querySelector(".shell > p[aria-live=polite]");
  window.heard = [];
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => heard.push(live.textContent)).observe(live, changes);
}"""


class Learner:
    """A learner in a lesson."""

    def __init__(self, me: TablePage, game: str, name: str) -> None:
        self.me, self.page = me, me.page
        [self.lesson] = [lesson for lesson in hd.lessons(game) if lesson.name == name]
        self.page.goto(f"/learn/{game}/{name}")
        self.wait_for_step(1)

    @property
    def step(self) -> dict[str, Any]:
        """The last step that the server has sent."""
        return self.me.messages_of("lesson_step")[-1]

    def phase(self, name: str) -> None:
        """Wait until the page shows a phase of the lesson."""
        expect(self.page.locator("[data-phase]")).to_have_attribute("data-phase", name)

    def wait_for_step(self, count: int) -> None:
        """Wait until the lesson has spoken a number of times, and the page shows it."""
        for _ in range(3000):
            if len(self.me.messages_of("lesson_step")) >= count:
                break
            self.page.evaluate("new Promise(requestAnimationFrame)")
        text = self.page.locator(".coach .text, .end")
        expect(text).to_contain_text(self.step["text"])

    def read_on(self) -> None:
        """Click Continue, or take a mistake back."""
        self._after(lambda: self.page.locator(".coach .button.primary").click())

    def show_me(self) -> None:
        """Let the lesson play."""
        self._after(lambda: self.page.get_by_role("button", name="Show me").click())

    def play(self) -> None:
        """Play what the lesson waits for, with the mouse."""
        self._after(lambda: self._click(self.step["next"]))

    def choose(self, action: str) -> None:
        """Click an option, and confirm its warning if there is one."""
        [choice] = [choice for choice in self.me.latest["ask"]["choices"] if choice["action"] == action]
        self.me.decision.locator(f"[data-action='{action}'] button").click()
        if choice["warning"]:
            self.me.decision.get_by_role("button", name="Confirm").click()

    def _after(self, act: Any) -> None:
        count = len(self.me.messages_of("lesson_step"))
        act()
        self.wait_for_step(count + 1)

    def _click(self, action: str) -> None:
        me = self.me
        ask = me.latest["ask"]
        spanned = [choice for choice in ask["choices"] if choice["spans"] and action.startswith(choice["action"] + " ")]
        option = me.decision.locator(f"[data-action='{action}'] button")
        piece = next((piece for piece in ask["pieces"] if piece["action"] == action), None)
        if spanned:
            numbers = action.removeprefix(spanned[0]["action"] + " ").split(" ")
            me.enter_numbers(spanned[0]["action"], *map(int, numbers))
        elif piece is None or option.count():
            self.choose(action)
        else:
            self._march(piece["node"])

    def _march(self, node: str) -> None:
        """Click a piece, and then the place to which the lesson wants it to go."""
        me = self.me
        start = me.node(node)
        self.page.mouse.click(*me.visible_point(start["x"], start["y"]))
        played = self.lesson.steps[self.step["number"] - 1].play
        place = next(text.removeprefix("go ") for text in played if text.startswith("go "))
        expect(me.board.get_by_role("button", name=re.compile("^Move"))).not_to_have_count(0)
        found = me.messages_of("destinations_found")[-1]["destinations"]
        [goal] = [one["node"] for one in found if one["choice"]["plan"].startswith(f"march {place} ")]
        self.page.mouse.click(*me.visible_point(goal["x"], goal["y"]))


@pytest.fixture
def learner(open_page: OpenPage) -> Learner:
    """A learner in the first lesson of Ben-Hur."""
    return Learner(open_page(), "benhur", "first-turn")


def stars(page: Page, count: int) -> None:
    """Assert that a number of stars is shown."""
    expect(page.get_by_role("img", name=f"{count} of 3 stars")).to_be_visible()


@pytest.mark.parametrize("game", list(hd.games()))
def test_the_first_lesson_of_a_game_is_played_with_the_mouse(open_page: OpenPage, game: str) -> None:
    first, second, *_ = hd.lessons(game)
    learner = Learner(open_page(), game, first.name)
    while learner.step["phase"] != "over":
        phase = learner.step["phase"]
        learner.phase(phase)
        if phase == "read":
            learner.read_on()
        else:
            learner.play()
    learner.phase("over")
    page = learner.page
    expect(page.get_by_role("heading", name=f"Lesson done: {first.title}")).to_be_focused()
    stars(page, 3)
    expect(page.get_by_text(first.idea)).to_be_visible()
    page.get_by_role("link", name=f"Next: {second.title}").click()
    expect(page).to_have_url(re.compile(f"/learn/{game}/{second.name}$"))
    expect(page.get_by_text(f"Step 1 of {len(second.steps)}", exact=True)).to_be_visible()


def test_a_lesson_is_played_with_the_keyboard_only(open_page: OpenPage) -> None:
    me = open_page()
    page = me.page
    page.goto("/learn/benhur")
    tab_to(page, page.get_by_role("link", name="Start", exact=True))
    page.keyboard.press("Enter")
    lesson = hd.lessons("benhur")[0]
    proceed = page.get_by_role("button", name="Continue")
    expect(proceed).to_be_focused()
    expect(proceed).to_have_accessible_description(lesson.steps[0].say)
    page.keyboard.press("Enter")
    expect(me.options.first).to_be_focused()
    page.keyboard.press("1")  # one whip, a mistake
    back = page.get_by_role("button", name="Take it back")
    expect(back).to_be_focused()
    expect(back).to_have_accessible_description(re.compile(lesson.steps[1].mistakes[0].say[:20]))
    page.keyboard.press("Enter")
    expect(me.options.first).to_be_focused()
    page.keyboard.press("2")
    expect(page.get_by_text("Step 3 of 5", exact=True)).to_be_visible()
    page.keyboard.press("Enter")  # the default drives straight on
    expect(page.get_by_text("Step 4 of 5", exact=True)).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_text("Step 5 of 5", exact=True)).to_be_visible()
    for left in (2, 1):
        page.keyboard.press("1")
        expect(me.decision.get_by_role("heading", name=re.compile(f"{left} square"))).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="Lesson done")).to_be_focused()
    stars(page, 1)
    tab_to(page, page.get_by_role("link", name="Next:"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Continue")).to_be_focused()


def test_what_a_lesson_says_is_announced(learner: Learner) -> None:
    live = learner.page.locator(".shell > p[aria-live=polite]")
    expect(learner.page.get_by_role("button", name="Continue")).to_have_accessible_description(
        learner.lesson.steps[0].say
    )
    learner.page.evaluate(WATCH)
    learner.read_on()
    expect(live).not_to_be_empty()
    heard = learner.page.wait_for_function("heard.find((text) => text.startsWith('Step 2 of 5.'))").json_value()
    assert learner.lesson.steps[1].say in heard


def test_a_mistake_is_shown_with_its_dice_and_undone(learner: Learner) -> None:
    learner.read_on()
    page, me = learner.page, learner.me
    learner.choose("whips 1")
    learner.phase("mistake")
    expect(page.get_by_text(learner.lesson.steps[1].mistakes[0].say)).to_be_visible()
    expect(page.get_by_text("rolls 2 to move").first).to_be_visible()
    expect(me.options).to_have_count(0)
    stars(page, 2)
    learner.read_on()
    learner.phase("play")
    expect(me.options).to_have_count(2)
    expect(page.get_by_text("rolls 2 to move")).to_have_count(0)


def test_what_the_step_is_not_about_gets_a_friendly_sentence(learner: Learner) -> None:
    learner.read_on()
    learner.play()
    learner.choose("left")
    expect(learner.page.get_by_role("alert")).to_contain_text("not what this step is about")
    assert learner.step["number"] == 3
    learner.play()
    expect(learner.page.get_by_role("alert")).to_have_count(0)


def test_show_me_start_again_and_skip(learner: Learner) -> None:
    page = learner.page
    learner.read_on()
    learner.show_me()
    assert learner.step["number"] == 3
    stars(page, 2)
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_text("Step 1 of 5", exact=True)).to_be_visible()
    stars(page, 3)
    page.get_by_role("link", name="Skip this lesson").click()
    expect(page).to_have_url(re.compile("/learn/benhur/bends$"))


def test_things_that_the_lesson_talks_about_are_pointed_out_and_not_covered(learner: Learner) -> None:
    page = learner.page
    for size in ({"width": 1366, "height": 768}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        ring = page.locator(".notes .pointed")
        expect(ring).to_have_count(1)
        expect(learner.me.board).to_be_visible()
        board, coach = learner.me.board.bounding_box(), page.locator(".coach").bounding_box()
        assert board
        assert coach
        assert coach["x"] >= board["x"] + board["width"] or coach["y"] >= board["y"] + board["height"]
        place = ring.bounding_box()
        assert place
        assert place["x"] + place["width"] / 2 < board["x"] + board["width"]
        assert place["y"] + place["height"] / 2 < board["y"] + board["height"]


def test_a_lost_connection_is_resumed(open_page: OpenPage) -> None:
    me = open_page()
    me.page.add_init_script(f"({KEEP_SOCKETS})()")
    learner = Learner(me, "benhur", "first-turn")
    learner.read_on()
    learner.play()
    count = len(me.messages_of("lesson_step"))
    me.page.evaluate("sockets.at(-1).close()")
    learner.wait_for_step(count + 1)
    assert learner.step["number"] == 3
    learner.play()
    assert learner.step["number"] == 4
    stars(me.page, 3)


def test_an_unknown_lesson_is_not_found(open_page: OpenPage) -> None:
    page = open_page().page
    page.goto("/learn/benhur/nothing")
    expect(page.get_by_role("heading", name="Lesson not found")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()


# -------------------------------------------------------------------- progress


def test_progress_is_kept_and_can_be_reset(open_page: OpenPage) -> None:
    me = open_page()
    page = me.page
    lessons = hd.lessons("benhur")
    page.goto("/learn/benhur")
    expect(page.get_by_role("heading", level=2).first).to_have_text(lessons[0].title)
    learner = Learner(me, "benhur", "first-turn")
    while learner.step["phase"] != "over":
        learner.read_on() if learner.step["phase"] == "read" else learner.show_me()
    page.get_by_role("link", name="All lessons").click()
    for _ in range(2):
        expect(page.get_by_text("1 of 6 lessons done")).to_be_visible()
        expect(page.get_by_role("heading", level=2).first).to_have_text(lessons[1].title)
        stars(page, 1)
        page.reload()
    page.goto("/learn")
    expect(page.get_by_role("link", name="Ben-Hur").filter(has_text="1 of 6 lessons done")).to_be_visible()
    page.goto("/learn/benhur")
    page.get_by_role("button", name="Reset progress").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset", exact=True).click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(lessons[0].title)
    expect(page.get_by_text("lessons done")).to_have_count(0)
    expect(page.get_by_role("button", name="Reset progress")).to_have_count(0)


def test_a_match_against_recruits_is_started_at_the_end_of_a_lesson(open_page: OpenPage) -> None:
    learner = Learner(open_page(), "benhur", "first-turn")
    while learner.step["phase"] != "over":
        learner.read_on() if learner.step["phase"] == "read" else learner.show_me()
    with learner.page.expect_request("**/api/matches") as request:
        learner.page.get_by_role("button", name="Play a match now").click()
    sent = request.value.post_data_json
    assert sent
    assert {seat["level"] for seat in sent["seats"] if not seat["person"]} == {"recruit"}
    expect(learner.page).to_have_url(re.compile("/match/"))
    expect(learner.me.board).to_be_visible()


# -------------------------------------------------------------------- ways to the lessons


def test_the_lessons_are_reachable_from_home_set_up_rules_and_help(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    heading = page.get_by_role("heading", name="Learn Ben-Hur")
    for address, link in (
        ("/", page.get_by_role("link", name="Learn Ben-Hur")),
        ("/new/benhur", page.get_by_role("main").get_by_role("link", name="Learn", exact=True)),
        ("/rules/benhur", page.get_by_role("link", name="Learn it by playing")),
        ("/learn", page.get_by_role("link", name="Ben-Hur")),
    ):
        page.goto(address)
        link.first.click()
        expect(heading).to_be_visible()
    me.open_match(create_match(base_url, [ME, DRIVER]))
    me.wait_ready()
    page.keyboard.press("?")
    page.get_by_role("link", name="Learn it in short lessons").click()
    expect(heading).to_be_visible()
    page.goto("/new/drill")
    expect(page.get_by_role("main").get_by_role("link", name="Rules", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Learn", exact=True)).to_have_count(0)


def test_a_clause_and_a_refusal_lead_to_their_lesson(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    page.goto("/rules/benhur#BH-S3")
    learn = page.get_by_role("link", name="Learn this: Whips and bends (3 min)")
    article = page.locator("#BH-S3")
    expect(article.get_by_role("link", name="Learn this")).to_be_visible()
    expect(page.locator("#BH-Q46").get_by_role("link", name="Learn this")).to_have_count(0)
    me.open_match(create_match(base_url, [ME, DRIVER], options={"laps": 1, "tricks": 0, "first_turn": "free"}))
    before = me.wait_ready()
    while not any(choice["action"].startswith("whips") for choice in me.latest["ask"]["choices"]):
        me.choose(me.options.first)
        before = me.wait_ready(before)
    page.keyboard.press("/")
    drawer = page.get_by_role("dialog", name=re.compile("Rule"))
    expect(drawer.get_by_role("link", name=re.compile("Learn this"))).to_be_visible()
    drawer.get_by_role("link", name=re.compile("Learn this")).click()
    expect(page).to_have_url(re.compile("/learn/benhur/"))
    expect(drawer).to_have_count(0)
    page.goto("/rules/benhur#BH-S3")
    article.get_by_role("link", name="Learn this").click()
    expect(page).to_have_url(re.compile("/learn/benhur/bends$"))
    assert learn.count() == 0, "not in the lesson itself"


def test_a_refusal_at_a_table_offers_the_lesson_about_its_rule(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    me.open_match(create_match(base_url, [ME, DRIVER], options={"laps": 1, "tricks": 0, "first_turn": "free"}))
    before = me.wait_ready()
    while me.latest["ask"]["name"] != "SetWhips":
        me.choose(me.options.first)
        before = me.wait_ready(before)
    rival = me.node("chariot-1")
    me.page.mouse.click(*me.visible_point(rival["x"], rival["y"]))
    refusal = me.page.get_by_role("dialog").get_by_role("alert")
    expect(refusal).to_be_visible()
    refusal.get_by_role("link", name=re.compile("Learn this")).click()
    expect(me.page).to_have_url(re.compile("/learn/benhur/"))


def test_the_first_lesson_is_offered_once(open_page: OpenPage, base_url: str) -> None:
    me = open_page(knows_games=False)
    page = me.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Ben-Hur").click()
    offer = page.get_by_text("New to Ben-Hur?")
    expect(offer).to_be_visible()
    page.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    for _ in range(2):
        page.goto("/")
        page.get_by_role("button", name="Play now: Ben-Hur").click()
        me.wait_ready()
        expect(offer).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Play now: Chariot Races").click()
    page.get_by_role("link", name="Learn the first steps").click()
    expect(page).to_have_url(re.compile("/learn/races/first-move$"))


def test_the_first_lesson_is_not_offered_to_those_who_have_played_one(open_page: OpenPage) -> None:
    me = open_page(knows_games=False)
    me.page.goto("/favicon.svg")
    me.page.evaluate("localStorage.setItem('hippodrome.lessons.benhur', JSON.stringify({'first-turn': 2}))")
    me.page.goto("/")
    me.page.get_by_role("button", name="Play now: Ben-Hur").click()
    me.wait_ready()
    expect(me.page.get_by_text("New to Ben-Hur?")).to_have_count(0)


# -------------------------------------------------------------------- look


def test_a_lesson_is_accessible(open_page: OpenPage) -> None:
    learner = Learner(open_page(), "benhur", "first-turn")
    assert_accessible(learner.page)
    learner.read_on()
    assert_accessible(learner.page)
    learner.choose("whips 1")
    learner.phase("mistake")
    assert_accessible(learner.page)
    learner.read_on()
    while learner.step["phase"] != "over":
        learner.show_me()
    learner.phase("over")
    assert_accessible(learner.page)


@pytest.mark.parametrize("game", list(hd.games()))
def test_nothing_is_cut_in_a_lesson_at_any_size(open_page: OpenPage, game: str) -> None:
    learner = Learner(open_page(), game, hd.lessons(game)[0].name)
    page = learner.page
    while learner.step["phase"] == "read":
        learner.read_on()
    for width, height in ((1366, 768), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => setTimeout(done, 150))")
        faults = [fault for fault in page.evaluate(FAULTS) if not fault.endswith("options are cut")]
        assert faults == [], (width, height)
        if height > 700:  # otherwise what the lesson says fills the column, which scrolls
            expect(learner.me.options.first).to_be_in_viewport(ratio=0.4)


def test_a_phone_plays_a_lesson_with_taps(open_page: OpenPage) -> None:
    learner = Learner(open_page(**PHONE), "benhur", "first-turn")
    learner.page.get_by_role("button", name="Continue").tap()
    learner.wait_for_step(2)
    learner.me.decision.locator("[data-action='whips 2'] button").tap()
    learner.wait_for_step(3)
    assert learner.step["number"] == 3
