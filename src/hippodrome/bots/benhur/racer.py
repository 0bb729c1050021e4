"""The quick driver of Ben-Hur: he knows how many turns every square is from the finish, and goes the fastest way.

What pace.py tells leaves rivals out, so he looks himself at those whom he may run into in his move. To ram somebody
costs time and wounds, and throws him forward: it is worth a part of a turn to go round him.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.benhur import BenHurDriver
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT
from hippodrome.games.benhur.turns_to_finish import CHANCES, KEEPS, MOST_POINTS, MOST_WHIPS, SLIGHT, lap_of, pace_of
from hippodrome.kit.actions import Action

WEAKER: Final = 0.2  # turns that it costs to run into a rival with fewer wounds left
EQUAL: Final = 0.4
STRONGER: Final = 0.6
NEAR: Final = MOST_POINTS + 2  # squares ahead within which a rival may be in the way


class BenHurRacer(BenHurDriver):
    """The speed and the lane that save most turns; tricks as the plain driver plays them."""

    def whips(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return the speed at which fewest turns are left."""
        return best_whips(race, race.chariots[seat], actions)

    def step(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return the lane in which fewest turns are left."""
        return best_step(race, race.chariots[seat], actions)


def crossings_left(race: Race, chariot: Chariot) -> int:
    """How often a chariot still has to cross the line."""
    return int(race.laps) + 1 - int(chariot.crossings)


def best_whips(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """Return the speed at which fewest turns are left."""
    prices = rivals_near(race, chariot)
    found, fewest = actions[0], 0.0
    for action in actions:
        if action.verb == "whips":
            turns = Traffic(race, chariot, action.args[0], prices).driven()
            if found.verb != "whips" or action is actions[0] or turns < fewest:
                found, fewest = action, turns
    return found


def best_step(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """Return the lane in which fewest turns are left."""
    kind, whips = race.track.kind[chariot.square], int(race.turn.whips)
    if kind in (BEND, JUMP) or not 1 <= whips <= MOST_WHIPS:
        return actions[0]
    traffic = Traffic(race, chariot, whips, rivals_near(race, chariot))
    points = min(int(race.turn.points), MOST_POINTS)
    straight = traffic.straight(traffic.lap, traffic.square, points)
    found, fewest = actions[0], straight
    for action in actions:
        if action is LEFT or action is RIGHT:
            turns = traffic.aside(traffic.lap, traffic.square, points, action is LEFT, straight)
            if turns < fewest - SLIGHT:
                found, fewest = action, turns
    return found


# -------------------------------------------------------------------- who is in the way


def price(chariot: Chariot, rival: Chariot) -> float:
    """What it costs to run into a rival, in turns."""
    if rival.wounds < chariot.wounds:
        return WEAKER
    return STRONGER if rival.wounds > chariot.wounds else EQUAL


def rivals_near(race: Race, chariot: Chariot) -> dict[int, float]:
    """Return the squares of those who may be in the way, with what it costs to run into them."""
    track = race.track
    found: dict[int, float] = {}
    if chariot.square < 0:
        return found
    mine = track.to_line[chariot.square]
    for rival in race.in_race():
        if rival.id != chariot.id and rival.square >= 0:
            gap = (mine - track.to_line[rival.square]) % track.lap
            if gap <= NEAR or track.lap - gap <= 1:
                found[int(rival.square)] = price(chariot, rival)
    return found


class Traffic:
    """What a move with some whips comes to among rivals who stand where they stand."""

    __slots__ = ("known", "lap", "pace", "prices", "square", "track", "whips")

    def __init__(self, race: Race, chariot: Chariot, whips: int, prices: dict[int, float]) -> None:
        self.track = race.track
        self.pace = pace_of(race.track)
        self.square = int(chariot.square)
        self.lap = lap_of(crossings_left(race, chariot))
        self.whips = whips
        self.prices = prices
        self.known: dict[int, float] = {}

    def driven(self) -> float:
        """Turns left, this one among them, before the dice are thrown."""
        if not self.prices:
            return self.pace.driven(self.lap, self.square, self.whips)
        turns = 1.0
        for points in range(1, MOST_POINTS + 1):
            turns += CHANCES[self.whips][points] * self.rest(self.lap, self.square, points)
        return turns

    def rest(self, lap: int, square: int, points: int) -> float:
        """Turns left for who stands on a square with some points to move."""
        kind = self.track.kind[square]
        if not self.prices or points <= 0 or kind in (BEND, JUMP):
            return self.pace.rest(lap, square, self.whips, points)
        key = (square * (MOST_POINTS + 1) + points) * 2 + lap
        known = self.known.get(key)
        if known is not None:
            return known
        straight = self.straight(lap, square, points)
        best = straight
        for action in self.track.moves[square]:
            if action is LEFT or action is RIGHT:
                best = min(best, self.aside(lap, square, points, action is LEFT, straight))
        self.known[key] = best
        return best

    def straight(self, lap: int, square: int, points: int) -> float:
        """Turns left for who goes straight on."""
        return self.entered(lap, self.track.ahead[square], points - 1)

    def aside(self, lap: int, square: int, points: int, is_left: bool, straight: float) -> float:
        """BH-L2, BH-L3: turns left for who tries to change lanes; if he fails he goes straight on."""
        lanes, keeps = self.track.lanes, KEEPS[self.whips]
        done = self.entered(lap, lanes.left[square] if is_left else lanes.right[square], points - 1)
        return keeps * done + (1 - keeps) * straight

    def entered(self, lap: int, square: int, points: int) -> float:
        """Turns left for who comes to a square, which may lie behind the line (BH-Q4) or be taken."""
        if self.track.over[square]:
            if lap == 0:
                return 0.0
            lap -= 1
        return self.prices.get(square, 0.0) + self.rest(lap, square, points)
