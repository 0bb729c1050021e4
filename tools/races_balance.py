"""Play the round robin of Chariot Races; write docs/races-balance.json, races-balance.md and its picture.

./play study races-balance                  play 200 races per pair, on all cores
./play study races-balance --games 20       play fewer races
./play study races-balance --from-figures   only write page and picture, from the figures in races-balance.json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import hippodrome as hd
from hippodrome.lab.heatmap import heatmap
from hippodrome.lab.round_robin import run_round_robin, won_grid
from hippodrome.lab.stats import percent, percent_range

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES = DOCS / "races-balance.json"
PAGE = DOCS / "races-balance.md"
PICTURE = DOCS / "pictures" / "races-balance.svg"

TEXT = """\
<!-- This page is written by tools/races_balance.py. -->

# Who beats whom in Chariot Races

Several machines of Chariot Races were published without a playtest (CR-O14). Here is one: all eleven machines, each
against each other, {games} races per pair ({total} races in total), half of them on the {first} and half on the
{second}. Every race is run twice with the same dice and swapped grid places, so that no machine profits from the inside
lane. All machines are driven by the bot `driver`; better drivers may get other results.

![How often each machine beats each other one](pictures/races-balance.svg)

This command gives the same figures ([all of them](races-balance.json)). It takes about ten minutes on two cores with
the compiled build.

```
hippodrome simulate races --round-robin --games {games} --seed {seed} --json
```

## Against all others

*Still racing* is the share of races in which the machine was not out at the end. Intervals are Wilson's 95 % intervals.

{all}

## Each against each

Wins of the row against the column, in per cent, with 95 % interval.

{each}
"""


def play(games: int, seed: int, processes: int) -> str:
    """Play the round robin and return its figures as JSON."""

    def show_progress(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} of {total} races")

    figures = run_round_robin("races", games, seed, processes, show_progress).text()
    sys.stderr.write("\n")
    return figures


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share(row: dict[str, Any]) -> str:
    """Return a share and its interval as text."""
    return f"{percent(row['share'])} ({percent_range(row['low'], row['high'])})"


def page(figures: dict[str, Any]) -> str:
    """Return the page as Markdown, the best machine first."""
    rows = figures["contenders"]
    order = sorted(range(len(rows)), key=lambda place: -rows[place]["won"]["share"])
    best = [[rows[p]["name"], str(rows[p]["games"]), share(rows[p]["won"]), share(rows[p]["home"])] for p in order]
    grid = won_grid(figures)
    each = [[rows[p]["name"], *[cell(grid[p][other]) for other in order]] for p in order]
    titles = [hd.game("races").scenario(slug).title for slug in figures["scenarios"]]
    return TEXT.format(
        games=figures["games"],
        seed=figures["seed"],
        total=f"{sum(pair['games'] for pair in figures['pairs']):,}",
        first=titles[0],
        second=titles[1],
        all=table(["", "races", "won", "still racing"], best),
        each=table(["", *[rows[place]["key"] for place in order]], each),
    )


def cell(row: dict[str, Any] | None) -> str:
    """Return a share and its interval in whole per cent; empty on the diagonal."""
    if row is None:
        return ""
    return f"{100 * row['share']:.0f} ({100 * row['low']:.0f}–{100 * row['high']:.0f})"


def picture(figures: dict[str, Any]) -> str:
    """Return the heat map."""
    titles = [hd.game("races").scenario(slug).title for slug in figures["scenarios"]]
    lines = (
        f"Each machine against each other one, {figures['games']} races per pair, half on the {titles[0]} and half on "
        f"the {titles[1]}.",
        "Every race is run twice with swapped grid places. A cell gives the wins of the row against the column, in per "
        "cent.",
    )
    return heatmap(figures, "Who beats whom in Chariot Races", lines)


def main() -> None:
    """Play the round robin unless --from-figures is given, and write figures, page and picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="races per pair (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--from-figures", action="store_true", help="play nothing; write from races-balance.json")
    args = parser.parse_args()
    if not args.from_figures:
        FIGURES.write_text(play(args.games, args.seed, args.processes), encoding="utf-8", newline="\n")
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(page(figures), encoding="utf-8", newline="\n")
    PICTURE.write_text(picture(figures), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
