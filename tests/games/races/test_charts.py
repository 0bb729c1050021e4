"""The charts, cell by cell, and exact odds against all paths of the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hippodrome.games.races.charts import (
    CANNOT_HIT,
    NEVER,
    d3,
    is_avoided,
    modified_save,
    second_die_needed,
    to_hit_with_blow,
    to_hit_with_shot,
    to_wound,
    turns_allowed,
    whip_dice,
)
from hippodrome.games.races.collisions import AVOID, BRACE
from hippodrome.games.races.damage import roll_wound
from hippodrome.games.races.planning import BeginMove
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import CountingDice, Dice, branches
from hippodrome.kit.events import DiceRolled
from tests.games.races.world import World, the_game, world
from tests.support import clause

WOUND = """
4 5 6 6 . . . . . .
3 4 5 6 6 . . . . .
2 3 4 5 6 6 . . . .
2 2 3 4 5 6 6 . . .
2 2 2 3 4 5 6 6 . .
2 2 2 2 3 4 5 6 6 .
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


@clause("CR-G1")
def test_the_roll_to_wound_depends_on_strength_and_toughness() -> None:
    for strength, row in enumerate(WOUND.strip().splitlines(), 1):
        for toughness, cell in enumerate(row.split(), 1):
            assert to_wound(strength, toughness) == (NEVER if cell == "." else int(cell)), (strength, toughness)


@clause("CR-G1")
def test_saves_get_worse_against_more_strength() -> None:
    rows = {2: "2 2 2 3 4 5 6 . . .", 3: "3 3 3 4 5 6 . . . .", 4: "4 4 4 5 6 . . . . .", 5: "5 5 5 6 . . . . . ."}
    rows[6] = "6 6 6 . . . . . . ."
    for save, row in rows.items():
        for strength, cell in enumerate(row.split(), 1):
            assert modified_save(save, strength) == (NEVER if cell == "." else int(cell)), (save, strength)
    assert modified_save(4, 4, 1) == 6  # armour piercing


@clause("CR-G1", "CR-F1")
def test_the_roll_to_hit_with_a_blow_depends_on_weapon_skill() -> None:
    for skill in range(1, 11):
        for rival in range(1, 11):
            need = 3 if skill > rival else 5 if rival > 2 * skill else 4
            assert to_hit_with_blow(skill, rival) == need
    assert [to_hit_with_blow(2, rival) for rival in (1, 2, 3, 4, 5)] == [3, 4, 4, 4, 5]


@clause("CR-Q30")
def test_the_roll_to_hit_with_a_shot_depends_on_ballistic_skill() -> None:
    assert [to_hit_with_shot(aim, 0) for aim in range(1, 11)] == [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]
    assert [to_hit_with_shot(2, worse) for worse in (-1, 0, 1, 2, 3, 4, 5, 6)] == [
        4,
        5,
        6,
        7,
        8,
        9,
        CANNOT_HIT,
        CANNOT_HIT,
    ]
    assert [second_die_needed(need) for need in (7, 8, 9)] == [4, 5, 6]


