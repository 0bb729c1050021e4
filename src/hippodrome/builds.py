"""The two builds of this package: plain, and compiled, which has the same rules and bots as machine code.

./play starts on the plain build and compiles the rules in the background. HIPPODROME_COMPILED_FOLDER names the folder
in which the compiled package will appear, and the module search path begins with this folder. Every process that starts
after the package has appeared imports it; a running process stays on its build.
"""

from __future__ import annotations

import os
from pathlib import Path

from hippodrome.kit import agenda

PLAIN = "plain"
COMPILED = "compiled"
FOLDER_VARIABLE = "HIPPODROME_COMPILED_FOLDER"


def current_build() -> str:
    """Return the build of this process: PLAIN or COMPILED."""
    return PLAIN if str(agenda.__file__).endswith(".py") else COMPILED


class PendingBuild:
    """A compiled build that is being made in the background."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def is_ready(self) -> bool:
        """Return whether new processes import the compiled package."""
        return (self.folder / "hippodrome").is_dir()

    def error(self) -> str:
        """Return why the build has failed; an empty string if it has not."""
        try:
            return self.folder.with_name(self.folder.name + ".failed").read_text(encoding="utf-8").strip()
        except OSError:
            return ""


def pending_build() -> PendingBuild | None:
    """Return the compiled build to which this process can move its workers; None if there is none."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return PendingBuild(Path(folder)) if folder and current_build() == PLAIN else None
