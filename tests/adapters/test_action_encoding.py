"""Every action has a number, and a number has the same meaning at every decision."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.adapters.action_encoding import SPARE_NUMBERS, ActionEncoding
from hippodrome.games.chariot.steps import HEX_COUNT, MAX_UNITS
from hippodrome.games.magic.casualties import MAX_PIECES
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.learning import ActionRanges

ENCODING = ActionEncoding(
    {
        "pass": (),
        "lane": (range(1, 5),),
        "trick": (range(1, 23), range(-1, 6)),
        "drive": (range(0, 2001, 500),),
        "board": 3,
    }
)


def parse_actions(*texts: str) -> list[Action]:
    actions = [parse(text) for text in texts]
    return [action for action in actions if action is not None]


def numbers(*texts: str) -> dict[str, int]:
    return {action.text: number for number, action in ENCODING.encode(parse_actions(*texts)).items()}


def test_the_number_of_an_action_does_not_depend_on_the_other_proposals() -> None:
    assert numbers("pass", "lane 1", "lane 4") == {"pass": 0, "lane 1": 1, "lane 4": 4}
    assert numbers("lane 4") == {"lane 4": 4}


def test_a_missing_last_argument_counts_as_the_first_value_of_its_range() -> None:
    assert numbers("trick 1", "trick 1 0", "trick 2 5") == {"trick 1": 5, "trick 1 0": 6, "trick 2 5": 18}


def test_a_length_has_the_number_of_its_step() -> None:
    first = ENCODING.blocks["drive"].first
    assert numbers("drive 0", "drive 700", "drive 2000") == {
        "drive 0": first,
        "drive 700": first + 1,
        "drive 2000": first + 4,
    }


def test_the_second_length_in_one_step_gets_a_spare_number() -> None:
    first = ENCODING.blocks["drive"].first
    assert numbers("drive 510", "drive 700") == {"drive 510": first + 1, "drive 700": ENCODING.first_spare}


def test_combinations_without_ranges_are_numbered_in_the_order_of_the_proposals() -> None:
    first = ENCODING.blocks["board"].first
    encoded = numbers("board 3 4", "board 9 9", "board 1 1", "board 2 2")
    assert list(encoded.values()) == [first, first + 1, first + 2, ENCODING.first_spare]


@pytest.mark.parametrize("text", ["lane 9", "shout", "pass 1"])
def test_an_action_outside_the_table_gets_a_spare_number(text: str) -> None:
    assert numbers(text) == {text: ENCODING.first_spare}


def test_an_action_is_not_offered_when_the_spare_numbers_run_out() -> None:
    encoded = ENCODING.encode([Action("lane", (number,)) for number in range(5, 5 + SPARE_NUMBERS + 3)])
    assert len(encoded) == SPARE_NUMBERS
    assert max(encoded) == ENCODING.size - 1


def test_every_number_has_its_own_meaning() -> None:
    meanings = [ENCODING.meaning(number) for number in range(ENCODING.size)]
    assert len(set(meanings)) == ENCODING.size
    assert {"pass", "lane 2", "trick 22 5", "drive 500..999", "board #2", "spare #1"} <= set(meanings)
    with pytest.raises(ValueError, match=f"actions are 0 to {ENCODING.size - 1}"):
        ENCODING.meaning(ENCODING.size)


def action_ranges(slug: str) -> ActionRanges:
    return hd.game(slug).analysis.learning_tables().action_ranges


@pytest.mark.parametrize("slug", sorted([*hd.games(), "drill", "pig"]))
def test_the_table_has_exactly_the_verbs_of_the_game(slug: str) -> None:
    assert set(action_ranges(slug)) == set(hd.game(slug).words.labels)


def test_the_ranges_cover_the_largest_maps_and_armies() -> None:
    chariot, magic = action_ranges("chariot"), action_ranges("magic")
    assert chariot["go"] == (range(HEX_COUNT),)
    assert chariot["move"] == (range(MAX_UNITS),)
    assert magic["go"] == (range(MAX_SQUARES),)
    assert magic["move"] == (range(MAX_PIECES),)
