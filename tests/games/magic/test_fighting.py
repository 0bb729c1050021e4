"""Fights: danger to leaders, hits in passes, withdrawal, losses chosen by the owner, and the advance."""

from __future__ import annotations

from hippodrome.games.magic.casualties import HIT_BY_SHOT, HIT_IN_FIGHT, LoseBases, Suffer, kill_chart_hits
from hippodrome.games.magic.events import AttackerWon, DefenderWon, HitTaken, Withdrew
from hippodrome.games.magic.fighting import NEXT_FIGHT, helpers
from hippodrome.games.magic.state import BY_FIGHT, BY_PURSUIT, BY_SHOOTING, LOSS_CAUSES
from hippodrome.games.magic.withdrawal import ADVANCE, WITHDRAW
from hippodrome.kit import agenda
from tests.games.magic.world import OPEN_FIELD, World, world
from tests.support import clause

ROWS = OPEN_FIELD.splitlines()


@clause("WAM-R2", "WAM-Q8")
def test_the_kill_chart_scores_one_hit_from_3_to_5_and_two_on_a_6() -> None:
    assert [kill_chart_hits(bytes([die])) for die in range(1, 7)] == [0, 0, 1, 1, 1, 2]


@clause("WAM-F3", "WAM-F13", "WAM-Q24", "WAM-Q51")
def test_danger_dice_come_first_and_a_6_kills_a_general_or_leader() -> None:
    units = {"one": "r d3 SU > d4", "general": "r d3 G", "a": "r d3 L", "b": "r d3 L", "c": "r d3 L", "foe": "w d4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], dice="6 1 6 1 | 1 1", **units)
    battle.play("lead")
    assert battle.roll_purposes()[:4] == ["danger"] * 4
    assert [battle.bases(name) for name in ("general", "a", "b", "c")] == [0, 1, 0, 1]
    quiet = world(steps=[NEXT_FIGHT[0]], dice="6 6 6 | 1", **units)
    quiet.play("follow")
    assert [quiet.bases(name) for name in ("general", "a", "b", "c")] == [1, 0, 0, 0]
    assert battle.unit("general").led
    assert not quiet.unit("general").led


def with_hits(hits: int, dice: str, **units: str) -> World:
    """Return a battle in which hits fall on d4."""
    square = world(a="w d4 SU").state.board.parse_name("d4")
    return world(steps=[Suffer(1, square, hits, HIT_IN_FIGHT, BY_FIGHT, False)], dice=dice, **units)


@clause("WAM-Q27", "WAM-R6")
def test_hits_are_spread_in_passes() -> None:
    units = {"a": "w d4 CO", "gun": "w d4 AR", "troll": "w d4 MO", "chief": "w d4 L"}
    battle = with_hits(1, "6", **units)
    assert battle.labels == ["a takes the hit", "gun takes the hit"]
    battle.expect_refusal("hit troll", "WAM-Q27")
    battle.play("hit gun")
    battle = with_hits(3, "6 6 6", **units)
    assert battle.labels == ["troll takes the hit", "chief takes the hit"]
    battle.play("hit chief")
    battle = with_hits(5, "6 6 6 6 6", **units)
    assert battle.labels == ["a takes the hit", "gun takes the hit"]
    battle.play("hit a")
    battle = with_hits(20, "6 6 6 6 6 6 6", **units)  # two each, one for the leader; the rest are lost
    taken = [battle.state.names[event.unit] for event in battle.events(HitTaken)]
    assert taken == ["a", "gun", "troll", "chief", "a", "gun", "troll"]


@clause("WAM-Q27")
def test_players_see_first_what_is_usually_lost_first() -> None:
    units = {"guard": "w d4 CO-E", "spears": "w d4 CO 3", "scouts": "w d4 SK", "bows": "w d4 SU"}
    battle = with_hits(1, "", **units)
    menu = battle.match.menu()
    assert menu is not None
    label = battle.match.game.presentation.label
    shown = [label(battle.state, action).split()[0] for action in menu.actions]
    assert shown == ["scouts", "bows", "spears", "guard"]
    assert menu.default == menu.actions[0]
    assert battle.labels[0] == "guard takes the hit", "bots and the library see the order of the rules"


@clause("WAM-Q27", "WAM-Q4")
def test_a_destroyed_piece_rolls_no_second_save() -> None:
    battle = with_hits(2, "4", gun="w d4 AR")
    assert battle.bases("gun") == 0
    battle = with_hits(2, "6 4", gun="w d4 AR")
    assert battle.bases("gun") == 0
    battle = with_hits(2, "4 4", foot="w d4 CO")
    assert battle.bases("foot") == 2


@clause("WAM-Q2", "WAM-Q3", "WAM-Q4")
def test_bases_and_strength_by_kind() -> None:
    battle = world(a="r a1 CO", b="r a1 CH", c="r a1 EL", d="r a1 G", e="r a1 HO 3", f="r a1 CH 1", g="r a1 SU 2")
    assert [battle.bases(name) for name in "abcd"] == [4, 2, 1, 1]
    assert [battle.unit(name).at_strength() for name in "abefg"] == [True, True, True, False, False]
    assert [battle.unit(name).is_full() for name in "abe"] == [True, True, False]


@clause("WAM-Q27")
def test_hits_on_the_attacker_fall_only_on_pieces_in_the_attack() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="1 | 3 1 | 6 | 1 | 1",
        one="r d3 SU > d4", late="r d3 SU came", idle="r d3 CO", chief="r d3 M", foe="w d4 CO", other="w d4 CO",
        screen="w d4 SK",
    )  # fmt: skip
    assert battle.labels == ["one takes the hit", "late takes the hit"]
    battle.play("hit one")
    assert len(battle.events(DefenderWon)) == 1


