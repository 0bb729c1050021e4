"""Records: checked, and taken in as matches that can be looked at."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request

from hippodrome.server.http.api.common import RoomsDep, ServicesDep, error_responses
from hippodrome.server.http.api.models import Imported, Verified
from hippodrome.server.http.http_errors import invalid, shorten
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api", tags=["records"])

RECORD_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "A record, as a match that is over gives it.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


async def body_text(request: Request) -> str:
    """Return the body of a request as text."""
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise invalid("This is no record: it is not text.", "body") from None


BodyText = Annotated[str, Depends(body_text)]


@router.post("/records", status_code=201, responses=error_responses(403, 413), openapi_extra=RECORD_BODY)
async def take_in(text: BodyText, rooms: RoomsDep) -> Imported:
    """Check a record and keep it as a match that everybody may look at from every seat."""
    return Imported(id=await rooms.import_record(text))


@router.post("/verify", responses=error_responses(403, 413), openapi_extra=RECORD_BODY)
async def verify(text: BodyText, running: ServicesDep) -> Verified:
    """Check every die, move and digest of a record."""
    found = await running.workers.run(replay.verify_record, text)
    found.text = shorten(found.text)
    return Verified(**msgspec.to_builtins(found))
