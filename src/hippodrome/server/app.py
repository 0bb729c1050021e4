"""The application: routes, sockets, static files, and what lives as long as the server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, WebSocket
from starlette.middleware.gzip import GZipMiddleware

from hippodrome.server import house, schema, sockets
from hippodrome.server.api import (
    campaigns,
    docs,
    games,
    health,
    laboratory,
    matches,
    own,
    problems,
    records,
    sheets,
    variants,
)
from hippodrome.server.content import WORTH_PACKING
from hippodrome.server.guard import Guard
from hippodrome.server.settings import Settings
from hippodrome.server.site import Site


def create_app(settings: Settings) -> FastAPI:
    """The whole server as an application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with house.opened(settings) as app.state.house:
            yield

    app = FastAPI(
        title="Hippodrome",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.openapi = lambda: schema.document(app)  # type: ignore[method-assign]
    for module in (campaigns, games, health, laboratory, matches, own, records, sheets, variants):
        app.include_router(module.router)
    if not settings.public:
        app.include_router(docs.router)
    app.add_api_websocket_route("/socket/match/{id}", at_table)
    app.add_api_websocket_route("/socket/lobby", in_lobby)
    problems.take_care(app)
    # From the inside to the outside: the last one added is the first that a request meets.
    app.add_middleware(Site, folder=settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING)
    app.add_middleware(Guard, settings=settings)
    return app


async def at_table(websocket: WebSocket, id: str) -> None:
    """A browser at a table."""
    await sockets.match_socket(websocket, id, websocket.app.state.house.rooms)


async def in_lobby(websocket: WebSocket) -> None:
    """A browser on the home page."""
    await sockets.lobby_socket(websocket, websocket.app.state.house.rooms)
