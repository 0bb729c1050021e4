"""Campaigns stored on the server: created or imported, played game by game.

The campaign's file holds its whole state (kit/campaign.py). The result of a game is added as soon as the game ends, or
else the next time the campaign is loaded, so nothing is lost if the server stops in between.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from weakref import WeakValueDictionary

import msgspec

from hippodrome import bots
from hippodrome.kit.campaign import (
    Campaign,
    CampaignKind,
    MatchOutcome,
    NotReadyError,
    Value,
    new_campaign,
)
from hippodrome.kit.game import Game
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError, conflict, invalid, not_found
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec, reporting_store_errors
from hippodrome.server.services import match_factory
from hippodrome.server.services.device_codes import DeviceCode, DeviceCodes
from hippodrome.server.services.invitations import (
    CODE_INVALID,
    HOST_ONLY,
    LINK_OF_HOST,
    OWN_SEAT_ONLY,
    ended_notice,
    read_invitation,
    require_friend,
    require_open,
    shared_notice,
    taken_notice,
)
from hippodrome.server.services.seat_keys import HOST, Key, SeatAccess, SeatKeys, new_id, new_nonce
from hippodrome.server.storage.rows import (
    BY_LINK,
    INVALID_NAME,
    PLAYED,
    THIS_SCREEN,
    CampaignRow,
    MatchRow,
    Player,
    clean_name,
)
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay, texts
from hippodrome.server.workers.pool import Workers
from hippodrome.server.workers.texts import CampaignFile

log = logging.getLogger("hippodrome.server.services.campaigns")


class CampaignSeatSpec(msgspec.Struct):
    """The requested player of a seat in every game: a person on this screen (`here`) or by link, or a bot."""

    person: bool
    here: bool
    level: str
    name: str


class CampaignSpec(msgspec.Struct):
    """A campaign to create."""

    game: str
    kind: str
    options: dict[str, Value]
    seats: list[CampaignSeatSpec]
    odds: bool
    clock: wire.Limits | None


class CreatedCampaign(msgspec.Struct):
    """A campaign: its id, the host's key, the caller's seat keys, and for the host the open invitations."""

    id: str
    host_key: str
    seat_keys: dict[int, str]
    invitations: dict[int, str] = {}


class CampaignView(msgspec.Struct):
    """The current state of a campaign, the caller's access to it, and which of its matches are on this server."""

    row: CampaignRow
    campaign: Campaign
    access: SeatAccess
    available_matches: set[str]


