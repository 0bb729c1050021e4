"""Replay: frames of past moves, the log, the summary, records and branches."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.dice import seed_from
from hippodrome.kit.record import RecordError
from hippodrome.server import wire
from hippodrome.server.live import frames
from hippodrome.server.workers import replay


def history_of(match: hd.Match, id: str = "race") -> replay.MatchHistory:
    moves = [(move.seat, move.action.text) for move in match.moves]
    return replay.MatchHistory(id, match.setup.json(), match.first_dice.pack(), None, moves)


def played_match(seed: int = 5, moves: int = 10_000) -> hd.Match:
    match = hd.new("benhur", "circus", seats=3, seed=seed, options={"laps": 1})
    while match.decision is not None and len(match.moves) < moves:
        match.play(match.proposals()[0])
    return match


def test_a_replayed_frame_equals_the_frame_seen_at_the_time() -> None:
    match = hd.new("benhur", "circus", seats=3, seed=5, options={"tricks": 0})
    seen: list[tuple[str, list[wire.Line]]] = []
    since = 0
    for move in range(60):
        frame, _ = frames.make_frame(match, n=move, move=move, viewer=1, since=since, with_decision=False)
        seen.append((frame.description, frame.lines))
        since = len(match.events)
        match.play(match.proposals()[0])
    history = history_of(match)
    for move in (0, 59, 17, 18, 3):
        again = replay.frame_at(history, move, 1)
        assert isinstance(again, wire.Frame)
        assert (again.description, again.lines) == seen[move]
        assert again.move == move
        assert again.scene.complete
        assert again.ask is None
        assert replay.frame_of_packed(replay.pack_history(history), move, 1) == again


def test_the_full_log_is_the_lines_of_all_frames() -> None:
    history = history_of(played_match(moves=80))
    whole = replay.full_log(history, 0)
    frames_of_moves = [replay.frame_at(history, move, 0) for move in range(whole.move + 1)]
    assert whole.move < 80, "the test needs a secret pass, which is not counted"
    single = [line for frame in frames_of_moves if isinstance(frame, wire.Frame) for line in frame.lines]
    assert whole.lines == single


def test_an_undone_move_is_not_replayed() -> None:
    match = hd.new("drill", seed=5)
    for action in ("place 30 80", "place 200 30", "drive 1000"):
        match.play(action)
    before = replay.full_log(history_of(match), 0)
    match.undo()
    match.play("drive 2000")
    after = replay.full_log(history_of(match), 0)
    assert (before.move, after.move) == (3, 3)
    assert before.lines[:-1] == after.lines[:-1]
    assert before.lines[-1] != after.lines[-1]


def test_the_summary_counts_dice_and_events() -> None:
    match = played_match()
    end = replay.match_summary(history_of(match))
    assert match.result is not None
    assert end.places == list(match.result.places)
    assert end.commitment == match.commitment
    assert len(end.seed) == 64
    assert sum(seat.dice for seat in end.seats) <= end.dice
    assert all(1 <= seat.mean <= 6 for seat in end.seats if seat.dice)
    assert sum(sum(seat.counts.values()) for seat in end.seats) > 0
    with pytest.raises(ValueError, match="not over"):
        replay.match_summary(history_of(played_match(moves=5), "other"))


def test_verification_names_the_first_wrong_line() -> None:
    text = replay.match_record(history_of(played_match()))
    good = replay.verify_record(text, [])
    assert not good.alarm
    assert good.result
    assert good.seed
    rows = text.splitlines()
    index = next(number for number, row in enumerate(rows) if row.startswith("20 seat"))
    rows[index] = rows[index].replace("digest ", "digest f")[: len(rows[index])]
    bad = replay.verify_record("\n".join(rows), [])
    assert bad.alarm
    assert bad.line == index + 1
    assert replay.verify_record("nonsense", []).line == 1


def test_a_record_is_converted_to_a_history() -> None:
    match = played_match()
    history = replay.history_from_record(replay.match_record(history_of(match)), "imported")
    assert history.moves == [(move.seat, move.action.text) for move in match.moves]
    assert replay.match_summary(history).places == replay.match_summary(history_of(match)).places
    with pytest.raises(RecordError, match="line 1"):
        replay.history_from_record("nonsense", "x")


def test_a_branch_of_a_match_in_progress_reveals_nothing_hidden_from_its_viewer() -> None:
    match = hd.new("benhur", "circus", seats=4, seed=11, options={"tricks": 2})
    for _ in range(12):
        match.play(match.proposals()[0])
    history = history_of(match, "secret")
    last = replay.full_log(history, 0).move
    hands = []
    for number in range(8):
        base = replay.branch_position(history, last, 0, seed_from(number))
        branch = replay.start_match(history.setup, match.first_dice.pack(), base)
        assert branch.view(0).table["chariots"] == match.view(0).table["chariots"]
        hands.append(str([branch.view(seat).table["chariots"][seat]["hand"] for seat in range(1, 4)]))
    assert len(set(hands)) > 1


def test_a_branch_of_a_finished_match_continues_from_the_real_position_with_new_dice() -> None:
    match = played_match()
    history = history_of(match, "done")
    assert replay.branch_position(history, 9999, -1, seed_from(99)) == replay.full_log(history, -1).move
    base = replay.branch_position(history, 40, -1, seed_from(99))
    branch = replay.start_match(history.setup, match.first_dice.pack(), base)
    assert branch.digest() == replay.replay_to_move(history, 40).match.digest()
    while branch.decision is not None:
        branch.play(branch.proposals()[0])
    assert branch.result is not None
