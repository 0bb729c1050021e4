"""Records: verify them, import them as matches to replay, and publish the keys that sign them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request

from hippodrome.server.http.api.common import RoomsDep, SeatKeysDep, ServicesDep, error_responses, record_check
from hippodrome.server.http.api.models import ImportedMatch, PublicKeys, RecordCheck, SignatureKey
from hippodrome.server.http.http_errors import invalid
from hippodrome.signatures import ALGORITHM
from hippodrome.verification import KEYS_PATH

router = APIRouter(tags=["records"])

RECORD_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "The record of a match.",
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


@router.post("/api/records", status_code=201, responses=error_responses(403, 409, 413, 503), openapi_extra=RECORD_BODY)
async def import_record(text: BodyText, keys: SeatKeysDep, rooms: RoomsDep) -> ImportedMatch:
    """Verify a record and save it as a finished match that anyone can view from every seat.

    A personal key sent along lists it among its matches and can delete it.
    """
    return ImportedMatch(id=await rooms.import_record(text, keys))


@router.post("/api/verify", responses=error_responses(403, 413), openapi_extra=RECORD_BODY)
async def verify_record(text: BodyText, services: ServicesDep) -> RecordCheck:
    """Verify a record: whether its moves are legal, its dice come from the committed seed, and it is signed."""
    return record_check(await services.records.verify(text))


@router.get(KEYS_PATH, responses=error_responses())
async def read_public_keys(services: ServicesDep) -> PublicKeys:
    """Return the public keys of this server, oldest first, also those with which it signed earlier."""
    signer = services.records.signer
    keys = [SignatureKey(**msgspec.to_builtins(key)) for key in signer.published]
    return PublicKeys(algorithm=ALGORITHM, current=signer.current_id, keys=keys)
