"""Transcripts: matches that differ only in hidden things send the same to everyone who may not know them.

HIPPODROME_TRANSCRIPT_PAIRS sets the number of pairs of matches per game.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from hippodrome.kit.compounds import CompoundRun
from hippodrome.kit.match import Match
from hippodrome.server.live import match_session
from hippodrome.server.live.room import Room
from hippodrome.server.live.viewers import Viewers
from tests.server.transcripts import difference

GAMES = ("benhur", "chariot", "magic", "races", "wheelie", "pig")
PAIRS = int(os.environ.get("HIPPODROME_TRANSCRIPT_PAIRS", "0"))
MOVES = 40


@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_nothing_that_others_receive(game: str) -> None:
    pairs = PAIRS or (8 if game == "benhur" else 2)
    results = [difference(game, number, MOVES) for number in range(pairs)]
    assert [(number, found) for number, (found, _) in enumerate(results) if found] == []
    if game == "benhur":
        assert any(was_asked for _, was_asked in results), "no pair differed in its secret questions"


def leak_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a wait only when a seat is asked."""
    monkeypatch.setattr(Match, "collect_pauses", lambda match: None)


def leak_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count every answer to a secret question."""
    monkeypatch.setattr(match_session, "is_silent", lambda state, text: False)


def leak_the_end_of_a_compound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a compound only where a seat is asked, not where one might be."""
    monkeypatch.setattr(CompoundRun, "_is_at_pause", lambda run: False)


def leak_to_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report every change to the lobby."""
    monkeypatch.setattr(Room, "_tell_lobby", lambda room: room._on_change(room.session.row))


def leak_earlier_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask a seat in secret without a wait before it."""
    monkeypatch.setattr(Viewers, "_waits", lambda viewers, session, change: change.pauses)


def leak_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send everyone a frame when a seat is asked in secret."""
    monkeypatch.setattr(Viewers, "_is_shown_next", lambda viewers, session, connection: True)


LEAKS = (
    leak_waits,
    leak_numbers,
    leak_the_end_of_a_compound,
    leak_to_the_lobby,
    leak_earlier_seats,
    leak_the_question,
)


@pytest.mark.parametrize("leak", LEAKS)
def test_the_comparison_finds_a_leak(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(difference("benhur", number, MOVES)[0] for number in range(30)), "the leak was not noticed"