@clause("WAM-R3", "WAM-R5", "WAM-Q27")
def test_the_owner_chooses_losses_freely_base_by_base() -> None:
    battle = world(a="w d4 CO", b="w d4 HO", c="w d4 SK", d="w d4 CO-L", g="w d4 G", x="w d5 SU")
    battle.state.clash.pool = (0, 1, 2, 3, 4)
    battle.state.agenda.append(LoseBases(1, 3, BY_PURSUIT))
    assert [label.split()[0] for label in battle.labels] == ["d", "b", "c", "a", "g"]
    battle.expect_refusal("lose x", "WAM-Q27")
    battle.play("lose a", "lose a", "lose g")
    assert (battle.bases("a"), battle.bases("g")) == (2, 0)


def withdrawing(ground: str = OPEN_FIELD, scenery: tuple[str, ...] = (), dice: str = "2", **units: str) -> World:
    """Return a battle in which the defenders of d4 have lost to an attack from d3."""
    battle = world(ground=ground, scenery=scenery, dice=dice, one="r d3 CO", **units)
    clash, named = battle.state.clash, battle.state.board.parse_name
    clash.side, clash.source, clash.target, clash.group = 0, named("d3"), named("d4"), (0,)
    battle.state.agenda += [ADVANCE, WITHDRAW]
    agenda.advance(battle.state)
    battle.match.events += battle.state.events
    battle.state.events = []
    return battle


def ground_with(letters: str) -> str:
    """Return open ground except for some squares, such as "d5 w c4 b"."""
    rows = [row.split() for row in ROWS]
    words = letters.split()
    for square, letter in zip(words[::2], words[1::2], strict=True):
        rows[5 - int(square[1])]["abcdefg".index(square[0])] = letter
    return "\n".join([" ".join(row) for row in rows])


@clause("WAM-Q31", "WAM-R3")
def test_beaten_units_withdraw_straight_back_with_their_characters() -> None:
    battle = withdrawing(foe="w d4 CO > d3", chief="w d4 L")
    assert (battle.at("foe"), battle.at("chief")) == ("d5", "d5")
    assert battle.unit("foe").spent
    assert battle.decision == "Advance"


@clause("WAM-Q17", "WAM-Q31")
def test_units_that_withdrew_do_not_help_an_attack_from_their_new_square() -> None:
    battle = withdrawing(foe="w d4 CO came", friend="w d5 CO > e5", mine="r e5 SU")
    named = battle.state.board.parse_name
    assert battle.at("foe") == "d5"
    assert helpers(battle.state, 1, named("d5"), named("e5")) == []


@clause("WAM-Q31")
def test_the_owner_chooses_a_side_if_the_way_back_is_blocked() -> None:
    battle = withdrawing(foe="w d4 CO", guard="r d5 SU", ground=ground_with("c4 b"))
    assert battle.labels == ["Withdraw to e4", "Withdraw to c4"]
    battle.expect_refusal("withdraw d5", "WAM-Q31")
    battle.play("withdraw c4")
    assert battle.at("foe") == "c4"


