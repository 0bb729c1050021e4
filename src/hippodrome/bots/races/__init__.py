"""The driver bot of Chariot Races: fast but safe through the bends, and ramming only when it pays."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.races.plan_cache import PlannerCache
from hippodrome.bots.races.plans import GO, Plan, first_action, remaining_steps, starts_with
from hippodrome.bots.races.policy import MovePlanner, choose_lightning, choose_shot, should_wait
from hippodrome.games.races.state import Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class RacesDriver(Bot):
    """Waits for chariots ahead, declares by expected score, and plans turns and drifts by search.

    With a cache, it shares its planners with other drivers of the same race.
    """

    def __init__(self, cache: PlannerCache | None = None) -> None:
        self.cache = cache
        self.key: tuple[int, ...] = ()
        self.current_planner: MovePlanner | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Choose by the kind of decision; where no rule applies, take the first proposal."""
        assert isinstance(state, Race)
        name = state.agenda[-1].name()
        if name == "Declare":
            return Action(self.planner(state).declaration(state))
        if name == "MakePlan":
            return self.next_step(state)
        actions = agenda.proposals(state)
        if name == "PickMachine":
            return actions[(5 * seat + 3) % len(actions)]
        if name == "Call":
            return actions[1] if should_wait(state, state.chariots[seat]) else actions[0]
        if name == "Shoot":
            return choose_shot(state, state.chariots[seat], actions)
        if name == "FireLightning":
            return choose_lightning(state, state.chariots[seat])
        return actions[0]

    def next_step(self, race: Race) -> Action:
        """Return the next step of the plan; go if the steps declared so far are not its beginning."""
        return next_action(race, self.planner(race).plan(race))

    def planner(self, race: Race) -> MovePlanner:
        """Return the planner of the current move, from the cache if there is one."""
        if self.cache is not None:
            return self.cache.planner_for(race)
        chariot = race.mover()
        key = (int(race.turn), int(chariot.id), int(chariot.x), int(chariot.y), int(race.resolved))
        if self.current_planner is None or key != self.key:
            self.key = key
            self.current_planner = MovePlanner(race)
        return self.current_planner


def driver(seed: int) -> Bot:
    """Return the driver."""
    return RacesDriver()


def next_action(race: Race, plan: Plan) -> Action:
    """Return the next step of a plan; go if the plan does not start with the declared steps or the step is illegal."""
    done = race.move.plan
    step = first_action(remaining_steps(plan, done)) if starts_with(plan, done) else GO
    return GO if step.verb == "go" or race.agenda[-1].check(race, race.move.mover, step) else step
