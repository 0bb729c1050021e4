"""The viewers of a match: the seat each client views it from, and frames held back until their entry is on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.frames import KnownLayers, make_frame
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.wire import NO_SEAT


class Viewers:
    """The connections of a table, and the frames that are waiting to be sent to them."""

    session: MatchSession

    def __init__(self) -> None:
        self._connections: dict[Connection, None] = {}  # an ordered set, the oldest first
        self._pending: list[tuple[Connection, str]] = []

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        """Add a client."""
        self._connections[connection] = None

    def remove(self, connection: Connection) -> None:
        """Remove a client, if it is there."""
        self._connections.pop(connection, None)

    def connected_seats(self) -> set[int]:
        """Return the seats whose players are online."""
        return {seat for connection in self._connections for seat in connection.seats}

    def broadcast(self, message: wire.Message, seated_only: bool = False) -> None:
        """Send a message to all clients, or only to those with a seat."""
        text = wire.encode(message).decode()
        for connection in self:
            if connection.seats or not seated_only:
                connection.send_text(text)

    # ---------------------------------------------------------------- the seat a client views the match from

    def assign_viewer(self, connection: Connection) -> bool:
        """Switch a screen shared by several players to one who must decide; return whether its viewer changed.

        If that player has secrets, the screen shows only what spectators see until they lift the curtain.
        """
        session = self.session
        if len(connection.seats) < 2:
            return False
        waiting = [seat for seat in session.pending if seat in connection.seats and session.is_waiting_for_person(seat)]
        if not waiting or connection.viewer in waiting:
            return connection.set_viewer(connection.viewer)
        seat = waiting[0]
        if session.match.view(seat).table == session.match.view().table:
            return connection.set_viewer(seat)
        return connection.set_viewer(NO_SEAT, seat)

    def assign_viewers(self) -> list[Connection]:
        """Assign a viewer to every shared screen; return the connections whose viewer has changed."""
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
        """Draw a frame for each client and hold it back until `flush`. Clients that see the same share a frame.

        `since` is the number of events before those the frame shows. After a move that only the seat `silent` may
        know of, other clients get no frame unless something has changed for them.
        """
        groups: dict[tuple[int, int, int, bool], list[Connection]] = {}
        for connection in self if to is None else to:
            n, knows = self.session.visible_n(connection.seats), silent == NO_SEAT or silent in connection.seats
            groups.setdefault((connection.viewer, id(connection.known_layers), n, knows), []).append(connection)
        for (viewer, _, n, knows), group in groups.items():
            known = group[0].known_layers
            frame, layers = self._frame(viewer, n, known, since, notes, undone)
            if not knows and known is not None and not (frame.lines or frame.scene.layers or frame.ask):
                continue
            texts: dict[int, str] = {}  # by curtain
            for connection in group:
                connection.known_layers = layers
                if connection.curtain not in texts:
                    frame.curtain = connection.curtain
                    texts[connection.curtain] = wire.encode(frame).decode()
                self._pending.append((connection, texts[connection.curtain]))

    def _frame(
        self, viewer: int, n: int, known: KnownLayers | None, since: int, notes: Sequence[str], undone: bool
    ) -> tuple[wire.Frame, KnownLayers]:
        session = self.session
        return make_frame(
            session.match,
            n=n,
            move=session.move_count,
            viewer=viewer,
            since=since,
            known=known,
            notes=notes,
            undo=session.undo_refusal(viewer),
            undone=undone,
            clock=session.clock_for(viewer),
            with_decision=session.shows_decision(viewer),
        )

    def flush(self) -> None:
        """Send the frames held back."""
        pending, self._pending = self._pending, []
        for connection, text in pending:
            connection.send_text(text)

    def drop_pending(self) -> None:
        """Discard the frames held back, and send each client a complete scene next time."""
        self._pending = []
        for connection in self._connections:
            connection.known_layers = None
