"""The moments for tricks: which seats are asked, in which order, how often, and what stays hidden."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import TrickPlayed
from hippodrome.kit.state import canonical
from tests.games.benhur.world import World, world
from tests.support import clause

TRICKS_1_TO_22 = ",".join(str(number) for number in range(1, 23))


@clause("BH-Q43")
def test_the_mover_is_asked_first_then_the_others_in_the_order_of_the_round_wrapping_round() -> None:
    race = world(
        turn="A",
        order="CABD",
        A="4/2/3 whips 2 hand 5",
        B="4/3/3 hand 19",
        C="4/1/3 hand 16",
        D="0/1/9 hand 1",
    )
    race.play("A: pass", "B: pass", "C: pass")
    assert (race.decider, race.decision) == ("A", "SetWhips")


@clause("BH-Q43")
def test_the_tricks_of_each_moment() -> None:
    race = world("river", turn="", A=f"4/2/5 wounds 4 hand {TRICKS_1_TO_22}", B="4/3/5", dice="3 | 6 | 6")
    assert race.options == ["pass", "trick 2", "trick 5", "trick 9"]  # A leads: no use for 22
    race.play("pass", "whips 1")
    assert race.options == ["pass", "trick 1", "trick 6"]
    race.play("pass")
    assert race.options == ["straight", "left", "right", "trick 4", "trick 8"]
    race.play("straight")
    assert race.options == ["straight", "trick 7", "trick 8"]
    race.play("straight")
    assert race.options == ["pass", "trick 6", "trick 7"]
    race.play("pass")
    assert race.options == ["pass", "trick 10"]
    race.play("pass")
    assert race.at("A") == "4/2/8"
    assert race.options == ["straight", "left", "right", "trick 4", "trick 8"]
    race.play("trick 8")
    assert race.options == ["pass", "trick 20 1"]
    race.play("pass")
    assert (race.decider, race.options) == ("A", ["pass", "trick 19"])  # in B's turn


@clause("BH-Q43")
def test_the_tricks_of_each_moment_in_a_rivals_turn() -> None:
    race = world(A="1/1/0 whips 2", B=f"1/2/2 hand {TRICKS_1_TO_22}", dice="2 2 | 5 5 | 1 5 | 1 1 | 1")
    assert (race.decider, race.options) == ("B", ["pass", "trick 16", "trick 19"])
    race.play("pass", "A: whips 2")
    assert (race.decider, race.options) == ("B", ["pass", "trick 21"])
    race.play("pass")
    assert (race.decider, race.options) == ("B", ["pass", "trick 18"])
    race.play("B: trick 18")  # 1 5: a failed test, and B has already been asked
    assert (race.decider, race.options) == ("B", ["pass", "trick 12"])
    race.play("pass")
    assert race.at("B") == "1/3/4"
    assert (race.decider, race.decision) == ("B", "DuckTrick")


@clause("BH-Q43", "BH-Q48")
@pytest.mark.parametrize(
    ("hand", "played", "left"), [("2,5", "trick 5", 2), ("5,9", "trick 9", 5), ("5,9", "trick 5", 9)]
)
def test_with_two_tricks_only_one_is_played_at_the_start_of_a_turn(hand: str, played: str, left: int) -> None:
    race = world(A=f"4/2/3 wounds 3 hand {hand}", B="0/1/9")
    race.play(f"A: {played}")
    assert race.decision == "SetWhips"
    assert race.hand("A") == [left]


@clause("BH-Q48")
def test_with_two_tricks_only_one_is_played_on_the_movement_dice() -> None:
    race = world(A="4/2/3 hand 1,6", B="0/1/9", dice="1 | 2")
    race.play("whips 1", "A: trick 6")
    assert race.decision == "NextStep"
    assert race.hand("A") == [1]


@clause("BH-Q48")
def test_with_two_tricks_only_one_is_played_on_a_test() -> None:
    race = world(A="1/1/0 hand 3,6", B="4/1/9", dice="2 | 1 | 1")
    race.play("whips 1", "A: pass", "A: trick 6")
    assert race.at("A") == "1/2/2"
    assert race.hand("A") == [3]


@clause("BH-Q48", "BH-T18", "BH-T6")
def test_a_chariot_that_has_played_a_trick_on_its_test_cannot_answer_again() -> None:
    race = world("river", A="4/1/6 hand 6,7", B="0/1/9", dice="2 | 1 | 1")
    race.play("whips 1", "A: pass", "A: straight", "A: trick 6")
    assert race.at("A") == "4/1/7"
    assert race.hand("A") == [7]


@clause("BH-Q48")
def test_with_two_tricks_only_one_is_played_at_the_end_of_the_move() -> None:
    race = world(A="4/1/3 hand 15,20", B="4/3/2", dice="1")
    race.play("whips 1", "straight")
    assert race.options == ["pass", "trick 15", "trick 20 1"]
    race.play("trick 15")
    assert (race.decider, race.decision) == ("B", "SetWhips")
    assert race.hand("A") == [20]


@clause("BH-Q48")
def test_with_two_tricks_each_may_be_played_at_its_own_moment() -> None:
    race = world(A="4/1/3 hand 5,1", B="0/1/9", dice="1")
    race.play("A: trick 5", "whips 1", "A: trick 1")
    assert race.hand("A") == []
    assert race.state.discard == (5, 1)


@clause("BH-C2")
def test_a_trick_is_discarded_after_use_and_never_played_again() -> None:
    race = world(A="4/1/3 whips 2 hand 1", B="0/1/9", dice="1 1 | 1 | 1 1")
    race.drive("whips 2", "A: trick 1")
    assert (race.hand("A"), race.state.discard) == ([], (1,))
    assert [(event.chariot, event.trick) for event in race.events(TrickPlayed)] == [(0, 1)]
    race.drive("B: whips 1").play("A: whips 2")
    assert race.decision == "NextStep"
    race.expect_refusal("trick 1", "BH-C2")
    race.drive()


# -------------------------------------------------------------------- hidden things


def visible_to(race: World, seat: int) -> str:
    """Return the view and the log of a seat as text."""
    return canonical(race.match.view(seat).table) + race.match.log(seat)


@clause("BH-Q43", "BH-Q33")
def test_other_players_are_not_shown_who_is_asked() -> None:
    race = world(A="4/2/3 whips 2", B="4/3/3 hand 19", C="4/1/3")
    decision = race.match.decision
    assert decision is not None
    assert decision.secret
    assert race.decider == "B"
    for seat in (-1, 0, 2):
        assert race.match.view(seat).table["asked"] == {"name": "", "seats": []}
    assert race.match.view(1).table["asked"]["seats"] == [1]


@clause("BH-Q43", "BH-Q36")
@pytest.mark.parametrize(("track", "square"), [("circus", "1/1/0"), ("river", "4/1/6")])
def test_on_a_bend_or_jump_square_even_the_question_is_secret(track: str, square: str) -> None:
    race = world(track, A=f"{square} hand 8", B="0/1/9", dice="1")
    race.play("whips 1")
    decision = race.match.decision
    assert decision is not None
    assert decision.secret
    assert race.match.view(1).table["asked"] == {"name": "", "seats": []}
    race.play("trick 8")


@clause("BH-Q43", "BH-Q33")
@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_passing_reveals_nothing_to_the_others(seat: int) -> None:
    holding = world(A="4/2/3 whips 2", B="4/3/3 hand 19", C="4/1/3")
    holding.play("B: pass")
    without = world(A="4/2/3 whips 2", B="4/3/3 hand 15", C="4/1/3")  # never asked
    assert holding.decision == without.decision == "SetWhips"
    assert visible_to(holding, seat) == visible_to(without, seat)


@clause("BH-Q43")
def test_a_window_without_a_fitting_trick_is_not_opened() -> None:
    race = world(A="4/2/3 hand 22,21,19,18,17,16,14,7,3", B="0/1/9 hand 1,2,3,4,5,8,9,15,20", dice="1")
    race.play("A: whips 1", "A: straight")
    assert (race.decider, race.decision) == ("B", "TurnTricks")  # its own turn has come
