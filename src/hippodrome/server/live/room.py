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
from hippodrome.server.clients import SERVER, Client, working_for
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.access_change import AccessChange, PrepareAccess, key_ended_notice, refusing_often
from hippodrome.server.live.action_play import play_actions, play_decisions
from hippodrome.server.live.advice_service import AdviceService
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.command_queue import CommandQueue, LaneFull
from hippodrome.server.live.commands import BotMoved, ClientJoined, ClientLeft, Command, StateChanging, TimerFired
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, Change, MatchSession, RequestRejected
from hippodrome.server.live.seat_rates import ACCESS, LEAVING, NAME, SeatRates
from hippodrome.server.live.table_services import TableServices
from hippodrome.server.live.thinking_bots import ThinkingBots
from hippodrome.server.live.viewers import Delivery, Viewers
from hippodrome.server.storage.rows import (
    INVALID_NAME,
    MOVE,
    SEAT,
    TAKEN_NAME,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    clean_name,
    is_name_taken,
    table_info,
)
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.move_results import replayed_results
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.live.room")

RETRY_DELAY_S = 2.0
"""Delay before retrying after a failed write."""

CLOSE_INTERNAL_ERROR = 1011
CLOSE_SERVICE_RESTART = 1012
CLOSE_DELETED = 4410
"""The match was deleted: 4000, added to HTTP status 410."""

MOVE_NOT_SAVED = "Your move could not be saved and was not played. Try again in a moment."
CHANGE_NOT_SAVED = "This could not be saved, so nothing has changed. Try again in a moment."
TOO_MANY_REQUESTS = "You have sent too many requests at once. Wait until the earlier ones are answered."
REPLACED = "Replaced by a newer request."
_DELETED = "The host has deleted this match, with its moves, chat and notes. It cannot be brought back."
_ROOM_FAILED = "Something went wrong at this table. Your game is saved: open the table again."


def shutdown_notice() -> wire.SocketError:
    """Return the message sent to every client when the server shuts down."""
    return wire.SocketError("shutdown", "The server is shutting down. Your game is saved.", True)


def deleted_notice() -> wire.SocketError:
    """Return the message sent to every client at a table whose match is deleted."""
    return wire.SocketError("deleted", _DELETED, True)


class RoomClosed(Exception):
    """The room accepts no more commands; the match can be loaded into a new room."""


