"""Campaigns that the server keeps: begun or taken in from a file, played game by game, and grown by what comes of each.

The campaign's file is its truth (kit/campaign.py). A game that is over is taken in as soon as it ends, and at the
latest when somebody next asks for the campaign, so nothing is lost if the server ends in between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from weakref import WeakValueDictionary

import msgspec

from hippodrome import bots
from hippodrome.kit.campaign import Campaign, CampaignKind, NotReadyError, Outcome, Value, new_campaign, read_campaign
from hippodrome.kit.game import Game
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError, conflict, invalid, not_found
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec, reporting_store_errors
from hippodrome.server.services.seat_keys import HOST, SeatAccess, SeatKeys, new_id, new_nonce
from hippodrome.server.storage.rows import FRIEND, HERE, CampaignRow, MatchRow, Player, clean_name
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.services.campaigns")

UPLOAD_NAME = "this file"
"""What a file that somebody has sent is called when something is wrong with it."""


class CampaignSeatSpec(msgspec.Struct):
    """Who shall play a seat in every game: a person on this screen (`here`) or by link, or a program."""

    person: bool
    here: bool
    level: str
    name: str


class CampaignSpec(msgspec.Struct):
    """A campaign to be begun."""

    game: str
    kind: str
    options: dict[str, Value]
    seats: list[CampaignSeatSpec]
    odds: bool
    clock: wire.Limits | None


class CreatedCampaign(msgspec.Struct):
    """A campaign that was begun: its name, the host's key, the keys of seats on this screen, and those for friends."""

    id: str
    host_key: str
    seat_keys: dict[int, str]
    link_keys: dict[int, str]


class CampaignView(msgspec.Struct):
    """A campaign as it stands, for somebody who holds something of it or nothing; and which of its games are here."""

    row: CampaignRow
    campaign: Campaign
    access: SeatAccess
    available_matches: set[str]


