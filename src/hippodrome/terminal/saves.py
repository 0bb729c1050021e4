"""Save files: a record with its seed, and beside it a small file that says who sits where."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.files import write_whole
from hippodrome.kit.match import Match
from hippodrome.kit.record import RecordError
from hippodrome.kit.state import Json
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import Seat

NEWEST = "newest"
SUFFIX = ".record"


def data_folder() -> Path:
    """Where this user's save files are kept."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "hippodrome"


def side_file(path: Path) -> Path:
    """Return the small file beside a save."""
    return path.with_name(path.name + ".json")


class Save:
    """The save file of a match in progress."""

    def __init__(self, path: Path, seats: Sequence[Seat], odds: bool = True) -> None:
        self.path = path
        self.seats = seats
        self.odds = odds

    def begin(self, match: Match) -> Save:
        """Make the folder, write who sits where and whether odds are told, and save for the first time."""
        seats = [{"level": seat.level, "name": seat.name} for seat in self.seats]
        side = {"seats": seats, "odds": self.odds}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(side_file(self.path), json.dumps(side, indent=2) + "\n")
            self.keep(match)
        except OSError as error:
            raise UsageError(f"cannot save to {self.path}: {error.strerror}; --save names another file") from None
        return self

    def keep(self, match: Match) -> None:
        """Write the match as it stands."""
        write_whole(self.path, match.record(with_seed=True))

    @property
    def command(self) -> str:
        """What to type to go on."""
        words = "hippodrome play --resume"
        found = words if newest() == self.path else f"{words} {typed(self.path)}"
        return found + with_variants()


def with_variants() -> str:
    """What has to be typed so that the variants in use are there again."""
    return "".join(f" --variant {typed(Path(variant.source))}" for variant in catalogue.variants())


def typed(path: Path) -> str:
    """Return a path as it can be typed in a shell, short for the home folder."""
    text = str(path)
    if " " in text:
        return f'"{text}"'
    home = str(Path.home())
    return f"~{text[len(home) :]}" if sys.platform != "win32" and text.startswith(home + "/") else text


def new_path(match: Match, save: Path | None) -> Path:
    """Where a new match is saved: the file named, which must not exist yet, or one in the data folder."""
    if save is not None:
        if save.exists():
            raise UsageError(f"{save} is there already; go on with it by --resume {typed(save)}, or name another file")
        return save
    setup = match.setup
    stem = f"{setup.game.slug}-{setup.scenario.slug}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path = data_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def is_unfinished(path: Path) -> bool:
    """Return whether a save has no end yet, judged by its last line alone."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return not lines or not lines[-1].startswith("end ")


def newest() -> Path | None:
    """Return the unfinished save that was written last."""
    folder = data_folder()
    found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return next((path for path in found if is_unfinished(path)), None)


def find_save(text: str) -> Path:
    """Return the file to go on with; the newest unfinished one if none was named."""
    if text != NEWEST:
        return Path(text)
    found = newest()
    if found is None:
        raise UsageError(f"there is no unfinished match in {data_folder()}; hippodrome play begins one")
    return found


def read_record(path: Path) -> Match:
    """Return the match of a record file, checked line by line; a record that does not hold is left as it is."""
    try:
        return hd.replay(read_text(path))
    except RecordError as error:
        raise UsageError(f"{path}: {error}; the file was left as it is") from None


def read_text(path: Path) -> str:
    """Return the text of a record file."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}; name a record that play or replay has written") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no record: it is not text") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def read_odds(path: Path) -> bool:
    """Return whether a saved match is played with odds, as the small file beside it says; if nothing says so, it is."""
    try:
        saved: Json = json.loads(side_file(path).read_text(encoding="utf-8"))
        return saved["odds"] is not False
    except (OSError, ValueError, KeyError, TypeError):
        return True


def read_side(path: Path) -> list[Seat] | None:
    """Who sits where, from the small file beside a save; None if there is no such file."""
    side = side_file(path)
    try:
        saved: Json = json.loads(side.read_text(encoding="utf-8"))
        return [Seat(number, str(row["level"]), str(row["name"])) for number, row in enumerate(saved["seats"])]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"{side} cannot be read; say who sits where with --seats") from None
