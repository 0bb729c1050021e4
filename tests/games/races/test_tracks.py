"""Tracks: their shape, mistakes in their files, the grid, and positions on them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.games.races import check_grid_length
from hippodrome.games.races.track import LEFT, angle_off_course, read_track
from hippodrome.games.races.track_check import check_drivable
from hippodrome.kit.toml_reader import DataError
from tests.games.races.world import open_track, the_game, world
from tests.support import clause

TRACKS = ["oval", "eight", "pass", "throat", "circus"]
FOLDER = Path(hd.__file__).parent / "games" / "races" / "data" / "tracks"


def text_of(key: str) -> str:
    return (FOLDER / f"{key}.toml").read_text(encoding="utf-8")


@clause("CR-T1", "CR-T2", "CR-T3")
@pytest.mark.parametrize(
    ("key", "lap", "width", "checkpoints"),
    [
        ("oval", 147.4, 9, 3),
        ("eight", 170.3, 9, 3),
        ("pass", 264.5, 8, 4),
        ("throat", 257.4, 10, 4),
        ("circus", 242, 12, 4),
    ],
)
def test_a_track_has_its_length_and_width(key: str, lap: float, width: int, checkpoints: int) -> None:
    track = the_game().tracks[key]
    assert abs(int(track.lap) / 1000 - lap) < 0.2
    assert track.width == width * 1000
    assert len(track.marks) == checkpoints + 1
    assert track.inside == LEFT


@clause("CR-T1", "CR-Q46")
@pytest.mark.parametrize("key", TRACKS)
@pytest.mark.parametrize("distance", [7, 8, 9])
def test_every_track_can_be_driven(key: str, distance: int) -> None:
    moves = check_drivable(the_game().tracks[key], distance * 1000)
    assert 10 < moves < 60


@clause("CR-T3")
def test_the_gate_of_the_throat_is_narrow() -> None:
    track = the_game().tracks["throat"]
    assert min([int(piece.end_width) for piece in track.pieces]) == 6000
    assert max([int(piece.start_width) for piece in track.pieces]) == 10_000


@clause("CR-T1")
def test_walls_are_open_where_a_track_crosses_itself() -> None:
    track = the_game().tracks["eight"]
    assert len(track.crossings) == 1
    x, y = track.crossings[0]
    assert max(abs(x), abs(y)) <= 2
    assert not track.walls_near(x - 2000, y - 2000, x + 2000, y + 2000)


MISTAKES = [
    ("length = 36000", "length = 30000", "does not close: piece 5"),
    ("width = 9000", "width = 5000", "must be from 5500 to 30000"),
    ("radius = 12000\nangle = 1800", "radius = 5000\nangle = 1800", "piece 2 .bend. is too tight"),
    ("checkpoints = [37000, 74000, 111000]", "checkpoints = [37000, 30000]", "30000 does not lie between"),
    ('side = "left"', 'side = "up"', "must be one of left, right"),
    ('kind = "straight"', 'kind = "jump"', "must be one of straight, bend"),
    ('left = "wall"', 'left = "fire"', "must be one of wall, hedge, building"),
]


@clause("CR-T1", "CR-T3")
@pytest.mark.parametrize(("good", "bad", "message"), MISTAKES)
def test_a_mistake_in_a_track_is_named_with_its_piece(good: str, bad: str, message: str) -> None:
    text = text_of("oval")
    assert good in text
    with pytest.raises(DataError, match=message):
        read_track(text.replace(good, bad, 1), "oval.toml")


@clause("CR-T1")
def test_a_track_whose_walls_meet_is_rejected() -> None:
    text = text_of("throat").replace("radius = 6500", "radius = 4600").replace("length = 33000", "length = 29200")
    with pytest.raises(DataError, match=r"the walls of piece \d+ .* and piece \d+ .* run into each other"):
        read_track(text, "throat.toml")


@clause("CR-T3")
def test_an_outcrop_must_lie_on_the_road_and_leave_room_to_pass() -> None:
    rock = "\n[[outcrop]]\nx = 0\ny = {}\nradius = {}\n"
    with pytest.raises(DataError, match="does not lie on piece"):
        read_track(text_of("oval") + rock.format(0, 1000), "oval.toml")
    with pytest.raises(DataError, match="closes piece"):
        read_track(text_of("oval") + rock.format(12000, 3000), "oval.toml")


@clause("CR-T1")
def test_a_track_that_cannot_be_driven_is_rejected_with_its_piece() -> None:
    rock = "\n[[outcrop]]\nx = {}\ny = {}\nradius = 2000\n"
    rocks = "".join([rock.format(x, y) for x in (0, 6000) for y in (9000, 12000, 15000)])
    with pytest.raises(DataError, match=r"no route was found through piece \d \(straight\)"):
        check_drivable(read_track(text_of("oval") + rocks, "oval.toml"))


@clause("CR-S2")
def test_the_grid_needs_a_long_straight_before_the_line() -> None:
    text = text_of("oval").replace("start = [0, 12000]", "start = [-14000, 12000]")
    first, last = 'length = 18000\nleft = "wall"', 'length = 4000\nleft = "wall"'
    text = text.replace(first, 'length = 32000\nleft = "wall"', 1).replace(first, last, 1)
    with pytest.raises(DataError, match=r"piece 5 \(straight\) must be a straight of at least 16000, to hold the grid"):
        check_grid_length(read_track(text, "oval.toml"))


# -------------------------------------------------------------------- the grid


@clause("CR-S2", "CR-Q47", "CR-Q57")
def test_the_grid_is_filled_from_the_inside_in_the_order_of_the_dice() -> None:
    match = hd.new("races", "oval", seats=5, dice=[2, 6, 4, 6, 1, 3, 5, *[6, 5, 4, 3, 2], *[1] * 40])
    rows = {row["id"]: (row["x"] / 1000, -row["y"] / 1000) for row in match.view().table["chariots"]}
    # seats 1 and 3 are tied on 6 and roll again, 3 and 5: seat 3 stands inside
    assert rows[3] == (-2, -9)  # 1.5 from the inside wall at -7.5
    assert rows[1] == (-2, -12)
    assert rows[2] == (-2, -15)
    assert rows[0] == (-8, -9)
    assert rows[4] == (-8, -12)
    assert {row["progress"] for row in match.view().table["chariots"]} == {0, -6000}
    assert all(row["lap"] == 0 for row in match.view().table["chariots"])


@clause("CR-Q47", "CR-Q46")
def test_a_wide_wagon_takes_more_room_on_the_grid() -> None:
    match = hd.new("races", "pass", seats=2, options={"field": "wacky"}, dice=[6, 5, 1, 2, *[1] * 20])
    wagon, wheel = match.view().table["chariots"]
    assert (-wagon["y"] / 1000, -wheel["y"] / 1000) == (-12 - 2, -12 - 0.5 - 3 - 1 - 1)


# -------------------------------------------------------------------- positions on the track


@clause("CR-Q11", "CR-M3")
def test_progress_does_not_jump_to_the_other_branch_of_a_crossing() -> None:
    track = the_game().tracks["eight"]
    x, y = track.crossings[0]
    late = int(track.lap) - 8000
    assert abs(int(track.nearest_progress(x, y, late)) - late) < 1000
    early = 7982 + 53_155 + 15_982
    assert abs(int(track.nearest_progress(x, y, early)) - early) < 1500


@clause("CR-Q11", "CR-Q44")
def test_the_wrong_branch_of_a_crossing_brings_no_progress() -> None:
    track = the_game().tracks["eight"]
    other = int(track.nearest_progress_anywhere(12_800, -9600))
    assert 60_000 < other < 62_000, "where the first loop ends, far ahead of a chariot that has just crossed the line"
    last = -6000
    for step in range(1, 40):
        last = int(track.nearest_progress(step * 400, -step * 300, last))
    assert -8100 < last < 8000


@clause("CR-Q11")
@pytest.mark.parametrize("key", TRACKS)
def test_progress_follows_a_chariot_on_either_side_of_the_road(key: str) -> None:
    track = the_game().tracks[key]
    for side in (-2500, 0, 2500):
        last = 0
        for place in range(0, 2 * int(track.lap), 2500):
            x, y = track.at(place).point_nearest(0, side)
            last = int(track.nearest_progress(x, y, last))
            assert abs(last - place) <= 60


@clause("CR-Q11", "CR-M3")
def test_a_turn_away_from_the_racing_direction_is_refused_and_one_towards_it_is_legal() -> None:
    race = world(A="boar 0 0 60", B="boar 60 12 0")
    race.start_move("A", "steady", "forward 3000")
    race.expect_refusal("turn -450", "CR-Q11")
    assert race.is_legal("turn 450")
    lost = world(A="boar 0 0 120", B="boar 60 12 0")
    lost.start_move("A", "steady", "forward 3000")
    assert lost.is_legal("turn 450")
    lost.expect_refusal("turn -450", "CR-Q11")
    lost.play("go")


@clause("CR-Q11")
def test_the_angle_off_course_is_measured_to_either_side() -> None:
    track = open_track()
    assert [int(angle_off_course(track, 0, turn)) for turn in (0, 900, 1800, 2700, 3500)] == [0, 900, 1800, 900, 100]
