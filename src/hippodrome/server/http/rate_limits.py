"""How often somebody may do something: counted for each address, and for each connection."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter

import limits

from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.settings import Settings


def rate_limit_key(address: str) -> str:
    """What counts as one address: with IPv6 everybody has a whole block of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class RateLimiter:
    """Counts what each address does. A rate that is empty does not bind."""

    def __init__(self, settings: Settings) -> None:
        rates = settings.rate_limits
        named = {"requests": rates.requests, "matches": rates.matches, "records": rates.records}
        named["sockets"] = rates.sockets
        self.items = {name: limits.parse(text) for name, text in named.items() if text}
        self.counter = limits.strategies.SlidingWindowCounterRateLimiter(limits.storage.MemoryStorage())
        self.open_sockets: Counter[str] = Counter()

    def hit(self, name: str, address: str) -> None:
        """Count something done; a fault if it was done too often."""
        item = self.items.get(name)
        if item is None or self.counter.hit(item, name, address):
            return
        wait = max(1, round(self.counter.get_window_stats(item, name, address).reset_time - time.time()))
        text = f"That is too often from one place. Please try again in {wait} second{'s' if wait > 1 else ''}."
        raise HttpError(429, "often", text, name, wait)


class MessageThrottle:
    """How many messages a connection may send in a while."""

    def __init__(self, rate: str) -> None:
        item = limits.parse(rate) if rate else None
        self.amount = item.amount if item else 0
        self.seconds = item.get_expiry() if item else 0
        self.since = 0.0
        self.sent = 0

    def allow(self, now: float) -> bool:
        """Count a message; whether it is within the rate."""
        if now - self.since >= self.seconds:
            self.since, self.sent = now, 0
        self.sent += 1
        return not self.amount or self.sent <= self.amount
