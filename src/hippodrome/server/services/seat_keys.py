"""Keys of seats: signed texts that say whose place at which table somebody may take. There are no accounts."""

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
"""In the place of a seat: whoever set up the table."""

_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_MATCH_SALT = "hippodrome seat"
CAMPAIGN_SALT = "hippodrome campaign"
"""What the keys of campaigns are signed with besides: the key of a match opens no campaign."""


def new_id() -> str:
    """Return the name of a match: ten letters and digits of which none looks like another, enough not to be guessed."""
    return "".join([secrets.choice(_ID_ALPHABET) for _ in range(10)])


def new_nonce() -> str:
    """What makes a key different from all that were given out before."""
    return secrets.token_urlsafe(9)


class KeyedRow(Protocol):
    """Something that keys are given out for: a match, or a campaign."""

    id: str
    host: str

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where."""


class Key(msgspec.Struct, frozen=True, array_like=True):
    """What a key says: a match, a seat or the host (-1), and the nonce that must still stand in the match's row."""

    match: str
    seat: int
    nonce: str


class SeatAccess(msgspec.Struct, frozen=True):
    """What somebody holds at a table: some seats, and whether he is the host. `stale` if one of his keys is no good."""

    seats: tuple[int, ...] = ()
    host: bool = False
    stale: bool = False

    @property
    def is_participant(self) -> bool:
        """Whether he has any business at the table beyond watching."""
        return self.host or bool(self.seats)


class SeatKeys:
    """Makes and reads keys with the server's secret."""

    def __init__(self, secret: str | bytes, salt: str = _MATCH_SALT) -> None:
        self._signer = URLSafeSerializer(secret, salt=salt)

    def issue(self, match: str, seat: int, nonce: str) -> str:
        """Return the key of a seat, or of the host."""
        return str(self._signer.dumps([match, seat, nonce]))

    def read(self, text: str) -> Key | None:
        """What a key says; None if it is not one of ours."""
        try:
            return msgspec.convert(self._signer.loads(text), Key)
        except (BadData, ValueError):
            return None

    def access(self, row: KeyedRow, texts: Iterable[str]) -> SeatAccess:
        """What these keys are good for at a table."""
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
        """Keys by the match they are for; those that are not ours are left out."""
        found: dict[str, list[str]] = {}
        for text in texts:
            key = self.read(text)
            if key is not None:
                found.setdefault(key.match, []).append(text)
        return found


def _is_current(row: KeyedRow, key: Key) -> bool:
    """Return whether the key's nonce is the one that counts."""
    if key.seat == HOST:
        return secrets.compare_digest(key.nonce, row.host)
    return 0 <= key.seat < len(row.players) and secrets.compare_digest(key.nonce, row.players[key.seat].nonce)


def read_secret(folder: Path) -> str:
    """Return the server's secret: from the environment, or from a file for its owner alone, which the first start
    makes.
    """
    given = os.environ.get("HIPPODROME_SECRET", "")
    if given:
        return given
    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"secret.{os.getpid()}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        os.replace(part, path)
    found = path.read_text(encoding="ascii").strip()
    if not found:
        raise ValueError(f"{path} is empty; delete it, and a new one is made (old links to seats end with it)")
    return found
