"""The commands review and drill: the costliest decisions of a seat, to read about and to make again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from hippodrome.bots import review as bot_review
from hippodrome.bots.review import CostlyDecision
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.terminal.arguments import AsJson, NoColor, Plain, RecordFile, Variants, examples
from hippodrome.terminal.console import ProgressBar, UsageError, make_console, print_json
from hippodrome.terminal.drill_loop import DrillLoop
from hippodrome.terminal.match_loop import QuitMatch
from hippodrome.terminal.record_files import read_record
from hippodrome.terminal.saves import saved_seats, shell_path
from hippodrome.terminal.screens import choose_screen
from hippodrome.terminal.theme import STRONG, highlight

app = typer.Typer()

ReviewedSeat = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        help="Seat to review: red, white ... or a number from 1; by default the only person of a saved match.",
    ),
]
ReviewSeed = Annotated[int, typer.Option(metavar="N", help="Number that fixes the simulations.")]


@app.command(
    epilog=examples(
        "hippodrome review race.record",
        "hippodrome review race.record --seat red --json",
    )
)
def review(
    file: RecordFile,
    seat: ReviewedSeat = None,
    seed: ReviewSeed = 0,
    json: AsJson = False,
    variants: Variants = None,
) -> None:
    """Find the three costliest decisions of a seat, and better ones.

    The champion judges each decision by what the seat knew at the time. This can take a minute or two.
    """
    match = read_record(file)
    number = find_reviewed_seat(match, file, seat)
    decisions = review_seat(match, number, seed)
    if json:
        print_json([decision_json(decision) for decision in decisions])
    else:
        show_review(make_console(), file, number, decisions)


@app.command(
    epilog=examples(
        "hippodrome drill race.record",
        "hippodrome drill race.record --seat red",
    )
)
def drill(
    file: RecordFile,
    seat: ReviewedSeat = None,
    seed: ReviewSeed = 0,
    no_color: NoColor = False,
    plain: Plain = False,
    variants: Variants = None,
) -> None:
    """Practise the three costliest decisions of a seat: the same position, find better.

    The decisions are reviewed first, which can take a minute or two. What you try is compared with what was played and
    with the best that was found.
    """
    match = read_record(file)
    number = find_reviewed_seat(match, file, seat)
    decisions = review_seat(match, number, seed)
    console = make_console(not no_color)
    if not decisions:
        show_review(console, file, number, decisions)
        return
    solved = 0
    try:
        for place, decision in enumerate(decisions, 1):
            heading = f"Drill {place} of {len(decisions)}: {FACTIONS[number]}, move {decision.move + 1}"
            console.print(Text(heading, STRONG))
            loop = DrillLoop(match, decision, seed, choose_screen(console, "normal", plain), match.shows_odds)
            with loop.screen:
                loop.play()
            console.print(highlight(loop.answer))
            solved += loop.answer != decision.text
    except (QuitMatch, EOFError, KeyboardInterrupt):
        console.print("\nStopped.")
    console.print(highlight(f"Solved: {solved} of {len(decisions)}."))


def find_reviewed_seat(match: Match, path: Path, text: str | None) -> int:
    """Return the seat with this colour or number; without a text, that of the only person in a saved match."""
    names = [name.lower() for name in FACTIONS[: match.setup.seats]]
    if text is None:
        people = [seat.number for seat in saved_seats(path) or [] if seat.is_person]
        if len(people) == 1:
            return people[0]
        raise UsageError(f"name the seat to review with --seat; choose one of: {', '.join(names)}")
    if text.lower() in names:
        return names.index(text.lower())
    if text.isdigit() and 1 <= int(text) <= len(names):
        return int(text) - 1
    raise UsageError(f"there is no seat {text!r}; choose one of: {', '.join(names)}")


def review_seat(match: Match, seat: int, seed: int) -> list[CostlyDecision]:
    """Return the costliest decisions of a seat; a progress bar is shown meanwhile."""
    if not bot_review.can_review(match.game):
        raise UsageError(f"reviews are not available for {match.game.title}: it has no lookahead bot")
    with ProgressBar(f"Reviewing the decisions of {FACTIONS[seat]}", None) as bar:
        return bot_review.review(match, seat, seed, timed=False, progress=bar.update)


def decision_json(decision: CostlyDecision) -> Json:
    """Return a costly decision as JSON; costs are in thousandths of winning chance."""
    return {
        "move": decision.move + 1,
        "seat": decision.seat,
        "played": decision.played.text,
        "better": decision.better.text,
        "cost": decision.cost,
        "error": decision.error,
        "text": decision.text,
    }


def show_review(console: Console, path: Path, seat: int, decisions: list[CostlyDecision]) -> None:
    """Print the costliest decisions, and the command that shows the first of them."""
    if not decisions:
        console.print(highlight(f"No decision of {FACTIONS[seat]} was clearly a costly mistake."))
        return
    console.print(highlight(f"Costliest decisions of {FACTIONS[seat]}, judged by what {FACTIONS[seat]} knew:"))
    for decision in decisions:
        heading = Text(f"Move {decision.move + 1} {cost_text(decision)}: ", style=STRONG)
        console.print(heading.append_text(highlight(decision.text)))
    command = f"hippodrome replay {shell_path(path)} --at {decisions[0].move}"
    console.print(Text(f"Show the first one: {command}"), soft_wrap=True)


def cost_text(decision: CostlyDecision) -> str:
    """Return the cost in percent of winning chance, with twice the standard error: "cost 5 % winning chance (±1)"."""
    return f"cost {decision.cost / 10:.0f} % winning chance (±{decision.error / 5:.0f})"
