"""The viewers of a match: its clients, the seat each of them views it from, and the frames drawn for them.

Drawing reads the session and sends nothing: the room sends what was drawn once the entries it shows are on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hippodrome.kit.reactions import without_question
from hippodrome.kit.state import Pause
from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.frames import KnownLayers, make_frame
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

    def __init__(self, can_explain: Callable[[], bool]) -> None:
        self._can_explain = can_explain
        self._connections: dict[Connection, None] = {}  # an ordered set, the oldest first
        self._latest_layers: dict[int, KnownLayers] = {}  # by viewer

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

    def device_counts(self) -> Counter[int]:
        """Return the number of connections of each seat whose player is online."""
        return Counter(seat for connection in self._connections for seat in connection.seats)

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

        Each pause on the way gets a frame, whether or not a seat was asked then, and so does a secret question. The
        seats that are asked get a second frame. So others get the same frames with a question and without it.
        """
        deliveries: list[Delivery] = []
        starts = [(one.since, one.move) for one in change.all]
        since, is_new, undone = starts[0][0], not change.is_silent, change.entry.kind == UNDO
        aware = [connection for connection in self if change.entry.seat in connection.seats] if change.is_silent else []
        for pause in self._waits(session, change):
            to = list(self) if is_new or pause.events > since else aware
            notes = change.notes if is_new else ()
            frames = self._draw(session, to, since, notes, starts, undone=undone, pause=pause)
            deliveries += [Delivery(connection, frame, False) for connection, frame in frames]
            since, is_new, aware = pause.events, False, []
        switched = self._switch_screens(session)
        to = [each for each in self if each in switched or self._is_shown_next(session, each)]
        frames = self._draw(session, to, since, change.notes if is_new else (), starts, undone=undone)
        return deliveries + [Delivery(connection, frame, connection in switched) for connection, frame in frames]

    def _waits(self, session: MatchSession, change: Change) -> list[Pause]:
        """Return the pauses of a change, and the present moment if a seat is asked in secret."""
        if not session.is_asking_in_secret:
            return change.pauses
        return [*change.pauses, Pause(without_question(session.match.state), len(session.match.events))]

    def _is_shown_next(self, session: MatchSession, connection: Connection) -> bool:
        """Return whether a client may see the pending decision: all do unless other seats are asked in secret."""
        return not session.is_asking_in_secret or session.is_waiting_for_person(connection.viewer)

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
        starts: Sequence[tuple[int, int]] = (),
        *,
        undone: bool = False,
        pause: Pause | None = None,
    ) -> list[tuple[Connection, str]]:
        """Return an encoded frame for each client; those that see the same share it.

        `since` is the number of events before those the frame shows, and `starts` gives the same for each move of a
        compound, with its number. With a pause of the last move the frame shows the
        match as it was then, and no decision.
        """
        match = session.match if pause is None else session.match.at_pause(pause)
        groups: dict[tuple[int, int, int], list[Connection]] = {}
        for connection in to:
            key = (connection.viewer, id(connection.known_layers), session.visible_n(connection.seats))
            groups.setdefault(key, []).append(connection)
        drawn = []
        for (viewer, _, n), group in groups.items():
            frame, layers = make_frame(
                match,
                n=n,
                move=session.move,
                viewer=viewer,
                since=since,
                known=group[0].known_layers,
                notes=notes,
                starts=starts,
                undo=session.undo_refusal(viewer) if pause is None else session.undo_refusal_at_pause(viewer),
                undone=undone,
                clock=session.clock_for(viewer) if pause is None else None,
                with_decision=pause is None and session.shows_decision(viewer),
                recap=session.recap(viewer) if pause is None else None,
                why=self._can_explain(),
            )
            layers = self._share_layers(viewer, layers)
            texts: dict[int, str] = {}  # by curtain
            for connection in group:
                connection.known_layers = layers
                if connection.curtain not in texts:
                    frame.curtain = connection.curtain
                    texts[connection.curtain] = wire.encode(frame).decode()
                drawn.append((connection, texts[connection.curtain]))
        return drawn

    def _share_layers(self, viewer: int, layers: KnownLayers) -> KnownLayers:
        """Return equal layers drawn before for the same viewer, if there are any, so that clients can share frames."""
        latest = self._latest_layers.get(viewer)
        if latest is None or latest != layers:
            latest = self._latest_layers[viewer] = layers
        return latest
