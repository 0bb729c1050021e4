"""Texts that clients send are read in worker processes, never in the server, and at a limited rate."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hippodrome.catalogue import games
from hippodrome.kit import custom_files, json_reader, record, toml_parser
from hippodrome.server.settings import RateLimits
from tests.server.api_helpers import PERSON, error_of
from tests.server.campaign_files import ladder_file
from tests.server.services.test_laboratory import PIG_EXPERIMENT
from tests.server.services.test_variants import FAST_VARIANT
from tests.serving import TIMEOUT_S, make_settings, run_in_thread

RECORDS = Path(__file__).parents[2] / "records"
ARMY = next(iter(games()["magic"].custom_file_kind("army").samples.values()))
LAYOUT = next(iter(games()["magic"].custom_file_kind("layout").samples.values()))


def shortest_record() -> str:
    return min(RECORDS.rglob("*.record"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")


def match_with(**options: str) -> dict[str, Any]:
    """Return the arguments of a request for a match with custom files."""
    return {"json": {"game": "magic", "scenario": "battle", "options": options, "seats": [PERSON, PERSON]}}


ROUTES: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "army": ("/api/games/magic/custom-files/army", lambda: {"json": {"text": ARMY}}),
    "layout": ("/api/games/magic/custom-files/layout", lambda: {"json": {"text": LAYOUT}}),
    "match": ("/api/matches", lambda: match_with(army_red=ARMY, attacker="Red")),
    "variant": ("/api/variants/file", lambda: {"json": {"text": FAST_VARIANT}}),
    "preview": ("/api/laboratory/previews", lambda: {"json": {"text": PIG_EXPERIMENT}}),
    "experiment": ("/api/laboratory/experiments", lambda: {"json": {"text": PIG_EXPERIMENT}}),
    "campaign": ("/api/campaigns/file", lambda: {"content": ladder_file("me", "driver")}),
    "record": ("/api/records", lambda: {"content": shortest_record()}),
    "verify": ("/api/verify", lambda: {"content": shortest_record()}),
}


@pytest.fixture
def parsed_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were parsed in this process, outside the thread of the test."""
    called: list[str] = []
    main = threading.current_thread()

    def watch(module: Any, name: str) -> None:
        original = getattr(module, name)

        def parse(*args: Any, **rest: Any) -> Any:
            if threading.current_thread() is not main:
                called.append(" ".join(str(one) for one in args))
            return original(*args, **rest)

        monkeypatch.setattr(module, name, parse)

    watch(tomllib, "loads")
    watch(toml_parser, "check_complexity")
    watch(custom_files, "check_file")
    watch(json_reader, "_check_depth")
    watch(record, "Reader")
    return called


@pytest.mark.parametrize("route", ROUTES)
def test_a_text_is_not_parsed_in_the_server(client: httpx.Client, route: str, parsed_texts: list[str]) -> None:
    path, body = ROUTES[route]
    arguments = body()
    answer = client.post(path, **arguments)
    assert answer.status_code in (200, 201), answer.text
    text = arguments.get("content") or arguments["json"].get("text") or ARMY
    assert not [one for one in parsed_texts if text[:60] in one]


HOSTILE = {
    "dotted keys": ".".join("a" * 5_900) + " = 1\n",
    "nested lists": "a = " + "[" * 5_900 + "]" * 5_900 + "\n",
    "many tables": "\n".join(f"[t{number}]" for number in range(1_500)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("route", ["army", "layout", "match", "variant", "preview", "experiment", "campaign", "record"])
def test_a_hostile_text_is_rejected_with_a_reason(client: httpx.Client, route: str, text: str) -> None:
    path, body = ROUTES[route]
    arguments = body()
    if route == "match":
        arguments = match_with(army_red=text)
    elif "json" in arguments:
        arguments = {"json": {"text": text}}
    else:
        arguments = {"content": text}
    answer = client.post(path, **arguments)
    if answer.status_code == 200:  # checks list the problems
        assert answer.json()["problems"]
    else:
        assert error_of(answer, 422)["text"]


@pytest.fixture(scope="module")
def limited_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that allows two texts of each kind per hour."""
    rates = RateLimits(matches="2/hour", records="2/hour", texts="2/hour")
    settings = make_settings(tmp_path_factory.mktemp("rates"), rates)
    with run_in_thread(settings) as address, httpx.Client(base_url=address, timeout=TIMEOUT_S) as client:
        yield client


@pytest.mark.parametrize("route", ROUTES)
def test_the_rate_of_texts_is_limited(limited_client: httpx.Client, route: str) -> None:
    path, _ = ROUTES[route]
    answers = [limited_client.post(path, content=b"{}") for _ in range(3)]
    assert error_of(answers[-1], 429)["code"] == "rate_limit"
