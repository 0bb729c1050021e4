"""Odds agree with how often outcomes happen. `./play study check-odds` checks the same with many more trials."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.odds import Odds
from hippodrome.lab.odds_check import RARE_OUTCOMES, collect_cases, compare, deviations
from tests.support import COMPILED

MAX_DEVIATION = 4.0  # standard errors; the dice are the same every time
MATCHES = {"benhur": (24, 150), "wheelie": (1, 400), "races": (1, 500), "chariot": (2, 250), "magic": (1, 400)}
"""The number of matches to collect actions from, and the decisions per match."""

EXPECTED_CASES = {
    "benhur": ["NextStep: left", "NextStep: straight", "SetWhips: whips", "ContactTricks: pass"],
    "wheelie": ["SpendDie: advance", "SpendDie: turn"],
    "races": ["Declare: reins", "Declare: whip", "MakePlan: go"],
    "chariot": ["Assault: strike", "Volley: loose"],
    "magic": ["Aim: shoot", "Allot: hit", "MoveNext: assault"],
}
"""Actions, by question and verb, that roll dice in every match and have several outcomes."""


@pytest.mark.parametrize("slug", list(MATCHES) if COMPILED else ["wheelie", "races"])
def test_the_odds_of_every_verb_agree_with_trials(slug: str) -> None:
    matches, max_decisions = MATCHES[slug]
    cases = {
        case.name: case
        for case in collect_cases(all_games()[slug], matches, 1, max_cases=1, max_decisions=max_decisions)
    }
    assert cases.keys() >= set(EXPECTED_CASES[slug])
    for name in EXPECTED_CASES[slug]:
        assert len(cases[name].odds(3_000, 500).rows) > 1, name
    for number, case in enumerate(cases.values()):
        result = compare(case, 300, number, 3_000, 500)
        assert abs(result.worst) < MAX_DEVIATION, (
            f"{slug}, {case.name}: {result.outcome} deviates by {result.worst:.1f}"
        )


def test_wrong_odds_are_detected() -> None:
    odds = Odds([("skids", Fraction(1, 2)), ("holds", Fraction(1, 2))], True, 0)
    assert dict(deviations(odds, {"skids": 500, "holds": 500}, 1000)) == {"skids": 0.0, "holds": 0.0}
    assert dict(deviations(odds, {"skids": 560, "holds": 440}, 1000))["skids"] == pytest.approx(3.79, abs=0.01)
    assert dict(deviations(odds, {"skids": 500, "holds": 499, "spins": 1}, 1000))["spins"] == inf


def test_rare_outcomes_are_counted_together() -> None:
    odds = Odds([("often", Fraction(98, 100)), ("seldom", Fraction(1, 100)), ("once", Fraction(1, 100))], True, 0)
    errors = dict(deviations(odds, {"often": 490, "seldom": 4, "once": 6}, 500))
    assert errors.keys() == {"often", RARE_OUTCOMES}
    assert abs(errors[RARE_OUTCOMES]) < 0.01
