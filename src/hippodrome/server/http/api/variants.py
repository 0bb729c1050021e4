"""Variants: games whose data somebody has changed, opened from the one file they are packed in, saved and removed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hippodrome.lab.variant_check import differences
from hippodrome.server.http.api.common import GamesDep, ServicesDep, error_responses, text_responses
from hippodrome.server.http.api.lab_models import NewVariant, VariantCard, VariantPage
from hippodrome.server.http.api.laboratory import REQUIRES_OPEN_LAB, is_open
from hippodrome.variants import Variant, pack

router = APIRouter(prefix="/api/variants", tags=["variants"])

MAX_LISTED_CHANGES = 8


@router.get("", responses=error_responses())
async def list_variants(request: Request, running: ServicesDep, games: GamesDep) -> VariantPage:
    """Return the variants in use, each with what it changes."""
    cards = [variant_card(running, variant) for variant in running.variants.all() if variant.slug in games]
    return VariantPage(open=is_open(request), variants=cards)


@router.post("/file", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413))
async def open_variant(new: NewVariant, running: ServicesDep) -> VariantCard:
    """Take a variant into use: its game can be played here from now on."""
    return variant_card(running, await running.variants.add(new.text))


@router.post(
    "/{slug}/remove", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409)
)
async def remove_variant(slug: str, running: ServicesDep) -> Response:
    """Let a variant go that was opened here."""
    running.variants.remove(slug)
    return Response(status_code=204)


@router.get("/{slug}/file", response_class=Response, responses=text_responses("application/toml", 404))
async def read_variant(slug: str, running: ServicesDep) -> Response:
    """Return a variant as one file, to be shared."""
    found = running.variants.find(slug)
    shown = f'attachment; filename="{found.name}.toml"'
    return Response(pack(found), media_type="application/toml", headers={"content-disposition": shown})


def variant_card(running: ServicesDep, variant: Variant) -> VariantCard:
    """Return a variant with what it changes."""
    changes = [f"{one.path}: {one.text()}" for one in differences(variant)]
    more = len(changes) - MAX_LISTED_CHANGES
    told = [*changes[:MAX_LISTED_CHANGES], *([f"and {more} more"] if more > 0 else [])]
    return VariantCard(
        slug=variant.slug,
        title=variant.title or variant.name,
        text=variant.text,
        changes=told,
        kept=running.variants.is_uploaded(variant),
    )
