"""Random matches of every game, scenario, number of seats and option, searched for broken rules.

    report = fuzz(["benhur"], count=1000, seconds=None, seed=7, processes=2)
    print(report.text())

Matches play random proposals; one in fifty is played by the game's default bot, to reach what random play seldom does.
At every decision there must be a seat to ask and an action to play, and the game's invariants must hold. The match must
end within the game's limit. If a game accepts custom files, one match in ten uses random ones
(`hippodrome.lab.file_mutation`). One match in fifty is replayed through `Match`, and a few of its decisions are
inspected in depth (`hippodrome.lab.property_checks`).

A report depends only on seed and count, not on the number of processes.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count as count_from

import hippodrome
from hippodrome.bots import Bot, Chance, default_level, levels, make
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.playthrough import BrokenRule, Occurrences, Playthrough
from hippodrome.kit.custom_files import is_file
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Result, Scenario, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.state import State, canonical
from hippodrome.lab import property_checks
from hippodrome.lab.file_mutation import mutate_sample
from hippodrome.lab.match_runner import derive_seed
from hippodrome.lab.pool import run_tasks

MATCHES_PER_TASK = 50
INSPECT_EVERY_MATCHES = 50  # the first of them is inspected
BOT_MATCH_OFFSET = 25  # of these matches, the one that bots play
CUSTOM_FILE_EVERY_MATCHES = 10
CUSTOM_FILE_MATCH_OFFSET = 9  # of these matches, the one with custom files
INSPECTED_DECISIONS = 4  # per inspected match
MAX_FAILURES = 20  # reported with their records

KINDS = ("step", "question", "verb", "sight", "detail", "event", "roll", "reason", "set-up", "option")
"""The kinds of names that are counted: steps run, questions asked, verbs played, beginnings of actions ("sight"),
features of actions and events ("detail"), events, rolls, end reasons, set-ups and option values."""
CUSTOM_FILE = "custom"
"""The option value under which custom files are counted."""
OPTIONAL_KINDS = ("event", "reason")
"""Kinds that an exhaustive run does not wait for: some endings and their events are too rare for random play."""

ProgressCallback = Callable[[int, int | None], object]
"""Called with the number of matches played and the total, or None if the total is unknown."""


# -------------------------------------------------------------------- one match


@dataclass(frozen=True)
class Trial:
    """The set-up and seed of one random match."""

    game: str
    scenario: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    by_bots: bool = False

    def start(self) -> State:
        """Return the match before its first step."""
        setup = Setup(hippodrome.game(self.game), self.scenario, self.seats, dict(self.options))
        return setup.start(TapeDice(seed_from(self.seed)))

    def replay_call(self, decisions: int) -> str:
        """Return the Python call that replays this number of its decisions."""
        args = (self.game, self.scenario, self.seats, dict(self.options), self.seed, decisions)
        return f"replay_match{(*args, True) if self.by_bots else args!r}"

    def bots(self) -> list[Bot]:
        """Return the bots of its seats; empty if it is played at random."""
        game = hippodrome.game(self.game)
        return [
            make(default_level(game), game, derive_seed(self.seed, seat)) for seat in range(self.seats) if self.by_bots
        ]


def plan_trial(game: Game, seed: int, number: int) -> Trial:
    """Return the match with this number: even numbers go through all set-ups in turn, odd ones are random."""
    scenarios = game.scenarios()
    chance = Chance(derive_seed(seed, number))
    with_custom_files = number % CUSTOM_FILE_EVERY_MATCHES == CUSTOM_FILE_MATCH_OFFSET and bool(
        game.custom_file_kinds()
    )
    if number % 2:
        pick = (
            number // CUSTOM_FILE_EVERY_MATCHES % len(scenarios)
            if with_custom_files
            else int(chance.below(len(scenarios)))
        )
        scenario = scenarios[pick]
        picks = [int(chance.below(size)) for size in _choice_counts(scenario)]
    else:
        scenario = scenarios[number // 2 % len(scenarios)]
        picks = _systematic_choices(number // 2 // len(scenarios), _choice_counts(scenario))
    options = [(setting.name, setting.values[n]) for setting, n in zip(scenario.options, picks[1:], strict=True)]
    if with_custom_files:
        kinds = {kind.slug: kind for kind in game.custom_file_kinds()}
        files = {
            setting.name: mutate_sample(kinds[setting.custom_kind], chance)
            for setting in scenario.options
            if setting.custom_kind
        }
        options = [(name, files.get(name, value)) for name, value in options]
    by_bots = number % INSPECT_EVERY_MATCHES == BOT_MATCH_OFFSET and len(levels(game)) > 1
    return Trial(game.slug, scenario.slug, scenario.seats[picks[0]], tuple(options), derive_seed(seed, number), by_bots)


def _choice_counts(scenario: Scenario) -> list[int]:
    """Return how many seat counts there are to choose from, and how many values of each option."""
    return [len(scenario.seats), *[len(setting.values) for setting in scenario.options]]


def _systematic_choices(number: int, sizes: Sequence[int]) -> list[int]:
    """Return the choices of a trial by number: all first values, all second values and so on, then all combinations."""
    longest = max(sizes)
    return [number % size for size in sizes] if number < longest else _digits(number - longest, sizes)


def _digits(number: int, sizes: Sequence[int]) -> list[int]:
    """Return the digits of a number in a mixed radix system, the lowest first."""
    digits = []
    for size in sizes:
        number, digit = divmod(number, size)
        digits.append(digit)
    return digits


def replay_match(
    game: str,
    scenario: str,
    seats: int,
    options: Mapping[str, Value],
    seed: int,
    decisions: int | None = None,
    by_bots: bool = False,
) -> Match:
    """Replay a match of the fuzzer up to a number of decisions, or to its end, and return it."""
    match = hippodrome.new(game, scenario, seats=seats, options=options, seed=seed)
    chance = Chance(seed)
    bots = Trial(game, scenario, seats, tuple(options.items()), seed, by_bots).bots()
    while match.decision and (decisions is None or len(match.moves) < decisions):
        if bots:
            play_bot_action(match, bots, seed)
        else:
            play_random_action(match, chance)
    return match


def play_random_action(match: Match, chance: Chance) -> None:
    """Play a random proposal, the one that `Playthrough` plays too."""
    actions = match.proposals()
    match.play(actions[chance.below(len(actions))], match.seat)


def play_bot_action(match: Match, bots: Sequence[Bot], seed: int) -> None:
    """Play the choice of the seat's bot, the one that `Playthrough` plays too."""
    seat = match.seat
    imagined = match.imagine(seat, imagination_seed(seed, len(match.moves)))
    match.play(bots[seat].choose(match.game, imagined, seat), seat)


