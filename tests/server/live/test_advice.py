"""Advice: hints for the client that asks, explanations that reveal no secrets, and reviews of finished matches."""

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
from hippodrome.server.workers.advice import REASONS_ARE_UNKNOWN
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers, bot_seed_bytes, imagined_snapshot
from hippodrome.server.workers.replay import MatchHistory
from tests.server.api_helpers import error_of
from tests.server.room_client import (
    BOT,
    PERSON,
    FailingStore,
    Message,
    RoomClient,
    async_test,
    join,
    match_spec,
    open_rooms,
)

DRIVER = SeatSpec(False, "driver")
P = ParamSpec("P")
T = TypeVar("T")


async def create_race(rooms: Rooms, *seats: SeatSpec, tricks: int = 1, **rest: Any) -> CreatedMatch:
    """Create a race of one lap."""
    options = {"laps": 1, "tricks": tricks}
    return await rooms.create(
        match_spec(*(seats or (PERSON, DRIVER)), game="benhur", scenario="circus", options=options, **rest)
    )


async def request_hint(client: RoomClient, seat: int = 0) -> Message:
    """Ask for a hint and return the answer."""
    client.last_id += 1
    client.send(wire.Hint(client.last_id, client.frame["n"], seat))
    return await client.wait_for_answer("hinted", "rejected")


async def request_explanation(client: RoomClient, move: int) -> Message:
    """Ask for the reasons for a move and return the answer."""
    client.last_id += 1
    client.send(wire.Explain(client.last_id, move))
    return await client.wait_for_answer("explained", "rejected")


async def request_review(client: RoomClient, seat: int = 0) -> Message:
    """Ask for a review and return the answer."""
    client.last_id += 1
    client.send(wire.Review(client.last_id, seat))
    return await client.wait_for_answer("reviewed", "rejected")


class LocalWorkers(Workers):
    """Workers that run in this process, so that a test can shorten their search; they record their jobs."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[tuple[str, tuple[Any, ...]]] = []
        self.may_start_slow_jobs = asyncio.Event()
        self.may_start_slow_jobs.set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.jobs.append((function.__name__, args))
        return await asyncio.to_thread(function, *args, **kwargs)

    async def run_for_play(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(function, *args, **kwargs)

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await self.may_start_slow_jobs.wait()
        return await self.run(function, *args, **kwargs)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make bots and reviews use short searches."""
    for name, value in (("BRIEF_ROLLOUTS", 2), ("COMPARISON_ROLLOUTS", 4), ("BRIEF_TIME_S", 0.02)):
        monkeypatch.setattr(review, name, value)
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.05)


# -------------------------------------------------------------------- hints


