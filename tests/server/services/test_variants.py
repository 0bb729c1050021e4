"""Variants at the server: they are games beside the others, and its workers know them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.services.variants import GameLibrary, VariantLibrary
from hippodrome.server.workers.pool import Workers, imagined_snapshot
from hippodrome.variants import Variant, pack_variant, parse_variant
from tests.server.api_helpers import error_of
from tests.server.socket_client import SocketClient
from tests.serving import make_settings


def test_a_worker_thinks_in_a_variant(tmp_path: Path) -> None:
    variant = Variant("benhur", "short").with_changes({"tracks.arena.laps": 1})
    slug = catalogue.register_variant(variant).slug
    try:
        assert list(make_settings(tmp_path).games())[-1] == slug
        match = hd.new(slug, "arena", seats=2, seed=1)

        async def think() -> str:
            workers = Workers(1)
            try:
                state = imagined_snapshot(match, match.seat, bytes(32))
                return (await workers.choose_action(match.setup.json(), state, "driver", match.seat, 1)).action
            finally:
                await workers.close()

        assert match.check(asyncio.run(think())) is None
    finally:
        catalogue.unregister_variant(variant)


FAST = 'game = "benhur"\nname = "fast"\ntitle = "Fast"\n[changes]\n"tracks.arena.laps" = 1\n'


def test_a_variant_is_opened_played_saved_and_removed(client: httpx.Client) -> None:
    created = client.post("/api/variants/file", json={"text": FAST}).json()
    slug = created["slug"]
    try:
        assert (created["title"], created["changes"], created["kept"]) == (
            "Fast",
            ["tracks.arena.laps: 2, now 1"],
            True,
        )
        assert client.post("/api/variants/file", json={"text": FAST}).json() == created, "once is enough"
        assert [one["slug"] for one in client.get("/api/variants").json()["variants"]] == [slug]
        asked = {"game": slug, "scenario": "arena", "seats": [{"person": False, "level": "random"}] * 2, "seed": 1}
        match = client.post("/api/matches", json=asked).json()["id"]
        with SocketClient(str(client.base_url), f"/socket/match/{match}", []) as watching:
            while watching.wait_for("frame")["n"] < 4:
                pass  # programs play, in workers that know the variant
        assert parse_variant(client.get(f"/api/variants/{slug}/file").text, "saved").slug == slug
    finally:
        assert client.post(f"/api/variants/{slug}/remove").status_code == 204
    assert slug not in [game["slug"] for game in client.get("/api/games").json()]
    assert error_of(client.post(f"/api/variants/{slug}/remove"), 404)["where"] == "slug"


def test_a_variant_that_is_wrong_is_refused_with_line_and_key(client: httpx.Client) -> None:
    wrong = FAST.replace("arena.laps", "arena.lapz")
    found = error_of(client.post("/api/variants/file", json={"text": wrong}), 422)
    assert found["text"].startswith("Variant.toml, changes.tracks.arena.lapz: unknown key; known here:")
    assert "this is not TOML" in error_of(client.post("/api/variants/file", json={"text": "game ="}), 422)["text"]
    assert client.get("/api/variants").json() == {"open": True, "variants": []}


def test_what_was_opened_is_there_again_and_what_it_was_started_with_stays(tmp_path: Path) -> None:
    saved = parse_variant(FAST, "fast.toml")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / f"{saved.slug}.toml").write_text(pack_variant(saved), encoding="utf-8")
    (tmp_path / "variants" / "broken.toml").write_text("game = 3\n", encoding="utf-8")
    named = Variant("pig", "other")
    catalogue.register_variant(named)
    try:
        variants = VariantLibrary(tmp_path / "variants", Workers(1))
        assert [one.slug for one in variants.all()] == [named.slug, saved.slug]
        assert saved.slug in GameLibrary(make_settings(tmp_path))
        with pytest.raises(HttpError, match="was started with this variant"):
            variants.remove(named.slug)
        variants.close()
        assert variants.all() == [named]
    finally:
        catalogue.unregister_variant(named)
