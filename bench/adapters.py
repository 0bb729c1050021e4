"""Speed of the environments compared with the bare rules, in decisions with a choice per second.

    python bench/adapters.py [SECONDS]

Time is CPU time of this process. All seats play at random. "rules" is a loop over the bare engine; "observed" adds an
observation and a mask at each decision, the least that every interface adds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from hippodrome.adapters import pettingzoo
from hippodrome.adapters.gymnasium import HippodromeEnv
from hippodrome.adapters.session import EnvironmentConfig, Session
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from

MatchRunner = Callable[[int], int]
"""Plays the match with this number and returns its number of decisions with a choice."""

TIME_SLICES = 5

generator = random.Random(1)


def best_rate(play_match: MatchRunner, seconds: float) -> float:
    """Return decisions per second: the best of a few slices, because other load can only slow a slice down."""
    return max([measure_rate(play_match, seconds / TIME_SLICES) for _ in range(TIME_SLICES)])


def measure_rate(play_match: MatchRunner, seconds: float) -> float:
    """Return decisions per second of CPU time."""
    decisions = number = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        decisions += play_match(number)
        number += 1
    return decisions / used


def bare_rules(config: EnvironmentConfig) -> MatchRunner:
    """Return a runner of the bare engine, without observations."""

    def play_match(number: int) -> int:
        state = config.start(TapeDice(seed_from(number)))
        agenda.advance(state)
        count = 0
        while state.agenda:
            actions = agenda.proposals(state)
            count += len(actions) > 1
            agenda.act(state, actions[int(generator.random() * len(actions))], agenda.seats(state)[0])
        return count

    return play_match


def observed_session(config: EnvironmentConfig) -> MatchRunner:
    """Return a runner of the shared session, with observation and mask."""

    def play_match(number: int) -> int:
        session = Session(config, config.start(TapeDice(seed_from(number))))
        count = 0
        while not session.is_over:
            session.observation(session.seat)
            session.action_mask(session.seat)
            session.play_number(generator.choice(list(session.numbers)))
            count += 1
        return count

    return play_match


def pettingzoo_env(config: EnvironmentConfig) -> MatchRunner:
    """Return a runner of the PettingZoo environment, without its wrappers."""
    env = pettingzoo.HippodromeAEC(config.game.slug)

    def play_match(number: int) -> int:
        env.reset(seed=number)
        count = 0
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            env.step(None if termination else generator.choice(observation["action_mask"].nonzero()[0]))
            count += not termination
        return count

    return play_match


def gymnasium_env(config: EnvironmentConfig) -> MatchRunner:
    """Return a runner of the Gymnasium environment; it counts one seat's decisions, but the rivals' time as well."""
    env = HippodromeEnv(config.game.slug)

    def play_match(number: int) -> int:
        _, info = env.reset(seed=number)
        count, over = 0, False
        while not over:
            _, _, over, _, info = env.step(generator.choice(info["action_mask"].nonzero()[0]))
            count += 1
        return count

    return play_match


def open_spiel_game(config: EnvironmentConfig, observed: bool) -> MatchRunner:
    """Return a runner of the OpenSpiel game, with or without the tensor of each decision."""
    import pyspiel

    import hippodrome.adapters.open_spiel  # noqa: F401  registers the games

    game = pyspiel.load_game(f"hippodrome_{config.game.slug}")

    def play_match(number: int) -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(generator.random() * 256))
                continue
            if observed:
                state.observation_tensor()
            state.apply_action(generator.choice(state.legal_actions()))
            count += 1
        return count

    return play_match


def main(seconds: float) -> None:
    """Print a table of all games."""
    names = ["rules", "observed", "PettingZoo", "Gymnasium", "OpenSpiel", "OpenSpiel, observed"]
    print("| game | " + " | ".join(names) + " |")
    print("|---|" + "---:|" * len(names))
    for slug in ("benhur", "chariot", "magic", "races", "wheelie"):
        config = EnvironmentConfig(slug)
        runners = [
            bare_rules(config),
            observed_session(config),
            pettingzoo_env(config),
            gymnasium_env(config),
            open_spiel_game(config, False),
            open_spiel_game(config, True),
        ]
        print(f"| {slug} | " + " | ".join([f"{best_rate(run, seconds):,.0f}" for run in runners]) + " |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
