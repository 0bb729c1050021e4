"""How much skill the dice of What a Wheelie leave: a best-response estimate against the veteran.

    python tools/best_response.py --kind duel --matches 400 --seed 5

Best responses cannot be reckoned here, so one is looked for: a player who begins with the champion's answer, knows
about how the veteran drives, and weighs every use of every die against that. He plays each out in imagined
worlds, through the rest of his activation and the next one, with all dice thrown, and asks the seer how it stands
then. Uses that look bad are dropped early; he changes the champion's answer only if another is better beyond doubt.
He takes as long as it takes, many times what a champion may. Both, he and the champion, meet the veteran with the
same dice, seats swapped; what he wins more is skill that the champion leaves on the table.

Run it with the compiled build, which is ten times as quick.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

import hippodrome as hd
from hippodrome.bots import make
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.plans import RamPlan
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK, QUICK_NETWORK
from hippodrome.games.wheelie.state import FIGHTING
from hippodrome.kit import agenda
from hippodrome.kit.dice import SplitDice, TapeDice, seed_from
from hippodrome.kit.match import Setup
from hippodrome.lab.ladder.lineups import kinds_of
from hippodrome.lab.simulation import derive_seed
from hippodrome.lab.stats import wilson

GAME: Any = hd.game("wheelie")
KINDS = dict(zip(("duel", "two", "three", "funeral"), kinds_of(GAME), strict=True))
"""As the ladder has them."""
ROUNDS = ((8, 99), (24, 4), (48, 2))
"""Worlds after each round of weighing, and how many answers are weighed in it."""
AHEAD = 2
"""Activations that are played."""
DOUBT = 1.0
"""Standard errors by which another answer must be better."""
APART = 100_003
"""Between the matches of two seeds."""


class Responder:
    """The champion, and every use of every die weighed beside his."""

    def __init__(self, seed: int) -> None:
        self.champion: Any = make("champion", GAME, seed)
        self.seed = seed
        self.count = 0
        self.changed = 0

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        """The champion's answer, or one that is better beyond doubt; who rams goes on with it."""
        usual = self.champion.choose(game, state, seat)
        options = [usual, *[action for action in agenda.proposals(state) if action.text != usual.text]]
        rams = isinstance(self.champion.plan, RamPlan)
        if state.turn == 0 or state.agenda[-1].name() != "SpendDie" or rams or len(options) == 1:
            return usual
        self.count += 1
        best = self.best(state, seat, options)
        if best:
            self.changed += 1
            self.champion.plan = None
        return options[best]

    def best(self, state: Any, seat: int, options: list[Any]) -> int:
        """The place of the best answer; 0 where none is better than the usual one beyond doubt."""
        found: list[list[float]] = [[] for _ in options]
        live = list(range(len(options)))
        for worlds, most in ROUNDS:
            others = sorted([place for place in live if place], key=lambda place: -sum(found[place]))
            live = [0, *others[: most - 1]]
            for place in live:
                while len(found[place]) < worlds:
                    found[place].append(self.world(state, seat, options[place], len(found[place])))
        best = max(live, key=lambda place: sum(found[place]))
        gains = [gain - usual for gain, usual in zip(found[best], found[0], strict=True)]
        mean = sum(gains) / len(gains)
        spread = sqrt(max(sum([(gain - mean) ** 2 for gain in gains]), 1e-3)) / len(gains)
        return best if mean > DOUBT * spread else 0

    def world(self, state: Any, seat: int, action: Any, number: int) -> float:
        """How it stands after this answer and the activations that follow, in one world; the same for all answers."""
        seed = hashlib.sha256(f"{self.seed}/{self.count}/{number}".encode()).digest()
        world = GAME.imagine(state, seat, seed)
        world.dice = SplitDice(seed)
        world.dice.rolled = state.dice.rolled
        world.telling = False
        side = int(world.units[world.act.unit].side)
        bots = [RolloutBot(QUICK) for _ in range(len(world.units))]
        acting, left = (int(world.turn), int(world.act.unit)), AHEAD
        agenda.act(world, action, seat)
        while world.agenda and not world.over:
            now = (int(world.turn), int(world.act.unit))
            if now != acting:
                acting, left = now, left - 1
                if left == 0:
                    break
            asked = agenda.seats(world)[0]
            actions = agenda.proposals(world)
            agenda.act(world, actions[0] if len(actions) == 1 else bots[asked].choose(GAME, world, asked), asked)
        return chance(world, side)


