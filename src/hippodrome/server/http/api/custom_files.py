"""Files of people's own, such as an army: what they consist of, and what is said of them while they are written."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from hippodrome.kit import svg_renderer
from hippodrome.kit.custom_files import CustomFileKind, Field, check_file, clean
from hippodrome.kit.game import Game
from hippodrome.server.http.api.common import GamesDep, error_responses, find_game
from hippodrome.server.http.api.games import Theme
from hippodrome.server.http.api.models import NewOwn, OwnCard, OwnFault, OwnField, OwnForm, OwnReport
from hippodrome.server.http.http_errors import not_found

router = APIRouter(prefix="/api/games/{game}/own", tags=["games"])

FILE_NAME = "the file"


@router.get("", responses=error_responses(404))
def list_kinds(game: str, games: GamesDep) -> list[OwnCard]:
    """What can be written for a game: the form of each kind, and ready ones to begin with."""
    return [kind_card(kind) for kind in find_game(games, game).custom_file_kinds()]


@router.post("/{kind}", responses=error_responses(403, 404, 413))
def look_over(
    game: str, kind: str, new: NewOwn, games: GamesDep, theme: Annotated[Theme, Query()] = "light"
) -> OwnReport:
    """Say what a file comes to and what is wrong with it. A form that is filled in is written as a file first."""
    found = find_kind(find_game(games, game), kind)
    text = clean(new.text) if new.form is None else found.form.write(new.form.head, new.form.rows)
    report, wrong = check_file(found, text, FILE_NAME)
    head, rows = found.form.fill(text) if report is not None else ({}, [])
    return OwnReport(
        text=text,
        readable=report is not None,
        title=report.title if report is not None else "",
        summary=report.summary if report is not None else [],
        notes=report.notes if report is not None else [],
        faults=[OwnFault(line=fault.line, key=fault.key, text=sentence(fault.text)) for fault in wrong],
        form=OwnForm(head=head, rows=rows),
        picture=svg_renderer.svg(report.scene, theme) if report is not None and report.scene is not None else "",
    )


def find_kind(game: Game, slug: str) -> CustomFileKind:
    """Return the kind of this name."""
    try:
        return game.custom_file_kind(slug)
    except ValueError as error:
        raise not_found(f"{error}.", "kind") from None


def kind_card(kind: CustomFileKind) -> OwnCard:
    """Return a kind of file."""
    form = kind.form
    return OwnCard(
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


def field_card(field: Field) -> OwnField:
    """Something to fill in."""
    return OwnField(**field.json())


def sentence(text: str) -> str:
    """With a capital and a stop."""
    return f"{text[:1].upper()}{text[1:]}" if text.endswith(".") else f"{text[:1].upper()}{text[1:]}."
