"""The commands games and rules: what can be played, and the rulebooks."""

from __future__ import annotations

from typing import Annotated

import typer

from hippodrome.coverage import coverage
from hippodrome.terminal import books
from hippodrome.terminal.arguments import AsJson, GameName, With, examples, known_clauses
from hippodrome.terminal.setting import find_game
from hippodrome.terminal.speak import say_json, screen

app = typer.Typer()


@app.command(
    epilog=examples(
        "hippodrome games",
        "hippodrome games --json",
    )
)
def games(json: AsJson = False, variants: With = None) -> None:
    """List the games with their scenarios, seats and options."""
    if json:
        say_json(books.games_json())
    else:
        books.show_games(screen())


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
    variants: With = None,
) -> None:
    """Read the rulebook: all of it, a clause, or every clause with certain words."""
    found = find_game(game)
    if cover:
        report = coverage(found)
        if json:
            say_json(report.json())
        else:
            books.show_coverage(screen(), report)
        raise typer.Exit(0 if report.is_complete() else 1)
    clauses = books.find_clauses(found, " ".join(words or []))
    if json:
        say_json([books.clause_json(clause) for clause in clauses])
    else:
        books.show_rulebook(screen(), clauses)
