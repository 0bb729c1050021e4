"""Measure whether every set-up gives all seats a fair chance; write docs/fairness.json, fairness.md and data files.

./play study fairness                         play 400 matches per set-up between drivers, on all cores
./play study fairness --game chariot          play only this game; the figures of the others stay
./play study fairness --game chariot --scenario rome    play only this scenario
./play study fairness --games 100 --seed 5    play fewer matches, with other dice
./play study fairness --from-figures          play nothing; write page and data files from fairness.json

The data files are data/balance.toml of every game whose scenarios have named sides. Scenario cards show their figures.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hippodrome as hd
from hippodrome.kit.game import Game, Scenario
from hippodrome.kit.match import Setup
from hippodrome.kit.scene import FACTIONS
from hippodrome.lab.match_runner import MatchSpec, derive_seed, name_failure, play
from hippodrome.lab.pool import run_tasks
from hippodrome.lab.stats import percent, wilson

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "fairness.json"
PAGE = ROOT / "docs" / "fairness.md"
GAMES_FOLDER = ROOT / "src" / "hippodrome" / "games"

LEVEL = "driver"
BAND = 0.05  # how far a share may be from an even one
DRAW_UNITS = 840  # a win, in parts that can be shared by up to eight seats without remainder
BATCH_SIZE = 10

FAIR, UNFAIR, UNCLEAR = "fair", "not fair", "open"

TEXT = """\
<!-- This page is written by tools/fairness.py. -->

# Does every seat have a fair chance?

Equal bots (`driver`) have played every scenario with its default options and number of players. This command plays
the same matches again, with the compiled build. `--game` and `--scenario` limit it, `--games` sets the number of
matches where it is not 400:

```
./play study fairness
```

- *Play now* is the first scenario of each game. Its seats must have a fair chance.
- *Won* is the share of wins; a draw, or a shared first place, is divided equally. Intervals are Wilson's 95 %
  intervals.
- A set-up is *fair* if every seat's share is within {band} points of an even share: 45 to 55 % with two seats. It is
  *not fair* if the interval of a seat lies outside that range, and *open* in all other cases.
- The table shows what happens between these bots. Players may find other plans.

{games}
"""


@dataclass(frozen=True)
class Batch:
    """Some numbered matches of one set-up."""

    game: str
    scenario: str
    seed: int
    first: int
    count: int


def play_batch(batch: Batch) -> list[tuple[int, ...]]:
    """Return the places of all seats in each match."""
    game = hd.game(batch.game)
    scenario = game.scenario(batch.scenario)
    setup = Setup(game, scenario.slug, scenario.default_seats, {})
    places = []
    for number in range(batch.first, batch.first + batch.count):
        with name_failure(f"match {number} of {batch.game} {batch.scenario}"):
            spec = MatchSpec(setup, (LEVEL,) * scenario.default_seats, derive_seed(batch.seed, number))
            places.append(play(spec).result.places)
    return places


def measure(slugs: Sequence[str], scenarios: Sequence[str], games: int, seed: int, processes: int) -> Iterable[Any]:
    """Play the matches and yield the figures of each set-up as soon as it is finished."""
    cases = [(hd.game(slug), scenario) for slug in slugs for scenario in hd.game(slug).scenarios()]
    cases = [case for case in cases if not scenarios or case[1].slug in scenarios]
    batches = [
        Batch(game.slug, scenario.slug, seed, first, min(BATCH_SIZE, games - first))
        for game, scenario in cases
        for first in range(0, games, BATCH_SIZE)
    ]
    places: list[tuple[int, ...]] = []
    for batch, batch_places in run_tasks(play_batch, batches, processes):
        places += batch_places
        sys.stderr.write(f"\r{batch.game} {batch.scenario}: {len(places)} of {games} matches ")
        if len(places) == games:
            yield case_figures(hd.game(batch.game), hd.game(batch.game).scenario(batch.scenario), seed, places)
            places = []
    sys.stderr.write("\n")


def case_figures(game: Game, scenario: Scenario, seed: int, places: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """Return the figures of one set-up from the places in all matches."""
    won = [0] * scenario.default_seats
    draws = 0
    for match in places:
        winners = [seat for seat, place in enumerate(match) if place == 1]
        draws += len(winners) > 1
        for seat in winners:
            won[seat] += DRAW_UNITS // len(winners)
    return {
        "game": game.slug,
        "scenario": scenario.slug,
        "version": game.version,
        "seed": seed,
        "matches": len(places),
        "draws": draws,
        "won": [parts / DRAW_UNITS for parts in won],
    }


def merge_figures(old: Sequence[dict[str, Any]], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the figures with those of one set-up replaced, in the order of games and scenarios."""
    by_key = {(case["game"], case["scenario"]): case for case in [*old, new]}
    order = [(slug, scenario.slug) for slug, game in hd.games().items() for scenario in game.scenarios()]
    return [by_key[key] for key in order if key in by_key]


