"""Measure one case at a time in this interpreter: read the names of cases, and answer with lines of JSON.

run.py starts one worker in the plain and one in the compiled environment and alternates between them, so that all cases
of a round run under the same load. Time is CPU time, except for simulations, which use the wall clock.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.random import playout
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.state import State, digest, digest_of, snapshot

SLICE_S = 0.1
"""CPU seconds of one measurement: short, so that a case and its yardstick run under the same load."""

SIMULATED_MATCHES = 1000
"""Matches of a simulation: the smallest number for which a second process should pay off."""

Answer = dict[str, float]
Case = Callable[[], Answer]


def time_games(game: Callable[[int], int]) -> Answer:
    """Play games numbered from 0 for one slice; `game` plays one and returns its number of decisions."""
    games = decisions = 0
    start = time.process_time()
    used = 0.0
    while used < SLICE_S:
        decisions += game(games)
        games += 1
        used = time.process_time() - start
    return {"games": games, "decisions": decisions, "seconds": used}


def time_calls(work: Callable[[], object]) -> Answer:
    """Call a function repeatedly for one slice."""
    calls, batch = 0, 10
    start = time.process_time()
    used = 0.0
    while used < SLICE_S:
        for _ in range(batch):
            work()
        calls += batch
        used = time.process_time() - start
        if used < SLICE_S / 10:
            batch *= 2
    return {"calls": calls, "seconds": used}


# our games ----------------------------------------------------------------------------------------


def setup_of(name: str) -> Setup:
    """Return the default set-up of a scenario such as "chariot/kadesh", or of a game's first scenario."""
    slug, _, wanted = name.partition("/")
    game = hd.game(slug)
    scenario = next(scenario for scenario in game.scenarios() if wanted in ("", scenario.slug))
    return Setup(game, scenario.slug, scenario.default_seats, {})


def new_state(setup: Setup, number: int, log: bool) -> State:
    """Return a numbered match at its first decision."""
    state = setup.start(TapeDice(seed_from(number)))
    state.logging = log
    agenda.advance(state)
    return state


def script_loop_case(slug: str, log: bool) -> Case:
    """Return a case with the loop in this script: list the proposals, pick one, play it."""
    setup = setup_of(slug)
    proposals, act, generator = agenda.proposals, agenda.act, random.Random(1).random

    def game(number: int) -> int:
        state = new_state(setup, number, log)
        decisions = 0
        while state.agenda:
            actions = proposals(state)
            act(state, actions[int(generator() * len(actions))])
            decisions += 1
        return decisions

    return lambda: time_games(game)


def match_play_case(slug: str) -> Case:
    """Return a case that plays with Match.play, like a server: actions are checked, and log and undo are kept."""
    setup = setup_of(slug)
    generator = random.Random(1).random

    def game(number: int) -> int:
        match = Match(setup, TapeDice(seed_from(number)))
        while actions := match.proposals():
            match.play(actions[int(generator() * len(actions))])
        return len(match.moves)

    return lambda: time_games(game)


def package_loop_case(slug: str, log: bool) -> Case:
    """Return a case with the loop inside the package, which is compiled if the package is."""
    setup = setup_of(slug)
    return lambda: time_games(lambda number: int(playout(new_state(setup, number, log), number)))


def drivers_case(slug: str) -> Case:
    """Return a case in which drivers play, each from what its seat may know."""
    setup = setup_of(slug)

    def game(number: int) -> int:
        state = new_state(setup, number, False)
        players = [bots.make("driver", setup.game, number + seat) for seat in range(setup.seats)]
        return bots.play_out(setup.game, state, players, number)

    return lambda: time_games(game)


def play_randomly(setup: Setup, max_decisions: int) -> tuple[State, int]:
    """Play the same random match up to a number of decisions or its end; return the state and the decisions."""
    state = new_state(setup, 3, False)
    generator = random.Random(3).random
    count = 0
    while state.agenda and count < max_decisions:
        actions = agenda.proposals(state)
        agenda.act(state, actions[int(generator() * len(actions))])
        count += 1
    return state, count


