"""The commands simulate, ladder and fuzz: many matches at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hippodrome.terminal import batch_runs
from hippodrome.terminal.arguments import (
    AnyGame,
    AsJson,
    BotLevels,
    Options,
    ScenarioName,
    Variants,
    examples,
    known_games,
)
from hippodrome.terminal.console import UsageError, say_json, screen

app = typer.Typer()


@app.command(
    epilog=examples(
        "hippodrome simulate benhur -s arena --seats driver,driver,random,random --games 1000 --processes 2",
        "hippodrome simulate races --round-robin --json",
    )
)
def simulate(
    game: AnyGame = None,
    scenario: ScenarioName = None,
    seats: BotLevels = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many matches: 1000, or 200 a pair of a round robin."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="A number that fixes all dice.")] = 1,
    processes: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many processes share the work: 1, or in a round robin one a core."),
    ] = None,
    option: Options = None,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", metavar="", help="Everything the game compares, each against each.")
    ] = False,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Let programs play many matches, and count what happened."""
    if round_robin:
        if scenario or seats or option:
            raise UsageError("a round robin sets its own scenarios, seats and options; leave them out")
        found = batch_runs.robin(game, games, seed, processes)
        if json:
            say_json(found.json())
        else:
            batch_runs.show_tables(screen(), found.title(), found.tables())
        return
    report = batch_runs.simulated(game, scenario, seats, games, seed, processes, option or ())
    if json:
        say_json(report.json())
    else:
        batch_runs.show_tables(screen(), report.title(), report.tables())


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
        typer.Option(
            metavar="GAME", help="A game; may be repeated. All of them by default.", autocompletion=known_games
        ),
    ] = None,
    levels: Annotated[
        str | None, typer.Option(metavar="LEVEL,LEVEL,...", help="These levels only; by default all that are offered.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="How often a pair meets in a game.")] = 400,
    all_pairs: Annotated[
        bool, typer.Option("--all-pairs", metavar="", help="Play every pair of levels, not just adjacent ones.")
    ] = False,
    effort: Annotated[
        int, typer.Option(metavar="PERCENT", help="Search effort in percent. Lower is faster and weaker.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="A number that fixes all dice.")] = 1,
    processes: Annotated[
        int | None, typer.Option(metavar="N", help="How many processes share the work: one a core.")
    ] = None,
    results_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save every match here; another run resumes from there.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Let levels of programs play each other, seats swapped, and rate them."""
    found = batch_runs.climbed(game or (), levels, games, seed, processes, effort, results_dir, all_pairs)
    if json:
        say_json(found.json())
    else:
        batch_runs.show_tables(screen(), found.title(), found.tables())


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
            metavar="GAME", help="Games; all of them by default, or the variants.", autocompletion=known_games
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="How many matches of each game.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="N", help="How long.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="A number that fixes all dice and choices.")] = 1,
    processes: Annotated[int, typer.Option(metavar="N", help="How many processes share the work.")] = 1,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", metavar="", help="Until every step, card, event and option has occurred.")
    ] = False,
    results_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the records of broken matches here.")
    ] = None,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Play random matches and look for broken rules; exit code 1 if there is one."""
    report = batch_runs.fuzzed(game or (), games, seconds, seed, processes, exhaustive)
    kept = batch_runs.keep_failures(report, results_dir) if results_dir is not None else []
    if json:
        say_json(batch_runs.fuzz_json(report))
    else:
        sys.stdout.write(report.text() + "\n")
        sys.stdout.write("".join(f"Kept: {path}\n" for path in kept))
    missed = exhaustive and not report.is_complete
    raise typer.Exit(0 if report.ok and not missed else 1)
