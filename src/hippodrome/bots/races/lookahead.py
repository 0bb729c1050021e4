"""Looking ahead in Chariot Races."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.races import RacesDriver, next_of
from hippodrome.bots.races.fighting_driver import BoldMemory
from hippodrome.bots.races.lookahead_driver import Sight
from hippodrome.bots.races.next_move_value import Foresights
from hippodrome.bots.races.plan_cache import Memory, key_of
from hippodrome.bots.races.plans import GO, Plan, begins, parting, rest_of
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import SearchPolicy
from hippodrome.games.races.collisions import PassBy
from hippodrome.games.races.evaluation import FIGHTING_WEIGHTS, mean_speed, win_chance
from hippodrome.games.races.fighting import Fight
from hippodrome.games.races.planning import Declare, MakePlan
from hippodrome.games.races.sequence import Call
from hippodrome.games.races.shooting import FireLightning, Shoot
from hippodrome.games.races.state import INCH, MOVING, RACING, Chariot, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

WAYS: Final = 4  # whole plans that are weighed, and swipes besides
QUICK: Final = Sight(8, 3, 4, 1)  # how those look who play on in a champion's worlds
WIDE: Final = Sight(24, 8, 12, 1)  # how a champion looks for a way
ALONE: Final = 30 * INCH  # who has nobody so near has nothing to think about


class Follower(RacesDriver):
    """A driver who has made up his mind about one move."""

    def __init__(self, memory: Memory, seat: int, turn: int, plan: Plan) -> None:
        super().__init__(memory)
        self.seat = seat
        self.turn = turn
        self.plan = plan

    def next_step(self, race: Race) -> Action:
        """Return the next step of what he wants, in that move."""
        if race.move.mover == self.seat and race.turn == self.turn:
            return next_of(race, self.plan)
        return super().next_step(race)


class Planner(RacesDriver):
    """The driver himself, who goes on with a plan that somebody else has begun."""

    def __init__(self, guide: RacesGuide) -> None:
        super().__init__(guide.own)
        self.guide = guide

    def next_step(self, race: Race) -> Action:
        """As far as all plans worth weighing have in common, and then the next step of the first of them."""
        return self.guide.steps(race)[0]


class Fighter(Planner):
    """A driver who would rather shoot at anybody than at nobody."""

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        found = super().choose(game, state, seat)
        return agenda.proposals(state)[0] if found.verb == "hold" else found


class RacesGuide(SearchPolicy):
    """To the end of the turn: when to move, whip or reins, which of several ways, whom to shoot or swipe.

    Plans are weighed as a whole, where they part. All worlds share what drivers thought; how one looks in the end
    depends on what the next move promises everybody, which is what the plain driver does not know. Most of what there
    is to gain lies in when to move: of two worlds enough is learnt of that to beat the plain driver.
    """

    def __init__(self) -> None:
        super().__init__(1, SearchBudget(2, 0.5), SearchBudget(24, 0.5))
        self.foresights = Foresights()
        self.memory = Memory()  # of those who play on
        self.own = self.memory
        self.key: tuple[int, ...] = ()
        self.found: list[Plan] = []

    def for_champion(self) -> SearchPolicy:
        """Return the champion's."""
        return ChampionGuide(self.foresights)

    def value(self, game: Game, world: State, seat: int) -> int:
        """Return the win chance, as if everybody had already come where his next move may lead him."""
        assert isinstance(world, Race)
        if world.over:
            return game.value(world, seat)
        gains = [self.gain(world, chariot) for chariot in world.chariots]
        for chariot in world.chariots:
            chariot.progress += gains[chariot.id]
        found = self.chance(game, world, seat)
        for chariot in world.chariots:
            chariot.progress -= gains[chariot.id]
        return found

    def chance(self, game: Game, race: Race, seat: int) -> int:
        """Return the win chance as things stand."""
        return game.value(race, seat)

    def gain(self, race: Race, chariot: Chariot) -> i64:
        """By how much a place is better than others as far along the track."""
        if chariot.status != RACING:
            return 0
        foresight = self.foresights.of(race, chariot)
        return foresight.promise(race.box(chariot), chariot.progress, 1) - mean_speed(race, chariot)

    def rollout_bot(self, seed: int) -> Bot:
        """Return a driver of the kind that plays on."""
        return RacesDriver(self.memory)

    def baseline(self, seed: int) -> Bot:
        """Return the driver himself, also in the middle of a plan that is not his."""
        return Planner(self)

    def rollout_bot_for(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """Return a driver who follows one of the plans."""
        assert isinstance(state, Race)
        if not isinstance(state.agenda[-1], MakePlan):
            return self.rollout_bot(seed)
        return Follower(self.memory, seat, int(state.turn), self.open_plans(state)[intent])

    def candidates_with_intent(self, game: Game, state: State, seat: int, usual: Action) -> list[tuple[Action, int]]:
        """Return every answer to most questions; of a plan the next step of each, unless all go on alike."""
        assert isinstance(state, Race)
        step = state.agenda[-1]
        if isinstance(step, MakePlan):
            steps = self.steps(state)
            apart = any(action.text != steps[0].text for action in steps)
            return [(action, place) for place, action in enumerate(steps)] if apart else [(usual, 0)]
        if isinstance(step, Call) and state.phase != MOVING:
            return [(usual, 0)]
        if isinstance(step, (Call, Declare, PassBy, Shoot, FireLightning, Fight)):
            return [(action, 0) for action in self.candidates(game, state, seat, usual) if action.verb != "straight"]
        return [(usual, 0)]

    # ---------------------------------------------------------------- plans

    def steps(self, race: Race) -> list[Action]:
        """Return the next step of every plan that is weighed; go where that would not be legal."""
        found = parting([rest_of(plan, race.move.plan) for plan in self.open_plans(race)])
        question, seat = race.agenda[-1], race.move.mover
        return [action if question.check(race, seat, action) is None else GO for action in found]

    def open_plans(self, race: Race) -> list[Plan]:
        """Return the plans that go on from what has been said, his own first; all straight ahead if none does."""
        done = race.move.plan
        key = (*key_of(race), int(race.turn), int(race.move.owed), int(race.move.declared), *done)
        if key != self.key or self.own.rules is not race.rules:
            thought = self.own.thought(race)
            self.found = [plan for plan in thought.plans(race, WAYS) if begins(plan, done)] or [done]
            self.key = key
        return self.found


class ChampionGuide(RacesGuide):
    """A champion knows of every way that he thinks of what the next move promises, and where on it he could swipe
    somebody; and he takes those who play on for drivers who know it too.

    He judges a race by what decides it among such drivers. Where nobody is near he drives on without a thought.
    """

    def __init__(self, foresights: Foresights) -> None:
        super().__init__()
        self.foresights = foresights
        self.memory = BoldMemory(QUICK, foresights)
        self.own = BoldMemory(WIDE, foresights)

    def baseline(self, seed: int) -> Bot:
        """Return the driver himself."""
        return Fighter(self)

    def chance(self, game: Game, race: Race, seat: int) -> int:
        """Return the win chance among those who fight."""
        return (
            win_chance(race, seat, FIGHTING_WEIGHTS) if race.chariots[seat].status == RACING else game.value(race, seat)
        )

    def candidates_with_intent(self, game: Game, state: State, seat: int, usual: Action) -> list[tuple[Action, int]]:
        """Nothing but the usual where nobody is near, and where there is but one to shoot at."""
        assert isinstance(state, Race)
        duel = isinstance(state.agenda[-1], Shoot) and len(state.racing()) == 2
        if duel or is_alone(state, state.chariots[seat]):
            return [(usual, 0)]
        return super().candidates_with_intent(game, state, seat, usual)


def is_alone(race: Race, chariot: Chariot) -> bool:
    """Return whether nobody is near."""
    for other in race.others(chariot):
        x, y = other.x - chariot.x, other.y - chariot.y
        if x * x + y * y <= ALONE * ALONE:
            return False
    return True
