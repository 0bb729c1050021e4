"""A board on its own in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.components.board import build, serve

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built."""
    return build(tmp_path_factory.mktemp("board"))


@pytest.fixture
def opened(browser: Browser, built: Path) -> Iterator[Open]:
    """Open the page in a window of its own; whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def page_of(width: int = 1000, height: int = 720, **settings: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
        serve(page, built)
        return page

    yield page_of
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(opened: Open) -> Page:
    """The page in a usual window."""
    return opened()
