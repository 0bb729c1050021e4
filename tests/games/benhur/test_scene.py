"""The picture and the text of a race: the maps of the rules notes, working handles, and nothing secret."""

import re
import xml.etree.ElementTree as ET

import pytest

import hippodrome as hd
from hippodrome.games.benhur.state import Race
from hippodrome.kit.actions import parse
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.scene import FACTIONS, Node, Scene, scene_json
from hippodrome.kit.svg_renderer import THEMES, svg
from hippodrome.kit.text_renderer import cells, plain_text
from tests.games.benhur.world import World, race_of, world
from tests.games.scripted_world import LETTERS

# The maps of section 4.1 of the rules notes; a hedge is written ".
MAPS = {
    "circus": '''
""""""""""""""""""""""""
"%....................%"
".%..................%."
"..%................%.."
"...%..............%..."
"....##############...."
"....##############...."
"...%.......|......%..."
"..%........|.......%.."
".%.........|........%."
"%..........|.........%"
""""""""""""""""""""""""''',
    "river": '''
""""""""""""""""""""""""""
"%...........~J.........%"
".%..........~J........%."
"..%.........~J.......%.."
"...%........~J......%..."
"....""""""""""""""""...."
"...."              "...."
"....""""""""""""""""...."
"...%.......|........%..."
"..%........|.........%.."
".%.........|..........%."
"%..........|...........%"
""""""""""""""""""""""""""''',
    "villa": """
################
#%............%#
#.%..........%.#
#..%........%..#
#...%......%...#
#....######....#
#....#    #....#########
#....#    #...%.......%#
#..JJ#    #..%.......%.#
#..~~#    #.%.......%..#
#....#    #%.......%...#
#....#    #########....#
#....##############....#
#...%.......|......%...#
#..%........|.......%..#
#.%.........|........%.#
#%..........|.........%#
########################""",
    "arena": '''
""""""""""""""""""""
"%................%"
".%..............%."
"..%............%.."
"...%..........%..."
"....""""""""""...."
"...%.....|....%..."
"..%......|.....%.."
".%.......|......%."
"%........|.......%"
""""""""""""""""""""''',
    "serpent": """
########################
#%........%##%........%#
#.%......%.##.%......%.#
#..%....%..##..%....%..#
#...%..%...##...%..%...#
#....##....##....##....#
#....##....##....##....#
#....##...%..%...##....#
#....##..%....%..##....#
#....##.%......%.##....#
#....##%........%##....#
#....##############....#
#...%.......|......%...#
#..%........|.......%..#
#.%.........|........%.#
#%..........|.........%#
########################""",
}
TRACKS = sorted(MAPS)


def start(track: str, seats: int = 6, seed: int = 1) -> Match:
    """Return a race in which no chariot has a starting lane yet."""
    return Match(Setup(hd.game("benhur"), track, seats, {}), TapeDice(seed_from(seed)))


def scene(match: Match, seat: int) -> Scene:
    return match.game.presentation.scene(match.game.view(match.state, seat), match.decision)


def nodes(drawn: Scene, layer: str = "") -> list[Node]:
    return [node for part in drawn.layers if layer in ("", part.name) for node in part.nodes]


def node(drawn: Scene, id: str) -> Node:
    [only] = [one for one in nodes(drawn) if one.id == id]
    return only


def crowd(dice: str = "") -> World:
    """Return a race of six chariots that together show all marks."""
    return world(
        "villa",
        A="0/2/9 whips 2", B="0/3/10 wounds 1 sand", C="4/3/2 spun whips 0", D="10/1/4 wet whips 1",
        E="8/2/3 whips 3", F="1/4/3 wounds 2", caltrops="0/1/10", dice=dice,
    )  # fmt: skip


# -------------------------------------------------------------------- the ground


@pytest.mark.parametrize("track", TRACKS)
def test_the_map_matches_the_rules_notes(track: str) -> None:
    match = start(track)
    picture = scene(match, -1)
    assert plain_text(picture) == MAPS[track].strip("\n")
    width, height = picture.box[2] // 1000, picture.box[3] // 1000
    assert [len(row) for row in cells(picture)] == [width] * height


