"""The end of a match: result, places, a few figures, the proof of the dice, and what to type next."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from hippodrome.bots.review import can_review
from hippodrome.kit.custom_files import is_file
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.events import SPECTATOR, DiceRolled
from hippodrome.kit.game import Result
from hippodrome.kit.match import Match
from hippodrome.terminal.advice import review_command
from hippodrome.terminal.log_view import story
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.saves import Save, typed
from hippodrome.terminal.theme import STRONG, painted, plate

LAST = 6  # lines of the story told again at the end


def dice_of(match: Match, seat: int) -> list[int]:
    """Return every die a seat has thrown."""
    return [
        value for event in match.events if isinstance(event, DiceRolled) and event.who == seat for value in event.dice
    ]


def places(match: Match, seats: Sequence[Seat], result: Result) -> Grid:
    """Return the places, who drove, and how the dice fell."""
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for head in ("Place", "Faction", "Driver", "Dice thrown", "Average"):
        grid.add_column(head, justify="right" if head in ("Place", "Dice thrown", "Average") else "left")
    for number in sorted(range(len(seats)), key=lambda number: result.places[number]):
        seat, dice = seats[number], dice_of(match, number)
        mean = f"{sum(dice) / len(dice):.2f}" if dice else ""
        driver = seat.name or ("you" if seat.is_person else seat.level)
        grid.add_row(str(result.places[number]), Text(seat.faction, plate(number)), driver, str(len(dice)), mean)
    return grid


def rematch(match: Match, seats: Sequence[Seat], verb: str) -> str:
    """What to type for the same match with new dice."""
    setup = match.setup
    words = ["hippodrome", verb, setup.game.slug, "--scenario", setup.scenario.slug]
    words += ["--seats", ",".join(seat.text() for seat in seats)]
    for setting in setup.scenario.options:
        if setup.options[setting.name] != setting.default:
            value = setup.options[setting.name]
            words += ["--option", f"{setting.name}={'FILE' if is_file(value) else value}"]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def show_ending(console: Console, match: Match, seats: Sequence[Seat], save: Save | None, verb: str) -> None:
    """How it ended, and all that follows from it."""
    result = match.result
    assert result is not None
    for entry in story(match, SPECTATOR)[-LAST:]:
        console.print(painted(entry.line(), quiet=True))
    console.print()
    line = painted(match.game.verdict(result))
    line.stylize(STRONG)
    console.print(line)
    console.print()
    console.print(places(match, seats, result))
    console.print()
    figures = [f"{name} {number}" for name, number in match.game.match_statistics(match.state).items()]
    figures += [f"decisions {len(match.moves)}", f"dice {match.state.dice.rolled}"]
    console.print(Text("Figures: " + ", ".join(figures)))
    dice = match.first_dice
    if isinstance(dice, TapeDice):
        console.print(Text(f"Seed: {dice.seed.hex()}"))
        console.print(Text(f"Commitment: {match.commitment}"))
    if save is not None:
        console.print(Text(f"Check the dice: hippodrome verify {typed(save.path)}"), soft_wrap=True)
        console.print(Text(f"See it again: hippodrome replay {typed(save.path)} --step"), soft_wrap=True)
        if can_review(match.game):
            for seat in [seat for seat in seats if seat.is_person]:
                console.print(Text(f"What cost you most: {review_command(save.path, seat)}"), soft_wrap=True)
    console.print(Text(f"Rematch: {rematch(match, seats, verb)}"), soft_wrap=True)
