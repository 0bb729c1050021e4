"""The quick driver of Ben-Hur: he knows how many turns every square is from the finish, and goes the fastest way."""

from __future__ import annotations

from hippodrome.bots.benhur import BenHurDriver
from hippodrome.games.benhur.movement import square_aside
from hippodrome.games.benhur.pace import MOST_POINTS, MOST_WHIPS, SLIGHT, pace_of
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import LEFT, PLAIN, RIGHT, WATER
from hippodrome.kit.actions import Action


class BenHurRacer(BenHurDriver):
    """The speed and the lane that save most turns; tricks as the plain driver plays them."""

    def whips(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """The speed at which fewest turns are left."""
        return best_whips(race, race.chariots[seat], actions)

    def step(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """The lane in which fewest turns are left."""
        return best_step(race, race.chariots[seat], actions)


def crossings_left(race: Race, chariot: Chariot) -> int:
    """How often a chariot still has to cross the line."""
    return int(race.laps) + 1 - int(chariot.crossings)


def best_whips(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """The speed at which fewest turns are left."""
    pace, square, left = pace_of(race.track), int(chariot.square), crossings_left(race, chariot)
    found, fewest = actions[0], 0.0
    for action in actions:
        if action.verb == "whips":
            turns = pace.driven(square, action.args[0], left)
            if found.verb != "whips" or action is actions[0] or turns < fewest:
                found, fewest = action, turns
    return found


def best_step(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """The lane in which fewest turns are left; into a rival only if he is weaker."""
    kind, whips = race.track.kind[chariot.square], int(race.turn.whips)
    if (kind != PLAIN and kind != WATER) or not 1 <= whips <= MOST_WHIPS:
        return actions[0]
    pace, square = pace_of(race.track), int(chariot.square)
    left, points = crossings_left(race, chariot), min(int(race.turn.points), MOST_POINTS)
    found, fewest = actions[0], pace.ahead(square, whips, points, left)
    for action in actions:
        if (action is LEFT or action is RIGHT) and is_open(race, chariot, action):
            turns = pace.aside(square, whips, points, left, action is LEFT)
            if turns < fewest - SLIGHT:
                found, fewest = action, turns
    return found


def is_open(race: Race, chariot: Chariot, action: Action) -> bool:
    """Whether nobody is in the way who is as strong."""
    other = race.at(square_aside(race, chariot, -1 if action is LEFT else 1))
    return other is None or other.wounds < chariot.wounds
