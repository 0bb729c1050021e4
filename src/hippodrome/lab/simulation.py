"""Simulations: many matches between bots, on any number of processes, and a report.

    report = run_simulation("benhur", "circus", ["driver"] * 4, games=1000, seed=7, processes=2)
    print(report.text())

The report depends only on the arguments, not on the number of processes.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

import hippodrome
from hippodrome import builds, catalogue
from hippodrome.bots import make, play_out
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State
from hippodrome.lab.simulation_report import EVENT, FIGURE, PLACE, SimulationPlan, SimulationReport, SimulationTally

__all__ = ["MatchFailed", "SimulationReport", "match_seed", "play_match", "run_simulation"]

MAX_CHUNK_MATCHES = 250
CHUNKS_PER_PROCESS = 40
"""Enough for a smooth progress bar and balanced processes, few enough to cost almost nothing."""

ProgressCallback = Callable[[int, int], object]
"""Called with the number of matches played so far, and the total."""


class MatchFailed(RuntimeError):
    """A match of a simulation raised an error. Its seed gives the same match again."""

    def __init__(self, plan: SimulationPlan, number: int, cause: str) -> None:
        super().__init__(plan, number, cause)
        self.plan = plan
        self.number = number
        self.seed = match_seed(plan.seed, number)
        self.cause = cause

    def __str__(self) -> str:
        plan = self.plan
        what = f"{plan.slug} {plan.scenario}, {' '.join(plan.levels)}, seed {self.seed}"
        return f"match {self.number} of the simulation failed ({what}): {self.cause}"


def run_simulation(
    slug: str,
    scenario: str | None,
    seats: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, Value] | None = None,
    processes: int = 1,
    progress: ProgressCallback | None = None,
    start: str | None = None,
) -> SimulationReport:
    """Play many matches between bots, one level (such as "driver" or "random") for each seat.

    `start` is the multiprocessing start method, "fork" or "spawn"; by default the fastest one that is safe. Raises
    ValueError if the set-up is not possible, MatchFailed if a match raises an error.
    """
    for name, number in (("games", games), ("processes", processes)):
        if number < 1:
            raise ValueError(f"{name} must be at least 1, not {number}")
    game = hippodrome.game(slug)
    setup = Setup(game, scenario or game.scenarios()[0].slug, len(seats), options or {})
    for level in seats:
        make(level, game, 0)
    plan = SimulationPlan(slug, setup.scenario.slug, tuple(seats), tuple(setup.options.items()), games, seed)
    tally = SimulationTally()
    for part in play_chunks(plan, processes, start):
        tally.add(part)
        if progress is not None:
            progress(tally.games, games)
    return SimulationReport(game, plan, tally)


def play_chunks(plan: SimulationPlan, processes: int, start: str | None) -> Iterator[SimulationTally]:
    """Play the matches of a plan and yield the tally of each chunk, in order."""
    chunks = [(plan, chunk) for chunk in _chunks(plan.games, processes)]
    if processes == 1 or len(chunks) == 1:
        yield from map(_play_chunk, chunks)
        return
    context = multiprocessing.get_context(start or process_start_method())
    with ProcessPoolExecutor(
        min(processes, len(chunks)), context, catalogue.register_variants, (catalogue.registered_variants(),)
    ) as pool:
        yield from pool.map(_play_chunk, chunks)


def _chunks(games: int, processes: int) -> list[range]:
    """Return the match numbers 0 to games - 1, split into chunks of equal size."""
    size = max(1, min(MAX_CHUNK_MATCHES, games // (processes * CHUNKS_PER_PROCESS)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def process_start_method() -> str:
    """Return the fastest safe multiprocessing start method.

    Forking is fastest, but safe only on Linux and while there is only one thread. A forked process also stays on the
    build of this one, so none is forked while the rules are being compiled.
    """
    can_fork = sys.platform == "linux" and threading.active_count() == 1 and builds.pending_build() is None
    return "fork" if can_fork else "spawn"


def _play_chunk(task: tuple[SimulationPlan, range]) -> SimulationTally:
    """Play some matches of a plan and return their tally."""
    plan, numbers = task
    setup = Setup(hippodrome.game(plan.slug), plan.scenario, len(plan.levels), dict(plan.options))
    tally = SimulationTally()
    for number in numbers:
        try:
            state = play_match(setup, plan.levels, match_seed(plan.seed, number))
            _count(tally, setup.game, state, plan.levels)
        except Exception as error:
            raise MatchFailed(plan, number, f"{type(error).__name__}: {error}") from error
    return tally


def play_match(setup: Setup, levels: Sequence[str], seed: int) -> State:
    """Play one match between bots to its end; the log is in `state.events`.

    Its dice are those of `hippodrome.new(..., seed=seed)`. The bots' random numbers are derived from seed and seat.
    """
    state = setup.start(TapeDice(seed_from(seed)))
    state.logging = True
    agenda.advance(state)
    bots = [make(level, setup.game, derive_seed(seed, seat)) for seat, level in enumerate(levels)]
    play_out(setup.game, state, bots, seed)
    return state


def match_seed(seed: int, number: int) -> int:
    """Return the seed of a numbered match of a simulation."""
    return derive_seed(seed, number)


def derive_seed(seed: int, number: int) -> int:
    """Return a new seed from a seed and a number. It has 53 bits, so that JSON readers preserve it exactly."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


def _count(tally: SimulationTally, game: Game, state: State, levels: Sequence[str]) -> None:
    """Add one finished match to a tally."""
    result = game.result(state)
    if result is None:
        raise RuntimeError("the match stopped without a result")
    tally.games += 1
    tally.reasons[result.reason] += 1
    tally.wins.update(result.winners)
    tally.level_wins.update(sorted({levels[seat] for seat in result.winners}))
    for seat, place in enumerate(result.places):
        tally.count(PLACE, str(seat), place)
    for name, number in game.match_statistics(state).items():
        tally.count(FIGURE, name, number)
    for kind, number in Counter(map(type, state.events)).items():
        tally.count(EVENT, kind.__name__, number)