@pytest.mark.parametrize("track", TRACKS)
def test_every_square_has_its_own_cell(track: str) -> None:
    match = start(track)
    lanes = race_of(match).track.lanes
    squares = [one for one in nodes(scene(match, -1)) if one.id.startswith("square-")]
    assert len(squares) == len({(one.x, one.y) for one in squares}) == len(lanes)
    first = node(scene(match, -1), "square-0")
    for one in squares:
        number = int(one.id.removeprefix("square-"))
        assert one.x - first.x == 1000 * (lanes.x[number] - lanes.x[0])
        assert one.y - first.y == -1000 * (lanes.y[number] - lanes.y[0])
        assert f"Lane {lanes.lane[number]} " in one.label


@pytest.mark.parametrize("track", TRACKS)
def test_bends_show_their_skid_value(track: str) -> None:
    match = start(track)
    board = race_of(match).track
    values = {one.id: one.data for one in nodes(scene(match, -1)) if one.id.startswith("value-")}
    assert values == {f"value-{n}": f"{skid}+" for n, skid in enumerate(board.skid) if skid}


@pytest.mark.parametrize("track", TRACKS)
def test_ids_are_unique_and_coordinates_are_whole_numbers(track: str) -> None:
    picture = nodes(scene(start(track), 0))
    assert len({one.id for one in picture}) == len(picture)
    assert all(type(value) is int for one in picture for value in (one.x, one.y, one.turn, one.size))
    assert all(one.css for one in picture if one.glyph)


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_svg_is_well_formed(track: str, theme: str) -> None:
    root = ET.fromstring(svg(scene(start(track), 0), theme))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_every_symbol_that_is_used_is_defined() -> None:
    text = svg(scene(crowd().match, 0))
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(THEMES["light"]) | {"clay"}
    for seat in range(6):
        for west in ("", "-west"):
            assert {f"benhur-letter-{seat}{west}", f"benhur-team{west}", f"benhur-spun{west}"} <= ids
    assert {f"benhur-whips-{n}" for n in range(4)} | {
        f"benhur-wounds-{left}-of-{most}" for most in range(3, 8) for left in range(most + 1)
    } <= ids


def test_the_ground_is_sent_once() -> None:
    match = crowd(dice="4 3").match
    before = scene(match, 0)
    assert [(layer.name, layer.static) for layer in before.layers] == [
        ("ground", True), ("marks", False), ("pieces", False), ("targets", False),
    ]  # fmt: skip
    match.play("whips 2")
    ground = [scene_json(picture)["layers"][0] for picture in (before, scene(match, 1))]
    assert ground[0] == ground[1]


# -------------------------------------------------------------------- the pieces


def test_chariots_are_drawn_on_their_squares_and_head_along_the_track() -> None:
    race = crowd()
    picture = scene(race.match, 0)
    for seat, chariot in enumerate(race.state.chariots):
        square = node(picture, f"square-{chariot.square}")
        parts = [one for one in nodes(picture, "pieces") if one.id.startswith(f"chariot-{seat}")]
        assert {(one.x, one.y) for one in parts} == {(square.x, square.y)}
        assert len({one.turn for one in parts}) == 1
        plate = node(picture, f"chariot-{seat}")
        assert f"plate seat{seat}" in plate.css
        assert plate.label.startswith(f"{FACTIONS[seat]}. {square.label}.")
    turns = {letter: node(picture, f"chariot-{LETTERS.index(letter)}").turn for letter in "ADEF"}
    assert turns == {"A": 0, "D": 900, "E": 0, "F": -900}
    assert node(picture, "chariot-4-team").data == "benhur-team-west"


