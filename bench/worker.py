"""Measures one thing at a time in the interpreter it runs in: reads names of cases, answers in lines of JSON.

run.py starts one worker in the plain and one in the compiled environment and gives them work in turns, so
that every case of a round sees the same machine. Time is CPU time; only simulations go by the clock.
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

SECONDS = 0.1
"""CPU seconds that one measurement should fill: short, so that a case and its yardstick see the same machine."""

SIMULATED = 1000
"""Matches in a simulation: the least for which a second process must pay."""

Answer = dict[str, float]
Case = Callable[[], Answer]


def timed(game: Callable[[int], int]) -> Answer:
    """Play games numbered from 0; a game returns how many decisions it had."""
    games = decisions = 0
    start = time.process_time()
    used = 0.0
    while used < SECONDS:
        decisions += game(games)
        games += 1
        used = time.process_time() - start
    return {"games": games, "decisions": decisions, "seconds": used}


def per_call(work: Callable[[], object]) -> Answer:
    """Call something over and over."""
    calls, batch = 0, 10
    start = time.process_time()
    used = 0.0
    while used < SECONDS:
        for _ in range(batch):
            work()
        calls += batch
        used = time.process_time() - start
        if used < SECONDS / 10:
            batch *= 2
    return {"calls": calls, "seconds": used}


# our games ----------------------------------------------------------------------------------------


def setup_of(name: str) -> Setup:
    """A scenario as it is usually played: "chariot/kadesh", or for "chariot" the first there is."""
    slug, _, wanted = name.partition("/")
    game = hd.game(slug)
    scenario = next(scenario for scenario in game.scenarios() if wanted in ("", scenario.slug))
    return Setup(game, scenario.slug, scenario.default_seats, {})


def fresh(setup: Setup, number: int, log: bool) -> State:
    """A match at its first decision."""
    state = setup.start(TapeDice(seed_from(number)))
    state.logging = log
    agenda.advance(state)
    return state


def driven(slug: str, log: bool) -> Case:
    """The loop is here, in Python: ask for the legal actions, pick one, play it."""
    setup = setup_of(slug)
    proposals, act, chance = agenda.proposals, agenda.act, random.Random(1).random

    def game(number: int) -> int:
        state = fresh(setup, number, log)
        decisions = 0
        while state.agenda:
            actions = proposals(state)
            act(state, actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return lambda: timed(game)


def through_match(slug: str) -> Case:
    """By Match.play, as a person or a server plays: every action checked, the log kept, undo ready."""
    setup = setup_of(slug)
    chance = random.Random(1).random

    def game(number: int) -> int:
        match = Match(setup, TapeDice(seed_from(number)))
        while actions := match.proposals():
            match.play(actions[int(chance() * len(actions))])
        return len(match.moves)

    return lambda: timed(game)


def inside(slug: str, log: bool) -> Case:
    """The loop is inside the package, compiled if the package is."""
    setup = setup_of(slug)
    return lambda: timed(lambda number: int(playout(fresh(setup, number, log), number)))


def by_drivers(slug: str) -> Case:
    """Plain programs play, each from what its seat may know."""
    setup = setup_of(slug)

    def game(number: int) -> int:
        state = fresh(setup, number, False)
        players = [bots.make("driver", setup.game, number + seat) for seat in range(setup.seats)]
        return bots.play_out(setup.game, state, players, number)

    return lambda: timed(game)


def walked(setup: Setup, most: int) -> tuple[State, int]:
    """A random match, always the same, after so many decisions or at its end; and how many there were."""
    state = fresh(setup, 3, False)
    chance = random.Random(3).random
    count = 0
    while state.agenda and count < most:
        actions = agenda.proposals(state)
        agenda.act(state, actions[int(chance() * len(actions))])
        count += 1
    return state, count


def midway(slug: str) -> State:
    """A state in the middle of a random match."""
    setup = setup_of(slug)
    _, length = walked(setup, 1_000_000)
    return walked(setup, length // 2)[0]


def of_state(slug: str, work: Callable[[State], object]) -> Case:
    """What it costs to do something with a state in mid-match."""
    state = midway(slug)
    return lambda: per_call(lambda: work(state))


def simulated(processes: int) -> Case:
    """A simulation between drivers, by the clock on the wall."""
    from hippodrome.lab.simulation import simulate

    def case() -> Answer:
        start = time.perf_counter()
        simulate("benhur", None, ["driver"] * 4, SIMULATED, 1, processes=processes)
        return {"games": SIMULATED, "seconds": time.perf_counter() - start}

    return case


# anchors ------------------------------------------------------------------------------------------


def open_spiel(name: str) -> Case:
    """A game of OpenSpiel, written in C++, driven by the same loop; it leaves chance to the loop, too."""
    pyspiel: Any = importlib.import_module("pyspiel")
    loaded = pyspiel.load_game(name)
    chance = random.Random(1).random

    def game(number: int) -> int:
        state = loaded.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                point = chance()
                for action, share in state.chance_outcomes():
                    point -= share
                    if point < 0:
                        state.apply_action(action)
                        break
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return lambda: timed(game)


def open_spiel_clone(name: str) -> Case:
    """OpenSpiel's own copy of a state after forty actions."""
    pyspiel: Any = importlib.import_module("pyspiel")
    state = pyspiel.load_game(name).new_initial_state()
    chance = random.Random(3).random
    for _ in range(40):
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])
    return lambda: per_call(state.clone)


