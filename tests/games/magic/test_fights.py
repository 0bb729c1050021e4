"""Fights: danger for those who lead, hits in passes, withdrawal, losses of one's own choice, advance."""

from __future__ import annotations

from hippodrome.games.magic.casualties import HIT_BY_SHOT, HIT_IN_FIGHT, LoseBases, Suffer, kill_chart_hits
from hippodrome.games.magic.events import AttackerWon, DefenderWon, HitTaken, Withdrew
from hippodrome.games.magic.fighting import NEXT_FIGHT, helpers
from hippodrome.games.magic.state import BY_FIGHT, BY_PURSUIT, BY_SHOOTING, LOSS_CAUSES
from hippodrome.games.magic.withdrawal import ADVANCE, WITHDRAW
from tests.games.magic.world import OPEN_FIELD, World, world
from tests.support import clause

ROWS = OPEN_FIELD.splitlines()


@clause("WAM-R2", "WAM-Q8")
def test_the_kill_chart() -> None:
    assert [kill_chart_hits(bytes([die])) for die in range(1, 7)] == [0, 0, 1, 1, 1, 2]


@clause("WAM-F3", "WAM-F13", "WAM-Q24", "WAM-Q51")
def test_general_and_leaders_roll_first_and_a_6_kills() -> None:
    units = {"one": "r d3 SU > d4", "general": "r d3 G", "a": "r d3 L", "b": "r d3 L", "c": "r d3 L", "foe": "w d4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], dice="6 1 6 1 | 1 1", **units)
    battle.play("lead")
    assert battle.purposes()[:4] == ["danger"] * 4
    assert [battle.bases(name) for name in ("general", "a", "b", "c")] == [0, 1, 0, 1]
    quiet = world(steps=[NEXT_FIGHT[0]], dice="6 6 6 | 1", **units)
    quiet.play("follow")
    assert [quiet.bases(name) for name in ("general", "a", "b", "c")] == [1, 0, 0, 0]
    assert battle.unit("general").led
    assert not quiet.unit("general").led


def allotted(hits: int, dice: str, **units: str) -> World:
    """So many hits on d4."""
    square = world(a="w d4 SU").state.board.named("d4")
    return world(steps=[Suffer(1, square, hits, HIT_IN_FIGHT, BY_FIGHT, False)], dice=dice, **units)


@clause("WAM-Q27", "WAM-R6")
def test_hits_are_spread_in_passes() -> None:
    units = {"a": "w d4 CO", "gun": "w d4 AR", "troll": "w d4 MO", "chief": "w d4 L"}
    battle = allotted(1, "6", **units)
    assert battle.options == ["A hit on a", "A hit on gun"]
    assert battle.refused("hit troll").rule == "WAM-Q27"
    battle.play("hit gun")
    battle = allotted(3, "6 6 6", **units)
    assert battle.options == ["A hit on troll", "A hit on chief"]
    battle.play("hit chief")
    battle = allotted(5, "6 6 6 6 6", **units)
    assert battle.options == ["A hit on a", "A hit on gun"]
    battle.play("hit a")
    battle = allotted(20, "6 6 6 6 6 6 6", **units)  # two each, one for the leader; the rest is lost
    taken = [battle.state.names[event.unit] for event in battle.events(HitTaken)]
    assert taken == ["a", "gun", "troll", "chief", "a", "gun", "troll"]


@clause("WAM-Q27", "WAM-Q4")
def test_a_piece_of_one_base_takes_its_second_save_only_if_it_lives() -> None:
    battle = allotted(2, "4", gun="w d4 AR")
    assert battle.bases("gun") == 0
    battle = allotted(2, "6 4", gun="w d4 AR")
    assert battle.bases("gun") == 0
    battle = allotted(2, "4 4", foot="w d4 CO")
    assert battle.bases("foot") == 2


@clause("WAM-Q2", "WAM-Q3", "WAM-Q4")
def test_bases_by_kind() -> None:
    battle = world(a="r a1 CO", b="r a1 CH", c="r a1 EL", d="r a1 G", e="r a1 HO 3", f="r a1 CH 1", g="r a1 SU 2")
    assert [battle.bases(name) for name in "abcd"] == [4, 2, 1, 1]
    assert [battle.unit(name).at_strength() for name in "abefg"] == [True, True, True, False, False]
    assert [battle.unit(name).is_full() for name in "abe"] == [True, True, False]


@clause("WAM-Q27")
def test_hits_on_the_attacker_fall_on_those_who_are_in_it() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="1 | 3 1 | 6 | 1 | 1",
        one="r d3 SU > d4", late="r d3 SU came", idle="r d3 CO", chief="r d3 M", foe="w d4 CO", other="w d4 CO",
        screen="w d4 SK",
    )  # fmt: skip
    assert battle.options == ["A hit on one", "A hit on late"]
    battle.play("hit one")
    assert len(battle.events(DefenderWon)) == 1


