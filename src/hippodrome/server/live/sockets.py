"""The sockets: one for each table somebody sits at or watches, and one for the lobby.

Whatever a browser sends is either understood or answered with a Problem; nothing it sends can do harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.room import Joined, Left, Room, RoomClosed
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.seat_keys import SeatAccess

HANDSHAKE_TIMEOUT_S = 10.0
"""Time a client has to send its hello."""

CLOSE_TIMEOUT_S = 10.0
"""Time the last message and the close of a socket may take."""

MAX_MESSAGE_BYTES = 16 * 1024
"""The bytes of the longest message."""

CLOSE_POLICY_VIOLATION, CLOSE_MESSAGE_TOO_BIG = 1008, 1009
CLOSE_HTTP_ERROR = 4000
"""Added to the status of a fault: 4404 says that there is no such table."""

DECODE_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
_STALE_KEY = "One of your keys is no longer good for this table. You can watch."


async def match_socket(websocket: WebSocket, id: str, rooms: Rooms) -> None:
    """A browser at a table. Mount at /socket/match/{id}; the guard has looked at origin and pace already."""
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    try:
        room, connection = await _join_room(rooms, id, hello)
    except HttpError as fault:
        await _send_error_and_close(
            websocket, CLOSE_HTTP_ERROR + fault.status, wire.Problem(fault.code, fault.text, True)
        )
        return

    def obey(request: wire.Request) -> None:
        if not isinstance(request, wire.Hello):
            with suppress(RoomClosed):  # what ended the room is told to everybody in it
                room.put(connection, request)

    try:
        await _pump(websocket, connection, obey)
    finally:
        with suppress(RoomClosed):
            room.put(connection, Left())


async def lobby_socket(websocket: WebSocket, rooms: Rooms) -> None:
    """A browser on the home page. Mount at /socket/lobby."""
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    connection = Connection(SeatAccess())
    await rooms.lobby.join(connection, hello.keys)
    try:
        await _pump(websocket, connection, lambda _: None)
    finally:
        rooms.lobby.leave(connection)


async def _join_room(rooms: Rooms, id: str, hello: wire.Hello) -> tuple[Room, Connection]:
    """Take somebody to his table. A room that is just leaving memory is loaded anew."""
    while True:
        room = await rooms.get(id)
        held = rooms.access(room.session.row, hello.keys)
        connection = Connection(held, hello.look)
        if held.stale:
            connection.send(wire.Problem("key", _STALE_KEY, False))
        try:
            room.put(connection, Joined())
        except RoomClosed:
            await asyncio.sleep(0)
            continue
        return room, connection


# -------------------------------------------------------------------- talking


async def _receive_hello(websocket: WebSocket) -> wire.Hello | None:
    """Return the first message; None, and the socket is closed, if it does not come or is another."""
    try:
        text = await asyncio.wait_for(_receive(websocket), HANDSHAKE_TIMEOUT_S)
        first = wire.decode_request(text) if len(text) <= MAX_MESSAGE_BYTES else None
    except TimeoutError:
        await _send_error_and_close(
            websocket, CLOSE_POLICY_VIOLATION, wire.Problem("hello", "Nothing was said for too long.", True)
        )
        return None
    except WebSocketDisconnect:
        return None
    except DECODE_ERRORS as error:
        await _send_error_and_close(websocket, CLOSE_POLICY_VIOLATION, _decode_error(error, final=True))
        return None
    if isinstance(first, wire.Hello):
        return first
    await _send_error_and_close(
        websocket, CLOSE_POLICY_VIOLATION, wire.Problem("hello", "The first message must be a hello.", True)
    )
    return None


async def _pump(websocket: WebSocket, connection: Connection, obey: Callable[[wire.Request], None]) -> None:
    """Read and write until one of both sides has had enough; then close."""
    reading = asyncio.create_task(_read_requests(websocket, connection, obey))
    writing = asyncio.create_task(_write_messages(websocket, connection))
    connection.abort = writing.cancel
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.is_closed = True
        reading.cancel()
        writing.cancel()
        ends = await asyncio.gather(reading, writing, return_exceptions=True)
    await _close(websocket, connection.close_code)
    for error in ends:
        if isinstance(error, Exception):
            raise error


async def _read_requests(websocket: WebSocket, connection: Connection, obey: Callable[[wire.Request], None]) -> None:
    """Hand on what the browser asks; what cannot be understood is answered, and the connection stays."""
    with suppress(WebSocketDisconnect):
        while True:
            text = await _receive(websocket)
            if len(text) > MAX_MESSAGE_BYTES:
                connection.close(CLOSE_MESSAGE_TOO_BIG, wire.Problem("size", "This message is too long.", True))
                continue
            try:
                request = wire.decode_request(text)
            except DECODE_ERRORS as error:
                connection.send(_decode_error(error))
            else:
                obey(request)


async def _write_messages(websocket: WebSocket, connection: Connection) -> None:
    """Send what is on its way, until the end."""
    with suppress(WebSocketDisconnect, RuntimeError):  # the latter if the browser has just closed it
        while (text := await connection.next_text()) is not None:
            await websocket.send_text(text)


async def _receive(websocket: WebSocket) -> str | bytes:
    """Return the next message."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    found: str | bytes = text if text is not None else message.get("bytes") or b""
    return found


async def _send_error_and_close(websocket: WebSocket, code: int, problem: wire.Problem) -> None:
    """Say what is wrong, and close."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(websocket.send_text(wire.encode(problem).decode()), CLOSE_TIMEOUT_S)
    await _close(websocket, code)


async def _close(websocket: WebSocket, code: int) -> None:
    """Close a socket that may be closed already, or whose browser may not read any more."""
    if websocket.client_state is WebSocketState.CONNECTED and websocket.application_state is WebSocketState.CONNECTED:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(websocket.close(code), CLOSE_TIMEOUT_S)


def _decode_error(error: Exception, final: bool = False) -> wire.Problem:
    """What is wrong with a message, without what was in it."""
    return wire.Problem("message", f"This message cannot be understood: {error}.", final)
