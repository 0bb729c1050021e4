"""Picture, panels, handles, labels and description of a battle."""

from __future__ import annotations

import re

import pytest

import hippodrome as hd
from hippodrome.games.chariot.formatting import points_text, strength_text, unit_list
from hippodrome.games.chariot.ground import HILLTOP, STREAM
from hippodrome.games.chariot.map_drawing import hachures, hexes_of_terrain, outlines, stream_flows
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.victory import Ending
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.match import Match
from hippodrome.kit.scene import Node, Panel, Scene
from hippodrome.terminal.board import draw_board
from tests.games.chariot.world import World, hex_at, the_game, world
from tests.support import clause


def scene_of(battle: World) -> Scene:
    """Return the picture as the deciding seat sees it."""
    game, match = the_game(), battle.match
    battle.state.rules.order.key = "rome"  # any known key will do: only the counters matter
    return game.presentation.scene(game.view(battle.state, match.seat), match.decision)


def nodes_of(scene: Scene) -> dict[str, Node]:
    """Return the nodes of a picture by id."""
    return {node.id: node for layer in scene.layers for node in layer.nodes}


def layer_of(scene: Scene, node: str) -> list[Node]:
    """Return the overlay shown when the pointer is over a node."""
    [overlay] = [layer for layer in scene.layers if layer.of == node]
    return overlay.nodes


def parse_action(text: str) -> Action:
    action = parse(text)
    assert action is not None
    return action


def panel(scene: Scene, name: str) -> Panel:
    [result] = [panel for panel in scene.panels if panel.name == name]
    return result


def rows_of(scene: Scene, name: str) -> dict[str, str]:
    """Return the rows of a panel with two columns."""
    return {row[0]: row[1] for row in panel(scene, name).rows}


def ready(key: str) -> Match:
    """Return a battle after set-up."""
    match = hd.new("chariot", key, seed=1)
    while match.decision is not None and match.decision.name == "Deploy":
        match.play("auto")
    return match


def test_every_hex_and_every_letter_is_drawn_once() -> None:
    [ground] = [layer for layer in ready("delta").scene().layers if layer.static]
    assert len([node for node in ground.nodes if node.id.startswith("hex-")]) == 1278
    assert len([node for node in ground.nodes if node.id.startswith("letter-")]) == 16


def test_the_map_of_rome_shows_no_hills() -> None:
    scene = ready("rome").scene()
    assert {node.glyph for node in nodes_of(scene).values() if node.id.startswith(("hex-", "sign-"))} - {""} == set(
        "·~♣⌂"
    )
    assert nodes_of(scene)["land"].data == "chariot-plain"
    assert nodes_of(ready("delta").scene())["land"].data == "chariot-land"


def test_every_node_has_a_unique_id() -> None:
    for key, moves in (("rome", ()), ("delta", ("done", "move 24")), ("kadesh", ("done",))):
        match = ready(key)
        for move in moves:
            match.play(move)
        ids = [node.id for layer in match.scene(match.seat).layers for node in layer.nodes]
        assert len(ids) == len(set(ids))


def test_every_symbol_that_is_drawn_is_defined() -> None:
    ids = set(re.findall(r'id="([\w-]+)"', the_game().symbols))
    assert set(re.findall(r'href="#([\w-]+)"', the_game().symbols)) <= ids
    for key in the_game().orders:
        match = ready(key)
        drawn = {node.data for node in nodes_of(match.scene(match.seat)).values() if node.shape == "use"}
        assert drawn <= ids


def test_the_stream_is_one_ribbon_through_its_hexes_and_leaves_the_map_at_both_ends() -> None:
    game = the_game()
    ground = game.ground
    stream = hexes_of_terrain(ground, STREAM)
    gates = {hex: [side for side in range(6) if stream_flows(ground, hex, side)] for hex in stream}
    assert all(len(sides) >= 2 for sides in gates.values())
    out = [hex for hex, sides in gates.items() if any(ground.hexes.next[hex * 6 + side] < 0 for side in sides)]
    assert sorted([ground.hexes.column[hex] for hex in out]) == [0, 36]


