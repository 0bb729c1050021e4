"""Before the battle: armies and their points, custom armies, layouts, roles, scenery and deployment."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.magic.armies import Army, army_faults, read_army
from hippodrome.games.magic.custom_files import layout_faults
from hippodrome.games.magic.kinds import BASES, FIRST_CHARACTER, MONSTER
from hippodrome.games.magic.layouts import GROUND_LETTERS, read_layouts
from hippodrome.games.magic.state import Battle
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, SHALLOW
from hippodrome.kit.toml_reader import DataError
from tests.games.magic.world import the_game
from tests.support import clause

CUSTOM_ARMY = """\
key = "own"
title = "My army"
text = "A small army."
motive = "greed"

[[troops]]
name = "Guard"
kind = "close order"
quality = "elite"
gear = ["armoured", "shock"]
number = 2
places = ["0 front", "-1 front"]

[[troops]]
name = "Riders"
kind = "cavalry"
number = 3

[[troops]]
name = "Late"
kind = "host"
only = "attack"

[[troops]]
name = "King"
kind = "general"
"""


def battle_of(match: hd.Match) -> Battle:
    """Return the state of a match with its own type."""
    assert isinstance(match.state, Battle)
    return match.state


# -------------------------------------------------------------------- armies


@clause("WAM-Q42")
def test_all_eight_prepared_armies_are_legal_custom_armies() -> None:
    game = the_game()
    assert list(game.armies) == [
        "river", "silverwood", "ironhill", "crag", "barrow", "sunthrone", "frost", "steppe"
    ]  # fmt: skip
    for army in game.armies.values():
        assert army_faults(army, game.costs, False) == [], army.key
        assert army.cost(game.costs, False) <= game.costs.budget
        pieces = army.muster(False)
        assert len([troop for troop, _ in pieces if troop.kind < FIRST_CHARACTER]) in range(14, 23), army.key


@clause("WAM-Q42")
def test_one_prepared_army_has_two_monsters() -> None:
    monsters = {
        key: len([troop for troop, _ in army.muster(False) if troop.kind == MONSTER])
        for key, army in the_game().armies.items()
    }
    assert monsters["frost"] == 2
    assert max(monsters.values()) == 2


@clause("WAM-Q42", "WAM-Q2")
def test_a_custom_army_is_read_and_its_points_are_counted() -> None:
    army, costs = read_army(CUSTOM_ARMY, "own.toml"), the_game().costs
    assert [troop.code() for troop in army.troops] == ["CO-E-ak", "CV", "HO", "G"]
    assert army.cost(costs, False) == 2 * 21 + 3 * 11 + 15
    assert army.cost(costs, True) == army.cost(costs, False) + 7
    assert army_faults(army, costs, True) == []
    assert army.troops[0].description() == "elite close order, armoured, shock"
    assert costs.limit(True) == 253
    assert BASES[army.troops[0].kind] == 4


@clause("WAM-Q42")
def test_faults_of_a_custom_army_say_what_to_change() -> None:
    def fault_texts(text: str, attacks: bool = False) -> list[str]:
        return [fault.text for fault in army_faults(read_army(text, "own.toml"), the_game().costs, attacks)]

    assert fault_texts(CUSTOM_ARMY.replace('kind = "general"', 'kind = "leader"')) == [
        "An army must have exactly 1 general, not 0."
    ]
    few = fault_texts(CUSTOM_ARMY.replace("number = 3", "number = 2"))
    assert few == ["An army must have at least 5 units, not 4."]
    dear = fault_texts(CUSTOM_ARMY.replace("number = 3", "number = 18"))
    assert dear == ["The army costs 255 points, but the defender may spend 230: remove troops worth 25."]
    assert "attacker may spend 253" in fault_texts(CUSTOM_ARMY.replace("number = 3", "number = 18"), True)[0]
    gear = fault_texts(CUSTOM_ARMY.replace('kind = "host"', 'kind = "elephant"\ngear = ["elf"]'))
    assert gear == ["Late: elephant cannot be elf; it may have no gear."]
    assert (
        "it may have shieldless, elf" in fault_texts(CUSTOM_ARMY.replace('"host"', '"skirmish"\ngear = ["shock"]'))[0]
    )
    quality = fault_texts(CUSTOM_ARMY.replace('kind = "general"', 'kind = "general"\nquality = "veteran"'))
    assert quality == ["King: general cannot be veteran; remove the quality."]
    levy = fault_texts(CUSTOM_ARMY.replace('quality = "elite"', 'quality = "levy"'))
    assert levy == ["Guard: levies cannot be shock troops; remove levy or shock."]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "cavalry"', 'kind = "horse"', r"own\.toml, line 16, troops\[1\]\.kind: must be one of close order"),
        ('quality = "elite"', 'quality = "best"', r"line 9, troops\[0\]\.quality: must be one of plain"),
        ('"shock"]', '"sharp"]', r"line 10, troops\[0\]\.gear: there is no 'sharp'; there are: armoured"),
        ('["0 front", "-1 front"]', '["0 rear", "0 rear", "1 rear"]', r"line 12, .*places: must have at most 2 places"),
        ('"-1 front"', '"left front"', r"line 12, troops\[0\]\.places: must be like"),
        ("number = 3", "number = 0", r"line 17, troops\[1\]\.number: must be from 1 to 20"),
        ("number = 3", "amount = 3", r"line 17, troops\[1\]\.amount: unknown key"),
        ('key = "own"', 'key = "my own"', r"line 1, key: must be one word"),
        ('motive = "greed"', 'motive = "gold"', r"line 4, motive: must be one of none"),
        ('only = "attack"', 'only = "sunday"', r"line 22, troops\[2\]\.only: must be one of attack"),
        ("[[troops]]", "[troops]", r"own\.toml"),
    ],
)
def test_an_unreadable_army_is_reported_with_file_line_and_key(old: str, new: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_army(CUSTOM_ARMY.replace(old, new), "own.toml")


def test_an_army_needs_1_to_48_pieces() -> None:
    head = CUSTOM_ARMY.split("[[troops]]")[0]
    with pytest.raises(DataError, match="needs troops"):
        read_army(head, "own.toml")
    with pytest.raises(DataError, match="at most 48"):
        read_army(head + '[[troops]]\nname = "x"\nkind = "host"\nnumber = 20\n' * 3, "own.toml")


@clause("WAM-Q42")
def test_attack_only_troops_take_the_field_only_in_attack() -> None:
    army: Army = read_army(CUSTOM_ARMY, "own.toml")
    assert [len(army.muster(attacks)) for attacks in (False, True)] == [6, 7]


# -------------------------------------------------------------------- layouts


@clause("WAM-Q1", "WAM-Q35", "WAM-Q36")
def test_size_and_ground_of_the_layouts() -> None:
    layouts = {layout.key: layout for layout in the_game().layouts}
    assert list(layouts) == ["woods", "ford", "cross", "wall", "bridges", "harvest", "moor", "brook"]
    for layout in layouts.values():
        assert (layout.squares.columns, layout.squares.rows) == (7, 5)
    woods, ford, cross = layouts["woods"], layouts["ford"], layouts["cross"]
    named = woods.squares.parse_name
    assert [woods.ground[named(name)] for name in ("b4", "f4", "d3", "c2", "a1")] == [1, 1, 3, 6, 0]
    assert [cross.ground[named(name)] for name in ("d4", "d3", "a3", "b5", "b1")] == [2, 2, 1, 6, 3]
    assert all(ford.squares.is_wet_edge(named(f"{column}3"), 2) for column in "abcdefg")
    assert not any(ford.squares.is_wet_edge(named(f"{column}3"), 0) for column in "abcdefg")


@clause("WAM-Q35", "WAM-Q36")
def test_the_layouts_together_use_every_kind_of_ground_and_river() -> None:
    grounds = {ground for layout in the_game().layouts for ground in layout.ground}
    assert grounds == set(range(len(GROUND_LETTERS)))
    edges = {edge for layout in the_game().layouts for edge in layout.squares.edge}
    assert edges == {DRY, SHALLOW, DEEP, BRIDGE}


@clause("WAM-Q36", "WAM-Q42")
@pytest.mark.parametrize("number", range(8))
def test_units_on_foot_can_cross_every_layout_and_all_kinds_can_deploy(number: int) -> None:
    layout = the_game().layouts[number]
    board = layout.squares
    reached = {board.number(column, 0) for column in range(board.columns)}
    for _ in range(board.size):
        for square in list(reached):
            for d in range(4):
                if board.beside[square * 4 + d] >= 0 and board.is_open_edge(square, d):
                    reached.add(board.beside[square * 4 + d])
    assert len(reached) == board.size
    assert layout_faults(layout) == []


LAYOUT = '[[layout]]\nkey = "k"\ntitle = "T"\ntext = "t"\nground = """\n{0}\n"""\n'


@clause("WAM-Q1", "WAM-Q36")
def test_a_custom_layout_may_have_another_size_and_rivers() -> None:
    rows = [". .|. .", ". .!. .", "- = # +", ". .:. w", ". . . .", ". . . .", ". . . ."]
    layout = read_layouts(LAYOUT.format("\n".join(rows)), "own.toml")[0]
    board = layout.squares
    assert (board.columns, board.rows) == (4, 6)
    assert [board.edge[board.parse_name(name) * 4 + 1] for name in ("b6", "b5", "b4", "b3")] == [1, 2, 3, 0]
    assert [board.edge[board.parse_name(f"{column}5") * 4 + 2] for column in "abcd"] == [0, 1, 2, 3]
    assert list(layout.middle_rows()) == [2, 3]


@pytest.mark.parametrize(
    ("ground", "message"),
    [
        (". . .\n" * 4, "5 to 9 rows"),
        (". . .\n" * 5 + ". .", "same length"),
        (". x .\n" * 5, "'x' in '. x .' is not a ground letter"),
        (". .?.\n" * 5, "is not an edge sign"),
        (". . \n. .  .\n" * 5, "one sign between letters"),
        ("= = =\n" + ". . .\n" * 5, "between two rows"),
    ],
)
def test_an_unreadable_layout_is_rejected(ground: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_layouts(LAYOUT.format(ground), "own.toml")


# -------------------------------------------------------------------- roles, ground, scenery, deployment


@clause("WAM-Q42")
def test_the_attacker_is_rolled_for_or_set_by_an_option() -> None:
    rolled = hd.new("magic", "woods", dice=[3, 3, 2, 5])
    assert battle_of(rolled).attacker == 1
    assert rolled.seat == 0  # the defender deploys first
    agreed = hd.new("magic", "woods", dice=[], options={"attacker": "Red"})
    assert (battle_of(agreed).attacker, agreed.seat) == (0, 1)


@clause("WAM-Q42", "WAM-Q37")
def test_the_defender_picks_the_ground_and_the_first_scenery() -> None:
    match = hd.new("magic", "battle", dice=[], options={"attacker": "Red"})
    assert (match.seat, match.decision.name if match.decision else "") == (1, "PickLayout")
    match.play("layout 2")
    assert battle_of(match).layout == 2
    match.play("scenery 1")
    square = battle_of(match).board.parse_name("c3")
    refusal = match.check(f"place {battle_of(match).board.parse_name('d3')}")
    assert refusal is not None
    assert refusal.rule == "WAM-Q37"
    match.play(f"place {square}")
    assert battle_of(match).ground[square] == 10
    assert match.seat == 0
    match.play("pass")
    assert match.seat == 1
    assert match.decision is not None
    assert match.decision.name == "Deploy"


@clause("WAM-Q42", "WAM-Q5", "WAM-Q12")
def test_pieces_deploy_in_their_own_two_rows() -> None:
    match = hd.new("magic", "woods", seed=1, options={"attacker": "Red", "army_white": "sunthrone", "scenery": "off"})
    board = battle_of(match).board
    for name in ("d3", "d2", "b4"):  # the first unit is chariots, and b4 is a wood
        refusal = match.check(f"place {board.parse_name(name)}")
        assert refusal is not None
        assert refusal.rule == "WAM-Q42"
    match.play(f"place {board.parse_name('d5')}")
    match.play("ready")
    assert match.seat == 0
    match.play("ready")
    for unit in battle_of(match).units:
        assert board.row[unit.square] in ((0, 1) if unit.side == 0 else (3, 4))


@clause("WAM-Q42")
def test_deployment_can_be_automatic() -> None:
    match = hd.new("magic", "ford", seed=1, options={"deployment": "ready", "scenery": "off"})
    assert battle_of(match).turn == 1
    assert not match.game.analysis.invariants(match.state)


@clause("WAM-Q42", "WAM-Q5")
def test_a_ninth_unit_cannot_deploy_in_a_square() -> None:
    match = hd.new("magic", "woods", seed=1, options={"attacker": "Red", "scenery": "off"})
    square = battle_of(match).board.parse_name("a5")
    for _ in range(8):
        match.play(f"place {square}")
    assert match.check(f"place {square}") is not None


# -------------------------------------------------------------------- battles saved under earlier rules


def test_pieces_of_an_army_that_has_changed_since_keep_names_by_kind() -> None:
    match = hd.new("magic", "woods", seed=1, options={"deployment": "ready", "scenery": "off", "attacker": "Red"})
    battle = battle_of(match)
    names = list(battle.names)
    battle.units[0].gear = 0  # Household knights are elite, armoured shock cavalry today
    battle.units[0].quality = 0
    match.game.after_load(battle)
    assert battle.names[0] == "Cavalry"
    assert len(battle.names) == len(battle.plans) == len(battle.units)
    assert set(battle.names[3:]) <= set(names)
    assert not match.game.analysis.invariants(battle)


def test_a_battle_on_a_custom_layout_keeps_it_when_layouts_are_added() -> None:
    drawing = 'title = "T"\ntext = "t"\nground = """\n' + ". . . . .\n" * 5 + '"""\n'
    match = hd.new("magic", "battle", seed=1, options={"layout": drawing})
    battle = battle_of(match)
    battle.layout = 3  # its number when there were three layouts
    match.game.after_load(battle)
    assert battle.board.columns == 5
