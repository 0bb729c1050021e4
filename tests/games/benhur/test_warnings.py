"""Warnings: a driver with one wound left is warned of everything that can destroy the chariot, and of nothing else."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.track import STRAIGHT
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.dice import Dice, branches
from tests.games.benhur.world import World, race_of, world
from tests.games.scripted_world import LETTERS
from tests.support import COMPILED, clause

MAX_BRANCHES = 2_000


def warning_before(race: World, action: str, who: str = "A") -> str:
    """Return the warning before an action."""
    parsed = parse(action)
    assert parsed is not None
    assert race.match.check(parsed) is None, action
    return race.match.game.presentation.warning(race.state, LETTERS.index(who), parsed)


def warning_text(danger: str) -> str:
    return f"One wound left: if {danger}, your chariot is destroyed."


def race_with_points(points: int, *places: str) -> World:
    """Return a race in which A, the first of these chariots, has rolled its move."""
    race = world(dice=str(points), **dict(zip(LETTERS, places, strict=False)))  # type: ignore[arg-type]
    return race.play("whips 1")


def test_a_driver_with_two_wounds_left_is_not_warned() -> None:
    race = race_with_points(3, "0/2/3 wounds 2", "0/2/4")
    assert warning_before(race, "straight") == ""


def test_there_is_a_warning_before_a_ram() -> None:
    race = race_with_points(3, "0/2/3 wounds 1", "0/2/4", "0/1/4", "2/1/0")
    assert warning_before(race, "straight") == warning_text("the ram goes wrong")
    assert warning_before(race, "left") == warning_text("the ram goes wrong")
    assert warning_before(race, "right") == warning_text("the ram goes wrong")  # a failed change goes straight on
    free = race_with_points(3, "0/2/3 wounds 1", "0/4/4", "2/1/0", "2/2/0")
    assert [warning_before(free, action) for action in free.options] == ["", "", ""]


@clause("BH-Q23")
def test_there_is_no_warning_before_a_second_contact_because_it_has_no_wound_dice() -> None:
    race = world(A="0/2/2 wounds 1", B="0/2/3", C="0/4/9", dice="3 | 1 1 | 3").play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == ("0/2/3", "0/2/4")
    assert [warning_before(race, action) for action in race.options] == ["", "", ""]


@clause("BH-Q23", "BH-F1")
@pytest.mark.parametrize(("points", "danger"), [(2, "the fight goes wrong"), (3, "")])
def test_there_is_a_warning_before_a_second_sideswipe_that_ends_alongside(points: int, danger: str) -> None:
    race = world(A="4/1/2 wounds 1", B="4/1/3", C="0/4/9", dice=[points, 1, 1, 6]).play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == ("4/1/3", "4/2/4")
    assert warning_before(race, "right") == (warning_text(danger) if danger else "")


@clause("BH-Q23", "BH-F1")
def test_there_is_a_warning_before_a_chariot_that_holds_ends_the_move_beside_a_rival() -> None:
    race = world(A="4/3/2 wounds 1", B="4/4/3", C="4/2/2", dice="5 | 6 | 1 1 | 1").play("whips 1", "right")
    assert (race.at("A"), race.at("B")) == ("4/3/2", "4/4/3")
    assert warning_before(race, "right") == warning_text("the fight goes wrong")
    assert warning_before(race, "straight") == ""


@clause("BH-Q18", "BH-J1")
def test_there_is_a_warning_before_a_lane_change_on_to_a_jump_square_that_must_be_left() -> None:
    race = world("villa", A="10/3/2 wounds 1", B="0/1/0", dice="2").play("whips 1")
    assert warning_before(race, "left") == warning_text("the jump goes wrong")
    assert warning_before(race, "right") == ""


def test_there_is_a_warning_before_a_fight_at_the_end_of_a_move() -> None:
    race = race_with_points(1, "0/2/3 wounds 1", "0/3/4")
    assert warning_before(race, "straight") == warning_text("the fight goes wrong")
    assert warning_before(race_with_points(2, "0/2/3 wounds 1", "0/3/4"), "straight") == ""


def test_there_is_a_warning_before_a_choice_of_fights() -> None:
    race = race_with_points(1, "0/2/3 wounds 1", "0/3/4", "0/1/4").play("straight")
    assert race.decision == "FightFirst"
    assert warning_before(race, "fight 1") == warning_text("the fight goes wrong")


def test_there_is_a_warning_in_a_bend_where_a_skid_ends_at_the_wall_or_at_a_chariot() -> None:
    assert warning_before(world(A="1/4/3 wounds 1", B="0/1/0"), "whips 1") == warning_text("the bend goes wrong")
    assert warning_before(world(A="1/2/1 wounds 1", B="0/1/0"), "whips 1") == ""
    assert warning_before(world(A="1/2/1 wounds 1", B="1/3/3"), "whips 1") == warning_text("the bend goes wrong")
    assert warning_before(world(A="1/2/1 wounds 1", B="1/2/2"), "whips 1") == warning_text("the bend goes wrong")


def test_there_is_a_warning_before_a_bend_square_if_the_chariot_cannot_stop() -> None:
    assert warning_before(race_with_points(3, "1/4/2 wounds 1", "0/1/0"), "straight") == warning_text(
        "the bend goes wrong"
    )
    assert warning_before(race_with_points(1, "1/4/2 wounds 1", "0/1/0"), "straight") == ""
    assert warning_before(race_with_points(3, "1/4/2 wounds 1 hand 8", "0/1/0"), "straight") == ""


def test_there_is_a_warning_before_accepting_a_certain_skid() -> None:
    race = world(A="1/4/3 wounds 1 hand 3", B="0/1/0", dice="1 | 1").play("whips 1")
    assert race.decision == "TestTricks"
    assert warning_before(race, "pass") == warning_text("the bend goes wrong")
    assert warning_before(race, "trick 3") == ""


def test_there_is_a_warning_before_a_jump_unless_a_trick_makes_it_certain() -> None:
    race = world("river", A="4/2/6 wounds 1 hand 7", B="0/4/0", dice="3")
    assert warning_before(race, "whips 1") == warning_text("the jump goes wrong")
    race.play("whips 1")
    assert warning_before(race, "straight") == warning_text("the jump goes wrong")
    assert warning_before(race, "trick 7") == ""


def test_there_is_a_warning_before_accepting_a_failed_jump() -> None:
    race = world("river", A="4/2/6 wounds 1 hand 6", B="0/4/0", dice="1 | 2").play("whips 1", "pass")
    assert race.decision == "TestTricks"
    assert warning_before(race, "pass") == warning_text("the jump goes wrong")
    assert warning_before(race, "trick 6") == ""


def test_there_is_a_warning_before_a_crack_of_thunder_in_a_bend() -> None:
    race = world(A="1/4/3 wounds 1 hand 2", B="0/1/0")
    assert warning_before(race, "trick 2") == warning_text("the bend goes wrong")
    assert warning_before(race, "pass") == ""


def test_there_is_a_warning_before_reining_in_beside_a_rival() -> None:
    race = race_with_points(3, "0/2/3 wounds 1 hand 8", "0/1/3")
    assert warning_before(race, "trick 8") == warning_text("the fight goes wrong")
    assert warning_before(race, "straight") == ""


def test_there_is_a_warning_before_caltrops() -> None:
    race = world(A="0/2/3 wounds 1", B="0/4/9", caltrops="0/2/4", dice="3").play("whips 1")
    assert warning_before(race, "straight") == warning_text("the caltrops wound you")


def test_there_is_a_warning_before_passing_on_the_trick_that_saves_the_chariot() -> None:
    race = world(A="0/2/3", B="0/2/4 wounds 1 hand 10", C="0/4/0", dice="1 | 1 6").play("whips 1", "straight")
    assert (race.decision, race.decider) == ("IronRims", "B")
    lost = "Your last wound is gone: without this trick your chariot is destroyed."
    assert warning_before(race, "pass", "B") == lost
    assert warning_before(race, "trick 10", "B") == ""


def test_there_is_no_warning_before_the_finish() -> None:
    track = race_of(hd.new("benhur", "circus", seed=1)).track
    line = track.lanes.name(track.lanes.number(0, 2, track.line))
    beside = track.lanes.name(track.lanes.number(0, 3, track.line + 1))
    race = world(A=f"{line} wounds 1 crossings 2", B=beside, dice="1").play("whips 1")
    assert warning_before(race, "straight") == ""


# -------------------------------------------------------------------- against every roll


def can_be_destroyed(state: Race, seat: int, action: Action) -> bool | None:
    """Return whether a roll can destroy the chariot before its next choice; None if there are too many rolls."""

    def is_destroyed(dice: Dice) -> bool:
        after = state.clone()
        dice.rolled = after.dice.rolled
        after.dice = dice
        agenda.act(after, action, seat)
        while after.agenda and after.agenda[-1].name() == "FightFirst":
            agenda.act(after, agenda.proposals(after)[0], seat)
        return after.chariots[seat].fell > 0

    for count, (_, destroyed) in enumerate(branches(is_destroyed)):
        if destroyed:
            return True
        if count >= MAX_BRANCHES:
            return None
    return False


TRACKS = ["circus", "river", "villa", "arena", "serpent"]


@pytest.mark.parametrize("repeat", ["push", "stop"])
@pytest.mark.parametrize("track", TRACKS if COMPILED else TRACKS[:2])
def test_warnings_agree_with_every_possible_roll(track: str, repeat: str) -> None:
    options: dict[str, int | str] = {"laps": 1, "tricks": 0, "repeat_contact": repeat}
    match = hd.new("benhur", track, seats=6, seed=8, options=options, log=False)
    chance = Chance(8)
    seen = {True: 0, False: 0}
    while match.decision:
        actions = match.proposals()
        seat = match.seat
        if match.decision.name != "PickLane":
            state = race_of(match).clone()
            state.chariots[seat].wounds = 1
            for action in actions:
                deadly = can_be_destroyed(state, seat, action)
                if deadly is not None:
                    seen[deadly] += 1
                    warning = match.game.presentation.warning(state, seat, action)
                    assert (warning != "") == deadly, (action.text, warning, len(match.moves))
        match.play(actions[chance.below(len(actions))])
    assert min(seen.values()) > 5


@clause("BH-R4", "BH-R6")
def test_a_driver_with_wounds_to_spare_sees_the_risk_of_rams() -> None:
    def risk(race: World, action: str) -> str:
        parsed = parse(action)
        assert parsed is not None
        return race.match.game.presentation.concern(race.state, 0, parsed)

    race = race_with_points(3, "0/2/3", "0/2/4", "0/1/4", "2/1/0")
    assert risk(race, "straight") == "You ram White: it is wounded on 5 or more, you on a 6."
    assert risk(race, "left").startswith("You ram Blue: either of you is wounded on 5 or more. Blue cannot give way:")
    assert risk(race, "right") == "If the change fails, you ram White: it is wounded on 5 or more, you on a 6."
    free = race_with_points(3, "0/2/3", "0/4/4", "2/1/0", "2/2/0")
    assert [risk(free, action) for action in free.options] == ["", "", ""]


@clause("BH-Q28", "BH-S4")
@pytest.mark.parametrize(
    ("track", "driver", "rival", "text"),
    [
        ("river", "4/2/5", "4/2/8", "You jump on to White: it is wounded on 5 or more, you on a 6."),
        ("river", "4/2/5", "4/2/7", "If you fall short, you ram White: it is wounded on 5 or more, you on a 6."),
        ("river", "4/2/5", "0/1/0", ""),
        ("circus", "1/2/0", "1/2/2", "You drive into White: it is wounded on 5 or more, you on a 6."),
        ("circus", "1/2/0", "1/3/3", "If you skid, you ram White: either of you is wounded on 5 or more."),
    ],
)
def test_a_ram_behind_a_jump_or_a_bend_is_a_risk(track: str, driver: str, rival: str, text: str) -> None:
    race = world(track, A=driver, B=rival, dice="3").play("whips 1")
    assert race.match.game.presentation.concern(race.state, 0, STRAIGHT) == text
