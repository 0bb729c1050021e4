"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hippodrome", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hippodrome")
