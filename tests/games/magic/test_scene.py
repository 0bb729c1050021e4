"""The scene: stacks, handles, attack panels, the countdown, and the text description."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.games.magic.casualties import HIT_IN_FIGHT, LoseBases, Suffer, kill_chart_hits
from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.formatting import SYMBOL_MEANINGS
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.games.magic.pieces import STRIP_HEIGHT, TILE_SIZE, piece_spots, tile_left, tile_top
from hippodrome.games.magic.shooting import AIM
from hippodrome.games.magic.state import BY_FIGHT, BY_PURSUIT
from hippodrome.kit.odds import NO_OUTCOME
from hippodrome.kit.scene import Node, Scene
from hippodrome.kit.svg_renderer import svg
from hippodrome.terminal.odds_view import OddsCache, odds_lines
from tests.games.magic.world import World, world
from tests.support import clause


def scene_of(battle: World) -> Scene:
    """Return the scene of the seat that must decide."""
    return battle.match.scene(battle.match.seat)


def panel(scene: Scene, title: str) -> list[list[str]]:
    """Return the rows of the panel with this title."""
    return next(panel.rows for panel in scene.panels if panel.title.partition(": ")[0] == title or panel.title == title)


def handles(scene: Scene) -> dict[str, str]:
    """Return the actions of the handles, by label."""
    labels = {node.id: node.label.split("; ") for layer in scene.layers for node in layer.nodes}
    return {labels[handle.on].pop(0): handle.action for handle in scene.handles}


def nodes_of(scene: Scene) -> dict[str, Node]:
    """Return all nodes by id."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def crowd(units: int, characters: int = 0) -> dict[str, str]:
    """Return a number of units and characters in d3."""
    return {f"u{n}": f"r d3 SU {1 + n % 4} ready" for n in range(units)} | {
        f"c{n}": "r d3 L" for n in range(characters)
    }


@pytest.mark.parametrize(
    ("units", "characters"), [(1, 0), (1, 1), (2, 2), (4, 1), (8, 0), (8, 1), (8, 3), (3, 9), (8, 6)]
)
def test_the_pieces_of_a_square_fill_it_and_do_not_overlap(units: int, characters: int) -> None:
    battle = world(steps=[MOVE_NEXT[0]], **crowd(units, characters))
    table, board = battle.match.view(0).table, battle.state.board
    spots = list(piece_spots(board, table).values())
    assert len(spots) == units + characters
    for n, one in enumerate(spots):
        for other in spots[:n]:
            beside = abs(one.x - other.x) >= (one.width + other.width) // 2
            assert beside or abs(one.y - other.y) >= (one.height + other.height) // 2
    square = board.parse_name("d3")
    left, top = tile_left(board, square), tile_top(board, square)
    for one in spots:
        assert left < one.x - one.width // 2
        assert one.x + one.width // 2 < left + TILE_SIZE
        assert top + STRIP_HEIGHT <= one.y - one.height // 2
        assert one.y + one.height // 2 < top + TILE_SIZE


def test_fewer_units_are_drawn_larger_and_eight_are_still_legible() -> None:
    def smallest(units: int, characters: int) -> int:
        battle = world(steps=[MOVE_NEXT[0]], **crowd(units, characters))
        spots = piece_spots(battle.state.board, battle.match.view(0).table)
        return min([spots[n].diameter for n in range(units)])

    sizes = [smallest(count, 0) for count in (1, 2, 4, 6, 8)]
    assert sizes == sorted(sizes, reverse=True)
    assert smallest(1, 0) > TILE_SIZE * 45 // 100
    assert smallest(8, 3) == smallest(8, 0) > TILE_SIZE // 4


def test_a_piece_shows_kind_quality_gear_bases_and_side() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CV-E-ak 3 ready", b="w d4 SU-L-s", king="r d3 G", chief="w d4 L")
    nodes = nodes_of(scene_of(battle))
    assert [nodes[f"unit-{n}-figure"].data for n in range(4)] == ["magic-3", "magic-1", "magic-10", "magic-11"]
    assert {"unit-0-elite", "unit-0-armoured", "unit-0-shock", "unit-1-levy", "unit-1-shieldless"} <= set(nodes)
    assert "unit-2-wreath" in nodes
    assert "unit-3-wreath" not in nodes
    assert nodes["unit-0-pips"].data.count("z") == 5  # four bars, of which one is hollow
    assert nodes["unit-1-pips"].data.count("z") == 4
    assert [nodes[f"unit-{n}"].shape for n in range(4)] == ["rect", "path", "circle", "path"]


