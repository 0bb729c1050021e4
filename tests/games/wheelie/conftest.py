"""Fail any test that leaves scripted dice unused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.wheelie import world


@pytest.fixture(autouse=True)
def no_dice_left() -> Iterator[None]:
    world.created_worlds.clear()
    yield
    left = [created.dice_left for created in world.created_worlds]
    assert not any(left), f"scripted dice were never rolled: {left}"