def test_hills_are_outlined_by_their_hexsides_and_crests_have_hachures() -> None:
    ground = the_game().ground
    assert len(outlines(ground, {0})) == 1
    assert len(outlines(ground, {0})[0]) == 6
    ring = set(ground.hexes.ring(ground.letters["D"], 1))
    assert sorted([len(loop) for loop in outlines(ground, ring)]) == [6, 18]  # the way round, and the hole
    assert len(outlines(ground, hexes_of_terrain(ground, HILLTOP))) == 7
    assert hachures(ground.flat()) == ""
    assert hachures(ground).count("M") % 4 == 0


def test_reachable_hexes_are_targets_with_their_cost() -> None:
    battle = world({"a": "AX 22,6"}, {"z": "MI 30,2"}, leaders=False).play("move a")
    scene = scene_of(battle)
    slope = hex_at("23,6")
    target = nodes_of(scene)[f"target-go-{slope}"]
    assert target.label.endswith("cost 2")
    assert target.data == "chariot-cost-4"
    assert f"go {slope}" in {handle.action for handle in scene.handles}
    assert panel(scene, "plan").rows == [["Unit", "Axemen"], ["Movement Points left", "4 of 4"]]
    assert battle.match.game.presentation.label(battle.state, parse_action(f"go {slope}")).endswith("(cost 2)")


def test_hovering_a_unit_shows_where_it_can_move_and_what_it_can_hit() -> None:
    battle = world({"a": "BW 10,11"}, {"z": "MI 30,2"}, leaders=False)
    about = layer_of(scene_of(battle), f"unit-{battle.ids['a']}")
    assert [node.id for node in about] == [f"walk-{battle.ids['a']}", f"field-{hex_at('10,11')}"]
    assert all(node.css == "zone" for node in about)


@clause("CH-S6.34")
def test_a_field_of_fire_ends_where_units_block_the_line() -> None:
    alone = world({"a": "IB 10,11"}, {"z": "MI 30,2"}, "fire", leaders=False)
    behind = world({"a": "IB 10,11"}, {"z": "MI 11,11"}, "fire", leaders=False)
    fields = [the_game().view(battle.state, 0).table["fields"][str(hex_at("10,11"))] for battle in (alone, behind)]
    assert len(fields[0]) == 36
    assert hex_at("12,11") in fields[0]
    assert hex_at("11,11") in fields[1]
    assert hex_at("12,11") not in fields[1]


def test_a_stack_shows_its_size_and_names_and_can_be_spread() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 10,11 disrupted"}, {"z": "MI 30,2"})
    scene, hex = scene_of(battle), hex_at("10,11")
    stack = nodes_of(scene)[f"stack-{hex}"]
    assert stack.data == "chariot-stack-2"
    assert stack.label == "1112, clear: Ours: Axemen 1, Axemen 2 (disrupted)"
    opened = {node.id: node for node in layer_of(scene, f"stack-{hex}")}
    assert opened[f"open-{battle.ids['a']}"].x < opened[f"open-{battle.ids['b']}"].x
    assert f"open-disrupted-{battle.ids['b']}" in opened


def test_clicking_a_stack_offers_a_choice_of_its_units() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 10,11"}, {"z": "MI 30,2"})
    nodes = nodes_of(scene_of(battle))
    one, other = (nodes[f"target-move-{battle.ids[name]}"] for name in "ab")
    assert (one.x, one.y) == (other.x, other.y)
    assert (one.label, other.label) == ("Move Axemen 1", "Move Axemen 2")


