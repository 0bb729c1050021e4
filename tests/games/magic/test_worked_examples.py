"""Two complete fights, die by die."""

from __future__ import annotations

from hippodrome.games.magic.events import FightCounted
from hippodrome.games.magic.fighting import NEXT_FIGHT
from tests.games.magic.world import World, world
from tests.support import clause

KNIGHTS = {
    "knights_1": "r d3 CV-E-ak > d4",
    "knights_2": "r d3 CV-E-ak > d4",
    "squires": "r d3 CV-a 3 > d4",
    "guard": "r d3 CO-V-a 2 > d4",
    "foresters": "r d3 SK > d4",
    "town": "r d3 CO came",
    "general": "r d3 G",
    "leader": "r d3 L",
    "rear_town": "r d2 CO",
    "rear_bows": "r d2 SU-V-ms",
    "peasants": "r c3 SU-L-s",
    "other_leader": "r e3 L",
    "orcs_a": "w d4 CO-k",
    "orcs_b": "w d4 CO-k 3",
    "host": "w d4 HO",
    "archers": "w d4 SK 3",
    "troll": "w d4 MO",
    "chief": "w d4 L",
    "rear_orcs": "w d5 CO-k",
    "wolves": "w c4 SC",
    "far_host": "w e4 HO",
}


def rows(battle: World) -> tuple[dict[int, int], dict[int, int]]:
    """Return the non-zero rows of the last fight, of attacker and defender."""
    event = battle.events(FightCounted)[-1]
    mine = {number: points for number, points in enumerate(event.rows) if points}
    theirs = {number: points for number, points in enumerate(event.other_rows) if points}
    return mine, theirs


@clause(
    "WAM-R1", "WAM-R2", "WAM-R3", "WAM-Q9", "WAM-Q22", "WAM-Q24", "WAM-Q27", "WAM-Q31", "WAM-Q46", "WAM-Q49", "WAM-Q51"
)
def test_knights_win_a_charge_in_the_open() -> None:
    dice = "4 6 5 2 | 6 5 4 3 3 2 1 | 6 3 2 1 | 5 3 2 4 2 3 | 6 1 4 | 4 | 6 2"
    battle = world(steps=[NEXT_FIGHT[0]], dice=dice, **KNIGHTS)
    assert battle.decision == "LeadAttack"
    battle.play("lead")
    assert rows(battle) == (
        {0: 9, 2: 3, 3: 4, 5: 3, 6: 4, 10: 1, 11: 1, 13: 1, 14: 1, 16: 1, 17: 1},
        {1: 4, 2: 6, 4: 2, 7: 2, 10: 1, 11: 2, 14: 1},
    )
    counted = battle.events(FightCounted)[-1]
    assert (counted.mine, counted.dice, counted.theirs, counted.answer) == (29, 7, 18, 4)
    assert (battle.state.clash.mine, battle.state.clash.theirs) == (6, 3)
    assert (battle.bases("leader"), battle.bases("general")) == (0, 1)
    assert [battle.bases(name) for name in ("orcs_a", "orcs_b", "host", "archers", "troll", "chief")] == [
        4,
        2,
        3,
        3,
        1,
        1,
    ]
    assert battle.decision == "Allot"
    battle.play("hit town", "hit foresters", "hit squires")
    assert [battle.bases(name) for name in ("town", "foresters", "squires")] == [4, 3, 3]
    assert {battle.at(name) for name in ("orcs_a", "orcs_b", "host", "archers", "troll", "chief")} == {"d5"}
    battle.play("lose host", "lose host")
    assert battle.bases("host") == 1
    battle.play("advance knights_1", "advance knights_2", "advance squires", "advance foresters", "advance general")
    assert battle.decision == "end"
    assert [battle.at(name) for name in ("knights_1", "knights_2", "squires", "foresters", "general")] == ["d4"] * 5
    assert [battle.at(name) for name in ("guard", "town")] == ["d3", "d3"]
    winners = [name for name in KNIGHTS if battle.unit(name).won]
    assert winners == ["knights_1", "knights_2", "squires", "guard", "foresters"]


@clause("WAM-R5", "WAM-Q25", "WAM-Q45", "WAM-Q50", "WAM-R6", "WAM-R7", "WAM-D9", "WAM-D19")
def test_an_assault_on_a_wood_fails() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="5 4 | 6 4 2 1 | 3 2 | 6 5 3 | 3 | 6 3 1", ground="woods", fought="b4",
        chariots="r b3 CH-E > b4", elephant="r b3 EL > b4", palace="r b3 CO-V > b4", conscripts_a="r b3 CO-L > b4",
        conscripts_b="r b3 CO-L > b4", slingers="r b3 SK > b4", general="r b3 G", bows="r a3 SU-ms", spare="r b2 CO",
        companions="w b4 CO-E-ae", glade_1="w b4 SU-V-me", glade_2="w b4 SU-V-me 2", scouts="w b4 SK-e",
        giant="w b4 MO",
        dancers="w b5 SU-V-kes", white="w b5 CH", riders="w c4 SC-V-e",
    )  # fmt: skip
    battle.play("follow")
    assert rows(battle) == (
        {2: 12, 6: 2, 7: 2, 11: 1, 12: 1, 14: 1, 16: 1, 18: -2, 22: -4, 23: -4},
        {1: 4, 2: 1, 3: 3, 4: 2, 6: 2, 7: 2, 9: 4, 12: 1, 13: 2, 14: 1, 19: -4},
    )
    counted = battle.events(FightCounted)[-1]
    assert (counted.mine, counted.dice, counted.theirs, counted.answer) == (10, 2, 18, 4)
    battle.play("hit companions", "hit scouts")
    assert (battle.bases("companions"), battle.bases("scouts")) == (4, 3)
    battle.play("hit conscripts_a", "hit conscripts_b", "hit chariots")
    assert [battle.bases(name) for name in ("conscripts_a", "conscripts_b", "chariots")] == [4, 3, 2]
    battle.play("lose conscripts_a", "lose conscripts_a", "lose conscripts_b")
    assert [battle.bases(name) for name in ("conscripts_a", "conscripts_b")] == [2, 2]
    assert battle.decision == "end"
    assert battle.at("palace") == "b3"
    assert battle.at("companions") == "b4"
    assert battle.state.fought[battle.state.board.parse_name("b4")] == 2
