"""Clocks, reconnection, the replay, branches and records in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hippodrome as hd
from tests.browser.conftest import OpenPage
from tests.browser.table_page import DRIVER, FRIEND, ME, create_drill, create_match
from tests.serving import run_in_process

ORDERS = ("place 110 30", "place 130 100", "drive 6000", "drive 6000")
"""A whole match in the drill yard: Red reaches the far side in the first turn."""


def expect_replay(page: Page, move: int, of: int) -> None:
    """Expect the replay to show a move, out of a number of moves."""
    expect(page.get_by_text(re.compile(rf"You are viewing move\s+{move}\s+of\s+{of}\."))).to_be_visible()


# -------------------------------------------------------------------- clocks


def test_the_default_is_played_when_time_and_reserve_run_out(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND, clock={"seconds": 1, "reserve": 3})
    red.open_match(match)
    timer = red.page.get_by_role("timer")
    expect(timer).to_contain_text("in reserve")
    expect(timer).to_contain_text("Hurry")
    white.open_link(match, 1)
    for one in (red, white):
        expect(one.page.get_by_role("log", name="Log")).to_contain_text("Red ran out of time.")
    assert red.latest["move"] > 0


# -------------------------------------------------------------------- reconnection


def test_a_match_survives_a_reload_and_a_killed_server(open_page: OpenPage, tmp_path: Path) -> None:
    with run_in_process(tmp_path, "--no-limits", "--dev-games") as served:
        me = open_page(base_url=served.address)
        me.open_match(create_match(served.address, [ME, DRIVER]))
        me.play(6)
        moves, decision, panels = me.move_count(), me.latest["ask"], me.latest["scene"]["panels"]
        me.page.reload()
        me.wait_ready()
        assert (me.move_count(), me.latest["ask"], me.latest["scene"]["panels"]) == (moves, decision, panels)
        served.kill()
        banner = me.page.get_by_role("status").filter(has_text="Connection lost, reconnecting. Nothing is lost.")
        expect(banner).to_be_visible()
        me.options.first.click()
        expect(me.page.get_by_role("alert")).to_contain_text("nothing was sent")
        served.start()
        me.page.evaluate("window.dispatchEvent(new Event('online'))")  # reconnect at once
        expect(banner).to_have_count(0)
        assert (me.move_count(), me.latest["ask"], me.latest["scene"]["panels"]) == (moves, decision, panels)
        me.play(4)
        assert me.move_count() > moves


# -------------------------------------------------------------------- replay


def test_the_replay_is_controlled_by_slider_buttons_and_keys(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    me.open_match(create_drill(base_url), 0, 1)
    me.give_orders("place 30 80", "place 200 30", "drive 6000")
    page.keyboard.press("[")
    expect_replay(page, 2, 3)
    expect(page.get_by_role("img", name="Red at 3 by 8 inches")).to_be_visible()
    expect(me.options).to_have_count(0)
    me.slider.focus()
    page.keyboard.press("Home")
    expect_replay(page, 0, 3)
    expect(page.get_by_role("img", name="Red at")).to_have_count(0)
    page.get_by_role("button", name="Next move").click()
    expect_replay(page, 1, 3)
    page.get_by_role("button", name="Show the whole log").click()
    page.get_by_role("button", name="Go to move 2").click()
    expect_replay(page, 2, 3)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).not_to_have_url(re.compile("at="))
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect_replay(page, 1, 3)
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("at="))
    expect(page.get_by_role("img", name="Red at 9 by 8 inches")).to_be_visible()
    expect(me.options.first).to_be_visible()


def test_a_move_has_an_address_that_reveals_no_secrets_to_others(open_page: OpenPage, base_url: str) -> None:
    me, other = open_page(), open_page()
    match = create_match(base_url, [ME, DRIVER])
    me.open_match(match)
    me.play(8)
    move = me.move_count() - 2
    address = f"/match/{match['id']}?at={move}"
    me.page.goto(address)
    expect_replay(me.page, move, me.move_count())
    with other.page.expect_response(re.compile(rf"/frames/{move}\b")) as answer:
        other.page.goto(address)
    expect_replay(other.page, move, me.move_count())
    (card,) = {row[0] for panel in me.latest["scene"]["panels"] if panel["name"] == "hand" for row in panel["rows"]}
    expect(me.page.get_by_text(card).first).to_be_visible()
    assert card not in answer.value.text()
    expect(other.page.get_by_text(card)).to_have_count(0)


def test_a_match_is_continued_from_an_earlier_move_in_a_branch(open_page: OpenPage, base_url: str) -> None:
    me = open_page()
    page = me.page
    match = create_match(base_url, [ME, DRIVER])
    me.open_match(match)
    me.play(6)
    page.keyboard.press("[")
    page.keyboard.press("[")
    move = me.move_count() - 2
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(lambda url: "/match/" in url and match["id"] not in url)
    expect(page.get_by_text("This is a branch, not the original match.")).to_be_visible()
    me.play(2)
    page.get_by_role("link", name="go back to that move").click()
    page.wait_for_url(f"**/match/{match['id']}?at={move}")
    expect_replay(page, move, move + 2)
    expect(page.get_by_text("This is a branch, not the original match.")).to_have_count(0)


# -------------------------------------------------------------------- records


def test_a_record_is_downloaded_verified_and_opened_as_a_replay(
    open_page: OpenPage, base_url: str, tmp_path: Path
) -> None:
    me = open_page()
    page = me.page
    me.open_match(create_drill(base_url), 0, 1)
    page.get_by_role("tab", name="About").click()
    commitment = page.get_by_role("region", name="Commitment").locator("code").inner_text()
    assert me.give_orders(*ORDERS) == "over"
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").first.click()
    file = tmp_path / "race.record"
    download.value.save_as(file)
    hd.replay(file.read_text())
    me.decision.get_by_text("Verification", exact=True).click()
    page.get_by_role("link", name="Open this record in Verify").click()
    expect(page.get_by_role("heading", name="Moves legal; dice match the seed")).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text=commitment)).to_be_visible()
    page.goto("/verify")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="choose a file").click()
    chooser.value.set_files(file)
    expect(page.get_by_role("heading", name="Moves legal; dice match the seed")).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text="4 moves")).to_be_visible()
    page.get_by_role("button", name="Open replay").click()
    page.wait_for_url("**/match/*?at=0")
    expect(page.get_by_text("Replay of a record.")).to_be_visible()
    expect_replay(page, 0, 4)
    page.get_by_label("View as").select_option("White")
    expect(page).to_have_url(re.compile("as=1"))
    page.get_by_role("button", name="Go to the end").click()
    expect(me.places).to_be_visible()


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [(11, "drive 6000", "drive 5900"), (12, "digest", "digest 0"), (7, "seed ", "seed 0")],
    ids=["a move", "a digest", "the seed"],
)
def test_a_faulty_record_is_rejected_with_its_line(open_page: OpenPage, line: int, old: str, new: str) -> None:
    match = hd.new("drill", "yard", seats=2, seed=5)
    for order in ORDERS:
        match.play(order)
    lines = match.record().split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    page = open_page().page
    page.goto("/verify")
    page.get_by_role("textbox", name="Record").fill("\n".join(lines))
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("NOT"))).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=f"not proved. Line {line}: ")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="▶")).to_contain_text(lines[line - 1])
    expect(page.get_by_role("button", name="Open replay")).to_have_count(0)
