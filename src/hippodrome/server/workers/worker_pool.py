"""Pools of worker processes. Clients wait for a worker in turn; a job that takes too much time or memory is stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect

from hippodrome.catalogue import all_games
from hippodrome.processes import load_fork_server, preloaded_context, process_pool
from hippodrome.server.clients import current_client, disconnect_waiter
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.workers.fair_slots import FairSlots, QueueFull, Turn

log = logging.getLogger("hippodrome.server.workers.pool")

PRELOADED_MODULE = "hippodrome.server.workers.preload"
"""The module that is imported before workers are forked."""

MAX_REMEMBERED_TABLES = 256
"""Limit for tables assigned to a worker, and for bots remembered by a worker."""

MAX_JOB_MEMORY_BYTES = 512 * 1024 * 1024
"""Memory that a worker may use in addition to what it has when it starts."""

BUSY_RETRY_S = 5
"""Time after which a client with too much work waiting may try again."""

WAIT_FACTOR = 5
"""A job may take its limit times this if other processes leave it too little processor time."""

KILL_SIGNAL = getattr(signal, "SIGKILL", signal.SIGTERM)

P = ParamSpec("P")
T = TypeVar("T")


class PoolLimits(NamedTuple):
    """Limits of a pool: seconds of processor time per job, workers that are free for others whatever one address does,
    and places in its queue per browser and per address."""

    job_time_s: float = 20.0
    reserved: int = 1
    max_per_browser: int = 16
    max_per_address: int = 128


class JobStopped(HttpError):
    """A job was stopped because it took too much time or memory."""

    def __init__(self, reason: str) -> None:
        super().__init__(422, "too_complex", f"This {reason}, so it was stopped. Try again with something smaller.")


class WorkersBusy(HttpError):
    """A client has too much work waiting already."""

    def __init__(self) -> None:
        text = "The server is still busy with your earlier requests. Try again in a few seconds."
        super().__init__(429, "busy", text, retry=BUSY_RETRY_S)


class WorkerProcess:
    """One worker process, which runs one job at a time. It starts with the first job, and is replaced if it dies."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._executor: ProcessPoolExecutor | None = None
        self._restarts = 0
        self._closed = False

    async def run(self, time_limit_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in the worker. If the worker dies, try once more in a new one.

        Raise JobStopped if the job takes too much time or memory.
        """
        try:
            return await self._try(time_limit_s, function, *args, **kwargs)
        except BrokenProcessPool:
            log.warning("worker died, retrying its job", extra={"facts": {"job": getattr(function, "__name__", "")}})
            return await self._try(time_limit_s, function, *args, **kwargs)

    async def _try(self, time_limit_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._executor is None:
            await asyncio.to_thread(load_fork_server, PRELOADED_MODULE)  # else starting the worker would wait for it
        executor = self._get_executor()
        name = getattr(function, "__name__", "")
        try:
            started = executor.submit(os.getpid)
            future = executor.submit(function, *args, **kwargs)  # at once: while we wait, the worker may be replaced
            process_id = await asyncio.wrap_future(started)  # the time limit counts from here
            return await result_within(time_limit_s, asyncio.wrap_future(future), process_id)
        except BrokenProcessPool:
            self._drop(executor)
            raise
        except TimeoutError:
            log.warning("job took too long, worker killed", extra={"facts": {"job": name, "seconds": time_limit_s}})
            self._drop(executor)
            with suppress(ProcessLookupError):
                os.kill(process_id, KILL_SIGNAL)
            raise JobStopped(f"took more than {time_limit_s:g} seconds") from None
        except MemoryError:
            log.warning("job needed too much memory, worker replaced", extra={"facts": {"job": name}})
            self._drop(executor)
            raise JobStopped("needed too much memory") from None

    def restart(self) -> None:
        """Start a new worker with the next job; a running job finishes."""
        self._restarts += 1
        if self._executor is not None:
            self._drop(self._executor)

    async def replace(self) -> None:
        """Start a new worker, and use it as soon as it has loaded the games; a running job finishes in the old one.

        If no worker has been started yet, do nothing.
        """
        if self._executor is None:
            return
        executor, restarts = self._make_executor(), self._restarts
        try:
            await asyncio.wrap_future(executor.submit(os.getpid))
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        if self._closed or self._restarts != restarts:
            executor.shutdown(wait=False)  # outdated; the next job starts a new worker anyway
            return
        old, self._executor = self._executor, executor
        if old is not None:
            old.shutdown(wait=False)

    async def close(self) -> None:
        """Stop the worker; a running job finishes."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _get_executor(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the worker pool is closed")
        if self._executor is None:
            self._executor = self._make_executor()
        return self._executor

    def _make_executor(self) -> ProcessPoolExecutor:
        return process_pool(1, preloaded_context(PRELOADED_MODULE), self._nice, prepare=prepare_worker)

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        """Drop a broken or outdated worker; the next job starts a new one."""
        if self._executor is executor:
            self._executor = None
        executor.shutdown(wait=False)


