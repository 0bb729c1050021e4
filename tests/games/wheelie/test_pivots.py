"""Whether a base can turn at all is found quickly, and as the rules find it."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.wheelie.bases import can_pivot, pivot
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.match import Match

ANGLES = (-900, -450, -37, 37, 450, 900)


def look(match: Match) -> list[bool]:
    """Whether each unit on the table can turn by each angle, found both ways."""
    state = match.state
    assert isinstance(state, Skirmish)
    found: list[bool] = []
    for unit in state.on_table():
        for angle in ANGLES:
            exact = pivot(state, unit, angle).angle != 0
            assert can_pivot(state, unit, angle) is exact, f"{unit.pose().as_tuple()} by {angle}"
            found.append(exact)
    return found


@pytest.mark.parametrize(("scenario", "seed"), [("duel", 5), ("sides", 2), ("funeral", 8)])
def test_the_quick_look_at_a_turn_is_that_of_the_rules(scenario: str, seed: int) -> None:
    match, chance = hd.new("wheelie", scenario, seed=seed), Chance(seed)
    found: list[bool] = []
    while match.decision is not None and len(match.moves) < 260:
        actions = match.proposals()
        match.play(actions[chance.below(len(actions))])
        if len(match.moves) % 4 == 0 and match.decision is not None:
            found += look(match)
    assert len(found) > 300
