"""Seat keys: signed tokens that give access to a seat of a match or campaign. There are no accounts."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from hippodrome.server.storage.rows import Player
from hippodrome.server.wire import NO_SEAT

HOST = NO_SEAT
"""Seat number in the key of the host, who set up the match or campaign."""

_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_MATCH_SALT = "hippodrome seat"
CAMPAIGN_SALT = "hippodrome campaign"
"""Separate salt, so that the key of a match is not valid for a campaign."""


def new_id() -> str:
    """Return a random id that cannot be guessed: ten letters and digits, without characters that look alike."""
    return "".join([secrets.choice(_ID_ALPHABET) for _ in range(10)])


def new_nonce() -> str:
    """Return a random nonce. Replacing the nonce of a seat invalidates its earlier keys."""
    return secrets.token_urlsafe(9)


class KeyedRow(Protocol):
    """A match or campaign, for which keys are issued."""

    id: str
    host_nonce: str

    @property
    def players(self) -> Sequence[Player]:
        """The players by seat."""


class Key(msgspec.Struct, frozen=True, array_like=True):
    """Content of a key: a match or campaign, a seat or HOST (-1), and a nonce, which must match the one in the row."""

    match: str
    seat: int
    nonce: str


class SeatAccess(msgspec.Struct, frozen=True):
    """Access granted by a set of keys: some seats, and possibly the host's rights. `stale` if any key is not valid."""

    seats: tuple[int, ...] = ()
    host: bool = False
    stale: bool = False

    @property
    def is_participant(self) -> bool:
        """True for a player or the host; False for a spectator."""
        return self.host or bool(self.seats)


class SeatKeys:
    """Issues and verifies keys, signed with the server's secret."""

    def __init__(self, secret: str | bytes, salt: str = _MATCH_SALT) -> None:
        self._signer = URLSafeSerializer(secret, salt=salt)

    def issue(self, match: str, seat: int, nonce: str) -> str:
        """Return the key of a seat, or of the host."""
        return str(self._signer.dumps([match, seat, nonce]))

    def read(self, text: str) -> Key | None:
        """Return the content of a key; None if this server did not sign it."""
        try:
            return msgspec.convert(self._signer.loads(text), Key)
        except (BadData, ValueError):
            return None

    def access(self, row: KeyedRow, texts: Iterable[str]) -> SeatAccess:
        """Return the access that these keys give to a match or campaign."""
        seats: set[int] = set()
        host = stale = False
        for text in texts:
            key = self.read(text)
            if key is None or key.match != row.id or not _is_current(row, key):
                stale = True
            elif key.seat == HOST:
                host = True
            else:
                seats.add(key.seat)
        return SeatAccess(tuple(sorted(seats)), host, stale)

    def by_match(self, texts: Iterable[str]) -> dict[str, list[str]]:
        """Return the keys grouped by match, without those that this server did not sign."""
        grouped: dict[str, list[str]] = {}
        for text in texts:
            key = self.read(text)
            if key is not None:
                grouped.setdefault(key.match, []).append(text)
        return grouped


def _is_current(row: KeyedRow, key: Key) -> bool:
    """Return whether the key's nonce is still the current one."""
    if key.seat == HOST:
        return secrets.compare_digest(key.nonce, row.host_nonce)
    return 0 <= key.seat < len(row.players) and secrets.compare_digest(key.nonce, row.players[key.seat].nonce)


def read_secret(folder: Path) -> str:
    """Return the server's secret, from the environment or from a file that the first start creates.

    Only the owner may read the file. Raise ValueError if it is empty.
    """
    secret = os.environ.get("HIPPODROME_SECRET", "")
    if secret:
        return secret
    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"secret.{os.getpid()}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        os.replace(part, path)
    secret = path.read_text(encoding="ascii").strip()
    if not secret:
        raise ValueError(f"{path} is empty; delete it to create a new one (existing seat links stop working)")
    return secret