class Room:
    """A match in memory, with its connected clients."""

    def __init__(
        self,
        loaded: LoadedMatch,
        session: MatchSession,
        game: Game,
        store: Store,
        workers: Workers,
        scheduler: FairScheduler,
        *,
        on_change: Callable[[MatchRow], None],
        on_secret_question: Callable[[MatchRow, list[int]], None],
        on_failure: Callable[[Room], None],
    ) -> None:
        self.id = loaded.row.id
        self.game = game
        self.last_used = time.monotonic()
        self._store = store
        self._workers = workers
        self._scheduler = scheduler
        self._jobs = BackgroundJobs(self.id)
        self._rates = SeatRates()
        self._services = TableServices(loaded, store, workers, self._jobs, self._rates)
        self._advice = AdviceService(store, workers, self._jobs)
        self.viewers = Viewers(self._advice.can_explain)
        self._on_change = on_change
        self._on_secret_question = on_secret_question
        self._on_failure = on_failure
        self._loop = asyncio.get_running_loop()
        self._commands = CommandQueue()
        self._bots = ThinkingBots(workers, self._on_bot_decided)
        self._clock_timer: asyncio.TimerHandle | None = None
        self._busy = False
        self._closed = False
        self._has_results = loaded.present is not None
        self._start_session(session)
        with working_for(SERVER):  # not for the client whose request has loaded the match
            self._task = asyncio.create_task(self._run(), name=f"room {self.id}")

    def _start_session(self, session: MatchSession) -> None:
        """Continue with a session that was loaded from disk. Its clocks stand still while no client is connected."""
        self.session = session
        if not self.viewers:
            self.session.clocks.stop()

    # ---------------------------------------------------------------- public interface

    def put(self, connection: Connection | None, command: Command) -> None:
        """Queue a command; raise RoomClosed if the room no longer accepts any.

        A client with too many waiting requests gets a rejection. Of some kinds of requests only the newest counts.
        """
        if self._closed:
            raise RoomClosed
        if connection is None:
            self._commands.put_own(self._owner(), command)
        elif isinstance(command, ClientJoined):
            self._commands.put_event(connection, command)
        elif isinstance(command, ClientLeft):
            self._commands.drop_questions(connection.client)
            self._commands.put_event(connection, command)
        else:
            self._put_request(connection, command)
        self._scheduler.wake()

    def _put_request(self, connection: Connection, request: Command) -> None:
        n = self.session.visible_n(connection.seats)
        try:
            replaced = self._commands.put_request(connection, request)
        except LaneFull:
            connection.send(wire.Rejected(getattr(request, "id", 0), n, "", TOO_MANY_REQUESTS))
            return
        if replaced is not None and not isinstance(replaced, wire.ViewAs):
            connection.send(wire.Rejected(replaced.id, n, "", REPLACED))

    def info(self) -> wire.MatchInfo:
        """Return the public information about the table."""
        return table_info(self.session.row, self.game, self.viewers.device_counts())

    async def change_access(self, seat: int, prepare: PrepareAccess) -> None:
        """Change the invitation or the keys of a seat between two commands, once `prepare` has allowed it.

        Raise what `prepare` raises, RequestRejected if nothing can be saved, or RoomClosed.
        """
        command = AccessChange(seat, prepare, self._loop.create_future())
        self.put(None, command)
        await asyncio.wait([command.done, self._task], return_when=asyncio.FIRST_COMPLETED)
        if not command.done.done():
            raise RoomClosed
        command.done.result()

    def announce_rematch(self, id: str) -> None:
        """Tell all clients the id of the rematch."""
        self.session.row.rematch = id
        self.viewers.broadcast(wire.InfoChanged(self.info()))

    @property
    def is_idle(self) -> bool:
        """True if no client is connected, no bot is thinking and no command is waiting or running."""
        return not (self.viewers or self._bots or self._busy or self._commands)

    async def close(self) -> None:
        """Finish the queued commands, save a snapshot and disconnect all clients."""
        await self.stop()
        self.disconnect_all(CLOSE_SERVICE_RESTART, shutdown_notice())

    async def stop(self) -> None:
        """Finish the queued commands and save a snapshot; accept no more commands."""
        self._closed = True
        self._commands.close()
        self._scheduler.wake()
        await asyncio.wait([self._task])

    def disconnect_all(self, code: int, notice: wire.SocketError) -> None:
        """Disconnect all clients with a last message."""
        for connection in self.viewers:
            connection.close(code, notice)

    # ---------------------------------------------------------------- the command loop

    async def _run(self) -> None:
        """Handle commands until the room is closed. An unexpected error closes this room and no other."""
        try:
            self._busy = True
            await self._resume()
            self._busy = False
            while not self._commands.is_finished:
                await self._run_next_command()
            await self._save_snapshot()
        except Exception:
            log.exception("room failed", extra={"facts": {"match": self.id, "n": self.session.n}})
            self._closed = True
            for connection in {*self.viewers, *self._queued_connections()}:
                connection.close(CLOSE_INTERNAL_ERROR, wire.SocketError("internal", _ROOM_FAILED, True))
            self._on_failure(self)
        finally:
            self._cancel_tasks()

    async def _run_next_command(self) -> None:
        """Wait for a command and for the turn of its client; then carry it out."""
        await self._commands.wait()
        address = await self._scheduler.wait_for_turn(self._commands.addresses)
        item = self._commands.take(address)
        if item is not None:
            self._busy = True
            await self._scheduler.measure(address, self._dispatch(*item))
            self._busy = False
            self.last_used = time.monotonic()

    def _queued_connections(self) -> list[Connection]:
        """Empty the queue and return the connections of its commands, which may include clients about to join."""
        return [connection for connection, _ in self._commands.take_all() if connection is not None]

    def _cancel_tasks(self) -> None:
        self._bots.cancel()
        self._jobs.shut_down()
        if self._clock_timer is not None:
            self._clock_timer.cancel()

    async def _resume(self) -> None:
        """Play forced moves and start the bots and clocks of a match that was just loaded."""
        if not self._has_results:
            await self._save_earlier_results()
        with suppress(RequestRejected):
            await self._commit(None)

    async def _save_earlier_results(self) -> None:
        """Save the results of all moves of a match that is new, or was last saved by an earlier version of the server.

        They are needed only when the rules change, so nothing is lost if this fails.
        """
        try:
            progress = self.session.take_progress()
            if self.session.n:
                moves = await self._workers.run(replayed_results, self.session.history())
                progress = msgspec.structs.replace(progress, moves=moves)
            await self._store.save_progress(self.id, progress)
        except Exception as error:
            log.warning("failed to save results of moves", extra={"facts": {"match": self.id, "error": repr(error)}})

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
            elif isinstance(command, AccessChange):
                await self._on_access_change(command)
            else:
                await self._on_timer()

    def finding(self, seat: int, index: int) -> wire.CostlyDecision | None:
        """Return what a finished review has found about the move with this index, if anything."""
        return self._advice.finding(seat, index)

    def _wake(self) -> None:
        if not self._closed:
            self.put(None, TimerFired())

    async def _handle_request(self, connection: Connection, command: Command) -> None:
        """Carry out a client's request. A request that was answered before gets the same answer again."""
        if isinstance(command, StateChanging) and connection.resend_answer(command.id):
            return
        match command:
            case wire.Play() | wire.PlayAll():
                await self._play(connection, command)
            case wire.Undo():
                await self._undo(connection, command)
            case wire.Leave() | wire.Return():
                await self._hand_over(connection, command)
            case wire.Rename():
                await self._set_name(connection, command)
            case wire.ViewAs():
                self._switch_viewer(connection, command.seat)
            case wire.Preview() | wire.Steer() | wire.Inspect() | wire.Destinations() | wire.Plan() | wire.Odds():
                self._services.send_answer(self.session, connection, command)
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
            case wire.ReadOn() | wire.ShowMe() | wire.StartAgain():
                raise RequestRejected("This is not a lesson.")

    # ---------------------------------------------------------------- the life of an action

    async def _play(self, connection: Connection, ask: wire.Play | wire.PlayAll) -> None:
        """Play an action or a compound, save it and only then acknowledge it."""
        self.session.require_turn(connection.seats, ask.seat, ask.n)
        try:
            change = await play_actions(self.session, ask, self._scheduler, connection.client.address)
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
            entries += [one.entry for one in latest.all]
            deliveries += self.viewers.draw_change(self.session, latest)
            latest = self.session.play_forced()
        if entries and not await self._save(entries):
            deliveries = []
        if asker is not None and change is not None:
            n = self.session.visible_n(asker.seats, change.entry.n)
            asker.answer(request_id, wire.Done(request_id, n, change.stopped, change.stop_rule))
        self._send(deliveries)
        self._schedule()

    async def _save(self, entries: Sequence[JournalEntry]) -> bool:
        """Write the new entries to disk. If that fails, return to what is on disk and reject the request.

        Return False if the store reported a failure, but the entries are on disk: all clients have their frames then.
        """
        session = self.session
        status, snapshot = session.status(), session.snapshot_if_due()
        try:
            await self._store.append(self.id, entries, status, snapshot, session.take_progress())
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
        self._tell_lobby()
        return self.session is session

    def _tell_lobby(self) -> None:
        """Report the change to the lobby. A secret question is reported only to the seats that are asked.

        The change itself follows with the next one that is public, as it would if no seat had been asked.
        """
        session = self.session
        if session.is_asking_in_secret:
            self._on_secret_question(session.row, list(session.pending))
        else:
            self._on_change(session.row)

    async def _rollback(self) -> None:
        """Return to what is on disk, show it to all clients and retry bots and clocks after a delay."""
        loaded = await self._store.load(self.id)
        if loaded is None:
            raise StoreError("the match no longer exists")
        self._start_session(MatchSession(loaded, self._loop.time))
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
            if session.players[seat].level and is_live:
                self._bots.start(session, seat, opened_at, self._owner())
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        times_ms = session.times_left_ms().values()
        if times_ms:
            self._clock_timer = self._loop.call_later(min(times_ms) / 1000, self._wake)

    # ---------------------------------------------------------------- bots and clocks

    def _on_bot_decided(self, seat: int, opened_at: int, decision: BotDecision | None) -> None:
        if not self._closed:
            self.put(None, BotMoved(seat, opened_at, decision))

    def _owner(self) -> Client:
        """Return the client for which the table's own work is done: a connected player, or else any viewer.

        Of several, it is the one whose address has used the least time of the server lately.
        """
        addresses = [
            (not each.seats, self._scheduler.used_s(each.client.address), each.client.address) for each in self.viewers
        ]
        return Client(min(addresses)[2] if addresses else SERVER.address, self.id)

    async def _on_bot_moved(self, moved: BotMoved) -> None:
        """Play for a bot, so that the match never hangs, unless its decision is no longer pending."""
        seat, session = moved.seat, self.session
        self._bots.remove(seat, moved.opened_at)
        is_pending = session.pending.get(seat) == moved.opened_at and bool(session.players[seat].level)
        change = play_decisions(session, self._advice, seat, moved.decision) if is_pending else None
        await self._commit(change)

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
        if is_leaving:
            self.session.require_few_entries()
            self._rates.count(LEAVING, ask.seat)
        level = bots.default_level(self.game) if is_leaving else ""
        await self._commit(self.session.change_seat(ask.seat, level=level), connection, ask.id)

    async def _set_name(self, connection: Connection, ask: wire.Rename) -> None:
        """Change the name of a seat's player."""
        name = clean_name(ask.name)
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if name is None:
            raise RequestRejected(INVALID_NAME)
        if is_name_taken(name, ask.seat, self.session.players):
            raise RequestRejected(TAKEN_NAME)
        if name != self.session.players[ask.seat].name:
            self.session.require_few_entries()
            self._rates.count(NAME, ask.seat)
            await self._commit(self.session.change_seat(ask.seat, name=name))

    async def _on_access_change(self, command: AccessChange) -> None:
        """Carry out a change of access; the caller of `change_access` gets the result."""
        try:
            with refusing_often():
                self.session.require_few_entries()
                self._rates.count(ACCESS, command.seat)
            changes, notice = await command.prepare(self.session.players[command.seat])
            if "nonce" in changes:
                await self._services.clear_note(command.seat)
            if changes:
                await self._commit(self.session.change_seat(command.seat, **changes))
            self._disconnect_ended_keys()
            await self._services.post_notice(self.viewers, notice)
        except (HttpError, RequestRejected, StoreError) as error:
            command.finish(error)
        else:
            command.finish()

    def _disconnect_ended_keys(self) -> None:
        """Disconnect the clients with a key that is no longer valid; they may come back with what they still hold."""
        for connection in self.viewers:
            if connection.has_ended_key(self.session.players):
                self._leave(connection)
                connection.close(CLOSE_SERVICE_RESTART, key_ended_notice())

    # ---------------------------------------------------------------- clients that join, leave or change their view

    def _join(self, connection: Connection) -> None:
        """Add a client and send it the table, the present frame and then the whole log."""
        if connection.has_ended_key(self.session.players):  # it ended while this client was in the queue
            connection.close(CLOSE_SERVICE_RESTART, key_ended_notice())
            return
        self.viewers.add(connection)
        self.session.clocks.resume()
        seats = connection.seats
        chat, notes = self._services.chat_and_notes(seats)
        connection.send(wire.Welcome(self.info(), list(seats), connection.host, chat, notes))
        if connection.requested_viewer in seats:
            connection.set_viewer(connection.requested_viewer)
        self.viewers.assign_viewer(self.session, connection)
        self._send([self.viewers.draw_present(self.session, connection)])
        if seats:
            self.viewers.broadcast(wire.InfoChanged(self.info()))
        self._schedule()

    def _leave(self, connection: Connection) -> None:
        """Remove a client that has disconnected. The clocks stop when the last one has left."""
        if connection not in self.viewers:
            return
        self.viewers.remove(connection)
        self._jobs.cancel_all(connection)
        if connection.seats:
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
