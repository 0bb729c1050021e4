"""States: snapshots restore every field and row, and digests are pinned."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hippodrome as hd
from hippodrome.games.pig.sequence import TURN, PigState
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.events import DiceRolled
from hippodrome.kit.state import (
    canonical,
    digest,
    digest_input,
    digest_of,
    pack,
    pack_row,
    rows_of,
    snapshot,
    unpack,
    unpack_row,
)
from hippodrome.kit.turn_game import Player

VALUES = st.recursive(
    st.integers(-(2**40), 2**40) | st.booleans() | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)


@given(VALUES)
def test_a_packed_value_is_the_same_after_a_round_trip_through_json(value: object) -> None:
    copy = unpack(json.loads(json.dumps(pack(value))))
    assert copy == value
    assert type(copy) is type(value)


def test_dice_in_a_field_are_marked_as_dice() -> None:
    assert pack(b"\x06\x01") == {"dice": [6, 1]}
    assert pack((1, (b"\x02",), "a")) == [1, [{"dice": [2]}], "a"]


def test_rows_are_saved_by_field_name() -> None:
    rows = [Player(0, 4), Player(1, 7)]
    saved = pack_row(rows)
    assert saved == [{"id": 0, "score": 4}, {"id": 1, "score": 7}]
    copies = unpack_row(Player, saved)
    assert pack_row(copies) == saved
    assert pack_row(rows[1]) == saved[1]


def pig() -> PigState:
    """Return a game of Pig to 20 with the scores 4 and 7 and scripted dice."""
    return PigState(20, [Player(0, 4), Player(1, 7)], ScriptDice((1, 2, 3)))


def test_rows_of_returns_the_fields_and_rows() -> None:
    assert rows_of(pig()) == {
        "goal": 20,
        "turn": 1,
        "seat": 0,
        "points": 0,
        "winner": -1,
        "reason": "",
        "players": [{"id": 0, "score": 4}, {"id": 1, "score": 7}],
    }


def test_a_snapshot_includes_future_dice_and_the_digest_only_the_number_rolled() -> None:
    state = pig()
    state.dice.roll_d6(2)
    assert snapshot(state)["dice"] == ["script", "1,2,3", 2, 2]
    assert digest_input(state)["thrown"] == 2
    assert "dice" not in digest_input(state)


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [1, "é"]}) == '{"a":[1,"é"],"b":1}'
    assert digest_of({"b": 1, "a": 2}) == digest_of({"a": 2, "b": 1})


def test_digests_are_the_same_everywhere() -> None:
    assert digest_of([]) == "7ebb3c7c2a87b1a2f8a7ed729ecb040d"
    assert digest(pig()) == "a2c7db34eebb69c386eb58955b7a91e3"


CHANGES: dict[str, object] = {"goal": 50, "turn": 2, "seat": 1, "points": 1, "winner": 1, "reason": "x", "over": True}


@pytest.mark.parametrize("name", CHANGES)
def test_every_field_affects_the_digest(name: str) -> None:
    state = pig()
    setattr(state, name, CHANGES[name])
    assert digest(state) != digest(pig())


def test_rows_undo_barrier_and_rolled_dice_affect_the_digest() -> None:
    row, barrier, dice = pig(), pig(), pig()
    row.players[1].score = 8
    barrier.undo_barrier = 1
    dice.dice.roll_d6(1)
    assert len({digest(state) for state in (pig(), row, barrier, dice)}) == 4


def test_drawn_values_are_removed_and_depend_on_the_dice() -> None:
    state = PigState(20, [], TapeDice(seed_from(1)))
    values = list(range(22))
    one = state.draw(values, 5)
    assert len(one) == 5
    assert sorted([*values, *one]) == list(range(22))
    assert PigState(20, [], TapeDice(seed_from(1))).draw(list(range(22)), 5) == one
    assert state.draw(list(range(22)), 5) != one
    assert state.events == []
    assert state.dice.rolled == 10


@given(st.integers(0, 10_000))
def test_drawing_all_values_shuffles_them(seed: int) -> None:
    state = PigState(20, [], TapeDice(seed_from(seed)))
    values = [3, 1, 2]
    assert sorted(state.draw(values, 3)) == [1, 2, 3]
    assert values == []


def test_every_order_of_three_values_is_equally_likely() -> None:
    scripts = [(first, second, 1) for first in (1, 2, 3) for second in (1, 2)]
    orders = [tuple(PigState(20, [], ScriptDice(script)).draw([1, 2, 3], 3)) for script in scripts]
    assert len(set(orders)) == 6


def test_a_roll_is_logged_only_while_logging_is_on() -> None:
    state = pig()
    assert state.roll("turn", 1, 0) == b"\x01"
    assert state.events == []
    state.logging = True
    state.running = TURN
    assert state.roll("turn", 2, 1) == b"\x02\x03"
    (event,) = state.events
    assert isinstance(event, DiceRolled)
    assert (event.who, event.purpose, event.dice, event.rule) == (1, "turn", b"\x02\x03", "PIG-2")


def test_a_state_of_the_base_class_cannot_be_cloned() -> None:
    from hippodrome.kit.state import State

    with pytest.raises(NotImplementedError):
        State(ScriptDice(())).clone()


def test_a_snapshot_of_a_race_can_be_loaded_into_a_new_race() -> None:
    match = hd.new("benhur", "river", seats=3, seed=2)
    for _ in range(40):
        match.play(match.proposals()[-1])
    other = hd.load(match.snapshot())
    assert snapshot(other.state) == snapshot(match.state)
    assert match.game.analysis.invariants(other.state) == []
