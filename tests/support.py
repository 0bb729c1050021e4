"""What tests of every game share."""

from __future__ import annotations

import pytest

clause = pytest.mark.clause
"""Names the clauses a test proves: `@clause("BH-S5", "BH-Q16")`. The coverage of the rulebook counts them."""
