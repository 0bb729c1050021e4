"""The clocks of a table: how long each seat has been asked, what is left of its reserve, and when its time is up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hippodrome.kit.actions import Clock
from hippodrome.server import wire


class Clocks:
    """Times in milliseconds. A question of the rules with a limit of its own does not touch the reserve.

    While nobody is at the table time stands still.
    """

    def __init__(self, limits: wire.Limits | None, used: Mapping[int, int], now: Callable[[], float]) -> None:
        self.limits = limits
        self.used_ms = dict(used)
        self._now = now
        self._started_ms: dict[int, int] = {}
        self._stopped_ms: int | None = None

    def _now_ms(self) -> int:
        return self._stopped_ms if self._stopped_ms is not None else round(self._now() * 1000)

    def stop(self) -> None:
        """Everybody has gone."""
        self._stopped_ms = self._now_ms()

    def resume(self) -> None:
        """Somebody is there again."""
        if self._stopped_ms is not None:
            pause = round(self._now() * 1000) - self._stopped_ms
            self._started_ms = {seat: since + pause for seat, since in self._started_ms.items()}
            self._stopped_ms = None

    def start(self, seat: int, elapsed_ms: int = 0) -> None:
        """A question is put to a seat, or once more after it has thought for a while already."""
        self._started_ms[seat] = self._now_ms() - elapsed_ms

    def elapsed_ms(self, seat: int) -> int:
        """How long a seat has been asked."""
        since = self._started_ms.get(seat)
        return 0 if since is None else max(0, self._now_ms() - since)

    def reserve_ms(self, seat: int) -> int:
        """What is left of a seat's reserve, not counting the present question."""
        return max(0, self.limits.reserve * 1000 - self.used_ms.get(seat, 0)) if self.limits is not None else 0

    def charge(self, seat: int, decision_clock: Clock | None) -> tuple[int, int]:
        """Return the seat has answered: how long it took, and what of that its reserve pays."""
        spent = self.elapsed_ms(seat)
        paid = 0
        if self.limits is not None and decision_clock is None:
            paid = min(max(0, spent - self.limits.seconds * 1000), self.reserve_ms(seat))
        self.used_ms[seat] = self.used_ms.get(seat, 0) + paid
        return spent, paid

    def refund(self, seat: int, paid: int) -> None:
        """A move was taken back."""
        self.used_ms[seat] = self.used_ms.get(seat, 0) - paid

    def remaining(self, seat: int, decision_clock: Clock | None) -> wire.Clock | None:
        """What a seat has left; None if nothing presses."""
        if decision_clock is not None:
            return wire.Clock(max(0, decision_clock.seconds * 1000 - self.elapsed_ms(seat)), 0)
        if self.limits is None:
            return None
        over = self.elapsed_ms(seat) - self.limits.seconds * 1000
        return wire.Clock(max(0, -over), max(0, self.reserve_ms(seat) - max(0, over)))

    def left_ms(self, seat: int, decision_clock: Clock | None) -> int | None:
        """How long until the seat's time is up; None if it never is, or not as long as nobody is there."""
        found = self.remaining(seat, decision_clock)
        return None if found is None or self._stopped_ms is not None else found.left + found.reserve
