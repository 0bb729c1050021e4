"""Verification with the library: three verdicts, and no forgery is vouched for."""

from __future__ import annotations

import pytest

import hippodrome as hd
from tests.records import golden
from tests.verification.forgeries import FORGERIES, NOT_VALID, NOT_VERIFIED, finished_match, record


def statuses(check: hd.Verification) -> list[str]:
    """Return the status of each verdict."""
    return [verdict.status for verdict in check.verdicts]


def test_a_record_of_the_library_has_legal_moves_and_dice_of_its_seed_but_no_signature() -> None:
    check = hd.verify(record())
    assert [verdict.name for verdict in check.verdicts] == ["Moves", "Dice", "Commitment"]
    assert statuses(check) == ["proved", "proved", "not proved"]
    assert check.headline == "Moves legal; dice match the seed; time of the commitment not proved"
    assert not check.alarm
    assert not check.is_proved
    assert check.verdicts[2].sentence.startswith("No server signed this record")
    assert (check.line, check.moves, check.over) == (0, len(finished_match().moves), True)
    assert check.commitment == finished_match().commitment


@pytest.mark.parametrize("name", NOT_VERIFIED)
def test_dice_without_a_seed_that_matches_the_commitment_are_not_verified(name: str) -> None:
    check = hd.verify(NOT_VERIFIED[name]())
    assert check.headline == "Moves legal; dice NOT verified"
    assert statuses(check) == ["proved", "not proved", "not proved"]
    assert check.alarm
    assert check.verdicts[1].alarm
    assert check.verdicts[1].sentence.startswith(f"Line {check.line}: ")
    assert check.verdicts[1].sentence.endswith("The dice may have been chosen.")
    assert check.seed == ""


@pytest.mark.parametrize("name", NOT_VALID)
def test_a_record_that_contradicts_itself_is_not_valid(name: str) -> None:
    check = hd.verify(NOT_VALID[name]())
    assert check.headline == "Record NOT valid; nothing is verified"
    assert statuses(check) == ["not proved"] * 3
    assert check.alarm
    assert check.verdicts[0].sentence.startswith(f"Line {check.line}: ")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_not_replayed(name: str) -> None:
    if name == "scripted dice":  # a valid record, though not one of committed dice
        assert hd.replay(FORGERIES[name]()).commitment == ""
        return
    with pytest.raises(hd.RecordError, match=r"^line "):
        hd.replay(FORGERIES[name]())


def test_the_dice_of_a_match_in_progress_cannot_be_verified_yet() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4)
    for _ in range(12):
        match.play(match.proposals()[0])
    check = hd.verify(match.record())
    assert check.headline == "Moves legal so far; dice not verifiable yet"
    assert statuses(check) == ["proved", "not proved", "not proved"]
    assert not check.alarm
    assert "the seed stays secret until the match is over" in check.verdicts[1].sentence
    saved = hd.verify(match.record(with_seed=True))
    assert saved.headline == "Moves legal so far; dice match the seed; time of the commitment not proved"
    assert statuses(saved) == ["proved", "proved", "not proved"]


@pytest.mark.parametrize("name", ["benhur-arena", "drill-yard", "magic-ford"])
def test_golden_records_have_legal_moves_and_dice_of_their_seed(name: str) -> None:
    check = hd.verify(golden.read(golden.record_file(name)))
    assert statuses(check) == ["proved", "proved", "not proved"]
    assert not check.alarm
