"""Records of matches: exported with this server's signatures, and verified with its keys."""

from __future__ import annotations

import logging

from hippodrome.server.http.http_errors import conflict, not_found
from hippodrome.server.live.rooms import NO_SUCH_MATCH, Rooms
from hippodrome.server.services.record_signatures import RecordSigner, can_sign_record
from hippodrome.server.storage.rows import BRANCH, MatchRow
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from hippodrome.verification import Verification

log = logging.getLogger("hippodrome.server.services.records")


class Records:
    """Writes and verifies records. Methods raise HttpError with a message for people if they fail."""

    def __init__(self, store: Store, workers: Workers, rooms: Rooms, signer: RecordSigner) -> None:
        self.signer = signer
        self._store = store
        self._workers = workers
        self._rooms = rooms

    async def text(self, row: MatchRow) -> str:
        """Return the record of a finished or imported match. The first time, this server signs what was played here.

        409 for a branch, and for a match in progress.
        """
        if row.kind == BRANCH:
            raise conflict("A branch has no record, because it started in the middle of another match with new dice.")
        if not row.has_no_secrets:
            raise conflict("The record contains secrets of this match. You can get it when the match is over.")
        history = await self._rooms.history(row.id)
        text = await self._workers.run(replay.match_record, history)
        if history.signed_footer or not can_sign_record(row):
            return text
        return f"{text}{await self._sign(row, text)}\n"

    async def _sign(self, row: MatchRow, text: str) -> str:
        """Sign a finished record and save the signature, unless one is saved; return the lines to add."""
        footer = self.signer.record_footer(row, text)
        try:
            await self._store.save_signed_footer(row.id, footer)
            saved = await self._store.row(row.id)
        except StoreError as error:  # the signature is valid all the same; the next request makes another
            log.warning("failed to save a signature", extra={"facts": {"match": row.id, "error": str(error)}})
            return footer
        if saved is None:
            raise not_found(NO_SUCH_MATCH, "id")
        return saved.signed_footer

    async def verify(self, text: str) -> Verification:
        """Verify a record with the keys of this server."""
        return await self._workers.run(replay.verify_record, text, self.signer.public_keys)
