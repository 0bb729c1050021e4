"""Log lines: what they say about an event, and which of them merge."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.games.races.events import Acted, Waited
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.log_lines import LogLine, add_line, log_line


def merge_events(match: hd.Match, events: list[Event]) -> list[tuple[str, int]]:
    """Return the texts of the events' merged lines, and how many events each stands for."""
    lines: list[LogLine] = []
    for place, event in enumerate(events):
        event.rule = "CR-I2"
        add_line(lines, log_line(match.game, match.state, place, event))
    return [(line.text, line.times) for line in lines]


def test_a_line_has_the_number_clause_seat_and_dice_of_its_event() -> None:
    match = hd.new("pig", seats=2, dice=[3, 4])
    for _ in range(2):
        match.play("roll")
    rolled, added = match.log_lines(since=2)
    assert (rolled.place, rolled.text, rolled.seat, rolled.dice) == (2, "Red rolls 4.", 0, [4])
    assert (added.place, added.text, added.seat, added.dice) == (3, "Red adds 4 points.", 0, [])
    assert [rolled.rule, added.rule] == [event.rule for event in match.events[2:]]


def test_a_line_is_about_no_seat_if_its_event_is_not() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=1)
    while not any(line.text.startswith("Round 1") for line in match.log_lines()):
        match.play(match.proposals()[0])
    (began,) = [line for line in match.log_lines() if line.text.startswith("Round 1")]
    assert began.seat == SPECTATOR


def test_key_moments_are_marked() -> None:
    match = hd.new("drill", seed=2)
    while not any(line.is_key_moment for line in match.log_lines()):
        shout = next((action for action in match.proposals() if action.verb == "shout"), match.proposals()[0])
        match.play(shout)
    (line,) = [line for line in match.log_lines() if line.is_key_moment]
    assert "lurches" in line.text or "balks" in line.text


def test_a_seat_gets_lines_only_of_what_it_may_see() -> None:
    match = hd.new("benhur", "circus", seats=3, seed=5)
    while not any("is dealt" in line.text for line in match.log_lines()):
        match.play(match.proposals()[0])
    dealt = [[line for line in match.log_lines(seat) if "is dealt" in line.text] for seat in (0, SPECTATOR)]
    assert [len([line for line in lines if line.text.endswith("a sneaky trick.")]) for lines in dealt] == [2, 3]


def test_lines_of_one_seat_in_a_row_merge_if_their_event_says_so() -> None:
    match = hd.new("races", seats=2, seed=1)
    red, white = [match.game.presentation.actor_name(match.state, seat) for seat in range(2)]
    assert merge_events(match, [Waited(0, 5), Waited(0, 4), Waited(0, 3)]) == [(f"{red} waits.", 3)]
    assert merge_events(match, [Waited(0, 5), Waited(1, 5)]) == [(f"{red} waits.", 1), (f"{white} waits.", 1)]
    assert [times for _, times in merge_events(match, [Waited(0, 5), Acted(1, 4), Waited(0, 3)])] == [1, 1, 1]
    assert [times for _, times in merge_events(match, [Acted(0, 5), Acted(0, 5)])] == [1, 1]
