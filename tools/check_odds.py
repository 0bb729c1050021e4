"""Checks odds against trials, for an action of every verb that throws dice in every game.

    ./play bench odds [--trials N] [--matches N] [--games benhur,magic] [--seed N]

Every line is an answer to a question: how its odds were found, its outcomes, and how far the farthest of them is off
how often it happened, in standard errors. What is off by more than three is tried again with other dice: of many true
odds a few are so by chance once, hardly any twice. It ends with 1 if one is.
"""

from __future__ import annotations

import argparse
import sys
import time

from hippodrome.catalogue import all_games
from hippodrome.kit.odds import MAX_BRANCHES, SAMPLES
from hippodrome.lab.odds import MAX_DEVIATION, OddsCase, OddsComparison, collect_cases, compare, count_branches

GAMES = "benhur,wheelie,races,chariot,magic"
MATCHES = {"benhur": 200, "wheelie": 30, "races": 30, "chariot": 42, "magic": 24}
"""How many matches are played to find the actions."""


def line(found: OddsComparison, branches: int) -> str:
    """One action."""
    odds = found.odds
    how = f"sampled, {odds.samples}" if not odds.exact else f"exact, {branches} ways" if branches else "exact, reckoned"
    rows = ", ".join(f"{name} {float(chance):.3f}" for name, chance in odds.rows[:4])
    more = ", ..." if len(odds.rows) > 4 else ""
    return f"  {found.case.name:<28} {how:<20} {found.outcomes:>3} cells  {found.worst:+5.2f}  {rows}{more}"


def check(case: OddsCase, trials: int, seed: int) -> OddsComparison:
    """Compare, and compare again with fresh dice if it is off."""
    found = compare(case, trials, seed, MAX_BRANCHES, SAMPLES if trials < 20_000 else trials)
    print(line(found, count_branches(case, MAX_BRANCHES)), flush=True)
    if abs(found.worst) <= MAX_DEVIATION:
        return found
    again = compare(case, trials, seed + 1, MAX_BRANCHES, SAMPLES if trials < 20_000 else trials)
    print(f"  {'again, with other dice':<28} {'':<20} {again.outcomes:>3} cells  {again.worst:+5.2f}  {again.outcome}")
    return again


def main(args: list[str]) -> int:
    """Check every game."""
    parser = argparse.ArgumentParser(description="Checks odds against trials.")
    parser.add_argument("--trials", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=0, help="matches to look for actions in; 0: what a game needs")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(args)
    started, checked = time.monotonic(), []
    for slug in asked.games.split(","):
        cases = collect_cases(all_games()[slug], asked.matches or MATCHES.get(slug, 20), asked.seed)
        print(f"{slug}: {len(cases)} verbs that throw dice, {asked.trials} trials each")
        checked += [check(case, asked.trials, 1000 * asked.seed + 7 * number) for number, case in enumerate(cases)]
    wrong = [found for found in checked if abs(found.worst) > MAX_DEVIATION]
    cells = sum(found.outcomes for found in checked)
    print(f"{len(checked)} actions, {cells} outcomes, {len(wrong)} wrong, {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
