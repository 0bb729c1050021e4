"""Commands of a room: the requests of its clients, and what happens in the room itself."""

from __future__ import annotations

import msgspec

from hippodrome.server import wire
from hippodrome.server.live.access_change import AccessChange
from hippodrome.server.workers.bot_decision import BotDecision


class ClientJoined(msgspec.Struct):
    """Command: a client has connected."""


class ClientLeft(msgspec.Struct):
    """Command: a client has disconnected."""


class BotMoved(msgspec.Struct):
    """Command: a bot has decided for a seat. The decision is None if the bot failed.

    `opened_at` is the entry that opened the decision (see `MatchSession.pending`).
    """

    seat: int
    opened_at: int
    decision: BotDecision | None


class TimerFired(msgspec.Struct):
    """Command: a clock may have run out, or a failed write can be retried."""


Command = wire.Request | ClientJoined | ClientLeft | BotMoved | TimerFired | AccessChange

StateChanging = wire.Play | wire.PlayAll | wire.Undo | wire.Leave | wire.Return
"""Requests that change the match. A request received twice is carried out once and answered twice."""

Question = (
    wire.Preview
    | wire.Steer
    | wire.Inspect
    | wire.Destinations
    | wire.Plan
    | wire.Odds
    | wire.ViewAs
    | wire.Hint
    | wire.Explain
    | wire.Review
    | wire.CancelReview
)
"""Requests that save nothing. They are dropped when their client has disconnected."""

Replaceable = (
    wire.Preview | wire.Steer | wire.Inspect | wire.Destinations | wire.Plan | wire.Odds | wire.ViewAs | wire.Hint
)
"""Questions that a newer one of the same kind replaces while they wait."""
