"""Matches that were begun under earlier rules and continue under those of today.

Moves that were made under earlier rules cannot always be executed again: what was legal may have become illegal, and
dice may be used differently. A match that continues under newer rules therefore saves its state at the change, and is
replayed from there. Its record has a line at this move, with the digest and the state:

    rules 2 digest 9d... state {"agenda":[["Turn"]],...}
"""

from __future__ import annotations

from collections.abc import Mapping

from hippodrome.kit.game import Game, Value
from hippodrome.kit.state import Json, State, canonical, digest, saved_position


class EarlierRules:
    """The part of a match that was made under earlier rules.

    header          the first lines of the record, with the rules and options under which the match was begun
    lines           the lines of the record after the header, up to the last change of rules
    state           the snapshot at the last change
    moves           the number of moves before the last change
    version         the version of the rules since then
    is_replayable   whether these moves can be executed under the present rules, with the same result
    """

    __slots__ = ("header", "is_replayable", "lines", "moves", "state", "version")

    def __init__(
        self, header: list[str], lines: list[str], state: Json, moves: int, version: int, is_replayable: bool
    ) -> None:
        self.header = header
        self.lines = lines
        self.state = state
        self.moves = moves
        self.version = version
        self.is_replayable = is_replayable

    def __repr__(self) -> str:
        return f"<EarlierRules: {self.moves} moves before rules {self.version}>"


def rules_line(version: int, state: State) -> str:
    """Return the line of a record that says from which state the match continues under other rules.

    It has the place in the row of dice, but not their seed.
    """
    saved = saved_position(state)
    packed = state.dice.pack()
    if packed[0] == "tape":
        saved["tape"] = [packed[2], packed[3]]
    return f"rules {version} digest {digest(state)} state {canonical(saved)}"


def unknown_line(number: int, seat: int, action: str) -> str:
    """Return the line of a move whose dice and digest were not saved and can no longer be found out."""
    return f"{number} seat {seat} play {action} dice ? digest ?"


UNKNOWN_START = "start dice ? digest ?"


def change_sentence(game: Game, version: int = 0) -> str:
    """Return the log line at a change to a version of the rules, by default the present one."""
    return f"From here on: rules {version or game.version} of {game.title}."


def usable_options(game: Game, scenario: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the options of a match of earlier rules, without those that the present rules do not have."""
    known = {setting.name: setting for setting in game.scenario(scenario).options}
    return {
        name: value
        for name, value in options.items()
        if name in known and (value in known[name].values or known[name].custom_kind)
    }