@dataclass(frozen=True)
class Failure:
    """A match in which a rule was broken: how to replay it, the error, and the record up to that point."""

    trial: Trial
    decisions: int
    action: str
    error: str
    record: str

    def text(self) -> str:
        """Return the failure as text, with the call that replays the match."""
        playing = f" while playing {self.action!r}" if self.action else ""
        head = f"{self.trial.game} {self.trial.scenario}, after {self.decisions} decisions{playing}:"
        return f"{head}\n{self.error}\n  hippodrome.lab.fuzz.{self.trial.replay_call(self.decisions)}"


def _make_failure(trial: Trial, decisions: int, action: str, error: Exception) -> Failure:
    lines = traceback.format_exception(error)
    text = str(error) if isinstance(error, BrokenRule) else "".join(lines[-4:]).strip()
    return Failure(trial, decisions, action, text, _record_text(trial, decisions))


def _record_text(trial: Trial, decisions: int) -> str:
    """Return the record of the match up to the failure, or why there is none."""
    try:
        match = replay_match(
            trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, decisions, trial.by_bots
        )
        return match.record(with_seed=True)
    except Exception as error:
        return f"no record could be written: {type(error).__name__}: {error}"


# -------------------------------------------------------------------- many matches


@dataclass
class FuzzCoverage:
    """Counts of what has occurred in the matches of one game, by kind and name."""

    seen: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in KINDS})

    def add(self, other: FuzzCoverage) -> None:
        """Add the counts of other matches."""
        for kind in KINDS:
            self.seen[kind].update(other.seen[kind])

    def shares(self, game: Game) -> dict[str, tuple[int, int]]:
        """Return the number of names that have occurred and the number of all names, by kind."""
        names = possible_occurrences(game)
        return {kind: (sum(1 for name in names[kind] if self.seen[kind][name]), len(names[kind])) for kind in names}

    def unseen(self, game: Game) -> dict[str, list[str]]:
        """Return the names that have not occurred yet, by kind, without kinds that are complete."""
        missing = {
            kind: [name for name in names if not self.seen[kind][name]]
            for kind, names in possible_occurrences(game).items()
        }
        return {kind: names for kind, names in missing.items() if names}


def possible_occurrences(game: Game) -> dict[str, list[str]]:
    """Return the names of everything that can occur in a game, by kind."""
    words = game.words
    return {
        "step": list(game.steps()),
        "question": list(words.prompts),
        "verb": list(words.labels),
        "sight": game.analysis.fuzz_actions(),
        "detail": game.analysis.fuzz_features(),
        "event": list(words.events),
        "roll": list(words.rolls),
        "reason": list(words.reasons),
        "set-up": [_setup_name(scenario.slug, seats) for scenario in game.scenarios() for seats in scenario.seats],
        "option": [
            _option_name(scenario.slug, setting.name, value)
            for scenario in game.scenarios()
            for setting in scenario.options
            for value in (*setting.values, *([CUSTOM_FILE] if setting.custom_kind else []))
        ],
    }


