"""How the server is, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter

import hippodrome as hd
from hippodrome.server.http.api.common import ServicesDep, error_responses
from hippodrome.server.http.api.models import Health

router = APIRouter(tags=["health"])


@router.get("/health", responses=error_responses())
async def read_health(running: ServicesDep) -> Health:
    """Return whether the server is well, and what it is busy with."""
    rooms, programs = running.rooms, running.workers
    return Health(
        status="ok",
        version=hd.__version__,
        matches=rooms.loaded_count,
        sockets=rooms.socket_count,
        programs=programs.busy,
    )
