"""Warnings: a driver with one wound left is warned of what can destroy him, and of nothing else."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.benhur.state import Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.dice import Dice, branches
from tests.games.benhur.world import LETTERS, World, race_of, world
from tests.support import COMPILED

BRANCHES = 2_000


def warned(race: World, action: str, who: str = "A") -> str:
    """The warning before an action."""
    found = parse(action)
    assert found is not None
    assert race.match.check(found) is None, action
    return race.match.game.warning(race.race, LETTERS.index(who), found)


def sentence(danger: str) -> str:
    return f"One wound left: if {danger}, your chariot is destroyed."


def moving(points: int, *places: str) -> World:
    """A race in which A, the first of these chariots, has thrown for its move."""
    race = world(dice=str(points), **dict(zip(LETTERS, places, strict=False)))  # type: ignore[arg-type]
    return race.play("whips 1")


def test_nobody_is_warned_with_two_wounds_left() -> None:
    race = moving(3, "0/2/3 wounds 2", "0/2/4")
    assert warned(race, "straight") == ""


def test_a_ram_is_warned_of() -> None:
    race = moving(3, "0/2/3 wounds 1", "0/2/4", "0/1/4", "2/1/0")
    assert warned(race, "straight") == sentence("the ram goes wrong")
    assert warned(race, "left") == sentence("the ram goes wrong")
    assert warned(race, "right") == sentence("the ram goes wrong")  # a missed change goes straight on
    free = moving(3, "0/2/3 wounds 1", "0/4/4", "2/1/0", "2/2/0")
    assert [warned(free, action) for action in free.options] == ["", "", ""]


def test_the_fight_at_the_end_of_a_move_is_warned_of() -> None:
    race = moving(1, "0/2/3 wounds 1", "0/3/4")
    assert warned(race, "straight") == sentence("the fight goes wrong")
    assert warned(moving(2, "0/2/3 wounds 1", "0/3/4"), "straight") == ""


def test_a_choice_of_fights_is_warned_of() -> None:
    race = moving(1, "0/2/3 wounds 1", "0/3/4", "0/1/4").play("straight")
    assert race.question == "FightFirst"
    assert warned(race, "fight 1") == sentence("the fight goes wrong")


def test_a_bend_is_warned_of_where_a_skid_ends_at_the_wall_or_at_a_chariot() -> None:
    assert warned(world(A="1/4/3 wounds 1", B="0/1/0"), "whips 1") == sentence("the bend goes wrong")
    assert warned(world(A="1/2/1 wounds 1", B="0/1/0"), "whips 1") == ""
    assert warned(world(A="1/2/1 wounds 1", B="1/3/3"), "whips 1") == sentence("the bend goes wrong")
    assert warned(world(A="1/2/1 wounds 1", B="1/2/2"), "whips 1") == sentence("the bend goes wrong")


def test_a_step_on_to_a_bend_square_is_warned_of_if_there_is_no_stopping() -> None:
    assert warned(moving(3, "1/4/2 wounds 1", "0/1/0"), "straight") == sentence("the bend goes wrong")
    assert warned(moving(1, "1/4/2 wounds 1", "0/1/0"), "straight") == ""
    assert warned(moving(3, "1/4/2 wounds 1 hand 8", "0/1/0"), "straight") == ""


def test_a_skid_that_is_certain_is_warned_of_if_it_is_left_at_that() -> None:
    race = world(A="1/4/3 wounds 1 hand 3", B="0/1/0", dice="1 | 1").play("whips 1")
    assert race.question == "TestTricks"
    assert warned(race, "pass") == sentence("the bend goes wrong")
    assert warned(race, "trick 3") == ""


def test_a_jump_is_warned_of_unless_a_trick_makes_it_sure() -> None:
    race = world("river", A="4/2/6 wounds 1 hand 7", B="0/4/0", dice="3")
    assert warned(race, "whips 1") == sentence("the jump goes wrong")
    race.play("whips 1")
    assert warned(race, "straight") == sentence("the jump goes wrong")
    assert warned(race, "trick 7") == ""


def test_a_jump_that_has_failed_is_warned_of_if_it_is_left_at_that() -> None:
    race = world("river", A="4/2/6 wounds 1 hand 6", B="0/4/0", dice="1 | 2").play("whips 1", "pass")
    assert race.question == "TestTricks"
    assert warned(race, "pass") == sentence("the jump goes wrong")
    assert warned(race, "trick 6") == ""


def test_a_crack_of_thunder_in_a_bend_is_warned_of() -> None:
    race = world(A="1/4/3 wounds 1 hand 2", B="0/1/0")
    assert warned(race, "trick 2") == sentence("the bend goes wrong")
    assert warned(race, "pass") == ""


def test_reining_in_beside_a_rival_is_warned_of() -> None:
    race = moving(3, "0/2/3 wounds 1 hand 8", "0/1/3")
    assert warned(race, "trick 8") == sentence("the fight goes wrong")
    assert warned(race, "straight") == ""


def test_caltrops_are_warned_of() -> None:
    race = world(A="0/2/3 wounds 1", B="0/4/9", caltrops="0/2/4", dice="3").play("whips 1")
    assert warned(race, "straight") == sentence("the caltrops bite")


def test_passing_on_the_trick_that_saves_the_chariot_is_warned_of() -> None:
    race = world(A="0/2/3", B="0/2/4 wounds 1 hand 10", C="0/4/0", dice="1 | 1 6").play("whips 1", "straight")
    assert (race.question, race.asked) == ("IronRims", "B")
    lost = "Your last wound is gone: without this trick your chariot is destroyed."
    assert warned(race, "pass", "B") == lost
    assert warned(race, "trick 10", "B") == ""


def test_the_finish_is_not_warned_of() -> None:
    track = race_of(hd.new("benhur", "circus", seed=1)).track
    line = track.lanes.name(track.lanes.number(0, 2, track.line))
    beside = track.lanes.name(track.lanes.number(0, 3, track.line + 1))
    race = world(A=f"{line} wounds 1 crossings 2", B=beside, dice="1").play("whips 1")
    assert warned(race, "straight") == ""


# -------------------------------------------------------------------- against every throw


def can_die(state: Race, seat: int, action: Action) -> bool | None:
    """Whether some throw destroys the chariot before it has a choice again; None if there are too many throws."""

    def dies(dice: Dice) -> bool:
        after = state.clone()
        dice.rolled = after.dice.rolled
        after.dice = dice
        agenda.act(after, action, seat)
        while after.agenda and after.agenda[-1].name() == "FightFirst":
            agenda.act(after, agenda.proposals(after)[0], seat)
        return after.chariots[seat].fell > 0

    for count, (_, dead) in enumerate(branches(dies)):
        if dead:
            return True
        if count >= BRANCHES:
            return None
    return False


TRACKS = ["circus", "river", "villa", "arena", "serpent"]


@pytest.mark.parametrize("track", TRACKS if COMPILED else TRACKS[:2])
def test_warnings_agree_with_every_throw(track: str) -> None:
    match = hd.new("benhur", track, seats=6, seed=8, options={"laps": 1, "tricks": 0}, log=False)
    chance = Chance(8)
    seen = {True: 0, False: 0}
    while match.decision:
        actions = match.proposals()
        seat = match.seat
        if match.decision.name != "PickLane":
            state = race_of(match).clone()
            state.chariots[seat].wounds = 1
            for action in actions:
                deadly = can_die(state, seat, action)
                if deadly is not None:
                    seen[deadly] += 1
                    warning = match.game.warning(state, seat, action)
                    assert (warning != "") == deadly, (action.text, warning, len(match.moves))
        match.play(actions[chance.below(len(actions))])
    assert min(seen.values()) > 5
