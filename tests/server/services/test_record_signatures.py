"""The signing key of a server and its published keys: files, environment, rotation and broken files."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from hippodrome.server.http import run
from hippodrome.server.services.record_signatures import KEY_VARIABLE, RecordSigner
from hippodrome.signatures import read_public_keys

DIGITS = "ab" * 32


@pytest.fixture(autouse=True)
def no_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)


def test_the_first_start_creates_a_key_that_only_its_owner_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    signer = RecordSigner.open(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["public-keys.json", "signing-key"]
    if os.name == "posix":
        assert stat.S_IMODE((folder / "signing-key").stat().st_mode) == 0o600
    again = RecordSigner.open(folder)
    assert (again.current_id, again.published) == (signer.current_id, signer.published)
    assert [key.digits for key in read_public_keys((folder / "public-keys.json").read_text())] == signer.public_keys


def test_a_key_file_that_others_may_read_is_restricted(tmp_path: Path) -> None:
    RecordSigner.open(tmp_path)
    (tmp_path / "signing-key").chmod(0o644)
    RecordSigner.open(tmp_path)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "signing-key").stat().st_mode) == 0o600


def test_a_new_key_leaves_the_old_one_published(tmp_path: Path) -> None:
    first = RecordSigner.open(tmp_path)
    (tmp_path / "signing-key").unlink()
    second = RecordSigner.open(tmp_path)
    assert second.current_id != first.current_id
    assert second.public_keys[:1] == first.public_keys
    assert [key.id for key in second.published] == [first.current_id, second.current_id]


def test_the_environment_variable_overrides_the_key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, DIGITS)
    signer = RecordSigner.open(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["public-keys.json"]
    monkeypatch.setenv(KEY_VARIABLE, DIGITS[:-1])
    with pytest.raises(ValueError, match=f"the variable {KEY_VARIABLE} does not hold a signing key; it must be 64"):
        RecordSigner.open(tmp_path)
    monkeypatch.delenv(KEY_VARIABLE)
    assert RecordSigner.open(tmp_path).public_keys[:1] == signer.public_keys


@pytest.mark.parametrize("content", [b"", b"\n", b"12\n", b"\xff\x00" * 32, DIGITS.encode() + b"0"])
def test_a_broken_key_file_is_reported_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "signing-key").write_bytes(content)
    with pytest.raises(run.ServeError, match=r"signing-key does not hold a signing key; restore it .* or delete it"):
        run.check_signing_key(tmp_path)
    assert (tmp_path / "signing-key").read_bytes() == content


@pytest.mark.parametrize(
    "content",
    ["", "{", "{}", "[]", '{"keys": 1}', '{"keys": [{"id": "x"}]}', "\xff",
     json.dumps({"keys": [{"id": "0" * 16, "public_key": DIGITS, "since": ""}]}),
     json.dumps({"keys": [{"id": "0" * 16, "public_key": "12", "since": ""}]})],
)  # fmt: skip
def test_a_broken_list_of_public_keys_is_reported_and_kept(tmp_path: Path, content: str) -> None:
    (tmp_path / "public-keys.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(run.ServeError, match=r"public-keys.json is not a list of public keys; restore it"):
        run.check_signing_key(tmp_path)
    assert (tmp_path / "public-keys.json").read_bytes() == content.encode("latin-1")


def test_a_key_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "signing-key").mkdir()
    with pytest.raises(run.ServeError, match="cannot sign records: "):
        run.check_signing_key(tmp_path)
