"""Damage to the database: found when the server starts, reported, and the damaged files copied before they change.

SQLite silently drops the end of a write-ahead log that is broken or missing. Two things are compared to notice it: the
number of transactions in the database with a count that a small file beside it holds, and each match's number of
entries with those that are there.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from hippodrome.server.storage.private_files import FOLDER_MODE, create_private_file

log = logging.getLogger("hippodrome.server.storage.damage")

MAX_COPIES = 3
"""A database that is damaged again and again is copied this often, so that the copies do not fill the disk."""

MAX_PROBLEMS = 10
REPORT = "report.txt"

_COUNT_ENTRIES = """
    SELECT match.id, match.n, COUNT(entry.n) FROM match LEFT JOIN entry ON entry.match = match.id
    GROUP BY match.id HAVING COUNT(entry.n) <> match.n
"""


class CommitCount:
    """The number of transactions, in a file beside the database.

    It is written after every commit, without waiting for the disk: it survives the end of the process, and after a
    power cut it may be too low, but never too high.
    """

    def __init__(self, database: Path) -> None:
        self.path = sibling(database, ".commits")
        self._file = -1

    def read(self) -> int:
        """Return the number in the file; 0 if there is none."""
        try:
            return int(self.path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0

    def write(self, count: int) -> None:
        """Write a number to the file; if that fails, only the next check is less thorough."""
        with suppress(OSError):
            if self._file < 0:
                create_private_file(self.path)
                self._file = os.open(self.path, os.O_WRONLY)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, f"{count:020}\n".encode())

    def close(self) -> None:
        """Close the file, once it is on disk."""
        if self._file >= 0:
            with suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)
            self._file = -1


def sibling(database: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to the database."""
    return database.with_name(f"{database.name}{suffix}")


def keep_damaged_files(database: Path) -> None:
    """Check the database before it is opened for writing. If it is damaged, log that and copy its files.

    Raise OSError if they cannot be copied: what could still be rescued from them would be overwritten.
    """
    problems = find_damage(database)
    if problems:
        folder = _copy_files(database, problems)
        CommitCount(database).path.unlink(missing_ok=True)  # reported; the count starts again from the database
        facts = {"database": str(database), "copy": str(folder or "none, there are enough"), "problems": problems}
        log.error("the database is damaged, continuing with what is readable", extra={"facts": facts})


def find_damage(database: Path) -> list[str]:
    """Return sentences about the damage of a database; none if it is sound, new or no database at all.

    The thorough checks run only if the server was not stopped properly: otherwise there is no write-ahead log.
    """
    if not database.exists() or not database.stat().st_size:
        return []
    log_file = sibling(database, "-wal")
    was_stopped = not log_file.exists() or not log_file.stat().st_size
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            lost = _lost_commits(connection, database)
            return lost if was_stopped and not lost else [*lost, *thorough_checks(connection)]
    except sqlite3.DatabaseError as error:
        is_malformed = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
        return [f"The file cannot be read: {error}."] if is_malformed else []


def thorough_checks(connection: sqlite3.Connection) -> list[str]:
    """Return the problems that SQLite finds in the file, and the matches whose journal is not complete."""
    found = [row[0] for row in connection.execute(f"PRAGMA quick_check({MAX_PROBLEMS})")]
    structure = [f"The file is damaged: {text}." for text in found if text != "ok"]
    if not _has_table(connection, "entry"):
        return structure
    journals = connection.execute(_COUNT_ENTRIES).fetchmany(MAX_PROBLEMS)
    return structure + [f"Match {id} has {there} of its {n} journal entries." for id, n, there in journals]


def _lost_commits(connection: sqlite3.Connection, database: Path) -> list[str]:
    """Return a sentence if the database has fewer transactions than were counted."""
    expected = CommitCount(database).read()
    rows = []
    if _has_table(connection, "server"):
        rows = connection.execute("SELECT value FROM server WHERE name = 'commits'").fetchall()
    lost = expected - (rows[0][0] if rows else 0)
    if lost <= 0:
        return []
    why = "the write-ahead log was broken or removed, or this is an older copy"
    return [f"The last {lost} saved changes are missing: {why}."]


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    query = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(connection.execute(query, (name,)).fetchone()[0])


# -------------------------------------------------------------------- copies


def damage_copies(database: Path) -> list[Path]:
    """Return the folders with copies of damaged files, oldest first."""
    return sorted(database.parent.glob(f"{database.name}.damaged-*/"))


def damage_reports(database: Path) -> list[str]:
    """Return a sentence for each copy of damaged files; the server's operator deletes a copy when it is dealt with."""
    reports = []
    for folder in damage_copies(database):
        with suppress(OSError):
            first, *_ = (folder / REPORT).read_text(encoding="utf-8").splitlines() or [""]
            reports.append(f"{first} The damaged files are in {folder.name}; delete that folder when you have read it.")
    return reports


def _copy_files(database: Path, problems: list[str]) -> Path | None:
    """Copy the files of a damaged database, with a report; return the folder, or None if there are enough copies."""
    if len(damage_copies(database)) >= MAX_COPIES:
        return None
    folder = sibling(database, f".damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    folder.mkdir(mode=FOLDER_MODE)
    for suffix in ("", "-wal", ".commits"):
        with suppress(FileNotFoundError):
            shutil.copy2(sibling(database, suffix), folder)
    (folder / REPORT).write_text("\n".join(problems) + "\n", encoding="utf-8")
    return folder
