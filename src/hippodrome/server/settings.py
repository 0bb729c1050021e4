"""Settings of the server, as given on the command line."""

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
"""The value of --db that keeps matches in memory only."""

KILOBYTE = 1024


def default_data_dir() -> Path:
    """Return the data folder of this user."""
    return Path(platformdirs.user_data_dir("hippodrome", appauthor=False))


def default_static() -> Path:
    """Return the folder of the built browser client: in this package, unless HIPPODROME_STATIC names another."""
    return Path(os.environ.get("HIPPODROME_STATIC") or Path(__file__).parent / "static")


@dataclass(frozen=True)
class RateLimits:
    """Rate limits in the notation of the `limits` package. An empty text or 0 means no limit.

    requests       HTTP requests per address
    matches        new matches and campaigns per address
    records        uploads of records, experiments and variants per address
    sockets        new sockets per address
    messages       messages per socket
    open_sockets   open sockets per address at a time
    """

    requests: str = "1200/minute"
    matches: str = "60/minute"
    records: str = "60/minute"
    sockets: str = "240/minute"
    messages: str = "1000/10 seconds"
    open_sockets: int = 100

    @classmethod
    def without_limits(cls) -> RateLimits:
        """Return limits that never apply."""
        return cls("", "", "", "", "", 0)


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    data_dir          folder of the database, the secret, experiments and variants
    db                the database; None for the default file in `data_dir`, "off" for none
    public            on the internet, behind a proxy that terminates TLS
    origins           the addresses under which people reach the server
    trusted_proxies   addresses of proxies whose forwarded headers are trusted
    dev_games         also serve the games for development, and accept seeds
    lab               open the lab to remote users too
    static            the built browser client
    """

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
    static: Path = field(default_factory=default_static)
    rate_limits: RateLimits = field(default_factory=RateLimits)
    max_body_bytes: int = 64 * KILOBYTE
    max_record_bytes: int = 2048 * KILOBYTE
    max_message_bytes: int = 16 * KILOBYTE

    @property
    def database(self) -> Path | None:
        """The database file; None if matches are kept in memory only."""
        if self.db is None:
            return self.data_dir / "matches.sqlite"
        return None if str(self.db) == STORAGE_OFF else self.db

    @property
    def experiments(self) -> Path:
        """The folder of experiments."""
        return self.data_dir / "experiments"

    @property
    def variants(self) -> Path:
        """The folder of variants uploaded in the browser."""
        return self.data_dir / "variants"

    def games(self) -> Mapping[str, Game]:
        """Return the games of this server, with those for development if they are switched on."""
        return catalogue.all_games() if self.dev_games else catalogue.games()
