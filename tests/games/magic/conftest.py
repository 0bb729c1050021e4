"""Fixture: a test that leaves scripted dice unrolled has not tested what it claims."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.magic import world


@pytest.fixture(autouse=True)
def all_scripted_dice_are_rolled() -> Iterator[None]:
    world.scripts.clear()
    yield
    left = [one.dice_left for one in world.scripts]
    assert not any(left), f"scripted dice were never rolled: {left}"
