"""Matches: set them up, view any moment, branch off, and get the result and the record."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Response

from hippodrome.server import wire
from hippodrome.server.http.api.common import (
    RoomsDep,
    SeatKeysDep,
    ServicesDep,
    ViewerParam,
    error_responses,
    record_check,
    text_responses,
    wire_response,
    wire_responses,
)
from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, Created, MatchResult, NewBranch, NewMatch, RecordCheck
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, SeatSpec
from hippodrome.server.storage.rows import IMPORTED
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api/matches", tags=["matches"])


# -------------------------------------------------------------------- setting up


@router.post("", status_code=201, responses=error_responses(403, 404, 409, 413, 503))
async def create_match(new: NewMatch, keys: SeatKeysDep, services: ServicesDep) -> Created:
    """Set up a match. The keys of this screen's seats are returned only here; friends exchange invitations for theirs.

    A personal key sent along holds the keys from now on.
    """
    if new.seed is not None and not services.settings.dev_games:
        raise invalid("The seed of the dice cannot be chosen on this server. Leave it out.", "seed")
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid(
            "A clock needs seconds per decision or a reserve. To play without a clock, leave it out.", "clock"
        )
    has_friends = any(seat.person and not seat.here for seat in new.seats)
    if new.hints and has_friends and sum(seat.person for seat in new.seats) > 1:
        raise invalid("Hints are off in games with friends, to keep them fair.", "hints")
    return created_match(await services.rooms.create(match_spec(new), keys))


def match_spec(new: NewMatch) -> MatchSpec:
    """Return the specification of the requested match."""
    return MatchSpec(
        game=new.game,
        scenario=new.scenario,
        options=dict(new.options),
        seats=[SeatSpec(seat.person, seat.level, seat.name, seat.here) for seat in new.seats],
        odds=new.odds,
        hints=new.hints,
        listed=new.listed,
        clock=wire.Limits(new.clock.seconds, new.clock.reserve) if new.clock is not None else None,
        seed=new.seed,
    )


def created_match(created: CreatedMatch) -> Created:
    """Return a new match with the caller's keys."""
    return Created(id=created.id, host=created.host_key, keys=created.seat_keys, invitations=created.invitations)


@router.post("/{id}/rematch", status_code=201, responses=error_responses(403, 404, 409, 503))
async def create_rematch(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Set up a match with the same players and settings and new dice. A second request returns the same match."""
    return created_match(await rooms.rematch(id, keys))


@router.post("/{id}/branch", status_code=201, responses=error_responses(403, 404, 409, 413, 503))
async def create_branch(id: str, new: NewBranch, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Set up a new match against bots that continues from a moment of this one."""
    return created_match(await rooms.branch(id, new.at, new.seat, keys))


@router.post("/{id}/delete", status_code=204, responses=error_responses(403, 404, 409))
async def delete_match(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Response:
    """Delete a match with its moves, chat and notes. Only its host can do this."""
    await rooms.delete(id, keys)
    return Response(status_code=204)


# -------------------------------------------------------------------- viewing


@router.get("/{id}", response_class=Response, responses=wire_responses("MatchInfo", 404))
async def read_info(id: str, rooms: RoomsDep) -> Response:
    """Return the public information about a match."""
    return wire_response(await rooms.info(id))


@router.get("/{id}/frames/{move}", response_class=Response, responses=wire_responses("Frame", 403, 404, 409))
async def read_frame(
    id: str,
    move: Annotated[int, Path(ge=0, le=MAX_SAFE_INTEGER)],
    keys: SeatKeysDep,
    services: ServicesDep,
    viewer: ViewerParam = wire.NO_SEAT,
) -> Response:
    """Return the position after a number of moves, as a seat may see it."""
    await services.rooms.require_view(id, keys, viewer)
    history = await services.rooms.packed_history(id, move)
    frame = await services.workers.run(replay.frame_of_packed, history, move, viewer)
    if isinstance(frame, int):
        raise not_found(f"There is no move {move} yet. The last one is {frame}.", "move")
    return wire_response(frame)


@router.get("/{id}/log", response_class=Response, responses=wire_responses("Log", 403, 404, 409))
async def read_log(id: str, keys: SeatKeysDep, services: ServicesDep, viewer: ViewerParam = wire.NO_SEAT) -> Response:
    """Return the whole log as a seat may read it."""
    await services.rooms.require_view(id, keys, viewer)
    return wire_response(await services.rooms.full_log(id, viewer))


# -------------------------------------------------------------------- the end


@router.get("/{id}/result", responses=error_responses(404, 409))
async def read_result(id: str, services: ServicesDep) -> MatchResult:
    """Return the result of a finished match, with statistics and the proof of its dice."""
    row = await services.rooms.row(id)
    if not row.status.is_over:
        raise conflict("The match is not over yet. Come back when it is.")
    summary = await services.workers.run(replay.match_summary, await services.rooms.history(id))
    minutes = max(0, row.status.updated - row.created) // 60
    return MatchResult(**msgspec.to_builtins(summary), minutes=minutes)


@router.get("/{id}/record", response_class=Response, responses=text_responses("text/plain", 404, 409))
async def read_record(id: str, services: ServicesDep) -> Response:
    """Return the record of a finished or imported match, with the signatures of the server that hosted it."""
    row = await services.rooms.row(id)
    text = await services.records.text(row)
    name = f"{row.game}-{row.scenario}-{row.id}.record"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'inline; filename="{name}"'})


@router.get("/{id}/commitment", response_class=Response, responses=text_responses("text/plain", 404, 409))
async def read_commitment(id: str, services: ServicesDep) -> Response:
    """Return the first lines of a match's record, up to this server's signature of the commitment."""
    row = await services.rooms.row(id)
    if not row.signed_header or row.kind == IMPORTED:
        raise conflict("This server has not signed the commitment of this match.")
    return Response(f"{row.signed_header}\n", media_type="text/plain")


@router.get("/{id}/verification", responses=error_responses(404, 409))
async def verify_match(id: str, services: ServicesDep) -> RecordCheck:
    """Verify the record of a finished or imported match."""
    text = await services.records.text(await services.rooms.row(id))
    return record_check(await services.records.verify(text))


@router.get("/{id}/saved-record", response_class=Response, responses=text_responses("text/plain", 403, 404, 409))
async def read_saved_record(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Response:
    """Return the record of a match that cannot be opened under the rules of this server, without its seed."""
    text = await rooms.saved_record(id, keys)
    headers = {"Content-Disposition": f'inline; filename="{id}.record"'}
    return Response(text, media_type="text/plain", headers=headers)
