"""Measure what the chariots of What a Wheelie are worth: duels between equal bots, and suggested point values.

./play study wheelie-points                     100 duels of each pair, on all cores
./play study wheelie-points --games 20          fewer duels
./play study wheelie-points --level veteran     another bot
./play study wheelie-points --results-dir DIR   save and continue the results in another folder

Points add up in an army, so they are the logarithms of strengths: 20 points more win about 60 of 100 battles (WW-Q65).
The first chariot keeps its points in data/chariots.toml, and the others get the points that explain the duels best.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path

import hippodrome as hd
from hippodrome.games.wheelie import Wheelie
from hippodrome.lab import pool
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from hippodrome.lab.findings.base import Matches
from hippodrome.lab.fitted_models import Estimate, fair_points

STEP_POINTS = 20
STEP_SHARE = 0.6
POINTS_PER_LOGIT = STEP_POINTS / log(STEP_SHARE / (1 - STEP_SHARE))
"""Points of a difference of 1 in the logarithm of strengths."""

EXPERIMENT = """\
title = "What is each chariot worth?"
game = "wheelie"
sides = "all"
players = ["{level}"]
games = {games}
seed = {seed}
"""


def suggest_points(matches: Matches, first: str, anchor: int) -> dict[str, Estimate]:
    """Return the points of each chariot with their 95 % intervals; the first one has the points of the anchor."""
    strengths, _ = fair_points(matches.pairing_scores())
    base = log(strengths[first].value)

    def points(strength: float) -> float:
        return anchor + POINTS_PER_LOGIT * (log(strength) - base)

    return {name: Estimate(points(one.value), points(one.low), points(one.high)) for name, one in strengths.items()}


def table_rows(matches: Matches, game: Wheelie) -> list[str]:
    """Return the lines of the table: each chariot with its present and its suggested points."""
    kinds = {kind.key: kind for kind in game.kinds if not kind.is_runners}
    first = next(iter(kinds))
    suggested = suggest_points(matches, first, int(kinds[first].points))
    lines = [f"{'chariot':<22}{'duels':>7}{'won':>7}{'points':>8}{'suggested':>11}   95 %"]
    for name in sorted(suggested, key=lambda name: -suggested[name].value):
        one, won = suggested[name], matches.won_against_all(name).share
        duels, present = len(matches.against_all(name)), int(kinds[name].points)
        figures = f"{duels:>7}{100 * won:>5.0f} %{present:>8}{one.value:>11.0f}   {one.low:.0f} to {one.high:.0f}"
        lines.append(f"{matches.names.entrant(name):<22}{figures}")
    return lines


def main(args: Sequence[str]) -> int:
    """Play the duels that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="duels of each pair; an even number (100)")
    parser.add_argument("--level", default="driver", metavar="LEVEL", help="the bot that drives all chariots (driver)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--results-dir", type=Path, default=Path("results"), metavar="FOLDER", help="(results)")
    arguments = parser.parse_args(args)
    text = EXPERIMENT.format(level=arguments.level, games=arguments.games, seed=arguments.seed)
    run = ExperimentRun(parse(text, "wheelie-points"), arguments.results_dir)

    def show_progress(now: RunProgress) -> None:
        sys.stderr.write(f"\r{now.played} of {now.max_matches} duels")

    run.play(pool.local_pool(arguments.processes), show_progress)
    sys.stderr.write("\n")
    game = hd.game("wheelie")
    assert isinstance(game, Wheelie)
    print("\n".join(table_rows(Matches(run.results), game)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
