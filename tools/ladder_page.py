"""Play the ladder of bots and write docs/ladder.json and docs/ladder.md.

./play study ladder-page                          play 400 matches per pair, on all cores
./play study ladder-page --results-dir FOLDER     save every match there, and continue from there after a stop
./play study ladder-page --game magic             play only this game; the figures of the others stay
./play study ladder-page --games 40 --effort 25   play fewer matches, with less search
./play study ladder-page --from-figures           only write the page, from the figures in ladder.json
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
from hippodrome.lab.stats import percent, percent_range

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES = DOCS / "ladder.json"
PAGE = DOCS / "ladder.md"

TEXT = """\
<!-- This page is written by tools/ladder_page.py. -->

# How strong the bots are

{levels}

Adjacent levels have met in {where}, {games} matches per pair{effort}.{few} These commands give the same figures
([all of them](ladder.json)), except for the thinking times:

{commands}

Seeds may differ because a bot is never measured with dice that it was tuned on.

## How it is measured

- Every game has a few representative line-ups. The matches of a pair are split evenly among them.
- The two levels sit in alternate seats. Each match is played twice, with the same dice and the seats swapped, so that
  neither level profits from its seat or its army.
- *Won* is the share of first places. A shared first place or a draw is divided equally. Between equal levels it is
  50 %, whatever the number of seats. The interval is Wilson's 95 % interval.
- *Ahead* compares all places: of all pairs of seats, one of each level, the share in which the stronger level finished
  ahead. With two seats it equals *won*.
- The champion is the strongest bot of each game. In What a Wheelie, driver and veteran are weaker than they could be,
  so that the four levels are well spaced.
- *Rating* is openskill's (Plackett and Luce): 25 is the average, and the true rating lies within twice the
  *uncertainty* in 95 of 100 cases.
- *Per decision* is the mean processor time of decisions with more than one option, here without a time limit. In live
  games, {limits}.

{ladders}
"""


def play(args: argparse.Namespace) -> str:
    """Play the ladder and return its figures as JSON, with the stored figures of games that are not played now."""

    def show_progress(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} of {total} matches")

    folder = Path(args.results_dir) if args.results_dir else None
    slugs = args.game or list(hd.games())
    ladder = run_ladder(slugs, (), args.games, args.seed, args.processes, args.effort, folder, progress=show_progress)
    sys.stderr.write("\n")
    figures = ladder.json()
    seed = figures.pop("seed")
    figures["ladders"] = [{**game, "seed": seed} for game in figures["ladders"]]
    if args.game and FIGURES.exists():
        figures = merge_figures(json.loads(FIGURES.read_text(encoding="utf-8")), figures)
    return json.dumps(figures, indent=2, ensure_ascii=False) + "\n"


def merge_figures(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the new figures with the old ones of other games; all settings but the seed must be the same."""
    for key in ("ladder", "hippodrome", "games", "effort"):
        if old[key] != new[key]:
            raise SystemExit(f"{FIGURES.name} was played with {key} {old[key]}, not {new[key]}. Play all games again.")
    ladders = {ladder["game"]: ladder for ladder in [*old["ladders"], *new["ladders"]]}
    return {**new, "ladders": [ladders[slug] for slug in hd.games() if slug in ladders]}


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share(row: dict[str, Any]) -> str:
    """Return a share and its interval as text."""
    return f"{percent(row['share'])} ({percent_range(row['low'], row['high'])})"


def game_section(game: dict[str, Any]) -> str:
    """Return the section of a game: wins by pair and line-up, and the levels."""
    rows = []
    for pair in game["pairs"]:
        name = f"**{pair['one']} over {pair['other']}**"
        rows.append([name, str(pair["games"]), f"**{share(pair['won'])}**", percent(pair["ahead"])])
        rows += [
            [lineup["kind"], str(lineup["games"]), share(lineup["won"]), percent(lineup["ahead"])]
            for lineup in pair["kinds"]
        ]
    levels = [
        [row["level"], f"{row['rating']:.1f}", f"{row['doubt']:.1f}", f"{row['milliseconds']:.3g} ms"]
        for row in game["levels"]
    ]
    won = table(["", "matches", "won", "ahead"], rows)
    return f"## {game['title']}\n\n{won}\n\n{table(['', 'rating', 'uncertainty', 'per decision'], levels)}\n"


def commands(figures: dict[str, Any], effort: str) -> str:
    """Return the commands that play the ladders again, one line per seed."""
    seeds = dict.fromkeys(game["seed"] for game in figures["ladders"])
    lines: list[str] = []
    for seed in seeds:
        slugs = [game["game"] for game in figures["ladders"] if game["seed"] == seed]
        games = "".join(f" --game {slug}" for slug in slugs) if len(seeds) > 1 else ""
        lines.append(f"hippodrome ladder{games} --games {figures['games']} --seed {seed}{effort} --json")
    return "\n".join(["```", *lines, "```"])


def page(figures: dict[str, Any]) -> str:
    """Return the page as Markdown."""
    names = dict.fromkeys(row["level"] for game in figures["ladders"] for row in game["levels"])
    is_reduced = figures["effort"] != 100
    missing = {game.title for game in hd.games().values()} - {game["title"] for game in figures["ladders"]}
    limits = [
        f"the {level} stops after {bots.thinking_time(level):g} seconds" for level in names if bots.looks_ahead(level)
    ]
    return TEXT.format(
        levels="\n".join(f"- **{level}**: {bots.description(level)}" for level in names),
        where=f"every game except {join_words(sorted(missing))}" if missing else "every game",
        games=figures["games"],
        commands=commands(figures, f" --effort {figures['effort']}" if is_reduced else ""),
        effort=f", with a search effort of {figures['effort']} %" if is_reduced else "",
        few=" With so few matches the intervals are wide." if figures["games"] < 400 else "",
        limits=" and ".join(limits) or "all levels answer at once",
        ladders="\n".join(game_section(game) for game in figures["ladders"]),
    )


def main() -> None:
    """Play the ladder unless --from-figures is given, and write figures and page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, metavar="N", help="matches per pair (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--effort", type=int, default=100, metavar="PERCENT", help="search effort (100)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--game", action="append", choices=list(hd.games()), help="only this game; may be repeated")
    parser.add_argument("--results-dir", metavar="FOLDER", help="save every match there, and continue from there")
    parser.add_argument("--from-figures", action="store_true", help="play nothing; write the page from ladder.json")
    args = parser.parse_args()
    if not args.from_figures:
        FIGURES.write_text(play(args), encoding="utf-8", newline="\n")
    PAGE.write_text(page(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
