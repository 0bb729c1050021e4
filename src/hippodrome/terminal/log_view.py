"""The log of a match in the terminal: all lines for a page, and the latest ones in a narrow column."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from hippodrome.kit.earlier_rules import change_sentence
from hippodrome.kit.log_lines import LogLine, add_line
from hippodrome.kit.match import Match
from hippodrome.kit.recap import Recap
from hippodrome.kit.scene import FACTIONS
from hippodrome.terminal.theme import ERROR, QUIET, STRONG, die_face, highlight

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
    pending = [*[LogNote(0, text) for text in earlier_moves(match)], *notes]
    for line in match.log_lines(seat):
        while pending and pending[0].place <= line.place:
            _add_note(lines, pending.pop(0))
        add_line(lines, line)
    for note in pending:
        _add_note(lines, note)
    return lines


def earlier_moves(match: Match) -> list[str]:
    """Return the moves that were made under earlier rules and cannot be executed, and the change of rules."""
    earlier = match.earlier
    if earlier is None:
        return []
    moves = [] if earlier.is_replayable else match.moves[: earlier.moves]
    change = change_sentence(match.game, earlier.version)
    return [*[f"{FACTIONS[move.seat]}: {move.action.text}" for move in moves], *([change] if moves else [])]


def _add_note(lines: list[LogLine], note: LogNote) -> None:
    """Add a note, unless it repeats the previous note between lines that merge."""
    last = next((line for line in reversed(lines) if not line.rule), None)
    if last is None or last.text != note.text or not lines[-1].merge_key:
        lines.append(LogLine(note.place, note.text))


def sentence(line: LogLine) -> str:
    """Return the sentence of a line, with dice as faces: "[4]"."""
    if line.dice_at < 0:
        return line.text
    end = line.dice_at + len(" ".join(str(value) for value in line.dice))
    return line.text[: line.dice_at] + " ".join(die_face(value) for value in line.dice) + line.text[end:]


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


def recap_lines(recap: Recap, width: int, height: int) -> list[Text]:
    """Return the card "Since your last move" for a column: what hurt the player first, cut to a height."""
    entries = [highlight_harm(line) for line in recap.harm]
    for other in recap.seats:
        entries += [highlight(other.summary)] if other.summary else []
        entries += [highlight(f"  {line_text(line)}") for line in other.lines]
    rows = [row for entry in entries for row in wrap_text(entry, width)]
    title = "Since your last move" if recap.harm else "Since your last move: nothing of yours was hurt"
    if len(rows) > height - 2:
        rows = [*rows[: height - 3], Text("… (l: log)", style=QUIET)]
    return [*wrap_text(Text(title, style=STRONG), width), *rows, Text("─" * width, style=QUIET)]


def highlight_harm(line: LogLine) -> Text:
    """Return a line about something that hurt the player."""
    text = highlight(f"{'!' if line.is_loss else '-'} {line_text(line)}")
    text.stylize(ERROR)
    return text


def grouped_lines(log: Sequence[LogLine], shows_routine: bool) -> list[Text]:
    """Return a whole log, with a heading for each turn; routine lines are counted, unless they are to be shown."""
    lines: list[Text] = []
    hidden = 0
    for line in log:
        if line.is_routine and not shows_routine:
            hidden += line.times
            continue
        if line.is_heading:
            lines += [*_hidden_count(hidden), Text()]
            hidden = 0
            heading = highlight(line_text(line))
            heading.stylize(STRONG)
            lines.append(heading)
        else:
            lines.append(highlight(f"  {line_text(line)}", quiet=not line.rule))
    return [*lines, *_hidden_count(hidden)]


def _hidden_count(hidden: int) -> list[Text]:
    """Return a line about lines that are not shown, if there are any."""
    return [Text(f"  ({hidden} more: l all)", style=QUIET)] if hidden else []


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
