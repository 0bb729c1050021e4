"""The commands replay, verify, render, sheet, odds and review: moments of matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hippodrome.kit.svg_renderer import THEMES
from hippodrome.terminal import advice, records, sheets
from hippodrome.terminal.arguments import (
    AsJson,
    AsSeat,
    At,
    GameName,
    NoColor,
    Out,
    RecordFile,
    ScenarioName,
    Variants,
    examples,
    known,
    known_games,
)
from hippodrome.terminal.console import UsageError, say_json, screen
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.playing import choose_screen
from hippodrome.terminal.saves import read_record

app = typer.Typer()


@app.command(
    epilog=examples(
        "hippodrome replay race.txt --step",
        "hippodrome replay race.txt --at 40",
        "hippodrome replay race.txt --log",
    )
)
def replay(
    file: RecordFile,
    at: At = None,
    step: Annotated[bool, typer.Option("--step", metavar="", help="Go through it move by move.")] = False,
    log: Annotated[bool, typer.Option("--log", metavar="", help="The whole log.")] = False,
    json: AsJson = False,
    no_color: NoColor = False,
    variants: Variants = None,
) -> None:
    """Show a recorded match: a moment of it, its log, or move by move."""
    whole = read_record(file)
    match = records.at_move(whole, at)
    console = screen(not no_color)
    if json:
        say_json(records.replay_json(match, whole))
    elif step:
        records.step_through(choose_screen(console, "instant", plain=False), whole, at or 0)
    elif log:
        records.show_log(console, match)
    else:
        records.show_moment(console, match)


@app.command(
    epilog=examples(
        "hippodrome verify race.txt",
    )
)
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records.")],
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Check every move, die and digest of records; exit code 1 if one does not hold."""
    found = [records.verdict_of(file) for file in files]
    if json:
        say_json(found)
    else:
        console = screen()
        for row in found:
            for line in records.verify_lines(row):
                console.print(Text(line), soft_wrap=True)
    raise typer.Exit(0 if all(row["ok"] for row in found) else 1)


@app.command(
    epilog=examples(
        "hippodrome render race.txt --at 40 -o race.svg",
        "hippodrome render benhur -s villa --text",
    )
)
def render(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game.", autocompletion=known_games)],
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    text: Annotated[bool, typer.Option("--text", metavar="", help="As text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", metavar="", help="As SVG; the default.")] = False,
    theme: Annotated[
        str, typer.Option(metavar="THEME", help="light, dark or contrast.", autocompletion=known(list(THEMES)))
    ] = "light",
    out: Out = None,
    variants: Variants = None,
) -> None:
    """Draw a moment of a match as SVG or as text."""
    if text and svg:
        raise UsageError("a picture is --text or --svg, not both")
    match = records.moment_of(what, scenario, at)
    if text:
        lines = records.drawn_text(match, seat)
        records.put(
            out,
            "".join(f"{line.plain.rstrip()}\n" for line in lines),
            lambda: records.show_lines(screen(), lines),
        )
    else:
        drawn = records.drawn_svg(match, seat, theme)
        records.put(out, drawn, lambda: sys.stdout.write(drawn))


@app.command(
    epilog=examples(
        "hippodrome sheet battle.txt --at 40",
        "hippodrome sheet wheelie -s sides -o sheets.txt",
    )
)
def sheet(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game.", autocompletion=known_games)],
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    json: AsJson = False,
    out: Out = None,
    variants: Variants = None,
) -> None:
    """Write the sheets of a match that its players would keep on paper; of a game, as they are before play."""
    match = records.moment_of(what, scenario, at)
    found = sheets.sheets_of(match, seat)
    if json:
        say_json([one.json() for one in found])
    else:
        text = sheets.written(match, found)
        records.put(out, text, lambda: sys.stdout.write(text))


@app.command(
    epilog=examples(
        "hippodrome odds benhur",
        "hippodrome odds benhur --record race.txt --at 40 left",
    )
)
def odds(
    game: GameName,
    action: Annotated[
        list[str] | None,
        typer.Argument(metavar="ACTION", help="Such as: whips 2. Without one: every option."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A record; without one, the start of a match.")
    ] = None,
    at: At = None,
    scenario: ScenarioName = None,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Show what may come of the options at a moment of a match."""
    match = records.odds_moment(find_game(game), record, at, scenario)
    actions = records.asked_actions(match, action or [])
    if json:
        say_json([records.odds_json(match, each) for each in actions])
    else:
        records.show_odds(screen(), match, actions)


@app.command(
    epilog=examples(
        "hippodrome review race.record",
        "hippodrome review race.record --seat red --json",
    )
)
def review(
    file: RecordFile,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Whose decisions: red, white ... or a number from 1; else those of who played here."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Where the imagined dice begin; the same finds the same.")] = 0,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Name the three decisions of a seat that cost it most, and what would have been better.

    The champion weighs each decision again, by what the seat could know then. That takes a minute or two.
    """
    match = read_record(file)
    who = advice.reviewed_seat(match, file, seat)
    found = advice.reviewed(match, who, seed)
    if json:
        say_json([advice.costly_json(one) for one in found])
    else:
        advice.show_review(screen(), file, who, found)
