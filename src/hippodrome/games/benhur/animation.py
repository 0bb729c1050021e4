"""Animation of chariots: square by square, from the events."""

from __future__ import annotations

from hippodrome.games.benhur.drawing import HEADING_TURN, RING_ID, TrackDrawing, piece
from hippodrome.games.benhur.events import ChariotMoveEvent, Drove, Entered, LaneTaken, Pushed, TurnBegan, TurnedRound
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.view import view
from hippodrome.kit.events import SPECTATOR, Event

Waypoint = tuple[int, int, int]


def chariot_paths(board: TrackDrawing, race: Race, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints of every node of every chariot that has moved to another square."""
    moved = move_events(events)
    paths: dict[str, list[Waypoint]] = {}
    if not moved:
        return paths
    table = view(race, SPECTATOR).table
    for chariot in table["chariots"]:
        squares = [int(event.square) for event in moved if event.chariot == chariot["id"]]
        if squares:
            stops = [waypoint(board, square) for square in squares[:-1]]
            for node in piece(board.track, board.grid, table, chariot):
                paths[node.id] = [*stops, (node.x, node.y, node.turn)]
    start = turn_start(events)
    if RING_ID in paths and start > 0:
        restart_ring(board, paths, move_events(events[start:]), int(race.turn.mover))
    return paths


def move_events(events: list[Event]) -> list[ChariotMoveEvent]:
    """Return the events in which a chariot came to a square: lining up, driving, pushed or after a ram."""
    return [event for event in events if isinstance(event, (LaneTaken, Drove, Pushed, Entered))]


def waypoint(board: TrackDrawing, square: int) -> Waypoint:
    """Return the middle of a square, turned in the direction of its lane."""
    return (board.grid.x(square), board.grid.y(square), HEADING_TURN[board.track.lanes.heading[square]])


def turn_start(events: list[Event]) -> int:
    """Return the index of the first event of the turn in progress; 0 if no turn began in these events."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], (TurnBegan, TurnedRound)):
            return place + 1
    return 0


def restart_ring(
    board: TrackDrawing, paths: dict[str, list[Waypoint]], moved: list[ChariotMoveEvent], mover: int
) -> None:
    """Let the ring of the acting chariot follow the mover only from where its turn began."""
    own = [event for event in moved if event.chariot == mover]
    if not own:
        del paths[RING_ID]
        return
    begun = waypoint(board, int(own[0].came))
    paths[RING_ID] = [begun, *paths[RING_ID][-len(own) :]]
