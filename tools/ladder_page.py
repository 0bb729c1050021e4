"""Play the ladder and write it down: ladder.json and ladder.md.

python tools/ladder_page.py                  play it, 400 matches a pair, on all cores
python tools/ladder_page.py --keep FOLDER    the same, and go on from there after a stop
python tools/ladder_page.py --game magic     only this game; the figures of the others stay as they are
python tools/ladder_page.py --games 40 --effort 25    fewer matches, and less thought
python tools/ladder_page.py --again          only write the page anew, from the figures that are there
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import hippodrome as hd
from hippodrome import bots
from hippodrome.kit.templates import join_words
from hippodrome.lab.ladder import run_ladder

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES = DOCS / "ladder.json"
PAGE = DOCS / "ladder.md"

TEXT = """\
# How strong the programs are

{levels}

Levels that are neighbours have met in {where}, {games} matches a pair{effort}.{few}

{commands}

plays it again, with the same dice and the same figures ([all of them](ladder.json)), but for the thinking time. This
page is written by `python tools/ladder_page.py`. A program that was changed plays its ladder again with dice that nobody has
seen while it was made, so the games need not have the same seed.

## How it is measured

- Every game has a few kinds of matches that stand for all of it. A pair's matches are shared out among them evenly.
- The two levels have every other seat each. Each match is played twice, with the same dice and the seats swapped, so
  that neither gains by its place or its army.
- *Won* is the share of first places: a match counts for the level whose seat came first; who shares the first place, or
  a draw, shares the match. Between equals it is 50 %, with two seats or four. The interval is Wilson's, for 95 %.
- *Ahead* looks at all places: of the pairs of seats of different levels, in how many that of the stronger level
  finished ahead. With two seats it is the same as won.
- A champion plays as well as we can make him. In What a Wheelie the driver and the veteran were placed between recruit
  and champion so that every level is worth climbing to: they look less far ahead than they could.
- *Rating* is openskill's (Plackett and Luce): 25 is the middle, and the truth lies within twice the doubt in 95 of 100
  cases.
- *A decision* is the mean processor time for a decision with more than one option, here without a clock. Where somebody
  waits, {limits}.

{ladders}
"""


def play(wish: argparse.Namespace) -> str:
    """The figures of a ladder that goes on from what is kept, and with those of games that are not played now."""

    def at(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} of {total} matches")

    keep = Path(wish.keep) if wish.keep else None
    slugs = wish.game or list(hd.games())
    found = run_ladder(slugs, (), wish.games, wish.seed, wish.processes, wish.effort, keep, progress=at).json()
    sys.stderr.write("\n")
    seed = found.pop("seed")
    found["ladders"] = [{**ladder, "seed": seed} for ladder in found["ladders"]]
    if wish.game and FIGURES.exists():
        found = joined(json.loads(FIGURES.read_text(encoding="utf-8")), found)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The new figures, and the old ones of other games; all must have been played alike, but for the dice."""
    for key in ("ladder", "hippodrome", "games", "effort"):
        if old[key] != new[key]:
            raise SystemExit(f"{FIGURES.name} was played with {key} {old[key]}, not {new[key]}: play all games again.")
    ladders = {ladder["game"]: ladder for ladder in [*old["ladders"], *new["ladders"]]}
    return {**new, "ladders": [ladders[slug] for slug in hd.games() if slug in ladders]}


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share(row: dict[str, Any]) -> str:
    """A share with its interval."""
    return f"{row['share']:.1%} ({row['low']:.1%} – {row['high']:.1%})"


def ladder(found: dict[str, Any]) -> str:
    """One game: who beats whom, and the levels."""
    rows = []
    for pair in found["pairs"]:
        name = f"**{pair['one']} over {pair['other']}**"
        rows.append([name, str(pair["games"]), f"**{share(pair['won'])}**", f"{pair['ahead']:.1%}"])
        rows += [
            [kind["kind"], str(kind["games"]), share(kind["won"]), f"{kind['ahead']:.1%}"] for kind in pair["kinds"]
        ]
    levels = [
        [row["level"], f"{row['rating']:.1f}", f"{row['doubt']:.1f}", f"{row['milliseconds']:.3g} ms"]
        for row in found["levels"]
    ]
    won = table(["", "matches", "won", "ahead"], rows)
    return f"## {found['title']}\n\n{won}\n\n{table(['', 'rating', 'doubt', 'a decision'], levels)}\n"


def commands(found: dict[str, Any], option: str) -> str:
    """What plays the ladders again: one line for all games that have the same seed."""
    seeds = dict.fromkeys(game["seed"] for game in found["ladders"])
    lines: list[str] = []
    for seed in seeds:
        slugs = [game["game"] for game in found["ladders"] if game["seed"] == seed]
        games = "".join(f" --game {slug}" for slug in slugs) if len(seeds) > 1 else ""
        lines.append(f"hippodrome ladder{games} --games {found['games']} --seed {seed}{option} --json")
    return "\n".join(["```", *lines, "```"])


def page(found: dict[str, Any]) -> str:
    """The page in words and tables."""
    names = dict.fromkeys(row["level"] for game in found["ladders"] for row in game["levels"])
    part = found["effort"] != 100
    missing = {game.title for game in hd.games().values()} - {game["title"] for game in found["ladders"]}
    few = " So few matches say little: look at the intervals." if found["games"] < 400 else ""
    slow = [
        f"the {level} stops after {bots.thinking_time(level):g} seconds" for level in names if bots.looks_ahead(level)
    ]
    return TEXT.format(
        levels="\n".join(f"- **{level}**: {bots.description(level)}" for level in names),
        where=f"every game but {join_words(sorted(missing))}" if missing else "every game",
        games=found["games"],
        commands=commands(found, f" --effort {found['effort']}" if part else ""),
        effort=f"; who looks ahead does it with {found['effort']} % of the effort" if part else "",
        few=few,
        limits=" and ".join(slow) or "nobody takes longer than a moment",
        ladders="\n".join(ladder(game) for game in found["ladders"]),
    )


def main() -> None:
    """Play if asked to, and write everything."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--games", type=int, default=400)
    wishes.add_argument("--seed", type=int, default=1)
    wishes.add_argument("--effort", type=int, default=100)
    wishes.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wishes.add_argument("--game", action="append", choices=list(hd.games()), help="only this one; again for more")
    wishes.add_argument("--keep", metavar="FOLDER", help="keep every match there, and go on from there")
    wishes.add_argument("--again", action="store_true")
    wish = wishes.parse_args()
    if not wish.again:
        FIGURES.write_text(play(wish), encoding="utf-8", newline="\n")
    PAGE.write_text(page(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
