"""What is seen and said: stacks, targets, the whole sum before an attack, the countdown, the board in words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.games.magic.casualties import HIT_IN_FIGHT, LoseBases, Suffer, kill_chart_hits
from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.description import SIGN_MEANINGS
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.movement import MOVE_NEXT
from hippodrome.games.magic.pieces import STRIP_HEIGHT, TILE_SIZE, piece_spots, tile_left, tile_top
from hippodrome.games.magic.shooting import AIM
from hippodrome.games.magic.state import BY_FIGHT, BY_PURSUIT
from hippodrome.kit.scene import Node, Scene
from hippodrome.kit.svg_renderer import svg
from hippodrome.terminal.chances import Chances
from hippodrome.terminal.pages import odds_lines
from tests.games.magic.world import World, world
from tests.support import clause


def scene_of(battle: World) -> Scene:
    return battle.match.scene(battle.match.seat)


def panel(scene: Scene, title: str) -> list[list[str]]:
    """The rows of the panel with this title."""
    return next(panel.rows for panel in scene.panels if panel.title.partition(": ")[0] == title or panel.title == title)


def handles(scene: Scene) -> dict[str, str]:
    """What may be touched, by the words on it."""
    labels = {node.id: node.label.split("; ") for layer in scene.layers for node in layer.nodes}
    return {labels[handle.on].pop(0): handle.action for handle in scene.handles}


def nodes_of(scene: Scene) -> dict[str, Node]:
    """What is drawn, by name."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def crowd(units: int, characters: int = 0) -> dict[str, str]:
    """So many pieces in d3."""
    return {f"u{n}": f"r d3 SU {1 + n % 4} ready" for n in range(units)} | {
        f"c{n}": "r d3 L" for n in range(characters)
    }


@pytest.mark.parametrize(
    ("units", "characters"), [(1, 0), (1, 1), (2, 2), (4, 1), (8, 0), (8, 1), (8, 3), (3, 9), (8, 6)]
)
def test_the_pieces_of_a_square_fill_it_and_do_not_overlap(units: int, characters: int) -> None:
    battle = world(steps=[MOVE_NEXT[0]], **crowd(units, characters))
    table, board = battle.match.view(0).table, battle.state.board
    found = list(piece_spots(board, table).values())
    assert len(found) == units + characters
    for n, one in enumerate(found):
        for other in found[:n]:
            beside = abs(one.x - other.x) >= (one.width + other.width) // 2
            assert beside or abs(one.y - other.y) >= (one.height + other.height) // 2
    square = board.named("d3")
    left, top = tile_left(board, square), tile_top(board, square)
    for one in found:
        assert left < one.x - one.width // 2
        assert one.x + one.width // 2 < left + TILE_SIZE
        assert top + STRIP_HEIGHT <= one.y - one.height // 2
        assert one.y + one.height // 2 < top + TILE_SIZE


def test_units_are_larger_the_fewer_there_are_and_eight_can_be_read() -> None:
    def least(units: int, characters: int) -> int:
        battle = world(steps=[MOVE_NEXT[0]], **crowd(units, characters))
        found = piece_spots(battle.state.board, battle.match.view(0).table)
        return min([found[n].diameter for n in range(units)])

    sizes = [least(count, 0) for count in (1, 2, 4, 6, 8)]
    assert sizes == sorted(sizes, reverse=True)
    assert least(1, 0) > TILE_SIZE * 45 // 100
    assert least(8, 3) == least(8, 0) > TILE_SIZE // 4


def test_a_piece_shows_kind_quality_gear_bases_and_whose_it_is() -> None:
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
def test_the_marks_of_a_unit_stay_on_its_plate(others: int) -> None:
    battle = world(steps=[MOVE_NEXT[0]], much="r d3 CO-V-amke ready", **crowd(others))
    nodes, spot = nodes_of(scene_of(battle)), piece_spots(battle.state.board, battle.match.view(0).table)[0]
    drawn = [nodes[f"unit-0-{name}"] for name in ("figure", "veteran", "armoured", "missile", "shock", "elf")]
    for node in drawn:
        assert abs(node.x - spot.x) + node.size // 2 <= spot.width // 2 + 30
        assert abs(node.y - spot.y) + node.size // 2 <= spot.height // 2
    for n, node in enumerate(drawn[1:]):
        for other in drawn[1 : n + 1]:
            assert max(abs(node.x - other.x), abs(node.y - other.y)) >= node.size


