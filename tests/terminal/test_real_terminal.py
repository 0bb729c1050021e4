"""Commands in a pseudo-terminal: full screens, keys, signals, and the state of the terminal afterwards."""

from __future__ import annotations

import codecs
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
from tests.terminal.matches import seed_with_red_first, write_finished_race

if sys.platform != "win32":
    import fcntl
    import pty
    import select
    import struct
    import termios

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

ARENA = ("play", "benhur", "-s", "arena", "-o", "laps=1", "--seed", str(seed_with_red_first()), "--speed", "instant")
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A pseudo-terminal in which a command runs."""

    def __init__(self, home: Path, words: tuple[str, ...], width: int = 80, height: int = 24) -> None:
        self.primary, secondary = pty.openpty()
        fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        environment = {**inherited, "TERM": "xterm-256color", "HOME": str(home), "XDG_DATA_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hippodrome.cli", *words],
            stdin=secondary,
            stdout=secondary,
            stderr=secondary,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # as in a terminal
        )
        os.close(secondary)
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a character may come in two parts

    def read(self, words: str, since: int = 0) -> str:
        """Return the output after a place, up to these words; fail if they do not come within 2 minutes."""
        end = time.monotonic() + 120
        while words not in self.text[since:]:
            assert time.monotonic() < end, f"{words!r} never came after {self.text[since:]!r}"
            if not select.select([self.primary], [], [], 0.5)[0]:
                continue
            try:
                self.text += self.decoder.decode(os.read(self.primary, 65536))
            except OSError:
                assert words in self.text[since:], f"the command ended without {words!r}: {self.text[since:]!r}"
        return self.text[since:]

    def type(self, keys: str, until: str) -> str:
        """Type something and return the output up to some words."""
        since = len(self.text)
        os.write(self.primary, keys.encode())
        return self.read(until, since)

    def interrupt(self, until: str) -> str:
        """Press Ctrl-C until there is output: Python may notice a signal between two waits only later."""
        since = len(self.text)
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.primary], [], [], 2)[0]:
                break
        return self.read(until, since)

    def close(self) -> None:
        """Kill the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.primary)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    """The terminals started by a test; they are closed after it."""
    started: list[Terminal] = []
    yield started
    for terminal in started:
        terminal.close()


def start(terminals: list[Terminal], home: Path, *words: str, width: int = 80, height: int = 24) -> Terminal:
    terminals.append(Terminal(home, words, width, height))
    return terminals[-1]


def saved_moves(home: Path) -> list[str]:
    """Return the actions in the only save."""
    (path,) = (home / "hippodrome").glob("*.record")
    return [move.action.text for move in hd.replay(path.read_text(encoding="utf-8")).moves]


def test_a_race_is_played_on_full_screens(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA)
    first = terminal.read("Number, or Enter for 1; h for help > ")
    assert ENTER_SCREEN in first
    assert "Choose your starting lane." in first
    assert "\x1b[1;38;" in first, "in colour"
    shown = terminal.type("\n", "Number, or Enter for 1; h for help > ")
    assert "Drive (" in shown
    terminal.read("% across", len(first))
    rule = terminal.type("?\n", "Enter closes > ")
    assert "BH-Q36" in rule
    terminal.type("\n", "h for help > ")
    end = terminal.type("q\n", "hippodrome play --resume")
    assert LEAVE_SCREEN in end
    assert terminal.process.wait(10) == 0


def test_a_killed_match_loses_nothing(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA)
    terminal.read("h for help > ")
    terminal.type("2\n", "h for help > ")
    terminal.type("1\n", "h for help > ")
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait(10)
    saved = saved_moves(tmp_path)
    assert saved[0] == "lane 2"
    assert saved[-1] == "straight"
    again = start(terminals, tmp_path, "play", "--resume", "--speed", "instant")
    again.read("h for help > ")
    again.type("1\n", "h for help > ")
    assert saved_moves(tmp_path)[: len(saved) + 1] == [*saved, "straight"]


def test_interrupting_saves_without_a_traceback(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA)
    terminal.read("h for help > ")
    end = terminal.interrupt("hippodrome play --resume")
    assert "Traceback" not in end
    assert LEAVE_SCREEN in end
    assert terminal.process.wait(10) == 0


def test_the_end_of_the_input_saves(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA)
    terminal.read("h for help > ")
    end = terminal.type("\x04", "hippodrome play --resume")
    assert "Traceback" not in end
    assert LEAVE_SCREEN in end
    assert terminal.process.wait(10) == 0


def test_interrupting_while_bots_move_saves(terminals: list[Terminal], tmp_path: Path) -> None:
    words = ("play", "-s", "arena", "--seats", "driver,driver,me", "--speed", "slow", "--save", str(tmp_path / "a"))
    terminal = start(terminals, tmp_path, *words)
    since = len(terminal.read(ENTER_SCREEN))
    terminal.process.send_signal(signal.SIGINT)
    end = terminal.read("hippodrome play --resume", since)
    assert "Traceback" not in end
    assert terminal.process.wait(10) == 0


def test_a_key_skips_bot_moves_and_answers_nothing(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA[:-1], "slow")
    terminal.read("h for help > ")
    terminal.type("\n", "rolls")
    start_time = time.monotonic()
    shown = terminal.type("   \n", "h for help > ")
    assert time.monotonic() - start_time < 5
    assert "Drive (" in shown
    assert [text for text in saved_moves(tmp_path) if text in ("straight", "left", "right")] == []


def test_a_small_terminal_gets_plain_lines_and_an_explanation(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, *ARENA, width=60, height=20)
    shown = terminal.read("> 1  Lane 1")
    assert ENTER_SCREEN not in shown
    assert "Your terminal is 60 x 20; the board needs 80 x" in shown
    assert terminal.type("q\n", "play --resume")


def test_watching_ends_with_the_result(terminals: list[Terminal], tmp_path: Path) -> None:
    words = ("watch", "-s", "arena", "-o", "laps=1", "--seats", "driver,driver", "--speed", "slow", "--no-color")
    terminal = start(terminals, tmp_path, *words)
    terminal.read("rolls")
    end = terminal.type(" ", "Rematch: ")
    assert re.search(r"(Red|White)\S* wins: ", re.sub(r"\x1b\[[\d;]*m", "", end))
    assert not re.search(r"\x1b\[[\d;]*38;", terminal.text), "without colour"
    assert terminal.process.wait(10) == 0


def test_the_rulebook_is_read_page_by_page(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = start(terminals, tmp_path, "rules", "benhur")
    first = terminal.read("q close > ")
    assert re.search(r"Race  \(1 of \d+\)", first)
    assert "(2 of " in terminal.type("\n", "q close > ")
    assert "(9 of " in terminal.type("9\n", "q close > ")
    assert "(8 of " in terminal.type("p\n", "q close > ")
    assert terminal.type("q\n", LEAVE_SCREEN)
    assert terminal.process.wait(10) == 0


def test_a_replay_is_stepped_through_on_full_screens(terminals: list[Terminal], tmp_path: Path) -> None:
    write_finished_race(tmp_path / "race.record")
    terminal = start(terminals, tmp_path, "replay", str(tmp_path / "race.record"), "--step", "--at", "5")
    assert "Move 5 of " in terminal.read("q quit > ")
    shown = terminal.type("\n", "q quit > ")
    assert "Move 6 of " in shown
    assert "Driver" in shown, "with the standings"
    assert "Move 5 of " in terminal.type("b\n", "q quit > ")
    assert terminal.type("q\n", LEAVE_SCREEN)
    assert terminal.process.wait(10) == 0
