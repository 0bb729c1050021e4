"""The fuzzer: it finds no failure, would report one, and gives the same report with any number of processes."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots import Chance
from hippodrome.catalogue import all_games
from hippodrome.kit.custom_files import CustomFileKind, Fault, check_file, clean, is_file
from hippodrome.lab import file_mutation
from hippodrome.lab import fuzz as lab
from hippodrome.lab.file_mutation import mutate_sample
from hippodrome.lab.fuzz import FuzzReport, Trial, fuzz, plan_trial, replay_match
from tests.support import COMPILED

SLUGS = list(all_games())
MATCHES_PER_GAME = 100 if COMPILED else 6
FAST_GAMES = SLUGS if COMPILED else ["benhur", "drill", "pig"]


@pytest.fixture(scope="module")
def report() -> FuzzReport:
    return fuzz(SLUGS, count=MATCHES_PER_GAME, seconds=None, seed=6)


def test_no_game_has_a_failure(report: FuzzReport) -> None:
    assert report.ok, report.text()
    assert report.matches == MATCHES_PER_GAME * len(SLUGS)
    assert report.decisions > 50 * report.matches


@pytest.mark.skipif(not COMPILED, reason="too few matches on the plain build to cover everything")
def test_all_steps_and_verbs_occur(report: FuzzReport) -> None:
    for slug in SLUGS:
        unseen = report.unseen.get(slug, {})
        assert not set(unseen) & {"step", "verb", "sight", "roll", "set-up"}, report.text()


def test_the_report_does_not_depend_on_the_number_of_processes() -> None:
    calls: list[tuple[int, int | None]] = []
    count = 4 if COMPILED else 3
    one = fuzz(FAST_GAMES, count=count, seconds=None, seed=3)
    two = fuzz(FAST_GAMES, count=count, seconds=None, seed=3, processes=2, progress=lambda *done: calls.append(done))
    assert two == one
    assert calls[-1] == (two.matches, two.matches)


def test_another_seed_plays_other_matches(report: FuzzReport) -> None:
    assert fuzz(SLUGS[:1], count=4, seconds=None, seed=4).decisions != fuzz(SLUGS[:1], 4, None, 5).decisions


@pytest.mark.parametrize("slug", SLUGS)
def test_a_failure_can_be_replayed(slug: str) -> None:
    report = fuzz([slug], count=4, seconds=None, seed=9, max_decisions=3)
    assert report.failed == 4
    failure = report.failures[0]
    trial = failure.trial
    assert failure.decisions == 3
    assert "not over after 3 decisions" in failure.text()
    assert trial.replay_call(3) in failure.text()
    match = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, failure.decisions)
    assert len(match.moves) == 3
    assert match.record(with_seed=True) == failure.record
    assert hd.replay(failure.record).digest() == match.digest()


def test_bots_play_one_match_in_fifty_and_it_can_be_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hd.game("benhur")
    assert [number for number in range(200) if plan_trial(game, 9, number).by_bots] == [25, 75, 125, 175]
    assert not plan_trial(hd.game("pig"), 9, 25).by_bots
    monkeypatch.setattr(lab, "INSPECT_EVERY_MATCHES", 5)
    monkeypatch.setattr(lab, "BOT_MATCH_OFFSET", 1)
    failure = fuzz(["benhur"], count=2, seconds=None, seed=9, max_decisions=30).failures[1]
    trial = failure.trial
    assert trial.by_bots
    assert f"{trial.seed}, 30, True)" in failure.text()
    match = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, 30, by_bots=True)
    assert match.record(with_seed=True) == failure.record
    other = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, 30)
    assert match.digest() != other.digest()


def test_every_set_up_occurs_with_every_value_of_every_option() -> None:
    for game in all_games().values():
        plans = [plan_trial(game, 1, number) for number in range(0, 8000, 2)]
        for scenario in game.scenarios():
            trials = [trial for trial in plans if trial.scenario == scenario.slug]
            assert {trial.seats for trial in trials} == set(scenario.seats)
            for setting in scenario.options:
                assert {dict(trial.options)[setting.name] for trial in trials} == set(setting.values)


def test_one_match_in_ten_uses_custom_files_and_can_be_replayed() -> None:
    game = hd.game("magic")
    plans = [plan_trial(game, 2, number) for number in range(400)]
    assert [number for number in range(400) if uses_custom_files(plans[number])] == list(range(9, 400, 10))
    assert {trial.scenario for trial in plans if uses_custom_files(trial)} == {
        scenario.slug for scenario in game.scenarios()
    }
    assert plan_trial(game, 2, 9) == plans[9] != plan_trial(game, 3, 9)
    assert not any(uses_custom_files(plan_trial(hd.game("benhur"), 2, number)) for number in range(20))
    trial = plans[9]
    match = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, 5)
    assert hd.replay(match.record(with_seed=True)).digest() == match.digest()


def uses_custom_files(trial: Trial) -> bool:
    return any(is_file(value) for _, value in trial.options)


def test_mutated_custom_files_are_valid_and_differ() -> None:
    for game in all_games().values():
        for kind in game.custom_file_kinds():
            texts = [mutate_sample(kind, Chance(seed)) for seed in range(1, 7)]
            assert len({clean(text) for text in [*texts, *kind.samples.values()]}) > len(kind.samples) + 3
            assert [check_file(kind, text, "test")[1] for text in texts] == [[]] * len(texts)


def test_a_file_that_crashes_the_check_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    [kind, *_] = hd.game("magic").custom_file_kinds()

    def crash(kind: CustomFileKind, text: str, file: str) -> tuple[None, list[Fault]]:
        if text in kind.samples.values():
            return None, []
        raise KeyError(file)

    monkeypatch.setattr(file_mutation, "check_file", crash)
    assert mutate_sample(kind, Chance(1)) not in kind.samples.values()


def test_a_run_stops_when_the_time_is_up() -> None:
    report = fuzz(SLUGS, count=None, seconds=0.1, seed=1)
    assert report.matches == 50


def test_an_exhaustive_run_stops_when_everything_has_occurred() -> None:
    report = fuzz(["pig"], count=200, seconds=None, seed=1, exhaustive=True)
    assert report.is_complete
    assert report.matches == 50
    assert report.unseen == {"pig": {"event": ["Drawn"], "reason": ["out of turns"]}}
    assert "pig, reason never seen: out of turns" in report.text()


@pytest.mark.parametrize(("games", "count", "processes"), [([], 1, 1), (["pig"], 0, 1), (["pig"], 1, 0)])
def test_a_run_without_games_matches_or_processes_is_rejected(games: list[str], count: int, processes: int) -> None:
    with pytest.raises(ValueError, match="needed"):
        fuzz(games, count, None, processes=processes)


def test_a_run_without_a_limit_is_rejected() -> None:
    with pytest.raises(ValueError, match="give a number of matches or seconds"):
        fuzz(["pig"], None, None)
