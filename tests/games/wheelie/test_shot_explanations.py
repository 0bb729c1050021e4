"""Shots explained: dice and reasons, exact odds, labels, and the positions of other units in words."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from hippodrome.games.wheelie import shot_explanations
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.attack_odds import attack_odds
from hippodrome.games.wheelie.bearings import bearing_text
from hippodrome.games.wheelie.combat import Damage, resolve_hits
from hippodrome.games.wheelie.outcomes import shot_outcome
from hippodrome.games.wheelie.shot_odds import damage_odds, hit_odds
from hippodrome.kit import agenda
from hippodrome.kit.dice import CountingDice, Dice, branches
from hippodrome.kit.events import DiceRolled
from hippodrome.kit.odds import NO_OUTCOME
from hippodrome.kit.odds_text import in_short
from tests.games.wheelie.test_odds import TABLE
from tests.games.wheelie.world import World, world
from tests.support import clause


def breakdown(battle: World, shooter: str = "A", target: str = "B") -> list[str]:
    unit = battle.unit(shooter)
    return shot_explanations.dice_breakdown(battle.state, unit, shot(battle.state, unit, battle.unit(target)))


def refusal_parts(battle: World) -> tuple[str, str]:
    refusal = shot_explanations.refuse_shot(battle.state, battle.unit("A"), battle.unit("B"))
    assert refusal is not None
    return refusal.rule, refusal.text


# -------------------------------------------------------------------- dice of a shot, part by part


@clause("WW-Q29", "WW-H3")
def test_a_target_that_is_partly_out_of_arc_has_half_the_dice_less_warrior_hits() -> None:
    battle = world(A="egyptian 0 0 0 warrior 1", B="egyptian -6 8 90")
    parts = breakdown(battle)
    assert "front 6; left forward side 0" in parts
    assert "partly out of arc: half of 6 is 3" in parts
    assert "warrior hits -1" in parts
    assert shot(battle.state, battle.unit("A"), battle.unit("B")).dice == 2


@clause("WW-J10", "WW-G5", "WW-Q30", "WW-Q62")
def test_bow_javelins_and_expert_are_listed_separately() -> None:
    near = world(A="indian 0 0 0 expert 2", B="egyptian 0 9 90")
    assert "front 8 bow + 4 javelins + 1 Expert" in breakdown(near)
    far = world(A="indian 0 0 0 expert 2", B="egyptian 0 9.1 90")
    assert "front 5 bow + 1 Expert" in breakdown(far)
    assert breakdown(far)[0].endswith("Medium")


@clause("WW-H2")
def test_a_target_in_several_arcs_takes_the_lowest_dice() -> None:
    battle = world(A="assyrian 0 0 0", B="egyptian 9.5 9.5 90")
    assert "in several arcs: the lowest, 4" in breakdown(battle)


@clause("WW-H4", "WW-S3", "WW-Q50", "WW-E4", "WW-Q32")
def test_rear_lance_and_grapple_are_named() -> None:
    behind = world(A="runners 0 -2.75 0", B="egyptian 0 0 0")
    assert breakdown(behind)[-2:] == ["from behind +2", "grapple +2"]
    beside = world(A="mycenaean 0 0 0", B="egyptian 2.5 0 180")
    assert "lance +2" in breakdown(beside)


# -------------------------------------------------------------------- why there is no shot


@clause("WW-Q6", "WW-B12", "WW-Q33", "WW-Q29")
@pytest.mark.parametrize(
    ("shooter", "target", "terrain", "rule", "text"),
    [
        (
            "egyptian 0 0 0",
            "hittite 0 24 90",
            "",
            "WW-Q6",
            "out of range: 21 inches away, and your maximum range is 18 inches",
        ),
        ("egyptian 0 0 0", "hittite -8 0 0", "", "WW-B12", "no shot into your left forward side and left rear side"),
        ("hittite 0 0 0", "egyptian -10 4 0", "", "WW-Q6", "out of range in your left forward side"),
        ("celtic 0 0 0 warrior 6", "hittite 0 6 90", "", "WW-Q29", "your warrior hits leave no dice"),
        ("egyptian 0 -4 0", "hittite 0 11 90", "rocks 0 4", "WW-Q33", "a rocky outcrop hides it from your warrior"),
    ],
)
def test_a_refusal_names_range_arc_wounds_or_what_hides_the_target(
    shooter: str, target: str, terrain: str, rule: str, text: str
) -> None:
    battle = world(A=shooter, B=target, terrain=[terrain] if terrain else [], spread="3 3")
    refusal = refusal_parts(battle)
    assert refusal[0] == rule
    assert text in refusal[1]
    assert battle.expect_refusal("aim 3 1", rule).text.startswith(refusal[1])


@clause("WW-Q33", "WW-Q5")
def test_a_refusal_names_a_chariot_in_the_way_and_a_missing_reload() -> None:
    battle = world(A="egyptian 0 -8 0", B="hittite 0 8 90", C="egyptian 0 0 90")
    assert "Red's Egyptian 2 hides it" in refusal_parts(battle)[1]
    empty = world(A="egyptian 0 0 0 unloaded", B="hittite 0 8 90", spread="3")
    empty.expect_refusal("aim 3 1", "WW-Q5")


# -------------------------------------------------------------------- odds


@clause("WW-Q35", "WW-Q36")
@pytest.mark.parametrize("dice", list(TABLE), ids=str)
def test_the_attack_odds_match_the_table(dice: tuple[int, int]) -> None:
    odds = attack_odds(*dice, False)
    hurt, even, saved, missed, temporary, permanent, fatal = TABLE[dice]
    shown = (odds.hurt, odds.even, odds.nothing, odds.temporary, odds.permanent, odds.fatal)
    for value, expected in zip(shown, (hurt, even, saved + missed, temporary, permanent, fatal), strict=True):
        assert abs(value - 1000 * expected) <= 2


@clause("WW-K2", "WW-Q42")
def test_bad_kit_loses_a_third_of_the_criticals() -> None:
    sound, bad = attack_odds(1, 1, False), attack_odds(1, 1, True)
    assert (sound.permanent, bad.permanent) == (139, 93)
    assert sound.temporary == bad.temporary


@clause("WW-Q35", "WW-Q36", "WW-I4", "WW-I6", "WW-Q37")
def test_the_odds_of_a_shot_are_exact_and_name_its_effects() -> None:
    battle = world(A="hittite 0 0 0 aim 1", B="egyptian 0 9.5 90", spread="4")
    odds = battle.match.odds("shoot 4")
    hurt, even, *_ = TABLE[4, 6]
    assert odds.exact
    assert sum([chance for _, chance in odds.rows]) == 1
    harm = ("temporary damage", "permanent damage", "breaks", "out of action", "destroyed")
    assert float(sum([odds.chance(name) for name in harm])) == pytest.approx(hurt + even / 6, abs=0.0006)
    assert float(odds.chance("swerves")) == pytest.approx(even * 4 / 6, abs=0.0006)
    assert float(odds.chance("destroyed")) == pytest.approx(TABLE[4, 6][-1], abs=0.0006)


@clause("WW-I8", "WW-I12", "WW-L1", "WW-K7")
@pytest.mark.parametrize(
    "target",
    [
        "egyptian 0 9.5 90",
        "egyptian 0 9.5 90 permanent 3",
        "egyptian 0 9.5 90 temporary 4",
        "egyptian 0 9.5 90 seven 3",
    ],
)
def test_the_odds_of_damage_match_a_count_of_all_rolls(target: str) -> None:
    battle = world(A="hittite 0 0 0 aim 1", B=target, spread="4")
    state = battle.state
    for temporary, permanent in ((1, 0), (0, 1), (1, 1), (0, 2)):
        counted: dict[str, Fraction] = {}

        def resolve(dice: Dice, temporary_damage: int = temporary, permanent_damage: int = permanent) -> str:
            after = state.clone()
            after.dice, after.logging = dice, True
            after.agenda.append(Damage(0, 1, temporary_damage, permanent_damage))
            agenda.advance(after)
            name, events_counted = shot_outcome(1, after.events)
            assert isinstance(dice, CountingDice)
            dice.cut = sum(
                [len(event.dice) for event in after.events[:events_counted] if isinstance(event, DiceRolled)]
            )
            return name

        for chance, name in branches(resolve):
            counted[name] = counted.get(name, Fraction(0)) + chance
        assert damage_odds(state, battle.unit("B"), temporary, permanent) == counted


@clause("WW-Q35", "WW-Q36")
def test_the_odds_of_a_small_attack_match_a_count_of_all_rolls() -> None:
    counted: dict[tuple[int, int, bool], Fraction] = {}
    for a, *saves in product(range(1, 7), repeat=3):
        name = resolve_hits(int(a == 5), int(a == 6), saves.count(5), saves.count(6))
        counted[name] = counted.get(name, Fraction(0)) + Fraction(1, 216)
    assert dict(hit_odds(1, 2, False)) == counted


@clause("WW-Q35", "WW-Q36", "WW-I4")
def test_the_panel_and_the_button_show_one_sum_for_a_shot() -> None:
    battle = world(A="hittite 0 0 0 aim 1", B="egyptian 0 9.5 90", spread="4")
    odds = battle.match.odds("shoot 4")
    row = shot_explanations.shot_row(battle.state, battle.unit("A"), battle.unit("B"))
    assert row["chances"] == in_short(odds)
    harm = ("temporary damage", "permanent damage", "breaks", "out of action", "destroyed")
    assert dict(odds.key)["damage"] == sum([odds.chance(name) for name in harm])
    assert re.fullmatch(r"\d+ % damage, \d+ % permanent or worse", row["chances"])


@clause("WW-B11")
def test_an_aim_shows_the_odds_of_the_shot_that_it_makes_possible() -> None:
    battle = world(A="hittite 0 0 0", B="egyptian 0 9.5 90", spread="3 4")
    expected = battle.match.odds("aim 3 1")
    assert battle.play("aim 3 1").match.odds("shoot 4").rows == expected.rows


@clause("WW-CC1", "WW-CC2")
def test_the_odds_of_a_collision_depend_on_two_doubles() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 7 90", spread="1 2", dice="6 6").play("advance 1", "leg 6")
    odds = battle.match.odds("drive 5000")
    assert odds.exact
    assert odds.chance("you and White's Hittite destroyed") == Fraction(25, 36)
    assert odds.chance("you destroyed") == odds.chance("White's Hittite destroyed") == Fraction(5, 36)
    assert odds.chance("all survive") == Fraction(1, 36)
    assert battle.match.odds("drive 2000").chance(NO_OUTCOME) == 1


@clause("WW-B2", "WW-B9")
def test_the_odds_of_a_move_match_its_dice() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 30 90", spread="1 2")
    assert battle.match.odds("advance 1").chance("move 12") == Fraction(1, 36)
    assert battle.match.odds("turn 2").chance("move 6") == Fraction(11, 36)


# -------------------------------------------------------------------- labels and panels


@clause("WW-Q1", "WW-J8")
def test_labels_show_the_dice_of_a_shot_and_what_allows_the_die() -> None:
    battle = world(
        A="hittite 0 0 0 aim 1", B="egyptian 0 9.5 90", C="egyptian 20 20 0", D="celtic 4 8 90", spread="1 3 3 4"
    )
    label = {
        action.text: battle.match.game.presentation.label(battle.state, action) for action in battle.match.proposals()
    }
    assert label["shoot 4"] == "Shoot with a 4 at White's Egyptian: 4 dice"
    assert label["shoot 3"].endswith("4 dice (spare Aim)")
    assert label["shoot 1"].endswith("4 dice (Aggressive)")
    assert label["aim 3 3"] == "Aim with a 3 at White's Celtic (8 dice)"


@clause("WW-Q24", "WW-Q16")
def test_labels_show_a_collision_and_a_turn_given_up() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 7 90", spread="1 2", dice="6 6 | 5 5")
    battle.play("advance 1", "leg 6")
    label = battle.match.game.presentation.partial_label
    assert label(battle.state, "drive", (2000,)) == "Drive 2 inches"
    assert label(battle.state, "drive", (5000,)).startswith("Drive 5 inches into White's Hittite")
    battle.play("drive 1000", "wheel -450", "drive 3000", "stop", "turn 2")
    assert label(battle.state, "drive", (1000,)) == "Drive 1 inch and give up the turn"


def test_the_shots_panel_lists_shots_by_and_at_the_acting_unit() -> None:
    battle = world(
        A="hittite 0 0 0 aim 1", B="egyptian 0 9.5 90 unloaded", C="celtic 20 20 0", D="celtic -9 0 0", spread="4"
    )
    [panel] = [panel for panel in battle.match.scene(0).panels if panel.name == "shots"]
    assert [row[0] for row in panel.rows] == [
        "Red's Hittite at White's Egyptian",
        "Red's Hittite at White's Celtic",
        "White's Egyptian at Red's Hittite",
        "White's Celtic at Red's Hittite",
    ]
    assert [row[1] for row in panel.rows] == ["4", "0", "4", "0"]
    assert panel.rows[0][2].startswith("aimed; 6.5 inches, Medium; front 4")
    assert panel.rows[2][2].startswith("must reload first; ")
    assert panel.seats == [0, 0, 1, 1]


# -------------------------------------------------------------------- positions of other units


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("0 12 180", "8 inches ahead of you, heading the other way; you are in its front"),
        ("10 10 0", "heading as you do; you are in its blind side"),
        ("8 0 90", "5 inches to your right, heading to your right; you are in its rear"),
        ("-9 -9 270", "off your left rear, heading to your left"),
        ("0 -10 180", "6 inches behind you, heading the other way; you are in its rear"),
        ("2 0 0", "touching, to your right"),
    ],
)
def test_other_units_are_described_as_ones_own_crew_sees_them(place: str, words: str) -> None:
    battle = world(A="hittite 0 0 0", B=f"egyptian {place}")
    assert words in bearing_text(battle.state, battle.unit("A"), battle.unit("B"))


def test_the_battle_is_described_from_the_viewers_own_unit() -> None:
    battle = world(
        A="hittite 0 0 0 aim 1", B="egyptian 10 10 0", C="celtic 20 -20 0", spread="4 5", terrain=["pool -9 9"]
    )
    mine = battle.match.describe(0).splitlines()
    assert mine[0].endswith("Turn 2. Red's Hittite is acting; action dice left: 4 5.")
    assert mine[1].startswith(
        "You are Red's Hittite, 36 inches from the left and 36 inches from the top, facing the top edge: "
    )
    assert mine[1].endswith("6 of 6 action dice, loaded, aiming at White's Egyptian.")
    assert "off your right front" in mine[2]
    assert any(line == "The waterhole lies 27 inches from the left and 27 inches from the top." for line in mine)
    assert battle.match.describe(1).splitlines()[1].startswith("You are White's Egyptian")
    assert battle.match.describe().splitlines()[1].startswith("Seen from Red's Hittite")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (("deploy", (10,)), "Place it 1 inch along the edge"),
        (("deploy", ()), "Place it on the edge…"),
        (("place", (185, 40)), "Place the terrain 18.5 inches from the left and 4 inches from the top"),
        (("place", ()), "Place the terrain…"),
        (("wheel", (0,)), "Do not turn"),
        (("wheel", (-225,)), "Turn 22.5 degrees left"),
        (("drive", ()), "Drive …"),
    ],
)
def test_labels_use_inches_and_degrees(action: tuple[str, tuple[int, ...]], words: str) -> None:
    battle = world(A="hittite 0 0 0", B="egyptian 0 20 0")
    assert battle.match.game.presentation.partial_label(battle.state, *action) == words
