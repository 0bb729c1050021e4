"""Fixtures shared by the server tests: a running server, an HTTP client and a worker pool."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from hippodrome.server.workers.pool import Workers
from tests.serving import make_settings, run_in_thread


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server with the development games and without rate limits."""
    with run_in_thread(make_settings(tmp_path_factory.mktemp("server"))) as address:
        yield address


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[httpx.Client]:
    """HTTP client of that server."""
    with httpx.Client(base_url=server, timeout=60) as http_client:
        yield http_client


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """One worker process for rooms that run without a server."""
    pool = Workers(1)
    yield pool
    asyncio.run(pool.close())