def test_every_sign_on_a_piece_is_explained_and_has_a_symbol() -> None:
    battle = world(
        steps=[MOVE_NEXT[0]], a="r d3 CO-V-ame > d4", b="r d3 SU-E-sk dread", c="r d3 HO-L beaten", foe="w d4 CO fresh",
        king="r d3 G",
    )  # fmt: skip
    scene = scene_of(battle)
    used = {node.data for node in nodes_of(scene).values() if node.shape == "use"}
    assert {f"magic-{sign}" for sign in SIGN_MEANINGS} | {f"magic-{kind}" for kind in range(13)} == symbol_names()
    assert used <= symbol_names()
    assert [row[1] for row in panel(scene, "Signs on the pieces")][2:] == list(SIGN_MEANINGS.values())


def symbol_names() -> set[str]:
    drawn = ElementTree.fromstring(hd.game("magic").symbols)
    return {symbol.get("id", "") for symbol in drawn.iter("{http://www.w3.org/2000/svg}symbol")}


def test_the_terminal_shows_names_ground_and_how_many_of_each_kind() -> None:
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
def test_the_whole_sum_is_shown_before_an_attack_is_declared() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO-k ready", b="r d3 CO ready", foe="w d4 CO", screen="w d4 SK")
    rows = panel(scene_of(battle), "Attack d3 on d4")
    assert rows == [
        ["shock dice", "+2 to +7", ""],
        ["close order, chariots, cavalry at strength (WAM-F2)", "+3", ""],
        ["close order at strength (WAM-D2)", "", "+3"],
        ["skirmishers (WAM-D14)", "", "+1"],
        ["Points", "5 to 10", "4"],
        ["Dice", "1 to 2", "1"],
        ["Wins", "51 %", "19 %"],
        ["Nobody wins", "31 %", "31 %"],
        ["Bases lost on average", "1.1", "1.6"],
    ]
    assert scene_of(battle).panels[1].of == "assault 17 18"
    battle.play("move b")
    assert scene_of(battle).panels[1].of == "attack 18"
    assert panel(scene_of(battle), "Attack d3 on d4")[0] == [
        "close order, chariots, cavalry at strength (WAM-F2)",
        "+3",
        "",
    ]
    assert "An attack from d3 on d4: 3 points against 4, dice 1 against 1" in battle.match.describe(0)


def test_the_terminal_shows_the_sum_beside_the_odds() -> None:
    battle = world(steps=[MOVE_NEXT[0]], dice="any", a="r d3 CO ready", b="r d3 CO ready", foe="w d4 CO")
    lines = [line.plain for line in odds_lines(battle.match, Chances(battle.match))]
    place = lines.index("All in d3 attack d4   assault 17 18")
    assert lines[place + 1].lstrip().endswith("wins")
    assert "  close order at strength (WAM-D2)                                  +3" in lines
    assert any(line.startswith("  Bases lost on average") for line in lines)


@clause("WAM-F3")
def test_leading_is_weighed_against_looking_on() -> None:
    battle = world(steps=[NEXT_FIGHT[0]], a="r d3 CO > d4", king="r d3 G", foe="w d4 CO")
    titles = [panel.title for panel in scene_of(battle).panels]
    assert titles[1:3] == ["Attack d3 on d4: 31 % win", "Attack d3 on d4, the general leads: 61 % win"]
    assert [panel.of for panel in scene_of(battle).panels[1:3]] == ["follow", "lead"]
    assert "die" in battle.match.game.warning(battle.state, 0, hd.Action("lead"))


