"""The program in a terminal of its own: it draws whole screens, survives being killed, and cleans up."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import hippodrome as hd
from tests.terminal.help import finished, first_seed

if sys.platform != "win32":
    import fcntl
    import pty
    import select
    import struct
    import termios

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

ARENA = ("play", "benhur", "-s", "arena", "-o", "laps=1", "--seed", str(first_seed()), "--speed", "instant")
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A terminal in which the program runs."""

    def __init__(self, home: Path, words: tuple[str, ...], width: int = 80, height: int = 24) -> None:
        self.own, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        settings = {**kept, "TERM": "xterm-256color", "HOME": str(home), "XDG_DATA_HOME": str(home)}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "hippodrome.cli", *words],
            stdin=other,
            stdout=other,
            stderr=other,
            env=settings,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # as in a terminal
        )
        os.close(other)
        self.text = ""

    def read(self, words: str, since: int = 0) -> str:
        """What is shown up to these words, after a place; fails if they do not come within 2 minutes."""
        end = time.monotonic() + 120
        while words not in self.text[since:]:
            assert time.monotonic() < end, f"{words!r} never came after {self.text[since:]!r}"
            if not select.select([self.own], [], [], 0.5)[0]:
                continue
            try:
                self.text += os.read(self.own, 65536).decode()
            except OSError:
                assert words in self.text[since:], f"it ended without {words!r}: {self.text[since:]!r}"
        return self.text[since:]

    def type(self, keys: str, until: str) -> str:
        """Type something and return what is shown up to some words."""
        since = len(self.text)
        os.write(self.own, keys.encode())
        return self.read(until, since)

    def interrupt(self, until: str) -> str:
        """Press Ctrl-C, and again if nothing comes of it: one that falls between two waits is only seen later."""
        since = len(self.text)
        for _ in range(30):
            self.program.send_signal(signal.SIGINT)
            if select.select([self.own], [], [], 2)[0]:
                break
        return self.read(until, since)

    def close(self) -> None:
        """End the program."""
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        os.close(self.own)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[list[Terminal]]:
    """Terminals that are closed in the end."""
    found: list[Terminal] = []
    yield found
    for terminal in found:
        terminal.close()


def start(opened: list[Terminal], home: Path, *words: str, width: int = 80, height: int = 24) -> Terminal:
    opened.append(Terminal(home, words, width, height))
    return opened[-1]


def moves(home: Path) -> list[str]:
    """The moves in the only save there is."""
    (path,) = (home / "hippodrome").glob("*.record")
    return [move.action.text for move in hd.replay(path.read_text(encoding="utf-8")).moves]


def test_a_race_in_a_terminal(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA)
    first = terminal.read("Number, or Enter for 1; h help > ")
    assert ENTER_SCREEN in first
    assert "choose your starting lane." in first
    assert "\x1b[1;38;" in first, "in colour"
    shown = terminal.type("\n", "Number, or Enter for 1; h help > ")
    assert "drive (" in shown
    terminal.read("% across", len(first))
    rule = terminal.type("?\n", "Enter goes back > ")
    assert "BH-Q36" in rule
    terminal.type("\n", "h help > ")
    end = terminal.type("q\n", "hippodrome play --resume")
    assert LEAVE_SCREEN in end
    assert terminal.program.wait(10) == 0


def test_a_killed_terminal_loses_nothing(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA)
    terminal.read("h help > ")
    terminal.type("2\n", "h help > ")
    terminal.type("1\n", "h help > ")
    terminal.program.send_signal(signal.SIGKILL)
    terminal.program.wait(10)
    kept = moves(tmp_path)
    assert kept[0] == "lane 2"
    assert kept[-1] == "straight"
    again = start(opened, tmp_path, "play", "--resume", "--speed", "instant")
    again.read("h help > ")
    again.type("1\n", "h help > ")
    assert moves(tmp_path)[: len(kept) + 1] == [*kept, "straight"]


def test_interrupting_saves_without_a_traceback(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA)
    terminal.read("h help > ")
    end = terminal.interrupt("hippodrome play --resume")
    assert "Traceback" not in end
    assert LEAVE_SCREEN in end
    assert terminal.program.wait(10) == 0


def test_the_end_of_the_input_saves_too(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA)
    terminal.read("h help > ")
    end = terminal.type("\x04", "hippodrome play --resume")
    assert "Traceback" not in end
    assert LEAVE_SCREEN in end
    assert terminal.program.wait(10) == 0


def test_interrupting_while_programs_move_saves_too(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("play", "-s", "arena", "--seats", "driver,driver,me", "--speed", "slow", "--save", str(tmp_path / "a"))
    terminal = start(opened, tmp_path, *words)
    since = len(terminal.read(ENTER_SCREEN))
    terminal.program.send_signal(signal.SIGINT)
    end = terminal.read("hippodrome play --resume", since)
    assert "Traceback" not in end
    assert terminal.program.wait(10) == 0


def test_a_key_skips_what_programs_do_and_answers_nothing(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA[:-1], "slow")
    terminal.read("h help > ")
    terminal.type("\n", "rolls")
    begun = time.monotonic()
    shown = terminal.type("   \n", "h help > ")
    assert time.monotonic() - begun < 5
    assert "drive (" in shown
    assert [text for text in moves(tmp_path) if text in ("straight", "left", "right")] == []


def test_a_small_terminal_gets_plain_lines_and_a_kind_word(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, *ARENA, width=60, height=20)
    shown = terminal.read("> 1  Lane 1")
    assert ENTER_SCREEN not in shown
    assert "The terminal has 60 x 20 characters; the board needs 80 x" in shown
    assert terminal.type("q\n", "play --resume")


def test_watching_in_a_terminal_ends_on_the_result(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("watch", "-s", "arena", "-o", "laps=1", "--seats", "driver,driver", "--speed", "slow", "--no-color")
    terminal = start(opened, tmp_path, *words)
    terminal.read("rolls")
    end = terminal.type(" ", "Rematch: ")
    assert re.search(r"(Red|White)\S* wins: ", re.sub(r"\x1b\[[\d;]*m", "", end))
    assert not re.search(r"\x1b\[[\d;]*38;", terminal.text), "without colour"
    assert terminal.program.wait(10) == 0


def test_the_rulebook_is_read_page_by_page(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = start(opened, tmp_path, "rules", "benhur")
    first = terminal.read("q back > ")
    assert re.search(r"Race  \(1 of \d+\)", first)
    assert "(2 of " in terminal.type("\n", "q back > ")
    assert "(9 of " in terminal.type("9\n", "q back > ")
    assert "(8 of " in terminal.type("p\n", "q back > ")
    assert terminal.type("q\n", LEAVE_SCREEN)
    assert terminal.program.wait(10) == 0


def test_a_replay_is_stepped_through_on_whole_screens(opened: list[Terminal], tmp_path: Path) -> None:
    finished(tmp_path / "race.record")
    terminal = start(opened, tmp_path, "replay", str(tmp_path / "race.record"), "--step", "--at", "5")
    assert "Move 5 of " in terminal.read("q quit > ")
    shown = terminal.type("\n", "q quit > ")
    assert "Move 6 of " in shown
    assert "Driver" in shown, "with the standings"
    assert "Move 5 of " in terminal.type("b\n", "q quit > ")
    assert terminal.type("q\n", LEAVE_SCREEN)
    assert terminal.program.wait(10) == 0
