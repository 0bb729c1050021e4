"""A fair scheduler: divides the time of the event loop among addresses.

Work for clients runs in turns: one per iteration of the loop, so that everything else gets its turn in between.
Commands at tables, lists of the lobby, new sockets and all HTTP requests wait for theirs. The address that has used the
least time comes first. While clients of other addresses are active, an address gets at most `SHARE` of the time,
however many sockets and tables it has; alone, it gets all.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Generator
from types import coroutine
from typing import Any, NamedTuple, TypeVar

from hippodrome.server.clients import SERVER

SHARE = 0.25
"""The part of the time that one address may use while others are active."""

BURST_S = 0.1
"""Time that an address may use at once, if it has used none before."""

MAX_USED_S = 1.0
"""No more than this is counted, so that a delay is at most 3.6 seconds."""

ACTIVE_S = 2.0
"""An address is active for this time after its last turn."""

T = TypeVar("T")


class Usage:
    """The time that an address has used, in seconds. It falls by `SHARE` per second."""

    def __init__(self, now: float) -> None:
        self.seconds = 0.0
        self.updated = now
        self.active_until = now

    def update(self, now: float) -> None:
        """Let the used time fall up to now."""
        self.seconds = max(0.0, self.seconds - (now - self.updated) * SHARE)
        self.updated = now

    @property
    def excess_s(self) -> float:
        """The seconds until the address may use time again; 0 if it may."""
        return max(0.0, self.seconds - BURST_S) / SHARE


class Waiting(NamedTuple):
    """Something that waits for the turn of one of some addresses; `number` grows with every wait."""

    number: int
    addresses: Callable[[], Collection[str]]


class FairScheduler:
    """Gives turns to addresses. The server's own address has no limit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._usage: dict[str, Usage] = {}
        self._numbers = itertools.count()
        self._waiting: dict[asyncio.Future[str], Waiting] = {}  # for the turn of one of some addresses
        self._lines: dict[str, deque[tuple[int, asyncio.Future[str]]]] = {}  # that wait for the turn of one address
        self._measured: set[asyncio.Task[Any]] = set()  # tasks whose time is being counted
        self._is_grant_due = False
        self._timer: asyncio.TimerHandle | None = None

    # ---------------------------------------------------------------- turns

    async def wait_for_turn(self, addresses: Callable[[], Collection[str]]) -> str:
        """Wait for the turn of one of some addresses, and return it.

        `addresses` is called whenever a turn is given. Call `wake` if its result has changed.
        """
        turn: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = Waiting(next(self._numbers), addresses)
        self.wake()
        try:
            return await turn
        finally:
            self._waiting.pop(turn, None)

    async def wait_for_turn_of(self, address: str) -> None:
        """Wait for the turn of an address."""
        turn: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append((next(self._numbers), turn))
        self.wake()
        await turn

    def waiting_of(self, address: str) -> int:
        """Return how many wait for the turn of an address, and no other."""
        return len(self._lines.get(address, ()))

    def call_in_turn(self, address: str, work: Callable[[], None]) -> None:
        """Do some short work for an address when it is its turn, and count its time."""

        def do_work(_: asyncio.Future[str]) -> None:
            start = time.thread_time()
            try:
                work()
            finally:
                self.charge(address, time.thread_time() - start)

        turn: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        turn.add_done_callback(do_work)
        self._lines.setdefault(address, deque()).append((next(self._numbers), turn))
        self.wake()

    async def run(self, address: str, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the turn of an address and do some work for it."""
        try:
            await self.wait_for_turn_of(address)
        except BaseException:
            work.close()
            raise
        return await self.measure(address, work)

    async def pause(self, address: str) -> None:
        """Let other tasks run; wait longer if an address has used more than its share."""
        if self._delay_s(address, self._clock()):
            await self.wait_for_turn_of(address)
        else:
            await asyncio.sleep(0)

    def wake(self) -> None:
        """Give the next turn in the next iteration of the event loop. A turn that is due already is not put off."""
        if not self._is_grant_due:
            self._is_grant_due = True
            asyncio.get_running_loop().call_soon(self._grant)

    def _grant(self) -> None:
        """Give one turn, and look again in the next iteration or when an address may use time again."""
        self._is_grant_due = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._clock()
        self._forget_inactive(now)
        first = self._first_by_address()
        for address in first:
            self._usage_of(address, now).active_until = now + ACTIVE_S
        delays = {address: self._delay_s(address, now) for address in first}
        ready = [address for address, delay_s in delays.items() if not delay_s]
        if ready:
            address = min(ready, key=lambda each: (self._usage[each].seconds, first[each][0]))
            _, turn = first[address]
            if self._waiting.pop(turn, None) is None:
                self._lines[address].popleft()
            turn.set_result(address)
            if self._waiting or self._lines:
                self.wake()
        elif delays:
            self._timer = asyncio.get_running_loop().call_later(min(delays.values()), self.wake)

    def _first_by_address(self) -> dict[str, tuple[int, asyncio.Future[str]]]:
        """Return for each address the number and the future of what has waited longest for its turn."""
        first: dict[str, tuple[int, asyncio.Future[str]]] = {}
        for turn, waiting in self._waiting.items():
            if not turn.done():
                for address in waiting.addresses():
                    first.setdefault(address, (waiting.number, turn))
        for address, line in list(self._lines.items()):
            while line and line[0][1].done():  # cancelled
                line.popleft()
            if not line:
                del self._lines[address]
            elif address not in first or line[0][0] < first[address][0]:
                first[address] = line[0]
        return first

    def _delay_s(self, address: str, now: float) -> float:
        """Return the seconds until an address may use time."""
        usage = self._usage.get(address)
        if usage is None or address == SERVER.address or not self._has_others(address, now):
            return 0.0
        usage.update(now)
        return usage.excess_s

    def _has_others(self, address: str, now: float) -> bool:
        """Return whether clients of other addresses are active."""
        return any(
            usage.active_until > now for other, usage in self._usage.items() if other not in (address, SERVER.address)
        )

    # ---------------------------------------------------------------- the time used

    async def measure(self, address: str, work: Coroutine[Any, Any, T]) -> T:
        """Do some work for an address and count the time of the event loop that it takes, without what it waits for.

        Inside of other measured work of the same task, nothing is counted twice.
        """
        task = asyncio.current_task()
        if task is None or task in self._measured:
            return await work
        self._measured.add(task)
        try:
            return await _run_measured(work, lambda seconds: self.charge(address, seconds))
        finally:
            self._measured.discard(task)

    def charge(self, address: str, seconds: float) -> None:
        """Count some time as used by an address. An address that is alone never has to wait for what it uses now."""
        now = self._clock()
        usage = self._usage_of(address, now)
        usage.update(now)
        usage.seconds = min(usage.seconds + seconds, MAX_USED_S if self._has_others(address, now) else BURST_S)
        usage.active_until = now + ACTIVE_S

    def used_s(self, address: str) -> float:
        """Return the time that an address has used lately."""
        usage = self._usage.get(address)
        return usage.seconds if usage is not None else 0.0

    def _usage_of(self, address: str, now: float) -> Usage:
        if address not in self._usage:
            self._usage[address] = Usage(now)
        return self._usage[address]

    def _forget_inactive(self, now: float) -> None:
        for address, usage in list(self._usage.items()):
            usage.update(now)
            if usage.active_until <= now and not usage.seconds:
                del self._usage[address]


@coroutine
def _run_measured(work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Run a coroutine step by step, and report the processor time of each step in seconds."""
    error: BaseException | None = None
    while True:
        start = time.thread_time()
        try:
            waits_for = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge(time.thread_time() - start)
        try:
            yield waits_for
            error = None
        except BaseException as raised:  # passed on to the work, which may handle it
            error = raised