def _setup_name(scenario: str, seats: int) -> str:
    return f"{scenario} for {seats}"


def _option_name(scenario: str, name: str, value: Value) -> str:
    return f"{scenario} {name} {CUSTOM_FILE if is_file(value) else value}"


@dataclass
class FuzzTaskResult:
    """The result of some matches of one game."""

    game: str
    matches: int = 0
    decisions: int = 0
    failures: list[Failure] = field(default_factory=list)
    coverage: FuzzCoverage = field(default_factory=FuzzCoverage)


@dataclass
class FuzzReport:
    """The result of a fuzzing run: matches played, failures, and coverage."""

    seed: int
    matches: int = 0
    decisions: int = 0
    failed: int = 0
    failures: list[Failure] = field(default_factory=list)
    coverage: dict[str, FuzzCoverage] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """True if no rule was broken."""
        return self.failed == 0

    @property
    def unseen(self) -> dict[str, dict[str, list[str]]]:
        """Names that never occurred, by game and kind, without games that are complete."""
        unseen = {slug: coverage.unseen(hippodrome.game(slug)) for slug, coverage in self.coverage.items()}
        return {slug: kinds for slug, kinds in unseen.items() if kinds}

    @property
    def is_complete(self) -> bool:
        """True if everything that an exhaustive run waits for has occurred."""
        return not any(kind not in OPTIONAL_KINDS for kinds in self.unseen.values() for kind in kinds)

    def add(self, part: FuzzTaskResult) -> None:
        """Add the result of some matches."""
        self.matches += part.matches
        self.decisions += part.decisions
        self.failed += len(part.failures)
        self.failures += part.failures[: MAX_FAILURES - len(self.failures)]
        self.coverage[part.game].add(part.coverage)

    def text(self) -> str:
        """Return the report as text."""
        lines = [f"{self.matches} matches with {self.decisions} decisions, seed {self.seed}: {self.failed} broken."]
        lines += [failure.text() for failure in self.failures]
        for slug, coverage in self.coverage.items():
            shares = coverage.shares(hippodrome.game(slug))
            lines.append(
                f"{slug} covered: {', '.join(f'{kind} {n} of {total}' for kind, (n, total) in shares.items())}."
            )
        for slug, kinds in self.unseen.items():
            lines += [f"{slug}, {kind} never seen: {', '.join(names)}" for kind, names in kinds.items()]
        if not self.unseen:
            lines.append("Everything has occurred at least once.")
        return "\n".join(lines)


def fuzz(
    games: Sequence[str],
    count: int | None,
    seconds: float | None,
    seed: int = 0,
    processes: int = 1,
    progress: ProgressCallback | None = None,
    exhaustive: bool = False,
    max_decisions: int | None = None,
) -> FuzzReport:
    """Play random matches of some games and check the rules.

    It stops after `count` matches of each game, after `seconds`, or, if `exhaustive`, when everything has occurred,
    whichever comes first. A match with more than `max_decisions` decisions counts as broken; the default is the game's
    limit. Raise ValueError if none of the three is given.
    """
    if count is None and seconds is None and not exhaustive:
        raise ValueError("give a number of matches or seconds, or ask for an exhaustive run")
    if processes < 1 or (count is not None and count < 1) or not games:
        raise ValueError("at least 1 game, 1 match and 1 process are needed")
    slugs = [hippodrome.game(slug).slug for slug in games]
    report = FuzzReport(seed, coverage={slug: FuzzCoverage() for slug in slugs})
    end = time.monotonic() + seconds if seconds is not None else None
    total = count * len(slugs) if count is not None else None
    for _, part in run_tasks(_play_task, _make_tasks(slugs, count, seed, max_decisions), processes):
        report.add(part)
        if progress is not None:
            progress(report.matches, total)
        if (end is not None and time.monotonic() >= end) or (exhaustive and report.is_complete):
            break
    return report


@dataclass(frozen=True)
class FuzzTask:
    """Matches of a game to play in one process, by their numbers."""

    game: str
    seed: int
    numbers: range
    max_decisions: int | None


