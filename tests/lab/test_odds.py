"""Odds are true: they are how often things happen. `./play bench odds` tries the same with many more dice."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.odds import Odds
from hippodrome.lab.odds import RARE_OUTCOMES, collect_cases, compare, deviations
from tests.support import COMPILED

FAR = 4.0  # standard errors; the dice are the same every time
MATCHES = {"benhur": (24, 150), "wheelie": (1, 400), "races": (1, 500), "chariot": (2, 250), "magic": (1, 400)}
"""How many matches are played at the most to look for actions, and how long."""

KNOWN = {
    "benhur": ["NextStep: left", "NextStep: straight", "SetWhips: whips", "ContactTricks: pass"],
    "wheelie": ["SpendDie: advance", "SpendDie: turn"],
    "races": ["Declare: reins", "Declare: whip", "MakePlan: go"],
    "chariot": ["Assault: strike", "Volley: loose"],
    "magic": ["Aim: shoot", "Allot: hit", "MoveNext: assault"],
}
"""Answers that throw dice in every match, and have several outcomes."""


@pytest.mark.parametrize("slug", list(MATCHES) if COMPILED else ["wheelie", "races"])
def test_the_odds_of_an_action_of_every_verb_are_how_often_things_happen(slug: str) -> None:
    matches, max_decisions = MATCHES[slug]
    cases = {case.name: case for case in collect_cases(all_games()[slug], matches, 1, most=1, max_decisions=max_decisions)}
    assert cases.keys() >= set(KNOWN[slug])
    for name in KNOWN[slug]:
        assert len(cases[name].odds(3_000, 500).rows) > 1, name
    for number, case in enumerate(cases.values()):
        found = compare(case, 300, number, 3_000, 500)
        assert abs(found.worst) < FAR, f"{slug}, {case.name}: {found.outcome} is off by {found.worst:.1f}"


def test_wrong_odds_are_found_out() -> None:
    told = Odds([("skids", Fraction(1, 2)), ("holds", Fraction(1, 2))], True, 0)
    assert dict(deviations(told, {"skids": 500, "holds": 500}, 1000)) == {"skids": 0.0, "holds": 0.0}
    assert dict(deviations(told, {"skids": 560, "holds": 440}, 1000))["skids"] == pytest.approx(3.79, abs=0.01)
    assert dict(deviations(told, {"skids": 500, "holds": 499, "spins": 1}, 1000))["spins"] == inf


def test_rare_outcomes_are_counted_together() -> None:
    told = Odds([("often", Fraction(98, 100)), ("seldom", Fraction(1, 100)), ("once", Fraction(1, 100))], True, 0)
    found = dict(deviations(told, {"often": 490, "seldom": 4, "once": 6}, 500))
    assert found.keys() == {"often", RARE_OUTCOMES}
    assert abs(found[RARE_OUTCOMES]) < 0.01
