"""The ladder: the strength of the bots in every game, level against level.

    ladder = run_ladder(["benhur"], games=40, processes=2)
    print(ladder.text())

Adjacent levels meet in each line-up of the game (`Game.lineups`). Every match is played twice, with the same dice and
the seats swapped. With a results folder, every pair of matches is saved at once, and another run continues from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

from hippodrome import catalogue
from hippodrome.bots import all_levels, levels
from hippodrome.kit.game import Game
from hippodrome.lab.fitted_models import rate_players
from hippodrome.lab.ladder.matches import (
    FULL_EFFORT_PERCENT,
    ROTATIONS,
    LadderMatch,
    LadderTask,
    key_of,
    lineups_of,
    play_task,
)
from hippodrome.lab.ladder.standings import GameLadder, LadderStandings
from hippodrome.lab.pool import run_tasks
from hippodrome.lab.simulation import ProgressCallback

__all__ = ["FILE", "LadderStandings", "lineups_of", "run_ladder"]

FILE = "ladder.jsonl"
MAX_EFFORT_PERCENT = 1000


def run_ladder(
    slugs: Sequence[str],
    only: Sequence[str] = (),
    games: int = 400,
    seed: int = 1,
    processes: int = 1,
    effort: int = FULL_EFFORT_PERCENT,
    results_dir: Path | None = None,
    all_pairs: bool = False,
    progress: ProgressCallback | None = None,
) -> LadderStandings:
    """Play `games` matches between each pair of adjacent levels of some games, and rate the levels.

    `only` restricts the levels, `all_pairs` also plays levels that are not adjacent, and `effort` is the search effort
    in per cent. Raise ValueError if this is not possible, RatingsUnavailable if openskill is not installed.
    """
    rate_players((), ())  # fails early if openskill is missing
    if processes < 1 or not 1 <= effort <= MAX_EFFORT_PERCENT:
        raise ValueError(f"at least one process and an effort of 1 to {MAX_EFFORT_PERCENT} per cent are needed")
    for level in only:
        if not any(level in all_levels(catalogue.all_games()[slug]) for slug in slugs):
            raise ValueError(f"no bot {level!r} plays here; there are: {', '.join(_known_levels(slugs))}")
    plans = [plan_game(catalogue.all_games()[slug], only, games, seed, effort, all_pairs) for slug in slugs]
    tasks = [task for plan in plans for task in plan.tasks]
    if not tasks:
        raise ValueError("no game has two of these levels")
    saved = SavedMatches(results_dir)
    played = {task: saved.by_key[key] for task in tasks if (key := key_of(task)) in saved.by_key}
    missing = [task for task in tasks if task not in played]
    _report_progress(progress, len(played), len(tasks))
    for task, matches in run_tasks(play_task, missing, processes, in_order=False):
        saved.add(matches)
        played[task] = matches
        _report_progress(progress, len(played), len(tasks))
    ladders = [
        GameLadder(plan.game, plan.levels, [match for task in plan.tasks for match in played[task]])
        for plan in plans
        if plan.tasks
    ]
    return LadderStandings(games, seed, effort, ladders)


def _known_levels(slugs: Sequence[str]) -> list[str]:
    """Return all levels that play at least one of the games."""
    return list(dict.fromkeys(level for slug in slugs for level in all_levels(catalogue.all_games()[slug])))


def _report_progress(progress: ProgressCallback | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done * ROTATIONS, total * ROTATIONS)


# -------------------------------------------------------------------- pairs and tasks


class GamePlan:
    """The levels and tasks of one game."""

    def __init__(self, game: Game, levels: list[str], tasks: list[LadderTask]) -> None:
        self.game = game
        self.levels = levels
        self.tasks = tasks


def plan_game(game: Game, only: Sequence[str], games: int, seed: int, effort: int, all_pairs: bool) -> GamePlan:
    """Return the tasks of a game: its pairs, the stronger level first, with their matches split over the line-ups."""
    lineups = lineups_of(game)
    minimum = ROTATIONS * len(lineups)
    if games < minimum or games % ROTATIONS:
        raise ValueError(f"in {game.title} a pair needs an even number of matches, at least {minimum}, not {games}")
    selected = [level for level in all_levels(game) if (level in only if only else level in levels(game))]
    pairs = list(combinations(selected, 2)) if all_pairs else list(pairwise(selected))
    tasks = [
        LadderTask(game.slug, lineup, one, other, number, seed, effort)
        for other, one in pairs
        for lineup, count in enumerate(split_evenly(games // ROTATIONS, len(lineups)))
        for number in range(count)
    ]
    return GamePlan(game, selected, tasks)


def split_evenly(count: int, parts: int) -> list[int]:
    """Split a number into parts that differ by at most one, the larger ones first."""
    return [count // parts + (place < count % parts) for place in range(parts)]


# -------------------------------------------------------------------- saving


class SavedMatches:
    """Matches saved in a folder, one JSON line each; without a folder nothing is saved.

    A line that was cut off when a run was killed is ignored, and its match is played again.
    """

    def __init__(self, folder: Path | None) -> None:
        self.file = folder / FILE if folder is not None else None
        self.by_key: dict[tuple[object, ...], list[LadderMatch]] = {}
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        pairs: dict[tuple[object, ...], dict[int, LadderMatch]] = {}
        for match in self._read(self.file):
            pairs.setdefault(match.key, {})[match.rotation] = match
        self.by_key = {key: [both[0], both[1]] for key, both in pairs.items() if len(both) == ROTATIONS}

    def _read(self, file: Path) -> Iterator[LadderMatch]:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            try:
                yield LadderMatch.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError):
                continue

    def add(self, matches: list[LadderMatch]) -> None:
        """Append matches to the file."""
        if self.file is not None:
            lines = "".join(json.dumps(match.json(), ensure_ascii=False) + "\n" for match in matches)
            with self.file.open("a", encoding="utf-8", newline="\n") as file:
                file.write(lines)
