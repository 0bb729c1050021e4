"""The server's signatures: its key, the public keys that it publishes, and signing commitments and finished records."""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from hippodrome.atomic_files import write_atomically
from hippodrome.kit.record import header_lines
from hippodrome.server.storage.private_files import create_private_file, make_private_folder, restrict_to_owner
from hippodrome.server.storage.rows import PLAYED, MatchRow
from hippodrome.signatures import ALGORITHM, COMMITMENT, FINISHED_RECORD, PublicKey, SigningKey, format_time

KEY_VARIABLE = "HIPPODROME_SIGNING_KEY"
KEY_FILE, PUBLIC_KEYS_FILE = "signing-key", "public-keys.json"


class PublishedKey(msgspec.Struct, frozen=True):
    """A public key of this server as it is published: its id, its digits, and the time of the first start with it."""

    id: str
    public_key: str
    since: str


class RecordSigner:
    """Signs commitments and finished records, and knows the public keys of this server, current and earlier."""

    def __init__(self, key: SigningKey, published: Sequence[PublishedKey]) -> None:
        self._key = key
        self.published = list(published)

    @classmethod
    def open(cls, folder: Path) -> RecordSigner:
        """Return the signer of a data folder.

        The key comes from the environment or from a file that the first start creates. Raise ValueError if a key is
        malformed, and OSError if a file cannot be read or written.
        """
        make_private_folder(folder)
        key = _read_key(folder)
        return cls(key, _add_public_key(folder / PUBLIC_KEYS_FILE, key.public))

    @property
    def public_keys(self) -> list[str]:
        """The public keys of this server, in hexadecimal digits."""
        return [key.public_key for key in self.published]

    @property
    def current_id(self) -> str:
        """The id of the key that signs now."""
        return self._key.public.id

    def sign_commitment(self, row: MatchRow) -> None:
        """Sign the set-up and the commitment of a new match, with the time at which it was created."""
        lines = [*header_lines(row.setup(), row.commitment), f"match {row.id}"]
        signature = self._key.signed_line(COMMITMENT, lines, "committed", format_time(row.created))
        row.signed_header = "\n".join([*lines, signature])

    def record_footer(self, row: MatchRow, record: str) -> str:
        """Return the last lines of a finished record: the time of the first move, and the signature of all lines."""
        first_move = max(row.status.first_move, row.created)  # a match without moves has none
        lines = [*record.splitlines(), f"first-move {format_time(first_move)}"]
        signature = self._key.signed_line(FINISHED_RECORD, lines, "signed", format_time(int(time.time())))
        return f"{lines[-1]}\n{signature}"


def can_sign_record(row: MatchRow) -> bool:
    """Return whether this server may sign the record of a match: it was played here to its end and committed to."""
    return row.kind == PLAYED and row.status.is_over and bool(row.signed_header)


# -------------------------------------------------------------------- files


def _read_key(folder: Path) -> SigningKey:
    """Return the private key from the environment, or from the file, which is created if it does not exist."""
    digits, source = os.environ.get(KEY_VARIABLE, ""), f"the variable {KEY_VARIABLE}"
    advice = "it must be 64 hexadecimal digits"
    if not digits:
        path = folder / KEY_FILE
        source, advice = str(path), "restore it from a backup, or delete it to create a new key"
        if not path.exists():
            _create_key(path)
        restrict_to_owner(path)
        digits = path.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch("[0-9a-f]{64}", digits):
        raise ValueError(f"{source} does not hold a signing key; {advice}")
    return SigningKey(bytes.fromhex(digits))


def _create_key(path: Path) -> None:
    """Create a file with a new private key, for its owner alone. The file appears complete or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        part.unlink()
    create_private_file(part)
    with part.open("w", encoding="ascii") as file:
        file.write(f"{secrets.token_hex(32)}\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _add_public_key(path: Path, key: PublicKey) -> list[PublishedKey]:
    """Return the published keys, and add the current one to the file if it is new."""
    published = _read_public_keys(path)
    if key.digits not in [other.public_key for other in published]:
        published.append(PublishedKey(key.id, key.digits, format_time(int(time.time()))))
        body = {"algorithm": ALGORITHM, "keys": msgspec.to_builtins(published)}
        write_atomically(path, json.dumps(body, indent=2) + "\n")
    return published


def _read_public_keys(path: Path) -> list[PublishedKey]:
    """Return the keys of the file, none if it does not exist; raise ValueError if it is malformed."""
    if not path.exists():
        return []
    try:
        keys = msgspec.convert(msgspec.json.decode(path.read_bytes())["keys"], list[PublishedKey])
        if any(PublicKey(key.public_key).id != key.id for key in keys):
            raise ValueError("an id does not fit its key")
    except (ValueError, KeyError, TypeError):  # also what msgspec raises
        raise ValueError(
            f"{path} is not a list of public keys; restore it from a backup, or delete it (records signed with earlier "
            "keys are then not proved)"
        ) from None
    return keys