def chance(world: Any, side: int) -> float:
    """How likely a side is to win, before the unit acts whose turn it is."""
    if world.over or not world.agenda:
        return share(world, side)
    for unit in world.units:
        if unit.side == side and unit.status == FIGHTING:
            evaluator = evaluator_for(world, unit, QUICK_NETWORK)
            if isinstance(evaluator, NetworkEvaluator):
                acts = int(world.act.unit)
                evaluator.model.order_index = world.order.index(acts) - 1 if acts in world.order else -1
                return evaluator.model.chance(world.units)
    seat = next(int(unit.seat) for unit in world.units if unit.side == side)
    return int(GAME.value(world, seat)) / 1000


def share(world: Any, side: int) -> float:
    """What a side has of a battle that is over."""
    winners = GAME.result(world).winners
    first = {int(unit.side) for unit in world.units if unit.seat in winners} or {int(unit.side) for unit in world.units}
    return 1.0 / len(first) if side in first else 0.0


def match(wish: tuple[str, int, int, bool]) -> tuple[float, int, int, float]:
    """What one has of a match with the veteran; answers weighed and changed, and seconds taken."""
    kind, seed, swap, responds = wish
    seats = KINDS[kind].seats
    state: Any = Setup(GAME, KINDS[kind].scenario, seats, dict(KINDS[kind].options)).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    bots: list[Any] = []
    for seat in range(seats):
        own = derive_seed(seed, seat)
        if (seat + swap) % 2:
            bots.append(make("veteran", GAME, own))
        else:
            bots.append(Responder(own) if responds else make("champion", GAME, own))
    count, seconds = 0, 0.0
    while state.agenda:
        seat = agenda.seats(state)[0]
        actions = agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            begun = time.process_time()
            action = bots[seat].choose(GAME, GAME.imagine(state, seat, imagination_seed(seed, count)), seat)
            seconds += 0.0 if (seat + swap) % 2 else time.process_time() - begun
        agenda.act(state, action, seat)
        count += 1
    winners = GAME.result(state).winners
    won = sum(1 for seat in winners if (seat + swap) % 2 == 0) / len(winners) if winners else 0.5
    mine = [bot for bot in bots if isinstance(bot, Responder)]
    return won, sum(bot.count for bot in mine), sum(bot.changed for bot in mine), seconds


def told(name: str, found: list[tuple[float, int, int, float]]) -> str:
    """A line of figures."""
    matches = len(found)
    interval = wilson(sum(won for won, *_ in found), matches)
    words = f"{name}: {interval.share:.1%} ({interval.low:.1%} - {interval.high:.1%}) of {matches} over the veteran"
    seconds = sum(taken for *_, taken in found) / matches
    return f"{words}; {seconds:.2f} seconds a match"


def main() -> None:
    """Play both, and tell."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--kind", choices=list(KINDS), default="duel")
    wishes.add_argument("--matches", type=int, default=400)
    wishes.add_argument("--seed", type=int, default=5)
    wishes.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wish = wishes.parse_args()
    found: list[list[tuple[float, int, int, float]]] = []
    with ProcessPoolExecutor(wish.processes) as pool:
        for responds in (False, True):
            jobs = [
                (wish.kind, wish.seed * APART + number // 2, number % 2, responds) for number in range(wish.matches)
            ]
            played = []
            for one in pool.map(match, jobs):
                played.append(one)
                sys.stderr.write(f"\r{len(played)} of {wish.matches} matches")
            sys.stderr.write("\n")
            print(told(f"{wish.kind}, {'best response' if responds else 'champion'}", played), flush=True)
            found.append(played)
    weighed, changed = sum(one[1] for one in found[1]), sum(one[2] for one in found[1])
    gains = [other[0] - one[0] for one, other in zip(*found, strict=True)]
    mean = sum(gains) / len(gains)
    error = sqrt(sum([(gain - mean) ** 2 for gain in gains])) / len(gains)
    print(f"more by {mean:+.1%}, give or take {1.96 * error:.1%}; {changed} of {weighed} uses of dice changed")


if __name__ == "__main__":
    main()
