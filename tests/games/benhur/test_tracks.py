"""The five tracks, and the checks of a track file."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest

import hippodrome as hd
from hippodrome.games.benhur import BenHur
from hippodrome.games.benhur.card_effects import TRICK_COUNT
from hippodrome.games.benhur.cards import read_cards
from hippodrome.games.benhur.track import BEND, JUMP, PLAIN, TRACKS, WATER, Track
from hippodrome.kit.toml_reader import DataError
from tests.games.benhur.world import texts, world
from tests.support import clause

KEYS = ["river", "circus", "arena", "villa", "serpent"]
STEP = ((1, 0), (0, 1), (-1, 0), (0, -1))  # east, north, west, south


def track(key: str) -> Track:
    """Return a track of the game."""
    return cast(BenHur, hd.game("benhur")).tracks[key]


def corners(one: Track) -> list[int]:
    """Return the segments that are corners."""
    return [number for number, code in enumerate(one.lanes.segments) if code in ("L", "R")]


def inside_out(one: Track, segment: int) -> list[int]:
    """Return the lanes of a corner from the inside to the outside."""
    return [1, 2, 3, 4] if one.lanes.segments[segment] == "L" else [4, 3, 2, 1]


def bend(one: Track, segment: int, lane: int) -> int:
    """Return the bend square of a lane in a corner."""
    lanes = one.lanes
    squares = [lanes.number(segment, lane, index) for index in range(lanes.length(segment, lane))]
    (square,) = [square for square in squares if one.kind[square] == BEND]
    return square


# -------------------------------------------------------------------- the tracks


@clause("BH-Q9", "BH-Q40")
@pytest.mark.parametrize(
    ("key", "segments", "lengths", "left", "right", "line", "start"),
    [
        ("circus", "S14 L S2 L S14 L S2 L", [36, 44, 52, 60], "stone", "hedge", 7, [7, 5]),
        ("arena", "S10 L S1 L S10 L S1 L", [26, 34, 42, 50], "hedge", "hedge", 5, [5, 3]),
        ("river", "S16 L S3 L S16 L S3 L", [42, 50, 58, 66], "hedge", "hedge", 7, [7, 5]),
        ("villa", "S14 L S2 L S4 R S2 L S6 L S8 L", [48, 56, 64, 72], "stone", "stone", 7, [7, 5]),
        (
            "serpent",
            "S14 L S7 L S2 L S2 R S2 R S2 L S2 L S7 L",
            [58, 66, 74, 82],
            "stone",
            "stone",
            7,
            [7, 5],
        ),
    ],
)
def test_each_track_has_its_lengths_walls_and_corners(
    key: str, segments: str, lengths: list[int], left: str, right: str, line: int, start: list[int]
) -> None:
    one = track(key)
    assert " ".join(one.lanes.segments) == segments
    assert [one.lanes.lap_length(lane) for lane in (1, 2, 3, 4)] == lengths
    assert (one.wall(-1), one.wall(1)) == (left, right)
    assert (one.line, one.start, one.laps) == (line, start, 2)


def test_there_are_five_tracks_and_one_with_a_jump_comes_first() -> None:
    assert [scenario.slug for scenario in hd.game("benhur").scenarios()] == KEYS


@clause("BH-Q9")
@pytest.mark.parametrize("key", KEYS)
def test_a_corner_has_one_bend_square_in_each_lane_and_longer_lanes_outside(key: str) -> None:
    one = track(key)
    for segment in corners(one):
        for rank, lane in enumerate(inside_out(one, segment), start=1):
            assert one.lanes.length(segment, lane) == 2 * rank - 1
            assert one.lanes.index[bend(one, segment, lane)] == rank - 1
    bends = [square for square in range(len(one.lanes)) if one.kind[square] == BEND]
    assert len(bends) == 4 * len(corners(one))


@clause("BH-S2", "BH-Q11")
@pytest.mark.parametrize("key", KEYS)
def test_skid_values_go_by_the_distance_from_the_inside(key: str) -> None:
    one = track(key)
    for segment in corners(one):
        lanes = inside_out(one, segment)
        assert [one.skid[bend(one, segment, lane)] for lane in lanes] == [5, 4, 3, 3]


@clause("BH-Q12")
@pytest.mark.parametrize("key", KEYS)
def test_a_skid_runs_straight_to_the_square_after_the_bend_of_the_next_lane_out(key: str) -> None:
    one = track(key)
    lanes = one.lanes
    for segment in corners(one):
        order = inside_out(one, segment)
        for rank, (lane, outer) in enumerate(pairwise(order), start=1):
            square = bend(one, segment, lane)
            target = lanes.out[square]
            assert lanes.name(target) == f"{segment}/{outer}/{rank + 1}"
            dx, dy = STEP[lanes.heading[lanes.number(segment - 1, lane, 0)]]
            assert (lanes.x[target], lanes.y[target]) == (lanes.x[square] + dx, lanes.y[square] + dy)
        assert lanes.out[bend(one, segment, order[-1])] == -1


@clause("BH-Q10", "BH-Q18")
@pytest.mark.parametrize("key", KEYS)
def test_the_ground_allows_lane_changes_only_within_a_straight(key: str) -> None:
    one = track(key)
    lanes = one.lanes
    for square in range(len(lanes)):
        allowed = {action.text for action in one.moves[square]}
        expected = {"straight"}
        last = lanes.segment[lanes.ahead[square]] != lanes.segment[square]
        if lanes.straight[square] and not last and one.kind[square] == PLAIN:
            for name, aside in (("left", -1), ("right", 1)):
                lane = lanes.lane[square] + aside
                if 1 <= lane <= 4:
                    target = lanes.number(lanes.segment[square], lane, lanes.index[square] + 1)
                    if one.kind[target] != WATER:
                        expected.add(name)
        assert allowed == expected, lanes.name(square)


@clause("BH-Q26")
@pytest.mark.parametrize(
    ("key", "jumps"),
    [
        ("circus", []),
        ("arena", []),
        ("serpent", []),
        ("river", ["4/1/6", "4/2/6", "4/3/6", "4/4/6"]),
        ("villa", ["10/1/3", "10/2/3"]),
    ],
)
def test_jump_and_water_lie_where_the_track_says(key: str, jumps: list[str]) -> None:
    one = track(key)
    squares = range(len(one.lanes))
    assert [one.lanes.name(square) for square in squares if one.kind[square] == JUMP] == jumps
    water = [square for square in squares if one.kind[square] == WATER]
    assert water == [one.lanes.parse_name(name) + 1 for name in jumps]
    assert one.has_jump == bool(jumps)


PICTURES = {
    "circus": """\
