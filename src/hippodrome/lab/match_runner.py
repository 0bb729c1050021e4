"""The match runner of the lab: one match between bots, played to its end.

    setup = Setup(hippodrome.game("benhur"), "circus", 2, {})
    played = play(MatchSpec(setup, ("driver", "veteran"), seed=7))
    print(played.result.winners)

The same specification gives the same match in any process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from hippodrome.bots import Bot, make
from hippodrome.bots.base import BotMatch
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Result
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State


class MatchFailed(RuntimeError):
    """A match raised an error, or the workers that played it died. The message says which match it was."""


@dataclass(frozen=True)
class MatchSpec:
    """A match to play: its set-up, the level of each seat, and the seed.

    The dice are those of `hippodrome.new(..., seed=seed)`. The bots' random numbers are derived from seed and seat.
    `openings` has the first actions of each seat, which are played before the bots decide anything.
    """

    setup: Setup
    levels: tuple[str, ...]
    seed: int
    openings: tuple[tuple[Action, ...], ...] = ()
    logging: bool = False

    def start(self) -> State:
        """Return the match before the bots' first decision."""
        state: State = self.setup.start(TapeDice(seed_from(self.seed)))
        state.logging = self.logging
        agenda.advance(state)
        openings = [list(opening) for opening in self.openings]
        while any(openings):
            seat = agenda.seats(state)[0]
            agenda.act(state, openings[seat].pop(0), seat)
        return state

    def bots(self) -> list[Bot]:
        """Return the bots of the seats."""
        return [make(level, self.setup.game, derive_seed(self.seed, seat)) for seat, level in enumerate(self.levels)]


@dataclass(frozen=True)
class PlayedMatch:
    """A finished match: the final state, the result and the number of decisions. A log is in `state.events`."""

    state: State
    result: Result
    decisions: int


class MatchObserver:
    """Sees every decision of a match."""

    def before_action(self, match: BotMatch) -> None:
        """Called after the choice of an action, before it is played."""

    def after_action(self, match: BotMatch) -> None:
        """Called after an action was played."""


def play(spec: MatchSpec, observer: MatchObserver | None = None, bots: Sequence[Bot] | None = None) -> PlayedMatch:
    """Play a match to its end; `bots` replace those of the specification. Raises RuntimeError if it has no result."""
    match = BotMatch(spec.setup.game, spec.start(), spec.bots() if bots is None else bots, spec.seed)
    if observer is None:
        match.play_out()
    else:
        while match.choose():
            observer.before_action(match)
            match.act()
            observer.after_action(match)
    result = spec.setup.game.result(match.state)
    if result is None:
        raise RuntimeError("the match stopped without a result")
    _count_match()
    return PlayedMatch(match.state, result, match.count)


@contextmanager
def name_failure(match: str) -> Iterator[None]:
    """Raise MatchFailed, with the name of the match, for any error in the block."""
    try:
        yield
    except Exception as error:
        raise MatchFailed(f"{match} failed: {type(error).__name__}: {error}") from error


def derive_seed(seed: int, number: int) -> int:
    """Return a new seed from a seed and a number. It has 53 bits, so that JSON readers preserve it exactly."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


_match_count: Any = None  # a multiprocessing.Value, shared by all workers


def share_match_count(count: Any) -> None:
    """Add every match played in this process to a count shared by all workers."""
    global _match_count
    _match_count = count


def _count_match() -> None:
    if _match_count is not None:
        with _match_count.get_lock():
            _match_count.value += 1