def test_marks_show_whips_wounds_and_state() -> None:
    picture = scene(crowd().match, 0)
    data = {one.id: one.data for one in nodes(picture, "pieces")}
    assert (data["chariot-0-whips"], data["chariot-0-wounds"]) == ("benhur-whips-2", "benhur-wounds-5-of-5")
    assert (data["chariot-2-whips"], data["chariot-1-wounds"]) == ("benhur-whips-0", "benhur-wounds-1-of-5")
    states = {id for id in data if id.endswith(("-sand", "-spun", "-wet"))}
    assert states == {"chariot-1-sand", "chariot-2-spun", "chariot-3-wet"}
    assert node(picture, "ring").x == node(picture, "chariot-0").x
    assert "acting" in node(picture, "chariot-0").css
    assert "acting" not in node(picture, "chariot-1").css


def test_the_text_shows_chariots_and_caltrops() -> None:
    lines = plain_text(scene(crowd().match, 0)).splitlines()
    empty = MAPS["villa"].strip("\n").splitlines()
    changed = [
        (lines[row][column], column, row)
        for row in range(len(lines))
        for column in range(len(lines[row]))
        if lines[row][column] != empty[row][column]
    ]
    assert sorted(letter for letter, _, _ in changed) == sorted("RWBGYP*")
    assert ("R", 14, 14) in changed


def test_destroyed_and_unplaced_chariots_are_not_drawn() -> None:
    assert nodes(scene(start("circus"), 0), "pieces") == []
    race = crowd()
    race.chariot("B").fell = 1
    assert "chariot-1" not in {one.id for one in nodes(scene(race.match, 0))}
    assert "destroyed" in [row[-1] for row in scene(race.match, 0).panels[0].rows]


# -------------------------------------------------------------------- handles


