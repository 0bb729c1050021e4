"""The study of fairness: its figures, verdicts, page, and the data files of the games."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.kit.balance import BALANCE_FILE, read_balances
from tests.support import clause, once

pytestmark = once

ROOT = Path(__file__).parents[2]


def load_tool(name: str) -> ModuleType:
    """Return a script of tools/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look it up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script of the study."""
    return load_tool("fairness")


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    """The published figures."""
    figures: list[dict[str, Any]] = json.loads((ROOT / "docs" / "fairness.json").read_text(encoding="utf-8"))
    return figures


def case(*won: float, matches: int = 400) -> dict[str, Any]:
    """Return figures of Rome with these wins by seat."""
    return {"game": "chariot", "scenario": "rome", "version": 2, "seed": 1, "matches": matches, "draws": 0, "won": won}


def test_wins_and_draws_are_counted_by_seat(script: ModuleType) -> None:
    game = hd.game("benhur")
    figures = script.case_figures(
        game, game.scenario("river"), 7, [(1, 2, 3, 4), (1, 1, 3, 4), (2, 1, 3, 4), (1, 1, 1, 4)]
    )
    assert figures["won"] == [1 + 1 / 2 + 1 / 3, 1 + 1 / 2 + 1 / 3, 1 / 3, 0]
    assert (figures["draws"], figures["matches"], figures["seed"], figures["version"]) == (2, 4, 7, game.version)


@pytest.mark.parametrize(
    ("won", "verdict"),
    [
        ([200, 200], "fair"),
        ([220, 180], "fair"),
        ([226, 174], "open"),
        ([260, 140], "not fair"),
        ([100, 118, 90, 92], "fair"),
        ([100, 130, 85, 85], "open"),
        ([40, 160, 100, 100], "not fair"),
    ],
)
def test_the_verdict_depends_on_shares_and_intervals(script: ModuleType, won: list[int], verdict: str) -> None:
    assert script.verdict(case(*won)) == verdict


def test_figures_of_other_set_ups_are_kept_in_the_order_of_the_games(script: ModuleType) -> None:
    river, oval = {"game": "benhur", "scenario": "river"}, {"game": "races", "scenario": "oval"}
    old = [oval, {"game": "gone", "scenario": "x"}, case(300, 100)]
    order = list(hd.games())
    merged = script.merge_figures(script.merge_figures(old, river), case(200, 200))
    assert [figures["game"] for figures in merged] == sorted(["benhur", "races", "chariot"], key=order.index)
    assert case(200, 200) in merged


def test_the_matches_do_not_depend_on_how_they_are_shared_out(script: ModuleType) -> None:
    together = script.play_batch(script.Batch("benhur", "circus", 5, 0, 3))
    apart = [
        places for first in range(3) for places in script.play_batch(script.Batch("benhur", "circus", 5, first, 1))
    ]
    assert together == apart
    (figures,) = script.measure(["benhur"], ["circus"], 3, 5, 1)
    game = hd.game("benhur")
    assert figures == script.case_figures(game, game.scenario("circus"), 5, together)


# -------------------------------------------------------------------- what is published


def test_page_and_data_files_agree_with_the_figures(script: ModuleType, cases: list[dict[str, Any]]) -> None:
    assert (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8") == script.page(cases)
    for slug, game in hd.games().items():
        named = {scenario.slug for scenario in game.scenarios() if scenario.sides}
        own = [figures for figures in cases if figures["game"] == slug and figures["scenario"] in named]
        if own:
            file = ROOT / "src" / "hippodrome" / "games" / slug / BALANCE_FILE
            assert file.read_text(encoding="utf-8") == script.balance_file(own)
            assert list(read_balances(script.balance_file(own))) == [figures["scenario"] for figures in own]


@pytest.mark.parametrize("slug", ["benhur", "races", "chariot"])
def test_play_now_is_fair(script: ModuleType, cases: list[dict[str, Any]], slug: str) -> None:
    game = hd.game(slug)
    first = game.scenarios()[0].slug
    (figures,) = [figures for figures in cases if (figures["game"], figures["scenario"]) == (slug, first)]
    assert (figures["version"], figures["matches"]) == (game.version, 400)
    assert script.verdict(figures) == "fair"


@clause("CH-R58")
def test_the_suggested_handicap_is_the_lead_with_the_most_even_result() -> None:
    script = load_tool("chariot_handicaps")
    outcomes = [script.Outcome(1, -lead) for lead in range(10)] + [script.Outcome(0, 5)] * 2
    suggested = script.find_handicap("rome", outcomes)
    assert (suggested.handicap.value(), suggested.without, suggested.percent) == ("second+4", 83, 50)
    assert suggested.matches == 12
    assert script.find_handicap("rome", [script.Outcome(0, 3), script.Outcome(1, 3)]) is None
    assert script.read_handicaps(script.file_text({"rome": suggested})).keys() == {"rome"}
