"""Variants: games whose data somebody has changed, opened from the one file they are packed in, saved and removed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hippodrome.lab.variant_check import differences
from hippodrome.server.http.api.common import Games, Running, faults, of_text
from hippodrome.server.http.api.lab_models import NewVariant, VariantCard, VariantPage
from hippodrome.server.http.api.laboratory import Opened, is_open
from hippodrome.variants import Variant, packed

router = APIRouter(prefix="/api/variants", tags=["variants"])

MOST_TOLD = 8


@router.get("", responses=faults())
async def list_variants(request: Request, running: Running, games: Games) -> VariantPage:
    """Return the variants in use, each with what it changes."""
    cards = [card(running, variant) for variant in running.variants.all() if variant.slug in games]
    return VariantPage(open=is_open(request), variants=cards)


@router.post("/file", status_code=201, dependencies=Opened, responses=faults(403, 409, 413))
async def open_variant(new: NewVariant, running: Running) -> VariantCard:
    """Take a variant into use: its game can be played here from now on."""
    return card(running, await running.variants.add(new.text))


@router.post("/{slug}/remove", status_code=204, dependencies=Opened, responses=faults(403, 404, 409))
async def remove_variant(slug: str, running: Running) -> Response:
    """Let a variant go that was opened here."""
    running.variants.remove(slug)
    return Response(status_code=204)


@router.get("/{slug}/file", response_class=Response, responses=of_text("application/toml", 404))
async def read_variant(slug: str, running: Running) -> Response:
    """Return a variant as one file, to be shared."""
    found = running.variants.find(slug)
    shown = f'attachment; filename="{found.name}.toml"'
    return Response(packed(found), media_type="application/toml", headers={"content-disposition": shown})


def card(running: Running, variant: Variant) -> VariantCard:
    """Return a variant with what it changes."""
    changes = [f"{one.path}: {one.words()}" for one in differences(variant)]
    more = len(changes) - MOST_TOLD
    told = [*changes[:MOST_TOLD], *([f"and {more} more"] if more > 0 else [])]
    return VariantCard(
        slug=variant.slug,
        title=variant.title or variant.name,
        text=variant.text,
        changes=told,
        kept=running.variants.is_kept(variant),
    )
