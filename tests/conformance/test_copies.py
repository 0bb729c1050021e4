"""Copies: snapshots contain the whole match, and clones are independent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.kit.state import State
from hippodrome.lab import property_checks
from tests.conformance.random_matches import Case, cases, decisions, every_case, finished_match

REPLAY = """
import sys
import hippodrome as hd
from pathlib import Path
for path in sys.argv[1:]:
    match = hd.replay(Path(path).read_text(encoding="utf-8"))
    print(match.digest(), match.result, len(match.log()))
"""


@every_case
def test_a_snapshot_contains_the_whole_match(case: Case) -> None:
    for match in decisions(case):
        property_checks.check_snapshot_is_complete(match)


@every_case
def test_a_finished_match_can_be_saved_and_loaded(case: Case) -> None:
    match = finished_match(case)
    other = hd.load(match.snapshot())
    assert other.snapshot() == match.snapshot()
    assert other.decision is None
    assert other.result == match.result


@every_case
def test_a_clone_is_independent(case: Case) -> None:
    for match in decisions(case):
        property_checks.check_clone_is_independent(match)


@every_case
def test_no_later_move_changes_an_earlier_clone(case: Case) -> None:
    clones: list[tuple[State, str]] = []
    for number, match in enumerate(decisions(case)):
        clones.append((match.state.clone(), property_checks.state_text(match.state)))
        if number % 20 == 0:
            assert all(property_checks.state_text(clone) == text for clone, text in clones)
    assert all(property_checks.state_text(clone) == text for clone, text in clones)


@every_case
def test_a_clone_continues_with_the_same_dice(case: Case) -> None:
    match = next(decisions(case)).clone()
    other = match.clone()
    for _ in range(20):
        if match.decision:
            action = match.proposals()[-1]
            match.play(action)
            other.play(action)
    assert other.digest() == match.digest()
    assert other.record() == match.record()


@pytest.mark.parametrize(("hash_seed", "part"), [("1", "opening"), ("4242", "ending")])
def test_records_replay_to_the_same_digests_in_a_fresh_process(tmp_path: Path, hash_seed: str, part: str) -> None:
    paths, expected = [], []
    for case in {case.game: case for case in cases() if case.part == part}.values():
        match = finished_match(case)
        paths.append(tmp_path / f"{case}.record")
        paths[-1].write_text(match.record(), encoding="utf-8")
        expected.append(f"{match.digest()} {match.result} {len(match.log())}")
    done = subprocess.run(
        [sys.executable, "-c", REPLAY, *map(str, paths)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == expected, done.stderr
