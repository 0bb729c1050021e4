"""Services that live as long as the server: store, workers, rooms, campaigns, laboratory and variants."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.build_switch import move_to_compiled_build
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys, read_secret
from hippodrome.server.services.variants import GameLibrary, VariantLibrary
from hippodrome.server.settings import Settings
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers


@dataclass(frozen=True)
class Services:
    """The services a request may use."""

    settings: Settings
    store: Store
    workers: Workers
    rooms: Rooms
    campaigns: Campaigns
    laboratory: Laboratory
    variants: VariantLibrary


async def start_workers(workers: Workers, laboratory: Laboratory) -> None:
    """Start the workers in advance, and move them to the compiled build once it is ready."""
    await workers.start()
    await move_to_compiled_build(workers, laboratory)


@contextlib.asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Yield the running services; on exit, notify clients, finish all writes and stop the workers."""
    secret = read_secret(settings.data_dir)
    store = await Store.open(settings.database)
    workers = Workers(settings.workers)
    variants = VariantLibrary(settings.variants, workers)
    games = GameLibrary(settings)
    rooms = Rooms(store, workers, SeatKeys(secret), games)
    campaigns = Campaigns(store, workers, SeatKeys(secret, CAMPAIGN_SALT), games, rooms)
    laboratory = Laboratory(settings.experiments, settings.lab_processes)
    warm_up = asyncio.create_task(start_workers(workers, laboratory))
    try:
        yield Services(settings, store, workers, rooms, campaigns, laboratory, variants)
    finally:
        warm_up.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await warm_up
        await laboratory.close()
        await rooms.close()
        await campaigns.close()
        await workers.close()
        await store.close()
        variants.close()