def test_the_plan_shows_strengths_odds_and_chances_step_by_step() -> None:
    battle = world({"a": "SD 10,11", "b": "SD 12,11"}, {"x": "MS 11,11"}, "melee")
    assert nodes_of(scene_of(battle))[f"target-attack-{hex_at('11,11')}"].label.endswith("2 units, odds up to 5-1")
    battle.play("attack 11,11")
    before = rows_of(scene_of(battle), "plan")
    assert before["Chances"] == "Odds below 1-2 are not allowed. Add units."
    assert before["Could join"] == "Swordsmen 1 and Swordsmen 2"
    assert (
        battle.match.game.presentation.label(battle.state, parse_action(f"add {battle.ids['a']}"))
        == "Add Swordsmen 1 (1112) for 1-1"
    )
    battle.play("add a")
    one = rows_of(scene_of(battle), "plan")
    assert (one["Attack strength"], one["Defence strength"], one["Odds"]) == ("4", "3", "4 to 3: 1-1")
    assert one["Hex 1212"] == "50 % no effect, 50 % disrupted"
    assert battle.match.game.presentation.label(battle.state, parse_action("all")) == "Add all for 5-1"
    battle.play("add b")
    both = rows_of(scene_of(battle), "plan")
    assert (both["Flank attack"], both["Attack strength"], both["Odds"]) == ("doubled", "16", "16 to 3: 5-1")
    assert battle.match.game.presentation.label(battle.state, parse_action("strike")) == "Attack at 5-1"


def test_a_plan_is_confirmed_before_the_roll_even_if_nothing_can_be_added() -> None:
    battle = world({"a": "SD 10,11"}, {"x": "MS 11,11"}, "melee").play("attack 11,11", "add a")
    assert [action.text for action in battle.match.proposals()] == ["strike"]
    assert battle.match.only_action() is None


def test_the_plan_explains_changed_strengths() -> None:
    rows = rows_of(scene_of(streams_and_woods()), "plan")
    assert rows["Axemen"] == "1.5 (halved in the stream)"
    assert rows["Medium Cavalry"] == "3 (halved by its brackets, doubled in woods)"
    assert rows["Bowmen"] == "0 (a dot, doubled in woods)"


@pytest.mark.parametrize(
    ("options", "ours", "theirs", "name", "text"),
    [
        ("capability_chart", "SD 10,11", "MI 11,11 panicked", "Militia Infantry",
         "0.5 (halved against these attackers, halved by panic)"),
        ("capability_chart", "MC 10,11", "MI 11,11", "Militia Infantry", "4 (doubled against these attackers)"),
        ("facing", "SD 10,11 facing 0", "MS 11,11 facing 0", "Militia Spearmen", "1.5 (halved from the flank)"),
        ("elevation", "AX 22,6", "MI 23,6", "Axemen", "1.5 (halved uphill)"),
    ],
)  # fmt: skip
def test_the_plan_explains_optional_rules(options: str, ours: str, theirs: str, name: str, text: str) -> None:
    battle = world({"a": ours}, {"x": theirs}, "melee", options=options)
    battle.play(f"attack {theirs.split()[1]}", "add a")
    assert rows_of(scene_of(battle), "plan")[name] == text


def streams_and_woods() -> World:
    """Return an attack out of the stream on a wood."""
    battle = world({"a": "AX 10,22"}, {"x": "MC 9,23", "y": "BW 9,23"}, "melee")
    return battle.play("attack 9,23", "all")


def test_the_fire_plan_adds_one_against_disrupted_units() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "MS 11,11 disrupted"}, "fire", leaders=False).play("aim 11,11", "all")
    rows = rows_of(scene_of(battle), "plan")
    assert (rows["Fire strength"], rows["Fire Protection"], rows["Odds"]) == ("2", "3 (clear)", "2 to 3: 1-2")
    assert rows["Hex 1212"] == "67 % no effect, 33 % disrupted (+1: disrupted)"


def test_the_plan_shows_range_effects() -> None:
    ours = {"a": "BW 10,11", "b": "BW 10,11"}
    battle = world(ours, {"x": "MS 12,11"}, "fire", leaders=False, options="range_effects").play("aim 12,11", "all")
    assert rows_of(scene_of(battle), "plan")["Bowmen 1"] == "1 (of 2, at 2 hexes)"


