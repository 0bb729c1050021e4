"""Several players: invitation links, spectators, a shared screen, chat, leaving and returning, and a rematch."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import (
    DRIVER,
    FRIEND,
    ME,
    PHONE,
    TablePage,
    create_drill,
    create_match,
    fix_seed,
    play_together,
)


def hands(frames: list[dict[str, Any]]) -> set[str]:
    """Return the titles of the cards that frames show."""
    panels = [panel for frame in frames for panel in frame["scene"]["panels"] if panel["name"] == "hand"]
    return {row[0] for panel in panels for row in panel["rows"]}


# -------------------------------------------------------------------- secrets


def test_players_in_two_browsers_never_receive_each_others_card(open_page: OpenPage) -> None:
    red, white = open_page(), open_page()
    fix_seed(red.page, 3)
    red.page.goto("/new/benhur")
    red.page.get_by_role("group", name="Number of seats").get_by_text("2", exact=True).click()
    red.page.get_by_label("Who plays White").select_option("friend")
    red.page.get_by_role("button", name="Start and get the links").click()
    link = red.page.get_by_label("Link for White", exact=True).input_value()
    assert "#invitation=" in link
    expect(red.page.get_by_text("Not joined yet")).to_be_visible()
    white.page.goto(link)
    expect(white.page.get_by_text("Your side: White")).to_be_visible()
    white.page.get_by_role("button", name="Join the match").click()
    expect(white.slider).to_be_visible()
    expect(white.page).to_have_url(link.partition("#")[0])
    expect(red.page.get_by_text("✓ Joined")).to_be_visible()
    red.page.get_by_role("link", name="Go to the match").click()
    expect(red.slider).to_be_visible()
    play_together([red, white], 16)
    mine, theirs = hands(red.messages_of("frame")), hands(white.messages_of("frame"))
    assert len(mine) == len(theirs) == 1
    assert mine != theirs
    assert mine.pop() not in json.dumps(white.messages)
    assert theirs.pop() not in json.dumps(red.messages)
    assert {frame["viewer"] for frame in white.messages_of("frame")} == {1}


def test_a_spectator_sees_the_race_but_no_card(open_page: OpenPage, base_url: str) -> None:
    me, other = open_page(), open_page()
    other.page.goto("/")
    me.open_match(create_match(base_url, [{**ME, "name": "Balthasar"}, DRIVER], listed=True))
    me.wait_ready()
    row = other.page.get_by_role("article").filter(has_text="Balthasar")
    row.get_by_role("link", name="Watch live: Ben-Hur, The Circus").click()
    expect(other.board).to_be_visible()
    me.play(8)
    expect(other.slider).to_have_attribute("aria-valuetext", f"Move {me.move_count()} of {me.move_count()}")
    (card,) = hands(me.messages_of("frame"))
    assert card not in json.dumps(other.messages)
    assert {frame["viewer"] for frame in other.messages_of("frame")} == {-1}
    assert other.options.count() == other.targets.count() == 0
    other.page.get_by_role("tab", name="Chat").click()
    expect(other.page.get_by_text("Only players can read and write in the chat.")).to_be_visible()
    other.page.get_by_role("tab", name="Notes").click()
    expect(other.page.get_by_text("Only players have notes.")).to_be_visible()


def test_a_shared_screen_receives_no_secrets_before_the_curtain_is_lifted(open_page: OpenPage, base_url: str) -> None:
    both = open_page()
    both.open_match(create_match(base_url, [{**ME, "name": "Judah"}, ME]), 0, 1)
    before = both.wait_ready()
    lifted: set[int] = set()
    while len(lifted) < 2:
        if before != "curtain":
            both.choose(both.options.first)
            before = both.wait_ready(before)
            continue
        seat, played = both.latest["curtain"], len(both.messages_of("done"))
        name = ("Judah (Red)", "White")[seat]
        show = both.page.get_by_role("dialog", name=f"{name}, the screen is yours.").get_by_role("button")
        expect(show).to_be_focused()
        both.page.keyboard.press("1")
        assert both.latest["viewer"] == -1
        assert hands([both.latest]) == set()
        show.click()
        before = both.wait_ready("curtain")
        assert both.latest["viewer"] == seat
        assert len(hands([both.latest])) == 1
        assert len(both.messages_of("done")) == played
        lifted.add(seat)


# -------------------------------------------------------------------- invitations and devices


def test_an_invitation_link_works_once_and_in_the_same_browser_again(open_page: OpenPage, base_url: str) -> None:
    red, white, other = open_page(), open_page(), open_page()
    match = create_drill(base_url, ME, {**FRIEND, "name": "Iras"})
    red.open_match(match)
    red.wait_ready()
    white.open_link(match, 1)
    expect(white.slider).to_be_visible()
    expect(red.page.get_by_text("Iras (White) has joined: the invitation link was used.").first).to_be_visible()
    white.page.goto("/")
    white.open_link(match, 1)
    expect(white.slider).to_be_visible()
    assert white.messages_of("welcome")[-1]["mine"] == [1]
    other.open_link(match, 1)
    expect(other.page.get_by_role("heading", name="You have not joined")).to_be_visible()
    expect(other.page.get_by_text("This invitation link was used already")).to_be_visible()
    other.page.get_by_role("button", name="Go to the match").click()
    expect(other.slider).to_be_visible()
    assert other.messages_of("welcome")[-1]["mine"] == []


def test_the_host_who_opens_the_link_leaves_it_for_the_friend(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.store_keys(match, 0)
    red.open_link(match, 1)
    expect(red.page.get_by_text("This invitation link is for a friend")).to_be_visible()
    white.open_link(match, 1)
    expect(white.slider).to_be_visible()


def test_the_host_replaces_a_link_and_gives_a_taken_seat_to_a_new_player(open_page: OpenPage, base_url: str) -> None:
    red, white, third = open_page(), open_page(), open_page()
    match = create_drill(base_url, ME, {**FRIEND, "name": "Iras"})
    red.open_match(match)
    red.page.get_by_role("tab", name="About").click()
    expect(red.page.get_by_text("Invited, not joined yet")).to_be_visible()
    red.page.get_by_role("button", name="New link for White").click()
    red.page.get_by_role("button", name="Make a new link").click()
    expect(red.page.get_by_text("There is a new link for White.").first).to_be_visible()
    white.open_link(match, 1)
    expect(white.page.get_by_role("heading", name="You have not joined")).to_be_visible()
    white.page.goto(copy_link(red))
    white.page.get_by_role("button", name="Join the match").click()
    expect(white.slider).to_be_visible()
    red.page.get_by_role("button", name="New player for White").click()
    expect(red.page.get_by_text("Iras (White) can no longer play then")).to_be_visible()
    red.page.get_by_role("button", name="Make a new link").click()
    expect(white.page.get_by_text("The host has given your seat to another player").first).to_be_visible()
    expect(white.page.get_by_text("You can still watch.").first).to_be_visible()
    third.page.goto(copy_link(red))
    third.page.get_by_role("button", name="Join the match").click()
    expect(third.slider).to_be_visible()
    assert third.messages_of("welcome")[-1]["mine"] == [1]
    third.page.get_by_role("tab", name="Chat").click()
    expect(third.page.get_by_role("log", name="Chat")).to_contain_text("taken the seat of Iras (White) back")


def copy_link(host: TablePage) -> str:
    """Return what the host's button for the link of White copies."""
    host.page.evaluate("navigator.clipboard.writeText = (text) => Promise.resolve((window.copied = text))")
    host.page.get_by_role("button", name="Copy the link for White").first.click()
    link: str = host.page.evaluate("window.copied")
    return link


