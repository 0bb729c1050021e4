"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("hippodrome", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hippodrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-logs", action="store_true", help="replay the selected golden records and write their logs"
    )
    parser.addoption(
        "--rewrite-records",
        action="store_true",
        help="the same, but play a new match where a record is missing or no longer replays",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: once Playwright has started, no other test can run its own event loop."""
    items.sort(key=lambda item: item.nodeid.startswith("tests/browser/"))