@clause("CR-X1", "CR-Q57")
def test_a_d3_is_half_a_d6_rounded_up() -> None:
    assert [d3(die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@clause("CR-M9")
@pytest.mark.parametrize(("inches", "turns"), [(0, 3), (1, 3), (9, 3), (10, 2), (12, 2), (13, 1), (18, 1)])
def test_a_longer_move_allows_fewer_turns(inches: int, turns: int) -> None:
    assert turns_allowed(inches * 1000) == turns


@clause("CR-M5", "CR-Q7")
def test_every_living_animal_beyond_two_adds_a_whip_die() -> None:
    assert [whip_dice(steeds) for steeds in (1, 2, 3, 4)] == [1, 1, 2, 3]


@clause("CR-X12", "CR-Q26")
def test_light_chariots_dodge_better() -> None:
    assert [sum([is_avoided(die, save) for die in range(1, 7)]) for save in (4, 5)] == [3, 4]


@clause("CR-G1", "CR-X5")
def test_needs_of_common_hits() -> None:
    assert (to_wound(5, 5), to_wound(5, 4)) == (4, 3)
    assert (modified_save(4, 5), modified_save(5, 5)) == (6, NEVER)
    assert (to_wound(4, 5), to_wound(4, 4)) == (5, 4)
    assert (modified_save(4, 4), modified_save(5, 4)) == (5, 6)
    assert to_wound(3, 5) == 6  # a bow


def count_outcomes(race: World, action: Action) -> dict[str, Fraction]:
    """Return the chances of an attempt to avoid, by running the rules along every path of the dice that decide it."""

    def resolve(dice: Dice) -> str:
        state = race.state.clone()
        state.dice = dice
        state.logging = True
        agenda.act(state, action, race.match.seat)
        outcome, deciding = the_game().analysis.classify_outcome(race.state, action, race.match.seat, state.events)
        assert isinstance(dice, CountingDice)
        dice.cut = sum([len(event.dice) for event in state.events[:deciding] if isinstance(event, DiceRolled)])
        return outcome

    chances: dict[str, Fraction] = {}
    for chance, outcome in branches(resolve):
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


@clause("CR-X5", "CR-X12", "CR-Q50")
def test_a_shunt_on_an_orc_chariot_reaches_the_damage_table_5_times_in_24() -> None:
    race = world(A="beastman 0 0 0", B="boar 7 0 0")
    race.run(BeginMove(0)).play("steady", "go")

    odds = race.match.odds("avoid")
    assert odds.exact
    assert dict(odds.rows) == count_outcomes(race, AVOID)
    assert (odds.chance("avoided"), odds.chance("no harm"), odds.chance("saved")) == (
        Fraction(1, 2), Fraction(1, 4), Fraction(1, 24)
    )  # fmt: skip
    chance = sum([share for name, share in odds.rows if name not in ("avoided", "no harm", "saved")], Fraction(0))
    assert chance == Fraction(5, 24)


@clause("CR-O8", "CR-X9", "CR-X12")
@pytest.mark.parametrize(
    ("chariots", "actions"),
    [
        (("boar 0 0 0", "wolf 0.5 2.5 0"), ("steady", "swipe 1", "go")),
        (("wolf 0 0 0", "beastman 6 2 90"), ("steady", "go")),
        (("boar 0 0 0", "boar 6 0 180"), ("steady", "go")),
    ],
)
def test_the_exact_odds_of_an_attempt_to_avoid_match_all_dice(
    chariots: tuple[str, str], actions: tuple[str, ...]
) -> None:
    race = world(A=chariots[0], B=chariots[1])
    race.run(BeginMove(0)).play(*actions)
    for action in (AVOID, BRACE):
        assert dict(race.match.odds(action).rows) == count_outcomes(race, action)


@clause("CR-X5")
@pytest.mark.parametrize(("machine", "chance"), [("boar", Fraction(5, 12)), ("wolf", Fraction(2, 3))])
def test_the_chance_that_a_strength_5_hit_is_not_saved(machine: str, chance: Fraction) -> None:
    race = world(A=f"{machine} 0 0 0", B="boar 20 0 0")

    def resolve(dice: Dice) -> bool:
        state = race.state.clone()
        state.dice = dice
        return roll_wound(state, state.chariots[0], 5, 1)

    assert sum([share for share, hurt in branches(resolve) if hurt], Fraction(0)) == chance


@clause("CR-D2", "CR-D3", "CR-D5", "CR-D8", "CR-D10", "CR-D11", "CR-D12")
def test_the_damage_table_has_the_printed_rows() -> None:
    rows = [(row.rule, int(row.wounds), tuple(row.effects)) for row in the_game().table[2:]]
    cracks = ("CR-D3", 1, ("cracks",))
    torn = ("CR-D5", 2, ("weaker",))
    tipped = ("CR-D8", 2, ("softer", "throws"))
    assert rows == [
        ("CR-D2", 1, ("locked", "halts")), cracks, cracks, torn, torn, torn, tipped, tipped,
        ("CR-D10", 1, ("steed",)), ("CR-D11", 7, ("halts", "weaker", "softer")), ("CR-D12", 0, ("destroyed",)),
    ]  # fmt: skip
