"""Scenes, panels, texts, animation paths, forecasts, warnings and odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.games.races.animation import paths
from hippodrome.games.races.collisions import AVOID, Avoid
from hippodrome.games.races.drawing import GLYPHS, chariot_node_ids
from hippodrome.games.races.events import Avoided, Drove, TableRolled, Turned
from hippodrome.games.races.planning import GO
from hippodrome.games.races.preview_overlay import contact_nodes
from hippodrome.games.races.scene import plan_panel
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.svg_renderer import svg
from hippodrome.kit.text_renderer import plain_text
from hippodrome.lab.odds_check import OddsCase, count_outcomes, deviations
from tests.games.races.world import World, open_track, the_game, world
from tests.support import clause


def match_at_first_plan(track: str = "oval", seats: int = 3) -> Match:
    """Return a match in which the first driver plans a move."""
    match = hd.new("races", track, seats=seats, options={"field": "classic"}, seed=2)
    while match.decision and match.decision.name != "Declare":
        match.play("act")
    match.play("steady")
    return match


@pytest.mark.parametrize("track", ["oval", "eight", "pass", "throat", "circus"])
def test_every_track_has_a_drawing(track: str) -> None:
    match = hd.new("races", track, seed=1)
    scene = match.scene()
    ElementTree.fromstring(svg(scene))
    names = [node.id for layer in scene.layers for node in layer.nodes]
    assert {"line", "middle", "kerbs-dark", "kerbs-bright", "name", "mark-0"} <= set(names)
    assert scene.layers[0].static
    assert scene.layers[0] is match.scene().layers[0]
    drawn = plain_text(scene)
    assert "#" in drawn
    assert all(glyph in drawn for glyph in GLYPHS[: match.setup.seats])


def test_walls_hedges_and_buildings_look_different() -> None:
    scene = hd.new("races", "oval", seed=1).scene()
    css = {node.label: node.css for node in scene.layers[0].nodes if node.id.startswith("wall-")}
    assert css == {"wall": "wall stone", "hedge": "wall hedge", "building": "wood"}


def test_eight_seats_have_eight_factions() -> None:
    match = hd.new("races", "circus", seats=8, seed=1)
    plates = [node for node in match.scene().layers[2].nodes if "plate" in node.css]
    assert [node.css.split()[2] for node in plates] == [f"seat{seat}" for seat in range(8)]
    assert len(set(FACTIONS)) == len(FACTIONS) == 8


def test_a_drawn_machine_shows_what_is_left_of_it() -> None:
    race = world(
        A="marauder 0 -12 0 steeds 3", B="boar 6 -12 0 wreck", C="doomwheel -6 -12 0", D="wagon -12 -12 0", track="oval"
    )
    nodes = {node.id: node.data for node in race.match.scene().layers[2].nodes}
    assert nodes["chariot-0-team"] == "races-horse-3"
    assert nodes["chariot-0-crew"] == "races-crew-2"
    assert nodes["chariot-1-car"] == "races-wreck"
    assert nodes["chariot-2-car"] == "races-wheel"
    assert "chariot-2-team" not in nodes
    assert nodes["chariot-3-crew"] == "races-crew-4"
    symbols = the_game().symbols
    for data in nodes.values():
        if data.startswith("races-"):
            assert f'id="{data}"' in symbols


@clause("CR-Q4")
def test_a_growing_plan_is_drawn_with_handles() -> None:
    match = match_at_first_plan()
    seat = match.seat
    handles = {handle.on: handle for handle in match.scene(seat).handles}
    assert handles["target-forward"].kind == "ruler"
    assert handles["target-forward-3000"].action == "forward 3000"
    assert handles["target-go"].action == "go"
    assert [node.id for node in match.scene(seat).layers[1].nodes] == ["plan-swept"]
    match.play("forward 3000")
    scene = match.scene(seat)
    names = [node.id for node in scene.layers[1].nodes]
    assert names[:3] == ["plan-swept", "plan-path", "plan-ghost"]
    assert all("ghost" in node.css for node in scene.layers[1].nodes[2:])
    handles = {handle.on: handle for handle in scene.handles}
    assert handles["target-turn"].kind == "arc"
    assert {"turn -450", "turn 450", "drift -1", "drift 1"} <= {handle.action for handle in scene.handles}
    ghost = scene.layers[1].nodes[2]
    go = next(node for node in scene.layers[4].nodes if node.id == "target-go")
    assert (go.x, go.y) == (ghost.x, ghost.y)
    assert match.scene((seat + 1) % 3).handles == []
    panel = {row[0]: row[1] for row in scene.panels[0].rows}
    assert panel == {
        "Distance": "8 inches", "Still to plan": "5 inches", "Turns": "3 left", "Drift": "now", "Meets": "nothing",
    }  # fmt: skip
    match.play("turn 150")
    panel = {row[0]: row[1] for row in match.scene(seat).panels[0].rows}
    assert panel["Turns"] == "2 left, next in 3 inches"
    match.undo()
    match.undo()
    assert "plan-ghost" not in [node.id for node in match.scene(seat).layers[1].nodes]


def test_the_turn_handle_points_along_the_road() -> None:
    match = match_at_first_plan()
    match.play("forward 3000")
    scene = match.scene(match.seat)
    knob = next(node for node in scene.layers[4].nodes if node.id == "target-turn")
    handle = next(handle for handle in scene.handles if handle.on == "target-turn")
    assert handle.at is not None
    assert Pose(*handle.at).turn_to_nearest(knob.x, knob.y) != handle.at[2]


@clause("CR-Q49")
def test_a_plan_in_the_making_shows_what_it_meets() -> None:
    race = world(A="boar 0 -12 0", B="boar 6 -12 0", track="oval")
    race.start_move("A", "steady")
    labels = {node.id: node.label for node in race.match.scene(0).layers[3].nodes}
    assert labels["plan-hit"] == "Meets White (shunt)"
    preview = {node.id for node in race.match.preview("forward 1500").nodes}
    assert "plan-ghost" in preview
    free = world(A="boar 0 -12 0", B="boar 0 12 180", track="oval")
    free.start_move("A", "steady")
    assert free.match.scene(0).layers[3].nodes == []


def test_the_forecast_follows_a_plan_through_its_drifts() -> None:
    race = world(A="boar 0 0 0", B="boar 9 1.5 0")
    race.start_move("A", "steady", "forward 3000")
    assert race.match.view(0).table["move"]["forecast"]["meets"] == "White (shunt)"
    race.play("drift 1")
    assert race.match.view(0).table["move"]["forecast"]["meets"] == ""
    assert race.match.view(0).table["move"]["forecast"]["way"][-1][1] == 1000


@clause("CR-X9")
def test_a_swipe_has_a_handle_in_reach_and_a_warning_out_of_reach() -> None:
    race = world(A="boar 0 -12 0", B="boar 1 -9.5 0", C="boar 5 -14.5 0", track="oval")
    race.start_move("A", "steady")
    assert race.match.view(0).table["move"]["reach"] == [1]
    assert "swipe 1" in [handle.action for handle in race.match.scene(0).handles]
    game = the_game()
    near, far = [action for action in race.match.proposals() if action.verb == "swipe"]
    assert game.presentation.warning(race.state, 0, near) == ""
    assert "out of reach" in game.presentation.warning(race.state, 0, far)
    assert race.match.odds(far).rows == [("out of reach", Fraction(1))]
    race.play("swipe 2")
    assert (
        game.presentation.warning(race.state, 0, race.match.proposals()[0])
        == "Your swipe is out of reach and will be skipped."
    )


def test_a_driver_is_warned_of_chariots_and_walls() -> None:
    game = the_game()
    race = world(A="boar 0 0 0", B="boar 6 0 0")
    race.start_move("A", "steady")
    go = race.match.proposals()[0]
    text = "You will run into the rear of White's boar chariot. It avoids the hit on 3 or less."
    assert game.presentation.warning(race.state, 0, go) == text
    wall = world(A="boar 0 3 80", B="boar 40 0 0", track=open_track(width=9000))
    wall.start_move("A", "steady")
    assert "hit the wall" in game.presentation.warning(wall.state, 0, go)
    free = world(A="boar 0 0 0", B="boar 40 6 0")
    free.start_move("A", "steady")
    assert game.presentation.warning(free.state, 0, go) == ""


def test_the_label_of_going_names_the_distance_not_planned() -> None:
    race = world(A="boar 0 0 0", B="boar 40 0 0")
    race.start_move("A", "steady")
    game = the_game()
    assert game.presentation.label(race.state, race.match.proposals()[0]) == "Go straight ahead"
    assert "straight" not in race.options
    race.play("forward 3000")
    labels = [game.presentation.label(race.state, action) for action in race.match.proposals()][:2]
    assert labels == ["Go, with the last 4 inches straight ahead", "Drop the plan and go straight ahead"]
    race.play("forward 4000")
    assert game.presentation.label(race.state, race.match.proposals()[0]) == "Go"


def test_animation_paths_follow_turns_and_end_at_the_chariot() -> None:
    race = world(A="wolf 0 0 0", B="boar 60 12 0")
    race.start_move("A", "steady", "forward 3000", "turn 450", "forward 3000", "go")
    by_node = paths(race.state, list(race.match.events))
    assert set(by_node) == set(chariot_node_ids(0))
    way = by_node["chariot-0"]
    chariot = race.chariot("A")
    assert way[-1] == (int(chariot.x), int(chariot.y), int(chariot.turn))
    assert [turn for _, _, turn in way][:4] == [0, 150, 300, 450]
    assert len(race.events(Drove)) >= 2
    assert len(race.events(Turned)) == 1


def test_standings_show_places_laps_and_gaps() -> None:
    race = world(A="boar 5 -12 0", B="boar 12 -10 0", C="boar 12 -14 0 wreck", track="oval")
    panel = race.match.scene().panels[2]
    assert [row[0] for row in panel.rows] == ["1", "2", "out"]
    assert [row[4] for row in panel.rows] == ["", "7", "wreck"]
    assert panel.rows[0][2:4] == ["1 of 1", "133"]
    assert panel.seats == [1, 0, 2]
    race.chariot("B").progress = 2 * the_game().tracks["oval"].lap + 900
    assert race.match.scene().panels[2].rows[0][3] == "0"


@clause("CR-I2")
def test_the_prompt_names_the_initiative_called() -> None:
    race = world(A="boar 5 -12 0", B="boar 12 -10 0", dice="5 1", track="oval")
    race.start_turn()
    assert race.match.scene(0).prompt == "Initiative 8. Move now, or wait?"


def test_the_text_view_describes_chariots_road_and_plan() -> None:
    race = world(A="boar 10 -12 0", B="high 14.5 -10 0", C="boar -12 -12 0 wreck", track="oval")
    text = race.match.describe(0)
    assert "Red's boar chariot is racing, 12 inches into lap 1, on the centre line, heading along the road" in text
    assert "From Red's boar chariot: straight ahead for 6 inches, then a bend to the left." in text
    assert "Nearby: White's high elf chariot 4.5 inches ahead and 2 to the left." in text
    assert "Blue's boar chariot is a wreck." in text
    assert "bow" in text
    race.start_move("A", "steady", "forward 3000", "drift 1", "turn -450")
    text = race.match.describe(0)
    assert "Planned: forward 3 inches, drift right and turn 45 degrees left." in text
    assert "The last 4 inches will be straight ahead. Turns: 2 left, next in 3 inches. Drift: in 3 inches." in text


@clause("CR-Z1")
def test_a_driver_who_may_avoid_sees_the_attack_and_the_rolls_needed() -> None:
    race = world(A="boar 0 -12 0", B="wolf 7 -12 0", dice="1 | 1", track="oval")
    race.start_move("A", "steady", "go")
    scene = race.match.scene(1)
    assert scene.prompt == "Red's boar chariot runs into your rear. Try to avoid it (4 or less)?"
    assert [node.label for node in scene.layers[3].nodes] == ["Red's boar chariot meets White's wolf chariot"]
    assert scene.panels[1].title == "Collision: shunt"
    assert scene.panels[1].rows[:3] == [
        ["White", "avoids on 4 or less"],
        ["White", "wounded on 3+, no save"],
        ["Red", "wounded on 4+, saved on 6"],
    ]
    race.play("brace")
    assert race.match.view(1).table["contact"] is None


def test_a_plan_has_exact_odds() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0", dice="3")
    race.start_move("A", "steady")
    odds = race.match.odds("go")
    half, hurt = Fraction(1, 2), Fraction(1, 2) * Fraction(5, 6)
    assert odds.exact
    assert odds.chance("White avoids") == half
    assert odds.chance("shunt: hurts you and White") == half * hurt * hurt
    assert odds.chance("shunt: hurts White") == half * hurt * (1 - hurt)
    assert odds.chance("shunt: no harm") == half * (1 - hurt) * (1 - hurt)
    race.play("go")
    assert race.match.odds("avoid").chance("avoided") == half
    race.play("avoid")


CONTACTS = {
    "shunt": (("boar 0 0 0", "wolf 7 0 0"), "", ("steady",)),
    "smash": (("wolf 0 0 0", "beastman 6 2 90"), "", ("steady",)),
    "swipe": (("boar 0 0 0", "wolf 0.5 2.5 0"), "", ("steady", "swipe 1")),
    "roller": (("pump 0 0 0", "boar 5 0 0"), "3 4", ()),
    "onto a roller": (("boar 0 0 0", "pump 6 0 180"), "", ("steady",)),
}


def outcome_of_going(race: World, seed: int) -> str:
    """Return the outcome of going with a seed: avoided, or which chariots were damaged."""
    state = race.state.clone()
    state.dice = TapeDice(seed_from(seed))
    state.logging = True
    agenda.act(state, GO, 0)
    if isinstance(state.agenda[-1], Avoid):
        agenda.act(state, AVOID, state.agenda[-1].seats(state)[0])
    avoided = [event for event in state.events if isinstance(event, Avoided)]
    damaged = {int(event.who) for event in state.events if isinstance(event, TableRolled)}
    return "avoid" if avoided else f"{0 in damaged} {1 in damaged}"


@pytest.mark.parametrize("name", CONTACTS)
def test_exact_odds_match_simulated_dice(name: str) -> None:
    (one, other), dice, actions = CONTACTS[name]
    race = world(A=one, B=other, dice=dice)
    race.start_move("A", *actions)
    odds = race.match.odds("go")
    exact = {"avoid" if "avoid" in text else f"{'you' in text} {'White' in text}": chance for text, chance in odds.rows}
    assert sum(exact.values()) == 1
    trials = 400
    counts = Counter(outcome_of_going(race, seed) for seed in range(trials))
    assert set(counts) == set(exact)
    for outcome, chance in exact.items():
        assert abs(float(chance) - counts[outcome] / trials) < 0.07


@clause("CR-X1")
def test_a_wall_has_exact_odds() -> None:
    race = world(A="boar 0 3 80", B="boar 40 0 0", track=open_track(width=9000))
    race.start_move("A", "steady")
    odds = race.match.odds("go")
    through = Fraction(1, 3) * Fraction(2, 3)
    assert odds.chance("wall: no harm") == sum((1 - through) ** hits for hits in (1, 2, 3)) / 3
    assert odds.chance("wall: 3 wounds") == through**3 / 3
    assert sum(chance for _, chance in odds.rows) == 1


def test_the_log_has_rolls_and_clauses() -> None:
    race = world(A="boar 0 0 0", B="beastman 7 0 0", dice="4 | 4 5 3 3 | 3")
    race.start_move("A", "steady", "go", "avoid")
    log = race.match.log()
    assert "Red's boar chariot runs into the rear of White's beastman chariot: a shunt. [CR-X3]" in log
    assert "White's beastman chariot rolls 4 to avoid the hit (needs 3 or less). [CR-X12]" in log
    assert "Damage to White's beastman chariot (6): torn by scythes. [CR-D5]" in log
    assert "White's beastman chariot loses 2 wounds." in log


def plan_with_sequel(name: str) -> World:
    """Return a race in which Red's plan meets White, and then something else."""
    if name == "wall":
        race = world(A="boar 0 -2 80", B="wolf -2.46 -1.57 80", track=open_track(width=9000))
        race.start_move("A", "steady", "swipe 1")
    else:
        race = world(A="wolf 0 0 0", B="beastman 5 1 90", C="boar 10.5 0 180")
        race.start_move("A", "steady")
    return race


