"""The health endpoint tells whether matches can be saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from hippodrome.server.services import write_check
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.store import SqliteStore, StoreError
from tests.server.api_helpers import error_of
from tests.server.room_client import async_test
from tests.serving import make_settings, run_in_thread


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of a server that checks the disk at every request."""
    monkeypatch.setattr(write_check, "CHECK_INTERVAL_S", 0.0)
    with run_in_thread(make_settings(tmp_path)) as address:
        yield address


def test_health_fails_with_the_reason_while_nothing_can_be_saved(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object, __: object) -> None:
        raise OSError("database or disk is full")

    assert httpx.get(f"{address}/health").status_code == 200
    with monkeypatch.context() as broken:
        broken.setattr(SqliteStore, "_write_group", fail)
        error = error_of(httpx.get(f"{address}/health"), 503)
        assert (error["code"], error["text"]) == ("store", "Nothing can be saved: database or disk is full.")
    answer = httpx.get(f"{address}/health")
    assert (answer.status_code, answer.json()["status"], answer.json()["problems"]) == (200, "ok", [])


def test_health_reports_damage_until_its_copy_is_deleted(address: str, tmp_path: Path) -> None:
    copy = tmp_path / "matches.sqlite.damaged-20261118-120000"
    copy.mkdir()
    (copy / "report.txt").write_text("The last 3 saved changes are missing.\n")
    answer = httpx.get(f"{address}/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "damaged")
    assert answer.json()["problems"][0].startswith("The last 3 saved changes are missing. The damaged files are in")


@async_test
async def test_many_requests_cause_one_write() -> None:
    class CountingStore(MemoryStore):
        """A store that counts the checks."""

        checks = 0

        async def check_write(self) -> None:
            self.checks += 1
            raise StoreError("disk full")

    store = CountingStore()
    check = write_check.WriteCheck(store)
    assert {await check.problem() for _ in range(20)} == {"Nothing can be saved: disk full."}
    assert store.checks == 1
