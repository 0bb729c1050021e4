"""Fixtures for tests of the board alone in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.components.board_page import build, serve

OpenBoard = Callable[..., Page]


@pytest.fixture(scope="session")
def board_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the board test page and return its folder."""
    return build(tmp_path_factory.mktemp("board"))


@pytest.fixture
def open_board(browser: Browser, board_folder: Path) -> Iterator[OpenBoard]:
    """Open board test pages in separate browser contexts. An error or warning on any page fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_context(width: int = 1000, height: int = 720, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None
        )
        serve(page, board_folder)
        return page

    yield open_context
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(open_board: OpenBoard) -> Page:
    """Open a board test page of the default size."""
    return open_board()
