"""Morale, the countdown, points, breaking and motives."""

from __future__ import annotations

import pytest

from hippodrome.games.magic.events import BattleEnded, MoraleFailed
from hippodrome.games.magic.morale import MORALE, RALLY_GENERAL, must_test, passes_test
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.games.magic.victory import (
    CHECK_BREAK,
    COUNT_DOWN,
    finish_by_points,
    motive_points,
    points_of,
)
from tests.games.magic.world import world
from tests.support import clause


@clause("WAM-T7", "WAM-Q39")
@pytest.mark.parametrize(
    ("unit", "need"),
    [("SU", 3), ("SU 2", 4), ("CH", 3), ("CH 1", 4), ("SU-V", 2), ("SU-E 2", 3), ("SU-L", 4), ("SU-L 2", 5),
    ("SU beaten", 4),
     ("SU-L 1 beaten", 6), ("HO 3", 3), ("AR", 3)],
)  # fmt: skip
def test_the_score_of_a_morale_test(unit: str, need: int) -> None:
    battle = world(unit=f"r d3 {unit}", led=f"r e3 {unit}", chief="r e3 L")
    assert [die for die in range(1, 7) if passes_test(battle.state, battle.unit("unit"), die)] == list(range(need, 7))
    helped = max(need - 1, 2)
    assert [die for die in range(1, 7) if passes_test(battle.state, battle.unit("led"), die)] == list(range(helped, 7))


@clause("WAM-Q39", "WAM-Q54")
def test_units_that_lost_a_base_test_and_lose_another_if_they_fail() -> None:
    battle = world(
        steps=[MORALE], first=1, dice="2 | 1", mine="r d3 SU 3 lost", calm="r d3 SU", troll="w d4 MO lost",
        beast="w d4 EL lost",
        foe="w d4 SK 1 lost", chief="w d4 L lost",
    )  # fmt: skip
    assert [battle.state.names[event.unit] for event in battle.events(MoraleFailed)] == ["foe", "mine"]
    assert [battle.bases(name) for name in ("mine", "foe", "calm")] == [2, 0, 4]
    assert not must_test(battle.unit("troll"))


@clause("WAM-Q39")
def test_with_the_rally_option_the_general_may_move_before_the_tests() -> None:
    units = {"general": "r c3 G", "hurt": "r d3 SU 3 lost", "foe": "w d5 SU"}
    assert world(steps=[RALLY_GENERAL[0]], **units).decision == "end"
    battle = world(steps=[RALLY_GENERAL[0], RALLY_GENERAL[1], MORALE], rally=True, dice="2", **units)
    battle.play("rally d3")
    assert battle.bases("hurt") == 3
    stays = world(steps=[RALLY_GENERAL[0], MORALE], rally=True, dice="2", **units)
    stays.play("remain")
    assert stays.bases("hurt") == 2


@clause("WAM-T8", "WAM-Q40")
def test_the_countdown_ends_the_battle_at_0() -> None:
    battle = world(steps=[COUNT_DOWN], dice="3", countdown=4, a="r d1 SU", b="w d5 SU")
    assert (battle.decision, battle.state.countdown) == ("end", 1)
    battle = world(steps=[COUNT_DOWN], dice="3", countdown=2, a="r d1 SU", b="w d5 SU")
    assert (battle.decision, battle.state.countdown) == ("", 0)
    assert battle.match.result is not None
    assert (battle.match.result.places, battle.match.result.reason) == ((1, 1), "draw")


@clause("WAM-Q41")
@pytest.mark.parametrize(
    ("code", "points"),
    [("G", 5), ("MO", 5), ("M", 3), ("CO", 2), ("SU", 2), ("CV", 2), ("CH", 2), ("EL", 2), ("CO-L", 1), ("SU-L", 1),
    ("HO", 1),
     ("SK", 1), ("SC", 1), ("L", 1), ("AR", 1), ("HO-L", 1)],
)  # fmt: skip
def test_points_for_a_destroyed_enemy_by_kind(code: str, points: int) -> None:
    battle = world(gone=f"w d5 {code} 0", mine="r d1 SU")
    assert (points_of(battle.state, 0), points_of(battle.state, 1)) == (points, 0)


@clause("WAM-Q41")
def test_held_squares_score_2_in_enemy_rows_and_1_in_the_middle() -> None:
    battle = world(a="r d5 SU", b="r c4 SK", c="r b3 SU", d="r b3 SU", e="r a2 SU", chief="r g5 L", foe="w f1 SU")
    assert points_of(battle.state, 0) == 2 + 2 + 1
    assert points_of(battle.state, 1) == 2


@clause("WAM-Q41")
@pytest.mark.parametrize(
    ("gone", "places", "reason"),
    [(2, (1, 1), "draw"), (3, (1, 2), "victory"), (9, (1, 2), "victory"), (10, (1, 2), "great victory")],
)
def test_the_lead_in_points_decides_the_result(gone: int, places: tuple[int, int], reason: str) -> None:
    battle = world(mine="r d1 SU", foe="w d5 SU", **{f"x{n}": "w d5 SK 0" for n in range(gone)})
    finish_by_points(battle.state)
    assert (battle.state.places, battle.state.reason) == (places, reason)


@clause("WAM-Q41")
def test_if_both_break_points_decide() -> None:
    battle = world(
        steps=[CHECK_BREAK], a="r d1 SU 0", b="r d1 SU 0", c="r d1 SU", d="w d5 CO 0", e="w d5 SK 0", f="w d5 SK"
    )
    assert battle.decision == ""
    assert (battle.state.places, battle.state.reason) == ((1, 1), "draw")
    assert len(battle.events(BattleEnded)) == 1


@clause("WAM-Q43")
def test_a_motive_is_worth_up_to_4_points() -> None:
    def motive(army: str, **units: str) -> int:
        battle = world(ground="cross", armies=(army, "river"), motives=True, scenery=["w e2 1"], **units)
        points = int(motive_points(battle.state, 0))
        without = world(ground="cross", armies=(army, "river"), scenery=["w e2 1"], **units)
        assert points_of(battle.state, 0) - points_of(without.state, 0) == points
        return points

    assert motive("river", g="r d1 G led", u="r d1 SU") == 4
    assert motive("river", g="r d1 G", u="r d1 SU") == 0
    assert motive("river", g="r d1 G led 0", u="r d1 SU") == 0
    assert motive("silverwood", a="r a3 SU", b="r g3 SU", c="r e2 SU", d="r d3 SU") == 3
    assert motive("ironhill", a="r a1 SU", x="w d5 SU humbled 0", y="w d5 SU 0", z="w d5 L humbled 0") == 1
    assert motive("crag", a="r d3 SU", b="r d4 SU", c="r e2 SU") == 4
    assert motive("crag", a="r d3 SU", b="r a3 SU") == 2
    assert motive("barrow", a="r a1 SU", x="w d5 G 0") == 4
    assert motive("barrow", a="r a1 SU", x="w d5 L 0") == 0
    assert motive("sunthrone", a="r a1 SU", x="w d5 MO 0") == 2
    assert motive("sunthrone", a="r a1 SU", x="w d5 MO 0", y="w d5 CO-E 0", z="w d5 CV-E 0") == 4


@clause("WAM-Q20", "WAM-F1")
def test_a_win_counts_for_momentum_in_the_next_turn_only() -> None:
    battle = world(steps=[NEW_TURN], dice="6 1", a="r d1 SU won", b="r d1 SU fresh", c="w d5 SU")
    assert (battle.unit("a").won_before, battle.unit("b").won_before) == (True, False)
