"""Secrets: no view, option, refusal, event or undo shows a seat what it may not know."""

from __future__ import annotations

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.dice import seed_from
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.state import digest_input
from hippodrome.lab import property_checks
from tests.conformance.random_matches import Case, cases, decisions, every_case, finished_match, moves


@every_case
def test_a_seat_sees_the_same_in_every_state_it_could_imagine(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        property_checks.check_nothing_leaks(match, number)


@every_case
def test_a_secret_draw_is_revealed_only_to_the_seats_that_may_know(case: Case) -> None:
    for match in decisions(case):
        for action in match.proposals()[:2]:
            property_checks.check_secrets_are_not_revealed(match, action, match.seat)


@every_case
def test_a_deciding_seat_has_the_same_decision_in_its_imagined_state(case: Case) -> None:
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
        property_checks.check_undo_is_exact(move.snapshot, move.state, move.match)
        property_checks.check_undo_shows_no_secret(move.state, move.match, number)


@every_case
def test_repeated_undo_stays_within_the_seats_own_moves(case: Case) -> None:
    for match in decisions(case):
        other, mover, rolled = match.clone(), match.seat, int(match.state.dice.rolled)
        while not other.undo_refusal:
            assert other.undo().seat == mover
            assert other.seat == mover
            assert other.state.dice.rolled == rolled


def shows_secrets(match: Match) -> bool:
    """Return whether some seat sees more than a spectator."""
    public = match.view(SPECTATOR).table
    return any(match.view(seat).table != public for seat in range(match.setup.seats))


@pytest.mark.parametrize("slug", list(all_games()))
def test_imagining_deals_secrets_again_in_games_that_have_any(slug: str) -> None:
    secret = dealt_again = 0
    for case in cases():
        if case.game == slug:
            for number, match in enumerate(decisions(case)):
                secret += shows_secrets(match)
                imagined = match.imagine(SPECTATOR, seed_from(number))
                dealt_again += digest_input(imagined) != digest_input(match.state)
    assert (secret > 0) == (dealt_again > 0)


@pytest.mark.parametrize("slug", list(all_games()))
def test_secret_draws_are_compared_in_games_that_have_any(slug: str) -> None:
    compared = secret_draws = 0
    for case in cases():
        if case.game == slug:
            for match in decisions(case):
                action = match.proposals()[0]
                compared += property_checks.check_secrets_are_not_revealed(match, action, match.seat)
                secret_draws += any(
                    sides != 6 for sides in property_checks.dice_rolled_by(match.state, action, match.seat)[1]
                )
    assert (secret_draws > 0) == (compared > 0)


@every_case
def test_a_finished_match_shows_all_viewers_the_same(case: Case) -> None:
    match = finished_match(case)
    texts = {match.describe(seat) for seat in range(SPECTATOR, case.seats)}
    assert len(texts) == 1
