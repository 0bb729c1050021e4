"""Log lines: events as browser and terminal show them, with clause, seat and dice, and merged where they repeat."""

from __future__ import annotations

from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.game import AnyState, Game


class LogLine:
    """One line of a log.

    place           number of its event in the match
    seat            the seat that the event is about, or SPECTATOR
    dice            the dice that were rolled
    is_key_moment   whether screens draw attention to it
    merge_key       consecutive lines with the same key become one; empty if the line never merges
    times           number of lines merged into it
    """

    __slots__ = ("dice", "is_key_moment", "merge_key", "place", "rule", "seat", "text", "times")

    def __init__(
        self, place: int, text: str, rule: str, seat: int, dice: list[int], is_key_moment: bool, merge_key: str
    ) -> None:
        self.place = place
        self.text = text
        self.rule = rule
        self.seat = seat
        self.dice = dice
        self.is_key_moment = is_key_moment
        self.merge_key = merge_key
        self.times = 1

    def __repr__(self) -> str:
        return f"<LogLine {self.place}: {self.text} [{self.rule}] x{self.times}>"


def log_line(game: Game, state: AnyState, place: int, event: Event) -> LogLine:
    """Return the line of an event, the one with this number in the match."""
    kind, seat = type(event), event.actor()
    dice = list(event.dice) if isinstance(event, DiceRolled) else []
    merge_key = f"{kind.__name__} {event.rule} {seat}" if kind.MERGES else ""
    return LogLine(place, game.presentation.sentence(state, event), event.rule, seat, dice, kind.KEY_MOMENT, merge_key)


def add_line(lines: list[LogLine], line: LogLine) -> None:
    """Add a line at the end; if it merges with the last line, put it in its place."""
    if lines and line.merge_key and lines[-1].merge_key == line.merge_key:
        line.times += lines[-1].times
        lines[-1] = line
    else:
        lines.append(line)
