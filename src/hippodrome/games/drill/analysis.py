"""Analysis of Drill Yard: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from hippodrome.games.drill import sequence
from hippodrome.games.drill.driving import leaves_yard, meets_post
from hippodrome.games.drill.state import YARD_WIDTH_MI, Yard
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.scene import FACTIONS


class DrillAnalysis(GameAnalysis):
    """Numbers about positions and matches of the game."""

    def estimate(self, yard: Yard, seat: int) -> int:
        """Return how likely a seat is to win, in thousandths, by its lead over the other chariot."""
        lead = int(yard.chariots[1 - seat].distance_left()) - int(yard.chariots[seat].distance_left())
        return 500 + 490 * lead // YARD_WIDTH_MI

    def match_statistics(self, yard: Yard) -> dict[str, int]:
        """Return the number of rounds."""
        return {"rounds": int(yard.round())}

    def invariants(self, yard: Yard) -> list[str]:
        """Return everything in a game that is impossible."""
        problems: list[str] = []
        for chariot in yard.chariots:
            x, y = chariot.x, chariot.y
            if chariot.placed and (leaves_yard(x, y) or meets_post(x, y, x, y)):
                problems.append(f"{FACTIONS[chariot.id]} is at {x}, {y}")
            if chariot.turn % sequence.WHEEL_STEP or not 0 <= chariot.turn < 3600:
                problems.append(f"{FACTIONS[chariot.id]} faces {chariot.turn}")
        if not 0 <= yard.commands <= sequence.COMMANDS_PER_TURN or not 0 <= yard.turn <= 2 * yard.rounds:
            problems.append(f"{yard.commands} commands left in turn {yard.turn}")
        return problems
