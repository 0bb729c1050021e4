"""A track can be driven (CR-T1, CR-T3): a search drives a lap of it without touching anything."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.auto_plan import Search
from hippodrome.games.races.bases import Ground
from hippodrome.games.races.machines import LENGTH, WIDTH
from hippodrome.games.races.state import INCH
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.toml_reader import DataError

PROVED: Final = 8 * INCH
MOST_MOVES: Final = 100


def prove(track: Track, distance: i64 = PROVED) -> int:
    """Drive a lap with moves of a distance; returns how many. DataError names the piece where no way is found."""
    ground = Ground(track, [], [])
    pose = track.at(0)
    box = box_at(pose.forward(-LENGTH // 2), LENGTH, WIDTH)
    progress: i64 = 0
    for move in range(1, MOST_MOVES):
        way = Search(ground, box, progress, distance).best()
        if way.walls:
            piece = track.piece(way.progress)
            raise DataError(
                f"{track.key}.toml: no way was found through {piece.name()} for moves of {distance // INCH} inches"
            )
        box, progress = way.box, way.progress
        if progress > track.lap:
            return move
    raise DataError(f"{track.key}.toml: a lap takes more than {MOST_MOVES} moves of {distance // INCH} inches")
