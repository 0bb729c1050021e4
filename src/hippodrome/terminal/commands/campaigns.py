"""The commands of hippodrome campaign: new, show, play, take, decide and export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hippodrome.terminal import campaign_files
from hippodrome.terminal.arguments import (
    AnyGame,
    AsJson,
    NoColor,
    NoOdds,
    Options,
    Out,
    Plain,
    Seats,
    Seed,
    Speed,
    Variants,
    examples,
)
from hippodrome.terminal.console import say_json, screen
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.playing import choose_screen, play_at
from hippodrome.terminal.records import put
from hippodrome.terminal.saves import Save, read_odds, read_record, read_side, typed, with_variants

CampaignFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the campaign.")]

app = typer.Typer(
    help="Campaigns: several matches in a row, kept in a file of yours, in which crews grow from game to game.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome campaign new ladder.json --names Falcons,Bulls",
        "hippodrome campaign play ladder.json",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(
    epilog=examples(
        "hippodrome campaign new ladder.json --names Falcons,Bulls",
        "hippodrome campaign new ladder.json wheelie --seats me:Aulus,me:Bettina -o characteristics=on",
    )
)
def new(
    file: CampaignFile,
    game: AnyGame = None,
    kind: Annotated[
        str | None, typer.Option(metavar="NAME", help="The kind of campaign; the first of the game by default.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,NAME,...", help="What the crews are called; one for each seat.")
    ] = None,
    seats: Seats = None,
    option: Options = None,
    variants: Variants = None,
) -> None:
    """Begin a campaign in a new file."""
    campaign = campaign_files.begin(file, campaign_files.find_kind(game, kind), names, seats, option or ())
    campaign_files.show(screen(), file, campaign)


@app.command(epilog=examples("hippodrome campaign show ladder.json"))
def show(file: CampaignFile, json: AsJson = False, variants: Variants = None) -> None:
    """Show a campaign: its crews, what has happened, and what is open."""
    campaign = campaign_files.load(file)
    if json:
        say_json(campaign_files.report_json(campaign))
    else:
        campaign_files.show(screen(), file, campaign)


@app.command(
    epilog=examples(
        "hippodrome campaign play ladder.json",
        "hippodrome campaign play ladder.json --seats me,me",
    )
)
def play(
    file: CampaignFile,
    seats: Seats = None,
    seed: Seed = None,
    speed: Speed = "normal",
    no_color: NoColor = False,
    plain: Plain = False,
    no_odds: NoOdds = False,
    variants: Variants = None,
) -> None:
    """Play the next game, or go on with the one that was begun; when it is over it is taken in.

    The game is saved beside the file after every move.
    """
    console = screen(not no_color)
    campaign = campaign_files.load(file)
    sitting = campaign_files.sitting(campaign, seats)
    campaign_files.settle(console, file, campaign, sitting)
    path = campaign_files.record_path(file, campaign)
    if path.exists():
        match = read_record(path)
        sitting = (read_side(path) if seats is None else None) or sitting
        save = Save(path, sitting, read_odds(path) and not no_odds)
    else:
        match = campaign_files.next_match(campaign, seed)
        save = Save(path, sitting, not no_odds).begin(match)
    if match.result is None:
        play_at(MatchLoop(match, sitting, choose_screen(console, speed, plain), save, save.odds), console, "play")
    if match.result is None:
        console.print(
            Text(f"Or as part of the campaign: hippodrome campaign play {typed(file)}{with_variants()}"), soft_wrap=True
        )
        return
    campaign_files.take(file, campaign, match, path.name)
    console.print()
    campaign_files.show(console, file, campaign)


@app.command("import", epilog=examples("hippodrome campaign import ladder.json duel.record"))
def import_match(
    file: CampaignFile,
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of the game.")],
    variants: Variants = None,
) -> None:
    """Take in a game that was played elsewhere, from its record; every die of it is checked."""
    campaign = campaign_files.load(file)
    campaign_files.take_record(file, campaign, record)
    campaign_files.show(screen(), file, campaign)


@app.command(
    epilog=examples(
        "hippodrome campaign decide ladder.json red driver",
        "hippodrome campaign decide ladder.json Falcons warrior",
    )
)
def decide(
    file: CampaignFile,
    who: Annotated[str, typer.Argument(metavar="WHO", help="A crew by its colour, its name or its number.")],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="What is chosen; show lists what can be.")],
    variants: Variants = None,
) -> None:
    """Decide what is open between two games; whoever does not gets the usual when the next game begins."""
    campaign = campaign_files.load(file)
    for line in campaign_files.decide(file, campaign, who, answer):
        screen().print(Text(line), soft_wrap=True)


@app.command(
    epilog=examples(
        "hippodrome campaign export ladder.json -o ladder.txt",
        "hippodrome campaign export ladder.json --json -o copy.json",
    )
)
def export(file: CampaignFile, json: AsJson = False, out: Out = None, variants: Variants = None) -> None:
    """Write a campaign as text to read, or as the file that another Hippodrome takes in (--json)."""
    campaign = campaign_files.load(file)
    text = campaign.text() if json else campaign_files.report(campaign)
    put(out, text, lambda: typer.echo(text, nl=False))
