"""The sockets: one for each table somebody sits at or watches, and one for the lobby."""

from __future__ import annotations

from starlette.websockets import WebSocket

from hippodrome.server.rooms import Rooms


async def match_socket(websocket: WebSocket, id: str, rooms: Rooms) -> None:
    """A browser at a table. Mount at /socket/match/{id}; the guard has looked at origin and pace already."""


async def lobby_socket(websocket: WebSocket, rooms: Rooms) -> None:
    """A browser on the home page. Mount at /socket/lobby."""
