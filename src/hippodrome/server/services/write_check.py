"""A check that the store can be written, for the health endpoint."""

from __future__ import annotations

import asyncio
import time

from hippodrome.server.storage.store import Store, StoreError

CHECK_INTERVAL_S = 5.0
"""A result is used again for this long: anyone may ask for the server's health, at any rate."""

CHECK_TIMEOUT_S = 10.0


class WriteCheck:
    """Writes to the store to see whether that is possible. Callers at the same time share one check."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._problem = ""
        self._valid_until = 0.0

    async def problem(self) -> str:
        """Return a sentence that says why nothing can be saved, or an empty text."""
        async with self._lock:
            if time.monotonic() >= self._valid_until:
                self._problem = await self._check()
                self._valid_until = time.monotonic() + CHECK_INTERVAL_S
            return self._problem

    async def _check(self) -> str:
        try:
            await asyncio.wait_for(self._store.check_write(), CHECK_TIMEOUT_S)
        except StoreError as error:
            return f"Nothing can be saved: {error}."
        except TimeoutError:
            return f"Nothing can be saved: the disk did not answer within {CHECK_TIMEOUT_S:.0f} seconds."
        return ""
