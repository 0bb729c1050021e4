"""Log lines: events as browser and terminal show them, with clause, seat and dice, and merged where they repeat."""

from __future__ import annotations

from hippodrome.kit.events import SPECTATOR, DiceRolled, Event
from hippodrome.kit.game import AnyState, Game


class LogLine:
    """One line of a log.

    place           number of its event in the match
    seat            the seat that the event is about, or SPECTATOR
    dice            the dice that were rolled
    dice_at         where the dice stand in the text; -1 if they do not
    kind            the class of the event; empty for a line that is no event
    harmed          the seat that the event hurts, or SPECTATOR
    is_loss         whether the harm is final
    is_decisive     whether it may have decided the match
    is_key_moment   whether screens draw attention to it
    is_routine      whether a short log leaves it out
    is_heading      whether a new part of the log begins with it
    merge_key       consecutive lines with the same key become one; empty if the line never merges
    times           number of lines merged into it
    """

    __slots__ = (
        "dice",
        "dice_at",
        "harmed",
        "is_decisive",
        "is_heading",
        "is_key_moment",
        "is_loss",
        "is_routine",
        "kind",
        "merge_key",
        "place",
        "rule",
        "seat",
        "text",
        "times",
    )

    def __init__(self, place: int, text: str, rule: str = "", seat: int = SPECTATOR) -> None:
        self.place = place
        self.text = text
        self.rule = rule
        self.seat = seat
        self.dice: list[int] = []
        self.dice_at = -1
        self.kind = ""
        self.harmed = SPECTATOR
        self.is_loss = False
        self.is_decisive = False
        self.is_key_moment = False
        self.is_routine = False
        self.is_heading = False
        self.merge_key = ""
        self.times = 1

    def __repr__(self) -> str:
        return f"<LogLine {self.place}: {self.text} [{self.rule}] x{self.times}>"


def log_line(game: Game, state: AnyState, place: int, event: Event) -> LogLine:
    """Return the line of an event, the one with this number in the match."""
    kind = type(event)
    line = LogLine(place, game.presentation.sentence(state, event), event.rule, event.actor())
    if isinstance(event, DiceRolled):
        line.dice = list(event.dice)
        line.dice_at = game.presentation.dice_position(state, event)
    line.kind = kind.__name__
    line.harmed = event.harmed_seat()
    line.is_loss = kind.LOSS
    line.is_decisive = kind.DECISIVE or kind.LOSS
    line.is_key_moment = kind.KEY_MOMENT
    line.is_routine = kind.ROUTINE
    line.is_heading = kind.HEADING
    line.merge_key = f"{kind.__name__} {event.rule} {line.seat}" if kind.MERGES else ""
    return line


def add_line(lines: list[LogLine], line: LogLine) -> None:
    """Add a line at the end; if it merges with the last line, put it in its place."""
    if lines and line.merge_key and lines[-1].merge_key == line.merge_key:
        line.times += lines[-1].times
        lines[-1] = line
    else:
        lines.append(line)
