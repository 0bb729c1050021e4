"""Matches: set up, looked at from any moment, played on from, and ended."""

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
from hippodrome.server.http.api.models import MAX_SAFE_INTEGER, Created, Ending, NewBranch, NewMatch
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, SeatSpec
from hippodrome.server.storage.rows import BRANCH
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api/matches", tags=["matches"])


# -------------------------------------------------------------------- setting up


@router.post("", status_code=201, responses=error_responses(403, 404, 413))
async def set_up(new: NewMatch, running: ServicesDep) -> Created:
    """Set up a table. The keys are shown here once and nowhere else."""
    if new.seed is not None and not running.settings.dev_games:
        raise invalid("The dice of a match are nobody's to choose: leave the seed out.", "seed")
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid("A clock needs seconds for each decision, or a reserve. Without a clock, leave it out.", "clock")
    friends = [seat for seat, place in enumerate(new.seats) if place.person and not place.here]
    if new.hints and friends and sum(place.person for place in new.seats) > 1:
        raise invalid(
            "There are no hints where friends play by link: they would be unfair to who does not ask.", "hints"
        )
    made = await running.rooms.create(match_spec(new))
    return created_match(made, friends)


def match_spec(new: NewMatch) -> MatchSpec:
    """What was asked for, as the rooms take it."""
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


def created_match(made: CreatedMatch, friends: list[int] | None = None) -> Created:
    """Return a new table, with the keys for this screen apart from those for friends."""
    theirs = friends or []
    return Created(
        id=made.id,
        host=made.host_key,
        keys={seat: key for seat, key in made.seat_keys.items() if seat not in theirs},
        links={seat: key for seat, key in made.seat_keys.items() if seat in theirs},
    )


@router.post("/{id}/rematch", status_code=201, responses=error_responses(403, 404, 409))
async def set_up_again(id: str, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Return the same people and settings with new dice; whoever asks second is led to the same table."""
    return created_match(await rooms.rematch(id, keys))


@router.post("/{id}/branch", status_code=201, responses=error_responses(403, 404, 409, 413))
async def branch_off(id: str, new: NewBranch, keys: SeatKeysDep, rooms: RoomsDep) -> Created:
    """Play on from a moment of a match against programs, as a table of its own."""
    return created_match(await rooms.branch(id, new.at, new.seat, keys))


# -------------------------------------------------------------------- looking


@router.get("/{id}", response_class=Response, responses=wire_responses("Info", 404))
async def read_info(id: str, rooms: RoomsDep) -> Response:
    """What everybody may know of a table."""
    return wire_response(await rooms.info(id))


@router.get("/{id}/moments/{move}", response_class=Response, responses=wire_responses("Frame", 403, 404))
async def read_moment(
    id: str,
    move: Annotated[int, Path(ge=0, le=MAX_SAFE_INTEGER)],
    keys: SeatKeysDep,
    running: ServicesDep,
    looker: ViewerParam = wire.NO_SEAT,
) -> Response:
    """Return the table after so many moves, as a seat may see it."""
    await running.rooms.require_view(id, keys, looker)
    found = await running.workers.run(replay.frame_at, await running.rooms.history(id), move, looker)
    if isinstance(found, int):
        raise not_found(f"There is no move {move} yet. The last one is {found}.", "move")
    return wire_response(found)


@router.get("/{id}/log", response_class=Response, responses=wire_responses("Log", 403, 404))
async def read_log(id: str, keys: SeatKeysDep, running: ServicesDep, looker: ViewerParam = wire.NO_SEAT) -> Response:
    """Return the whole log as a seat may read it."""
    await running.rooms.require_view(id, keys, looker)
    return wire_response(await running.workers.run(replay.full_log, await running.rooms.history(id), looker))


# -------------------------------------------------------------------- the end


@router.get("/{id}/ending", responses=error_responses(404, 409))
async def read_ending(id: str, running: ServicesDep) -> Ending:
    """How the match ended, with its figures and the proof of its dice."""
    row = await running.rooms.row(id)
    if not row.status.is_over:
        raise conflict("The match is not over yet. Come back when it is.")
    found = await running.workers.run(replay.match_summary, await running.rooms.history(id))
    minutes = max(0, row.status.touched - row.created) // 60
    return Ending(**msgspec.to_builtins(found), minutes=minutes)


@router.get("/{id}/record", response_class=Response, responses=text_responses("text/plain", 404, 409))
async def read_record(id: str, running: ServicesDep) -> Response:
    """Return the record of a match that is over."""
    row = await running.rooms.row(id)
    if row.kind == BRANCH:
        raise conflict("A branch has no record: it began from a position of another match, with dice thrown anew.")
    if not row.is_open:
        raise conflict("The record shows what is still secret. You can have it when the match is over.")
    text = await running.workers.run(replay.match_record, await running.rooms.history(id))
    name = f"{row.game}-{row.scenario}-{row.id}.record"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'inline; filename="{name}"'})
