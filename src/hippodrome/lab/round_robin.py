"""Round robins: every contender of a game against every other, with shares of wins and of matches survived.

    report = run_round_robin("races", games=200, seed=1, processes=2)
    print(report.text())

A pair plays on every scenario of the round robin. Every match is played twice, with the same dice and the seats
swapped, so that no contender profits from its seat. The report depends only on the arguments, not on the number of
processes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import combinations

import hippodrome
from hippodrome.bots import make
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.kit.state import Json
from hippodrome.lab.match_runner import MatchSpec, PlayedMatch, derive_seed, name_failure, play
from hippodrome.lab.pool import run_tasks
from hippodrome.lab.simulation import ProgressCallback
from hippodrome.lab.simulation_report import DECIMALS, ReportTable
from hippodrome.lab.stats import percent, percent_range, wilson

FORMAT_VERSION = 1
MATCHES_PER_TASK = 20


@dataclass
class PairTally:
    """Counts of the matches between two contenders; `home` counts matches that the first one survived."""

    one: int
    other: int
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    home: int = 0
    other_home: int = 0

    def add(self, more: PairTally) -> None:
        """Add the counts of further matches of the same pair."""
        self.games += more.games
        self.wins += more.wins
        self.losses += more.losses
        self.draws += more.draws
        self.home += more.home
        self.other_home += more.other_home

    def count(self, game: Game, played: PlayedMatch, swapped: bool) -> None:
        """Count one finished match, whose seats may have been swapped."""
        state, result = played.state, played.result
        mine, theirs = (1, 0) if swapped else (0, 1)
        self.games += 1
        self.wins += result.winners == (mine,)
        self.losses += result.winners == (theirs,)
        self.draws += len(result.winners) != 1
        self.home += game.analysis.has_survived(state, mine)
        self.other_home += game.analysis.has_survived(state, theirs)


@dataclass(frozen=True)
class PairTask:
    """Matches of one pair to play in one process, by their numbers."""

    slug: str
    level: str
    seed: int
    one: int
    other: int
    numbers: range


def round_robin_spec(game: Game) -> RoundRobinSpec:
    """Return the round robin of a game; raise ValueError if it has none."""
    spec = game.analysis.round_robin()
    if spec is None:
        raise ValueError(f"{game.title} has nothing to compare in a round robin")
    return spec


def run_round_robin(
    slug: str,
    games: int,
    seed: int = 1,
    processes: int = 1,
    progress: ProgressCallback | None = None,
    level: str = "driver",
    only: tuple[str, ...] = (),
) -> RoundRobinReport:
    """Play `games` matches between each pair of contenders, or only between those that `only` names.

    Raise ValueError if the number of matches cannot be split evenly over scenarios and seats.
    """
    game = hippodrome.game(slug)
    spec = round_robin_spec(game)
    step = 2 * len(spec.scenarios)
    if games < step or games % step or processes < 1:
        raise ValueError(
            f"the matches of a pair must be a multiple of {step}, for both seats on each scenario, not {games}"
        )
    make(level, game, 0)
    selected = select_contenders(spec, only)
    pairs = {(one, other): PairTally(one, other) for one, other in combinations(selected, 2)}
    tasks = [PairTask(slug, level, seed, one, other, part) for one, other in pairs for part in match_ranges(games)]
    done = 0
    for _, tally in run_tasks(play_task, tasks, processes):
        pairs[tally.one, tally.other].add(tally)
        done += tally.games
        if progress is not None:
            progress(done, games * len(pairs))
    return RoundRobinReport(game, spec, level, seed, games, selected, list(pairs.values()))


def select_contenders(spec: RoundRobinSpec, only: tuple[str, ...]) -> list[int]:
    """Return the indices of the contenders to play; raise ValueError if they are unknown or fewer than two."""
    keys = [contender.key for contender in spec.contenders]
    unknown = [key for key in only if key not in keys]
    if unknown or len(set(only)) == 1:
        raise ValueError(f"a round robin needs two or more of: {', '.join(keys)}")
    return [number for number, key in enumerate(keys) if not only or key in only]


def match_ranges(games: int) -> list[range]:
    """Return the match numbers 0 to games - 1, split into tasks."""
    return [range(first, min(first + MATCHES_PER_TASK, games)) for first in range(0, games, MATCHES_PER_TASK)]


def play_task(task: PairTask) -> PairTally:
    """Play the matches of a task; raise MatchFailed with the number of the match that failed."""
    game = hippodrome.game(task.slug)
    spec = round_robin_spec(game)
    count = len(spec.scenarios)
    pair = PairTally(task.one, task.other)
    pair_contenders = spec.contenders[task.one], spec.contenders[task.other]
    setups = [Setup(game, scenario, 2, spec.options) for scenario in spec.scenarios]
    pair_seed = derive_seed(task.seed, task.one * len(spec.contenders) + task.other)
    for number in task.numbers:
        swapped = number // count % 2 == 1
        seed = derive_seed(pair_seed, number // (2 * count) * count + number % count)
        sides = (pair_contenders[1], pair_contenders[0]) if swapped else pair_contenders
        openings = (sides[0].opening, sides[1].opening)
        match = MatchSpec(setups[number % count], (task.level, task.level), seed, openings)
        with name_failure(f"{pair_contenders[0].key} against {pair_contenders[1].key}, match {number},"):
            pair.count(game, play(match), swapped)
    return pair


# -------------------------------------------------------------------- report


class RoundRobinReport:
    """The report of a round robin. The same arguments give the same text."""

    def __init__(
        self,
        game: Game,
        spec: RoundRobinSpec,
        level: str,
        seed: int,
        games: int,
        selected: list[int],
        pairs: list[PairTally],
    ) -> None:
        self.game = game
        self.spec = spec
        self.level = level
        self.seed = seed
        self.games = games
        self.selected = selected
        self.pairs = pairs

    def json(self) -> Json:
        """Return all figures, with keys in a fixed order; they are stored in files."""
        return {
            "round-robin": FORMAT_VERSION,
            "game": self.game.slug,
            "version": self.game.version,
            "scenarios": list(self.spec.scenarios),
            "options": dict(self.spec.options),
            "program": self.level,
            "seed": self.seed,
            "games": self.games,
            "contenders": [self._contender(number) for number in self.selected],
            "pairs": [self._pair(pair) for pair in self.pairs],
        }

    def text(self) -> str:
        """Return the JSON as text."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def _contender(self, number: int) -> Json:
        """Return the figures of a contender against all others."""
        mine = [pair for pair in self.pairs if number in (pair.one, pair.other)]
        games = sum(pair.games for pair in mine)
        wins = sum(pair.wins if pair.one == number else pair.losses for pair in mine)
        home = sum(pair.home if pair.one == number else pair.other_home for pair in mine)
        contender = self.spec.contenders[number]
        row = {"key": contender.key, "name": contender.name, "games": games}
        return {**row, "won": share_json(wins, games), "home": share_json(home, games)}

    def _pair(self, pair: PairTally) -> Json:
        """Return the figures of two contenders against each other."""
        keys = [self.spec.contenders[number].key for number in (pair.one, pair.other)]
        return {
            "pair": keys,
            "games": pair.games,
            "won": [share_json(pair.wins, pair.games), share_json(pair.losses, pair.games)],
            "home": [share_json(pair.home, pair.games), share_json(pair.other_home, pair.games)],
            "draws": pair.draws,
        }

    def title(self) -> str:
        """Return one line that says what was played."""
        where = " and ".join([self.game.scenario(slug).title for slug in self.spec.scenarios])
        total = sum(pair.games for pair in self.pairs)
        return f"{self.game.title}, {where}: {total} matches, {self.games} per pair, seed {self.seed}"

    def tables(self) -> list[ReportTable]:
        """Return two tables: each contender against all others, and each against each."""
        figures = self.json()
        rows = [[row["name"], *share_cells(row["won"]), *share_cells(row["home"])] for row in figures["contenders"]]
        rows.sort(key=lambda row: -float(row[1].rstrip(" %")))
        tables = [ReportTable("Against all others", ["", "won", "95 %", "survived", "95 %"], rows)]
        grid = won_grid(figures)
        names = [row["name"] for row in figures["contenders"]]
        lines = [[name, *["" if cell is None else percent(cell['share'], 0) for cell in grid[place]]]
                 for place, name in enumerate(names)]  # fmt: skip
        heads = ["", *[row["key"] for row in figures["contenders"]]]
        return [*tables, ReportTable("The row beats the column", heads, lines)]


def share_json(number: float, games: int) -> Json:
    """Return a count, its share of the matches, and Wilson's interval, as plain data."""
    share = wilson(number, games)
    figures = {"share": share.share, "low": share.low, "high": share.high}
    return {"count": number, **{name: round(value, DECIMALS) for name, value in figures.items()}}


def share_cells(row: Json) -> list[str]:
    """Return two table cells: a share and its interval."""
    return [percent(row["share"]), percent_range(row["low"], row["high"])]


def won_grid(figures: Json) -> list[list[Json | None]]:
    """Return the shares of wins by row and column, in the order of the contenders; None on the diagonal."""
    places = {row["key"]: place for place, row in enumerate(figures["contenders"])}
    grid: list[list[Json | None]] = [[None] * len(places) for _ in places]
    for pair in figures["pairs"]:
        one, other = (places[key] for key in pair["pair"])
        grid[one][other], grid[other][one] = pair["won"]
    return grid
