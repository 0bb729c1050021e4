"""Simulations: the same arguments give the same report, and the report agrees with the logs of the matches."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from typing import Any

import pytest

import hippodrome as hd
from hippodrome import processes as worker_processes
from hippodrome.bots import make
from hippodrome.bots.base import imagination_seed
from hippodrome.games.benhur.events import RoundBegan
from hippodrome.lab import simulation
from hippodrome.lab.match_runner import MatchFailed, MatchSpec, PlayedMatch, derive_seed, play
from hippodrome.lab.simulation import play_chunks, run_simulation
from hippodrome.lab.simulation_report import SimulationPlan

FOUR_LEVELS = ["driver", "random", "driver", "random"]
ONE_LAP = {"laps": 1}


def checked_match(levels: list[str], seed: int, options: dict[str, int | str]) -> hd.Match:
    """Replay a match of a simulation with every action checked by Match.play."""
    match = hd.new("benhur", "river", seats=len(levels), seed=seed, options=options)
    bots = [make(level, match.game, derive_seed(seed, seat)) for seat, level in enumerate(levels)]
    while match.decision:
        seat, actions = match.seat, match.proposals()
        imagined = match.imagine(seat, imagination_seed(seed, len(match.moves)))
        match.play(bots[seat].choose(match.game, imagined, seat) if len(actions) > 1 else actions[0])
    return match


# reproducibility ----------------------------------------------------------------------------------


def test_one_and_two_processes_give_the_same_bytes() -> None:
    one = run_simulation("benhur", "circus", FOUR_LEVELS, 60, 3, ONE_LAP)
    two = run_simulation("benhur", "circus", FOUR_LEVELS, 60, 3, ONE_LAP, processes=2, start="spawn")
    assert one.text().encode() == two.text().encode()


def test_repeated_runs_give_the_same_bytes_and_other_seeds_others() -> None:
    texts = [run_simulation("pig", "plain", ["random", "random"], 40, seed).text() for seed in (1, 1, 2)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


SCRIPT = """
from hippodrome.lab.simulation import run_simulation
report = run_simulation("benhur", "circus", ["driver", "random"], 50, 9, {"laps": 1}, processes=2)
print(report.text(), end="")
"""


def test_neither_hash_seed_nor_process_matters() -> None:
    """A new interpreter has one thread, so the processes are forked."""
    here = run_simulation("benhur", "circus", ["driver", "random"], 50, 9, ONE_LAP).text()
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"}
        fresh = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, check=True)
        assert fresh.stdout.decode().replace("\r\n", "\n") == here


def test_processes_are_forked_only_where_that_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert worker_processes.start_method() == "fork"
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert worker_processes.start_method() == "spawn"
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert worker_processes.start_method() == "spawn"


@pytest.mark.parametrize("games", [1, 2, 47, 48, 49, 1000, 10_000, 123_457])
@pytest.mark.parametrize("processes", [1, 2, 8])
def test_chunks_hold_every_match_once(games: int, processes: int) -> None:
    chunks = simulation._chunks(games, processes)
    assert [number for chunk in chunks for number in chunk] == list(range(games))
    assert max(len(chunk) for chunk in chunks) <= simulation.MAX_CHUNK_MATCHES
    assert len(chunks) >= min(games, processes * 4), "too few to balance the processes"


# counts -------------------------------------------------------------------------------------------


def test_counts_agree_with_the_logs_of_the_matches() -> None:
    games, seed, options = 8, 21, {"laps": 1, "tricks": 2}
    report = run_simulation("benhur", "river", FOUR_LEVELS, games, seed, options).json()
    matches = [checked_match(FOUR_LEVELS, derive_seed(seed, number), dict(options)) for number in range(games)]
    events: Counter[str] = Counter()
    for match in matches:
        events.update(type(event).__name__ for event in match.events)
    assert {name: row["sum"] for name, row in report["events"].items()} == dict(events)
    results = [match.result for match in matches]
    assert None not in results
    for seat in range(4):
        places = [result.places[seat] for result in results if result is not None]
        assert report["seats"][seat]["count"] == places.count(1)
        assert report["seats"][seat]["place"]["sum"] == sum(places)
    rounds = [{event.round for event in match.events if isinstance(event, RoundBegan)} for match in matches]
    assert report["figures"]["rounds"]["sum"] == sum(len(numbers) for numbers in rounds)
    assert report["figures"]["destroyed"]["sum"] == events["Destroyed"]
    assert sum(row["count"] for row in report["reasons"].values()) == games
    assert sum(row["count"] for row in report["levels"].values()) == games


def test_counted_events_are_reported_by_name() -> None:
    report = run_simulation("benhur", "circus", ["driver"] * 4, 6, 1).json()
    names = hd.game("benhur").words.counted
    for name in ("Wounded", "Skidded", "SpunOut", "Shunted", "Sideswiped", "TrickPlayed"):
        events = report["events"].get(name, {"sum": 0})
        assert report["measures"][names[name]]["sum"] == events["sum"]
    assert report["measures"]["skids"]["mean"] > 5
    assert report["measures"]["jumps cleared"]["sum"] == 0, "the circus has no jump"


def test_two_laps_of_the_circus_with_four_drivers_last_about_twenty_rounds() -> None:
    report = run_simulation("benhur", "circus", ["driver"] * 4, 60, 1).json()
    assert report["options"]["laps"] == 2
    assert 18 <= report["figures"]["rounds"]["mean"] <= 26


def test_drivers_beat_random_play() -> None:
    levels = run_simulation("benhur", "circus", FOUR_LEVELS, 60, 4).json()["levels"]
    assert levels["driver"]["low"] > 0.5
    assert levels["driver"]["seats"] == levels["random"]["seats"] == 2


# the report ---------------------------------------------------------------------------------------


def test_the_text_is_the_json_in_a_fixed_order() -> None:
    report = run_simulation("pig", None, ["random", "random"], 5, 1)
    read: dict[str, Any] = json.loads(report.text())
    assert read == report.json()
    assert list(read) == [
        "report", "game", "version", "scenario", "options", "seed", "games", "seats", "levels", "reasons",
        "figures", "measures", "events",
    ]  # fmt: skip
    assert list(read["events"]) == sorted(read["events"])
    assert (read["scenario"], read["games"], read["seed"]) == ("plain", 5, 1)


def test_one_match_gives_means_without_an_interval() -> None:
    report = run_simulation("pig", "plain", ["random", "random"], 1, 1)
    turns = report.json()["figures"]["turns"]
    assert (turns["mean"], turns["low"], turns["high"]) == (turns["sum"], None, None)
    assert ["turns", f"{turns['sum']}.00", ""] in report.tables()[-1].rows


def test_tables_show_wins_endings_and_statistics() -> None:
    report = run_simulation("benhur", "circus", FOUR_LEVELS, 10, 2, ONE_LAP)
    options = "laps 1, order leader, tricks 1, wounds 5, repeat_contact push, first_turn slow"
    assert report.title() == f"Ben-Hur, The Circus ({options}): 10 matches, seed 2"
    tables = {table.title: table for table in report.tables()}
    assert list(tables) == ["Seats", "Bots", "Endings", "Per match"]
    assert all(len(row) == len(table.head) for table in tables.values() for row in table.rows)
    assert [row[1] for row in tables["Seats"].rows] == FOUR_LEVELS
    names = [row[0] for row in tables["Per match"].rows]
    assert names[:2] == ["rounds", "destroyed"]
    assert {"wounds taken", "skids", "spins", "shunts", "sideswipes", "tricks played"} <= set(names)


def test_progress_is_reported_up_to_the_last_match() -> None:
    reported: list[tuple[int, int]] = []
    run_simulation("pig", "plain", ["random", "random"], 100, 1, progress=lambda done, of: reported.append((done, of)))
    assert len(reported) >= 10
    assert reported == sorted(reported)
    assert reported[-1] == (100, 100)


# errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", None, ["random"] * 2, 1), "there is no game 'chess'; there are: .*benhur"),
        (("benhur", "moon", ["random"] * 2, 1), "no scenario 'moon'; there are: river, circus, .*villa"),
        (
            ("benhur", "circus", ["driver", "genius"], 1),
            "no bot 'genius' .*there are: random, recruit, driver, veteran, champion",
        ),
        (("benhur", "circus", ["driver"], 1), "is for 2 to 6 players, not 1"),
        (("benhur", "circus", ["driver"] * 2, 0), "games must be at least 1, not 0"),
        (("benhur", "circus", ["driver"] * 2, 1, 0, {"laps": 9}), "option laps cannot be 9; it can be: 1, 2"),
        (("benhur", "circus", ["driver"] * 2, 1, 0, {"wind": 1}), "no option 'wind'; there are: laps"),
        (("benhur", "circus", ["driver"] * 2, 1, 0, {}, 0), "processes must be at least 1, not 0"),
    ],
)
def test_impossible_simulations_are_rejected_with_the_alternatives(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run_simulation(*arguments)


def test_a_failed_match_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[MatchSpec] = []

    def fail_third(spec: MatchSpec) -> PlayedMatch:
        played.append(spec)
        if len(played) == 3:
            raise ZeroDivisionError("a wheel came off")
        return play(spec)

    monkeypatch.setattr(simulation, "play", fail_third)
    with pytest.raises(MatchFailed, match="a wheel came off") as caught:
        run_simulation("benhur", "circus", ["random"] * 3, 5, 17, ONE_LAP)
    failure = caught.value
    seed = derive_seed(17, 2)
    assert str(failure).startswith(
        f"match 2 of the simulation (benhur circus, random random random, seed {seed}) failed:"
    )
    assert isinstance(failure.__cause__, ZeroDivisionError)
    again = hd.new("benhur", "circus", seats=3, seed=seed, options=ONE_LAP)
    assert played[2].start().dice.pack()[1] == again.first_dice.pack()[1], "the seed gives the same dice"


def test_a_failure_in_another_process_is_raised_here() -> None:
    plan = SimulationPlan(
        "benhur", "circus", ("driver", "genius"), (("laps", 1), ("order", "leader"), ("tricks", 1)), 96, 5
    )
    with pytest.raises(MatchFailed, match="no bot 'genius'") as caught:
        list(play_chunks(plan, 2, "spawn"))
    found = re.match(
        r"match (\d+) of the simulation \(benhur circus, driver genius, seed (\d+)\) failed", str(caught.value)
    )
    assert found is not None
    assert int(found[2]) == derive_seed(5, int(found[1])), "of the match that failed first in either process"
