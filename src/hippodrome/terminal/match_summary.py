"""The summary of a finished match: result, standings, statistics, the seed, and commands to try next."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hippodrome.bots.review import can_review
from hippodrome.kit.custom_files import is_file
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.ending import decisive_lines, figures
from hippodrome.kit.events import SPECTATOR, DiceRolled
from hippodrome.kit.game import Result
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.terminal.log_view import line_text, merged_log
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.saves import SaveFile, shell_path, variant_options
from hippodrome.terminal.theme import STRONG, highlight, seat_style

LAST_LOG_LINES = 6


def dice_of_seat(match: Match, seat: int) -> list[int]:
    """Return every die that a seat has rolled."""
    return [
        value for event in match.events if isinstance(event, DiceRolled) and event.who == seat for value in event.dice
    ]


def standings_table(match: Match, seats: Sequence[Seat], result: Result) -> Table:
    """Return the final standings: place, seat, player, number of dice and their average."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in ("Place", "Seat", "Player", "Dice rolled", "Average roll"):
        table.add_column(head, justify="left" if head in ("Seat", "Player") else "right")
    for number in sorted(range(len(seats)), key=lambda number: result.places[number]):
        seat, dice = seats[number], dice_of_seat(match, number)
        mean = f"{sum(dice) / len(dice):.2f}" if dice else ""
        player = seat.name or ("you" if seat.is_person else seat.level)
        table.add_row(str(result.places[number]), Text(seat.faction, seat_style(number)), player, str(len(dice)), mean)
    return table


def rematch_command(match: Match, seats: Sequence[Seat], command: str) -> str:
    """Return what to type to play or watch the same match with new dice."""
    setup = match.setup
    words = ["hippodrome", command, setup.game.slug, "--scenario", setup.scenario.slug]
    words += ["--seats", ",".join(seat.text() for seat in seats)]
    for setting in setup.scenario.options:
        if setup.options[setting.name] != setting.default:
            value = setup.options[setting.name]
            words += ["--option", f"{setting.name}={'FILE' if is_file(value) else value}"]
    return " ".join(f'"{word}"' if " " in word else word for word in words) + variant_options()


def show_last_lines(console: Console, match: Match) -> None:
    """Print the last lines of the log again, which vanished with the full screen."""
    for line in merged_log(match, SPECTATOR)[-LAST_LOG_LINES:]:
        console.print(highlight(line_text(line), quiet=True))


def show_summary(console: Console, match: Match, seats: Sequence[Seat], save: SaveFile | None, command: str) -> None:
    """Print the summary of a finished match; `command` is play or watch."""
    result = match.result
    assert result is not None
    console.print()
    verdict = highlight(match.game.presentation.verdict(result))
    verdict.stylize(STRONG)
    console.print(verdict)
    console.print()
    decisive = decisive_lines(match)
    if decisive:
        console.print(Text("How it was decided:"))
        for line in decisive:
            console.print(highlight(f"  {line_text(line)}"))
        console.print()
    console.print(standings_table(match, seats, result))
    console.print()
    found = figures(match)
    for number, own in enumerate(found.seats):
        if own:
            row = Text(FACTIONS[number], seat_style(number))
            console.print(row.append(": " + ", ".join(f"{name.lower()} {value}" for name, value in own.items())))
    statistics = [f"{name}: {value}" for name, value in found.match.items()]
    statistics += [f"Moves: {match.move_count}", f"Dice: {match.state.dice.rolled}"]
    console.print(Text(". ".join(statistics) + "."))
    dice = match.first_dice
    if isinstance(dice, TapeDice):
        console.print(Text(f"Seed: {dice.seed.hex()}"))
        console.print(Text(f"Commitment: {match.commitment}"))
    if save is not None:
        path = shell_path(save.path)
        console.print(Text(f"Verify the dice: hippodrome verify {path}{variant_options()}"), soft_wrap=True)
        console.print(Text(f"Replay it: hippodrome replay {path} --step{variant_options()}"), soft_wrap=True)
        if can_review(match.game):
            for seat in [seat for seat in seats if seat.is_person]:
                review = f"hippodrome review {path} --seat {seat.faction.lower()}{variant_options()}"
                console.print(Text(f"Review your costliest decisions: {review}"), soft_wrap=True)
    console.print(Text(f"Rematch: {rematch_command(match, seats, command)}"), soft_wrap=True)
