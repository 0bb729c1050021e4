"""Balance of the fourteen battles of Chariot: bots play each of them many times, and a table shows who wins.

    ./play study chariot-battles [--seats LEVEL,LEVEL] [--games N] [--seed N] [--scenario NAME]...

The matches have no handicap. They are those of `hippodrome simulate chariot -s NAME -o handicap=none --seats
LEVEL,LEVEL --games N --seed N`, which has more statistics but not the levels of victory. The level depends on the
points lost (CH-S11.21): decisive, substantive or marginal. A side that meets its condition without taking more points
than it loses wins "on the condition".
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

import hippodrome as hd
from hippodrome.games.chariot.handicap import NO_HANDICAP
from hippodrome.games.chariot.state import DRAW, Battle
from hippodrome.games.chariot.victory import victory_level
from hippodrome.kit.game import Scenario, Value
from hippodrome.kit.match import Setup
from hippodrome.lab.match_runner import MatchSpec, derive_seed, play
from hippodrome.lab.stats import wilson

HEAD = (
    "| battle | side | wins | 95 % | decisive | substantive | marginal | on the condition | draws | s per match |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def main(args: Sequence[str]) -> int:
    """Play the battles and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seats", default="driver,driver", metavar="LEVEL,LEVEL", help="bots (driver,driver)")
    parser.add_argument("--games", type=int, default=50, metavar="N", help="matches per battle (50)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--scenario", action="append", default=[], metavar="NAME", help="only this; may be repeated")
    arguments = parser.parse_args(args)
    game = hd.game("chariot")
    print(HEAD)
    for scenario in game.scenarios():
        if not arguments.scenario or scenario.slug in arguments.scenario:
            is_offered = any(setting.name == "handicap" for setting in scenario.options)
            options: dict[str, Value] = {"handicap": NO_HANDICAP} if is_offered else {}
            for row in rows(Setup(game, scenario.slug, 2, options), scenario, arguments.seats.split(","), arguments):
                print(row, flush=True)
    return 0


def rows(setup: Setup, scenario: Scenario, levels: Sequence[str], arguments: argparse.Namespace) -> list[str]:
    """Play one battle many times and return a table row for each side."""
    wins: Counter[tuple[int, int]] = Counter()
    names: list[str] = []
    started = time.perf_counter()
    for number in range(arguments.games):
        end = play(MatchSpec(setup, tuple(levels), derive_seed(arguments.seed, number))).state
        assert isinstance(end, Battle)
        wins[int(end.winner), victory_level(end)] += 1
        names = [army.name for army in end.rules.armies]
    seconds = (time.perf_counter() - started) / arguments.games
    draws = wins[DRAW, 0]
    table_rows = []
    for side in (0, 1):
        won = [wins[side, level] for level in (3, 2, 1, 0)]
        share = wilson(sum(won), arguments.games)
        cells = [scenario.title if side == 0 else "", f"{names[side]} ({levels[side]})"]
        cells += [f"{sum(won)} of {arguments.games}", f"{100 * share.low:.0f} – {100 * share.high:.0f} %"]
        cells += [str(number) for number in won]
        cells += [str(draws), f"{seconds:.2f}"] if side == 0 else ["", ""]
        table_rows.append(f"| {' | '.join(cells)} |")
    return table_rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
