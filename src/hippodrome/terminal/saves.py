"""Save files: a record with its seed, a sidecar file with the players of the seats, and the present state."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.atomic_files import write_atomically
from hippodrome.catalogue import all_games
from hippodrome.kit.match import Match
from hippodrome.kit.record import OtherRulesError, RecordError, change_rules, continue_record
from hippodrome.kit.state import Json, snapshot
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.record_files import read_text

NEWEST = "newest"
SUFFIX = ".record"


def data_folder() -> Path:
    """Return the folder of this user's save files."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "hippodrome"


def sidecar_path(path: Path) -> Path:
    """Return the path of the sidecar file of a save."""
    return path.with_name(path.name + ".json")


def state_path(path: Path) -> Path:
    """Return the path of the file with the present state of a save, which newer rules continue from."""
    return path.with_name(path.name + ".state")


def read_save(path: Path) -> Match:
    """Return a saved match, ready to continue under the rules of this program.

    A save of earlier rules continues from its saved state, or if that is missing from its record if it still replays.
    """
    text = read_text(path)
    try:
        match = hd.replay(text)
    except OtherRulesError as error:
        return _continue_from_state(path, text, error)
    except RecordError as error:
        raise UsageError(f"{path}: {error}; the file was not changed") from None
    if match.rules_version < match.game.version and match.decision is not None:
        change_rules(match)
    return match


def _continue_from_state(path: Path, text: str, problem: OtherRulesError) -> Match:
    """Return the match of a save whose moves cannot be executed, from the state that was saved with it."""
    try:
        saved: Json = json.loads(state_path(path).read_text(encoding="utf-8"))
        if saved["digest"] not in text.splitlines()[-1]:
            raise ValueError("the saved state is of another move")
        return continue_record(text, saved["state"], all_games())
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = "its state was not saved" if isinstance(error, FileNotFoundError) else str(error)
        raise UsageError(f"{path}: {problem}; it cannot be continued: {reason}. The file was not changed") from None


class SaveFile:
    """The save file of a match in progress."""

    def __init__(self, path: Path, seats: Sequence[Seat], odds: bool = True) -> None:
        self.path = path
        self.seats = seats
        self.odds = odds

    def create(self, match: Match) -> SaveFile:
        """Create the folder and the sidecar file, save for the first time, and return self."""
        seats = [{"level": seat.level, "name": seat.name} for seat in self.seats]
        sidecar = {"seats": seats, "odds": self.odds}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(sidecar_path(self.path), json.dumps(sidecar, indent=2) + "\n")
            self._keep_earlier_rules(match)
            self.write(match)
        except OSError as error:
            raise UsageError(f"cannot save to {self.path}: {error.strerror}; use --save to name another file") from None
        return self

    def write(self, match: Match) -> None:
        """Write the current position, and its state for a program with newer rules. Raise OSError if that fails."""
        record = match.record(with_seed=True)
        saved = {"version": match.game.version, "digest": match.digest(), "state": snapshot(match.state)}
        write_atomically(state_path(self.path), json.dumps(saved) + "\n")
        write_atomically(self.path, record)

    def _keep_earlier_rules(self, match: Match) -> None:
        """Copy a save of earlier rules before it is written for the first time under newer ones."""
        earlier = match.earlier
        if earlier is None or earlier.moves != len(match.moves) or not self.path.exists():
            return
        copy = self.path.with_name(f"{self.path.name}.before-rules-{earlier.version}")
        if not copy.exists():
            write_atomically(copy, self.path.read_text(encoding="utf-8"))

    @property
    def resume_command(self) -> str:
        """The command that resumes the match."""
        command = "hippodrome play --resume"
        if newest_unfinished() != self.path:
            command = f"{command} {shell_path(self.path)}"
        return command + variant_options()


def variant_options() -> str:
    """Return the options that load the current variants again, as typed in a shell."""
    return "".join(f" --variant {shell_path(Path(variant.source))}" for variant in catalogue.registered_variants())


def shell_path(path: Path) -> str:
    """Return a path as typed in a shell, with ~ for the home folder."""
    text = str(path)
    if " " in text:
        return f'"{text}"'
    home = str(Path.home())
    return f"~{text[len(home) :]}" if sys.platform != "win32" and text.startswith(home + "/") else text


def new_save_path(match: Match, path: Path | None) -> Path:
    """Return the path for a new save: the given one, which must not exist yet, or one in the data folder."""
    if path is not None:
        if path.exists():
            raise UsageError(f"{path} already exists; resume it with --resume {shell_path(path)}, or name another file")
        return path
    setup = match.setup
    stem = f"{setup.game.slug}-{setup.scenario.slug}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path = data_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def is_unfinished(path: Path) -> bool:
    """Return whether a save has no result yet, judged by its last line."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return not lines or not lines[-1].startswith("end ")


def newest_unfinished() -> Path | None:
    """Return the unfinished save that was written last; None if there is none."""
    folder = data_folder()
    paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return next((path for path in paths if is_unfinished(path)), None)


def find_save(text: str) -> Path:
    """Return the save to resume: a path, or the newest unfinished one."""
    if text != NEWEST:
        return Path(text)
    path = newest_unfinished()
    if path is None:
        raise UsageError(f"there is no unfinished match in {data_folder()}; start one with: hippodrome play")
    return path


def is_saved_with_odds(path: Path) -> bool:
    """Return whether a saved match shows odds, according to its sidecar file; True if the file does not say."""
    try:
        sidecar: Json = json.loads(sidecar_path(path).read_text(encoding="utf-8"))
        return sidecar["odds"] is not False
    except (OSError, ValueError, KeyError, TypeError):
        return True


def saved_seats(path: Path) -> list[Seat] | None:
    """Return the seats of a saved match from its sidecar file; None if there is no such file."""
    sidecar_file = sidecar_path(path)
    try:
        sidecar: Json = json.loads(sidecar_file.read_text(encoding="utf-8"))
        return [Seat(number, str(row["level"]), str(row["name"])) for number, row in enumerate(sidecar["seats"])]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"cannot read {sidecar_file}; name the players with --seats") from None
