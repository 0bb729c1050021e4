"""Matches and records for the terminal tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.screens import Screen


class SilentScreen(Screen):
    """A screen that shows nothing."""

    def __init__(self) -> None:
        pass

    def show_move(self, content: object) -> None:
        """Show nothing."""


def play_with_bots(match: hd.Match, moves: int, level: str = "driver") -> hd.Match:
    """Play a match with bots until it has this many moves or is over, and return it."""
    seats = [Seat(number, level) for number in range(match.setup.seats)]
    loop = MatchLoop(match, seats, SilentScreen())
    while match.decision is not None and len(match.moves) < moves:
        forced = match.only_action()
        if forced is not None:
            match.play(forced)
        else:
            loop.play_bot(seats[match.seat])
    return match


@cache
def seed_with_red_first(scenario: str = "arena", seats: int = 4, tricks: int = 1) -> int:
    """Return a seed with which Red chooses a lane first, moves first in the race, and may move 3 squares or more."""
    for seed in range(1000):
        match = hd.new("benhur", scenario, seats=seats, seed=seed, options={"tricks": tricks, "laps": 1})
        if match.seat != 0:
            continue
        while match.decision is not None and match.decision.name != "NextStep":
            match.play(match.proposals()[0])
        if match.seat == 0 and match.view().table["points"] >= 3 and len(match.moves) == seats + 1:
            return seed
    raise AssertionError("there is no such seed")


def write_finished_race(path: Path, scenario: str = "arena", seats: int = 3, seed: int = 4) -> Path:
    """Write the record of a finished race to a file, and return its path."""
    match = play_with_bots(hd.new("benhur", scenario, seats=seats, seed=seed, options={"laps": 1}), 10_000)
    path.write_text(match.record(), encoding="utf-8")
    return path