########################
#%....................%#
#.%..................%.#
#..%................%..#
#...%..............%...#
#....##############....#
#....##############....#
#...%.......|......%...#
#..%........|.......%..#
#.%.........|........%.#
#%..........|.........%#
########################""",
    "river": """\
##########################
#%...........~J.........%#
#.%..........~J........%.#
#..%.........~J.......%..#
#...%........~J......%...#
#....################....#
#....#              #....#
#....################....#
#...%.......|........%...#
#..%........|.........%..#
#.%.........|..........%.#
#%..........|...........%#
##########################""",
    "villa": """\
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
    "arena": """\
####################
#%................%#
#.%..............%.#
#..%............%..#
#...%..........%...#
#....##########....#
#...%.....|....%...#
#..%......|.....%..#
#.%.......|......%.#
#%........|.......%#
####################""",
    "serpent": """\
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


def picture(one: Track) -> str:
    """Return the track as text: `%` bend square, `|` first start row, `J` jump, `~` water, `#` wall."""
    lanes = one.lanes
    cells: dict[tuple[int, int], str] = {}
    for square in range(len(lanes)):
        first_row = lanes.segment[square] == 0 and lanes.index[square] == one.start[0]
        cells[(lanes.x[square], lanes.y[square])] = "|" if first_row else ".%J~"[one.kind[square]]
    for x, y in list(cells):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                cells.setdefault((x + dx, y + dy), "#")
    columns = range(min([x for x, _ in cells]), max([x for x, _ in cells]) + 1)
    rows = range(max([y for _, y in cells]), min([y for _, y in cells]) - 1, -1)
    return "\n".join(["".join([cells.get((x, y), " ") for x in columns]).rstrip() for y in rows])


@clause("BH-Q9", "BH-Q11", "BH-Q26")
@pytest.mark.parametrize("key", KEYS)
def test_a_track_looks_like_its_picture(key: str) -> None:
    assert picture(track(key)) == PICTURES[key]


@clause("BH-Q11")
@pytest.mark.parametrize("key", KEYS)
def test_lane_one_is_left_of_lane_two_on_every_straight(key: str) -> None:
    lanes = track(key).lanes
    for square in range(len(lanes)):
        if lanes.straight[square] and lanes.lane[square] > 1:
            other = lanes.number(lanes.segment[square], lanes.lane[square] - 1, lanes.index[square])
            dx, dy = STEP[(lanes.heading[square] + 1) % 4]
            assert (lanes.x[other], lanes.y[other]) == (lanes.x[square] + dx, lanes.y[square] + dy)
            assert lanes.side_left[square] == other
            assert lanes.side_right[other] == square


@clause("BH-Q31")
@pytest.mark.parametrize("key", KEYS)
def test_squares_of_other_lanes_that_share_an_edge_are_alongside(key: str) -> None:
    lanes = track(key).lanes
    for square in range(len(lanes)):
        expected = [
            other
            for other in range(len(lanes))
            if abs(lanes.x[square] - lanes.x[other]) + abs(lanes.y[square] - lanes.y[other]) == 1
            and lanes.lane[other] != lanes.lane[square]
        ]
        assert sorted(lanes.beside[square]) == expected
        by_lane = [lanes.lane[other] for other in lanes.beside[square]]
        assert by_lane == sorted(by_lane)


@pytest.mark.parametrize(
    "text", ["0/5/0", "0/0/0", "8/1/0", "1/1/1", "0/1/14", "0/1", "0/1/0/0", "a/b/c", "0/1/-1", ""]
)
def test_a_square_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="square"):
        track("circus").lanes.parse_name(text)


@clause("BH-Q45")
@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("4/1/5", "4/4/5", True),
        ("4/1/5", "4/1/8", True),
        ("4/1/5", "4/1/9", False),
        ("4/1/5", "4/4/8", True),
        ("0/1/13", "2/1/1", True),
        ("0/1/13", "3/1/0", False),  # three king's moves, but three segments apart
        ("0/1/5", "4/1/8", False),  # three king's moves over the barrier, but four segments apart
        ("7/1/0", "0/1/2", True),  # segments are counted the shorter way round
    ],
)
def test_near_is_three_kings_moves_and_two_segments(one: str, other: str, near: bool) -> None:
    race = world("circus", A=one, B=other)
    assert race.state.is_near(race.chariot("A"), race.chariot("B")) is near
    assert race.state.is_near(race.chariot("B"), race.chariot("A")) is near


# -------------------------------------------------------------------- broken files

GOOD = """\
key = "test"
title = "A Test"
text = "For tests."
order = 9
laps = 2
line = 7
start = [7, 5]
walls = { left = "stone", right = "hedge" }
segments = ["S14", "L", "S2", "L", "S14", "L", "S2", "L"]

