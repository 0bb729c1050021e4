"""Worker pools that play batches: this process, processes of this machine, or a Dask cluster, all as executors.

If a worker dies, its batches are sent again, to new processes if necessary. The result of a batch does not depend on
where it is played, so this changes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any

from hippodrome import builds
from hippodrome.lab import batches
from hippodrome.lab.batches import Batch, BatchFailed, BatchResult, play_batch
from hippodrome.lab.simulation import process_start_method

BATCHES_PER_WORKER = 2  # sent at a time, so that no worker has to wait
MAX_RETRIES = 5  # of a batch whose worker died


class ClusterUnavailable(RuntimeError):
    """The Dask cluster cannot be reached, or its library is not installed."""


class InProcessExecutor(Executor):
    """An executor that runs each call in this process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function and return its result as a finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class WorkerPool:
    """An executor that can be restarted, with its number of workers and a count of the matches they have played.

    It moves to the compiled build `pending_build` as soon as that is ready.
    """

    def __init__(
        self,
        make_executor: Callable[[], Executor],
        size: int,
        match_count: Any = None,
        pending_build: builds.PendingBuild | None = None,
    ) -> None:
        self._make_executor = make_executor
        self.size = size
        self._match_count = match_count
        self._pending_build = pending_build
        self.queue_size = 1 if size == 1 else size * BATCHES_PER_WORKER
        self.executor = make_executor()

    @property
    def matches(self) -> int:
        """The number of matches played, including those of unfinished batches; 0 if they are not counted."""
        return int(self._match_count.value) if self._match_count is not None else 0

    def move_to_compiled_build(self) -> None:
        """Use new workers once the compiled build is ready; batches in progress are finished by the old ones."""
        if self._pending_build is not None and self._pending_build.is_ready():
            self._pending_build = None
            self.executor.shutdown(wait=False)
            self.executor = self._make_executor()

    def restart(self) -> None:
        """Replace the workers after one has died."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._make_executor()

    def close(self) -> None:
        """Shut down the workers and cancel queued batches."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def local_pool(processes: int, start: str | None = None) -> WorkerPool:
    """Return a pool of processes on this machine.

    A pool of one plays in this process, except while the rules are being compiled: another process can be replaced.
    `start` is the multiprocessing start method; by default the fastest one that is safe.
    """
    context, pending_build = multiprocessing.get_context(start or process_start_method()), builds.pending_build()
    matches = context.Value("q", 0)
    if processes == 1 and pending_build is None:
        batches.share_match_count(matches)
        return WorkerPool(InProcessExecutor, 1, matches)

    def make_executor() -> Executor:
        return ProcessPoolExecutor(processes, context, _init_worker, (matches,))

    return WorkerPool(make_executor, processes, matches, pending_build)


def _init_worker(matches: Any) -> None:
    """Initialise a worker: ignore SIGINT, which the parent handles; exit with the parent; share the match count."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    batches.share_match_count(matches)


def _exit_with_parent() -> None:
    """Exit when the parent process dies."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def dask_pool(address: str) -> WorkerPool:
    """Return a pool of the workers of a Dask cluster, which need the same version of this package.

    Raises ClusterUnavailable if there is no scheduler at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterUnavailable("a cluster needs additional libraries: pip install 'hippodrome[lab]'") from None
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
        """Disconnect from the cluster, which keeps running."""
        self.executor.shutdown(wait=False)
        self._client.close()


def play_batches(workers: WorkerPool, next_batch: Callable[[], Batch | None]) -> Iterator[tuple[Batch, BatchResult]]:
    """Yield batches with their results as they are finished, in any order, until `next_batch` returns None."""
    dispatcher = _Dispatcher(workers, next_batch)
    while dispatcher.fill_queue():
        done, _ = wait(dispatcher.running, return_when=FIRST_COMPLETED)
        for future in done:
            batch = dispatcher.running.pop(future, None)
            if batch is None:
                continue  # lost with another batch, and already queued again
            try:
                result: BatchResult = future.result()
            except BrokenExecutor:
                dispatcher.retry_lost(batch)
            else:
                yield batch, result


class _Dispatcher:
    """Sends batches to workers, and again if their worker died."""

    def __init__(self, workers: WorkerPool, next_batch: Callable[[], Batch | None]) -> None:
        self.workers = workers
        self.next_batch = next_batch
        self.running: dict[Future[Any], Batch] = {}
        self._to_retry: list[Batch] = []
        self._failures: dict[tuple[int, int], int] = {}

    def fill_queue(self) -> bool:
        """Send batches until the queue of the pool is full; return whether any batch is running."""
        self.workers.move_to_compiled_build()
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
        """Restart the pool and queue all unfinished batches again; raises BatchFailed after too many retries."""
        lost = [batch, *[other for future, other in self.running.items() if not _has_result(future)]]
        self.running = {future: other for future, other in self.running.items() if _has_result(future)}
        for each in lost:
            key = (each.cell.number, each.number)
            self._failures[key] = self._failures.get(key, 0) + 1
            if self._failures[key] > MAX_RETRIES:
                message = f"workers died {self._failures[key]} times on batch {each.number} of cell {each.cell.number}"
                raise BatchFailed(message)
        self._to_retry += lost
        self.workers.restart()


def _has_result(future: Future[Any]) -> bool:
    """Return whether a batch was finished before its worker died."""
    return future.done() and not future.cancelled() and future.exception() is None
