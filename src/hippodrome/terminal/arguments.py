"""Arguments and options shared by several commands, with their shell completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

import hippodrome as hd
from hippodrome import bots, catalogue
from hippodrome.kit.game import Game
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import ME
from hippodrome.terminal.screens import MOVE_PAUSES_S
from hippodrome.variants import VariantError, read_variant


def examples(*lines: str) -> str:
    """Return the examples at the end of a command's help."""
    return "\n\n".join(["Examples:", *lines])


# -------------------------------------------------------------------- completion


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Return the games whose names begin with a text."""
    return [(slug, game.title) for slug, game in hd.games().items() if slug.startswith(incomplete)]


def _typed_game(ctx: typer.Context) -> hd.Game:
    """Return the game on the command line, or the first game."""
    return hd.games().get(str(ctx.params.get("game")), next(iter(hd.games().values())))


def complete_scenario(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the scenarios of the game whose names begin with a text."""
    scenarios = _typed_game(ctx).scenarios()
    return [(scenario.slug, scenario.title) for scenario in scenarios if scenario.slug.startswith(incomplete)]


def complete_levels(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the bot levels of the game that complete the last word of a comma-separated list."""
    before, comma, word = incomplete.rpartition(",")
    return [f"{before}{comma}{level}" for level in bots.levels(_typed_game(ctx)) if level.startswith(word)]


def complete_seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the players, a person or a bot level, that complete the last word of a comma-separated list."""
    before, comma, word = incomplete.rpartition(",")
    person = [f"{before}{comma}{ME}"] if ME.startswith(word) else []
    return [*person, *complete_levels(ctx, incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the options of the scenario, with each value, that begin with a text."""
    slug = ctx.params.get("scenario")
    scenarios = [scenario for scenario in _typed_game(ctx).scenarios() if slug in (None, scenario.slug)]
    settings = scenarios[0].options if scenarios else []
    texts = [(f"{setting.name}={value}", setting.title) for setting in settings for value in setting.values]
    return [row for row in texts if row[0].startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the clauses of the game whose ids begin with a text."""
    clauses = _typed_game(ctx).rulebook.clauses.values()
    return [(clause.id, clause.title) for clause in clauses if clause.id.startswith(incomplete.upper())]


def complete_from(names: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a completion from a fixed list of words."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


# -------------------------------------------------------------------- variants


def load_variants(paths: list[Path] | None) -> list[Path] | None:
    """Load the named variants; a callback, run before the other options are read."""
    for path in paths or ():
        load_variant(path)
    return paths


def load_variant(path: Path) -> Game:
    """Load a variant and return its game. Errors name the file, line and key."""
    try:
        return catalogue.register_variant(read_variant(path))
    except VariantError as error:
        raise UsageError("; ".join(error.problems)) from None


# -------------------------------------------------------------------- shared arguments and options

Variants = Annotated[
    list[Path] | None,
    typer.Option(
        "--variant",
        metavar="PATH",
        help="Load a variant from its folder or file; repeatable.",
        callback=load_variants,
        is_eager=True,
    ),
]

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Name of a game, as listed by hippodrome games.", autocompletion=complete_game),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="Name of a game, as listed by hippodrome games; by default the first.",
        autocompletion=complete_game,
    ),
]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        "-s",
        metavar="NAME",
        help="Scenario; by default the first one of the game.",
        autocompletion=complete_scenario,
    ),
]
Seats = Annotated[
    str | None,
    typer.Option(
        "--seats",
        metavar="PLAYER,...",
        help="Player of each seat: me (or me:NAME) for a person at this terminal, or a bot level, such as driver.",
        autocompletion=complete_seats,
    ),
]
BotLevels = Annotated[
    str | None,
    typer.Option(
        "--seats", metavar="LEVEL,...", help="Bot level of each seat, such as driver.", autocompletion=complete_levels
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Set an option of the scenario; repeatable.",
        autocompletion=complete_option,
    ),
]
Seed = Annotated[
    str | None, typer.Option(metavar="N", help="Number that fixes the dice; by default random and secret.")
]
Speed = Annotated[
    str,
    typer.Option(
        metavar="SPEED",
        help="Speed of bot moves: slow, normal, fast or instant.",
        autocompletion=complete_from(list(MOVE_PAUSES_S)),
    ),
]
NoColor = Annotated[bool, typer.Option("--no-color", metavar="", help="Print without colours.")]
NoOdds = Annotated[bool, typer.Option("--no-odds", metavar="", help="Play the whole match without odds.")]
Plain = Annotated[
    bool, typer.Option("--plain", metavar="", help="Print plain lines instead of full screens; for screen readers.")
]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", help="Position after N moves; by default the last one.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="Record of a match.")]
RecordOrGame = Annotated[
    str, typer.Argument(metavar="FILE|GAME", help="Record, or name of a game.", autocompletion=complete_game)
]
AsSeat = Annotated[
    int | None, typer.Option("--seat", metavar="N", help="Show what seat N sees; by default what a spectator sees.")
]
Watch = Annotated[
    bool, typer.Option("--watch", metavar="", help="Check again whenever a file is saved, until you press Ctrl+C.")
]
OutputFile = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to a file instead of the terminal.")
]
