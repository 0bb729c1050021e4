"""How far a chariot has come: progress, checkpoints, laps, and the first over the line (CR-W1, CR-Q44, CR-Q45)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.events import Finished, LapBegun, LastOne
from hippodrome.games.races.state import RACING, Chariot, Race

LINE: Final = "line"
LAST: Final = "last"
DRAW: Final = "draw"
LATE: Final = "late"
TURNS_A_LAP: Final = 60  # CR-Q56


def arrive(s: Race, chariot: Chariot) -> None:
    """Note where a racing chariot's nose has come to, and end the race if it has finished it."""
    if chariot.status != RACING:
        return
    track = s.rules.track
    x, y = s.nose(chariot)
    chariot.progress = track.nearest(x, y, chariot.progress)
    count: i64 = len(track.marks)
    while chariot.progress > track.mark(chariot.marks):
        if chariot.marks % count == 0:
            if chariot.marks == s.rules.laps * count:
                finish(s, chariot)
                return
            if s.logging:
                s.emit(LapBegun(chariot.id, chariot.marks // count + 1), "CR-Q44")
        chariot.marks += 1


def finish(s: Race, chariot: Chariot) -> None:
    """CR-W1: the first to complete the last lap wins at that moment."""
    if s.logging:
        s.emit(Finished(chariot.id), "CR-W1")
    end(s, [chariot], LINE)


def check_end(s: Race) -> bool:
    """CR-Q45: the last chariot still racing wins; if the last ones went together it is a draw. Whether it is over."""
    if s.over:
        return True
    racing = s.racing()
    if len(racing) > 1:
        return False
    if racing:
        if s.logging:
            s.emit(LastOne(racing[0].id), "CR-W1")
        end(s, racing, LAST)
        return True
    latest = max([chariot.left for chariot in s.chariots])
    end(s, [chariot for chariot in s.chariots if chariot.left == latest], DRAW)
    return True


def out_of_time(s: Race) -> None:
    """CR-Q56: the leader wins on progress."""
    best = s.ranked()[0].progress
    end(s, [chariot for chariot in s.racing() if chariot.progress == best], LATE)


def end(s: Race, winners: list[Chariot], reason: str) -> None:
    """Places for everybody: the winners, the racing by progress, those who are out by theirs (CR-Q54)."""
    first = [int(chariot.id) for chariot in winners]
    places = [1] * len(s.chariots)
    before = len(first)
    group = 0
    key = (True, 1 << 60)
    for number, chariot in enumerate([other for other in s.ranked() if int(other.id) not in first]):
        mine = (chariot.status != RACING, int(chariot.progress))
        if mine != key:
            key, group = mine, number
        places[chariot.id] = before + group + 1
    s.places = tuple(places)
    s.reason = reason
    s.finish()
