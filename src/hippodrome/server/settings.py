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
DEFAULT_MIN_FREE_MB = 200


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
    texts          checks of custom files and previews of experiments per address
    sockets        new sockets per address
    messages       messages per socket
    open_sockets   open sockets per address at a time
    """

    requests: str = "1200/minute"
    matches: str = "60/minute"
    records: str = "60/minute"
    texts: str = "240/minute"
    sockets: str = "240/minute"
    messages: str = "300/10 seconds"
    open_sockets: int = 100

    @classmethod
    def without_limits(cls) -> RateLimits:
        """Return limits that never apply."""
        return cls("", "", "", "", "", "", 0)


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits on connections and on single requests, for all clients. 0 means no limit, where a number is counted.

    total               open connections, web sockets included
    per_address         open connections of one address; trusted proxies are excepted
    max_headers         headers of a request
    max_header_bytes    bytes of all headers of a request, with its address
    max_request_bytes   bytes of a request as it is sent; the middleware has stricter limits for bodies
    head_timeout_s      time for the headers of a request
    body_timeout_s      time for its body, and for each part of a response until the client has read it
    keep_alive_s        time until an idle connection is closed
    """

    total: int = 4_000
    per_address: int = 300
    max_headers: int = 100
    max_header_bytes: int = 32 * KILOBYTE
    max_request_bytes: int = 16 * 1024 * KILOBYTE
    head_timeout_s: float = 10.0
    body_timeout_s: float = 60.0
    keep_alive_s: int = 15

    @classmethod
    def without_limits(cls) -> ConnectionLimits:
        """Return limits that apply to single requests only."""
        return cls(total=0, per_address=0)


@dataclass(frozen=True)
class Quotas:
    """Limits for what the matches set up from one address, or with one personal key, may be. 0 means no limit.

    matches     matches and campaigns, without imported records
    imports     imported records
    megabytes   their size together
    """

    matches: int = 0
    imports: int = 0
    megabytes: int = 0

    @classmethod
    def default(cls, public: bool) -> Quotas:
        """Return the quotas of a server on the internet, or of a private one."""
        return cls(2_000, 200, 200) if public else cls(20_000, 2_000, 2_000)


@dataclass(frozen=True)
class Retention:
    """Days after which matches are deleted, counted from their last change. 0 means never.

    unfinished   matches in progress that are not played
    finished     finished matches, and campaigns
    imported     imported records
    """

    unfinished: int = 0
    finished: int = 0
    imported: int = 0

    @classmethod
    def default(cls, public: bool) -> Retention:
        """Return the times of a server on the internet; a private one keeps everything."""
        return cls(90, 365, 90) if public else cls()


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
    min_free_mb       free megabytes on the disk below which nothing new is saved; moves still are
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
    connection_limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    quotas: Quotas = field(default_factory=Quotas)
    retention: Retention = field(default_factory=Retention)
    min_free_mb: int = 0
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
