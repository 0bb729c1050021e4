"""Explanations of finished matches: the events that decided them, and their figures in readable form."""

from __future__ import annotations

from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import sentence_case

MAX_DECISIVE_LINES = 4


def decisive_lines(match: Match, seat: int | None = None) -> list[LogLine]:
    """Return the log lines of the last decisive events of a match, as a seat may read them."""
    lines = [line for line in match.log_lines(seat) if line.is_decisive]
    return lines[-MAX_DECISIVE_LINES:]


class Figures:
    """The statistics of a match by their titles: of the whole match, and of each seat."""

    __slots__ = ("match", "seats")

    def __init__(self, match: dict[str, int], seats: list[dict[str, int]]) -> None:
        self.match = match
        self.seats = seats

    def __repr__(self) -> str:
        return f"<Figures {self.match}, of seats {self.seats}>"


def figures(match: Match) -> Figures:
    """Return the statistics of a match. One whose name ends in that of a seat or its army belongs to the seat."""
    presentation = match.game.presentation
    names = [(FACTIONS[seat], presentation.actor_name(match.state, seat)) for seat in range(match.setup.seats)]
    whole: dict[str, int] = {}
    seats: list[dict[str, int]] = [{} for _ in names]
    for key, value in match.game.analysis.match_statistics(match.state).items():
        owners = [seat for seat, titles in enumerate(names) if any(key.endswith(f" {title}") for title in titles)]
        if owners:
            name = next(key.removesuffix(f" {title}") for title in names[owners[0]] if key.endswith(f" {title}"))
            seats[owners[0]][figure_title(match, name)] = int(value)
        else:
            whole[figure_title(match, key)] = int(value)
    return Figures(whole, seats)


def figure_title(match: Match, name: str) -> str:
    """Return the title of a statistic: as in [figures] of words.toml, or its name."""
    return match.game.words.figures.get(name, sentence_case(name))
