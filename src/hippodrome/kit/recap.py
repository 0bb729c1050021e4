"""Recaps: what has happened since a seat's last move, as browser and terminal show it when the seat decides again.

A recap is made from the events that the seat may see and from its own moves, so it reveals nothing. It stays the same
while the seat makes one move after another, until another seat has done something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.match import Match
from hippodrome.kit.templates import fill_template, sentence_case

MAX_LINES_PER_SEAT = 2


class SeatRecap:
    """The actions of another seat: counted, as one text, and its most important log lines."""

    __slots__ = ("lines", "seat", "summary")

    def __init__(self, seat: int, summary: str, lines: list[LogLine]) -> None:
        self.seat = seat
        self.summary = summary
        self.lines = lines

    def __repr__(self) -> str:
        return f"<SeatRecap of seat {self.seat}: {self.summary}>"


class Recap:
    """The news since a seat's last move.

    start   number of events before that move
    harm    the log lines of everything that hurt the seat, its losses first
    seats   what the other seats have done, in the order in which they acted
    """

    __slots__ = ("harm", "seats", "start")

    def __init__(self, start: int, harm: list[LogLine], seats: list[SeatRecap]) -> None:
        self.start = start
        self.harm = harm
        self.seats = seats

    def __repr__(self) -> str:
        return f"<Recap of the events after {self.start}: {len(self.harm)} lines of harm, {len(self.seats)} seats>"


def recap(match: Match, seat: int) -> Recap | None:
    """Return what has happened since a seat's last move; None if it has not moved, or no other seat has acted since."""
    window = find_window(match, seat)
    return recap_of(match, seat, *window) if window is not None else None


def find_window(match: Match, seat: int) -> tuple[int, int] | None:
    """Return the places of the events that a recap is about: between two moves of the seat, or since its last one."""
    end = len(match.events)
    for start in reversed(match.starts_of_moves(seat)):
        if _others_acted(match, seat, start, end):
            return start, end
        end = start
    return None


def recap_of(match: Match, seat: int, start: int, end: int) -> Recap:
    """Return what has happened to a seat, and what others have done, between two places."""
    lines = [line for line in match.log_lines(seat, start, end) if not line.is_heading]
    return Recap(start, _by_weight(lines, seat), _other_seats(match, lines, seat))


def _others_acted(match: Match, seat: int, start: int, end: int) -> bool:
    """Return whether the seat can see an event between two places that is about another seat."""
    return any(event.actor() not in (seat, SPECTATOR) for event in match.visible_events(seat, start, end))


def _by_weight(lines: Sequence[LogLine], seat: int) -> list[LogLine]:
    """Return the lines of what hurt a seat, its losses first."""
    harm = [line for line in lines if line.harmed == seat]
    return [*[line for line in harm if line.is_loss], *[line for line in harm if not line.is_loss]]


def _other_seats(match: Match, lines: Sequence[LogLine], seat: int) -> list[SeatRecap]:
    """Return what the other seats have done, in the order in which they first appear."""
    others = dict.fromkeys(line.seat for line in lines if line.seat not in (seat, SPECTATOR))
    recaps = []
    for other in others:
        own = [line for line in lines if line.seat == other]
        counted = summarise(match, own)
        name = sentence_case(match.game.presentation.actor_name(match.state, other))
        summary = f"{name}: {counted}." if counted else ""
        notable = [line for line in own if (line.is_key_moment or line.harmed == other) and line.harmed != seat]
        if not notable and not summary:
            notable = [line for line in own if not line.is_routine and line.harmed != seat]
        shown = most_important(notable, MAX_LINES_PER_SEAT)
        if summary or shown:
            recaps.append(SeatRecap(other, summary, shown))
    return recaps


def summarise(match: Match, lines: Sequence[LogLine]) -> str:
    """Return how often a seat did what the game counts in a recap: "24 units moved, 3 volleys"."""
    counts = Counter(line.kind for line in lines)
    names = match.game.words.recap
    return ", ".join([_count_text(template, counts[kind]) for kind, template in names.items() if counts[kind]])


def _count_text(template: str, count: int) -> str:
    return fill_template(template, lambda name: str(count))


def most_important(lines: Sequence[LogLine], limit: int) -> list[LogLine]:
    """Return the most important of some lines in their order: losses before everything else, then the latest."""
    ranked = sorted(lines, key=lambda line: (line.is_loss, line.place), reverse=True)[:limit]
    return sorted(ranked, key=lambda line: line.place)