def verdict(case: dict[str, Any]) -> str:
    """Return whether the set-up is fair, not fair, or open."""
    shares = [wilson(won, case["matches"]) for won in case["won"]]
    low, high = 1 / len(shares) - BAND, 1 / len(shares) + BAND
    if all(low <= share.share <= high for share in shares):
        return FAIR
    return UNFAIR if any(share.high < low or share.low > high for share in shares) else UNCLEAR


def side_names(scenario: Scenario) -> Sequence[str]:
    """Return the names of the sides, or of the seats if the sides have no names."""
    return scenario.sides or FACTIONS[: scenario.default_seats]


def game_section(game: Game, cases: Sequence[dict[str, Any]]) -> str:
    """Return the section of a game on the page."""
    lines = ["| set-up | side | won | 95 % | draws | matches | seed | verdict |", "|---|---|--:|--:|--:|--:|--:|---|"]
    for case in cases:
        scenario = game.scenario(case["scenario"])
        first = scenario.slug == game.scenarios()[0].slug
        title = f"**{scenario.title}**, Play now" if first else scenario.title
        for seat, name in enumerate(side_names(scenario)):
            share = wilson(case["won"][seat], case["matches"])
            cells = [title if seat == 0 else "", name, percent(share.share)]
            cells.append(f"{100 * share.low:.0f}–{100 * share.high:.0f} %")
            common = [str(case["draws"]), str(case["matches"]), str(case["seed"]), verdict(case)]
            lines.append(f"| {' | '.join(cells + (common if seat == 0 else [''] * 4))} |")
    return "\n".join([f"## {game.title}", "", *lines, ""])


def page(cases: Sequence[dict[str, Any]]) -> str:
    """Return the page as Markdown."""
    sections = []
    for slug, game in hd.games().items():
        own = [case for case in cases if case["game"] == slug]
        if own:
            sections.append(game_section(game, own))
    return TEXT.format(band=round(100 * BAND), games="\n".join(sections))


def balance_file(cases: Sequence[dict[str, Any]]) -> str:
    """Return the data file with the measured balance of a game's scenarios."""
    lines = [
        "# The measured balance of the scenarios, written by tools/fairness.py:",
        f"#   ./play study fairness --game {cases[0]['game']}",
        "# won: wins of each side between equal bots; a draw counts half for each.",
    ]
    for case in cases:
        won = ", ".join(f"{round(2 * won)}" for won in case["won"])
        lines += ["", "[[balance]]", f'scenario = "{case["scenario"]}"', f"matches = {case['matches']}"]
        lines += [f"half_wins = [{won}]", f"draws = {case['draws']}"]
    return "\n".join(lines) + "\n"


def write_outputs(cases: Sequence[dict[str, Any]]) -> None:
    """Write the page, and the balance file of each game with named sides."""
    PAGE.write_text(page(cases), encoding="utf-8", newline="\n")
    for slug, game in hd.games().items():
        named = {scenario.slug for scenario in game.scenarios() if scenario.sides}
        own = [case for case in cases if case["game"] == slug and case["scenario"] in named]
        if own:
            file = GAMES_FOLDER / slug / "data" / "balance.toml"
            file.write_text(balance_file(own), encoding="utf-8", newline="\n")


def main() -> None:
    """Measure the chosen games, and write figures, page and data files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, metavar="N", help="matches per set-up (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--game", action="append", choices=list(hd.games()), help="only this game; may be repeated")
    parser.add_argument("--scenario", action="append", default=[], metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--from-figures", action="store_true", help="play nothing; write from fairness.json")
    args = parser.parse_args()
    cases: list[dict[str, Any]] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else []
    if not args.from_figures:
        for case in measure(args.game or list(hd.games()), args.scenario, args.games, args.seed, args.processes):
            cases = merge_figures(cases, case)
            FIGURES.write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8", newline="\n")
    write_outputs(cases)


if __name__ == "__main__":
    main()
