"""Shooting: dice, ranges, saves, artillery, fog, and the order of dice."""

from __future__ import annotations

import pytest

from hippodrome.games.magic.casualties import HIT_BY_ARTILLERY, HIT_BY_SHOT, HIT_IN_FIGHT, Suffer, save_score
from hippodrome.games.magic.events import HitTaken
from hippodrome.games.magic.shooting import AIM, VOLLEYS, shot_dice, shot_targets
from hippodrome.games.magic.state import BY_FIGHT
from tests.games.magic.world import OPEN_FIELD, world
from tests.support import clause

ROWS = OPEN_FIELD.splitlines()


def ground(letter: str) -> str:
    """Return open ground with a letter in d4."""
    return "\n".join([ROWS[0], f". . . {letter} . . .", *ROWS[2:]])


@clause("WAM-S1", "WAM-S2", "WAM-Q32", "WAM-Q34", "WAM-Q33")
@pytest.mark.parametrize(
    ("unit", "dice"),
    [("SU-m", 4), ("SU-m 2", 2), ("SU-L-m", 3), ("CV-m", 3), ("CV-L-m", 2), ("CV-L-m 1", 0), ("SK", 1), ("SK-L 2",
    1), ("SC", 1),
     ("SC-L", 1), ("CO", 0), ("SU", 0), ("AR", 2), ("AR came", 0), ("SU-m > d4", 0), ("SU-m came", 4),
     ("SK failed d4", 1)],
)  # fmt: skip
def test_the_number_of_dice_a_unit_shoots_with(unit: str, dice: int) -> None:
    battle = world(unit=f"r d3 {unit}")
    assert shot_dice(battle.state, battle.unit("unit")) == dice


@clause("WAM-Q32", "WAM-Q33")
def test_bows_reach_one_square_and_artillery_three() -> None:
    battle = world(
        bows="r c3 SU-m", gun="r c3 AR", near="w c4 SU", far="w c5 SU", more="w c5 CO", off="w d4 SU",
        side="w f3 SU", out="w g3 M",
    )  # fmt: skip
    names = battle.state.board.name
    assert [names[square] for square in shot_targets(battle.state, battle.unit("bows"))] == ["c4"]
    assert [names[square] for square in shot_targets(battle.state, battle.unit("gun"))] == ["c5", "c4", "f3"]


@clause("WAM-T5", "WAM-Q32")
def test_every_shooter_picks_its_target_before_any_dice_are_rolled() -> None:
    battle = world(
        steps=[AIM[0], AIM[1], VOLLEYS], dice="1 1 1 1 | 5 | 3",
        bows="r c3 SU-m", screen="r c3 SK", foe="w c4 SU", other="w b3 SK", lost="w g5 SU-m",
    )  # fmt: skip
    battle.expect_refusal("shoot c5", "WAM-Q32")
    battle.play("shoot c4", "skip", "shoot c3")
    battle.play("hit screen")
    assert battle.bases("screen") == 4
    battle = world(steps=[AIM[0]], bows="r c3 SU-m > c4", foe="w c4 SU")
    assert battle.decision == "end"


@clause("WAM-S4", "WAM-S5")
@pytest.mark.parametrize(
    ("unit", "need"),
    [("G", 2), ("MO", 2), ("SK", 3), ("SC", 3), ("HO", 3), ("CO-a", 3), ("M", 3), ("CO", 4), ("L", 4), ("EL", 4),
    ("AR", 4),
     ("CH", 4), ("SU-s", 5), ("CO-as", 4), ("CO-E", 4), ("CO-L", 4)],
)  # fmt: skip
def test_saves_against_shots(unit: str, need: int) -> None:
    def needs(letter: str) -> int:
        battle = world(ground=ground(letter), unit=f"w d4 {unit}")
        return int(save_score(battle.state, battle.unit("unit"), HIT_BY_SHOT))

    assert needs(".") == needs("b") == needs("m") == need
    if unit not in ("EL", "CH"):
        assert needs("w") == needs("v") == max(need - 1, 2)


@clause("WAM-A1", "WAM-A2", "WAM-Q35")
@pytest.mark.parametrize(
    ("unit", "need"), [("G", 2), ("M", 2), ("MO", 3), ("L", 4), ("CO-E-a", 7), ("SK", 7), ("AR", 7)]
)
def test_saves_against_artillery(unit: str, need: int) -> None:
    def needs(letter: str) -> int:
        battle = world(ground=ground(letter), unit=f"w d4 {unit}")
        return int(save_score(battle.state, battle.unit("unit"), HIT_BY_ARTILLERY))

    assert needs(".") == needs("m") == needs("h") == need
    assert [needs(letter) for letter in "wvdb"] == [6 if need == 7 else need] * 4


@clause("WAM-A1", "WAM-Q33", "WAM-S3")
def test_artillery_kills_a_base_without_a_save() -> None:
    battle = world(steps=[VOLLEYS], dice="5 6", gun="r d2 AR aim d4", foe="w d4 CO-E-a", other="w d4 CO")
    assert [battle.bases(name) for name in ("foe", "other")] == [3, 3]


@clause("WAM-R6", "WAM-R7", "WAM-Q26", "WAM-Q28", "WAM-Q29")
@pytest.mark.parametrize(
    ("unit", "need"),
    [("G", 2), ("MO", 2), ("L", 3), ("M", 3), ("CO-a", 4), ("CH", 4), ("CO", 5), ("EL", 5), ("AR", 5), ("HO", 5),
    ("CO-E", 4),
     ("CO-V-a", 3), ("CO-L", 6), ("CO-L-s", 7), ("SU-s", 6), ("CH-E", 3), ("SK", 5), ("SC-V", 4)],
)  # fmt: skip
def test_saves_in_a_fight(unit: str, need: int) -> None:
    battle = world(unit=f"w d4 {unit}")
    assert save_score(battle.state, battle.unit("unit"), HIT_IN_FIGHT) == need