def test_the_odds_of_an_attack_are_exact() -> None:
    battle = world({"a": "SD 10,11"}, {"x": "MS 11,11"}, "melee").play("attack 11,11", "all")
    assert repr(battle.match.odds("strike")) == "Odds(disrupted 1/2, no effect 1/2; exact)"


def test_states_are_marked_on_the_counter_and_in_its_label() -> None:
    battle = world({"c": "CH 10,11", "a": "BW 10,11 aboard c disrupted"}, {"z": "MI 30,2"}, "fire", leaders=False)
    nodes, id = nodes_of(scene_of(battle)), battle.ids["a"]
    counter = [nodes[f"unit{part}-{id}"] for part in ("", "-face", "-disrupted", "-aboard")]
    assert len({(node.x, node.y) for node in counter}) == 1
    assert f"unit-fired-{id}" not in nodes
    assert nodes[f"unit-{id}"].label == (
        "Bowmen of the Ours, melee a dot, fire 2 at range 2, allowance 5, disrupted, aboard Chariot"
    )


def test_the_panels_show_control_and_losses_all_the_time() -> None:
    scene = ready("rome").scene(0)
    assert panel(scene, "victory").title == "The side that controls D at the end wins."
    assert panel(scene, "victory").rows == [
        ["Game-Turn", "1 of 10"],
        ["To play", "Romans"],
        ["Phase", "Movement"],
        ["D 2828", "Romans"],
        ["Leading", "Romans"],
    ]
    assert panel(scene, "armies").rows[0] == ["Romans", "0 of 27", "0", "16"]
    flag = nodes_of(scene)[f"flag-{hex_at('27,27')}"]
    assert (flag.css, flag.label) == ("seat0", "D 2828: objective, controlled by the Romans")


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("babylon", ["Babylonians lost", "0 of 12"]),
        ("megiddo", ["Egyptians south", "0 (max 4)"]),
        ("kadesh", ["Hittites lost", "0 (max 15)"]),
        ("armageddon", ["Egyptians exited", "0 of 15"]),
    ],
)
def test_conditions_that_count_units_show_their_progress(key: str, row: list[str]) -> None:
    assert row in panel(ready(key).scene(0), "victory").rows


def test_the_description_names_the_goal_the_turn_and_control() -> None:
    text = ready("rome").describe()
    goal, turn = text.split("\n")[:2]
    assert goal == "Rome, 753 BC. The side that controls D at the end wins."
    assert turn == "Game-Turn 1 of 10, Movement Phase: the Romans to play. The Romans are ahead."
    assert "The Romans control hex D 2828." in text


def test_the_terminal_shows_types_in_lower_case_for_one_side_and_upper_case_for_the_other() -> None:
    match = ready("rome")
    lines = [line.plain for line in draw_board(match.scene(0), {})]
    text = "\n".join(lines)
    assert (text.count("ax"), text.count("AX"), text.count("BW")) == (3, 7, 2)
    assert "~~" in text


def test_kinds_in_the_tray_can_be_chosen_for_deployment() -> None:
    match = hd.new("chariot", "rome", seed=1)
    actions = {handle.action for handle in match.scene(0).handles}
    assert actions == {"take 0", "take 2", "take 8"}
    match.play("take 0")
    assert len(match.scene(0).handles) == 37
    assert nodes_of(match.scene(0))["pile-0"].label == "9 Militia Infantry, not on the map"
    assert match.decision is not None
    assert match.game.presentation.prompt(match.state, match.decision) == "Romans: choose a hex for Militia Infantry."
    assert match.scene(0).prompt == "Choose a hex for Militia Infantry."
    assert match.scene(1).prompt == match.scene().prompt == "The Romans are deploying units."


