"""Fixtures for tests in a real Chromium, against a real server with the built client."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect

import hippodrome as hd
from client import node
from hippodrome.server.settings import default_static
from tests.browser.table_page import TablePage
from tests.serving import ServerProcess, run_in_process

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSER_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
TIMEOUT_MS = 30_000
"""Long enough for a busy machine; only a failure waits for it."""

EXPECTED_ERRORS = ("ERR_", "WebSocket", "status of 4")
"""Parts of the console errors when a server is down or rejects a request on purpose."""

expect.set_options(timeout=TIMEOUT_MS)
with contextlib.suppress(node.ClientBuildError):
    # The node that comes with Playwright needs a library that small systems lack.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", shutil.which("node", path=node.node_folder()) or "")


def chromium() -> str:
    """Return the path of this machine's Chromium; ./play test installs one if there is none."""
    path = os.environ.get("HIPPODROME_CHROMIUM") or next(filter(None, map(shutil.which, BROWSER_NAMES)), None)
    assert path, "There is no Chromium on this machine: install one, or run the tests with ./play test."
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Return the launch options of pytest-playwright."""
    return {"executable_path": chromium(), "args": FLAGS, "headless": True, "timeout": TIMEOUT_MS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with the development games in its own process."""
    assert (default_static() / "index.html").is_file(), "The client is not built: run the tests with ./play test."
    with run_in_process(tmp_path_factory.mktemp("browsed"), "--dev-games", "--no-limits") as running:
        yield running


@pytest.fixture(scope="session")
def base_url(server: ServerProcess) -> str:
    """Return the address of the server, for page.goto("/")."""
    return server.address


def is_fault(message: ConsoleMessage) -> bool:
    """Return whether a console message is an error, or a warning of Svelte about the client's own code."""
    return message.type == "error" or (message.type == "warning" and "svelte.dev/e/" in message.text)


OpenPage = Callable[..., TablePage]


@pytest.fixture
def open_page(browser: Browser, base_url: str) -> Iterator[OpenPage]:
    """Open pages in separate browser contexts: open_page(client settings, **options of the context).

    Animation is off by default, and with `knows_games` the first lesson of a game is not offered. An error or a warning
    of Svelte on any page fails the test.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_context(settings: dict[str, Any] | None = None, *, knows_games: bool = True, **options: Any) -> TablePage:
        context = browser.new_context(**{"base_url": base_url, **options})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        stored = json.dumps(json.dumps({"pace": "none", **(settings or {})}))
        context.add_init_script(
            f"localStorage.getItem('hippodrome.settings') ?? localStorage.setItem('hippodrome.settings', {stored})"
        )
        if knows_games:
            for game in hd.games():
                context.add_init_script(f"localStorage.setItem('hippodrome.lesson-offered.{game}', 'true')")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if is_fault(message) else None)
        return TablePage(page)

    yield open_context
    for context in contexts:
        context.close()
    assert [text for text in errors if not any(part in text for part in EXPECTED_ERRORS)] == []
