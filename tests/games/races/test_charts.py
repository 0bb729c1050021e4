"""The charts, cell by cell, and the anchors of the rules notes, counted out."""

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
def test_to_wound_by_strength_and_toughness() -> None:
    for strength, row in enumerate(WOUND.strip().splitlines(), 1):
        for toughness, cell in enumerate(row.split(), 1):
            assert to_wound(strength, toughness) == (NEVER if cell == "." else int(cell)), (strength, toughness)


@clause("CR-G1")
def test_saves_get_worse_with_strength() -> None:
    rows = {2: "2 2 2 3 4 5 6 . . .", 3: "3 3 3 4 5 6 . . . .", 4: "4 4 4 5 6 . . . . .", 5: "5 5 5 6 . . . . . ."}
    rows[6] = "6 6 6 . . . . . . ."
    for save, row in rows.items():
        for strength, cell in enumerate(row.split(), 1):
            assert modified_save(save, strength) == (NEVER if cell == "." else int(cell)), (save, strength)
    assert modified_save(4, 4, 1) == 6  # armour piercing


@clause("CR-G1", "CR-F1")
def test_blows_hit_by_weapon_skill() -> None:
    for skill in range(1, 11):
        for rival in range(1, 11):
            need = 3 if skill > rival else 5 if rival > 2 * skill else 4
            assert to_hit_with_blow(skill, rival) == need
    assert [to_hit_with_blow(2, rival) for rival in (1, 2, 3, 4, 5)] == [3, 4, 4, 4, 5]


@clause("CR-Q30")
def test_shots_hit_by_ballistic_skill() -> None:
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
def test_a_d3_is_half_a_die() -> None:
    assert [d3(die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@clause("CR-M9")
@pytest.mark.parametrize(("inches", "turns"), [(0, 3), (1, 3), (9, 3), (10, 2), (12, 2), (13, 1), (18, 1)])
def test_turns_by_distance(inches: int, turns: int) -> None:
    assert turns_allowed(inches * 1000) == turns


@clause("CR-M5", "CR-Q7")
def test_whip_dice_by_living_animals() -> None:
    assert [whip_dice(steeds) for steeds in (1, 2, 3, 4)] == [1, 1, 2, 3]


@clause("CR-X12", "CR-Q26")
def test_light_chariots_dodge_better() -> None:
    assert [sum([is_avoided(die, save) for die in range(1, 7)]) for save in (4, 5)] == [3, 4]


@clause("CR-G1", "CR-X5")
def test_the_anchors_of_the_notes() -> None:
    assert (to_wound(5, 5), to_wound(5, 4)) == (4, 3)
    assert (modified_save(4, 5), modified_save(5, 5)) == (6, NEVER)
    assert (to_wound(4, 5), to_wound(4, 4)) == (5, 4)
    assert (modified_save(4, 4), modified_save(5, 4)) == (5, 6)
    assert to_wound(3, 5) == 6  # a bow


def counted(race: World, action: Action) -> dict[str, Fraction]:
    """What may come of an attempt to avoid, by running the rules along every path of dice up to what settles it."""

    def resolve(dice: Dice) -> str:
        state = race.state.clone()
        state.dice = dice
        state.logging = True
        agenda.act(state, action, race.match.seat)
        words, settled = the_game().classify_outcome(race.state, action, race.match.seat, state.events)
        assert isinstance(dice, CountingDice)
        dice.cut = sum([len(event.dice) for event in state.events[:settled] if isinstance(event, DiceRolled)])
        return words

    found: dict[str, Fraction] = {}
    for chance, words in branches(resolve):
        found[words] = found.get(words, Fraction(0)) + chance
    return found


@clause("CR-X5", "CR-X12", "CR-Q50")
def test_a_shunt_on_an_orc_chariot_leads_to_the_table_five_times_in_24() -> None:
    race = world(A="beastman 0 0 0", B="boar 7 0 0")
    race.run(BeginMove(0)).play("steady", "go")

    odds = race.match.odds("avoid")
    assert odds.exact
    assert dict(odds.rows) == counted(race, AVOID)
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
def test_attempts_to_avoid_are_reckoned_as_the_dice_have_it(
    chariots: tuple[str, str], actions: tuple[str, ...]
) -> None:
    race = world(A=chariots[0], B=chariots[1])
    race.run(BeginMove(0)).play(*actions)
    for action in (AVOID, BRACE):
        assert dict(race.match.odds(action).rows) == counted(race, action)


@clause("CR-X5")
@pytest.mark.parametrize(("machine", "chance"), [("boar", Fraction(5, 12)), ("wolf", Fraction(2, 3))])
def test_a_strength_5_hit_gets_through(machine: str, chance: Fraction) -> None:
    race = world(A=f"{machine} 0 0 0", B="boar 20 0 0")

    def resolve(dice: Dice) -> bool:
        state = race.state.clone()
        state.dice = dice
        return roll_wound(state, state.chariots[0], 5, 1)

    assert sum([share for share, hurt in branches(resolve) if hurt], Fraction(0)) == chance


@clause("CR-D2", "CR-D3", "CR-D5", "CR-D8", "CR-D10", "CR-D11", "CR-D12")
def test_the_damage_table_row_by_row() -> None:
    rows = [(row.rule, int(row.wounds), tuple(row.effects)) for row in the_game().table[2:]]
    cracks = ("CR-D3", 1, ("cracks",))
    torn = ("CR-D5", 2, ("weaker",))
    tipped = ("CR-D8", 2, ("softer", "throws"))
    assert rows == [
        ("CR-D2", 1, ("locked", "halts")), cracks, cracks, torn, torn, torn, tipped, tipped,
        ("CR-D10", 1, ("steed",)), ("CR-D11", 7, ("halts", "weaker", "softer")), ("CR-D12", 0, ("destroyed",)),
    ]  # fmt: skip
