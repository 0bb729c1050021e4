"""`can_pivot`, the quick check whether a base can turn at all, against the exact `pivot`."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.wheelie.bases import can_pivot, pivot
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.match import Match

ANGLES = (-900, -450, -37, 37, 450, 900)


def compare_pivots(match: Match) -> list[bool]:
    """Check every unit on the table at several angles; return whether each can turn."""
    state = match.state
    assert isinstance(state, Skirmish)
    results: list[bool] = []
    for unit in state.on_table():
        for angle in ANGLES:
            exact = pivot(state, unit, angle).angle != 0
            assert can_pivot(state, unit, angle) is exact, f"{unit.pose().as_tuple()} by {angle}"
            results.append(exact)
    return results


@pytest.mark.parametrize(("scenario", "seed"), [("duel", 5), ("sides", 2), ("funeral", 8)])
def test_can_pivot_agrees_with_pivot(scenario: str, seed: int) -> None:
    match, chance = hd.new("wheelie", scenario, seed=seed), Chance(seed)
    results: list[bool] = []
    while match.decision is not None and len(match.moves) < 260:
        actions = match.proposals()
        match.play(actions[chance.below(len(actions))])
        if len(match.moves) % 4 == 0 and match.decision is not None:
            results += compare_pivots(match)
    assert len(results) > 300
