"""The bots of a table that are thinking, each in a worker process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from hippodrome.bots.advice import has_no_secret
from hippodrome.server.clients import Client, working_for
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot

log = logging.getLogger("hippodrome.server.live.room")

MAX_FOLLOWING = 20
"""Further decisions of a bot that are played, saved and shown together with its first."""

ABANDONED_MOVE_DELAY_S = 1.0
"""Delay before each bot move when all people have left their seats to bots, so that they can come back in time."""


class ThinkingBots:
    """Bots that are deciding.

    on_decision   gets the seat, the entry that opened its decision, and the decision; None if the bot failed
    """

    def __init__(self, workers: Workers, on_decision: Callable[[int, int, BotDecision | None], None]) -> None:
        self._workers = workers
        self._on_decision = on_decision
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and entry that opened its decision

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, session: MatchSession, seat: int, opened_at: int, client: Client) -> None:
        """Let a bot decide for a seat, as work for a client; do nothing if it is deciding already."""
        if (seat, opened_at) in self._tasks:
            return
        match, level, players = session.match, session.players[seat].level, session.players
        seed = bot_seed_bytes(match, seat, len(match.moves))
        setup, state = match.setup.json(), imagined_snapshot(match, seat, seed)
        moves = len(match.moves)
        is_open = has_no_secret(match, seat)  # else a bot would continue from what it imagines
        later = [bot_seed_bytes(match, seat, moves + one) for one in range(1, MAX_FOLLOWING + 1)] if is_open else []
        has_people = any(player.person for player in players)
        is_abandoned = has_people and not any(player.is_controlled_by_person for player in players)

        async def decide() -> None:
            decision = None
            if is_abandoned:
                await asyncio.sleep(ABANDONED_MOVE_DELAY_S)
            try:
                decision = await self._workers.choose_action(
                    setup, state, level, seat, bot_seed(seed), session.row.id, has_people, later
                )
            except Exception:
                log.exception("bot failed", extra={"facts": {"match": session.row.id, "seat": seat, "level": level}})
            self._on_decision(seat, opened_at, decision)

        with working_for(client):
            self._tasks[seat, opened_at] = asyncio.create_task(decide())

    def remove(self, seat: int, opened_at: int) -> None:
        """Forget a bot whose decision has arrived."""
        self._tasks.pop((seat, opened_at), None)

    def cancel(self) -> None:
        """Stop waiting for all bots."""
        for task in self._tasks.values():
            task.cancel()
