"""The clocks of a match: the time of each pending decision, each seat's reserve, and when its time runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hippodrome.kit.actions import Clock
from hippodrome.server import wire


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

    def _now_ms(self) -> int:
        return self._stopped_ms if self._stopped_ms is not None else round(self._now() * 1000)

    def stop(self) -> None:
        """Stop all clocks."""
        self._stopped_ms = self._now_ms()

    def resume(self) -> None:
        """Let all clocks run again, if they are stopped."""
        if self._stopped_ms is not None:
            pause = round(self._now() * 1000) - self._stopped_ms
            self._started_ms = {seat: started + pause for seat, started in self._started_ms.items()}
            self._stopped_ms = None

    def start(self, seat: int, elapsed_ms: int = 0) -> None:
        """Start the clock of a seat's decision, with time it has already used."""
        self._started_ms[seat] = self._now_ms() - elapsed_ms

    def elapsed_ms(self, seat: int) -> int:
        """Return how long a seat's decision has been pending; 0 if it has none."""
        started = self._started_ms.get(seat)
        return 0 if started is None else max(0, self._now_ms() - started)

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
            return wire.Clock(max(0, decision_clock.seconds * 1000 - self.elapsed_ms(seat)), 0)
        if self.limits is None:
            return None
        overtime = self.elapsed_ms(seat) - self.limits.seconds * 1000
        return wire.Clock(max(0, -overtime), max(0, self.reserve_ms(seat) - max(0, overtime)))

    def left_ms(self, seat: int, decision_clock: Clock | None) -> int | None:
        """Return the time until a seat runs out of time, or None without a limit or while the clocks stand still."""
        remaining = self.remaining(seat, decision_clock)
        return None if remaining is None or self._stopped_ms is not None else remaining.left_ms + remaining.reserve_ms
