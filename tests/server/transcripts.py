"""Pairs of matches that differ only in hidden things, and everything that leaves the server to those who may not know.

The two matches of a pair start from the same position. In the second one, everything that an observing seat cannot see
is dealt again, and from some point on the dice to come are different ones. Both are played with the same public
actions; questions that only one of them asks in secret are answered in the way that conceals them. Until hidden things
are revealed or different dice are rolled, the observer, a spectator and the lobby must receive the same in both, and so
must their requests over the socket and REST.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
from fastapi import FastAPI

from hippodrome.catalogue import all_games
from hippodrome.kit.actions import Decision
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.recording_dice import RecordingDice
from hippodrome.kit.state import Json, State, snapshot
from hippodrome.server import wire
from hippodrome.server.http.app import create_app
from hippodrome.server.live.commands import ClientJoined
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.room import Room
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services import match_factory
from hippodrome.server.services.match_factory import MatchSpec, SeatSpec
from hippodrome.server.services.record_signatures import RecordSigner
from hippodrome.server.services.records import Records
from hippodrome.server.services.seat_keys import SeatAccess, SeatKeys
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.rows import MatchRow
from hippodrome.signatures import SigningKey
from tests.server.inline_workers import InlineWorkers
from tests.serving import make_settings

SECRET = "a secret of the tests"


TRICK_CHANCE = 0.3
"""Probability that the observer uses a reaction of its own when asked."""

UNDO_CHANCE = 0.1
"""Probability that the observer asks to undo after a move."""

COMPOUND_CHANCE = 0.4
"""Probability that more actions are submitted together with the first."""

SHARED_DICE, OTHER_DICE = 60, 300
"""At most this many dice are the same in both matches; this many follow that are not."""

IDLE_ROUNDS = 30
"""Rounds of the event loop after which everything queued has been sent."""


class Table:
    """One match of a pair, with its observer, a spectator, the lobby and the texts that they received."""

    def __init__(self, row: MatchRow, observer: int) -> None:
        self.store = MemoryStore()
        self.rooms = Rooms(self.store, InlineWorkers(1), SeatKeys(SECRET), all_games())
        self.rooms.lobby._batch_delay_s = 0.0
        self.row = row
        self.observer = observer
        self.connections: dict[str, Connection] = {}
        self.received: dict[str, list[str]] = {}
        self.asked = 0  # questions to seats other than the observer, in secret
        self.requests = [0] * row.seat_count  # made by each seat
        self.room: Room

    async def open(self) -> None:
        """Load the match and connect every seat, a spectator and the lobby."""
        await self.store.create(self.row, [])
        self.room = await self.rooms.get(self.row.id)
        accesses = {str(seat): SeatAccess((seat,)) for seat in range(self.row.seat_count)}
        for name, access in {**accesses, "spectator": SeatAccess()}.items():
            self.connections[name] = Connection(access)
            self.room.put(self.connections[name], ClientJoined())
        self.connections["lobby"] = Connection(SeatAccess())
        await self.rooms.lobby.join(self.connections["lobby"], [])
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything queued has been handled, and take what was sent."""
        for _ in range(IDLE_ROUNDS):
            await asyncio.sleep(0)
        for name, connection in self.connections.items():
            while not connection.outgoing.empty():
                text = str(await connection.next_text())
                text = re.sub(
                    r'"(updated|left_ms|grace_ms)":\d+', r'"\1":0', text
                )  # these depend on the time of the day
                self.received.setdefault(name, []).append(text)

    async def play(self, seat: int, action: str) -> None:
        """Play an action for a seat."""
        n = self.room.session.visible_n((seat,))
        self.requests[seat] += 1
        self.room.put(self.connections[str(seat)], wire.Play(self.requests[seat], n, seat, action))
        before = self.room.session.n
        await self.settle()
        assert self.room.session.n > before, f"{action} of seat {seat} was rejected"

    async def play_all(self, seat: int, actions: list[str]) -> None:
        """Play a compound for a seat."""
        n = self.room.session.visible_n((seat,))
        self.requests[seat] += 1
        self.room.put(self.connections[str(seat)], wire.PlayAll(self.requests[seat], n, seat, actions))
        before = self.room.session.n
        await self.settle()
        assert self.room.session.n > before, f"{actions} of seat {seat} was rejected"

    async def answer_secrets(self, chance: Callable[[int], random.Random]) -> None:
        """Answer secret questions until none is pending; the observer sometimes reacts, the others conceal theirs."""
        while (decision := self.decision) is not None and decision.secret:
            (seat,) = decision.seats
            actions = [action.text for action in self.room.session.match.proposals()]
            concealed = "pass" if "pass" in actions else "straight"
            dice = chance(self.room.session.move)
            tricks = [action for action in actions if action != concealed]
            reacts = seat == self.observer and dice.random() < TRICK_CHANCE
            self.asked += seat != self.observer
            await self.play(seat, dice.choice(tricks) if reacts else concealed)

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""
        return self.room.session.decision

    @property
    def dice_rolled(self) -> int:
        """The number of scripted dice that have been rolled."""
        recorder = self.room.session.match.state.dice
        assert isinstance(recorder, RecordingDice)
        assert isinstance(recorder.source, ScriptDice)
        return int(recorder.source.place)

    async def ask(self, undo: bool) -> None:
        """Let the observer send requests that are answered, or rejected, without looking at the turn first."""
        seat, connection = self.observer, self.connections[str(self.observer)]
        n = self.room.session.visible_n((seat,))
        requests: list[wire.Request] = [wire.Play(9001, n, seat, "no such action"), wire.Explain(9003, 1)]
        requests += [wire.Preview(9002, n, seat, "straight")]
        if not self.room.session.is_over:  # later a review is made, whose simulations are limited by time
            requests += [wire.Review(9004, seat)]
        requests += [wire.Destinations(9005, n, seat), wire.PlayAll(9006, n, seat, ["no such action", "straight"])]
        self.requests[seat] += 1
        for request in [*requests, *([wire.Undo(9004 + self.requests[seat], n, seat)] if undo else [])]:
            self.room.put(connection, request)
        await self.settle()

    async def rest(self) -> dict[str, Any]:
        """Return what the REST API answers about the match to the observer and to spectators."""
        app, move, answers = _app(), self.room.session.move, {}
        workers = InlineWorkers(1)
        records = Records(self.store, workers, self.rooms, RecordSigner(SigningKey(bytes(32)), []))
        app.state.services = SimpleNamespace(
            settings=app.state.settings, store=self.store, workers=workers, rooms=self.rooms, records=records
        )
        key = SeatKeys(SECRET).issue(self.row.id, self.observer, "nonce")
        paths = ["", "/result", "/commitment"]
        if not self.room.session.is_over:  # the match starts from a position, so no record can be written at its end
            paths += ["/record", "/verification"]
        for viewer in (-1, self.observer):
            moves = sorted({0, move // 2, max(0, move - 1), move, move + 1})
            paths += [f"/{page}?as={viewer}" for page in ("log", "sheets", *[f"frames/{number}" for number in moves])]
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000") as client:
            for path in paths:
                answer = await client.get(f"/api/matches/{self.row.id}{path}", headers={"X-Seat-Key": key})
                assert answer.status_code < 500, f"{path} failed"
                answers[path] = (answer.status_code, sorted(answer.headers.items()), answer.content)
        return answers


@cache
def _app() -> FastAPI:
    """Return the application, without services."""
    return create_app(make_settings(Path()))


class Pair:
    """Two matches that differ only in what the observer cannot see."""

    def __init__(self, game: str, number: int) -> None:
        self.random = random.Random(f"{game} {number}")
        self.number = number
        self.match = _start(game, number, self.random)
        self.observer = self.random.randrange(self.match.setup.seats)
        shared = [self.random.randint(1, 6) for _ in range(self.random.randrange(SHARED_DICE))]
        self.shared_dice = len(shared)
        states = (self.match.state.clone(), self.match.imagine(self.observer, seed_from(number)))
        self.tables = [Table(_row(self.match, self._base(state, shared), number), self.observer) for state in states]

    def _base(self, state: State, shared: list[int]) -> Json:
        """Return a snapshot of a state with dice that are the same at first, then different."""
        dice = ScriptDice(tuple(shared + [self.random.randint(1, 6) for _ in range(OTHER_DICE)]))
        dice.rolled = self.match.state.dice.rolled
        state.dice = dice
        return snapshot(state)

    def chance(self, move: int) -> random.Random:
        """Return the observer's luck at a move, the same in both matches."""
        return random.Random(f"{self.number} {move}")

    async def play(self, moves: int) -> str:
        """Play both matches and return the first difference, or an empty string."""
        for table in self.tables:
            await table.open()
        try:
            for _ in range(moves):
                if not await self._step():
                    break
                if self._is_revealed():
                    return ""
                difference = self._socket_difference()
                if difference:
                    return difference
            one, other = [await table.rest() for table in self.tables]
            return next((f"REST {path} differs" for path in one if one[path] != other.get(path)), "")
        finally:
            for table in self.tables:
                await table.rooms.close()

    async def _step(self) -> bool:
        """Make one public move in both matches; return False at the end, or before hidden things are revealed."""
        for table in self.tables:
            await table.answer_secrets(self.chance)
        decisions = [table.decision for table in self.tables]
        if decisions[0] is None or decisions[1] is None or self._is_revealed():
            return False
        if len(decisions[0].seats) > 1 or self._is_sealed():
            return await self._answer_sealed(decisions[0])
        proposals = [{action.text for action in table.room.session.match.proposals()} for table in self.tables]
        common = sorted(action for action in proposals[0] & proposals[1] if not action.startswith("trick"))
        action, undo = self.random.choice(common), self.random.random() < UNDO_CHANCE
        more = self.random.choices(common, k=3) if self.random.random() < COMPOUND_CHANCE else []
        if self._rolls_other_dice([action, *more]):
            return False
        for table in self.tables:
            if more:
                await table.play_all(decisions[0].seats[0], [action, *more])
            else:
                await table.play(decisions[0].seats[0], action)
            await table.answer_secrets(self.chance)
            await table.ask(undo)
        return True

    def _rolls_other_dice(self, actions: list[str]) -> bool:
        """Return whether dice that differ would be rolled before the next public decision."""
        match = self.tables[0].room.session.match.clone()
        match.play_all(actions)
        while (decision := match.decision) is not None and (decision.secret or match.only_action() is not None):
            match.play(match.proposals()[0])
        return match.state.dice.count_left() < OTHER_DICE

    def _is_sealed(self) -> bool:
        return type(self.tables[0].room.session.match.state.agenda[-1]).__name__ == "Call"

    async def _answer_sealed(self, decision: Decision) -> bool:
        """Let the other seats answer differently in the two matches; stop before the answers are revealed."""
        others = [seat for seat in decision.seats if seat != self.observer]
        if not others or self.observer not in decision.seats:
            return False
        for table in self.tables:
            actions = [action.text for action in table.room.session.match.proposals()]
            await table.play(others[0], actions[self.tables.index(table)])
        return True

    def _is_revealed(self) -> bool:
        """Return whether the end of a chariot has revealed cards that differ, or dice that differ were rolled."""
        discards = [getattr(table.room.session.match.state, "discard", ()) for table in self.tables]
        return discards[0] != discards[1] or any(table.dice_rolled > self.shared_dice for table in self.tables)

    def _socket_difference(self) -> str:
        """Return what differs between the messages of the two matches, or an empty string."""
        for name in (str(self.observer), "spectator", "lobby"):
            one, other = [table.received.get(name, []) for table in self.tables]
            for place, (text, text_of_other) in enumerate(zip(one, other, strict=False)):
                if text != text_of_other:
                    same = zip(text, text_of_other, strict=False)
                    at = next((n for n, chars in enumerate(same) if chars[0] != chars[1]), len(text))
                    near = slice(max(0, at - 80), at + 80)
                    return f"{name} differs in message {place}: {text[near]} / {text_of_other[near]}"
            if len(one) != len(other):
                return f"{name} received {len(one)} and {len(other)} messages"
        return ""


def _start(game: str, number: int, chance: random.Random) -> Match:
    """Return a match some moves after its start, at a decision that is neither secret nor forced."""
    rules = all_games()[game]
    scenario = chance.choice(list(rules.scenarios()))
    seats = chance.choice([seats for seats in scenario.seats if seats <= 4] or [scenario.default_seats])
    options: dict[str, Any] = {"tricks": chance.choice((1, 2))} if game == "benhur" else {}
    match = Match(Setup(rules, scenario.slug, seats, options), TapeDice(seed_from(number)))
    moves = chance.randrange(30) + (6 if game == "benhur" else 0)
    if game == "pig":
        moves = 0
    while (decision := match.decision) is not None and (
        moves > 0 or decision.secret or match.only_action() is not None
    ):
        proposals = [action for action in match.proposals() if action.verb != "trick"]
        match.play(chance.choice(proposals[:4]))
        moves -= 1
    return match


def _row(match: Match, base: Json, number: int) -> MatchRow:
    """Return the row of a listed match between people that starts from a position."""
    setup = match.setup
    seats = [SeatSpec(True, "", f"Player {seat}") for seat in range(setup.seats)]
    spec = MatchSpec(setup.game.slug, setup.scenario.slug, dict(setup.options), seats, listed=True, seed=number)
    spec.clock = wire.Limits(30, 60) if number % 3 == 0 else None
    row = match_factory.new_match(spec, all_games())
    row.id, row.base, row.created, row.status.updated = f"pair{number}", base, 0, 0
    for player in row.players:
        player.nonce = "nonce"
    return row


def difference(game: str, number: int, moves: int) -> tuple[str, bool]:
    """Play one pair; return its first difference or "", and whether secret questions were asked in one match only."""
    pair = Pair(game, number)
    found = asyncio.run(pair.play(moves))
    return found, pair.tables[0].asked != pair.tables[1].asked
