"""Signatures of records (Ed25519): the keys, and signing and checking the lines of a record.

The package `cryptography` is imported when a signature is made or checked, so that the rules alone never need it.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from hippodrome.kit.record import Signature

ALGORITHM = "Ed25519"

# What is signed. A signature for one purpose is not valid for the other.
COMMITMENT, FINISHED_RECORD = "Hippodrome commitment", "Hippodrome finished record"


@dataclass(frozen=True)
class PublicKey:
    """The public key of a server, as 64 hexadecimal digits."""

    digits: str

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{64}", self.digits):
            raise ValueError(f"a public key is 64 hexadecimal digits, not {self.digits[:80]!r}")

    @property
    def id(self) -> str:
        """The id of the key: the first 16 hexadecimal digits of its SHA-256 hash."""
        return hashlib.sha256(bytes.fromhex(self.digits)).hexdigest()[:16]


class SigningKey:
    """The private key of a server."""

    def __init__(self, private: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = PublicKey(self._key.public_key().public_bytes_raw().hex())

    def signed_line(self, purpose: str, lines: Sequence[str], word: str, signed_at: str) -> str:
        """Return the line that signs all lines above it and its own beginning: a word, the time and the key."""
        start = f"{word} {signed_at} key {self.public.id}"
        return f"{start} signature {self._key.sign(_message(purpose, [*lines, start])).hex()}"


def is_valid(key: PublicKey, purpose: str, signature: Signature) -> bool:
    """Return whether a signature of a record was made with this key, for this purpose, over these lines."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.digits))
    try:
        public.verify(bytes.fromhex(signature.signature), _message(purpose, signature.lines))
    except InvalidSignature:
        return False
    return True


def _message(purpose: str, lines: Sequence[str]) -> bytes:
    return "\n".join([purpose, *lines, ""]).encode("utf-8", "surrogatepass")


def format_time(seconds: int) -> str:
    """Return a time since 1970 as the lines of a record state it, such as 2026-05-03T14:02:11Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def read_public_keys(text: str) -> list[PublicKey]:
    """Return the keys of a text: the JSON that a server publishes, or one key in hexadecimal digits per line.

    Raise ValueError if it is neither.
    """
    if not text.lstrip().startswith("{"):
        return [PublicKey(line.strip()) for line in text.split("\n") if line.strip()]
    try:
        return [PublicKey(row["public_key"]) for row in json.loads(text)["keys"]]
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError("this is not the list of keys that a server publishes") from None
