"""Situations in which several rules meet."""

from __future__ import annotations

from hippodrome.games.magic.casualties import FALLEN, HIT_IN_FIGHT, Suffer
from hippodrome.games.magic.events import AttackLapsed, FightCounted, FightDrawn, HitTaken, Trapped
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.morale import MORALE
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.games.magic.shooting import VOLLEYS
from hippodrome.games.magic.state import BY_FIGHT
from hippodrome.games.magic.victory import CHECK_BREAK, COUNT_DOWN, points_of
from tests.games.magic.world import World, world
from tests.support import clause


def beaten_in_d5(friends: int, dice: str) -> World:
    """Return a battle in which three units in d5 lose to d4; friends are in c5, the enemy in e5."""
    crowd = {f"friend_{n}": "w c5 SU" for n in range(friends)}
    return world(
        steps=[NEXT_FIGHT[0]], dice=dice, fought="d5 d5",
        one="r d4 CO > d5", two="r d4 CO > d5", three="r d4 CO > d5", four="r d4 CO > d5", five="r d4 SK > d5",
        holder="r e5 SU", a="w d5 CO", b="w d5 CO", c="w d5 CO", **crowd,
    )  # fmt: skip


@clause("WAM-R3", "WAM-Q31")
def test_a_group_that_cannot_retire_suffers_more_and_stays() -> None:
    # 12 + 1 + 2 + 1 for the flank = 16 points, 4 dice; the defender 9 + 2 - 8 = 3 points, 1 die.
    battle = beaten_in_d5(6, "3 1 1 1 | 1 | 5 | 2 | 5 5 1")
    assert [event.square for event in battle.events(Trapped)] == []
    battle.play("hit a")
    assert len(battle.events(Trapped)) == 1
    assert battle.decision == "LoseBases"
    battle.play("lose a", "lose b")
    assert battle.decision == "end"
    assert [battle.bases(name) for name in "abc"] == [3, 3, 4]
    assert {battle.at(name) for name in ("a", "b", "c")} == {"d5"}
    assert battle.at("one") == "d4"


@clause("WAM-R3", "WAM-Q31", "WAM-Q5", "WAM-Q8")
def test_a_group_withdraws_sideways_if_there_is_room_for_all() -> None:
    battle = beaten_in_d5(5, "3 1 1 1 | 1 | 5 | 2")
    battle.play("hit a")
    assert {battle.at(name) for name in ("a", "b", "c")} == {"c5"}
    assert battle.decision == "Advance"
    battle.play("advance one", "advance two", "advance three", "advance five")
    assert battle.decision == "end"
    assert [battle.at(name) for name in ("one", "four", "five")] == ["d5", "d4", "d5"]
    assert battle.state.fought[battle.state.board.parse_name("d5")] == 0


@clause("WAM-Q18")
def test_an_abandoned_target_is_occupied_without_dice() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], one="r c3 CO > c4", two="r c3 SU > c4", foe="w a5 SK", mage="w c4 M")
    assert battle.decision == "Advance"
    battle.play("advance one", "stay")
    assert (battle.at("one"), battle.at("two")) == ("c4", "c3")
    assert not battle.unit("one").won
    assert battle.at("mage") == ""


@clause("WAM-Q18")
def test_a_pinned_unit_stays_while_skirmishers_may_leave() -> None:
    units = {"line": "w c4 CO ready", "screen": "w c4 SK ready", "chief": "w c4 L ready", "foe": "r c3 CO > c4"}
    battle = world(steps=[MOVE_NEXT[1]], first=0, **units)
    assert battle.labels == [
        "End the phase",
        "Attack c3 with everything in c4",
        *[f"Move {name} from c4" for name in ("line", "screen", "chief")],
    ]
    battle.play("move screen", "go d4", "move line")
    battle.expect_refusal("go c5", "WAM-Q18")
    battle.play("attack c3")
    light = world(steps=[MOVE_NEXT[1]], **(units | {"foe": "r c3 SK > c4"}))
    light.play("move line")
    assert "Move to c5" in light.labels