@pytest.mark.parametrize("others", [0, 1, 3, 5, 7])
def test_the_marks_of_a_unit_stay_on_its_plate_and_apart(others: int) -> None:
    battle = world(steps=[MOVE_NEXT[0]], much="r d3 CO-V-amke ready", **crowd(others))
    nodes, spot = nodes_of(scene_of(battle)), piece_spots(battle.state.board, battle.match.view(0).table)[0]
    drawn = [nodes[f"unit-0-{name}"] for name in ("figure", "veteran", "armoured", "missile", "shock", "elf")]
    for node in drawn:
        assert abs(node.x - spot.x) + node.size // 2 <= spot.width // 2 + 30
        assert abs(node.y - spot.y) + node.size // 2 <= spot.height // 2
    for n, node in enumerate(drawn[1:]):
        for other in drawn[1 : n + 1]:
            assert max(abs(node.x - other.x), abs(node.y - other.y)) >= node.size


def test_every_symbol_on_a_piece_is_drawn_and_explained() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], a="r d3 CO-V-ame > d4", b="r d3 SU-E-sk dread", c="r d3 HO-L beaten", foe="w d4 CO fresh",
        king="r d3 G",
    )  # fmt: skip
    scene = scene_of(battle)
    used = {node.data for node in nodes_of(scene).values() if node.shape == "use"}
    assert {f"magic-{name}" for name in SYMBOL_MEANINGS} | {f"magic-{kind}" for kind in range(13)} == symbol_names()
    assert used <= symbol_names()
    assert [row[1] for row in panel(scene, "Symbols on the pieces")][2:] == list(SYMBOL_MEANINGS.values())


def symbol_names() -> set[str]:
    """Return the ids of all symbols of the game."""
    drawn = ElementTree.fromstring(hd.game("magic").symbols)
    return {symbol.get("id", "") for symbol in drawn.iter("{http://www.w3.org/2000/svg}symbol")}


def test_the_terminal_shows_names_ground_and_the_number_of_each_kind() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], ground="ford", a="r d3 SU ready", b="r d3 SU", c="r d3 CO", king="r d3 G", foe="w d4 CO"
    )
    nodes = nodes_of(scene_of(battle))
    cells = {name: node.glyph for name, node in nodes.items() if name.startswith("letters-d")}
    assert {"d3", "c ", "s2", "k "} <= set(cells.values())
    assert {node.glyph for name, node in nodes.items() if name.startswith("letters-b3")} == {"b3", "ma"}
    assert "letters-d2-10" in nodes
    assert nodes["letters-d2-10"].glyph == "~~"
    assert [node.css for name, node in nodes.items() if node.glyph == "C "] == ["plate seat1"]


@clause("WAM-R1", "WAM-F2", "WAM-D2")
def test_a_panel_shows_the_points_of_both_sides_before_an_attack_is_declared() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO-k ready", b="r d3 CO ready", foe="w d4 CO", screen="w d4 SK")
    rows = panel(scene_of(battle), "Attack on d4 from d3")
    assert rows == [
        ["shock dice", "+2 to +7", ""],
        ["close order, chariots, cavalry at strength (WAM-F2)", "+3", ""],
        ["close order at strength (WAM-D2)", "", "+3"],
        ["skirmishers (WAM-D14)", "", "+1"],
        ["Points", "5 to 10", "4"],
        ["Dice", "1 to 2", "1"],
        ["Wins", "51 %", "19 %"],
        ["Draw", "31 %", "31 %"],
        ["Expected losses (bases)", "1.1", "1.6"],
    ]
    assert scene_of(battle).panels[1].of == "assault 17 18"
    battle.play("move b")
    assert scene_of(battle).panels[1].of == "attack 18"
    assert panel(scene_of(battle), "Attack on d4 from d3")[0] == [
        "close order, chariots, cavalry at strength (WAM-F2)",
        "+3",
        "",
    ]
    assert "Attack on d4 from d3: 3 points against 4, dice 1 against 1" in battle.match.describe(0)


def test_the_terminal_shows_the_points_beside_the_odds() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="any", a="r d3 CO ready", b="r d3 CO ready", foe="w d4 CO")
    lines = [line.plain for line in odds_lines(battle.match, OddsCache(battle.match))]
    place = lines.index("Attack d4 with everything in d3   assault 17 18")
    assert lines[place + 1].lstrip().endswith("wins")
    assert "  close order at strength (WAM-D2)                                  +3" in lines
    assert any(line.startswith("  Expected losses (bases)") for line in lines)


@clause("WAM-F3")
def test_panels_compare_leading_the_attack_with_staying_behind() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], a="r d3 CO > d4", king="r d3 G", foe="w d4 CO")
    titles = [panel.title for panel in scene_of(battle).panels]
    assert titles[1:3] == ["Attack on d4 from d3: 31 % win", "Attack on d4 from d3, led by the general: 61 % win"]
    assert [panel.of for panel in scene_of(battle).panels[1:3]] == ["follow", "lead"]
    assert "kills your general" in battle.match.game.presentation.warning(battle.state, 0, hd.Action("lead"))


