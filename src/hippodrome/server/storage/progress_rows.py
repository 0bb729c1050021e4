"""Saved results of moves, as plain data: what a match needs to continue under rules that cannot execute its past.

A journal has the moves alone; state, dice and log follow from executing them. Newer rules may give other results, or
reject a move. So every commit also saves the present state, and for each move its dice, its digest and its log lines.
"""

from __future__ import annotations

import msgspec

from hippodrome.kit.state import Json


class LoggedLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of the log, as `wire.Line`. `viewers` are the seats (-1: spectators) that may read it; None for all.

    A move that is shown because its log is not known has `is_move`: everyone may read it once the match is over.
    """

    text: str
    rule: str = ""
    seat: int = -1
    dice: list[int] = []
    merge_key: str = ""
    highlight: bool = False
    viewers: list[int] | None = None
    is_move: bool = False
    dice_at: int = -1
    harmed: int = -1
    loss: bool = False
    routine: bool = False
    heading: bool = False


class LoggedMove(msgspec.Struct, frozen=True):
    """The result of a move; number 0 is the set-up.

    number   the number of moves up to this one, including silent answers
    move     the same without silent answers, as clients count
    dice     the dice that were rolled, as in a record
    digest   the digest of the state after it
    """

    number: int
    move: int
    dice: str
    digest: str
    lines: list[LoggedLine]


class PresentState(msgspec.Struct, frozen=True):
    """A match after `n` entries, under a version of the rules, whether or not the last move can be undone.

    `body` has the snapshot of the state, the late and the silent moves as in a `Snapshot`, and the last line of the
    record if the match is over.
    """

    n: int
    version: int
    body: Json


class Progress(msgspec.Struct, frozen=True):
    """The results of the entries of one commit. Results of moves after `undone_to`, if any, are deleted first."""

    moves: list[LoggedMove]
    present: PresentState
    undone_to: int | None = None


class ReplayStart(msgspec.Struct, frozen=True):
    """The position from which a match is replayed, because the moves before it cannot be executed any more.

    number, move   the numbers of moves before it, with and without silent answers
    """

    state: Json
    number: int
    move: int


class RulesChange(msgspec.Struct, frozen=True):
    """A change of rules during a match.

    n              the number of its entry
    old, new       the versions of the rules
    number, move   the numbers of moves before it, with and without silent answers
    notes          the sentences about it in the log
    record         the lines of the record up to it, without the header
    state          the snapshot of the state from which the match continues
    start          the position from which the match is replayed since; None for its first move
    """

    n: int
    old: int
    new: int
    number: int
    move: int
    notes: list[str]
    record: list[str]
    state: Json
    start: ReplayStart | None
