"""The log of a match as a seat may see it: entries for a page, and the latest ones in a narrow column."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from hippodrome.kit.events import DiceRolled, Event, event_fields
from hippodrome.kit.match import Match
from hippodrome.terminal.theme import QUIET, die_face, highlight

_ALWAYS_SHOWN = 3  # latest entries
_WRAP_CONSOLE = Console(width=200, file=None, force_terminal=False)  # Text.wrap requires a console


class LogEntry:
    """One line of the log.

    place       number of its event
    merge_key   entries in a row with the same key become one; None never merges
    minor       may be dropped when there is too little room
    times       number of events merged into it
    """

    def __init__(self, text: str, rule: str, place: int, merge_key: object = None, minor: bool = True) -> None:
        self.text = text
        self.rule = rule
        self.place = place
        self.merge_key = merge_key
        self.minor = minor
        self.times = 1

    def line(self) -> str:
        """Return the sentence with its clause id."""
        times = f" (x{self.times})" if self.times > 1 else ""
        rule = f" {self.rule}" if self.rule else ""
        return f"{self.text}{times}{rule}"


class LogNote:
    """A line that the terminal adds to the log, before the event with the number `place`."""

    def __init__(self, place: int, text: str) -> None:
        self.place = place
        self.text = text


def event_text(match: Match, event: Event) -> str:
    """Return the sentence of an event, with dice as faces: "[4]"."""
    sentence = match.game.sentence(match.state, event)
    if isinstance(event, DiceRolled):
        values = list(event.dice)
        plain = " ".join(str(value) for value in values)
        return sentence.replace(plain, " ".join(die_face(value) for value in values), 1)
    return sentence


def _merge_key(event: Event) -> object:
    """Return what consecutive moves of one piece have in common; None if the event is not a move."""
    fields = event_fields(event)
    if "square" not in fields or "came" not in fields:
        return None
    return type(event), tuple((name, value) for name, value in fields.items() if name not in ("came", "square"))


def log_entries(match: Match, seat: int, notes: Sequence[LogNote] = (), since: int = 0) -> list[LogEntry]:
    """Return the log from an event on, as far as a seat may know it; moves of a piece in a row become one entry."""
    entries: list[LogEntry] = []
    notable = match.game.counted_events()
    pending = [note for note in notes if note.place >= since]
    for place in range(since, len(match.events)):
        while pending and pending[0].place <= place:
            _add_note(entries, pending.pop(0))
        event = match.events[place].seen_by(seat)
        if event is None:
            continue
        key = _merge_key(event)
        entry = LogEntry(event_text(match, event), event.rule, place, key, type(event).__name__ not in notable)
        if entries and key is not None and entries[-1].merge_key == key and entries[-1].rule == event.rule:
            entry.times = entries[-1].times + 1
            entries[-1] = entry
        else:
            entries.append(entry)
    for note in pending:
        _add_note(entries, note)
    return entries


def _add_note(entries: list[LogEntry], note: LogNote) -> None:
    """Add a note, unless it repeats the previous note in the middle of a move."""
    last = next((entry for entry in reversed(entries) if not entry.rule), None)
    if last is None or last.text != note.text or entries[-1].merge_key is None:
        entries.append(LogEntry(note.text, "", note.place))


def wrap_text(text: Text, width: int, indent: int = 1) -> list[Text]:
    """Return a text in lines of at most this width, all but the first indented."""
    text.no_wrap = False
    first, *rest = list(text.wrap(_WRAP_CONSOLE, width - indent)) or [Text()]
    return [first, *[Text(" " * indent).append_text(line) for line in rest]]


def latest_lines(entries: Sequence[LogEntry], width: int, height: int, since: int) -> list[Text]:
    """Return the latest entries that fit a column.

    Entries before the event `since` are dimmed. If the newer ones do not fit, minor entries are dropped.
    """
    shown = [
        (entry, wrap_text(highlight(entry.line(), entry.place < since or not entry.rule), width)) for entry in entries
    ]
    news = [pair for pair in shown if pair[0].place >= since]
    head: list[Text] = []
    if sum(len(lines) for _, lines in news) > height:
        head = [Text("Shortened (l: full log)", style=QUIET)]
        shown = drop_minor_entries(news, height - 1)
    first, lines_left = len(shown), height - len(head)
    while first and lines_left >= len(shown[first - 1][1]):
        first -= 1
        lines_left -= len(shown[first][1])
    return [*head, *[line for _, lines in shown[first:] for line in lines]]


def drop_minor_entries(
    entries: Sequence[tuple[LogEntry, list[Text]]], height: int
) -> list[tuple[LogEntry, list[Text]]]:
    """Return the entries without minor ones, dropped from the oldest on until the rest fits or none is left to drop."""
    remaining = list(entries)
    size = sum(len(lines) for _, lines in remaining)
    for pair in entries[:-_ALWAYS_SHOWN]:
        if size > height and pair[0].minor:
            remaining.remove(pair)
            size -= len(pair[1])
    return remaining
