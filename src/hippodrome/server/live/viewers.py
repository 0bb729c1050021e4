"""Everybody at a table: whom each screen shows, and the frames that go out once what they tell of is on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.frames import Sent, make_frame
from hippodrome.server.live.match_session import Course
from hippodrome.server.wire import NOBODY


class Audience:
    """The connections of a table, and what waits to be sent to them."""

    course: Course

    def __init__(self) -> None:
        self._there: dict[Connection, None] = {}  # in the order in which they came
        self._ready: list[tuple[Connection, str]] = []

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._there))

    def __len__(self) -> int:
        return len(self._there)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._there

    def add(self, connection: Connection) -> None:
        """Somebody has come."""
        self._there[connection] = None

    def remove(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._there.pop(connection, None)

    def here(self) -> set[int]:
        """Return the seats whose people are connected."""
        return {seat for connection in self._there for seat in connection.seats}

    def tell(self, message: wire.Message, seated: bool = False) -> None:
        """Tell everybody, or everybody who has a seat."""
        text = wire.written(message).decode()
        for connection in self:
            if connection.seats or not seated:
                connection.send(text)

    # ---------------------------------------------------------------- whom a screen shows

    def turn(self, connection: Connection) -> bool:
        """Turn a screen that several people share to the one who must decide; whether it shows somebody else now.

        If he has secrets the screen shows none of them, and nobody else's, until he says that it is he who looks.
        """
        course = self.course
        if len(connection.seats) < 2:
            return False
        asked = [seat for seat in course.asked if seat in connection.seats and course.decides(seat)]
        if not asked or connection.viewer in asked:
            return connection.show(connection.viewer)
        seat = asked[0]
        if course.match.view(seat).table == course.match.view().table:
            return connection.show(seat)
        return connection.show(NOBODY, seat)

    def turn_all(self) -> list[Connection]:
        """Turn every screen to whoever must decide; those that show somebody else now."""
        return [connection for connection in self if self.turn(connection)]

    # ---------------------------------------------------------------- frames

    def draw(
        self,
        since: int,
        notes: Sequence[str] = (),
        undone: bool = False,
        to: Iterable[Connection] | None = None,
        silent: int = NOBODY,
    ) -> None:
        """Draw a frame for each viewer, once for all who see and have the same; it waits until it is let go.

        `since` is how many events there were before what the frame tells of. After a move that only the seat `silent`
        may know of, the others get no frame if nothing is new for them.
        """
        alike: dict[tuple[int, int, int, bool], list[Connection]] = {}
        for connection in self if to is None else to:
            n, knows = self.course.number(connection.seats), silent == NOBODY or silent in connection.seats
            alike.setdefault((connection.viewer, id(connection.sent), n, knows), []).append(connection)
        for (viewer, _, n, knows), group in alike.items():
            last = group[0].sent
            frame, sent = self._frame(viewer, n, last, since, notes, undone)
            if not knows and last is not None and not (frame.lines or frame.scene.layers or frame.ask):
                continue
            texts: dict[int, str] = {}
            for connection in group:
                connection.sent = sent
                if connection.curtain not in texts:
                    frame.curtain = connection.curtain
                    texts[connection.curtain] = wire.written(frame).decode()
                self._ready.append((connection, texts[connection.curtain]))

    def _frame(
        self, viewer: int, n: int, last: Sent | None, since: int, notes: Sequence[str], undone: bool
    ) -> tuple[wire.Frame, Sent]:
        course = self.course
        return make_frame(
            course.match,
            n=n,
            move=course.moves,
            viewer=viewer,
            since=since,
            last=last,
            notes=notes,
            undo=course.undo_reason(viewer),
            undone=undone,
            clock=course.clock(viewer),
            asking=course.asks(viewer),
        )

    def let_go(self) -> None:
        """Send what waits."""
        ready, self._ready = self._ready, []
        for connection, text in ready:
            connection.send(text)

    def forget(self) -> None:
        """Send nothing of what waits, and take it that nobody has any picture."""
        self._ready = []
        for connection in self._there:
            connection.sent = None
