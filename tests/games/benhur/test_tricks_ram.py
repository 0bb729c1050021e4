"""Tricks of rams and wounds: 10, 11 and 12."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import Healed, WhipLost, Wounded
from tests.games.benhur.world import World, world
from tests.support import clause

# -------------------------------------------------------------------- 10 Iron Rims


def wounded_by(cause: str) -> World:
    """Return a world in which A, which holds trick 10, has just been wounded."""
    if cause == "shunt":
        return world(A="4/2/3 hand 10", B="4/2/4", dice="1 | 6 1 | 3").play("whips 1", "straight")
    if cause == "sideswipe in a rival's turn":
        race = world(turn="B", A="4/2/4 hand 10", B="4/1/3", dice="1 | 6 | 1 5 | 1 1")
        return race.play("whips 1", "right")
    if cause == "wall":
        return world(A="1/4/3 hand 10", B="4/1/9", dice="1 | 1 | 6").play("whips 1")
    if cause == "water":
        return world("river", A="4/1/6 hand 10", B="0/1/9", dice="1 | 1").play("whips 1")
    if cause == "landing":
        return world("river", A="4/1/6 hand 10", B="0/1/9", dice="1 | 5 | 6").play("whips 1")
    if cause == "linchpin":
        return world(A="1/1/0 hand 10", B="4/1/9 hand 17", dice="1 | 1 | 3").play("whips 1", "B: trick 17")
    if cause == "caltrops":
        return world(A="4/1/3 hand 10", B="0/1/9", caltrops="4/1/4", dice="1 | 4").play("whips 1", "straight")
    if cause == "fight":
        return world(A="4/1/3 hand 10", B="4/2/4", dice="1 | 1 6").play("whips 1", "straight")
    assert cause == "a blow that was ducked"
    race = world(A="4/1/3 hand 10", B="4/2/4 hand 14", dice="1 | 6 3 | 1").play("whips 1", "straight")
    return race.play("B: trick 14")


@clause("BH-T10", "BH-Q43")
@pytest.mark.parametrize(
    "cause",
    [
        "shunt",
        "sideswipe in a rival's turn",
        "wall",
        "water",
        "landing",
        "linchpin",
        "caltrops",
        "fight",
        "a blow that was ducked",
    ],
)
def test_iron_rims_ignore_a_wound_whatever_its_cause(cause: str) -> None:
    race = wounded_by(cause)
    assert race.wounds("A") == 4
    assert (race.decider, race.decision, race.options) == ("A", "IronRims", ["pass", "trick 10"])
    race.play("A: trick 10")
    assert race.wounds("A") == 5
    assert race.state.discard[-1] == 10


@clause("BH-R4", "BH-R6", "BH-W1", "BH-J5", "BH-J3", "BH-T17", "BH-T15", "BH-F2", "BH-T14")
@pytest.mark.parametrize(
    ("cause", "rule"),
    [
        ("shunt", "BH-R6"),
        ("sideswipe in a rival's turn", "BH-R4"),
        ("wall", "BH-W1"),
        ("water", "BH-J5"),
        ("landing", "BH-J3"),
        ("linchpin", "BH-T17"),
        ("caltrops", "BH-T15"),
        ("fight", "BH-F2"),
        ("a blow that was ducked", "BH-T14"),
    ],
)
def test_every_wound_is_logged_with_its_clause(cause: str, rule: str) -> None:
    race = wounded_by(cause)
    assert [event.rule for event in race.events(Wounded)] == [rule]
    race.play("trick 10")
    assert [event.rule for event in race.events(Healed)] == ["BH-T10"]


@clause("BH-T10")
def test_iron_rims_are_offered_only_to_the_wounded() -> None:
    race = world(A="4/2/3", B="4/2/4", C="0/1/9 hand 10", dice="1 | 6 5 | 3")
    race.play("whips 1", "straight")
    assert race.decision == "SetWhips"
    unhurt = world(A="4/2/3 hand 10", B="4/2/4", dice="1 | 5 5 | 3")
    unhurt.play("whips 1", "straight")
    assert unhurt.decision == "SetWhips"
    landed = world("river", A="4/1/6 hand 10", B="0/1/9", dice="1 | 5 | 5").play("whips 1")
    assert landed.decision == "SetWhips"


@clause("BH-T10")
def test_of_several_wounds_at_once_one_is_ignored() -> None:
    race = world("river", A="4/1/6 whips 3 hand 10", B="0/1/9", dice="1 1 1 | 5 1 1 | 6 6 1")
    race.play("whips 3", "A: trick 10")
    assert race.wounds("A") == 4
    lost = world("river", A="4/1/6 whips 3 wounds 1 hand 10", B="0/1/9", C="0/2/9", dice="1 1 1 | 5 1 1 | 6 6 1")
    lost.play("whips 3", "A: trick 10")
    assert lost.at("A") == ""


@clause("BH-T10", "BH-D2")
def test_iron_rims_save_a_chariot_in_a_fight_before_it_is_removed() -> None:
    race = world(A="4/1/3", B="4/2/4 wounds 1 hand 10", dice="1 | 6 1")
    race.play("whips 1", "straight", "B: trick 10")
    assert race.at("B") == "4/2/4"
    assert race.rolls("fight") == [[6], [1]]  # and it strikes back


@clause("BH-T10")
def test_the_default_is_to_pass_unless_the_wound_would_be_the_last() -> None:
    assert wounded_by("water").options[0] == "pass"
    one_left = world("river", A="4/1/6 wounds 2 hand 10", B="0/1/9", dice="1 | 1").play("whips 1")
    assert one_left.options == ["pass", "trick 10"]
    last = world("river", A="4/1/6 wounds 1 hand 10", B="0/1/9", dice="1 | 1").play("whips 1")
    assert last.options == ["trick 10", "pass"]


# -------------------------------------------------------------------- 11 Shoulder Charge


@clause("BH-T11", "BH-Q39")
@pytest.mark.parametrize(("aim", "square"), [("left", "4/1/5"), ("straight", "4/2/5"), ("right", "4/3/5")])
def test_shoulder_charge_chooses_where_the_defender_goes(aim: str, square: str) -> None:
    race = world(A="4/2/3 hand 11", B="4/2/4", dice="1 | 5")
    race.play("whips 1", "straight")
    assert (race.decider, race.decision, race.options) == ("A", "ContactTricks", ["pass", "trick 11"])
    assert race.roll_purposes() == ["move"]  # before the wound dice
    race.play("trick 11")
    assert (race.decider, race.options) == ("A", ["straight", "left", "right"])
    race.play(aim)
    assert (race.at("A"), race.at("B")) == ("4/2/4", square)
    assert race.roll_purposes() == ["move", "ram"]  # one die for the defender, none for A and none for the direction
    assert (race.wounds("A"), race.wounds("B")) == (5, 4)


@clause("BH-T11", "BH-Q22")
def test_shoulder_charge_chooses_only_directions_that_the_die_allows() -> None:
    corner = world(A="1/3/0 hand 11", B="1/3/1", dice="1 | 1")
    corner.play("whips 1", "straight", "trick 11")
    assert corner.options == ["straight"]
    corner.play("straight")
    wall = world(A="4/1/3 hand 11", B="4/1/4", dice="1 | 1 | 6")
    wall.play("whips 1", "straight", "trick 11", "left")
    assert (wall.at("B"), wall.wounds("B")) == ("4/1/5", 4)


@clause("BH-T11")
def test_shoulder_charge_is_for_the_players_own_shunt() -> None:
    swipe = world(A="4/2/3 hand 11", B="4/3/4", dice="1 | 6 | 1 1 | 1 1")
    swipe.play("whips 1", "right")
    assert swipe.decision == "SetWhips"
    victim = world(A="4/2/3", B="4/2/4 hand 11", dice="1 | 1 1 | 3")
    victim.play("whips 1", "straight")
    assert victim.decision == "SetWhips"


@clause("BH-T11", "BH-Q22")
def test_a_pushed_chariot_may_play_shoulder_charge_in_its_own_shunt() -> None:
    race = world(A="4/2/3", B="4/2/4 hand 11", C="4/2/5", dice="1 | 1 1 | 3 | 1")
    race.play("whips 1", "straight", "B: trick 11", "B: right")
    assert [race.at(letter) for letter in "ABC"] == ["4/2/4", "4/2/5", "4/3/6"]


@clause("BH-T11")
def test_shoulder_charge_is_for_one_contact() -> None:
    race = world(A="4/2/3 hand 11", B="4/2/4", C="4/2/6", dice="3 | 1 | 1 1 | 3")
    race.play("whips 1", "straight", "trick 11", "right")
    race.drive()
    assert race.roll_purposes() == ["move", "ram", "ram", "ram", "direction"]


@clause("BH-T11", "BH-Q24")
def test_a_defender_destroyed_by_a_shoulder_charge_does_not_move() -> None:
    race = world(A="4/2/3 hand 11", B="4/2/4 wounds 1", C="0/1/9", dice="1 | 5")
    race.play("whips 1", "straight", "trick 11", "left")
    assert (race.at("A"), race.at("B")) == ("4/2/4", "")


# -------------------------------------------------------------------- 12 Scythed Hubs


@clause("BH-T12", "BH-R4")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("owner", ["A", "B"])
def test_scythed_hubs_wound_the_rival_on_three_and_the_owner_on_six(die: int, owner: str) -> None:
    hands = {"A": "", "B": "", owner: " hand 12"}
    race = world(A=f"4/2/3 whips 3{hands['A']}", B=f"4/3/4 whips 3{hands['B']}", dice=[2, 1, 1, 6, die, die])
    race.play("whips 3", "right")
    assert (race.decider, race.decision, race.options) == (owner, "ContactTricks", ["pass", "trick 12"])
    race.play("trick 12")
    other = "B" if owner == "A" else "A"
    assert race.wounds(other) == (4 if die >= 3 else 5)
    assert race.wounds(owner) == (4 if die == 6 else 5)
    assert (race.whips(other), race.whips(owner)) == (2, 3)  # slowed whether wounded or not
    race.drive()


@clause("BH-T12")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_scythed_hubs_take_no_whip_below_one(before: int, after: int) -> None:
    race = world(A="4/2/3 hand 12", B=f"4/3/4 whips {before}", dice="2 | 6 | 1 1")
    race.play("whips 1", "right", "trick 12")
    assert race.whips("B") == after
    assert len(race.events(WhipLost)) == (before != after)
    race.drive()


@clause("BH-T12")
def test_scythed_hubs_are_for_sideswipes() -> None:
    race = world(A="4/2/3 hand 12", B="4/2/4", dice="1 | 1 1 | 3")
    race.play("whips 1", "straight")
    assert race.decision == "SetWhips"
    other = world(A="4/2/3", B="4/3/4", C="0/1/9 hand 12", dice="1 | 6 | 1 1 | 1 1")
    other.play("whips 1", "right")
    assert other.decision == "SetWhips"


@clause("BH-T12", "BH-Q37")
def test_scythed_hubs_work_in_a_skid_too() -> None:
    race = world(A="1/1/0 hand 12", B="1/2/2", dice="1 | 1 | 5 3 | 1 1")
    race.play("whips 1", "A: trick 12")
    assert (race.wounds("A"), race.wounds("B")) == (5, 4)


@clause("BH-T12", "BH-Q39")
def test_scythed_hubs_count_for_one_contact() -> None:
    race = world(A="4/1/3 hand 12", B="4/2/4", C="4/3/4", dice="2 | 6 | 5 3 | 3 4")
    race.play("whips 1", "right", "A: trick 12")
    assert [race.wounds(letter) for letter in "ABC"] == [5, 4, 5]
    race.drive()


@clause("BH-T12", "BH-Q23")
@pytest.mark.parametrize("owner", ["C", "D"])
def test_scythed_hubs_need_dice_to_come(owner: str) -> None:
    hands = {"C": "", "D": "", owner: " hand 12"}
    race = world(
        A="4/2/3",
        B="4/2/4",
        C=f"4/3/5{hands['C']}",
        D=f"4/4/5{hands['D']}",
        dice="2 | 1 1 | 5 | 1 1 | 1 1 | 5 | 6 | 1 1 | 5",
    )
    race.play("whips 1", "straight")
    while race.decision == "ContactTricks":  # C is rammed by B and pushed against D, and they roll
        race.play(f"{owner}: pass")
    assert len(race.rolls("ram")) == 6
    race.play("right")
    if owner == "C":
        race.play("C: pass")  # it is rammed by A
    assert race.decision == "SetWhips"  # and pushed against D again: no wound dice, so no question


@clause("BH-T11", "BH-T10")
def test_a_shoulder_charge_leaves_nothing_for_iron_rims_to_save() -> None:
    race = world(A="4/2/3 hand 10,11", B="4/2/4", dice="1 | 5")
    race.play("whips 1", "straight", "trick 11", "straight")
    assert race.wounds("B") == 4
    assert race.decision == "SetWhips"
