"""A test that leaves scripted dice unthrown has not tested what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.chariot import world


@pytest.fixture(autouse=True)
def no_dice_left() -> Iterator[None]:
    world.scripts.clear()
    yield
    left = [made.dice_left for made in world.scripts]
    assert not any(left), f"scripted dice were never thrown: {left}"