def test_a_player_continues_on_another_device_with_a_code(open_page: OpenPage, base_url: str) -> None:
    first, second = open_page(), open_page(**PHONE)
    match = create_drill(base_url, ME, FRIEND)
    first.open_match(match)
    first.wait_ready()
    first.page.get_by_role("tab", name="About").click()
    first.page.get_by_role("button", name="Play on another device").click()
    code = first.page.get_by_label(re.compile("^Code ")).inner_text()
    assert len(code.replace(" ", "")) == 8
    second.page.goto("/join")
    second.page.get_by_label("Code").fill("wrong")
    second.page.get_by_role("button", name="Join").click()
    expect(second.page.get_by_role("alert")).to_contain_text("This code is not valid.")
    second.page.get_by_label("Code").fill(code)
    second.page.get_by_role("button", name="Join").click()
    expect(second.page).to_have_url(re.compile(f"/match/{match['id']}$"))
    second.wait_ready()
    assert second.messages_of("welcome")[-1]["mine"] == [0]
    expect(first.page.get_by_text("Red can now also play on another device").first).to_be_visible()
    expect(first.page.get_by_text("Red, your seat, is open on 2 devices or tabs.").first).to_be_visible()
    expect(first.page.get_by_text("You, on 2 devices or tabs")).to_be_visible()


