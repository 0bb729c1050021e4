"""Rate limits per client address, and message limits per connection."""

from __future__ import annotations

import ipaddress
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


class RateLimiter:
    """Counts requests and sockets per address. An empty rate means no limit."""

    def __init__(self, settings: Settings) -> None:
        rates = settings.rate_limits
        named = {"requests": rates.requests, "matches": rates.matches, "records": rates.records}
        named |= {"texts": rates.texts, "sockets": rates.sockets}
        self.items = {name: limits.parse(text) for name, text in named.items() if text}
        self.counter = limits.strategies.SlidingWindowCounterRateLimiter(limits.storage.MemoryStorage())
        self.open_sockets: Counter[str] = Counter()

    def hit(self, name: str, address: str) -> None:
        """Count one use of a named limit; raise HttpError 429 if it is exceeded."""
        item = self.items.get(name)
        if item is None or self.counter.hit(item, name, address):
            return
        wait = max(1, round(self.counter.get_window_stats(item, name, address).reset_time - time.time()))
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
