"""Files and folders that only the owner of the server may read: they hold secret dice, hidden hands and keys."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

FOLDER_MODE, FILE_MODE = 0o700, 0o600
OWN_FILES = ("secret", "matches.sqlite")
"""Files by which a data folder is recognised."""


def make_private_folder(folder: Path) -> None:
    """Create a folder for its owner alone; raise OSError if that fails.

    The permissions of an existing folder are changed only if it is a data folder: a folder that serves other purposes
    too, such as the folder for temporary files, stays as it is.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    if any((folder / name).exists() for name in OWN_FILES) and not folder.stat().st_mode & stat.S_ISVTX:
        restrict_to_owner(folder, FOLDER_MODE)


def create_private_file(path: Path) -> None:
    """Create an empty file for its owner alone, unless it exists; raise OSError if that fails."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def restrict_to_owner(path: Path, mode: int = FILE_MODE) -> None:
    """Take all permissions from group and others, if the file exists and belongs to this user."""
    with suppress(OSError):  # another user's file: its owner decides
        if path.stat().st_mode & 0o077:
            path.chmod(mode)
