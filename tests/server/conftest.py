"""A server that every test of this folder may ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from hippodrome.server.workers.pool import Workers
from tests.serving import in_thread, settings_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the toy games and without limits."""
    with in_thread(settings_in(tmp_path_factory.mktemp("served"))) as address:
        yield address


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[httpx.Client]:
    """Somebody who asks that server."""
    with httpx.Client(base_url=server, timeout=60) as found:
        yield found


@pytest.fixture(scope="session")
def programs() -> Iterator[Workers]:
    """A worker for rooms that have no server around them."""
    made = Workers(1)
    yield made
    asyncio.run(made.close())
