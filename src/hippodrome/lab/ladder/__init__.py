"""The ladder: how strong the programs are, level against level, in every game.

    found = climb(["benhur"], games=40, processes=2)
    print(found.text())

Levels that are neighbours meet in each of the game's kinds of matches (`kinds.py`), and every match is played twice
with the same dice and the seats swapped. With a folder, every pair of matches is kept there as soon as it is played,
and another run goes on from there.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations, pairwise
from pathlib import Path

from hippodrome import catalogue
from hippodrome.bots import all_levels, levels
from hippodrome.kit.game import Game
from hippodrome.lab.ladder.lineups import Lineup, lineups_of
from hippodrome.lab.ladder.matches import (
    FULL_EFFORT_PERCENT,
    ROTATIONS,
    LadderFailed,
    LadderMatch,
    LadderTask,
    key_of,
    play_task,
)
from hippodrome.lab.ladder.standings import GameLadder, Ladder
from hippodrome.lab.ratings import rate_players
from hippodrome.lab.simulation import process_start_method

__all__ = ["FILE", "Ladder", "LadderFailed", "Lineup", "lineups_of", "run_ladder"]

FILE = "ladder.jsonl"
MAX_EFFORT_PERCENT = 1000

ProgressCallback = Callable[[int, int], object]
"""Called with the number of matches played so far, and of all."""


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
) -> Ladder:
    """Let the levels of some games meet, `games` times each pair; `only` these levels, if any are named.

    Those who are neighbours meet, or each meets each (`everybody`). `effort` is in per cent.
    """
    rate_players((), ())
    if processes < 1 or not 1 <= effort <= MAX_EFFORT_PERCENT:
        raise ValueError(f"there must be at least one process, and an effort of 1 to {MAX_EFFORT_PERCENT} per cent")
    for level in only:
        if not any(level in all_levels(catalogue.all_games()[slug]) for slug in slugs):
            raise ValueError(f"no program {level!r} plays here; there are: {', '.join(_known_levels(slugs))}")
    plans = [plan_game(catalogue.all_games()[slug], only, games, seed, effort, all_pairs) for slug in slugs]
    tasks = [task for plan in plans for task in plan.tasks]
    if not tasks:
        raise ValueError("no game has two of these levels")
    shelf = SavedMatches(results_dir)
    found = {task: shelf.kept[key] for task in tasks if (key := key_of(task)) in shelf.kept}
    missing = [task for task in tasks if task not in found]
    _report_progress(progress, len(found), len(tasks))
    for task, meetings in play_tasks(missing, processes):
        shelf.add(meetings)
        found[task] = meetings
        _report_progress(progress, len(found), len(tasks))
    rungs = [
        GameLadder(plan.game, plan.levels, [m for task in plan.tasks for m in found[task]]) for plan in plans if plan.tasks
    ]
    return Ladder(games, seed, effort, rungs)


def _known_levels(slugs: Sequence[str]) -> list[str]:
    """Return all levels that play some of the games."""
    return list(dict.fromkeys(level for slug in slugs for level in all_levels(catalogue.all_games()[slug])))


def _report_progress(progress: ProgressCallback | None, done: int, of: int) -> None:
    if progress is not None:
        progress(done * ROTATIONS, of * ROTATIONS)


# -------------------------------------------------------------------- who meets whom


class GamePlan:
    """What is played of one game."""

    def __init__(self, game: Game, levels: list[str], tasks: list[LadderTask]) -> None:
        self.game = game
        self.levels = levels
        self.tasks = tasks


def plan_game(game: Game, only: Sequence[str], games: int, seed: int, effort: int, all_pairs: bool) -> GamePlan:
    """Who meets whom in a game, the stronger named first, and how often in each kind of match."""
    kinds = lineups_of(game)
    least = ROTATIONS * len(kinds)
    if games < least or games % ROTATIONS:
        raise ValueError(f"in {game.title} a pair meets an even number of times, {least} or more, not {games}")
    there = [level for level in all_levels(game) if (level in only if only else level in levels(game))]
    pairs = list(combinations(there, 2)) if all_pairs else list(pairwise(there))
    tasks = [
        LadderTask(game.slug, kind, one, other, number, seed, effort)
        for other, one in pairs
        for kind, count in enumerate(split_evenly(games // ROTATIONS, len(kinds)))
        for number in range(count)
    ]
    return GamePlan(game, there, tasks)


def split_evenly(count: int, kinds: int) -> list[int]:
    """So many pairs of matches, shared out evenly."""
    return [count // kinds + (place < count % kinds) for place in range(kinds)]


# -------------------------------------------------------------------- playing and keeping


def play_tasks(tasks: list[LadderTask], processes: int) -> Iterator[tuple[LadderTask, list[LadderMatch]]]:
    """What came of each task, as they are finished."""
    if processes == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, play_task(task)
        return
    context = multiprocessing.get_context(process_start_method())
    pool = ProcessPoolExecutor(min(processes, len(tasks)), context, catalogue.use_all, (catalogue.variants(),))
    try:
        out = {pool.submit(play_task, task): task for task in tasks}
        for future in as_completed(out):
            yield out[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


class SavedMatches:
    """The matches that are kept in a folder, a line each; without a folder, none.

    A line that was cut off when a run was killed is left out, and its match played again.
    """

    def __init__(self, folder: Path | None) -> None:
        self.file = folder / FILE if folder is not None else None
        self.kept: dict[tuple[object, ...], list[LadderMatch]] = {}
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        found: dict[tuple[object, ...], dict[int, LadderMatch]] = {}
        for meeting in self._read(self.file):
            found.setdefault(meeting.key, {})[meeting.rotation] = meeting
        self.kept = {key: [both[0], both[1]] for key, both in found.items() if len(both) == ROTATIONS}

    def _read(self, file: Path) -> Iterator[LadderMatch]:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
            try:
                yield LadderMatch.read(json.loads(line))
            except (ValueError, TypeError, KeyError):
                continue

    def add(self, meetings: list[LadderMatch]) -> None:
        """Write matches down."""
        if self.file is not None:
            lines = "".join(json.dumps(meeting.json(), ensure_ascii=False) + "\n" for meeting in meetings)
            with self.file.open("a", encoding="utf-8", newline="\n") as file:
                file.write(lines)
