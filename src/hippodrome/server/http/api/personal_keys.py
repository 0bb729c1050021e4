"""The matches of a personal key: hand over seat keys to it, list its matches page by page, remove one from the list.

A personal key is "me." and 32 random bytes in base64url, which the browser draws once and sends as X-Seat-Key. It opens
every seat that it holds.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from hippodrome.server.http.api.common import RoomsDep, SeatKeysDep, error_responses, wire_response, wire_responses
from hippodrome.server.http.api.models import HeldKeys, NewHeldKeys

MAX_PAGE = 100_000

router = APIRouter(prefix="/api/held", tags=["personal keys"])


@router.get("", response_class=Response, responses=wire_responses("LobbyList"))
async def read_own_matches(
    keys: SeatKeysDep,
    rooms: RoomsDep,
    over: Annotated[bool, Query(description="The finished matches instead of those in progress.")] = False,
    page: Annotated[int, Query(ge=0, le=MAX_PAGE, description="Pages are counted from 0.")] = 0,
) -> Response:
    """Return a page of the caller's matches, those that wait for the caller first, then the latest change first."""
    return wire_response(await rooms.list_own(keys, over, page))


@router.post("", responses=error_responses(403, 413))
async def hold_seat_keys(new: NewHeldKeys, keys: SeatKeysDep, rooms: RoomsDep) -> HeldKeys:
    """Let a personal key hold some seat keys. Saving the same keys again changes nothing."""
    return HeldKeys(refused=await rooms.hold(keys, new.keys))


@router.delete("/{id}", status_code=204, responses=error_responses())
async def release_match(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Response:
    """Remove a match from those that a personal key holds. The match itself stays."""
    await rooms.release(keys, id)
    return Response(status_code=204)
