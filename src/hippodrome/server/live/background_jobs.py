"""Background jobs of a live table: work done in other processes for one client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from hippodrome.server.clients import working_for
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.connection import Connection

log = logging.getLogger("hippodrome.server.live.room")


class BackgroundJobs:
    """Runs at most one job of each kind per client; a new job replaces the previous one."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self._running: dict[tuple[str, Connection], tuple[asyncio.Task[None], Callable[[], None]]] = {}

    def start(
        self,
        kind: str,
        client: Connection,
        job: Callable[[], Awaitable[None]],
        on_cancel: Callable[[], None] = lambda: None,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        """Start a job for a client, replacing any running job of the same kind.

        A failure is logged and affects only this client. `on_cancel` is called when the job fails or is replaced.
        `on_failure` is called with the reason if the workers refuse or stop the job.
        """
        key = (kind, client)

        async def run_logged() -> None:
            try:
                with working_for(client.client):
                    await job()
            except HttpError as error:  # the workers are busy, or the job took too much time or memory
                on_failure(error.text) if on_failure is not None else on_cancel()
            except Exception:
                log.exception("background job failed", extra={"facts": {"match": self.match_id, "kind": kind}})
                on_cancel()
            del self._running[key]

        self.cancel(kind, client)
        self._running[key] = (asyncio.create_task(run_logged()), on_cancel)

    def cancel(self, kind: str, client: Connection) -> None:
        """Cancel the client's running job of this kind, if any."""
        task, on_cancel = self._running.pop((kind, client), (None, None))
        if task is not None and on_cancel is not None:
            task.cancel()
            on_cancel()

    def cancel_all(self, client: Connection) -> None:
        """Cancel all jobs of a client that has disconnected."""
        for kind, other in list(self._running):
            if other is client:
                self.cancel(kind, client)

    def shut_down(self) -> None:
        """Cancel every job of the table."""
        for task, _ in self._running.values():
            task.cancel()
