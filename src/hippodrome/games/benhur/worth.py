"""What speaks for a driver and against him; words.toml names it under [aspects], in the order of `aspects`."""

from __future__ import annotations

from hippodrome.games.benhur.state import WOUNDS, Chariot, Race, in_hand
from hippodrome.games.benhur.track import BEND
from hippodrome.kit.ground.lanes import LANES


def aspects(race: Race, seat: int) -> list[int]:
    """Squares ahead of the best rival, wounds to lose, wounds rivals lost, lanes nearer the inside, tricks in hand."""
    mine = race.chariots[seat]
    rivals = [chariot for chariot in race.chariots if chariot.id != seat]
    return [
        lead(race, mine, rivals),
        int(mine.wounds),
        sum([WOUNDS - int(rival.wounds) for rival in rivals]),
        LANES - inside(race, mine),
        len(in_hand(mine.hand)),
    ]


def lead(race: Race, mine: Chariot, rivals: list[Chariot]) -> int:
    """How many squares fewer are left to go than for the best rival, of those that are still in the race."""
    if mine.square < 0:
        return 0
    running = [rival for rival in rivals if rival.fell == 0] or rivals
    return min([to_go(race, rival) for rival in running if rival.square >= 0], default=0) - to_go(race, mine)


def to_go(race: Race, chariot: Chariot) -> int:
    """How many squares of its own lane a chariot has before it to the last crossing of the line; 0 when it has won."""
    track = race.track
    count = 1
    square = track.ahead[int(chariot.square)]
    while not track.over[square]:
        square = track.ahead[square]
        count += 1
    return count + int(race.laps - chariot.crossings) * track.lanes.lap(int(race.lane_of(chariot)))


def inside(race: Race, chariot: Chariot) -> int:
    """The lane counted from the inside of the next corner."""
    square = int(chariot.square)
    if square < 0:
        return LANES
    while race.track.kind[square] != BEND:
        square = race.track.ahead[square]
    return race.track.lanes.rank[square]
