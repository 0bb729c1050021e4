"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("hippodrome", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hippodrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-records", action="store_true", help="play the golden records of tests/records anew")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in a browser last: once Playwright has started, no other test can run an event loop of its own."""
    items.sort(key=lambda item: item.nodeid.startswith("tests/browser/"))
