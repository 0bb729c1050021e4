"""A room: one live match with its viewers and its journal. A single task handles all commands, one at a time.

An action goes one way. A socket puts it into the queue (`put`). The session checks it, plays it in memory and returns
a `Change`. `_commit` lets the viewers draw the change and the forced moves after it, writes their entries to the store
and waits until they are on disk. Only then are the answer and the frames sent. `_schedule` starts bots and clocks for
the next decision. Until it is on disk, a change exists only in the session and in local variables of `_commit`; if the
write fails, the session is loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import msgspec

from hippodrome import bots
from hippodrome.kit.actions import IllegalAction
from hippodrome.kit.game import Game
from hippodrome.server import wire
from hippodrome.server.live.advice_service import AdviceService
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, Change, MatchSession, RequestRejected
from hippodrome.server.live.table_services import TableServices
from hippodrome.server.live.viewers import Delivery, Viewers
from hippodrome.server.storage.rows import (
    BY_BOT,
    CHOSEN,
    INVALID_NAME,
    MOVE,
    SEAT,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    clean_name,
    table_info,
)
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot

log = logging.getLogger("hippodrome.server.live.room")

RETRY_DELAY_S = 2.0
"""Delay before retrying after a failed write."""

ABANDONED_MOVE_DELAY_S = 1.0
"""Delay before each bot move when all people have left their seats to bots, so that they can come back in time."""

CLOSE_INTERNAL_ERROR = 1011
CLOSE_SERVICE_RESTART = 1012
MOVE_NOT_SAVED = "Your move could not be saved and was not played. Try again in a moment."
CHANGE_NOT_SAVED = "This could not be saved, so nothing has changed. Try again in a moment."
_ROOM_FAILED = "Something went wrong at this table. Your game is saved: open the table again."


def shutdown_notice() -> wire.SocketError:
    """Return the message sent to every client when the server shuts down."""
    return wire.SocketError("shutdown", "The server is shutting down. Your game is saved.", True)


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


Command = wire.Request | ClientJoined | ClientLeft | BotMoved | TimerFired
StateChanging = wire.Play | wire.Undo | wire.Leave | wire.Return
"""Requests that change the match. A request received twice is carried out once and answered twice."""


class RoomClosed(Exception):
    """The room accepts no more commands; the match can be loaded into a new room."""


class Room:
    """A match in memory, with its connected clients."""

    def __init__(
        self,
        loaded: LoadedMatch,
        game: Game,
        store: Store,
        workers: Workers,
        *,
        on_change: Callable[[MatchRow], None],
        on_failure: Callable[[Room], None],
    ) -> None:
        self.id = loaded.row.id
        self.game = game
        self.viewers = Viewers()
        self.last_used = time.monotonic()
        self._store = store
        self._workers = workers
        self._jobs = BackgroundJobs(self.id)
        self._services = TableServices(loaded, store, workers, self._jobs)
        self._advice = AdviceService(store, workers, self._jobs)
        self._on_change = on_change
        self._on_failure = on_failure
        self._loop = asyncio.get_running_loop()
        self._commands: asyncio.Queue[tuple[Connection | None, Command] | None] = asyncio.Queue()
        self._bot_tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and entry that opened its decision
        self._clock_timer: asyncio.TimerHandle | None = None
        self._busy = False
        self._closed = False
        self._reset_from(loaded)
        self._task = asyncio.create_task(self._run(), name=f"room {self.id}")

    def _reset_from(self, loaded: LoadedMatch) -> None:
        """Start a new session from what is on disk."""
        self.session = MatchSession(loaded, self._loop.time)
        if not self.viewers:
            self.session.clocks.stop()

    # ---------------------------------------------------------------- public interface

    def put(self, connection: Connection | None, command: Command) -> None:
        """Queue a command; raise RoomClosed if the room no longer accepts any."""
        if self._closed:
            raise RoomClosed
        self._commands.put_nowait((connection, command))

    def info(self) -> wire.MatchInfo:
        """Return the public information about the table."""
        return table_info(self.session.row, self.game, self.viewers.connected_seats())

    def announce_rematch(self, id: str) -> None:
        """Tell all clients the id of the rematch."""
        self.session.row.rematch = id
        self.viewers.broadcast(wire.InfoChanged(self.info()))

    @property
    def is_idle(self) -> bool:
        """True if no client is connected, no bot is thinking and no command is waiting or running."""
        return not (self.viewers or self._bot_tasks or self._busy or self._commands.qsize())

    async def close(self) -> None:
        """Finish the queued commands, save a snapshot and disconnect all clients."""
        self._closed = True
        self._commands.put_nowait(None)
        await asyncio.wait([self._task])
        for connection in self.viewers:
            connection.close(CLOSE_SERVICE_RESTART, shutdown_notice())

    # ---------------------------------------------------------------- the command loop

    async def _run(self) -> None:
        """Handle commands until the room is closed. An unexpected error closes this room and no other."""
        try:
            self._busy = True
            await self._resume()
            self._busy = False
            while (item := await self._commands.get()) is not None:
                self._busy = True
                await self._dispatch(*item)
                self._busy = False
                self.last_used = time.monotonic()
            await self._save_snapshot()
        except Exception:
            log.exception("room failed", extra={"facts": {"match": self.id, "n": self.session.n}})
            self._closed = True
            for connection in {*self.viewers, *self._queued_connections()}:
                connection.close(CLOSE_INTERNAL_ERROR, wire.SocketError("internal", _ROOM_FAILED, True))
            self._on_failure(self)
        finally:
            self._cancel_tasks()

    def _queued_connections(self) -> list[Connection]:
        """Empty the queue and return the connections of its commands, which may include clients about to join."""
        items = [self._commands.get_nowait() for _ in range(self._commands.qsize())]
        return [item[0] for item in items if item is not None and item[0] is not None]

    def _cancel_tasks(self) -> None:
        for task in self._bot_tasks.values():
            task.cancel()
        self._jobs.shut_down()
        if self._clock_timer is not None:
            self._clock_timer.cancel()

    async def _resume(self) -> None:
        """Play forced moves and start the bots and clocks of a match that was just loaded."""
        with suppress(RequestRejected):
            await self._commit(None)

    async def _dispatch(self, connection: Connection | None, command: Command) -> None:
        """Carry out one command, or reject it."""
        if connection is None:
            await self._on_internal(command)
        elif isinstance(command, ClientJoined):
            self._join(connection)
        elif isinstance(command, ClientLeft):
            self._leave(connection)
        elif connection in self.viewers:
            try:
                await self._handle_request(connection, command)
            except RequestRejected as rejection:
                self._send_rejection(connection, command, rejection)

    def _send_rejection(self, connection: Connection, command: Command, rejection: RequestRejected) -> None:
        """Tell the client why its request was rejected, with the id of the request (0 if it has none)."""
        id = getattr(command, "id", 0)
        message = wire.Rejected(id, self.session.visible_n(connection.seats), rejection.rule, rejection.text)
        if isinstance(command, StateChanging):
            connection.answer(id, message)
        else:
            connection.send(message)

    async def _on_internal(self, command: Command) -> None:
        """Carry out a command that does not come from a client. If a write fails, `_rollback` schedules a retry."""
        with suppress(RequestRejected):
            if isinstance(command, BotMoved):
                await self._on_bot_moved(command)
            else:
                await self._on_timer()

    def _wake(self) -> None:
        if not self._closed:
            self.put(None, TimerFired())

    async def _handle_request(self, connection: Connection, command: Command) -> None:
        """Carry out a client's request. A request that was answered before gets the same answer again."""
        if isinstance(command, StateChanging) and connection.resend_answer(command.id):
            return
        match command:
            case wire.Play():
                await self._play(connection, command)
            case wire.Undo():
                await self._undo(connection, command)
            case wire.Leave() | wire.Return():
                await self._hand_over(connection, command)
            case wire.Rename():
                await self._set_name(connection, command)
            case wire.ViewAs():
                self._switch_viewer(connection, command.seat)
            case wire.Preview():
                self._services.send_preview(self.session, connection, command)
            case wire.Odds():
                self._services.send_odds(self.session, connection, command)
            case wire.Hint():
                self._advice.send_hint(self.session, connection, command)
            case wire.Explain():
                self._advice.send_explanation(self.session, connection, command)
            case wire.Review():
                await self._advice.send_review(self.session, connection, command)
            case wire.CancelReview():
                self._jobs.cancel("review", connection)
            case wire.Chat():
                await self._services.post_chat(self.viewers, connection, command)
            case wire.Note():
                await self._services.save_note(connection, command)

    # ---------------------------------------------------------------- the life of an action

    async def _play(self, connection: Connection, ask: wire.Play) -> None:
        """Play an action, save it and only then acknowledge it."""
        self.session.require_turn(connection.seats, ask.seat, ask.n)
        try:
            change = self.session.play(ask.seat, ask.action, CHOSEN)
        except IllegalAction as error:
            raise RequestRejected(error.refusal.text, error.refusal.rule) from error
        await self._commit(change, connection, ask.id)

    async def _commit(self, change: Change | None, asker: Connection | None = None, request_id: int = 0) -> None:
        """Save a change and the forced moves after it; then answer the request, send the frames and schedule the rest.

        A frame shows one change, so it is drawn before the next one is made. Without a change there may still be
        forced moves to play and bots to start.
        """
        entries: list[JournalEntry] = []
        deliveries: list[Delivery] = []
        latest = change if change is not None else self.session.play_forced()
        while latest is not None:
            entries.append(latest.entry)
            deliveries += self.viewers.draw_change(self.session, latest)
            latest = self.session.play_forced()
        if entries and not await self._save(entries):
            deliveries = []
        if asker is not None and change is not None:
            asker.answer(request_id, wire.Done(request_id, self.session.visible_n(asker.seats, change.entry.n)))
        self._send(deliveries)
        self._schedule()

    async def _save(self, entries: Sequence[JournalEntry]) -> bool:
        """Write the new entries to disk. If that fails, return to what is on disk and reject the request.

        Return False if the store reported a failure, but the entries are on disk: all clients have their frames then.
        """
        session = self.session
        status, snapshot = session.status(), session.snapshot_if_due()
        try:
            await self._store.append(self.id, entries, status, snapshot)
        except StoreError as error:
            facts = {"match": self.id, "n": session.n, "error": str(error)}
            log.error("failed to save entries", extra={"facts": facts})
            await self._rollback()
            if self.session.n < entries[-1].n:
                raise RequestRejected(MOVE_NOT_SAVED if entries[0].kind == MOVE else CHANGE_NOT_SAVED) from error
        ended = status.is_over and not session.row.status.is_over
        self.session.mark_saved(status, snapshot)
        if ended or any(entry.kind == SEAT for entry in entries):
            self.viewers.broadcast(wire.InfoChanged(self.info()))
        self._on_change(self.session.row)
        return self.session is session

    async def _rollback(self) -> None:
        """Return to what is on disk, show it to all clients and retry bots and clocks after a delay."""
        loaded = await self._store.load(self.id)
        if loaded is None:
            raise StoreError("the match no longer exists")
        self._reset_from(loaded)
        self._advice.forget_moves_after(self.session.move)
        self._send(self.viewers.draw_rollback(self.session))
        self._loop.call_later(RETRY_DELAY_S, self._wake)

    def _send(self, deliveries: Iterable[Delivery]) -> None:
        """Send frames whose entries are on disk, each with the whole log if the client's viewer has changed."""
        for delivery in deliveries:
            delivery.connection.send_text(delivery.frame)
            if delivery.needs_log:
                self._services.send_log(self.session, delivery.connection)

    def _schedule(self) -> None:
        """Start the bots and the clock of the seats that must decide now.

        Bots play while a client is connected or a person still plays a seat.
        """
        session = self.session
        is_live = bool(self.viewers) or any(player.is_controlled_by_person for player in session.players)
        for seat, opened_at in session.pending.items():
            if session.players[seat].level and is_live and (seat, opened_at) not in self._bot_tasks:
                self._start_bot(seat, opened_at)
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        times_ms = session.times_left_ms().values()
        if times_ms:
            self._clock_timer = self._loop.call_later(min(times_ms) / 1000, self._wake)

    # ---------------------------------------------------------------- bots and clocks

    def _start_bot(self, seat: int, opened_at: int) -> None:
        """Let a bot decide for a seat in a worker process; its answer comes back as a BotMoved command."""
        match, level = self.session.match, self.session.players[seat].level
        seed = bot_seed_bytes(match.commitment, seat, len(match.moves))
        setup, state = match.setup.json(), imagined_snapshot(match, seat, seed)

        players = self.session.players
        has_people = any(player.person for player in players)
        is_abandoned = has_people and not any(player.is_controlled_by_person for player in players)

        async def decide() -> None:
            decision = None
            if is_abandoned:
                await asyncio.sleep(ABANDONED_MOVE_DELAY_S)
            try:
                decision = await self._workers.choose_action(setup, state, level, seat, bot_seed(seed), self.id)
            except Exception:
                log.exception("bot failed", extra={"facts": {"match": self.id, "seat": seat, "level": level}})
            if not self._closed:
                self.put(None, BotMoved(seat, opened_at, decision))

        self._bot_tasks[seat, opened_at] = asyncio.create_task(decide())

    async def _on_bot_moved(self, moved: BotMoved) -> None:
        """Play for a bot, so that the match never hangs, unless its decision is no longer pending."""
        seat, session = moved.seat, self.session
        self._bot_tasks.pop((seat, moved.opened_at), None)
        is_pending = session.pending.get(seat) == moved.opened_at and bool(session.players[seat].level)
        await self._commit(self._play_decision(seat, moved.decision) if is_pending else None)

    def _play_decision(self, seat: int, decision: BotDecision | None) -> Change:
        """Play a bot's decision if there is one and it is legal, else the first proposal."""
        if decision is not None:
            with suppress(IllegalAction), self._advice.remember_decision(self.session, seat, decision):
                return self.session.play(seat, decision.action, BY_BOT)
        return self.session.play(seat, self.session.match.proposals()[0], BY_BOT)

    async def _on_timer(self) -> None:
        """Play the default action for a seat that has run out of time, if there is one."""
        await self._commit(self.session.play_late())

    # ---------------------------------------------------------------- undo and seats

    async def _undo(self, connection: Connection, ask: wire.Undo) -> None:
        """Undo the last move that was a choice."""
        self.session.require_turn(connection.seats, ask.seat, ask.n)
        await self._commit(self.session.undo(ask.seat), connection, ask.id)
        self._advice.forget_moves_after(self.session.move)

    async def _hand_over(self, connection: Connection, ask: wire.Leave | wire.Return) -> None:
        """Give a seat to a bot, or back to its player.

        A player may do this for their own seat; the host also for a player who is offline.
        """
        is_leaving = isinstance(ask, wire.Leave)
        players = self.session.players
        is_own_seat = ask.seat in connection.seats
        is_offline = connection.host and is_leaving and ask.seat not in self.viewers.connected_seats()
        if not (0 <= ask.seat < len(players) and players[ask.seat].person and (is_own_seat or is_offline)):
            raise RequestRejected(
                "You can give only your own seat to a bot. The host can also do it for a player who is offline."
            )
        if self.session.is_closed:
            raise RequestRejected("The match is over.")
        if is_leaving == bool(players[ask.seat].level):
            raise RequestRejected(
                "A bot is already playing this seat." if is_leaving else "This seat is already yours."
            )
        level = bots.default_level(self.game) if is_leaving else ""
        await self._commit(self.session.change_seat(ask.seat, level=level), connection, ask.id)

    async def _set_name(self, connection: Connection, ask: wire.Rename) -> None:
        """Change the name of a seat's player."""
        name = clean_name(ask.name)
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if name is None:
            raise RequestRejected(INVALID_NAME)
        if name != self.session.players[ask.seat].name:
            await self._commit(self.session.change_seat(ask.seat, name=name))

    # ---------------------------------------------------------------- clients that join, leave or change their view

    def _join(self, connection: Connection) -> None:
        """Add a client and send it the table, the present frame and then the whole log."""
        arrived = set(connection.seats) - self.viewers.connected_seats()
        self.viewers.add(connection)
        self.session.clocks.resume()
        seats = connection.seats
        chat, notes = self._services.chat_and_notes(seats)
        connection.send(wire.Welcome(self.info(), list(seats), connection.host, chat, notes))
        if connection.requested_viewer in seats:
            connection.set_viewer(connection.requested_viewer)
        self.viewers.assign_viewer(self.session, connection)
        self._send([self.viewers.draw_present(self.session, connection)])
        if arrived:
            self.viewers.broadcast(wire.InfoChanged(self.info()))
        self._schedule()

    def _leave(self, connection: Connection) -> None:
        """Remove a client that has disconnected. The clocks stop when the last one has left."""
        if connection not in self.viewers:
            return
        self.viewers.remove(connection)
        self._jobs.cancel_all(connection)
        if set(connection.seats) - self.viewers.connected_seats():
            self.viewers.broadcast(wire.InfoChanged(self.info()))
        if not self.viewers:
            self.session.clocks.stop()
        self._schedule()

    def _switch_viewer(self, connection: Connection, seat: int) -> None:
        """Show a client the match from another seat: one of its own, or any seat once nothing is secret."""
        is_any_allowed = self.session.row.has_no_secrets and NO_SEAT <= seat < len(self.session.players)
        if not (is_any_allowed or seat in connection.seats or (seat == NO_SEAT and len(connection.seats) != 1)):
            raise RequestRejected(NOT_YOUR_SEAT)
        connection.set_viewer(seat)
        if seat == NO_SEAT:
            self.viewers.assign_viewer(self.session, connection)
        self._send([self.viewers.draw_present(self.session, connection)])

    async def _save_snapshot(self) -> None:
        """Save a snapshot before the match leaves memory, so that loading it again is quick."""
        snapshot = self.session.snapshot()
        if snapshot is None:
            return
        try:
            await self._store.save_snapshot(self.id, snapshot)
        except StoreError as error:
            log.warning("failed to save snapshot", extra={"facts": {"match": self.id, "error": str(error)}})
