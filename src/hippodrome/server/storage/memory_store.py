"""A store in memory, for servers that save nothing and for tests."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from hippodrome.server import wire
from hippodrome.server.storage.base_store import MAX_CHAT_SHOWN, Store
from hippodrome.server.storage.progress_rows import LoggedMove, PresentState, Progress, RulesChange
from hippodrome.server.storage.rows import (
    IMPORTED,
    PLAYED,
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
    moves_not_undone,
)
from hippodrome.server.storage.schema import match_values, stored_size


class MemoryStore(Store):
    """A store in memory. Everything is lost when the server stops."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}
        self._entries: dict[str, list[JournalEntry]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._chat: dict[str, list[wire.ChatMessage]] = {}
        self._notes: dict[str, dict[int, str]] = {}
        self._campaigns: dict[str, CampaignRow] = {}
        self._present: dict[str, PresentState] = {}
        self._move_log: dict[str, dict[int, LoggedMove]] = {}
        self._changes: dict[str, list[RulesChange]] = {}
        self._held: dict[tuple[str, str, int], HeldSeat] = {}  # by holder, match and seat

    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
        progress: Progress | None = None,
        changes: Sequence[RulesChange] = (),
    ) -> None:
        self._rows[row.id] = _copy_row(row)
        self._entries[row.id] = list(entries)
        self._changes[row.id] = list(changes)
        if progress is not None:
            await self.save_progress(row.id, progress)
        if rematch_of:
            self._rows[rematch_of].rematch = row.id
        if campaign is not None:
            await self.save_campaign(campaign)

    async def save_campaign(self, row: CampaignRow) -> None:
        self._campaigns[row.id] = msgspec.convert(msgspec.to_builtins(row), CampaignRow)

    async def campaign(self, id: str) -> CampaignRow | None:
        row = self._campaigns.get(id)
        return msgspec.convert(msgspec.to_builtins(row), CampaignRow) if row is not None else None

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        return next((row for row in self._campaigns.values() if row.current_match == match), None)

    async def append(
        self,
        id: str,
        entries: Sequence[JournalEntry],
        status: MatchStatus,
        snapshot: Snapshot | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._entries[id].extend(entries)
        self._rows[id].status = status
        if snapshot is not None:
            await self.save_snapshot(id, snapshot)
        if progress is not None:
            await self.save_progress(id, progress)

    async def save_progress(self, id: str, progress: Progress) -> None:
        moves = self._move_log.setdefault(id, {})
        if progress.undone_to is not None:
            moves = {number: move for number, move in moves.items() if number <= progress.undone_to}
        self._move_log[id] = moves | {move.number: move for move in progress.moves}
        self._present[id] = progress.present

    async def change_rules(self, id: str, upgrade: RulesUpgrade) -> None:
        self._snapshots.pop(id, None)
        await self.append(id, [upgrade.entry], upgrade.status, upgrade.snapshot, upgrade.progress)
        self._changes.setdefault(id, []).append(upgrade.change)
        self._rows[id].rules = upgrade.change.new

    async def move_log(self, id: str) -> list[LoggedMove]:
        moves = self._move_log.get(id, {})
        return [moves[number] for number in sorted(moves)]

    async def rules_changes(self, id: str) -> list[RulesChange]:
        return list(self._changes.get(id, []))

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        if id not in self._snapshots or snapshot.n > self._snapshots[id].n:
            self._snapshots[id] = snapshot

    async def drop_snapshot(self, id: str) -> None:
        self._snapshots.pop(id, None)

    async def save_signed_footer(self, id: str, footer: str) -> None:
        self._rows[id].signed_footer = self._rows[id].signed_footer or footer

    async def save_chat(self, id: str, message: wire.ChatMessage, dropped: wire.ChatMessage | None = None) -> None:
        self._chat[id] = [*self._chat.get(id, []), message][-MAX_CHAT_SHOWN:]

    async def save_note(self, id: str, seat: int, text: str, before: str = "") -> None:
        self._notes.setdefault(id, {})[seat] = text

    async def load(self, id: str) -> LoadedMatch | None:
        if id not in self._rows:
            return None
        snapshot = self._snapshots.get(id)
        after = snapshot.n if snapshot else 0
        used_ms: dict[int, int] = {}
        for entry in self._entries[id]:
            used_ms[entry.seat] = used_ms.get(entry.seat, 0) + entry.reserve
        return LoadedMatch(
            row=_copy_row(self._rows[id]),
            snapshot=snapshot,
            snapshot_moves=len(moves_not_undone(entry for entry in self._entries[id] if entry.n <= after)),
            entries=[entry for entry in self._entries[id] if entry.n > after],
            used_ms=used_ms,
            chat=self._chat.get(id, [])[-MAX_CHAT_SHOWN:],
            notes=dict(self._notes.get(id, {})),
            present=self._present.get(id),
            changes=list(self._changes.get(id, [])),
        )

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        rows = [_copy_row(self._rows[id]) for id in ids if id in self._rows]
        return sorted(rows, key=lambda row: -row.status.updated)

    async def list_public(self, max_count: int) -> list[MatchRow]:
        rows = [row for row in self._rows.values() if row.listed and not row.status.is_over and row.kind == PLAYED]
        return [_copy_row(row) for row in sorted(rows, key=lambda row: -row.status.updated)[:max_count]]

    async def entries(self, id: str) -> list[JournalEntry]:
        return list(self._entries.get(id, []))

    async def delete(self, id: str) -> None:
        tables = (self._rows, self._entries, self._snapshots, self._chat, self._notes)
        for saved in (*tables, self._present, self._move_log, self._changes):
            saved.pop(id, None)
        for row in self._rows.values():
            if row.rematch == id:
                row.rematch = ""

    async def delete_campaign(self, id: str) -> None:
        self._campaigns.pop(id, None)

    async def use_of(self, owner: str) -> StorageUse:
        use = self._use_of([row for row in self._rows.values() if row.owner == owner])
        campaigns = [row for row in self._campaigns.values() if row.owner == owner]
        use.matches += len(campaigns)
        use.bytes += sum(len(row.file) for row in campaigns)
        return use

    async def use_of_holder(self, holder: str) -> StorageUse:
        hosted = [id for owner, id, seat in self._held if owner == holder and seat == wire.NO_SEAT]
        return self._use_of([self._rows[id] for id in hosted if id in self._rows])

    def _use_of(self, rows: Sequence[MatchRow]) -> StorageUse:
        imports = sum(row.kind == IMPORTED for row in rows)
        return StorageUse(len(rows) - imports, imports, sum(self._size(row) for row in rows))

    async def free_bytes(self) -> int | None:
        return None

    def _size(self, row: MatchRow) -> int:
        entries = sum(stored_size(msgspec.structs.asdict(entry)) for entry in self._entries[row.id])
        return stored_size(match_values(row)) + entries

    async def expired_matches(self, times: RetentionTimes, max_count: int, skipped: Collection[str]) -> list[str]:
        current = {row.current_match for row in self._campaigns.values()}
        rows = [row for row in self._rows.values() if row.id not in skipped and row.id not in current]
        expired = [row for row in rows if row.status.updated < times.limit(row)]
        return [row.id for row in sorted(expired, key=lambda row: row.status.updated)[:max_count]]

    async def expired_campaigns(self, times: RetentionTimes, max_count: int) -> list[str]:
        played = {row.id for row in self._rows.values() if row.status.updated >= times.finished}
        rows = [row for row in self._campaigns.values() if row.current_match not in played]
        return [row.id for row in rows if row.updated < times.finished][:max_count]

    async def check_write(self) -> None:
        """Do nothing: memory can be written."""

    def damage_reports(self) -> list[str]:
        return []

    async def hold(self, seats: Sequence[HeldSeat]) -> None:
        for seat in seats:
            self._held[seat.holder, seat.match, seat.seat] = seat

    async def release(self, holder: str, match: str) -> None:
        for seat in await self.held_seats(holder, [match]):
            del self._held[holder, match, seat.seat]

    async def held_seats(self, holder: str, matches: Sequence[str]) -> list[HeldSeat]:
        return [seat for seat in self._held.values() if seat.holder == holder and seat.match in matches]

    async def held_page(
        self, holder: str, games: Collection[str], over: bool, offset: int, count: int
    ) -> list[MatchRow]:
        pending = {
            id: waits for id, waits in self._held_matches(holder, games) if self._rows[id].status.is_over == over
        }
        ids = sorted(pending, key=lambda id: (not pending[id], -self._rows[id].status.updated, id))
        return [_copy_row(self._rows[id]) for id in ids[offset : offset + count]]

    async def held_counts(self, holder: str, games: Collection[str]) -> HeldCounts:
        matches = self._held_matches(holder, games)
        finished = sum(self._rows[id].status.is_over for id, _ in matches)
        return HeldCounts(len(matches) - finished, finished, sum(waits for _, waits in matches))

    def _held_matches(self, holder: str, games: Collection[str]) -> list[tuple[str, bool]]:
        """Return the ids of a holder's matches, each with whether it waits for the holder."""
        waits: dict[str, bool] = {}
        for seat in self._held.values():
            row = self._rows.get(seat.match)
            if (
                seat.holder == holder
                and row is not None
                and row.game in games
                and row.is_current(seat.seat, seat.nonce)
            ):
                waits[row.id] = waits.get(row.id, False) or row.is_waiting_for(seat.seat)
        return list(waits.items())

    async def holders(self, matches: Collection[str]) -> dict[str, set[str]]:
        by_match: dict[str, set[str]] = {}
        for seat in self._held.values():
            if seat.match in matches:
                by_match.setdefault(seat.match, set()).add(seat.holder)
        return by_match

    async def close(self) -> None:
        """Do nothing: no file is open."""


def _copy_row(row: MatchRow) -> MatchRow:
    """Return an independent copy, as if the row had been read from a file."""
    return msgspec.convert(msgspec.to_builtins(row), MatchRow)
