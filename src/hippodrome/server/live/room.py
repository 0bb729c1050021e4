"""A room: one live match, its people and its journal. One task does one thing after another, so nothing gets mixed up.

The life of an action: it comes through a socket into the queue (`put`); `_play` sees whether it may be played and
plays it; `_entered` draws what everybody sees of it; `_settle` plays on where there is only one way, hands all new
entries to the store, and waits until they are on disk; only then is anybody told; and `_go_on` lets programs think and
clocks run for whoever must decide next.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from hippodrome import bots
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.server import wire
from hippodrome.server.live.advice_service import AdviceService
from hippodrome.server.live.background_jobs import BackgroundJobs
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOUR_SEAT, MatchSession, RequestRejected
from hippodrome.server.live.table_services import NOT_SAVED, TableServices
from hippodrome.server.live.viewers import Viewers
from hippodrome.server.storage.rows import (
    CHOSEN,
    LATE,
    MAX_NAME_CHARS,
    ONLY,
    PROGRAM,
    SEAT,
    UNDO,
    Entry,
    LoadedMatch,
    clean_name,
    out_of_time_note,
    table_info,
)
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed, bot_seed_bytes, imagined_snapshot

log = logging.getLogger("hippodrome.server.live.room")

RETRY_DELAY_S = 2.0
"""Seconds to wait before programs go on after something could not be kept."""

ABANDONED_MOVE_DELAY_S = 1.0
"""Seconds between the moves of a match in which only programs play for people who left, so that they may come back."""

CLOSE_INTERNAL_ERROR = 1011
CLOSE_SERVICE_RESTART = 1012
_ROOM_FAILED = "Something went wrong at this table. Everything that was played is kept: please open the table again."


def shutdown_notice() -> wire.Problem:
    """What everybody is told when the server ends."""
    return wire.Problem("going", "The server ends now. Everything that was played is kept.", True)


class Joined(msgspec.Struct):
    """Somebody has come."""


class Left(msgspec.Struct):
    """Somebody's connection has ended."""


class BotMoved(msgspec.Struct):
    """A program has decided for a seat, on the question that an entry put. Nothing pondered: it could not."""

    seat: int
    question: int
    decision: BotDecision | None


class TimerFired(msgspec.Struct):
    """A seat's time may be up."""


Command = wire.Request | Joined | Left | BotMoved | TimerFired
StateChanging = wire.Play | wire.Undo | wire.Leave | wire.Return
"""Requests that change something: one that comes twice is done once, and answered alike."""


class RoomClosed(Exception):
    """The room takes nothing more; the match can be loaded again."""


