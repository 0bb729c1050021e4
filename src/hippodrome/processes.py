"""Worker processes of the server and the lab: how they are started, prepared and ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.context import BaseContext
from typing import Any

from hippodrome import builds
from hippodrome.catalogue import register_variants, registered_variants
from hippodrome.variants import Variant


def process_context(start: str | None = None) -> BaseContext:
    """Return the multiprocessing context of a start method, by default of the fastest one that is safe."""
    return multiprocessing.get_context(start or start_method())


def start_method() -> str:
    """Return the fastest safe multiprocessing start method.

    Forking is fastest, but safe only on Linux and while there is only one thread. A forked process also stays on the
    build of this one, so none is forked while the rules are being compiled.
    """
    can_fork = sys.platform == "linux" and threading.active_count() == 1 and builds.pending_build() is None
    return "fork" if can_fork else "spawn"


def preloaded_context(module: str) -> BaseContext:
    """Return the multiprocessing context for workers of a process with threads, which will need a module.

    On Linux, a fork server imports the module once, and each worker is a fork of it: it starts at once and shares its
    memory. A fork server stays on its build, so none is used while the rules are being compiled.
    """
    if sys.platform != "linux" or builds.pending_build() is not None:
        return process_context("spawn")
    context: Any = process_context("forkserver")
    context.set_forkserver_preload([module])
    result: BaseContext = context
    return result


def load_fork_server(module: str) -> None:
    """Wait until workers of `preloaded_context(module)` start at once; the first call takes about a second."""
    context: Any = preloaded_context(module)
    with _loading:
        if context.get_start_method() == "forkserver" and module not in _loaded:
            process = context.Process(target=os.getpid)
            process.start()  # returns when the fork server has forked it
            process.join()
            _loaded.add(module)


_loading = threading.Lock()
_loaded: set[str] = set()
"""Modules that the fork server of this process has loaded."""


def process_pool(
    size: int,
    context: BaseContext,
    nice: int = 0,
    ends_on_interrupt: bool = False,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[Any, ...] = (),
) -> ProcessPoolExecutor:
    """Return a pool of worker processes. They know the variants registered here, and exit when this process dies.

    `nice` is added to their niceness. On SIGINT, which Ctrl-C sends to them too, they end or, by default, ignore it,
    because this process handles it. `prepare` is called in each worker with the arguments.
    """
    worker_setup = (registered_variants(), nice, ends_on_interrupt, prepare, arguments)
    return ProcessPoolExecutor(size, context, initialise_worker, worker_setup)


def initialise_worker(
    variants: list[Variant],
    nice: int,
    ends_on_interrupt: bool,
    prepare: Callable[..., None] | None,
    arguments: tuple[Any, ...],
) -> None:
    """Prepare a worker; called in the worker when it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if ends_on_interrupt else signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not available on every system
        os.nice(nice)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    register_variants(variants)
    if prepare is not None:
        prepare(*arguments)


def exit_with_parent() -> None:
    """Exit when the parent process dies."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
