"""Several people: a friend by link, spectators, a shared screen, those who leave and come back."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import DRIVER, FRIEND, ME, Seated, set_up


def hands(frames: list[dict[str, object]]) -> list[str]:
    """The cards that frames show, by title."""
    found = []
    for frame in frames:
        scene = frame["scene"]
        assert isinstance(scene, dict)
        found += [row[0] for panel in scene["panels"] if panel["name"] == "hand" for row in panel["rows"]]
    return found


def play_until(people: list[Seated], moves: int) -> None:
    """Whoever is asked takes the first option, until there are so many moves."""
    while people[0].moves() < moves:
        for one in people:
            turn = one.decision.get_attribute("data-turn")
            if turn and one.options.count():
                one.options.first.click()
                one.do_it(turn)
                one.page.wait_for_function(
                    "(before) => document.querySelector('[data-decision]').dataset.turn !== before", arg=turn
                )


def test_two_browsers_play_over_a_link_and_neither_is_sent_the_others_card(person: Open, base_url: str) -> None:
    red, blue = person(), person()
    red.page.goto("/new/benhur")
    red.page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    red.page.get_by_label("Who plays White").select_option("friend")
    red.page.get_by_role("button", name="Set up and get the links").click()
    link = red.page.get_by_label("The link for White").input_value()
    assert "#seat=" in link
    red.page.get_by_role("link", name="To the table").click()
    blue.page.goto(link)
    expect(blue.page.get_by_role("slider", name="Move", exact=True)).to_be_visible()
    expect(red.page.get_by_role("slider", name="Move", exact=True)).to_be_visible()
    expect(blue.page).not_to_have_url(link)
    play_until([red, blue], 16)
    mine, theirs = set(hands(red.heard("frame"))), set(hands(blue.heard("frame")))
    assert len(mine) == 1
    assert len(theirs) == 1
    assert mine != theirs
    for card, frames in ((mine, blue.frames), (theirs, red.frames)):
        assert card.pop() not in json.dumps(frames)
    assert all(frame["viewer"] == 1 for frame in blue.heard("frame"))


def test_a_spectator_sees_the_race_and_no_card(person: Open, base_url: str) -> None:
    made = set_up(base_url, [ME, DRIVER], seed=3, listed=True)
    me, other = person(), person()
    other.page.goto("/")
    me.sit(made, 0)
    me.ready()
    other.page.get_by_role("link", name="Watch").first.click()
    expect(other.page.locator("svg.touch")).to_be_attached()
    before = ""
    for _ in range(8):
        before = me.ready(before)
        me.options.first.click()
    other.page.wait_for_function("() => document.querySelector('input[type=range]')?.max > 6")
    assert {frame["viewer"] for frame in other.heard("frame")} == {-1}
    assert hands(other.heard("frame")) == []
    assert other.options.count() == 0
    secret = hands(me.heard("frame"))
    assert secret
    assert secret[0] not in json.dumps(other.frames)


def test_a_shared_screen_has_a_curtain_and_nothing_secret_is_sent_before_it_is_lifted(
    person: Open, base_url: str
) -> None:
    both = person()
    both.sit(set_up(base_url, [ME, ME], seed=3), 0, 1)
    seen, before = 0, ""
    for _ in range(24):
        before = both.ready(before)
        if before == "curtain":
            last = both.heard("frame")[-1]
            assert last["viewer"] == -1
            assert hands([last]) == []
            expect(both.page.get_by_role("dialog")).to_contain_text("the screen is yours")
            both.page.get_by_role("button", name="Show my cards").click()
            both.page.wait_for_function("() => !document.querySelector('.curtain')")
            assert both.heard("frame")[-1]["viewer"] == last["curtain"]
            seen += 1
            continue
        both.options.first.click()
        both.do_it(before)
    assert seen > 1


def test_talk_reaches_the_table_and_notes_stay_private(person: Open, base_url: str) -> None:
    made = set_up(base_url, [ME, FRIEND], seed=3)
    red, white, other = person(), person(), person()
    red.sit(made, 0)
    white.sit({**made, "host": ""}, 1)
    other.page.goto(f"/match/{made['id']}")
    for one in (red, white):
        one.page.get_by_role("tab", name="Talk").click()
    red.page.get_by_role("textbox", name="Say something to the table").fill("Mind the wall")
    red.page.keyboard.press("Enter")
    expect(white.page.get_by_text("Mind the wall")).to_be_visible()
    red.page.get_by_role("tab", name="Notes").click()
    red.page.get_by_label("Only you can read this").fill("White brakes late")
    expect(red.page.get_by_text("Kept.")).to_be_visible()
    red.page.reload()
    red.page.get_by_role("tab", name="Notes").click()
    expect(red.page.get_by_label("Only you can read this")).to_have_value("White brakes late")
    assert "White brakes late" not in json.dumps(white.frames)
    assert "Mind the wall" not in json.dumps(other.frames)


def test_a_program_takes_the_seat_of_one_who_leaves_and_he_may_return(person: Open, base_url: str) -> None:
    me = person()
    me.sit(set_up(base_url, [ME, DRIVER], seed=3), 0)
    me.ready()
    me.page.get_by_role("tab", name="About").click()
    me.page.get_by_role("button", name="Leave").click()
    me.page.get_by_role("button", name="Leave").click()
    expect(me.page.get_by_text("A program plays Red for you")).to_be_visible()
    me.page.get_by_role("button", name="Return").first.click()
    expect(me.page.get_by_text("A program plays Red for you")).to_have_count(0)
    me.ready()
