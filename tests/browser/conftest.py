"""A real Chromium, and a real server with the built client for it to look at."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from hippodrome.server.settings import Settings
from tests.browser.table import Seated
from tests.serving import Served, in_process

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
TIMEOUT = 30_000
"""A busy machine is slow; nothing that works waits for this."""

EXPECTED = ("ERR_", "WebSocket", "status of 4")
"""What a browser complains about when a server is away, or refuses what a test has asked for."""

expect.set_options(timeout=TIMEOUT)


def chromium() -> str:
    """The browser of this machine; ./play test installs one where there is none."""
    found = os.environ.get("HIPPODROME_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "There is no Chromium on this machine: install one, or start the tests with ./play test."
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts its browser."""
    return {"executable_path": chromium(), "args": FLAGS, "headless": True, "timeout": TIMEOUT}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in a process of its own, with the toy games."""
    assert (Settings.static / "index.html").is_file(), "The client is not built: start the tests with ./play test."
    with in_process(tmp_path_factory.mktemp("browsed"), "--toys", "--no-limits") as server:
        yield server


@pytest.fixture(scope="session")
def base_url(served: Served) -> str:
    """Where pages are, for page.goto("/")."""
    return served.address


Open = Callable[..., Seated]


@pytest.fixture
def person(browser: Browser, base_url: str) -> Iterator[Open]:
    """Somebody with a browser of his own: person(what he has set in the client, **settings of the browser's context).

    Moves are shown at once, unless said otherwise. What goes wrong on any of his pages fails the test.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def opened(kept: dict[str, Any] | None = None, **settings: Any) -> Seated:
        context = browser.new_context(**{"base_url": base_url, **settings})
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        likes = json.dumps(json.dumps({"pace": "none", **(kept or {})}))
        context.add_init_script(
            f"localStorage.getItem('hippodrome.settings') ?? localStorage.setItem('hippodrome.settings', {likes})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        return Seated(page)

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in troubles if not any(known in text for known in EXPECTED)] == []
