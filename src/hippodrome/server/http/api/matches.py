"""Matches: set up, looked at from any moment, played on from, and ended."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Response

from hippodrome.server import wire
from hippodrome.server.http.api.common import As, InRooms, Keys, Running, faults, of_text, of_wire, told
from hippodrome.server.http.api.models import BIG, Created, Ending, NewBranch, NewMatch
from hippodrome.server.http.http_errors import conflict, invalid, missing
from hippodrome.server.live.rooms import Made, Place, Plan
from hippodrome.server.storage.journal import BRANCH
from hippodrome.server.workers import replay

router = APIRouter(prefix="/api/matches", tags=["matches"])


# -------------------------------------------------------------------- setting up


@router.post("", status_code=201, responses=faults(403, 404, 413))
async def set_up(new: NewMatch, running: Running) -> Created:
    """Set up a table. The keys are shown here once and nowhere else."""
    if new.seed is not None and not running.settings.toys:
        raise invalid("The dice of a match are nobody's to choose: leave the seed out.", "seed")
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid("A clock needs seconds for each decision, or a reserve. Without a clock, leave it out.", "clock")
    friends = [seat for seat, place in enumerate(new.seats) if place.person and not place.here]
    if new.hints and friends and sum(place.person for place in new.seats) > 1:
        raise invalid(
            "There are no hints where friends play by link: they would be unfair to who does not ask.", "hints"
        )
    made = await running.rooms.create(planned(new))
    return created(made, friends)


def planned(new: NewMatch) -> Plan:
    """What was asked for, as the rooms take it."""
    return Plan(
        game=new.game,
        scenario=new.scenario,
        options=dict(new.options),
        places=[Place(seat.person, seat.level, seat.name) for seat in new.seats],
        odds=new.odds,
        hints=new.hints,
        listed=new.listed,
        clock=wire.Limits(new.clock.seconds, new.clock.reserve) if new.clock is not None else None,
        seed=new.seed,
    )


def created(made: Made, friends: list[int] | None = None) -> Created:
    """Return a new table, with the keys for this screen apart from those for friends."""
    theirs = friends or []
    return Created(
        id=made.id,
        host=made.host,
        keys={seat: key for seat, key in made.keys.items() if seat not in theirs},
        links={seat: key for seat, key in made.keys.items() if seat in theirs},
    )


@router.post("/{id}/rematch", status_code=201, responses=faults(403, 404, 409))
async def set_up_again(id: str, keys: Keys, rooms: InRooms) -> Created:
    """Return the same people and settings with new dice; whoever asks second is led to the same table."""
    return created(await rooms.rematch(id, keys))


@router.post("/{id}/branch", status_code=201, responses=faults(403, 404, 409, 413))
async def branch_off(id: str, new: NewBranch, keys: Keys, rooms: InRooms) -> Created:
    """Play on from a moment of a match against programs, as a table of its own."""
    return created(await rooms.branch(id, new.at, new.seat, keys))


# -------------------------------------------------------------------- looking


@router.get("/{id}", response_class=Response, responses=of_wire("Info", 404))
async def read_info(id: str, rooms: InRooms) -> Response:
    """What everybody may know of a table."""
    return told(await rooms.info(id))


@router.get("/{id}/moments/{move}", response_class=Response, responses=of_wire("Frame", 403, 404))
async def read_moment(
    id: str, move: Annotated[int, Path(ge=0, le=BIG)], keys: Keys, running: Running, looker: As = wire.NOBODY
) -> Response:
    """Return the table after so many moves, as a seat may see it."""
    await running.rooms.looker(id, keys, looker)
    found = await running.programs.run(replay.moment, await running.rooms.story(id), move, looker)
    if isinstance(found, int):
        raise missing(f"There is no move {move} yet. The last one is {found}.", "move")
    return told(found)


@router.get("/{id}/log", response_class=Response, responses=of_wire("Log", 403, 404))
async def read_log(id: str, keys: Keys, running: Running, looker: As = wire.NOBODY) -> Response:
    """Return the whole log as a seat may read it."""
    await running.rooms.looker(id, keys, looker)
    return told(await running.programs.run(replay.log, await running.rooms.story(id), looker))


# -------------------------------------------------------------------- the end


@router.get("/{id}/ending", responses=faults(404, 409))
async def read_ending(id: str, running: Running) -> Ending:
    """How the match ended, with its figures and the proof of its dice."""
    row = await running.rooms.row(id)
    if not row.standing.over:
        raise conflict("The match is not over yet. Come back when it is.")
    found = await running.programs.run(replay.ending, await running.rooms.story(id))
    minutes = max(0, row.standing.touched - row.created) // 60
    return Ending(**msgspec.to_builtins(found), minutes=minutes)


@router.get("/{id}/record", response_class=Response, responses=of_text("text/plain", 404, 409))
async def read_record(id: str, running: Running) -> Response:
    """Return the record of a match that is over."""
    row = await running.rooms.row(id)
    if row.kind == BRANCH:
        raise conflict("A branch has no record: it began from a position of another match, with dice thrown anew.")
    if not row.open:
        raise conflict("The record shows what is still secret. You can have it when the match is over.")
    text = await running.programs.run(replay.record, await running.rooms.story(id))
    name = f"{row.game}-{row.scenario}-{row.id}.record"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'inline; filename="{name}"'})
