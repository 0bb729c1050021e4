"""Short versions of the attacks in bench/attacks. They look at what the server did, never at times."""

from __future__ import annotations

import asyncio
import inspect
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from hippodrome.server.http import openapi
from tests.server.bench_scripts import load_attack_runner

runner = load_attack_runner()

RATED_MESSAGES = 300
"""Messages that a socket may send in ten seconds."""


def test_every_attack_has_a_title_and_a_coroutine() -> None:
    assert runner.attack_names()
    for name in runner.attack_names():
        attack = runner.load_attack(name)
        assert attack.__doc__.splitlines()[0].endswith("."), name
        assert inspect.iscoroutinefunction(attack.attack), name


def test_a_result_names_the_goals_that_are_missed() -> None:
    good = runner.Result("", [10.0], [40.0], memory_peak=100.0, outcomes=Counter({"422": 5}))
    assert [met for _, met in good.goals()] == [True, True, True, True]
    bad = runner.Result(
        "", [10.0], [60.0], memory_peak=500.0, outcomes=Counter({"500": 1}), log="Traceback\n  here\nKeyError"
    )
    assert [met for _, met in bad.goals()] == [False, False, False, False]
    assert bad.report().count("missed") == 4
    assert "the log has no traceback: KeyError" in bad.report()


def test_a_victim_without_any_action_has_an_infinite_latency() -> None:
    assert runner.p95([]) == math.inf
    assert runner.p95([float(number) for number in range(1, 101)]) == 95.0


def test_bots_and_remaining_memory_are_goals_where_they_are_measured() -> None:
    good = runner.Result("", [10.0], [10.0], [50.0], [90.0], 30.0, memory_before=100.0, memory_after=120.0)
    assert [met for _, met in good.goals()] == [True] * 6
    bad = runner.Result("", [10.0], [10.0], [50.0], [110.0], 30.0, memory_before=100.0, memory_after=140.0)
    assert [met for _, met in bad.goals()][4:] == [False, False]
    assert "its bots answer in 50 ms undisturbed" in bad.report()


# -------------------------------------------------------------------- short attacks


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with its default limits, for several attacks."""
    server = runner.Server(tmp_path_factory.mktemp("attacked"), "--host", "127.0.0.1", limits=True)
    server.start()
    yield server
    server.stop()


def attack(server: Any, name: str, scale: float) -> Counter[str]:
    """Run a short attack; check what holds for every attack, and return the attacker's tally."""
    result = asyncio.run(runner.measure(runner.load_attack(name), server, scale, 0.5))
    assert result.disturbed, "the victim plays on"
    assert not [outcome for outcome in result.outcomes if outcome.startswith("5")], result.outcomes
    assert "Traceback" not in result.log
    assert result.memory_peak < runner.MAX_MEMORY_MB
    assert httpx.get(f"{server.address}/health", timeout=60).json()["status"] == "ok"
    tally: Counter[str] = result.outcomes
    return tally


def test_each_preview_is_answered_or_replaced(limited_server: Any) -> None:
    tally = attack(limited_server, "preview_flood", 0.2)
    assert tally["previewed"]
    assert tally["previewed"] + tally["rejected"] + tally["frame"] <= tally["sent"] + 2 * tally["welcome"]


def test_each_point_that_a_piece_is_dragged_to_is_answered_or_replaced(limited_server: Any) -> None:
    tally = attack(limited_server, "steer_flood", 0.2)
    assert tally["previewed"]
    assert tally["previewed"] + tally["rejected"] <= tally["sent"]


def test_pings_are_read_in_turn(limited_server: Any) -> None:
    tally = attack(limited_server, "ping_flood", 0.1)
    assert tally["pings written"]
    assert tally["welcome"] == tally["frame"] == 9


def test_connections_that_are_reset_leave_nothing_behind(limited_server: Any) -> None:
    tally = attack(limited_server, "connect_flood", 0.1)
    assert tally["connections opened"] > 50


def test_a_burst_of_messages_is_rejected_and_closes_the_socket(limited_server: Any) -> None:
    tally = attack(limited_server, "message_burst", 0.4)
    assert tally["closed by the server"] == 3
    assert tally["rejected"] > 0
    assert tally["previewed"] + tally["odds_result"] < RATED_MESSAGES


def test_a_flood_of_names_is_rejected_and_the_home_page_gets_few_lists(limited_server: Any) -> None:
    tally = attack(limited_server, "rename_flood", 0.2)
    assert tally["rejected"] > tally["done"] > 0
    assert tally["lobby_list"] <= 16 * (2 + 3 * 4 * 4), "at most a few per second for each socket"


