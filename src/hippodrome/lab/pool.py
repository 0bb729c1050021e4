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
from hippodrome.lab.batches import Batch, BatchFailed, Played, play_batch
from hippodrome.lab.simulation import quickest_start

AHEAD = 2  # batches for each worker that are handed out before they are needed
PATIENCE = 5  # how often a batch may be at hand when workers die


class NoCluster(RuntimeError):
    """The cluster that was named cannot be reached."""


class Here(Executor):
    """Plays in this process, one batch when it is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call it now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Workers:
    """An executor, how to make it anew, how many batches it likes to have at hand, and a count of its matches."""

    def __init__(self, make: Callable[[], Executor], size: int, matches: Any = None) -> None:
        self._make = make
        self.size = size
        self._matches = matches
        self.ahead = 1 if size == 1 else size * AHEAD
        self.executor = make()

    @property
    def matches(self) -> int:
        """How many matches they have played, those of batches that are not finished too; 0 where nobody counts."""
        return int(self._matches.value) if self._matches is not None else 0

    def renew(self) -> None:
        """Fresh workers for those that died."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._make()

    def close(self) -> None:
        """Let the workers go; what they are at is given up."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def local(processes: int, start: str | None = None) -> Workers:
    """Processes of this machine; one is this process itself."""
    context = multiprocessing.get_context(start or quickest_start())
    matches = context.Value("q", 0)
    if processes == 1:
        batches.count_in(matches)
        return Workers(Here, 1, matches)
    return Workers(lambda: ProcessPoolExecutor(processes, context, _begin, (matches,)), processes, matches)


def _begin(matches: Any) -> None:
    """Ctrl-C is the business of whoever hands out the batches, and nobody outlives him."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    batches.count_in(matches)


def _end_with_parent() -> None:
    """End when whoever hands out the batches has died, however he died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def dask(address: str) -> Workers:
    """Return the workers of a Dask cluster, by the address of its scheduler; they need the same version of this
    package.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("a cluster needs a few libraries more: pip install 'hippodrome[lab]'") from None
    try:
        client = Client(address, timeout=20)
        size = max(1, sum(client.nthreads().values()))
    except (OSError, ValueError) as error:
        raise NoCluster(f"there is no Dask scheduler at {address}: {error}") from None
    return _Cluster(client, size)


class _Cluster(Workers):
    def __init__(self, client: Any, size: int) -> None:
        self._client = client
        super().__init__(lambda: client.get_executor(pure=False, retries=PATIENCE), size)

    def close(self) -> None:
        """Leave the cluster as it is, without us."""
        self.executor.shutdown(wait=False)
        self._client.close()


def played(workers: Workers, next_batch: Callable[[], Batch | None]) -> Iterator[tuple[Batch, Played]]:
    """Batches as they are finished, in whichever order; `next_batch` is asked for more whenever a worker is free."""
    hands = _Hands(workers, next_batch)
    while hands.fill():
        done, _ = wait(hands.out, return_when=FIRST_COMPLETED)
        for future in done:
            batch = hands.out.pop(future, None)
            if batch is None:
                continue  # lost with others, and already to be handed out again
            try:
                found: Played = future.result()
            except BrokenExecutor:
                hands.died(batch)
            else:
                yield batch, found


class _Hands:
    """The batches that are out, and those that have to be handed out again."""

    def __init__(self, workers: Workers, next_batch: Callable[[], Batch | None]) -> None:
        self.workers = workers
        self.next_batch = next_batch
        self.out: dict[Future[Any], Batch] = {}
        self._again: list[Batch] = []
        self._deaths: dict[tuple[int, int], int] = {}

    def fill(self) -> bool:
        """Hand out batches to everybody who is free; whether any are out."""
        while len(self.out) < self.workers.ahead:
            batch = self._again.pop(0) if self._again else self.next_batch()
            if batch is None:
                break
            try:
                self.out[self.workers.executor.submit(play_batch, batch)] = batch
            except BrokenExecutor:
                self.died(batch)
        return bool(self.out)

    def died(self, batch: Batch) -> None:
        """Workers died: everything that was out is handed out again, to fresh ones."""
        lost = [batch, *[other for future, other in self.out.items() if not _is_fine(future)]]
        self.out = {future: other for future, other in self.out.items() if _is_fine(future)}
        for each in lost:
            key = (each.cell.number, each.number)
            self._deaths[key] = self._deaths.get(key, 0) + 1
            if self._deaths[key] > PATIENCE:
                raise BatchFailed(f"workers died {PATIENCE} times over batch {each.number} of cell {each.cell.number}")
        self._again += lost
        self.workers.renew()


def _is_fine(future: Future[Any]) -> bool:
    """Return whether a batch was finished before its workers died."""
    return future.done() and not future.cancelled() and future.exception() is None
