"""Walls, outcrops and wrecks: hits, scrapes, stops and free turns (CR-X1, CR-Q12 to CR-Q14)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    OUTCROP_CODE,
    STOP_GAP_MI,
    WRECK_CODE,
    Clearance,
    Ground,
    align_with_edge,
    back_off,
    is_glancing,
)
from hippodrome.games.races.charts import d3
from hippodrome.games.races.damage import lose_wounds, roll_unsaved_wounds
from hippodrome.games.races.event_bases import ChariotEvent
from hippodrome.games.races.events import ObstacleHit, Scraped, Stopped
from hippodrome.games.races.progress import update_progress
from hippodrome.games.races.state import AT_ROCK, AT_WALL, GONE, RACING, Chariot, Race
from hippodrome.kit.geometry.fixed_point import angle_to

OBSTACLE_STRENGTH = 4  # CR-X1


@mypyc_attr(acyclic=True)
class WreckRemoved(ChariotEvent):
    """CR-Q14: a square hit broke up a wreck."""

    __slots__ = ()


def take_hits(s: Race, chariot: Chariot, code: int) -> bool:
    """CR-X1, CR-Q13: roll the hits of an obstacle, once per obstacle in a move; return whether they were rolled."""
    if (s.move.hit >> code) & 1:
        return False
    s.move.hit |= 1 << code
    hits = d3(s.roll("obstacle", 1, chariot.id, "CR-X1")[0])
    if s.logging:
        s.emit(ObstacleHit(chariot.id, hits), "CR-X1")
    lose_wounds(s, chariot, roll_unsaved_wounds(s, chariot, hits, OBSTACLE_STRENGTH, 0, chariot.id))
    return True


def run_into(s: Race, chariot: Chariot, ground: Ground, clearance: Clearance) -> None:
    """CR-Q12: scrape along an obstacle after a first, glancing hit; stop after a square or second one."""
    first = take_hits(s, chariot, clearance.code)
    if not chariot.is_working():
        end_move_here(s)
        return
    glancing = is_glancing(chariot.turn, clearance.nx, clearance.ny)
    if first and glancing and scrape_along(s, chariot, ground, clearance):
        return
    if first and not glancing and clearance.code >= WRECK_CODE and s.rules.options.wrecks == "clear":
        break_up(s, s.chariots[clearance.code - WRECK_CODE])
        end_move_here(s)
        return
    stop_at(s, chariot, ground, clearance.code)


def scrape_along(s: Race, chariot: Chariot, ground: Ground, clearance: Clearance) -> bool:
    """CR-Q12: turn a chariot along an edge, 1/4 inch clear of it; return False if there is no room."""
    level = align_with_edge(ground, s.box(chariot), clearance)
    if level is None:
        return False
    angle = angle_to(chariot.turn, level.turn)
    chariot.move_to(level.x, level.y, level.turn)
    if s.logging:
        s.emit(Scraped(chariot.id, angle, chariot.x, chariot.y, chariot.turn), "CR-Q12")
    update_progress(s, chariot)
    return True


def stop_at(s: Race, chariot: Chariot, ground: Ground, code: int) -> None:
    """CR-Q12: stop a chariot 1/2 inch short of an obstacle; a racing chariot gains a free turn."""
    box = back_off(ground, s.box(chariot), code, STOP_GAP_MI)
    chariot.move_to(box.x, box.y, box.turn)
    if chariot.status == RACING:
        chariot.free = AT_WALL if code < OUTCROP_CODE else AT_ROCK
    if s.logging:
        s.emit(Stopped(chariot.id, 0, chariot.x, chariot.y, chariot.turn), "CR-Q12")
    end_move_here(s)


def break_up(s: Race, wreck: Chariot) -> None:
    """CR-Q14: remove a wreck after a square hit, if the race clears wrecks."""
    wreck.status = GONE
    if s.logging:
        s.emit(WreckRemoved(wreck.id), "CR-Q14")


def end_move_here(s: Race) -> None:
    """End the move: the rest of the plan and of the distance is dropped."""
    move = s.move
    move.place = len(move.plan)
    move.owed = move.run


def is_obstacle(code: i64) -> bool:
    """CR-X1: return whether a contact code means something other than a working chariot."""
    return 0 <= code < CHARIOT_CODE