@clause("WAM-R3", "WAM-R5", "WAM-Q27")
def test_losses_of_ones_own_choice_are_free() -> None:
    battle = world(a="w d4 CO", b="w d4 HO", c="w d4 SK", d="w d4 CO-L", g="w d4 G", x="w d5 SU")
    battle.state.clash.pool = (0, 1, 2, 3, 4)
    battle.state.agenda.append(LoseBases(1, 3, BY_PURSUIT))
    assert [label.split()[0] for label in battle.options] == ["d", "b", "c", "a", "g"]
    assert battle.refused("lose x").rule == "WAM-Q27"
    battle.play("lose a", "lose a", "lose g")
    assert (battle.bases("a"), battle.bases("g")) == (2, 0)


def withdrawing(ground: str = OPEN_FIELD, scenery: tuple[str, ...] = (), dice: str = "2", **units: str) -> World:
    """The defenders of d4 have lost against d3."""
    battle = world(ground=ground, scenery=scenery, dice=dice, one="r d3 CO", **units)
    clash, named = battle.state.clash, battle.state.board.named
    clash.side, clash.source, clash.target, clash.group = 0, named("d3"), named("d4"), (0,)
    from hippodrome.kit import agenda

    battle.state.agenda += [ADVANCE, WITHDRAW]
    agenda.advance(battle.state)
    battle.match.events += battle.state.events
    battle.state.events = []
    return battle


def drawn(letters: str) -> str:
    """Open ground but for some squares: "d5 w c4 b"."""
    rows = [row.split() for row in ROWS]
    words = letters.split()
    for square, letter in zip(words[::2], words[1::2], strict=True):
        rows[5 - int(square[1])]["abcdefg".index(square[0])] = letter
    return "\n".join([" ".join(row) for row in rows])


@clause("WAM-Q31", "WAM-R3")
def test_the_beaten_go_straight_back_with_their_characters() -> None:
    battle = withdrawing(foe="w d4 CO > d3", chief="w d4 L")
    assert (battle.at("foe"), battle.at("chief")) == ("d5", "d5")
    assert battle.unit("foe").spent
    assert battle.question == "Advance"


@clause("WAM-Q17", "WAM-Q31")
def test_troops_that_withdrew_are_no_help_to_an_attack_from_their_new_square() -> None:
    battle = withdrawing(foe="w d4 CO came", friend="w d5 CO > e5", mine="r e5 SU")
    named = battle.state.board.named
    assert battle.at("foe") == "d5"
    assert helpers(battle.state, 1, named("d5"), named("e5")) == []


@clause("WAM-Q31")
def test_the_owner_chooses_a_side_if_the_way_back_is_barred() -> None:
    battle = withdrawing(foe="w d4 CO", guard="r d5 SU", ground=drawn("c4 b"))
    assert battle.options == ["Withdraw to e4", "Withdraw to c4"]
    assert battle.refused("withdraw d5").rule == "WAM-Q31"
    battle.play("withdraw c4")
    assert battle.at("foe") == "c4"


