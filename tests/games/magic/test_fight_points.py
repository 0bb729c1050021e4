"""Every row of the two tables of points: a change to a fight that affects this row alone."""

from __future__ import annotations

import pytest

from hippodrome.games.magic.events import FightCounted
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.points import ATTACK_ROWS, DEFENCE_ROWS, dice_for
from tests.games.magic.world import OPEN_FIELD, world
from tests.support import clause

ROWS = OPEN_FIELD.splitlines()
BRUSHY = "\n".join([ROWS[0], ". . . b . . .", *ROWS[2:]])
WOODED = "\n".join([ROWS[0], ". . . w . . .", *ROWS[2:]])
RIVER = "\n".join([*ROWS[:2], "- - - = - - -", *ROWS[2:]])
BRIDGE = "\n".join([*ROWS[:2], "# # # + # # #", *ROWS[2:]])

BASE = {"one": "r d3 SU > d4", "two": "r d3 SU > d4", "foe": "w d4 SU", "screen": "w d4 SK"}


def count_fight(ground: str, fought: str, mist: str, units: dict[str, str], answer: str) -> FightCounted:
    """Return the counted points of a fight with these units."""
    battle = world(steps=[NEXT_FIGHT[0]], dice="any", ground=ground, fought=fought, mist=mist, **units)
    if answer:
        battle.play(answer)
    return battle.events(FightCounted)[-1]


def changes(old: dict[str, str], new: dict[str, str], **way: str) -> tuple[dict[int, int], dict[int, int]]:
    """Return the rows that differ between two fights, with the difference: the attacker's and the defender's."""
    first = count_fight(way.get("ground", OPEN_FIELD), "", "", old, way.get("before", ""))
    after = way.get("then", way.get("ground", OPEN_FIELD))
    second = count_fight(after, way.get("fought", ""), way.get("mist", ""), new, way.get("answer", ""))
    mine = {n: second.rows[n] - first.rows[n] for n in range(1, ATTACK_ROWS) if second.rows[n] != first.rows[n]}
    theirs = {
        n: second.other_rows[n] - first.other_rows[n]
        for n in range(1, DEFENCE_ROWS)
        if second.other_rows[n] != first.other_rows[n]
    }
    assert (second.dice, second.answer) == (dice_for(second.mine), dice_for(second.theirs))
    return mine, theirs


def with_units(units: dict[str, str], **others: str) -> dict[str, str]:
    """Return the units with others added or changed."""
    return {**units, **others}


# -------------------------------------------------------------------- the attacker


def assert_attack_row(row: int, points: int, more: dict[str, str]) -> None:
    """Assert that more units change only this row of the attacker."""
    assert changes(BASE, {**BASE, **more}) == ({row: points}, {})


@clause("WAM-F1", "WAM-Q20")
def test_momentum_needs_two_units_in_the_square_that_won_last_turn() -> None:
    assert_attack_row(1, 4, {"one": "r d3 SU fresh > d4", "two": "r d3 SU fresh > d4"})
    assert changes(BASE, with_units(BASE, one="r d3 SU fresh > d4")) == ({}, {})
    assert changes(BASE, with_units(BASE, idle="r d3 SU fresh", other="r d3 SU fresh")) == ({1: 4}, {})
    assert changes(BASE, with_units(BASE, idle="r d3 SU fresh", other="r c3 SU fresh")) == (
        changes(BASE, with_units(BASE, idle="r d3 SU", other="r c3 SU"))
    )


@clause("WAM-F2")
@pytest.mark.parametrize("code", ["CO", "CV", "CH", "CO 3", "CV 3"])
def test_close_order_chariots_and_cavalry_at_strength_give_3(code: str) -> None:
    assert_attack_row(2, 3, {"more": f"r d3 {code} > d4"})


@clause("WAM-F3", "WAM-F12", "WAM-Q24")
def test_a_general_gives_4_for_leading_and_1_for_being_present() -> None:
    assert changes(BASE, with_units(BASE, g="r d3 G"), answer="lead") == ({3: 4}, {})
    assert changes(BASE, with_units(BASE, g="r d3 G"), answer="follow") == ({12: 1}, {})


