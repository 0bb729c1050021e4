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
    text_responses,
    wire_response,
    wire_responses,
)
from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, Created, MatchResult, NewBranch, NewMatch
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, SeatSpec
from hippodrome.server.storage.rows import BRANCH
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api/matches", tags=["matches"])


# -------------------------------------------------------------------- setting up


@router.post("", status_code=201, responses=error_responses(403, 404, 413))
async def create_match(new: NewMatch, services: ServicesDep) -> Created:
    """Set up a match. The seat keys are returned only here."""
    if new.seed is not None and not services.settings.dev_games:
        raise invalid("The seed of the dice cannot be chosen on this server. Leave it out.", "seed")
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid(
            "A clock needs seconds per decision or a reserve. To play without a clock, leave it out.", "clock"
        )
    friends = [number for number, seat in enumerate(new.seats) if seat.person and not seat.here]
    if new.hints and friends and sum(seat.person for seat in new.seats) > 1:
        raise invalid("Hints are off in games with friends, to keep them fair.", "hints")
    created = await services.rooms.create(match_spec(new))
    return created_match(created, friends)


def match_spec(new: NewMatch) -> MatchSpec:
    """Return the specification of the requested match."""
    return MatchSpec(
        game=new.game,
        scenario=new.scenario,
        options=dict(new.options),
        seats=[SeatSpec(seat.person, seat.level, seat.name) for seat in new.seats],
        odds=new.odds,
        hints=new.hints,
        listed=new.listed,
        clock=wire.Limits(new.clock.seconds, new.clock.reserve) if new.clock is not None else None,
        seed=new.seed,
    )


def created_match(created: CreatedMatch, friends: list[int] | None = None) -> Created:
    """Return a new match, with the keys of this screen's seats separate from those of friends' seats."""
    friends = friends or []
    return Created(
        id=created.id,
        host=created.host_key,
        keys={seat: key for seat, key in created.seat_keys.items() if seat not in friends},
        links={seat: key for seat, key in created.seat_keys.items() if seat in friends},
    )


@router.post("/{id}/rematch", status_code=201, responses=error_responses(403, 404, 409))
async def create_rematch(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Set up a match with the same players and settings and new dice. A second request returns the same match."""
    return created_match(await rooms.rematch(id, keys))


@router.post("/{id}/branch", status_code=201, responses=error_responses(403, 404, 409, 413))
async def create_branch(id: str, new: NewBranch, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Set up a new match against bots that continues from a moment of this one."""
    return created_match(await rooms.branch(id, new.at, new.seat, keys))


# -------------------------------------------------------------------- viewing


@router.get("/{id}", response_class=Response, responses=wire_responses("MatchInfo", 404))
async def read_info(id: str, rooms: RoomsDep) -> Response:
    """Return the public information about a match."""
    return wire_response(await rooms.info(id))


@router.get("/{id}/frames/{move}", response_class=Response, responses=wire_responses("Frame", 403, 404))
async def read_frame(
    id: str,
    move: Annotated[int, Path(ge=0, le=MAX_SAFE_INTEGER)],
    keys: SeatKeysDep,
    services: ServicesDep,
    viewer: ViewerParam = wire.NO_SEAT,
) -> Response:
    """Return the position after a number of moves, as a seat may see it."""
    await services.rooms.require_view(id, keys, viewer)
    frame = await services.workers.run(replay.frame_at, await services.rooms.history(id), move, viewer)
    if isinstance(frame, int):
        raise not_found(f"There is no move {move} yet. The last one is {frame}.", "move")
    return wire_response(frame)


@router.get("/{id}/log", response_class=Response, responses=wire_responses("Log", 403, 404))
async def read_log(id: str, keys: SeatKeysDep, services: ServicesDep, viewer: ViewerParam = wire.NO_SEAT) -> Response:
    """Return the whole log as a seat may read it."""
    await services.rooms.require_view(id, keys, viewer)
    return wire_response(await services.workers.run(replay.full_log, await services.rooms.history(id), viewer))


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
    """Return the record of a finished or imported match."""
    row = await services.rooms.row(id)
    if row.kind == BRANCH:
        raise conflict("A branch has no record, because it started in the middle of another match with new dice.")
    if not row.has_no_secrets:
        raise conflict("The record contains secrets of this match. You can get it when the match is over.")
    text = await services.workers.run(replay.match_record, await services.rooms.history(id))
    name = f"{row.game}-{row.scenario}-{row.id}.record"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'inline; filename="{name}"'})
