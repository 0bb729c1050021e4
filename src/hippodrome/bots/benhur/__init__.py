"""The plain program for Ben-Hur: it drives by a few rules of thumb and looks one step ahead."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.games.benhur import sequence, tricks
from hippodrome.games.benhur.movement import square_aside
from hippodrome.games.benhur.skill_rolls import has_passed
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT, Track
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

FAR: Final = 4  # a bend more than this many squares off does not worry the driver
AT_ONCE: Final = (tricks.SPINA_HUGGER, tricks.CALTROPS, tricks.INSIDE_LINE, tricks.BRIBED_STEWARD)


class BenHurDriver(Bot):
    """Fast on the straights, slow in the inner bends, always inwards, tricks where they help."""

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Race)
        name = state.agenda[-1].name()
        actions = agenda.proposals(state)
        if name == "PickLane":
            return actions[0]
        chosen = pick_trick(state, seat, actions)
        if chosen is not None:
            return chosen
        if name == "SetWhips":
            return self.whips(state, seat, actions)
        if name == "NextStep":
            return self.step(state, seat, actions)
        return actions[0]

    def whips(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """How fast."""
        return nearest_whips(actions, wanted_whips(race, race.chariots[seat]))

    def step(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Which way."""
        return pick_step(race, seat, actions)


def bend_distance(track: Track, square: int) -> int:
    """How many squares ahead in its lane the next bend lies."""
    count = 0
    while track.kind[square] != BEND:
        square = track.ahead[square]
        count += 1
    return count


def jump_ahead(track: Track, square: int) -> bool:
    """Return whether the next thing in the lane that is not plain road is a jump."""
    while track.kind[square] != BEND:
        if track.kind[square] == JUMP:
            return True
        square = track.ahead[square]
    return False


def inside_rank(track: Track, square: int) -> int:
    """Return the lane counted from the inside of the next corner."""
    while track.kind[square] != BEND:
        square = track.ahead[square]
    return track.lanes.rank[square]


def wanted_whips(race: Race, chariot: Chariot) -> int:
    """3 on the open straight and before a jump; before a bend 1 in the two inner lanes, 2 outside."""
    square = int(chariot.square)
    if jump_ahead(race.track, square) or bend_distance(race.track, square) > FAR:
        return 3
    return 1 if inside_rank(race.track, square) <= 2 else 2


def nearest_whips(actions: list[Action], wanted: int) -> Action:
    """Return the legal whips nearest to those wanted."""
    return min(actions, key=lambda action: (abs(action.args[0] - wanted), action.args[0]))


def pick_step(race: Race, seat: int, actions: list[Action]) -> Action:
    """Inwards when the diagonal is free, or holds a weaker chariot, with two squares of straight to go."""
    chariot = race.chariots[seat]
    square = int(chariot.square)
    lanes = race.track.lanes
    left_to_go = lanes.length(lanes.segment[square], lanes.lane[square]) - 1 - lanes.index[square]
    inward = LEFT if turns_left(race.track, square) else RIGHT
    if inward in actions and left_to_go >= 2:
        target = square_aside(race, chariot, -1 if inward is LEFT else 1)
        other = race.at(target)
        if other is None or other.wounds < chariot.wounds:
            return inward
    return actions[0]


def turns_left(track: Track, square: int) -> bool:
    """Return whether the next corner turns left."""
    while track.kind[square] != BEND:
        square = track.ahead[square]
    return track.lanes.turns[square] > 0


def pick_trick(race: Race, seat: int, actions: list[Action]) -> Action | None:
    """Return the trick to play now, if one of those on offer is worth it."""
    for action in actions:
        if action.verb == "trick" and worth_playing(race, seat, action):
            return action
    return None


def worth_playing(race: Race, seat: int, action: Action) -> bool:
    """Return whether a trick helps at this moment."""
    number = action.args[0]
    chariot = race.chariots[seat]
    if number in (tricks.FRESH_HORSES, tricks.CRACK_OF_THUNDER):
        return in_last_half_lap(race, chariot)
    if number in (tricks.STEADY_HANDS, tricks.ROAR_OF_THE_CROWD):
        return test_went_wrong(race, seat)
    if number == tricks.LEAP_OF_FAITH:
        return race.turn.test == b"" or not has_passed(race)
    if number == tricks.PATCHED_WHEEL:
        return chariot.wounds <= 3
    if number == tricks.IRON_RIMS:
        return chariot.wounds <= 2
    if number == tricks.REIN_IN:
        return race.track.kind[chariot.square] == BEND and race.turn.whips == 3 and race.turn.points <= 3
    if number in AT_ONCE:
        return True
    if number in (tricks.SHOULDER_CHARGE, tricks.SCYTHED_HUBS, tricks.LONG_SPEAR, tricks.DUCK):
        return True
    return is_mark(race, seat, action.args[1] if len(action.args) > 1 else int(race.turn.mover))


def in_last_half_lap(race: Race, chariot: Chariot) -> bool:
    """Return whether the line is less than half a lap off for the last time."""
    track = race.track
    half = len(track.lanes.segments) // 2
    segment = track.lanes.segment[chariot.square]
    late = segment >= half or (segment == 0 and track.lanes.index[chariot.square] <= track.line)
    return chariot.crossings >= race.laps and late


def test_went_wrong(race: Race, seat: int) -> bool:
    """Whether a test of one's own at 2 or more whips has failed."""
    turn = race.turn
    if isinstance(race.agenda[-1], (sequence.RollTricks, sequence.RollLastWord)):
        return max(turn.dice) <= 2 if not turn.cursed else min(turn.dice) <= 2
    return turn.tested == seat and turn.whips >= 2 and not has_passed(race)


def is_mark(race: Race, seat: int, rival: int) -> bool:
    """Hostile tricks go at the leader, or at the chaser when leading."""
    standings = race.standings()
    return rival == (standings[1] if standings[0] == seat else standings[0])
