"""How fast learning programs can play through each door, beside the rules alone: decisions with a choice a second.

    python bench/adapters.py [SECONDS]

Time is CPU time of this process. Everybody plays at random. "rules" is a loop over the library's own agenda, "seen" the
same with an observation and a mask for each decision: what every door adds at least.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from hippodrome.adapters import pettingzoo
from hippodrome.adapters.gymnasium import HippodromeEnv
from hippodrome.adapters.session import Door, Play
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from

Match = Callable[[int], int]
"""Plays the match with this number; returns how many decisions it had."""

SLICES = 5

chance = random.Random(1)


def rate(match: Match, seconds: float) -> float:
    """Decisions a second: the best of a few slices, since other work on the machine only makes it look slower."""
    return max([rate_once(match, seconds / SLICES) for _ in range(SLICES)])


def rate_once(match: Match, seconds: float) -> float:
    """Decisions a second of CPU time."""
    decisions = number = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        decisions += match(number)
        number += 1
    return decisions / used


def rules(door: Door) -> Match:
    """The library's own agenda, nobody looks."""

    def match(number: int) -> int:
        state = door.start(TapeDice(seed_from(number)))
        agenda.advance(state)
        count = 0
        while state.agenda:
            actions = agenda.proposals(state)
            count += len(actions) > 1
            agenda.act(state, actions[int(chance.random() * len(actions))], agenda.seats(state)[0])
        return count

    return match


def seen(door: Door) -> Match:
    """The part that all doors share, with observation and mask."""

    def match(number: int) -> int:
        play = Play(door, door.start(TapeDice(seed_from(number))))
        count = 0
        while not play.over:
            play.vector(play.seat)
            play.mask(play.seat)
            play.take(chance.choice(list(play.numbers)))
            count += 1
        return count

    return match


def aec(door: Door) -> Match:
    """PettingZoo, without its guards."""
    env = pettingzoo.HippodromeAEC(door.game.slug)

    def match(number: int) -> int:
        env.reset(seed=number)
        count = 0
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            env.step(None if termination else chance.choice(observation["action_mask"].nonzero()[0]))
            count += not termination
        return count

    return match


def single(door: Door) -> Match:
    """Gymnasium: one seat's own decisions; the programs at the others play in the same time."""
    env = HippodromeEnv(door.game.slug)

    def match(number: int) -> int:
        _, info = env.reset(seed=number)
        count, over = 0, False
        while not over:
            _, _, over, _, info = env.step(chance.choice(info["action_mask"].nonzero()[0]))
            count += 1
        return count

    return match


def spiel(door: Door, looks: bool) -> Match:
    """OpenSpiel, with or without the tensor of each decision."""
    import pyspiel

    import hippodrome.adapters.open_spiel  # noqa: F401  makes the games known

    game = pyspiel.load_game(f"hippodrome_{door.game.slug}")

    def match(number: int) -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(chance.random() * 256))
                continue
            if looks:
                state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            count += 1
        return count

    return match


def main(seconds: float) -> None:
    """Print a table."""
    names = ["rules", "seen", "PettingZoo", "Gymnasium", "OpenSpiel", "OpenSpiel, seen"]
    print("| game | " + " | ".join(names) + " |")
    print("|---|" + "---:|" * len(names))
    for slug in ("benhur", "chariot", "magic", "races", "wheelie"):
        door = Door(slug)
        cases = [rules(door), seen(door), aec(door), single(door), spiel(door, False), spiel(door, True)]
        print(f"| {slug} | " + " | ".join([f"{rate(case, seconds):,.0f}" for case in cases]) + " |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
