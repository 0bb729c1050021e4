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
        self.used = dict(used)
        self._now = now
        self._since: dict[int, int] = {}
        self._stopped: int | None = None

    def _time(self) -> int:
        return self._stopped if self._stopped is not None else round(self._now() * 1000)

    def stop(self) -> None:
        """Everybody has gone."""
        self._stopped = self._time()

    def go_on(self) -> None:
        """Somebody is there again."""
        if self._stopped is not None:
            pause = round(self._now() * 1000) - self._stopped
            self._since = {seat: since + pause for seat, since in self._since.items()}
            self._stopped = None

    def ask(self, seat: int, already: int = 0) -> None:
        """A question is put to a seat, or once more after it has thought for a while already."""
        self._since[seat] = self._time() - already

    def spent(self, seat: int) -> int:
        """How long a seat has been asked."""
        since = self._since.get(seat)
        return 0 if since is None else max(0, self._time() - since)

    def reserve(self, seat: int) -> int:
        """What is left of a seat's reserve, not counting the present question."""
        return max(0, self.limits.reserve * 1000 - self.used.get(seat, 0)) if self.limits is not None else 0

    def charge(self, seat: int, own: Clock | None) -> tuple[int, int]:
        """Return the seat has answered: how long it took, and what of that its reserve pays."""
        spent = self.spent(seat)
        paid = 0
        if self.limits is not None and own is None:
            paid = min(max(0, spent - self.limits.seconds * 1000), self.reserve(seat))
        self.used[seat] = self.used.get(seat, 0) + paid
        return spent, paid

    def refund(self, seat: int, paid: int) -> None:
        """A move was taken back."""
        self.used[seat] = self.used.get(seat, 0) - paid

    def shown(self, seat: int, own: Clock | None) -> wire.Clock | None:
        """What a seat has left; None if nothing presses."""
        if own is not None:
            return wire.Clock(max(0, own.seconds * 1000 - self.spent(seat)), 0)
        if self.limits is None:
            return None
        over = self.spent(seat) - self.limits.seconds * 1000
        return wire.Clock(max(0, -over), max(0, self.reserve(seat) - max(0, over)))

    def left(self, seat: int, own: Clock | None) -> int | None:
        """How long until the seat's time is up; None if it never is, or not as long as nobody is there."""
        found = self.shown(seat, own)
        return None if found is None or self._stopped is not None else found.left + found.reserve
