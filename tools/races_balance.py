"""Play the round robin of Chariot Races and write it down: races-balance.json, .md and pictures/races-balance.svg.

python tools/races_balance.py                 play it, 200 races a pair, on all cores
python tools/races_balance.py --games 20      fewer races
python tools/races_balance.py --again         only write text and picture anew, from the figures that are there
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

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES = DOCS / "races-balance.json"
PAGE = DOCS / "races-balance.md"
PICTURE = DOCS / "pictures" / "races-balance.svg"

TEXT = """\
# Who beats whom in Chariot Races

The rules of Chariot Races call the optional machines untried (CR-O14), and ask for races that try them. Here they
are: all eleven machines, each against each, {games} races a pair ({total} races in all), half of them on the
{first} and half on the {second}. Every race is run twice with the same dice and the grid places swapped, so nobody
gains by the inside lane. Plain programs drive; a better driver may bring a machine to more, or to less.

![How often each machine beats each other one](pictures/races-balance.svg)

One command plays it again, with the same dice and the same figures ([all of them](races-balance.json)):

```
hippodrome simulate races --round-robin --games {games} --seed {seed} --json
```

This page and its picture are written by `python tools/races_balance.py`; the compiled build plays 200 races a pair in some
ten minutes on two cores.

## Against all others

A machine came home if it still raced when the race was over, whoever crossed the line first. Intervals are Wilson's,
for 95 %.

{all}

## Each against each

How often the row beats the column, in per cent, with the interval.

{each}
"""


def play(games: int, seed: int, processes: int) -> str:
    """The figures of a fresh round robin."""

    def at(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} of {total} races")

    found = run_round_robin("races", games, seed, processes, at).text()
    sys.stderr.write("\n")
    return found


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share(row: dict[str, Any]) -> str:
    """A share with its interval."""
    return f"{row['share']:.1%} ({row['low']:.1%} – {row['high']:.1%})"


def page(found: dict[str, Any]) -> str:
    """The page in words and tables, the best machine first."""
    rows = found["contenders"]
    order = sorted(range(len(rows)), key=lambda place: -rows[place]["won"]["share"])
    best = [[rows[p]["name"], str(rows[p]["games"]), share(rows[p]["won"]), share(rows[p]["home"])] for p in order]
    grid = won_grid(found)
    each = [[rows[p]["name"], *[cell(grid[p][other]) for other in order]] for p in order]
    titles = [hd.game("races").scenario(slug).title for slug in found["scenarios"]]
    return TEXT.format(
        games=found["games"],
        seed=found["seed"],
        total=f"{sum(pair['games'] for pair in found['pairs']):,}",
        first=titles[0],
        second=titles[1],
        all=table(["", "races", "won", "came home"], best),
        each=table(["", *[rows[place]["key"] for place in order]], each),
    )


def cell(row: dict[str, Any] | None) -> str:
    """A share with its interval, short."""
    if row is None:
        return ""
    return f"{100 * row['share']:.0f} ({100 * row['low']:.0f}–{100 * row['high']:.0f})"


def picture(found: dict[str, Any]) -> str:
    """The heat map."""
    titles = [hd.game("races").scenario(slug).title for slug in found["scenarios"]]
    lines = (
        f"Each machine against each other one, {found['games']} races a pair, half on the {titles[0]} and half on "
        f"the {titles[1]},",
        "every race run twice with the grid places swapped. A cell says in how many of 100 races the row beats the "
        "column.",
    )
    return heatmap(found, "Who beats whom in Chariot Races", lines)


def main() -> None:
    """Play if asked to, and write everything."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--games", type=int, default=200)
    wishes.add_argument("--seed", type=int, default=1)
    wishes.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wishes.add_argument("--again", action="store_true")
    wish = wishes.parse_args()
    if not wish.again:
        FIGURES.write_text(play(wish.games, wish.seed, wish.processes), encoding="utf-8", newline="\n")
    found = json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(page(found), encoding="utf-8", newline="\n")
    PICTURE.write_text(picture(found), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
