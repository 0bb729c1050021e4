"""Invitations to the seats of matches, and codes with which a player's other devices join.

The link that the host sends carries an invitation, not a key. The first browser that accepts it gets the key of the
seat; the host never has it. Everything that changes who can play a seat is checked and carried out in the task of the
room, so that of two simultaneous requests exactly one succeeds, and the table is told.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from hippodrome.kit.scene import FACTIONS
from hippodrome.server.http.http_errors import HttpError, conflict, not_found
from hippodrome.server.live.rooms import CreatedMatch, Rooms, reporting_store_errors
from hippodrome.server.services.device_codes import DeviceCode, DeviceCodes
from hippodrome.server.services.seat_keys import Key, SeatAccess, SeatKeys, new_nonce
from hippodrome.server.storage.rows import MatchRow, Player, clean_name, is_name_taken
from hippodrome.server.storage.store import Store

LINK_INCOMPLETE = "This invitation link is not complete or not for this table. Ask the host to send it again."
LINK_USED = (
    "This invitation link was used already, or the host has replaced it. If you used it in another browser or on "
    "another device, get a code there under About at the table. Otherwise ask the host for a new link."
)
LINK_OF_HOST = (
    "This invitation link is for a friend: you set up this table, so opening it here leaves it unused. Send it on."
)
HOST_ONLY = "Only the host, who set up this table, can do this."
OWN_SEAT_ONLY = "You can only get a code for your own seat."
CODE_INVALID = "This code is not valid. It works once and for ten minutes; get a new one on your other device."
CAMPAIGN_GAME = "This match is a game of a campaign. Change its links on the page of the campaign."


class Invitations:
    """The invitations and device codes of matches. Methods raise HttpError with a text for the player if they fail."""

    def __init__(self, store: Store, keys: SeatKeys, rooms: Rooms, codes: DeviceCodes) -> None:
        self._store = store
        self._keys = keys
        self._rooms = rooms
        self._codes = codes

    # ---------------------------------------------------------------- invitations

    async def list_open(self, id: str, keys: Sequence[str]) -> dict[int, str]:
        """Return the open invitations of a match by seat; 403 without the host's key."""
        return self._keys.issue_invitations(await self._require_host(id, keys))

    async def accept(self, id: str, text: str, keys: Sequence[str], name: str = "") -> CreatedMatch:
        """Exchange an invitation for the key of its seat, which a personal key among `keys` holds from now on.

        The seat gets the player's name if the name is valid and free. A browser that has the seat
        already gets its key again. 403 for an invitation that this server did not sign, 409 if it was used or
        replaced, or if the host opens it.
        """
        invitation = read_invitation(self._keys, id, text)
        row = await self._rooms.row(id)
        access = await self._rooms.access(row, keys)
        seat = invitation.seat
        if seat in access.seats:
            return await self._rooms.issue_keys(row, SeatAccess((seat,)), keys)
        require_open(row.players[seat], invitation)
        if access.host:
            raise conflict(LINK_OF_HOST)
        accepted: list[CreatedMatch] = []

        async def prepare(player: Player) -> tuple[dict[str, str], str]:
            require_open(player, invitation)
            accepted.append(await self._rooms.issue_keys(row, SeatAccess((seat,)), keys))
            new_name = clean_name(name) or ""
            players = (await self._rooms.get(id)).session.players
            known_as = player.name if not new_name or is_name_taken(new_name, seat, players) else new_name
            notice = taken_notice(seat, msgspec.structs.replace(player, name=known_as))
            return {"invitation": "", "name": known_as}, notice

        await self._rooms.change_access(id, seat, prepare)
        return accepted[0]

    async def read(self, id: str, text: str, keys: Sequence[str]) -> tuple[int, bool]:
        """Return the seat of an invitation, and whether the client has it already.

        403 for an invitation that this server did not sign, 409 if it was used or replaced, or if the host opens it.
        """
        invitation = read_invitation(self._keys, id, text)
        row = await self._rooms.row(id)
        access = await self._rooms.access(row, keys)
        if invitation.seat in access.seats:
            return invitation.seat, True
        require_open(row.players[invitation.seat], invitation)
        if access.host:
            raise conflict(LINK_OF_HOST)
        return invitation.seat, False

    async def replace(self, id: str, seat: int, keys: Sequence[str]) -> str:
        """Return a new invitation to a seat. The earlier invitation and the keys of its player end."""
        await self._end_access(id, seat, keys, new_nonce())
        return (await self.list_open(id, keys))[seat]

    async def cancel(self, id: str, seat: int, keys: Sequence[str]) -> None:
        """End the invitation to a seat and the keys of its player; no player has access to the seat then."""
        await self._end_access(id, seat, keys, "")

    async def _end_access(self, id: str, seat: int, keys: Sequence[str], invitation: str) -> None:
        row = await self._require_host(id, keys)
        require_friend(row.players, seat, (await self._rooms.access(row, keys)).seats)
        with reporting_store_errors():
            if await self._store.campaign_playing(id) is not None:
                raise conflict(CAMPAIGN_GAME)

        async def prepare(player: Player) -> tuple[dict[str, str], str]:
            return end_access(player, invitation), ended_notice(seat, player, invitation)

        await self._rooms.change_access(id, seat, prepare)

    async def _require_host(self, id: str, keys: Sequence[str]) -> MatchRow:
        row = await self._rooms.row(id)
        if not (await self._rooms.access(row, keys)).host:
            raise HttpError(403, "key", HOST_ONLY)
        return row

    # ---------------------------------------------------------------- devices

    async def issue_code(self, id: str, seat: int, keys: Sequence[str]) -> str:
        """Return a code with which another device of the caller joins the caller's seat; 403 for another seat."""
        row = await self._rooms.row(id)
        if seat not in (await self._rooms.access(row, keys)).seats:
            raise HttpError(403, "key", OWN_SEAT_ONLY, "seat")
        return self._codes.issue(Key(id, seat, row.players[seat].nonce))

    async def join_device(self, code: DeviceCode, keys: Sequence[str]) -> CreatedMatch:
        """Return the key of a seat to the device that has sent its code, and tell the table."""
        id, seat = code.key.match, code.key.seat
        row = await self._rooms.row(id)
        joined: list[CreatedMatch] = []

        async def prepare(player: Player) -> tuple[dict[str, str], str]:
            if not secrets.compare_digest(player.nonce, code.key.nonce):
                raise not_found(CODE_INVALID, "code")
            joined.append(await self._rooms.issue_keys(row, SeatAccess((seat,)), keys))
            return {}, shared_notice(seat, player)

        await self._rooms.change_access(id, seat, prepare)
        return joined[0]