@clause("WAM-D19", "WAM-Q45", "WAM-Q17", "WAM-R4")
def test_a_second_attack_meets_tired_defenders() -> None:
    units = {"one": "r c4 CO > d4", "two": "r d3 CO > d4", "foe": "w d4 CO", "screen": "w d4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], dice="1 | 1 | 1", **units)
    assert battle.decision == "NextFight"
    battle.play("fight c4 d4")
    assert [event.other_rows[19] for event in battle.events(FightCounted)] == [0, -4]
    assert len(battle.events(FightDrawn)) == 2


@clause("WAM-Q18", "WAM-Q19", "WAM-Q45")
def test_a_second_attack_lapses_when_the_first_has_taken_the_square() -> None:
    units = {"one": "r d3 CO > d4", "two": "r c4 CO > d4", "foe": "w d4 CO", "screen": "w d4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], dice="6 | 1 | 5 5 | 1", **units)
    battle.play("fight d3 d4", "advance one")
    assert len(battle.events(AttackLapsed)) == 1
    assert battle.at("foe") == "d5"
    assert battle.state.fought[battle.state.board.parse_name("d5")] == 0


ANSWER = {"one": "r c3 CO > c4", "mine": "r c3 SK > c4", "foe": "w c4 CO > c3", "screen": "w c4 SK > c3"}


@clause("WAM-Q19", "WAM-T6")
def test_an_answering_attack_is_void_when_its_units_withdraw() -> None:
    battle = world(steps=[NEXT_FIGHT[0], NEXT_FIGHT[1]], dice="6 | 1 | 5 5 | 1", **ANSWER)
    battle.play("stay")
    assert battle.decision == "end"
    assert len(battle.events(FightCounted)) == 1
    assert battle.at("foe") == "c5"


@clause("WAM-Q19", "WAM-Q45")
def test_an_answering_attack_follows_a_draw_and_its_target_is_not_tired() -> None:
    battle = world(steps=[NEXT_FIGHT[0], NEXT_FIGHT[1]], dice="1 | 1 | 1 | 1", **ANSWER)
    assert [event.other_rows[19] for event in battle.events(FightCounted)] == [0, 0]
    assert battle.decision == "end"


SIDEWAYS = {
    "line": "r d3 CO ready",
    "levy": "r d3 CO-L ready",
    "general": "r d3 G",
    "foe": "w e3 CO",
    "screen": "w e3 SK",
}


@clause("WAM-M4", "WAM-Q11", "WAM-Q10", "WAM-M6")
def test_each_unit_with_its_general_may_reroll_once() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="3 4 | 5", **SIDEWAYS)
    battle.play("assault d3 e3", "reroll")
    assert battle.unit("line").target == battle.unit("levy").target == battle.state.board.parse_name("e3")
    battle = world(steps=[MOVE_NEXT[0]], dice="3 4 | 4 6", **SIDEWAYS)
    battle.play("assault d3 e3", "reroll", "reroll")
    assert battle.unit("levy").target == battle.state.board.parse_name("e3")
    assert battle.unit("levy").rerolled


@clause("WAM-M4", "WAM-F17", "WAM-Q16")
def test_a_unit_that_fails_both_rolls_stays_and_helps_the_attack() -> None:
    battle = world(steps=[MOVE_NEXT[0], NEXT_FIGHT[0]], dice="3 2 | 5 | 1 | 1", **SIDEWAYS)
    battle.play("assault d3 e3", "reroll", "follow")
    rows = battle.events(FightCounted)[0].rows
    assert (rows[2], rows[17], rows[18], rows[12]) == (3, 1, -1, 1)


@clause("WAM-Q44", "WAM-M5", "WAM-M6")
def test_cavalry_leaves_a_wood_only_on_its_score_and_levy_cavalry_never() -> None:
    ground = ". . . . . . .\n" * 4 + ". . . w . . ."
    battle = world(
        steps=[MOVE_NEXT[0]], dice="5 5", ground=ground,
        veteran="r d1 CV-V ready", plain="r d1 CV ready", levy="r d1 CV-L ready",
    )  # fmt: skip
    battle.play("move veteran", "go d2", "move plain", "go d2")
    assert [battle.at(name) for name in ("veteran", "plain")] == ["d2", "d1"]
    assert "Move levy from d1" not in battle.labels  # it subtracts 1 and cannot reach a 6
    alone = world(steps=[MOVE_NEXT[0]], ground=ground, levy="r d1 CV-L ready", gun="r c1 AR-L ready")
    assert alone.decision == "end"  # levy artillery cannot move at all


@clause("WAM-R8", "WAM-Q30")
def test_a_dead_monster_harms_its_own_side() -> None:
    square = world(a="w d4 CO").state.board.parse_name("d4")
    battle = world(
        steps=[Suffer(1, square, 3, HIT_IN_FIGHT, BY_FIGHT, False), FALLEN], dice="5 5 1 | 5 | 6 2 | 4 4",
        orcs_a="w d4 CO", orcs_b="w d4 CO", troll="w d4 MO",
    )  # fmt: skip
    assert [battle.bases(name) for name in ("orcs_a", "orcs_b", "troll")] == [3, 3, 0]
    assert battle.decision == "end"


@clause("WAM-Q48")
def test_a_side_that_is_wiped_out_has_lost() -> None:
    lone = {"one": "r d3 SU 1 > d4", "foe": "w d4 SU 1"}
    # 1 + 2 for no skirmishers = 3 points, 1 die; the defender has 1 point and no dice.
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 2", **lone)
    assert battle.decision == "Advance"
    battle.play("advance one")
    assert battle.at("one") == "d4"
    both = {"one": "r d3 SU 1 > d4", "foe": "w d4 SU 1", "chief": "w d4 L", "other": "w d4 L", "flank": "w c4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 6 | 2 | 2", **both)
    assert (battle.bases("foe"), battle.bases("one")) == (0, 0)
    assert len(battle.events(FightDrawn)) == 1
    assert battle.decision == "end"


@clause("WAM-T5", "WAM-Q32", "WAM-S1", "WAM-S3", "WAM-S4", "WAM-S5")
def test_the_losses_of_both_volleys_take_effect_together() -> None:
    battle = world(
        steps=[VOLLEYS], dice="5 1 1 1 | 6 | 3 | 4", first=1,
        a="r d3 SU-m 1 aim d4", b="w d4 SU-ms aim d3",
    )  # fmt: skip
    assert (battle.bases("a"), battle.bases("b")) == (0, 3)


@clause("WAM-Q22", "WAM-F15", "WAM-R1")
def test_shock_troops_roll_a_shock_die_only_at_full_strength() -> None:
    def fight(bases: str, dice: str) -> FightCounted:
        units = {"one": f"r d3 CO-k {bases} > d4", "screen": "w d4 SK"}
        battle = world(steps=[NEXT_FIGHT[0]], dice=dice, **units)
        return battle.events(FightCounted)[0]

    assert (fight("4", "1").mine, fight("4", "1").dice) == (2, 0)
    assert (fight("3", "2").mine, fight("3", "2").dice) == (4, 1)
    assert (fight("2", "").mine, fight("2", "").dice) == (2, 0)


@clause("WAM-Q15", "WAM-Q53")
def test_a_lone_character_flees_to_friends_or_dies() -> None:
    units = {"foot": "r e2 SU ready", "mage": "w e3 M"}
    battle = world(steps=[MOVE_NEXT[0]], **units, friends="w e5 CO")
    battle.play("move foot", "go e3")
    assert (battle.at("foot"), battle.at("mage")) == ("e3", "e5")
    battle = world(steps=[MOVE_NEXT[0]], **units, friends="w f5 CO")
    battle.play("move foot", "go e3")
    assert battle.at("mage") == ""
    assert points_of(battle.state, 0) - 1 == 3  # 1 is for e3, in the middle row


def fifteen_units(lost: int) -> dict[str, str]:
    """Return fifteen units, some of them destroyed."""
    return {f"u{n}": "r a1 SK 0" if n < lost else f"r {'abcdefg'[n % 7]}{1 + n // 7 % 2} SU" for n in range(15)}


@clause("WAM-Q41", "WAM-T7", "WAM-T8", "WAM-Q40")
def test_a_side_breaks_before_the_countdown_runs() -> None:
    battle = world(steps=[MORALE, CHECK_BREAK, COUNT_DOWN], **fifteen_units(9), foe="w d5 CO")
    assert battle.decision == ""
    assert battle.match.result is not None
    assert (battle.match.result.places, battle.match.result.reason) == ((2, 1), "broken")
    battle = world(steps=[MORALE, CHECK_BREAK, COUNT_DOWN], dice="4", **fifteen_units(8), foe="w d5 CO")
    assert (battle.decision, battle.state.countdown) == ("end", 21)


SPLIT = {
    "one": "r d3 CO > d4", "two": "r d3 CO > c3", "foe": "w d4 CO", "other": "w c3 CO", "screen": "w d4 SK",
    "scouts": "w c3 SK",
}  # fmt: skip


@clause("WAM-Q24", "WAM-F3", "WAM-F12", "WAM-F13")
def test_general_and_leaders_take_part_in_one_attack_of_their_square() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="1 | 1 1 | 1 | 1 | 1 | 1", **SPLIT, general="r d3 G", chief="r d3 L")
    battle.play("fight d3 d4")
    assert battle.labels == ["Take part in this attack", "Wait for the other attack"]
    battle.play("join", "await")
    assert battle.decision == "LeadAttack"
    battle.play("lead")
    rows = [event.rows for event in battle.events(FightCounted)]
    assert [(row[3], row[12], row[13]) for row in rows] == [(4, 0, 0), (0, 0, 1)]
    assert battle.unit("general").helped
    assert battle.decision == "end"  # the general cannot lead again


