"""Matches of the ladder: two with the same dice and the seats swapped are a task, a pure function of its numbers.

Only how long the programs thought depends on the machine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from hippodrome import catalogue
from hippodrome.bots import looks_ahead, make
from hippodrome.bots.base import imagination_seed
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Result
from hippodrome.kit.match import Setup
from hippodrome.kit.state import Json, State
from hippodrome.lab.ladder.lineups import lineups_of
from hippodrome.lab.simulation import derive_seed

ROTATIONS = 2
FULL_EFFORT_PERCENT = 100


class LadderFailed(RuntimeError):
    """A match of the ladder raised an error."""


@dataclass(frozen=True)
class LadderTask:
    """Two matches between two levels, with the same dice and the seats swapped."""

    game: str
    kind: int
    one: str
    other: str
    number: int
    seed: int
    effort: int

    @property
    def pair(self) -> tuple[str, str]:
        """Who meets whom."""
        return self.one, self.other


@dataclass(frozen=True)
class LadderMatch:
    """What came of one match.

    `won` is the share of the first place that went to seats of the first level; `ahead` in how many of the pairs of
    seats, one of each level, that of the first level finished ahead, a tie being half. With two seats both are equal.
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
        """What this match and its twin with the seats swapped depend on."""
        return self.game, self.version, self.kind, self.one, self.other, self.effort, self.seed, self.number

    def json(self) -> Json:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def read(cls, kept: Json) -> LadderMatch:
        """From what was kept."""
        lists = ("seats", "places", "decisions", "seconds")
        return cls(**{**kept, **{name: tuple(kept[name]) for name in lists}})


def key_of(task: LadderTask) -> tuple[object, ...]:
    """What the matches of a task depend on, as `Meeting.key` tells it."""
    game = catalogue.all_games()[task.game]
    kind = lineups_of(game)[task.kind]
    return task.game, game.version, kind.key, task.one, task.other, effective_effort(task), task.seed, task.number


def effective_effort(task: LadderTask) -> int:
    """Return the effort that counts: all of it if nobody looks ahead."""
    return task.effort if looks_ahead(task.one) or looks_ahead(task.other) else FULL_EFFORT_PERCENT


def play_task(task: LadderTask) -> list[LadderMatch]:
    """Play both matches of a task."""
    try:
        return [play(task, rotation) for rotation in range(ROTATIONS)]
    except Exception as error:
        where = f"{task.one} against {task.other} in {task.game}, pair {task.number} of kind {task.kind}"
        raise LadderFailed(f"{where} failed: {type(error).__name__}: {error}") from error


def play(task: LadderTask, rotation: int) -> LadderMatch:
    """Play one match of a task: the levels have every other seat each."""
    game = catalogue.all_games()[task.game]
    kind = lineups_of(game)[task.kind]
    seated = tuple(task.pair[(seat + rotation) % 2] for seat in range(kind.seats))
    seed = derive_seed(derive_seed(task.seed, task.kind), task.number)
    state: State = Setup(game, kind.scenario, kind.seats, dict(kind.options)).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    bots = [make(with_effort(level, task.effort), game, derive_seed(seed, seat)) for seat, level in enumerate(seated)]
    decisions, seconds, count = [0, 0], [0.0, 0.0], 0
    while state.agenda:
        seat = agenda.seats(state)[0]
        actions = agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            imagined = game.imagine(state, seat, imagination_seed(seed, count))
            began = time.process_time()
            action = bots[seat].choose(game, imagined, seat)
            side = task.pair.index(seated[seat])
            seconds[side] += time.process_time() - began
            decisions[side] += 1
        agenda.act(state, action, seat)
        count += 1
    result = game.result(state)
    if result is None:
        raise RuntimeError("the match stopped without a result")
    return LadderMatch(
        game=task.game,
        version=game.version,
        kind=kind.key,
        one=task.one,
        other=task.other,
        effort=effective_effort(task),
        seed=task.seed,
        number=task.number,
        rotation=rotation,
        seats=seated,
        places=result.places,
        won=won(result, seated, task.one),
        ahead=ahead(result.places, seated, task.one),
        decisions=(decisions[0], decisions[1]),
        seconds=(round(seconds[0], 6), round(seconds[1], 6)),
    )


def with_effort(level: str, effort: int) -> str:
    """Return a level that thinks with a part of its effort, if it looks ahead at all."""
    return f"{level}/{effort}" if effort != FULL_EFFORT_PERCENT and looks_ahead(level) else level


def won(result: Result, seated: Sequence[str], one: str) -> float:
    """Return the share of the first place that went to the seats of a level; half if nobody won."""
    winners = result.winners
    return sum(seated[seat] == one for seat in winners) / len(winners) if winners else 0.5


def ahead(places: Sequence[int], seated: Sequence[str], one: str) -> float:
    """In how many of the pairs of seats of different levels that of the first finished ahead."""
    mine = [place for place, level in zip(places, seated, strict=True) if level == one]
    theirs = [place for place, level in zip(places, seated, strict=True) if level != one]
    scores = [(place < other) + (place == other) / 2 for place in mine for other in theirs]
    return sum(scores) / len(scores)
