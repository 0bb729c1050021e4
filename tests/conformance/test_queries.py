"""Queries: proposals, checks, odds, views and scenes do not change a match."""

from __future__ import annotations

from hippodrome.lab import property_checks
from tests.conformance.random_matches import Case, decisions, every_case


@every_case
def test_queries_do_not_change_the_match(case: Case) -> None:
    for match in decisions(case):
        property_checks.check_queries_change_nothing(match)


@every_case
def test_every_decision_has_proposals_and_all_are_legal(case: Case) -> None:
    for match in decisions(case):
        property_checks.check_proposals_are_legal(match)


@every_case
def test_a_refused_action_changes_nothing_and_has_a_reason(case: Case) -> None:
    for match in decisions(case):
        property_checks.check_refusals_change_nothing(match)


@every_case
def test_odds_add_up_change_nothing_and_reveal_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        if number % 8 == 0:
            property_checks.check_odds_do_not_leak(match, number)


@every_case
def test_every_scene_can_be_drawn_and_its_handles_used(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        if number % 4 == 0:
            property_checks.check_pictures_can_be_drawn(match)