@clause("CR-Q49", "CR-X7", "CR-X12", "CR-Q16")
@pytest.mark.parametrize(("name", "then"), [("wall", "wall: 1 wound"), ("chariot", "meets Blue")])
def test_the_odds_of_a_plan_continue_after_a_contact_that_does_no_harm(name: str, then: str) -> None:
    race = plan_with_sequel(name)
    odds = race.match.odds("go")
    assert odds.exact
    assert odds.chance(f"White avoids, then {then}") > 0
    case = OddsCase(race.match.game, "MakePlan", race.state, 0, GO)
    trials = 1500
    assert max(abs(error) for _, error in deviations(odds, count_outcomes(case, trials, 1), trials)) < 4
    table = race.match.view(0).table
    goal = "the wall" if name == "wall" else "Blue (head on)"
    assert ["If avoided", goal] in plan_panel(table).rows
    marks = contact_nodes(table)
    assert [node.id for node in marks] == ["plan-hit", "plan-hit-beyond"]
    assert marks[1].label == f"If that is avoided: {goal}"
    assert (marks[0].x, marks[0].y) != (marks[1].x, marks[1].y)
    warning = the_game().presentation.warning(race.state, 0, GO)
    assert "If it is avoided, your plan continues. You will" in warning
    key = dict(odds.key)
    assert key["White avoids"] == sum(chance for row, chance in odds.rows if row.startswith("White avoids"))
    assert key[f"then {then.partition(':')[0]}"] >= key["White avoids"]
    assert "hurts White" in key
    harm = [chance for row, chance in odds.rows if "hurts you" in row or row.endswith(("wound", "wounds"))]
    assert key["hurts you"] == sum(harm)
    assert odds.notes
