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
from hippodrome.server.live.advice_service import Counsel
from hippodrome.server.live.background_jobs import Errands
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.match_session import NOT_YOURS, Course, Refuse
from hippodrome.server.live.table_services import UNKEPT, Asides
from hippodrome.server.live.viewers import Audience
from hippodrome.server.storage import journal
from hippodrome.server.storage.journal import CHOSEN, LATE, ONLY, PROGRAM, SEAT, UNDO, Entry, Loaded
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NOBODY
from hippodrome.server.workers.bot_decision import Pondered
from hippodrome.server.workers.pool import Programs, imagined, seed_of, thoughts

log = logging.getLogger("hippodrome.server.live.room")

BREATH = 2.0
"""Seconds to wait before programs go on after something could not be kept."""

WALK = 1.0
"""Seconds between the moves of a match in which only programs play for people who left, so that they may come back."""

BROKEN = 1011
GOING = 1012
_BROKEN = "Something went wrong at this table. Everything that was played is kept: please open the table again."


def going() -> wire.Problem:
    """What everybody is told when the server ends."""
    return wire.Problem("going", "The server ends now. Everything that was played is kept.", True)


class Joined(msgspec.Struct):
    """Somebody has come."""


class Left(msgspec.Struct):
    """Somebody's connection has ended."""


class Thought(msgspec.Struct):
    """A program has decided for a seat, on the question that an entry put. Nothing pondered: it could not."""

    seat: int
    asked: int
    pondered: Pondered | None


class TimeUp(msgspec.Struct):
    """A seat's time may be up."""


Command = wire.Request | Joined | Left | Thought | TimeUp
Lasting = wire.Play | wire.Undo | wire.Leave | wire.Return
"""Requests that change something: one that comes twice is done once, and answered alike."""


class Closed(Exception):
    """The room takes nothing more; the match can be loaded again."""


