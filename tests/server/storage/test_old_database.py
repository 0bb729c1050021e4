"""A database written before names changed still opens: saved matches load at the same position and can be continued."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import shutil
import sqlite3
import time
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import pytest

from hippodrome import bots
from hippodrome.catalogue import all_games
from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.lab_jobs import load_statuses
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, HOST, SeatKeys
from hippodrome.server.storage.rows import LATE, PLAYED, JournalEntry, LoadedMatch, match_history
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import SECRET, async_test, join, open_rooms

DATABASE = Path(__file__).with_name("saved_before_rename.sqlite")


class SavedMatch(NamedTuple):
    """A match of the database as the code that wrote it saw it; `record` is the SHA-256 of its record."""

    name: str
    id: str
    entries: int
    snapshot: int  # entries covered by the snapshot, 0 without one
    moves: int
    visible_moves: int
    pending: list[int]
    digest: str
    record: str


MATCHES = [
    SavedMatch(
        "benhur", "gfv3pxp693", 281, 257, 276, 264, [1],
        "3d0d4aa347137adc7383df5ddb3e8f92",
        "bb66bab7715a6560cbac034975c97ebe4bf3fca1273d3367b22b7cf83d670b1c",
    ),
    SavedMatch(
        "chariot", "35dzjuhxz5", 190, 165, 185, 185, [1],
        "ff990d9f6f02b5e6a1c5b86c93a40ae3",
        "32b5cce464d88e9763be85ab31fad6c04e792d88dcbe7767f58bf982b4481f27",
    ),
    SavedMatch(
        "magic", "qt83758jmd", 398, 398, 395, 395, [0],
        "b94550e760e06303fa1edbf7aed9bc8a",
        "134e8e07d74dd4612dc3cfb5b4daf2f7345d5912ba3a9d3a8e5ed108791ae9b0",
    ),
    SavedMatch(
        "races", "cbgf2x5cmk", 125, 125, 120, 120, [0],
        "188c93f7d6d22c7322cf78029ed5e4f4",
        "2cb911499a4f834fe49c63abc4ead4bbe02c0303423163c72499fa038a5b1f11",
    ),
    SavedMatch(
        "wheelie", "2fruvepebq", 57, 0, 52, 52, [0],
        "a835d66ce04bbebe568243f28d35a46c",
        "d3775f8e0503a6428886920d8db1824f403329cb91eba7c86e2714de0515c4d1",
    ),
    SavedMatch(
        "late", "tx7ek7evp2", 34, 34, 34, 34, [0],
        "9affc673466e28814bf0b7fe00e70bdb",
        "fc5de36682688570bccfb3b39328a2e431c9f7423f1e452ef0bc09ee09b62ee8",
    ),
    SavedMatch(
        "finished", "73v3g5vzqa", 147, 147, 147, 147, [],
        "462fe761cc9744a732bee0a1aa766959",
        "85a2ca187e008f66b35b52a6e06e10eaedfadf5cf6ea9e8a4ea312c2e4b16e47",
    ),
    SavedMatch(
        "branch", "td5qkryqj9", 5, 5, 5, 5, [0],
        "d492bf2a583b58541fd75df9f8cf771d",
        "",
    ),
    SavedMatch(
        "imported", "8whqrcvebe", 147, 147, 147, 147, [],
        "462fe761cc9744a732bee0a1aa766959",
        "85a2ca187e008f66b35b52a6e06e10eaedfadf5cf6ea9e8a4ea312c2e4b16e47",
    ),
    SavedMatch(
        "campaign game 1", "qqmru2k4ra", 648, 648, 648, 648, [],
        "d0b3990d8699688ded72078d5415d2f8",
        "77e571607eaed304c9a2a9392b83bf7088255a2227ae7ebe470030058caac510",
    ),
    SavedMatch(
        "campaign game 2", "9svcsg882k", 46, 0, 46, 46, [0],
        "ebbeda9277f7bccdbb9f68208fa0019b",
        "57176ae4d5cf16258fdb217dbeb60a2fc97b4a0ad907a1891c6b52817e21b482",
    ),
]  # fmt: skip
BY_NAME = {saved.name: saved for saved in MATCHES}
CAMPAIGN_ID = "25vy2pgh27"
SEAT_KEYS = [
    "WyIyZnJ1dmVwZWJxIiwwLCJ0Y2t5WWVWV1U3U3oiXQ.KyvoXdKtpbsVUQmlORYwE_sCKC0",
    "WyIyZnJ1dmVwZWJxIiwxLCIyaXZDMEtLdHdYOVIiXQ.L4m6rO0I-gY9E6_gDDBxuxjtmYs",
]
"""The keys of the seats of "wheelie", issued when the database was written."""


def game_of(saved: SavedMatch) -> str:
    """Return the game of a saved match."""
    with contextlib.closing(sqlite3.connect(DATABASE)) as connection:
        return str(connection.execute("SELECT game FROM match WHERE id = ?", (saved.id,)).fetchone()[0])


UNCHANGED = [saved for saved in MATCHES if all_games()[game_of(saved)].version == 1]
"""Matches of games whose rules have not changed since. `test_rules_upgrade_games.py` tests the others."""

each_match = pytest.mark.parametrize("saved", UNCHANGED, ids=[saved.name for saved in UNCHANGED])


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A copy of the old database."""
    return Path(shutil.copy(DATABASE, tmp_path / "matches.sqlite"))


