"""Matches and records for tests of the terminal."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.screens import Screen


def played(match: hd.Match, moves: int, level: str = "driver") -> hd.Match:
    """The match after so many moves of programs, or at its end."""
    seats = [Seat(number, level) for number in range(match.setup.seats)]
    table = MatchLoop(match, seats, Silent())
    while match.decision is not None and len(match.moves) < moves:
        forced = match.only_action()
        if forced is not None:
            match.play(forced)
        else:
            table.program(seats[match.seat])
    return match


@cache
def first_seed(scenario: str = "arena", seats: int = 4, tricks: int = 1) -> int:
    """A seed with which Red picks a lane first and, in the first turn of the race, has 3 squares or more to move."""
    for seed in range(1000):
        match = hd.new("benhur", scenario, seats=seats, seed=seed, options={"tricks": tricks, "laps": 1})
        if match.seat != 0:
            continue
        while match.decision is not None and match.decision.name != "NextStep":
            match.play(match.proposals()[0])
        if match.seat == 0 and match.view().table["points"] >= 3 and len(match.moves) == seats + 1:
            return seed
    raise AssertionError("there is no such seed")


class Silent(Screen):
    """A screen on which nothing is shown."""

    def __init__(self) -> None:
        pass

    def moved(self, draw: object) -> None:
        """Not shown."""


def finished(path: Path, scenario: str = "arena", seats: int = 3, seed: int = 4) -> Path:
    """The record of a finished race in a file."""
    match = played(hd.new("benhur", scenario, seats=seats, seed=seed, options={"laps": 1}), 10_000)
    path.write_text(match.record(), encoding="utf-8")
    return path
