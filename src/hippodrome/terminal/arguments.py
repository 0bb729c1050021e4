"""What the commands take: arguments and options, and what a shell may complete them with."""

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
from hippodrome.terminal.screens import PACES
from hippodrome.variants import VariantError, read


def examples(*lines: str) -> str:
    """What stands at the end of a command's help."""
    return "\n\n".join(["Examples:", *lines])


# -------------------------------------------------------------------- completion


def known_games(incomplete: str) -> list[tuple[str, str]]:
    """Return the games."""
    return [(slug, game.title) for slug, game in hd.games().items() if slug.startswith(incomplete)]


def _chosen(ctx: typer.Context) -> hd.Game:
    """Return the game typed so far, or the first."""
    return hd.games().get(str(ctx.params.get("game")), next(iter(hd.games().values())))


def known_scenarios(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the scenarios of the game."""
    found = _chosen(ctx).scenarios()
    return [(scenario.slug, scenario.title) for scenario in found if scenario.slug.startswith(incomplete)]


def known_levels(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the levels of the game's programs."""
    before, comma, word = incomplete.rpartition(",")
    return [f"{before}{comma}{level}" for level in bots.levels(_chosen(ctx)) if level.startswith(word)]


def known_seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Who may take a seat."""
    before, comma, word = incomplete.rpartition(",")
    person = [f"{before}{comma}{ME}"] if ME.startswith(word) else []
    return [*person, *known_levels(ctx, incomplete)]


def known_options(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the options of the scenario, with each value."""
    slug = ctx.params.get("scenario")
    found = [s for s in _chosen(ctx).scenarios() if slug in (None, s.slug)]
    texts = [(f"{s.name}={value}", s.title) for s in found[0].options for value in s.values] if found else []
    return [row for row in texts if row[0].startswith(incomplete)]


def known_clauses(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the clauses of the game."""
    clauses = _chosen(ctx).rulebook.clauses.values()
    return [(clause.id, clause.title) for clause in clauses if clause.id.startswith(incomplete.upper())]


def known(names: Sequence[str]) -> Callable[[str], list[str]]:
    """Any of a few words."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


# -------------------------------------------------------------------- variants


def load_variants(paths: list[Path] | None) -> list[Path] | None:
    """Take the variants into use that were named, before anything else is looked at."""
    for path in paths or ():
        load_variant(path)
    return paths


def load_variant(path: Path) -> Game:
    """Take a variant into use; what is wrong is named with file, line and key."""
    try:
        return catalogue.use(read(path))
    except VariantError as error:
        raise UsageError(str(error)) from None


# -------------------------------------------------------------------- what several commands take

Variants = Annotated[
    list[Path] | None,
    typer.Option(
        "--variant",
        metavar="FOLDER",
        help="A variant: its folder, or the one file it was packed in; may be given several times.",
        callback=load_variants,
        is_eager=True,
    ),
]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.", autocompletion=known_games)]
AnyGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The game's short name; the first by default.", autocompletion=known_games),
]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        "-s",
        metavar="NAME",
        help="The scenario; the first by default.",
        autocompletion=known_scenarios,
    ),
]
Seats = Annotated[
    str | None,
    typer.Option(
        "--seats",
        metavar="WHO,WHO,...",
        help="Who sits where: me (or me:NAME) for a person at this terminal, or a program's level.",
        autocompletion=known_seats,
    ),
]
BotLevels = Annotated[
    str | None,
    typer.Option("--seats", metavar="LEVEL,LEVEL,...", help="The programs' levels.", autocompletion=known_levels),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the scenario; may be given several times.",
        autocompletion=known_options,
    ),
]
Seed = Annotated[
    str | None, typer.Option(metavar="N", help="A number that fixes the dice; secret and fresh by default.")
]
Speed = Annotated[
    str, typer.Option(metavar="SPEED", help="slow, normal, fast or instant.", autocompletion=known(list(PACES)))
]
NoColor = Annotated[bool, typer.Option("--no-color", metavar="", help="No colours.")]
NoOdds = Annotated[
    bool, typer.Option("--no-odds", metavar="", help="Play without odds; a saved match stays as it was begun.")
]
Plain = Annotated[
    bool, typer.Option("--plain", metavar="", help="Plain lines instead of whole screens, for screen readers.")
]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="One JSON document, for programs.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", help="The moment after N moves.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
AsSeat = Annotated[
    int | None, typer.Option("--seat", metavar="N", help="As this seat sees it, counted from 1; else as a spectator.")
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it here instead of to the terminal.")
]
