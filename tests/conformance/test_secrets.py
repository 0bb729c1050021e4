"""Secrets: nobody is shown what he cannot know, in a view, an option, a refusal, an event or by undo."""

from __future__ import annotations

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.dice import seed_from
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.state import digest_input
from hippodrome.lab import properties
from tests.conformance.walking import Case, cases, decisions, every_case, moves, whole


@every_case
def test_a_seat_is_shown_the_same_in_every_state_it_could_imagine(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        properties.nothing_leaks(match, number)


@every_case
def test_what_is_drawn_in_secret_is_told_only_to_those_who_may_know(case: Case) -> None:
    for match in decisions(case):
        for action in match.proposals()[:2]:
            properties.secrets_are_not_revealed(match, action, match.seat)


@every_case
def test_a_seat_that_is_asked_is_asked_the_same_when_it_imagines(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        assert match.decision is not None
        for seat in match.decision.seats:
            imagined = match.clone()
            imagined.state = match.imagine(seat, seed_from(number))
            assert imagined.decision is not None
            assert seat in imagined.decision.seats
            assert imagined.proposals() == match.proposals()


@every_case
def test_undo_restores_the_match_and_crosses_no_die_no_secret_and_no_other_seat(case: Case) -> None:
    for number, move in enumerate(moves(case)):
        properties.undo_is_exact(move.snapshot, move.match, move.thrown, move.secret)
        properties.undo_shows_no_secret(move.state, move.match, number)


@every_case
def test_undo_again_and_again_takes_back_only_ones_own_moves(case: Case) -> None:
    for match in decisions(case):
        other, mover, thrown = match.clone(), match.seat, int(match.state.dice.rolled)
        while not other.undo_refusal:
            assert other.undo().seat == mover
            assert other.seat == mover
            assert other.state.dice.rolled == thrown


def shows_secrets(match: Match) -> bool:
    """Whether some seat is shown more than a spectator."""
    open_table = match.view(SPECTATOR).table
    return any(match.view(seat).table != open_table for seat in range(match.setup.seats))


@pytest.mark.parametrize("slug", list(all_games()))
def test_where_there_are_secrets_imagining_deals_them_anew(slug: str) -> None:
    secret = anew = 0
    for case in cases():
        if case.game == slug:
            for number, match in enumerate(decisions(case)):
                secret += shows_secrets(match)
                imagined = match.imagine(SPECTATOR, seed_from(number))
                anew += digest_input(imagined) != digest_input(match.state)
    assert (secret > 0) == (anew > 0)


@pytest.mark.parametrize("slug", list(all_games()))
def test_draws_in_secret_are_really_compared(slug: str) -> None:
    compared = untold = 0
    for case in cases():
        if case.game == slug:
            for match in decisions(case):
                action = match.proposals()[0]
                compared += properties.secrets_are_not_revealed(match, action, match.seat)
                untold += any(sides != 6 for sides in properties.dice_rolled_by(match.state, action, match.seat)[1])
    assert (untold > 0) == (compared > 0)


@every_case
def test_a_finished_match_shows_everybody_the_same(case: Case) -> None:
    match = whole(case)
    texts = {match.describe(seat) for seat in range(SPECTATOR, case.seats)}
    assert len(texts) == 1