class Campaigns:
    """All campaigns of the server. Methods raise HttpError with a text for the player if a request is not possible."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        keys: SeatKeys,
        games: Mapping[str, Game],
        rooms: Rooms,
        codes: DeviceCodes,
    ) -> None:
        self._store = store
        self._codes = codes
        self._workers = workers
        self._keys = keys
        self._games = games
        self._rooms = rooms
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.on_match_over = self._on_match_over

    # ---------------------------------------------------------------- creating

    async def create(self, spec: CampaignSpec) -> CreatedCampaign:
        """Create a campaign; raise HttpError 404 for an unknown game or kind, 422 for any other problem."""
        owner = await self._rooms.claim(PLAYED)
        kind = self._kind(spec.game, spec.kind)
        players = [self._player_for_seat(kind, seat, seat_spec) for seat, seat_spec in enumerate(spec.seats)]
        match_factory.reject_taken_names(players)
        names = [player.name for player in players]
        codes = [_player_code(seat_spec) for seat_spec in spec.seats]
        try:
            campaign = new_campaign(kind, names, codes, spec.options)
        except NotReadyError as problem:
            raise invalid(
                str(problem), "seats" if "name" in str(problem) or "players" in str(problem) else "options"
            ) from None
        file = CampaignFile(kind.game, kind.slug, campaign.text(), names, codes)
        return await self._save_new(file, players, spec.odds, spec.clock, owner)

    async def import_file(self, text: str) -> CreatedCampaign:
        """Create a campaign from a file; raise HttpError 422 with line and key if the file is not valid."""
        owner = await self._rooms.claim(PLAYED)
        file = await self._workers.run(texts.read_campaign_file, text, list(self._games))
        if file.problem:
            raise invalid(f"{file.problem}.", file.problem.partition(":")[0])
        players = [_player_from_code(code, name) for code, name in zip(file.players, file.names, strict=True)]
        return await self._save_new(file, players, True, None, owner)

    async def _save_new(
        self, file: CampaignFile, players: list[Player], odds: bool, clock: wire.Limits | None, owner: str
    ) -> CreatedCampaign:
        now = int(time.time())
        row = CampaignRow(
            new_id(), file.game, file.kind, file.text, "", new_nonce(), players, odds, clock, now, now, owner
        )
        with reporting_store_errors():
            await self._store.save_campaign(row)
        log.info("campaign created", extra={"facts": {"campaign": row.id, "game": row.game, "kind": row.kind}})
        own = [seat for seat, player in enumerate(players) if player.person and not player.invitation]
        return CreatedCampaign(
            row.id,
            self._keys.issue(row.id, HOST, row.host_nonce),
            {seat: self._key(row, seat) for seat in own},
            self._keys.issue_invitations(row),
        )

    def _key(self, row: CampaignRow, seat: int) -> str:
        return self._keys.issue(row.id, seat, row.players[seat].nonce)

    @property
    def _kinds(self) -> list[CampaignKind]:
        return [kind for game in self._games.values() for kind in game.campaigns()]

    def _kind(self, game: str, slug: str) -> CampaignKind:
        if game not in self._games:
            raise not_found(f"There is no game {game!r}. Choose one of: {', '.join(self._games)}.", "game")
        kinds = [kind for kind in self._kinds if kind.game == game]
        for kind in kinds:
            if kind.slug == slug:
                return kind
        title = self._games[game].title
        if not kinds:
            raise not_found(f"{title} has no campaigns.", "campaign")
        known = ", ".join(kind.slug for kind in kinds)
        raise not_found(f"{title} has no campaign {slug!r}. Choose one of: {known}.", "campaign")

    def _player_for_seat(self, kind: CampaignKind, seat: int, seat_spec: CampaignSeatSpec) -> Player:
        """Return the player of a seat; a crew without a name is named after its colour.

        Raise HttpError 422 if the name is not valid or the level is unknown.
        """
        faction = FACTIONS[seat] if seat < len(FACTIONS) else ""
        name = clean_name(seat_spec.name or faction)
        if name is None:
            raise invalid(INVALID_NAME, f"seats.{seat}.name")
        if not seat_spec.person and seat_spec.level not in bots.all_levels(self._games[kind.game]):
            known = ", ".join(bots.all_levels(self._games[kind.game]))
            text = f"There is no bot {seat_spec.level!r} for this game. Choose one of: {known}."
            raise invalid(text, f"seats.{seat}.level")
        return _player_from_code(_player_code(seat_spec), name)

    # ---------------------------------------------------------------- viewing

    async def view(self, id: str, keys: Sequence[str]) -> CampaignView:
        """Return the current state of a campaign; raise HttpError 404 if there is none with this id."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
        with reporting_store_errors():
            rows = await self._store.rows([game.match for game in campaign.games])
        return CampaignView(row, campaign, self._keys.access(row, keys), {match.id for match in rows})

    async def file(self, id: str) -> tuple[CampaignRow, str]:
        """Return a campaign's row and the text of its file."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
        return row, campaign.text()

    # ---------------------------------------------------------------- playing

    async def play(self, id: str, keys: Sequence[str]) -> CreatedMatch:
        """Return the match in progress, or start the next one, with the keys of the caller's seats.

        Raise HttpError 403 if the caller has no valid key.
        """
        async with self._lock(id):
            row, campaign = await self._load_current(id)
            access = self._require_participant(row, keys)
            match = await self._current_match(row)
            if match is None:
                match = await self._create_next_game(row, campaign)
        return await self._rooms.issue_keys(match, access, keys)

    async def _create_next_game(self, row: CampaignRow, campaign: Campaign) -> MatchRow:
        """Set up the next game. Open questions get their default answers."""
        if campaign.is_over():
            raise conflict(f"The campaign is over. {campaign.verdict()}")
        campaign.decide_rest()
        seats = [SeatSpec(player.person, player.level, player.name if player.person else "") for player in row.players]
        spec = MatchSpec(row.game, campaign.next_scenario(), campaign.next_options(), seats, row.odds, clock=row.clock)
        row.file, row.updated = campaign.text(), int(time.time())
        return await self._rooms.create_campaign_game(row, spec)

    async def decide(self, id: str, keys: Sequence[str], seat: int, question: str, answer: str) -> None:
        """Answer a question for a seat; raise HttpError 403 if the seat is not the caller's."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
            if seat not in self._require_participant(row, keys).seats:
                raise HttpError(403, "key", "You can only decide for your own seat.", "seat")
            try:
                campaign.decide(seat, question, answer)
            except NotReadyError as problem:
                raise conflict(str(problem)) from None
            await self._save(row, campaign)

    def _require_participant(self, row: CampaignRow, keys: Sequence[str]) -> SeatAccess:
        access = self._keys.access(row, keys)
        if not access.is_participant:
            raise HttpError(403, "key", "Only players of this campaign can do this.")
        return access

    # ---------------------------------------------------------------- invitations and devices

    async def list_invitations(self, id: str, keys: Sequence[str]) -> dict[int, str]:
        """Return the open invitations by seat; 403 without the host's key."""
        async with self._lock(id):
            row, _ = await self._load_current(id)
            self._require_host(row, keys)
            return self._keys.issue_invitations(row)

    async def accept_invitation(self, id: str, text: str, keys: Sequence[str]) -> CreatedCampaign:
        """Exchange an invitation for the key of its seat, as in a match; a caller who has the seat gets it again."""
        invitation = read_invitation(self._keys, id, text)
        seat = invitation.seat
        async with self._lock(id):
            row, _ = await self._load_current(id)
            access = self._keys.access(row, keys)
            if seat not in access.seats:
                require_open(row.players[seat], invitation)
                if access.host:
                    raise conflict(LINK_OF_HOST)
                row.players[seat].invitation = ""
                await self._save_players(row)
                await self._tell_table(row, seat, {}, taken_notice(seat, row.players[seat]))
            return CreatedCampaign(id, "", {seat: self._key(row, seat)})

    async def end_access(self, id: str, seat: int, keys: Sequence[str], invites_again: bool) -> dict[int, str]:
        """End the invitation to a seat and its player's keys, to the game in progress too; return the open invitations.

        The seat gets a new invitation if `invites_again`.
        """
        async with self._lock(id):
            row, _ = await self._load_current(id)
            require_friend(row.players, seat, self._require_host(row, keys).seats)
            player, invitation = row.players[seat], new_nonce() if invites_again else ""
            notice = ended_notice(seat, player, invitation)
            player.nonce, player.invitation = new_nonce(), invitation
            await self._save_players(row)
            await self._tell_table(row, seat, {"nonce": new_nonce()}, notice)
            return self._keys.issue_invitations(row)

    async def issue_code(self, id: str, seat: int, keys: Sequence[str]) -> str:
        """Return a code with which another device of the caller joins the caller's seat; 403 for another seat."""
        async with self._lock(id):
            row, _ = await self._load_current(id)
        if seat not in self._keys.access(row, keys).seats:
            raise HttpError(403, "key", OWN_SEAT_ONLY, "seat")
        return self._codes.issue(Key(id, seat, row.players[seat].nonce), is_campaign=True)

    async def join_device(self, code: DeviceCode) -> CreatedCampaign:
        """Return the key of a seat to the device that has sent its code, and tell the table of the game in progress."""
        id, seat = code.key.match, code.key.seat
        async with self._lock(id):
            row, _ = await self._load_current(id)
            if not secrets.compare_digest(row.players[seat].nonce, code.key.nonce):
                raise not_found(CODE_INVALID, "code")
            await self._tell_table(row, seat, {}, shared_notice(seat, row.players[seat]))
            return CreatedCampaign(id, "", {seat: self._key(row, seat)})

    def _require_host(self, row: CampaignRow, keys: Sequence[str]) -> SeatAccess:
        access = self._keys.access(row, keys)
        if not access.host:
            raise HttpError(403, "key", HOST_ONLY)
        return access

    async def _save_players(self, row: CampaignRow) -> None:
        with reporting_store_errors():
            await self._store.save_campaign(row)

    async def _tell_table(self, row: CampaignRow, seat: int, changes: dict[str, str], notice: str) -> None:
        """Show a notice at the table of the game in progress, if there is one, and change its seat as well."""

        async def prepare(player: Player) -> tuple[dict[str, str], str]:
            return changes, notice

        if await self._current_match(row) is not None:
            await self._rooms.change_access(row.current_match, seat, prepare)

    # ---------------------------------------------------------------- adding results

    def _on_match_over(self, match: str) -> None:
        """Add the result of a finished match to its campaign, if it belongs to one."""
        task = asyncio.create_task(self._add_finished_match(match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _add_finished_match(self, match: str) -> None:
        try:
            row = await self._store.campaign_playing(match)
            if row is not None:
                async with self._lock(row.id):
                    await self._load_current(row.id)
        except Exception:  # the result is added when the campaign is next loaded
            log.exception("failed to add a game to its campaign", extra={"facts": {"match": match}})

    async def _load_current(self, id: str) -> tuple[CampaignRow, Campaign]:
        """Load a campaign, adding the result of its last game if that is over."""
        with reporting_store_errors():
            row = await self._store.campaign(id)
        if row is None:
            raise not_found("There is no such campaign.", "id")
        if row.game not in self._games:
            raise conflict("The game of this campaign is not installed on this server.")
        try:
            campaign = row.campaign(self._kinds)
        except DataError as problem:
            log.error("campaign file failed verification", extra={"facts": {"campaign": id, "error": str(problem)}})
            raise conflict(
                "This campaign cannot be opened, because it does not match the rules on this server."
            ) from None
        match = await self._current_match(row)
        if match is not None and match.status.is_over:
            outcome = await self._workers.run(replay.game_outcome, await self._rooms.history(match.id))
            self._add_result(row, campaign, MatchOutcome(*msgspec.structs.astuple(outcome)))
            await self._save(row, campaign)
        return row, campaign

    def _add_result(self, row: CampaignRow, campaign: Campaign, outcome: MatchOutcome) -> None:
        """Add the result of a game. Bots answer their questions at once, with the default answer."""
        row.current_match = ""
        try:
            campaign.add_game(outcome)
        except NotReadyError as problem:  # for instance, the rules of the game have changed since
            log.error(
                "campaign rejected the result of a game", extra={"facts": {"campaign": row.id, "error": str(problem)}}
            )
        for question in campaign.questions():
            if not row.players[question.seat].person:
                campaign.decide(question.seat, question.name, question.default.name)

    async def _current_match(self, row: CampaignRow) -> MatchRow | None:
        """Return the match in progress; None if there is none, or if this server can no longer open it."""
        if not row.current_match:
            return None
        with reporting_store_errors():
            match = await self._store.row(row.current_match)
        if match is None or match.rules_version > self._games[row.game].version:
            row.current_match = ""
            return None
        return match

    async def _save(self, row: CampaignRow, campaign: Campaign) -> None:
        row.file, row.updated = campaign.text(), int(time.time())
        with reporting_store_errors():
            await self._store.save_campaign(row)

    def _lock(self, id: str) -> asyncio.Lock:
        """Return the lock that serialises changes to a campaign."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    async def close(self) -> None:
        """Wait until the results of finished games have been added."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _player_code(seat_spec: CampaignSeatSpec) -> str:
    """Return the player as written in a campaign file: a level, or where the person plays."""
    if not seat_spec.person:
        return seat_spec.level
    return THIS_SCREEN if seat_spec.here else BY_LINK


def _player_from_code(code: str, name: str) -> Player:
    """Return the player for an entry of a campaign file. A bot has the name of its crew too."""
    if code in (THIS_SCREEN, BY_LINK):
        return Player(name, True, "", new_nonce(), new_nonce() if code == BY_LINK else "")
    return Player(name, False, code)