@clause("WAM-Q31", "WAM-Q12")
def test_withdrawing_chariots_avoid_closed_ground_or_are_lost_in_it() -> None:
    battle = withdrawing(cart="w d4 CH", foot="w d4 SU", ground=ground_with("d5 w c4 w"))
    assert (battle.at("cart"), battle.at("foot")) == ("e4", "e4")
    battle = withdrawing(cart="w d4 CH", foot="w d4 SU", ground=ground_with("d5 w c4 w e4 w"))
    assert (battle.at("cart"), battle.at("foot")) == ("", "d5")
    foot = withdrawing(foot="w d4 SU", ground=ground_with("d5 w"))
    assert foot.at("foot") == "d5"


@clause("WAM-Q31", "WAM-Q36")
def test_a_deep_river_blocks_a_withdrawal() -> None:
    ground = "\n".join([ROWS[0], "- - - # - - -", *ROWS[1:]])
    battle = withdrawing(ground=ground, foe="w d4 CO", left="r c4 SU")
    assert battle.at("foe") == "e4"


@clause("WAM-Q31", "WAM-Q26")
def test_artillery_is_destroyed_when_its_square_is_lost() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 5 | 2", one="r d3 CO > d4", foe="w d4 SU 1", gun="w d4 AR")
    battle.play("hit foe")
    assert (battle.bases("gun"), battle.at("foe")) == (0, "d5")
    alone = world(steps=[NEXT_FIGHT[0]], dice="3 | 6", one="r d3 CO > d4", gun="w d4 AR")
    assert alone.bases("gun") == 0
    alone.play("advance one")


@clause("WAM-Q49", "WAM-R3")
def test_up_to_four_units_advance_and_then_the_general_and_leaders() -> None:
    units = {f"u{n}": "r d3 SU > d4" for n in range(5)}
    battle = world(
        steps=[NEXT_FIGHT[0]], ground=ground_with("d4 b"),
        cart="r d3 CH > d4", late="r d3 SU came", king="r d3 G", mage="r d3 M", **units,
    )  # fmt: skip
    assert battle.decision == "Advance"
    battle.expect_refusal("advance cart", "WAM-Q49")
    battle.expect_refusal("advance king", "WAM-Q49")
    battle.play("advance u0", "advance u1", "advance u2", "advance u3")
    assert battle.labels == ["Stop advancing", "Advance king"]
    battle.play("advance king")
    assert [battle.at(name) for name in ("u3", "u4", "king", "late", "mage")] == ["d4", "d3", "d4", "d3", "d3"]


@clause("WAM-Q9", "WAM-R3")
def test_the_side_with_more_hits_wins_whatever_is_saved() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], dice="3 | 6 | 2", one="r d3 CO > d4", foe="w d4 SU")
    assert len(battle.events(AttackerWon)) == 1
    assert (battle.bases("foe"), battle.at("foe")) == (4, "d5")
    assert [battle.state.board.name[event.square] for event in battle.events(Withdrew)] == ["d5"]
    battle.play("stay")


@clause("WAM-Q19")
def test_a_player_chooses_the_order_of_their_fights() -> None:
    units = {"one": "r c3 SK > c4", "two": "r e3 SK > e4", "foe": "w c4 SK", "other": "w e4 SK"}
    battle = world(steps=[NEXT_FIGHT[0]], **units)
    assert battle.labels == ["Attack c4 from c3", "Attack e4 from e3"]
    battle.expect_refusal("fight c3 d4", "WAM-Q19")
    battle.play("fight e3 e4")
    assert battle.decision == "end"
    assert battle.unit("one").spent


@clause("WAM-Q4")
def test_losses_are_tallied_by_cause() -> None:
    square = world(a="w d4 SU").state.board.parse_name("d4")
    steps = [Suffer(1, square, 1, HIT_BY_SHOT, BY_SHOOTING, False), Suffer(1, square, 1, HIT_IN_FIGHT, BY_FIGHT, False)]
    battle = world(steps=steps, dice="1 1", foe="w d4 SU")
    assert battle.state.tally[:2] == (1, 1)
    assert len(battle.state.tally) == LOSS_CAUSES + 1
