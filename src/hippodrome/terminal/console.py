"""How the commands speak: to the screen, in JSON to programs, and in one line when something was wrong."""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hippodrome.kit.state import Json


class UsageError(Exception):
    """Something a person typed cannot be done; the message is one line that names what would be right."""


def screen(color: bool = True) -> Console:
    """Return the console for what was asked for."""
    return Console(no_color=True if not color else None, highlight=False, soft_wrap=False)


def say_json(value: Json) -> None:
    """One JSON document and nothing else."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


class Bar:
    """A bar on stderr for long runs, silent when stderr is not a terminal.

    It is drawn when something is done, without a thread of its own, so that processes can still be forked.
    """

    def __init__(self, what: str, total: int | None) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        hidden = not console.is_terminal
        self.progress = Progress(*columns, console=console, transient=True, auto_refresh=False, disable=hidden)
        self.task = self.progress.add_task(what, total=total)

    def __enter__(self) -> Bar:
        self.progress.start()
        self.progress.refresh()
        return self

    def __exit__(self, *error: object) -> None:
        self.progress.stop()

    def at(self, done: int, total: int | None) -> None:
        """So much is done."""
        self.progress.update(self.task, completed=done, total=total)
        self.progress.refresh()
