"""Records: verify them, and import them as matches to replay."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request

from hippodrome.server.http.api.common import RoomsDep, ServicesDep, error_responses
from hippodrome.server.http.api.models import ImportedMatch, RecordCheck
from hippodrome.server.http.http_errors import invalid, shorten
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api", tags=["records"])

RECORD_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "The record of a finished match.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


async def body_text(request: Request) -> str:
    """Return the body of a request as text; raise HttpError 422 if it is not UTF-8."""
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise invalid("This is not a text file. Send the record as UTF-8 text.", "body") from None


BodyText = Annotated[str, Depends(body_text)]


@router.post("/records", status_code=201, responses=error_responses(403, 413), openapi_extra=RECORD_BODY)
async def import_record(text: BodyText, rooms: RoomsDep) -> ImportedMatch:
    """Verify a record and save it as a finished match that anyone can view from every seat."""
    return ImportedMatch(id=await rooms.import_record(text))


@router.post("/verify", responses=error_responses(403, 413), openapi_extra=RECORD_BODY)
async def verify_record(text: BodyText, services: ServicesDep) -> RecordCheck:
    """Verify every die roll, move and digest of a record."""
    verification = await services.workers.run(replay.verify_record, text)
    verification.text = shorten(verification.text)
    return RecordCheck(**msgspec.to_builtins(verification))
