"""Health check for monitoring."""

from __future__ import annotations

from fastapi import APIRouter

import hippodrome as hd
from hippodrome import builds
from hippodrome.server.http.api.common import ServicesDep, error_responses
from hippodrome.server.http.api.models import Health

router = APIRouter(tags=["health"])


@router.get("/health", responses=error_responses())
async def read_health(services: ServicesDep) -> Health:
    """Return the server's status and its current load."""
    rooms, workers = services.rooms, services.workers
    return Health(
        status="ok",
        version=hd.__version__,
        matches=rooms.loaded_count,
        sockets=rooms.socket_count,
        busy_workers=workers.busy,
        build=builds.current_build(),
        worker_build=workers.build,
    )
