"""The character phase: moving scenery, spells and unbinding, strikes."""

from __future__ import annotations

from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.events import Dreaded, MonsterFell, SceneryStuck, SpellFailed
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.layouts import SCENERY, is_closed, is_wood
from hippodrome.games.magic.morale import MORALE
from hippodrome.games.magic.movement import MOVE_NEXT, BeginMovement
from hippodrome.games.magic.setup import PICK_SCENERY
from hippodrome.games.magic.spells import SPELL_NAMES, SPELL_VERBS
from tests.games.magic.world import world
from tests.support import clause

MAGE = {"mage": "r d3 M", "foot": "r d3 SU", "foe": "w d4 SU", "other": "w d4 SU", "far": "w d5 CO"}


@clause("WAM-T2", "WAM-Q38", "WAM-Q52")
def test_a_bolt_reaches_two_squares_in_a_straight_line() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 5 6 1 | 4 3", **MAGE)
    battle.expect_refusal("bolt mage a1", "WAM-Q38")
    battle.play("bolt mage d4")
    assert [battle.bases(name) for name in ("foe", "other")] == [4, 3]
    assert battle.unit("other").lost == 1
    assert battle.decision == "end"  # the magician has acted, and no piece can strike
    far = world(steps=[CHARACTER_PHASE[0]], dice="6 | 1 1 1", **MAGE)
    far.play("bolt mage d5")
    assert far.bases("far") == 4


@clause("WAM-Q38")
def test_a_spell_fails_below_4_and_a_1_may_kill_the_magician() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="3", **MAGE)
    battle.play("ward mage")
    assert (battle.state.ward, len(battle.events(SpellFailed))) == ((), 1)
    battle = world(steps=[CHARACTER_PHASE[0]], dice="1 2", **MAGE)
    battle.play("ward mage")
    assert battle.bases("mage") == 1
    battle = world(steps=[CHARACTER_PHASE[0]], dice="1 1", **MAGE)
    battle.play("ward mage")
    assert battle.bases("mage") == 0


@clause("WAM-Q52")
def test_ward_and_mist_mark_squares_without_changing_the_ground() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 5", **MAGE, second="r c3 M")
    battle.play("ward mage", "mist second c3")
    names = battle.state.board.name
    assert ([names[n] for n in battle.state.ward], [names[n] for n in battle.state.mist]) == (["d3"], ["c3"])
    assert battle.state.ground[battle.state.board.parse_name("c3")] == 0


@clause("WAM-Q52", "WAM-Q39", "WAM-Q54")
def test_units_in_dread_test_morale_once() -> None:
    battle = world(
        steps=[CHARACTER_PHASE[0], MORALE], dice="4 | 2 3", mage="r d3 M", foe="w d4 SU", hurt="w d4 SU 3 lost",
        troll="w d4 MO",
    )  # fmt: skip
    battle.play("dread mage d4")
    assert len(battle.events(Dreaded)) == 1
    assert [battle.bases(name) for name in ("foe", "hurt", "troll")] == [3, 3, 1]


@clause("WAM-Q52", "WAM-M2")
def test_a_unit_in_haste_moves_one_square_further() -> None:
    battle = world(steps=[CHARACTER_PHASE[0], BeginMovement(0)], dice="4", mage="r d1 M", foot="r d1 CO", foe="w d4 SU")
    battle.play("haste mage foot")
    battle.play("move foot", "go d2", "move foot", "go d3")
    assert battle.at("foot") == "d3"


UNBIND = {"mage": "r d3 M", "foot": "r d3 SU", "foe": "w d5 SU", "rival": "w d5 M", "far": "w a5 M"}


@clause("WAM-Q52")
def test_an_enemy_magician_in_range_can_unbind_a_spell() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 4", **UNBIND)
    battle.play("ward mage")
    assert battle.labels == ["Let it take effect", "Unbind with rival"]
    battle.play("unbind rival")
    assert battle.state.ward == ()
    assert battle.unit("rival").acted
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 3", **UNBIND)
    battle.play("ward mage", "unbind rival")
    assert len(battle.state.ward) == 1
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 1 1", **UNBIND)
    battle.play("ward mage", "unbind rival")
    assert battle.bases("rival") == 0
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4", **UNBIND)
    battle.play("ward mage", "pass")
    assert len(battle.state.ward) == 1
    acted = world(steps=[CHARACTER_PHASE[0]], dice="4", **(UNBIND | {"rival": "w d5 M acted"}))
    acted.play("ward mage")
    assert acted.decision == "end"


