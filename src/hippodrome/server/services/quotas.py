"""Quotas: how much the clients of an address, or a personal key, may store, and the space that stays free on the disk.

They are checked when something new is to be saved. Matches in progress are never stopped by them.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Sequence

from hippodrome.server.clients import current_client
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.services.seat_keys import holder_of
from hippodrome.server.settings import Quotas
from hippodrome.server.storage.rows import IMPORTED, StorageUse
from hippodrome.server.storage.store import Store

log = logging.getLogger("hippodrome.server.services.quotas")

MEGABYTE = 1024 * 1024
DISK_CHECK_INTERVAL_S = 1.0
"""The free space is measured at most this often."""

HOW_TO_DELETE = (
    "To make room, open matches or imported records that you no longer need and choose Delete under About, "
    "or ask the host of this server for more."
)
DISK_FULL = (
    "The disk of this server is almost full, so nothing new can be saved. Matches in progress can be continued. "
    "Delete matches that you no longer need, or ask the host of this server to free some space."
)


class StorageQuotas:
    """Checks whether a client may store something new. Without quotas and a minimum of free space it always may."""

    def __init__(
        self, store: Store, quotas: Quotas | None = None, min_free_mb: int = 0, secret: str | bytes = ""
    ) -> None:
        self._store = store
        self._quotas = quotas or Quotas()
        self._min_free_bytes = min_free_mb * MEGABYTE
        self._secret = secret.encode() if isinstance(secret, str) else secret
        self._disk_checked = -DISK_CHECK_INTERVAL_S
        self._is_disk_full = False

    async def claim(self, kind: str, keys: Sequence[str] = ()) -> str:
        """Return the owner to save with a new match of this kind, or with a campaign: the client's address.

        Raise HttpError 409 if the address or the personal key among `keys` has stored too much, 503 if the disk is
        almost full, and StoreError.
        """
        await self.check_disk()
        owner, holder = self.owner_of(current_client().address), holder_of(keys)
        if owner and self._quotas != Quotas():
            self._check(kind, await self._store.use_of(owner), "were set up from your address")
            if holder:
                self._check(kind, await self._store.use_of_holder(holder), "were set up with your browser")
        return owner

    def owner_of(self, address: str) -> str:
        """Return the owner for an address: a keyed hash, so that the database holds no addresses. Empty if unknown."""
        return hmac.new(self._secret, address.encode(), hashlib.sha256).hexdigest()[:32] if address else ""

    def _check(self, kind: str, use: StorageUse, origin: str) -> None:
        """Raise HttpError 409 if nothing of this kind may be added."""
        quotas = self._quotas
        if kind == IMPORTED and quotas.imports and use.imports >= quotas.imports:
            raise _quota_reached(f"{use.imports} imported records {origin}, as many as this server allows")
        if kind != IMPORTED and quotas.matches and use.matches >= quotas.matches:
            raise _quota_reached(f"{use.matches} matches {origin}, as many as this server allows")
        if quotas.megabytes and use.bytes >= quotas.megabytes * MEGABYTE:
            size = f"{quotas.megabytes} MB, as much as this server allows"
            raise _quota_reached(f"The matches and records that {origin} take {size}")

    async def check_disk(self) -> None:
        """Raise HttpError 503 if the disk is almost full; raise StoreError."""
        if await self.is_disk_full():
            raise HttpError(503, "disk_full", DISK_FULL)

    async def is_disk_full(self) -> bool:
        """Return whether less space is free than should be; raise StoreError."""
        if self._min_free_bytes and time.monotonic() - self._disk_checked >= DISK_CHECK_INTERVAL_S:
            free = await self._store.free_bytes()
            is_full = free is not None and free < self._min_free_bytes
            if is_full and not self._is_disk_full:
                log.warning("disk almost full, refusing new matches", extra={"facts": {"free_bytes": free}})
            self._is_disk_full, self._disk_checked = is_full, time.monotonic()
        return self._is_disk_full


def _quota_reached(problem: str) -> HttpError:
    return HttpError(409, "quota", f"{problem}. {HOW_TO_DELETE}")
