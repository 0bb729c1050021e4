"""Movement: distances, movement rolls, diagonals, rivers, ground, stacking, the Fire Pit, and declaring attacks."""

from __future__ import annotations

import pytest

from hippodrome.games.magic.events import Burned, PhaseEnded
from hippodrome.games.magic.kinds import KIND_CODES, NEVER, SQUARES_PER_TURN
from hippodrome.games.magic.movement import MOVE_NEXT, BeginMovement, EndMovement, is_success, score_needed
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.kit.odds import NO_OUTCOME
from hippodrome.kit.odds_text import in_short
from tests.games.magic.world import OPEN_FIELD, world
from tests.support import clause

ROWS = OPEN_FIELD.splitlines()
WOODS = "\n".join([ROWS[0], ROWS[1], ". . . w . . .", ROWS[3], ROWS[4]])
DEEP = "\n".join([*ROWS[:2], "# # # + # # #", *ROWS[2:]])
BANKS = "\n".join([*ROWS[:2], ". . .!.:. . .", *ROWS[3:]])


@clause("WAM-M2", "WAM-T3", "WAM-T4", "WAM-Q15")
def test_cavalry_chariots_generals_and_leaders_move_two_squares() -> None:
    assert {code for code, squares in zip(KIND_CODES, SQUARES_PER_TURN, strict=True) if squares == 2} == {
        "CV",
        "SC",
        "CH",
        "G",
        "L",
    }
    battle = world(steps=[BeginMovement(0), MOVE_NEXT[0]], riders="r d1 CV", foot="r d1 SU hasted", foe="w d5 CO")
    assert (battle.unit("riders").moves, battle.unit("foot").moves, battle.unit("foe").moves) == (2, 2, 0)
    battle.play("move riders", "go d2", "move riders", "go d3")
    assert battle.at("riders") == "d3"
    battle.expect_refusal("move riders", "WAM-M2")
    battle.expect_refusal("move foe", "WAM-T3")


@clause("WAM-M5", "WAM-Q7", "WAM-Q14", "WAM-Q10")
@pytest.mark.parametrize(
    ("code", "aside", "leave"),
    [("CO", 4, 5), ("SU", 3, 4), ("SK", 0, 0), ("CV", 3, 6), ("SC", 0, 5), ("CH", 4, NEVER), ("EL", 4, NEVER), ("HO",
    0, 0),
     ("MO", 0, 0), ("G", 0, 0), ("L", 0, 0), ("M", 0, 0)],
)  # fmt: skip
def test_scores_to_move_back_sideways_and_out_of_closed_ground(code: str, aside: int, leave: int) -> None:
    for ground, forward in ((OPEN_FIELD, 0), (WOODS, leave)):
        battle = world(ground=ground, unit=f"r d3 {code} ready")
        needs = [
            score_needed(battle.state, battle.unit("unit"), battle.state.board.parse_name(sq))
            for sq in ("d4", "c3", "d2")
        ]
        assert needs == [forward, max(aside, forward), max(aside, forward)]
    white = world(attacker=0, unit=f"w d3 {code} ready")
    assert score_needed(white.state, white.unit("unit"), white.state.board.parse_name("d2")) == 0


@clause("WAM-M5")
def test_artillery_needs_a_6_in_every_direction() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="5", gun="r d3 AR ready")
    assert score_needed(battle.state, battle.unit("gun"), battle.state.board.parse_name("d4")) == 6
    battle.play("move gun", "go d4")
    assert battle.at("gun") == "d3"


@clause("WAM-M6", "WAM-Q44")
@pytest.mark.parametrize(
    ("die", "need", "quality", "good"),
    [(3, 4, 0, False), (4, 4, 0, True), (3, 4, 1, True), (3, 4, 2, True), (4, 4, 3, False), (5, 4, 3, True), (6, 6,
    3, False), (6, 5, 3, True),
     (1, 2, 2, False), (6, NEVER, 2, False)],
)  # fmt: skip
def test_quality_modifies_a_movement_roll_and_only_a_natural_1_is_an_exception(
    die: int, need: int, quality: int, good: bool
) -> None:
    assert is_success(die, need, quality) is good


@clause("WAM-M3", "WAM-Q13", "WAM-Q53")
def test_only_hosts_move_diagonally_and_deep_rivers_stop_them() -> None:
    battle = world(steps=[MOVE_NEXT[0]], host="r d3 HO ready", foot="r c3 SU ready", foe="w e4 CO")
    battle.play("move host")
    battle.expect_refusal("attack e4", "WAM-Q13")
    battle.play("go c4", "move foot")
    battle.expect_refusal("go d4", "WAM-Q13")
    river = world(steps=[MOVE_NEXT[0]], ground=DEEP, host="r d3 HO ready", far="w a5 CO")
    river.play("move host")
    assert river.labels == [*[f"Move to {square}" for square in ("d4", "e3", "d2", "c3", "e2", "c2")], "Hold"]


