"""Advice at the terminal: hints, why a program moved as it did, and the command review."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from hippodrome.bots.advice import Advice, advise, adviser_level, has_no_secret
from hippodrome.bots.analysis import Analysis
from hippodrome.bots.explanations import explain
from hippodrome.bots.review import CostlyDecision, can_review, review
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json, State
from hippodrome.terminal.console import Bar, UsageError
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.saves import read_side, typed
from hippodrome.terminal.theme import STRONG, painted

# -------------------------------------------------------------------- during play


def hint_lines(match: Match) -> list[Text]:
    """What the strongest program would do in place of whoever must decide, and why."""
    if not adviser_level(match.game):
        return [Text(f"Nobody can give a hint in {match.game.title}.")]
    return advice_lines(f"The {adviser_level(match.game)} would choose: ", advise(match, timed=True))


def advice_lines(head: str, advice: Advice) -> list[Text]:
    """Return a choice with its reasons."""
    first = Text.assemble(head, (advice.label, STRONG), ".")
    return [first, *[painted(line) for line in advice.lines()]]


class Whys:
    """What the program that moved last had weighed. It says so only if it knew nothing that others may not know."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.open = False
        self.told: tuple[Seat, State, Analysis] | None = None

    def will_move(self, seat: Seat, imagined: State, thoughts: Analysis) -> None:
        """A program is about to move."""
        self.told = (seat, imagined, thoughts)
        self.open = has_no_secret(self.match, seat.number)

    def has_moved(self) -> None:
        """Its move may itself be a secret."""
        if self.told is not None:
            self.open = self.open and has_no_secret(self.match, self.told[0].number)

    def lines(self) -> list[Text]:
        """Its reasons, or why there are none."""
        if self.told is None:
            return [Text("No program has moved yet.")]
        seat, imagined, thoughts = self.told
        if not self.open:
            return [painted(f"{seat.faction} knows something that others may not, and its reasons would betray it.")]
        found = explain(self.match.game, imagined, seat.number, thoughts, self.match.shows_odds)
        return advice_lines(f"{seat.faction} ({seat.level}) chose: ", found)


# -------------------------------------------------------------------- afterwards


def review_command(path: Path, seat: Seat) -> str:
    """What to type to see what cost somebody most."""
    return f"hippodrome review {typed(path)} --seat {seat.faction.lower()}"


def reviewed_seat(match: Match, path: Path, text: str | None) -> int:
    """Return the seat that is meant: by its colour, by its number, or the one person of a saved match."""
    names = [name.lower() for name in FACTIONS[: match.setup.seats]]
    if text is None:
        people = [seat.number for seat in read_side(path) or [] if seat.is_person]
        if len(people) == 1:
            return people[0]
        raise UsageError(f"say whose decisions with --seat; there are: {', '.join(names)}")
    if text.lower() in names:
        return names.index(text.lower())
    if text.isdigit() and 1 <= int(text) <= len(names):
        return int(text) - 1
    raise UsageError(f"there is no seat {text!r}; there are: {', '.join(names)}")


def reviewed(match: Match, seat: int, seed: int) -> list[CostlyDecision]:
    """Return the most costly decisions of a seat; a bar shows how far it is."""
    if not can_review(match.game):
        raise UsageError(f"no program looks ahead in {match.game.title}, so nobody can say what would have been better")
    with Bar(f"Weighing the decisions of {FACTIONS[seat]}", None) as bar:
        return review(match, seat, seed, timed=False, progress=bar.at)


def costly_json(one: CostlyDecision) -> Json:
    """Return a costly decision for programs; costs are thousandths of the chance to win."""
    return {
        "move": one.move + 1,
        "seat": one.seat,
        "played": one.played.text,
        "better": one.better.text,
        "cost": one.cost,
        "error": one.error,
        "text": one.text,
    }


def show_review(console: Console, path: Path, seat: int, found: list[CostlyDecision]) -> None:
    """The most costly decisions in words, and how to see the moment of one."""
    if not found:
        console.print(painted(f"Nothing {FACTIONS[seat]} did was surely a costly mistake."))
        return
    console.print(painted(f"What cost {FACTIONS[seat]} most:"))
    for one in found:
        cost = Text(f"Move {one.move + 1}, {points(one)}: ", style=STRONG)
        console.print(cost.append_text(painted(one.text)))
    console.print(Text(f"See the first: hippodrome replay {typed(path)} --at {found[0].move}"), soft_wrap=True)


def points(one: CostlyDecision) -> str:
    """What a decision cost, in percentage points of the chance to win."""
    return f"{one.cost / 10:.0f} points of the chance to win (give or take {one.error / 5:.0f})"
