"""Victory: control, losses, exits, the fourteen conditions, levels and the end of a battle."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, Battle
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.games.chariot.victory import side_ahead, south_of_stream, victory_level
from hippodrome.games.chariot.victory import victory_clause as clause_of
from tests.games.chariot.world import hex_at, the_game, world
from tests.support import clause


def battle_of(key: str) -> Battle:
    """Return a battle after set-up."""
    match = hd.new("chariot", key, seed=1)
    while match.decision is not None and match.decision.name == "Deploy":
        match.play("auto")
    assert isinstance(match.state, Battle)
    return match.state


def remove_units(s: Battle, side: int, count: int, where: int = ELIMINATED, chariots: bool = False) -> None:
    """Remove this many units of a side: eliminated, or in another location off the map."""
    units = [u for u in s.units_of(side) if (s.kinds[u] == CH or s.kinds[u] >= UNIT_TYPES) == chariots]
    for unit in units[:count]:
        s.set_hex(unit, where)


# -------------------------------------------------------------------- control


@clause("CH-S11.3", "CH-R35", "CH-R22")
@pytest.mark.parametrize("unit", ["MC", "L1", "CH"])
def test_entering_a_hex_even_in_passing_gives_control(unit: str) -> None:
    victory = 'rule = "hold"\nhexes = ["1212"]'
    battle = world({"a": f"{unit} 10,11", "b": "AX 30,30"}, {"z": "MI 30,2"}, leaders=False, victory=victory)
    assert side_ahead(battle.state) == DRAW
    battle.walk("a", "11,11", "11,10")
    assert battle.at("a") == "11,10"
    assert side_ahead(battle.state) == 0


@clause("CH-S11.3")
def test_a_side_keeps_control_of_a_hex_it_has_left() -> None:
    victory = 'rule = "hold"\nhexes = ["1212"]'
    battle = world({"a": "MC 11,11"}, {"z": "MI 30,2"}, leaders=False, victory=victory)
    battle.walk("a", "9,11")
    assert side_ahead(battle.state) == 0


@clause("CH-V.4.0-1", "CH-V.5.1-1", "CH-V.5.5-1", "CH-V.5.6-1", "CH-V.5.7-1", "CH-V.5.8-1", "CH-R22")
@pytest.mark.parametrize(
    ("key", "letter"),
    [("rome", "D"), ("delta", "K"), ("sinai", "E"), ("qarqar", "E"), ("tabal", "E"), ("charchemish", "A")],
)
def test_the_side_that_controls_the_hex_wins_and_an_uncontrolled_hex_is_a_draw(key: str, letter: str) -> None:
    order = the_game().orders[key]
    assert order.objectives == (order.ground.letters[letter],)
    s = battle_of(key)
    for owner, winner in ((0, DRAW), (1, 0), (2, 1)):
        s.owners = bytes([owner])
        assert side_ahead(s) == winner
    assert clause_of(s) in the_game().rulebook.clauses


# -------------------------------------------------------------------- losses


@clause("CH-V.5.2-1", "CH-V.5.2-2", "CH-S11.25")
@pytest.mark.parametrize(("kills", "losses", "winner"), [(14, 7, 0), (14, 8, 1), (11, 0, 1), (12, 6, 0), (12, 7, 1)])
def test_babylon_is_decided_by_units_destroyed_and_their_ratio(kills: int, losses: int, winner: int) -> None:
    s = battle_of("babylon")
    remove_units(s, 1, kills)
    remove_units(s, 0, losses)
    remove_units(s, 0, 9, chariots=True)
    assert side_ahead(s) == winner


@clause("CH-V.5.4-1", "CH-V.5.4-2", "CH-V.5.4-3", "CH-S11.25")
@pytest.mark.parametrize(("kills", "losses", "winner"), [(25, 15, 0), (24, 0, 1), (25, 16, 1), (40, 0, 0)])
def test_kadesh_is_decided_by_units_destroyed_and_lost(kills: int, losses: int, winner: int) -> None:
    s = battle_of("kadesh")
    remove_units(s, 1, kills)
    remove_units(s, 0, losses)
    remove_units(s, 1, 9, chariots=True)
    assert side_ahead(s) == winner


# -------------------------------------------------------------------- two conditions


def send_south(s: Battle, count: int) -> None:
    """Place this many counted units of the first side south of the stream and the others north of it."""
    units = [u for u in s.units_of(0) if s.kinds[u] < UNIT_TYPES]
    for unit in units:
        s.set_hex(unit, hex_at("20,9"))
    foot = [u for u in units if s.kinds[u] != CH]
    for unit in foot[:count]:
        s.set_hex(unit, hex_at("20,30"))
    for unit in [u for u in units if s.kinds[u] == CH]:
        s.set_hex(unit, hex_at("20,31"))
    s.set_hex(foot[count], hex_at("14,23"))


@clause("CH-V.5.3-1", "CH-V.5.3-2", "CH-V.5.3-3", "CH-R25", "CH-R24")
@pytest.mark.parametrize(("owner", "south", "winner"), [(1, 5, 0), (1, 4, DRAW), (2, 4, 1), (2, 5, DRAW), (0, 0, 1)])
def test_megiddo_is_won_by_the_only_side_that_meets_its_condition(owner: int, south: int, winner: int) -> None:
    s = battle_of("megiddo")
    send_south(s, south)
    assert south_of_stream(s, 0) == south
    s.owners = bytes([owner])
    assert side_ahead(s) == winner


@clause("CH-V.5.9-1", "CH-V.5.9-2", "CH-V.5.9-3", "CH-R24")
@pytest.mark.parametrize(
    ("a", "e", "south", "winner"), [(1, 1, 9, 0), (1, 2, 4, 1), (1, 2, 5, DRAW), (2, 1, 0, DRAW), (2, 2, 0, 1)]
)
def test_thymbra_is_won_by_the_only_side_that_meets_its_condition(a: int, e: int, south: int, winner: int) -> None:
    s = battle_of("thymbra")
    send_south(s, south)
    s.owners = bytes([a, e])
    assert side_ahead(s) == winner


@clause("CH-V.6.1-1")
def test_bubastis_needs_both_village_hexes() -> None:
    s = battle_of("bubastis")
    assert set(s.rules.order.objectives) == {hex_at("33,22"), hex_at("34,22")}
    for owners, winner in ((b"\1\1", 0), (b"\1\2", 1), (b"\1\0", 1), (b"\0\0", 1)):
        s.owners = owners
        assert side_ahead(s) == winner


@clause("CH-V.6.4-1", "CH-R23")
def test_the_romans_must_control_all_eight_hexes_against_the_aequi() -> None:
    s = battle_of("aequi")
    assert [s.rules.order.objectives[k] for k in range(8)] == [hex_at(f"{column},18") for column in range(8, 16)]
    s.owners = b"\2" * 8
    assert side_ahead(s) == 1
    s.owners = b"\2" * 7 + b"\0"
    assert side_ahead(s) == 0


# -------------------------------------------------------------------- exits


EXIT = 'rule = "exit"\nside = 0\nleast = 2\nedge = "south"'


@clause("CH-S11.41", "CH-S11.42", "CH-R37", "CH-R38", "CH-V.6.3-1")
def test_leaving_costs_a_point_is_final_and_ends_the_battle_at_once() -> None:
    battle = world({"a": "AX 10,34", "b": "AX 12,30", "c": "AX 1,1"}, {"z": "MI 30,2"}, leaders=False, victory=EXIT)
    battle.play("move b", "go 12,34")
    assert battle.at("b") == "12,34", "no point is left to leave the map"
    battle.play("move a", "leave")
    assert battle.at("a") == "left"
    assert battle.state.losses(0) == 0
    second = world({"a": "AX 10,34", "b": "AX 12,33"}, {"z": "MI 30,2"}, leaders=False, victory=EXIT)
    second.play("move a", "leave", "move b", "go 12,34", "leave")
    assert (second.decision, second.state.winner, second.state.reason) == ("", 0, "exit")


@clause("CH-R37")
def test_only_the_side_with_an_exit_condition_may_leave_and_only_at_its_edge() -> None:
    other = world({"a": "AX 10,34"}, {"z": "MI 30,2"}, leaders=False)
    assert not other.play("move a").is_legal("leave")
    there = world({"a": "AX 10,0"}, {"z": "MI 30,2"}, leaders=False, victory=EXIT)
    assert not there.play("move a").is_legal("leave")


@clause("CH-R42", "CH-V.6.2-1")
def test_a_chariot_takes_all_aboard_and_only_the_rider_counts() -> None:
    ours = {"c": "CH 10,34", "a": "SK 10,34 aboard c", "l": "L3 10,34 aboard c"}
    battle = world(ours, {"z": "MI 30,2"}, leaders=False, victory=EXIT, continues=True)
    battle.play("move c", "leave")
    assert [battle.at(unit) for unit in "cal"] == ["left"] * 3
    assert battle.state.count_units(0, EXITED) == 1


@clause("CH-V.6.2-1", "CH-V.6.3-1", "CH-M.southwest")
@pytest.mark.parametrize(
    ("key", "side", "least", "edge"), [("armageddon", 0, 15, "southwest"), ("regillus", 1, 20, "south")]
)
def test_an_exit_victory_needs_the_printed_number_of_units(key: str, side: int, least: int, edge: str) -> None:
    s = battle_of(key)
    assert s.rules.order.victory.edge == edge
    remove_units(s, side, least - 1, EXITED)
    remove_units(s, side, 5, EXITED, chariots=True)
    assert side_ahead(s) == 1 - side
    remove_units(s, side, least, EXITED)
    assert side_ahead(s) == side


# -------------------------------------------------------------------- the end and the levels


@clause("CH-V.0-1", "CH-R38", "CH-S4.1", "CH-R57")
def test_conditions_are_checked_after_the_second_player_turn_of_the_last_game_turn() -> None:
    battle = world({"a": "AX 27,27"}, {"z": "MI 30,2"}, leaders=False, number=19, continues=True)
    battle.play("done")
    assert battle.state.side == 1
    battle.play("done")
    assert (battle.decision, battle.state.winner, battle.state.reason) == ("", 0, "condition")


@clause("CH-R38")
def test_a_side_without_units_does_not_end_the_battle() -> None:
    battle = world({"a": "SD 10,11", "b": "SD 12,11"}, {"x": "MI 11,11"}, "melee", dice="6", continues=True)
    battle.play("attack 11,11", "all", "strike", "done")
    assert battle.state.number == 5


@clause("CH-R49")
def test_a_short_battle_ends_after_three_game_turns() -> None:
    battle = world({"a": "AX 27,27"}, {"z": "MI 30,2"}, leaders=False, number=5, continues=True, turns=3)
    battle.play("done", "done")
    assert battle.decision == ""


@clause("CH-S11.21", "CH-S11.22", "CH-S11.23", "CH-S11.24")
@pytest.mark.parametrize(
    ("gained", "lost", "level"), [(0, 0, 0), (3, 3, 0), (4, 3, 1), (6, 3, 2), (9, 3, 3), (1, 0, 3), (2, 3, 0)]
)
def test_the_level_of_victory_depends_on_the_ratio_of_points(gained: int, lost: int, level: int) -> None:
    ours = {letter: f"MI {place},9" for place, letter in enumerate("abcd")}
    theirs = {letter: f"MI {place},5" for place, letter in enumerate("nopqrstuvw")}
    battle = world(ours, theirs)
    battle.state.winner = 0
    for letter in [*"abcd"[:lost], *"nopqrstuvw"[:gained]]:
        battle.state.set_hex(battle.ids[letter], ELIMINATED)
    assert victory_level(battle.state) == level


@clause("CH-R36", "CH-V.5.4-3")
def test_units_that_never_entered_are_not_losses() -> None:
    s = battle_of("kadesh")
    assert s.losses(0) == 0
    assert s.count_units(0, ELIMINATED) == 0