class Campaigns:
    """All campaigns of the server. Everything here raises Fault with a sentence for people if it cannot be done."""

    def __init__(
        self, store: Store, programs: Workers, keys: SeatKeys, games: Mapping[str, Game], rooms: Rooms
    ) -> None:
        self._store = store
        self._workers = programs
        self._keys = keys
        self._games = games
        self._rooms = rooms
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.on_match_over = self._on_match_over

    # ---------------------------------------------------------------- beginning

    async def create(self, plan: CampaignSpec) -> CreatedCampaign:
        """Begin a campaign: 404 for an unknown game or kind, 422 for anything else that does not fit."""
        kind = self._kind(plan.game, plan.kind)
        people = [self._player_for_seat(kind, seat, sitter) for seat, sitter in enumerate(plan.seats)]
        names = [person.name for person in people]
        players = [_player_code(sitter) for sitter in plan.seats]
        try:
            campaign = new_campaign(kind, names, players, plan.options)
        except NotReadyError as problem:
            raise invalid(
                str(problem), "seats" if "name" in str(problem) or "players" in str(problem) else "options"
            ) from None
        return await self._save_new(campaign, people, plan.odds, plan.clock)

    async def import_file(self, text: str) -> CreatedCampaign:
        """Go on with a campaign from its file; 422 names line and key of what does not hold in it."""
        try:
            campaign = read_campaign(text, UPLOAD_NAME, self._kinds)
        except DataError as problem:
            said = str(problem).removeprefix(f"{UPLOAD_NAME}, ")
            raise invalid(f"{said}.", said.partition(":")[0]) from None
        game = self._games[campaign.kind.game]
        for seat, player in enumerate(campaign.players):
            if player not in (HERE, FRIEND, *bots.all_levels(game)):
                campaign.players[seat] = bots.default_level(game)
        people = [
            _player_from_code(player, name) for player, name in zip(campaign.players, campaign.names, strict=True)
        ]
        return await self._save_new(campaign, people, True, None)

    async def _save_new(
        self, campaign: Campaign, people: list[Player], odds: bool, clock: wire.Limits | None
    ) -> CreatedCampaign:
        now = int(time.time())
        kind = campaign.kind
        row = CampaignRow(
            new_id(), kind.game, kind.slug, campaign.text(), "", new_nonce(), people, odds, clock, now, now
        )
        with reporting_store_errors():
            await self._store.save_campaign(row)
        log.info("campaign begun", extra={"facts": {"campaign": row.id, "game": row.game, "kind": row.kind}})
        keys = {seat: self._key(row, seat) for seat, person in enumerate(people) if person.person}
        friends = [seat for seat, player in enumerate(campaign.players) if player == FRIEND]
        return CreatedCampaign(
            row.id,
            self._keys.issue(row.id, HOST, row.host),
            {seat: key for seat, key in keys.items() if seat not in friends},
            {seat: key for seat, key in keys.items() if seat in friends},
        )

    def _key(self, row: CampaignRow, seat: int) -> str:
        return self._keys.issue(row.id, seat, row.players[seat].nonce)

    @property
    def _kinds(self) -> list[CampaignKind]:
        return [kind for game in self._games.values() for kind in game.campaigns()]

    def _kind(self, game: str, slug: str) -> CampaignKind:
        if game not in self._games:
            raise not_found(f"There is no game {game!r}. There are: {', '.join(self._games)}.", "game")
        mine = [kind for kind in self._kinds if kind.game == game]
        for kind in mine:
            if kind.slug == slug:
                return kind
        known = ", ".join(kind.slug for kind in mine) or "none"
        raise not_found(f"{self._games[game].title} has no campaign {slug!r}. There are: {known}.", "campaign")

    def _player_for_seat(self, kind: CampaignKind, seat: int, sitter: CampaignSeatSpec) -> Player:
        """Who plays a seat, if that can be; a crew without a name is called by its colour."""
        faction = FACTIONS[seat] if seat < len(FACTIONS) else ""
        name = clean_name(sitter.name or faction)
        if name is None:
            raise invalid("A name has 1 to 24 letters, and only such that can be seen.", f"seats.{seat}.name")
        if not sitter.person and sitter.level not in bots.all_levels(self._games[kind.game]):
            known = ", ".join(bots.all_levels(self._games[kind.game]))
            raise invalid(f"No program {sitter.level!r} plays this game. There are: {known}.", f"seats.{seat}.level")
        return _player_from_code(_player_code(sitter), name)

    # ---------------------------------------------------------------- looking

    async def view(self, id: str, keys: Sequence[str]) -> CampaignView:
        """Return a campaign as it stands; 404 if there is none of this name."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
        with reporting_store_errors():
            rows = await self._store.rows([game.match for game in campaign.games])
        return CampaignView(row, campaign, self._keys.access(row, keys), {match.id for match in rows})

    async def file(self, id: str) -> tuple[CampaignRow, str]:
        """Return the file of a campaign."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
        return row, campaign.text()

    # ---------------------------------------------------------------- playing

    async def play(self, id: str, keys: Sequence[str]) -> CreatedMatch:
        """Return the table of the present game, or of the next one, with the caller's own keys to it; 403 without
        a key.
        """
        async with self._lock(id):
            row, campaign = await self._load_current(id)
            held = self._require_participant(row, keys)
            match = await self._current_match(row)
            if match is None:
                match = await self._create_next_game(row, campaign)
        return self._rooms.issue_keys(match, held)

    async def _create_next_game(self, row: CampaignRow, campaign: Campaign) -> MatchRow:
        """Set up the next game. Whoever has not decided gets the usual."""
        if campaign.is_over():
            raise conflict(f"The campaign is over. {campaign.verdict()}")
        campaign.decide_rest()
        places = [SeatSpec(person.person, person.level, person.name if person.person else "") for person in row.players]
        plan = MatchSpec(row.game, campaign.kind.scenario, campaign.next_options(), places, row.odds, clock=row.clock)
        row.file, row.touched = campaign.text(), int(time.time())
        return await self._rooms.create_campaign_game(row, plan)

    async def decide(self, id: str, keys: Sequence[str], seat: int, question: str, answer: str) -> None:
        """Answer a question for a seat; 403 if it is somebody else's."""
        async with self._lock(id):
            row, campaign = await self._load_current(id)
            if seat not in self._require_participant(row, keys).seats:
                raise HttpError(403, "key", "You can decide for your own seat only.", "seat")
            try:
                campaign.decide(seat, question, answer)
            except NotReadyError as problem:
                raise conflict(str(problem)) from None
            await self._save(row, campaign)

    def _require_participant(self, row: CampaignRow, keys: Sequence[str]) -> SeatAccess:
        held = self._keys.access(row, keys)
        if not held.is_participant:
            raise HttpError(403, "key", "Only those who take part in this campaign can do this.")
        return held

    # ---------------------------------------------------------------- taking games in

    def _on_match_over(self, match: str) -> None:
        """A match is over; if it is the game of a campaign, take it in."""
        task = asyncio.create_task(self._add_finished_match(match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _add_finished_match(self, match: str) -> None:
        try:
            row = await self._store.campaign_playing(match)
            if row is not None:
                async with self._lock(row.id):
                    await self._load_current(row.id)
        except Exception:  # it is taken in when somebody next asks for the campaign
            log.exception("a game could not be taken in", extra={"facts": {"match": match}})

    async def _load_current(self, id: str) -> tuple[CampaignRow, Campaign]:
        """Return a campaign with its last game taken in, if that is over."""
        with reporting_store_errors():
            row = await self._store.campaign(id)
        if row is None:
            raise not_found("There is no such campaign.", "id")
        if row.game not in self._games:
            raise conflict("This server does not have the game of this campaign.")
        try:
            campaign = row.campaign(self._kinds)
        except DataError as problem:
            log.error("a campaign does not hold", extra={"facts": {"campaign": id, "why": str(problem)}})
            raise conflict("This campaign cannot be opened: it does not fit the rules of this server.") from None
        match = await self._current_match(row)
        if match is not None and match.status.is_over:
            ended = await self._workers.run(replay.game_outcome, await self._rooms.history(match.id))
            self._add_result(row, campaign, Outcome(*msgspec.structs.astuple(ended)))
            await self._save(row, campaign)
        return row, campaign

    def _add_result(self, row: CampaignRow, campaign: Campaign, outcome: Outcome) -> None:
        """Take a game in; programs decide at once, and as usual."""
        row.match = ""
        try:
            campaign.add_game(outcome)
        except NotReadyError as problem:  # for instance, the rules of the game have changed since
            log.error("a game was not taken in", extra={"facts": {"campaign": row.id, "why": str(problem)}})
        for question in campaign.questions():
            if not row.players[question.seat].person:
                campaign.decide(question.seat, question.name, question.default.name)

    async def _current_match(self, row: CampaignRow) -> MatchRow | None:
        """Return the game that is being played; one that this server cannot open any more is forgotten."""
        if not row.match:
            return None
        with reporting_store_errors():
            match = await self._store.row(row.match)
        if match is None or match.version != self._games[row.game].version:
            row.match = ""
            return None
        return match

    async def _save(self, row: CampaignRow, campaign: Campaign) -> None:
        row.file, row.touched = campaign.text(), int(time.time())
        with reporting_store_errors():
            await self._store.save_campaign(row)

    def _lock(self, id: str) -> asyncio.Lock:
        """One thing after another for each campaign."""
        found = self._locks.get(id)
        if found is None:
            found = self._locks[id] = asyncio.Lock()
        return found

    async def close(self) -> None:
        """Finish what is being taken in."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _player_code(sitter: CampaignSeatSpec) -> str:
    """Who plays, in the words of the file."""
    if not sitter.person:
        return sitter.level
    return HERE if sitter.here else FRIEND


def _player_from_code(player: str, name: str) -> Player:
    """Who sits on a seat, from the words of the file. A program has the name of its crew too."""
    if player in (HERE, FRIEND):
        return Player(name, True, "", new_nonce())
    return Player(name, False, player)
