"""Estimates of how long an experiment takes, from a few of its matches played now."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from hippodrome.bots.base import BotMatch
from hippodrome.lab.batches import match_spec
from hippodrome.lab.experiment import Cell, Experiment
from hippodrome.lab.experiment_preview import parse_with_variants
from hippodrome.lab.match_runner import MatchObserver, play
from hippodrome.variants import Variant

SAMPLE_TIME_S = 1.0
MAX_SAMPLES = 6
START_TIME_S = 1.0
"""Seconds until worker processes play their first match."""


@dataclass(frozen=True)
class TimeEstimate:
    """Seconds that an experiment takes if no pairing stops early; possibly more if it is a lower bound."""

    seconds: float
    is_lower_bound: bool


class SampleTimeOver(Exception):
    """The time for samples is over, in the middle of a match."""


class _Deadline(MatchObserver):
    """Ends a match when the time is over."""

    def __init__(self, at: float) -> None:
        self.at = at

    def before_action(self, match: BotMatch) -> None:
        if time.monotonic() >= self.at:
            raise SampleTimeOver


def estimate_time(text: str, variants: Sequence[Variant], processes: int) -> TimeEstimate:
    """Return how long an experiment takes on some processes; raise ExperimentError if it cannot be run.

    Matches of cells spread over the experiment are played for a second. The first one of several is not counted,
    because it loads the game. If not even one ends in that time, the estimate is a lower bound.
    """
    experiment = parse_with_variants(text, variants)
    deadline = time.monotonic() + SAMPLE_TIME_S
    times: list[float] = []
    try:
        for number, cell in enumerate(_sample_cells(experiment)):
            started = time.monotonic()
            play(match_spec(cell, number), _Deadline(deadline))
            times.append(time.monotonic() - started)
    except SampleTimeOver:
        pass
    counted = times[1:] or times or [SAMPLE_TIME_S]
    matches = experiment.size * experiment.games
    seconds = START_TIME_S + matches * sum(counted) / len(counted) / processes
    return TimeEstimate(round(seconds, 1), not times)


def _sample_cells(experiment: Experiment) -> list[Cell]:
    """Return cells for the samples, spread evenly; a single cell repeatedly."""
    cells = experiment.cells()
    return [cells[number * len(cells) // MAX_SAMPLES] for number in range(MAX_SAMPLES)]
