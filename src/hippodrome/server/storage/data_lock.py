"""One server for one file of matches: two of them would each think they knew how a match stands."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path


class AlreadyLocked(Exception):
    """Another server has the matches; `address` is where it can be found, if it has said so."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class DataLock:
    """Holds the matches for this process; the system lets go of them if the process dies, however it dies."""

    def __init__(self, database: Path) -> None:
        self.address_file = database.with_name(f"{database.name}.address")
        self.connection = sqlite3.connect(database.with_name(f"{database.name}.claim"), timeout=0, isolation_level=None)
        try:
            self.connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self.connection.close()
            if "locked" not in str(error):
                raise
            raise AlreadyLocked(self.published_address()) from None

    def published_address(self) -> str:
        """Return the address that the other server has left."""
        try:
            return self.address_file.read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    def publish_address(self, address: str) -> None:
        """Leave word where this server can be found."""
        with contextlib.suppress(OSError):  # a courtesy: without it only the address is missing
            self.address_file.write_text(f"{address}\n", encoding="utf-8")

    def release(self) -> None:
        """Let others have the matches."""
        with contextlib.suppress(OSError):
            self.address_file.unlink()
        self.connection.close()
