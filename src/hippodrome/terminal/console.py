"""Output of the commands: styled text, JSON, progress bars, files, and usage errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hippodrome.kit.state import Json


class UsageError(Exception):
    """A request that cannot be carried out. The message is one line: what is wrong and what to do instead."""


def make_console(color: bool = True) -> Console:
    """Return a console that writes to standard output."""
    return Console(no_color=True if not color else None, highlight=False, soft_wrap=False)


def print_json(value: Json) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def write_or_show(path: Path | None, text: str, show: Callable[[], object]) -> None:
    """Write a text to a file, or call `show` if no file is named."""
    if path is None:
        show()
        return
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


class ProgressBar:
    """A progress bar on standard error; hidden if that is not a terminal.

    It is redrawn only by `update`, without a thread of its own, so that processes can still be forked.
    """

    def __init__(self, label: str, total: int | None) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        hidden = not console.is_terminal
        self.progress = Progress(*columns, console=console, transient=True, auto_refresh=False, disable=hidden)
        self.task = self.progress.add_task(label, total=total)

    def __enter__(self) -> ProgressBar:
        self.progress.start()
        self.progress.refresh()
        return self

    def __exit__(self, *error: object) -> None:
        self.progress.stop()

    def update(self, done: int, total: int | None) -> None:
        """Show how much is done; the total may be unknown."""
        self.progress.update(self.task, completed=done, total=total)
        self.progress.refresh()