@clause("WAM-Q31", "WAM-Q12")
def test_chariots_and_elephants_avoid_closed_ground_or_are_lost() -> None:
    battle = withdrawing(cart="w d4 CH", foot="w d4 SU", ground=drawn("d5 w c4 w"))
    assert (battle.at("cart"), battle.at("foot")) == ("e4", "e4")
    battle = withdrawing(cart="w d4 CH", foot="w d4 SU", ground=drawn("d5 w c4 w e4 w"))
    assert (battle.at("cart"), battle.at("foot")) == ("", "d5")
    foot = withdrawing(foot="w d4 SU", ground=drawn("d5 w"))
    assert foot.at("foot") == "d5"


@clause("WAM-Q31", "WAM-Q36")
def test_a_deep_river_bars_the_way() -> None:
    ground = "\n".join([ROWS[0], "- - - # - - -", *ROWS[1:]])
    battle = withdrawing(ground=ground, foe="w d4 CO", left="r c4 SU")
    assert battle.at("foe") == "e4"


@clause("WAM-Q31", "WAM-Q26")
def test_artillery_is_lost_with_its_square() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 5 | 2", one="r d3 CO > d4", foe="w d4 SU 1", gun="w d4 AR")
    battle.play("hit foe")
    assert (battle.bases("gun"), battle.at("foe")) == (0, "d5")
    alone = world(steps=[NEXT_FIGHT[0]], dice="3 | 6", one="r d3 CO > d4", gun="w d4 AR")
    assert alone.bases("gun") == 0
    alone.play("advance one")


@clause("WAM-Q49", "WAM-R3")
def test_four_units_advance_then_general_and_leaders() -> None:
    units = {f"u{n}": "r d3 SU > d4" for n in range(5)}
    battle = world(
        steps=[NEXT_FIGHT[0]], ground=drawn("d4 b"),
        cart="r d3 CH > d4", late="r d3 SU came", king="r d3 G", mage="r d3 M", **units,
    )  # fmt: skip
    assert battle.question == "Advance"
    assert battle.refused("advance cart").rule == "WAM-Q49"
    assert battle.refused("advance king").rule == "WAM-Q49"
    battle.play("advance u0", "advance u1", "advance u2", "advance u3")
    assert battle.options == ["No further", "king advances"]
    battle.play("advance king")
    assert [battle.at(name) for name in ("u3", "u4", "king", "late", "mage")] == ["d4", "d3", "d4", "d3", "d3"]


@clause("WAM-Q9", "WAM-R3")
def test_more_hits_win_whatever_is_saved() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 6 | 2", one="r d3 CO > d4", foe="w d4 SU")
    assert len(battle.events(AttackerWon)) == 1
    assert (battle.bases("foe"), battle.at("foe")) == (4, "d5")
    assert [battle.state.board.name[event.square] for event in battle.events(Withdrew)] == ["d5"]
    battle.play("stay")


@clause("WAM-Q19")
def test_a_player_fights_in_the_order_he_likes() -> None:
    units = {"one": "r c3 SK > c4", "two": "r e3 SK > e4", "foe": "w c4 SK", "other": "w e4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], **units)
    assert battle.options == ["Attack from c3 on c4", "Attack from e3 on e4"]
    assert battle.refused("fight c3 d4").rule == "WAM-Q19"
    battle.play("fight e3 e4")
    assert battle.question == "end"
    assert battle.unit("one").spent


@clause("WAM-Q4")
def test_losses_are_tallied_by_cause() -> None:
    square = world(a="w d4 SU").state.board.named("d4")
    steps = [Suffer(1, square, 1, HIT_BY_SHOT, BY_SHOOTING, False), Suffer(1, square, 1, HIT_IN_FIGHT, BY_FIGHT, False)]
    battle = world(steps=steps, dice="1 1", foe="w d4 SU")
    assert battle.state.tally[:2] == (1, 1)
    assert len(battle.state.tally) == LOSS_CAUSES + 1
