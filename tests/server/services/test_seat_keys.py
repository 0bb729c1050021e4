"""Seat keys: signing, reading and access to seats; the server secret."""

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


def new_row() -> MatchRow:
    """Return the row of a match for two people."""
    return new_match(MatchSpec("pig", "plain", {}, [SeatSpec(True), SeatSpec(True)]), all_games())


def test_a_key_contains_match_seat_and_nonce() -> None:
    assert KEYS.read(KEYS.issue("abc", 1, "nonce")) == Key("abc", 1, "nonce")


@given(st.text())
def test_arbitrary_text_is_not_a_key(text: str) -> None:
    assert KEYS.read(text) is None


def test_a_key_signed_with_another_secret_is_rejected() -> None:
    assert KEYS.read(SeatKeys("another secret").issue("abc", 1, "nonce")) is None


def test_a_forged_key_is_rejected() -> None:
    key = KEYS.issue("abc", 1, "nonce")
    forged = KEYS.issue("abc", 0, "nonce").partition(".")[0] + "." + key.partition(".")[2]
    assert KEYS.read(forged) is None


def test_a_signed_text_that_is_not_a_key_is_rejected() -> None:
    signer = URLSafeSerializer("the secret", salt="hippodrome seat")
    assert KEYS.read(str(signer.dumps(["abc", 1, "nonce"]))) == Key("abc", 1, "nonce")
    wrong: list[object] = [{}, [], ["abc"], ["abc", "1", "nonce"], None, 7]
    for content in wrong:
        assert KEYS.read(str(signer.dumps(content))) is None


def test_few_of_the_texts_that_fit_into_a_request_need_their_signature_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    loads = KEYS._signer.loads

    def count(text: str) -> object:
        checked.append(text)
        return loads(text)

    monkeypatch.setattr(KEYS._signer, "loads", count)
    row, size = new_row(), 8000
    key = KEYS.issue(row.id, 0, row.players[0].nonce)
    for text in ("a.b", "x" * 12 + "." + "y" * 27, f"{key}x", key):
        texts = [text[:-1] + "abcdefghij"[number % 10] for number in range(size // (len(text) + 1))]
        assert KEYS.access(row, [*texts, key, key]).seats == (0,)
        KEYS.by_match([*texts, key, key])
    assert len(checked) <= 2 * 4 * (size // 41 + 1)
    checked.clear()
    KEYS.access(row, ["a.b"] * 2000)
    KEYS.access(row, [key] * 100)
    assert checked == [key]


def test_keys_give_access_to_the_seats_of_their_match() -> None:
    row = new_row()
    mine = [KEYS.issue(row.id, seat, row.players[seat].nonce) for seat in (1, 0)]
    assert KEYS.access(row, []) == SeatAccess((), False, False)
    assert KEYS.access(row, mine) == SeatAccess((0, 1), False, False)
    assert KEYS.access(row, [KEYS.issue(row.id, HOST, row.host_nonce)]) == SeatAccess((), True, False)


def test_a_revoked_key_or_a_key_of_another_match_gives_no_access() -> None:
    row, other = new_row(), new_row()
    key = KEYS.issue(row.id, 0, row.players[0].nonce)
    assert KEYS.access(other, [key]) == SeatAccess((), False, True)
    row.players[0].nonce = "another"
    assert KEYS.access(row, [key]) == SeatAccess((), False, True)
    assert KEYS.access(row, [KEYS.issue(row.id, 7, "x"), KEYS.issue(row.id, -2, "x")]) == SeatAccess((), False, True)


def test_keys_are_grouped_by_match() -> None:
    one, two, three = KEYS.issue("one", 0, "a"), KEYS.issue("two", 0, "b"), KEYS.issue("one", 1, "c")
    assert KEYS.by_match([one, two, "nonsense", three]) == {"one": [one, three], "two": [two]}


def test_match_ids_are_short_and_unique() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(id) == 10 and not set(id) & set("01ilo") for id in ids)


def test_the_secret_is_created_once_and_readable_only_by_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HIPPODROME_SECRET", raising=False)
    folder = tmp_path / "new"
    secret = read_secret(folder)
    assert len(secret) > 30
    assert read_secret(folder) == secret
    assert [path.name for path in folder.iterdir()] == ["secret"]
    if os.name == "posix":
        assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_the_environment_variable_overrides_the_secret_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPPODROME_SECRET", "from outside")
    assert read_secret(tmp_path) == "from outside"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_secret_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPODROME_SECRET", raising=False)
    (tmp_path / "secret").write_text("\n")
    with pytest.raises(ValueError, match="is empty"):
        read_secret(tmp_path)
