"""Every action has a number, and the same number means the same at every decision."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.adapters.action_encoding import SPARE, Numbering
from hippodrome.adapters.action_ranges import CHARIOT, MAGIC, VERBS
from hippodrome.games.chariot.steps import HEX_COUNT, MAX_UNITS
from hippodrome.games.magic.casualties import MAX_PIECES
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.kit.actions import Action, parse

TABLE = Numbering(
    {
        "pass": (),
        "lane": (range(1, 5),),
        "trick": (range(1, 23), range(-1, 6)),
        "drive": (range(0, 2001, 500),),
        "board": 3,
    }
)


def acts(*texts: str) -> list[Action]:
    found = [parse(text) for text in texts]
    return [action for action in found if action is not None]


def numbers(*texts: str) -> dict[str, int]:
    return {action.text: number for number, action in TABLE.numbered(acts(*texts)).items()}


def test_an_action_has_the_number_of_its_values_whatever_else_is_offered() -> None:
    assert numbers("pass", "lane 1", "lane 4") == {"pass": 0, "lane 1": 1, "lane 4": 4}
    assert numbers("lane 4") == {"lane 4": 4}


def test_several_arguments_count_together_and_a_missing_last_one_is_the_first_of_its_range() -> None:
    assert numbers("trick 1", "trick 1 0", "trick 2 5") == {"trick 1": 5, "trick 1 0": 6, "trick 2 5": 18}


def test_a_length_has_the_number_of_the_step_it_falls_into() -> None:
    first = TABLE.blocks["drive"].first
    assert numbers("drive 0", "drive 700", "drive 2000") == {
        "drive 0": first,
        "drive 700": first + 1,
        "drive 2000": first + 4,
    }


def test_two_lengths_in_one_step_get_a_number_and_a_spare_one() -> None:
    first = TABLE.blocks["drive"].first
    assert numbers("drive 510", "drive 700") == {"drive 510": first + 1, "drive 700": TABLE.spare}


def test_combinations_without_ranges_are_numbered_in_their_order() -> None:
    first = TABLE.blocks["board"].first
    found = numbers("board 3 4", "board 9 9", "board 1 1", "board 2 2")
    assert list(found.values()) == [first, first + 1, first + 2, TABLE.spare]


@pytest.mark.parametrize("text", ["lane 9", "shout", "pass 1"])
def test_what_has_no_place_gets_a_spare_number(text: str) -> None:
    assert numbers(text) == {text: TABLE.spare}


def test_what_does_not_even_find_a_spare_number_is_not_offered() -> None:
    found = TABLE.numbered([Action("lane", (number,)) for number in range(5, 5 + SPARE + 3)])
    assert len(found) == SPARE
    assert max(found) == TABLE.size - 1


def test_every_number_says_what_it_means() -> None:
    meanings = [TABLE.meaning(number) for number in range(TABLE.size)]
    assert len(set(meanings)) == TABLE.size
    assert {"pass", "lane 2", "trick 22 5", "drive 500..999", "board #2", "spare #1"} <= set(meanings)
    with pytest.raises(ValueError, match=f"they are 0 to {TABLE.size - 1}"):
        TABLE.meaning(TABLE.size)


@pytest.mark.parametrize("slug", sorted(hd.games()))
def test_every_verb_of_a_game_has_its_numbers_and_no_other_has(slug: str) -> None:
    assert set(VERBS[slug]) == set(hd.game(slug).words.labels)


def test_the_tables_are_as_large_as_the_games() -> None:
    assert CHARIOT["go"] == (range(HEX_COUNT),)
    assert CHARIOT["move"] == (range(MAX_UNITS),)
    assert MAGIC["go"] == (range(MAX_SQUARES),)
    assert MAGIC["move"] == (range(MAX_PIECES),)
