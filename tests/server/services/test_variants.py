"""Variants on the server: opened, played by workers, saved and removed."""

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


def test_a_worker_can_play_a_variant(tmp_path: Path) -> None:
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


FAST_VARIANT = 'game = "benhur"\nname = "fast"\ntitle = "Fast"\n[changes]\n"tracks.arena.laps" = 1\n'


def test_a_variant_is_opened_played_saved_and_removed(client: httpx.Client) -> None:
    created = client.post("/api/variants/file", json={"text": FAST_VARIANT}).json()
    slug = created["slug"]
    try:
        assert (created["title"], created["changes"], created["uploaded"]) == (
            "Fast",
            ["tracks.arena.laps: 2, now 1"],
            True,
        )
        assert client.post("/api/variants/file", json={"text": FAST_VARIANT}).json() == created, (
            "opening it again changes nothing"
        )
        assert [one["slug"] for one in client.get("/api/variants").json()["variants"]] == [slug]
        request = {"game": slug, "scenario": "arena", "seats": [{"person": False, "level": "random"}] * 2, "seed": 1}
        match = client.post("/api/matches", json=request).json()["id"]
        with SocketClient(str(client.base_url), f"/socket/match/{match}", []) as spectator:
            while spectator.wait_for("frame")["n"] < 4:
                pass  # bots play, in workers that know the variant
        assert parse_variant(client.get(f"/api/variants/{slug}/file").text, "saved").slug == slug
    finally:
        assert client.post(f"/api/variants/{slug}/remove").status_code == 204
    assert slug not in [game["slug"] for game in client.get("/api/games").json()]
    assert error_of(client.post(f"/api/variants/{slug}/remove"), 404)["where"] == "slug"


def test_an_invalid_variant_is_rejected_with_line_and_key(client: httpx.Client) -> None:
    wrong = FAST_VARIANT.replace("arena.laps", "arena.lapz")
    error = error_of(client.post("/api/variants/file", json={"text": wrong}), 422)
    assert error["text"].startswith("Variant.toml, line 5, changes.tracks.arena.lapz: unknown key; known here:")
    assert "this is not TOML" in error_of(client.post("/api/variants/file", json={"text": "game ="}), 422)["text"]
    for text in ("Dear diary,\n", "[army]\ntitle = 'Falcons'\n"):
        assert "this is not a variant" in error_of(client.post("/api/variants/file", json={"text": text}), 422)["text"]
    page = client.get("/api/variants").json()
    assert (page["open"], page["variants"]) == (True, [])


def test_saved_variants_are_loaded_and_those_of_the_command_line_cannot_be_removed(tmp_path: Path) -> None:
    saved = parse_variant(FAST_VARIANT, "fast.toml")
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