def _make_tasks(games: Sequence[str], count: int | None, seed: int, max_decisions: int | None) -> Iterator[FuzzTask]:
    """Yield the tasks of all games in turn; endlessly if there is no count."""
    for first in count_from(0, MATCHES_PER_TASK):
        if count is not None and first >= count:
            return
        last = first + MATCHES_PER_TASK if count is None else min(first + MATCHES_PER_TASK, count)
        for game in games:
            yield FuzzTask(game, seed, range(first, last), max_decisions)


def _play_task(task: FuzzTask) -> FuzzTaskResult:
    """Play the matches of a task."""
    game = hippodrome.game(task.game)
    part = FuzzTaskResult(task.game)
    occurrences = Occurrences()
    for number in task.numbers:
        trial = plan_trial(game, task.seed, number)
        part.matches += 1
        part.coverage.seen["set-up"][_setup_name(trial.scenario, trial.seats)] += 1
        for name, value in trial.options:
            part.coverage.seen["option"][_option_name(trial.scenario, name, value)] += 1
        _play_trial(game, trial, number, task.max_decisions, occurrences, part)
    _count_occurrences(game, occurrences, part.coverage)
    return part


def _play_trial(
    game: Game, trial: Trial, number: int, max_decisions: int | None, occurrences: Occurrences, part: FuzzTaskResult
) -> None:
    """Play one match and note its failure, if any."""
    playthrough: Playthrough | None = None
    try:
        playthrough = Playthrough(game, trial.start(), trial.seed, occurrences, trial.bots())
        if max_decisions is not None:
            playthrough.max_decisions = max_decisions
        playthrough.play(playthrough.max_decisions + 1, 1)
        result = game.result(playthrough.state)
        check_result(game, trial, result)
        if result is not None:
            part.coverage.seen["reason"][result.reason] += 1
    except Exception as error:
        decisions, action = (playthrough.count, playthrough.next) if playthrough is not None else (0, None)
        part.failures.append(_make_failure(trial, decisions, action.text if action is not None else "", error))
    else:
        if number % INSPECT_EVERY_MATCHES == 0:
            inspect_match(trial, playthrough, part)
    finally:
        part.decisions += playthrough.count if playthrough is not None else 0


def check_result(game: Game, trial: Trial, result: Result | None) -> None:
    """Raise BrokenRule unless the match has a valid place for every seat, a winner, and a known end reason."""
    property_checks.require(result is not None, "the match stopped before its end")
    assert result is not None
    places = sorted(result.places)
    property_checks.require(len(places) == trial.seats and places[0] == 1, f"places {result.places}")
    for number, place in enumerate(places):
        property_checks.require(place == number + 1 or place == places[number - 1], f"places {result.places}")
    property_checks.require(result.reason in game.words.reasons, f"the end reason {result.reason!r} has no text")


def inspect_match(trial: Trial, playthrough: Playthrough, part: FuzzTaskResult) -> None:
    """Replay a match through `Match` and inspect some of its decisions."""
    match = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, 0)
    chance = Chance(trial.seed)
    inspected = {derive_seed(trial.seed, index) % playthrough.count for index in range(INSPECTED_DECISIONS)}
    try:
        while match.decision:
            if len(match.moves) in inspected:
                inspect_decision(match, chance, trial.seed)
            else:
                play_random_action(match, chance)
        property_checks.check_same_digest(match, playthrough.state)
    except Exception as error:
        part.failures.append(_make_failure(trial, len(match.moves), "", error))


def inspect_decision(match: Match, chance: Chance, seed: int) -> None:
    """Check all properties of a decision, and of a random move that answers it."""
    assert match.decision is not None
    property_checks.check_all(match, seed)
    before, state = canonical(match.snapshot()), match.state.clone()
    view, first_event = match.view().table, len(match.events)
    play_random_action(match, chance)
    events = match.events[first_event:]
    property_checks.check_changes_are_reported(view, match.view().table, events)
    property_checks.check_citations_exist(match, events)
    property_checks.check_undo_is_exact(before, state, match)
    property_checks.check_undo_shows_no_secret(state, match, seed)


def _count_occurrences(game: Game, occurrences: Occurrences, coverage: FuzzCoverage) -> None:
    """Add the occurrences of a playthrough to the coverage, by name."""
    seen = coverage.seen
    prompts = game.words.prompts
    for step, times in occurrences.steps.items():
        seen["step"][step.__name__] += times
    for step, times in occurrences.asked.items():
        if step.__name__ in prompts:
            seen["question"][step.__name__] += times
    for event, times in occurrences.events.items():
        seen["event"][event.__name__] += times
    seen["roll"].update(occurrences.rolls)
    seen["detail"].update(occurrences.features)
    for action, times in occurrences.actions.items():
        seen["verb"][action.verb] += times
        for size in range(len(action.args) + 1):
            seen["sight"][" ".join([action.verb, *map(str, action.args[:size])])] += times