class Room:
    """A live match."""

    def __init__(
        self,
        loaded: Loaded,
        game: Game,
        store: Store,
        programs: Programs,
        *,
        changed: Callable[[Room], None],
        broke: Callable[[Room], None],
    ) -> None:
        self.id = loaded.row.id
        self.game = game
        self.audience = Audience()
        self.used = time.monotonic()
        self._store = store
        self._programs = programs
        self._errands = Errands(self.id)
        self._asides = Asides(loaded, store, programs, self._errands)
        self._counsel = Counsel(store, programs, self._errands)
        self._changed = changed
        self._broke = broke
        self._loop = asyncio.get_running_loop()
        self._commands: asyncio.Queue[tuple[Connection | None, Command] | None] = asyncio.Queue()
        self._fresh: list[Entry] = []  # what happened, but is not on disk yet
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._busy = False
        self._closed = False
        self._turned: list[Connection] = []
        self._take_up(loaded)
        self._task = asyncio.create_task(self._run(), name=f"room {self.id}")

    def _take_up(self, loaded: Loaded) -> None:
        """Stand where the journal says."""
        self.audience.course = self.course = Course(loaded, self._loop.time)
        if not self.audience:
            self.course.clocks.stop()

    # ---------------------------------------------------------------- from outside

    def put(self, connection: Connection | None, command: Command) -> None:
        """Hand in something to be done; Closed if it is too late."""
        if self._closed:
            raise Closed
        self._commands.put_nowait((connection, command))

    def info(self) -> wire.Info:
        """What everybody may know of the table."""
        return journal.info(self.course.row, self.game, self.audience.here())

    def tell_of_rematch(self, id: str) -> None:
        """Tell everybody where the same people play again."""
        self.course.row.rematch = id
        self.audience.tell(wire.Table(self.info()))

    @property
    def is_idle(self) -> bool:
        """Whether nobody is there and nothing is being done or thought about."""
        return not (self.audience or self._thinking or self._busy or self._commands.qsize())

    async def close(self) -> None:
        """Finish what is being done, tell everybody to come back later, and keep a snapshot."""
        self._closed = True
        self._commands.put_nowait(None)
        await asyncio.wait([self._task])
        for connection in self.audience:
            connection.end(GOING, going())

    # ---------------------------------------------------------------- one thing after another

    async def _run(self) -> None:
        """Do what is asked, one thing after another; if something breaks, this room alone is given up."""
        try:
            self._busy = True
            await self._begin()
            self._busy = False
            while (item := await self._commands.get()) is not None:
                self._busy = True
                await self._obey(*item)
                self._busy = False
                self.used = time.monotonic()
            await self._keep_snapshot()
        except Exception:
            log.exception("a room broke", extra={"facts": {"match": self.id, "n": self.course.n}})
            self._closed = True
            for connection in {*self.audience, *self._at_the_door()}:
                connection.end(BROKEN, wire.Problem("broken", _BROKEN, True))
            self._broke(self)
        finally:
            self._stop_waiting()

    def _at_the_door(self) -> list[Connection]:
        """Whoever was about to come in."""
        waiting = [self._commands.get_nowait() for _ in range(self._commands.qsize())]
        return [item[0] for item in waiting if item is not None and item[0] is not None]

    def _stop_waiting(self) -> None:
        for _, task in self._thinking.values():
            task.cancel()
        self._errands.stop()
        if self._alarm is not None:
            self._alarm.cancel()

    async def _begin(self) -> None:
        """Do what was left to be done when the match was last in memory."""
        with suppress(Refuse):
            await self._settle()

    async def _obey(self, connection: Connection | None, command: Command) -> None:
        """Do one thing, or refuse it."""
        if connection is None:
            await self._inner(command)
        elif isinstance(command, Joined):
            self._join(connection)
        elif isinstance(command, Left):
            self._part(connection)
        elif connection in self.audience:
            try:
                await self._request(connection, command)
            except Refuse as refuse:
                self._refuse(connection, command, refuse)

    def _refuse(self, connection: Connection, command: Command, refuse: Refuse) -> None:
        """Say why a request is not carried out, with the number that the browser gave it, if it gave one."""
        id = getattr(command, "id", 0)
        refused = wire.Refused(id, self.course.number(connection.seats), refuse.rule, refuse.text)
        if isinstance(command, Lasting):
            connection.answer(id, refused)
        else:
            connection.tell(refused)

    async def _inner(self, command: Command) -> None:
        """Something that does not come from a browser; what cannot be kept is tried again later."""
        with suppress(Refuse):
            if isinstance(command, Thought):
                await self._thought(command)
            else:
                await self._time_up()

    def _wake(self) -> None:
        if not self._closed:
            self.put(None, TimeUp())

    async def _request(self, connection: Connection, command: Command) -> None:
        """Something that a browser asks for; what comes twice is only answered twice."""
        if isinstance(command, Lasting) and connection.answered(command.id):
            return
        match command:
            case wire.Play():
                await self._play(connection, command)
            case wire.Undo():
                await self._undo(connection, command)
            case wire.Leave() | wire.Return():
                await self._hand_over(connection, command)
            case wire.Name():
                await self._name(connection, command)
            case wire.Look():
                self._look(connection, command.seat)
            case wire.Preview():
                self._asides.preview(self.course, connection, command)
            case wire.Odds():
                self._asides.odds(self.course, connection, command)
            case wire.Hint():
                self._counsel.hint(self.course, connection, command)
            case wire.Why():
                self._counsel.why(self.course, connection, command)
            case wire.Review():
                await self._counsel.review(self.course, connection, command)
            case wire.Enough():
                self._errands.drop("review", connection)
            case wire.Say():
                await self._asides.say(self.audience, connection, command)
            case wire.Note():
                await self._asides.note(connection, command)

    # ---------------------------------------------------------------- an action

    async def _play(self, connection: Connection, ask: wire.Play) -> None:
        """Somebody plays: see whether he may, play it, keep it, and only then say so."""
        self.course.see_whether_he_may(connection.seats, ask.seat, ask.n)
        refusal = self.course.match.check(ask.action, ask.seat)
        if refusal is not None:
            raise Refuse(refusal.text, refusal.rule)
        entry = self._move(ask.seat, ask.action, CHOSEN)
        await self._settle(lambda: self._done(connection, ask.id, entry.n))

    def _done(self, connection: Connection, id: int, n: int) -> None:
        """Say that a request was carried out, and which entry it became."""
        connection.answer(id, wire.Done(id, self.course.number(connection.seats, n)))

    def _move(self, seat: int, action: Action | str, how: str) -> Entry:
        """Play a legal action in memory, and draw what becomes of it."""
        since = len(self.course.match.events)
        entry = self.course.move(seat, action, how)
        told = how == LATE and not self.course.is_silent(entry)
        self._entered(entry, since, [journal.late(seat)] if told else [])
        return entry

    def _entered(self, entry: Entry, since: int, notes: list[str]) -> None:
        """An entry has been made: turn the screens to whoever must decide, and draw a frame for each viewer."""
        self._fresh.append(entry)
        self._turned += self.audience.turn_all()
        silent = entry.seat if self.course.is_silent(entry) else NOBODY
        self.audience.draw(since, notes, undone=entry.kind == UNDO, silent=silent)

    async def _settle(self, tell: Callable[[], None] | None = None) -> None:
        """Play on where there is only one way; when all is on disk tell whoever asked, send the frames, and go on."""
        while (way := self.course.forced) is not None:
            self._move(*way, ONLY)
        if self._fresh:
            await self._keep()
        if tell is not None:
            tell()
        self.audience.let_go()
        self._send_logs()
        self._go_on()

    async def _keep(self) -> None:
        """Write the new entries down. If that fails nothing has happened: the room goes back to what is on disk."""
        entries, self._fresh = self._fresh, []
        standing, snapshot = self.course.standing(), self.course.snapshot_if_due()
        try:
            await self._store.append(self.id, entries, standing, snapshot)
        except StoreError as error:
            facts = {"match": self.id, "n": self.course.n, "why": str(error)}
            log.error("entries were not kept", extra={"facts": facts})
            await self._go_back()
            if self.course.n < entries[-1].n:
                raise Refuse(UNKEPT) from error
        ended = standing.over and not self.course.row.standing.over
        self.course.row.standing = standing
        if snapshot is not None:
            self.course.kept = snapshot.n
        if ended or any(entry.kind == SEAT for entry in entries):
            self.audience.tell(wire.Table(self.info()))
        self._changed(self)

    async def _go_back(self) -> None:
        """Forget what is not on disk, and try to go on after a breath."""
        loaded = await self._store.load(self.id)
        if loaded is None:
            raise StoreError("the match is gone")
        self._take_up(loaded)
        self.audience.forget()
        self._turned += self.audience.turn_all()
        self.audience.draw(len(self.course.match.events), undone=True)
        self.audience.let_go()
        self._send_logs()
        self._loop.call_later(BREATH, self._wake)

    def _go_on(self) -> None:
        """Let programs think, and clocks run, for whoever must decide now."""
        course = self.course
        watched = bool(self.audience) or any(person.decides for person in course.people)
        for seat, asked in course.asked.items():
            if course.people[seat].level and watched and self._thinking.get(seat, (NOBODY, None))[0] != asked:
                self._think(seat, asked)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        times = [left for seat in course.asked if course.decides(seat) and (left := course.time_left(seat)) is not None]
        if times:
            self._alarm = self._loop.call_later(min(times) / 1000, self._wake)

    # ---------------------------------------------------------------- programs and clocks

    def _think(self, seat: int, asked: int) -> None:
        """Let a program think about a question, in another process."""
        match, level = self.course.match, self.course.people[seat].level
        chance = thoughts(match.commitment, seat, len(match.moves))
        setup, state = match.setup.json(), imagined(match, seat, chance)

        people = self.course.people
        deserted = any(person.person for person in people) and not any(person.decides for person in people)

        async def ponder() -> None:
            found = None
            if deserted:
                await asyncio.sleep(WALK)
            try:
                found = await self._programs.think(setup, state, level, seat, seed_of(chance), self.id)
            except Exception:
                log.exception("a program failed", extra={"facts": {"match": self.id, "seat": seat, "level": level}})
            if not self._closed:
                self.put(None, Thought(seat, asked, found))

        self._thinking[seat] = (asked, asyncio.create_task(ponder()))

    async def _thought(self, thought: Thought) -> None:
        """A program has decided. If it could not, the first proposal is played: a match never hangs on a program."""
        seat, course = thought.seat, self.course
        if self._thinking.get(seat, (NOBODY, None))[0] == thought.asked:
            del self._thinking[seat]
        if course.asked.get(seat) == thought.asked and course.people[seat].level:
            found = thought.pondered
            if found is None or course.match.check(found.action, seat) is not None:
                self._move(seat, course.match.proposals()[0], PROGRAM)
            else:
                with self._counsel.remembered(course, seat, found):
                    self._move(seat, found.action, PROGRAM)
        await self._settle()

    async def _time_up(self) -> None:
        """Play for everybody whose time is up."""
        course = self.course
        late = [seat for seat in course.asked if course.decides(seat) and course.time_left(seat) == 0]
        for seat in late[:1]:
            self._move(seat, course.default(), LATE)
        await self._settle()

    # ---------------------------------------------------------------- what else a seat may ask

    async def _undo(self, connection: Connection, ask: wire.Undo) -> None:
        """Take back the last move that was a choice."""
        self.course.see_whether_he_may(connection.seats, ask.seat, ask.n)
        reason = self.course.undo_reason(ask.seat)
        if reason is None or reason:
            raise Refuse(f"This cannot be taken back. {reason or 'Nothing has been played yet.'}")
        entry = self.course.take_back()
        self._entered(entry, len(self.course.match.events), [])
        await self._settle(lambda: self._done(connection, ask.id, entry.n))

    async def _hand_over(self, connection: Connection, ask: wire.Leave | wire.Return) -> None:
        """Give a seat to a program, or take it back."""
        leaving = isinstance(ask, wire.Leave)
        people = self.course.people
        mine = ask.seat in connection.seats
        away = connection.host and leaving and ask.seat not in self.audience.here()
        if not (0 <= ask.seat < len(people) and people[ask.seat].person and (mine or away)):
            raise Refuse("You can hand over your own seat only; as the host also that of somebody who is away.")
        if self.course.closed:
            raise Refuse("The match is over.")
        if leaving == bool(people[ask.seat].level):
            raise Refuse("A program plays this seat already." if leaving else "This seat is yours already.")
        level = bots.default_level(self.game) if leaving else ""
        await self._change_seat(ask.seat, lambda n: self._done(connection, ask.id, n), level=level)

    async def _name(self, connection: Connection, ask: wire.Name) -> None:
        """Call somebody by another name."""
        name = journal.proper_name(ask.name)
        if ask.seat not in connection.seats:
            raise Refuse(NOT_YOURS)
        if name is None:
            raise Refuse(f"A name has 1 to {journal.NAME} letters, and only such that can be seen.")
        if name != self.course.people[ask.seat].name:
            await self._change_seat(ask.seat, None, name=name)

    async def _change_seat(self, seat: int, tell: Callable[[int], None] | None, **changes: str) -> None:
        entry = self.course.change_seat(seat, **changes)
        self._entered(entry, len(self.course.match.events), [])
        await self._settle((lambda: tell(entry.n)) if tell is not None else None)

    # ---------------------------------------------------------------- coming, going and looking

    def _join(self, connection: Connection) -> None:
        """Somebody has come: he gets the table, the picture and then the whole log."""
        arrived = set(connection.seats) - self.audience.here()
        self.audience.add(connection)
        self.course.clocks.go_on()
        seats = connection.seats
        said, notes = self._asides.heard(seats)
        connection.tell(wire.Welcome(self.info(), list(seats), connection.host, said, notes))
        if connection.look in seats:
            connection.show(connection.look)
        self.audience.turn(connection)
        self._show_all(connection)
        if arrived:
            self.audience.tell(wire.Table(self.info()))
        self._go_on()

    def _part(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        if connection not in self.audience:
            return
        self.audience.remove(connection)
        self._errands.part(connection)
        if set(connection.seats) - self.audience.here():
            self.audience.tell(wire.Table(self.info()))
        if not self.audience:
            self.course.clocks.stop()
        self._go_on()

    def _look(self, connection: Connection, seat: int) -> None:
        """The person at a screen is the one of this seat; when nothing is secret any more, anybody may be."""
        free = self.course.row.open and -1 <= seat < len(self.course.people)
        if not (free or seat in connection.seats or (seat == NOBODY and len(connection.seats) != 1)):
            raise Refuse(NOT_YOURS)
        connection.show(seat)
        if seat == NOBODY:
            self.audience.turn(connection)
        self._show_all(connection)

    def _show_all(self, connection: Connection) -> None:
        """Show somebody how the table stands, and the whole log."""
        self.audience.draw(len(self.course.match.events), to=[connection])
        self.audience.let_go()
        self._asides.send_log(self.course, connection)

    def _send_logs(self) -> None:
        """A screen that shows somebody else now needs the log as he may read it."""
        turned, self._turned = self._turned, []
        for connection in turned:
            self._asides.send_log(self.course, connection)

    async def _keep_snapshot(self) -> None:
        """Before the match leaves memory: loading it again shall be quick."""
        snapshot = self.course.snapshot()
        if snapshot is None:
            return
        try:
            await self._store.keep_snapshot(self.id, snapshot)
        except StoreError as error:
            log.warning("a snapshot was not kept", extra={"facts": {"match": self.id, "why": str(error)}})
