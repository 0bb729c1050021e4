"""Time: clocks, coming back after a loss, going through a match again, playing on from any moment, records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hippodrome as hd
from tests.browser.conftest import Open
from tests.browser.table import DRIVER, FRIEND, ME, set_up, yard
from tests.serving import in_process

ORDERS = ("place 110 30", "place 130 100", "drive 6000", "drive 6000")
"""A whole match in the drill yard: Red is across in the first turn."""


def looking_at(page: Page, move: int, of: int) -> None:
    """See that this moment is shown."""
    expect(page.get_by_text(re.compile(rf"You are looking at move\s+{move}\s+of\s+{of}\."))).to_be_visible()


# -------------------------------------------------------------------- clocks


def test_when_time_and_reserve_are_used_up_the_usual_choice_is_played(person: Open, base_url: str) -> None:
    red, white = person(), person()
    made = yard(base_url, ME, FRIEND, clock={"seconds": 1, "reserve": 3})
    red.sit(made)
    timer = red.page.get_by_role("timer")
    expect(timer).to_contain_text("in reserve")
    expect(timer).to_contain_text("Hurry")
    white.join(made, 1)
    for one in (red, white):
        expect(one.page.get_by_role("log", name="Log")).to_contain_text("Red ran out of time.")
    assert red.latest["move"] > 0


# -------------------------------------------------------------------- losses


def test_a_match_survives_a_reload_and_a_killed_server(person: Open, tmp_path: Path) -> None:
    with in_process(tmp_path, "--no-limits", "--toys") as served:
        me = person(base_url=served.address)
        me.sit(set_up(served.address, [ME, DRIVER]))
        me.play(6)
        moves, asked, panels = me.moves(), me.latest["ask"], me.latest["scene"]["panels"]
        me.page.reload()
        me.ready()
        assert (me.moves(), me.latest["ask"], me.latest["scene"]["panels"]) == (moves, asked, panels)
        served.kill()
        lost = me.page.get_by_role("status").filter(has_text="Connection lost, trying again; nothing is lost.")
        expect(lost).to_be_visible()
        me.options.first.click()
        expect(me.page.get_by_role("alert")).to_contain_text("nothing was sent")
        served.start()
        me.page.evaluate(
            "window.dispatchEvent(new Event('online'))"
        )  # else it would wait a little before it tries again
        expect(lost).to_have_count(0)
        assert (me.moves(), me.latest["ask"], me.latest["scene"]["panels"]) == (moves, asked, panels)
        me.play(4)
        assert me.moves() > moves


# -------------------------------------------------------------------- the past


def test_the_scrubber_and_keys_go_through_the_whole_match(person: Open, base_url: str) -> None:
    me = person()
    page = me.page
    me.sit(yard(base_url), 0, 1)
    me.command("place 30 80", "place 200 30", "drive 6000")
    page.keyboard.press("[")
    looking_at(page, 2, 3)
    expect(page.get_by_role("img", name="Red at 3 by 8 inches")).to_be_visible()
    expect(me.options).to_have_count(0)
    me.slider.focus()
    page.keyboard.press("Home")
    looking_at(page, 0, 3)
    expect(page.get_by_role("img", name="Red at")).to_have_count(0)
    page.get_by_role("button", name="A move on").click()
    looking_at(page, 1, 3)
    page.get_by_role("button", name="Look at move 2").click()
    looking_at(page, 2, 3)
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play it").click()
    expect(page).not_to_have_url(re.compile("at="))
    page.keyboard.press("[")
    page.keyboard.press("[")
    looking_at(page, 1, 3)
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("at="))
    expect(page.get_by_role("img", name="Red at 9 by 8 inches")).to_be_visible()
    expect(me.options.first).to_be_visible()


def test_a_moment_has_an_address_and_its_seat_sees_no_more_than_it_might(person: Open, base_url: str) -> None:
    me, other = person(), person()
    made = set_up(base_url, [ME, DRIVER])
    me.sit(made)
    me.play(8)
    at = me.moves() - 2
    address = f"/match/{made['id']}?at={at}"
    me.page.goto(address)
    looking_at(me.page, at, me.moves())
    with other.page.expect_response(re.compile(rf"/moments/{at}\b")) as answer:
        other.page.goto(address)
    looking_at(other.page, at, me.moves())
    (card,) = {row[0] for panel in me.latest["scene"]["panels"] if panel["name"] == "hand" for row in panel["rows"]}
    expect(me.page.get_by_text(card).first).to_be_visible()
    assert card not in answer.value.text()
    expect(other.page.get_by_text(card)).to_have_count(0)


def test_one_can_play_on_from_a_moment_in_a_marked_branch(person: Open, base_url: str) -> None:
    me = person()
    page = me.page
    made = set_up(base_url, [ME, DRIVER])
    me.sit(made)
    me.play(6)
    page.keyboard.press("[")
    page.keyboard.press("[")
    at = me.moves() - 2
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/match/" in url and made["id"] not in url)
    expect(page.get_by_text("Branch: not the real match.")).to_be_visible()
    me.play(2)
    page.get_by_role("link", name="back to that moment").click()
    page.wait_for_url(f"**/match/{made['id']}?at={at}")
    looking_at(page, at, at + 2)
    expect(page.get_by_text("Branch: not the real match.")).to_have_count(0)


# -------------------------------------------------------------------- records


def test_a_record_is_saved_checked_and_opened_as_a_replay(person: Open, base_url: str, tmp_path: Path) -> None:
    me = person()
    page = me.page
    me.sit(yard(base_url), 0, 1)
    page.get_by_role("tab", name="About").click()
    commitment = page.get_by_role("region", name="Proof of the dice").locator("code").inner_text()
    assert me.command(*ORDERS) == "over"
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").first.click()
    saved = tmp_path / "race.record"
    download.value.save_as(saved)
    hd.replay(saved.read_text())
    me.decision.get_by_text("Proof of the dice").click()
    page.get_by_role("link", name="check every die and every move").click()
    expect(page.get_by_role("heading", name="Verified")).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text=commitment)).to_be_visible()
    page.goto("/verify")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="choose a file").click()
    chooser.value.set_files(saved)
    expect(page.get_by_role("heading", name="Verified")).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text="4 moves")).to_be_visible()
    page.get_by_role("button", name="Open replay").click()
    page.wait_for_url("**/match/*?at=0")
    expect(page.get_by_text("A replay of a record.")).to_be_visible()
    looking_at(page, 0, 4)
    page.get_by_label("Seen by").select_option("White")
    expect(page).to_have_url(re.compile("as=1"))
    page.get_by_role("button", name="To the end").click()
    expect(me.places).to_be_visible()


@pytest.mark.parametrize(
    ("line", "was", "becomes"),
    [(11, "drive 6000", "drive 5900"), (12, "digest", "digest 0"), (7, "seed ", "seed 0")],
    ids=["a move", "a digest", "the seed"],
)
def test_a_record_that_does_not_hold_is_refused_with_its_line(person: Open, line: int, was: str, becomes: str) -> None:
    match = hd.new("drill", "yard", seats=2, seed=5)
    for order in ORDERS:
        match.play(order)
    lines = match.record().split("\n")
    assert was in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(was, becomes)
    page = person().page
    page.goto("/verify")
    page.get_by_role("textbox", name="Record").fill("\n".join(lines))
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.get_by_role("heading", name="Verification failed")).to_be_visible()
    expect(page.get_by_text(re.compile(rf"^Line {line}: "))).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="▶")).to_contain_text(lines[line - 1])
    expect(page.get_by_role("button", name="Open replay")).to_have_count(0)
