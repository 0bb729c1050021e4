"""The services of a server end together, whatever fails on the way."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from hippodrome.server.http.lifespan import open_services
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.storage.store import StoreError
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import async_test
from tests.serving import make_settings


@pytest.mark.parametrize("service", [Laboratory, Rooms])
@async_test
async def test_the_store_is_closed_even_if_another_service_cannot_be(
    tmp_path: Path, service: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise RuntimeError("cannot be closed")

    monkeypatch.setattr(service, "close", fail)
    with pytest.raises(RuntimeError, match="cannot be closed"):
        async with open_services(make_settings(tmp_path)) as services:
            pass
    with pytest.raises(StoreError, match="closed"):
        await services.store.check_write()


@async_test
async def test_workers_that_did_not_start_are_logged_and_the_store_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object) -> None:
        raise RuntimeError("no memory")

    monkeypatch.setattr(Workers, "start", fail)
    async with open_services(make_settings(tmp_path)) as services:
        await services.store.check_write()
    with pytest.raises(StoreError, match="closed"):
        await services.store.check_write()
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.message == "background task failed"
