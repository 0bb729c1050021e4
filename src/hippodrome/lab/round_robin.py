"""A round robin: every contender of a game against every other, and how often each wins and comes home.

    found = round_robin("races", games=200, seed=1, processes=2)
    print(found.text())

A pair plays on every scenario of the contest, and every match is played twice with the same dice and the seats
swapped, so that neither gains by its place. The outcome depends on what was asked for and on nothing else.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations

import hippodrome
from hippodrome import catalogue
from hippodrome.bots import make, play_out
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.round_robin import Contender, RoundRobinSpec
from hippodrome.kit.state import Json, State
from hippodrome.lab.simulation import derive_seed, process_start_method
from hippodrome.lab.simulation_report import DIGITS, ReportTable
from hippodrome.lab.stats import wilson

FORMAT = 1
MATCHES_PER_TASK = 20  # matches of a pair that one process plays at a time

ProgressCallback = Callable[[int, int], object]
"""Called with the number of matches played so far, and of all."""


class PairFailed(RuntimeError):
    """A match of a round robin raised an error."""


@dataclass
class PairTally:
    """What came of the matches between two contenders, counted exactly: wins, both first, and who came home."""

    one: int
    other: int
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    home: int = 0
    other_home: int = 0

    def add(self, more: PairTally) -> None:
        """Take in further matches of the same pair."""
        self.games += more.games
        self.wins += more.wins
        self.losses += more.losses
        self.draws += more.draws
        self.home += more.home
        self.other_home += more.other_home

    def count(self, game: Game, state: State, swapped: bool) -> None:
        """One more match; its seats may have been swapped."""
        result = game.result(state)
        if result is None:
            raise PairFailed("a match stopped without a result")
        mine, theirs = (1, 0) if swapped else (0, 1)
        self.games += 1
        self.wins += result.winners == (mine,)
        self.losses += result.winners == (theirs,)
        self.draws += len(result.winners) != 1
        self.home += game.survived(state, mine)
        self.other_home += game.survived(state, theirs)


@dataclass(frozen=True)
class PairTask:
    """Some numbered matches of one pair, for one process."""

    slug: str
    level: str
    seed: int
    one: int
    other: int
    numbers: range


def round_robin_spec(game: Game) -> RoundRobinSpec:
    """Return the contest of a game; ValueError if it has none."""
    spec = game.round_robin()
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
    """Let all contenders meet, `games` times each pair; `only` these, if any are named."""
    game = hippodrome.game(slug)
    contest = round_robin_spec(game)
    even = 2 * len(contest.scenarios)
    if games < even or games % even or processes < 1:
        raise ValueError(f"a pair meets {even}, {2 * even} or so times, on each scenario from both seats, not {games}")
    make(level, game, 0)
    there = participating(contest, only)
    pairs = {(one, other): PairTally(one, other) for one, other in combinations(there, 2)}
    tasks = [PairTask(slug, level, seed, one, other, part) for one, other in pairs for part in match_ranges(games)]
    done = 0
    for found in play_tasks(tasks, processes):
        pairs[found.one, found.other].add(found)
        done += found.games
        if progress is not None:
            progress(done, games * len(pairs))
    return RoundRobinReport(game, contest, level, seed, games, there, list(pairs.values()))


def participating(contest: RoundRobinSpec, only: tuple[str, ...]) -> list[int]:
    """Return the numbers of the contenders that take part; ValueError names those there are."""
    keys = [contender.key for contender in contest.contenders]
    wrong = [key for key in only if key not in keys]
    if wrong or len(set(only)) == 1:
        raise ValueError(f"a round robin is among two or more of: {', '.join(keys)}")
    return [number for number, key in enumerate(keys) if not only or key in only]


def match_ranges(games: int) -> list[range]:
    """Return the matches 0 to games - 1 in pieces."""
    return [range(first, min(first + MATCHES_PER_TASK, games)) for first in range(0, games, MATCHES_PER_TASK)]


def play_tasks(tasks: list[PairTask], processes: int) -> Iterator[PairTally]:
    """What came of each task, in their order."""
    if processes == 1 or len(tasks) == 1:
        yield from map(play_task, tasks)
        return
    context = multiprocessing.get_context(process_start_method())
    with ProcessPoolExecutor(min(processes, len(tasks)), context, catalogue.use_all, (catalogue.variants(),)) as pool:
        yield from pool.map(play_task, tasks)


def play_task(task: PairTask) -> PairTally:
    """Play some matches of a pair."""
    game = hippodrome.game(task.slug)
    contest = round_robin_spec(game)
    count = len(contest.scenarios)
    pair = PairTally(task.one, task.other)
    two = contest.contenders[task.one], contest.contenders[task.other]
    setups = [Setup(game, scenario, 2, contest.options) for scenario in contest.scenarios]
    dice = derive_seed(task.seed, task.one * len(contest.contenders) + task.other)
    for number in task.numbers:
        swapped = number // count % 2 == 1
        seed = derive_seed(dice, number // (2 * count) * count + number % count)
        sides = (two[1], two[0]) if swapped else two
        try:
            pair.count(game, play_pair_match(setups[number % count], sides, task.level, seed), swapped)
        except Exception as error:
            raise PairFailed(f"{two[0].key} against {two[1].key}, match {number}: {error!r}") from error
    return pair


def play_pair_match(setup: Setup, sides: tuple[Contender, Contender], level: str, seed: int) -> State:
    """One match between two contenders: each opens as it does, then programs play on."""
    state = setup.start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    openings = [list(side.opening) for side in sides]
    while any(openings):
        seat = agenda.seats(state)[0]
        agenda.act(state, openings[seat].pop(0), seat)
    bots = [make(level, setup.game, derive_seed(seed, seat)) for seat in range(2)]
    play_out(setup.game, state, bots, seed)
    return state


# -------------------------------------------------------------------- the outcome


class RoundRobinReport:
    """The outcome of a round robin: the same question gives the same text, however it was played."""

    def __init__(
        self,
        game: Game,
        contest: RoundRobinSpec,
        level: str,
        seed: int,
        games: int,
        there: list[int],
        pairs: list[PairTally],
    ) -> None:
        self.game = game
        self.contest = contest
        self.level = level
        self.seed = seed
        self.games = games
        self.there = there
        self.pairs = pairs

    def json(self) -> Json:
        """Everything, in a fixed order of keys."""
        return {
            "round-robin": FORMAT,
            "game": self.game.slug,
            "version": self.game.version,
            "scenarios": list(self.contest.scenarios),
            "options": dict(self.contest.options),
            "program": self.level,
            "seed": self.seed,
            "games": self.games,
            "contenders": [self._contender(number) for number in self.there],
            "pairs": [self._pair(pair) for pair in self.pairs],
        }

    def text(self) -> str:
        """Return the JSON as text, for files and pipes."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def _contender(self, number: int) -> Json:
        """One against all others."""
        mine = [pair for pair in self.pairs if number in (pair.one, pair.other)]
        games = sum(pair.games for pair in mine)
        wins = sum(pair.wins if pair.one == number else pair.losses for pair in mine)
        home = sum(pair.home if pair.one == number else pair.other_home for pair in mine)
        contender = self.contest.contenders[number]
        found = {"key": contender.key, "name": contender.name, "games": games}
        return {**found, "won": share_json(wins, games), "home": share_json(home, games)}

    def _pair(self, pair: PairTally) -> Json:
        """Two against each other."""
        keys = [self.contest.contenders[number].key for number in (pair.one, pair.other)]
        return {
            "pair": keys,
            "games": pair.games,
            "won": [share_json(pair.wins, pair.games), share_json(pair.losses, pair.games)],
            "home": [share_json(pair.home, pair.games), share_json(pair.other_home, pair.games)],
            "draws": pair.draws,
        }

    def title(self) -> str:
        """What was played, in a line."""
        where = " and ".join([self.game.scenario(slug).title for slug in self.contest.scenarios])
        total = sum(pair.games for pair in self.pairs)
        return f"{self.game.title}, {where}: {total} matches, {self.games} a pair, seed {self.seed}"

    def tables(self) -> list[ReportTable]:
        """Return the outcome for people: everybody against all others, then each against each."""
        found = self.json()
        rows = [[row["name"], *share_cells(row["won"]), *share_cells(row["home"])] for row in found["contenders"]]
        rows.sort(key=lambda row: -float(row[1].rstrip("%")))
        tables = [ReportTable("All against all", ["", "won", "95 %", "came home", "95 %"], rows)]
        grid = won_grid(found)
        names = [row["name"] for row in found["contenders"]]
        lines = [[name, *["" if cell is None else f"{cell['share']:.0%}" for cell in grid[place]]]
                 for place, name in enumerate(names)]  # fmt: skip
        heads = ["", *[row["key"] for row in found["contenders"]]]
        return [*tables, ReportTable("The row beats the column", heads, lines)]


def share_json(number: float, games: int) -> Json:
    """Return a count, its share and Wilson's interval."""
    found = wilson(number, games)
    shares = {"share": found.share, "low": found.low, "high": found.high}
    return {"count": number, **{name: round(value, DIGITS) for name, value in shares.items()}}


def share_cells(row: Json) -> list[str]:
    """Return a share and its interval, for a table."""
    return [f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}"]


def won_grid(found: Json) -> list[list[Json | None]]:
    """Return the shares of wins by row and column, in the order of the contenders; None against oneself."""
    places = {row["key"]: place for place, row in enumerate(found["contenders"])}
    grid: list[list[Json | None]] = [[None] * len(places) for _ in places]
    for pair in found["pairs"]:
        one, other = (places[key] for key in pair["pair"])
        grid[one][other], grid[other][one] = pair["won"]
    return grid
