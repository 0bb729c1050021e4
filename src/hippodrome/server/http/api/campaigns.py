"""Campaigns: create and view them, decide questions, play the next game, export and import their files."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from hippodrome.kit.campaign import HistoryEntry
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.http.api.campaign_models import (
    CampaignEntry,
    CampaignPage,
    CampaignQuestion,
    CampaignSeat,
    NewAnswer,
    NewCampaign,
)
from hippodrome.server.http.api.common import GamesDep, SeatKeysDep, ServicesDep, error_responses, text_responses
from hippodrome.server.http.api.matches import created_match
from hippodrome.server.http.api.models import Created
from hippodrome.server.http.api.records import BodyText
from hippodrome.server.http.http_errors import invalid
from hippodrome.server.services.campaigns import CampaignSeatSpec, CampaignSpec, CampaignView, CreatedCampaign

router = APIRouter(prefix="/api/campaigns", tags=["campaigns"])

CAMPAIGN_FILE_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "A campaign file.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


@router.post("", status_code=201, responses=error_responses(403, 404, 409, 413, 503))
async def create_campaign(new: NewCampaign, services: ServicesDep) -> Created:
    """Create a campaign. The keys of this screen's seats are returned only here; friends get theirs by invitation."""
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid(
            "A clock needs seconds per decision or a reserve. To play without a clock, leave it out.", "clock"
        )
    spec = CampaignSpec(
        game=new.game,
        kind=new.campaign,
        options=dict(new.options),
        seats=[CampaignSeatSpec(seat.person, seat.here, seat.level, seat.name) for seat in new.seats],
        odds=new.odds,
        clock=wire.Limits(new.clock.seconds, new.clock.reserve) if new.clock is not None else None,
    )
    return created_campaign(await services.campaigns.create(spec))


@router.post("/file", status_code=201, responses=error_responses(403, 409, 413, 503), openapi_extra=CAMPAIGN_FILE_BODY)
async def import_campaign(text: BodyText, services: ServicesDep) -> Created:
    """Import a campaign file as a new campaign that continues from it."""
    return created_campaign(await services.campaigns.import_file(text))


def created_campaign(created: CreatedCampaign) -> Created:
    """Return a campaign with the caller's keys."""
    return Created(id=created.id, host=created.host_key, keys=created.seat_keys, invitations=created.invitations)


@router.get("/{id}", responses=error_responses(404, 409))
async def read_campaign(id: str, keys: SeatKeysDep, services: ServicesDep, games: GamesDep) -> CampaignPage:
    """Return the current state of a campaign."""
    view = await services.campaigns.view(id, keys)
    row, campaign = view.row, view.campaign
    game = games[row.game]
    return CampaignPage(
        id=row.id,
        game=game.slug,
        title=game.title,
        campaign=campaign.kind.title,
        text=campaign.kind.text,
        round_name=campaign.kind.round_name,
        scenario=campaign.next_scenario(),
        seats=[
            CampaignSeat(
                faction=FACTIONS[seat],
                name=player.name,
                person=player.person,
                level=player.level,
                invited=bool(player.invitation),
            )
            for seat, player in enumerate(row.players)
        ],
        heads=campaign.heads(),
        rows=campaign.rows(),
        history=[history_entry(view, entry) for entry in campaign.entries],
        questions=[CampaignQuestion(**question.json()) for question in campaign.questions()],
        match=row.current_match,
        played=len(campaign.games),
        over=campaign.is_over(),
        verdict=campaign.verdict(),
        mine=list(view.access.seats),
        host=view.access.host,
        created=row.created,
        updated=row.updated,
    )


def history_entry(view: CampaignView, entry: HistoryEntry) -> CampaignEntry:
    """Return an entry of the history for the page; `match` is empty if its match is not stored on this server."""
    match = entry.outcome.match if entry.outcome is not None else ""
    return CampaignEntry(
        is_game=entry.outcome is not None,
        match=match if match in view.available_matches else "",
        effects=list(entry.effects),
    )


@router.post("/{id}/play", status_code=201, responses=error_responses(403, 404, 409, 503))
async def play_next_game(id: str, keys: SeatKeysDep, services: ServicesDep) -> Created:
    """Return the match in progress, or start the next one, with the keys of the caller's seats."""
    return created_match(await services.campaigns.play(id, keys))


@router.post("/{id}/answers", status_code=204, responses=error_responses(403, 404, 409))
async def answer_question(id: str, new: NewAnswer, keys: SeatKeysDep, services: ServicesDep) -> Response:
    """Answer a question that is open between two games."""
    await services.campaigns.decide(id, keys, new.seat, new.question, new.answer)
    return Response(status_code=204)


@router.get("/{id}/file", response_class=Response, responses=text_responses("text/plain", 404, 409))
async def read_campaign_file(id: str, services: ServicesDep) -> Response:
    """Return the campaign as a file, which any server or the terminal can import."""
    row, text = await services.campaigns.file(id)
    name = f"{row.game}-{row.kind}-{row.id}.json"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})
