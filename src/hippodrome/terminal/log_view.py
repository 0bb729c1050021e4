"""The log of a match in the terminal: all lines for a page, and the latest ones in a narrow column."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.log_lines import LogLine, add_line
from hippodrome.kit.match import Match
from hippodrome.terminal.theme import QUIET, die_face, highlight

_ALWAYS_SHOWN = 3  # latest lines
_WRAP_CONSOLE = Console(width=200, file=None, force_terminal=False)  # Text.wrap requires a console


class LogNote:
    """A line that the terminal adds to the log, before the event with the number `place`."""

    def __init__(self, place: int, text: str) -> None:
        self.place = place
        self.text = text


def merged_log(match: Match, seat: int, notes: Sequence[LogNote] = ()) -> list[LogLine]:
    """Return the log as far as a seat may know it, with notes; lines that repeat are merged."""
    lines: list[LogLine] = []
    pending = list(notes)
    for line in match.log_lines(seat):
        while pending and pending[0].place <= line.place:
            _add_note(lines, pending.pop(0))
        add_line(lines, line)
    for note in pending:
        _add_note(lines, note)
    return lines


def _add_note(lines: list[LogLine], note: LogNote) -> None:
    """Add a note, unless it repeats the previous note between lines that merge."""
    last = next((line for line in reversed(lines) if not line.rule), None)
    if last is None or last.text != note.text or not lines[-1].merge_key:
        lines.append(LogLine(note.place, note.text, "", SPECTATOR, [], False, ""))


def sentence(line: LogLine) -> str:
    """Return the sentence of a line, with dice as faces: "[4]"."""
    plain = " ".join(str(value) for value in line.dice)
    return line.text.replace(plain, " ".join(die_face(value) for value in line.dice), 1) if plain else line.text


def line_text(line: LogLine) -> str:
    """Return a line as text: the sentence, how often it was merged, and the clause id."""
    times = f" (x{line.times})" if line.times > 1 else ""
    rule = f" {line.rule}" if line.rule else ""
    return f"{sentence(line)}{times}{rule}"


def wrap_text(text: Text, width: int, indent: int = 1) -> list[Text]:
    """Return a text in lines of at most this width, all but the first indented."""
    text.no_wrap = False
    first, *rest = list(text.wrap(_WRAP_CONSOLE, width - indent)) or [Text()]
    return [first, *[Text(" " * indent).append_text(line) for line in rest]]


def latest_lines(log: Sequence[LogLine], width: int, height: int, since: int) -> list[Text]:
    """Return the latest lines of a log that fit a column.

    Lines before the event `since` are dimmed. If the newer ones do not fit, lines that are no key moments are dropped.
    """
    shown = [(line, wrap_text(highlight(line_text(line), line.place < since or not line.rule), width)) for line in log]
    news = [pair for pair in shown if pair[0].place >= since]
    head: list[Text] = []
    if sum(len(rows) for _, rows in news) > height:
        head = [Text("Shortened (l: full log)", style=QUIET)]
        shown = drop_minor_lines(news, height - 1)
    first, rows_left = len(shown), height - len(head)
    while first and rows_left >= len(shown[first - 1][1]):
        first -= 1
        rows_left -= len(shown[first][1])
    return [*head, *[row for _, rows in shown[first:] for row in rows]]


def drop_minor_lines(log: Sequence[tuple[LogLine, list[Text]]], height: int) -> list[tuple[LogLine, list[Text]]]:
    """Return the lines with their rows, without the oldest that are no key moments, until the rest fits."""
    remaining = list(log)
    size = sum(len(rows) for _, rows in remaining)
    for pair in log[:-_ALWAYS_SHOWN]:
        if size > height and not pair[0].is_key_moment:
            remaining.remove(pair)
            size -= len(pair[1])
    return remaining