@clause("WAM-F4")
def test_an_attacking_monster_gives_4() -> None:
    assert_attack_row(4, 4, {"more": "r d3 MO > d4"})


@clause("WAM-F5", "WAM-Q21")
@pytest.mark.parametrize("code", ["CO", "SU", "CV", "CH", "CO 1"])
def test_two_line_units_to_the_rear_give_3(code: str) -> None:
    assert_attack_row(5, 3, {"a": f"r d2 {code}", "b": "r d2 SU"})
    assert changes(BASE, with_units(BASE, a=f"r d2 {code}")) == ({}, {})
    assert changes(BASE, with_units(BASE, a="r d2 HO", b="r d2 SK", c="r d2 AR", d="r d2 EL", e="r d2 G")) == ({}, {})


@clause("WAM-F6", "WAM-Q47")
def test_elites_beyond_two_count_as_veterans() -> None:
    assert_attack_row(6, 2, {"one": "r d3 SU-E > d4"})
    units = {f"e{n}": "r d3 SU-E > d4" for n in range(3)}
    plain = {f"e{n}": "r d3 SU > d4" for n in range(3)}
    veteran = {"v": "r d3 SU-V > d4"}
    assert changes(with_units(BASE, **plain, v="r d3 SU > d4"), with_units(BASE, **units, **veteran)) == (
        {6: 4, 16: 2},
        {},
    )
    many = {f"e{n}": "r d3 SU-E > d4" for n in range(4)} | {f"v{n}": "r d3 SU-V > d4" for n in range(3)}
    none = {f"e{n}": "r d3 SU > d4" for n in range(4)} | {f"v{n}": "r d3 SU > d4" for n in range(3)}
    foes = {"foe": BASE["foe"], "screen": BASE["screen"]}
    assert changes(with_units(foes, **none), with_units(foes, **many)) == ({6: 4, 16: 3}, {})


@clause("WAM-F6", "WAM-Q17", "WAM-Q47")
def test_elites_in_the_square_count_whether_they_attack_or_not() -> None:
    assert_attack_row(6, 2, {"idle": "r d3 SU-E"})
    assert_attack_row(6, 2, {"late": "r d3 SU-E failed e3"})
    assert changes(BASE, with_units(BASE, gun="r d3 AR-E", idle="r d3 SU-V", levy="r d3 SU-L")) == ({}, {})
    three = {f"e{n}": "r d3 SU-E" for n in range(3)}
    assert changes(BASE, with_units(BASE, **three)) == ({6: 4, 16: 1}, {})


@clause("WAM-F7")
def test_an_attacking_elephant_gives_2() -> None:
    assert_attack_row(7, 2, {"more": "r d3 EL > d4"})


@clause("WAM-F8")
def test_the_absence_of_enemy_skirmishers_gives_2() -> None:
    without = {name: text for name, text in BASE.items() if name != "screen"}
    assert changes(BASE, without) == ({8: 2}, {14: -1})
    assert changes(BASE, with_units(BASE, screen="w d4 SC")) == ({}, {})


@clause("WAM-F9")
@pytest.mark.parametrize("code", ["SU", "HO", "SU 3"])
def test_support_and_hosts_at_strength_give_2(code: str) -> None:
    assert_attack_row(9, 2, {"more": f"r d3 {code} > d4"})


@clause("WAM-F10", "WAM-Q3")
@pytest.mark.parametrize("code", ["CO 2", "SU 1", "CV 2", "CH 1", "HO 2"])
def test_a_weakened_unit_gives_1(code: str) -> None:
    assert_attack_row(10, 1, {"more": f"r d3 {code} > d4"})


@clause("WAM-F11", "WAM-Q46")
@pytest.mark.parametrize("code", ["SK", "SC", "SK 1"])
def test_attacking_skirmishers_give_1_at_any_strength(code: str) -> None:
    assert_attack_row(11, 1, {"more": f"r d3 {code} > d4"})


@clause("WAM-F13")
def test_up_to_two_leaders_count() -> None:
    assert_attack_row(13, 1, {"a": "r d3 L"})
    assert_attack_row(13, 2, {"a": "r d3 L", "b": "r d3 L"})
    assert_attack_row(13, 2, {"a": "r d3 L", "b": "r d3 L", "c": "r d3 L"})