@clause("WAM-R1", "WAM-R2", "WAM-Q9")
def test_the_odds_of_a_fight_equal_a_count_of_all_rolls() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="any", a="r d3 CO > d4", b="r d3 SU > d4", foe="w d4 CO", help="w c4 SU",
        other="r f3 SU > f4", rest="w f4 SU",
    )  # fmt: skip
    action = f"fight {battle.state.board.parse_name('d3')} {battle.state.board.parse_name('d4')}"
    predicted = battle.match.odds(action)
    assert predicted.exact
    counted: dict[str, int] = {}
    forecast = battle.match.view(0).table["forecasts"]["attacks"][0]
    rolls = list(product(range(1, 7), repeat=forecast["dice"] + forecast["other_dice"]))
    for dice in rolls:
        mine, theirs = (
            kill_chart_hits(bytes(dice[: forecast["dice"]])),
            kill_chart_hits(bytes(dice[forecast["dice"] :])),
        )
        name = "wins" if mine > theirs else "loses" if mine < theirs else "draw"
        counted[name] = counted.get(name, 0) + 1
    assert dict(predicted.rows) == {name: Fraction(ways, len(rolls)) for name, ways in counted.items()}


def test_a_choice_that_no_die_decides_has_a_certain_outcome() -> None:
    lose = world(dice="any", a="w d4 SU", king="w d4 G", foe="r d3 SU > d4")
    lose.state.clash.pool = (0, 1)
    lose.state.agenda.append(LoseBases(1, 2, BY_PURSUIT))
    for action in ("lose 0", "lose 1"):
        odds = lose.match.odds(action)
        assert odds.exact
        assert odds.chance(NO_OUTCOME) == 1


def test_the_odds_of_an_attack_that_needs_a_roll_are_those_of_the_roll() -> None:
    aside = world(steps=[MOVE_NEXT[0]], dice="any", a="r d3 CO ready", b="r d3 CO ready", foe="w e3 CO", far="w d4 CO")
    board = aside.state.board
    rolled = aside.match.odds(f"assault {board.parse_name('d3')} {board.parse_name('e3')}")
    assert "wins" not in dict(rolled.rows)
    predicted = aside.match.odds(f"assault {board.parse_name('d3')} {board.parse_name('d4')}")
    assert dict(predicted.rows).keys() == {"wins", "loses", "draw"}


@clause("WAM-Q27")
def test_hits_and_losses_can_be_chosen_on_the_board() -> None:
    square = world(a="w d4 SU").state.board.parse_name("d4")
    hit = world(steps=[Suffer(1, square, 1, HIT_IN_FIGHT, BY_FIGHT, False)], a="w d4 SU", b="w d4 CO")
    assert handles(scene_of(hit)) == {"a takes the hit": "hit 0", "b takes the hit": "hit 1"}
    lose = world(a="w d4 SU", b="w d4 CO")
    lose.state.clash.pool = (0, 1)
    lose.state.agenda.append(LoseBases(1, 2, BY_PURSUIT))
    assert handles(scene_of(lose)) == {"a loses a base": "lose 0", "b loses a base": "lose 1"}
    assert lose.match.scene(0).handles == []


@clause("WAM-Q27")
def test_allotted_hits_are_marked_and_the_prompt_counts_the_rest() -> None:
    square = world(a="w d4 SU").state.board.parse_name("d4")
    hit = world(steps=[Suffer(1, square, 2, HIT_IN_FIGHT, BY_FIGHT, False)], a="w d4 SU", b="w d4 CO", c="w d4 CO")
    assert scene_of(hit).prompt.endswith("Choose which piece in d4 takes the hit (2 left).")
    hit.play("hit b")
    scene = scene_of(hit)
    assert scene.prompt.endswith("Choose which piece in d4 takes the hit (1 left).")
    nodes = {node.id: node for layer in scene.layers for node in layer.nodes}
    assert nodes["unit-1-hits"].data == "1"
    assert "unit-0-hits" not in nodes
    assert nodes["unit-1"].label.endswith(", hit")


def test_squares_units_arrows_and_spells_have_handles() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", b="r d3 CO ready", foe="w d4 CO")
    assert handles(scene_of(battle)) == {
        "Attack d4 with everything in d3": "assault 17 18",
        "Move a from d3": "move 0",
        "Move b from d3": "move 1",
    }
    battle.play("move a")
    assert set(handles(scene_of(battle))) == {"Attack d4", "Move to c3", "Move to e3", "Move to d2"}
    magic = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", foot="r d3 SU", foe="w d4 SU")
    actions = handles(scene_of(magic))
    assert actions["mage: Bolt at d4"] == "bolt 0 18"
    assert actions["mage: Dread on d4"] == "dread 0 18"
    assert actions["mage: Haste for foot"] == "haste 0 1"
    assert actions["mage: Ward on the magician's own square"] == "ward 0"


