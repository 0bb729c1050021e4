"""Device codes: short texts with which another device of the same player joins a seat, once and within ten minutes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import msgspec

from hippodrome.server.services.seat_keys import ID_ALPHABET, Key

CODE_CHARS = 8
CODE_LIFETIME_S = 600


class DeviceCode(msgspec.Struct, frozen=True):
    """A code that was issued: the seat it opens, in a match or a campaign, and when it expires."""

    key: Key
    is_campaign: bool
    expires: float


class DeviceCodes:
    """The codes that are valid now. They are kept in memory only: a restart of the server ends them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._codes: dict[str, DeviceCode] = {}

    def issue(self, key: Key, is_campaign: bool = False) -> str:
        """Return a new code for a seat; an earlier one for the same seat ends."""
        self._codes = {
            text: code
            for text, code in self._codes.items()
            if code.expires > self._now() and (code.key.match, code.key.seat) != (key.match, key.seat)
        }
        text = "".join([secrets.choice(ID_ALPHABET) for _ in range(CODE_CHARS)])
        self._codes[text] = DeviceCode(key, is_campaign, self._now() + CODE_LIFETIME_S)
        return text

    def take(self, text: str) -> DeviceCode | None:
        """Return what a code opens and end the code; None if it is unknown, used or expired.

        Upper case, spaces and hyphens make no difference.
        """
        code = self._codes.pop("".join(text.lower().replace("-", "").split()), None)
        return code if code is not None and code.expires > self._now() else None