def midgame_state(slug: str) -> State:
    """Return a state in the middle of a random match."""
    setup = setup_of(slug)
    _, length = play_randomly(setup, 1_000_000)
    return play_randomly(setup, length // 2)[0]


def state_case(slug: str, work: Callable[[State], object]) -> Case:
    """Return a case that calls a function with a state in the middle of a match."""
    state = midgame_state(slug)
    return lambda: time_calls(lambda: work(state))


def simulation_case(processes: int) -> Case:
    """Return a case that simulates matches between drivers, measured by the wall clock."""
    from hippodrome.lab.simulation import run_simulation

    def case() -> Answer:
        start = time.perf_counter()
        run_simulation("benhur", None, ["driver"] * 4, SIMULATED_MATCHES, 1, processes=processes)
        return {"games": SIMULATED_MATCHES, "seconds": time.perf_counter() - start}

    return case


# other libraries ------------------------------------------------------------------------------------------


def open_spiel_case(name: str) -> Case:
    """Return a case with an OpenSpiel game, written in C++, in the same loop, which also samples chance nodes."""
    pyspiel: Any = importlib.import_module("pyspiel")
    loaded = pyspiel.load_game(name)
    generator = random.Random(1).random

    def game(number: int) -> int:
        state = loaded.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                point = generator()
                for action, share in state.chance_outcomes():
                    point -= share
                    if point < 0:
                        state.apply_action(action)
                        break
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(generator() * len(actions))])
                decisions += 1
        return decisions

    return lambda: time_games(game)


def open_spiel_clone_case(name: str) -> Case:
    """Return a case that clones an OpenSpiel state after forty actions."""
    pyspiel: Any = importlib.import_module("pyspiel")
    state = pyspiel.load_game(name).new_initial_state()
    generator = random.Random(3).random
    for _ in range(40):
        actions = state.legal_actions()
        state.apply_action(actions[int(generator() * len(actions))])
    return lambda: time_calls(state.clone)


def python_chess_case() -> Case:
    """Return a case with random games of python-chess, up to the fifty-move rule."""
    import chess

    generator = random.Random(1).random

    def game(number: int) -> int:
        board = chess.Board()
        while board.halfmove_clock < 100 and not board.is_insufficient_material():
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(generator() * len(moves))])
        return len(board.move_stack)

    return lambda: time_games(game)


# cases ----------------------------------------------------------------------------------------

GAMES = ("benhur", "wheelie", "races", "chariot", "magic")
"""The games that are measured in all ways."""

LARGEST_SCENARIO = "chariot/kadesh"
"""The scenario with the most pieces."""

KINDS: dict[str, Callable[[str], Case]] = {
    "driven": lambda slug: script_loop_case(slug, False),
    "driven, log": lambda slug: script_loop_case(slug, True),
    "Match.play": match_play_case,
    "inside": lambda slug: package_loop_case(slug, False),
    "inside, log": lambda slug: package_loop_case(slug, True),
    "clone": lambda slug: state_case(slug, lambda state: state.clone()),
    "snapshot": lambda slug: state_case(slug, snapshot),
    "digest": lambda slug: state_case(slug, digest),
}

CASES: dict[str, Callable[[], Case]] = {
    **{f"{slug} {kind}": partial(case, slug) for slug in GAMES for kind, case in KINDS.items()},
    f"{LARGEST_SCENARIO} clone": partial(KINDS["clone"], LARGEST_SCENARIO),
    "races by drivers": lambda: drivers_case("races"),
    "pig driven": lambda: script_loop_case("pig", False),
    "pig inside": lambda: package_loop_case("pig", False),
    "simulate, 1 process": lambda: simulation_case(1),
    "simulate, 2 processes": lambda: simulation_case(2),
    "OpenSpiel pig": lambda: open_spiel_case("pig"),
    "OpenSpiel backgammon": lambda: open_spiel_case("backgammon"),
    "OpenSpiel backgammon clone": lambda: open_spiel_clone_case("backgammon"),
    "python-chess": python_chess_case,
}


def build_info() -> dict[str, object]:
    """Return the kind of build, the Python version, and a digest of some matches, equal for builds that agree."""
    digests = []
    for slug in (*GAMES, "pig"):
        setup = setup_of(slug)
        for number in range(10):
            state = new_state(setup, number, False)
            playout(state, number)
            digests.append(digest(state))
    compiled = not str(agenda.__file__).endswith(".py")
    return {"compiled": compiled, "python": sys.version.split()[0], "fingerprint": digest_of(digests)}


def main() -> None:
    """Answer requests until the input ends; the answer for a library that is not installed is an error."""
    prepared: dict[str, Case] = {}
    print(json.dumps(build_info()), flush=True)
    for line in sys.stdin:
        name = line.strip()
        try:
            if name not in prepared:
                prepared[name] = CASES[name]()
            answer: dict[str, Any] = dict(prepared[name]())
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
