"""Victory: control, losses, exits, concession, and the levels of victory (CH-S11.3, CH-R22 to CH-R27, CH-R38)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.events import Conceded, Drawn, Won
from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, NOBODY, Battle, is_counted
from hippodrome.kit.agenda import NOTHING, Step

BY_CONDITION: Final = "condition"
BY_EXIT: Final = "exit"
BY_CONCESSION: Final = "concession"
BY_DRAW: Final = "draw"
LEVELS: Final = ("drawn", "marginal", "substantive", "decisive")


def finish(s: Battle, winner: i64, reason: str, rule: str) -> None:
    """The battle is over."""
    s.winner = winner
    s.reason = reason
    s.finish()
    if s.logging:
        s.emit(Drawn() if winner == DRAW else Won(winner), rule)


def judge(s: Battle) -> None:
    """CH-V.0-1, CH-R38: the conditions are read after the last Game-Turn."""
    winner = standing(s)
    finish(s, winner, BY_DRAW if winner == DRAW else BY_CONDITION, clause(s))


def clause(s: Battle) -> str:
    """Return the clause that says how this scenario is won.

    CH-V.4.0-1, CH-V.5.1-1, CH-V.5.5-1, CH-V.5.6-1, CH-V.5.7-1 and CH-V.5.8-1 ask for one hex.
    """
    return f"CH-V.{s.rules.order.number}-1"


def standing(s: Battle) -> int:
    """Who would win if the battle ended now."""
    victory = s.rules.order.victory
    if victory.rule == HOLD:
        owner = s.owners[0]
        return owner - 1 if owner else DRAW  # CH-R22
    if victory.rule == EITHER:
        return _either(s)
    side = victory.side
    return side if has_met(s) else 1 - side


def has_met(s: Battle) -> bool:
    """Return whether the side that must achieve something has done so."""
    victory = s.rules.order.victory
    side = victory.side
    if victory.rule == TAKE:  # CH-V.6.1-1, CH-V.6.4-1, CH-R23
        return all(controller(s, hex) == side for hex in victory.hexes)
    if victory.rule == EXIT:  # CH-V.6.2-1, CH-V.6.3-1
        return s.counted(side, EXITED) >= victory.least
    killed, lost = s.counted(1 - side, ELIMINATED), s.counted(side, ELIMINATED)
    if victory.rule == RATIO:  # CH-V.5.2-1, CH-V.5.2-2
        return killed >= victory.least and killed >= victory.times * lost
    assert victory.rule == LIMIT  # CH-V.5.4-1, CH-V.5.4-2
    return killed >= victory.least and lost <= victory.most


def _either(s: Battle) -> int:
    """CH-V.5.3-3, CH-V.5.9-3, CH-R25: exactly one condition must be true."""
    victory = s.rules.order.victory
    first = all(controller(s, hex) == 0 for hex in victory.hexes)  # CH-V.5.3-1, CH-V.5.9-1
    few = south_of_stream(s, 0) < victory.fewer  # CH-V.5.3-2, CH-V.5.9-2
    second = few and all(controller(s, hex) == 1 for hex in victory.others)
    if first == second:
        return DRAW
    return 0 if first else 1


def controller(s: Battle, hex: int) -> int:
    """CH-S11.3: who controls an objective hex; NOBODY if nobody ever entered it."""
    return s.owners[s.rules.order.objectives.index(hex)] - 1


def south_of_stream(s: Battle, side: i64) -> int:
    """CH-R24, CH-S11.25: how many counted units of a side stand south of the stream; in the stream is not south."""
    south = s.rules.ground.south
    return len([u for u in s.units_of(side) if s.hexes[u] >= 0 and south[s.hexes[u]] and is_counted(s.kinds[u])])


def check_exits(s: Battle) -> None:
    """CH-R38: enough units have left the map: the battle ends at once."""
    if has_met(s):
        finish(s, s.rules.order.victory.side, BY_EXIT, clause(s))


# -------------------------------------------------------------------- concession


def is_hopeless(s: Battle, side: i64) -> bool:
    """When conceding is worth a thought: a third of the army is lost."""
    return s.losses(side) * 3 >= s.rules.armies[side].vp


def concede(s: Battle) -> list[Step]:
    """CH-S15.1, CH-R27: the other side has won, whatever comes after (CH-S15.2, CH-S15.3, CH-S15.4): nothing does."""
    if s.logging:
        s.emit(Conceded(s.side), "CH-S15.0")
    finish(s, 1 - s.side, BY_CONCESSION, "CH-S15.1")
    return NOTHING


# -------------------------------------------------------------------- levels


def level(s: Battle) -> int:
    """CH-S11.21, CH-S11.22, CH-S11.23, CH-S11.24: how high the winner has won, by VP.

    No scenario asks for it. Marginal above 1:1, substantive from 2:1, decisive from 3:1; a concession is substantive at
    least (CH-S15.1).
    """
    if s.winner in (NOBODY, DRAW):
        return 0
    gained, lost = s.losses(1 - s.winner), s.losses(s.winner)
    found = 3 if gained >= 3 * lost and gained else 2 if gained >= 2 * lost and gained else 1 if gained > lost else 0
    return max(found, 2) if s.reason == BY_CONCESSION else found
