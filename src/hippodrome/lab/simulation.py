"""Simulations: many matches between bots, on any number of processes, and a report.

    report = run_simulation("benhur", "circus", ["driver"] * 4, games=1000, seed=7, processes=2)
    print(report.text())

The report depends only on the arguments, not on the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import hippodrome
from hippodrome.bots import make
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Setup
from hippodrome.lab.match_runner import MatchSpec, PlayedMatch, derive_seed, name_failure, play
from hippodrome.lab.pool import run_tasks
from hippodrome.lab.simulation_report import EVENT, FIGURE, PLACE, SimulationPlan, SimulationReport, SimulationTally

__all__ = ["SimulationReport", "run_simulation"]

MAX_CHUNK_MATCHES = 250
CHUNKS_PER_PROCESS = 40
"""Enough for a smooth progress bar and balanced processes, few enough to cost almost nothing."""

ProgressCallback = Callable[[int, int], object]
"""Called with the number of matches played so far, and the total."""


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
    for _, tally in run_tasks(_play_chunk, chunks, processes, start):
        yield tally


def _chunks(games: int, processes: int) -> list[range]:
    """Return the match numbers 0 to games - 1, split into chunks of equal size."""
    size = max(1, min(MAX_CHUNK_MATCHES, games // (processes * CHUNKS_PER_PROCESS)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _play_chunk(task: tuple[SimulationPlan, range]) -> SimulationTally:
    """Play some matches of a plan and return their tally."""
    plan, numbers = task
    setup = Setup(hippodrome.game(plan.slug), plan.scenario, len(plan.levels), dict(plan.options))
    tally = SimulationTally()
    for number in numbers:
        spec = MatchSpec(setup, plan.levels, derive_seed(plan.seed, number), logging=True)
        what = f"{plan.slug} {plan.scenario}, {' '.join(plan.levels)}, seed {spec.seed}"
        with name_failure(f"match {number} of the simulation ({what})"):
            _count(tally, setup.game, play(spec), plan.levels)
    return tally


def _count(tally: SimulationTally, game: Game, played: PlayedMatch, levels: Sequence[str]) -> None:
    """Add one finished match to a tally."""
    state, result = played.state, played.result
    tally.games += 1
    tally.reasons[result.reason] += 1
    tally.wins.update(result.winners)
    tally.level_wins.update(sorted({levels[seat] for seat in result.winners}))
    for seat, place in enumerate(result.places):
        tally.count(PLACE, str(seat), place)
    for name, number in game.analysis.match_statistics(state).items():
        tally.count(FIGURE, name, number)
    for kind, number in Counter(map(type, state.events)).items():
        tally.count(EVENT, kind.__name__, number)
