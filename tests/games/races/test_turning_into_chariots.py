"""Turns into other chariots: rams by the front, and turns that stay clear."""

from __future__ import annotations

from hippodrome.games.races.shooting import CONTACT_GAP_MI
from hippodrome.games.races.state import FORWARD, TURN
from hippodrome.kit.actions import Action
from tests.games.races.world import is_close, the_game, world
from tests.support import clause

CONTACT_GAP = CONTACT_GAP_MI / 1000


@clause("CR-X6", "CR-X8", "CR-Q9", "CR-Q15")
def test_a_turn_into_the_side_of_a_chariot_is_a_smash_that_may_be_avoided() -> None:
    race = world(A="boar 0 0 0", B="boar 5 2.2 0", C="boar 60 12 0", dice="4 | 4 5 3 3 | 3")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, -450))
    assert "Smashed" in race.event_names()
    assert (race.decision, race.decider) == ("Avoid", "B")
    race.play("avoid")
    assert race.roll_purposes() == ["avoid", "wound", "save", "table", "wound"]
    assert race.body("B") == (4, 5, 2)
    assert 0 < race.at("A")[2] < 45
    assert race.gap("A", "B") <= CONTACT_GAP


@clause("CR-X7", "CR-Q19")
def test_after_an_avoided_smash_the_turn_and_the_move_are_finished() -> None:
    race = world(A="wolf 0 0 0", B="boar 5 2.2 0", C="boar 60 12 0", dice="1")
    race.run_plan("A", 12, (FORWARD, 3000), (TURN, -450)).play("avoid")
    assert race.event_names().count("Turned") == 2
    assert "PutBack" not in race.event_names()
    assert is_close(race.at("A"), (3 + 9 * 0.7071, 9 * 0.7071, 45))


@clause("CR-X7", "CR-Q19")
def test_a_turn_that_ends_on_top_of_a_chariot_that_avoided_it_goes_back_clear_of_it() -> None:
    race = world(A="boar 0 0 0", B="boar 5 2.2 0", C="boar 60 12 0", dice="1")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, -450)).play("avoid")
    assert "PutBack" in race.event_names()
    assert CONTACT_GAP < race.gap("A", "B") <= 1
    race.run_close_combat()
    assert race.decision == ""


@clause("CR-X3", "CR-Q15", "CR-X4")
def test_a_turn_into_the_rear_of_a_chariot_is_a_shunt() -> None:
    race = world(A="boar 0 0 0", B="boar 7.15 0 0", C="boar 60 12 0", dice="1")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, -450))
    assert "Shunted" in race.event_names()
    race.play("avoid")
    assert race.gap("A", "B") > CONTACT_GAP


@clause("CR-Q9", "CR-F1", "CR-Q52")
def test_a_flank_that_would_touch_a_chariot_stays_clear_of_it_and_no_close_combat_follows() -> None:
    race = world(A="chaos 0 0 0 score 9", B="chaos 1.8 2.4 0 score 5 tie 1", C="boar 60 12 0")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, -450))
    assert race.roll_purposes() == []
    assert race.at("A")[2] < 45
    assert CONTACT_GAP < race.gap("A", "B") < 0.2
    race.run_close_combat()
    assert race.decision == ""


@clause("CR-Q51")
def test_the_tail_gives_way_to_a_chariot_and_ends_clear_of_it() -> None:
    race = world(A="boar 0 0 0", B="boar 1.5 2.2 0", C="boar 60 12 0")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, 450))
    assert race.roll_purposes() == []
    assert race.at("A")[2] == 315
    assert CONTACT_GAP < race.gap("A", "B") < 0.2


@clause("CR-Q51", "CR-Q9")
def test_a_tail_without_room_cuts_the_turn_short() -> None:
    race = world(A="boar 0 0 0", B="boar 1.5 2.2 0", C="boar 3.7 -3.3 0")
    race.run_plan("A", 3, (FORWARD, 3000), (TURN, 450))
    assert race.roll_purposes() == []
    assert 315 < race.at("A")[2] < 360


@clause("CR-Q17", "CR-X14")
def test_a_chariot_rammed_in_this_move_is_not_rammed_again_by_a_turn() -> None:
    race = world(A="wolf 0 0 0", B="boar 3 2.5 0", C="boar 60 12 0", dice="1")
    race.start_move("A", "steady", "swipe 1", "forward 3000", "turn -450", "go", "avoid")
    assert "Smashed" not in race.event_names()
    assert race.gap("A", "B") > CONTACT_GAP


@clause("CR-X6", "CR-Z1")
def test_a_turn_into_a_chariot_is_foretold_and_its_odds_are_those_of_a_smash() -> None:
    race = world(A="boar 0 0 0", B="boar 5 2.2 0", C="boar 60 12 0")
    race.start_move("A", "steady")
    race.state.move.owed = 3000  # the move ends with the turn
    race.play("forward 3000", "turn -450")
    go = Action("go")
    assert the_game().presentation.warning(race.state, 0, go) == (
        "You will run into the side of White's boar chariot. It avoids the hit on 3 or less."
    )
    assert race.match.view().table["move"]["forecast"]["meets"] == "White (smash)"
    odds = the_game().analysis.exact_odds(race.state, go)
    assert odds is not None
    assert sorted(odds) == [
        "White avoids", "smash: hurts White", "smash: hurts you", "smash: hurts you and White", "smash: no harm",
    ]  # fmt: skip
