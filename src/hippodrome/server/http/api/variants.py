"""Variants, games with changed data: list, upload, download and remove them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hippodrome.lab.variant_check import differences
from hippodrome.server.http.api.common import GamesDep, ServicesDep, error_responses, text_responses
from hippodrome.server.http.api.lab_models import NewVariant, VariantCard, VariantPage
from hippodrome.server.http.api.laboratory import REQUIRES_OPEN_LAB, is_open
from hippodrome.variants import Variant, pack_variant

router = APIRouter(prefix="/api/variants", tags=["variants"])

MAX_LISTED_CHANGES = 8


@router.get("", responses=error_responses())
async def list_variants(request: Request, services: ServicesDep, games: GamesDep) -> VariantPage:
    """Return the installed variants, each with its changes."""
    cards = [variant_card(services, variant) for variant in services.variants.all() if variant.slug in games]
    return VariantPage(open=is_open(request), variants=cards)


@router.post("/file", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413))
async def upload_variant(new: NewVariant, services: ServicesDep) -> VariantCard:
    """Install a variant, so that its game can be played on this server."""
    return variant_card(services, await services.variants.add(new.text))


@router.post(
    "/{slug}/remove", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409)
)
async def remove_variant(slug: str, services: ServicesDep) -> Response:
    """Remove a variant that was uploaded to this server."""
    services.variants.remove(slug)
    return Response(status_code=204)


@router.get("/{slug}/file", response_class=Response, responses=text_responses("application/toml", 404))
async def read_variant(slug: str, services: ServicesDep) -> Response:
    """Return a variant as a single file for sharing."""
    variant = services.variants.find(slug)
    disposition = f'attachment; filename="{variant.name}.toml"'
    return Response(pack_variant(variant), media_type="application/toml", headers={"content-disposition": disposition})


def variant_card(services: ServicesDep, variant: Variant) -> VariantCard:
    """Return the description of a variant and its changes."""
    changes = [f"{one.path}: {one.text()}" for one in differences(variant)]
    more = len(changes) - MAX_LISTED_CHANGES
    listed = [*changes[:MAX_LISTED_CHANGES], *([f"and {more} more"] if more > 0 else [])]
    return VariantCard(
        slug=variant.slug,
        title=variant.title or variant.name,
        text=variant.text,
        changes=listed,
        uploaded=services.variants.is_uploaded(variant),
    )
