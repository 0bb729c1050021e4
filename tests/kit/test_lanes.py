"""Tracks of lanes: they close, every square is linked to the next, and invalid tracks are rejected."""

from __future__ import annotations

import pytest

from hippodrome.catalogue import all_games
from hippodrome.games.benhur import BenHur
from hippodrome.kit.geometry.lanes import LANES, Lanes, TrackError

CIRCUS = ["S14", "L", "S2", "L", "S14", "L", "S2", "L"]


def benhur() -> BenHur:
    game = all_games()["benhur"]
    assert isinstance(game, BenHur)
    return game


every_track = pytest.mark.parametrize("lanes", [t.lanes for t in benhur().tracks.values()], ids=list(benhur().tracks))


def circus() -> Lanes:
    return Lanes(list(CIRCUS))


def test_squares_are_numbered_and_named() -> None:
    lanes = circus()
    assert len(lanes) == 36 + 44 + 52 + 60
    assert [lanes.lap_length(lane) for lane in range(1, LANES + 1)] == [36, 44, 52, 60]
    square = lanes.parse_name("1/2/0")
    assert lanes.name(square) == "1/2/0"
    assert lanes.number(1, 2, 0) == square
    assert (lanes.segment[square], lanes.lane[square], lanes.index[square]) == (1, 2, 0)
    assert [lanes.length(1, lane) for lane in range(1, LANES + 1)] == [1, 3, 5, 7]


@pytest.mark.parametrize(
    "text", ["1/2", "1/2/3/4", "a/2/0", "", "1/2/-1", "9/1/0", "1/0/0", "1/5/0", "1/1/1", "0/1/14"]
)
def test_the_name_of_a_missing_square_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="square"):
        circus().parse_name(text)


@every_track
def test_a_lane_leads_once_round_the_track(lanes: Lanes) -> None:
    for lane in range(1, LANES + 1):
        start = lanes.number(0, lane, 0)
        square, seen = lanes.ahead[start], [start]
        while square != start:
            seen.append(square)
            assert lanes.lane[square] == lane
            assert lanes.grid_distance(seen[-2], square) == 1
            square = lanes.ahead[square]
        assert len(seen) == lanes.lap_length(lane)
        assert len(set(seen)) == len(seen)


@every_track
def test_every_square_has_its_own_position_and_one_predecessor(lanes: Lanes) -> None:
    assert len(set(zip(lanes.x, lanes.y, strict=True))) == len(lanes)
    assert sorted(lanes.ahead) == list(range(len(lanes)))


@every_track
def test_lane_changes_lead_forward_and_one_lane_aside_on_a_straight(lanes: Lanes) -> None:
    for square in range(len(lanes)):
        for target, step in ((lanes.left[square], -1), (lanes.right[square], 1)):
            if target >= 0:
                assert lanes.straight[square]
                assert lanes.straight[target]
                assert lanes.segment[target] == lanes.segment[square]
                assert lanes.lane[target] == lanes.lane[square] + step
                assert lanes.index[target] == lanes.index[square] + 1


@every_track
def test_a_bend_is_the_square_where_the_heading_changes(lanes: Lanes) -> None:
    for square in range(len(lanes)):
        after = lanes.ahead[square]
        before = lanes.heading[square] - (lanes.bend[square] if lanes.rank[square] else 0)
        moved = (lanes.x[after] - lanes.x[square], lanes.y[after] - lanes.y[square])
        assert moved == ((1, 0), (0, 1), (-1, 0), (0, -1))[lanes.heading[square]]
        assert (lanes.rank[square] > 0) == (lanes.bend[square] != 0)
        assert 0 <= before % 4 <= 3


@every_track
def test_a_skid_leads_to_the_square_after_the_bend_of_the_next_lane_out(lanes: Lanes) -> None:
    for square in range(len(lanes)):
        target = lanes.out[square]
        if not 0 < lanes.rank[square] < LANES:
            assert target == -1
            continue
        segment, lane = lanes.segment[square], lanes.lane[square] + lanes.bend[square]
        bend = next(
            n for n in range(len(lanes)) if lanes.segment[n] == segment and lanes.lane[n] == lane and lanes.rank[n]
        )
        assert target == lanes.ahead[bend]


@every_track
def test_adjacent_squares_share_an_edge_and_list_each_other(lanes: Lanes) -> None:
    for square in range(len(lanes)):
        for other in lanes.beside[square]:
            assert abs(lanes.x[square] - lanes.x[other]) + abs(lanes.y[square] - lanes.y[other]) == 1
            assert lanes.lane[other] != lanes.lane[square]
            assert square in lanes.beside[other]
        for side in (lanes.side_left[square], lanes.side_right[square]):
            assert side == -1 or side in lanes.beside[square]


def test_distances_in_segments_take_the_shorter_way_round() -> None:
    lanes = circus()
    assert lanes.segments_apart(lanes.parse_name("0/1/0"), lanes.parse_name("7/1/0")) == 1
    assert lanes.segments_apart(lanes.parse_name("1/1/0"), lanes.parse_name("5/1/0")) == 4
    assert lanes.grid_distance(lanes.parse_name("0/1/0"), lanes.parse_name("0/4/5")) == 5


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        (["S14", "L", "S2", "L", "S15", "L", "S2", "L"], "does not close: .* it is -1 squares east and 0 north"),
        (["S4", "L", "S4", "L"], "heading west"),
        (["S14", "L", "L", "S2"], r"segment 2 \(L\): two corners need a straight between"),
        (["L", "S14", "L"], r"segment 0 \(L\): two corners"),
        (["S14", "X"], "segment 1: 'X' must be S with a length, L or R"),
        (["S", "L"], "segment 0: 'S' must be"),
        (["S0", "L", "S2", "L"], r"segment 0 \(S0\): a straight needs at least 1 column"),
        (["S14", "L", "S2", "L", "S13", "L", "S2", "L"], r"segment 7 \(L\) overlaps segment 0"),
        (
            ["S19", "L", "S5", "L", "S14", "L", "S1", "R", "S6", "L", "S11", "L", "S1", "L", "S7", "R"],
            "segments 0 and 8 share an edge",
        ),
    ],
)
def test_an_invalid_track_is_rejected_with_the_segment(segments: list[str], message: str) -> None:
    with pytest.raises(TrackError, match=message):
        Lanes(segments)
