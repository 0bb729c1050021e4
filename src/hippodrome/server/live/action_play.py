"""The actions that a player submits at a live table, or a bot decides at once: played one after another."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from hippodrome.kit.actions import IllegalAction
from hippodrome.kit.compounds import CompoundRun
from hippodrome.server import wire
from hippodrome.server.live.advice_service import AdviceService
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import Change, MatchSession
from hippodrome.server.storage.rows import BY_BOT, CHOSEN, CONTINUED
from hippodrome.server.workers.bot_decision import BotDecision


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


def play_decisions(session: MatchSession, advice: AdviceService, seat: int, decision: BotDecision | None) -> Change:
    """Play for a bot what it has decided at once, its decision and those that follow; return it as one change."""
    changes = [_play_decision(session, advice, seat, decision)]
    for following in decision.following if decision is not None else ():
        if seat not in session.pending or session.only_move or session.match.check(following.action, seat):
            break
        changes.append(_play_decision(session, advice, seat, following))
    return msgspec.structs.replace(changes[-1], earlier=changes[:-1])


def _play_decision(session: MatchSession, advice: AdviceService, seat: int, decision: BotDecision | None) -> Change:
    """Play a bot's decision if there is one and it is legal, else the first proposal."""
    if decision is not None:
        with suppress(IllegalAction), advice.remember_decision(session, seat, decision):
            return session.play(seat, decision.action, BY_BOT)
    return session.play(seat, session.match.proposals()[0], BY_BOT)
