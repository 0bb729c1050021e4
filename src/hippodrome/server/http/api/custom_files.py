"""Custom files, such as an army: their forms, and checks while they are being written."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from hippodrome import catalogue
from hippodrome.kit.custom_files import CustomFileKind, FormField
from hippodrome.kit.game import Game
from hippodrome.server.http.api.common import GamesDep, ServicesDep, error_responses, find_game
from hippodrome.server.http.api.games import Theme
from hippodrome.server.http.api.models import (
    CustomFileField,
    CustomFileForm,
    CustomFileKindCard,
    CustomFileProblem,
    CustomFileReport,
    NewCustomFile,
)
from hippodrome.server.http.cached_responses import CachedContent
from hippodrome.server.http.http_errors import not_found
from hippodrome.server.workers import texts

router = APIRouter(prefix="/api/games/{game}/custom-files", tags=["games"])


@router.get("", response_model=list[CustomFileKindCard], responses=error_responses(404))
async def list_custom_file_kinds(game: str, games: GamesDep, request: Request) -> Response:
    """Return the kinds of custom files of a game, each with its form and samples."""
    return kind_cards(find_game(games, game).slug).respond(request)


@lru_cache(maxsize=200)
def kind_cards(game: str) -> CachedContent:
    """Return the descriptions of the kinds of custom files of a game."""
    return CachedContent.json([kind_card(kind) for kind in catalogue.all_games()[game].custom_file_kinds()])


@router.post("/{kind}", responses=error_responses(403, 404, 413))
async def check_custom_file(
    game: str,
    kind: str,
    new: NewCustomFile,
    games: GamesDep,
    services: ServicesDep,
    theme: Annotated[Theme, Query()] = "light",
) -> CustomFileReport:
    """Return a summary of a file and its problems. A form is converted to a file first."""
    find_kind(find_game(games, game), kind)
    form = (new.form.head, new.form.rows) if new.form is not None else None
    checked = await services.workers.run(texts.check_custom_file, game, kind, new.text, form, theme)
    return CustomFileReport(
        text=checked.text,
        readable=checked.is_readable,
        title=checked.title,
        summary=checked.summary,
        notes=checked.notes,
        problems=[CustomFileProblem(line=one.line, key=one.key, text=sentence(one.text)) for one in checked.problems],
        form=CustomFileForm(head=checked.head, rows=checked.rows),
        picture=checked.picture,
    )


def find_kind(game: Game, slug: str) -> CustomFileKind:
    """Return the kind with this slug; raise HttpError 404 if there is none."""
    try:
        return game.custom_file_kind(slug)
    except ValueError as error:
        raise not_found(f"{error}.", "kind") from None


def kind_card(kind: CustomFileKind) -> CustomFileKindCard:
    """Return the description of a kind of file."""
    form = kind.form
    return CustomFileKindCard(
        slug=kind.slug,
        title=kind.title,
        text=kind.text,
        fields=[field_card(field) for field in form.fields],
        rows=form.rows,
        row_title=form.row_title,
        row_fields=[field_card(field) for field in form.row_fields],
        samples=kind.samples,
        start=kind.first_legal_sample(),
    )


def field_card(field: FormField) -> CustomFileField:
    """Return the description of a form field."""
    return CustomFileField(**field.json())


def sentence(text: str) -> str:
    """Return the text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}" if text.endswith(".") else f"{text[:1].upper()}{text[1:]}."
