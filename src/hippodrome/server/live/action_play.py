"""The actions that a player submits at a live table: one, or those of a compound, played one after another."""

from __future__ import annotations

import msgspec

from hippodrome.kit.compounds import CompoundRun
from hippodrome.server import wire
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import Change, MatchSession
from hippodrome.server.storage.rows import CHOSEN, CONTINUED


async def play_actions(
    session: MatchSession, ask: wire.Play | wire.PlayAll, scheduler: FairScheduler, address: str
) -> Change:
    """Play an action, or those of a compound until something stops it; raise IllegalAction if the first is illegal.

    Between two actions other clients get their turn, as between two requests. The changes exist only in the session
    until the caller has saved them; they are returned as one.
    """
    run = CompoundRun(session.match, ask.actions if isinstance(ask, wire.PlayAll) else [ask.action], ask.seat)
    changes: list[Change] = []
    while (action := run.next_action()) is not None:
        if changes:
            await scheduler.pause(address)
        changes.append(session.play(ask.seat, action, CONTINUED if changes else CHOSEN))
    text, rule = run.summary, ""
    if run.refusal is not None:
        text, rule = f"{text} {run.refusal.text}", run.refusal.rule
    return msgspec.structs.replace(changes[-1], earlier=changes[:-1], stopped=text, stop_rule=rule)
