"""Request and response models of campaigns in the REST API."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from hippodrome.kit.scene import FACTIONS
from hippodrome.server.http.api.models import NewClock, NewSeat, Number, RequestModel, ResponseModel, Word


class NewCampaign(RequestModel):
    """A campaign to create: the players of all its games, and its options."""

    game: Word
    campaign: Word
    options: Annotated[dict[Word, Number | Word], Field(max_length=40)] = Field(default_factory=dict)
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=len(FACTIONS))]
    odds: StrictBool = True
    clock: NewClock | None = None


class NewAnswer(RequestModel):
    """A seat's answer to a question between two games."""

    seat: Annotated[StrictInt, Field(ge=0, lt=len(FACTIONS))]
    question: Word
    answer: Word


class CampaignSeat(ResponseModel):
    """The player of a seat in all games of a campaign: the crew's name, and the level of a bot.

    `invited` while the seat's invitation is open.
    """

    faction: str
    name: str
    person: bool
    level: str
    invited: bool


class CampaignEntry(ResponseModel):
    """An entry in the history of a campaign: a game or a choice, and its effects.

    `match` is the id of the game's match, or empty if the match is not stored on this server.
    """

    is_game: bool
    match: str
    effects: list[str]


class CampaignAnswer(ResponseModel):
    """A possible answer to a question."""

    name: str
    title: str
    text: str


class CampaignQuestion(ResponseModel):
    """A question that a seat may answer now. By default, the first answer applies."""

    name: str
    seat: int
    text: str
    rule: str
    answers: list[CampaignAnswer]


class CampaignPage(ResponseModel):
    """The current state of a campaign: standings, history, open questions, and the match in progress, if any.

    `mine` lists the seats of the client; `host` says whether the client created the campaign. `round_name` is what
    players call one game of it, such as "race".
    """

    id: str
    game: str
    title: str
    campaign: str
    text: str
    round_name: str
    scenario: str
    seats: list[CampaignSeat]
    heads: list[str]
    rows: list[list[str]]
    history: list[CampaignEntry]
    questions: list[CampaignQuestion]
    match: str
    played: int
    over: bool
    verdict: str
    mine: list[int]
    host: bool
    created: int
    updated: int
