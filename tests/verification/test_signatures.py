"""Signed records: what a genuine one proves, and that no forgery of one is vouched for, with library and terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hippodrome as hd
from hippodrome.cli import app
from tests.verification.forgeries import finished_match
from tests.verification.signed_forgeries import (
    FORGERS_KEY,
    NOT_PROVED,
    PROVED_HEADLINE,
    SERVER_KEY,
    SIGNATURE_NOT_VALID,
    SIGNED_FORGERIES,
    SIGNED_NOT_VALID,
    SIGNED_NOT_VERIFIED,
    genuine_record,
    signed_record,
)

KEY = SERVER_KEY.public.digits


def statuses(check: hd.Verification) -> list[str]:
    """Return the status of each verdict."""
    return [verdict.status for verdict in check.verdicts]


def test_a_signed_record_is_proved_with_the_key_of_its_server() -> None:
    check = hd.verify(genuine_record(), keys=[KEY])
    assert check.headline == PROVED_HEADLINE
    assert check.is_proved
    assert check.verdicts[2].sentence == (
        "Committed 14:02:11 UTC on 3 May 2026, before the first roll; first move 14:02:40 UTC. "
        f"Signed by the server with key {SERVER_KEY.public.id}."
    )


def test_keys_can_be_given_as_the_server_publishes_them() -> None:
    keys = {"keys": [{"public_key": FORGERS_KEY.public.digits}, {"public_key": KEY}]}
    assert hd.verify(genuine_record(), keys=json.dumps(keys)).is_proved
    assert hd.verify(genuine_record(), keys=f"{KEY}\n").is_proved
    for broken in ("{}", '{"keys": 3}', '{"keys": [{"public_key": "12"}]}', "12", "{"):
        with pytest.raises(ValueError, match="key"):
            hd.verify(genuine_record(), keys=broken)


def test_without_the_key_of_its_server_the_time_is_not_proved() -> None:
    for keys in ([], [FORGERS_KEY.public.digits]):
        check = hd.verify(genuine_record(), keys)
        assert check.headline == "Moves legal; dice match the seed; time of the commitment not proved"
        assert not check.alarm
        assert "/.well-known/hippodrome-keys.json" in check.verdicts[2].sentence


def test_a_commitment_signed_after_the_first_move_is_an_alarm() -> None:
    late = signed_record(finished_match(), committed="2026-05-03T14:02:41Z")
    check = hd.verify(late, [KEY])
    assert check.headline == "Moves legal; signature NOT valid"
    assert "times of commitment and first move do not fit" in check.verdicts[2].sentence
    assert not hd.verify(signed_record(finished_match(), first_move="2026-02-30T14:02:40Z"), [KEY]).is_proved


def test_two_keys_of_one_record_are_both_named() -> None:
    lines = genuine_record().splitlines()[:-1]
    text = "\n".join(
        [*lines, FORGERS_KEY.signed_line("Hippodrome finished record", lines, "signed", "2026-05-03T15:00:00Z"), ""]
    )
    check = hd.verify(text, [KEY, FORGERS_KEY.public.digits])
    assert check.is_proved
    assert check.verdicts[2].sentence.endswith(f"with key {SERVER_KEY.public.id} and key {FORGERS_KEY.public.id}.")


def test_a_replayed_match_keeps_its_signatures() -> None:
    assert hd.replay(genuine_record()).record() == genuine_record()


@pytest.mark.parametrize("name", SIGNED_NOT_VERIFIED)
def test_signatures_do_not_vouch_for_dice_without_their_seed(name: str) -> None:
    check = hd.verify(SIGNED_NOT_VERIFIED[name](genuine_record()), [KEY])
    assert check.headline == "Moves legal; dice NOT verified"
    assert statuses(check) == ["proved", "not proved", "not proved"]
    assert check.verdicts[1].alarm


@pytest.mark.parametrize("name", SIGNATURE_NOT_VALID)
def test_a_signature_that_does_not_fit_is_an_alarm(name: str) -> None:
    check = hd.verify(SIGNATURE_NOT_VALID[name](genuine_record()), [KEY])
    assert check.headline in ("Moves legal; signature NOT valid", "Moves legal so far; signature NOT valid")
    assert statuses(check) == ["proved", "proved", "not proved"]
    assert check.verdicts[2].alarm


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_record_without_a_known_signature_is_not_proved(name: str) -> None:
    check = hd.verify(NOT_PROVED[name](genuine_record()), [KEY])
    assert "not proved" in check.headline or "not verifiable yet" in check.headline
    assert check.verdicts[2].status == "not proved"
    assert not check.alarm


@pytest.mark.parametrize("name", SIGNED_NOT_VALID)
def test_a_signed_record_that_contradicts_itself_is_not_valid(name: str) -> None:
    check = hd.verify(SIGNED_NOT_VALID[name](genuine_record()), [KEY])
    assert check.headline == "Record NOT valid; nothing is verified"
    assert statuses(check) == ["not proved"] * 3


# -------------------------------------------------------------------- in the terminal


def run_verify(folder: Path, text: str, *arguments: str) -> tuple[int, list[str]]:
    """Verify a record with the command; return the exit code and the lines."""
    file = folder / "match.record"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["verify", str(file), *arguments])
    return result.exit_code, result.stdout.splitlines()


@pytest.mark.parametrize("name", ["genuine", *SIGNED_FORGERIES])
def test_the_command_shows_the_words_of_the_library(tmp_path: Path, name: str) -> None:
    text = SIGNED_FORGERIES[name](genuine_record()) if name != "genuine" else genuine_record()
    check = hd.verify(text, [KEY])
    code, lines = run_verify(tmp_path, text, "--key", KEY)
    assert code == (1 if check.alarm else 0)
    assert lines[0].endswith(f": {check.headline}")
    assert (PROVED_HEADLINE in lines[0]) == (name == "genuine")
    for line, verdict in zip(lines[1:4], check.verdicts, strict=True):
        assert line == f"  {verdict.name:<10}  {verdict.status:<10}  {verdict.sentence}"


def test_the_command_reads_keys_from_files(tmp_path: Path) -> None:
    published, plain = tmp_path / "keys.json", tmp_path / "key.txt"
    published.write_text(json.dumps({"keys": [{"public_key": KEY}]}), encoding="utf-8")
    plain.write_text(f"{KEY}\n", encoding="utf-8")
    for file in (published, plain):
        _, lines = run_verify(tmp_path, genuine_record(), "--key", FORGERS_KEY.public.digits, "--key", str(file))
        assert PROVED_HEADLINE in lines[0]
    _, lines = run_verify(tmp_path, genuine_record())
    assert "time of the commitment not proved" in lines[0]
