"""The commands games and rules: the list of games, and their rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import hippodrome as hd
from hippodrome import bots
from hippodrome.catalogue import quick_start
from hippodrome.kit.game import Game, Scenario
from hippodrome.kit.quick_start import QuickStart
from hippodrome.kit.rulebook import Clause
from hippodrome.kit.state import Json
from hippodrome.rule_coverage import Coverage, coverage
from hippodrome.terminal.arguments import AsJson, GameName, Variants, complete_clause, examples
from hippodrome.terminal.console import UsageError, make_console, print_json
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.pages import MAX_CLAUSES_IN_FULL, clause_lines, example_id
from hippodrome.terminal.quick_start_page import quick_start_lines
from hippodrome.terminal.screens import FullScreen, choose_screen
from hippodrome.terminal.theme import CLAUSE, QUIET, STRONG

app = typer.Typer()


# -------------------------------------------------------------------- games


@app.command(
    epilog=examples(
        "hippodrome games",
        "hippodrome games --json",
    )
)
def games(json: AsJson = False, variants: Variants = None) -> None:
    """List the games with their scenarios, seats, options and bots."""
    if json:
        print_json(games_json())
    else:
        show_games(make_console())


def games_json() -> Json:
    """Return all games as JSON."""
    return [
        {
            "game": game.slug,
            "title": game.title,
            "line": game.tagline,
            "length": game.length,
            "version": game.version,
            "levels": bots.levels(game),
            "scenarios": [_scenario_json(game, scenario) for scenario in game.scenarios()],
        }
        for game in hd.games().values()
    ]


def _scenario_json(game: Game, scenario: Scenario) -> Json:
    return {
        "scenario": scenario.slug,
        "title": scenario.title,
        "text": scenario.text,
        "seats": [scenario.seats[0], scenario.seats[-1]],
        "usual": scenario.default_seats,
        "facts": [{"title": title, "text": text} for title, text in game.scenario_facts(scenario)],
        "options": [
            {
                "name": setting.name,
                "title": setting.title,
                "text": setting.text,
                "values": setting.values,
                "default": setting.default,
                "own": setting.custom_kind,
            }
            for setting in scenario.options
        ],
    }


def show_games(console: Console) -> None:
    """Print all games with their scenarios and options, and the bot levels."""
    for game in hd.games().values():
        console.print(Text.assemble((game.slug, "bold"), f"  {game.title}, {game.length}"))
        console.print(Padding(Text(game.tagline), (0, 0, 0, 2)))
        console.print(Padding(Text(f"Bots, weakest first: {', '.join(bots.levels(game))}", QUIET), (0, 0, 0, 2)))
        for scenario in game.scenarios():
            console.print()
            heading = f"  {scenario.title}, {seats_text(scenario)}"
            console.print(Text.assemble(("  " + scenario.slug, "bold"), heading))
            console.print(Padding(Text(scenario.text), (0, 0, 0, 4)))
            for title, text in game.scenario_facts(scenario):
                console.print(Padding(Text(f"{title}: {text}.", QUIET), (0, 0, 0, 4)))
        console.print()
        _show_options(console, game.scenarios())
    _show_levels(console)
    console.print(Text(f"Start with: hippodrome play {next(iter(hd.games()))}"))


def seats_text(scenario: Scenario) -> str:
    """Return the number of players: "2 players", or "2 to 6 players (default 4)"."""
    low, high = scenario.seats[0], scenario.seats[-1]
    if low == high:
        return f"{low} players"
    return f"{low} to {high} players (default {scenario.default_seats})"


def _show_levels(console: Console) -> None:
    """Print the bot levels with their descriptions."""
    console.print(Text("Bots", "bold"))
    levels = [level for game in hd.games().values() for level in bots.levels(game)]
    for level in dict.fromkeys(["random", *levels]):
        console.print(Padding(Text.assemble((level, "bold"), f"  {bots.description(level)}"), (0, 0, 0, 2)))
    console.print()


def _describe_value(value: int | str, label: str) -> str:
    """Return a value of an option, with its label if that says more."""
    return str(value) if label.lower() == str(value) else f"{value} ({label})"


def _show_options(console: Console, scenarios: Sequence[Scenario]) -> None:
    """Print the options of the scenarios; scenarios are named where an option or its default differs."""
    slugs_by_line: dict[str, list[str]] = {}
    for scenario in scenarios:
        for setting in scenario.options:
            values = ", ".join(_describe_value(*pair) for pair in zip(setting.values, setting.labels, strict=True))
            values += f", or a custom file ({setting.custom_kind})" if setting.custom_kind else ""
            line = f"--option {setting.name}=...  {setting.text} Values: {values}. Default: {setting.default}."
            slugs_by_line.setdefault(line, []).append(scenario.slug)
    for line, slugs in slugs_by_line.items():
        where = "" if len(slugs) == len(scenarios) else f" ({', '.join(slugs)})"
        console.print(Padding(Text(line + where), (0, 0, 0, 2)))
    console.print()


# -------------------------------------------------------------------- rules


@app.command(
    epilog=examples(
        "hippodrome rules benhur",
        "hippodrome rules benhur BH-S5",
        "hippodrome rules benhur caltrops",
        "hippodrome rules benhur --quick",
        "hippodrome rules benhur --coverage",
    )
)
def rules(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAUSE|WORDS", help="Id of a clause, or words to search for.", autocompletion=complete_clause
        ),
    ] = None,
    show_quick_start: Annotated[
        bool,
        typer.Option("--quick", metavar="", help="Show how to play in one minute, on one page with diagrams."),
    ] = False,
    show_uncovered: Annotated[
        bool,
        typer.Option("--coverage", metavar="", help="List clauses that no code cites or no test names."),
    ] = False,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Read or search the rulebook of a game."""
    chosen_game = find_game(game)
    if show_quick_start and (show_uncovered or words):
        raise UsageError("--quick shows the whole page; leave out the clause, the words and --coverage")
    if show_quick_start:
        page = find_quick_start(chosen_game)
        if json:
            print_json(page.json())
        else:
            show_lines(make_console(), quick_start_lines(page))
        return
    if show_uncovered:
        report = coverage(chosen_game)
        if json:
            print_json(report.json())
        else:
            show_coverage(make_console(), report)
        raise typer.Exit(0 if report.is_complete() else 1)
    clauses = find_clauses(chosen_game, " ".join(words or []))
    if json:
        print_json([clause_json(clause) for clause in clauses])
    else:
        show_rulebook(make_console(), clauses)


