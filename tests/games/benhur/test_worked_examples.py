"""Worked examples: complex turns with their dice in the order of BH-Q50."""

from __future__ import annotations

from hippodrome.games.benhur.events import Blocked, FellIn, MoveEnded
from tests.games.benhur.world import world
from tests.support import clause


@clause("BH-S4", "BH-Q12", "BH-Q13", "BH-Q37", "BH-Q50")
def test_a_skid_into_an_occupied_square_is_a_sideswipe() -> None:
    race = world("circus", A="1/1/0 whips 1", B="1/2/2", dice="3 4 | 5 4 | 2 5")
    race.play("whips 2")
    assert race.at("B") == "1/3/4"
    assert race.at("A") == "1/2/2"
    assert race.points == 2
    race.drive()
    assert race.at("A") == "2/2/1"
    assert (race.wounds("A"), race.wounds("B")) == (5, 4)
    assert race.roll_purposes() == ["move", "skid", "ram", "ram"]


@clause("BH-Q14", "BH-W1")
def test_a_skid_in_the_outermost_lane_hits_the_wall() -> None:
    race = world("circus", A="1/4/3", B="0/1/0", dice="4 | 2 | 6")
    race.drive("whips 1")
    assert race.at("A") == "1/4/6"
    assert race.wounds("A") == 4
    assert race.roll_purposes() == ["move", "skid", "wall"]


@clause("BH-S5", "BH-Q16", "BH-Q17", "BH-Q32")
def test_a_spun_chariot_turns_round_and_starts_again() -> None:
    race = world("circus", A="1/2/1 whips 3", B="1/3/3", dice="6 2 3 | 1 1 6 | 1 | 1 | 1 | 4 | 4")
    race.play("whips 3")
    assert race.at("A") == "1/2/1"
    assert race.whips("A") == 0
    assert race.chariot("A").spun
    assert (race.decider, race.decision) == ("B", "SetWhips")
    assert race.roll_purposes() == ["move", "skid"]  # no fight, although B is alongside
    race.drive("whips 1")
    assert race.at("B") == "1/3/4"
    race.drive("B: whips 1")  # B leads; then A spends its turn turning round, without a decision or dice
    assert race.roll_purposes() == ["move", "skid", "move", "move"]
    assert not race.chariot("A").spun
    assert race.at("A") == "1/2/1"
    race.drive("B: whips 1")
    assert race.options == ["whips 1"]
    race.drive("A: whips 1")
    assert race.rolls("skid")[1:] == [[4]]
    assert race.at("A") == "3/2/0"


@clause("BH-Q20", "BH-Q21", "BH-L2", "BH-Q39")
def test_a_chain_of_sideswipes_ends_at_the_wall() -> None:
    race = world("circus", A="0/2/2 whips 2", B="0/3/3", C="0/4/3", dice="5 1 | 3 | 1 1 | 5 2 | 5")
    race.play("whips 2", "right")
    assert [race.at(letter) for letter in "ABC"] == ["0/2/2", "0/3/3", "0/4/3"]
    assert [race.wounds(letter) for letter in "ABC"] == [5, 4, 5]
    assert [event.attacker for event in race.events(Blocked)] == [1, 0]
    assert race.points == 4
    race.drive()
    assert race.at("A") == "0/2/6"
    assert race.roll_purposes() == ["move", "lane", "ram", "ram", "ram", "ram", "wall"]


@clause("BH-Q22", "BH-Q23", "BH-R7", "BH-W1")
def test_a_shunt_is_deflected_into_a_wall() -> None:
    race = world("circus", A="0/1/4", B="0/1/6", dice="4 | 6 4 | 2 | 5 | 3 | 4")
    race.drive("whips 1")
    assert (race.at("A"), race.at("B")) == ("0/1/8", "0/1/9")  # A pushes B on with its 2 other points
    assert (race.wounds("A"), race.wounds("B")) == (4, 4)
    assert race.events(MoveEnded) == []
    first = ["move", "ram", "ram", "direction", "wall"]
    assert race.roll_purposes() == [*first, "direction", "direction"]  # and no fight: nose to tail


