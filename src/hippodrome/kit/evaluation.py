"""Conversion of evaluation scores to winning chances."""

from __future__ import annotations

from math import exp
from typing import Final

MAX_SCORE: Final = 12_000  # beyond this, to either side, the match is practically decided


def logistic(score: int) -> int:
    """Return the winning chance for a score, in thousandths from 1 to 999: the logistic function of score / 1000."""
    if score > MAX_SCORE:
        return 999
    if score < -MAX_SCORE:
        return 1
    return max(1, min(999, round(1000 / (1 + exp(-score / 1000)))))