@clause("WAM-F14", "WAM-Q21")
def test_each_flank_square_of_the_attacker_gives_1() -> None:
    assert_attack_row(14, 1, {"a": "r c3 SK 1"})
    assert_attack_row(14, 2, {"a": "r c3 EL", "b": "r e3 MO"})
    assert changes(BASE, with_units(BASE, a="r c3 HO", b="r c3 AR", c="r e3 G", d="r e3 L")) == ({}, {})


@clause("WAM-F15", "WAM-Q22")
def test_shock_troops_below_full_strength_give_1_more() -> None:
    assert changes(with_units(BASE, m="r d3 CO 3 > d4"), with_units(BASE, m="r d3 CO-k 3 > d4")) == ({15: 1}, {})
    assert changes(with_units(BASE, m="r d3 CO 2 > d4"), with_units(BASE, m="r d3 CO-k 2 > d4")) == ({15: 1}, {})


@clause("WAM-F16")
def test_up_to_three_veterans_count() -> None:
    assert_attack_row(16, 1, {"one": "r d3 SU-V > d4"})
    five = {f"v{n}": "r d3 SU-V > d4" for n in range(5)}
    plain = {f"v{n}": "r d3 SU > d4" for n in range(5)}
    assert changes(with_units(BASE, **plain), with_units(BASE, **five)) == ({16: 3}, {})


@clause("WAM-F17", "WAM-Q17")
@pytest.mark.parametrize("words", ["CO came", "MO came", "SU failed d4"])
def test_a_unit_without_enough_movement_gives_1(words: str) -> None:
    assert_attack_row(17, 1, {"late": f"r d3 {words}"})


@clause("WAM-F17", "WAM-Q17")
@pytest.mark.parametrize("words", ["CO", "SU ready", "AR came", "G came", "SU failed c3", "CV came ready", "SU > c3"])
def test_units_that_hold_back_give_nothing(words: str) -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="any", **with_units(BASE, idle=f"r d3 {words}", side="w c3 SU"))
    if battle.decision == "NextFight":
        battle.play("fight d3 d4")
    if battle.decision == "LeadAttack":
        battle.play("follow")
    assert battle.events(FightCounted)[0].rows[17] == 0


@clause("WAM-F18")
def test_up_to_three_levies_count() -> None:
    assert_attack_row(18, -1, {"one": "r d3 SU-L > d4"})
    levies = {f"l{n}": "r d3 SU-L > d4" for n in range(4)}
    plain = {f"l{n}": "r d3 SU > d4" for n in range(4)}
    assert changes(with_units(BASE, **plain), with_units(BASE, **levies)) == ({18: -3}, {})


@clause("WAM-F19", "WAM-Q23")
def test_defending_elephants_cost_attacking_cavalry_and_chariots_1() -> None:
    horses = with_units(BASE, a="r d3 CV > d4", b="r d3 CH > d4", c="r d3 SC > d4")
    assert changes(horses, with_units(horses, e="w d4 EL")) == ({19: -1}, {15: 1})
    assert changes(horses, with_units(horses, e="w d4 EL", f="w d4 EL", g="w d4 EL")) == ({19: -2}, {15: 3})
    cavalry = with_units(BASE, **{f"h{n}": "r d3 CV > d4" for n in range(5)})
    assert changes(cavalry, with_units(cavalry, **{f"e{n}": "w d4 EL" for n in range(5)})) == ({19: -3}, {15: 5})


@clause("WAM-F20", "WAM-Q23")
def test_defending_hosts_cost_attacking_monsters_1() -> None:
    monster = with_units(BASE, m="r d3 MO > d4")
    assert changes(monster, with_units(monster, h="w d4 HO", i="w d4 HO")) == ({20: -1}, {7: 4})


@clause("WAM-F21", "WAM-Q36")
@pytest.mark.parametrize("ground", [RIVER, BRIDGE])
def test_an_attack_across_a_river_or_bridge_costs_2(ground: str) -> None:
    assert changes(BASE, BASE, then=ground) == ({21: -2}, {})


