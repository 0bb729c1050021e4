"""How chariots travelled: square by square, from what was told of it."""

from __future__ import annotations

from hippodrome.games.benhur.drawing import RING, TURN, Board, piece
from hippodrome.games.benhur.events import Drove, Entered, LaneTaken, OfPlace, Pushed, TurnBegan, TurnedRound
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.view import view
from hippodrome.kit.events import SPECTATOR, Event

Waypoint = tuple[int, int, int]


def paths(board: Board, race: Race, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints of every node of every chariot that came to another square."""
    moved = travels(events)
    found: dict[str, list[Waypoint]] = {}
    if not moved:
        return found
    table = view(race, SPECTATOR).table
    for chariot in table["chariots"]:
        squares = [int(event.square) for event in moved if event.chariot == chariot["id"]]
        if squares:
            stops = [waypoint(board, square) for square in squares[:-1]]
            for node in piece(board.track, board.grid, table, chariot):
                found[node.id] = [*stops, (node.x, node.y, node.turn)]
    start = first_of_turn(events)
    if RING in found and start > 0:
        follow_turn(board, found, travels(events[start:]), int(race.turn.mover))
    return found


def travels(events: list[Event]) -> list[OfPlace]:
    """Return the events in which a chariot came to a square: at the start, driving, pushed, or into a square it
    rammed.
    """
    return [event for event in events if isinstance(event, (LaneTaken, Drove, Pushed, Entered))]


def waypoint(board: Board, square: int) -> Waypoint:
    """Return the middle of a square, turned the way its lane leads."""
    return (board.grid.x(square), board.grid.y(square), TURN[board.track.lanes.heading[square]])


def first_of_turn(events: list[Event]) -> int:
    """Return the place of the first event of the turn in progress; 0 if it was in progress all the time."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], (TurnBegan, TurnedRound)):
            return place + 1
    return 0


def follow_turn(board: Board, found: dict[str, list[Waypoint]], moved: list[OfPlace], mover: int) -> None:
    """The ring has changed hands: it travels with the mover only from where his turn began."""
    own = [event for event in moved if event.chariot == mover]
    if not own:
        del found[RING]
        return
    begun = waypoint(board, int(own[0].came))
    found[RING] = [begun, *found[RING][-len(own) :]]