def load(database: Path, id: str, with_snapshot: bool = True) -> tuple[MatchSession, LoadedMatch]:
    """Load a match as a session, from its snapshot or from its first entry."""
    loaded = read_match(database, id)
    if not with_snapshot:
        loaded.snapshot, loaded.entries = None, asyncio.run(all_entries(database, id))
    return MatchSession(loaded, time.monotonic), loaded


def read_match(database: Path, id: str) -> LoadedMatch:
    """Read a match from the database."""

    async def read() -> LoadedMatch:
        store = await Store.open(database)
        loaded = await store.load(id)
        assert loaded is not None
        await store.close()
        return loaded

    return asyncio.run(read())


def history(database: Path, id: str) -> replay.MatchHistory:
    """Return the history of a match, for replay."""

    async def read() -> replay.MatchHistory:
        store = await Store.open(database)
        row = await store.row(id)
        assert row is not None
        entries = await store.entries(id)
        await store.close()
        return match_history(row, entries)

    return asyncio.run(read())


def play_to_the_end(match: Match) -> None:
    """Let random bots finish a match."""
    players = [bots.make("random", match.game, seat) for seat in range(match.setup.seats)]
    while match.decision is not None:
        seat = match.seat
        imagined = match.imagine(seat, len(match.moves).to_bytes(32, "big"))
        match.play(players[seat].choose(match.game, imagined, seat), seat)


@each_match
def test_a_saved_match_loads_at_the_position_where_it_was_left(database: Path, saved: SavedMatch) -> None:
    session, loaded = load(database, saved.id)
    assert (loaded.snapshot.n if loaded.snapshot is not None else 0) == saved.snapshot
    assert (session.n, len(session.match.moves), session.move) == (
        saved.entries,
        saved.moves,
        saved.visible_moves,
    )
    assert list(session.pending) == saved.pending
    assert session.match.digest() == saved.digest


@each_match
def test_the_entries_of_a_saved_match_alone_lead_to_the_same_position(database: Path, saved: SavedMatch) -> None:
    session, _ = load(database, saved.id, with_snapshot=False)
    assert (session.n, session.move, list(session.pending)) == (saved.entries, saved.visible_moves, saved.pending)
    assert session.match.digest() == saved.digest


@each_match
def test_a_saved_match_can_be_played_to_its_end(database: Path, saved: SavedMatch) -> None:
    session, loaded = load(database, saved.id)
    match = session.match
    play_to_the_end(match)
    assert match.result is not None
    assert len(match.moves) >= saved.moves
    if loaded.row.kind == PLAYED:
        check = replay.verify_record(match.record(), [])
        assert (check.alarm, check.moves) == (False, match.move_count), check.headline


@pytest.mark.parametrize("saved", [saved for saved in UNCHANGED if saved.record], ids=lambda saved: saved.name)
def test_the_record_of_a_saved_match_has_not_changed(database: Path, saved: SavedMatch) -> None:
    record = replay.match_record(history(database, saved.id))
    assert hashlib.sha256(record.encode()).hexdigest() == saved.record


@pytest.mark.parametrize("saved", [saved for saved in UNCHANGED if not saved.pending], ids=lambda saved: saved.name)
def test_the_record_of_a_finished_match_verifies(database: Path, saved: SavedMatch) -> None:
    check = replay.verify_record(replay.match_record(history(database, saved.id)), [])
    assert (check.alarm, check.moves) == (False, saved.visible_moves), check.headline
    assert check.verdicts[2].sentence.startswith("No server signed this record")


