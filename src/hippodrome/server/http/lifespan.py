"""What lives as long as the server: the store, the workers, the rooms, the campaigns and the laboratory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys, read_secret
from hippodrome.server.services.variants import GameLibrary, VariantLibrary
from hippodrome.server.settings import Settings
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers


@dataclass(frozen=True)
class Services:
    """All that a request may need."""

    settings: Settings
    store: Store
    workers: Workers
    rooms: Rooms
    campaigns: Campaigns
    laboratory: Laboratory
    variants: VariantLibrary


@contextlib.asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Yield a house with its doors open; at the end everybody is told, everything is written down and the workers
    end.
    """
    secret = read_secret(settings.data_dir)
    store = await Store.open(settings.database)
    programs = Workers(settings.workers)
    variants = VariantLibrary(settings.variants, programs)
    games = GameLibrary(settings)
    rooms = Rooms(store, programs, SeatKeys(secret), games)
    campaigns = Campaigns(store, programs, SeatKeys(secret, CAMPAIGN_SALT), games, rooms)
    laboratory = Laboratory(settings.experiments, settings.lab_processes)
    warming = asyncio.create_task(programs.start())
    try:
        yield Services(settings, store, programs, rooms, campaigns, laboratory, variants)
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
