"""Victory: control, losses, exits, concession, and the levels of victory (CH-S11.3, CH-R22 to CH-R27, CH-R38)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Drawn, Won
from hippodrome.games.chariot.scenarios import EITHER, EXIT, HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, NO_SIDE, Battle, counts_for_victory
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.events import SeatEvent
from hippodrome.kit.game import Result

BY_CONDITION: Final = "condition"
BY_HANDICAP: Final = "handicap"
BY_EXIT: Final = "exit"
BY_CONCESSION: Final = "concession"
BY_DRAW: Final = "draw"
LEVELS: Final = ("drawn", "marginal", "substantive", "decisive")


class Ending(Result):
    """The result of a battle, with the names of the armies."""

    __slots__ = ("armies",)

    def __init__(self, places: tuple[int, ...], reason: str, armies: list[str]) -> None:
        super().__init__(places, reason)
        self.armies = armies


def finish(s: Battle, winner: i64, reason: str, rule: str) -> None:
    """End the battle with a winner, or DRAW."""
    s.winner = winner
    s.reason = reason
    s.finish()
    if s.logging:
        s.emit(Drawn() if winner == DRAW else Won(winner), rule)


def decide_winner(s: Battle, reason: str = BY_CONDITION) -> None:
    """CH-V.0-1, CH-R38, CH-R58: end the battle by the victory condition, and by the handicap if there is one."""
    winner = side_ahead(s)
    if winner != side_with_condition(s):
        finish(s, winner, BY_HANDICAP, "CH-R58")
    else:
        finish(s, winner, BY_DRAW if winner == DRAW else reason, victory_clause(s))


def victory_clause(s: Battle) -> str:
    """Return the clause with the victory condition of this scenario.

    CH-V.4.0-1, CH-V.5.1-1, CH-V.5.5-1, CH-V.5.6-1, CH-V.5.7-1 and CH-V.5.8-1 require control of one hex.
    """
    return s.rules.order.victory_clause


def side_ahead(s: Battle) -> int:
    """Return the side that would win if the battle ended now, or DRAW."""
    side = side_with_condition(s)
    return 1 - side if side != DRAW and lacks_lead(s, side) else side


def lacks_lead(s: Battle, side: i64) -> bool:
    """CH-R58: return whether the side has a handicap, and not the lead in victory points that it needs to win."""
    handicap = s.rules.handicap
    return handicap is not None and handicap.side == side and s.losses(1 - side) - s.losses(side) < handicap.lead


def side_with_condition(s: Battle) -> int:
    """Return the side that would win by the condition of the scenario, or DRAW; a handicap does not count."""
    victory = s.rules.order.victory
    if victory.rule == HOLD:
        owner = s.owners[0]
        return owner - 1 if owner else DRAW  # CH-R22
    if victory.rule == EITHER:
        return _side_ahead_either(s)
    side = victory.side
    return side if has_met_condition(s) else 1 - side


def has_met_condition(s: Battle) -> bool:
    """Return whether the side with a victory condition to meet has met it."""
    victory = s.rules.order.victory
    side = victory.side
    if victory.rule == TAKE:  # CH-V.6.1-1, CH-V.6.4-1, CH-R23
        return all(controller(s, hex) == side for hex in victory.hexes)
    if victory.rule == EXIT:  # CH-V.6.2-1, CH-V.6.3-1
        return s.count_units(side, EXITED) >= victory.least
    killed, lost = s.count_units(1 - side, ELIMINATED), s.count_units(side, ELIMINATED)
    if victory.rule == RATIO:  # CH-V.5.2-1, CH-V.5.2-2
        return killed >= victory.least and killed >= victory.times * lost
    assert victory.rule == LIMIT  # CH-V.5.4-1, CH-V.5.4-2
    return killed >= victory.least and lost <= victory.most


def _side_ahead_either(s: Battle) -> int:
    """CH-V.5.3-3, CH-V.5.9-3, CH-R25: return the only side that meets its condition; DRAW if both or neither do."""
    victory = s.rules.order.victory
    first_has_met = all(controller(s, hex) == 0 for hex in victory.hexes)  # CH-V.5.3-1, CH-V.5.9-1
    is_south_clear = south_of_stream(s, 0) < victory.fewer  # CH-V.5.3-2, CH-V.5.9-2
    second_has_met = is_south_clear and all(controller(s, hex) == 1 for hex in victory.others)
    if first_has_met == second_has_met:
        return DRAW
    return 0 if first_has_met else 1


def controller(s: Battle, hex: int) -> int:
    """CH-S11.3: return the side that controls an objective, or NO_SIDE if no unit has entered it."""
    return s.owners[s.rules.order.objectives.index(hex)] - 1


def south_of_stream(s: Battle, side: i64) -> int:
    """CH-R24, CH-S11.25: return how many counted units of a side are south of the stream, not in it."""
    south = s.rules.ground.south
    return len(
        [u for u in s.units_of(side) if s.hexes[u] >= 0 and south[s.hexes[u]] and counts_for_victory(s.kinds[u])]
    )


def check_exits(s: Battle) -> None:
    """CH-R38: end the battle at once if enough units have left the map."""
    if has_met_condition(s):
        decide_winner(s, BY_EXIT)


# -------------------------------------------------------------------- concession


def is_hopeless(s: Battle, side: i64) -> bool:
    """Return whether conceding is worth proposing: a third of the army is lost."""
    return s.losses(side) * 3 >= s.rules.armies[side].vp


@mypyc_attr(acyclic=True)
class Conceded(SeatEvent):
    """A side has conceded (CH-S15.1)."""

    __slots__ = ()


def concede(s: Battle) -> list[Step]:
    """CH-S15.1, CH-R27: end the battle with a win for the other side (CH-S15.2, CH-S15.3, CH-S15.4)."""
    if s.logging:
        s.emit(Conceded(s.side), "CH-S15.0")
    finish(s, 1 - s.side, BY_CONCESSION, "CH-S15.1")
    return NOTHING


# -------------------------------------------------------------------- levels


def victory_level(s: Battle) -> int:
    """CH-S11.21, CH-S11.22, CH-S11.23, CH-S11.24: return the index in LEVELS of the winner's victory, by VP.

    No scenario requires a level. Marginal is above 1:1, substantive from 2:1, decisive from 3:1. A concession is at
    least substantive (CH-S15.1).
    """
    if s.winner in (NO_SIDE, DRAW):
        return 0
    gained, lost = s.losses(1 - s.winner), s.losses(s.winner)
    level = 3 if gained >= 3 * lost and gained else 2 if gained >= 2 * lost and gained else 1 if gained > lost else 0
    return max(level, 2) if s.reason == BY_CONCESSION else level
