"""Dice: tapes are pinned, fair and resumable; scripts report impossible values; counting dice give exact odds."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hippodrome as hd
from hippodrome.kit.dice import (
    BLOCK_BYTES,
    CountingDice,
    Dice,
    OutOfDice,
    ScriptDice,
    SplitDice,
    TapeDice,
    branches,
    commitment,
    d6_block,
    highest,
    lowest,
    seed_from,
    unpack_dice,
)

SEED = seed_from(7)
FIRST_DICE = [
    5,
    3,
    1,
    2,
    4,
    4,
    1,
    5,
    3,
    2,
    1,
    3,
    4,
    5,
    3,
    4,
    3,
    4,
    6,
    3,
    4,
    6,
    2,
    4,
    1,
    2,
    1,
    2,
    5,
    2,
    5,
    2,
    5,
    2,
    6,
    6,
    2,
    6,
]


BY_SIDES = {2: 1, 3: 3, 4: 1, 8: 2, 10: 9, 12: 3, 20: 7, 100: 95, 1000: 556, 65536: 57247, 70000: 48878, 1: 1}


def roll_mixed(dice: Dice, count: int = 60) -> list[int]:
    """Roll six-sided and other dice by turns, and return the results."""
    results: list[int] = []
    for number in range(count):
        results.extend(dice.roll_d6(number % 4) if number % 3 else [dice.roll_die(number + 2)])
    return results


def chi_square(counts: Counter[int] | Counter[tuple[int, int]], cells: int, expected: int) -> Fraction:
    """Return the chi-square statistic of counts that should all be `expected`."""
    missing = (cells - len(counts)) * expected
    return Fraction(sum((count - expected) ** 2 for count in counts.values()), expected) + missing


# -------------------------------------------------------------------- the tape


def test_the_tape_is_the_same_everywhere() -> None:
    assert SEED.hex() == "70023052d3536084e360d176f87a53ed9b42184d976e66dcc1aa1994ca06c145"
    assert commitment(SEED) == "443e37e03a41f3cbe250f678e9f43d371501f05aa77da233137019aa47300478"
    assert list(TapeDice(SEED).roll_d6(len(FIRST_DICE))) == FIRST_DICE
    assert list(d6_block(SEED, 1)[:10]) == [5, 2, 6, 6, 2, 1, 3, 1, 1, 5]


def test_a_block_is_the_shake_hash_of_seed_and_number_without_bytes_above_251() -> None:
    raw = hashlib.shake_128(SEED + (3).to_bytes(8, "little")).digest(BLOCK_BYTES)
    assert list(d6_block(SEED, 3)) == [byte % 6 + 1 for byte in raw if byte < 252]
    assert len(d6_block(SEED, 3)) < BLOCK_BYTES


def test_other_dice_are_read_from_the_same_tape() -> None:
    dice = TapeDice(SEED)
    assert {sides: dice.roll_die(sides) for sides in BY_SIDES} == BY_SIDES
    assert dice.rolled == len(BY_SIDES)


def test_a_value_beyond_the_last_whole_multiple_is_rolled_again() -> None:
    seed = next(seed for seed in map(seed_from, range(100)) if d6_block(seed, 0)[0] >= 5)
    dice = TapeDice(seed)
    assert dice.roll_die(4) == next(six for six in d6_block(seed, 0) if six < 5)
    assert dice.rolled == 1


def test_a_roll_may_be_longer_than_a_block() -> None:
    blocks = d6_block(SEED, 0) + d6_block(SEED, 1) + d6_block(SEED, 2)
    dice = TapeDice(SEED)
    assert dice.roll_d6(5) + dice.roll_d6(1200) == blocks[:1205]
    assert dice.roll_d6(3) == blocks[1205:1208]
    assert dice.rolled == 1208


def test_rolling_no_dice_uses_none() -> None:
    dice = TapeDice(SEED)
    assert dice.roll_d6(0) == b""
    assert dice.rolled == 0
    assert dice.count_left() == 0


def test_six_sided_dice_are_fair() -> None:
    """Ten seeds: 50 degrees of freedom; 86.7 is exceeded once in a thousand."""
    total = sum(chi_square(Counter(TapeDice(seed_from(n)).roll_d6(30_000)), 6, 5_000) for n in range(10))
    assert 24 < total < 87


def test_successive_dice_are_independent() -> None:
    """Ten seeds: 350 degrees of freedom; 436 is exceeded once in a thousand."""
    total = Fraction(0)
    for number in range(10):
        row = TapeDice(seed_from(number)).roll_d6(36_000)
        total += chi_square(Counter(zip(row[::2], row[1::2], strict=True)), 36, 500)
    assert 272 < total < 436


@pytest.mark.parametrize(("sides", "limit"), [(2, 30), (4, 60), (5, 74), (10, 138), (20, 255)])
def test_other_dice_are_fair(sides: int, limit: int) -> None:
    """Ten seeds; the limit is exceeded less than once in a thousand."""
    total = Fraction(0)
    for number in range(10):
        dice = TapeDice(seed_from(number))
        total += chi_square(Counter(int(dice.roll_die(sides)) for _ in range(200 * sides)), sides, 200)
    assert total < limit


def test_different_seeds_give_different_dice() -> None:
    assert len({TapeDice(seed_from(n)).roll_d6(30) for n in range(50)}) == 50


# -------------------------------------------------------------------- copies


@pytest.mark.parametrize("before", [0, 1, 505, 506, 507, 700, 1011, 1013])
def test_dice_can_be_saved_and_cloned_anywhere_in_a_block(before: int) -> None:
    dice = TapeDice(SEED)
    dice.roll_d6(before)
    clone, loaded = dice.clone(), unpack_dice(dice.pack())
    assert loaded.pack() == dice.pack() == clone.pack()
    rest = roll_mixed(dice)
    assert roll_mixed(clone) == rest
    assert roll_mixed(loaded) == rest
    assert loaded.pack() == dice.pack() == clone.pack()


def test_a_clone_rolls_independently_of_its_source() -> None:
    dice = TapeDice(SEED)
    dice.roll_d6(3)
    clone = dice.clone()
    clone.roll_d6(600)
    assert dice.rolled == 3
    assert list(dice.roll_d6(2)) == FIRST_DICE[3:5]


def test_split_dice_have_a_tape_for_each_purpose_and_fixed_values_for_some() -> None:
    dice, other = SplitDice(SEED), SplitDice(SEED)
    dice.fixed["attack"] = b"\x01\x02"
    other.roll("attack", 0, 9)
    assert dice.roll("attack", 0, 3) == b"\x01\x02\x01"
    assert dice.rolled == 3
    clone = dice.clone()
    assert dice.roll("move", 0, 20) == other.roll("move", 0, 20) == clone.roll("move", 0, 20)
    assert clone.roll("attack", 1, 2) == b"\x01\x02"


def test_scripted_dice_can_be_saved_and_cloned() -> None:
    dice = ScriptDice((6, 5, 4, 3))
    assert dice.roll_d6(1) == b"\x06"
    clone, loaded = dice.clone(), unpack_dice(dice.pack())
    assert loaded.pack() == clone.pack() == dice.pack()
    assert clone.roll_d6(2) == loaded.roll_d6(2) == b"\x05\x04"
    assert (dice.count_left(), clone.count_left(), clone.rolled) == (3, 1, 3)


def test_dice_of_an_unknown_kind_are_rejected() -> None:
    with pytest.raises(ValueError, match="unknown dice 'loaded'"):
        unpack_dice(["loaded", "", 0, 0])


# -------------------------------------------------------------------- scripts


def test_a_script_gives_its_values_in_order() -> None:
    dice = ScriptDice((1, 2, 20, 6))
    assert dice.roll_d6(2) == b"\x01\x02"
    assert dice.roll_die(20) == 20
    assert dice.count_left() == 1


def test_rolling_past_the_end_of_a_script_raises_an_error() -> None:
    dice = ScriptDice((1, 2))
    with pytest.raises(OutOfDice, match="script of 2 dice has run out"):
        dice.roll_d6(3)


@pytest.mark.parametrize(("value", "sides"), [(7, 6), (0, 6), (5, 4), (-1, 20)])
def test_the_error_for_an_impossible_scripted_value_names_it(value: int, sides: int) -> None:
    dice = ScriptDice((3, value))
    dice.roll_d6(1)
    with pytest.raises(OutOfDice, match=f"die 2 of the script is {value}: a die of {sides} sides"):
        dice.roll_die(sides)


def test_playing_past_the_end_of_a_script_raises_an_error() -> None:
    match = hd.new("pig", dice=[3])
    match.play("roll")
    with pytest.raises(OutOfDice, match="run out"):
        match.play("roll")


# -------------------------------------------------------------------- counting dice


def test_counting_dice_follow_a_path_and_show_ones_beyond_it() -> None:
    dice = CountingDice([4, 2])
    assert dice.roll_d6(1) == b"\x04"
    assert dice.roll_die(3) == 2
    assert dice.roll_d6(2) == b"\x01\x01"
    assert dice.sides == [6, 3, 6, 6]
    assert dice.path == [4, 2, 1, 1]
    clone = dice.clone()
    clone.roll_d6(1)
    assert dice.rolled == 4
    assert clone.pack() == ["counting", "4,2,1,1,1", 5]


def test_branches_of_two_dice_give_the_known_odds() -> None:
    counts: Counter[int] = Counter()
    for chance, total in branches(lambda dice: sum(dice.roll_d6(2))):
        assert chance == Fraction(1, 36)
        counts[total] += 1
    assert [counts[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_branches_are_exact_when_a_roll_depends_on_an_earlier_one() -> None:
    def total(dice: Dice) -> int:
        """Roll a die; a six adds a four-sided die."""
        first = dice.roll_d6(1)[0]
        return first if first < 6 else first + int(dice.roll_die(4))

    odds: dict[int, Fraction] = {}
    for chance, value in branches(total):
        odds[value] = odds.get(value, Fraction(0)) + chance
    assert sum(odds.values()) == 1
    assert odds[3] == Fraction(1, 6)
    assert odds[8] == Fraction(1, 24)


def test_a_resolution_without_dice_has_one_outcome() -> None:
    assert list(branches(lambda dice: "sure")) == [(Fraction(1), "sure")]


@given(st.lists(st.integers(1, 7), min_size=1, max_size=4))
def test_branches_always_add_up_to_one(sides: list[int]) -> None:
    chances = [chance for chance, _ in branches(lambda dice: [dice.roll_die(number) for number in sides])]
    assert sum(chances) == 1


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_highest_and_lowest_return_the_extreme_dice(values: list[int]) -> None:
    assert highest(bytes(values)) == max(values)
    assert lowest(bytes(values)) == min(values)
