"""The task runner of the lab: worker pools, and tasks that they play.

A pool is this process, processes of this machine, or a Dask cluster. If a worker dies, its tasks are sent again, to new
processes if necessary. The result of a task does not depend on where it is played, so this changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hippodrome import builds
from hippodrome.lab.match_runner import MatchFailed, share_match_count
from hippodrome.processes import process_context, process_pool

TASKS_PER_WORKER = 2  # sent at a time, so that no worker has to wait
MAX_RETRIES = 5  # of a task whose worker died

T = TypeVar("T")
R = TypeVar("R")


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


class TaskPool:
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
        self.queue_size = 1 if size == 1 else size * TASKS_PER_WORKER
        self.executor = make_executor()

    @property
    def matches(self) -> int:
        """The number of matches played, including those of unfinished tasks; 0 if they are not counted."""
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

    def close(self, wait: bool = False) -> None:
        """Shut down the workers and cancel queued tasks; with `wait`, return only when the workers have ended."""
        self.executor.shutdown(wait=wait, cancel_futures=True)


def local_pool(processes: int, start: str | None = None) -> TaskPool:
    """Return a pool of processes on this machine.

    A pool of one plays in this process, except while the rules are being compiled: another process can be replaced.
    `start` is the multiprocessing start method; by default the fastest one that is safe.
    """
    context, pending_build = process_context(start), builds.pending_build()
    matches = context.Value("q", 0)
    if processes == 1 and pending_build is None:
        share_match_count(matches)
        return TaskPool(InProcessExecutor, 1, matches)

    def make_executor() -> Executor:
        return process_pool(processes, context, ends_on_interrupt=True, prepare=share_match_count, arguments=(matches,))

    return TaskPool(make_executor, processes, matches, pending_build)


def dask_pool(address: str) -> TaskPool:
    """Return a pool of the workers of a Dask cluster, which need the same version of this package.

    Raise ClusterUnavailable if there is no scheduler at the address.
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


class _DaskPool(TaskPool):
    def __init__(self, client: Any, size: int) -> None:
        self._client = client
        super().__init__(lambda: client.get_executor(pure=False, retries=MAX_RETRIES), size)

    def close(self, wait: bool = False) -> None:
        """Disconnect from the cluster, which keeps running."""
        self.executor.shutdown(wait=wait)
        self._client.close()


# -------------------------------------------------------------------- tasks


def run_tasks(
    play: Callable[[T], R], tasks: Iterable[T], processes: int, start: str | None = None, in_order: bool = True
) -> Generator[tuple[T, R], None, None]:
    """Play tasks on processes of this machine and yield each with its result, in order or as they are finished.

    Tasks are started only while results are consumed. `play` is a function of a module, called with one task.
    """
    workers = local_pool(min(processes, max(1, len(tasks))) if isinstance(tasks, Sequence) else processes, start)
    has_ended = False
    try:
        results = play_tasks(workers, play, tasks)
        yield from _sort_by_number(results) if in_order else ((done.task, done.result) for done in results)
        has_ended = True
    finally:
        workers.close(wait=has_ended)


@dataclass(frozen=True)
class FinishedTask(Generic[T, R]):
    """A task with its result and its number in the order of the tasks."""

    number: int
    task: T
    result: R


def play_tasks(workers: TaskPool, play: Callable[[T], R], tasks: Iterable[T]) -> Iterator[FinishedTask[T, R]]:
    """Play tasks on a pool and yield them as they are finished."""
    dispatcher = _Dispatcher(workers, play, tasks)
    while dispatcher.fill_queue():
        done, _ = wait(dispatcher.running, return_when=FIRST_COMPLETED)
        for future in done:
            numbered = dispatcher.running.pop(future, None)
            if numbered is None:
                continue  # lost with another task, and already queued again
            try:
                result = future.result()
            except BrokenExecutor:
                dispatcher.retry_lost(numbered)
            else:
                yield FinishedTask(*numbered, result)


def _sort_by_number(results: Iterable[FinishedTask[T, R]]) -> Iterator[tuple[T, R]]:
    """Yield tasks with their results in the order of the tasks."""
    early: dict[int, FinishedTask[T, R]] = {}  # finished before an earlier one
    next_number = 0
    for done in results:
        early[done.number] = done
        while next_number in early:
            following = early.pop(next_number)
            next_number += 1
            yield following.task, following.result


class _Dispatcher(Generic[T, R]):
    """Sends tasks to workers, and again if their worker died."""

    def __init__(self, workers: TaskPool, play: Callable[[T], R], tasks: Iterable[T]) -> None:
        self.workers = workers
        self.play = play
        self.running: dict[Future[R], tuple[int, T]] = {}
        self._tasks = enumerate(tasks)
        self._to_retry: list[tuple[int, T]] = []
        self._failures: dict[int, int] = {}  # by number of the task

    def fill_queue(self) -> bool:
        """Send tasks until the queue of the pool is full; return whether any task is running."""
        self.workers.move_to_compiled_build()
        while len(self.running) < self.workers.queue_size:
            numbered = self._to_retry.pop(0) if self._to_retry else next(self._tasks, None)
            if numbered is None:
                break
            try:
                self.running[self.workers.executor.submit(self.play, numbered[1])] = numbered
            except BrokenExecutor:
                self.retry_lost(numbered)
        return bool(self.running)

    def retry_lost(self, numbered: tuple[int, T]) -> None:
        """Restart the pool and queue all unfinished tasks again; raise MatchFailed after too many retries."""
        lost = [numbered, *[other for future, other in self.running.items() if not _has_result(future)]]
        self.running = {future: other for future, other in self.running.items() if _has_result(future)}
        for number, task in lost:
            self._failures[number] = self._failures.get(number, 0) + 1
            if self._failures[number] > MAX_RETRIES:
                raise MatchFailed(f"workers died {self._failures[number]} times on {task}")
        self._to_retry += lost
        self.workers.restart()


def _has_result(future: Future[Any]) -> bool:
    """Return whether a task was finished before its worker died."""
    return future.done() and not future.cancelled() and future.exception() is None
