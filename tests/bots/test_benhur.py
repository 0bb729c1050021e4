"""The driver and the racer of Ben-Hur: lane changes on to a jump square, and second contacts with a rival."""

from __future__ import annotations

import pytest

from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.benhur.racer import BenHurRacer, nearby_ram_costs
from tests.games.benhur.world import World, world
from tests.support import clause

BOTS = [BenHurDriver(), BenHurRacer()]


def choice(race: World, bot: BenHurDriver) -> str:
    """Return what the bot plays for the pending seat."""
    return bot.choose(race.match.game, race.state, race.match.seat).text


def rival_held_at_the_wall(repeat: str = "push") -> World:
    """Return a race in which A has rammed the weaker B against the inner wall and has points left."""
    race = world(A="4/2/2", B="4/1/3 wounds 2", dice="5 | 6 | 1 1 | 1", repeat=repeat)
    race.play("whips 1", "left")
    assert (race.at("A"), race.at("B"), race.points) == ("4/2/2", "4/1/3", 4)
    return race


@clause("BH-Q23")
@pytest.mark.parametrize("bot", BOTS)
def test_bots_do_not_waste_their_move_on_a_rival_that_holds(bot: BenHurDriver) -> None:
    race = rival_held_at_the_wall()
    assert "left" in race.options
    assert choice(race, bot) == "straight"


@clause("BH-Q23")
def test_the_driver_pushes_a_stronger_rival_aside_that_it_has_met_before() -> None:
    race = world(A="4/3/2 wounds 3", B="4/3/3", dice="4 | 1 1 | 1")
    race.play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == ("4/3/3", "4/2/4")
    assert choice(race, BOTS[0]) == "left"
    fresh = world(A="4/3/3 wounds 3", B="4/2/4", dice="4").play("whips 1")
    assert choice(fresh, BOTS[0]) == "straight"


@clause("BH-Q23")
def test_a_second_contact_costs_the_racer_less_than_a_ram() -> None:
    race = world(A="4/3/2", B="4/3/3", C="4/2/3", dice="4 | 1 1 | 3").play("whips 1", "straight")
    costs = nearby_ram_costs(race.state, race.chariot("A"))
    met, fresh = (costs[int(race.chariot(letter).square)] for letter in "BC")
    assert met < fresh


@clause("BH-Q23")
def test_the_racer_goes_round_a_rival_that_ends_its_move() -> None:
    chosen = []
    for repeat in ("push", "stop"):
        race = world(A="4/1/10", B="4/1/11", dice="4 | 1 1 | 3", repeat=repeat).play("whips 1", "straight")
        chosen.append(choice(race, BOTS[1]))
    assert chosen == ["straight", "right"]


@clause("BH-Q18", "BH-J2")
@pytest.mark.parametrize(("whips", "dice", "expected"), [(3, "4 1 1", "left"), (1, "4", "straight")])
def test_the_driver_enters_a_lane_with_a_jump_only_when_fast(whips: int, dice: str, expected: str) -> None:
    race = world("villa", A=f"10/3/2 whips {whips}", B="0/1/0", dice=dice).play(f"whips {whips}")
    assert "left" in race.options
    assert choice(race, BOTS[0]) == expected


@clause("BH-T9", "BH-D1")
@pytest.mark.parametrize(
    ("most", "left", "expected"), [(5, 3, "trick 9"), (5, 4, "pass"), (7, 5, "trick 9"), (3, 2, "pass")]
)
def test_the_driver_patches_its_wheel_when_both_wounds_count(most: int, left: int, expected: str) -> None:
    race = world(A=f"4/1/3 wounds {left} hand 9", B="0/1/9", max_wounds=most)
    assert choice(race, BOTS[0]) == expected
