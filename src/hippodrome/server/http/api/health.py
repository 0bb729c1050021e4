"""Health check for monitoring, and the addresses of the server."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request

import hippodrome as hd
from hippodrome import builds
from hippodrome.server.http.addresses import local_address, network_address
from hippodrome.server.http.api.common import ServicesDep, error_responses
from hippodrome.server.http.api.models import Addresses, Health
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.services.quotas import DISK_FULL
from hippodrome.server.settings import Settings

router = APIRouter(tags=["health"])

EVERY_INTERFACE = ("0.0.0.0", "::", "")


@router.get("/health", responses=error_responses(503))
async def read_health(services: ServicesDep) -> Health:
    """Return the server's status and its current load; 503 with the reason if nothing can be saved."""
    rooms, workers = services.rooms, services.workers
    problem = await services.write_check.problem()
    damage = services.store.damage_reports()
    if problem:
        raise HttpError(503, "store", problem)
    low_disk = [DISK_FULL] if await services.quotas.is_disk_full() else []
    return Health(
        status="damaged" if damage else "low disk" if low_disk else "ok",
        problems=[*damage, *low_disk],
        version=hd.__version__,
        matches=rooms.loaded_count,
        sockets=rooms.socket_count,
        busy_workers=workers.busy,
        build=builds.current_build(),
        worker_build=workers.build,
    )


@router.get("/api/addresses", responses=error_responses())
def read_addresses(request: Request) -> Addresses:
    """Return the addresses at which other computers reach this server; none if it serves this computer only."""
    settings: Settings = request.app.state.settings
    port = request.scope["server"][1] if request.scope.get("server") else settings.port
    return Addresses(addresses=shared_addresses(settings.host, port or settings.port, settings.origins))


def shared_addresses(host: str, port: int, origins: Sequence[str]) -> list[str]:
    """Return the public origins, or the address in the local network; nothing on loopback."""
    if origins:
        return list(origins)
    if host in EVERY_INTERFACE:
        return [address for address in [network_address(port)] if address and "//127." not in address]
    is_local = host == "localhost" or host.startswith("127.") or host == "::1"
    return [] if is_local else [local_address(host, port)]
