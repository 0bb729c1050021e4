"""Doing something again whenever files are saved, as `--watch` does."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from hippodrome.terminal.console import make_console
from hippodrome.terminal.theme import QUIET

POLL_INTERVAL_S = 0.5


def watch_files(path: Path, act: Callable[[], object]) -> None:
    """Call a function now and whenever a file at or below a path changes; return on Ctrl+C."""
    console = make_console()
    seen: dict[str, tuple[int, int]] | None = None
    try:
        while True:
            stamps = file_stamps(path)
            if stamps != seen:
                seen = stamps
                console.rule(style=QUIET)
                act()
                console.print(Text("Waiting for changes; Ctrl+C ends this.", QUIET))
            time.sleep(POLL_INTERVAL_S)
    except KeyboardInterrupt:
        return


def file_stamps(path: Path) -> dict[str, tuple[int, int]]:
    """Return the time and size of each file at or below a path."""
    stamps: dict[str, tuple[int, int]] = {}
    for file in sorted([path, *path.rglob("*")] if path.is_dir() else [path]):
        try:
            status = file.stat()
        except OSError:  # it is being replaced
            continue
        if not file.is_dir():
            stamps[str(file)] = (status.st_mtime_ns, status.st_size)
    return stamps