def python_chess() -> Case:
    """Random games of python-chess, up to the fifty-move rule."""
    import chess

    chance = random.Random(1).random

    def game(number: int) -> int:
        board = chess.Board()
        while board.halfmove_clock < 100 and not board.is_insufficient_material():
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(chance() * len(moves))])
        return len(board.move_stack)

    return lambda: timed(game)


# answering ----------------------------------------------------------------------------------------

PLAYED = ("benhur", "wheelie", "races", "chariot", "magic")
"""The games that are measured in every way."""

CROWDED = "chariot/kadesh"
"""The scenario with the most pieces."""

WAYS: dict[str, Callable[[str], Case]] = {
    "driven": lambda slug: driven(slug, False),
    "driven, log": lambda slug: driven(slug, True),
    "Match.play": through_match,
    "inside": lambda slug: inside(slug, False),
    "inside, log": lambda slug: inside(slug, True),
    "clone": lambda slug: of_state(slug, lambda state: state.clone()),
    "snapshot": lambda slug: of_state(slug, snapshot),
    "digest": lambda slug: of_state(slug, digest),
}

CASES: dict[str, Callable[[], Case]] = {
    **{f"{slug} {way}": partial(case, slug) for slug in PLAYED for way, case in WAYS.items()},
    f"{CROWDED} clone": partial(WAYS["clone"], CROWDED),
    "races by drivers": lambda: by_drivers("races"),
    "pig driven": lambda: driven("pig", False),
    "pig inside": lambda: inside("pig", False),
    "simulate, 1 process": lambda: simulated(1),
    "simulate, 2 processes": lambda: simulated(2),
    "OpenSpiel pig": lambda: open_spiel("pig"),
    "OpenSpiel backgammon": lambda: open_spiel("backgammon"),
    "OpenSpiel backgammon clone": lambda: open_spiel_clone("backgammon"),
    "python-chess": python_chess,
}


def about() -> dict[str, object]:
    """Which build this is, and a fingerprint of some matches: builds that agree have the same one."""
    ends = []
    for slug in (*PLAYED, "pig"):
        setup = setup_of(slug)
        for number in range(10):
            state = fresh(setup, number, False)
            playout(state, number)
            ends.append(digest(state))
    compiled = not str(agenda.__file__).endswith(".py")
    return {"compiled": compiled, "python": sys.version.split()[0], "fingerprint": digest_of(ends)}


def main() -> None:
    """Answer until the input ends. An anchor that is not installed is an answer too."""
    ready: dict[str, Case] = {}
    print(json.dumps(about()), flush=True)
    for line in sys.stdin:
        name = line.strip()
        try:
            if name not in ready:
                ready[name] = CASES[name]()
            answer: dict[str, Any] = dict(ready[name]())
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
