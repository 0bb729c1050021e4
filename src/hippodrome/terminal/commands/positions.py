"""The commands render, sheet and odds: one position of a match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from hippodrome.kit.actions import Action, parse
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.odds import MAX_BRANCHES
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.state import Json
from hippodrome.kit.svg_renderer import THEMES
from hippodrome.kit.svg_renderer import svg as render_scene
from hippodrome.terminal.arguments import (
    AsJson,
    AsSeat,
    At,
    GameName,
    OutputFile,
    RecordOrGame,
    ScenarioName,
    Variants,
    complete_from,
    examples,
)
from hippodrome.terminal.board import draw_board_to_fit
from hippodrome.terminal.console import UsageError, make_console, print_json, write_or_show
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.odds_view import OddsCache, odds_lines
from hippodrome.terminal.record_files import (
    describe_setup,
    load_position,
    position_after,
    read_record,
    starting_position,
    viewer_seat,
)
from hippodrome.terminal.screen_layout import status
from hippodrome.terminal.theme import QUIET, STRONG, highlight

_MAX_BOARD_SIZE = (80, 60)  # characters and lines of a board as text

app = typer.Typer()


# -------------------------------------------------------------------- render


@app.command(
    epilog=examples(
        "hippodrome render race.record --at 40 -o race.svg",
        "hippodrome render benhur -s villa --text",
    )
)
def render(
    what: RecordOrGame,
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    text: Annotated[bool, typer.Option("--text", metavar="", help="Draw as text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", metavar="", help="Draw as SVG; the default.")] = False,
    theme: Annotated[
        str,
        typer.Option(
            metavar="THEME",
            help="Colours of the SVG: light, dark or contrast.",
            autocompletion=complete_from(list(THEMES)),
        ),
    ] = "light",
    out: OutputFile = None,
    variants: Variants = None,
) -> None:
    """Draw a position of a record, or the start of a game, as SVG or text."""
    if text and svg:
        raise UsageError("--text and --svg cannot be combined; choose one of them")
    match = load_position(what, scenario, at)
    if text:
        lines = render_text(match, seat)
        write_or_show(
            out,
            "".join(f"{line.plain.rstrip()}\n" for line in lines),
            lambda: print_lines(make_console(), lines),
        )
    else:
        image = render_svg(match, seat, theme)
        write_or_show(out, image, lambda: sys.stdout.write(image))


def render_svg(match: Match, seat: int | None, theme: str) -> str:
    """Return the scene as an SVG document, as a seat (counted from 1) or a spectator sees it."""
    if theme not in THEMES:
        raise UsageError(f"there is no theme {theme!r}; choose one of: {', '.join(THEMES)}")
    return render_scene(match.scene(viewer_seat(match, seat)), theme)


def render_text(match: Match, seat: int | None) -> list[Text]:
    """Return the board as coloured text, with the description of the position below it."""
    viewer = viewer_seat(match, seat)
    scene = match.scene(viewer)
    board = draw_board_to_fit(scene, {}, *_MAX_BOARD_SIZE)
    lines = [*board, Text(), highlight(scene.prompt), Text(status(scene), style=QUIET), Text()]
    return lines + [highlight(line) for line in match.describe(viewer).splitlines()]


def print_lines(console: Console, lines: Sequence[Text]) -> None:
    """Print lines without wrapping them."""
    for line in lines:
        console.print(line, soft_wrap=True)


# -------------------------------------------------------------------- sheet


@app.command(
    epilog=examples(
        "hippodrome sheet battle.record --at 40",
        "hippodrome sheet wheelie -s sides -o sheets.txt",
    )
)
def sheet(
    what: RecordOrGame,
    scenario: ScenarioName = None,
    at: At = None,
    seat: AsSeat = None,
    json: AsJson = False,
    out: OutputFile = None,
    variants: Variants = None,
) -> None:
    """Print the record sheets of a match, or blank ones of a game."""
    match = load_position(what, scenario, at)
    sheets = record_sheets(match, seat)
    if json:
        print_json([one.json() for one in sheets])
    else:
        text = "\n".join([f"{describe_setup(match)}\n", *[one.text() for one in sheets]])
        write_or_show(out, text, lambda: sys.stdout.write(text))


def record_sheets(match: Match, seat: int | None) -> list[Sheet]:
    """Return the record sheets as a seat (counted from 1) or a spectator may see them."""
    sheets = match.game.presentation.sheets(match.view(viewer_seat(match, seat)))
    if not sheets:
        raise UsageError(f"{match.game.title} has no record sheets")
    return sheets


# -------------------------------------------------------------------- odds


@app.command(
    epilog=examples(
        "hippodrome odds benhur",
        "hippodrome odds benhur --record race.record --at 40 left",
    )
)
def odds(
    game: GameName,
    action: Annotated[
        list[str] | None,
        typer.Argument(metavar="ACTION", help="Action, such as: whips 2. By default all options."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Record; by default the start of a new match.")
    ] = None,
    at: At = None,
    scenario: ScenarioName = None,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Show the odds of the options in a position."""
    match = position_for_odds(find_game(game), record, at, scenario)
    actions = requested_actions(match, action or [])
    if json:
        print_json([odds_json(match, each) for each in actions])
    else:
        show_odds(make_console(), match, actions)


def position_for_odds(game: Game, record: Path | None, number: int | None, scenario: str | None) -> Match:
    """Return a position of a record, or the start of a scenario if there is none."""
    if record is None:
        return starting_position(game, scenario, number)
    match = read_record(record)
    if match.game.slug != game.slug:
        raise UsageError(f"{record} is a record of {match.game.slug}, not of {game.slug}")
    return position_after(match, number)


def requested_actions(match: Match, words: Sequence[str]) -> list[Action]:
    """Return the action with this text, which must be legal, or all options."""
    if match.decision is None:
        raise UsageError("the match is over in this position; choose an earlier one with --at")
    if not words:
        return match.proposals()
    text = " ".join(words)
    refusal = match.check(text)
    if refusal is not None:
        raise UsageError(f"{refusal.text} [{refusal.rule}]")
    action = parse(text)
    assert action is not None
    return [action]


def odds_json(match: Match, action: Action) -> Json:
    """Return the odds of an action as JSON: exact fractions, decimals, and the bounds of sampled odds."""
    odds = match.odds(action)
    rows: list[Json] = []
    for name, chance in odds.rows:
        low, high = odds.interval(name)
        rows.append({"outcome": name, "chance": str(chance), "share": float(chance), "low": low, "high": high})
    return {
        "action": action.text,
        "label": match.game.presentation.label(match.state, action),
        "exact": odds.exact,
        "samples": odds.samples,
        "outcomes": rows,
    }


def show_odds(console: Console, match: Match, actions: Sequence[Action]) -> None:
    """Print the decision, and the odds of actions in full."""
    console.print(Text(describe_setup(match), style=STRONG))
    console.print(highlight(f"{FACTIONS[match.seat]}: {match.scene(match.seat).prompt}"))
    for line in odds_lines(match, OddsCache(match, MAX_BRANCHES), actions):
        console.print(line)