def test_a_link_of_an_earlier_version_with_a_key_still_opens_its_seat(open_page: OpenPage, base_url: str) -> None:
    white = open_page()
    match = create_drill(base_url, ME, ME)
    white.page.goto(f"/match/{match['id']}#seat={match['keys']['1']}")
    expect(white.slider).to_be_visible()
    assert white.messages_of("welcome")[-1]["mine"] == [1]


# -------------------------------------------------------------------- chat and notes


def test_chat_reaches_the_players_and_notes_stay_private(open_page: OpenPage, base_url: str) -> None:
    match = create_match(base_url, [ME, FRIEND])
    red, white, other = open_page(), open_page(), open_page()
    red.open_match(match)
    white.open_link(match, 1)
    other.watch(match)
    red.page.get_by_role("tab", name="Chat").click()
    expect(white.slider).to_be_visible()
    red.page.get_by_role("textbox", name="Message to the table").fill("Mind the wall")
    red.page.keyboard.press("Enter")
    white.page.get_by_role("tab", name="Chat (2 new)").click()  # the notice that White has joined, and the message
    expect(white.page.get_by_role("log", name="Chat")).to_contain_text("Mind the wall")
    notes = red.page.get_by_label("Only you can read this")
    red.page.get_by_role("tab", name="Notes").click()
    notes.fill("White brakes late")
    expect(red.page.get_by_text("Saved.")).to_be_visible()
    red.page.reload()
    red.page.get_by_role("tab", name="Notes").click()
    expect(notes).to_have_value("White brakes late")
    red.page.get_by_role("tab", name="Chat").click()
    expect(red.page.get_by_role("log", name="Chat")).to_contain_text("Mind the wall")
    assert "White brakes late" not in json.dumps(white.messages)
    assert "Mind the wall" not in json.dumps(other.messages)


# -------------------------------------------------------------------- leaving and returning


def leave(me: TablePage, button: str = "Leave") -> None:
    """Leave a seat to a bot, and confirm it."""
    me.page.get_by_role("tab", name="About").click()
    me.page.get_by_role("button", name=button).click()
    me.page.get_by_role("button", name=button).click()