@clause("WAM-R1", "WAM-R2", "WAM-Q9")
def test_the_chances_of_a_fight_are_those_that_counting_every_die_gives() -> None:
    battle = world(
        steps=[NEXT_FIGHT[0]], dice="any", a="r d3 CO > d4", b="r d3 SU > d4", foe="w d4 CO", help="w c4 SU",
        other="r f3 SU > f4", rest="w f4 SU",
    )  # fmt: skip
    action = f"fight {battle.state.board.named('d3')} {battle.state.board.named('d4')}"
    promised = battle.match.odds(action)
    assert promised.exact
    counted: dict[str, int] = {}
    forecast = battle.match.view(0).table["forecasts"]["attacks"][0]
    throws = list(product(range(1, 7), repeat=forecast["dice"] + forecast["other_dice"]))
    for dice in throws:
        mine, theirs = (
            kill_chart_hits(bytes(dice[: forecast["dice"]])),
            kill_chart_hits(bytes(dice[forecast["dice"] :])),
        )
        name = "wins" if mine > theirs else "loses" if mine < theirs else "undecided"
        counted[name] = counted.get(name, 0) + 1
    assert dict(promised.rows) == {name: Fraction(ways, len(throws)) for name, ways in counted.items()}


def test_no_dice_are_counted_for_a_choice_that_none_decides() -> None:
    lose = world(dice="any", a="w d4 SU", king="w d4 G", foe="r d3 SU > d4")
    lose.state.clash.pool = (0, 1)
    lose.state.agenda.append(LoseBases(1, 2, BY_PURSUIT))
    for action in ("lose 0", "lose 1"):
        found = lose.match.odds(action)
        assert found.exact
        assert found.chance("goes on") == 1


def test_an_attack_that_needs_a_roll_shows_the_chance_of_the_roll() -> None:
    aside = world(steps=[MOVE_NEXT[0]], dice="any", a="r d3 CO ready", b="r d3 CO ready", foe="w e3 CO", far="w d4 CO")
    board = aside.state.board
    rolled = aside.match.odds(f"assault {board.named('d3')} {board.named('e3')}")
    assert "wins" not in dict(rolled.rows)
    promised = aside.match.odds(f"assault {board.named('d3')} {board.named('d4')}")
    assert dict(promised.rows).keys() == {"wins", "loses", "undecided"}


@clause("WAM-Q27")
def test_losses_are_chosen_by_click() -> None:
    square = world(a="w d4 SU").state.board.named("d4")
    hit = world(steps=[Suffer(1, square, 1, HIT_IN_FIGHT, BY_FIGHT, False)], a="w d4 SU", b="w d4 CO")
    assert handles(scene_of(hit)) == {"A hit on a": "hit 0", "A hit on b": "hit 1"}
    lose = world(a="w d4 SU", b="w d4 CO")
    lose.state.clash.pool = (0, 1)
    lose.state.agenda.append(LoseBases(1, 2, BY_PURSUIT))
    assert handles(scene_of(lose)) == {"a loses a base": "lose 0", "b loses a base": "lose 1"}
    assert lose.match.scene(0).handles == []


@clause("WAM-Q27")
def test_hits_that_are_allotted_are_marked_and_those_left_are_counted() -> None:
    square = world(a="w d4 SU").state.board.named("d4")
    hit = world(steps=[Suffer(1, square, 2, HIT_IN_FIGHT, BY_FIGHT, False)], a="w d4 SU", b="w d4 CO", c="w d4 CO")
    assert scene_of(hit).prompt.endswith("choose who takes the hit. 2 are still to be chosen.")
    hit.play("hit b")
    scene = scene_of(hit)
    assert scene.prompt.endswith("choose who takes the hit.")
    nodes = {node.id: node for layer in scene.layers for node in layer.nodes}
    assert nodes["unit-1-hits"].data == "1"
    assert "unit-0-hits" not in nodes
    assert nodes["unit-1"].label.endswith(", hit")


def test_squares_units_arrows_and_spells_can_be_touched() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", b="r d3 CO ready", foe="w d4 CO")
    assert handles(scene_of(battle)) == {
        "All in d3 attack d4": "assault 17 18",
        "Move a from d3": "move 0",
        "Move b from d3": "move 1",
    }
    battle.play("move a")
    assert set(handles(scene_of(battle))) == {"Attack d4", "Go to c3", "Go to e3", "Go to d2"}
    magic = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", foot="r d3 SU", foe="w d4 SU")
    found = handles(scene_of(magic))
    assert found["mage: Bolt at d4"] == "bolt 0 18"
    assert found["mage: Dread over d4"] == "dread 0 18"
    assert found["mage: Haste for foot"] == "haste 0 1"
    assert found["mage: Ward over his square"] == "ward 0"


