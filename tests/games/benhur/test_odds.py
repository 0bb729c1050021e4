"""Exact odds, by counting every possible roll from real states of the game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hippodrome.games.benhur.events import Skidded, SpunOut
from hippodrome.games.benhur.movement import NextStep
from hippodrome.games.benhur.outcomes import WOUND_PHRASES
from hippodrome.games.benhur.skill_rolls import has_passed
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.track import STRAIGHT
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.dice import Dice, branches
from hippodrome.kit.odds import Odds
from hippodrome.kit.odds_text import in_short
from hippodrome.kit.scene import FACTIONS
from tests.games.benhur.world import World, world
from tests.support import clause

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def distribution(race: World, action: str, measure: Callable[[Race], int]) -> dict[int, Fraction]:
    """Return the chance of every value that `measure` can have after an action."""

    def resolve(dice: Dice) -> int:
        state = race.state.clone()
        dice.rolled = state.dice.rolled
        state.dice = dice
        played = parse(action)
        assert played is not None
        agenda.act(state, played)
        return measure(state)

    chances: dict[int, Fraction] = {}
    for chance, value in branches(resolve):
        chances[value] = chances.get(value, Fraction(0)) + chance
    assert sum(chances.values()) == 1
    return chances


def mean(chances: dict[int, Fraction]) -> Fraction:
    """Return the expected value."""
    return sum([value * chance for value, chance in chances.items()], Fraction(0))


def label(race: World, action: str) -> str:
    """Return the label of an action."""
    parsed = parse(action)
    assert parsed is not None
    return race.match.game.presentation.label(race.state, parsed)


def chance_of(odds: Odds, phrase: str) -> Fraction:
    """Return the chance of all outcomes that contain a phrase."""
    return sum([chance for name, chance in odds.rows if phrase in name.split(", ")], Fraction(0))


def before_the_bend(lane: int, whips: int) -> World:
    """Return a chariot one square before its bend square, with two points to drive in and out of it."""
    square = "0/1/13" if lane == 1 else f"1/{lane}/{lane - 2}"
    race = world(A=f"{square} whips {whips}", B="4/1/9", dice=[2] * whips)
    return race.play(f"whips {whips}")


@clause("BH-S2", "BH-S3", "BH-S5", "BH-Q16")
@pytest.mark.parametrize("whips", [1, 2, 3])
@pytest.mark.parametrize(("lane", "each"), [(1, THIRD), (2, HALF), (3, 2 * THIRD), (4, 2 * THIRD)])
def test_the_chance_to_hold_a_bend(lane: int, each: Fraction, whips: int) -> None:
    race = before_the_bend(lane, whips)
    before = race.match.digest()
    odds = race.match.odds("straight")
    spin = [Fraction(0), Fraction(1, 36), Fraction(2, 27)][whips - 1]
    assert odds.exact
    assert chance_of(odds, "holds") == each**whips
    assert chance_of(odds, "spins") == spin
    assert chance_of(odds, "skids") == 1 - each**whips - spin
    assert race.match.digest() == before


@clause("BH-S2", "BH-S3")
@pytest.mark.parametrize(
    ("lane", "chances"),
    [
        (1, ["1/3", "1/9", "1/27"]),
        (2, ["1/2", "1/4", "1/8"]),
        (3, ["2/3", "4/9", "8/27"]),
        (4, ["2/3", "4/9", "8/27"]),
    ],
)
def test_the_chance_to_hold_a_bend_matches_the_table(lane: int, chances: list[str]) -> None:
    for whips, chance in enumerate(chances, start=1):
        race = before_the_bend(lane, whips)
        lane_of = race.state.track.lanes.lane

        def is_held(state: Race, lane: int = lane, lane_of: list[int] = lane_of) -> int:
            chariot = state.chariots[0]
            in_lane = lane_of[chariot.square] == lane and not chariot.spun
            return int(in_lane and chariot.wounds == 5 and state.track.kind[chariot.square] == 0)

        if lane < 4:  # a skid in the outermost lane stays in it
            assert distribution(race, "straight", is_held)[1] == Fraction(chance)
        assert chance_of(race.match.odds("straight"), "holds") == Fraction(chance)


@clause("BH-S5", "BH-Q16")
@pytest.mark.parametrize(("whips", "chance"), [(1, "0"), (2, "1/36"), (3, "2/27")])
def test_the_chance_to_spin(whips: int, chance: str) -> None:
    race = before_the_bend(2, whips)
    spun = distribution(race, "straight", lambda state: int(state.chariots[0].spun))
    assert spun.get(1, Fraction(0)) == Fraction(chance)


def at_the_jump(whips: int, then: str = "") -> World:
    """Return a chariot one square before the jump, with a trick that makes the race wait after the jump dice."""
    race = world("river", A=f"4/2/5 whips {whips} hand 6", B="0/1/9", dice=f"{'3 ' * whips}{then}")
    return race.play(f"whips {whips}", "A: pass")


@clause("BH-J1", "BH-J2")
@pytest.mark.parametrize(("whips", "chance"), [(1, "1/3"), (2, "5/9"), (3, "19/27")])
def test_the_chance_to_clear_the_water(whips: int, chance: str) -> None:
    cleared = distribution(at_the_jump(whips), "straight", lambda state: int(has_passed(state)))
    assert cleared[1] == Fraction(chance)


@clause("BH-J1", "BH-J2", "BH-J5")
@pytest.mark.parametrize(("whips", "chance"), [(1, "1/3"), (2, "5/9"), (3, "19/27")])
def test_the_odds_of_a_jump_as_shown_to_the_player(whips: int, chance: str) -> None:
    race = world("river", A=f"4/2/5 whips {whips}", B="0/1/9", dice="3 " * whips).play(f"whips {whips}")
    odds = race.match.odds("straight")
    assert odds.exact
    assert chance_of(odds, "over") == dict(odds.key)["over"] == Fraction(chance)
    assert chance_of(odds, "into the water") == 1 - Fraction(chance)


@clause("BH-J3")
@pytest.mark.parametrize("whips", [1, 2, 3])
def test_a_good_landing_costs_a_sixth_of_a_wound_for_each_whip(whips: int) -> None:
    race = at_the_jump(whips, then="5 " + "1 " * (whips - 1)).play("straight")
    assert race.decision == "TestTricks"
    lost = distribution(race, "pass", lambda state: 5 - int(state.chariots[0].wounds))
    assert mean(lost) == Fraction(whips, 6)


@clause("BH-M4")
@pytest.mark.parametrize(
    ("whips", "average", "rounded"),
    [(1, Fraction(7, 2), 3.50), (2, Fraction(161, 36), 4.47), (3, Fraction(1071, 216), 4.96)],
)
def test_the_mean_move(whips: int, average: Fraction, rounded: float) -> None:
    race = world(A=f"4/2/0 whips {whips}", B="0/1/9")
    moves = distribution(race, f"whips {whips}", lambda state: int(state.turn.points))
    assert mean(moves) == average
    assert round(float(average), 2) == rounded
    odds = race.match.odds(f"whips {whips}")
    assert odds.exact
    assert {points: odds.chance(f"move {points}") for points in range(1, 7)} == moves


@clause("BH-L2")
@pytest.mark.parametrize(("whips", "chance"), [(1, "5/6"), (2, "2/3"), (3, "1/2")])
def test_the_chance_to_change_lanes(whips: int, chance: str) -> None:
    race = world(A=f"4/2/0 whips {whips}", B="0/1/9", dice=[2] * whips).play(f"whips {whips}")
    odds = race.match.odds("right")
    assert odds.exact
    assert odds.chance("across") == Fraction(chance)
    assert odds.chance("straight on") == 1 - Fraction(chance)


@clause("BH-R4", "BH-R6", "BH-F2", "BH-W1")
def test_the_expected_wounds_of_rams_fights_and_walls() -> None:
    shunt = world(A="4/2/3", B="4/2/4", dice="3").play("whips 1")
    assert mean(distribution(shunt, "straight", lambda state: 5 - int(state.chariots[0].wounds))) == Fraction(1, 6)
    assert mean(distribution(shunt, "straight", lambda state: 5 - int(state.chariots[1].wounds))) == Fraction(1, 3)
    swipe = world(A="4/2/3", B="4/3/4", dice="3").play("whips 1")
    across = mean(distribution(swipe, "right", lambda state: 5 - int(state.chariots[0].wounds)))
    assert across == Fraction(5, 6) * Fraction(1, 3)
    fight = world(A="4/2/3", B="4/3/4", dice="1").play("whips 1")
    assert mean(distribution(fight, "straight", lambda state: 5 - int(state.chariots[1].wounds))) == Fraction(1, 6)
    assert mean(distribution(fight, "straight", lambda state: 5 - int(state.chariots[0].wounds))) == Fraction(1, 6)
    hedge = before_the_bend(4, 1)
    assert mean(distribution(hedge, "straight", lambda state: 5 - int(state.chariots[0].wounds))) == THIRD / 6


@clause("BH-Q23", "BH-D1")
def test_the_odds_of_a_second_contact_contain_no_wounds() -> None:
    race = world(A="4/2/3", B="4/2/4", C="0/4/9", dice="2 | 1 1 | 3").play("whips 1")
    assert "wounded" in repr(race.match.odds("straight"))
    race.play("straight")
    odds = race.match.odds("straight")  # only the direction die is rolled
    assert odds.exact
    assert odds.chance("rams White") == 1
    assert WOUND_PHRASES[6] == "wounded six times", "one less than the most wounds a chariot can have"


def driving(points: int, track: str = "circus", **places: str) -> World:
    """Return a race in which A has rolled this move with its whips; further dice are 1."""
    whips = int(places["A"].partition(" whips ")[2] or "1")
    return world(track, **places, dice=[points] * whips).play(f"whips {whips}")  # type: ignore[arg-type]


STEPS = {
    "a ram across": (driving(3, A="4/2/3", B="4/3/4"), "right"),
    "a ram across with the last point, then a fight": (driving(1, A="4/2/3", B="4/3/4"), "right"),
    "a rival that cannot give way": (driving(3, A="4/3/3", B="4/4/4", C="4/3/4"), "right"),
    "a shunt into a third chariot": (driving(3, A="4/2/3", B="4/2/4", C="4/2/5", D="4/3/5"), "straight"),
    "out of a bend into the wall": (driving(3, A="1/4/2 whips 2", B="4/1/9"), "straight"),
    "a landing on a rival": (driving(3, "river", A="4/2/5", B="4/2/8"), "straight"),
}
"""Steps that may hurt: a race and an action each."""


@clause("BH-R4", "BH-R6", "BH-W1", "BH-J3", "BH-F2")
@pytest.mark.parametrize("name", list(STEPS))
def test_the_odds_count_a_step_to_its_end(name: str) -> None:
    race, action = STEPS[name]
    odds = race.match.odds(action)
    key = dict(odds.key)
    assert odds.exact
    for number, chariot in enumerate(race.state.chariots):
        before = chariot.wounds

        def is_harmed(state: Race, number: int = number, before: int = before) -> int:
            return int(state.chariots[number].wounds < before)

        who = "you" if number == 0 else FACTIONS[number]
        played = distribution(race, action, is_harmed)
        assert key.get(f"{who} wounded", Fraction(0)) == played.get(1, Fraction(0)), who


def test_a_ram_is_named_on_its_button_and_counted_with_what_follows() -> None:
    race, action = STEPS["a ram across"]
    assert label(race, action) == "Ram White: change lane right"
    assert label(race, "left") == "Change lane left"
    odds = race.match.odds(action)
    assert odds.key == [
        ("ram White", Fraction(5, 6)),
        ("you wounded", Fraction(5, 18)),
        ("White wounded", Fraction(5, 18)),
    ]
    assert in_short(odds) == "83 % ram White, 28 % you wounded, 28 % White wounded"
    assert chance_of(odds, "across") == 0
    blocked, _ = STEPS["a rival that cannot give way"]
    assert chance_of(blocked.match.odds("right"), "blocked") == Fraction(5, 6)
    jump = world("river", A="4/2/6 whips 1 hand 7", B="4/2/8", dice="3").play("whips 1")
    assert label(jump, "straight") == "Jump, ram White"


@clause("BH-Q23")
def test_a_second_contact_is_a_push_and_no_ram() -> None:
    race = world(A="4/2/3", B="4/2/4", C="0/4/9", dice="2 | 1 1 | 3").play("whips 1")
    assert label(race, "straight") == "Ram White: straight on"
    assert label(race.play("straight"), "straight") == "Push White: straight on"


@clause("BH-M3", "BH-S3")
@pytest.mark.parametrize("whips", [1, 2, 3])
@pytest.mark.parametrize("square", ["0/2/12", "1/2/0", "0/1/11"])
def test_the_odds_of_whips_say_what_the_bend_ahead_asks(square: str, whips: int) -> None:
    race = world(A=f"{square} whips 2", B="4/1/9")
    odds = race.match.odds(f"whips {whips}")

    def resolve(dice: Dice) -> bool:
        state = race.state.clone()
        state.dice, state.logging = dice, True
        agenda.act(state, Action("whips", (whips,)))
        while isinstance(state.agenda[-1], NextStep):
            agenda.act(state, STRAIGHT)
        return any(isinstance(event, (Skidded, SpunOut)) for event in state.events)

    played = sum([chance for chance, skids in branches(resolve) if skids], Fraction(0))
    assert [chance for name, chance in odds.key if name.startswith("skid")] == [played]
    value = 5 if "/1/" in square else 4
    assert f"% skid (bend {value}+)" in in_short(odds)
    assert in_short(odds).startswith("move ")
    assert f"asks {value}+ of every die" in odds.notes[0]


def test_far_from_a_bend_more_whips_cost_lane_changes_only() -> None:
    odds = world(A="4/2/3 whips 2", B="0/1/9").match.odds("whips 3")
    assert odds.key == []
    assert in_short(odds) == "move 5.0 on average"
    assert odds.notes[-1] == "A lane change takes a 4 or more."
