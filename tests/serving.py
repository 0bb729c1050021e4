"""A real server to test against, in a thread or in a process of its own, on a port of its own."""

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

PATIENCE = 60
READY = "Hippodrome is ready at "


def settings_in(folder: Path, rates: RateLimits | None = None, workers: int = 1, **rest: object) -> Settings:
    """Settings of a server that keeps its matches in a folder, with the toy games and no limits."""
    return Settings(
        data_dir=folder,
        dev_games=True,
        workers=workers,
        rate_limits=RateLimits.unlimited() if rates is None else rates,
        **rest,  # type: ignore[arg-type]
    )


@contextlib.contextmanager
def in_thread(settings: Settings) -> Iterator[str]:
    """Run a server in a thread; gives its address."""
    ready = threading.Event()
    with bind_socket("127.0.0.1", 0) as door:
        server = Server(settings, ready.set)
        thread = threading.Thread(target=server.run, args=([door],))
        thread.start()
        try:
            assert ready.wait(PATIENCE), "the server did not start"
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not end"


class Served:
    """A server in a process of its own. It can be stopped, killed and started again at the same port."""

    def __init__(self, folder: Path, *arguments: str, env: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.arguments = arguments
        self.env = env or {}
        self.port = 0
        self.address = ""
        self.said: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Served:
        """Start it, and wait until it is ready."""
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
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith(READY):
                self.address = line.removeprefix(READY).strip()
                self.port = int(self.address.rpartition(":")[2])
            if line.startswith("Ctrl-C"):
                return self
        raise AssertionError(f"the server did not start: {self.said} {self.log()}")

    def log(self) -> str:
        """What it wrote to its log."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def stop(self, sent: signal.Signals = signal.SIGINT) -> int:
        """Ask it to end; gives its exit code."""
        assert self.process is not None
        self.process.send_signal(sent)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.said += rest.splitlines()
        return self.process.returncode

    def kill(self) -> None:
        """End it without a word."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


@contextlib.contextmanager
def in_process(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> Iterator[Served]:
    """Run a server in a process of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    served = Served(folder, *arguments, env=env).start()
    try:
        yield served
    finally:
        if served.process is not None and served.process.poll() is None:
            served.kill()
