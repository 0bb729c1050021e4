"""The study of point values: strengths become points that add up."""

from __future__ import annotations

from typing import Any

import pytest

from hippodrome.lab.fitted_models import PairingScore
from tests.support import once
from tools.wheelie_points import suggest_points

pytestmark = once


class Duels:
    """Duels in which one chariot wins 60 of 100 against the next weaker one."""

    def pairing_scores(self) -> list[PairingScore]:
        """Return the scores of three chariots, from both seats."""
        wins = [("strong", "middle", 0.6), ("middle", "weak", 0.6), ("strong", "weak", 0.36 / 0.52)]
        return [PairingScore(one, other, seat, score, 4000) for one, other, score in wins for seat in (1, -1)]


def test_a_chariot_that_wins_60_of_100_is_worth_20_points_more() -> None:
    duels: Any = Duels()
    points = suggest_points(duels, "middle", 100)
    assert points["middle"].value == 100
    assert points["strong"].value == pytest.approx(120, abs=0.5)
    assert points["weak"].value == pytest.approx(80, abs=0.5)
    assert points["strong"].low < points["strong"].value < points["strong"].high