@clause("WAM-Q36")
def test_a_deep_river_can_be_crossed_only_at_a_bridge() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], ground=DEEP, foot="r c3 SU ready", other="r d3 SU ready", foe="w c4 CO", gone="w d4 CO"
    )
    battle.play("move foot")
    battle.expect_refusal("attack c4", "WAM-Q36")
    battle.play("hold", "move other", "attack d4")
    assert battle.unit("other").target == battle.state.board.parse_name("d4")
    banks = world(steps=[MOVE_NEXT[0]], ground=BANKS, a="r c3 SK ready", b="r e3 SK ready")
    banks.play("move a")
    banks.expect_refusal("go d3", "WAM-Q36")
    banks.play("hold", "move b", "go d3")
    assert banks.at("b") == "d3"


@clause("WAM-Q12", "WAM-D15")
def test_chariots_and_elephants_stay_out_of_closed_ground() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], ground=WOODS, cart="r d2 CH ready", beast="r d2 EL ready", foot="r d2 SU ready"
    )
    for name in ("cart", "beast"):
        battle.play(f"move {name}")
        battle.expect_refusal("go d3", "WAM-Q12")
        battle.play("hold")
    battle.play("move foot", "go d3")
    assert battle.at("foot") == "d3"


@clause("WAM-Q5")
def test_eight_units_fill_a_square_and_characters_do_not_count() -> None:
    full = {f"u{n}": "r d3 SU" for n in range(8)}
    battle = world(steps=[MOVE_NEXT[0]], **full, late="r d2 CO ready", chief="r d2 L ready")
    battle.play("move late")
    battle.expect_refusal("go d3", "WAM-Q5")
    battle.play("hold", "move chief", "go d3")
    assert battle.at("chief") == "d3"


@clause("WAM-Q1", "WAM-Q15", "WAM-Q53")
def test_a_piece_cannot_enter_an_enemy_square() -> None:
    battle = world(steps=[MOVE_NEXT[0]], foot="r d3 SU ready", chief="r d3 L ready", foe="w d4 CO", lone="w c3 M")
    battle.play("move foot")
    battle.expect_refusal("go d4", "WAM-Q53")
    battle.play("hold", "move chief")
    battle.expect_refusal("go c3", "WAM-Q53")


@clause("WAM-Q16")
def test_a_unit_declares_an_attack_on_an_adjacent_square_and_is_bound_to_it() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], riders="r d2 CV ready", foot="r d3 CO ready", gun="r d3 AR ready", chief="r d3 L ready",
        foe="w d4 SU",
    )  # fmt: skip
    battle.play("move riders", "go d3", "move riders", "attack d4", "move foot", "attack d4")
    battle.expect_refusal("move foot", "WAM-Q16")
    battle.play("move gun")
    battle.expect_refusal("attack d4", "WAM-Q16")
    battle.play("hold", "move chief")
    battle.expect_refusal("attack d4", "WAM-Q16")


@clause("WAM-Q53")
def test_a_side_without_a_legal_action_ends_its_movement() -> None:
    battle = world(steps=[MOVE_NEXT[0]], foot="r d3 SU", foe="w d4 SU")
    assert battle.decision == "end"
    assert len(battle.events(PhaseEnded)) == 1


@clause("WAM-Q37")
def test_the_fire_pit_burns_units_that_end_their_move_in_it() -> None:
    battle = world(
        steps=[EndMovement(0)], dice="3 4", scenery=["w d3 3"],
        late="r d3 SU came", other="r d3 SU came", old="r d3 SU", chief="r d3 L came",
    )  # fmt: skip
    assert len(battle.events(Burned)) == 2
    assert [battle.bases(name) for name in ("late", "other", "old", "chief")] == [3, 4, 4, 1]


@clause("WAM-Q37")
def test_a_unit_cannot_enter_a_chasm() -> None:
    battle = world(steps=[MOVE_NEXT[0]], scenery=["w d4 0"], foot="r d3 SU ready")
    battle.play("move foot")
    battle.expect_refusal("go d4", "WAM-Q12")


@clause("WAM-M1", "WAM-T1", "WAM-Q6")
def test_one_initiative_roll_with_plus_1_for_the_attacker_decides_the_turn() -> None:
    battle = world(steps=[NEW_TURN], dice="3 4 | 2 4", a="r d1 CO", b="w d5 CO")
    assert battle.state.first == 1
    assert battle.decision == "MoveNext"
    assert battle.match.seat == 1
    other = world(steps=[NEW_TURN], dice="4 4", a="r d1 CO fresh", b="w d5 CO")
    assert other.state.first == 0
    assert not other.unit("a").won_before


def test_odds_are_shown_only_where_a_move_may_fail() -> None:
    battle = world(steps=[MOVE_NEXT[0]], foot="r d3 CO ready", foe="w a5 CO")
    battle.play("move foot")
    board = battle.state.board
    ahead, aside = [battle.match.odds(f"go {board.parse_name(name)}") for name in ("d4", "e3")]
    assert (in_short(ahead), [name for name, _ in ahead.rows]) == ("", [NO_OUTCOME])
    assert in_short(aside) == "50 % moves"
