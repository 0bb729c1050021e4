"""Who plays the batches: this process, processes of this machine, or a Dask cluster, all as executors.

A worker that dies loses nothing: the batches it was at are handed out again, to fresh processes if need be. A batch
depends on its numbers alone, so nothing is changed by that.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any

from hippodrome.lab import batches
from hippodrome.lab.batches import Batch, BatchFailed, BatchResult, play_batch
from hippodrome.lab.simulation import process_start_method

BATCHES_PER_WORKER = 2  # batches for each worker that are handed out before they are needed
MAX_RETRIES = 5  # how often a batch may be at hand when workers die


class ClusterUnavailable(RuntimeError):
    """The cluster that was named cannot be reached."""


class InProcessExecutor(Executor):
    """Plays in this process, one batch when it is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call it now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class WorkerPool:
    """An executor, how to make it anew, how many batches it likes to have at hand, and a count of its matches."""

    def __init__(self, make: Callable[[], Executor], size: int, matches: Any = None) -> None:
        self._make = make
        self.size = size
        self._matches = matches
        self.queue_size = 1 if size == 1 else size * BATCHES_PER_WORKER
        self.executor = make()

    @property
    def matches(self) -> int:
        """How many matches they have played, those of batches that are not finished too; 0 where nobody counts."""
        return int(self._matches.value) if self._matches is not None else 0

    def restart(self) -> None:
        """Fresh workers for those that died."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._make()

    def close(self) -> None:
        """Let the workers go; what they are at is given up."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def local_pool(processes: int, start: str | None = None) -> WorkerPool:
    """Processes of this machine; one is this process itself."""
    context = multiprocessing.get_context(start or process_start_method())
    matches = context.Value("q", 0)
    if processes == 1:
        batches.share_match_count(matches)
        return WorkerPool(InProcessExecutor, 1, matches)
    return WorkerPool(lambda: ProcessPoolExecutor(processes, context, _init_worker, (matches,)), processes, matches)


def _init_worker(matches: Any) -> None:
    """Ctrl-C is the business of whoever hands out the batches, and nobody outlives him."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    batches.share_match_count(matches)


def _exit_with_parent() -> None:
    """End when whoever hands out the batches has died, however he died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def dask_pool(address: str) -> WorkerPool:
    """Return the workers of a Dask cluster, by the address of its scheduler; they need the same version of this
    package.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterUnavailable("a cluster needs a few libraries more: pip install 'hippodrome[lab]'") from None
    try:
        client = Client(address, timeout=20)
        size = max(1, sum(client.nthreads().values()))
    except (OSError, ValueError) as error:
        raise ClusterUnavailable(f"there is no Dask scheduler at {address}: {error}") from None
    return _DaskPool(client, size)


class _DaskPool(WorkerPool):
    def __init__(self, client: Any, size: int) -> None:
        self._client = client
        super().__init__(lambda: client.get_executor(pure=False, retries=MAX_RETRIES), size)

    def close(self) -> None:
        """Leave the cluster as it is, without us."""
        self.executor.shutdown(wait=False)
        self._client.close()


def play_batches(workers: WorkerPool, next_batch: Callable[[], Batch | None]) -> Iterator[tuple[Batch, BatchResult]]:
    """Batches as they are finished, in whichever order; `next_batch` is asked for more whenever a worker is free."""
    dispatcher = _Dispatcher(workers, next_batch)
    while dispatcher.fill():
        done, _ = wait(dispatcher.running, return_when=FIRST_COMPLETED)
        for future in done:
            batch = dispatcher.running.pop(future, None)
            if batch is None:
                continue  # lost with others, and already to be handed out again
            try:
                found: BatchResult = future.result()
            except BrokenExecutor:
                dispatcher.retry_lost(batch)
            else:
                yield batch, found


class _Dispatcher:
    """The batches that are out, and those that have to be handed out again."""

    def __init__(self, workers: WorkerPool, next_batch: Callable[[], Batch | None]) -> None:
        self.workers = workers
        self.next_batch = next_batch
        self.running: dict[Future[Any], Batch] = {}
        self._to_retry: list[Batch] = []
        self._failures: dict[tuple[int, int], int] = {}

    def fill(self) -> bool:
        """Hand out batches to everybody who is free; whether any are out."""
        while len(self.running) < self.workers.queue_size:
            batch = self._to_retry.pop(0) if self._to_retry else self.next_batch()
            if batch is None:
                break
            try:
                self.running[self.workers.executor.submit(play_batch, batch)] = batch
            except BrokenExecutor:
                self.retry_lost(batch)
        return bool(self.running)

    def retry_lost(self, batch: Batch) -> None:
        """Workers died: everything that was out is handed out again, to fresh ones."""
        lost = [batch, *[other for future, other in self.running.items() if not _has_result(future)]]
        self.running = {future: other for future, other in self.running.items() if _has_result(future)}
        for each in lost:
            key = (each.cell.number, each.number)
            self._failures[key] = self._failures.get(key, 0) + 1
            if self._failures[key] > MAX_RETRIES:
                raise BatchFailed(f"workers died {MAX_RETRIES} times over batch {each.number} of cell {each.cell.number}")
        self._to_retry += lost
        self.workers.restart()


def _has_result(future: Future[Any]) -> bool:
    """Return whether a batch was finished before its workers died."""
    return future.done() and not future.cancelled() and future.exception() is None
