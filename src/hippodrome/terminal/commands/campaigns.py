"""The commands of hippodrome campaign: new, show, play, import, decide and export."""

from __future__ import annotations

import json as json_module
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import hippodrome as hd
from hippodrome.kit.campaign import Campaign, Question
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.terminal import campaign_files
from hippodrome.terminal.arguments import (
    AsJson,
    NoColor,
    NoOdds,
    OptionalGame,
    Options,
    OutputFile,
    Plain,
    Seats,
    Seed,
    Speed,
    Variants,
    examples,
)
from hippodrome.terminal.console import make_console, print_json, write_or_show
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop, run_match
from hippodrome.terminal.record_files import read_record
from hippodrome.terminal.saves import SaveFile, is_saved_with_odds, saved_seats, shell_path, variant_options
from hippodrome.terminal.screens import choose_screen
from hippodrome.terminal.theme import QUIET, STRONG, seat_style

CampaignFile = Annotated[Path, typer.Argument(metavar="FILE", help="Campaign file.")]

app = typer.Typer(
    help="Play campaigns: series of matches with skills or points.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome campaign new season.json races --seats me,driver,driver",
        "hippodrome campaign play season.json",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(
    epilog=examples(
        "hippodrome campaign new season.json races --seats me,driver,driver -o races=3 -o tracks=oval",
        "hippodrome campaign new ladder.json wheelie --names Falcons,Bulls",
        "hippodrome campaign new ladder.json wheelie --seats me:Aulus,me:Bettina -o characteristics=on",
    )
)
def new(
    file: CampaignFile,
    game: OptionalGame = None,
    kind: Annotated[
        str | None, typer.Option(metavar="NAME", help="Kind of campaign; by default the first one of the game.")
    ] = None,
    names: Annotated[str | None, typer.Option(metavar="NAME,...", help="Names of the crews, one per seat.")] = None,
    seats: Seats = None,
    option: Options = None,
    variants: Variants = None,
) -> None:
    """Start a campaign in a new file."""
    campaign = campaign_files.create(file, campaign_files.find_kind(game, kind), names, seats, option or ())
    show_campaign(make_console(), file, campaign)


@app.command(epilog=examples("hippodrome campaign show ladder.json"))
def show(file: CampaignFile, json: AsJson = False, variants: Variants = None) -> None:
    """Show the crews, the history and the open decisions of a campaign."""
    campaign = campaign_files.load(file)
    if json:
        print_json(campaign_json(campaign))
    else:
        show_campaign(make_console(), file, campaign)


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
    """Play or resume the next game of a campaign.

    The game is saved next to the campaign file after every move. When it is over, its result is added to the campaign.
    """
    console = make_console(not no_color)
    campaign = campaign_files.load(file)
    players = campaign_files.next_players(campaign, seats)
    settle_questions(console, file, campaign, players)
    path = campaign_files.record_path(file, campaign)
    if path.exists():
        match = read_record(path)
        players = (saved_seats(path) if seats is None else None) or players
        save = SaveFile(path, players, is_saved_with_odds(path) and not no_odds)
    else:
        match = campaign_files.next_match(campaign, seed)
        save = SaveFile(path, players, not no_odds).create(match)
    if match.result is None:
        run_match(MatchLoop(match, players, choose_screen(console, speed, plain), save, save.odds), console, "play")
    if match.result is None:
        command = f"hippodrome campaign play {shell_path(file)}{variant_options()}"
        console.print(Text(f"Or, to continue the campaign: {command}"), soft_wrap=True)
        return
    campaign_files.add_match(file, campaign, match, path.name)
    console.print()
    show_campaign(console, file, campaign)


@app.command("import", epilog=examples("hippodrome campaign import ladder.json duel.record"))
def import_match(
    file: CampaignFile,
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="Record of the finished match.")],
    variants: Variants = None,
) -> None:
    """Add a match that was played elsewhere, after verifying its record."""
    campaign = campaign_files.load(file)
    campaign_files.import_record(file, campaign, record)
    show_campaign(make_console(), file, campaign)


@app.command(
    epilog=examples(
        "hippodrome campaign decide ladder.json red driver",
        "hippodrome campaign decide ladder.json Falcons warrior",
    )
)
def decide(
    file: CampaignFile,
    crew: Annotated[str, typer.Argument(metavar="CREW", help="Colour, name or number of the crew.")],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="One of the answers listed by campaign show.")],
    variants: Variants = None,
) -> None:
    """Make a decision between two games.

    Undecided crews get the default when the next game starts.
    """
    campaign = campaign_files.load(file)
    for line in campaign_files.decide(file, campaign, crew, answer):
        make_console().print(Text(line), soft_wrap=True)