@clause("BH-J2", "BH-J3", "BH-J4", "BH-Q27", "BH-Q28")
def test_a_jump_comes_down_on_an_occupied_landing_square() -> None:
    race = world("river", A="4/2/6 whips 2", B="4/2/8", dice="4 2 | 5 1 | 3 5 | 5 | 6 2")
    race.play("whips 2")
    assert (race.at("A"), race.at("B")) == ("4/2/8", "4/3/9")
    assert race.points == 3
    race.drive()
    assert race.at("A") == "4/2/11"
    assert (race.wounds("A"), race.wounds("B")) == (4, 4)
    assert race.roll_purposes() == ["move", "jump", "ram", "ram", "direction", "landing"]


@clause("BH-J5", "BH-Q28", "BH-Q29", "BH-Q30")
def test_a_failed_jump_falls_on_a_chariot_in_the_water() -> None:
    race = world("river", A="4/2/6", B="4/2/7 wet", dice="3 | 4 | 1 1 | 3")
    race.play("whips 1")
    assert (race.at("A"), race.at("B")) == ("4/2/7", "4/2/8")
    assert (race.wounds("A"), race.wounds("B")) == (4, 5)
    assert race.chariot("A").wet
    assert race.chariot("B").wet
    assert (race.decider, race.decision) == ("B", "SetWhips")
    assert race.options == ["whips 1"]


@clause("BH-Q38", "BH-F1", "BH-F2", "BH-Q31")
def test_a_chariot_is_pushed_into_the_water_and_then_fights() -> None:
    race = world("villa", A="10/4/3", B="10/3/4", dice="1 | 2 | 2 2 | 6 3")
    race.play("whips 1", "left")
    assert (race.at("A"), race.at("B")) == ("10/3/4", "10/2/4")
    assert [event.chariot for event in race.events(FellIn)] == [1]
    assert race.chariot("B").wet
    assert (race.wounds("A"), race.wounds("B")) == (5, 3)
    assert race.roll_purposes() == ["move", "lane", "ram", "ram", "fight", "fight"]


@clause("BH-Q43", "BH-T6", "BH-T18")
def test_a_reroll_answers_a_reroll() -> None:
    race = world("circus", A="1/2/1 hand 6", B="0/1/0 hand 18", dice="2 | 4 | 2 | 5")
    race.play("A: whips 1", "A: pass", "A: pass", "B: trick 18", "A: trick 6")
    race.drive()
    assert race.at("A") == "2/2/0"
    assert race.rolls("skid") == [[4], [2], [5]]
    assert (race.hand("A"), race.hand("B")) == ([], [])
    assert race.state.discard == (18, 6)


@clause("BH-Q4", "BH-Q25", "BH-Q35")
def test_a_chariot_is_pushed_over_the_finish() -> None:
    race = world("circus", laps=1, A="0/3/5 crossings 1", B="0/3/7 crossings 1", dice="2 | 1 1 | 4")
    race.drive("whips 1")
    assert race.match.decision is None
    assert race.crossings("B") == 2
    assert (race.places, race.reason) == ("BA", "finished")
    assert race.at("A") == "0/3/7"
    assert race.at("B") == "0/3/8"


@clause("BH-Q2", "BH-Q35")
def test_the_order_of_play_after_most_of_a_lap() -> None:
    race = world(turn="", A="0/4/6", B="0/1/9", C="7/1/0", D="7/4/3")
    assert race.order == "ACDB"
    progress = [int(race.state.progress(race.chariot(letter))) for letter in "CD"]
    assert progress[0] == progress[1]


@clause("BH-T10", "BH-Q39")
def test_iron_rims_save_the_last_wound() -> None:
    race = world(turn="B", A="0/2/6 wounds 1 hand 10", B="0/2/4", C="3/1/0", dice="2 | 1 6 | 3").drive("whips 1")
    assert race.at("A") == "0/2/6"
    assert race.options == ["trick 10", "pass"]  # the default saves the chariot
    race.play("A: trick 10")
    assert race.wounds("A") == 1
    assert (race.at("A"), race.at("B")) == ("0/2/7", "0/2/6")
    assert race.roll_purposes() == ["move", "ram", "ram", "direction"]


@clause("BH-T10", "BH-Q39", "BH-Q24", "BH-D2")
def test_without_iron_rims_the_chariot_is_removed_and_no_direction_die_is_rolled() -> None:
    race = world(turn="B", A="0/2/6 wounds 1 hand 10", B="0/2/4", C="3/1/0", dice="2 | 1 6").drive("whips 1")
    race.play("A: pass")
    assert (race.at("A"), race.at("B")) == ("", "0/2/6")
    assert race.roll_purposes() == ["move", "ram", "ram"]
    assert race.decider == "C"