# -------------------------------------------------------------------- shared with campaigns


def read_invitation(keys: SeatKeys, id: str, text: str) -> Key:
    """Return the content of an invitation to a match or campaign; 403 if this server did not sign it."""
    invitation = keys.read_invitation(text)
    if invitation is None or invitation.match != id:
        raise HttpError(403, "invitation", LINK_INCOMPLETE)
    return invitation


def require_open(player: Player, invitation: Key) -> None:
    """Raise HttpError 409 unless this is the open invitation to the player's seat."""
    if not player.invitation or not secrets.compare_digest(player.invitation, invitation.nonce):
        raise HttpError(409, "used", LINK_USED)


def require_friend(players: Sequence[Player], seat: int, own_seats: Sequence[int]) -> None:
    """Raise HttpError 409 unless a friend of the host plays a seat."""
    if seat >= len(players) or not players[seat].person:
        raise conflict("No person plays this seat, so it has no invitation.", "seat")
    if seat in own_seats:
        raise conflict("This seat is your own. You can invite friends to the other seats.", "seat")


def end_access(player: Player, invitation: str) -> dict[str, str]:
    """Return the changes that end a player's keys. A player who had the seat takes their name along."""
    changes = {"nonce": new_nonce(), "invitation": invitation}
    return changes if player.invitation else {**changes, "name": ""}


def taken_notice(seat: int, player: Player) -> str:
    """Return the notice that an invitation was accepted."""
    return f"{seat_title(seat, player)} has joined: the invitation link was used."


def ended_notice(seat: int, player: Player, invitation: str) -> str:
    """Return the notice that the host has replaced or cancelled an invitation, open or used."""
    title = seat_title(seat, player)
    if player.invitation:
        return f"The host has {'replaced' if invitation else 'cancelled'} the invitation link for {title}."
    rest = "A new player can take it with a new invitation link." if invitation else "It is free for now."
    return f"The host has taken the seat of {title} back. {rest}"


def shared_notice(seat: int, player: Player) -> str:
    """Return the notice that a player has joined with another device."""
    return f"{seat_title(seat, player)} can now also play on another device, which joined with a code."


def seat_title(seat: int, player: Player) -> str:
    """Return the name of a seat for notices: "White", or "White (Anna)"."""
    faction = FACTIONS[seat]
    return f"{player.name} ({faction})" if player.name and player.name != faction else faction
