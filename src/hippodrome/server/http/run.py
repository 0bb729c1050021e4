"""Run the server: check the settings, lock the data, bind a port, open a browser, shut down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
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
from hippodrome.server.http.addresses import local_address, network_address
from hippodrome.server.http.app import create_app
from hippodrome.server.http.connection_limits import LimitedConfig, OpenConnections
from hippodrome.server.services.record_signatures import RecordSigner
from hippodrome.server.services.seat_keys import read_secret
from hippodrome.server.settings import Settings
from hippodrome.server.storage.data_lock import AlreadyLocked, DataLock, SharedFile
from hippodrome.server.storage.private_files import make_private_folder, restrict_to_owner
from hippodrome.server.storage.store import Store, StoreError

MAX_PORTS_TRIED = 50
SHUTDOWN_TIMEOUT_S = 5
"""Time for requests in progress to finish at shutdown."""

SOCKET_CLOSE_TIMEOUT_S = 1
"""Time for sockets to close on their own at shutdown."""

PING_INTERVAL_S = 20.0

THREAD_SWITCH_INTERVAL_S = 0.0005
"""Longest time that a thread keeps the interpreter lock while the event loop waits for it, as after each socket call.

Python's default of 5 ms would be paid several times in each move while another thread reads the database.
"""

NO_TRUSTED_PROXY = (
    "Warning: without --trusted-proxy, everyone behind your reverse proxy counts as one address and shares its limits. "
    "Give the address of the proxy, such as --trusted-proxy 127.0.0.1."
)
log = logging.getLogger("hippodrome.server")


class ServeError(Exception):
    """The server cannot start; the message is one line that says why and what to do."""


# -------------------------------------------------------------------- before it starts


def check_settings(settings: Settings) -> None:
    """Raise ServeError if the settings contradict each other."""
    for origin in settings.origins:
        split = urlsplit(origin)
        if split.scheme not in ("http", "https") or not split.netloc or origin != f"{split.scheme}://{split.netloc}":
            raise ServeError(f"--origin {origin!r} is not an origin; write it like https://play.example.org")
    if settings.public and not settings.origins:
        raise ServeError("--public needs the public address too, such as --origin https://play.example.org")
    if settings.trusted_proxies and not settings.public:
        raise ServeError("--trusted-proxy only works together with --public")


def make_folder(folder: Path) -> None:
    """Create the data folder, readable only by the current user; raise ServeError if that fails."""
    try:
        make_private_folder(folder)
    except OSError as error:
        raise ServeError(
            f"cannot create the folder {folder}: {error.strerror}; choose another with --data-dir"
        ) from None


def check_secret(folder: Path) -> None:
    """Raise ServeError if the server's secret cannot be read."""
    try:
        read_secret(folder)
    except ValueError as error:
        raise ServeError(str(error)) from None
    except OSError as error:
        raise ServeError(f"cannot read {folder / 'secret'}: {error.strerror}") from None


def lock_data(database: Path) -> DataLock:
    """Lock the database for this server; raise ServeError if another server uses it or it cannot be written."""
    make_folder(database.parent)
    try:
        return DataLock(database)
    except AlreadyLocked as lock:
        raise ServeError(
            f"Hippodrome is already running with the same matches, {describe_location(lock.address)}"
        ) from None
    except SharedFile as shared:
        raise ServeError(f"{shared} has a second name (a hard link); copy it to a file of its own") from None
    except OSError as error:
        raise ServeError(
            f"cannot write to {database.parent}: {error.strerror}; choose another file with --db"
        ) from None


async def check_database(settings: Settings) -> None:
    """Raise ServeError if the database cannot be opened."""
    try:
        store = await Store.open(settings.database)
    except StoreError as error:
        raise ServeError(str(error)) from None
    await store.close()


def check_signing_key(folder: Path) -> None:
    """Raise ServeError if the key that signs records, or the list of public keys, cannot be read."""
    try:
        RecordSigner.open(folder)
    except (ValueError, OSError) as error:
        raise ServeError(f"cannot sign records: {error}") from None


def describe_location(address: str) -> str:
    """Return a phrase that says where another server runs; its address may be unknown."""
    return f"at {address}" if address else "on another port"


