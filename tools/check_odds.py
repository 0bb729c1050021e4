"""Compare the odds of an action with trials, for every verb that rolls dice in every game.

    ./play study check-odds [--trials N] [--matches N] [--games benhur,magic] [--seed N]

Each line is about one action: how its odds were computed, the number of outcomes, and the largest deviation of
an outcome from its expected frequency, in standard errors. An action that deviates by more than three is checked again
with other dice: of many correct odds a few deviate that much once by chance, hardly any twice. The exit code is 1 if
one does.
"""

from __future__ import annotations

import argparse
import sys
import time

from hippodrome.catalogue import all_games
from hippodrome.kit.odds import MAX_BRANCHES, SAMPLES
from hippodrome.lab.odds_check import MAX_DEVIATION, OddsCase, OddsComparison, collect_cases, compare, count_branches

GAMES = "benhur,wheelie,races,chariot,magic"
MATCHES = {"benhur": 200, "wheelie": 30, "races": 30, "chariot": 42, "magic": 24}
"""The number of matches played to collect actions, by game."""


def line(result: OddsComparison, branches: int) -> str:
    """Return the report line of a comparison."""
    odds = result.odds
    if odds.exact:
        method = f"exact, {branches} rolls" if branches else "exact, formula"
    else:
        method = f"sampled, {odds.samples}"
    rows = ", ".join(f"{name} {float(chance):.3f}" for name, chance in odds.rows[:4])
    more = ", ..." if len(odds.rows) > 4 else ""
    return f"  {result.case.name:<28} {method:<20} {result.outcomes:>3} outcomes  {result.worst:+5.2f}  {rows}{more}"


def check(case: OddsCase, trials: int, seed: int) -> OddsComparison:
    """Compare an action with trials, and again with other dice if it deviates; return the last comparison."""
    samples = SAMPLES if trials < 20_000 else trials
    result = compare(case, trials, seed, MAX_BRANCHES, samples)
    print(line(result, count_branches(case, MAX_BRANCHES)), flush=True)
    if abs(result.worst) <= MAX_DEVIATION:
        return result
    again = compare(case, trials, seed + 1, MAX_BRANCHES, samples)
    name = "again, with other dice"
    print(f"  {name:<28} {'':<20} {again.outcomes:>3} outcomes  {again.worst:+5.2f}  {again.outcome}")
    return again


def main(args: list[str]) -> int:
    """Check all games and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--trials", type=int, default=100_000, metavar="N", help="trials per action (100000)")
    parser.add_argument(
        "--matches", type=int, default=0, metavar="N", help="matches to collect actions from (by default per game)"
    )
    parser.add_argument("--games", default=GAMES, metavar="GAME,...", help="by default all games")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    options = parser.parse_args(args)
    started, results = time.monotonic(), []
    for slug in options.games.split(","):
        cases = collect_cases(all_games()[slug], options.matches or MATCHES.get(slug, 20), options.seed)
        print(f"{slug}: {len(cases)} verbs that roll dice, {options.trials} trials each")
        results += [check(case, options.trials, 1000 * options.seed + 7 * number) for number, case in enumerate(cases)]
    wrong = [result for result in results if abs(result.worst) > MAX_DEVIATION]
    outcomes = sum(result.outcomes for result in results)
    print(f"{len(results)} actions, {outcomes} outcomes, {len(wrong)} wrong, {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
