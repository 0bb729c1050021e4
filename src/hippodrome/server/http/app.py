"""The application: routes, sockets, static files, and what lives as long as the server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, WebSocket
from starlette.middleware.gzip import GZipMiddleware

from hippodrome.server.http import lifespan, openapi
from hippodrome.server.http.api import (
    campaigns,
    custom_files,
    docs,
    error_handlers,
    games,
    health,
    laboratory,
    matches,
    records,
    sheets,
    variants,
)
from hippodrome.server.http.cached_responses import WORTH_PACKING
from hippodrome.server.http.security_middleware import Guard
from hippodrome.server.http.static_site import Site
from hippodrome.server.live import sockets
from hippodrome.server.settings import Settings


def create_app(settings: Settings) -> FastAPI:
    """Return the whole server as an application."""

    @contextlib.asynccontextmanager
    async def run_services(app: FastAPI) -> AsyncIterator[None]:
        async with lifespan.opened(settings) as app.state.house:
            yield

    app = FastAPI(
        title="Hippodrome",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=run_services,
    )
    app.state.settings = settings
    app.openapi = lambda: openapi.document(app)  # type: ignore[method-assign]
    for module in (campaigns, games, health, laboratory, matches, custom_files, records, sheets, variants):
        app.include_router(module.router)
    if not settings.public:
        app.include_router(docs.router)
    app.add_api_websocket_route("/socket/match/{id}", at_table)
    app.add_api_websocket_route("/socket/lobby", in_lobby)
    error_handlers.take_care(app)
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
