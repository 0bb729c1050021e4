"""What a server is started with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from hippodrome import catalogue
from hippodrome.kit.game import Game

DEFAULT_PORT = 8000
STORAGE_OFF = "off"
"""In place of a file of matches: none are kept."""

KILOBYTE = 1024


def default_data_dir() -> Path:
    """Where this user's matches are kept."""
    return Path(platformdirs.user_data_dir("hippodrome", appauthor=False))


@dataclass(frozen=True)
class RateLimits:
    """How often an address or a connection may do something, as the `limits` package writes it; empty is any time."""

    requests: str = "1200/minute"
    matches: str = "60/minute"
    records: str = "60/minute"
    sockets: str = "240/minute"
    messages: str = "1000/10 seconds"
    open_sockets: int = 100

    @classmethod
    def unlimited(cls) -> RateLimits:
        """As often as one likes."""
        return cls("", "", "", "", "", 0)


@dataclass(frozen=True)
class Settings:
    """Where to listen, where matches are kept, and how strict to be."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    data_dir: Path = field(default_factory=default_data_dir)
    db: Path | None = None
    public: bool = False
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    dev_games: bool = False
    lab: bool = False
    log_json: bool = False
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    lab_processes: int = max(1, (os.cpu_count() or 2) - 1)
    static: Path = Path(__file__).parent / "static"
    rate_limits: RateLimits = field(default_factory=RateLimits)
    max_body_bytes: int = 64 * KILOBYTE
    max_record_bytes: int = 2048 * KILOBYTE
    max_message_bytes: int = 16 * KILOBYTE

    @property
    def database(self) -> Path | None:
        """The file the matches are kept in; None if they are not kept."""
        if self.db is None:
            return self.data_dir / "matches.sqlite"
        return None if str(self.db) == STORAGE_OFF else self.db

    @property
    def experiments(self) -> Path:
        """Where experiments are kept."""
        return self.data_dir / "experiments"

    @property
    def variants(self) -> Path:
        """Where variants are kept that somebody has opened in the browser."""
        return self.data_dir / "variants"

    def games(self) -> Mapping[str, Game]:
        """Return the games of this server; the toys of the tests only if it was started with them."""
        return catalogue.all_games() if self.dev_games else catalogue.games()