@async_test
async def test_a_hint_has_a_choice_with_reasons_and_is_sent_only_to_the_client_that_asked(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red, watcher = await join(rooms, created.id, list(created.seat_keys.values())), await join(rooms, created.id)
        await red.wait_for_turn()
        message = await request_hint(red)
        hint = message["advice"]
        offered = {choice["action"]: choice["label"] for choice in red.frame["ask"]["choices"]}
        assert (hint["by"], offered[hint["action"]]) == ("champion", hint["label"])
        assert (hint["reasons"][0]["action"], hint["reasons"][0]["label"]) == (hint["action"], hint["label"])
        assert hint["reasons"][0]["text"].startswith("wins about ")
        await red.play(hint["action"])
        assert not [message for message in await watcher.drain() if message["type"] == "hinted"]


@async_test
async def test_a_hint_is_based_only_on_what_the_seat_may_know() -> None:
    workers = LocalWorkers()
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        await request_hint(red)
        match = red.room.session.match
        (hint_arguments,) = [args for name, args in workers.jobs if name == "hint"]
        imagined = imagined_snapshot(match, 0, bot_seed_bytes(match, 0, len(match.moves)))
        assert hint_arguments[1:3] == (imagined, 0)
        assert imagined["dice"] != match.snapshot()["state"]["dice"]


@async_test
async def test_there_are_no_hints_when_several_people_play(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms, PERSON, PERSON, DRIVER)
        red = await join(rooms, created.id, [created.seat_keys[0]])
        assert red.received[0]["info"]["hints"] is False
        await red.wait_for_turn()
        assert (await request_hint(red))["text"] == "Hints are off in this match."
        assert "only where hints are on" in (await request_explanation(red, 0))["text"]


@async_test
async def test_a_client_gets_hints_only_for_its_own_seat(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red, watcher = await join(rooms, created.id, list(created.seat_keys.values())), await join(rooms, created.id)
        await red.wait_for_turn()
        assert (await request_hint(red, 1))["text"] == "This is not your seat."
        assert (await request_hint(watcher))["text"] == "This is not your seat."


@async_test
async def test_a_hint_for_a_past_decision_is_refused(short_searches: None) -> None:
    workers = LocalWorkers()
    workers.may_start_slow_jobs.clear()
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        red.send(wire.Hint(70, red.frame["n"], 0))
        await red.play(red.frame["ask"]["choices"][0]["action"])
        workers.may_start_slow_jobs.set()
        answer = await red.wait_for("hinted", "rejected")
        assert (answer["id"], answer["text"]) == (70, "The position has changed since you asked for the hint.")


@async_test
async def test_there_are_no_hints_in_a_game_without_a_lookahead_bot(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, SeatSpec(False, "random")))
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert red.received[0]["info"]["hints"] is False
        await red.wait_for_turn()
        assert (await request_hint(red))["text"] == "Hints are not available for Pig."


SEATS = {
    "me": {"person": True},
    "friend": {"person": True, "here": False},
    "driver": {"person": False, "level": "driver"},
}


@pytest.mark.parametrize(
    ("seats", "requested", "hints"),
    [
        ("me driver", None, True),
        ("me driver", False, False),
        ("me me driver", None, False),
        ("me me driver", True, True),
        ("me friend driver", None, False),
    ],
)
def test_hints_are_on_by_default_only_for_one_person_against_bots(
    client: httpx.Client, seats: str, requested: bool | None, hints: bool
) -> None:
    new = {"game": "benhur", "scenario": "circus", "hints": requested, "seats": [SEATS[seat] for seat in seats.split()]}
    created = client.post("/api/matches", json=new).json()
    assert client.get(f"/api/matches/{created['id']}").json()["hints"] is hints


def test_hints_are_rejected_when_friends_play_by_link(client: httpx.Client) -> None:
    seats = [SEATS["me"], SEATS["friend"]]
    new = {"game": "benhur", "scenario": "circus", "hints": True, "seats": seats}
    assert error_of(client.post("/api/matches", json=new), 422)["where"] == "hints"


# -------------------------------------------------------------------- explanations of bot moves


async def play_until_a_bot_has_moved(red: RoomClient) -> None:
    """Play until a bot has made a move after the start."""

    def has_bot_moved() -> bool:
        frames = [message for message in red.received if message["type"] == "frame" and message["move"] >= 4]
        return any(line["seat"] == 1 for frame in frames for line in frame["lines"])

    while not has_bot_moved():
        await red.wait_for_turn()
        await red.play(red.frame["ask"]["choices"][0]["action"])
        await red.wait_for("frame")
    await red.wait_for_turn()


@async_test
async def test_a_bot_without_secrets_explains_its_moves_to_players(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms, PERSON, SeatSpec(False, "veteran"), tricks=0)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert "no explanation for this move" in (await request_explanation(red, 0))["text"]
        await play_until_a_bot_has_moved(red)
        answer = await request_explanation(red, red.frame["move"])
        assert (answer["seat"], answer["advice"]["by"]) == (1, "veteran")
        assert answer["advice"]["reasons"] or answer["advice"]["notes"]
        watcher = await join(rooms, created.id)
        assert "Only players can ask" in (await request_explanation(watcher, red.frame["move"]))["text"]


@async_test
async def test_a_bot_move_that_was_undone_is_not_explained(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = 0

    async def decide_once(*_: object) -> BotDecision:
        nonlocal decisions
        decisions += 1
        if decisions > 1:
            await asyncio.Event().wait()
        return BotDecision("take 0", [], "take 0")

    monkeypatch.setattr(workers, "choose_action", decide_once)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(game="chariot", scenario="kadesh", hints=True))
        seat = (await rooms.get(created.id)).session.match.seat
        client = await join(rooms, created.id, [created.seat_keys[seat]])
        client.send(wire.Leave(100, seat))
        await client.wait_until(lambda frame: frame["move"] == 1)
        client.send(wire.Return(101, seat))
        await client.wait_until(lambda frame: frame["undo"] == "")
        assert list(client.room._advice._bot_moves) == [1]
        assert (await client.undo(seat))["type"] == "done"
        assert (await request_explanation(client, 1))["text"] == REASONS_ARE_UNKNOWN


@async_test
async def test_a_bot_move_that_could_not_be_saved_is_not_explained(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        rooms._store = FailingStore()
        created = await rooms.create(match_spec(BOT, PERSON, hints=True))
        white = await join(rooms, created.id, [created.seat_keys[1]])
        await white.wait_until(lambda frame: frame["undone"])
        assert white.frame["move"] == 0
        assert (await request_explanation(white, 1))["text"] == REASONS_ARE_UNKNOWN


@async_test
async def test_a_bot_with_hidden_cards_does_not_explain_its_moves(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms, tricks=2)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await play_until_a_bot_has_moved(red)
        assert red.room.session.match.state.chariots[1].hand, "the test needs a bot with a card"  # type: ignore[attr-defined]
        answer = await request_explanation(red, red.frame["move"])
        assert answer["type"] == "rejected"
        assert "reasons could reveal secrets" in answer["text"]


# -------------------------------------------------------------------- reviews


async def play_to_the_end(red: RoomClient) -> None:
    """Play the last choice until the match is over."""
    while not red.frame["outcome"]:
        if red.frame["ask"] is not None and red.frame["ask"]["mine"] >= 0:
            single = [choice["action"] for choice in red.frame["ask"]["choices"] if not choice["compound"]]
            await red.play(single[-1])
        await red.wait_for("frame")


@async_test
async def test_a_finished_match_is_reviewed_with_progress_messages(short_searches: None) -> None:
    workers = LocalWorkers()
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await red.wait_for_turn()
        assert "when the match is over" in (await request_review(red))["text"]
        await play_to_the_end(red)
        assert (await request_review(red, 5))["text"] == "There is no such seat."
        before = len(red.received)
        result = await request_review(red)
        steps = [message for message in red.received[before:] if message["type"] == "review_progress"]
        assert steps[-1]["done"] <= steps[-1]["total"] == result["decisions"] + review.MAX_SUSPECTS
        assert len(steps) > result["decisions"] > 5
        assert len(result["costly"]) <= 3
        for costly in result["costly"]:
            assert 0 <= costly["move"] < red.frame["move"]
            assert costly["played"] != costly["better"]
            assert costly["cost"] >= costly["error"] - 1
        estimates = len([name for name, _ in workers.jobs if name == "estimate_cost"])
        assert (await request_review(red))["costly"] == result["costly"]
        assert len([name for name, _ in workers.jobs if name == "estimate_cost"]) == estimates, (
            "the first result is reused"
        )
        assert (await request_explanation(red, 3))["type"] in ("explained", "rejected")


@async_test
async def test_a_review_can_be_cancelled(short_searches: None) -> None:
    workers = LocalWorkers()
    async with open_rooms(workers) as rooms:
        created = await create_race(rooms)
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        await play_to_the_end(red)
        red.last_id += 1
        red.send(wire.Review(red.last_id, 0))
        await red.wait_for("review_progress")
        red.send(wire.CancelReview())
        assert (await red.wait_for_answer("reviewed", "rejected"))["text"] == "The review was cancelled."
        assert (await request_review(red))["type"] == "reviewed"


@async_test
async def test_there_is_no_review_in_a_game_without_a_lookahead_bot(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, SeatSpec(False, "random")))
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert red.received[0]["info"]["reviews"] is False
        await play_to_the_end(red)
        assert "Reviews are not available for Pig" in (await request_review(red))["text"]


def test_only_moves_with_a_real_choice_are_reviewed() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"laps": 1})
    while match.decision:
        match.play(match.proposals()[0])
    moves = [(move.seat, move.action.text) for move in match.moves]
    history = MatchHistory("abc", match.setup.json(), match.first_dice.pack(), None, moves)
    choices = advice.real_decisions(history, range(len(match.moves)))
    assert choices == sorted(review.decisions(match, 0) + review.decisions(match, 1))
    assert 0 < len(choices) < len(match.moves)


# -------------------------------------------------------------------- the database


@async_test
async def test_a_database_from_before_hints_is_migrated(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    async with open_rooms(workers, file) as rooms:
        created = await create_race(rooms)
    with sqlite3.connect(file) as database:
        database.executescript("ALTER TABLE match DROP COLUMN hints; PRAGMA user_version=2")
    async with open_rooms(workers, file) as rooms:
        assert (await rooms.info(created.id)).hints is False
        again = await create_race(rooms)
        assert (await rooms.info(again.id)).hints is True
    store = await Store.open(file)
    row = await store.row(again.id)
    await store.close()
    assert row is not None
    assert row.hints
