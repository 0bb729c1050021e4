"""Fail any test that leaves scripted dice unused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.benhur import world


@pytest.fixture(autouse=True)
def no_dice_left() -> Iterator[None]:
    world.worlds.clear()
    yield
    left = [built.dice_left for built in world.worlds]
    assert not any(left), f"scripted dice were never rolled: {left}"
