"""Walls, outcrops and wrecks: hits, scrapes, stops and free turns (CR-X1, CR-Q12 to CR-Q14)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.races.bases import (
    A_CHARIOT,
    A_WRECK,
    OUTCROP,
    STOP,
    Ground,
    Met,
    backed_off,
    is_glancing,
    scraped,
)
from hippodrome.games.races.charts import three
from hippodrome.games.races.damage import hits_through, lose_wounds
from hippodrome.games.races.events import ObstacleHit, Scraped, Stopped, WreckRemoved
from hippodrome.games.races.progress import arrive
from hippodrome.games.races.state import AT_ROCK, AT_WALL, GONE, RACING, Chariot, Race
from hippodrome.kit.geometry.fixed import angle_to

FORCE = 4  # the Strength of an obstacle (CR-X1)


def take_hits(s: Race, chariot: Chariot, code: int) -> bool:
    """CR-X1, CR-Q13: D3 hits of Strength 4, no damage table, once an obstacle in a move. Whether it was the first."""
    if (s.move.hit >> code) & 1:
        return False
    s.move.hit |= 1 << code
    hits = three(s.roll("obstacle", 1, chariot.id, "CR-X1")[0])
    if s.logging:
        s.emit(ObstacleHit(chariot.id, hits), "CR-X1")
    lose_wounds(s, chariot, hits_through(s, chariot, hits, FORCE, 0, chariot.id))
    return True


def run_into(s: Race, chariot: Chariot, ground: Ground, met: Met) -> None:
    """CR-Q12: a glancing hit is a scrape, a square one stops the chariot; so does a second one on the same obstacle."""
    first = take_hits(s, chariot, met.code)
    if not chariot.is_there():
        end_here(s)
        return
    glancing = is_glancing(chariot.turn, met.nx, met.ny)
    if first and glancing and scrape(s, chariot, ground, met):
        return
    if first and not glancing and met.code >= A_WRECK:
        break_up(s, s.chariots[met.code - A_WRECK])
        end_here(s)
        return
    stop(s, chariot, ground, met.code)


def scrape(s: Race, chariot: Chariot, ground: Ground, met: Met) -> bool:
    """CR-Q12: along the edge, 1/4 inch clear of it; whether there is room for that."""
    level = scraped(ground, s.box(chariot), met)
    if level is None:
        return False
    angle = angle_to(chariot.turn, level.turn)
    chariot.put(level.x, level.y, level.turn)
    if s.logging:
        s.emit(Scraped(chariot.id, angle, chariot.x, chariot.y, chariot.turn), "CR-Q12")
    arrive(s, chariot)
    return True


def stop(s: Race, chariot: Chariot, ground: Ground, code: int) -> None:
    """CR-Q12: 1/2 inch clear, the move is over, and the next one begins with a free turn; not for the crewless."""
    box = backed_off(ground, s.box(chariot), code, STOP)
    chariot.put(box.x, box.y, box.turn)
    if chariot.status == RACING and code < A_WRECK:
        chariot.free = AT_WALL if code < OUTCROP else AT_ROCK
    if s.logging:
        s.emit(Stopped(chariot.id, 0, chariot.x, chariot.y, chariot.turn), "CR-Q12")
    end_here(s)


def break_up(s: Race, wreck: Chariot) -> None:
    """CR-Q14: a square hit breaks a wreck up, so wrecks can never close the track."""
    wreck.status = GONE
    if s.logging:
        s.emit(WreckRemoved(wreck.id), "CR-Q14")


def end_here(s: Race) -> None:
    """The rest of the plan and of the distance is not run."""
    move = s.move
    move.place = len(move.plan)
    move.owed = move.run


def is_obstacle(code: i64) -> bool:
    """CR-X1: whether something that was met is no working chariot."""
    return 0 <= code < A_CHARIOT
