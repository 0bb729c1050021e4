"""Dice for points, hit distributions and attack forecasts, checked by counting every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from hippodrome.games.magic.casualties import kill_chart_hits
from hippodrome.games.magic.events import FightCounted
from hippodrome.games.magic.fighting import NEXT_FIGHT, attackers
from hippodrome.games.magic.forecast import AttackForecast, hit_weights, shock_weights
from hippodrome.games.magic.points import dice_for
from tests.games.magic.world import World, world
from tests.support import clause

DIE = range(1, 7)


@clause("WAM-R1", "WAM-Q25")
def test_every_four_points_give_a_die_and_three_left_over_give_another() -> None:
    bands = {0: range(3), 1: range(3, 7), 2: range(7, 11), 3: range(11, 15), 4: range(15, 19), 5: range(19, 23)}
    for dice, points in bands.items():
        assert {dice_for(value) for value in points} == {dice}
    assert {dice_for(value) for value in range(-20, 0)} == {0}


@clause("WAM-R2")
def test_a_die_scores_five_sixths_of_a_hit_on_average() -> None:
    assert Fraction(sum(kill_chart_hits(bytes([die])) for die in DIE), 6) == Fraction(5, 6)


@clause("WAM-F2", "WAM-F5", "WAM-F8", "WAM-F14", "WAM-F16", "WAM-R1")
def test_19_points_give_five_dice() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="any",
        a="r d3 CO > d4", b="r d3 CO > d4", c="r d3 CO > d4", d="r d3 CO-V > d4", e="r d2 CO", f="r d2 SU", g="r c3 SU",
        foe="w d4 SU",
    )  # fmt: skip
    counted = battle.events(FightCounted)[0]
    assert (counted.mine, counted.dice) == (19, 5)
    weights = hit_weights(5)
    mean = Fraction(sum(hits * ways for hits, ways in enumerate(weights)), sum(weights))
    assert mean == Fraction(25, 6)


@clause("WAM-R3", "WAM-R5", "WAM-Q8")
def test_mean_losses_in_pursuit_and_repulse() -> None:
    pursuit = [max(die - 2, 0) for die in DIE]
    assert pursuit == [0, 0, 1, 2, 3, 4]
    assert Fraction(sum(pursuit), 6) == Fraction(5, 3)
    assert Fraction(sum(pursuit), 6) * Fraction(5, 6) == Fraction(25, 18)
    assert Fraction(sum(die + 1 for die in DIE), 6) == Fraction(9, 2)
    assert Fraction(sum(DIE), 6) == Fraction(7, 2)


@pytest.mark.parametrize("dice", range(5))
def test_hit_weights_equal_a_count_of_all_rolls(dice: int) -> None:
    counted = [0] * (2 * dice + 1)
    for roll in product(DIE, repeat=dice):
        counted[kill_chart_hits(bytes(roll))] += 1
    assert hit_weights(dice) == counted


def test_shock_weights_count_each_die_with_its_plus_one() -> None:
    assert shock_weights(0) == [1]
    assert [(points, ways) for points, ways in enumerate(shock_weights(2)) if ways][:2] == [(4, 1), (5, 2)]
    assert sum(shock_weights(3)) == 216


def forecast(battle: World, leads: bool = False) -> AttackForecast:
    """Return the forecast of the attack on d4 from d3."""
    named = battle.state.board.parse_name
    group = attackers(battle.state, 0, named("d3"), named("d4"))
    return AttackForecast(battle.state, named("d3"), named("d4"), group, 0, leads)


@clause("WAM-Q9", "WAM-Q22")
def test_forecast_chances_equal_a_count_of_all_rolls() -> None:
    battle = world(a="r d3 CO-k > d4", b="r d3 CO > d4", foe="w d4 CO", other="w d4 CO", screen="w d4 SK")
    prediction = forecast(battle)
    wins = draws = losses = 0
    for shock in DIE:  # 3 points, the die and 1 give one or two dice; the defender has 7 points, two dice
        dice = dice_for(3 + shock + 1)
        for mine in product(DIE, repeat=2):
            for theirs in product(DIE, repeat=2):
                margin = kill_chart_hits(bytes(mine[:dice])) - kill_chart_hits(bytes(theirs))
                wins += margin > 0
                draws += margin == 0
                losses += margin < 0
    total = 6**5
    assert (prediction.win, prediction.loss) == (round(1000 * wins / total), round(1000 * losses / total))
    assert abs(prediction.draw() - 1000 * draws / total) <= 1
    assert (prediction.dice, prediction.shock_range) == (dice_for(5), 5)


@clause("WAM-R3", "WAM-R5", "WAM-R6")
def test_forecast_of_expected_losses() -> None:
    # 5 points (one die) against 2 points (no dice): one hit in 1/2, two in 1/6, saved on 5+; a pursuit after a win.
    battle = world(a="r d3 CO > d4", foe="w d4 SU")
    prediction = forecast(battle)
    assert (prediction.dice, prediction.other_dice, prediction.win, prediction.loss) == (1, 0, 667, 0)
    hits = Fraction(5, 6) * Fraction(4, 6)
    pursuit = Fraction(4, 6) * Fraction(25, 18)
    assert abs(prediction.other_losses - 100 * (hits + pursuit)) <= 2  # both terms are rounded down
    assert prediction.losses == 0
    trapped = world(a="r d3 CO > d4", foe="w d4 SU", b="r c4 SU", c="r e4 SU", d="r d5 SU", e="r c3 SU")
    trapped_forecast = forecast(trapped)
    pinned = Fraction(trapped_forecast.win, 1000) * Fraction(15, 4)
    assert trapped_forecast.other_losses > 100 * pinned


@clause("WAM-F3")
def test_a_leading_general_improves_the_forecast() -> None:
    battle = world(a="r d3 CO > d4", general="r d3 G", foe="w d4 CO", screen="w d4 SK")
    assert forecast(battle, True).win > forecast(battle).win
    assert forecast(battle, True).rows[3] == 4


@clause("WAM-Q9", "WAM-F3")
def test_the_odds_of_leading_equal_the_forecast() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], a="r d3 CO > d4", general="r d3 G", foe="w d4 CO", screen="w d4 SK")
    for answer, leads in (("follow", False), ("lead", True)):
        odds = battle.match.odds(answer)
        group = [battle.unit("a")]
        named = battle.state.board.parse_name
        prediction = AttackForecast(battle.state, named("d3"), named("d4"), group, 0, leads)
        assert odds.exact
        assert round(1000 * odds.chance("wins")) == prediction.win
        assert round(1000 * odds.chance("loses")) == prediction.loss