def test_a_flood_of_hints_leaves_bots_to_others(limited_server: Any) -> None:
    tally = attack(limited_server, "hint_flood", 0.1)
    assert tally["hinted"] + tally["rejected"] + tally["odds_result"] <= tally["sent"]


def test_records_are_verified_in_turn(limited_server: Any) -> None:
    tally = attack(limited_server, "verify_flood", 0.15)
    assert set(tally) <= {"200", "429"}
    assert tally["200"]


def test_moments_are_shown_in_turn(limited_server: Any) -> None:
    tally = attack(limited_server, "moments_flood", 0.15)
    assert set(tally) <= {"200", "201", "429"}
    assert tally["200"]


def test_reviews_are_refused_while_the_client_has_work_waiting(limited_server: Any) -> None:
    tally = attack(limited_server, "review_flood", 0.1)
    assert tally["review_progress"]


def test_hostile_messages_change_nothing(limited_server: Any) -> None:
    tally = attack(limited_server, "hostile_frames", 0.02)
    assert tally["sent"] == 2_000
    assert tally["socket_error"]
    assert tally["rejected"]
    assert not tally["done"]


def test_no_forged_record_is_vouched_for(tmp_path: Path) -> None:
    result = asyncio.run(runner.run_attack("forged_records", tmp_path, scale=0.1, seconds=0.1))
    outcomes = result.outcomes
    assert set(outcomes) & {"429", "500", "refused"} == set()
    assert outcomes["genuine vouched for"] == 1
    assert outcomes["forged vouched for"] == 0
    headlines = [outcome for outcome in outcomes if outcome.startswith("forged: ")]
    assert "forged: Moves legal; dice NOT verified" in headlines
    assert not [headline for headline in headlines if "dice verified" in headline]
    assert sum(outcomes[headline] for headline in headlines) == outcomes["200"] - 1


# -------------------------------------------------------------------- requests, texts and storage


def run_briefly(name: str, folder: Path, scale: float) -> Any:
    """Run an attack with few requests; check that nothing failed in the server, and return its result."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the runner reads memory use from /proc")
    result = asyncio.run(runner.run_attack(name, folder, scale, seconds=0.5))
    assert not [outcome for outcome in result.outcomes if outcome.startswith("5")], result.report()
    assert "Traceback" not in result.log
    assert result.disturbed, "the victim could not play"
    return result


def own_goals(result: Any) -> list[bool]:
    """Return which goals of the attack itself are reached."""
    return [met for _, met in result.own_goals(result.outcomes)]


def test_half_sent_requests_are_closed_and_endless_headers_refused(tmp_path: Path) -> None:
    result = run_briefly("slow_requests", tmp_path, scale=0.03)
    assert own_goals(result) == [True, True]
    assert result.outcomes["half-sent requests closed"] == 33


def test_texts_that_are_slow_to_parse_are_rejected_on_every_route(tmp_path: Path) -> None:
    outcomes = run_briefly("dotted_keys", tmp_path, scale=0.1).outcomes
    assert set(outcomes) <= {"200", "422", "429"}, "checks answer 200 and list the problems"
    assert outcomes["422"] > 0


def test_matches_are_loaded_in_turn(limited_server: Any) -> None:
    tally = attack(limited_server, "open_flood", 0.1)
    assert tally["201"] == tally["frame"] == tally["welcome"] == 3


def test_an_attack_that_takes_too_long_is_cut_off() -> None:
    async def endless(context: Any) -> None:
        await asyncio.sleep(60)

    async def run() -> Any:
        context = runner.Context(SimpleNamespace(address="http://127.0.0.1"), 1.0)
        await runner.run_within(SimpleNamespace(attack=endless), context, 0.01)
        await context.close()
        return context.outcomes

    assert asyncio.run(run()) == {"cut off": 1}


def test_an_import_flood_stops_at_the_quota(tmp_path: Path) -> None:
    result = run_briefly("import_flood", tmp_path, scale=0.1)
    assert own_goals(result) == [True, True]
    assert result.outcomes["409"] > 0


def test_hostile_requests_get_answers_and_no_errors(tmp_path: Path) -> None:
    outcomes = run_briefly("hostile_requests", tmp_path, scale=0.02).outcomes
    assert sum(times for outcome, times in outcomes.items() if outcome.isdecimal()) == 200
    assert {"404", "405", "422"} <= set(outcomes)


def test_hostile_requests_go_to_every_path_of_the_api() -> None:
    paths = {re.sub(r"\{[^}]*\}", "{}", path) for path in json.loads(openapi.document_text())["paths"]}
    assert paths <= set(runner.load_attack("hostile_requests").PATHS)


def test_the_memory_of_workers_is_measured(limited_server: Any) -> None:
    assert limited_server.worker_memory_mb() > 10
