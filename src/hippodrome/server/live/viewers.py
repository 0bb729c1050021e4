"""Everybody at a table: whom each screen shows, and the frames that go out once what they tell of is on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.frames import KnownLayers, make_frame
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.wire import NO_SEAT


class Viewers:
    """The connections of a table, and what waits to be sent to them."""

    session: MatchSession

    def __init__(self) -> None:
        self._connections: dict[Connection, None] = {}  # in the order in which they came
        self._pending: list[tuple[Connection, str]] = []

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        """Somebody has come."""
        self._connections[connection] = None

    def remove(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._connections.pop(connection, None)

    def connected_seats(self) -> set[int]:
        """Return the seats whose people are connected."""
        return {seat for connection in self._connections for seat in connection.seats}

    def broadcast(self, message: wire.Message, seated_only: bool = False) -> None:
        """Tell everybody, or everybody who has a seat."""
        text = wire.encode(message).decode()
        for connection in self:
            if connection.seats or not seated_only:
                connection.send_text(text)

    # ---------------------------------------------------------------- whom a screen shows

    def assign_viewer(self, connection: Connection) -> bool:
        """Turn a screen that several people share to the one who must decide; whether it shows somebody else now.

        If he has secrets the screen shows none of them, and nobody else's, until he says that it is he who looks.
        """
        session = self.session
        if len(connection.seats) < 2:
            return False
        asked = [seat for seat in session.pending if seat in connection.seats and session.is_waiting_for_person(seat)]
        if not asked or connection.viewer in asked:
            return connection.set_viewer(connection.viewer)
        seat = asked[0]
        if session.match.view(seat).table == session.match.view().table:
            return connection.set_viewer(seat)
        return connection.set_viewer(NO_SEAT, seat)

    def assign_viewers(self) -> list[Connection]:
        """Turn every screen to whoever must decide; those that show somebody else now."""
        return [connection for connection in self if self.assign_viewer(connection)]

    # ---------------------------------------------------------------- frames

    def draw_frames(
        self,
        since: int,
        notes: Sequence[str] = (),
        undone: bool = False,
        to: Iterable[Connection] | None = None,
        silent: int = NO_SEAT,
    ) -> None:
        """Draw a frame for each viewer, once for all who see and have the same; it waits until it is let go.

        `since` is how many events there were before what the frame tells of. After a move that only the seat `silent`
        may know of, the others get no frame if nothing is new for them.
        """
        alike: dict[tuple[int, int, int, bool], list[Connection]] = {}
        for connection in self if to is None else to:
            n, knows = self.session.visible_n(connection.seats), silent == NO_SEAT or silent in connection.seats
            alike.setdefault((connection.viewer, id(connection.known_layers), n, knows), []).append(connection)
        for (viewer, _, n, knows), group in alike.items():
            last = group[0].known_layers
            frame, sent = self._frame(viewer, n, last, since, notes, undone)
            if not knows and last is not None and not (frame.lines or frame.scene.layers or frame.ask):
                continue
            texts: dict[int, str] = {}
            for connection in group:
                connection.known_layers = sent
                if connection.curtain not in texts:
                    frame.curtain = connection.curtain
                    texts[connection.curtain] = wire.encode(frame).decode()
                self._pending.append((connection, texts[connection.curtain]))

    def _frame(
        self, viewer: int, n: int, last: KnownLayers | None, since: int, notes: Sequence[str], undone: bool
    ) -> tuple[wire.Frame, KnownLayers]:
        session = self.session
        return make_frame(
            session.match,
            n=n,
            move=session.move_count,
            viewer=viewer,
            since=since,
            last=last,
            notes=notes,
            undo=session.undo_refusal(viewer),
            undone=undone,
            clock=session.clock_for(viewer),
            asking=session.shows_decision(viewer),
        )

    def flush(self) -> None:
        """Send what waits."""
        ready, self._pending = self._pending, []
        for connection, text in ready:
            connection.send_text(text)

    def drop_pending(self) -> None:
        """Send nothing of what waits, and take it that nobody has any picture."""
        self._pending = []
        for connection in self._connections:
            connection.known_layers = None
