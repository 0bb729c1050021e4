"""Advice at a table: a hint is for who asked, a program betrays nothing, and a review waits for the end."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import httpx
import pytest

import hippodrome as hd
from hippodrome.bots import review
from hippodrome.bots.registry import THINKING_TIME_S
from hippodrome.server import wire
from hippodrome.server.live.rooms import CreatedMatch, Rooms, SeatSpec
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import advice
from hippodrome.server.workers.pool import Workers, bot_seed_bytes, imagined_snapshot
from hippodrome.server.workers.replay import MatchHistory
from tests.server.api_helpers import error_of
from tests.server.room_client import PERSON, Message, RoomClient, async_test, join, match_spec, open_rooms

DRIVER = SeatSpec(False, "driver")
P = ParamSpec("P")
T = TypeVar("T")


async def race(rooms: Rooms, *places: SeatSpec, tricks: int = 1, **rest: Any) -> CreatedMatch:
    """A short race."""
    options = {"laps": 1, "tricks": tricks}
    return await rooms.create(
        match_spec(*(places or (PERSON, DRIVER)), game="benhur", scenario="circus", options=options, **rest)
    )


async def hinted(client: RoomClient, seat: int = 0) -> Message:
    """Ask for a hint, and give the answer."""
    client.last_id += 1
    client.send(wire.Hint(client.last_id, client.frame["n"], seat))
    return await client.wait_for_answer("hinted", "refused")


async def explained(client: RoomClient, move: int) -> Message:
    """Ask why, and give the answer."""
    client.last_id += 1
    client.send(wire.Why(client.last_id, move))
    return await client.wait_for_answer("explained", "refused")


async def reviewed(client: RoomClient, seat: int = 0) -> Message:
    """Ask for a review, and give the answer."""
    client.last_id += 1
    client.send(wire.Review(client.last_id, seat))
    return await client.wait_for_answer("reviewed", "refused")


class Home(Workers):
    """Workers that are this process itself, so that a test can make them think less; they note what they were asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        self.may_ponder = asyncio.Event()
        self.may_ponder.set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.asked.append((function.__name__, args))
        return await asyncio.to_thread(function, *args, **kwargs)

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await self.may_ponder.wait()
        return await self.run(function, *args, **kwargs)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks for long."""
    for name, value in (("BRIEF_ROLLOUTS", 2), ("COMPARISON_ROLLOUTS", 4), ("BRIEF_TIME_S", 0.02)):
        monkeypatch.setattr(review, name, value)
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.05)


# -------------------------------------------------------------------- hints


@async_test
async def test_a_hint_names_a_choice_and_reasons_and_goes_to_who_asked_alone(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await race(rooms)
        red, watcher = await join(rooms, created.id, list(created.seat_keys.values())), await join(rooms, created.id)
        await red.wait_for_turn()
        said = await hinted(red)
        found = said["advice"]
        offered = {choice["action"]: choice["label"] for choice in red.frame["ask"]["choices"]}
        assert (found["by"], offered[found["action"]]) == ("champion", found["label"])
        assert (found["reasons"][0]["action"], found["reasons"][0]["label"]) == (found["action"], found["label"])
        assert "to win" in found["reasons"][0]["text"]
        await red.play(found["action"])
        assert not [message for message in await watcher.drain() if message["type"] == "hinted"]


@async_test
async def test_a_hint_is_worked_out_from_what_the_seat_may_know() -> None:
    home = Home()
    async with open_rooms(home) as rooms:
        created = await race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        await hinted(red)
        match = red.room.session.match
        (asked,) = [args for name, args in home.asked if name == "hint"]
        told = imagined_snapshot(match, 0, bot_seed_bytes(match.commitment, 0, len(match.moves)))
        assert asked[1:3] == (told, 0)
        assert told["dice"] != match.snapshot()["state"]["dice"]


@async_test
async def test_there_are_no_hints_where_several_people_play(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await race(rooms, PERSON, PERSON, DRIVER)
        red = await join(rooms, created.id, [created.seat_keys[0]])
        assert red.received[0]["info"]["hints"] is False
        await red.wait_for_turn()
        assert (await hinted(red))["text"] == "This table plays without hints."
        assert "at tables where hints are given" in (await explained(red, 0))["text"]


@async_test
async def test_a_hint_is_for_ones_own_decision(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await race(rooms)
        red, watcher = await join(rooms, created.id, list(created.seat_keys.values())), await join(rooms, created.id)
        await red.wait_for_turn()
        assert (await hinted(red, 1))["text"] == "This is not your seat."
        assert (await hinted(watcher))["text"] == "This is not your seat."


@async_test
async def test_a_hint_for_a_decision_that_has_passed_is_not_given(brief: None) -> None:
    home = Home()
    home.may_ponder.clear()
    async with open_rooms(home) as rooms:
        created = await race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        red.send(wire.Hint(70, red.frame["n"], 0))
        await red.play(red.frame["ask"]["choices"][0]["action"])
        home.may_ponder.set()
        found = await red.wait_for("hinted", "refused")
        assert (found["id"], found["text"]) == (70, "The table has moved on since.")


@async_test
async def test_nobody_gives_hints_where_only_chance_plays(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, SeatSpec(False, "random")))
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert red.received[0]["info"]["hints"] is False
        await red.wait_for_turn()
        assert (await hinted(red))["text"] == "Nobody can give a hint in Pig."


SEATS = {
    "me": {"person": True},
    "friend": {"person": True, "here": False},
    "driver": {"person": False, "level": "driver"},
}


@pytest.mark.parametrize(
    ("seats", "asked", "hints"),
    [
        ("me driver", None, True),
        ("me driver", False, False),
        ("me me driver", None, False),
        ("me me driver", True, True),
        ("me friend driver", None, False),
    ],
)
def test_hints_are_for_practice(client: httpx.Client, seats: str, asked: bool | None, hints: bool) -> None:
    new = {"game": "benhur", "scenario": "circus", "hints": asked, "seats": [SEATS[seat] for seat in seats.split()]}
    created = client.post("/api/matches", json=new).json()
    assert client.get(f"/api/matches/{created['id']}").json()["hints"] is hints


def test_hints_are_refused_where_friends_play_by_link(client: httpx.Client) -> None:
    seats = [SEATS["me"], SEATS["friend"]]
    new = {"game": "benhur", "scenario": "circus", "hints": True, "seats": seats}
    assert error_of(client.post("/api/matches", json=new), 422)["where"] == "hints"


# -------------------------------------------------------------------- why a program moved


async def until_a_program_moved(red: RoomClient) -> None:
    """Play on until a program has made a move after the start."""
    while not any(line["who"] == 1 for line in red.frame["lines"]) or red.frame["move"] < 4:
        await red.wait_for_turn()
        await red.play(red.frame["ask"]["choices"][0]["action"])
        await red.wait_for("frame")
    await red.wait_for_turn()


@async_test
async def test_a_program_that_hides_nothing_says_why(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await race(rooms, PERSON, SeatSpec(False, "veteran"), tricks=0)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert "no explanation for this move" in (await explained(red, 0))["text"]
        await until_a_program_moved(red)
        found = await explained(red, red.frame["move"])
        assert (found["seat"], found["advice"]["by"]) == (1, "veteran")
        assert found["advice"]["reasons"] or found["advice"]["notes"]
        watcher = await join(rooms, created.id)
        assert "to who plays there" in (await explained(watcher, red.frame["move"]))["text"]


@async_test
async def test_a_program_with_a_trick_up_its_sleeve_keeps_its_reasons_to_itself(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await race(rooms, tricks=2)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await until_a_program_moved(red)
        assert red.room.session.match.state.chariots[1].hand, "the test needs somebody with a trick"  # type: ignore[attr-defined]
        found = await explained(red, red.frame["move"])
        assert found["type"] == "refused"
        assert "reasons could reveal secrets" in found["text"]


# -------------------------------------------------------------------- the review


async def to_the_end(red: RoomClient) -> None:
    """Take the last choice, until the match is over."""
    while not red.frame["outcome"]:
        if red.frame["ask"] is not None and red.frame["ask"]["mine"] >= 0:
            await red.play(red.frame["ask"]["choices"][-1]["action"])
        await red.wait_for("frame")


@async_test
async def test_a_review_comes_when_the_match_is_over_and_tells_how_far_it_is(brief: None) -> None:
    home = Home()
    async with open_rooms(home) as rooms:
        created = await race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        assert "when the match is over" in (await reviewed(red))["text"]
        await to_the_end(red)
        assert (await reviewed(red, 5))["text"] == "There is no such seat."
        heard = len(red.received)
        found = await reviewed(red)
        steps = [message for message in red.received[heard:] if message["type"] == "reviewing"]
        assert steps[-1]["done"] <= steps[-1]["total"] == found["decisions"] + review.MAX_SUSPECTS
        assert len(steps) > found["decisions"] > 5
        assert len(found["costly"]) <= 3
        for costly in found["costly"]:
            assert 0 <= costly["move"] < red.frame["move"]
            assert costly["played"] != costly["better"]
            assert costly["cost"] >= costly["error"] - 1
        glances = len([name for name, _ in home.asked if name == "estimate_cost"])
        assert (await reviewed(red))["costly"] == found["costly"]
        assert len([name for name, _ in home.asked if name == "estimate_cost"]) == glances, "it was known already"
        assert (await explained(red, 3))["type"] in ("explained", "refused")


@async_test
async def test_a_review_can_be_broken_off(brief: None) -> None:
    home = Home()
    async with open_rooms(home) as rooms:
        created = await race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await to_the_end(red)
        red.last_id += 1
        red.send(wire.Review(red.last_id, 0))
        await red.wait_for("reviewing")
        red.send(wire.Enough())
        assert (await red.wait_for_answer("reviewed", "refused"))["text"] == "The review was broken off."
        assert (await reviewed(red))["type"] == "reviewed"


@async_test
async def test_there_is_no_review_where_no_program_looks_ahead(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, SeatSpec(False, "random")))
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert red.received[0]["info"]["reviews"] is False
        await to_the_end(red)
        assert "No program looks ahead in Pig" in (await reviewed(red))["text"]


def test_the_moves_of_a_record_are_weighed_before_they_were_made() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"laps": 1})
    while match.decision:
        match.play(match.proposals()[0])
    moves = [(move.seat, move.action.text) for move in match.moves]
    history = MatchHistory("abc", match.setup.json(), match.first_dice.pack(), None, moves)
    choices = advice.real_decisions(history, range(len(match.moves)))
    assert choices == sorted(review.decisions(match, 0) + review.decisions(match, 1))
    assert 0 < len(choices) < len(match.moves)


# -------------------------------------------------------------------- what is kept


@async_test
async def test_a_file_from_before_there_were_hints_is_taken_up(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    async with open_rooms(workers, file) as rooms:
        created = await race(rooms)
    with sqlite3.connect(file) as database:
        database.executescript("ALTER TABLE match DROP COLUMN hints; PRAGMA user_version=2")
    async with open_rooms(workers, file) as rooms:
        assert (await rooms.info(created.id)).hints is False
        again = await race(rooms)
        assert (await rooms.info(again.id)).hints is True
    store = await Store.open(file)
    row = await store.row(again.id)
    await store.close()
    assert row is not None
    assert row.hints
