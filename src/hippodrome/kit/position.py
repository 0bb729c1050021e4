"""Positions as data: a scenario, the moves and dice that lead to a position, and values of the state to change.

    scenario = "circus"
    seats = 2
    seat = 0                              the seat that sees it
    start = ["lane 1", "lane 4"]          moves to the position, of the seats that decide
    dice = "3 5"                          rolled in the set-up and by those moves
    options = { laps = 1 }
    place = { "chariots.0.square" = 14 }  values of the saved state that are changed then, in this order; a path that
                                          ends in * changes every value of a list: "hexes.*" = -1

Lessons begin in such a position, and the diagrams of a quick start show one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hippodrome.kit.actions import IllegalAction
from hippodrome.kit.dice import OutOfDice, ScriptDice
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.state import Json, UnreadableState, snapshot
from hippodrome.kit.toml_reader import TomlTable

ANY: Final = "*"  # in a path, every value of a list
MAX_SEATS: Final = 12


class Position:
    """A position of a game, read from the keys of a table."""

    __slots__ = ("dice", "game", "options", "place", "scenario", "seat", "seats", "start", "table")

    def __init__(self, game: Game, table: TomlTable) -> None:
        self.game = game
        self.table = table
        self.scenario = table.text("scenario")
        self.seats = table.integer("seats", 1, MAX_SEATS)
        self.seat = table.integer("seat", 0, self.seats - 1)
        self.start = table.texts_or_empty("start")
        self.dice = read_dice(table, "dice")
        self.options: Mapping[str, Value] = table.raw("options") if "options" in table else {}
        self.place: Mapping[str, Any] = table.raw("place") if "place" in table else {}

    def new_match(self) -> Match:
        """Return a match in the position.

        Raise OutOfDice, IllegalAction, LookupError, TypeError or ValueError if it cannot be set up.
        """
        match = Match(Setup(self.game, self.scenario, self.seats, self.options), ScriptDice(self.dice))
        for text in self.start:
            match.play(text)
        if self.place:
            saved = snapshot(match.state)
            for path, value in self.place.items():
                _put(saved["table"], path, value)
            match.restore_state(saved)
            match.moves.clear()  # they belong to the log before, which is empty now
        return match

    def check(self) -> Match:
        """Return a match in the position; raise DataError, with file, line and key, if it cannot be set up."""
        table = self.table
        scenarios = [scenario.slug for scenario in self.game.scenarios()]
        if self.scenario not in scenarios:
            raise table.error("scenario", f"must be one of {', '.join(scenarios)}")
        try:
            match = self.new_match()
        except OutOfDice as shortage:
            raise table.error("dice", f"the start rolls more dice: {shortage}") from None
        except IllegalAction as illegal:
            raise table.error("start", f"cannot be played: {illegal}") from None
        except (LookupError, TypeError, UnreadableState) as misfit:
            raise table.error("place", f"does not fit the state: {misfit}") from None
        except ValueError as invalid:
            raise table.error("options", str(invalid)) from None
        if count_unrolled(match):
            raise table.error("dice", f"{count_unrolled(match)} of them are never rolled")
        return match


def count_unrolled(match: Match) -> int:
    """Return how many of the scripted dice have not been rolled."""
    dice = match.state.dice
    return dice.count_left() if isinstance(dice, ScriptDice) else 0


def read_dice(table: TomlTable, key: str) -> tuple[int, ...]:
    """Return dice that are written with spaces between them."""
    text = table.text_or(key, "")
    words = text.split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 2 for word in words):
        raise table.error(key, f'must be dice with spaces between them, such as "3 5", not {text!r}')
    return tuple([int(word) for word in words])


def _put(rows: Json, path: str, value: Json) -> None:
    """Change a value in saved rows, at a path such as chariots.0.square or hexes.*; LookupError if there is none."""
    *parents, last = path.split(".")
    place: Any = rows
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if isinstance(place, list) and last == ANY:
        place[:] = [value] * len(place)
    elif isinstance(place, list):
        place[int(last)] = value
    elif last in place:
        place[last] = value
    else:
        raise LookupError(f"{path}: unknown; known here: {', '.join(place)}")
