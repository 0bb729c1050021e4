"""Fair slots: the order in which waiting clients are served, limits, and places that are given up."""

from __future__ import annotations

import asyncio

import pytest

from hippodrome.server.clients import Client
from hippodrome.server.workers.fair_slots import FairSlots, QueueFull
from tests.server.room_client import async_test

FLOODER, PLAYER, FRIEND = Client("203.0.113.1"), Client("203.0.113.2", "a"), Client("203.0.113.2", "b")


class Queue:
    """One slot, taken by a job that runs, and the order in which the places in its queue are served."""

    def __init__(self, max_per_browser: int = 100, max_per_address: int = 100) -> None:
        self.slots = FairSlots(1, 1, max_per_browser, max_per_address)
        self.slot = self.slots.try_take(FLOODER)
        assert self.slot == 0
        self.served: list[str] = []

    def enter(self, client: Client, name: str) -> asyncio.Future[int]:
        turn = self.slots.enter(client)
        turn.add_done_callback(lambda turn: None if turn.cancelled() else self.served.append(name))
        return turn

    async def serve(self, count: int) -> list[str]:
        for _ in range(count):
            self.slots.release(0)
            await asyncio.sleep(0)
        return self.served


@async_test
async def test_addresses_are_served_in_turn_however_much_one_of_them_asks_for() -> None:
    queue = Queue()
    for number in range(5):
        queue.enter(FLOODER, f"flood {number}")
    queue.enter(PLAYER, "player 0")
    queue.enter(PLAYER, "player 1")
    assert await queue.serve(5) == ["flood 0", "player 0", "flood 1", "player 1", "flood 2"]


@async_test
async def test_the_browsers_of_an_address_share_its_turns() -> None:
    queue = Queue()
    for number in range(3):
        queue.enter(PLAYER, f"player {number}")
    queue.enter(FRIEND, "friend")
    queue.enter(FLOODER, "flood")
    assert await queue.serve(5) == ["player 0", "flood", "friend", "player 1", "player 2"]


@async_test
async def test_a_browser_and_an_address_can_wait_with_a_limited_number_of_jobs() -> None:
    queue = Queue(max_per_browser=2, max_per_address=3)
    queue.enter(PLAYER, "1")
    queue.enter(PLAYER, "2")
    with pytest.raises(QueueFull):
        queue.enter(PLAYER, "3")
    queue.enter(FRIEND, "4")
    with pytest.raises(QueueFull):
        queue.enter(FRIEND, "5")
    queue.enter(FLOODER, "6")
    assert queue.slots.waiting == 4


@async_test
async def test_a_place_that_is_given_up_is_not_served_and_does_not_count() -> None:
    queue = Queue(max_per_browser=1)
    first = queue.enter(PLAYER, "gone")
    first.cancel()
    await asyncio.sleep(0)
    assert queue.slots.waiting == 0
    queue.enter(PLAYER, "there")
    assert await queue.serve(1) == ["there"]
    await queue.serve(1)
    assert queue.slots.try_take(FLOODER) == 0, "nothing waits any more, so the slot is free"


@async_test
async def test_an_address_never_has_all_slots() -> None:
    slots = FairSlots(3, 2, 100, 100)
    taken = [slots.try_take(FLOODER) for _ in range(3)]
    assert taken == [2, 1, None]
    waiting = [slots.enter(FLOODER) for _ in range(3)]
    slot = slots.try_take(PLAYER)
    assert slot == 0, "the reserved slot is free for others"
    slots.release(slot)
    assert not any(turn.done() for turn in waiting), "it remains reserved although others wait"
    assert slots.try_take(FRIEND) == 0
    behind = slots.enter(PLAYER)
    slots.release(2)
    assert (waiting[0].result(), behind.done()) == (2, False)
    slots.release(2)
    assert behind.result() == 2
    slots.release(0)
    assert not waiting[1].done() or waiting[1].result() == 0
