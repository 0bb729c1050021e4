"""Campaigns: begun, looked at, decided, played on, taken out as a file and taken in from one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from hippodrome.kit.campaign import Entry
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.http.api.common import GamesDep, SeatKeysDep, ServicesDep, error_responses, text_responses
from hippodrome.server.http.api.matches import created_match
from hippodrome.server.http.api.models import (
    CampaignGame,
    CampaignPage,
    CampaignQuestion,
    CampaignSeat,
    Created,
    NewCampaign,
    NewChoice,
)
from hippodrome.server.http.api.records import BodyText
from hippodrome.server.http.http_errors import invalid
from hippodrome.server.services.campaigns import CampaignSeatSpec, CampaignSpec, CampaignView, CreatedCampaign

router = APIRouter(prefix="/api/campaigns", tags=["campaigns"])

CAMPAIGN_FILE_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "The file of a campaign.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


@router.post("", status_code=201, responses=error_responses(403, 404, 413))
async def begin_campaign(new: NewCampaign, running: ServicesDep) -> Created:
    """Begin a campaign. The keys are shown here once and nowhere else."""
    if new.clock is not None and not new.clock.seconds and not new.clock.reserve:
        raise invalid("A clock needs seconds for each decision, or a reserve. Without a clock, leave it out.", "clock")
    plan = CampaignSpec(
        game=new.game,
        kind=new.campaign,
        options=dict(new.options),
        seats=[CampaignSeatSpec(seat.person, seat.here, seat.level, seat.name) for seat in new.seats],
        odds=new.odds,
        clock=wire.Limits(new.clock.seconds, new.clock.reserve) if new.clock is not None else None,
    )
    return created_campaign(await running.campaigns.create(plan))


@router.post("/file", status_code=201, responses=error_responses(403, 413), openapi_extra=CAMPAIGN_FILE_BODY)
async def take_campaign_in(text: BodyText, running: ServicesDep) -> Created:
    """Go on with a campaign from its file, as a campaign of its own."""
    return created_campaign(await running.campaigns.import_file(text))


def created_campaign(made: CreatedCampaign) -> Created:
    """Return a new campaign, with the keys for this screen apart from those for friends."""
    return Created(id=made.id, host=made.host_key, keys=made.seat_keys, links=made.link_keys)


@router.get("/{id}", responses=error_responses(404, 409))
async def read_campaign(id: str, keys: SeatKeysDep, running: ServicesDep, games: GamesDep) -> CampaignPage:
    """Return a campaign as it stands."""
    stand = await running.campaigns.view(id, keys)
    row, campaign = stand.row, stand.campaign
    game = games[row.game]
    return CampaignPage(
        id=row.id,
        game=game.slug,
        title=game.title,
        campaign=campaign.kind.title,
        text=campaign.kind.text,
        scenario=campaign.kind.scenario,
        seats=[
            CampaignSeat(faction=FACTIONS[seat], name=person.name, person=person.person, level=person.level)
            for seat, person in enumerate(row.players)
        ],
        heads=campaign.heads(),
        rows=campaign.rows(),
        history=[history_entry(stand, entry) for entry in campaign.entries],
        questions=[CampaignQuestion(**question.json()) for question in campaign.questions()],
        match=row.match,
        played=len(campaign.games),
        over=campaign.is_over(),
        verdict=campaign.verdict(),
        mine=list(stand.access.seats),
        host=stand.access.host,
        created=row.created,
        touched=row.touched,
    )


def history_entry(stand: CampaignView, entry: Entry) -> CampaignGame:
    """Return a game or a choice, with the match if it is kept here."""
    match = entry.outcome.match if entry.outcome is not None else ""
    return CampaignGame(
        game=entry.outcome is not None,
        match=match if match in stand.available_matches else "",
        told=list(entry.effects),
    )


@router.post("/{id}/play", status_code=201, responses=error_responses(403, 404, 409))
async def play_on(id: str, keys: SeatKeysDep, running: ServicesDep) -> Created:
    """Return the table of the game that is being played, or of the next one, with the keys of one's own seats there."""
    return created_match(await running.campaigns.play(id, keys))


@router.post("/{id}/choices", status_code=204, responses=error_responses(403, 404, 409))
async def decide(id: str, new: NewChoice, keys: SeatKeysDep, running: ServicesDep) -> Response:
    """Decide something that is open between two games."""
    await running.campaigns.decide(id, keys, new.seat, new.question, new.answer)
    return Response(status_code=204)


@router.get("/{id}/file", response_class=Response, responses=text_responses("text/plain", 404, 409))
async def read_file(id: str, running: ServicesDep) -> Response:
    """Return the file of a campaign, which can be taken in here, elsewhere and in a terminal."""
    row, text = await running.campaigns.file(id)
    name = f"{row.game}-{row.kind}-{row.id}.json"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})