@pytest.mark.parametrize("game", ["benhur", "chariot", "magic", "races", "wheelie"])
def test_names_chat_notes_and_clock_of_a_match_are_still_there(database: Path, game: str) -> None:
    loaded = read_match(database, BY_NAME[game].id)
    assert loaded.row.players[0].name == f"The {game} player"
    assert loaded.chat[0].text == f"Good luck at {game}!"
    assert loaded.notes == {0: f"A plan for {game}."}
    assert loaded.row.clock == wire.Limits(60, 600)
    assert {entry.kind for entry in asyncio.run(all_entries(database, BY_NAME[game].id))} == {"move", "undo", "seat"}


async def all_entries(database: Path, id: str) -> list[JournalEntry]:
    """Return every entry of a match."""
    store = await Store.open(database)
    entries = await store.entries(id)
    await store.close()
    return entries


def test_moves_made_when_time_ran_out_and_the_reserve_they_used_are_still_there(database: Path) -> None:
    id = BY_NAME["late"].id
    loaded = read_match(database, id)
    assert loaded.used_ms == {0: 1000, 1: 0}
    assert [entry.how for entry in asyncio.run(all_entries(database, id))].count(LATE) == 2
    assert [text for _, text in history(database, id).notes] == ["Red ran out of time."] * 2


@async_test
async def test_an_old_seat_key_still_opens_its_seat_and_play_continues(database: Path, workers: Workers) -> None:
    async with open_rooms(workers, database) as rooms:
        row = await rooms.row(BY_NAME["wheelie"].id)
        client = await join(rooms, row.id, SEAT_KEYS)
        assert client.connection.seats == (0, 1)
        session = client.room.session
        answer = await client.play(session.match.proposals()[0].text, seat=0, n=session.visible_n([0, 1]))
        assert answer["type"] == "done"
    async with open_rooms(workers, database) as rooms:
        room = await rooms.get(row.id)
        assert room.session.n > BY_NAME["wheelie"].entries


@async_test
async def test_a_campaign_in_progress_continues(database: Path, workers: Workers) -> None:
    store = await Store.open(database)
    async with open_rooms(workers, database) as rooms:
        campaigns = Campaigns(store, workers, SeatKeys(SECRET, CAMPAIGN_SALT), all_games(), rooms, DeviceCodes())
        row = await store.campaign(CAMPAIGN_ID)
        assert row is not None
        host = SeatKeys(SECRET, CAMPAIGN_SALT).issue(row.id, HOST, row.host_nonce)
        view = await campaigns.view(row.id, [host])
        assert view.access.host
        assert [game.match for game in view.campaign.games] == [BY_NAME["campaign game 1"].id]
        assert (await campaigns.play(row.id, [host])).id == BY_NAME["campaign game 2"].id
        await campaigns.close()
    await store.close()


def test_an_old_database_gets_the_tables_and_indexes_of_a_new_one(database: Path, tmp_path: Path) -> None:
    def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
        with contextlib.closing(sqlite3.connect(path)) as file:
            names = [name for (name,) in file.execute("SELECT name FROM sqlite_master")]
            columns = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)'
            return {name: sorted(file.execute(columns, (name,))) for name in names}

    async def open_and_close(path: Path) -> None:
        await (await Store.open(path)).close()

    asyncio.run(open_and_close(tmp_path / "new.sqlite"))
    assert "server" not in tables(database)
    asyncio.run(open_and_close(database))
    assert tables(database) == tables(tmp_path / "new.sqlite")


def test_the_status_of_an_old_experiment_is_read(tmp_path: Path) -> None:
    id = "benhur-0123456789ab"
    saved = {"id": id, "title": "Who wins?", "game": "benhur", "state": "running", "cells": 1, "most": 40}
    saved |= {"created": 1, "touched": 2, "played": 30, "kept": 20, "cells_done": 0, "seconds": 1.5, "rate": 9.0}
    saved |= {"rows": [], "problem": "", "table": ""}
    (tmp_path / id).mkdir()
    (tmp_path / id / "status.json").write_text(json.dumps(saved), encoding="utf-8")
    status = load_statuses(tmp_path)[id]
    assert (status.title, status.state, status.played, status.most, status.touched) == (
        "Who wins?",
        "stopped",
        20,
        40,
        2,
    )
    assert saved.keys() <= asdict(status).keys()
    assert (status.owner, status.answer) == ("", []), "what an earlier version did not save"
