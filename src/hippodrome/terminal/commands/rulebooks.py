"""The commands games and rules: what can be played, and the rulebooks."""

from __future__ import annotations

from typing import Annotated

import typer

from hippodrome.coverage import coverage
from hippodrome.terminal import rulebook_view
from hippodrome.terminal.arguments import AsJson, GameName, Variants, examples, known_clauses
from hippodrome.terminal.console import say_json, screen
from hippodrome.terminal.match_arguments import find_game

app = typer.Typer()


@app.command(
    epilog=examples(
        "hippodrome games",
        "hippodrome games --json",
    )
)
def games(json: AsJson = False, variants: Variants = None) -> None:
    """List the games with their scenarios, seats and options."""
    if json:
        say_json(rulebook_view.games_json())
    else:
        rulebook_view.show_games(screen())


@app.command(
    epilog=examples(
        "hippodrome rules benhur",
        "hippodrome rules benhur BH-S5",
        "hippodrome rules benhur caltrops",
        "hippodrome rules benhur --coverage",
    )
)
def rules(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE|WORDS", help="A clause, or words to look for.", autocompletion=known_clauses),
    ] = None,
    cover: Annotated[
        bool, typer.Option("--coverage", metavar="", help="List clauses that no code cites or no test names.")
    ] = False,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Read the rulebook: all of it, a clause, or every clause with certain words."""
    found = find_game(game)
    if cover:
        report = coverage(found)
        if json:
            say_json(report.json())
        else:
            rulebook_view.show_coverage(screen(), report)
        raise typer.Exit(0 if report.is_complete() else 1)
    clauses = rulebook_view.find_clauses(found, " ".join(words or []))
    if json:
        say_json([rulebook_view.clause_json(clause) for clause in clauses])
    else:
        rulebook_view.show_rulebook(screen(), clauses)
