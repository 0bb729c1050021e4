"""Records of matches as the server exports them: signed once, also if the signature cannot be saved."""

from __future__ import annotations

import asyncio
import time

import pytest

import hippodrome as hd
from hippodrome.catalogue import all_games
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services import match_factory
from hippodrome.server.services.record_signatures import RecordSigner
from hippodrome.server.services.records import Records
from hippodrome.server.services.seat_keys import SeatKeys
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.rows import CHOSEN, MatchRow
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.signatures import SigningKey, format_time
from tests.server.inline_workers import InlineWorkers
from tests.server.room_client import async_test, match_spec
from tests.server.transcripts import SECRET

KEY = SigningKey(bytes(32))
START = 1_777_816_931


class FullStore(MemoryStore):
    """A store that can save no signature."""

    async def save_signed_footer(self, id: str, footer: str) -> None:
        raise StoreError("disk full")


class ForgetfulStore(MemoryStore):
    """A store whose match is deleted while its record is signed."""

    async def save_signed_footer(self, id: str, footer: str) -> None:
        await self.delete(id)


async def play_match(store: Store) -> tuple[Records, MatchRow]:
    """Save a finished match with a signed commitment; return the service of its record, and its row."""
    signer, workers = RecordSigner(KEY, []), InlineWorkers(1)
    rooms = Rooms(store, workers, SeatKeys(SECRET), all_games(), signer=signer)
    row = match_factory.new_match(match_spec(options={"goal": 20}), all_games())
    signer.sign_commitment(row)
    await store.create(row)
    loaded = await store.load(row.id)
    assert loaded is not None
    session = MatchSession(loaded, time.monotonic)
    entries = []
    while session.decision is not None:
        entries.append(session.play(session.decision.seats[0], session.match.proposals()[0], CHOSEN).entry)
    await store.append(row.id, entries, session.status())
    return Records(store, workers, rooms, signer), await rooms.row(row.id)


@async_test
async def test_a_record_is_signed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    records, row = await play_match(store := MemoryStore())
    texts = [await records.text(row)]
    monkeypatch.setattr(time, "time", lambda: START + 1_000_000_000.0)
    texts.append(await records.text(row))  # as another task that began before the signature was saved
    saved = await store.row(row.id)
    assert saved is not None
    texts.append(await records.text(saved))
    assert len(set(texts)) == 1
    assert hd.verify(texts[0], [KEY.public.digits]).is_proved


@async_test
async def test_two_requests_at_once_get_the_same_record() -> None:
    records, row = await play_match(MemoryStore())
    first, second = await asyncio.gather(records.text(row), records.text(row))
    assert first == second
    assert first.count("signed ") == 1


@async_test
async def test_a_signature_that_cannot_be_saved_is_valid_all_the_same() -> None:
    records, row = await play_match(FullStore())
    assert hd.verify(await records.text(row), [KEY.public.digits]).is_proved


@async_test
async def test_the_record_of_a_match_that_was_just_deleted_is_not_found() -> None:
    records, row = await play_match(ForgetfulStore())
    with pytest.raises(HttpError) as error:
        await records.text(row)
    assert error.value.status == 404


@async_test
async def test_the_time_of_the_first_move_is_that_of_no_other_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    row = match_factory.new_match(match_spec(), all_games())
    await store.create(row)
    loaded = await store.load(row.id)
    assert loaded is not None
    session = MatchSession(loaded, time.monotonic)
    times = []
    for seconds, action in ((10, ""), (20, "roll"), (30, "roll")):
        monkeypatch.setattr(time, "time", lambda seconds=seconds: START + seconds)
        if action:
            session.play(session.match.seat, action, CHOSEN)
        else:
            session.change_seat(0, name="Judah")
        times.append(session.status().first_move)
    assert times == [0, START + 20, START + 20]


@async_test
async def test_a_clock_that_was_set_back_does_not_put_the_first_move_before_the_commitment() -> None:
    records, row = await play_match(MemoryStore())
    row.status.first_move = row.created - 3600
    text = records.signer.record_footer(row, "lines")
    assert text.startswith(f"first-move {format_time(row.created)}\nsigned ")
