"""The commands simulate, ladder and fuzz: many matches between programs, with a bar while they run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.kit.state import Json
from hippodrome.lab.fuzz import FuzzReport, fuzz
from hippodrome.lab.ladder import Ladder, LadderFailed, run_ladder
from hippodrome.lab.round_robin import PairFailed, RoundRobinReport, run_round_robin
from hippodrome.lab.simulation import MatchFailed, run_simulation
from hippodrome.lab.simulation_report import ReportTable, SimulationReport
from hippodrome.terminal.console import Bar, UsageError
from hippodrome.terminal.match_arguments import find_game, find_scenario, read_options, read_seats
from hippodrome.terminal.theme import STRONG

USUAL_MATCHES = 1000
USUAL_A_PAIR = 200
PATIENCE = 600.0  # seconds that an exhaustive fuzz may take if nothing else is said


def simulated(
    game: str | None,
    scenario: str | None,
    seats: str | None,
    games: int | None,
    seed: int,
    processes: int | None,
    options: Sequence[str],
) -> SimulationReport:
    """Play the matches of a simulation."""
    found = find_game(game)
    chosen = find_scenario(found, scenario)
    levels = [seat.level for seat in read_seats(found, seats, chosen.default_seats, person=False)]
    settings = read_options(found, chosen, options)
    count = USUAL_MATCHES if games is None else games
    shared = 1 if processes is None else processes
    with Bar("matches", count) as bar:
        try:
            return run_simulation(found.slug, chosen.slug, levels, count, seed, settings, shared, bar.at)
        except (ValueError, MatchFailed) as error:
            raise UsageError(str(error)) from None


def robin(game: str | None, games: int | None, seed: int, processes: int | None) -> RoundRobinReport:
    """Play the matches of a round robin, on all cores if nothing else is said."""
    found = find_game(game)
    cores = (os.cpu_count() or 1) if processes is None else processes
    with Bar("matches", None) as bar:
        try:
            return run_round_robin(found.slug, USUAL_A_PAIR if games is None else games, seed, cores, bar.at)
        except (ValueError, PairFailed) as error:
            raise UsageError(str(error)) from None


def climbed(
    games: Sequence[str],
    levels: str | None,
    count: int,
    seed: int,
    processes: int | None,
    effort: int,
    keep: Path | None,
    everybody: bool,
) -> Ladder:
    """Play the matches of the ladder, on all cores if nothing else is said."""
    slugs = [find_game(game).slug for game in games] or list(hd.games())
    only = [level.strip() for level in levels.split(",")] if levels is not None else []
    cores = (os.cpu_count() or 1) if processes is None else processes
    with Bar("matches", None) as bar:
        try:
            return run_ladder(slugs, only, count, seed, cores, effort, keep, everybody, bar.at)
        except (ValueError, OSError, LadderFailed) as error:
            raise UsageError(str(error)) from None


def show_tables(console: Console, title: str, tables: Sequence[ReportTable]) -> None:
    """What came of a simulation or a round robin, as tables."""
    console.print(Text(title, style=STRONG))
    for table in tables:
        grid = Table(title=table.title, title_justify="left", box=None, padding=(0, 2, 0, 0))
        for number, head in enumerate(table.head):
            grid.add_column(head, justify="left" if number == 0 or head in ("program", "matches of") else "right")
        for row in table.rows:
            grid.add_row(*row)
        console.print()
        console.print(grid)


def fuzzed(
    games: Sequence[str], count: int | None, seconds: float | None, seed: int, processes: int, exhaustive: bool
) -> FuzzReport:
    """Play the random matches of a fuzz; 1000 of each game if nothing else ends it. With variants in use, of those."""
    in_use = [variant.slug for variant in catalogue.variants()]
    slugs = [find_game(game).slug for game in games] or in_use or list(hd.games())
    if count is None and seconds is None:
        count, seconds = (None, PATIENCE) if exhaustive else (USUAL_MATCHES, None)
    with Bar("matches", None if count is None else count * len(slugs)) as bar:
        try:
            return fuzz(slugs, count, seconds, seed, processes, bar.at, exhaustive)
        except ValueError as error:
            raise UsageError(str(error)) from None


def fuzz_json(report: FuzzReport) -> Json:
    """Return the report of a fuzz for programs."""
    return {
        "seed": report.seed,
        "matches": report.matches,
        "decisions": report.decisions,
        "ok": report.ok,
        "failed": report.failed,
        "failures": [asdict(failure) for failure in report.failures],
        "seen": {slug: coverage.seen for slug, coverage in report.coverage.items()},
        "never": report.unseen,
    }


def keep_failures(report: FuzzReport, folder: Path) -> list[Path]:
    """Write the record of every broken match, so that it can be replayed."""
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, failure in enumerate(report.failures, 1):
            paths.append(folder / f"{failure.trial.game}-{failure.trial.scenario}-{number}.record")
            paths[-1].write_text(failure.record, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}") from None
    return paths
