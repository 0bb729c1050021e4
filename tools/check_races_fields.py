"""Race every field of machines on every track of Chariot Races, and check that the races end properly.

    ./play study check-races-fields [--races N] [--processes N] [FIELD ...]

Drivers are bots of the level `driver`. At every tenth decision the invariants of the game are checked. A line for each
field and track says how the races ended. The exit code is 1 if a race breaks a rule, or if fewer than 95 % of the races
of a field and track are won by crossing the line or by outliving all others.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.playthrough import Occurrences, Playthrough
from hippodrome.catalogue import game_texts
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Setup
from hippodrome.lab.stats import percent

MIN_DECIDED_SHARE = 0.95
CHECK_EVERY_DECISIONS = 10
NORMAL_ENDINGS = ("line", "last", "draw", "late")

Race = tuple[str, str, int]
"""A field, a track and the number of the race, which is its seed."""


def fields() -> dict[str, int]:
    """Return the number of chariots of each field: one of each machine, but at least two and at most eight."""
    rows = tomllib.loads(game_texts("races")["data/fields.toml"])["field"]
    return {row["key"]: min(max(len(row["machines"]), 2), 8) for row in rows}


def run_race(race: Race) -> tuple[Race, str, int]:
    """Run a race and return its ending and its number of turns; an ending that begins with BROKEN reports an error."""
    field, track, number = race
    game = hd.game("races")
    setup = Setup(game, track, fields()[field], {"field": field})
    state = setup.start(TapeDice(seed_from(number)))
    players = [bots.make("driver", game, number) for _ in range(setup.seats)]
    playthrough = Playthrough(game, state, number, Occurrences(), players)
    try:
        playthrough.play(playthrough.max_decisions, CHECK_EVERY_DECISIONS)
    except Exception as error:  # any error is reported with its race
        return race, f"BROKEN at decision {playthrough.count}: {error!r}", 0
    result = game.result(state)
    return race, result.reason if result else "no result", game.analysis.match_statistics(state)["turns"]


def main(args: Sequence[str]) -> int:
    """Run the races, print the endings, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("fields", nargs="*", metavar="FIELD", help="by default all fields")
    parser.add_argument("--races", type=int, default=200, metavar="N", help="races per field and track (200)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="(2)")
    options = parser.parse_args(args)
    tracks = [scenario.slug for scenario in hd.game("races").scenarios()]
    names, numbers = options.fields or list(fields()), range(options.races)
    races = [(field, track, number) for field in names for track in tracks for number in numbers]
    endings: dict[tuple[str, str], Counter[str]] = {}
    turns: Counter[tuple[str, str]] = Counter()
    start, lowest = time.perf_counter(), 1.0
    with multiprocessing.Pool(options.processes) as pool:
        for (field, track, number), reason, count in pool.imap(run_race, races, 4):
            counts = endings.setdefault((field, track), Counter())
            counts[reason] += 1
            turns[field, track] += count
            if reason not in NORMAL_ENDINGS:
                print(f"{field} on {track}, seed {number}: {reason}", flush=True)
            if counts.total() == options.races:
                decided = (counts["line"] + counts["last"]) / options.races
                lowest = min(lowest, decided)
                text = ", ".join(f"{name} {times}" for name, times in sorted(counts.items()))
                mean_turns = turns[field, track] / options.races
                print(f"{field:<11} {track:<8} {percent(decided):>7}  {mean_turns:5.1f} turns  {text}", flush=True)
    print(
        f"{len(races)} races in {time.perf_counter() - start:.0f} s; lowest share of decided races: {percent(lowest)}"
    )
    broken = any(set(counts) - set(NORMAL_ENDINGS) for counts in endings.values())
    return 1 if broken or lowest < MIN_DECIDED_SHARE else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
