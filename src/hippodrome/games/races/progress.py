"""Progress, checkpoints, laps and the end of the race (CR-W1, CR-Q44, CR-Q45, CR-Q54, CR-Q56)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.events import Finished, LapBegun, LastOne
from hippodrome.games.races.state import RACING, Chariot, Race

# The reasons for the end of a race.
LINE: Final = "line"
LAST: Final = "last"
DRAW: Final = "draw"
LATE: Final = "late"
MAX_TURNS_PER_LAP: Final = 60  # CR-Q56


def update_progress(s: Race, chariot: Chariot) -> None:
    """Update the progress and marks of a racing chariot, and end the race if it has finished."""
    if chariot.status != RACING:
        return
    track = s.rules.track
    x, y = s.nose(chariot)
    chariot.progress = track.nearest_progress(x, y, chariot.progress)
    count: i64 = len(track.marks)
    while chariot.progress > track.mark_progress(chariot.marks):
        if chariot.marks % count == 0:
            if chariot.marks == s.rules.options.laps * count:
                finish(s, chariot)
                return
            if s.logging:
                s.emit(LapBegun(chariot.id, chariot.marks // count + 1), "CR-Q44")
        chariot.marks += 1


def finish(s: Race, chariot: Chariot) -> None:
    """CR-W1: a chariot that completes the last lap wins at once."""
    if s.logging:
        s.emit(Finished(chariot.id), "CR-W1")
    end_race(s, [chariot], LINE)


def end_if_decided(s: Race) -> bool:
    """CR-Q45: end the race if at most one chariot is racing; return whether it is over.

    If the last chariots dropped out together, they draw.
    """
    if s.over:
        return True
    racing = s.racing()
    if len(racing) > 1:
        return False
    if racing:
        if s.logging:
            s.emit(LastOne(racing[0].id), "CR-W1")
        end_race(s, racing, LAST)
        return True
    latest = max([chariot.left for chariot in s.chariots])
    end_race(s, [chariot for chariot in s.chariots if chariot.left == latest], DRAW)
    return True


def end_on_time_limit(s: Race) -> None:
    """CR-Q56: end the race; the leader wins on progress."""
    best = s.ranking()[0].progress
    end_race(s, [chariot for chariot in s.racing() if chariot.progress == best], LATE)


def end_race(s: Race, winners: list[Chariot], reason: str) -> None:
    """CR-Q54: end the race and set the places: the winners, the racing by progress, then the others."""
    first = [int(chariot.id) for chariot in winners]
    places = [1] * len(s.chariots)
    before = len(first)
    group = 0
    key = (True, 1 << 60)
    for number, chariot in enumerate([other for other in s.ranking() if int(other.id) not in first]):
        mine = (chariot.status != RACING, int(chariot.progress))
        if mine != key:
            key, group = mine, number
        places[chariot.id] = before + group + 1
    s.places = tuple(places)
    s.reason = reason
    s.finish()
