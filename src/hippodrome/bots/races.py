"""The plain program for Chariot Races: it looks down the road, fits its plan to it, and rams only the weaker."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.games.races.bodies import A_CHARIOT, ahead, ground_for
from hippodrome.games.races.collisions import side_step
from hippodrome.games.races.driving import Search, Way
from hippodrome.games.races.planning import VERBS, free_hints, pace
from hippodrome.games.races.running import can_turn_freely
from hippodrome.games.races.state import FORWARD, INCH, MOVING, SWIPE, Chariot, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.ground.fixed import angle_between
from hippodrome.kit.ground.plane.boxes import Box
from hippodrome.kit.state import State

FAR: Final = 20 * INCH  # how far down the road it looks
BEND: Final = 400  # a road that turns more than this is no place for the whip
BLOCKED: Final = 6 * INCH  # CR-Q2: who is slower and this near is let go first


class RacesDriver(Bot):
    """Whip on the straights, reins where the bend is too tight, turns and drifts by search."""

    def __init__(self) -> None:
        self.key = (-1, -1, -1, -1, -1)
        self.plan: tuple[int, ...] = ()

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question; whatever is offered first elsewhere is the sound choice."""
        assert isinstance(state, Race)
        name = state.agenda[-1].name()
        actions = agenda.proposals(state)
        if name == "PickMachine":
            return actions[(5 * seat + 3) % len(actions)]
        if name == "Call":
            return actions[1] if should_wait(state, state.chariots[seat]) else actions[0]
        if name == "Declare":
            return Action(declaration(state))
        if name == "MakePlan":
            return self.next_step(state)
        return actions[0]

    def next_step(self, race: Race) -> Action:
        """The next step of the plan; if the one in hand is not the beginning of it, it is driven as it is."""
        self.think(race)
        done = race.move.plan
        if self.plan[: len(done)] != done or len(done) >= len(self.plan):
            return Action("go")
        step = Action(VERBS[self.plan[len(done)]], (self.plan[len(done) + 1],))
        return Action("go") if race.agenda[-1].check(race, race.move.mover, step) else step

    def think(self, race: Race) -> None:
        """Look for a plan, once for every move."""
        chariot, move = race.mover(), race.move
        key = (int(race.turn), int(chariot.id), int(move.owed), int(chariot.x), int(chariot.y))
        if key != self.key:
            self.key = key
            self.plan = planned(race)


def should_wait(race: Race, chariot: Chariot) -> bool:
    """CR-Q2: only if a slower chariot that has not moved yet blocks the way."""
    if race.phase != MOVING:
        return False
    met = ahead(ground_for(race, chariot), race.box(chariot), BLOCKED)
    if met.code < A_CHARIOT:
        return False
    other = race.chariots[met.code - A_CHARIOT]
    return not other.acted and 0 < pace(race, other) < pace(race, chariot)


def road_turns(race: Race, chariot: Chariot) -> i64:
    """How much the road turns within sight."""
    track = race.rules.track
    here = track.at(chariot.progress).turn
    most: i64 = 0
    far: i64 = 0
    while far <= FAR:
        most = max(most, angle_between(here, track.at(chariot.progress + far).turn))
        far += 4 * INCH
    return most


def declaration(race: Race) -> str:
    """No whip before a bend; reins if the basic move does not fit inside the walls; else the whip."""
    chariot = race.mover()
    if road_turns(race, chariot) <= BEND and not chariot.free:
        return "whip"
    found = best_way(race, max(0, pace(race, chariot)))
    return "reins" if found.walls else "steady"


def best_way(race: Race, owed: i64) -> Way:
    """What a search finds."""
    chariot = race.mover()
    pivots = free_hints(race) if can_turn_freely(race, chariot) else ()
    weaker: i64 = 0
    for other in race.others(chariot):
        if is_weaker(other, chariot):
            weaker |= 1 << other.id
    search = Search(ground_for(race, chariot), race.box(chariot), chariot.progress, owed, weaker)
    return search.best(pivots)


def is_weaker(other: Chariot, chariot: Chariot) -> bool:
    """Worth ramming: less Toughness or fewer wounds, and not more of either."""
    if other.toughness > chariot.toughness or other.wounds > chariot.wounds:
        return False
    return other.toughness < chariot.toughness or other.wounds < chariot.wounds


def planned(race: Race) -> tuple[int, ...]:
    """The whole plan; it begins or ends with a swipe if somebody weaker is in reach there."""
    way = best_way(race, race.move.owed)
    plan = way.plan
    before = swipe_from(race, race.box(race.mover()))
    if before >= 0:
        return (SWIPE, before, *plan) if not plan or plan[0] == FORWARD else plan
    after = swipe_from(race, way.box) if not way.ended else -1
    return (*plan, SWIPE, after) if after >= 0 else plan


def swipe_from(race: Race, box: Box) -> int:
    """A weaker chariot within reach of a swipe from a place; -1 if there is none."""
    chariot = race.mover()
    ground = ground_for(race, chariot)
    crossing = race.rules.track.has_crossing()
    for other in race.others(chariot):
        theirs = race.box(other)
        if not is_weaker(other, chariot) or theirs.overlaps(box):
            continue
        if side_step(ground, box, theirs, A_CHARIOT + int(other.id), crossing)[1]:
            return int(other.id)
    return -1
