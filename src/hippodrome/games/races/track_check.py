"""The check that a track can be driven (CR-T1, CR-T3): a search drives a lap without touching anything."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.auto_plan import RouteSearch
from hippodrome.games.races.bases import Ground
from hippodrome.games.races.machines import BASE_LENGTH_MI, BASE_WIDTH_MI
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.toml_reader import DataError
from hippodrome.kit.units import INCH

CHECK_MOVE_MI: Final = 8 * INCH
MAX_MOVES: Final = 100


def check_drivable(track: Track, distance: i64 = CHECK_MOVE_MI) -> int:
    """Drive a lap with moves of a distance and return their number.

    DataError names the piece where the search finds no route, or says that a lap takes too many moves.
    """
    ground = Ground(track, [], [])
    pose = track.at(0)
    box = box_at(pose.forward(-BASE_LENGTH_MI // 2), BASE_LENGTH_MI, BASE_WIDTH_MI)
    progress: i64 = 0
    for move in range(1, MAX_MOVES):
        route = RouteSearch(ground, box, progress, distance).best_route()
        if route.walls:
            piece = track.piece(route.progress)
            raise DataError(
                f"{track.key}.toml: no route was found through {piece.name()} for moves of {distance // INCH} inches"
            )
        box, progress = route.box, route.progress
        if progress > track.lap:
            return move
    raise DataError(f"{track.key}.toml: a lap takes more than {MAX_MOVES} moves of {distance // INCH} inches")
