"""The confidence sequence: it is valid at every look, and it reaches verdicts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from hippodrome.lab.stopping import FAIR, OPEN, UNFAIR, ConfidenceSequence
from tests.support import once

pytestmark = once


def scores(share: float, seed: int, count: int) -> list[float]:
    """Return random scores of one side in pairs of matches, of which it wins a share."""
    chance = random.Random(seed)
    return [((chance.random() < share) + (chance.random() < share)) / 2 for _ in range(count)]


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_the_interval_rarely_ever_excludes_the_true_mean(share: float) -> None:
    missed = 0
    for seed in range(40):
        sequence = ConfidenceSequence(0.1)
        for value in scores(share, seed, 80):
            sequence.add([value])
        # The interval never grows, so the last one covers all earlier looks.
        missed += not sequence.low <= share <= sequence.high
    assert missed <= 0.1 * 40


def test_a_strong_side_is_found_unfair_soon_and_an_even_one_stays_open() -> None:
    strong, even = ConfidenceSequence(0.05), ConfidenceSequence(0.05)
    strong.add(scores(0.9, 1, 20))
    even.add(scores(0.5, 1, 20))
    assert strong.verdict(0.05) == UNFAIR
    assert even.verdict(0.05) == OPEN


def test_a_fair_pairing_is_found_fair_within_a_margin() -> None:
    sequence = ConfidenceSequence(0.05)
    sequence.add(scores(0.5, 2, 400))
    assert sequence.verdict(0.2) == FAIR
    assert 0.3 < sequence.low < 0.5 < sequence.high < 0.7


def test_the_interval_never_grows() -> None:
    sequence = ConfidenceSequence(0.05)
    bounds = []
    for value in scores(0.6, 3, 100):
        sequence.add([value])
        bounds.append((sequence.low, sequence.high))
    assert all(low <= later for (low, _), (later, _) in pairwise(bounds))
    assert all(high >= later for (_, high), (_, later) in pairwise(bounds))
    assert bounds[-1] != (0.0, 1.0)
