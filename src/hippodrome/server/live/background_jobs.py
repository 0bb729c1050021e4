"""Errands: what other processes work out for one browser, beside the table's own work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from hippodrome.server.live.connection import Connection

log = logging.getLogger("hippodrome.server.live.room")


class BackgroundJobs:
    """The errands of a table. There is one of a kind for a browser: a new one takes the place of the old."""

    def __init__(self, id: str) -> None:
        self.match_id = id
        self._running: dict[tuple[str, Connection], tuple[asyncio.Task[None], Callable[[], None]]] = {}

    def start(
        self,
        kind: str,
        connection: Connection,
        work: Callable[[], Awaitable[None]],
        give_up: Callable[[], None] = lambda: None,
    ) -> None:
        """Something that goes on beside the table, and whose failure concerns only who asked for it.

        `give_up` is called if it is broken off.
        """
        place = (kind, connection)

        async def guarded() -> None:
            try:
                await work()
            except Exception:
                log.exception("an errand failed", extra={"facts": {"match": self.match_id, "kind": kind}})
                give_up()
            del self._running[place]

        self.cancel(kind, connection)
        self._running[place] = (asyncio.create_task(guarded()), give_up)

    def cancel(self, kind: str, connection: Connection) -> None:
        """Break an errand off, if there is one."""
        task, give_up = self._running.pop((kind, connection), (None, None))
        if task is not None and give_up is not None:
            task.cancel()
            give_up()

    def cancel_all(self, connection: Connection) -> None:
        """Somebody has gone: nobody waits for his errands."""
        for kind, other in list(self._running):
            if other is connection:
                self.cancel(kind, connection)

    def shut_down(self) -> None:
        """Give up all errands."""
        for task, _ in self._running.values():
            task.cancel()
