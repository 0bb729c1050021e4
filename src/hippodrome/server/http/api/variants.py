"""Variants, games with changed data: list, upload, download and remove them."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response

from hippodrome import catalogue
from hippodrome.lab.variant_template import template_file
from hippodrome.server.http.api.common import GamesDep, ServicesDep, error_responses, find_game, text_responses
from hippodrome.server.http.api.lab_models import NewVariant, VariantCard, VariantPage, VariantSample
from hippodrome.server.http.api.laboratory import REQUIRES_OPEN_LAB, is_open
from hippodrome.server.http.http_errors import not_found
from hippodrome.variants import Variant, pack_variant, parse_variant

router = APIRouter(prefix="/api/variants", tags=["variants"])

MAX_LISTED_CHANGES = 8
TOML = "application/toml"


@router.get("", responses=error_responses())
async def list_variants(request: Request, services: ServicesDep, games: GamesDep) -> VariantPage:
    """Return the installed variants, each with its changes."""
    cards = [await variant_card(services, variant) for variant in services.variants.all() if variant.slug in games]
    samples = [
        VariantSample(name=name, game=games[sample.game].title, title=sample.title, text=sample.text)
        for name, sample in sample_variants().items()
        if sample.game in games
    ]
    return VariantPage(open=is_open(request), variants=cards, samples=samples)


@cache
def sample_variants() -> dict[str, Variant]:
    """Return the sample variants by the names of their files."""
    return {name: parse_variant(text, name) for name, text in catalogue.sample_variants().items()}


@router.get("/samples/{name}", response_class=Response, responses=text_responses(TOML, 404))
def read_sample(name: str) -> Response:
    """Return the file of a sample variant."""
    text = catalogue.sample_variants().get(name)
    if text is None:
        raise not_found("There is no such sample.", "name")
    return download(text, name)


@router.get("/templates/{game}", response_class=Response, responses=text_responses(TOML, 404))
def read_template(game: str, games: GamesDep) -> Response:
    """Return a file for a new variant of a game, with every value that can be changed as a comment."""
    return download(template(find_game(games, game).base), f"{game}-variant")


@cache
def template(game: str) -> str:
    """Return the template of a game. Raise HttpError 404 if it has nothing to change."""
    try:
        return template_file(game)
    except ValueError as error:
        raise not_found(f"{error}.", "game") from None


def download(text: str, name: str) -> Response:
    """Return a TOML file that the browser saves."""
    return Response(text, media_type=TOML, headers={"content-disposition": f'attachment; filename="{name}.toml"'})


@router.post("/file", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413, 503))
async def upload_variant(new: NewVariant, services: ServicesDep) -> VariantCard:
    """Install a variant, so that its game can be played on this server."""
    await services.rooms.check_disk()
    return await variant_card(services, await services.variants.add(new.text))


@router.post(
    "/{slug}/remove", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409)
)
async def remove_variant(slug: str, services: ServicesDep) -> Response:
    """Remove a variant that was uploaded to this server."""
    services.variants.remove(slug)
    return Response(status_code=204)


@router.get("/{slug}/file", response_class=Response, responses=text_responses(TOML, 404))
async def read_variant(slug: str, services: ServicesDep) -> Response:
    """Return a variant as a single file for sharing."""
    variant = services.variants.find(slug)
    return download(pack_variant(variant), variant.name)


async def variant_card(services: ServicesDep, variant: Variant) -> VariantCard:
    """Return the description of a variant and its changes."""
    changes = await services.variants.changes(variant)
    more = len(changes) - MAX_LISTED_CHANGES
    listed = [*changes[:MAX_LISTED_CHANGES], *([f"and {more} more"] if more > 0 else [])]
    return VariantCard(
        slug=variant.slug,
        title=variant.title or variant.name,
        text=variant.text,
        changes=listed,
        uploaded=services.variants.is_uploaded(variant),
    )