@app.command(
    epilog=examples(
        "hippodrome campaign export ladder.json -o ladder.txt",
        "hippodrome campaign export ladder.json --json -o copy.json",
    )
)
def export(file: CampaignFile, json: AsJson = False, out: OutputFile = None, variants: Variants = None) -> None:
    """Export a campaign as readable text, or with --json as a campaign file."""
    campaign = campaign_files.load(file)
    text = campaign.text() if json else campaign_text(campaign)
    write_or_show(out, text, lambda: typer.echo(text, nl=False))


# -------------------------------------------------------------------- decisions between games


def settle_questions(console: Console, path: Path, campaign: Campaign, seats: Sequence[Seat]) -> None:
    """Settle all open questions: people at this terminal are asked, bots give the default answer."""
    while campaign.questions():
        question = campaign.questions()[0]
        is_person = seats[question.seat].is_person
        answer = ask(console, question) if is_person else question.default.name
        for line in campaign.decide(question.seat, question.name, answer):
            console.print(Text(line))
        campaign_files.save(path, campaign)


def ask(console: Console, question: Question) -> str:
    """Ask until a known answer is typed, and return its name; Enter gives the default."""
    console.print(Text(question.text, style=STRONG))
    for number, answer in enumerate(question.answers, 1):
        default = " (default)" if number == 1 else ""
        console.print(Text(f"  {number}  {answer.title}: {answer.text}{default}"))
    known = {str(number): answer.name for number, answer in enumerate(question.answers, 1)}
    known |= {answer.name: answer.name for answer in question.answers} | {"": question.default.name}
    while (word := console.input("> ").strip().lower()) not in known:
        console.print(Text(f"Type {' or '.join(str(n) for n in range(1, len(question.answers) + 1))}."))
    return known[word]


# -------------------------------------------------------------------- views


def campaign_json(campaign: Campaign) -> Json:
    """Return a campaign as JSON: the content of its file, and its standings, history and open questions."""
    return {
        **json_module.loads(campaign.text()),
        "heads": campaign.heads(),
        "rows": campaign.rows(),
        "told": [line for entry in campaign.entries for line in entry.effects],
        "questions": [question.json() for question in campaign.questions()],
        "next": None if campaign.is_over() else campaign.next_options(),
        "next_scenario": None if campaign.is_over() else campaign.next_scenario(),
        "over": campaign.is_over(),
        "verdict": campaign.verdict(),
    }


def history_lines(campaign: Campaign) -> list[str]:
    """Return the history line by line, each game with the name of its record."""
    lines: list[str] = []
    for entry in campaign.entries:
        record = f" ({entry.outcome.match})" if entry.outcome is not None and entry.outcome.match else ""
        for place, line in enumerate(entry.effects):
            lines.append(f"{line}{record}" if place == 0 else f"  {line}")
    return lines


def show_campaign(console: Console, path: Path, campaign: Campaign) -> None:
    """Print the standings, the history, the open questions, and what to type next."""
    title = hd.game(campaign.kind.game).title
    console.print(Text(f"{title}: {campaign.kind.title}", style=STRONG))
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in campaign.heads():
        table.add_column(head)
    for seat, row in enumerate(campaign.rows()):
        table.add_row(Text(row[0], seat_style(seat)), *row[1:])
    console.print(table)
    console.print()
    for line in history_lines(campaign):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(campaign.verdict(), style=STRONG))
    for question in campaign.questions():
        crew = FACTIONS[question.seat].lower()
        console.print(Text(question.text), soft_wrap=True)
        for answer in question.answers:
            command = f"hippodrome campaign decide {shell_path(path)} {crew} {answer.name}"
            console.print(Text(f"  {answer.title}: {command}", style=QUIET), soft_wrap=True)
    if not campaign.is_over():
        console.print(Text(f"Play the next game: hippodrome campaign play {shell_path(path)}", QUIET), soft_wrap=True)


def campaign_text(campaign: Campaign) -> str:
    """Return the standings and the history as plain text."""
    rows = [campaign.heads(), *campaign.rows()]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [f"{hd.game(campaign.kind.game).title}: {campaign.kind.title}", ""]
    lines += ["  ".join(cell.ljust(widths[place]) for place, cell in enumerate(row)).rstrip() for row in rows]
    return "\n".join([*lines, "", *history_lines(campaign), campaign.verdict()]) + "\n"
