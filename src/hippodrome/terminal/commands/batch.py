"""The commands simulate, ladder and fuzz: many matches between bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.kit.state import Json
from hippodrome.lab.fuzz import FuzzReport
from hippodrome.lab.fuzz import fuzz as run_fuzz
from hippodrome.lab.ladder import LadderStandings, run_ladder
from hippodrome.lab.match_runner import MatchFailed
from hippodrome.lab.round_robin import RoundRobinReport, run_round_robin
from hippodrome.lab.simulation import run_simulation
from hippodrome.lab.simulation_report import ReportTable, SimulationReport
from hippodrome.terminal.arguments import (
    AsJson,
    BotLevels,
    OptionalGame,
    Options,
    ScenarioName,
    Variants,
    complete_game,
    examples,
)
from hippodrome.terminal.console import ProgressBar, UsageError, make_console, print_json
from hippodrome.terminal.match_arguments import find_game, find_scenario, read_options, read_seats
from hippodrome.terminal.theme import STRONG

DEFAULT_MATCHES = 1000
DEFAULT_MATCHES_PER_PAIR = 200
EXHAUSTIVE_FUZZ_TIMEOUT_S = 600.0
LEFT_ALIGNED_HEADS = ("bot", "line-up")

app = typer.Typer()


# -------------------------------------------------------------------- simulate


@app.command(
    epilog=examples(
        "hippodrome simulate benhur -s arena --seats driver,driver,random,random --games 1000 --processes 2",
        "hippodrome simulate races --round-robin --json",
    )
)
def simulate(
    game: OptionalGame = None,
    scenario: ScenarioName = None,
    seats: BotLevels = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of matches; by default 1000, in a round robin 200 per pair."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Number that fixes all dice.")] = 1,
    processes: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of processes; by default 1, in a round robin one per core."),
    ] = None,
    option: Options = None,
    round_robin: Annotated[
        bool,
        typer.Option("--round-robin", metavar="", help="Play every pair of the sides that the game can compare."),
    ] = False,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Let bots play many matches, and print statistics."""
    report: SimulationReport | RoundRobinReport
    if round_robin:
        if scenario or seats or option:
            raise UsageError("--round-robin cannot be combined with --scenario, --seats or --option")
        report = simulate_round_robin(game, games, seed, processes)
    else:
        report = simulate_matches(game, scenario, seats, games, seed, processes, option or ())
    if json:
        print_json(report.json())
    else:
        answer = [report.answer()] if isinstance(report, SimulationReport) else []
        show_tables(make_console(), "\n".join([report.title(), *answer]), report.tables())


def simulate_matches(
    game_name: str | None,
    scenario_name: str | None,
    seats: str | None,
    games: int | None,
    seed: int,
    processes: int | None,
    options: Sequence[str],
) -> SimulationReport:
    """Play the matches of a simulation and return the report."""
    game = find_game(game_name)
    scenario = find_scenario(game, scenario_name)
    levels = [seat.level for seat in read_seats(game, seats, scenario.default_seats, allow_people=False)]
    settings = read_options(game, scenario, options)
    count = DEFAULT_MATCHES if games is None else games
    workers = 1 if processes is None else processes
    with ProgressBar("matches", count) as bar:
        try:
            return run_simulation(game.slug, scenario.slug, levels, count, seed, settings, workers, bar.update)
        except (ValueError, MatchFailed) as error:
            raise UsageError(str(error)) from None


def simulate_round_robin(game: str | None, games: int | None, seed: int, processes: int | None) -> RoundRobinReport:
    """Play the matches of a round robin, by default on all cores, and return the report."""
    slug = find_game(game).slug
    with ProgressBar("matches", None) as bar:
        try:
            count = DEFAULT_MATCHES_PER_PAIR if games is None else games
            return run_round_robin(slug, count, seed, _processes_or_all_cores(processes), bar.update)
        except (ValueError, MatchFailed) as error:
            raise UsageError(str(error)) from None


def _processes_or_all_cores(processes: int | None) -> int:
    return (os.cpu_count() or 1) if processes is None else processes


