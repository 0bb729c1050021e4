"""Seat keys: signed tokens that give access to a seat of a match or campaign. There are no accounts."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from hippodrome.server.storage.rows import HeldSeat, Player, is_current_nonce
from hippodrome.server.wire import NO_SEAT

HOST = NO_SEAT
"""Seat number in the key of the host, who set up the match or campaign."""

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_MATCH_SALT = "hippodrome seat"
CAMPAIGN_SALT = "hippodrome campaign"
"""Separate salt, so that the key of a match is not valid for a campaign."""


def new_id() -> str:
    """Return a random id that cannot be guessed: ten letters and digits, without characters that look alike."""
    return "".join([secrets.choice(ID_ALPHABET) for _ in range(10)])


def new_nonce() -> str:
    """Return a random nonce. Replacing the nonce of a seat invalidates its earlier keys."""
    return secrets.token_urlsafe(9)


def is_personal_key(text: str) -> bool:
    """Return whether a text is a personal key: "me." and 32 random bytes, which a browser has drawn."""
    return re.fullmatch(r"me\.[\w-]{43}", text, re.ASCII) is not None


def holder_of(keys: Iterable[str]) -> str:
    """Return the holder of the first personal key among these keys; empty if there is none.

    The holder is a digest, so that the database holds no keys.
    """
    personal = [key for key in keys if is_personal_key(key)]
    return hashlib.sha256(personal[0].encode()).hexdigest()[:32] if personal else ""


class KeyedRow(Protocol):
    """A match or campaign, for which keys are issued."""

    id: str
    host_nonce: str

    @property
    def players(self) -> Sequence[Player]:
        """The players by seat."""


SIGNATURE_CHARS = 27
MIN_SIGNED_CHARS, MAX_SIGNED_CHARS = 40, 400
"""Lengths of the signature at the end of a signed text, and of the whole. Checking a signature takes much longer than
looking at the shape, and a request has room for thousands of texts that are shorter."""


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
        self._invitation_signer = URLSafeSerializer(secret, salt=f"{salt} invitation")

    def issue(self, match: str, seat: int, nonce: str) -> str:
        """Return the key of a seat, or of the host."""
        return str(self._signer.dumps([match, seat, nonce]))

    def read(self, text: str) -> Key | None:
        """Return the content of a key; None if this server did not sign it."""
        return _read_signed(self._signer, text)

    def issue_invitations(self, row: KeyedRow) -> dict[int, str]:
        """Return the open invitations of a match or campaign by seat. An invitation is no key."""
        return {
            seat: str(self._invitation_signer.dumps([row.id, seat, player.invitation]))
            for seat, player in enumerate(row.players)
            if player.invitation
        }

    def read_invitation(self, text: str) -> Key | None:
        """Return the content of an invitation, open or not; None if this server did not sign it."""
        return _read_signed(self._invitation_signer, text)

    def access(self, row: KeyedRow, texts: Iterable[str], held: Iterable[HeldSeat] = ()) -> SeatAccess:
        """Return the access that these keys, and seats held by a personal key, give to a match or campaign.

        Personal keys among the texts are ignored: the caller looks up what they hold.
        """
        keys = [self.read(text) for text in dict.fromkeys(texts) if not is_personal_key(text)]
        keys += [Key(seat.match, seat.seat, seat.nonce) for seat in held]
        seats: set[int] = set()
        host = stale = False
        for key in keys:
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
        for text in dict.fromkeys(texts):
            key = self.read(text)
            if key is not None:
                grouped.setdefault(key.match, []).append(text)
        return grouped


def _read_signed(signer: URLSafeSerializer, text: str) -> Key | None:
    """Return the content of a signed text; None if it is not valid. Most forgeries are recognised by their shape."""
    if not MIN_SIGNED_CHARS <= len(text) <= MAX_SIGNED_CHARS or text[-SIGNATURE_CHARS - 1] != ".":
        return None
    try:
        return msgspec.convert(signer.loads(text), Key)
    except (BadData, ValueError):
        return None


def _is_current(row: KeyedRow, key: Key) -> bool:
    """Return whether the key's nonce is still the current one."""
    return is_current_nonce(row.host_nonce, row.players, key.seat, key.nonce)


_NEW_SECRET = "restore it from a copy, or delete it to create a new one (all seat links and keys stop working)"


def read_secret(folder: Path) -> str:
    """Return the server's secret, from the environment or from a file that the first start creates.

    Only the owner may read the file. Raise ValueError if it is empty or not text.
    """
    secret = os.environ.get("HIPPODROME_SECRET", "")
    if secret:
        return secret
    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = folder / f"secret.{os.getpid()}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        os.replace(part, path)
    try:
        secret = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is damaged: it is not text; {_NEW_SECRET}") from None
    if not secret:
        raise ValueError(f"{path} is empty; {_NEW_SECRET}")
    return secret
