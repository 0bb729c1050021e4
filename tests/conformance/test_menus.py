"""Menus: passes come last, have their own key, and are never what Enter plays while anything else is possible."""

from __future__ import annotations

import re

import pytest

import hippodrome as hd
from hippodrome.kit.dice import seed_from
from hippodrome.kit.match import Match
from hippodrome.server.live.frames import make_ask
from tests.conformance.random_matches import Case, decisions, every_case

PASS_LABEL = re.compile(r"^(End|Stop|Hold|Pass\b|Done|Cease|Stay|Wait|Let it|Finish)")
"""Labels of what ends, stops or declines something."""


def menu_of(match: Match) -> tuple[list[str], list[str], str | None]:
    menu = match.menu()
    assert menu is not None
    default = None if menu.default is None else menu.default.text
    return [action.text for action in menu.choices], [action.text for action in menu.passes], default


@every_case
def test_what_reads_like_a_pass_is_one_and_comes_last(case: Case) -> None:
    for match in decisions(case):
        menu, label = match.menu(), match.game.presentation.label
        assert menu is not None
        assert sorted(action.text for action in menu.actions) == sorted(action.text for action in match.proposals())
        assert [action for action in menu.choices if PASS_LABEL.match(label(match.state, action))] == []
        step = match.state.agenda[-1]
        assert all(step.is_pass(action) for action in menu.passes)
        assert not any(step.is_pass(action) for action in menu.choices)


@every_case
def test_enter_passes_only_if_nothing_else_is_possible(case: Case) -> None:
    for match in decisions(case):
        choices, passes, default = menu_of(match)
        assert default not in passes or not choices
        assert default is None or default in [*choices, *passes]


@every_case
def test_the_browser_gets_keys_from_1_and_e_for_the_pass(case: Case) -> None:
    for match in decisions(case):
        ask = make_ask(match, match.decision, match.seat, None)
        assert ask is not None
        plain = [choice for choice in ask.choices if not choice.passes]
        passes = [choice for choice in ask.choices if choice.passes]
        assert ask.choices == [*plain, *passes]
        on_board = {piece.action for piece in ask.pieces}
        listed = [choice for choice in plain if choice.action not in on_board]
        assert not any(choice.key for choice in plain if choice.action in on_board)
        assert [choice.key for choice in listed][:9] == [str(key) for key in range(1, min(len(listed), 9) + 1)]
        assert all(choice.key != "e" for choice in plain)
        assert [choice.key for choice in passes] == ["e", *[""] * (len(passes) - 1)][: len(passes)]
        default = [choice for choice in ask.choices if choice.action == ask.default]
        assert len(default) == (ask.default != "")
        assert not (plain and default and default[0].passes)


@every_case
def test_what_a_pass_gives_up_is_a_sentence_and_reveals_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        menu = match.menu()
        assert menu is not None
        imagined = match.imagine(match.seat, seed_from(number))
        for action in menu.passes:
            text = match.game.presentation.given_up(match.state, match.seat, action)
            assert text == "" or text.endswith(".")
            assert match.game.presentation.given_up(imagined, match.seat, action) == text


GIVEN_UP = (
    ("chariot", "rome", r"units have not moved\.$"),
    ("wheelie", "duel", r"action dice are unspent\.$"),
    ("magic", "", r"(units have not moved|pieces? can still act)\.$"),
)


@pytest.mark.parametrize(("slug", "scenario", "expected"), GIVEN_UP, ids=[row[0] for row in GIVEN_UP])
def test_the_warning_of_a_pass_counts_what_is_lost(slug: str, scenario: str, expected: str) -> None:
    scenarios = [each.slug for each in hd.games()[slug].scenarios()]
    match = hd.new(slug, scenario if scenario in scenarios else scenarios[0], seed=3)
    for _ in range(400):
        ask = make_ask(match, match.decision, match.seat, None)
        assert ask is not None
        if any(re.search(expected, choice.warning) for choice in ask.choices if choice.passes):
            return
        match.play(match.menu().default or match.proposals()[0])  # type: ignore[union-attr]
    raise AssertionError("no pass of this game warns")