@clause("WAM-F22", "WAM-Q35", "WAM-Q50")
def test_closed_ground_or_mist_costs_the_attacker_4() -> None:
    assert changes(BASE, BASE, then=BRUSHY) == ({22: -4}, {})
    assert changes(BASE, BASE, mist="d4") == ({22: -4}, {})


@clause("WAM-F23", "WAM-Q50")
@pytest.mark.parametrize("code", ["CV", "CH"])
def test_a_mounted_unit_that_assaults_closed_ground_costs_2(code: str) -> None:
    foot = with_units(BASE, m="r d3 CO > d4", n="r d3 CO > d4")
    mounted = with_units(BASE, m=f"r d3 {code} > d4", n=f"r d3 {code} > d4")
    assert changes(foot, mounted, ground=BRUSHY) == ({23: -4}, {})
    assert changes(foot, mounted) == ({}, {})
    light, riders = with_units(BASE, m="r d3 SK > d4"), with_units(BASE, m="r d3 SC > d4")
    assert changes(light, riders, ground=BRUSHY) == ({23: -2}, {})


# -------------------------------------------------------------------- the defender


def assert_defence_row(row: int, points: int, more: dict[str, str], ground: str = OPEN_FIELD) -> None:
    """Assert that more units change only this row of the defender."""
    assert changes(BASE, {**BASE, **more}, ground=ground) == ({}, {row: points})


@clause("WAM-D1")
def test_a_defending_monster_gives_4() -> None:
    assert_defence_row(1, 4, {"m": "w d4 MO"})


@clause("WAM-D2", "WAM-Q50")
def test_close_order_defends_with_3_but_only_1_in_closed_ground() -> None:
    assert_defence_row(2, 3, {"m": "w d4 CO"})
    assert_defence_row(2, 1, {"m": "w d4 CO"}, BRUSHY)


@clause("WAM-D3", "WAM-Q21")
def test_two_line_units_behind_the_defender_give_3() -> None:
    assert_defence_row(3, 3, {"a": "w d5 CH 1", "b": "w d5 CO"})
    assert changes(BASE, with_units(BASE, a="w d5 CO", b="w d5 HO", c="w d5 AR", d="w d5 SK")) == ({}, {})


@clause("WAM-D4", "WAM-Q21")
def test_each_flank_square_of_the_defender_gives_2() -> None:
    assert_defence_row(4, 2, {"a": "w c4 SK"})
    assert_defence_row(4, 4, {"a": "w c4 CO", "b": "w e4 M"})
    assert changes(BASE, with_units(BASE, a="w c4 HO", b="w e4 AR")) == ({}, {})


@clause("WAM-D5")
def test_a_general_gives_2_in_defence() -> None:
    assert_defence_row(5, 2, {"g": "w d4 G"})


@clause("WAM-D6", "WAM-Q47")
def test_up_to_two_elites_count_in_defence() -> None:
    assert_defence_row(6, 2, {"foe": "w d4 SU-E"})
    elites = {f"e{n}": "w d4 SU-E" for n in range(4)}
    plain = {f"e{n}": "w d4 SU" for n in range(4)}
    assert changes(with_units(BASE, **plain), with_units(BASE, **elites)) == ({}, {6: 4})


@clause("WAM-D7")
@pytest.mark.parametrize("code", ["SU", "HO 3"])
def test_support_and_hosts_give_2_in_defence_on_any_ground(code: str) -> None:
    assert_defence_row(7, 2, {"m": f"w d4 {code}"})
    assert_defence_row(7, 2, {"m": f"w d4 {code}"}, BRUSHY)


@clause("WAM-D8", "WAM-Q50")
def test_cavalry_and_chariots_defend_with_2_but_only_1_in_closed_ground() -> None:
    assert_defence_row(8, 2, {"m": "w d4 CV"})
    assert_defence_row(8, 2, {"m": "w d4 CH"})
    assert_defence_row(8, 1, {"m": "w d4 CV"}, BRUSHY)


