"""What the routes share: the answers of the wire, the faults they may give, and the games there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Header, Query, Request, Response

from hippodrome.kit.game import Game, Scenario
from hippodrome.server import wire
from hippodrome.server.http.api.models import ErrorBody
from hippodrome.server.http.http_errors import not_found
from hippodrome.server.http.lifespan import Services
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.settings import Settings

Responses = dict[int | str, dict[str, Any]]

_STATUS_DESCRIPTIONS = {
    403: "The request comes from another site, or the key does not fit.",
    404: "There is no such thing.",
    409: "Not as long as things stand as they do.",
    413: "Too much was sent.",
    422: "What was sent is not what was asked for.",
    429: "Too often; Retry-After says when to try again.",
}


def error_responses(*statuses: int) -> Responses:
    """What a route may answer beside its success."""
    return {
        status: {"model": ErrorBody, "description": _STATUS_DESCRIPTIONS[status]} for status in (*statuses, 422, 429)
    }


def wire_responses(name: str, *statuses: int) -> Responses:
    """Return a route that answers with a message of the wire."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    content = {"application/json": {"schema": schema}}
    return {**error_responses(*statuses), 200: {"description": f"See {name}.", "content": content}}


def text_responses(kind: str, *statuses: int) -> Responses:
    """Return a route that answers with a text of this kind."""
    content = {kind: {"schema": {"type": "string"}}}
    return {**error_responses(*statuses), 200: {"description": "The text.", "content": content}}


def wire_response(message: Any) -> Response:
    """Return a message of the wire as an answer."""
    return Response(wire.encode(message), media_type="application/json")


# -------------------------------------------------------------------- what routes ask for


async def get_services(request: Request) -> Services:
    """What the running server has at hand."""
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(get_services)]


async def get_rooms(running: ServicesDep) -> Rooms:
    """Return the rooms of the running server."""
    return running.rooms


RoomsDep = Annotated[Rooms, Depends(get_rooms)]


async def get_games(request: Request) -> Mapping[str, Game]:
    """Return the games of this server."""
    settings: Settings = request.app.state.settings
    return settings.games()


GamesDep = Annotated[Mapping[str, Game], Depends(get_games)]


def find_game(games: Mapping[str, Game], slug: str) -> Game:
    """Return the game of this name."""
    if slug not in games:
        raise not_found(f"There is no game {slug!r}. There are: {', '.join(games)}.", "game")
    return games[slug]


def find_scenario(game: Game, slug: str) -> Scenario:
    """Return the scenario of this name."""
    try:
        return game.scenario(slug)
    except ValueError as error:
        raise not_found(f"{error}.", "scenario") from None


async def get_seat_keys(
    x_seat_key: Annotated[str, Header(max_length=8000, description="Keys of seats, separated by commas.")] = "",
) -> list[str]:
    """Return the seat keys a request carries."""
    return [key for key in (part.strip() for part in x_seat_key.split(",")) if key]


SeatKeysDep = Annotated[list[str], Depends(get_seat_keys)]
ViewerParam = Annotated[int, Query(alias="as", ge=-1, le=5, description="The seat to look from; -1 is a spectator.")]
