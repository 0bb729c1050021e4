"""The driver bot of Ben-Hur: it follows a few simple rules and looks one step ahead."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.games.benhur import sequence, tricks
from hippodrome.games.benhur.movement import diagonal_square
from hippodrome.games.benhur.ramming import ends_move
from hippodrome.games.benhur.skill_rolls import has_passed
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT, Track
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

SLOW_DOWN_SQUARES: Final = 4  # the driver slows down for a bend at most this far ahead
ALWAYS_PLAYED: Final = (tricks.SPINA_HUGGER, tricks.CALTROPS, tricks.INSIDE_LINE, tricks.BRIBED_STEWARD)


class BenHurDriver(Bot):
    """A plain driver: fast on straights, slow in inner bends, always inwards, with tricks where they help."""

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action, by the kind of decision."""
        assert isinstance(state, Race)
        name = state.agenda[-1].name()
        actions = agenda.proposals(state)
        if name == "PickLane":
            return actions[0]
        chosen = pick_trick(state, seat, actions)
        if chosen is not None:
            return chosen
        if name == "SetWhips":
            return self.choose_whips(state, seat, actions)
        if name == "NextStep":
            return self.choose_step(state, seat, actions)
        return actions[0]

    def choose_whips(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return how fast to drive."""
        return nearest_whips(actions, wanted_whips(race, race.chariots[seat]))

    def choose_step(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return which way to drive."""
        return pick_step(race, seat, actions)


def driver(seed: int) -> Bot:
    """Return the driver."""
    return BenHurDriver()


def squares_to_bend(track: Track, square: int) -> int:
    """Return the number of squares to the next bend square in the lane."""
    count = 0
    while track.kind[square] != BEND:
        square = track.ahead[square]
        count += 1
    return count


def has_jump_ahead(track: Track, square: int) -> bool:
    """Return whether there is a jump in the lane before the next bend."""
    while track.kind[square] != BEND:
        if track.kind[square] == JUMP:
            return True
        square = track.ahead[square]
    return False


def lane_from_inside(track: Track, square: int) -> int:
    """Return the lane of a square, counted from the inside of the next corner."""
    while track.kind[square] != BEND:
        square = track.ahead[square]
    return track.lanes.rank[square]


def wanted_whips(race: Race, chariot: Chariot) -> int:
    """Return 3 on the open straight and before a jump; before a bend 1 in the two inner lanes, 2 in the outer ones."""
    square = int(chariot.square)
    if has_jump_ahead(race.track, square) or squares_to_bend(race.track, square) > SLOW_DOWN_SQUARES:
        return 3
    return 1 if lane_from_inside(race.track, square) <= 2 else 2


def nearest_whips(actions: list[Action], wanted: int) -> Action:
    """Return the legal whips nearest to the wanted ones."""
    return min(actions, key=lambda action: (abs(action.args[0] - wanted), action.args[0]))


def pick_step(race: Race, seat: int, actions: list[Action]) -> Action:
    """Change lanes inwards with two squares of straight left, if the target square is safe enough."""
    chariot = race.chariots[seat]
    square = int(chariot.square)
    lanes = race.track.lanes
    squares_left = lanes.length(lanes.segment[square], lanes.lane[square]) - 1 - lanes.index[square]
    inwards = LEFT if next_corner_turns_left(race.track, square) else RIGHT
    if inwards in actions and squares_left >= 2:
        side = -1 if inwards is LEFT else 1
        target = int(diagonal_square(race, chariot, side))
        if is_worth_jumping(race, square, target) and is_worth_ramming(race, chariot, target, side):
            return inwards
    return actions[0]


def is_worth_jumping(race: Race, square: int, target: int) -> bool:
    """BH-Q18: return whether a lane change leads to no jump that the own lane lacks, or the chariot is fast."""
    return race.track.kind[target] != JUMP or has_jump_ahead(race.track, square) or race.turn.whips == 3


def is_worth_ramming(race: Race, chariot: Chariot, target: int, side: int) -> bool:
    """Return whether no chariot is in the way, or a weaker one, or one that can be pushed again without wounds."""
    other = race.chariot_at(target)
    if other is None:
        return True
    if race.have_met(chariot.id, other.id):
        return not ends_move(race, chariot, other, side)
    return other.wounds < chariot.wounds


def next_corner_turns_left(track: Track, square: int) -> bool:
    """Return whether the next corner turns left."""
    while track.kind[square] != BEND:
        square = track.ahead[square]
    return track.lanes.bend[square] > 0


def pick_trick(race: Race, seat: int, actions: list[Action]) -> Action | None:
    """Return the trick to play now, or None if no proposed one is worth it."""
    for action in actions:
        if action.verb == "trick" and is_worth_playing(race, seat, action):
            return action
    return None


def is_worth_playing(race: Race, seat: int, action: Action) -> bool:
    """Return whether a trick helps at this moment."""
    number = race.cards.effect[action.args[0]]
    chariot = race.chariots[seat]
    if number in (tricks.FRESH_HORSES, tricks.CRACK_OF_THUNDER):
        return is_in_last_half_lap(race, chariot)
    if number in (tricks.STEADY_HANDS, tricks.ROAR_OF_THE_CROWD):
        return roll_was_bad(race, seat)
    if number == tricks.LEAP_OF_FAITH:
        return race.turn.test == b"" or not has_passed(race)
    if number == tricks.PATCHED_WHEEL:
        return chariot.wounds <= race.max_wounds - 2
    if number == tricks.IRON_RIMS:
        return chariot.wounds <= 2
    if number == tricks.REIN_IN:
        return race.track.kind[chariot.square] == BEND and race.turn.whips == 3 and race.turn.points <= 3
    if number in ALWAYS_PLAYED:
        return True
    if number in (tricks.SHOULDER_CHARGE, tricks.SCYTHED_HUBS, tricks.LONG_SPEAR, tricks.DUCK):
        return True
    return is_best_target(race, seat, action.args[1] if len(action.args) > 1 else int(race.turn.mover))


def is_in_last_half_lap(race: Race, chariot: Chariot) -> bool:
    """Return whether the chariot is in the second half of the last lap."""
    track = race.track
    half = len(track.lanes.segments) // 2
    segment = track.lanes.segment[chariot.square]
    late = segment >= half or (segment == 0 and track.lanes.index[chariot.square] <= track.line)
    return chariot.crossings >= race.laps and late


def roll_was_bad(race: Race, seat: int) -> bool:
    """Return whether the movement die is 2 or less, or the seat has failed a test at 2 or more whips."""
    turn = race.turn
    if isinstance(race.agenda[-1], (sequence.RollTricks, sequence.RollLastWord)):
        return max(turn.dice) <= 2 if not turn.cursed else min(turn.dice) <= 2
    return turn.tested == seat and turn.whips >= 2 and not has_passed(race)


def is_best_target(race: Race, seat: int, rival: int) -> bool:
    """Return whether a rival is the leader, or the second chariot if the seat leads."""
    standings = race.standings()
    return rival == (standings[1] if standings[0] == seat else standings[0])
