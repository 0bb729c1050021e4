"""What lives as long as the server: the store, the workers, the rooms, the campaigns and the laboratory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.services.seat_keys import CAMPAIGN, Keys, read_secret
from hippodrome.server.services.variants import Library, Variants
from hippodrome.server.settings import Settings
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Programs


@dataclass(frozen=True)
class House:
    """All that a request may need."""

    settings: Settings
    store: Store
    programs: Programs
    rooms: Rooms
    campaigns: Campaigns
    laboratory: Laboratory
    variants: Variants


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[House]:
    """Yield a house with its doors open; at the end everybody is told, everything is written down and the workers
    end.
    """
    secret = read_secret(settings.data_dir)
    store = await Store.open(settings.database)
    programs = Programs(settings.workers)
    variants = Variants(settings.variants, programs)
    games = Library(settings)
    rooms = Rooms(store, programs, Keys(secret), games)
    campaigns = Campaigns(store, programs, Keys(secret, CAMPAIGN), games, rooms)
    laboratory = Laboratory(settings.experiments, settings.lab_processes)
    warming = asyncio.create_task(programs.warm())
    try:
        yield House(settings, store, programs, rooms, campaigns, laboratory, variants)
    finally:
        warming.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await warming
        await laboratory.close()
        await rooms.close()
        await campaigns.close()
        await programs.close()
        await store.close()
        variants.close()
