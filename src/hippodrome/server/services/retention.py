"""Deletes matches and campaigns that have expired, a few at a time. A match that is open is never deleted."""

from __future__ import annotations

import asyncio
import logging
import time

from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.settings import Retention
from hippodrome.server.storage.rows import RetentionTimes
from hippodrome.server.storage.store import Store, StoreError

log = logging.getLogger("hippodrome.server.services.retention")

INTERVAL_S = 3600.0
BATCH_SIZE = 20
PAUSE_S = 0.2
"""Pause after each deletion, so that players do not notice them."""

SECONDS_PER_DAY = 24 * 3600


def retention_times(retention: Retention, now: int) -> RetentionTimes:
    """Return the times before which matches have expired, if it is `now`, in seconds since 1970."""
    days = (retention.unfinished, retention.finished, retention.imported)
    return RetentionTimes(*[now - number * SECONDS_PER_DAY if number else 0 for number in days])


class ExpiredMatches:
    """The background task that deletes expired matches and campaigns."""

    def __init__(self, store: Store, rooms: Rooms, retention: Retention, pause_s: float = PAUSE_S) -> None:
        self._store = store
        self._rooms = rooms
        self._retention = retention
        self._pause_s = pause_s

    async def run(self) -> None:
        """Delete what has expired every hour, until cancelled. Return at once if nothing ever expires."""
        while self._retention != Retention():
            try:
                await self.delete_expired(int(time.time()))
            except (StoreError, HttpError) as error:
                log.warning("failed to delete expired matches", extra={"facts": {"error": str(error)}})
            await asyncio.sleep(INTERVAL_S)

    async def delete_expired(self, now: int) -> int:
        """Delete everything that has expired and is not open; return the number of matches and campaigns."""
        times = retention_times(self._retention, now)
        deleted = await self._delete_campaigns(times) + await self._delete_matches(times)
        if deleted:
            log.info("expired matches deleted", extra={"facts": {"count": deleted}})
        return deleted

    async def _delete_campaigns(self, times: RetentionTimes) -> int:
        deleted = 0
        while ids := await self._store.expired_campaigns(times, BATCH_SIZE):
            for id in ids:
                await self._store.delete_campaign(id)
                await asyncio.sleep(self._pause_s)
            deleted += len(ids)
        return deleted

    async def _delete_matches(self, times: RetentionTimes) -> int:
        deleted = 0
        skipped: set[str] = set()
        while ids := await self._store.expired_matches(times, BATCH_SIZE, skipped | self._rooms.open_matches):
            for id in ids:
                if await self._rooms.delete_expired(id, times):
                    deleted += 1
                else:
                    skipped.add(id)
                await asyncio.sleep(self._pause_s)
        return deleted