@clause("WAM-D9")
def test_up_to_eight_elves_count_in_a_wood() -> None:
    assert changes(BASE, with_units(BASE, foe="w d4 SU-e", screen="w d4 SK-e"), ground=WOODED) == ({}, {9: 2})
    assert changes(BASE, with_units(BASE, foe="w d4 SU-e"), ground=BRUSHY) == ({}, {})
    elves = {f"x{n}": "w d4 SU-e" for n in range(7)}
    plain = {f"x{n}": "w d4 SU" for n in range(7)}
    both = with_units(BASE, foe="w d4 SU-e")
    assert changes(with_units(BASE, **plain), with_units(both, **elves), ground=WOODED) == ({}, {9: 8})


@clause("WAM-D10")
def test_up_to_two_leaders_count_in_defence() -> None:
    assert_defence_row(10, 1, {"l": "w d4 L"})
    assert_defence_row(10, 2, {"l": "w d4 L", "m": "w d4 L", "n": "w d4 L"})


@clause("WAM-D11", "WAM-Q22")
def test_shock_troops_give_1_more_in_defence() -> None:
    assert_defence_row(11, 1, {"foe": "w d4 SU-k"})
    assert changes(with_units(BASE, m="w d4 CO 1"), with_units(BASE, m="w d4 CO-k 1")) == ({}, {11: 1})


@clause("WAM-D12", "WAM-Q26")
@pytest.mark.parametrize("code", ["CO 2", "SU 1", "HO 2", "CV 1", "CH 1"])
def test_a_weakened_unit_gives_1_in_defence(code: str) -> None:
    assert_defence_row(12, 1, {"m": f"w d4 {code}"})
    if not code.startswith("CH"):
        assert_defence_row(12, 1, {"m": f"w d4 {code}"}, BRUSHY)


@clause("WAM-D13")
def test_up_to_three_veterans_count_in_defence() -> None:
    assert_defence_row(13, 1, {"foe": "w d4 SU-V"})
    many = {f"v{n}": "w d4 SU-V" for n in range(4)}
    plain = {f"v{n}": "w d4 SU" for n in range(4)}
    assert changes(with_units(BASE, **plain), with_units(BASE, **many)) == ({}, {13: 3})


@clause("WAM-D14", "WAM-Q46")
def test_skirmishers_give_1_in_defence() -> None:
    assert_defence_row(14, 1, {"m": "w d4 SK 1"})
    assert_defence_row(14, 1, {"m": "w d4 SC"})


@clause("WAM-D15")
def test_elephants_give_1_in_defence() -> None:
    assert_defence_row(15, 1, {"m": "w d4 EL"})


@clause("WAM-D16")
def test_up_to_three_levies_count_in_defence() -> None:
    assert_defence_row(16, -1, {"foe": "w d4 SU-L"})
    many = {f"l{n}": "w d4 SU-L" for n in range(4)}
    plain = {f"l{n}": "w d4 SU" for n in range(4)}
    assert changes(with_units(BASE, **plain), with_units(BASE, **many)) == ({}, {16: -3})


@clause("WAM-D17", "WAM-Q23")
def test_attacking_elephants_cost_defending_cavalry_and_chariots_1() -> None:
    horses = with_units(BASE, a="w d4 CV", b="w d4 CH", c="w d4 SC")
    assert changes(horses, with_units(horses, e="r d3 EL > d4")) == ({7: 2}, {17: -1})
    assert changes(horses, with_units(horses, e="r d3 EL", f="r d3 EL")) == ({}, {})


@clause("WAM-D18", "WAM-Q23")
def test_attacking_hosts_cost_defending_monsters_1() -> None:
    monsters = with_units(BASE, a="w d4 MO")
    assert changes(monsters, with_units(monsters, h="r d3 HO > d4")) == ({9: 2}, {18: -1})


@clause("WAM-D19", "WAM-Q45")
def test_each_earlier_fight_in_the_square_costs_the_defender_4() -> None:
    assert changes(BASE, BASE, fought="d4") == ({}, {19: -4})
    assert changes(BASE, BASE, fought="d4 d4 d5") == ({}, {19: -8})


@clause("WAM-Q26")
def test_magicians_and_artillery_give_no_points() -> None:
    assert changes(BASE, with_units(BASE, m="w d4 M", a="w d4 AR-E")) == ({}, {})
    assert changes(BASE, with_units(BASE, m="r d3 M", a="r d3 AR")) == ({}, {})