def find_quick_start(game: Game) -> QuickStart:
    """Return the quick start of a game; raise UsageError if it has none."""
    found = quick_start(game)
    if found is None:
        raise UsageError(f"{game.title} has no quick start; read its rules with: hippodrome rules {game.slug}")
    return found


def show_lines(console: Console, lines: Sequence[Text]) -> None:
    """Print lines; only lines of prose are wrapped."""
    for line in lines:
        console.print(line)


def clause_json(clause: Clause) -> Json:
    """Return a clause as JSON."""
    return {name: getattr(clause, name) for name in
            ("id", "chapter", "title", "text", "source", "question", "reading", "why", "see")}  # fmt: skip


def find_clauses(game: Game, words: str) -> list[Clause]:
    """Return the clause with this id, or those that contain the words; all clauses if there are no words."""
    if not words:
        return list(game.rulebook.clauses.values())
    clauses = game.rulebook.find(words)
    if not clauses:
        example = example_id(game.rulebook)
        raise UsageError(f"no clause of {game.title} contains {words!r}; try another word, or an id such as {example}")
    return clauses


def show_clauses(console: Console, clauses: Sequence[Clause]) -> None:
    """Print clauses in full, by chapter."""
    chapter = ""
    for clause in clauses:
        if clause.chapter != chapter and len(clauses) > 1:
            chapter = clause.chapter
            console.rule(Text(chapter, style=STRONG))
        console.print()
        for line in clause_lines(clause):
            console.print(line)
    console.print()


def lines_by_chapter(clauses: Sequence[Clause]) -> list[tuple[str, list[Text]]]:
    """Return the chapters, each with the lines of its clauses."""
    chapters: dict[str, list[Text]] = {}
    for clause in clauses:
        lines = chapters.setdefault(clause.chapter, [])
        lines += [*([Text()] if lines else []), *clause_lines(clause)]
    return list(chapters.items())


def show_rulebook(console: Console, clauses: Sequence[Clause]) -> None:
    """Show clauses: more than a few page by page, if the terminal supports it."""
    screen = choose_screen(console, "instant", plain=len(clauses) <= MAX_CLAUSES_IN_FULL)
    if not isinstance(screen, FullScreen):
        show_clauses(console, clauses)
        return
    with screen, suppress(EOFError, KeyboardInterrupt):
        screen.show_chapters(lines_by_chapter(clauses))


def show_coverage(console: Console, report: Coverage) -> None:
    """Print the clauses that no code cites or no test names, with percentages."""
    size = len(report.ids)
    console.print(Text(f"{report.game.title}: {size} clauses", style=STRONG))
    rows = [("cited by code", report.missing_in_code())]
    if report.tests is not None:
        rows.append(("named by tests", report.missing_in_tests()))
    for label, missing in rows:
        share = 100 * (size - len(missing)) / size
        console.print(Text(f"{label:<15} {size - len(missing):>4} of {size}  {_round_down(share)} %"))
        if missing:
            console.print(Padding(Text(f"missing: {', '.join(missing)}", style=CLAUSE), (0, 0, 0, 2)))
    taught = size - len(report.without_lesson())
    console.print(Text(f"{'in lessons':<15} {taught:>4} of {size}  {_round_down(100 * taught / size)} %"))
    for id, places in report.unknown().items():
        console.print(Text(f"unknown clause {id}: {', '.join(places)}"))
    if report.tests is None:
        console.print("Only the code was checked: this installation has no tests folder.")


def _round_down(share: float) -> str:
    """Return a percentage with one decimal, which is 100.0 only if nothing is missing."""
    return f"{int(share * 10) / 10:.1f}"
