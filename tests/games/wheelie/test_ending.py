"""The end of a battle: victory, draws, time, points; Experts, campaigns and the prey."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.wheelie.crews import Crew
from hippodrome.games.wheelie.ending import MAX_TURNS, QUIET_TURNS, seat_points
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.state import (
    BROKEN,
    DESTROYED,
    EXPERT_DRIVER,
    EXPERT_WARRIOR,
    FIGHTING,
    LOST,
    WITHDRAWN,
    Skirmish,
)
from tests.games.wheelie.world import the_game, world
from tests.support import clause

FAR_UNIT = "egyptian 30 30 0"
SIX = "1 1 1 1 1 1"


@clause("WW-P8", "WW-Q61")
def test_a_side_with_nothing_but_runners_has_lost() -> None:
    battle = world(
        A="egyptian 0 0 0", B="egyptian 0 8 90", C=FAR_UNIT, D="runners -20 0 0", spread="1", dice="6 6 | 2 2 | 1 2"
    )
    battle.play("advance 1", "leg 6", "drive 6000")
    result = battle.match.result
    assert result is not None
    assert (result.winners, result.reason) == ((0,), "victory")
    assert battle.match.check("end", 0) is not None


@clause("WW-Q61")
def test_a_side_that_began_with_runners_alone_fights_on() -> None:
    battle = world(A="egyptian 0 0 0", B="runners 0 8 90", spread="1", order="AB", dice=SIX)
    battle.play("end")
    assert battle.match.result is None


@clause("WW-P8", "WW-Q44")
def test_a_broken_chariot_counts_as_gone_at_once() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180", C=FAR_UNIT, spread="3 4", dice="6 1 1 1 1 1 | 1 1 1 1 1 1 | 1 6"
    )
    battle.play("aim 3 1", "shoot 4")
    assert battle.unit("B").status == BROKEN
    assert battle.match.result is not None


@clause("WW-Q44")
def test_a_broken_chariot_can_still_be_destroyed() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90 broken", C=FAR_UNIT, D="egyptian -20 20 0",
                   spread="1", dice="6 6 | 2 2 | 1 2")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 6000")
    assert battle.unit("B").status == DESTROYED


@clause("WW-Q49", "WW-CC1")
def test_all_gone_at_once_is_a_draw() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6 | 1 2 | 1 2")
    battle.play("advance 1", "leg 6", "drive 6000")
    result = battle.match.result
    assert result is not None
    assert (result.places, result.reason) == ((1, 1), "all gone")
    assert the_game().analysis.value(battle.state, 0) == 500


@clause("WW-Q49")
@pytest.mark.parametrize(
    ("a", "b", "places"),
    [
        ("kills 1", "", (1, 2)),
        ("inflicted 1", "inflicted 2", (2, 1)),
        ("kills 1 inflicted 1", "kills 1", (1, 2)),
        ("", "", (1, 1)),
    ],
)
def test_when_time_runs_out_kills_then_damage_decide(a: str, b: str, places: tuple[int, int]) -> None:
    battle = world(A=f"egyptian 0 0 0 {a}", B=f"{FAR_UNIT} {b}", turn=15, limit=15, spread="1", order="A")
    battle.play("end")
    result = battle.match.result
    assert result is not None
    assert (result.places, result.reason) == (places, "out of time")


@clause("WW-Q49")
def test_a_battle_without_fighting_ends_after_20_quiet_turns() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, turn=30, spread="1", order="A", dice=f"3 4 {SIX}")
    battle.state.quiet = QUIET_TURNS - 1
    battle.play("end")
    assert battle.state.turn == 31
    other = world(A="egyptian 0 0 0", B=FAR_UNIT, turn=30, spread="1", order="A")
    other.state.quiet = QUIET_TURNS
    other.play("end")
    assert other.match.result is not None
    assert other.match.result.reason == "too quiet"


@clause("WW-Q49")
def test_no_battle_is_longer_than_150_turns() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, turn=MAX_TURNS, spread="1", order="A")
    battle.play("end")
    assert battle.match.result is not None


@clause("WW-Q49")
def test_an_attack_resets_the_quiet_turns() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4", dice=f"{SIX} {SIX}")
    battle.state.quiet = 7
    battle.play("aim 3 1", "shoot 4")
    assert battle.state.quiet == 0


@clause("WW-Q49", "WW-Q26")
def test_points_decide_the_funeral_games() -> None:
    battle = world(
        A="egyptian 0 0 0 kills 1", B=f"{FAR_UNIT} inflicted 4", C="hittite -20 -20 0 side 2", scenario="funeral",
        turn=15, limit=15, spread="1", order="A",
    )  # fmt: skip
    assert [seat_points(battle.state, seat) for seat in range(3)] == [5, 6, 2]
    battle.play("end")
    assert battle.match.result is not None
    assert battle.match.result.places == (2, 1, 3)


@clause("WW-Q49")
def test_the_prey_of_a_hunt_wins_when_time_runs_out() -> None:
    battle = world(
        A="egyptian 0 0 0 kills 1", B="assyrian 20 20 0", scenario="hunt", turn=12, limit=12, spread="1", order="A"
    )
    battle.play("end")
    assert battle.match.result is not None
    assert battle.match.result.winners == (1,)


# -------------------------------------------------------------------- leaving and coming back


@clause("WW-L2", "WW-Q44", "WW-L4", "WW-Q46")
def test_a_chariot_without_a_friend_does_not_roll_to_return() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0 broken team 1", D="runners 20 -20 0 side 0",
                   turn=3, order="ABD", dice=f"{SIX} {SIX} {SIX} | 6 1 2 | {SIX} {SIX} {SIX}")  # fmt: skip
    battle.unit("A").status = LOST
    battle.state.agenda.clear()
    from hippodrome.games.wheelie.sequence import END_TURN, has_friend
    from hippodrome.kit import agenda

    assert not has_friend(battle.state, battle.unit("C"))
    battle.state.agenda.append(END_TURN)
    agenda.advance(battle.state)
    assert battle.unit("C").status == WITHDRAWN
    assert battle.state.over
    battle.state.dice.roll_d6(battle.dice_left)


@clause("WW-L4", "WW-Q46")
def test_a_returning_chariot_waits_while_it_has_no_friend() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", turn=6, order="A", dice=SIX)
    unit = battle.unit("C")
    unit.status, unit.back = 4, 6
    battle.unit("A").status = BROKEN
    from hippodrome.games.wheelie.sequence import has_friend

    assert not has_friend(battle.state, unit)
    battle.unit("A").status = FIGHTING
    assert has_friend(battle.state, unit)
    battle.play("end")
    assert battle.decision == "Deploy"
    battle.expect_refusal("deploy 5", "WW-Q48")


# -------------------------------------------------------------------- Experts and the ladder


@clause("WW-G1", "WW-G2", "WW-G6")
def test_two_games_running_with_a_kill_make_an_expert() -> None:
    crew = Crew("Memnon")
    assert not crew.may_become_expert()
    crew = crew.after(1, True).after(0, True).after(2, True)
    assert not crew.may_become_expert()
    crew = crew.after(1, True)
    assert (crew.may_become_expert(), crew.games, crew.kills) == (True, 4, 4)
    expert = crew.become(EXPERT_DRIVER)
    assert (expert.expert, expert.may_become_expert()) == (EXPERT_DRIVER, False)
    with pytest.raises(ValueError, match="cannot become"):
        expert.become(EXPERT_WARRIOR)
    with pytest.raises(ValueError, match="cannot become"):
        crew.become(3)


@clause("WW-G1", "WW-I12", "WW-CC2")
def test_a_killed_crew_is_replaced_by_a_new_one() -> None:
    crew = Crew("Memnon", EXPERT_WARRIOR, 2, 2, 3).after(1, False)
    assert (crew.name, crew.expert, crew.kill_streak, crew.games, crew.kills) == ("Memnon", 0, 0, 0, 0)


@clause("WW-I12", "WW-CC2", "WW-Q26")
def test_the_statistics_of_a_battle_hold_kills_and_survival_for_a_campaign() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180 team 2 temporary 3", spread="3 4", dice="5 1 1 1 1 1 | 1 1 1 1 1 1"
    )
    battle.play("aim 3 1", "shoot 4")
    figures = the_game().analysis.match_statistics(battle.state)
    assert (figures["kills Red"], figures["alive Red"], figures["kills White"], figures["alive White"]) == (1, 1, 0, 1)
    rammed = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6 | 2 2 | 1 2")
    rammed.play("advance 1", "leg 6", "drive 6000")
    assert the_game().analysis.match_statistics(rammed.state)["alive White"] == 0


@clause("WW-G3", "WW-G5")
def test_the_ladder_options_set_the_experts() -> None:
    match = hd.new("wheelie", "ladder", options={"expert_red": "driver", "expert_white": "warrior"}, seed=1)
    assert isinstance(match.state, Skirmish)
    assert [unit.expert for unit in match.state.units] == [EXPERT_DRIVER, EXPERT_WARRIOR]


@clause("WW-Q53")
def test_the_game_has_one_title() -> None:
    assert the_game().title == "What a Wheelie"


@clause("WW-R1")
def test_the_roster_shows_the_fields_of_a_record_sheet() -> None:
    battle = world(A="egyptian 0 0 0 team 1 temporary 2 trait 6", B=FAR_UNIT)
    [panel] = [panel for panel in battle.match.scene().panels if panel.name == "roster"]
    assert panel.heads == ["Unit", "Dice", "Damage", "Special", "State"]
    assert panel.rows[0][:3] == ["Red's Egyptian", "3", "1 permanent (team 1), 2 temporary"]
    assert panel.rows[1][2] == "none"
    assert "Wild Team" in panel.rows[0][3]


def test_a_prey_that_follows_its_fixed_rules_attacks() -> None:
    attacks = 0
    for seed in range(3):
        match = hd.new("wheelie", "hunt", seed=seed)
        chance = Chance(seed)
        while match.decision:
            assert isinstance(match.state, Skirmish)
            actions = match.proposals()
            action = prey_action(match.state) if match.seat == 1 else actions[chance.below(len(actions))]
            match.play(action)
        attacks += sum([1 for event in match.events if type(event).__name__ == "Attacked"])
    assert attacks > 3