@clause("WAM-Q24", "WAM-F12")
def test_a_general_who_waits_may_lead_the_other_attack() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="1 | 1 | 1 | 1 1 | 1", **SPLIT, general="r d3 G")
    battle.play("fight d3 d4", "await")
    assert battle.decision == "LeadAttack"
    assert battle.state.clash.target == battle.state.board.parse_name("c3")
    battle.play("lead")
    rows = [event.rows for event in battle.events(FightCounted)]
    assert [(row[3], row[12]) for row in rows] == [(0, 0), (4, 0)]


@clause("WAM-Q24", "WAM-Q27", "WAM-Q49")
def test_a_leader_of_the_other_attack_is_not_hit_and_does_not_advance() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="6 | 1 | 1 1 | 1 | 1 | 1 | 1", **SPLIT, chief="r d3 L", third="r d3 CO > d4",
    )  # fmt: skip
    battle.play("fight d3 d4", "await")
    assert battle.decision == "Advance"
    battle.play("advance one")
    assert battle.labels == ["Advance third", "Stop advancing"]
    battle.play("stay")
    assert [event.rows[13] for event in battle.events(FightCounted)] == [0, 1]


@clause("WAM-Q24", "WAM-Q27")
def test_hits_fall_on_characters_of_the_same_attack_only() -> None:
    def pieces_hit(answer: str, dice: str) -> list[str]:
        battle = world(steps=[NEXT_FIGHT[0]], dice=dice, **SPLIT, chief="r d3 L", ally="w c4 CO")
        battle.play("fight d3 d4", answer)
        return [battle.state.names[event.unit] for event in battle.events(HitTaken)]

    # The defender has 3 + 1 + 2 points, one die: two hits; the repulse, 1 die, costs nothing.
    assert pieces_hit("await", "1 | 6 | 6 6 | 1 1 | 1 | 1 | 1") == ["one", "one"]
    assert pieces_hit("join", "1 | 1 | 6 | 6 6 | 1 1 | 1 | 1") == ["one", "chief"]


