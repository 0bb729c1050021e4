"""Fixture for the tests of every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.scripted_world import created_worlds


@pytest.fixture(autouse=True)
def all_scripted_dice_are_rolled() -> Iterator[None]:
    """Fail a test that leaves scripted dice unrolled: it has not tested what it says."""
    created_worlds.clear()
    yield
    left = [created.dice_left for created in created_worlds]
    assert not any(left), f"scripted dice were never rolled: {left}"
