"""Every real game under a raised version: saved matches continue, whatever their state, and so does an old database."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.catalogue import all_games
from hippodrome.kit.match import Match
from hippodrome.kit.record import OtherRulesError
from hippodrome.server.live.rooms import MatchSpec, Rooms
from hippodrome.server.services.campaigns import Campaigns
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, HOST, SeatKeys
from hippodrome.server.storage.progress_rows import LoggedLine
from hippodrome.server.storage.rows import CHOSEN, PLAYED
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay, rules_upgrade
from hippodrome.server.workers.move_results import replayed_results
from tests.other_rules import same_rules_as_version
from tests.records import golden
from tests.server.inline_workers import InlineWorkers
from tests.server.room_client import PERSON, SECRET, async_test, open_rooms
from tests.server.storage.test_old_database import BY_NAME, CAMPAIGN_ID, DATABASE, MATCHES, SavedMatch, game_of

GAMES = ["benhur", "chariot", "magic", "races", "wheelie"]
GOLDEN = ["benhur-arena", "chariot-tabal", "magic-battle", "races-oval", "wheelie-duel", "pig-blind"]
MOVES = 60


def may_read(line: LoggedLine, viewer: int) -> bool:
    """Return whether a viewer may read a saved line."""
    return line.viewers is None or viewer in line.viewers


@pytest.mark.parametrize("name", GOLDEN)
def test_saved_lines_are_those_of_the_log_for_every_viewer(name: str) -> None:
    history = replay.history_from_record(golden.read(golden.record_file(name)), name)
    results = replayed_results(history)
    for viewer in range(-1, int(history.setup["seats"])):
        saved = [
            (result.move, line.text, line.rule, line.seat, line.dice, line.merge_key, line.highlight)
            for result in results
            for line in result.lines
            if may_read(line, viewer)
        ]
        shown = replay.full_log(history, viewer).lines
        assert saved == [
            (line.move, line.text, line.rule, line.seat, line.dice, line.merge_key, line.highlight) for line in shown
        ]


@pytest.mark.parametrize("name", GOLDEN)
def test_saved_dice_and_digests_are_those_of_the_record(name: str) -> None:
    text = golden.read(golden.record_file(name))
    results = replayed_results(replay.history_from_record(text, name))
    lines = [line for line in text.splitlines() if " digest " in line]
    assert [f"dice {result.dice} digest {result.digest}" for result in results] == [
        line[line.rindex("dice ") :] for line in lines
    ]


async def begin(rooms: Rooms, game: str, until_undoable: bool) -> str:
    """Start a match and play it for all seats, until its last move can be undone if wanted; return its id."""
    rules = all_games()[game]
    scenario = rules.scenarios()[0]
    seats = [PERSON] * scenario.default_seats  # a bot would move between the copies of the test
    created = await rooms.create(MatchSpec(game, scenario.slug, {}, seats, seed=5))
    room = await rooms.get(created.id)
    session = room.session
    players = [bots.make("random", rules, seat) for seat in range(scenario.default_seats)]
    for number in range(10 * MOVES):
        if session.is_over or (number >= MOVES and (not until_undoable or not session.match.undo_refusal)):
            break
        seat = session.match.seat
        imagined = session.match.imagine(seat, number.to_bytes(32, "big"))
        change = session.play(seat, players[seat].choose(rules, imagined, seat), CHOSEN)
        await room._commit(change)
    return created.id


def finish(match: Match) -> int:
    """Let random bots finish a match; return the number of their moves, without silent answers."""
    first = len(match.moves)
    players = [bots.make("random", match.game, seat) for seat in range(match.setup.seats)]
    while match.decision is not None:
        seat = match.seat
        imagined = match.imagine(seat, len(match.moves).to_bytes(32, "big"))
        match.play(players[seat].choose(match.game, imagined, seat), seat)
    return sum(not move.is_silent for move in match.moves[first:])


@pytest.mark.parametrize("is_replayable", [True, False])
@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_match_continues_under_the_next_version(
    game: str, is_replayable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, killed = tmp_path / "matches.sqlite", tmp_path / "killed.sqlite"
    async with open_rooms(InlineWorkers(1), file) as rooms:
        id = await begin(rooms, game, until_undoable=is_replayable)
        session = (await rooms.get(id)).session
        digest, log = session.match.digest(), (await rooms.full_log(id, 0)).lines
        pending = list(session.pending)
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", f"{killed}{suffix}")
    if not is_replayable:  # as if the rules had changed
        monkeypatch.setattr(rules_upgrade, "_replays", lambda *args: False)
    version = all_games()[game].version + 1
    with same_rules_as_version(game, version):
        async with open_rooms(InlineWorkers(1), killed) as rooms:
            session = (await rooms.get(id)).session
            assert session.match.digest() == digest
            assert list(session.pending) == pending
            shown = (await rooms.full_log(id, 0)).lines
            assert [line.text for line in shown[: len(log)]] == [line.text for line in log]
            assert f"From here on: rules {version} of {session.match.game.title}." in [line.text for line in shown]
            assert (session.changes[-1].start is None) == is_replayable
            visible = session.move + finish(session.match)
            record = session.match.record()
            check = hd.verify(record)
            assert (check.alarm, check.moves) == (False, visible), check
            assert check.verdicts[0].proved, "the rules are the same, so all moves can be executed"
            assert hd.replay(record).record() == record


@pytest.mark.parametrize("saved", MATCHES, ids=[saved.name for saved in MATCHES])
@async_test
async def test_a_match_of_the_old_database_continues_under_newer_rules(saved: SavedMatch, tmp_path: Path) -> None:
    file, game = Path(shutil.copy(DATABASE, tmp_path / "matches.sqlite")), game_of(saved)
    present = all_games()[game].version
    version = max(present, 2)
    with same_rules_as_version(game, version):
        async with open_rooms(InlineWorkers(1), file) as rooms:
            session = (await rooms.get(saved.id)).session
            assert (session.move, list(session.pending)) == (saved.visible_moves, saved.pending)
            if present == 1:
                assert session.match.digest() == saved.digest
            assert (session.row.version, session.row.rules_version) == (1, version)
            log = [line.text for line in (await rooms.full_log(saved.id, -1)).lines]
            assert (f"From here on: rules {version} of {session.match.game.title}." in log) == bool(saved.pending)
            visible = session.move + finish(session.match)
            if session.row.kind == PLAYED:
                check = hd.verify(session.match.record())
                if "not re-executed" in check.headline:  # then nothing tells which of the earlier moves were silent
                    visible += saved.moves - saved.visible_moves
                assert (check.alarm, check.moves) == (False, visible), check


@async_test
async def test_a_campaign_of_the_old_database_continues_under_the_next_version(tmp_path: Path) -> None:
    file = Path(shutil.copy(DATABASE, tmp_path / "matches.sqlite"))
    with same_rules_as_version("wheelie", 2):
        store, workers = await Store.open(file), InlineWorkers(1)
        async with open_rooms(workers, file) as rooms:
            campaigns = Campaigns(store, workers, SeatKeys(SECRET, CAMPAIGN_SALT), all_games(), rooms, DeviceCodes())
            row = await store.campaign(CAMPAIGN_ID)
            assert row is not None
            host = SeatKeys(SECRET, CAMPAIGN_SALT).issue(row.id, HOST, row.host_nonce)
            assert (await campaigns.play(row.id, [host])).id == BY_NAME["campaign game 2"].id
            assert (await rooms.get(row.current_match)).session.row.rules_version == 2
            await campaigns.close()
        await store.close()


def test_a_golden_record_under_a_raised_version_is_read_and_written_as_before() -> None:
    text = golden.read(golden.record_file("benhur-arena"))
    with same_rules_as_version("benhur", 2):
        try:
            assert hd.replay(text).record() == text
        except OtherRulesError:
            pytest.fail("the rules are the same")
        assert hd.verify(text).verdicts[0].proved


def test_the_store_answers_for_a_match_without_results(tmp_path: Path) -> None:
    async def read() -> None:
        store = await Store.open(Path(shutil.copy(DATABASE, tmp_path / "matches.sqlite")))
        assert await store.move_log(MATCHES[0].id) == []
        assert await store.rules_changes(MATCHES[0].id) == []
        await store.close()

    asyncio.run(read())
