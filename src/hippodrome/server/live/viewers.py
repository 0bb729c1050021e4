"""The viewers of a match: its clients, the seat each of them views it from, and the frames drawn for them.

Drawing reads the session and sends nothing: the room sends what was drawn once the entries it shows are on disk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.frames import make_frame
from hippodrome.server.live.match_session import Change, MatchSession
from hippodrome.server.storage.rows import UNDO
from hippodrome.server.wire import NO_SEAT


class Delivery(NamedTuple):
    """An encoded frame for one client, which also needs the whole log if its viewer has changed."""

    connection: Connection
    frame: str
    needs_log: bool


class Viewers:
    """The connections of a table."""

    def __init__(self) -> None:
        self._connections: dict[Connection, None] = {}  # an ordered set, the oldest first

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

    def assign_viewer(self, session: MatchSession, connection: Connection) -> bool:
        """Switch a screen shared by several players to one who must decide; return whether it changed.

        If that player has secrets, the screen shows only what spectators see until they lift the curtain.
        """
        if len(connection.seats) < 2:
            return False
        waiting = [seat for seat in session.waiting_seats() if seat in connection.seats]
        if not waiting or connection.viewer in waiting:
            return connection.set_viewer(connection.viewer)
        seat = waiting[0]
        if session.match.view(seat).table == session.match.view().table:
            return connection.set_viewer(seat)
        return connection.set_viewer(NO_SEAT, seat)

    def _switch_screens(self, session: MatchSession) -> set[Connection]:
        """Assign a viewer to every shared screen; return the connections for which it changed."""
        return {connection for connection in self if self.assign_viewer(session, connection)}

    # ---------------------------------------------------------------- frames

    def draw_change(self, session: MatchSession, change: Change) -> list[Delivery]:
        """Switch shared screens to the next player, and draw the frames that show a change just made.

        After a change that only one seat may know of, other clients get no frame unless something changed for them.
        """
        switched = self._switch_screens(session)
        unaware: set[Connection] = set()
        if change.is_silent:
            unaware = {connection for connection in self if change.entry.seat not in connection.seats} - switched
        is_undo = change.entry.kind == UNDO
        frames = self._draw(session, self, change.since, change.notes, undone=is_undo, unaware=unaware)
        return [Delivery(connection, frame, connection in switched) for connection, frame in frames]

    def draw_rollback(self, session: MatchSession) -> list[Delivery]:
        """Draw complete frames of a session that has returned to what is on disk."""
        for connection in self:
            connection.known_layers = None
        switched = self._switch_screens(session)
        frames = self._draw(session, self, len(session.match.events), undone=True)
        return [Delivery(connection, frame, connection in switched) for connection, frame in frames]

    def draw_present(self, session: MatchSession, connection: Connection) -> Delivery:
        """Draw the present frame for a client that has joined or changed its view."""
        ((_, frame),) = self._draw(session, [connection], len(session.match.events))
        return Delivery(connection, frame, True)

    def _draw(
        self,
        session: MatchSession,
        to: Iterable[Connection],
        since: int,
        notes: Sequence[str] = (),
        *,
        undone: bool = False,
        unaware: Collection[Connection] = (),
    ) -> list[tuple[Connection, str]]:
        """Return an encoded frame for each client; those that see the same share it.

        `since` is the number of events before those the frame shows. Clients that are `unaware` of the change get
        none if it shows nothing new.
        """
        groups: dict[tuple[int, int, int, bool], list[Connection]] = {}
        for connection in to:
            n = session.visible_n(connection.seats)
            key = (connection.viewer, id(connection.known_layers), n, connection in unaware)
            groups.setdefault(key, []).append(connection)
        drawn = []
        for (viewer, _, n, is_unaware), group in groups.items():
            known = group[0].known_layers
            frame, layers = make_frame(
                session.match,
                n=n,
                move=session.move,
                viewer=viewer,
                since=since,
                known=known,
                notes=notes,
                undo=session.undo_refusal(viewer),
                undone=undone,
                clock=session.clock_for(viewer),
                with_decision=session.shows_decision(viewer),
            )
            if is_unaware and known is not None and not (frame.lines or frame.scene.layers or frame.ask):
                continue
            texts: dict[int, str] = {}  # by curtain
            for connection in group:
                connection.known_layers = layers
                if connection.curtain not in texts:
                    frame.curtain = connection.curtain
                    texts[connection.curtain] = wire.encode(frame).decode()
                drawn.append((connection, texts[connection.curtain]))
        return drawn