def test_a_bot_plays_for_a_player_who_leaves_until_they_return(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    white.open_link(match, 1)
    red.wait_ready()
    leave(red)
    red.page.get_by_text("A bot is playing Red for you").wait_for()
    white.give_orders("place 200 30")
    assert white.move_count() > 2  # Red was placed and took a turn
    white.page.get_by_role("tab", name="About").click()
    expect(white.page.get_by_text("Left; a bot is playing")).to_be_visible()
    red.page.get_by_role("button", name="Take your seat back").first.click()
    expect(red.page.get_by_text("A bot is playing Red for you")).to_have_count(0)
    expect(white.page.get_by_text("Left; a bot is playing")).to_have_count(0)
    white.give_orders("drive 1000")
    white.enter_numbers("drive", 1000)
    red.wait_ready()


def test_the_host_lets_a_bot_play_for_an_offline_friend(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    red.wait_ready()
    red.enter_numbers("place", 30, 80)
    expect(red.page.get_by_text("Waiting for White (offline).")).to_be_visible()
    leave(red, "Let a bot play")
    red.wait_ready()
    white.open_link(match, 1)
    expect(white.page.get_by_text("A bot is playing White for you")).to_be_visible()


def test_the_title_shows_whose_turn_it_is_and_a_recap_the_moves_since(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    white.open_link(match, 1)
    expect(red.page).to_have_title(re.compile("^● Your turn - Drill Yard"))
    red.give_order("place 30 80")
    expect(red.page).to_have_title(re.compile("^Drill Yard: The yard"))
    red.page.goto("/")
    expect(red.page.get_by_role("link", name="Open: Drill Yard, The yard")).to_be_visible()
    white.wait_ready()
    white.enter_numbers("place", 200, 30)
    expect(red.page.get_by_role("article").filter(has_text="Your turn")).to_be_visible()
    expect(red.page).to_have_title(re.compile(r"^\(1\) "))
    red.page.get_by_role("link", name="Continue: Drill Yard, The yard").click()
    recap = red.page.get_by_role("region", name="Since your last visit: 1 move")
    expect(recap).to_contain_text("White")
    expect(red.page).to_have_title(re.compile("^● Your turn - Drill Yard"))
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)


def test_a_notification_is_shown_when_the_page_is_in_the_background(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page({"notify": True}, permissions=["notifications"]), open_page()
    red.page.add_init_script(
        """const notifications = (window.notifications = []);
        window.Notification = class { static permission = "granted"; constructor(title) { notifications.push(title) } };
        Object.defineProperty(document, "hidden", { get: () => true });"""
    )
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    white.open_link(match, 1)
    red.wait_ready()
    red.give_order("place 30 80")
    white.wait_ready()
    assert red.page.evaluate("window.notifications") == []
    white.enter_numbers("place", 200, 30)
    red.page.wait_for_function("() => window.notifications.length > 0")
    assert red.page.evaluate("window.notifications") == ["Your turn: Drill Yard"]


def test_a_player_changes_their_name(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, ME, FRIEND)
    red.open_match(match)
    white.open_link(match, 1)
    red.page.get_by_role("tab", name="About").click()
    red.page.get_by_role("button", name="Change name").click()
    red.page.get_by_role("textbox", name="Name of Red").fill("Messala")
    red.page.get_by_role("button", name="Save").click()
    white.page.get_by_role("tab", name="About").click()
    expect(white.page.get_by_text("Messala (Red)").first).to_be_visible()


# -------------------------------------------------------------------- the end


def test_the_end_shows_the_result_and_both_players_join_the_rematch(open_page: OpenPage, base_url: str) -> None:
    red, white = open_page(), open_page()
    match = create_drill(base_url, {**ME, "name": "Judah"}, FRIEND)
    red.open_match(match)
    white.open_link(match, 1)
    red.give_order("place 110 30")
    white.give_order("place 130 100")
    red.give_orders("drive 6000")
    red.enter_numbers("drive", 6000)
    for one in (red, white):
        expect(one.places.get_by_role("listitem")).to_have_text([re.compile(r"1st.*Judah \(Red\)"), re.compile("2nd")])
        expect(one.decision.get_by_role("heading", level=2)).to_contain_text("first to reach the far side")
        expect(one.page.get_by_role("region", name="Statistics by seat").get_by_role("row")).not_to_have_count(0)
        expect(one.page.locator("dl.figures > div").filter(has_text="Moves")).to_have_text(re.compile("Moves *4"))
    old_url = red.page.url
    red.page.get_by_role("button", name="Rematch").click()
    expect(red.page).not_to_have_url(old_url)
    white.page.get_by_role("button", name="Join the rematch").click()
    expect(white.page).to_have_url(red.page.url)
    red.wait_ready()
    assert red.move_count() == 0
    red.give_order("place 30 80")
    white.wait_ready()
    expect(white.page.get_by_role("img", name="Judah (Red) at 3 by 8 inches")).to_be_visible()


def test_the_host_deletes_a_match_and_the_others_read_that(open_page: OpenPage, base_url: str) -> None:
    host, other = open_page(), open_page()
    created = create_match(base_url, [ME, DRIVER])
    host.open_match(created)
    host.wait_ready()
    other.page.goto(f"/match/{created['id']}")
    expect(other.board).to_be_visible()
    other.page.get_by_role("tab", name="About").click()
    expect(other.page.get_by_role("heading", name="Match settings")).to_be_visible()
    expect(other.page.get_by_role("button", name="Delete the match")).to_have_count(0)
    host.page.get_by_role("tab", name="About").click()
    host.page.get_by_role("button", name="Delete the match").click()
    dialog = host.page.get_by_role("dialog", name="Delete this match for everyone?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    host.page.get_by_role("button", name="Delete the match").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(host.page.get_by_text("The match was deleted.")).to_be_visible()
    expect(host.page.get_by_role("heading", name="Your matches")).to_be_visible()
    expect(other.page.get_by_role("heading", name="This match was deleted")).to_be_visible()
    expect(other.page.get_by_text("The host has deleted this match")).to_be_visible()
    expect(other.page.get_by_role("button", name="Try again")).to_have_count(0)
