"""The story so far: what a seat may know of it, in short lines for a narrow column or in full."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from hippodrome.kit.events import DiceRolled, Event, event_fields
from hippodrome.kit.match import Match
from hippodrome.terminal.theme import QUIET, die, painted

_RULER = Console(width=200, file=None, force_terminal=False)


_LATEST = 3  # entries that are always told


class Entry:
    """One line of the story: a sentence, its clause, how often it happened in a row, and its place."""

    def __init__(self, text: str, rule: str, place: int, kind: object = None, dull: bool = True) -> None:
        self.text = text
        self.rule = rule
        self.place = place
        self.kind = kind
        self.dull = dull
        self.times = 1

    def line(self) -> str:
        """Return the sentence with its clause."""
        times = f" (x{self.times})" if self.times > 1 else ""
        rule = f" {self.rule}" if self.rule else ""
        return f"{self.text}{times}{rule}"


class Note:
    """Something the terminal adds to the story, before the event of a number."""

    def __init__(self, place: int, text: str) -> None:
        self.place = place
        self.text = text


def told(match: Match, event: Event) -> str:
    """Return an event as a sentence, with dice as faces."""
    sentence = match.game.sentence(match.state, event)
    if isinstance(event, DiceRolled):
        values = list(event.dice)
        written = " ".join(str(value) for value in values)
        return sentence.replace(written, " ".join(die(value) for value in values), 1)
    return sentence


def _kind(event: Event) -> object:
    """What two events in a row must share to be told as one: a piece that goes on from where it came to."""
    known = event_fields(event)
    if "square" not in known or "came" not in known:
        return None
    return type(event), tuple((name, value) for name, value in known.items() if name not in ("came", "square"))


def story(match: Match, seat: int, notes: Sequence[Note] = (), since: int = 0) -> list[Entry]:
    """What a seat may know, from an event on; steps of the same kind in a row are told once."""
    entries: list[Entry] = []
    notable = match.game.counted_events()
    waiting = [note for note in notes if note.place >= since]
    for place in range(since, len(match.events)):
        while waiting and waiting[0].place <= place:
            _add_note(entries, waiting.pop(0))
        event = match.events[place].seen_by(seat)
        if event is None:
            continue
        kind = _kind(event)
        fresh = Entry(told(match, event), event.rule, place, kind, type(event).__name__ not in notable)
        if entries and kind is not None and entries[-1].kind == kind and entries[-1].rule == event.rule:
            fresh.times = entries[-1].times + 1
            entries[-1] = fresh
        else:
            entries.append(fresh)
    for note in waiting:
        _add_note(entries, note)
    return entries


def _add_note(entries: list[Entry], note: Note) -> None:
    """A note is not repeated for every step it stands before."""
    last = next((entry for entry in reversed(entries) if not entry.rule), None)
    if last is None or last.text != note.text or entries[-1].kind is None:
        entries.append(Entry(note.text, "", note.place))


def wrapped(text: Text, width: int, indent: int = 1) -> list[Text]:
    """Return a text in lines of a width, the later ones indented."""
    text.no_wrap = False
    first, *rest = list(text.wrap(_RULER, width - indent)) or [Text()]
    return [first, *[Text(" " * indent).append_text(line) for line in rest]]


def column(entries: Sequence[Entry], width: int, height: int, since: int) -> list[Text]:
    """Return the latest lines that fit a column; old ones are quiet, and news that do not fit are told in short."""
    shown = [(entry, wrapped(painted(entry.line(), entry.place < since or not entry.rule), width)) for entry in entries]
    news = [pair for pair in shown if pair[0].place >= since]
    head: list[Text] = []
    if sum(len(lines) for _, lines in news) > height:
        head = [Text("In short (l: in full)", style=QUIET)]
        shown = in_short(news, height - 1)
    first, left = len(shown), height - len(head)
    while first and left >= len(shown[first - 1][1]):
        first -= 1
        left -= len(shown[first][1])
    return [*head, *[line for _, lines in shown[first:] for line in lines]]


def in_short(news: Sequence[tuple[Entry, list[Text]]], height: int) -> list[tuple[Entry, list[Text]]]:
    """Return the news without what matters least, the oldest of it first, until they fit as far as they can."""
    kept = list(news)
    size = sum(len(lines) for _, lines in kept)
    for pair in news[:-_LATEST]:
        if size > height and pair[0].dull:
            kept.remove(pair)
            size -= len(pair[1])
    return kept
