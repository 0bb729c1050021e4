"""Changes of rules: lets saved matches continue under newer rules, and shows what was played under earlier ones."""

from __future__ import annotations

import logging

from hippodrome.kit.game import Game
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError, conflict
from hippodrome.server.live.frames import table_note
from hippodrome.server.storage.progress_rows import LoggedLine, LoggedMove
from hippodrome.server.storage.rows import LoadedMatch, MatchRow
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from hippodrome.server.workers.replay import MatchHistory
from hippodrome.server.workers.rules_upgrade import Unreadable, saved_record, upgrade_match

log = logging.getLogger("hippodrome.server.services.rules_changes")

UNREADABLE = "rules"
"""The error code for a match whose position cannot be read under the newer rules."""


class RulesChanges:
    """Upgrades matches, and reads their earlier parts. Methods raise StoreError, or HttpError if they fail."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers

    async def upgrade(self, loaded: LoadedMatch, game: Game) -> LoadedMatch:
        """Let a match continue under the rules of this server, and return it as it is saved then.

        Raise HttpError 409 with the code UNREADABLE if its position cannot be read; nothing is changed then.
        """
        row = loaded.row
        entries, results = await self._store.entries(row.id), await self._store.move_log(row.id)
        upgrade = await self._workers.run(upgrade_match, loaded, entries, results)
        facts = {"match": row.id, "game": row.game, "from": row.rules_version, "to": game.version}
        if isinstance(upgrade, Unreadable):
            log.error("match cannot be read under new rules", extra={"facts": {**facts, "reason": upgrade.reason}})
            raise HttpError(409, UNREADABLE, _unreadable_text(row, game, upgrade.reason))
        await self._store.change_rules(row.id, upgrade)
        log.info("match continues under new rules", extra={"facts": facts})
        upgraded = await self._store.load(row.id)
        assert upgraded is not None
        return upgraded

    async def saved_record(self, loaded: LoadedMatch) -> str:
        """Return the record of a match that cannot be opened, without its seed."""
        id = loaded.row.id
        entries, results = await self._store.entries(id), await self._store.move_log(id)
        return saved_record(loaded, entries, results)

    async def full_log(self, row: MatchRow, history: MatchHistory, viewer: int) -> wire.Log:
        """Return the whole log of a match as a viewer may read it, including what was saved under earlier rules."""
        shown: wire.Log = await self._workers.run(replay.full_log, history, viewer)
        if history.start is None:
            return shown
        saved = {move.number: move for move in await self._store.move_log(row.id)}
        results = [saved.get(number) or _named_move(history, number) for number in range(history.start.number + 1)]
        earlier = [_wire_line(move, line) for move in results for line in move.lines if _may_read(row, line, viewer)]
        start = history.start.number
        notes = [table_note(move, text) for n, move, text in history.rules_notes if n < start]
        earlier = sorted([*earlier, *notes], key=lambda line: line.move)
        return wire.Log(viewer, shown.move, [*earlier, *shown.lines], shown.recap)


def _named_move(history: MatchHistory, number: int) -> LoggedMove:
    """Return a move of an imported record whose results are unknown; there is none before the first."""
    if not number:
        return LoggedMove(0, 0, "", "", [])
    seat, text = history.moves[number - 1]
    line = LoggedLine(f"{FACTIONS[seat]}: {text}", seat=seat, viewers=[seat], is_move=True)
    return LoggedMove(number, number, "", "", [line])


def _may_read(row: MatchRow, line: LoggedLine, viewer: int) -> bool:
    return line.viewers is None or viewer in line.viewers or (line.is_move and row.has_no_secrets)


def _wire_line(move: LoggedMove, line: LoggedLine) -> wire.Line:
    return wire.Line(
        move.move,
        line.text,
        line.rule,
        line.seat,
        line.dice,
        line.merge_key,
        line.highlight,
        line.dice_at,
        line.harmed,
        line.loss,
        line.routine,
        line.heading,
    )


def _unreadable_text(row: MatchRow, game: Game, reason: str) -> str:
    return (
        f"This match was played under rules {row.rules_version} of {game.title}, and its position cannot be read under "
        f"rules {game.version}: {reason}. Nothing is lost: the match stays in the database, and its players can "
        "download its record."
    )


def require_shown(first: int, move: int, game: Game) -> None:
    """Raise HttpError 409 for a position before the first that can be shown since the rules changed."""
    if move < first:
        raise conflict(
            f"Moves before move {first} were played under earlier rules of {game.title}. This server can no "
            "longer execute them, so it cannot show these positions. The log still lists these moves."
        )
