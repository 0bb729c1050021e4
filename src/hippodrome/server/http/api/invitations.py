"""Invitations to seats of matches and campaigns, and codes with which a player's other devices join."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hippodrome.server.http.api.campaigns import created_campaign
from hippodrome.server.http.api.common import SeatKeysDep, ServicesDep, error_responses
from hippodrome.server.http.api.matches import created_match
from hippodrome.server.http.api.models import (
    ChosenSeat,
    Created,
    DeviceCode,
    Invitations,
    InvitedSeat,
    JoinedDevice,
    NewAcceptance,
    NewDevice,
    NewMatchAcceptance,
)
from hippodrome.server.http.http_errors import not_found
from hippodrome.server.services.device_codes import CODE_LIFETIME_S
from hippodrome.server.services.invitations import CODE_INVALID

router = APIRouter(prefix="/api", tags=["invitations"])


# -------------------------------------------------------------------- matches


@router.get("/matches/{id}/invitations", responses=error_responses(403, 404))
async def read_invitations(id: str, keys: SeatKeysDep, services: ServicesDep) -> Invitations:
    """Return the open invitations of a match. Only its host can do this."""
    return Invitations(invitations=await services.invitations.list_open(id, keys))


@router.post("/matches/{id}/invitations", status_code=201, responses=error_responses(403, 404, 409))
async def replace_invitation(id: str, new: ChosenSeat, keys: SeatKeysDep, services: ServicesDep) -> Invitations:
    """Return a new invitation to a seat. The earlier one, and the keys of a player who has the seat, end."""
    return Invitations(invitations={new.seat: await services.invitations.replace(id, new.seat, keys)})


@router.post("/matches/{id}/invitations/cancel", status_code=204, responses=error_responses(403, 404, 409))
async def cancel_invitation(id: str, old: ChosenSeat, keys: SeatKeysDep, services: ServicesDep) -> Response:
    """End the invitation to a seat, and the keys of a player who has the seat, without a new one."""
    await services.invitations.cancel(id, old.seat, keys)
    return Response(status_code=204)


@router.post("/matches/{id}/invitations/read", responses=error_responses(403, 404, 409))
async def read_invitation(id: str, new: NewAcceptance, keys: SeatKeysDep, services: ServicesDep) -> InvitedSeat:
    """Return the seat of an open invitation, which stays open."""
    seat, is_yours = await services.invitations.read(id, new.invitation, keys)
    return InvitedSeat(seat=seat, is_yours=is_yours)


@router.post("/matches/{id}/invitations/accept", status_code=201, responses=error_responses(403, 404, 409))
async def accept_invitation(id: str, new: NewMatchAcceptance, keys: SeatKeysDep, services: ServicesDep) -> Created:
    """Exchange an invitation for the key of its seat, once. A personal key sent along holds the seat from now on."""
    return created_match(await services.invitations.accept(id, new.invitation, keys, new.name))


@router.post("/matches/{id}/device-codes", status_code=201, responses=error_responses(403, 404))
async def create_device_code(id: str, new: ChosenSeat, keys: SeatKeysDep, services: ServicesDep) -> DeviceCode:
    """Return a code with which another device of the caller joins the caller's seat, once and within ten minutes."""
    return DeviceCode(code=await services.invitations.issue_code(id, new.seat, keys), seconds=CODE_LIFETIME_S)


# -------------------------------------------------------------------- campaigns


@router.get("/campaigns/{id}/invitations", responses=error_responses(403, 404, 409))
async def read_campaign_invitations(id: str, keys: SeatKeysDep, services: ServicesDep) -> Invitations:
    """Return the open invitations of a campaign. Only its host can do this."""
    return Invitations(invitations=await services.campaigns.list_invitations(id, keys))


@router.post("/campaigns/{id}/invitations", status_code=201, responses=error_responses(403, 404, 409))
async def replace_campaign_invitation(
    id: str, new: ChosenSeat, keys: SeatKeysDep, services: ServicesDep
) -> Invitations:
    """Return a new invitation to a seat. The earlier one, and the keys of a player who has the seat, end."""
    invitations = await services.campaigns.end_access(id, new.seat, keys, invites_again=True)
    return Invitations(invitations={new.seat: invitations[new.seat]})


@router.post("/campaigns/{id}/invitations/cancel", status_code=204, responses=error_responses(403, 404, 409))
async def cancel_campaign_invitation(id: str, old: ChosenSeat, keys: SeatKeysDep, services: ServicesDep) -> Response:
    """End the invitation to a seat, and the keys of a player who has the seat, without a new one."""
    await services.campaigns.end_access(id, old.seat, keys, invites_again=False)
    return Response(status_code=204)


@router.post("/campaigns/{id}/invitations/accept", status_code=201, responses=error_responses(403, 404, 409))
async def accept_campaign_invitation(id: str, new: NewAcceptance, keys: SeatKeysDep, services: ServicesDep) -> Created:
    """Exchange an invitation for the key of its seat, once."""
    return created_campaign(await services.campaigns.accept_invitation(id, new.invitation, keys))


@router.post("/campaigns/{id}/device-codes", status_code=201, responses=error_responses(403, 404, 409))
async def create_campaign_device_code(id: str, new: ChosenSeat, keys: SeatKeysDep, services: ServicesDep) -> DeviceCode:
    """Return a code with which another device of the caller joins the caller's seat, once and within ten minutes."""
    return DeviceCode(code=await services.campaigns.issue_code(id, new.seat, keys), seconds=CODE_LIFETIME_S)


# -------------------------------------------------------------------- other devices


@router.post("/device-codes/join", status_code=201, responses=error_responses(404, 409))
async def join_device(new: NewDevice, keys: SeatKeysDep, services: ServicesDep) -> JoinedDevice:
    """Exchange a device code for the key of its seat. A personal key sent along holds the seat of a match."""
    code = services.device_codes.take(new.code)
    if code is None:
        raise not_found(CODE_INVALID, "code")
    if code.is_campaign:
        return JoinedDevice(kind="campaign", joined=created_campaign(await services.campaigns.join_device(code)))
    return JoinedDevice(kind="match", joined=created_match(await services.invitations.join_device(code, keys)))
