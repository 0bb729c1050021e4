"""Records: checked, and taken in as matches that can be looked at."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request

from hippodrome.server.http.api.common import InRooms, Running, faults
from hippodrome.server.http.api.models import Imported, Verified
from hippodrome.server.http.http_errors import invalid, shortened
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api", tags=["records"])

TEXT: dict[str, Any] = {
    "requestBody": {
        "description": "A record, as a match that is over gives it.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


async def text_of(request: Request) -> str:
    """Return the body of a request as text."""
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise invalid("This is no record: it is not text.", "body") from None


RecordText = Annotated[str, Depends(text_of)]


@router.post("/records", status_code=201, responses=faults(403, 413), openapi_extra=TEXT)
async def take_in(text: RecordText, rooms: InRooms) -> Imported:
    """Check a record and keep it as a match that everybody may look at from every seat."""
    return Imported(id=await rooms.take_in(text))


@router.post("/verify", responses=faults(403, 413), openapi_extra=TEXT)
async def verify(text: RecordText, running: Running) -> Verified:
    """Check every die, move and digest of a record."""
    found = await running.programs.run(replay.verify, text)
    found.text = shortened(found.text)
    return Verified(**msgspec.to_builtins(found))
