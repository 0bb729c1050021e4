"""Sheets: what players would keep on paper, of a match as a seat may see it, and of a scenario before play."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from hippodrome.server import wire
from hippodrome.server.http.api.common import As, Games, Keys, Running, faults, find_game, find_scenario
from hippodrome.server.http.api.models import BIG, SheetPage, SheetPages
from hippodrome.server.http.http_errors import missing
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api", tags=["sheets"])

At = Annotated[int | None, Query(ge=0, le=BIG, description="After so many moves; without it, as things stand.")]


@router.get("/matches/{id}/sheets", responses=faults(403, 404, 409))
async def read_sheets(id: str, keys: Keys, running: Running, looker: As = wire.NOBODY, at: At = None) -> SheetPages:
    """Return the sheets of a match as a seat may see them."""
    row = await running.rooms.looker(id, keys, looker)
    story = await running.rooms.story(id)
    move, found = await running.programs.run(replay.sheets, story, replay.END if at is None else at, looker)
    if at is not None and move < at:
        raise missing(f"There is no move {at} yet. The last one is {move}.", "at")
    game = running.settings.games()[row.game]
    return SheetPages(
        game=game.slug,
        title=game.title,
        scenario=game.scenario(row.scenario).title,
        move=move,
        sheets=[SheetPage(**sheet) for sheet in found],
    )


@router.get("/games/{game}/{scenario}/sheets", responses=faults(404))
def read_blank_sheets(game: str, scenario: str, games: Games) -> SheetPages:
    """Return the sheets of a scenario before play, as it is usually set up."""
    found = find_game(games, game)
    chosen = find_scenario(found, scenario)
    match = Match(Setup(found, chosen.slug, chosen.default_seats, {}), TapeDice(seed_from(1)), log=False)
    return SheetPages(
        game=found.slug,
        title=found.title,
        scenario=chosen.title,
        move=0,
        sheets=[SheetPage(**sheet.json()) for sheet in found.sheets(match.view())],
    )