class Room:
    """A live match."""

    def __init__(
        self,
        loaded: LoadedMatch,
        game: Game,
        store: Store,
        programs: Workers,
        *,
        on_change: Callable[[Room], None],
        on_failure: Callable[[Room], None],
    ) -> None:
        self.id = loaded.row.id
        self.game = game
        self.viewers = Viewers()
        self.last_used = time.monotonic()
        self._store = store
        self._programs = programs
        self._jobs = BackgroundJobs(self.id)
        self._services = TableServices(loaded, store, programs, self._jobs)
        self._advice = AdviceService(store, programs, self._jobs)
        self._on_change = on_change
        self._on_failure = on_failure
        self._loop = asyncio.get_running_loop()
        self._commands: asyncio.Queue[tuple[Connection | None, Command] | None] = asyncio.Queue()
        self._unsaved: list[Entry] = []  # what happened, but is not on disk yet
        self._bot_tasks: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._clock_timer: asyncio.TimerHandle | None = None
        self._busy = False
        self._closed = False
        self._needs_log: list[Connection] = []
        self._reset_from(loaded)
        self._task = asyncio.create_task(self._run(), name=f"room {self.id}")

    def _reset_from(self, loaded: LoadedMatch) -> None:
        """Stand where the journal says."""
        self.viewers.session = self.session = MatchSession(loaded, self._loop.time)
        if not self.viewers:
            self.session.clocks.stop()

    # ---------------------------------------------------------------- from outside

    def put(self, connection: Connection | None, command: Command) -> None:
        """Hand in something to be done; Closed if it is too late."""
        if self._closed:
            raise RoomClosed
        self._commands.put_nowait((connection, command))

    def info(self) -> wire.Info:
        """What everybody may know of the table."""
        return table_info(self.session.row, self.game, self.viewers.connected_seats())

    def announce_rematch(self, id: str) -> None:
        """Tell everybody where the same people play again."""
        self.session.row.rematch = id
        self.viewers.broadcast(wire.Table(self.info()))

    @property
    def is_idle(self) -> bool:
        """Whether nobody is there and nothing is being done or thought about."""
        return not (self.viewers or self._bot_tasks or self._busy or self._commands.qsize())

    async def close(self) -> None:
        """Finish what is being done, tell everybody to come back later, and keep a snapshot."""
        self._closed = True
        self._commands.put_nowait(None)
        await asyncio.wait([self._task])
        for connection in self.viewers:
            connection.close(CLOSE_SERVICE_RESTART, shutdown_notice())

    # ---------------------------------------------------------------- one thing after another

    async def _run(self) -> None:
        """Do what is asked, one thing after another; if something breaks, this room alone is given up."""
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
            log.exception("a room broke", extra={"facts": {"match": self.id, "n": self.session.n}})
            self._closed = True
            for connection in {*self.viewers, *self._queued_connections()}:
                connection.close(CLOSE_INTERNAL_ERROR, wire.Problem("broken", _ROOM_FAILED, True))
            self._on_failure(self)
        finally:
            self._cancel_tasks()

    def _queued_connections(self) -> list[Connection]:
        """Whoever was about to come in."""
        waiting = [self._commands.get_nowait() for _ in range(self._commands.qsize())]
        return [item[0] for item in waiting if item is not None and item[0] is not None]

    def _cancel_tasks(self) -> None:
        for _, task in self._bot_tasks.values():
            task.cancel()
        self._jobs.shut_down()
        if self._clock_timer is not None:
            self._clock_timer.cancel()

    async def _resume(self) -> None:
        """Do what was left to be done when the match was last in memory."""
        with suppress(RequestRejected):
            await self._commit()

    async def _dispatch(self, connection: Connection | None, command: Command) -> None:
        """Do one thing, or refuse it."""
        if connection is None:
            await self._on_internal(command)
        elif isinstance(command, Joined):
            self._join(connection)
        elif isinstance(command, Left):
            self._leave(connection)
        elif connection in self.viewers:
            try:
                await self._handle_request(connection, command)
            except RequestRejected as refuse:
                self._send_rejection(connection, command, refuse)

    def _send_rejection(self, connection: Connection, command: Command, refuse: RequestRejected) -> None:
        """Say why a request is not carried out, with the number that the browser gave it, if it gave one."""
        id = getattr(command, "id", 0)
        refused = wire.Refused(id, self.session.visible_n(connection.seats), refuse.rule, refuse.text)
        if isinstance(command, StateChanging):
            connection.answer(id, refused)
        else:
            connection.send(refused)

    async def _on_internal(self, command: Command) -> None:
        """Something that does not come from a browser; what cannot be kept is tried again later."""
        with suppress(RequestRejected):
            if isinstance(command, BotMoved):
                await self._on_bot_moved(command)
            else:
                await self._on_timer()

    def _wake(self) -> None:
        if not self._closed:
            self.put(None, TimerFired())

    async def _handle_request(self, connection: Connection, command: Command) -> None:
        """Something that a browser asks for; what comes twice is only answered twice."""
        if isinstance(command, StateChanging) and connection.resend_answer(command.id):
            return
        match command:
            case wire.Play():
                await self._play(connection, command)
            case wire.Undo():
                await self._undo(connection, command)
            case wire.Leave() | wire.Return():
                await self._hand_over(connection, command)
            case wire.Name():
                await self._set_name(connection, command)
            case wire.Look():
                self._switch_viewer(connection, command.seat)
            case wire.Preview():
                self._services.send_preview(self.session, connection, command)
            case wire.Odds():
                self._services.send_odds(self.session, connection, command)
            case wire.Hint():
                self._advice.send_hint(self.session, connection, command)
            case wire.Why():
                self._advice.send_explanation(self.session, connection, command)
            case wire.Review():
                await self._advice.send_review(self.session, connection, command)
            case wire.Enough():
                self._jobs.cancel("review", connection)
            case wire.Say():
                await self._services.post_chat(self.viewers, connection, command)
            case wire.Note():
                await self._services.save_note(connection, command)

    # ---------------------------------------------------------------- an action

    async def _play(self, connection: Connection, ask: wire.Play) -> None:
        """Somebody plays: see whether he may, play it, keep it, and only then say so."""
        self.session.require_turn(connection.seats, ask.seat, ask.n)
        refusal = self.session.match.check(ask.action, ask.seat)
        if refusal is not None:
            raise RequestRejected(refusal.text, refusal.rule)
        entry = self._play_move(ask.seat, ask.action, CHOSEN)
        await self._commit(lambda: self._acknowledge(connection, ask.id, entry.n))

    def _acknowledge(self, connection: Connection, id: int, n: int) -> None:
        """Say that a request was carried out, and which entry it became."""
        connection.answer(id, wire.Done(id, self.session.visible_n(connection.seats, n)))

    def _play_move(self, seat: int, action: Action | str, how: str) -> Entry:
        """Play a legal action in memory, and draw what becomes of it."""
        since = len(self.session.match.events)
        entry = self.session.play(seat, action, how)
        told = how == LATE and not self.session.is_silent(entry)
        self._record_entry(entry, since, [out_of_time_note(seat)] if told else [])
        return entry

    def _record_entry(self, entry: Entry, since: int, notes: list[str]) -> None:
        """An entry has been made: turn the screens to whoever must decide, and draw a frame for each viewer."""
        self._unsaved.append(entry)
        self._needs_log += self.viewers.assign_viewers()
        silent = entry.seat if self.session.is_silent(entry) else NO_SEAT
        self.viewers.draw_frames(since, notes, undone=entry.kind == UNDO, silent=silent)

    async def _commit(self, tell: Callable[[], None] | None = None) -> None:
        """Play on where there is only one way; when all is on disk tell whoever asked, send the frames, and go on."""
        while (way := self.session.only_move) is not None:
            self._play_move(*way, ONLY)
        if self._unsaved:
            await self._persist()
        if tell is not None:
            tell()
        self.viewers.flush()
        self._send_logs()
        self._schedule()

    async def _persist(self) -> None:
        """Write the new entries down. If that fails nothing has happened: the room goes back to what is on disk."""
        entries, self._unsaved = self._unsaved, []
        standing, snapshot = self.session.status(), self.session.snapshot_if_due()
        try:
            await self._store.append(self.id, entries, standing, snapshot)
        except StoreError as error:
            facts = {"match": self.id, "n": self.session.n, "why": str(error)}
            log.error("entries were not kept", extra={"facts": facts})
            await self._rollback()
            if self.session.n < entries[-1].n:
                raise RequestRejected(NOT_SAVED) from error
        ended = standing.is_over and not self.session.row.status.is_over
        self.session.row.status = standing
        if snapshot is not None:
            self.session.snapshot_n = snapshot.n
        if ended or any(entry.kind == SEAT for entry in entries):
            self.viewers.broadcast(wire.Table(self.info()))
        self._on_change(self)

    async def _rollback(self) -> None:
        """Forget what is not on disk, and try to go on after a breath."""
        loaded = await self._store.load(self.id)
        if loaded is None:
            raise StoreError("the match is gone")
        self._reset_from(loaded)
        self.viewers.drop_pending()
        self._needs_log += self.viewers.assign_viewers()
        self.viewers.draw_frames(len(self.session.match.events), undone=True)
        self.viewers.flush()
        self._send_logs()
        self._loop.call_later(RETRY_DELAY_S, self._wake)

    def _schedule(self) -> None:
        """Let programs think, and clocks run, for whoever must decide now."""
        session = self.session
        watched = bool(self.viewers) or any(person.is_controlled_by_person for person in session.players)
        for seat, asked in session.pending.items():
            if session.players[seat].level and watched and self._bot_tasks.get(seat, (NO_SEAT, None))[0] != asked:
                self._start_bot(seat, asked)
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        times = [
            left
            for seat in session.pending
            if session.is_waiting_for_person(seat) and (left := session.time_left_ms(seat)) is not None
        ]
        if times:
            self._clock_timer = self._loop.call_later(min(times) / 1000, self._wake)

    # ---------------------------------------------------------------- programs and clocks

    def _start_bot(self, seat: int, asked: int) -> None:
        """Let a program think about a question, in another process."""
        match, level = self.session.match, self.session.players[seat].level
        chance = bot_seed_bytes(match.commitment, seat, len(match.moves))
        setup, state = match.setup.json(), imagined_snapshot(match, seat, chance)

        people = self.session.players
        deserted = any(person.person for person in people) and not any(
            person.is_controlled_by_person for person in people
        )

        async def ponder() -> None:
            found = None
            if deserted:
                await asyncio.sleep(ABANDONED_MOVE_DELAY_S)
            try:
                found = await self._programs.choose_action(setup, state, level, seat, bot_seed(chance), self.id)
            except Exception:
                log.exception("a program failed", extra={"facts": {"match": self.id, "seat": seat, "level": level}})
            if not self._closed:
                self.put(None, BotMoved(seat, asked, found))

        self._bot_tasks[seat] = (asked, asyncio.create_task(ponder()))

    async def _on_bot_moved(self, thought: BotMoved) -> None:
        """A program has decided. If it could not, the first proposal is played: a match never hangs on a program."""
        seat, session = thought.seat, self.session
        if self._bot_tasks.get(seat, (NO_SEAT, None))[0] == thought.question:
            del self._bot_tasks[seat]
        if session.pending.get(seat) == thought.question and session.players[seat].level:
            found = thought.decision
            if found is None or session.match.check(found.action, seat) is not None:
                self._play_move(seat, session.match.proposals()[0], PROGRAM)
            else:
                with self._advice.remember_decision(session, seat, found):
                    self._play_move(seat, found.action, PROGRAM)
        await self._commit()

    async def _on_timer(self) -> None:
        """Play for everybody whose time is up."""
        session = self.session
        late = [
            seat for seat in session.pending if session.is_waiting_for_person(seat) and session.time_left_ms(seat) == 0
        ]
        for seat in late[:1]:
            self._play_move(seat, session.default_action(), LATE)
        await self._commit()

    # ---------------------------------------------------------------- what else a seat may ask

    async def _undo(self, connection: Connection, ask: wire.Undo) -> None:
        """Take back the last move that was a choice."""
        self.session.require_turn(connection.seats, ask.seat, ask.n)
        reason = self.session.undo_refusal(ask.seat)
        if reason is None or reason:
            raise RequestRejected(f"This cannot be taken back. {reason or 'Nothing has been played yet.'}")
        entry = self.session.undo()
        self._record_entry(entry, len(self.session.match.events), [])
        await self._commit(lambda: self._acknowledge(connection, ask.id, entry.n))

    async def _hand_over(self, connection: Connection, ask: wire.Leave | wire.Return) -> None:
        """Give a seat to a program, or take it back."""
        leaving = isinstance(ask, wire.Leave)
        people = self.session.players
        mine = ask.seat in connection.seats
        away = connection.host and leaving and ask.seat not in self.viewers.connected_seats()
        if not (0 <= ask.seat < len(people) and people[ask.seat].person and (mine or away)):
            raise RequestRejected(
                "You can hand over your own seat only; as the host also that of somebody who is away."
            )
        if self.session.is_closed:
            raise RequestRejected("The match is over.")
        if leaving == bool(people[ask.seat].level):
            raise RequestRejected("A program plays this seat already." if leaving else "This seat is yours already.")
        level = bots.default_level(self.game) if leaving else ""
        await self._change_seat(ask.seat, lambda n: self._acknowledge(connection, ask.id, n), level=level)

    async def _set_name(self, connection: Connection, ask: wire.Name) -> None:
        """Call somebody by another name."""
        name = clean_name(ask.name)
        if ask.seat not in connection.seats:
            raise RequestRejected(NOT_YOUR_SEAT)
        if name is None:
            raise RequestRejected(f"A name has 1 to {MAX_NAME_CHARS} letters, and only such that can be seen.")
        if name != self.session.players[ask.seat].name:
            await self._change_seat(ask.seat, None, name=name)

    async def _change_seat(self, seat: int, tell: Callable[[int], None] | None, **changes: str) -> None:
        entry = self.session.change_seat(seat, **changes)
        self._record_entry(entry, len(self.session.match.events), [])
        await self._commit((lambda: tell(entry.n)) if tell is not None else None)

    # ---------------------------------------------------------------- coming, going and looking

    def _join(self, connection: Connection) -> None:
        """Somebody has come: he gets the table, the picture and then the whole log."""
        arrived = set(connection.seats) - self.viewers.connected_seats()
        self.viewers.add(connection)
        self.session.clocks.resume()
        seats = connection.seats
        said, notes = self._services.chat_and_notes(seats)
        connection.send(wire.Welcome(self.info(), list(seats), connection.host, said, notes))
        if connection.requested_viewer in seats:
            connection.set_viewer(connection.requested_viewer)
        self.viewers.assign_viewer(connection)
        self._send_full_view(connection)
        if arrived:
            self.viewers.broadcast(wire.Table(self.info()))
        self._schedule()

    def _leave(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        if connection not in self.viewers:
            return
        self.viewers.remove(connection)
        self._jobs.cancel_all(connection)
        if set(connection.seats) - self.viewers.connected_seats():
            self.viewers.broadcast(wire.Table(self.info()))
        if not self.viewers:
            self.session.clocks.stop()
        self._schedule()

    def _switch_viewer(self, connection: Connection, seat: int) -> None:
        """The person at a screen is the one of this seat; when nothing is secret any more, anybody may be."""
        free = self.session.row.is_open and -1 <= seat < len(self.session.players)
        if not (free or seat in connection.seats or (seat == NO_SEAT and len(connection.seats) != 1)):
            raise RequestRejected(NOT_YOUR_SEAT)
        connection.set_viewer(seat)
        if seat == NO_SEAT:
            self.viewers.assign_viewer(connection)
        self._send_full_view(connection)

    def _send_full_view(self, connection: Connection) -> None:
        """Show somebody how the table stands, and the whole log."""
        self.viewers.draw_frames(len(self.session.match.events), to=[connection])
        self.viewers.flush()
        self._services.send_log(self.session, connection)

    def _send_logs(self) -> None:
        """A screen that shows somebody else now needs the log as he may read it."""
        turned, self._needs_log = self._needs_log, []
        for connection in turned:
            self._services.send_log(self.session, connection)

    async def _save_snapshot(self) -> None:
        """Before the match leaves memory: loading it again shall be quick."""
        snapshot = self.session.snapshot()
        if snapshot is None:
            return
        try:
            await self._store.save_snapshot(self.id, snapshot)
        except StoreError as error:
            log.warning("a snapshot was not kept", extra={"facts": {"match": self.id, "why": str(error)}})
