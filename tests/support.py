"""What tests of every game share."""

from __future__ import annotations

import os

import pytest

COMPILED = os.environ.get("HIPPODROME_EXPECT_COMPILED", "") not in ("", "0")
"""Whether the compiled build is tested. It is many times quicker: long walks are for it alone."""

clause = pytest.mark.clause
"""Names the clauses a test proves: `@clause("BH-S5", "BH-Q16")`. The coverage of the rulebook counts them."""