[[jumps]]
segment = 4
square = 6
lanes = [1, 2]

[[jumps]]
segment = 4
square = 7
lanes = [4]

[expect]
lengths = [36, 44, 52, 60]
"""

SEGMENTS = 'segments = ["S14", "L", "S2", "L", "S14", "L", "S2", "L"]'
TWICE = SEGMENTS[:-1] + ", " + SEGMENTS.partition("[")[2]
SERPENT = 'segments = ["S14", "L", "S7", "L", "S2", "L", "S2", "R", "S2", "R", "S2", "L", "S2", "L", "S7", "L"]'


def read(text: str) -> Track:
    """Return a track from the text of its file."""
    return Track(TRACKS.table.read(text, "data/tracks/test.toml"))


def test_the_track_file_that_the_next_tests_break_is_valid() -> None:
    one = read(GOOD)
    jumps = [square for square in range(len(one.lanes)) if one.kind[square] == JUMP]
    assert [one.lanes.name(square) for square in jumps] == ["4/1/6", "4/2/6", "4/4/7"]


@clause("BH-Q9", "BH-Q26", "BH-Q3")
@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ('"S2", "L", "S14"', '"S3", "L", "S14"', "line 9, segments", "the track does not close.* 1 north"),
        (SEGMENTS, TWICE, "line 9, segments", r"segment 8 \(S14\) overlaps segment 0"),
        ('"S2"', '"S0"', "line 9, segments", r"segment 2 \(S0\): a straight needs at least 1 column"),
        ('"S2", "L", ', '"L", ', "line 9, segments", r"segment 2 \(L\): two corners need a straight between them"),
        ('["S14", "L"', '["L", "S14"', "line 9, segments", r"segment 0 \(L\): two corners"),
        ('"S2"', '"X2"', "line 9, segments", "segment 2: 'X2' must be S with a length, L or R"),
        ('"S2"', '"S"', "line 9, segments", "segment 2: 'S' must be S with a length"),
        ('"S2"', '""', "line 9, segments", "segment 2: '' must be S with a length"),
        ('"S2"', '"S²"', "line 9, segments", "segment 2: 'S²' must be S with a length"),
        ('"S2"', "2", "line 9, segments", "must be a list of texts; 2 is not one"),
        (SEGMENTS, "segments = []", "line 9, segments", "must name at least one"),
        (SEGMENTS, SERPENT.replace("S7", "S6"), "line 9, segments", "segments 0 and 9 share an edge"),
        (SEGMENTS, SERPENT.replace("S7", "S5"), "line 9, segments", "overlaps segment 0"),
        ("line = 7", "line = 13", "line 6, line", r"the square after the line must be on segment 0 \(S14\)"),
        ("line = 7", "line = 0", "line 6, line", "must be from 1 to 99, not 0"),
        ("line = 7", 'line = "7"', "line 6, line", "must be a whole number, not '7'"),
        ("[7, 5]", "[5, 7]", "line 7, start", "up to 7, first row then second"),
        ("[7, 5]", "[8, 5]", "line 7, start", "up to 7"),
        ("[7, 5]", "[7, 7]", "line 7, start", "first row then second"),
        ("[7, 5]", "[7]", "line 7, start", "must be two squares"),
        ("[7, 5]", "[7, -1]", "line 7, start", "must be two squares"),
        ("[7, 5]", "[7, true]", "line 7, start", "must be a list of whole numbers; True is not one"),
        ("laps = 2", "laps = 8", "line 5, laps", "must be from 1 to 7, not 8"),
        ("laps = 2", "laps = true", "line 5, laps", "must be a whole number, not True"),
        ('left = "stone"', 'left = "brick"', "line 8, walls.left", "must be one of stone, hedge, not 'brick'"),
        (', right = "hedge"', "", "line 8, walls.right", "missing"),
        (', right = "hedge"', ', right = "hedge", roof = "none"', "line 8, walls.roof", "unknown key"),
        ("title = ", "titel = ", "title", "missing; it must be a text"),
        ("order = 9", "order = 9\nlenght = 3", "line 5, lenght", "unknown key"),
        ("segment = 4\nsquare = 6", "segment = 3\nsquare = 6", r"line 12, jumps\[0\].segment", "3 is a corner"),
        ("segment = 4\nsquare = 6", "segment = 8\nsquare = 6", r"line 12, jumps\[0\].segment", "must be from 0 to 7"),
        (
            "square = 7",
            "square = 12",
            r"line 18, jumps\[1\].square",
            "the landing square 14 is not on the straight S14",
        ),
        ("lanes = [4]", "lanes = [2, 4]", r"line 18, jumps\[1\].square", "the jump overlaps another jump in lane 2"),
        ("lanes = [4]", "lanes = [5]", r"line 19, jumps\[1\].lanes", "there is no lane 5"),
        ("lanes = [4]", "lanes = [4]\ndepth = 2", r"line 20, jumps\[1\].depth", "unknown key"),
        ("square = 7\n", "", r"jumps\[1\].square", "missing"),
        ("36, 44", "36, 45", "expect", r"the lanes have the lengths \[36, 44, 52, 60\]"),
        ("[expect]\n", "[expect]\nwidth = 4\n", "line 22, expect.width", "unknown key"),
        ("[[jumps]]\nsegment = 4\nsquare = 6", "[jumps]\nsegment = 4\nsquare = 6", "", "line 16"),
    ],
)
def test_a_broken_track_file_is_refused_with_file_line_and_key(old: str, new: str, where: str, why: str) -> None:
    assert old in GOOD
    with pytest.raises(DataError, match=rf"^data/tracks/test\.toml.*{where}.*{why}"):
        read(GOOD.replace(old, new))


@clause("BH-Q26")
@pytest.mark.parametrize("square", range(2, 11))
def test_jumps_in_one_lane_cannot_overlap_but_may_follow_each_other(square: int) -> None:
    text = GOOD.replace("square = 7\nlanes = [4]", f"square = {square}\nlanes = [2]")
    if square in (5, 6, 7):  # the first is jump 6, water 7, landing 8
        with pytest.raises(DataError, match=r"line 18, jumps\[1\]\.square: the jump overlaps another jump in lane 2"):
            read(text)
    else:
        assert read(text).kind[read(text).lanes.number(4, 2, square)] == JUMP


@clause("BH-Q5")
def test_rows_and_line_may_lie_at_the_ends_of_the_first_straight() -> None:
    one = read(GOOD.replace("line = 7", "line = 12").replace("[7, 5]", "[12, 0]"))
    assert (one.line, one.start) == (12, [12, 0])


@clause("BH-Q26", "BH-Q35")
@pytest.mark.parametrize("square", range(12))
def test_a_jump_within_two_squares_of_the_line_is_refused(square: int) -> None:
    text = GOOD.replace("segment = 4\nsquare = 6", f"segment = 0\nsquare = {square}")
    landing = square + 2
    if landing < 5 or square > 10:  # squares 5 to 10 are within two of the line between 7 and 8
        assert read(text).has_jump
    else:
        with pytest.raises(DataError, match=r"line 13, jumps\[0\]\.square: the jump lies within 2 squares"):
            read(text)


def test_text_that_is_not_toml_is_refused_with_its_line() -> None:
    with pytest.raises(DataError, match=r"^data/tracks/test\.toml, line 2: this is not TOML"):
        read('key = "test"\ntitle = test')


# -------------------------------------------------------------------- the cards


def test_every_card_has_its_clause_in_the_rulebook() -> None:
    game = cast(BenHur, hd.game("benhur"))
    assert sorted(game.cards) == list(range(1, TRICK_COUNT + 1))
    for number, card in game.cards.items():
        clause_of_card = game.rulebook.clauses[card.rule]
        assert card.rule == f"BH-T{number}"
        assert card.title == clause_of_card.title
        assert card.needs_jump == (number == 7)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("number = 22", "number = 21", r"card\[21\]\.number: card 21 is defined twice"),
        (
            "number = 22",
            "number = 61",
            r"card\[21\]\.number: must be from 1 to 60, not 61",
        ),
        ('effect = "duck"', 'effect = "dive"', r"card\[\d+\]\.effect: must be one of"),
        (
            'effect = "duck"',
            'effect = "duck"\nwhen = "roll"',
            r"card\[\d+\]\.when: has no effect: duck is always played at",
        ),
        (
            'effect = "duck"',
            'effect = "duck"\nadd = 2',
            r"card\[\d+\]\.add: has no effect on a card with duck; its numbers",
        ),
        (
            'effect = "fresh-horses"\nadd = 3',
            'effect = "fresh-horses"\nadd = 7',
            r"card\[0\]\.add: must be from 1 to 6",
        ),
        (
            'effect = "fresh-horses"',
            'effect = "fresh-horses"\nshort = "add 5"',
            r"card\[0\]\.short: the card does not do what",
        ),
    ],
)
def test_a_broken_card_file_is_refused(old: str, new: str, why: str) -> None:
    text = texts()["data/cards.toml"]
    assert old in text
    with pytest.raises(DataError, match=rf"^data/cards\.toml, line \d+, {why}"):
        read_cards(text.replace(old, new, 1))


def test_a_card_may_be_missing_but_the_deck_must_be_enough_for_all() -> None:
    text = texts()["data/cards.toml"]
    assert TRICK_COUNT not in read_cards(text[: text.rindex("[[card]]")])
    few = "[[card]]".join(text.split("[[card]]")[:12])
    with pytest.raises(DataError, match="too many cards are out: 12 must stay in"):
        read_cards(few)
