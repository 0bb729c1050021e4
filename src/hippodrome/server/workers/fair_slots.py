"""Slots that are given to waiting clients in turn, so that a client with much work delays only itself."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from hippodrome.server.clients import Client

Turn = asyncio.Future[int]
"""A place in the queue; its result is the number of the slot."""


class QueueFull(Exception):
    """The client already has too much work waiting."""


class FairSlots:
    """A number of slots and a queue for them: round robin over addresses, and within one over its browsers.

    max_taken         limit for the slots of one address, so that the others stay free for other addresses
    max_per_browser   limit for the places of one browser in the queue
    max_per_address   limit for the places of one address in the queue
    """

    def __init__(self, count: int, max_taken: int, max_per_browser: int, max_per_address: int) -> None:
        self._free = list(range(count))
        self._max_taken = max_taken
        self._taken: Counter[str] = Counter()  # slots by address
        self._holders: dict[int, str] = {}  # addresses by slot
        self._max_per_browser = max_per_browser
        self._max_per_address = max_per_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Turn]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """The number of occupied places in the queue."""
        return sum(len(queue) for browsers in self._waiting.values() for queue in browsers.values())

    def try_take(self, client: Client) -> int | None:
        """Take a free slot; return None if there is none for this client."""
        return self._assign(self._free.pop(), client.address) if self._free and self._may_take(client.address) else None

    def _may_take(self, address: str) -> bool:
        return self._taken[address] < self._max_taken

    def _assign(self, slot: int, address: str) -> int:
        self._holders[slot] = address
        self._taken[address] += 1
        return slot

    def enter(self, client: Client) -> Turn:
        """Join the queue and return the place in it. To leave it again, cancel the place. Raise QueueFull."""
        browsers: OrderedDict[str, deque[Turn]] = self._waiting.get(client.address, OrderedDict())
        in_address = sum(len(queue) for queue in browsers.values())
        if len(browsers.get(client.browser, ())) >= self._max_per_browser or in_address >= self._max_per_address:
            raise QueueFull
        turn: Turn = asyncio.get_running_loop().create_future()
        queue = self._waiting.setdefault(client.address, OrderedDict()).setdefault(client.browser, deque())
        queue.append(turn)
        turn.add_done_callback(self._remover(client, queue))
        return turn

    def release(self, slot: int) -> None:
        """Give a slot to the next client in turn that may have it, or keep it free."""
        self._forget_holder(slot)
        while (address := next((each for each in self._waiting if self._may_take(each)), None)) is not None:
            turn = self._next_turn(address)
            if not turn.done() and not turn.get_loop().is_closed():
                turn.set_result(self._assign(slot, address))
                return
        self._free.append(slot)

    def _forget_holder(self, slot: int) -> None:
        address = self._holders.pop(slot)
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]

    def _next_turn(self, address: str) -> Turn:
        """Remove and return the next place of an address; it and its browser move to the end of their rounds."""
        browsers = self._waiting.pop(address)
        browser, queue = browsers.popitem(last=False)
        turn = queue.popleft()
        if queue:
            browsers[browser] = queue
        if browsers:
            self._waiting[address] = browsers
        return turn

    def _remover(self, client: Client, queue: deque[Turn]) -> Callable[[Turn], None]:
        """Return a callback that removes a cancelled place from the queue."""

        def remove(turn: Turn) -> None:
            if turn.cancelled() and turn in queue:
                queue.remove(turn)
                self._forget_if_empty(client, queue)

        return remove

    def _forget_if_empty(self, client: Client, queue: deque[Turn]) -> None:
        browsers = self._waiting.get(client.address)
        if queue or browsers is None or browsers.get(client.browser) is not queue:
            return
        del browsers[client.browser]
        if not browsers:
            del self._waiting[client.address]
