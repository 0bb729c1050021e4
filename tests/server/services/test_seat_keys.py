"""Keys of seats: who may sit where, and who may not."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer

from hippodrome.catalogue import all_games
from hippodrome.server.services.match_factory import MatchSpec, SeatSpec, new_match
from hippodrome.server.services.seat_keys import HOST, Key, SeatAccess, SeatKeys, new_id, read_secret
from hippodrome.server.storage.rows import MatchRow

KEYS = SeatKeys("the secret")


def table() -> MatchRow:
    """Two people and nobody else."""
    return new_match(MatchSpec("pig", "plain", {}, [SeatSpec(True), SeatSpec(True)]), all_games())


def test_a_key_says_match_seat_and_nonce() -> None:
    assert KEYS.read(KEYS.issue("abc", 1, "nonce")) == Key("abc", 1, "nonce")


@given(st.text())
def test_nonsense_is_no_key(text: str) -> None:
    assert KEYS.read(text) is None


def test_a_key_of_another_secret_is_none() -> None:
    assert KEYS.read(SeatKeys("another secret").issue("abc", 1, "nonce")) is None


def test_a_changed_key_is_none() -> None:
    key = KEYS.issue("abc", 1, "nonce")
    forged = KEYS.issue("abc", 0, "nonce").partition(".")[0] + "." + key.partition(".")[2]
    assert KEYS.read(forged) is None


def test_a_signed_text_that_is_not_a_key_is_none() -> None:
    signer = URLSafeSerializer("the secret", salt="hippodrome seat")
    assert KEYS.read(str(signer.dumps(["abc", 1, "nonce"]))) == Key("abc", 1, "nonce")
    wrong: list[object] = [{}, [], ["abc"], ["abc", "1", "nonce"], None, 7]
    for content in wrong:
        assert KEYS.read(str(signer.dumps(content))) is None


def test_keys_open_the_seats_of_their_own_table() -> None:
    row = table()
    mine = [KEYS.issue(row.id, seat, row.players[seat].nonce) for seat in (1, 0)]
    assert KEYS.access(row, []) == SeatAccess((), False, False)
    assert KEYS.access(row, mine) == SeatAccess((0, 1), False, False)
    assert KEYS.access(row, [KEYS.issue(row.id, HOST, row.host_nonce)]) == SeatAccess((), True, False)


def test_a_key_that_was_cancelled_or_is_for_another_table_opens_nothing() -> None:
    row, other = table(), table()
    key = KEYS.issue(row.id, 0, row.players[0].nonce)
    assert KEYS.access(other, [key]) == SeatAccess((), False, True)
    row.players[0].nonce = "another"
    assert KEYS.access(row, [key]) == SeatAccess((), False, True)
    assert KEYS.access(row, [KEYS.issue(row.id, 7, "x"), KEYS.issue(row.id, -2, "x")]) == SeatAccess((), False, True)


def test_keys_are_sorted_by_their_match() -> None:
    one, two, three = KEYS.issue("one", 0, "a"), KEYS.issue("two", 0, "b"), KEYS.issue("one", 1, "c")
    assert KEYS.by_match([one, two, "nonsense", three]) == {"one": [one, three], "two": [two]}


def test_names_of_matches_are_short_and_never_the_same() -> None:
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 10 and not set(name) & set("01ilo") for name in names)


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPODROME_SECRET", raising=False)
    folder = tmp_path / "new"
    secret = read_secret(folder)
    assert len(secret) > 30
    assert read_secret(folder) == secret
    assert [path.name for path in folder.iterdir()] == ["secret"]
    if os.name == "posix":
        assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_the_environment_may_name_the_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPPODROME_SECRET", "from outside")
    assert read_secret(tmp_path) == "from outside"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPODROME_SECRET", raising=False)
    (tmp_path / "secret").write_text("\n")
    with pytest.raises(ValueError, match="is empty"):
        read_secret(tmp_path)
