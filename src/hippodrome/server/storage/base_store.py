"""The interface of all stores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from pathlib import Path

from hippodrome.server import wire
from hippodrome.server.storage.progress_rows import LoggedMove, Progress, RulesChange
from hippodrome.server.storage.rows import (
    CampaignRow,
    HeldCounts,
    HeldSeat,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    MatchStatus,
    RetentionTimes,
    RulesUpgrade,
    Snapshot,
    StorageUse,
)

OFF = "off"
MAX_CHAT_SHOWN = 200
"""A client that joins a table gets this many of its last chat messages."""


class StoreError(Exception):
    """A read or a write failed. Everything written before is unharmed."""


class Store(ABC):
    """Storage for matches and campaigns.

    Methods that write return once the data is on disk. All methods raise StoreError if they fail.
    """

    @staticmethod
    async def open(path: Path | str | None, lock_timeout_s: float = 5.0) -> Store:
        """Open the store in a file, which is created if needed. With None or "off", keep everything in memory.

        `lock_timeout_s` is how long to wait for another process that has locked the file.
        """
        from hippodrome.server.storage.memory_store import MemoryStore  # these modules import this one
        from hippodrome.server.storage.store import SqliteStore

        if path is None or str(path) == OFF:
            return MemoryStore()
        return await SqliteStore.connect(Path(path), lock_timeout_s)

    @abstractmethod
    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
        progress: Progress | None = None,
        changes: Sequence[RulesChange] = (),
    ) -> None:
        """Save a new match, and the results and changes of rules of one that was imported.

        `rematch_of` is the match it is the rematch of, `campaign` the campaign whose next game it is; both are updated
        in the same transaction.
        """

    @abstractmethod
    async def append(
        self,
        id: str,
        entries: Sequence[JournalEntry],
        status: MatchStatus,
        snapshot: Snapshot | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Add entries to a match, with their results, and save its new status."""

    @abstractmethod
    async def save_progress(self, id: str, progress: Progress) -> None:
        """Save the results of entries that are saved already."""

    @abstractmethod
    async def change_rules(self, id: str, upgrade: RulesUpgrade) -> None:
        """Save a change of rules: its entry, the snapshot from which the match continues, and the earlier results."""

    @abstractmethod
    async def move_log(self, id: str) -> list[LoggedMove]:
        """Return the saved results of a match's moves, in order."""

    @abstractmethod
    async def rules_changes(self, id: str) -> list[RulesChange]:
        """Return the changes of rules of a match, in order."""

    @abstractmethod
    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Save a snapshot, unless a newer one is saved already."""

    @abstractmethod
    async def drop_snapshot(self, id: str) -> None:
        """Delete a snapshot that is damaged, so that it can be replaced."""

    @abstractmethod
    async def save_signed_footer(self, id: str, footer: str) -> None:
        """Save the signed last lines of a finished record, unless some are saved already."""

    @abstractmethod
    async def save_chat(self, id: str, message: wire.ChatMessage, dropped: wire.ChatMessage | None = None) -> None:
        """Save a chat message.

        With `dropped`, the oldest of `MAX_CHAT_SHOWN` messages before it, delete all but the newest of that number.
        """

    @abstractmethod
    async def save_note(self, id: str, seat: int, text: str, before: str = "") -> None:
        """Save the private notes of a seat in place of those before."""

    @abstractmethod
    async def load(self, id: str) -> LoadedMatch | None:
        """Return everything needed to continue a match, or None if there is no such match."""

    @abstractmethod
    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return those of the matches that exist, the most recently updated first."""

    @abstractmethod
    async def list_public(self, max_count: int) -> list[MatchRow]:
        """Return the public matches in progress, the most recently updated first."""

    @abstractmethod
    async def entries(self, id: str) -> list[JournalEntry]:
        """Return all entries of a match."""

    @abstractmethod
    async def save_campaign(self, row: CampaignRow) -> None:
        """Save a campaign, new or changed."""

    @abstractmethod
    async def campaign(self, id: str) -> CampaignRow | None:
        """Return a campaign, or None if there is no such campaign."""

    @abstractmethod
    async def campaign_playing(self, match: str) -> CampaignRow | None:
        """Return the campaign whose current game is this match, or None."""

    @abstractmethod
    async def delete(self, id: str) -> None:
        """Delete a match with everything that belongs to it. The match must not be loaded in a room."""

    @abstractmethod
    async def delete_campaign(self, id: str) -> None:
        """Delete a campaign; its matches stay."""

    @abstractmethod
    async def use_of(self, owner: str) -> StorageUse:
        """Return how much is stored of what an address has set up."""

    @abstractmethod
    async def use_of_holder(self, holder: str) -> StorageUse:
        """Return how much the matches take that a personal key hosts. Its campaigns are not known."""

    @abstractmethod
    async def free_bytes(self) -> int | None:
        """Return how much more can be saved: free space on the disk, and what deleted matches left.

        Return None if that is unknown.
        """

    @abstractmethod
    async def expired_matches(self, times: RetentionTimes, max_count: int, skipped: Collection[str]) -> list[str]:
        """Return the ids of some matches that have expired, except those in `skipped`."""

    @abstractmethod
    async def expired_campaigns(self, times: RetentionTimes, max_count: int) -> list[str]:
        """Return the ids of some campaigns that have expired."""

    @abstractmethod
    async def check_write(self) -> None:
        """Write something small and wait until it is on disk."""

    @abstractmethod
    def damage_reports(self) -> list[str]:
        """Return sentences about damage that was found and not dealt with yet."""

    @abstractmethod
    async def hold(self, seats: Sequence[HeldSeat]) -> None:
        """Save seats as held by their holders; a newer nonce replaces the old one."""

    @abstractmethod
    async def release(self, holder: str, match: str) -> None:
        """Remove a match from what a holder holds."""

    @abstractmethod
    async def held_seats(self, holder: str, matches: Sequence[str]) -> list[HeldSeat]:
        """Return what a holder holds in some matches, valid or not."""

    @abstractmethod
    async def held_page(
        self, holder: str, games: Collection[str], over: bool, offset: int, count: int
    ) -> list[MatchRow]:
        """Return some of a holder's matches in progress or `over`.

        Those that wait for the holder come first, then the most recently updated. Matches of other games are left out.
        """

    @abstractmethod
    async def held_counts(self, holder: str, games: Collection[str]) -> HeldCounts:
        """Return the numbers of a holder's matches of some games."""

    @abstractmethod
    async def holders(self, matches: Collection[str]) -> dict[str, set[str]]:
        """Return the holders of each of some matches; a match without holders is left out."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being read and written, and close the file."""

    async def row(self, id: str) -> MatchRow | None:
        """Return a match, or None if there is no such match."""
        rows = await self.rows([id])
        return rows[0] if rows else None
