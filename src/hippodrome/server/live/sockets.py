"""WebSocket endpoints: one for each match a client plays or watches, lessons, drills, and the lobby.

A message that cannot be decoded is answered with an error; the connection stays open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hippodrome.kit.lessons import Lesson
from hippodrome.server import wire
from hippodrome.server.clients import Client, working_for
from hippodrome.server.http.http_errors import HttpError, not_found
from hippodrome.server.http.rate_limits import THROTTLE, UNKNOWN_ADDRESS, MessageThrottle, rate_limit_key
from hippodrome.server.live.commands import ClientJoined, ClientLeft
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.drill_table import DrillTable, open_drill
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.lesson_table import LessonTable
from hippodrome.server.live.room import Room, RoomClosed
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.live.solo_table import SoloTable
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.workers.drills import NO_SUCH_DECISION, Known
from hippodrome.server.workers.pool import Workers

HANDSHAKE_TIMEOUT_S = 10.0
"""A client must send its hello within this time."""

CLOSE_TIMEOUT_S = 10.0
"""Longest wait for a client to take its last message, or the close."""

MAX_MESSAGE_BYTES = 16 * 1024

READING_TIME_S = 0.0005
"""Time of the server that is counted for receiving and rejecting a message, whatever it is."""

ACTIONS_PER_MESSAGE = 4
"""This many actions of a compound count as one more message, because they are read and saved together."""

CLOSE_POLICY_VIOLATION, CLOSE_MESSAGE_TOO_BIG = 1008, 1009
CLOSE_HTTP_ERROR = 4000
"""Added to an HTTP status to make a close code: 4404 if there is no such match."""

DECODE_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
MAX_INDEX_DIGITS = 7
"""The longest number of a move in an address."""

_STALE_KEY = "One of your seat keys is no longer valid for this match. You can still watch."


async def match_socket(websocket: WebSocket, id: str, rooms: Rooms) -> None:
    """Serve a client at /socket/match/{id}. The security middleware has checked its origin and rate."""
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    try:
        address = _address(websocket)
        room, connection = await rooms.scheduler.measure(address, _join_room(rooms, id, hello, address))
    except HttpError as error:
        message = wire.SocketError(error.code, error.text, True)
        await _send_error_and_close(websocket, CLOSE_HTTP_ERROR + error.status, message)
        return

    def handle(request: wire.Request) -> None:
        _count_actions(websocket, rooms.scheduler, connection, request)
        if not isinstance(request, wire.Hello):
            with suppress(RoomClosed):  # the room itself has told its clients why
                room.put(connection, request)

    try:
        await _pump(websocket, connection, rooms.scheduler, handle)
    finally:
        with suppress(RoomClosed):
            room.put(connection, ClientLeft())


async def lesson_socket(
    websocket: WebSocket, find: Callable[[], Awaitable[tuple[Lesson, str]]], scheduler: FairScheduler, workers: Workers
) -> None:
    """Serve a learner; `find` returns the lesson and the name of the next one, or raises HttpError.

    Nothing is saved: the hello of a client that has lost its connection says what it has done.
    """
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    try:
        lesson, following = await find()
    except HttpError as error:
        message = wire.SocketError(error.code, error.text, True)
        await _send_error_and_close(websocket, CLOSE_HTTP_ERROR + error.status, message)
        return
    connection = Connection(SeatAccess((lesson.seat,)), address=_address(websocket))
    table = LessonTable(lesson, connection, workers, scheduler, following, hello.inputs)
    await _serve_solo(websocket, connection, table, scheduler)


async def drill_socket(websocket: WebSocket, id: str, index: str, rooms: Rooms, workers: Workers) -> None:
    """Serve a player who makes a decision of a finished match again. Nothing is saved."""
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    address = _address(websocket)
    try:
        if not (index.isascii() and index.isdigit() and len(index) <= MAX_INDEX_DIGITS):
            raise not_found(NO_SUCH_DECISION, "index")
        with working_for(Client(address)):
            position, info, finding = await open_drill(rooms, workers, id, int(index))
    except HttpError as error:
        message = wire.SocketError(error.code, error.text, True)
        await _send_error_and_close(websocket, CLOSE_HTTP_ERROR + error.status, message)
        return
    connection = Connection(SeatAccess((position.seat,)), address=address)
    best = hello.better if finding is None else finding.action
    known = Known(finding.chances, finding.text) if finding is not None else None
    table = DrillTable(position, info, connection, workers, rooms.scheduler, best, known)
    await _serve_solo(websocket, connection, table, rooms.scheduler)


async def _serve_solo(websocket: WebSocket, connection: Connection, table: SoloTable, scheduler: FairScheduler) -> None:
    """Serve the only client of a table until it disconnects."""

    def handle(request: wire.Request) -> None:
        _count_actions(websocket, scheduler, connection, request)
        if not isinstance(request, wire.Hello):
            table.put(request)

    running = asyncio.create_task(table.run(), name=table.name)
    try:
        await _pump(websocket, connection, scheduler, handle)
    finally:
        running.cancel()
        await asyncio.wait([running])


def _count_actions(
    websocket: WebSocket, scheduler: FairScheduler, connection: Connection, request: wire.Request
) -> None:
    """Count the actions of a compound, beyond the first, as use of the server's time and as messages."""
    if not isinstance(request, wire.PlayAll):
        return
    scheduler.charge(connection.client.address, READING_TIME_S * (len(request.actions) - 1))
    throttle: MessageThrottle | None = websocket.scope.get(THROTTLE)
    if throttle is not None:
        throttle.count_more(len(request.actions) // ACTIONS_PER_MESSAGE)


async def lobby_socket(websocket: WebSocket, rooms: Rooms) -> None:
    """Serve a client on the home page, at /socket/lobby."""
    await websocket.accept()
    hello = await _receive_hello(websocket)
    if hello is None:
        return
    connection = Connection(SeatAccess(), address=_address(websocket))
    await rooms.lobby.join(connection, hello.keys)
    try:
        await _pump(websocket, connection, rooms.scheduler, lambda _: None)
    finally:
        rooms.lobby.leave(connection)


async def _join_room(rooms: Rooms, id: str, hello: wire.Hello, address: str) -> tuple[Room, Connection]:
    """Add a client to the room of its match. If that room is just closing, load the match again."""
    while True:
        with working_for(Client(address)):
            room = await rooms.get(id)
        row = room.session.row
        access = await rooms.access(row, hello.keys)
        connection = Connection(access, hello.view_as, address)
        connection.nonces = {seat: row.players[seat].nonce for seat in access.seats}
        if access.stale:
            connection.send(wire.SocketError("key", _STALE_KEY, False))
        try:
            room.put(connection, ClientJoined())
        except RoomClosed:
            await asyncio.sleep(0)
            continue
        return room, connection


def _address(websocket: WebSocket) -> str:
    """Return the key under which the client's address is counted."""
    return rate_limit_key(websocket.client.host) if websocket.client is not None else UNKNOWN_ADDRESS


# -------------------------------------------------------------------- messages


async def _receive_hello(websocket: WebSocket) -> wire.Hello | None:
    """Return the client's hello; close the socket and return None if something else or nothing arrives."""
    try:
        text = await asyncio.wait_for(_receive(websocket), HANDSHAKE_TIMEOUT_S)
        first = wire.decode_request(text) if len(text) <= MAX_MESSAGE_BYTES else None
    except TimeoutError:
        message = wire.SocketError("hello", "Timed out waiting for the hello message.", True)
        await _send_error_and_close(websocket, CLOSE_POLICY_VIOLATION, message)
        return None
    except WebSocketDisconnect:
        return None
    except DECODE_ERRORS as error:
        await _send_error_and_close(websocket, CLOSE_POLICY_VIOLATION, _decode_error(error, final=True))
        return None
    if isinstance(first, wire.Hello):
        return first
    message = wire.SocketError("hello", "The first message must be a hello.", True)
    await _send_error_and_close(websocket, CLOSE_POLICY_VIOLATION, message)
    return None


async def _pump(
    websocket: WebSocket, connection: Connection, scheduler: FairScheduler, handle: Callable[[wire.Request], None]
) -> None:
    """Pump messages both ways until either side closes."""
    reading = asyncio.create_task(_read_requests(websocket, connection, scheduler, handle))
    writing = asyncio.create_task(_write_messages(websocket, connection))
    connection.abort = writing.cancel
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.is_closed = True
        reading.cancel()
        writing.cancel()
        results = await asyncio.gather(reading, writing, return_exceptions=True)
    await _close(websocket, connection.close_code)
    for result in results:
        if isinstance(result, Exception):
            raise result


async def _read_requests(
    websocket: WebSocket, connection: Connection, scheduler: FairScheduler, handle: Callable[[wire.Request], None]
) -> None:
    """Pass each request to `handle`; answer a message that cannot be decoded with an error.

    While the client's address has used more than its share of the server's time, nothing is read from it.
    """
    address = connection.client.address
    with suppress(WebSocketDisconnect):
        while True:
            text = await _receive(websocket)
            scheduler.charge(address, READING_TIME_S)
            await scheduler.pause(address)
            if len(text) > MAX_MESSAGE_BYTES:
                connection.close(CLOSE_MESSAGE_TOO_BIG, wire.SocketError("size", "This message is too long.", True))
                continue
            try:
                request = wire.decode_request(text)
            except DECODE_ERRORS as error:
                connection.send(_decode_error(error))
            else:
                handle(request)


async def _write_messages(websocket: WebSocket, connection: Connection) -> None:
    """Send the queued messages until the connection is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError if the client has just closed it
        while (text := await connection.next_text()) is not None:
            await websocket.send_text(text)


async def _receive(websocket: WebSocket) -> str | bytes:
    """Wait for the next message; raise WebSocketDisconnect if the client has disconnected."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    data: bytes | None = message.get("bytes")
    return text if text is not None else data or b""


async def _send_error_and_close(websocket: WebSocket, code: int, error: wire.SocketError) -> None:
    """Send a last error message and close the socket."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(websocket.send_text(wire.encode(error).decode()), CLOSE_TIMEOUT_S)
    await _close(websocket, code)


async def _close(websocket: WebSocket, code: int) -> None:
    """Close a socket that may be closed already, or whose client may no longer read."""
    if websocket.client_state is WebSocketState.CONNECTED and websocket.application_state is WebSocketState.CONNECTED:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(websocket.close(code), CLOSE_TIMEOUT_S)


def _decode_error(error: Exception, final: bool = False) -> wire.SocketError:
    """Return the error for a message that cannot be decoded, without quoting the message."""
    return wire.SocketError("message", f"The message cannot be decoded: {error}.", final)
