"""The clocks of a match: the time of each pending decision, each seat's reserve, and when its time runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hippodrome.kit.actions import Clock
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.server import wire

EVENT_MS = 100
ROLL_MS = 300
KEY_MOMENT_MS = 350
HARM_MS = 1000
"""About how long a browser at normal speed shows an event, and how much longer a roll, a key moment and harm."""

MAX_GRACE_MS = 8000
"""Limit of the time between the last move and the start of a clock, however much there is to see."""


def display_ms(events: Iterable[Event]) -> int:
    """Return about how long a browser shows these events.

    The estimate needs nothing from the client, so a client cannot gain time. It is a sum over the events: it does not
    matter in how many moves they happened, so it does not tell whether a seat was asked in secret on the way.
    """
    total_ms = 0
    for event in events:
        total_ms += EVENT_MS
        if isinstance(event, DiceRolled):
            total_ms += ROLL_MS
        if type(event).KEY_MOMENT:
            total_ms += KEY_MOMENT_MS
        if event.harmed_seat() >= 0:
            total_ms += HARM_MS
    return total_ms


class ShowTimes:
    """The times at which each seat's browser has shown all moves so far, by estimate. All viewers know them."""

    def __init__(self) -> None:
        self._ends_ms: dict[int, int] = {}

    def add(self, seats: Iterable[int], mover: int, now_ms: int, display_ms: int) -> None:
        """Add a move. The `mover`, if it is a seat, has seen everything before it."""
        for seat in seats:
            start_ms = now_ms if seat == mover else max(now_ms, self._ends_ms.get(seat, 0))
            self._ends_ms[seat] = min(start_ms + display_ms, now_ms + MAX_GRACE_MS)

    def left_ms(self, seat: int, now_ms: int) -> int:
        """Return the time until a seat has seen everything."""
        return max(0, self._ends_ms.get(seat, 0) - now_ms)


class Clocks:
    """The clocks of all seats, in milliseconds.

    A decision whose rules set their own time limit does not use the reserve. The clocks stand still while no client
    is connected.
    """

    def __init__(self, limits: wire.Limits | None, used_ms: Mapping[int, int], now: Callable[[], float]) -> None:
        self.limits = limits
        self.used_ms = dict(used_ms)
        self._now = now
        self._started_ms: dict[int, int] = {}
        self._stopped_ms: int | None = None

    def now_ms(self) -> int:
        """Return the time of the clocks, which stands still while they are stopped."""
        return self._stopped_ms if self._stopped_ms is not None else round(self._now() * 1000)

    def stop(self) -> None:
        """Stop all clocks."""
        self._stopped_ms = self.now_ms()

    def resume(self) -> None:
        """Let all clocks run again, if they are stopped."""
        if self._stopped_ms is not None:
            pause = round(self._now() * 1000) - self._stopped_ms
            self._started_ms = {seat: started + pause for seat, started in self._started_ms.items()}
            self._stopped_ms = None

    def start(self, seat: int, elapsed_ms: int = 0, grace_ms: int = 0) -> None:
        """Start the clock of a seat's decision, with time it has already used, after a grace period."""
        self._started_ms[seat] = self.now_ms() - elapsed_ms + grace_ms

    def grace_ms(self, seat: int) -> int:
        """Return the time until the clock of a seat's decision starts; 0 if it has started."""
        return max(0, self._started_ms.get(seat, 0) - self.now_ms())

    def elapsed_ms(self, seat: int) -> int:
        """Return how long a seat's decision has been pending; 0 if it has none."""
        started = self._started_ms.get(seat)
        return 0 if started is None else max(0, self.now_ms() - started)

    def reserve_ms(self, seat: int) -> int:
        """Return the rest of a seat's reserve, without the pending decision."""
        return max(0, self.limits.reserve * 1000 - self.used_ms.get(seat, 0)) if self.limits is not None else 0

    def charge(self, seat: int, decision_clock: Clock | None) -> tuple[int, int]:
        """Charge a seat for its decision; return the time it took and the part taken from its reserve."""
        elapsed = self.elapsed_ms(seat)
        from_reserve = 0
        if self.limits is not None and decision_clock is None:
            from_reserve = min(max(0, elapsed - self.limits.seconds * 1000), self.reserve_ms(seat))
        self.used_ms[seat] = self.used_ms.get(seat, 0) + from_reserve
        return elapsed, from_reserve

    def refund(self, seat: int, reserve_ms: int) -> None:
        """Give reserve back to a seat whose moves were undone."""
        self.used_ms[seat] = self.used_ms.get(seat, 0) - reserve_ms

    def remaining(self, seat: int, decision_clock: Clock | None) -> wire.Clock | None:
        """Return the time a seat has left, or None without a limit."""
        if decision_clock is not None:
            return wire.Clock(max(0, decision_clock.seconds * 1000 - self.elapsed_ms(seat)), 0, self.grace_ms(seat))
        if self.limits is None:
            return None
        overtime = self.elapsed_ms(seat) - self.limits.seconds * 1000
        reserve_ms = max(0, self.reserve_ms(seat) - max(0, overtime))
        return wire.Clock(max(0, -overtime), reserve_ms, self.grace_ms(seat))

    def left_ms(self, seat: int, decision_clock: Clock | None) -> int | None:
        """Return the time until a seat runs out of time, or None without a limit or while the clocks stand still."""
        remaining = self.remaining(seat, decision_clock)
        if remaining is None or self._stopped_ms is not None:
            return None
        return remaining.grace_ms + remaining.left_ms + remaining.reserve_ms