@clause("WAM-Q17", "WAM-F17")
def test_a_unit_without_movement_helps_one_attack_of_its_square() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="1 | 1 | 1 | 1", **SPLIT, late="r d3 SU came")
    battle.play("fight d3 d4", "join")
    assert [event.rows[17] for event in battle.events(FightCounted)] == [1, 0]
    battle = world(steps=[NEXT_FIGHT[0]], dice="1 | 1 | 1 | 1", **SPLIT, late="r d3 SU came")
    battle.play("fight d3 d4", "await")
    assert [event.rows[17] for event in battle.events(FightCounted)] == [0, 1]


@clause("WAM-Q24")
def test_a_single_attack_asks_nothing() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], one="r d3 CO > d4", foe="w d4 CO", general="r d3 G", chief="r d3 L", dice="any"
    )
    assert battle.decision == "LeadAttack"


@clause("WAM-M1", "WAM-Q6")
def test_a_roll_of_its_own_decides_priority_with_the_option() -> None:
    units = {"foot": "r d2 CO", "foe": "w d4 CO", "mage": "r d2 M", "rival": "w d4 M"}
    battle = world(steps=[NEW_TURN], dice="6 1 | 1 3", priority="rolled", **units)
    assert (battle.decision, battle.match.seat) == ("CharacterPhase", 0)  # the attacker won the initiative
    battle.play("done", "done")
    assert (battle.decision, battle.match.seat) == ("MoveNext", 1)  # and lost the priority: 1 + 1 against 3
    assert battle.state.first == 1
    battle = world(steps=[NEW_TURN], dice="6 1", **units)
    battle.play("done", "done")
    assert (battle.decision, battle.match.seat) == ("MoveNext", 0)
    assert battle.roll_purposes() == ["initiative", "initiative"]
