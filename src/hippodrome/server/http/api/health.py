"""How the server is, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter

import hippodrome as hd
from hippodrome.server.http.api.common import Running, faults
from hippodrome.server.http.api.models import Health

router = APIRouter(tags=["health"])


@router.get("/health", responses=faults())
async def read_health(running: Running) -> Health:
    """Return whether the server is well, and what it is busy with."""
    rooms, programs = running.rooms, running.programs
    return Health(
        status="ok", version=hd.__version__, matches=rooms.loaded, sockets=rooms.sockets, programs=programs.busy
    )
