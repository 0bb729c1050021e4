"""Marks shared by the tests of all games."""

from __future__ import annotations

import os

import pytest

COMPILED = os.environ.get("HIPPODROME_EXPECT_COMPILED", "") not in ("", "0")
"""True if the compiled build is tested. It is many times faster, so only it plays the long tests."""

long = pytest.mark.skipif(not COMPILED, reason="too long for the plain build; runs on the compiled build")
"""For whole matches of bots and other long tests; the plain build has shorter ones."""

once = pytest.mark.skipif(COMPILED, reason="tests code that is never compiled; runs on the plain build")
"""For tests whose result is the same on both builds."""

clause = pytest.mark.clause
"""Names the clauses that a test checks: `@clause("BH-S5", "BH-Q16")`. The coverage of the rulebook counts them."""