def test_the_picture_first_shows_where_the_armies_are() -> None:
    [focus] = [node for node in nodes_of(ready("rome").scene()).values() if node.css == "focus"]
    left, top, right, bottom = [int(number) for number in re.findall(r"-?\d+", focus.data)]
    whole = ready("rome").scene().box
    assert right - left < whole[2] * 2 // 3
    assert bottom - top < whole[3] // 2


def test_zones_entries_and_exits_are_outlined() -> None:
    def outlined_areas(match: Match) -> set[str]:
        return {node.id for node in nodes_of(match.scene(0)).values() if node.css == "zone faint"} & {
            "zone-0", "zone-1", "zone-2", "entry", "exit",
        }  # fmt: skip

    assert outlined_areas(hd.new("chariot", "rome", seed=1)) == {"zone-0"}
    assert outlined_areas(ready("rome")) == set()
    assert outlined_areas(ready("kadesh")) == {"entry"}
    assert outlined_areas(ready("armageddon")) == {"exit"}


@pytest.mark.parametrize("key", list(the_game().orders))
def test_rows_of_the_victory_panel_fit_beside_the_board(key: str) -> None:
    match = ready(key)
    for _ in range(4):
        assert all(len(" ".join(row)) < 26 for row in panel(match.scene(0), "victory").rows)
        match.play(match.proposals()[0])


def test_the_action_done_has_a_label_for_each_decision() -> None:
    match = ready("delta")
    labels: list[str] = []
    while len(labels) < 4:
        labels.append(match.game.presentation.label(match.state, match.proposals()[0]))
        match.play("done")
    assert labels == ["Done embarking", "End the Chariot Phase", "Done embarking", "End the Movement Phase"]


def test_counters_move_from_hex_to_hex_in_the_animation() -> None:
    match = ready("rome")
    match.play("move 0")
    step = match.state.agenda[-1]
    [option] = [option for option in step.options(match.state) if option.verb == "go"]
    far = option.params[0].suggestions()[-1]
    events = match.play(f"go {far}")
    path = match.game.presentation.animation_paths(match.state, events)["unit-0"]
    assert len(path) >= 2


def test_points_strengths_and_units_as_text() -> None:
    assert [points_text(halves) for halves in (0, 1, 2, 9)] == ["0", "½", "1", "4½"]
    assert [strength_text(value) for value in (16, 24, 12, 0)] == ["1", "1.5", "0.75", "0"]
    state = ready("rome").state
    battle = world({"a": "AX 10,11"}, {"z": "MI 30,2"}).state
    assert unit_list(battle, ()) == "none"
    assert unit_list(battle, (0, 1)) == "Axemen and Militia Infantry"
    assert state.over is False


def test_many_units_are_counted_by_type() -> None:
    state = ready("delta").state
    assert isinstance(state, Battle)
    counts = unit_list(state, tuple(state.units_of(0)))
    assert counts.startswith("6 Militia Infantry, 6 Militia Spearmen, 12 Axemen, 10 Chariots, 2 Bowmen, ")
    assert counts.endswith("1 Leader (level 2), 2 Leaders (level 3) and 3 Leaders (level 4)")


def test_verdicts_name_the_army_and_its_colour() -> None:
    game = the_game()
    armies = [army.name for army in game.orders["rome"].armies]
    assert (
        game.presentation.verdict(Ending((1, 1), "draw", armies)) == "A draw: neither side alone has reached its goal."
    )
    assert (
        game.presentation.verdict(Ending((1, 2), "condition", armies))
        == "The Romans (Red) win: the victory condition is in their favour."
    )


def test_verdict_prompt_and_description_agree_on_the_result() -> None:
    match = hd.new("chariot", "rome", options={"turns": 3}, seed=1)
    while match.result is None:
        match.play(match.proposals()[0])
    verdict = "The Romans (Red) win: the victory condition is in their favour."
    assert match.game.presentation.verdict(match.result) == verdict
    assert match.scene(0).prompt == verdict
    assert verdict in match.game.presentation.describe(match.view(1))
