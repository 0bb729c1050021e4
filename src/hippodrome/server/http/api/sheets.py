"""Record sheets, which players would keep on paper: of a match as a seat may see it, or blank for a scenario."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from hippodrome import catalogue
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from hippodrome.server import wire
from hippodrome.server.http.api.common import (
    GamesDep,
    SeatKeysDep,
    ServicesDep,
    ViewerParam,
    error_responses,
    find_game,
    find_scenario,
)
from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, SheetPage, SheetPages
from hippodrome.server.http.cached_responses import CachedContent
from hippodrome.server.http.http_errors import not_found
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api", tags=["sheets"])

MoveParam = Annotated[
    int | None, Query(ge=0, le=MAX_SAFE_INTEGER, description="The number of moves played; the current one by default.")
]


@router.get("/matches/{id}/sheets", responses=error_responses(403, 404, 409))
async def read_sheets(
    id: str, keys: SeatKeysDep, services: ServicesDep, viewer: ViewerParam = wire.NO_SEAT, at: MoveParam = None
) -> SheetPages:
    """Return the sheets of a match as a seat may see them."""
    row = await services.rooms.require_view(id, keys, viewer)
    history = await services.rooms.history(id, at)
    move, sheets = await services.workers.run(replay.sheets_at, history, replay.LAST_MOVE if at is None else at, viewer)
    if at is not None and move < at:
        raise not_found(f"There is no move {at} yet. The last one is {move}.", "at")
    game = services.settings.games()[row.game]
    return SheetPages(
        game=game.slug,
        title=game.title,
        scenario=game.scenario(row.scenario).title,
        move=move,
        sheets=[SheetPage(**sheet) for sheet in sheets],
    )


@router.get("/games/{game}/{scenario}/sheets", response_model=SheetPages, responses=error_responses(404))
async def read_blank_sheets(game: str, scenario: str, games: GamesDep, request: Request) -> Response:
    """Return the sheets of a scenario before play, with the default options and number of seats."""
    rules = find_game(games, game)
    return blank_sheets(rules.slug, find_scenario(rules, scenario).slug).respond(request)


@lru_cache(maxsize=200)
def blank_sheets(game: str, scenario: str) -> CachedContent:
    """Return the sheets of a scenario before play."""
    rules = catalogue.all_games()[game]
    chosen = rules.scenario(scenario)
    match = Match(Setup(rules, chosen.slug, chosen.default_seats, {}), TapeDice(seed_from(1)), log=False)
    return CachedContent.json(
        SheetPages(
            game=rules.slug,
            title=rules.title,
            scenario=chosen.title,
            move=0,
            sheets=[SheetPage(**sheet.json()) for sheet in rules.presentation.sheets(match.view())],
        )
    )
