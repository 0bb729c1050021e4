"""The keyboard while bots move: a pause ends at any key, and no key typed then answers the next question."""

from __future__ import annotations

import sys
import time
from typing import Any

if sys.platform == "win32":
    import msvcrt
else:
    import select
    import termios


def is_keyboard() -> bool:
    """Return whether standard input is a terminal."""
    return sys.stdin.isatty()


class Keyboard:
    """The keyboard between two questions. While it listens, keys are not echoed; afterwards they are discarded."""

    def __init__(self) -> None:
        self.listening = False
        self._saved_mode: list[Any] = []

    def start_listening(self) -> None:
        """Turn off echo and line mode, so that `pause` notices any key."""
        if self.listening or not is_keyboard():
            return
        self.listening = True
        if sys.platform != "win32":
            keyboard = sys.stdin.fileno()
            self._saved_mode = termios.tcgetattr(keyboard)
            mode = termios.tcgetattr(keyboard)
            mode[3] &= ~(termios.ECHO | termios.ICANON)
            termios.tcsetattr(keyboard, termios.TCSADRAIN, mode)

    def stop_listening(self) -> None:
        """Restore the terminal mode and discard keys typed meanwhile."""
        if not self.listening:
            return
        self.listening = False
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSAFLUSH, self._saved_mode)

    def pause(self, seconds: float) -> bool:
        """Wait; return True as soon as a key is pressed, else False at the end."""
        if not self.listening:
            time.sleep(seconds)
            return False
        if sys.platform == "win32":
            end = time.monotonic() + seconds
            while time.monotonic() < end and not msvcrt.kbhit():
                time.sleep(0.02)
            return msvcrt.kbhit()
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return bool(ready)
