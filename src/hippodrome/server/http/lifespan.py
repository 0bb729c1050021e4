"""Services that live as long as the server: store, workers, rooms, campaigns, laboratory and variants."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.build_switch import move_to_compiled_build
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.invitations import Invitations
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.services.quotas import StorageQuotas
from hippodrome.server.services.record_signatures import RecordSigner
from hippodrome.server.services.records import Records
from hippodrome.server.services.retention import ExpiredMatches
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys, read_secret
from hippodrome.server.services.variants import GameLibrary, VariantLibrary
from hippodrome.server.services.write_check import WriteCheck
from hippodrome.server.settings import Settings
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.http.lifespan")


@dataclass(frozen=True)
class Services:
    """The services a request may use."""

    settings: Settings
    store: Store
    workers: Workers
    rooms: Rooms
    invitations: Invitations
    device_codes: DeviceCodes
    campaigns: Campaigns
    laboratory: Laboratory
    variants: VariantLibrary
    write_check: WriteCheck
    quotas: StorageQuotas
    records: Records


async def start_workers(workers: Workers, laboratory: Laboratory) -> None:
    """Start the workers in advance, and move them to the compiled build once it is ready."""
    await workers.start()
    await move_to_compiled_build(workers, laboratory)


@contextlib.asynccontextmanager
async def open_services(settings: Settings, scheduler: FairScheduler | None = None) -> AsyncIterator[Services]:
    """Yield the running services; on exit, notify clients, finish all writes and stop the workers.

    The tables share the event loop with whatever else uses the same scheduler.
    Every service is closed, the last one first, even if another one cannot be closed.
    """
    secret = read_secret(settings.data_dir)
    signer = RecordSigner.open(settings.data_dir)
    async with contextlib.AsyncExitStack() as stack:
        workers = Workers(settings.workers)
        variants = VariantLibrary(settings.variants, workers)
        stack.callback(variants.close)
        store = await Store.open(settings.database)
        stack.push_async_callback(store.close)
        stack.push_async_callback(workers.close)
        games = GameLibrary(settings)
        quotas = StorageQuotas(store, settings.quotas, settings.min_free_mb, secret)
        rooms = Rooms(store, workers, SeatKeys(secret), games, quotas=quotas, signer=signer, scheduler=scheduler)
        records = Records(store, workers, rooms, signer)
        codes = DeviceCodes()
        invitations = Invitations(store, SeatKeys(secret), rooms, codes)
        campaigns = Campaigns(store, workers, SeatKeys(secret, CAMPAIGN_SALT), games, rooms, codes)
        stack.push_async_callback(campaigns.close)
        stack.push_async_callback(rooms.close)
        laboratory = Laboratory(settings.experiments, settings.lab_processes)
        stack.push_async_callback(laboratory.close)
        warm_up = asyncio.create_task(start_workers(workers, laboratory), name="start workers")
        stack.push_async_callback(end_task, warm_up)
        expiry = asyncio.create_task(ExpiredMatches(store, rooms, settings.retention).run(), name="expiry")
        stack.push_async_callback(end_task, expiry)
        yield Services(
            settings=settings,
            store=store,
            workers=workers,
            rooms=rooms,
            invitations=invitations,
            device_codes=codes,
            campaigns=campaigns,
            laboratory=laboratory,
            variants=variants,
            write_check=WriteCheck(store),
            quotas=quotas,
            records=records,
        )


async def end_task(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end; log its error if it failed before."""
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("background task failed", exc_info=error, extra={"facts": {"task": task.get_name()}})