def test_labels_name_the_magician_only_if_there_are_two() -> None:
    alone = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", foe="w d4 SU")
    assert {"Bolt at d4", "Ward on the magician's own square"} <= set(alone.labels)
    two = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", witch="r c3 M", foe="w d4 SU")
    assert {"mage: Bolt at d4", "witch: Ward on the magician's own square"} <= set(two.labels)


@clause("WAM-Q52")
def test_the_prompt_to_unbind_names_the_spell() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 1 1 1", mage="r d3 M", foe="w d4 SU", rival="w d5 M")
    battle.play("bolt mage d4")
    assert battle.match.scene(1).prompt == "Red's mage casts Bolt on d4. Unbind it, or let it take effect?"
    assert battle.match.scene(0).prompt == "White is deciding whether to unbind the spell."
    battle.play("pass")


@clause("WAM-T8")
def test_picture_panel_and_description_show_the_countdown() -> None:
    battle = world(steps=[MOVE_NEXT[0]], countdown=13, a="r d3 CO ready")
    scene = scene_of(battle)
    assert ["Countdown", "13"] in panel(scene, "This turn")
    assert "Turn 2 · Countdown 13" in [node.data for layer in scene.layers for node in layer.nodes]
    assert "countdown 13" in battle.match.describe(0)


def test_the_description_lists_ground_squares_and_spells() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], ground="ford", mist="a1", ward="d3", scenery=["w e3 0"],
        guard="r d3 CO-V-a 3 > d4", king="r d3 G", foe="w d4 HO dread", spare="r a1 SU ready",
    )  # fmt: skip
    text = battle.match.describe(0)
    assert text.startswith(
        "Ford of Reeds, 7 by 5 squares. Turn 2, countdown 25, Red is first player. Points: Red 1, White 0."
    )
    assert "d3: Red with guard, close order, veteran, armoured, 3 of 4 bases; king; attacks d4." in text
    assert "d4: White with foe, host, 4 of 4 bases, in Dread." in text
    for words in ("e3 Chasm of Doom", "b3 marsh", "shallow river above a2", "Ward on d3", "Mist on a1"):
        assert words in text


def test_panels_list_both_armies_and_their_pieces() -> None:
    battle = world(steps=[AIM[0]], a="r d3 SU-m", b="r d1 SU 0", foe="w d4 CO beaten", other="w d5 AR aim d3")
    scene = scene_of(battle)
    assert panel(scene, "Armies")[0] == ["Red, River Kingdom", "1", "1 of 2", "at 2 lost", "none"]
    assert panel(scene, "Red: River Kingdom") == [
        ["a", "d3", "4/4", "support, missile"],
        ["b", "lost", "0/4", "support"],
    ]
    assert panel(scene, "White: Crag Tribes")[0] == ["foe", "d4", "4/4", "close order, beaten"]
    assert panel(scene, "White: Crag Tribes")[1] == ["other", "d5", "1/1", "artillery, shoots at d3"]


def test_badges_show_attacks_and_current_targets() -> None:
    battle = world(steps=[AIM[0]], a="r d3 SU-m", b="r d3 CO > d4", foe="w d4 CO", gun="w d5 AR aim d3")
    marks = {
        node.id for layer in scene_of(battle).layers for node in layer.nodes if node.id.endswith(("-aims", "-attacks"))
    }
    assert marks == {"unit-1-attacks", "unit-3-aims"}
    moved = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", gun="w d5 AR aim d3")  # a shot of an earlier phase
    assert "unit-1-aims" not in {node.id for layer in scene_of(moved).layers for node in layer.nodes}


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_battle_can_be_drawn_from_the_first_decision_to_the_end(theme: str) -> None:
    match = hd.new("magic", "battle", seed=3, options={"scenery": "on"})
    while match.decision:
        if len(match.moves) % 40 == 0:
            ElementTree.fromstring(svg(match.scene(match.seat), theme))
        match.play(match.proposals()[0])
    ElementTree.fromstring(svg(match.scene(), theme))
    assert match.describe().count("\n") > 5


def test_ending_movement_beside_the_enemy_without_an_attack_gives_a_warning() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", foe="w d4 CO")
    assert battle.match.game.presentation.warning(battle.state, 0, hd.Action("done")).startswith(
        "Some of your units are next to the enemy"
    )
    assert battle.match.game.presentation.warning(battle.state, 0, hd.Action("move", (0,))) == ""
