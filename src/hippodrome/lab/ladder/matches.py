"""Matches of the ladder. A task is two matches with the same dice and the seats swapped.

The result depends only on the task, except for the thinking times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from hippodrome import catalogue
from hippodrome.bots import looks_ahead
from hippodrome.bots.base import StopwatchBot
from hippodrome.kit.game import Game, Lineup, Result
from hippodrome.kit.match import Setup
from hippodrome.kit.state import Json
from hippodrome.lab.match_runner import MatchSpec, derive_seed, name_failure, play

ROTATIONS = 2
FULL_EFFORT_PERCENT = 100


@dataclass(frozen=True)
class LadderTask:
    """Two matches between two levels, with the same dice and the seats swapped."""

    game: str
    lineup: int  # index into the line-ups of the game
    one: str
    other: str
    number: int
    seed: int
    effort: int

    @property
    def pair(self) -> tuple[str, str]:
        """Both levels, the stronger first."""
        return self.one, self.other


@dataclass(frozen=True)
class LadderMatch:
    """One match as saved in the results folder; the field names are stored.

    `won` is the share of the first place that went to the first level. `ahead` is the share of pairs of seats, one of
    each level, in which the first level finished ahead; a tie counts half. With two seats they are equal. `decisions`
    and `seconds` (processor time) are per level.
    """

    game: str
    version: int
    kind: str
    one: str
    other: str
    effort: int
    seed: int
    number: int
    rotation: int
    seats: tuple[str, ...]
    places: tuple[int, ...]
    won: float
    ahead: float
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def key(self) -> tuple[object, ...]:
        """Everything that this match and its twin with swapped seats depend on."""
        return self.game, self.version, self.kind, self.one, self.other, self.effort, self.seed, self.number

    def json(self) -> Json:
        """Return the match as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Json) -> LadderMatch:
        """Return a match from its plain data."""
        lists = ("seats", "places", "decisions", "seconds")
        return cls(**{**data, **{name: tuple(data[name]) for name in lists}})


def lineups_of(game: Game) -> tuple[Lineup, ...]:
    """Return the line-ups of a game; by default its first scenario with the lowest even number of seats."""
    if game.lineups:
        return game.lineups
    first = game.scenarios()[0]
    even = [seats for seats in first.seats if seats % 2 == 0]
    return (Lineup(first.title, first.slug, even[0]),)


def key_of(task: LadderTask) -> tuple[object, ...]:
    """Return the `LadderMatch.key` of the matches of a task."""
    game = catalogue.all_games()[task.game]
    lineup = lineups_of(game)[task.lineup]
    return task.game, game.version, lineup.key, task.one, task.other, effective_effort(task), task.seed, task.number


def effective_effort(task: LadderTask) -> int:
    """Return the search effort of a task in per cent; 100 if neither level searches, as it makes no difference."""
    return task.effort if looks_ahead(task.one) or looks_ahead(task.other) else FULL_EFFORT_PERCENT


def play_task(task: LadderTask) -> list[LadderMatch]:
    """Play both matches of a task."""
    with name_failure(f"{task.one} against {task.other} in {task.game}, pair {task.number} of line-up {task.lineup},"):
        return [play_rotation(task, rotation) for rotation in range(ROTATIONS)]


def play_rotation(task: LadderTask, rotation: int) -> LadderMatch:
    """Play one match of a task; the two levels sit in alternate seats."""
    game = catalogue.all_games()[task.game]
    lineup = lineups_of(game)[task.lineup]
    seated = tuple(task.pair[(seat + rotation) % 2] for seat in range(lineup.seats))
    setup = Setup(game, lineup.scenario, lineup.seats, dict(lineup.options))
    levels = tuple(with_effort(level, task.effort) for level in seated)
    spec = MatchSpec(setup, levels, derive_seed(derive_seed(task.seed, task.lineup), task.number))
    bots = [StopwatchBot(bot) for bot in spec.bots()]
    result = play(spec, bots=bots).result
    by_level = [[bot for bot, level in zip(bots, seated, strict=True) if level == name] for name in task.pair]
    decisions = [sum(bot.decisions for bot in mine) for mine in by_level]
    seconds = [sum(bot.seconds for bot in mine) for mine in by_level]
    return LadderMatch(
        game=task.game,
        version=game.version,
        kind=lineup.key,
        one=task.one,
        other=task.other,
        effort=effective_effort(task),
        seed=task.seed,
        number=task.number,
        rotation=rotation,
        seats=seated,
        places=result.places,
        won=win_share(result, seated, task.one),
        ahead=ahead_share(result.places, seated, task.one),
        decisions=(decisions[0], decisions[1]),
        seconds=(round(seconds[0], 6), round(seconds[1], 6)),
    )


def with_effort(level: str, effort: int) -> str:
    """Return a level with its search effort, such as "champion/25"; a level without search is returned unchanged."""
    return f"{level}/{effort}" if effort != FULL_EFFORT_PERCENT and looks_ahead(level) else level


def win_share(result: Result, seated: Sequence[str], one: str) -> float:
    """Return the share of the first place that went to a level; half if there is no winner."""
    winners = result.winners
    return sum(seated[seat] == one for seat in winners) / len(winners) if winners else 0.5


def ahead_share(places: Sequence[int], seated: Sequence[str], one: str) -> float:
    """Return the share of pairs of seats, one of each level, in which a level finished ahead; ties count half."""
    mine = [place for place, level in zip(places, seated, strict=True) if level == one]
    theirs = [place for place, level in zip(places, seated, strict=True) if level != one]
    scores = [(place < other) + (place == other) / 2 for place in mine for other in theirs]
    return sum(scores) / len(scores)
