"""Data: counters, map, combat table and the fourteen battles match the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

import hippodrome as hd
from hippodrome.catalogue import PACKAGE
from hippodrome.games.chariot.combat_table import RESULT_SYMBOLS, read_combat_table
from hippodrome.games.chariot.deployment import deploy_automatically, undeployed_units
from hippodrome.games.chariot.ground import HILLTOP, SLOPE, STREAM, VILLAGE, WOODS, read_ground
from hippodrome.games.chariot.options import Options
from hippodrome.games.chariot.scenarios import OrderOfBattle, read_orders
from hippodrome.games.chariot.stacking import may_share_hex
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.units import UNIT_TYPES, read_kinds
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from hippodrome.kit.toml_reader import DataError
from tests.games.chariot.world import hex_at, the_game
from tests.support import clause

ORDERS = list(the_game().orders.values())
every_battle = pytest.mark.parametrize("order", ORDERS, ids=[order.key for order in ORDERS])
GROUND = the_game().ground
# Percent of its VP at which each army panics, by battle.
PERCENT = {
    "delta": (30, 25), "babylon": (40, 30), "megiddo": (30, 30), "kadesh": (40, 30), "sinai": (30, 30),
    "qarqar": (50, 30), "tabal": (40, 50), "charchemish": (30, 30), "thymbra": (40, 30), "bubastis": (25, 25),
    "armageddon": (30, 40), "regillus": (30, 30), "aequi": (30, 30),
}  # fmt: skip


# -------------------------------------------------------------------- counters


@clause("CH-S3.35b", "CH-S3.37", "CH-S3.34")
@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("MI", "A 2 0/0 3 1"), ("MS", "A 3 0/0 3 2"), ("AX", "B 3 0/0 4 2"), ("SD", "B 4 0/0 4 2"),
        ("MC", "C (3) 0/0 9 2"), ("CH", "D 0 0/0 9 1"), ("BW", "Ff 0 2/2 5 3"), ("IB", "Ff 0 2/3 5 3"),
        ("SK", "Ff (2) 2/1 5 3"), ("HB", "Mf 0 1/2 9 2"),
    ],
)  # fmt: skip
def test_every_type_has_its_printed_values(key: str, printed: str) -> None:
    [kind] = [kind for kind in the_game().kinds if kind.key == key]
    melee = f"({kind.melee})" if kind.bracket else str(kind.melee)
    classes = ("A", "B", "C", "D", "E", "Ff", "Mf")
    assert f"{classes[kind.unit_class]} {melee} {kind.fire}/{kind.range} {kind.allowance} {kind.vp}" == printed
    assert kind.is_fire == (kind.fire > 0)


@clause("CH-2.1", "CH-2.2", "CH-2.3b")
@pytest.mark.parametrize(
    ("level", "printed", "lower"),
    [(1, "9-2-9", 2), (2, "6-2-9", 3), (3, "3-1-9", 4), (4, "3-0-9", 0), (5, "0-2-4", 6), (6, "0-1-4", 0)],
)
def test_every_leader_has_its_printed_values(level: int, printed: str, lower: int) -> None:
    kinds = the_game().kinds
    kind = kinds[UNIT_TYPES + level - 1]
    assert (kind.level, kind.counter_text, kind.vp) == (level, printed, 1)
    assert (kinds[kind.reduced].level if kind.reduced >= 0 else 0) == lower


@clause("CH-S11.2a", "CH-S3.36c")
@every_battle
def test_printed_victory_points_are_the_sum_of_the_force(order: OrderOfBattle) -> None:
    kinds = the_game().kinds
    for army in order.armies:
        counts = [sum(group.counts[kind.number] for group in army.groups) for kind in kinds]
        assert army.vp == sum(count * kind.vp for count, kind in zip(counts, kinds, strict=True))


@clause("CH-S13.0a", "CH-V.4.0-4")
@every_battle
def test_printed_panic_levels_are_their_share_of_the_victory_points(order: OrderOfBattle) -> None:
    for side, army in enumerate(order.armies):
        percent = PERCENT.get(order.key, (0, 0))[side]
        assert army.panic == -(-army.vp * percent // 100)


# -------------------------------------------------------------------- the map


@clause("CH-M.grid", "CH-R28", "CH-S2.1")
def test_the_map_has_1278_hexes_in_35_rows() -> None:
    assert GROUND.hexes.count == 1278
    assert GROUND.hexes.rows == 35
    assert GROUND.hexes.widths == (37, 36)


@clause("CH-M.village", "CH-M.woods", "CH-M.stream", "CH-M.hilltops", "CH-M.rest", "CH-S5.51", "CH-S5.52", "CH-S5.53")
def test_each_terrain_has_its_number_of_hexes() -> None:
    assert [GROUND.terrain.count(kind) for kind in (STREAM, HILLTOP, SLOPE, WOODS, VILLAGE)] == [45, 63, 105, 13, 2]
    assert len(GROUND.terrain) - 45 - 63 - 105 - 13 - 2 == 1050
    assert GROUND.terrain[hex_at("33,22")] == GROUND.terrain[hex_at("34,22")] == VILLAGE


@clause("CH-M.slopes", "CH-M.crest")
def test_slopes_are_exactly_the_neighbours_of_hilltops() -> None:
    for hex in range(GROUND.hexes.count):
        beside = any(GROUND.terrain[other] == HILLTOP for other in GROUND.hexes.around(hex))
        if GROUND.terrain[hex] == HILLTOP:
            assert all(GROUND.terrain[other] in (HILLTOP, SLOPE) for other in GROUND.hexes.around(hex))
        else:
            assert (GROUND.terrain[hex] == SLOPE) == beside


def regions(kind: int) -> list[int]:
    """Return the sizes of the connected regions of one terrain."""
    left = {hex for hex in range(GROUND.hexes.count) if GROUND.terrain[hex] == kind}
    sizes = []
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            size += 1
            near = [other for other in GROUND.hexes.around(waiting.pop()) if other in left]
            left.difference_update(near)
            waiting.extend(near)
        sizes.append(size)
    return sorted(sizes)


@clause("CH-M.hilltops", "CH-M.stream")
def test_there_are_seven_hills_and_one_stream_from_edge_to_edge() -> None:
    assert regions(HILLTOP) == [5, 6, 7, 10, 10, 12, 13]
    assert regions(STREAM) == [45]
    ends = [hex for hex in range(GROUND.hexes.count) if GROUND.terrain[hex] == STREAM and GROUND.hexes.is_border(hex)]
    assert hex_at("0,28") in ends
    assert hex_at("36,20") in ends


@clause("CH-M.sides", "CH-R24")
def test_the_stream_cuts_the_map_in_two() -> None:
    assert sum(GROUND.south) == 439
    assert GROUND.hexes.count - 439 - 45 == 794
    south = {letter for letter, hex in GROUND.letters.items() if GROUND.south[hex]}
    assert south == set("ADFHIKM")
    assert not GROUND.south[GROUND.letters["N"]]


@clause("CH-M.letters", "CH-R29")
def test_letters_are_in_their_hexes_and_hexes_have_numbers() -> None:
    places = "A 33,22 B 32,15 C 24,5 D 27,27 E 21,19 F 22,32 G 15,18 H 11,27 I 11,21 J 8,18 K 9,23 L 3,24 M 5,30"
    words = f"{places} N 6,23 P 5,7 Q 6,0".split()
    assert {words[k]: hex_at(words[k + 1]) for k in range(0, len(words), 2)} == GROUND.letters
    assert GROUND.hex_name(hex_at("27,27")) == "D 2828"
    assert GROUND.hex_name(hex_at("0,0")) == "0101"
    assert GROUND.find_hex("2828") == GROUND.find_hex("D")


@clause("CH-M.edges", "CH-M.southwest")
def test_edges_share_their_corners() -> None:
    assert [len(GROUND.edges[edge]) for edge in ("west", "north", "east", "south")] == [35, 37, 35, 37]
    corner = hex_at("0,34")
    assert corner in GROUND.edges["west"]
    assert corner in GROUND.edges["south"]
    places = [f"0,{row}" for row in range(29, 35)] + [f"{column},34" for column in range(1, 6)]
    assert GROUND.edges["southwest"] == [hex_at(place) for place in places]


# -------------------------------------------------------------------- the table


@clause("CH-C", "CH-S3.5")
@pytest.mark.parametrize(
    ("score", "row"),
    [(1, "....DDDHE"), (2, "....DDHHE"), (3, "..DDDDHEE"), (4, ".DDDHHEEE"), (5, ".DDHHEEEE"), (6, "DDDHEEEEE"),
     (7, "DDEEEEEEE")],
)  # fmt: skip
def test_the_combat_table_matches_the_rulebook_row_by_row(score: int, row: str) -> None:
    table = the_game().combat
    assert table.columns == ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1"]
    assert "".join([RESULT_SYMBOLS[table.result(score, column)] for column in range(9)]) == row


# -------------------------------------------------------------------- the battles


@clause("CH-S11.1b", "CH-R50")
@every_battle
def test_every_zone_holds_its_force_at_the_printed_stacking(order: OrderOfBattle) -> None:
    game = the_game()
    battle = Setup(game, order.key, 2, {}).start(TapeDice(seed_from(1)))
    assert isinstance(battle, Battle)
    for side, army in enumerate(order.armies):
        battle.side = side
        deploy_automatically(battle)
        assert undeployed_units(battle) == []
        for unit in battle.units_of(side):
            group = army.groups[battle.rules.groups[unit]]
            assert battle.hexes[unit] in group.hexes if group.hexes else battle.hexes[unit] == -1
    assert all(may_share_hex(battle, stack) for stack in battle.occupancy().stacks.values())


@clause("CH-R50")
@every_battle
def test_automatic_set_up_garrisons_every_objective_in_the_zone_of_an_army(order: OrderOfBattle) -> None:
    battle = Setup(the_game(), order.key, 2, {}).start(TapeDice(seed_from(1)))
    assert isinstance(battle, Battle)
    for side, army in enumerate(order.armies):
        battle.side = side
        deploy_automatically(battle)
        zone = {hex for group in army.groups for hex in group.hexes}
        for objective in zone.intersection(order.objectives):
            assert battle.stack(objective), f"objective {objective} of {army.name} is empty"


@clause("CH-V.5.4-5", "CH-R33")
def test_the_egyptians_at_kadesh_deploy_in_three_groups_with_bowmen_aboard() -> None:
    match = hd.new("chariot", "kadesh", seed=1)
    match.play("auto")
    battle = match.state
    assert isinstance(battle, Battle)
    sizes = [len([u for u in battle.units_of(1) if battle.rules.groups[u] == group]) for group in range(3)]
    assert sizes == [28, 21, 21]
    assert len([unit for unit in battle.units_of(1) if battle.aboard[unit]]) == 8


@clause("CH-S11.1a", "CH-V.5.4-4", "CH-V.5.8-3", "CH-V.6.4-2", "CH-R45")
@every_battle
def test_the_right_side_sets_up_first_and_moves_first(order: OrderOfBattle) -> None:
    match = hd.new("chariot", order.key, seed=1)
    late = order.key in ("kadesh", "charchemish", "aequi")
    assert match.seat == (1 if late else 0)
    while match.decision is not None and match.decision.name == "Deploy":
        match.play("auto")
    assert isinstance(match.state, Battle)
    assert (match.state.turn, match.state.side) == (1, 0)


@clause("CH-V.4.0-4", "CH-S12.0", "CH-R49")
def test_rome_has_only_length_and_handicap_as_options_and_other_battles_have_all() -> None:
    game = the_game()
    assert [setting.name for setting in game.scenario("rome").options] == ["turns", "handicap"]
    assert {setting.name for setting in game.scenario("kadesh").options} == set(Options.FIELDS)
    short = hd.new("chariot", "rome", options={"turns": 3}).state
    assert isinstance(short, Battle)
    assert short.rules.options.turns == 3


@clause("CH-V.4.0-2")
def test_rome_has_no_hills() -> None:
    ground = the_game().orders["rome"].ground
    assert not {SLOPE, HILLTOP} & set(ground.terrain)
    assert ground.terrain.count(STREAM) == 45


@clause("CH-V.5.2-3")
def test_the_sides_at_babylon_have_different_chariot_allowances() -> None:
    assert [army.chariot_allowance for army in the_game().orders["babylon"].armies] == [10, 6]


# -------------------------------------------------------------------- broken files


def text_of(name: str) -> str:
    """Return the text of one of the game's files."""
    return (files(f"{PACKAGE}.chariot") / name).read_text(encoding="utf-8")


READERS: dict[str, Callable[[str], object]] = {
    "units.toml": read_kinds,
    "combat.toml": read_combat_table,
    "map.toml": read_ground,
    "scenarios.toml": lambda text: read_orders(text, the_game().kinds, the_game().ground),
}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("data/scenarios.toml", "9MI 3AX", "9MI 3XX"),
        ("data/scenarios.toml", '"D-3"', '"O-3"'),
        ("data/scenarios.toml", '"1x2 2x3 3x4"', '"1x2 2x9"'),
        ("data/units.toml", 'key = "MI"', 'key = "MM"'),
        ("data/combat.toml", "....DDDHE", "....DDDHX"),
        ("data/map.toml", ".......////", "......?////"),
        ("data/map.toml", '    "....................................",\n', ""),
    ],
)
def test_a_broken_file_is_rejected(name: str, old: str, new: str) -> None:
    text = text_of(name)
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(DataError, match=name.split("/")[1]):
        READERS[name.split("/")[1]](broken)
