"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("hippodrome", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hippodrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-records", action="store_true", help="play the golden records of tests/records anew")