def show_tables(console: Console, title: str, tables: Sequence[ReportTable]) -> None:
    """Print the tables of a report."""
    console.print(Text(title, style=STRONG))
    for table in tables:
        grid = Table(title=table.title, title_justify="left", box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for number, head in enumerate(table.head):
            grid.add_column(head, justify="left" if number == 0 or head in LEFT_ALIGNED_HEADS else "right")
        for row in table.rows:
            grid.add_row(*row)
        console.print()
        console.print(grid)


# -------------------------------------------------------------------- ladder


@app.command(
    epilog=examples(
        "hippodrome ladder --game benhur --games 100",
        "hippodrome ladder --levels driver,veteran --effort 25 --games 40",
        "hippodrome ladder --results-dir results/ladder --json",
    )
)
def ladder(
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Game; repeatable. By default all games.", autocompletion=complete_game),
    ] = None,
    levels: Annotated[
        str | None, typer.Option(metavar="LEVEL,...", help="Bot levels; by default all levels of the game.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Number of matches per pair and game.")] = 400,
    all_pairs: Annotated[
        bool, typer.Option("--all-pairs", metavar="", help="Play every pair of levels, not just adjacent ones.")
    ] = False,
    effort: Annotated[
        int, typer.Option(metavar="PERCENT", help="Search effort in percent. Lower is faster and weaker.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Number that fixes all dice.")] = 1,
    processes: Annotated[
        int | None, typer.Option(metavar="N", help="Number of processes; by default one per core.")
    ] = None,
    results_dir: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Save the result of every match here; the next run resumes from it."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Let the bot levels play each other in all seats, and rate them."""
    report = play_ladder(game or (), levels, games, seed, processes, effort, results_dir, all_pairs)
    if json:
        print_json(report.json())
    else:
        show_tables(make_console(), report.title(), report.tables())


def play_ladder(
    games: Sequence[str],
    levels: str | None,
    count: int,
    seed: int,
    processes: int | None,
    effort: int,
    results_dir: Path | None,
    all_pairs: bool,
) -> LadderStandings:
    """Play the matches of the ladder, by default on all cores, and return the standings."""
    slugs = [find_game(game).slug for game in games] or list(hd.games())
    chosen = [level.strip() for level in levels.split(",")] if levels is not None else []
    workers = _processes_or_all_cores(processes)
    with ProgressBar("matches", None) as bar:
        try:
            return run_ladder(slugs, chosen, count, seed, workers, effort, results_dir, all_pairs, bar.update)
        except (ValueError, OSError, MatchFailed) as error:
            raise UsageError(str(error)) from None


# -------------------------------------------------------------------- fuzz


@app.command(
    epilog=examples(
        "hippodrome fuzz --games 10000 --processes 2",
        "hippodrome fuzz benhur --seconds 60",
        "hippodrome fuzz --exhaustive",
        "hippodrome fuzz --variant fast/",
    )
)
def fuzz(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Games; by default the loaded variants, or all games.", autocompletion=complete_game
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Number of matches per game; by default 1000.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="N", help="Time limit in seconds.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Number that fixes all dice and choices.")] = 1,
    processes: Annotated[int, typer.Option(metavar="N", help="Number of processes.")] = 1,
    exhaustive: Annotated[
        bool,
        typer.Option("--exhaustive", metavar="", help="Play until every step, card, event and option has occurred."),
    ] = False,
    results_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save the records of failed matches here.")
    ] = None,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Play random matches to find rule errors; exit with 1 if there are any."""
    report = fuzz_games(game or (), games, seconds, seed, processes, exhaustive)
    paths = save_failures(report, results_dir) if results_dir is not None else []
    if json:
        print_json(fuzz_json(report))
    else:
        sys.stdout.write(report.text() + "\n")
        sys.stdout.write("".join(f"Saved: {path}\n" for path in paths))
    is_incomplete = exhaustive and not report.is_complete
    raise typer.Exit(0 if report.ok and not is_incomplete else 1)


def fuzz_games(
    games: Sequence[str], count: int | None, seconds: float | None, seed: int, processes: int, exhaustive: bool
) -> FuzzReport:
    """Play random matches and return the report.

    Without a game, the loaded variants are played, or all games. Without a limit, there are 1000 matches per game; an
    exhaustive run lasts at most 10 minutes.
    """
    loaded = [variant.slug for variant in catalogue.registered_variants()]
    slugs = [find_game(game).slug for game in games] or loaded or list(hd.games())
    if count is None and seconds is None:
        count, seconds = (None, EXHAUSTIVE_FUZZ_TIMEOUT_S) if exhaustive else (DEFAULT_MATCHES, None)
    with ProgressBar("matches", None if count is None else count * len(slugs)) as bar:
        try:
            return run_fuzz(slugs, count, seconds, seed, processes, bar.update, exhaustive)
        except ValueError as error:
            raise UsageError(str(error)) from None


def fuzz_json(report: FuzzReport) -> Json:
    """Return the report of a fuzz run as JSON."""
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


def save_failures(report: FuzzReport, folder: Path) -> list[Path]:
    """Write the record of every failed match, for replays, and return the paths."""
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, failure in enumerate(report.failures, 1):
            paths.append(folder / f"{failure.trial.game}-{failure.trial.scenario}-{number}.record")
            paths[-1].write_text(failure.record, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}") from None
    return paths