@clause("WAM-Q38")
def test_a_strike_hits_on_a_6_and_the_victim_may_save() -> None:
    units = {"hero": "r d3 L", "troll": "r d3 MO", "king": "w d4 G", "mage": "w c3 M", "foe": "w d4 SU"}
    battle = world(steps=[CHARACTER_PHASE[0]], dice="6 1 | 6 3", **units)
    battle.expect_refusal("strike hero foe", "WAM-Q38")
    battle.play("strike hero king", "strike troll mage")
    assert (battle.bases("king"), battle.bases("mage")) == (0, 1)
    assert battle.decision == "end"
    battle = world(steps=[CHARACTER_PHASE[0]], dice="5", **units)
    battle.play("strike hero king", "done")
    assert battle.bases("king") == 1


@clause("WAM-Q30", "WAM-Q38")
def test_a_monster_harms_its_side_if_killed_by_a_bolt_but_not_by_a_strike() -> None:
    units = {"hero": "r d3 G", "mage": "r d3 M", "troll": "w d4 MO", "foe": "w c5 SU"}
    battle = world(steps=[CHARACTER_PHASE[0]], dice="6 1", **units)
    battle.play("strike hero troll", "done")
    assert battle.events(MonsterFell) == []
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 5 1 1 | 1 | 3", **units)
    battle.play("bolt mage d4")
    assert len(battle.events(MonsterFell)) == 1


@clause("WAM-Q37", "WAM-T2")
def test_scenery_moves_to_an_empty_open_square_on_4_or_more() -> None:
    battle = world(
        steps=[CHARACTER_PHASE[0]], dice="4", scenery=["r d3 1"], foot="r c3 SU", foe="w g5 CO", ground="woods"
    )
    assert battle.labels == [
        "End the phase",
        "Move the scenery to d4",
        "Move the scenery to e3",
        "Move the scenery to d2",
    ]
    battle.expect_refusal("shift c3", "WAM-Q37")
    battle.play("shift e3")
    assert battle.state.ground[battle.state.board.parse_name("e3")] == 10
    assert battle.decision == "end"
    stuck = world(steps=[CHARACTER_PHASE[0]], dice="3", scenery=["r d3 1"], foe="w g5 CO")
    stuck.play("shift e3")
    assert len(stuck.events(SceneryStuck)) == 1


@clause("WAM-Q37", "WAM-Q31")
def test_a_group_that_must_withdraw_into_a_chasm_is_destroyed() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="3 1 1 | 5", scenery=["r d5 0"],
        one="r d3 CO > d4", two="r d3 CO > d4", three="r d3 SU > d4", foe="w d4 SU 2", chief="w d4 L", friend="w c4 SU",
    )  # fmt: skip
    battle.play_out()
    assert (battle.bases("foe"), battle.bases("chief")) == (0, 0)
    assert battle.at("one") == "d4"


@clause("WAM-Q37")
def test_a_walking_wood_and_a_fog_count_as_closed_ground() -> None:
    battle = world(scenery=["r d3 1", "w e3 2"], foot="r a1 SU")
    ground = battle.state.ground
    named = battle.state.board.parse_name
    assert is_closed(ground[named("d3")])
    assert is_wood(ground[named("d3")])
    assert is_closed(ground[named("e3")])
    assert MOVE_NEXT[0].side == 0


def test_every_spell_and_every_scenery_says_what_it_does() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="6", **MAGE)
    notes = battle.match.game.words.notes
    presentation, state = battle.match.game.presentation, battle.state
    spells = [action for action in battle.match.proposals() if action.verb in SPELL_VERBS]
    assert {presentation.note(state, action) for action in spells} == {notes[verb] for verb in SPELL_VERBS}
    for kind in range(len(SCENERY)):
        assert presentation.note(state, PICK_SCENERY[kind]) == notes[f"scenery {kind}"]
    mage = battle.match.inspect(f"unit-{battle.unit('mage').id}", 0).card
    assert mage is not None
    assert {f"{name}: {notes[name.lower()]}" for name in SPELL_NAMES} <= {text for text, _ in mage.notes}
    battle.play("ward mage")
    square = battle.match.inspect("tile-d3", 0).card
    assert square is not None
    assert f"Ward: {notes['ward']}" in [text for text, _ in square.notes]
