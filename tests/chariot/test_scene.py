"""Pictures and words: the map, counters, targets, the planner, panels, the board in words."""

from __future__ import annotations

import hippodrome as hd
from hippodrome.games.chariot.naming import points, strength_text, units_names
from hippodrome.games.chariot.state import DRAW
from hippodrome.kit.game import Result
from hippodrome.kit.match import Match
from hippodrome.kit.scene import Panel, Scene
from tests.chariot.world import World, hex_at, the_game, world


def scene_of(battle: World) -> Scene:
    """The picture as the seat sees it that is asked."""
    game, match = the_game(), battle.match
    battle.state.rules.order.key = "rome"  # the only one whose ground is drawn flat; the counters are what is looked at
    return game.scene(game.view(battle.state, match.seat), match.decision)


def panel(scene: Scene, name: str) -> Panel:
    [found] = [panel for panel in scene.panels if panel.name == name]
    return found


def rows_of(scene: Scene, name: str) -> dict[str, str]:
    """The rows of a panel with two columns."""
    return {row[0]: row[1] for row in panel(scene, name).rows}


def ready(key: str) -> Match:
    """A battle after set-up."""
    match = hd.new("chariot", key, seed=1)
    while match.decision is not None and match.decision.name == "Deploy":
        match.play("auto")
    return match


def test_every_hex_and_every_letter_is_drawn_once() -> None:
    [ground] = [layer for layer in ready("delta").scene().layers if layer.static]
    assert len([node for node in ground.nodes if node.id.startswith("hex-")]) == 1278
    assert len([node for node in ground.nodes if node.id.startswith("letter-")]) == 16


def test_the_map_of_rome_shows_no_hills() -> None:
    hills = {node.glyph for layer in ready("rome").scene().layers for node in layer.nodes if node.id.startswith("hex-")}
    assert hills == {".", "~", "w", "v"}


def test_reachable_hexes_are_targets_with_their_cost() -> None:
    battle = world({"a": "AX 22,6"}, {"z": "MI 30,2"}, leaders=False).play("move a")
    scene = scene_of(battle)
    labels = {node.id: node.label for layer in scene.layers for node in layer.nodes}
    slope = hex_at("23,6")
    assert labels[f"target-go-{slope}"].endswith("2 points")
    assert f"go {slope}" in {handle.action for handle in scene.handles}
    assert panel(scene, "plan").rows == [["Unit", "Axemen"], ["Movement Points left", "4"]]


def test_the_planner_shows_strengths_odds_and_chances_step_by_step() -> None:
    battle = world({"a": "SD 10,11", "b": "SD 12,11"}, {"x": "MS 11,11"}, "melee")
    battle.play("attack 11,11")
    before = rows_of(scene_of(battle), "plan")
    assert before["Odds"] == "below 1-2"
    assert before["Could join"] == "2"
    battle.play("add a")
    one = rows_of(scene_of(battle), "plan")
    assert (one["Attack strength"], one["Defence strength"], one["Odds"]) == ("4", "3", "1-1")
    assert one["Hex 1212"] == "no effect 3 in 6, disrupted 3 in 6"
    battle.play("add b")
    both = rows_of(scene_of(battle), "plan")
    assert (both["Flank attack"], both["Attack strength"], both["Odds"]) == ("doubled", "16", "5-1")


def test_the_planner_of_fire_adds_one_for_the_disrupted() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "MS 11,11 disrupted"}, "fire", leaders=False).play("aim 11,11", "all")
    rows = rows_of(scene_of(battle), "plan")
    assert (rows["Fire strength"], rows["Fire Protection"], rows["Odds"]) == ("2", "3", "1-2")
    assert rows["Hex 1212"] == "no effect 4 in 6, disrupted 2 in 6 (+1: disrupted)"


def test_the_odds_of_a_strike_are_exact() -> None:
    battle = world({"a": "SD 10,11"}, {"x": "MS 11,11"}, "melee").play("attack 11,11", "all")
    assert repr(battle.match.odds("strike")) == "Odds(disrupted 1/2, no effect 1/2; exact)"


def test_states_are_marked_on_the_counter_and_said_in_words() -> None:
    battle = world({"c": "CH 10,11", "a": "BW 10,11 aboard c disrupted"}, {"z": "MI 30,2"}, "fire", leaders=False)
    nodes = {node.id: node for layer in scene_of(battle).layers for node in layer.nodes}
    assert nodes[f"mark-{battle.ids['a']}"].data == "D^"
    assert nodes[f"unit-{battle.ids['a']}"].label == (
        "Bowmen of the Ours, melee a dot, fire 2 at 2, allowance 5, disrupted, aboard Chariot"
    )


def test_the_panels_show_control_and_losses_all_the_time() -> None:
    scene = ready("rome").scene(0)
    rows = rows_of(scene, "victory")
    assert rows["Hex D 2828"] == "Romans"
    assert rows["If it ended now"] == "the Romans would win"
    assert panel(scene, "armies").rows[0][:3] == ["Romans", "0", "27"]


def test_the_board_in_words() -> None:
    text = ready("rome").describe()
    assert text.startswith(
        "Rome, 753 BC. Whoever controls D at the end wins.\nGame-Turn 1 of 10, Movement Phase of the Romans"
    )
    assert "Hex D 2828 is controlled by the Romans." in text


def test_kinds_in_the_tray_can_be_taken_in_hand() -> None:
    match = hd.new("chariot", "rome", seed=1)
    actions = {handle.action for handle in match.scene(0).handles}
    assert actions == {"take 0", "take 2", "take 8"}
    match.play("take 0")
    assert len(match.scene(0).handles) == 37
    assert match.decision is not None
    assert match.game.prompt(match.state, match.decision) == "Romans: choose a hex for the unit."


def test_counters_travel_from_hex_to_hex() -> None:
    match = ready("rome")
    match.play("move 0")
    step = match.state.agenda[-1]
    [option] = [option for option in step.options(match.state) if option.verb == "go"]
    far = option.params[0].suggestions()[-1]
    events = match.play(f"go {far}")
    path = match.game.paths(match.state, events)["unit-0"]
    assert len(path) >= 2


def test_numbers_in_words() -> None:
    assert [points(halves) for halves in (0, 1, 2, 9)] == ["0", "½", "1", "4½"]
    assert [strength_text(value) for value in (16, 24, 12, 0)] == ["1", "1.5", "0.75", "0"]
    state = ready("rome").state
    battle = world({"a": "AX 10,11"}, {"z": "MI 30,2"}).state
    assert units_names(battle, ()) == "nobody"
    assert units_names(battle, (0, 1)) == "Axemen and Militia Infantry"
    assert state.over is False


def test_verdicts() -> None:
    game = the_game()
    assert game.verdict(Result((1, 1), "draw")) == "A draw: neither side has reached its goal alone."
    assert game.verdict(Result((1, 2), "condition")) == "Red wins: the victory condition decides."
    assert DRAW == 2
