"""The ASGI application: REST routes, web sockets, middleware and lifespan."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, WebSocket
from starlette.middleware.gzip import GZipMiddleware

from hippodrome.kit.lessons import Lesson
from hippodrome.server.http import lifespan, openapi
from hippodrome.server.http.api import (
    campaigns,
    custom_files,
    docs,
    error_handlers,
    games,
    health,
    invitations,
    laboratory,
    lessons,
    matches,
    personal_keys,
    records,
    sheets,
    variants,
)
from hippodrome.server.http.cached_responses import MIN_GZIP_BYTES
from hippodrome.server.http.security_middleware import SecurityMiddleware
from hippodrome.server.http.static_site import StaticSite
from hippodrome.server.live import sockets
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.settings import Settings


def create_app(settings: Settings) -> FastAPI:
    """Return the application for these settings."""
    scheduler = FairScheduler()

    @contextlib.asynccontextmanager
    async def run_services(app: FastAPI) -> AsyncIterator[None]:
        async with lifespan.open_services(settings, scheduler) as app.state.services:
            yield

    app = FastAPI(
        title="Hippodrome",
        openapi_url=None if settings.public else "/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=run_services,
    )
    app.state.settings = settings
    app.state.scheduler = scheduler
    app.openapi = lambda: openapi.openapi_document(app)  # type: ignore[method-assign]
    for module in (
        campaigns,
        games,
        health,
        invitations,
        laboratory,
        lessons,
        matches,
        personal_keys,
        custom_files,
        records,
        sheets,
        variants,
    ):
        app.include_router(module.router)
    if not settings.public:
        app.include_router(docs.router)
    app.add_api_websocket_route("/socket/match/{id}", match_endpoint)
    app.add_api_websocket_route("/socket/lesson/{game}/{name}", lesson_endpoint)
    app.add_api_websocket_route("/socket/drill/{id}/{index}", drill_endpoint)
    app.add_api_websocket_route("/socket/lobby", lobby_endpoint)
    error_handlers.add_error_handlers(app)
    # Middleware is added from the inside out: a request passes the last one first.
    app.add_middleware(StaticSite, folder=settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=MIN_GZIP_BYTES)
    app.add_middleware(SecurityMiddleware, settings=settings, scheduler=scheduler)
    return app


async def match_endpoint(websocket: WebSocket, id: str) -> None:
    """Serve the socket of a client at a match."""
    await sockets.match_socket(websocket, id, websocket.app.state.services.rooms)


async def lesson_endpoint(websocket: WebSocket, game: str, name: str) -> None:
    """Serve the socket of a learner in a lesson."""
    services: lifespan.Services = websocket.app.state.services
    games = services.settings.games()

    async def find() -> tuple[Lesson, str]:
        return await lessons.find_lesson(games, game, name)

    await sockets.lesson_socket(websocket, find, services.rooms.scheduler, services.workers)


async def drill_endpoint(websocket: WebSocket, id: str, index: str) -> None:
    """Serve the socket of a player in a drill: the decision of a match after `index` moves."""
    services: lifespan.Services = websocket.app.state.services
    await sockets.drill_socket(websocket, id, index, services.rooms, services.workers)


async def lobby_endpoint(websocket: WebSocket) -> None:
    """Serve the socket of a client on the home page."""
    await sockets.lobby_socket(websocket, websocket.app.state.services.rooms)
