"""The keyboard between questions: pauses that any key cuts short; no key answers what comes next."""

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
    """Return whether a person types into this program."""
    return sys.stdin.isatty()


class Keyboard:
    """The keyboard while programs move: keys are not shown, and none answers the next question."""

    def __init__(self) -> None:
        self.hushed = False
        self._before: list[Any] = []

    def hush(self) -> None:
        """Listen for any key from here on."""
        if self.hushed or not is_keyboard():
            return
        self.hushed = True
        if sys.platform != "win32":
            keyboard = sys.stdin.fileno()
            self._before = termios.tcgetattr(keyboard)
            now = termios.tcgetattr(keyboard)
            now[3] &= ~(termios.ECHO | termios.ICANON)
            termios.tcsetattr(keyboard, termios.TCSADRAIN, now)

    def free(self) -> None:
        """The keyboard as it was; what was typed meanwhile is forgotten."""
        if not self.hushed:
            return
        self.hushed = False
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSAFLUSH, self._before)

    def pause(self, seconds: float) -> bool:
        """Wait; True as soon as a key is pressed."""
        if not self.hushed:
            time.sleep(seconds)
            return False
        if sys.platform == "win32":
            end = time.monotonic() + seconds
            while time.monotonic() < end and not msvcrt.kbhit():
                time.sleep(0.02)
            return msvcrt.kbhit()
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return bool(ready)
