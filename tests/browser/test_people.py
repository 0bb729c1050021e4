"""Several people: a friend by link, spectators, a shared screen, talk, those who leave and come back, a rematch."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, FRIEND, ME, Seated, set_up, together, with_seed, yard


def hands(frames: list[dict[str, Any]]) -> set[str]:
    """The cards that frames show, by title."""
    panels = [panel for frame in frames for panel in frame["scene"]["panels"] if panel["name"] == "hand"]
    return {row[0] for panel in panels for row in panel["rows"]}


# -------------------------------------------------------------------- what others may not know


def test_two_browsers_play_over_a_link_and_neither_is_sent_the_others_card(person: Open) -> None:
    red, white = person(), person()
    with_seed(red.page, 3)
    red.page.goto("/new/benhur")
    red.page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    red.page.get_by_label("Who plays White").select_option("friend")
    red.page.get_by_role("button", name="Start and get the links").click()
    link = red.page.get_by_label("Link for White", exact=True).input_value()
    assert "#seat=" in link
    expect(red.page.get_by_text("Not joined yet")).to_be_visible()
    white.page.goto(link)
    expect(white.slider).to_be_visible()
    expect(white.page).to_have_url(link.partition("#")[0])
    expect(red.page.get_by_text("✓ Joined")).to_be_visible()
    red.page.get_by_role("link", name="Go to the match").click()
    expect(red.slider).to_be_visible()
    together([red, white], 16)
    mine, theirs = hands(red.heard("frame")), hands(white.heard("frame"))
    assert len(mine) == len(theirs) == 1
    assert mine != theirs
    assert mine.pop() not in json.dumps(white.frames)
    assert theirs.pop() not in json.dumps(red.frames)
    assert {frame["viewer"] for frame in white.heard("frame")} == {1}


def test_a_spectator_sees_the_race_and_no_card(person: Open, base_url: str) -> None:
    me, other = person(), person()
    other.page.goto("/")
    me.sit(set_up(base_url, [{**ME, "name": "Balthasar"}, DRIVER], listed=True))
    me.ready()
    row = other.page.get_by_role("article").filter(has_text="Balthasar")
    row.get_by_role("link", name="Watch: Ben-Hur, The Circus").click()
    expect(other.board).to_be_visible()
    me.play(8)
    expect(other.slider).to_have_attribute("aria-valuetext", f"Move {me.moves()} of {me.moves()}")
    (card,) = hands(me.heard("frame"))
    assert card not in json.dumps(other.frames)
    assert {frame["viewer"] for frame in other.heard("frame")} == {-1}
    assert other.options.count() == other.targets.count() == 0
    other.page.get_by_role("tab", name="Talk").click()
    expect(other.page.get_by_text("Only those who have a seat talk here")).to_be_visible()
    other.page.get_by_role("tab", name="Notes").click()
    expect(other.page.get_by_text("Notes belong to a seat.")).to_be_visible()


def test_a_shared_screen_has_a_curtain_and_nothing_secret_is_sent_before_it_is_lifted(
    person: Open, base_url: str
) -> None:
    both = person()
    both.sit(set_up(base_url, [{**ME, "name": "Judah"}, ME]), 0, 1)
    before = both.ready()
    lifted: set[int] = set()
    while len(lifted) < 2:
        if before != "curtain":
            both.choose(both.options.first)
            before = both.ready(before)
            continue
        seat, played = both.latest["curtain"], len(both.heard("done"))
        called = ("Red (Judah)", "White")[seat]
        show = both.page.get_by_role("dialog", name=f"{called}, the screen is yours.").get_by_role("button")
        expect(show).to_be_focused()
        both.page.keyboard.press("1")
        assert both.latest["viewer"] == -1
        assert hands([both.latest]) == set()
        show.click()
        before = both.ready("curtain")
        assert both.latest["viewer"] == seat
        assert len(hands([both.latest])) == 1
        assert len(both.heard("done")) == played
        lifted.add(seat)


# -------------------------------------------------------------------- talk


def test_talk_reaches_the_seats_and_notes_stay_private(person: Open, base_url: str) -> None:
    made = set_up(base_url, [ME, FRIEND])
    red, white, other = person(), person(), person()
    red.sit(made)
    white.join(made, 1)
    other.watch(made)
    red.page.get_by_role("tab", name="Talk").click()
    expect(white.slider).to_be_visible()
    red.page.get_by_role("textbox", name="Say something to the table").fill("Mind the wall")
    red.page.keyboard.press("Enter")
    white.page.get_by_role("tab", name="Talk (1 new)").click()
    expect(white.page.get_by_role("log", name="Talk at the table")).to_contain_text("Mind the wall")
    notes = red.page.get_by_label("Only you can read this")
    red.page.get_by_role("tab", name="Notes").click()
    notes.fill("White brakes late")
    expect(red.page.get_by_text("Kept.")).to_be_visible()
    red.page.reload()
    red.page.get_by_role("tab", name="Notes").click()
    expect(notes).to_have_value("White brakes late")
    red.page.get_by_role("tab", name="Talk").click()
    expect(red.page.get_by_role("log", name="Talk at the table")).to_contain_text("Mind the wall")
    assert "White brakes late" not in json.dumps(white.frames)
    assert "Mind the wall" not in json.dumps(other.frames)


# -------------------------------------------------------------------- leaving and coming back


def leave(me: Seated, word: str = "Leave") -> None:
    me.page.get_by_role("tab", name="About").click()
    me.page.get_by_role("button", name=word).click()
    me.page.get_by_role("button", name=word).click()


def test_a_program_plays_for_one_who_leaves_until_he_returns(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    white.join(made, 1)
    red.ready()
    leave(red)
    red.page.get_by_text("A program plays Red for you").wait_for()
    white.command("place 200 30")
    assert white.moves() > 2  # Red was placed and had a turn
    white.page.get_by_role("tab", name="About").click()
    expect(white.page.get_by_text("Left; a program plays on")).to_be_visible()
    red.page.get_by_role("button", name="Return").first.click()
    expect(red.page.get_by_text("A program plays Red for you")).to_have_count(0)
    expect(white.page.get_by_text("Left; a program plays on")).to_have_count(0)
    white.command("drive 1000")
    white.dial("drive", 1000)
    red.ready()


def test_the_host_lets_a_program_play_for_a_friend_who_is_away(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    red.ready()
    red.dial("place", 30, 80)
    expect(red.page.get_by_text("Waiting for White, who is not here at the moment.")).to_be_visible()
    leave(red, "Let a program play")
    red.ready()
    white.join(made, 1)
    expect(white.page.get_by_text("A program plays White for you")).to_be_visible()


def test_the_page_says_whose_turn_it_is_and_what_happened_since(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    white.join(made, 1)
    expect(red.page).to_have_title(re.compile("^● Your turn - Drill Yard"))
    red.order("place 30 80")
    expect(red.page).to_have_title(re.compile("^Drill Yard: The yard"))
    red.page.goto("/")
    expect(red.page.get_by_role("link", name="Open: Drill Yard, The yard")).to_be_visible()
    white.ready()
    white.dial("place", 200, 30)
    expect(red.page.get_by_role("article").filter(has_text="Your turn")).to_be_visible()
    expect(red.page).to_have_title(re.compile(r"^\(1\) "))
    red.page.get_by_role("link", name="Play on: Drill Yard, The yard").click()
    recap = red.page.get_by_role("region", name="Since your last visit: 1 move")
    expect(recap).to_contain_text("White")
    expect(red.page).to_have_title(re.compile("^● Your turn - Drill Yard"))
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)


def test_who_looks_elsewhere_is_told_through_the_browser_if_he_likes(person: Open, base_url: str) -> None:
    red, white = person({"notify": True}, permissions=["notifications"]), person()
    red.page.add_init_script(
        """const notices = (window.notices = []);
        window.Notification = class { static permission = "granted"; constructor(title) { notices.push(title) } };
        Object.defineProperty(document, "hidden", { get: () => true });"""
    )
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    white.join(made, 1)
    red.ready()
    red.order("place 30 80")
    white.ready()
    assert red.page.evaluate("window.notices") == []
    white.dial("place", 200, 30)
    red.page.wait_for_function("() => window.notices.length > 0")
    assert red.page.evaluate("window.notices") == ["Your turn: Drill Yard"]


def test_a_person_takes_another_name(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND)
    red.sit(made)
    white.join(made, 1)
    red.page.get_by_role("tab", name="About").click()
    red.page.get_by_role("button", name="Change the name").click()
    red.page.get_by_role("textbox", name="What Red is called").fill("Messala")
    red.page.get_by_role("button", name="Keep").click()
    white.page.get_by_role("tab", name="About").click()
    expect(white.page.get_by_text("Red (Messala)").first).to_be_visible()


# -------------------------------------------------------------------- the end


def test_the_end_shows_places_reason_and_figures_and_both_meet_for_a_rematch(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, {**ME, "name": "Judah"}, FRIEND)
    red.sit(made)
    white.join(made, 1)
    red.order("place 110 30")
    white.order("place 130 100")
    red.command("drive 6000")
    red.dial("drive", 6000)
    for one in (red, white):
        expect(one.places.get_by_role("listitem")).to_have_text([re.compile(r"1st.*Red \(Judah\)"), re.compile("2nd")])
        expect(one.decision.get_by_role("heading", level=2)).to_contain_text("first to reach the far side")
        expect(one.page.get_by_role("region", name="Figures by seat").get_by_role("row")).not_to_have_count(0)
        expect(one.page.get_by_text("4 moves")).to_be_visible()
    old = red.page.url
    red.page.get_by_role("button", name="Rematch").click()
    expect(red.page).not_to_have_url(old)
    white.page.get_by_role("button", name="Join the rematch").click()
    expect(white.page).to_have_url(red.page.url)
    red.ready()
    assert red.moves() == 0
    red.order("place 30 80")
    white.ready()
    expect(white.page.get_by_role("img", name="Red at 3 by 8 inches")).to_be_visible()
