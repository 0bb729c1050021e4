"""What tests of every game share."""

from __future__ import annotations

import os

import pytest

COMPILED = os.environ.get("HIPPODROME_EXPECT_COMPILED", "") not in ("", "0")
"""Whether the compiled build is tested. It is many times quicker: long walks are for it alone."""

long = pytest.mark.skipif(not COMPILED, reason="it plays for long: the compiled build does it")
"""For whole matches of programs and the like, of which the plain build has shorter ones."""

once = pytest.mark.skipif(COMPILED, reason="it is about code that is never compiled: the plain build does it")
"""For what is the same on both builds."""

clause = pytest.mark.clause
"""Names the clauses a test proves: `@clause("BH-S5", "BH-Q16")`. The coverage of the rulebook counts them."""
