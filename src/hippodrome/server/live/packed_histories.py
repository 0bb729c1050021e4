"""The histories of matches that no longer change, packed and kept: a replay asks for one moment after another."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from hippodrome.server.workers.replay import MatchHistory, PackedHistory, pack_history

MAX_HISTORIES = 16
"""The histories of this many matches are kept."""


class PackedHistories:
    """Packed histories by match, least recently used first. Simultaneous requests wait for the same reading."""

    def __init__(self, read: Callable[[str], Awaitable[MatchHistory]]) -> None:
        self._read = read
        self._tasks: OrderedDict[str, asyncio.Task[PackedHistory]] = OrderedDict()

    async def get(self, id: str) -> PackedHistory:
        """Return the history of a match, which no longer changes; raise what `read` raises."""
        task = self._tasks.pop(id, None) or asyncio.create_task(self._pack(id))
        self._tasks[id] = task
        if len(self._tasks) > MAX_HISTORIES:
            self._tasks.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._tasks.get(id) is task:
                del self._tasks[id]
            raise

    async def _pack(self, id: str) -> PackedHistory:
        return pack_history(await self._read(id))
