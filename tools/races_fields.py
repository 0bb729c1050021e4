"""Every field of machines on every track of Chariot Races, driven by plain programs: does every race come to an end?

    python tools/races_fields.py [races] [processes] [field ...]

Looks at every tenth decision for what no race can show, such as a chariot outside the walls, and prints for each field
and track how the races ended. It exits with 1 if a race is broken, or if in fewer than 95 % of a kind somebody crossed
the line or outlived all others.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
import tomllib
from collections import Counter

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.playthrough import Occurrences, Playthrough
from hippodrome.catalogue import game_texts
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup

ENOUGH = 0.95
EVERY = 10
"""Decisions between two looks."""

Race = tuple[str, str, int]
"""A field, a track and the number of the race."""


def fields() -> dict[str, int]:
    """How many chariots race in each field: one of each machine, but at least two and at most eight."""
    rows = tomllib.loads(game_texts("races")["data/fields.toml"])["field"]
    return {row["key"]: min(max(len(row["machines"]), 2), 8) for row in rows}


def raced(race: Race) -> tuple[Race, str, int]:
    """How a race ended, and its turns; what was broken, if anything."""
    field, track, number = race
    game = hd.game("races")
    setup = Setup(game, track, fields()[field], {"field": field})
    state = setup.start(TapeDice(seed_from(number)))
    players = [bots.make("driver", game, number) for _ in range(setup.seats)]
    walker = Playthrough(game, state, number, Occurrences(), players)
    try:
        walker.play(walker.max_decisions, EVERY)
    except Exception as error:  # whatever it was, it is told with its race
        return race, f"BROKEN at decision {walker.count}: {error!r}", 0
    result = game.result(state)
    return race, result.reason if result else "no result", game.match_statistics(state)["turns"]


def main(races: int, processes: int, wanted: list[str]) -> int:
    """Race and print."""
    tracks = [scenario.slug for scenario in hd.game("races").scenarios()]
    todo = [(field, track, number) for field in wanted for track in tracks for number in range(races)]
    ends: dict[tuple[str, str], Counter[str]] = {}
    turns: Counter[tuple[str, str]] = Counter()
    start, worst = time.perf_counter(), 1.0
    with multiprocessing.Pool(processes) as pool:
        for (field, track, number), reason, count in pool.imap(raced, todo, 4):
            kind = ends.setdefault((field, track), Counter())
            kind[reason] += 1
            turns[field, track] += count
            if reason not in ("line", "last", "draw", "late"):
                print(f"{field} on {track}, seed {number}: {reason}", flush=True)
            if kind.total() == races:
                won = (kind["line"] + kind["last"]) / races
                worst = min(worst, won)
                told = ", ".join(f"{name} {times}" for name, times in sorted(kind.items()))
                print(
                    f"{field:<11} {track:<8} {won:6.1%}  {turns[field, track] / races:5.1f} turns  {told}", flush=True
                )
    print(f"{len(todo)} races in {time.perf_counter() - start:.0f} s; the worst kind: {worst:.1%}")
    broken = any(set(kind) - {"line", "last", "draw", "late"} for kind in ends.values())
    return 1 if broken or worst < ENOUGH else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(int(words[0]) if words else 200, int(words[1]) if words[1:] else 2, words[2:] or list(fields())))
