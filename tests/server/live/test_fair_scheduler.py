"""The fair scheduler: turns, shares, and the time that is counted. A clock of the test's own replaces the real one."""

from __future__ import annotations

import asyncio
import time

import pytest

from hippodrome.server.clients import SERVER
from hippodrome.server.live.fair_scheduler import ACTIVE_S, BURST_S, SHARE, FairScheduler
from tests.server.room_client import async_test

STEP_S = 0.003


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Load:
    """A client that always has work for the server, each piece taking the same time."""

    def __init__(self, scheduler: FairScheduler, clock: Clock, address: str) -> None:
        self.scheduler, self.clock, self.address = scheduler, clock, address
        self.turns = 0

    async def run(self, turns: int) -> None:
        """Take some turns."""
        for _ in range(turns):
            await self.scheduler.wait_for_turn(lambda: (self.address,))
            self.clock.now += STEP_S
            self.scheduler.charge(self.address, STEP_S)
            self.turns += 1


async def let_time_pass(scheduler: FairScheduler, clock: Clock, seconds: float) -> None:
    """Advance the clock in small steps."""
    end = clock.now + seconds
    while clock.now < end:
        clock.now += 0.001
        scheduler.wake()
        for _ in range(4):
            await asyncio.sleep(0)


@async_test
async def test_an_address_gets_no_more_than_its_share_while_another_is_active() -> None:
    clock = Clock()
    scheduler = FairScheduler(clock)
    start = clock.now
    sockets = [Load(scheduler, clock, "attacker") for _ in range(20)]
    tasks = [asyncio.create_task(load.run(10_000)) for load in sockets]
    for _ in range(20):
        await Load(scheduler, clock, "victim").run(1)
        await let_time_pass(scheduler, clock, 0.1)
    used = sum(load.turns for load in sockets) * STEP_S
    allowed = BURST_S + SHARE * (clock.now - start) + STEP_S
    assert 0.8 * allowed < used <= allowed
    assert {load.turns for load in sockets} <= {sockets[0].turns - 1, sockets[0].turns, sockets[0].turns + 1}
    for task in tasks:
        task.cancel()


@async_test
async def test_an_address_that_is_alone_never_waits() -> None:
    clock = Clock()
    scheduler = FairScheduler(clock)
    await Load(scheduler, clock, "someone").run(1)
    clock.now += ACTIVE_S + 1
    await Load(scheduler, clock, "alone").run(2_000)
    start = clock.now
    await Load(scheduler, clock, "newcomer").run(1)
    await Load(scheduler, clock, "alone").run(1)
    assert clock.now - start == pytest.approx(2 * STEP_S), "nothing that was used alone counts against it later"


@async_test
async def test_the_server_itself_never_waits() -> None:
    clock = Clock()
    scheduler = FairScheduler(clock)
    scheduler.charge("someone", STEP_S)
    await Load(scheduler, clock, SERVER.address).run(2_000)


@async_test
async def test_the_address_that_has_used_the_least_comes_first() -> None:
    scheduler = FairScheduler(Clock())
    order: list[str] = []

    async def take(address: str) -> None:
        order.append(await scheduler.wait_for_turn(lambda: (address,)))

    scheduler.charge("busy", 0.05)
    await asyncio.gather(*[take("busy") for _ in range(5)], take("idle"))
    assert order == ["idle", *["busy"] * 5]


@async_test
async def test_everything_else_gets_its_turn_between_two_turns() -> None:
    scheduler = FairScheduler()
    order: list[str] = []

    async def take(name: str) -> None:
        await scheduler.wait_for_turn(lambda: ("one address",))
        order.append(name)
        asyncio.get_running_loop().call_soon(order.append, "something else")

    await asyncio.gather(take("first"), take("second"))
    assert order[:3] == ["first", "something else", "second"]


@async_test
async def test_a_turn_is_not_put_off_when_something_new_arrives() -> None:
    scheduler = FairScheduler()
    turn = asyncio.create_task(scheduler.wait_for_turn(lambda: ("someone",)))
    for _ in range(5):
        scheduler.wake()
        await asyncio.sleep(0)
        scheduler.wake()
    assert turn.done()


@async_test
async def test_a_caller_gets_the_turn_of_whichever_address_may_use_time() -> None:
    scheduler = FairScheduler(Clock())
    scheduler.charge("victim", 0.0)
    scheduler.charge("attacker", 10.0)
    waiting = ["attacker"]
    turn = asyncio.create_task(scheduler.wait_for_turn(lambda: waiting))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not turn.done()
    waiting.append("victim")
    scheduler.wake()
    assert await turn == "victim"


@async_test
async def test_only_the_time_that_work_takes_is_counted() -> None:
    scheduler = FairScheduler()

    async def work() -> str:
        await asyncio.sleep(0.05)
        with pytest.raises(ValueError, match="from outside"):
            await fail()
        sum(range(200_000))
        return "result"

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("from outside")

    assert await scheduler.run("someone", work()) == "result"
    used = scheduler.used_s("someone")
    assert 0 < used < 0.05


@async_test
async def test_measured_work_can_be_cancelled() -> None:
    scheduler, cleaned_up = FairScheduler(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned_up.set()

    task = asyncio.create_task(scheduler.run("someone", work()))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned_up.is_set()


@async_test
async def test_addresses_are_forgotten() -> None:
    clock = Clock()
    scheduler = FairScheduler(clock)
    for number in range(100):
        scheduler.charge(f"address {number}", 0.01)
    clock.now += 10 * ACTIVE_S
    await Load(scheduler, clock, "last").run(1)
    assert list(scheduler._usage) == ["last"]


@async_test
async def test_requests_and_tables_of_an_address_share_its_turns_in_the_order_in_which_they_wait() -> None:
    scheduler, order = FairScheduler(Clock()), list[str]()

    async def command(name: str) -> None:
        await scheduler.wait_for_turn(lambda: ("someone",))
        order.append(name)

    async def request(name: str) -> None:
        await scheduler.wait_for_turn_of("someone")
        order.append(name)

    cancelled = asyncio.create_task(request("cancelled"))
    await asyncio.sleep(0)
    tasks = [command("first"), request("second"), request("third"), command("fourth")]
    waiting = asyncio.gather(*tasks)
    cancelled.cancel()
    await waiting
    assert order == ["first", "second", "third", "fourth"]
    assert not scheduler._lines
    assert not scheduler._waiting


@async_test
async def test_many_waiting_requests_of_one_address_are_looked_at_once_per_turn() -> None:
    clock = Clock()
    scheduler = FairScheduler(clock)
    scheduler.charge("victim", 0.0)
    scheduler.charge("attacker", 100.0)
    waiting = [asyncio.create_task(scheduler.wait_for_turn_of("attacker")) for _ in range(300)]
    await asyncio.sleep(0)
    assert len(scheduler._first_by_address()) == 1
    await asyncio.wait_for(scheduler.wait_for_turn_of("victim"), 5)
    assert not any(task.done() for task in waiting)
    for task in waiting:
        task.cancel()


@async_test
async def test_work_inside_of_measured_work_is_not_counted_twice() -> None:
    scheduler = FairScheduler()
    counted: list[float] = []
    scheduler.charge = lambda address, seconds: counted.append(seconds)  # type: ignore[method-assign]

    async def inner() -> None:
        start = time.thread_time()
        while time.thread_time() < start + 0.02:
            pass

    await scheduler.run("someone", scheduler.measure("someone", inner()))
    assert 0.02 <= sum(counted) < 0.04
