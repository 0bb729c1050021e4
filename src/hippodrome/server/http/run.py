"""Starting and ending the server: a port, the folder of matches, the log, the browser, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from hippodrome.server import logs
from hippodrome.server.http.app import create_app
from hippodrome.server.settings import Settings
from hippodrome.server.storage.data_lock import AlreadyLocked, DataLock
from hippodrome.server.storage.store import Store, StoreError

MAX_PORTS_TRIED = 50
SHUTDOWN_TIMEOUT_S = 5
"""How many seconds requests that are still being answered are waited for at the end."""

SOCKET_CLOSE_TIMEOUT_S = 1
"""How many seconds sockets have to close by themselves at the end."""

PING_INTERVAL_S = 20.0
log = logging.getLogger("hippodrome.server")


class ServeError(Exception):
    """The server cannot start as it was told to; the message is one line that says what would help."""


# -------------------------------------------------------------------- before it starts


def check_settings(settings: Settings) -> None:
    """See that the settings go together."""
    for origin in settings.origins:
        split = urlsplit(origin)
        if split.scheme not in ("http", "https") or not split.netloc or origin != f"{split.scheme}://{split.netloc}":
            raise ServeError(f"--origin {origin!r} is no origin; it looks like https://play.example.org")
    if settings.public and not settings.origins:
        raise ServeError("--public needs the address people use, such as --origin https://play.example.org")
    if settings.trusted_proxies and not settings.public:
        raise ServeError("--trusted-proxy is for a server that runs with --public")


def make_folder(folder: Path) -> None:
    """Make the folder the matches are kept in, for this user alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ServeError(f"cannot make the folder {folder}: {error.strerror}; --data-dir names another") from None


def lock_data(database: Path) -> DataLock:
    """Take the matches for this server alone."""
    make_folder(database.parent)
    try:
        return DataLock(database)
    except AlreadyLocked as taken:
        raise ServeError(
            f"Hippodrome is running already, with the same matches, {describe_location(taken.address)}"
        ) from None
    except sqlite3.Error as error:
        raise ServeError(f"cannot write to {database.parent}: {error}; --db names another file") from None


async def check_database(settings: Settings) -> None:
    """See that the matches can be read."""
    try:
        store = await Store.open(settings.database)
    except StoreError as error:
        raise ServeError(str(error)) from None
    await store.close()


def describe_location(address: str) -> str:
    """Where another server is."""
    return f"at {address}" if address else "at another port"


def open_listener(host: str, port: int, is_given: bool) -> socket.socket:
    """Return a socket that listens; if the port was not asked for by number, the next one that is free."""
    for number in [port] if is_given or not port else range(port, min(port + MAX_PORTS_TRIED, 65536)):
        try:
            return bind_socket(host, number)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ServeError(f"cannot listen at {host}: {error.strerror or error}; --host names another") from None
            if is_given:
                why = "is taken" if error.errno == errno.EADDRINUSE else "is not allowed"
                raise ServeError(f"port {port} {why}; without --port a free one is found") from None
            log.warning("port %s is taken, trying the next", number)
    raise ServeError(f"no port from {port} to {port + MAX_PORTS_TRIED - 1} is free; --port names another")


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to a host and a port."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    door = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(place)
        door.listen(1)  # Linux says only now that another listens there
    except OSError:
        door.close()
        raise
    return door


def local_address(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def network_address(port: int) -> str:
    """Return the address to type on another machine of the same network; empty if there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which of our addresses would be used
        return f"http://{probe.getsockname()[0]}:{port}"
    return ""


# -------------------------------------------------------------------- the browser


def has_browser() -> bool:
    """Return whether a browser can be opened for somebody who sits here."""
    if not sys.stdout.isatty() or os.environ.get("CI"):
        return False
    has_screen = sys.platform in ("darwin", "win32")
    if not has_screen and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return False
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    # A browser of the terminal would take the terminal away.
    return type(found) is not webbrowser.GenericBrowser or bool(os.environ.get("BROWSER"))


def open_browser(url: str) -> None:
    """Open a browser without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


# -------------------------------------------------------------------- running


class Server(uvicorn.Server):
    """Says when it is ready, and ends without complaint when it is told to."""

    def __init__(self, settings: Settings, ready: Callable[[], None]) -> None:
        self.app = create_app(settings)
        super().__init__(uvicorn_config(settings, self.app))
        self.on_ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody that it ends while they can still hear it, and then end."""
        await self.app.state.services.rooms.close()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=SOCKET_CLOSE_TIMEOUT_S)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and a request to end are a wish that is granted, no mishap."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wished = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            wished.append(signal.SIGBREAK)
        before = {number: signal.signal(number, self.handle_exit) for number in wished}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End as soon as everything is kept; asking twice does not make it faster."""
        self.should_exit = True


def uvicorn_config(settings: Settings, app: FastAPI) -> uvicorn.Config:
    """How the server speaks HTTP."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_INTERVAL_S,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )


def print_lines(*lines: str) -> None:
    """Tell whoever has started it."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def startup_lines(settings: Settings, port: int) -> list[str]:
    """What is said when it is ready."""
    lines = [f"Hippodrome is ready at {local_address(settings.host, port)}"]
    if settings.host in ("0.0.0.0", "::") and network_address(port):
        lines.append(f"Others in your network find it at {network_address(port)}")
    if settings.origins:
        lines.append(f"People reach it at {' and '.join(settings.origins)}")
    if not (settings.static / "index.html").is_file():
        lines.append("Its pages are not built yet: end it, and start it with ./play, which builds them.")
    kept = f"Your matches are kept in {settings.database}"
    return [
        *lines,
        kept if settings.database else "Your matches are not kept: they end with the server.",
        "Ctrl-C ends it.",
    ]


def serve(settings: Settings, port_given: bool = False, browse: bool = False) -> None:
    """Run the server until it is told to end; CannotServe says why if it cannot start."""
    check_settings(settings)
    logs.configure_logging(settings.log_json)
    make_folder(settings.data_dir)
    with contextlib.ExitStack() as ending:
        claim = lock_data(settings.database) if settings.database else None
        if claim is not None:
            ending.callback(claim.release)
        asyncio.run(check_database(settings))
        door = ending.enter_context(open_listener(settings.host, settings.port, port_given))
        run(settings, door, claim, browse and has_browser())


def tune_garbage_collection() -> None:
    """Let no search through all of memory for garbage hold everybody up: rooms that close ask for it themselves."""
    gc.collect()
    gc.freeze()  # what is loaded by now stays for good
    gc.set_threshold(10_000, 10, 1_000_000)


def run(settings: Settings, door: socket.socket, claim: DataLock | None, browse: bool) -> None:
    """Serve at an open door."""
    port = door.getsockname()[1]
    place = local_address(settings.host, port)

    def ready() -> None:
        tune_garbage_collection()
        if claim is not None:
            claim.publish_address(place)
        print_lines(*startup_lines(settings, port))
        if settings.log_json:
            log.info("started", extra={"facts": {"address": place, "database": str(settings.database)}})
        if browse:
            open_browser(place)

    Server(settings, ready).run([door])
    if settings.log_json:
        log.info("ended")
    print_lines("", "Hippodrome has ended." + (" Your matches are kept." if settings.database else ""))
