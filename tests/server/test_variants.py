"""Variants at the server: they are games beside the others, and its workers know them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.server.programs import Programs, imagined
from hippodrome.variants import Variant
from tests.serving import settings_in


def test_a_worker_thinks_in_a_variant(tmp_path: Path) -> None:
    variant = Variant("benhur", "short").changed({"tracks.arena.laps": 1})
    slug = catalogue.use(variant).slug
    try:
        assert list(settings_in(tmp_path).games())[-1] == slug
        match = hd.new(slug, "arena", seats=2, seed=1)

        async def think() -> str:
            programs = Programs(1)
            try:
                state = imagined(match, match.seat, bytes(32))
                return await programs.think(match.setup.json(), state, "driver", match.seat, 1)
            finally:
                await programs.close()

        assert match.check(asyncio.run(think())) is None
    finally:
        catalogue.forget(variant)