def test_lanes_are_chosen_on_the_start_squares() -> None:
    match = start("arena")
    for place in range(6):
        picture = scene(match, match.seat)
        lanes = race_of(match).track.lanes
        row = race_of(match).track.start[place // 4]
        for handle in picture.handles:
            lane = int(handle.action.split()[1])
            square = node(picture, f"square-{lanes.number(0, lane, row)}")
            assert (node(picture, handle.on).x, node(picture, handle.on).y) == (square.x, square.y)
        assert {handle.action for handle in picture.handles} == {action.text for action in match.proposals()}
        assert scene(match, (match.seat + 1) % 6).handles == []
        match.play(picture.handles[-1].action)


def test_steps_are_chosen_on_the_square_they_lead_to() -> None:
    race = world(A="0/2/2 whips 1", B="0/3/3", dice="4").play("whips 1")
    picture = scene(race.match, 0)
    lanes = race.state.track.lanes
    for action, square in (("straight", "0/2/3"), ("left", "0/1/3"), ("right", "0/3/3")):
        target, place = node(picture, f"target-{action}"), node(picture, f"square-{lanes.parse_name(square)}")
        assert (target.x, target.y) == (place.x, place.y)
    assert "bold" in node(picture, "target-right").css
    column = (node(picture, "target-right").x) // 1000
    row = (node(picture, "target-right").y) // 1000
    assert cells(picture)[row][column].css == "plate seat1 target bold"


def test_a_jump_leads_to_its_landing() -> None:
    race = world("river", A="4/2/6 whips 2 hand 8", B="0/1/2", dice="3 1").play("whips 2")
    picture = scene(race.match, 0)
    landing = node(picture, f"square-{race.state.track.lanes.parse_name('4/2/8')}")
    assert (node(picture, "target-straight").x, node(picture, "target-straight").y) == (landing.x, landing.y)


def test_the_direction_of_a_shunt_starts_from_the_shunted_chariots_square() -> None:
    race = world(A="0/2/2 whips 1 hand 11", B="0/2/3", dice="4").play("whips 1", "straight", "trick 11")
    assert race.decision == "ChooseThrow"
    picture = scene(race.match, 0)
    place = node(picture, f"square-{race.state.track.lanes.parse_name('0/3/4')}")
    assert (node(picture, "target-right").x, node(picture, "target-right").y) == (place.x, place.y)


def test_fights_are_chosen_on_the_rivals_squares() -> None:
    race = world(A="0/2/2 whips 1", B="0/1/3", C="0/3/3", dice="1").drive("whips 1")
    picture = scene(race.match, 0)
    assert [(handle.on, handle.action) for handle in picture.handles] == [
        ("target-fight-1", "fight 1"), ("target-fight-2", "fight 2"),
    ]  # fmt: skip
    assert node(picture, "target-fight-2").x == node(picture, "chariot-2").x


@pytest.mark.parametrize("track", TRACKS)
def test_every_handle_is_accepted_through_a_whole_race(track: str) -> None:
    match = start(track, 6, seed=5)
    handled: set[str] = set()
    for turn in range(400):
        decision = match.decision
        if decision is None:
            break
        for seat in range(-1, 6):
            picture = scene(match, seat)
            ids = {one.id for one in nodes(picture)}
            for handle in picture.handles:
                action = parse(handle.action)
                assert action is not None
                assert match.check(handle.action, seat) is None
                assert handle.on in ids
                handled.add(action.verb)
            assert seat in decision.seats or not picture.handles
            assert not nodes(picture, "targets") or seat in decision.seats
        proposals = match.proposals()
        match.play(proposals[turn % len(proposals)].text)
    assert {"lane", "straight", "left", "right"} <= handled


# -------------------------------------------------------------------- prompt, breadcrumbs, panels


def test_the_prompt_says_who_decides_what() -> None:
    race = world(A="0/2/2 whips 1", B="0/2/9")
    others = "Red is choosing whips."
    for seat, prompt in ((-1, others), (0, "Set your whips for this turn (now 1)."), (1, others)):
        assert scene(race.match, seat).prompt == prompt
        assert scene(race.match, seat).breadcrumbs[-1] == "BH-M3"


def test_the_end_says_who_won_and_why() -> None:
    race = world(A="0/3/7 crossings 1 whips 1", B="0/1/2", laps=1, dice="2").drive("whips 1")
    assert race.match.decision is None
    assert scene(race.match, 1).prompt == "Red wins: first over the line after the last lap."
    assert "ring" not in {one.id for one in nodes(scene(race.match, 1))}
    assert "Red wins: first over the line after the last lap." in race.match.game.presentation.describe(
        race.match.game.view(race.match.state, 0)
    )


def test_a_secret_question_does_not_show_in_another_scene() -> None:
    """The holder of a trick is asked; all others must see the same as if another seat held it."""
    race = world(A="0/2/2 whips 2", B="0/2/9 hand 16", C="0/3/9 hand 3")
    other = world(A="0/2/2 whips 2", B="0/2/9 hand 3", C="0/3/9 hand 16")
    assert (race.decider, other.decider) == ("B", "C")
    for seat in (-1, 0):
        mine, theirs = scene(race.match, seat), scene(other.match, seat)
        assert scene_json(mine) == scene_json(theirs)
        assert mine.prompt == "Waiting: a trick may be played."
        assert "BH-Q43" not in mine.breadcrumbs
    asked = scene(race.match, 1)
    assert asked.prompt == "Play a trick at the start of this turn?"
    assert asked.breadcrumbs[-1] == "BH-Q43"


def test_without_a_decision_the_view_says_what_is_asked() -> None:
    race = world(A="0/2/2 whips 1", B="0/2/9")
    view = race.match.game.view(race.match.state, 1)
    picture = race.match.game.presentation.scene(view, None)
    assert picture.prompt == "Red is choosing whips."
    assert picture.handles == []


def test_the_panels_show_standings_turn_and_hand() -> None:
    race = world(A="0/2/2 whips 1 hand 1,6", B="1/1/0 wounds 3 wet", dice="4").play("whips 1", "pass")
    panels = {panel.name: panel for panel in scene(race.match, 0).panels}
    assert list(panels) == ["standings", "turn", "hand", "discard"]
    # Until the line is crossed a chariot on the first straight has most of the lap behind it (BH-Q35).
    assert panels["standings"].rows == [
        ["1", "Red", "1 of 2", "1", "5", "2", ""],
        ["2", "White", "1 of 2", "1", "3", "0", "wet, in a bend, 5+"],
    ]
    assert panels["standings"].seats == [0, 1]
    assert panels["turn"].rows == [["Round", "2"], ["Driver", "Red"], ["Dice", "4"], ["Points left", "4"]]
    assert panels["turn"].seats == [-1, 0, -1, -1]
    assert [row[0] for row in panels["hand"].rows] == ["Fresh Horses", "Roar of the Crowd"]
    assert panels["hand"].rows[0] == ["Fresh Horses", "after a movement roll", "add 3 to this move"]
    for panel in panels.values():
        assert all(len(row) == len(panel.heads) for row in panel.rows)
        assert len(panel.seats) == len(panel.rows)
    assert [panel.name for panel in scene(race.match, -1).panels] == ["standings", "turn", "discard"]
    assert {panel.name: panel for panel in scene(race.match, 1).panels}["hand"].rows == []


def test_played_tricks_are_shown() -> None:
    race = world(A="0/2/2 whips 1 hand 1", B="0/2/9", dice="4").play("whips 1", "trick 1")
    [discard] = [panel for panel in scene(race.match, 1).panels if panel.name == "discard"]
    assert discard.rows == [["Fresh Horses", "add 3 to this move"]]


# -------------------------------------------------------------------- description


def describe(race: World, seat: int) -> list[str]:
    game = race.match.game
    return game.presentation.describe(game.view(race.match.state, seat)).splitlines()


def test_the_description_lists_the_chariots_in_race_order() -> None:
    race = crowd()
    lines = describe(race, -1)
    names = [line.split()[1].rstrip(",:") for line in lines[1:7]]
    assert names == [FACTIONS[seat] for seat in race.state.standings()]
    assert "!" not in "".join(lines)


def test_the_description_names_places_and_conditions() -> None:
    race = world(A="0/2/2 whips 2 hand 6", B="0/3/2 wounds 4", C="0/2/3 spun", D="0/4/9", caltrops="0/4/11")
    race.chariot("D").fell = 1
    lines = describe(race, 0)
    assert lines[0] == "The Circus, 2 laps. Round 2. It is Red's turn."
    assert (
        "2. Red, lap 1: lane 2, on the first straight, 13 squares before a bend square; "
        "2 whips, 5 of 5 wounds left. White is alongside. Blue is directly ahead."
    ) in lines
    assert "4. Green is destroyed." in lines
    assert "Caltrops lie in lane 4, on the first straight." in lines
    assert lines[-1].startswith("You hold Roar of the Crowd, at once, when it happens: ")
    assert "Roar of the Crowd" not in "".join(describe(race, 1))


def test_the_description_before_the_start_names_chariots_without_a_lane() -> None:
    match = start("circus", 2)
    lines = match.game.presentation.describe(match.game.view(match.state, 0)).splitlines()
    assert lines == [
        "The Circus, 2 laps. The chariots are lining up for the start.",
        "1. Red has no starting lane yet.",
        "2. White has no starting lane yet.",
    ]


def test_the_description_names_bends_jumps_and_water() -> None:
    race = world("river", A="1/2/1 whips 1", B="4/2/6", C="4/3/7 wet", D="4/1/2", laps=3)
    text = "\n".join(describe(race, -1))
    assert "Red, lap 1: lane 2, in the first bend, on its bend square with skid value 4+; 1 whip" in text
    assert "White, lap 1: lane 2, on the third straight, at the jump;" in text
    assert "lane 3, on the third straight, in the water; 1 whip, 5 of 5 wounds left, wet." in text
    assert "lane 1, on the third straight, 4 squares before a jump" in text


def test_the_scene_does_not_change_the_race() -> None:
    race = crowd()
    assert isinstance(race.match.state, Race)
    before = race.match.digest
    for seat in range(-1, 6):
        scene(race.match, seat)
        describe(race, seat)
    assert race.match.digest == before
