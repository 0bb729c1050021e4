"""After a ram: only the step against the other chariot is void."""

from __future__ import annotations

from hippodrome.games.races.events import Blocked, Drifted, Drove
from hippodrome.games.races.state import DRIFT, FORWARD, TURN, WRECK
from tests.games.races.world import is_close, world
from tests.support import clause


@clause("CR-Q20", "CR-X14", "CR-M11")
def test_drifts_after_a_shunt_that_lands_lead_past_the_other_chariot() -> None:
    race = world(A="wolf 0 0 0", B="boar 10 0 0", C="boar 60 12 0", dice="4 | 3 | 2")
    race.start_move("A", "steady", "forward 7000", "drift 1", "drift 1", "go", "avoid")
    assert len(race.events(Blocked)) == 1
    assert [int(event.amount) for event in race.events(Drifted)] == [1000, 1000]
    assert is_close(race.at("A"), (9, -2, 0))  # the inch that was void is driven at the end
    assert race.chariot("A").moved == 9000


@clause("CR-Q20", "CR-M6")
def test_inches_that_cannot_be_driven_in_the_end_are_lost() -> None:
    race = world(A="wolf 0 0 0", B="boar 10 0 0", C="boar 60 12 0", dice="4 | 3 | 2")
    race.start_move("A", "steady", "forward 7000", "drift 1", "go", "avoid")
    assert is_close(race.at("A"), (6, -1, 0))
    assert race.chariot("A").moved == 6000
    assert race.event_names()[-1] == "MoveEnded"


@clause("CR-Q20", "CR-X14", "CR-M9")
def test_a_turn_after_a_smash_that_lands_slides_back_to_make_room() -> None:
    race = world(A="wolf 0 0 0", B="boar 7 0 90", C="boar 60 12 0", dice="4 | 3 | 2")
    race.start_move("A", "steady", "forward 5000", "turn 300", "go", "avoid")
    assert "SlidBack" in race.event_names()
    assert race.at("A")[2] == 330
    assert len(race.events(Drove)) == 1  # the other chariot still blocks the way


@clause("CR-Q20", "CR-Q49")
def test_a_later_step_that_has_become_illegal_is_skipped() -> None:
    race = world(A="wolf 0 0 0", B="boar 6 0 0", C="boar 60 12 0", dice="4 | 3 | 2")
    race.run_plan("A", 9, (FORWARD, 5000), (DRIFT, 1), (TURN, 300)).play("avoid")
    assert race.event_names().count("Skipped") == 2  # only 2 inches were driven
    assert is_close(race.at("A"), (2, 0, 0))


@clause("CR-Q20", "CR-L1")
def test_a_chariot_that_became_a_wreck_blocks_without_hits_and_may_be_drifted_past() -> None:
    race = world(A="wolf 0 0 0", B="boar 10 0 0 wounds 1", C="boar 60 12 0", dice="4 | 4 5 4 4 | 2")
    race.start_move("A", "steady", "forward 7000", "drift -1", "drift -1", "go", "avoid")
    assert race.chariot("B").status == WRECK
    assert "ObstacleHit" not in race.event_names()
    assert is_close(race.at("A"), (9, 2, 0))


@clause("CR-X4", "CR-Q18")
def test_an_avoided_shunt_still_ends_the_move_of_a_chariot_that_stays_behind() -> None:
    race = world(A="wolf 0 0 0", B="boar 10 0 0", C="boar 60 12 0", dice="3")
    race.start_move("A", "steady", "forward 7000", "drift 1", "drift 1", "go", "avoid")
    assert is_close((race.gap("A", "B"),), (0.25,))
    assert race.at("A")[1] == 0