def test_a_magician_is_named_only_where_there_are_two() -> None:
    alone = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", foe="w d4 SU")
    assert {"Bolt at d4", "Ward over his square"} <= set(alone.options)
    two = world(steps=[CHARACTER_PHASE[0]], mage="r d3 M", witch="r c3 M", foe="w d4 SU")
    assert {"mage: Bolt at d4", "witch: Ward over his square"} <= set(two.options)


@clause("WAM-Q52")
def test_whoever_may_unbind_a_spell_is_told_which_it_is() -> None:
    battle = world(steps=[CHARACTER_PHASE[0]], dice="4 | 1 1 1", mage="r d3 M", foe="w d4 SU", rival="w d5 M")
    battle.play("bolt mage d4")
    assert battle.match.scene(1).prompt == "White: Red's mage casts Bolt on d4: unbind it, or let it pass."
    battle.play("pass")


@clause("WAM-T8")
def test_the_countdown_is_always_in_view() -> None:
    battle = world(steps=[MOVE_NEXT[0]], countdown=13, a="r d3 CO ready")
    scene = scene_of(battle)
    assert ["Countdown", "13"] in panel(scene, "This turn")
    assert "Turn 2 · Countdown 13" in [node.data for layer in scene.layers for node in layer.nodes]
    assert "countdown 13" in battle.match.describe(0)


def test_the_board_in_words() -> None:
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
    for words in ("e3 Chasm of Doom", "b3 marsh", "shallow river above a2", "Ward over d3", "Mist over a1"):
        assert words in text


def test_forces_and_rosters_are_in_panels() -> None:
    battle = world(steps=[AIM[0]], a="r d3 SU-m", b="r d1 SU 0", foe="w d4 CO beaten", other="w d5 AR aim d3")
    scene = scene_of(battle)
    assert panel(scene, "Armies")[0] == ["Red, River Kingdom", "1", "1 of 2", "at 2 lost", "none"]
    assert panel(scene, "Red: River Kingdom") == [
        ["a", "d3", "4/4", "support, missile"],
        ["b", "lost", "0/4", "support"],
    ]
    assert panel(scene, "White: Crag Tribes")[0] == ["foe", "d4", "4/4", "close order, beaten"]
    assert panel(scene, "White: Crag Tribes")[1] == ["other", "d5", "1/1", "artillery, shoots at d3"]


def test_what_a_unit_is_about_is_marked_on_it() -> None:
    battle = world(steps=[AIM[0]], a="r d3 SU-m", b="r d3 CO > d4", foe="w d4 CO", gun="w d5 AR aim d3")
    marks = {
        node.id for layer in scene_of(battle).layers for node in layer.nodes if node.id.endswith(("-aims", "-attacks"))
    }
    assert marks == {"unit-1-attacks", "unit-3-aims"}
    moved = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", gun="w d5 AR aim d3")  # a shot of the turn before
    assert "unit-1-aims" not in {node.id for layer in scene_of(moved).layers for node in layer.nodes}


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_battle_can_be_drawn_from_the_first_question_to_the_end(theme: str) -> None:
    match = hd.new("magic", "battle", seed=3, options={"scenery": "on"})
    while match.decision:
        if len(match.moves) % 40 == 0:
            ElementTree.fromstring(svg(match.scene(match.seat), theme))
        match.play(match.proposals()[0])
    ElementTree.fromstring(svg(match.scene(), theme))
    assert match.describe().count("\n") > 5


def test_units_beside_the_enemy_that_do_nothing_are_pointed_out() -> None:
    battle = world(steps=[MOVE_NEXT[0]], a="r d3 CO ready", foe="w d4 CO")
    assert battle.match.game.warning(battle.state, 0, hd.Action("done")).startswith("Units of yours stand beside")
    assert battle.match.game.warning(battle.state, 0, hd.Action("move", (0,))) == ""
