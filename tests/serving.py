"""A real server for tests, in a thread or in a separate process, on a free port."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from hippodrome.server.http.run import Server, bind_socket
from hippodrome.server.settings import RateLimits, Settings

TIMEOUT_S = 60
READY_PREFIX = "Hippodrome is ready at "


def make_settings(folder: Path, rates: RateLimits | None = None, workers: int = 1, **rest: object) -> Settings:
    """Return settings of a server that saves its matches in a folder, with the development games and no rate limits."""
    return Settings(
        data_dir=folder,
        dev_games=True,
        workers=workers,
        rate_limits=RateLimits.without_limits() if rates is None else rates,
        **rest,  # type: ignore[arg-type]
    )


@contextlib.contextmanager
def run_in_thread(settings: Settings) -> Iterator[str]:
    """Run a server in a thread and yield its address."""
    ready = threading.Event()
    with bind_socket("127.0.0.1", 0) as listener:
        server = Server(settings, ready.set)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            assert ready.wait(TIMEOUT_S), "the server did not start"
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(TIMEOUT_S)
            assert not thread.is_alive(), "the server did not stop"


class ServerProcess:
    """A server in a separate process. It can be stopped, killed and restarted on the same port."""

    def __init__(self, folder: Path, *arguments: str, env: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.arguments = arguments
        self.env = env or {}
        self.port = 0
        self.address = ""
        self.output: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> ServerProcess:
        """Start the server and wait until it is ready."""
        command = [sys.executable, "-m", "hippodrome.cli", "serve", "--no-browser", "--data-dir", str(self.folder)]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self.arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                stdin=subprocess.DEVNULL,
                text=True,
                env={**os.environ, **self.env},
                start_new_session=True,
            )
        assert self.process.stdout is not None
        self.output = []
        for line in self.process.stdout:
            self.output.append(line.rstrip("\n"))
            if line.startswith(READY_PREFIX):
                self.address = line.removeprefix(READY_PREFIX).strip()
                self.port = int(self.address.rpartition(":")[2])
            if line.startswith("Press Ctrl-C"):
                return self
        raise AssertionError(f"the server did not start: {self.output} {self.log()}")

    def log(self) -> str:
        """Return the text of its log."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def stop(self, signal_number: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal, wait for it to stop and return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal_number)
        rest, _ = self.process.communicate(timeout=TIMEOUT_S)
        self.output += rest.splitlines()
        return self.process.returncode

    def kill(self) -> None:
        """Kill it without giving it time to shut down."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate(timeout=TIMEOUT_S)


@contextlib.contextmanager
def run_in_process(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> Iterator[ServerProcess]:
    """Run a server in a separate process and kill it at the end if it still runs."""
    folder.mkdir(parents=True, exist_ok=True)
    server = ServerProcess(folder, *arguments, env=env).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
