"""Pictures, panels and words; where chariots travelled; what a plan would touch; what a driver is warned of."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.games.races.drawing import GLYPHS, piece_ids
from hippodrome.games.races.events import Drove, Turned
from hippodrome.games.races.travel import paths
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.svg import svg
from hippodrome.kit.text import plain
from tests.races.world import open_track, the_game, world
from tests.support import clause


def planning(track: str = "oval", seats: int = 3) -> Match:
    """A match at its first plan."""
    match = hd.new("races", track, seats=seats, options={"field": "classic"}, seed=2)
    while match.decision and match.decision.name != "Declare":
        match.play("act")
    match.play("steady")
    return match


@pytest.mark.parametrize("track", ["oval", "eight", "pass", "throat", "circus"])
def test_every_track_can_be_drawn(track: str) -> None:
    match = hd.new("races", track, seed=1)
    scene = match.scene()
    ElementTree.fromstring(svg(scene))
    names = [node.id for layer in scene.layers for node in layer.nodes]
    assert {"line", "middle", "kerbs-dark", "kerbs-bright", "name", "mark-0"} <= set(names)
    assert scene.layers[0].static
    assert scene.layers[0] is match.scene().layers[0]
    drawn = plain(scene)
    assert "#" in drawn
    assert all(glyph in drawn for glyph in GLYPHS[: match.setup.seats])


def test_walls_hedges_and_buildings_look_different() -> None:
    scene = hd.new("races", "oval", seed=1).scene()
    css = {node.label: node.css for node in scene.layers[0].nodes if node.id.startswith("wall-")}
    assert css == {"wall": "wall stone", "hedge": "wall hedge", "building": "wood"}


def test_eight_seats_have_eight_factions() -> None:
    match = hd.new("races", "circus", seats=8, seed=1)
    plates = [node for node in match.scene().layers[2].nodes if "plate" in node.css]
    assert [node.css.split()[1] for node in plates] == [f"seat{seat}" for seat in range(8)]
    assert len(set(FACTIONS)) == len(FACTIONS) == 8


def test_the_machine_on_a_plate_shows_what_is_left() -> None:
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
def test_a_plan_is_drawn_while_it_grows_and_can_be_touched() -> None:
    match = planning()
    seat = match.seat
    handles = {handle.on: handle for handle in match.scene(seat).handles}
    assert handles["target-forward"].kind == "ruler"
    assert handles["target-go"].action == "go"
    assert "plan-path" not in [node.id for node in match.scene(seat).layers[1].nodes]
    match.play("forward 3000")
    scene = match.scene(seat)
    assert [node.id for node in scene.layers[1].nodes] == ["plan-path", "plan-0"]
    turns = [handle for handle in scene.handles if handle.action == "turn"]
    assert turns[0].kind == "arc"
    assert {"drift -1", "drift 1"} <= {handle.action for handle in scene.handles}
    assert match.scene((seat + 1) % 3).handles == []
    panel = {row[0]: row[1] for row in scene.panels[2].rows}
    assert panel["Drift"] == "ready"
    assert panel["Turns left"] == "3"


def test_the_preview_of_a_step_shows_what_it_would_touch() -> None:
    race = world(A="boar 0 -12 0", B="boar 6 -12 0", track="oval")
    race.move("A", "steady")
    preview = race.match.preview("forward 3000")
    assert preview.refusal is None
    labels = {node.id: node.label for node in preview.nodes}
    assert labels["trace-hit"] == "Meets a chariot here"
    free = world(A="boar 0 -12 0", B="boar 0 12 180", track="oval")
    free.move("A", "steady")
    assert "trace-hit" not in {node.id for node in free.match.preview("forward 3000").nodes}


def test_a_driver_is_warned_of_chariots_and_walls() -> None:
    game = the_game()
    race = world(A="boar 0 0 0", B="boar 6 0 0")
    race.move("A", "steady")
    go = race.match.proposals()[0]
    assert game.warning(race.state, 0, go) == ("You will run into White's boar chariot, unless it gets out of the way.")
    wall = world(A="boar 0 3 80", B="boar 40 0 0", track=open_track(width=9000))
    wall.move("A", "steady")
    assert "hit a wall" in game.warning(wall.state, 0, go)
    free = world(A="boar 0 0 0", B="boar 40 6 0")
    free.move("A", "steady")
    assert game.warning(free.state, 0, go) == ""


def test_paths_go_round_turns_and_end_where_the_chariot_stands() -> None:
    race = world(A="wolf 0 0 0", B="boar 60 12 0")
    race.move("A", "steady", "forward 3000", "turn 450", "forward 3000", "go")
    found = paths(race.state, list(race.match.events))
    assert set(found) == set(piece_ids(0))
    way = found["chariot-0"]
    chariot = race.chariot("A")
    assert way[-1] == (int(chariot.x), int(chariot.y), int(chariot.turn))
    assert [turn for _, _, turn in way][:4] == [0, 150, 300, 450]
    assert len(race.events(Drove)) >= 2
    assert len(race.events(Turned)) == 1


def test_standings_show_places_laps_and_gaps() -> None:
    race = world(A="boar 5 -12 0", B="boar 12 -10 0", C="boar 12 -14 0 wreck", track="oval")
    panel = race.match.scene().panels[0]
    assert [row[0] for row in panel.rows] == ["1", "2", "out"]
    assert panel.rows[1][4] == "7"
    assert panel.seats == [1, 0, 2]


def test_the_race_in_words() -> None:
    race = world(A="boar 10 -12 0", B="high 14.5 -10 0", C="boar -12 -12 0 wreck", track="oval")
    text = race.match.describe()
    assert "Red's boar chariot races, 12 inches into lap 1, on the middle line, heading along the road" in text
    assert "Close by: White's high elf chariot" in text
    assert "Blue's boar chariot is a wreck." in text
    assert "bow" in text


def test_the_odds_of_a_plan_are_told() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0", dice="3")
    race.move("A", "steady")
    assert race.match.odds("go").rows[0][0] == "shunt"
    race.play("go")
    odds = race.match.odds("brace")
    assert str(odds.chance("no harm")) == "1/2"
    race.play("avoid")


def test_the_log_has_dice_and_clauses() -> None:
    race = world(A="boar 0 0 0", B="beastman 7 0 0", dice="4 | 4 5 3 3 | 3")
    race.move("A", "steady", "go", "avoid")
    log = race.match.log()
    assert "Red's boar chariot shunts White's beastman chariot from behind. [CR-X3]" in log
    assert "White's beastman chariot tries to avoid: 4. [CR-X12]" in log
    assert "Damage on White's beastman chariot, 6: scythes tear the body. [CR-D5]" in log
    assert "White's beastman chariot loses 2 wounds." in log
