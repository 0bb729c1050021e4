"""A lock on the database: two servers with the same matches would overwrite each other's moves."""

from __future__ import annotations

import contextlib
from pathlib import Path

from filelock import FileLock, Timeout


class AlreadyLocked(Exception):
    """Another server holds the lock. `address` is its address, or empty if it has not published one."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class SharedFile(Exception):
    """The database has several names (hard links), so a lock beside one of them would not protect it."""


class DataLock:
    """An exclusive lock on a database. The operating system releases it when the process dies.

    The lock lies beside the real file, so that a symbolic link to it is no way round. Creating it raises AlreadyLocked
    if another server holds the lock, SharedFile if the database has several names, and OSError if the folder cannot be
    written.
    """

    def __init__(self, database: Path) -> None:
        database = database.resolve()
        if database.exists() and database.stat().st_nlink > 1:
            raise SharedFile(database)
        self.address_file = database.with_name(f"{database.name}.address")
        self._lock = FileLock(database.with_name(f"{database.name}.lock"), blocking=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise AlreadyLocked(self.published_address()) from None

    def published_address(self) -> str:
        """Return the address that the holder of the lock has published, or an empty text."""
        try:
            return self.address_file.read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    def publish_address(self, address: str) -> None:
        """Write this server's address next to the database, for the message of a second server."""
        with contextlib.suppress(OSError):  # without it only the address is missing from that message
            self.address_file.write_text(f"{address}\n", encoding="utf-8")

    def release(self) -> None:
        """Release the lock."""
        with contextlib.suppress(OSError):
            self.address_file.unlink()
        self._lock.release()
