"""Shared by the routes: descriptions of responses, dependencies and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Header, Query, Request, Response

from hippodrome.kit.game import Game, Scenario
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.http.api.models import ErrorBody, RecordCheck
from hippodrome.server.http.http_errors import not_found, shorten
from hippodrome.server.http.lifespan import Services
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.settings import Settings
from hippodrome.verification import Verification

Responses = dict[int | str, dict[str, Any]]

_STATUS_DESCRIPTIONS = {
    403: "The request comes from another site, or lacks a valid key.",
    404: "Not found.",
    409: "Not possible in the current state.",
    413: "The request is too large.",
    422: "The request is not valid.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "Nothing can be saved; the text says why.",
}


def error_responses(*statuses: int) -> Responses:
    """Return the OpenAPI description of a route's error responses; 422 and 429 are always among them."""
    return {
        status: {"model": ErrorBody, "description": _STATUS_DESCRIPTIONS[status]} for status in (*statuses, 422, 429)
    }


def wire_responses(name: str, *statuses: int) -> Responses:
    """Return the OpenAPI description of a route that responds with a message of `hippodrome.server.wire`."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    content = {"application/json": {"schema": schema}}
    return {**error_responses(*statuses), 200: {"description": f"See {name}.", "content": content}}


def text_responses(kind: str, *statuses: int) -> Responses:
    """Return the OpenAPI description of a route that responds with text of this media type."""
    content = {kind: {"schema": {"type": "string"}}}
    return {**error_responses(*statuses), 200: {"description": "The text.", "content": content}}


def wire_response(message: Any) -> Response:
    """Return a response with an encoded wire message."""
    return Response(wire.encode(message), media_type="application/json")


def record_check(verification: Verification) -> RecordCheck:
    """Return the response for a verification; sentences that quote a long line are shortened."""
    body = verification.json()
    for verdict in body["verdicts"]:
        verdict["sentence"] = shorten(verdict["sentence"])
    return RecordCheck(**body)


# -------------------------------------------------------------------- dependencies


async def get_services(request: Request) -> Services:
    """Return the services of the running server."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]


async def get_rooms(services: ServicesDep) -> Rooms:
    """Return the rooms of the running server."""
    return services.rooms


RoomsDep = Annotated[Rooms, Depends(get_rooms)]


async def get_games(request: Request) -> Mapping[str, Game]:
    """Return the games of this server by slug."""
    settings: Settings = request.app.state.settings
    return settings.games()


GamesDep = Annotated[Mapping[str, Game], Depends(get_games)]


def find_game(games: Mapping[str, Game], slug: str) -> Game:
    """Return the game with this slug; raise HttpError 404 if there is none."""
    if slug not in games:
        raise not_found(f"There is no game {slug!r}. Choose one of: {', '.join(games)}.", "game")
    return games[slug]


def find_scenario(game: Game, slug: str) -> Scenario:
    """Return the scenario with this slug; raise HttpError 404 if there is none."""
    try:
        return game.scenario(slug)
    except ValueError as error:
        raise not_found(f"{error}.", "scenario") from None


async def get_seat_keys(
    x_seat_key: Annotated[
        str, Header(max_length=8000, description="Seat keys or a personal key, separated by commas.")
    ] = "",
) -> list[str]:
    """Return the keys a request carries."""
    return [key for key in (part.strip() for part in x_seat_key.split(",")) if key]


SeatKeysDep = Annotated[list[str], Depends(get_seat_keys)]
ViewerParam = Annotated[
    int, Query(alias="as", ge=-1, lt=len(FACTIONS), description="The seat whose view to return; -1 is a spectator.")
]