@clause("WAM-Q28", "WAM-R6")
def test_accompanied_skirmishers_save_better() -> None:
    alone = world(unit="w d4 SK", other="w d4 SC", chief="w d4 G")
    assert save_score(alone.state, alone.unit("unit"), HIT_IN_FIGHT) == 5
    company = world(unit="w d4 SK", other="w d4 SU")
    assert save_score(company.state, company.unit("unit"), HIT_IN_FIGHT) == 4


@clause("WAM-Q52")
def test_a_ward_improves_every_existing_save() -> None:
    battle = world(ward="d4", unit="w d4 CO", levy="w d4 CO-L-s", chief="w d4 G")
    for name, needs in (("unit", (3, 7, 4)), ("levy", (4, 7, 6)), ("chief", (2, 2, 2))):
        assert (
            tuple(
                int(save_score(battle.state, battle.unit(name), source))
                for source in (HIT_BY_SHOT, HIT_BY_ARTILLERY, HIT_IN_FIGHT)
            )
            == needs
        )


@clause("WAM-Q37")
def test_no_unit_shoots_into_or_out_of_the_fog() -> None:
    battle = world(
        scenery=["r d3 2"], inside="r d3 SU-m", outside="w d4 SU-m", gun="w d5 AR", free="r c3 SU-m", foe="w c4 SK"
    )
    assert [shot_targets(battle.state, battle.unit(name)) for name in ("inside", "outside", "gun")] == [[], [], []]
    assert len(shot_targets(battle.state, battle.unit("free"))) == 1


@clause("WAM-Q51", "WAM-Q30")
def test_volleys_are_rolled_before_saves_and_dead_monsters() -> None:
    battle = world(
        steps=[VOLLEYS], dice="5 | 5 1 | 6 | 1 | 1 | 4 | 3",
        first=0, screen="r a3 SK aim a4", gun="r d1 AR aim d4", back="w a4 SK aim a3", troll="w d4 MO",
        scouts="w a4 SK",
    )  # fmt: skip
    assert battle.roll_purposes()[:3] == ["volley", "artillery", "volley"]
    battle.play("hit scouts")
    assert battle.roll_purposes()[3:] == ["save", "save", "save", "monster"]
    assert [battle.bases(name) for name in ("scouts", "troll", "screen")] == [3, 0, 4]


@clause("WAM-Q27", "WAM-S4")
def test_all_hits_of_a_volley_count_however_few_the_targets_are() -> None:
    battle = world(
        steps=[VOLLEYS], dice="5 5 5 5 6 6 6 6 | 1 1 4 1 1",
        bows="r d3 SU-m aim d4", more="r d3 SU-m aim d4", foe="w d4 CO",
    )  # fmt: skip
    assert battle.bases("foe") == 0  # of 8 hits one is saved, and the fourth failure destroys the unit
    guns = {f"gun_{n}": "r d1 AR aim d4" for n in range(3)}
    battle = world(steps=[VOLLEYS], dice="5 5 5 5 1 1", **guns, foe="w d4 CO")
    assert battle.bases("foe") == 0


@clause("WAM-Q27", "WAM-S4")
def test_hits_of_a_volley_go_round_units_then_characters_again_and_again() -> None:
    battle = world(
        steps=[VOLLEYS], dice="5 5 5 5 5 5 6 6 | 1 6 6 6 6 6 6 6",
        bows="r d3 SU-m aim d4", more="r d3 SU-m aim d4", foe="w d4 CO", chief="w d4 G", screen="w d4 SK",
    )  # fmt: skip
    taken = [battle.state.names[event.unit] for event in battle.events(HitTaken)]
    assert taken == ["foe", "screen", "chief", "foe", "screen", "chief", "foe", "screen"]
    assert battle.bases("foe") == 3


@clause("WAM-R6", "WAM-Q27")
def test_the_limit_of_two_hits_holds_in_fights() -> None:
    square = world(a="w d4 CO").state.board.parse_name("d4")
    battle = world(steps=[Suffer(1, square, 8, HIT_IN_FIGHT, BY_FIGHT, False)], dice="1 1", foe="w d4 CO")
    assert battle.bases("foe") == 2


@clause("WAM-Q29", "WAM-R7")
def test_a_6_does_not_save_where_modifiers_raise_the_score_above_6() -> None:
    square = world(a="w d4 CO").state.board.parse_name("d4")
    levy = {"foe": "w d4 SU-L-s"}
    battle = world(steps=[Suffer(1, square, 2, HIT_IN_FIGHT, BY_FIGHT, False)], dice="", **levy)
    assert battle.bases("foe") == 2  # no die is rolled
    battle = world(steps=[Suffer(1, square, 1, HIT_IN_FIGHT, BY_FIGHT, False)], dice="6", ward="d4", **levy)
    assert battle.bases("foe") == 4


@clause("WAM-Q32")
def test_attackers_shoot_before_the_fight_only_with_the_option() -> None:
    units = {"bows": "r c3 SU-m > c4", "foe": "w c4 SU"}
    assert world(steps=[AIM[0]], **units).decision == "end"
    battle = world(steps=[AIM[0], VOLLEYS], dice="5 1 1 1 | 1", attackers_shoot="yes", **units)
    battle.play("shoot c4")
    assert battle.bases("foe") == 3
    assert battle.unit("bows").is_attacking()
    assert not battle.match.game.analysis.invariants(battle.state)
