"""Rate limits per client address, and message limits per connection."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter

import limits

from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.settings import Settings

UNKNOWN_ADDRESS = "nowhere"
"""The key under which clients without a known address are counted."""


def rate_limit_key(address: str) -> str:
    """Return the key an address is counted under: an IPv6 client owns a whole /64 block, so the block counts as one."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


MAX_COUNTED = 10_000
"""Limit for the counted addresses; beyond it, those of past windows are forgotten."""


class SlidingWindow:
    """Counts what an address does, in windows of equal length. The previous window counts for the part of it that is
    less than one length ago.

    The storage of the `limits` package would start a thread for each expiry, and the event loop would wait for it.
    """

    def __init__(self, item: limits.RateLimitItem) -> None:
        self.item = item
        self._seconds = item.get_expiry()
        self._counts: dict[str, tuple[int, int, int]] = {}  # number of the window, count in it, count before it

    def hit(self, address: str, now: float) -> bool:
        """Count one use at time `now`, in seconds, if it is within the limit; return whether it is."""
        window, count, before = self._counts_of(address, now)
        past = now / self._seconds - window
        if count + int(before * (1 - past)) >= self.item.amount:
            return False
        if len(self._counts) >= MAX_COUNTED:
            self._counts = {other: counts for other, counts in self._counts.items() if counts[0] >= window - 1}
        self._counts[address] = window, count + 1, before
        return True

    def wait_s(self, address: str, now: float) -> float:
        """Return the seconds until one more use is within the limit."""
        window, count, before = self._counts_of(address, now)
        if count >= self.item.amount:
            window, count, before = window + 1, 0, count
        allowed = self.item.amount - count  # `before` must count for less than this
        past = max(0.0, 1 - allowed / before) if before else 0.0
        return max(0.0, (window + past) * self._seconds - now)

    def _counts_of(self, address: str, now: float) -> tuple[int, int, int]:
        """Return the number of the present window, the count in it and the count in the one before."""
        window = int(now // self._seconds)
        last, count, before = self._counts.get(address, (window, 0, 0))
        if last == window:
            return window, count, before
        return window, 0, count if last == window - 1 else 0


class RateLimiter:
    """Counts requests and sockets per address. An empty rate means no limit."""

    def __init__(self, settings: Settings) -> None:
        rates = settings.rate_limits
        named = {"requests": rates.requests, "matches": rates.matches, "records": rates.records}
        named |= {"texts": rates.texts, "sockets": rates.sockets}
        self.windows = {name: SlidingWindow(limits.parse(text)) for name, text in named.items() if text}
        self.open_sockets: Counter[str] = Counter()

    def hit(self, name: str, address: str) -> None:
        """Count one use of a named limit; raise HttpError 429 if it is exceeded."""
        window, now = self.windows.get(name), time.monotonic()
        if window is None or window.hit(address, now):
            return
        wait = max(1, math.ceil(window.wait_s(address, now)))
        text = f"Too many requests from your address. Try again in {wait} second{'s' if wait > 1 else ''}."
        raise HttpError(429, "rate_limit", text, name, wait)


THROTTLE = "hippodrome.throttle"
"""The key of a socket's throttle in its ASGI scope."""


class MessageThrottle:
    """Limits the number of messages one connection may send per time window. An empty rate means no limit."""

    def __init__(self, rate: str) -> None:
        item = limits.parse(rate) if rate else None
        self.amount = item.amount if item else 0
        self.seconds = item.get_expiry() if item else 0
        self.since = 0.0
        self.sent = 0

    def allow(self, now: float) -> bool:
        """Count a message at time `now`, in seconds, and return whether it is within the limit."""
        if now - self.since >= self.seconds:
            self.since, self.sent = now, 0
        self.sent += 1
        return not self.amount or self.sent <= self.amount

    def count_more(self, messages: int) -> None:
        """Count a message that holds several actions like as many messages."""
        self.sent += messages
