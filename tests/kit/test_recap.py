"""Recaps: what has happened since a seat's last move, from what the seat may see."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.kit.ending import decisive_lines, figures
from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.recap import most_important, recap, summarise
from tests.conformance.random_matches import Case, every_case, finished_match, moves

START = ("place 30 80", "place 210 80")


def test_a_seat_that_has_not_moved_gets_no_recap() -> None:
    assert recap(hd.new("drill", dice=[]), 0) is None


def test_a_seat_gets_no_recap_while_only_it_has_acted() -> None:
    match = hd.new("drill", dice=[])
    match.play(START[0])
    assert recap(match, 0) is None


def test_a_recap_begins_with_the_last_move_before_another_seat_acted() -> None:
    match = hd.new("drill", dice=[])
    for action in START:
        match.play(action)
    found = recap(match, 0)
    assert found is not None
    assert found.start == match.starts_of_moves(0)[-1]
    assert [(each.seat, [line.text for line in each.lines]) for each in found.seats] == [
        (1, [line.text for line in match.log_lines(0) if line.seat == 1 and not line.is_heading][-2:])
    ]


def test_a_recap_stays_while_the_seat_makes_one_move_after_another() -> None:
    match = hd.new("drill", dice=[])
    for action in START:
        match.play(action)
    before = recap(match, 0)
    match.play(match.proposals()[0])
    after = recap(match, 0)
    assert match.seat == 0
    assert before is not None
    assert after is not None
    assert (after.start, [each.summary for each in after.seats]) == (
        before.start,
        [each.summary for each in before.seats],
    )


def test_losses_come_before_lesser_harm_in_a_recap() -> None:
    lines = [make_line(place, is_loss=place == 2) for place in range(5)]
    assert [line.place for line in most_important(lines, 2)] == [2, 4]


def make_line(place: int, is_loss: bool) -> LogLine:
    line = LogLine(place, f"Line {place}.")
    line.is_loss = is_loss
    return line


def test_a_game_counts_actions_in_a_recap() -> None:
    match = hd.new("chariot", scenario="rome", seats=2, dice=[1])
    lines = [LogLine(place, "") for place in range(3)]
    for line, kind in zip(lines, ("MoveBegan", "MoveBegan", "Shot"), strict=True):
        line.kind = kind
    assert summarise(match, lines) == "2 units moved, 1 volley"


@every_case
def test_a_recap_shows_nothing_but_lines_of_the_log_of_its_seat(case: Case) -> None:
    for move in moves(case):
        match = move.match
        for seat in range(match.setup.seats):
            found = recap(match, seat)
            if found is None:
                continue
            known = {(line.place, line.text) for line in match.log_lines(seat)}
            shown = [*found.harm, *[line for each in found.seats for line in each.lines]]
            assert {(line.place, line.text) for line in shown} <= known
            assert all(line.harmed == seat for line in found.harm)
            assert seat not in [each.seat for each in found.seats]


@every_case
def test_decisive_lines_are_the_last_ones_in_the_log(case: Case) -> None:
    match = finished_match(case)
    decisive = [line.place for line in match.log_lines() if line.is_decisive]
    assert [line.place for line in decisive_lines(match)] == decisive[-4:]


@every_case
def test_every_statistic_has_a_title_and_belongs_to_the_match_or_to_a_seat(case: Case) -> None:
    match = finished_match(case)
    found = figures(match)
    count = len(found.match) + sum(map(len, found.seats))
    assert count == len(match.game.analysis.match_statistics(match.state))


def test_a_statistic_named_after_an_army_belongs_to_its_seat() -> None:
    found = figures(hd.new("chariot", scenario="rome", seats=2, seed=1))
    assert list(found.match) == ["Turns", "Level of victory"]
    assert [list(own) for own in found.seats] == [["VP lost", "Units lost", "Units off the map"]] * 2