async def result_within(time_limit_s: float, job: asyncio.Future[T], process_id: int) -> T:
    """Return the result of a job in a worker. Raise TimeoutError if it takes more processor time than its limit.

    On a busy machine the job may take longer, but not more than WAIT_FACTOR times its limit. Where the processor time
    is not known, the limit is for the time that has passed.
    """
    clock, used_before = asyncio.get_running_loop().time, processor_time_s(process_id)
    start = clock()
    while True:
        used, passed = processor_time_s(process_id), clock() - start
        if used is None or used_before is None:
            remaining = time_limit_s - passed
        else:
            remaining = min(time_limit_s - (used - used_before), WAIT_FACTOR * time_limit_s - passed)
        done, _ = await asyncio.wait([job], timeout=max(remaining, 0.05) if remaining > 0 else 0)
        if done:
            return job.result()
        if remaining <= 0:
            raise TimeoutError


def processor_time_s(process_id: int) -> float | None:
    """Return how long the threads of a process have run so far, or None where the system does not tell."""
    try:
        fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):
        return None


class WorkerPool:
    """Some worker processes and a fair queue for them.

    One address gets at most `size` of them at a time; the reserved ones are in addition to that, and start when needed.
    """

    def __init__(self, size: int, nice: int, limits: PoolLimits) -> None:
        self.size = size
        self._limits = limits
        self._processes = [WorkerProcess(nice) for _ in range(limits.reserved + size)]
        self._slots = FairSlots(limits.reserved + size, size, limits.max_per_browser, limits.max_per_address)
        self._running: set[asyncio.Task[object]] = set()

    @property
    def load(self) -> int:
        """The number of jobs that run or wait."""
        return len(self._running) + self._slots.waiting

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in a worker, when it is the current client's turn.

        Raise WorkersBusy if the client has too much work waiting, ClientDisconnect if it disconnects before the job
        starts, and JobStopped if the job takes too much time or memory. A job that has started runs to its end, even
        if the caller is cancelled.
        """
        return await self.run_within(self._limits.job_time_s, function, *args, **kwargs)

    async def run_within(self, time_limit_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function like `run`, with another time limit."""
        slot = self._slots.try_take(current_client())
        if slot is None:
            slot = await self._wait_for_slot()
        job = asyncio.create_task(self._run_in_slot(slot, time_limit_s, function, *args, **kwargs))
        self._running.add(job)
        job.add_done_callback(self._forget)
        return await asyncio.shield(job)

    async def _run_in_slot(
        self, slot: int, time_limit_s: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        try:
            return await self._processes[slot].run(time_limit_s, function, *args, **kwargs)
        finally:
            self._slots.release(slot)

    def _forget(self, job: asyncio.Task[object]) -> None:
        self._running.discard(job)
        if not job.cancelled():
            job.exception()  # the caller may have been cancelled and not look at it

    async def _wait_for_slot(self) -> int:
        """Wait until it is the current client's turn, or until the client has disconnected."""
        try:
            turn = self._slots.enter(current_client())
        except QueueFull:
            raise WorkersBusy from None
        wait_until_gone = disconnect_waiter()
        gone = asyncio.ensure_future(wait_until_gone()) if wait_until_gone is not None else None
        first: list[asyncio.Future[Any]] = [turn] if gone is None else [turn, gone]
        try:
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._leave_queue(turn)
            raise
        finally:
            if gone is not None:
                gone.cancel()
        if turn.done():
            return turn.result()
        self._leave_queue(turn)
        raise ClientDisconnect

    def _leave_queue(self, turn: Turn) -> None:
        if turn.done():
            self._slots.release(turn.result())
        else:
            turn.cancel()

    async def start(self) -> None:
        """Start the workers in advance, except the reserved ones."""
        processes = self._processes[self._limits.reserved :]  # the slots with high numbers are taken first
        await asyncio.gather(*[process.run(self._limits.job_time_s, os.getpid) for process in processes])

    def restart(self) -> None:
        """Start new workers with the next jobs; running jobs finish."""
        for process in self._processes:
            process.restart()

    async def replace(self) -> None:
        """Start new workers and move the jobs to them; running jobs finish in the old ones."""
        await asyncio.gather(*[process.replace() for process in self._processes])

    async def close(self) -> None:
        """Stop the workers; running jobs finish, and waiting jobs fail."""
        await asyncio.gather(*[process.close() for process in self._processes])


class StickyWorkers:
    """Workers that remember something about a table. All jobs of one table go to the same worker.

    Lookahead bots plan several moves ahead and keep their plans in that worker. The jobs of one address go to at most
    `size` workers, so the reserved ones, which are in addition to that, are free for others.
    """

    def __init__(self, size: int, nice: int, limits: PoolLimits) -> None:
        self._size = size
        self._pools = [WorkerPool(1, nice, limits._replace(reserved=0)) for _ in range(size + limits.reserved)]
        self._tables: dict[str, tuple[WorkerPool, str]] = {}  # the worker and the address of each table
        self._jobs: Counter[tuple[WorkerPool, str]] = Counter()  # that run or wait, by worker and address

    async def run(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the worker of a table; if `table` is empty, in the least busy worker."""
        address = current_client().address
        pool = self._pool_for(table, address)
        self._jobs[pool, address] += 1
        try:
            return await pool.run(function, *args, **kwargs)
        finally:
            self._jobs[pool, address] -= 1
            if not self._jobs[pool, address]:
                del self._jobs[pool, address]

    def _pool_for(self, table: str, address: str) -> WorkerPool:
        if table in self._tables:
            return self._tables[table][0]
        used = {pool for pool, user in [*self._tables.values(), *self._jobs] if user == address}
        allowed = [pool for pool in self._pools if pool in used or len(used) < self._size]
        idle = min(allowed, key=lambda pool: pool.load)
        if table:
            while len(self._tables) >= MAX_REMEMBERED_TABLES:
                del self._tables[next(iter(self._tables))]
            self._tables[table] = idle, address
        return idle

    def restart(self) -> None:
        """Start new workers with the next job; running jobs finish."""
        for pool in self._pools:
            pool.restart()

    async def replace(self) -> None:
        """Start new workers and move the jobs to them; running jobs finish in the old ones."""
        await asyncio.gather(*[pool.replace() for pool in self._pools])

    async def close(self) -> None:
        """Stop the workers."""
        await asyncio.gather(*[pool.close() for pool in self._pools])


# -------------------------------------------------------------------- in a worker


def prepare_worker() -> None:
    """Load all games, then limit this worker's memory. Called when a worker starts."""
    all_games()
    limit_memory(MAX_JOB_MEMORY_BYTES)


def limit_memory(additional_bytes: int) -> None:
    """Limit the address space of this process to what it has now and some bytes more, where the system can do it."""
    try:
        import resource  # not available on Windows

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + additional_bytes, hard))
    except (ImportError, OSError, ValueError):
        log.debug("the memory of workers cannot be limited on this system")