def open_listener(host: str, port: int, is_given: bool) -> socket.socket:
    """Return a listening socket. Unless the port was given explicitly, try the following ports too.

    Raise ServeError if no port can be bound.
    """
    for number in [port] if is_given or not port else range(port, min(port + MAX_PORTS_TRIED, 65536)):
        try:
            return bind_socket(host, number)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ServeError(
                    f"cannot listen on {host}: {error.strerror or error}; choose another with --host"
                ) from None
            if is_given:
                why = "is in use" if error.errno == errno.EADDRINUSE else "needs more privileges"
                raise ServeError(f"port {port} {why}; leave out --port to use a free one") from None
            log.warning("port %s is in use, trying the next one", number)
    raise ServeError(f"no port from {port} to {port + MAX_PORTS_TRIED - 1} is free; choose another with --port")


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a host and port; raise OSError if that fails."""
    candidates = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = candidates[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1)  # Linux reports a port in use only here
    except OSError:
        listener.close()
        raise
    return listener


# -------------------------------------------------------------------- the browser


def has_browser() -> bool:
    """Return whether a graphical browser can be opened for the user of this terminal."""
    if not sys.stdout.isatty() or os.environ.get("CI"):
        return False
    has_screen = sys.platform in ("darwin", "win32")
    if not has_screen and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # A text browser would take over the terminal.
    return type(browser) is not webbrowser.GenericBrowser or bool(os.environ.get("BROWSER"))


def open_browser(url: str) -> None:
    """Open a browser without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


# -------------------------------------------------------------------- running


class Server(uvicorn.Server):
    """A uvicorn server that calls back when it is ready and treats signals as a normal shutdown."""

    def __init__(self, settings: Settings, ready: Callable[[], None]) -> None:
        self.app = create_app(settings)
        super().__init__(uvicorn_config(settings, self.app))
        self.on_ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `on_ready`."""
        await super().startup(sockets)
        if not self.should_exit:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Notify the clients while their sockets are still open, then shut down."""
        await self.app.state.services.rooms.close()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=SOCKET_CLOSE_TIMEOUT_S)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle Ctrl-C and termination signals without raising them again after the shutdown, as uvicorn would."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        exit_signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            exit_signals.append(signal.SIGBREAK)
        previous = {number: signal.signal(number, self.handle_exit) for number in exit_signals}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Request a graceful shutdown; a second signal does not force it, so that everything is saved."""
        self.should_exit = True


def uvicorn_config(settings: Settings, app: FastAPI) -> uvicorn.Config:
    """Return the HTTP and web socket configuration."""
    return LimitedConfig(
        app,
        OpenConnections(settings.connection_limits, settings.trusted_proxies),
        app.state.scheduler,
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
    """Print lines to the terminal at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def startup_lines(settings: Settings, port: int) -> list[str]:
    """Return the lines printed when the server is ready."""
    lines = [f"Hippodrome is ready at {local_address(settings.host, port)}"]
    if settings.host in ("0.0.0.0", "::") and network_address(port):
        lines.append(f"Others on your network can open {network_address(port)}")
    if settings.origins:
        lines.append(f"Its public address is {' and '.join(settings.origins)}")
    if not (settings.static / "index.html").is_file():
        lines.append("Its pages have not been built. Stop it and start it with ./play, which builds them.")
    if settings.public and not settings.trusted_proxies:
        lines.append(NO_TRUSTED_PROXY)
    saved = f"Your matches are saved in {settings.database}"
    return [
        *lines,
        saved if settings.database else "Your matches are not saved: they are lost when the server stops.",
        "Press Ctrl-C to stop.",
    ]


def serve(settings: Settings, port_given: bool = False, browse: bool = False) -> None:
    """Run the server until it is stopped; raise ServeError if it cannot start."""
    check_settings(settings)
    logs.configure_logging(settings.log_json)
    make_folder(settings.data_dir)
    restrict_to_owner(settings.data_dir / "secret")
    check_secret(settings.data_dir)
    check_signing_key(settings.data_dir)
    with contextlib.ExitStack() as cleanup:
        lock = lock_data(settings.database) if settings.database else None
        if lock is not None:
            cleanup.callback(lock.release)
        asyncio.run(check_database(settings))
        listener = cleanup.enter_context(open_listener(settings.host, settings.port, port_given))
        run(settings, listener, lock, browse and has_browser())


def tune_garbage_collection() -> None:
    """Avoid full garbage collections, which would delay every match; rooms trigger one when they close."""
    gc.collect()
    gc.freeze()  # everything loaded by now stays for the life of the process
    gc.set_threshold(10_000, 10, 1_000_000)


def tune_threads() -> None:
    """Let the event loop continue at once when a thread for the database or the workers is busy."""
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)


def run(settings: Settings, listener: socket.socket, lock: DataLock | None, browse: bool) -> None:
    """Serve on an open socket until the server is stopped."""
    port = listener.getsockname()[1]
    url = local_address(settings.host, port)

    def ready() -> None:
        tune_garbage_collection()
        tune_threads()
        if lock is not None:
            lock.publish_address(url)
        print_lines(*startup_lines(settings, port))
        if settings.log_json:
            log.info("server started", extra={"facts": {"address": url, "database": str(settings.database)}})
        if settings.public and not settings.trusted_proxies:
            log.warning("no trusted proxy: all clients count as one address")
        if browse:
            open_browser(url)

    Server(settings, ready).run([listener])
    if settings.log_json:
        log.info("server stopped")
    print_lines("", "Hippodrome has stopped." + (" Your matches are saved." if settings.database else ""))
