"""From what speaks for a seat and against it to how likely it is to win."""

from __future__ import annotations

from math import exp
from typing import Final

CERTAIN: Final = 12_000  # a score beyond this, to either side, is as good as won or lost


def likely(score: int) -> int:
    """Return the chance that belongs to a score, in thousandths from 1 to 999: the logistic curve of score / 1000."""
    if score > CERTAIN:
        return 999
    if score < -CERTAIN:
        return 1
    return max(1, min(999, round(1000 / (1 + exp(-score / 1000)))))
